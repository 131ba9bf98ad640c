/*
 * The promise under test: a file in order of time takes the stream's time
 * along, however far apart its articles lie, and one wrong date does not.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/random.h"
#include "tests/base/temp.h"
#include "tools/intake/input/source.h"
#include "window/base/clock.h"

enum {
	ITEMS = 400,
	FILES = 3,
};

static const struct tcn_clock_conf clock_conf = {
	.lateness_ms = 4 * TCN_HOUR_MS,
	.jump_ms = TCN_HOUR_MS,
	.future_ms = 10 * TCN_MINUTE_MS,
};

static char dir[TEMP_BYTES];
static char names[8][TEMP_BYTES + 8];
static char *paths[8];
static int64_t dates[ITEMS]; /* seconds */
static int items_n; /* written, the first */
static uint64_t random_seed;

static void
setup(void)
{
	random_seed = 3;
	items_n = ITEMS;
	temp_dir(dir);
	for (int i = 0; i < 8; i++) {
		snprintf(names[i], sizeof names[i], "%s/f%d", dir, i);
		paths[i] = names[i];
	}
}

static void
teardown(void)
{
	temp_drop(dir);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

/* Dates in order: one an hour, one a day, bursts after silence, a busy day. */
enum shape {
	HOURLY,
	DAILY,
	BURSTS,
	BUSY,
	SHAPES,
};

static void
make_dates(enum shape shape)
{
	int64_t s = 1200000000;

	for (int i = 0; i < ITEMS; i++) {
		bool silence = random_below(&random_seed, 5) == 0;

		dates[i] = s;
		if (shape == HOURLY)
			s += 3700 + random_below(&random_seed, 900);
		else if (shape == DAILY)
			s += 86000 + random_below(&random_seed, 900);
		else if (shape == BURSTS && silence)
			s += 7200 + random_below(&random_seed, 150000);
		else
			s += random_below(&random_seed, 240);
	}
}

/* Item i goes to file i modulo `files`; publishers take turns. */
static void
write_files(int files, int publishers)
{
	for (int f = 0; f < files; f++) {
		FILE *file = fopen(paths[f], "w");

		ck_assert_ptr_nonnull(file);
		for (int i = f; i < items_n; i += files)
			fprintf(file,
			    "{\"id\":\"%d\",\"source\":\"S%d\",\"ts\":%lld,"
			    "\"title\":\"alpha%d beta%d gamma%d\"}\n%s",
			    i, i % publishers, (long long)dates[i], i / 4,
			    i / 4, i / 4, i % 50 == 20 ? "bad\n" : "");
		ck_assert_int_eq(fclose(file), 0);
	}
}

/* What a clock makes of the files. */
struct seen {
	size_t items, bad, future, late, confirmed;
	int64_t newest_ms, wrong_ms; /* the clock's time; at most, at a wrong */
	bool flags[ITEMS];
};

static struct seen
read_files(size_t n)
{
	const struct tcn_source_conf conf = {
		.paths = paths,
		.paths_n = n,
		.clock = clock_conf,
	};
	struct seen seen = { .newest_ms = TCN_UNDATED };
	struct tcn_article article;
	struct tcn_source *source;
	struct tcn_clock clock;
	struct tcn_arena arena;
	struct tcn_err err;
	enum tcn_rc rc;

	tcn_clock_init(&clock);
	tcn_arena_init(&arena, 0);
	ck_assert_msg(!tcn_source_open(&conf, &source, &err), "%s", err.text);
	while ((rc = tcn_source_next(source, &arena, &article, &err)) !=
	    TCN_DONE) {
		struct tcn_clock_arrival item = { .bound_ms =
						      TCN_CLOCK_NO_BOUND };
		enum tcn_clock_case which;
		int64_t at;

		seen.bad += rc == TCN_INVALID;
		if (rc == TCN_INVALID)
			continue;
		ck_assert_msg(!rc, "%s", err.text);
		item.ts_ms = article.ts_ms;
		item.confirmed = article.ts_confirmed;
		item.publisher = (uint64_t)article.source.at[1];
		which = tcn_clock_item(&clock, &clock_conf, &item, &at);
		seen.future += which == TCN_CLOCK_FUTURE;
		seen.late += which == TCN_CLOCK_LATE;
		seen.confirmed += article.ts_confirmed;
		seen.flags[seen.items++] = article.ts_confirmed;
	}
	ck_assert_int_eq(tcn_source_next(source, &arena, &article, &err),
	    TCN_DONE);
	seen.newest_ms = clock.now_ms;
	tcn_source_close(source);
	tcn_arena_fini(&arena);
	return seen;
}

/* Only of the last two is it not known. */
START_TEST(what_is_in_order_is_believed)
{
	for (int publishers = 1; publishers <= 3; publishers++) {
		struct seen seen;

		make_dates((enum shape)_i);
		write_files(1, publishers);
		seen = read_files(1);
		ck_assert_uint_eq(seen.items, ITEMS);
		ck_assert_uint_eq(seen.bad, 8);
		ck_assert_uint_le(seen.future, 2);
		ck_assert_uint_eq(seen.late, 0);
		ck_assert_uint_ge(seen.confirmed, ITEMS - 2);
	}
}
END_TEST

/* Several files come as one, with the same said of each article. */
START_TEST(merged_files_are_believed_like_one)
{
	struct seen one, three;

	make_dates((enum shape)_i);
	write_files(1, 2);
	one = read_files(1);
	write_files(FILES, 2);
	three = read_files(FILES);
	ck_assert_uint_eq(three.items, ITEMS);
	ck_assert_mem_eq(one.flags, three.flags, sizeof one.flags);
	ck_assert_int_eq(one.newest_ms, three.newest_ms);
}
END_TEST

/* Wherever it stands, and by however much it is wrong: it is not believed, no
 * other comes late by it, and the time at the end is the same. */
START_TEST(one_wrong_date_moves_nothing)
{
	static const int64_t wrong_h[] = { 30, 80, 24 * 400, 24 * 9000,
		-24 * 400, -24 * 9000 };
	struct seen sound;

	make_dates((enum shape)_i);
	write_files(1, 2);
	sound = read_files(1);
	for (int i = 0; i < ITEMS; i += 1 + ITEMS / 29) {
		for (size_t k = 0; k < sizeof wrong_h / sizeof *wrong_h; k++) {
			const int64_t was = dates[i];
			bool ahead = wrong_h[k] > 0;
			struct seen seen;

			dates[i] += wrong_h[k] * 3600;
			/* It may be the date of a neighbour, nearly. */
			ahead &=
			    i + 3 < ITEMS && dates[i] > dates[i + 3] + 4 * 3600;
			write_files(1, 2);
			seen = read_files(1);
			dates[i] = was;
			if (i == 0 || i + 3 >= ITEMS)
				continue;
			ck_assert_int_ge(seen.newest_ms, sound.newest_ms);
			ck_assert_int_le(seen.newest_ms,
			    1000 * dates[ITEMS - 1]);
			ck_assert_uint_le(seen.late, !ahead);
			ck_assert_uint_le(seen.future,
			    sound.future + 1 + 2 * (size_t)ahead);
			ck_assert(!ahead || !seen.flags[i]);
		}
	}
}
END_TEST

/* One feed that dates all it has ahead, in a stream of several. */
START_TEST(a_hostile_feed_is_not_believed)
{
	struct seen seen;
	size_t believed = 0;

	make_dates(BUSY);
	for (int i = 4; i < ITEMS; i += 4)
		dates[i] += 9000 * 3600;
	write_files(1, 4);
	seen = read_files(1);
	for (int i = 4; i < ITEMS; i += 4)
		believed += seen.flags[i];
	ck_assert_uint_eq(believed, 0);
	ck_assert_uint_eq(seen.late, 0);
}
END_TEST

/* From a pipe: with the first eight the time is known, and from then on each
 * article is seen when it comes. */
START_TEST(a_busy_pipe_is_not_waited_for)
{
	struct tcn_source_conf conf = { .paths_n = 1, .clock = clock_conf };
	char name[32], *const pipe_path[] = { name };
	struct tcn_article article;
	struct tcn_source *source;
	struct tcn_arena arena;
	int ends[2], read_n = 0;

	ck_assert_int_eq(pipe(ends), 0);
	snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
	conf.paths = pipe_path;
	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_source_open(&conf, &source, NULL), TCN_OK);
	for (int i = 0; i < 50; i++) {
		dprintf(ends[1], "{\"title\":\"text %d\",\"ts\":%d}\n", i,
		    1200000000 + i * 60);
		for (; i >= 8 && read_n <= i; read_n++) {
			ck_assert_int_eq(tcn_source_next(source, &arena,
					     &article, NULL),
			    TCN_OK);
			ck_assert(article.ts_confirmed);
		}
	}
	close(ends[0]);
	close(ends[1]);
	tcn_source_close(source);
	tcn_arena_fini(&arena);
}
END_TEST

