/*
 * Categories are learnt as articles pass, kept with the items that came with
 * none, and looked at by rules that ask for it; however the stream is cut.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "sql/store_read.h"
#include "tests/base/random.h"
#include "tests/base/temp.h"
#include "tools/conf/conf.h"
#include "tools/conf/rulebook.h"
#include "tools/pipeline/pipeline.h"
#include "tools/pipeline/setup.h"

#define ITEMS    1500
#define START_MS INT64_C(1772500000000)

static const char rules[] =
    "rules:\n"
    "  - {name: told, watch: true, group: 0s,"
    " where: {category: Sport, predicted: true}}\n"
    "  - {name: sent, watch: true, group: 0s, where: {category: Sport}}\n";

static char dir[64];
static struct tcn_rulebook book;
static struct tcn_pipeline_conf conf;
static size_t likely; /* items with a probability */

static void
setup(void)
{
	struct tcn_err err = { 0 };
	struct tcn_conf settings;

	ck_assert_int_eq(tcn_conf_init(&settings), TCN_OK);
	settings.category.least = 20;
	ck_assert_msg(!tcn_rulebook_read(&settings, "rules", tcn_str(rules),
			  NULL, &book, &err),
	    "%s", err.text);
	tcn_setup_pipeline(&settings, &conf);
	likely = 0;
	tcn_rulebook_use(&book, &conf.detector);
	conf.dictionaries = NULL;
	temp_dir(dir);
	/* The settings own the texts that the configuration refers to. */
	conf.category.none = "none";
	conf.prepare.textcat_dir = NULL;
	tcn_conf_fini(&settings);
}

