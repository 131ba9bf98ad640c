/*
 * The promises under test: several files come out as one sorted file would,
 * and a store gives back what went in.
 */
#include "tests/base/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/random.h"
#include "tests/base/temp.h"
#include "tools/intake/input/source.h"
#include "tools/lab/demo/demo.h"

enum {
	FILES_MAX = 60,
	ITEMS_MAX = 4000,
};

static char dir[64];
static char *paths[FILES_MAX];
static char names[FILES_MAX][96];
static uint64_t random_seed;

static void
setup(void)
{
	random_seed = 7;
	temp_dir(dir);
	for (int i = 0; i < FILES_MAX; i++) {
		snprintf(names[i], sizeof names[i], "%s/f%02d", dir, i);
		paths[i] = names[i];
	}
}

static void
teardown(void)
{
	temp_drop(dir);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

/* Item n of file f; its id says both. date < 0: none. */
struct item {
	int f, n;
	long date;
};

static void
write_items(const struct item *items, size_t n)
{
	FILE *files[FILES_MAX] = { NULL };

	for (size_t i = 0; i < n; i++) {
		FILE **f = &files[items[i].f];

		if (!*f)
			*f = fopen(paths[items[i].f], "w");
		ck_assert_ptr_nonnull(*f);
		fprintf(*f, "{\"id\":\"%d.%d\",\"title\":\"Some text\"",
		    items[i].f, items[i].n);
		if (items[i].date >= 0)
			fprintf(*f, ",\"ts\":%ld", items[i].date);
		fprintf(*f, "}\n");
	}
	for (int i = 0; i < FILES_MAX; i++)
		if (files[i])
			fclose(files[i]);
}

static struct tcn_source *
open_files(size_t n)
{
	const struct tcn_source_conf conf = { .paths = paths, .paths_n = n };
	struct tcn_source *source;
	struct tcn_err err = { 0 };

	ck_assert_msg(!tcn_source_open(&conf, &source, &err), "%s", err.text);
	return source;
}

/* Reads the first n files to the end; how many items came. */
static size_t
read_files(size_t n, struct item *got)
{
	struct tcn_source *source = open_files(n);
	struct tcn_source_at at;
	struct tcn_article article;
	struct tcn_arena arena;
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	size_t i = 0;

	tcn_arena_init(&arena, 0);
	while (!(rc = tcn_source_next(source, &arena, &article, &err))) {
		ck_assert_int_eq(sscanf(article.id.at, "%d.%d", &got[i].f,
				     &got[i].n),
		    2);
		got[i++].date = article.ts_ms == TCN_UNDATED
		    ? -1
		    : (long)(article.ts_ms / 1000);
		ck_assert_msg(!tcn_source_check(source, &err), "%s", err.text);
	}
	ck_assert_msg(rc == TCN_DONE, "%s", err.text);
	tcn_source_at(source, &at);
	ck_assert_uint_gt(at.total, 0);
	ck_assert_uint_eq(at.done, at.total);
	tcn_source_close(source);
	tcn_arena_fini(&arena);
	return i;
}

static int
by_time(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	if (x->date != y->date)
		return x->date < y->date ? -1 : 1;
	if (x->f != y->f)
		return x->f - y->f;
	return x->n - y->n;
}

/* Dates that only grow in each file, with many ties between files. */
static size_t
make_sorted(int files, int step, struct item *items)
{
	size_t n = 0;

	for (int f = 0; f < files; f++) {
		long date = 1000 + random_below(&random_seed, 50);
		int count = 1 + (int)random_below(&random_seed, 60);

		for (int i = 0; i < count; i++) {
			items[n++] = (struct item){ f, i, date };
			date += random_below(&random_seed, (uint32_t)step);
		}
	}
	return n;
}

START_TEST(sorted_files_merge_as_one_sorted_file)
{
	static struct item items[ITEMS_MAX], got[ITEMS_MAX];

	for (int files = 1; files <= 24; files++) {
		size_t n = make_sorted(files, 1 + files % 5, items);

		write_items(items, n);
		qsort(items, n, sizeof *items, by_time);
		ck_assert_uint_eq(read_files((size_t)files, got), n);
		ck_assert_mem_eq(got, items, n * sizeof *items);
	}
}
END_TEST

START_TEST(a_file_keeps_its_order_whatever_its_dates)
{
	static struct item items[ITEMS_MAX], got[ITEMS_MAX];
	int next[FILES_MAX] = { 0 };
	size_t n = make_sorted(20, 3, items);

	for (size_t i = 0; i < n; i++)
		items[i].date = random_below(&random_seed, 4)
		    ? (long)random_below(&random_seed, 2000)
		    : -1;
	write_items(items, n);
	ck_assert_uint_eq(read_files(20, got), n);
	for (size_t i = 0; i < n; i++)
		ck_assert_int_eq(got[i].n, next[got[i].f]++);
}
END_TEST

/* Takes one item out of got, and returns where it was. */
static size_t
take_out(struct item *got, size_t n, const struct item *out)
{
	size_t at = 0;

	while (got[at].f != out->f || got[at].n != out->n)
		at++;
	memmove(got + at, got + at + 1, (n - at - 1) * sizeof *got);
	return at;
}

/* Of three files with dates all different, one item's is spoilt. */
START_TEST(one_wrong_date_moves_nothing_else)
{
	static struct item items[300], want[300], got[300];
	static const long wrong[] = { -1, 0, 3, 2000, 999999 };

	for (int i = 0; i < 300; i++)
		items[i] = (struct item){ i % 3, i / 3, 1000 + i };
	write_items(items, 300);
	ck_assert_uint_eq(read_files(3, want), 300);
	for (int i = 3; i < 280; i += 7) {
		const struct item sound = items[i];
		size_t was, is;

		items[i].date = wrong[_i];
		write_items(items, 300);
		ck_assert_uint_eq(read_files(3, got), 300);
		items[i] = sound;
		is = take_out(got, 300, &sound);
		was = take_out(want, 300, &sound);
		ck_assert_mem_eq(got, want, 299 * sizeof *got);
		/* It stays between its neighbours: two of the others' items. */
		ck_assert_uint_le(is, was + 2);
		ck_assert_uint_ge(is + 2, was);
		memcpy(want, items, sizeof want);
	}
}
END_TEST

START_TEST(an_undated_item_follows_its_neighbour)
{
	static struct item items[200], got[200];

	for (int i = 0; i < 200; i++)
		items[i] = (struct item){ i % 4, i / 4, 1000 + i };
	for (int i = 101; i < 140; i += 4)
		items[i].date = -1;
	write_items(items, 200);
	ck_assert_uint_eq(read_files(4, got), 200);
	for (size_t i = 1; i < 200; i++) {
		if (got[i].date >= 0)
			continue;
		ck_assert_int_eq(got[i].f, got[i - 1].f);
		ck_assert_int_eq(got[i].n, got[i - 1].n + 1);
	}
}
END_TEST

/* A year of days on a system that lets a process have few files open. */
START_TEST(files_are_open_only_while_due)
{
	static struct item items[ITEMS_MAX], got[ITEMS_MAX];
	const struct rlimit few = { 16, 16 };
	size_t n = 0;

	for (int f = 0; f < FILES_MAX; f++)
		for (int i = 0; i < 20; i++)
			items[n++] = (struct item){ FILES_MAX - 1 - f, i,
				1000 + f * 86400 + i };
	write_items(items, n);
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &few), 0);
	ck_assert_uint_eq(read_files(FILES_MAX, got), n);
	ck_assert_mem_eq(got, items, n * sizeof *items);
}
END_TEST

