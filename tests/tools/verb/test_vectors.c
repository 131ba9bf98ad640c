/*
 * A stream of vectors without words, in runs of the program: its events, from a
 * file, cut, and from the store; look-ups; what is refused.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tests/base/vectors.h"
#include "tools/base/exit.h"

enum {
	LENGTH = 64,
	EVENTS = 4,
	EACH = 24, /* items of an event */
	ITEMS = 1100,
};

static char dir[TEMP_BYTES];

/* Every so often an item of an event, else noise. */
static void
add_item(struct tcn_buf *out, size_t i, uint64_t *seed)
{
	size_t event = i / (ITEMS / EVENTS);
	bool tells = i % (ITEMS / EVENTS) < (size_t)3 * EACH && i % 3 == 0;
	float centre[LENGTH], vector[LENGTH];

	vectors_centre(event, centre, LENGTH);
	vectors_make(seed, tells ? centre : NULL, tells ? 0.5 : 1, vector,
	    LENGTH);
	tcn_buf_printf(out,
	    "{\"id\":\"%s%zu\",\"ts\":%zu,\"source\":\"site %zu\",\"vector\":",
	    tells ? "e" : "n", i, 1700000000 + i * 90, i % 7);
	for (size_t k = 0; k < LENGTH; k++)
		tcn_buf_printf(out, "%c%.4f", k ? ',' : '[', (double)vector[k]);
	tcn_buf_z(out, "]");
	if (tells)
		tcn_buf_printf(out, ",\"story\":\"event %zu\"", event);
	tcn_buf_z(out, "}\n");
}

static void
write_items(const char *name, size_t n)
{
	struct tcn_buf in = { 0 };
	uint64_t seed = 1;
	char path[128];

	for (size_t i = 0; i < n; i++)
		add_item(&in, i, &seed);
	snprintf(path, sizeof path, "%s/%s", dir, name);
	temp_write(path, in.at);
	tcn_buf_fini(&in);
}

static void
setup(void)
{
	temp_dir(dir);
	write_items("all", ITEMS);
}

static void
teardown(void)
{
	temp_drop(dir);
}

/* Runs `VERB... DIR/FILE`. */
static const char *
run(const char *verb, const char *file, int code)
{
	const char *printed;
	char line[400], *at;

	snprintf(line, sizeof line, "%s %s/%s", verb, dir, file);
	while ((at = strstr(line, "@")) != NULL) { /* stands for the folder */
		char rest[400];

		snprintf(rest, sizeof rest, "%s%s", dir, at + 1);
		snprintf(at, sizeof line - (size_t)(at - line), "%s", rest);
	}
	ck_assert_int_eq(tcn_program(line, &printed), code);
	return printed;
}

static void
has(const char *printed, const char *text)
{
	ck_assert_msg(strstr(printed, text) != NULL, "'%s' in:\n%s", text,
	    printed);
}

/* The lines of the two files are the same. */
static void
same(const char *a, const char *b)
{
	char one[128], two[128];
	char *x, *y;

	snprintf(one, sizeof one, "%s/%s", dir, a);
	snprintf(two, sizeof two, "%s/%s", dir, b);
	x = temp_read(one);
	y = temp_read(two);
	ck_assert_str_eq(x, y);
	ck_assert_uint_gt(strlen(x), 100);
	tcn_mem_free(x);
	tcn_mem_free(y);
}

/* Cut anywhere, and from the store, all is decided as in one run. */
START_TEST(a_stream_of_vectors_gives_events)
{
	static const size_t cuts[] = { 1, 40, 333, 700, ITEMS };
	const char *printed;

	printed =
	    run("replay --alerts @/alerts --assignments @/whole", "all", 0);
	has(printed, "these items have no words: rule story counts them");
	has(printed, "4 events");
	has(printed, "no words to judge by: all items came as vectors");
	for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
		write_items("part", cuts[i]);
		run("replay -q --db @/cut.db --alerts @/alerts2 "
		    "--assignments @/cut",
		    "part", 0);
	}
	same("whole", "cut");
	same("alerts", "alerts2");
	run("replay -q --alerts @/alerts3 --assignments @/again --from-db",
	    "cut.db", 0);
	same("whole", "again");
	same("alerts", "alerts3");
	has(run("check --db", "cut.db", 0), "all is well");
}
END_TEST

