/*
 * text.tagger, in a run of the program: what is stored of what a tagger said,
 * and that nobody is asked again.
 */
#include "tests/base/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "sql/store_read.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tests/tools/intake/tagger/fake.h"

#define ARTICLES 300

static char dir[TEMP_BYTES];
static const char *data; /* of the tagger */
static struct tcn_buf contents, others; /* of stores */

/* News of one event in a made-up Spanish; two of the articles kill a program of
 * the tagger (tests/tools/intake/tagger/fake_apertium.c). */
static void
setup(void)
{
	static const char *const words[] = { "barco", "puerto", "tripulantes",
		"bajar", "para", "sobre", "rara", "noche", "Quilenge", "tren" };
	struct tcn_buf in = { 0 };
	char path[128];

	temp_dir(dir);
	data = fake_install();
	for (int i = 0; i < ARTICLES; i++) {
		tcn_buf_printf(&in,
		    "{\"id\":\"a%d\",\"ts\":%d,\"source\":\"diario "
		    "%d\",\"lang\":\"%s\",\"title\":\"%s\",\"text\":\"",
		    i, 1700000000 + i * 60, i, i % 10 == 9 ? "de" : "es",
		    i == 40        ? "barco adie"
			: i == 200 ? "barco tdie"
				   : "barco puerto");
		for (int k = 0; k < 12; k++)
			tcn_buf_printf(&in, "%s ", words[(i * 7 + k * k) % 10]);
		tcn_buf_printf(&in, "%d.\"}\n", i);
	}
	snprintf(path, sizeof path, "%s/in.ndjson", dir);
	temp_write(path, in.at);
	tcn_buf_fini(&in);
	contents = others = (struct tcn_buf){ 0 };
}

static void
teardown(void)
{
	tcn_buf_fini(&contents);
	tcn_buf_fini(&others);
	fake_uninstall();
	temp_drop(dir);
}

/* Replays into a store of that name; what was printed. */
static const char *
replay(const char *to, const char *how)
{
	static const char *printed;
	char line[600];

	snprintf(line, sizeof line,
	    "replay -q --set pairs.on=true --set text.tagger=apertium --set "
	    "text.tagger_data=%s --db %s/%s.db --assignments %s/%s.out %s",
	    data, dir, to, dir, to, how);
	ck_assert_msg(tcn_program(line, &printed) == 0, "%s", printed);
	return printed;
}

static const char *
replay_file(const char *to, const char *how)
{
	char line[200];

	snprintf(line, sizeof line, "%s %s/in.ndjson", how, dir);
	return replay(to, line);
}

static void
put_content(const struct tcn_article *article, struct tcn_buf *out)
{
	const struct tcn_content *content = &article->content;

	tcn_buf_printf(out, "%.*s %s %.*s", TCN_STR_ARG(article->id),
	    tcn_content_source_name(content->source),
	    TCN_STR_ARG(content->tagger));
	for (size_t i = 0; i < content->n; i++)
		tcn_buf_printf(out, " %" PRIx64, content->at[i]);
	tcn_buf_char(out, '\n');
}

/* The contents of a store's items, a line each. */
static void
read_contents(const char *name, struct tcn_buf *out)
{
	struct tcn_store_item_row *item;
	struct tcn_arena arena;
	struct tcn_store *store;
	char path[128];
	uint64_t after = 0;

	tcn_buf_clear(out);
	tcn_arena_init(&arena, 0);
	snprintf(path, sizeof path, "%s/%s.db", dir, name);
	ck_assert_int_eq(tcn_store_open(path, TCN_STORE_READ_ONLY, &store,
			     NULL),
	    TCN_OK);
	for (;;) {
		ck_assert_int_eq(tcn_store_next_item(store, after, INT64_MIN,
				     INT64_MAX, &arena, &item),
		    TCN_OK);
		if (!item)
			break;
		after = item->place.seq;
		put_content(&item->article, out);
	}
	tcn_buf_char(out, '\0');
	tcn_store_close(store);
	tcn_arena_fini(&arena);
}