static void
write_text(int f, const char *text)
{
	temp_write(paths[f], text);
}

START_TEST(bad_lines_are_named_once_and_in_place)
{
	struct tcn_source *source;
	struct tcn_article article;
	struct tcn_arena arena;
	struct tcn_err err = { 0 };
	const char *const want[] = { "1.0", NULL, "0.0", "0.1", "1.1" };

	write_text(0,
	    "{\"id\":\"0.0\",\"ts\":20,\"title\":\"a\"}\n"
	    "{\"id\":\"0.1\",\"ts\":30,\"title\":\"a\"}\n");
	write_text(1,
	    "{\"id\":\"1.0\",\"ts\":10,\"title\":\"a\"}\n\nbad\n"
	    "{\"id\":\"1.1\",\"ts\":40,\"title\":\"a\"}\n");
	write_text(2, "");
	source = open_files(3);
	tcn_arena_init(&arena, 0);
	for (int i = 0; i < 5; i++) {
		enum tcn_rc rc =
		    tcn_source_next(source, &arena, &article, &err);

		ck_assert_int_eq(tcn_source_check(source, NULL), TCN_OK);
		ck_assert_int_eq(rc, want[i] ? TCN_OK : TCN_INVALID);
		if (want[i]) {
			ck_assert_str_eq(article.id.at, want[i]);
			continue;
		}
		ck_assert_str_eq(err.file, paths[1]);
		ck_assert_uint_eq(err.line, 3);
	}
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(tcn_source_next(source, &arena, &article,
				     &err),
		    TCN_DONE);
	tcn_source_close(source);
	tcn_arena_fini(&arena);
}
END_TEST