/* from: "" or the option and the store; the files by their numbers. */
static void
replay(const char *from, int in, int into, int assignments)
{
	const char *printed;
	char line[5 * TEMP_BYTES + 200];
	int code;

	snprintf(line, sizeof line,
	    "replay -q --set rules.kind=similar --set rules.more_than=2 "
	    "--db %s --assignments %s %s %s",
	    paths[into], paths[assignments], from, paths[in]);
	code = tcn_program(line, &printed);
	ck_assert_msg(code == 0, "%s: %d: %s", line, code, printed);
}

static void
ck_same_files(int a, int b)
{
	char command[3 * TEMP_BYTES];

	snprintf(command, sizeof command, "test -s %s && cmp %s %s", paths[a],
	    paths[a], paths[b]);
	ck_assert_msg(system(command) == 0, "%s", command);
}

/* The store says which dates were confirmed; what is read again is known. */
START_TEST(a_store_of_a_sparse_file_replays_to_the_same_end)
{
	make_dates((enum shape)_i);
	write_files(1, 2);
	replay("", 0, 1, 3);
	replay("--from-db", 1, 2, 4);
	ck_same_files(3, 4);
	replay("", 0, 2, 4);
	ck_same_files(3, 4);
	replay("--from-db", 2, 5, 4);
	ck_same_files(3, 4);
}
END_TEST

TCN_TESTS(confirm)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, what_is_in_order_is_believed, 0, SHAPES);
	tcase_add_loop_test(tc, merged_files_are_believed_like_one, 0, SHAPES);
	tcase_add_loop_test(tc, one_wrong_date_moves_nothing, 0, SHAPES);
	tcase_add_test(tc, a_hostile_feed_is_not_believed);
	tcase_add_test(tc, a_busy_pipe_is_not_waited_for);
	tcase_add_loop_test(tc,
	    a_store_of_a_sparse_file_replays_to_the_same_end, 0, SHAPES);
}