static unsigned
count(const struct tcn_buf *lines, const char *text)
{
	const char *at = lines->at;
	unsigned n = 0;

	for (; (at = strstr(at, text)); at++)
		n++;
	return n;
}

static void
ck_same_decisions(const char *a, const char *b)
{
	char path[128], *all, *other;

	snprintf(path, sizeof path, "%s/%s.out", dir, a);
	all = temp_read(path);
	snprintf(path, sizeof path, "%s/%s.out", dir, b);
	other = temp_read(path);
	ck_assert_str_eq(all, other);
	tcn_mem_free(all);
	tcn_mem_free(other);
}

START_TEST(what_was_said_is_stored_whatever_the_threads)
{
	const char *printed = replay_file("one", "-j 1");

	ck_assert_msg(strstr(printed,
			  "parts of speech are found by apertium cat-spa "),
	    "%s", printed);
	read_contents("one", &contents);
	ck_assert_uint_eq(count(&contents, " tagger apertium spa-cat "),
	    ARTICLES - ARTICLES / 10 - 2);
	ck_assert_uint_eq(count(&contents, " words apertium spa-cat "), 2);
	ck_assert_uint_eq(count(&contents, "a40 words apertium spa-cat "), 1);
	ck_assert_uint_eq(count(&contents, " none \n"), ARTICLES / 10);
	replay_file("four", "-j 4");
	read_contents("four", &others);
	ck_assert_str_eq(contents.at, others.at);
	ck_same_decisions("one", "four");
}
END_TEST

START_TEST(a_replay_of_the_store_asks_nobody)
{
	const char *printed;
	char line[200];

	replay_file("one", "");
	read_contents("one", &contents);
	fake_remove_programs();
	snprintf(line, sizeof line, "--from-db %s/one.db", dir);
	printed = replay("again", line);
	ck_assert_msg(!strstr(printed, "tagger_off"), "%s", printed);
	read_contents("again", &others);
	ck_assert_uint_eq(count(&others, " tagger apertium spa-cat "),
	    count(&contents, " tagger apertium spa-cat "));
	ck_same_decisions("one", "again");
}
END_TEST

/* Whatever is installed and set now. */
START_TEST(a_store_without_a_tagger_is_replayed_without)
{
	char line[200];

	replay_file("one", "--set text.tagger=none");
	snprintf(line, sizeof line, "--from-db %s/one.db", dir);
	replay("again", line);
	read_contents("again", &contents);
	ck_assert_uint_eq(count(&contents, " none \n"), ARTICLES);
	ck_same_decisions("one", "again");
}
END_TEST

START_TEST(without_the_programs_the_run_goes_on_and_says_so_once)
{
	const char *printed, *told;

	fake_remove_programs();
	printed = replay_file("one", "-j 3");
	told = strstr(printed, "event=tagger_off");
	ck_assert_msg(told, "%s", printed);
	ck_assert_ptr_nonnull(strstr(told, "install it"));
	ck_assert_ptr_null(strstr(told + 1, "event=tagger_off"));
	read_contents("one", &contents);
	ck_assert_uint_eq(count(&contents, " words apertium spa-cat "),
	    ARTICLES - ARTICLES / 10);
}
END_TEST

START_TEST(without_data_the_run_goes_on_and_says_so)
{
	const char *printed;

	data = "/nowhere";
	printed = replay_file("one", "");
	ck_assert_msg(strstr(printed,
			  "no tagger of Apertium is installed in "
			  "/nowhere"),
	    "%s", printed);
	read_contents("one", &contents);
	ck_assert_uint_eq(count(&contents, " none \n"), ARTICLES);
}
END_TEST

TCN_TESTS(tagger)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, what_was_said_is_stored_whatever_the_threads);
	tcase_add_test(tc, a_replay_of_the_store_asks_nobody);
	tcase_add_test(tc, a_store_without_a_tagger_is_replayed_without);
	tcase_add_test(tc,
	    without_the_programs_the_run_goes_on_and_says_so_once);
	tcase_add_test(tc, without_data_the_run_goes_on_and_says_so);
}