START_TEST(what_cannot_be_read_is_told_at_once)
{
	struct tcn_source_conf conf = { .paths = paths, .paths_n = 2 };
	struct tcn_source *source;
	struct tcn_err err = { 0 };

	write_text(0, "{\"title\":\"a\"}\n");
	ck_assert_int_eq(tcn_source_open(&conf, &source, &err), TCN_IO);
	ck_assert_ptr_null(source);
	ck_assert_str_eq(err.file, paths[1]);
	conf = (struct tcn_source_conf){ .db = paths[1] };
	ck_assert_int_eq(tcn_source_open(&conf, &source, &err), TCN_IO);
	conf.db = paths[0];
	ck_assert_int_eq(tcn_source_open(&conf, &source, &err), TCN_CORRUPT);
}
END_TEST

/* ---- a store as the source ---- */

/* Everything that may come in: what a store must give back as it was. */
static const char *const odd[] = {
	"\"id\":\"h1\",\"source\":\"A\",\"title\":\"<b>Quake</b> "
	"&amp; fire near Quilenge dam\",\"text\":\"<p>A strong quake shook "
	"the dam.</p><p>Nobody was hurt, officials said.</p>\"",
	"\"id\":\"h2\",\"source\":\"B\",\"title\":\"Quake & fire "
	"near Quilenge dam\",\"text\":\"A strong quake shook the dam. Nobody "
	"was hurt, the officials said.\",\"lang\":\"pt-BR\"",
	"\"id\":\"e\",\"title\":\"Five "
	"&amp;amp;amp;amp;amp;lt;levels&amp;amp;amp;amp;amp;gt; down "
	"here\"",
	"\"source\":\"C\",\"url\":\"http://c.example/?utm=1\","
	"\"title\":\"No id at all\",\"category\":\"x\",\"story\":7",
	"\"id\":\"f1\",\"features\":{\"quake\":2.5,\"Quilenge "
	"dam\":0.1,\"fire\":1,\"hurt\":3}",
	"\"id\":\"f2\",\"features\":{\"quake\":2.25,\"Quilenge "
	"dam\":0.3,\"fire\":1,\"hurt\":1},\"text\":\"beside\"",
	"\"id\":\"v\",\"vector\":[0.25,-1,3]",
	"\"id\":\"v0\",\"vector\":[0,0,0],\"title\":\"None\"",
	"\"id\":\"x\",\"fingerprint\":\"00f1d2c3b4a59687\"",
	"\"id\":\"u\",\"ts\":null,\"title\":\"Without a date: quake near "
	"Quilenge dam\"",
	"\"id\":\"late\",\"ts\":1,\"title\":\"From another century\"",
};