static void
teardown(void)
{
	tcn_rulebook_close(&book);
	temp_drop(dir);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static bool
is_sport(uint64_t i)
{
	return i * 7 % 5 < 2;
}

/* A headline of sport or of markets; every third says its category. */
static struct tcn_article
article(uint64_t i, char bytes[300])
{
	static const char *const sport[] = { "striker", "referee", "penalty",
		"coach", "midfield", "stadium", "goalkeeper", "transfer" };
	static const char *const market[] = { "shares", "bond", "yields",
		"dividend", "profit", "merger", "inflation", "broker" };
	const char *const *words = is_sport(i) ? sport : market;
	uint64_t seed = i + 1;
	struct tcn_article a = { .lang = tcn_str("en"),
		.source = tcn_str("Wire"),
		.ts_ms = START_MS + (int64_t)i * 60000,
		.key = { (i + 1) * 0x9e3779b97f4a7c15u, i } };

	snprintf(bytes, 300, "%s %s %s Place%u Name%u",
	    words[random_below(&seed, 8)], words[random_below(&seed, 8)],
	    words[random_below(&seed, 8)], random_below(&seed, 5000),
	    random_below(&seed, 5000));
	snprintf(bytes + 200, 100, "a%llu", (unsigned long long)i);
	a.title = tcn_str(bytes);
	a.id = tcn_str(bytes + 200);
	if (i % 3 == 0)
		a.category = tcn_str(is_sport(i) ? "Sport" : "business");
	else if (i % 3 == 1)
		a.category = tcn_str("None");
	return a;
}

static struct tcn_pipeline *
open_pipe(const char *path)
{
	struct tcn_pipeline *pipe;
	struct tcn_err err = { 0 };

	ck_assert_msg(!tcn_pipeline_open(&conf, path, &pipe, &err), "%s",
	    err.text);
	return pipe;
}

static void
close_pipe(struct tcn_pipeline *pipe)
{
	struct tcn_err err = { 0 };

	ck_assert_msg(!tcn_pipeline_check(pipe, &err), "%s", err.text);
	ck_assert_int_eq(tcn_pipeline_finish(pipe, &err), TCN_OK);
	tcn_pipeline_close(pipe);
}

/* Takes all in; cut: closes and opens again now and then, and leaves some of
 * what was done uncommitted. */
static void
take_all(const char *path, bool cut)
{
	struct tcn_pipeline *pipe = open_pipe(path);
	uint64_t seed = 4;

	for (uint64_t i = 0; i < ITEMS; i++) {
		struct tcn_pipeline_outcome outcome;
		struct tcn_err err = { 0 };
		char bytes[300];
		struct tcn_article a = article(i, bytes);

		ck_assert_msg(!tcn_pipeline_article(pipe, &a,
				  TCN_CLOCK_NO_BOUND, &outcome, &err),
		    "%s", err.text);
		ck_assert_int_eq(outcome.guess.sent.n > 0,
		    !outcome.repeat_of && i % 3 == 0);
		if (!cut || random_below(&seed, 60))
			continue;
		if (random_below(&seed, 2)) {
			ck_assert_int_eq(tcn_pipeline_commit_delta(pipe, &err),
			    TCN_OK);
			tcn_pipeline_close(pipe);
		} else {
			uint64_t back = random_below(&seed, 9);

			tcn_pipeline_close(pipe); /* rolls back */
			i = i > back ? i - back : 0;
		}
		pipe = open_pipe(path);
		/* What was rolled back comes again, from the beginning. */
		i = tcn_pipeline_next_seq(pipe) - 2;
	}
	close_pipe(pipe);
}

/* The item's predicted category; the sum of its margin and probability. */
static struct tcn_str
predicted(const struct tcn_store *st, uint64_t seq, struct tcn_arena *arena,
    double *margin)
{
	struct tcn_store_item_row *item;

	ck_assert_int_eq(tcn_store_item(st, seq, arena, &item), TCN_OK);
	ck_assert_ptr_nonnull(item);
	*margin = item->article.margin + item->article.probability;
	likely += item->article.probability > 0;
	return item->article.predicted;
}

static struct tcn_store *
open_store(const char *path)
{
	struct tcn_store *st;
	struct tcn_err err = { 0 };

	ck_assert_msg(!tcn_store_open(path, TCN_STORE_READ_ONLY, &st, &err),
	    "%s", err.text);
	return st;
}

START_TEST(what_came_with_none_is_predicted)
{
	struct tcn_arena arena;
	struct tcn_store *st;
	char path[100];
	size_t given = 0, right = 0;
	double margin;

	snprintf(path, sizeof path, "%s/a.db", dir);
	tcn_arena_init(&arena, 0);
	take_all(path, false);
	st = open_store(path);
	for (uint64_t i = 0; i < ITEMS; i++) {
		struct tcn_str label = predicted(st, i + 1, &arena, &margin);

		if (i % 3 == 0)
			ck_assert_uint_eq(label.n, 0);
		given += label.n > 0;
		right += tcn_str_equal(label,
		    tcn_str(is_sport(i) ? "Sport" : "business"));
	}
	ck_assert_uint_gt(given, ITEMS / 3);
	ck_assert_uint_gt(right * 100, given * 97);
	ck_assert_uint_gt(likely, 0);
	ck_assert_uint_le(likely, given);
	tcn_store_close(st);
	tcn_arena_fini(&arena);
}
END_TEST

static size_t
events_of(const struct tcn_store *st, const char *rule, struct tcn_arena *arena)
{
	struct tcn_store_event_list events;
	struct tcn_store_event_filter filter = { .since_ms = INT64_MIN,
		.until_ms = INT64_MAX,
		.rule = rule,
		.state = -1,
		.kind = -1,
		.acked = -1 };

	ck_assert_int_eq(tcn_store_find_events(st, &filter, 0, arena, &events),
	    TCN_OK);
	return events.n;
}

START_TEST(rules_see_it_where_they_ask)
{
	struct tcn_arena arena;
	struct tcn_store *st;
	char path[100];

	snprintf(path, sizeof path, "%s/a.db", dir);
	tcn_arena_init(&arena, 0);
	take_all(path, false);
	st = open_store(path);
	ck_assert_uint_gt(events_of(st, "sent", &arena), 0);
	ck_assert_uint_gt(events_of(st, "told", &arena),
	    events_of(st, "sent", &arena));
	tcn_store_close(st);
	tcn_arena_fini(&arena);
}
END_TEST

START_TEST(the_same_after_any_cut)
{
	struct tcn_arena arena;
	struct tcn_store *a, *b;
	char whole[100], cut[100];
	double one, other;

	snprintf(whole, sizeof whole, "%s/a.db", dir);
	snprintf(cut, sizeof cut, "%s/b.db", dir);
	tcn_arena_init(&arena, 0);
	take_all(whole, false);
	take_all(cut, true);
	a = open_store(whole);
	b = open_store(cut);
	for (uint64_t seq = 1; seq <= ITEMS; seq++) {
		struct tcn_str left = predicted(a, seq, &arena, &one);
		struct tcn_str right = predicted(b, seq, &arena, &other);

		ck_assert(tcn_str_equal(left, right));
		ck_assert(memcmp(&one, &other, sizeof one) == 0);
	}
	ck_assert_uint_eq(events_of(a, "told", &arena),
	    events_of(b, "told", &arena));
	tcn_store_close(a);
	tcn_store_close(b);
	tcn_arena_fini(&arena);
}
END_TEST

/* From an archive, before the first article. */
START_TEST(an_archive_gives_a_start)
{
	struct tcn_pipeline *pipe;
	struct tcn_prepare *prep;
	struct tcn_arena arena;
	struct tcn_store *st;
	char path[100], bytes[300];
	double margin;

	snprintf(path, sizeof path, "%s/a.db", dir);
	tcn_arena_init(&arena, 0);
	pipe = open_pipe(path);
	ck_assert(!tcn_pipeline_knows_categories(pipe));
	prep = tcn_prepare_new(&conf.prepare);
	for (uint64_t i = 0; i < ITEMS; i++) {
		struct tcn_article a = article(i, bytes);
		struct tcn_doc doc;

		tcn_arena_reset(&arena);
		tcn_prepare(prep, &a, &arena, &doc);
		tcn_expect_archive(tcn_pipeline_expect(pipe), &doc);
	}
	tcn_prepare_free(prep);
	ck_assert(tcn_pipeline_knows_categories(pipe));
	for (uint64_t i = 0; i < 10; i++) {
		struct tcn_pipeline_outcome outcome;
		struct tcn_article a = article(i * 3 + 1, bytes);

		ck_assert_int_eq(tcn_pipeline_article(pipe, &a,
				     TCN_CLOCK_NO_BOUND, &outcome, NULL),
		    TCN_OK);
	}
	close_pipe(pipe);
	st = open_store(path);
	ck_assert_uint_gt(predicted(st, 1, &arena, &margin).n, 0);
	tcn_store_close(st);
	pipe = open_pipe(path);
	ck_assert(tcn_pipeline_knows_categories(pipe));
	tcn_pipeline_close(pipe);
	tcn_arena_fini(&arena);
}
END_TEST

TCN_TESTS(categories)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, what_came_with_none_is_predicted);
	tcase_add_test(tc, rules_see_it_where_they_ask);
	tcase_add_test(tc, the_same_after_any_cut);
	tcase_add_test(tc, an_archive_gives_a_start);
}