/* Their events have no title: an id stands for it wherever one is shown. */
START_TEST(an_event_without_titles_is_called_by_an_id)
{
	run("replay -q --db @/named.db", "all", 0);
	has(run("event list --json --db", "named.db", 0), "\"title\":\"e");
	has(run("event list --db", "named.db", 0), "story: e");
	run("report --dir @/reports --db", "named.db", 0);
}
END_TEST

/* The settings of vectors can be tried: what is asked too much of finds no
 * event, and the two runs are told apart. */
START_TEST(settings_of_vectors_are_swept_and_compared)
{
	const char *printed =
	    run("tune sweep -q -g story.vector_join=0.6,0.95 --labels story "
		"--set score.warmup=0s",
		"all", 0);

	has(printed, "vector_join=0.6 finds 4 of 4 events");
	has(printed, "         0.95        0.00");
	printed = run("tune diff -q -b story.vector_join=0.99", "all", 1);
	has(printed, "A has 4 events, B 0; 0 the same, 4 lost");
	has(printed, "site 3: e3\n");
}
END_TEST

/* By cosine: the items of one event, which no fingerprint finds. */
START_TEST(related_items_are_found_by_cosine)
{
	const char *printed;
	size_t found = 0;

	run("replay -q --set rules.more_than=1000 --db @/s.db", "all", 0);
	printed = run("related e69 -n 30 --db", "s.db", 0);
	has(printed, "alike  bits");
	for (const char *at = printed; (at = strstr(at, "  e")) != NULL; at++)
		found++;
	ck_assert_uint_ge(found, EACH - 1);
	ck_assert_ptr_null(strstr(printed, "~"));
	ck_assert_ptr_null(strstr(printed, "0.000"));
}
END_TEST

static const struct {
	const char *line, *says;
} refused[] = {
	{ "{\"vector\":[1,2,3]}",
	    ":2: a vector of 3 numbers; this stream's "
	    "have 64" },
	{ "{\"vector\":[1,1e39]}", ":2: vector: entry 2 is not a finite" },
	{ "{\"vector\":[0,1e-60]}", ":2: vector: all its numbers are 0" },
	{ "{\"vector\":[NaN]}", ":2:12: this is not JSON" },
};

/* A bad line, with its place; the store's stream goes on with its length. */
START_TEST(what_cannot_be_compared_is_refused)
{
	char path[128];
	struct tcn_buf in = { 0 };
	uint64_t seed = 1;

	add_item(&in, 0, &seed);
	tcn_buf_printf(&in, "%s\n", refused[_i].line);
	snprintf(path, sizeof path, "%s/bad", dir);
	temp_write(path, in.at);
	tcn_buf_fini(&in);
	has(run("replay --db @/r.db", "bad", 0), refused[_i].says);
	has(run("replay --strict", "bad", TCN_EXIT_REJECTED), refused[_i].says);
	temp_write(path, "{\"vector\":[1,2,3]}\n");
	has(run("replay --db @/r.db", "bad", 0),
	    ":1: a vector of 3 numbers; this stream's have 64");
	has(run("replay", "bad", 0), " 0 bad lines");
}
END_TEST

TCN_TESTS(vectors)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_stream_of_vectors_gives_events);
	tcase_add_test(tc, an_event_without_titles_is_called_by_an_id);
	tcase_add_test(tc, settings_of_vectors_are_swept_and_compared);
	tcase_add_test(tc, related_items_are_found_by_cosine);
	TCN_EACH(what_cannot_be_compared_is_refused, refused);
}