static void
write_stream(void)
{
	FILE *file = fopen(paths[0], "w");
	struct tcn_demo_conf conf;
	struct tcn_demo *demo;
	struct tcn_str line;

	ck_assert_ptr_nonnull(file);
	tcn_demo_conf_init(&conf);
	conf.items = 1500;
	conf.events = 2;
	ck_assert_int_eq(tcn_demo_new(&conf, &demo, NULL), TCN_OK);
	for (int i = 0; tcn_demo_next(demo, &line) == TCN_OK; i++) {
		fwrite(line.at, 1, line.n, file);
		fputc('\n', file);
		if (i % 90 == 30 && i / 90 < 11) {
			fprintf(file, "{\"ts\":%d,%s}\n",
			    (int)(conf.start_ms / 1000) + i, odd[i / 90]);
		}
	}
	tcn_demo_free(demo);
	fclose(file);
}

static void
replay(const char *rest, int expected)
{
	const char *printed;
	char line[400];
	int code;

	snprintf(line, sizeof line, "replay -q --set rules.more_than=3 %s",
	    rest);
	code = tcn_program(line, &printed);
	ck_assert_msg(code == expected, "%s: %d: %s", line, code, printed);
}

static void
ck_same_files(int a, int b)
{
	char command[256];

	snprintf(command, sizeof command, "test -s %s && cmp %s %s", paths[a],
	    paths[a], paths[b]);
	ck_assert_msg(system(command) == 0, "%s", command);
}

static const char *const rules[] = { "story", "similar" };

START_TEST(a_store_replays_to_the_same_end)
{
	char rest[300];

	write_stream();
	snprintf(rest, sizeof rest,
	    "--set rules.kind=%s --db %s --alerts %s --assignments %s %s",
	    rules[_i], paths[1], paths[2], paths[3], paths[0]);
	replay(rest, 0);
	snprintf(rest, sizeof rest,
	    "--set rules.kind=%s --from-db %s --db %s --alerts %s "
	    "--assignments %s",
	    rules[_i], paths[1], paths[4], paths[5], paths[6]);
	replay(rest, 0);
	ck_same_files(2, 5);
	ck_same_files(3, 6);
	/* And once more, from the store that a store was read into. */
	snprintf(rest, sizeof rest,
	    "--set rules.kind=%s --from-db %s --alerts %s --assignments %s",
	    rules[_i], paths[4], paths[5], paths[6]);
	replay(rest, 0);
	ck_same_files(2, 5);
	ck_same_files(3, 6);
}
END_TEST

START_TEST(parts_of_a_store)
{
	char rest[300];

	write_stream();
	snprintf(rest, sizeof rest, "--db %s %s", paths[1], paths[0]);
	replay(rest, 0);
	snprintf(rest, sizeof rest, "--from-db %s --db %s --until 1990-01-01",
	    paths[1], paths[2]);
	replay(rest, 0);
	snprintf(rest, sizeof rest, "--from-db %s --summary %s --since %s",
	    paths[1], paths[3], "1990-01-01");
	replay(rest, 0);
	snprintf(rest, sizeof rest, "--from-db %s --db %s", paths[1], paths[1]);
	replay(rest, 2);
	snprintf(rest, sizeof rest, "--from-db %s %s", paths[1], paths[0]);
	replay(rest, 2);
	snprintf(rest, sizeof rest, "--since 1990-01-01 %s", paths[0]);
	replay(rest, 2);
	snprintf(rest, sizeof rest, "--from-db %s --since noon", paths[1]);
	replay(rest, 2);
	replay("", 2);
}
END_TEST

TCN_TESTS(source)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, sorted_files_merge_as_one_sorted_file);
	tcase_add_test(tc, a_file_keeps_its_order_whatever_its_dates);
	tcase_add_loop_test(tc, one_wrong_date_moves_nothing_else, 0, 5);
	tcase_add_test(tc, an_undated_item_follows_its_neighbour);
	tcase_add_test(tc, files_are_open_only_while_due);
	tcase_add_test(tc, bad_lines_are_named_once_and_in_place);
	tcase_add_test(tc, what_cannot_be_read_is_told_at_once);
	tcase_add_loop_test(tc, a_store_replays_to_the_same_end, 0, 2);
	tcase_add_test(tc, parts_of_a_store);
}
