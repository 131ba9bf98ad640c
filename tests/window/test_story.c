#include "tests/run.h"

#include <stdio.h>

#include "engine/mem.h"
#include "tests/window/say.h"
#include "window/story.h"

#define HOUR_MS ((int64_t)3600 * 1000)
#define DAY_MS  (24 * HOUR_MS)

static struct tcn_stories *s;
static uint64_t seq;
static int64_t now_ms;
static size_t closed_n;

static void
setup(void)
{
	struct tcn_story_conf conf;

	tcn_story_conf_default(&conf);
	ck_assert_int_eq(tcn_stories_new(&conf, &s), TCN_OK);
	seq = 0;
	now_ms = 1000 * DAY_MS;
}

static void
teardown(void)
{
	tcn_stories_free(s);
}

static struct tcn_story_step
hear_at(const char *title, uint64_t publisher, int64_t ts_ms)
{
	struct tcn_placement place = { .seq = ++seq, .ts_ms = ts_ms };
	const struct tcn_story *closed;
	struct tcn_story_step step;
	struct say buf;

	say(&buf, title);
	for (size_t i = 0; i < buf.doc.terms_n; i++)
		if (buf.terms[i].word.n <= 2)
			buf.terms[i].flags = TCN_TERM_STOP;
	place.publisher = publisher;
	place.text_key = buf.doc.text_key;
	ck_assert_int_eq(tcn_stories_tick(s, now_ms, &closed, &closed_n),
	    TCN_OK);
	ck_assert_int_eq(tcn_stories_step(s, &buf.doc, &place, now_ms, &step),
	    TCN_OK);
	return step;
}

static struct tcn_story_step
hear_from(const char *title, uint64_t publisher)
{
	return hear_at(title, publisher, now_ms);
}

static struct tcn_story_step
hear(const char *title)
{
	return hear_from(title, seq % 7 + 1);
}

/* A background of n items that have nothing to do with each other. */
static void
chatter(int n)
{
	char title[80];

	for (int i = 0; i < n; i++) {
		snprintf(title, sizeof title, "a%d b%d c%d d%d", i * 4 + 1000,
		    i * 4 + 1001, i * 4 + 1002, i * 4 + 1003);
		now_ms += 60 * 1000;
		hear(title);
	}
}

static enum tcn_held
judge(uint64_t story)
{
	struct tcn_story_verdict verdict;

	ck_assert_int_eq(tcn_stories_judge(s, story, now_ms, NULL, &verdict),
	    TCN_OK);
	return verdict.held;
}

/* The nth telling of one event: shared words, others of its own. */
static const char *
telling(int n)
{
	static const char *const names[] = { "earthquake", "chile", "coast",
		"tsunami", "warning", "magnitude", "iquique", "evacuated" };
	static char title[160];
	size_t at = 0;

	for (int i = 0; i < 4; i++)
		at += (size_t)snprintf(title + at, sizeof title - at, "%s ",
		    names[(n * 3 + i * (n % 3 + 1)) % 8]);
	snprintf(title + at, sizeof title - at, "own%d more%d", n, n);
	return title;
}

START_TEST(items_of_one_event_are_one_story)
{
	uint64_t story, other;

	chatter(200);
	story = hear("earthquake off chile coast triggers tsunami").story;
	ck_assert_uint_eq(story, seq);
	now_ms += 60 * 1000;
	other = hear("bank raises interest rates again").story;
	ck_assert_uint_ne(story, other);
	ck_assert_uint_eq(hear("tsunami warning after chile earthquake").story,
	    story);
	ck_assert_uint_eq(hear("interest rates raised by bank").story, other);
}
END_TEST

START_TEST(more_than_fifteen_fire_once)
{
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 16; i++) {
		now_ms += 60 * 1000;
		story = hear(telling(i)).story;
		ck_assert_int_eq(judge(story),
		    i < 15 ? TCN_HELD_COUNT : TCN_HELD_NOT);
	}
	ck_assert_int_eq(tcn_stories_fired(s, story), TCN_OK);
	ck_assert(hear(telling(16)).fired);
}
END_TEST

static bool
is_even(void *ctx, uint64_t number)
{
	(void)ctx;
	return number % 2 == 0;
}

/* A minute apart: what a window of so many minutes holds, whole or halved. */
START_TEST(a_rule_looks_at_its_part_of_a_story)
{
	struct tcn_story_verdict v;
	struct tcn_story_view view;
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 30; i++) {
		now_ms += 60 * 1000;
		story = hear(telling(i)).story;
	}
	for (uint32_t minutes = 1; minutes <= 40; minutes++) {
		struct tcn_story_ask ask = {
			.within_ms = minutes * INT64_C(60000),
			.more_than = 7,
			.min_publishers = minutes % 5 ? 0 : 99,
			.counts = minutes % 3 ? is_even : NULL,
		};
		uint32_t n = minutes < 30 ? minutes : 30;

		ck_assert(!tcn_stories_view(s, story, now_ms, &ask, &view));
		if (ask.counts)
			ck_assert_uint_le(view.items_n - n / 2, n % 2);
		else
			ck_assert_uint_eq(view.items_n, n);
		ck_assert(!tcn_stories_judge(s, story, now_ms, &ask, &v));
		ck_assert_int_eq(v.held == TCN_HELD_COUNT, view.items_n <= 7);
		ck_assert_int_eq(v.held == TCN_HELD_PUBLISHERS,
		    view.items_n > 7 && minutes % 5 == 0);
	}
}
END_TEST

/* Neither one that comes late, nor many, when time itself has run ahead. */
START_TEST(what_comes_too_late_joins_no_story)
{
	struct tcn_story_step step;
	uint64_t story = hear("earthquake off chile coast").story;

	for (int i = 0; i < 100; i++) {
		step = hear_at(telling(i), 1, now_ms - 4 * HOUR_MS);
		ck_assert_uint_eq(step.story, 0);
		ck_assert_uint_eq(step.opened, 0);
	}
	step = hear_at("earthquake off coast of chile", 1,
	    now_ms - 4 * HOUR_MS + 1);
	ck_assert_uint_eq(step.story, story);
	ck_assert_uint_eq(step.items, 2);
}
END_TEST

/* (now - within, now]: what came exactly four hours ago is out. */
START_TEST(the_window_is_exact_to_the_millisecond)
{
	struct tcn_story_view view;
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 16; i++) {
		now_ms += 60 * 1000;
		story = hear(telling(i)).story;
	}
	now_ms += 4 * HOUR_MS - 15 * 60 * 1000 - 1;
	ck_assert_int_eq(tcn_stories_view(s, story, now_ms, NULL, &view),
	    TCN_OK);
	ck_assert_uint_eq(view.items_n, 16);
	ck_assert_uint_eq(view.items[0].seq, 1501);
	ck_assert_int_eq(tcn_stories_view(s, story, now_ms + 1, NULL, &view),
	    TCN_OK);
	ck_assert_uint_eq(view.items_n, 15);
	ck_assert_uint_eq(view.story.items, 16);
}
END_TEST

START_TEST(copies_are_one_origin)
{
	struct tcn_story_view view;
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 40; i++)
		story = hear("storm hits northern islands hard tonight").story;
	ck_assert_int_eq(judge(story), TCN_HELD_ORIGINS);
	ck_assert_int_eq(tcn_stories_view(s, story, now_ms, NULL, &view),
	    TCN_OK);
	ck_assert_uint_eq(view.items_n, 40);
	ck_assert_uint_eq(view.origins, 1);
	ck_assert_uint_eq(view.publishers, 7);
}
END_TEST

START_TEST(a_form_filled_in_is_held_back)
{
	char title[80];
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 30; i++) {
		snprintf(title, sizeof title,
		    "declares quarterly dividend name%d cents%d date%d", i, i,
		    i);
		story = hear(title).story;
	}
	ck_assert_int_eq(judge(story), TCN_HELD_TEMPLATE);
}
END_TEST

/* Of a language that few items are in, even its "the" looks rare. */
START_TEST(stop_words_in_common_make_no_story)
{
	struct tcn_story_verdict verdict;
	char title[80];
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 30; i++) {
		snprintf(title, sizeof title,
		    "el name%d de town%d la thing%d y verb%d", i, i, i, i);
		story = hear(title).story;
	}
	ck_assert_int_eq(tcn_stories_judge(s, story, now_ms, NULL, &verdict),
	    TCN_OK);
	ck_assert_int_eq(verdict.held, TCN_HELD_VAGUE);
	ck_assert_uint_eq(verdict.voices, 0);
	ck_assert_uint_eq(verdict.origins, 30);
}
END_TEST

/* What copies draw in by one word each does not tell their story too. */
START_TEST(strays_are_no_voices)
{
	static const char *const strays[] = {
		"zebra harbour quiet1 quiet2 quiet3",
		"zebra mountain quiet4 quiet5 quiet6",
	};
	static const char *const tellings[] = {
		"zebra escapes zoo again overnight quiet1",
		"escapes zebra downtown police chase quiet2",
		"police zoo zebra hunt quiet3 quiet4",
	};
	struct tcn_story_verdict verdict;
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 14; i++)
		story = hear("zebra escapes city zoo police say").story;
	for (int i = 0; i < 2; i++)
		ck_assert_uint_eq(hear(strays[i]).story, story);
	ck_assert_int_eq(tcn_stories_judge(s, story, now_ms, NULL, &verdict),
	    TCN_OK);
	ck_assert_uint_eq(verdict.origins, 3);
	ck_assert_int_eq(verdict.held, TCN_HELD_VAGUE);
	ck_assert_uint_eq(verdict.asked, 4);
	for (int i = 0; i < 3; i++)
		ck_assert_uint_eq(hear(tellings[i]).story, story);
	ck_assert_int_eq(judge(story), TCN_HELD_NOT);
}
END_TEST

/* The same notice at the same hour: its phrase was there yesterday. */
START_TEST(what_recurs_is_held_back)
{
	struct tcn_story_verdict verdict;
	char title[80];
	uint64_t story = 0;

	chatter(1500);
	for (int day = 0; day < 2; day++) {
		now_ms += day * (DAY_MS - 3600 * 1000);
		for (int i = 0; i < 20; i++) {
			snprintf(title, sizeof title,
			    "market report tonight up%d down%d town%d", i % 4,
			    i % 5, i + 20 * day);
			story = hear(title).story;
		}
		ck_assert_int_eq(tcn_stories_judge(s, story, now_ms, NULL,
				     &verdict),
		    TCN_OK);
		ck_assert_double_ge(verdict.rare, 0.25);
		ck_assert_int_eq(verdict.held,
		    day ? TCN_HELD_TEMPLATE : TCN_HELD_NOT);
	}
	ck_assert(verdict.form_recurs);
	ck_assert_uint_eq(verdict.form_texts, 20);
	ck_assert_uint_eq(verdict.form_days, 1);
	ck_assert(tcn_str_equal(verdict.phrase[0], tcn_str("market")));
	ck_assert(tcn_str_equal(verdict.phrase[2], tcn_str("tonight")));
}
END_TEST

/* Few publishers: what was told is not told again within a day. */
START_TEST(without_corroboration_once_is_enough)
{
	struct tcn_story_verdict verdict;
	uint64_t story = 0;

	chatter(1600);
	for (int chapter = 0; chapter < 2; chapter++) {
		now_ms += chapter * 5 * 3600 * 1000;
		for (int i = 0; i < 16; i++)
			story = hear_from(telling(i), 1).story;
		ck_assert_int_eq(tcn_stories_judge(s, story, now_ms, NULL,
				     &verdict),
		    TCN_OK);
		if (!chapter) {
			ck_assert_int_eq(verdict.held, TCN_HELD_NOT);
			ck_assert_int_eq(tcn_stories_fired(s, story), TCN_OK);
		}
	}
	ck_assert_int_eq(verdict.held, TCN_HELD_TOLD);
	ck_assert_double_gt(verdict.told, 0.1);
	ck_assert_double_gt(verdict.alone, 0.8);
	ck_assert_double_gt(verdict.bar, 1.3 * 1.4);
}
END_TEST

START_TEST(quiet_stories_close)
{
	uint64_t story = hear("something happens somewhere").story;

	now_ms += 4 * HOUR_MS - 1;
	hear("unrelated words entirely new");
	ck_assert_uint_eq(closed_n, 0);
	ck_assert(tcn_stories_is_open(s, story));
	now_ms += 1;
	hear("another different headline text");
	ck_assert_uint_eq(closed_n, 1);
	ck_assert(!tcn_stories_is_open(s, story));
	ck_assert_uint_ne(hear("something happens somewhere").story, story);
}
END_TEST

START_TEST(stories_merge_into_the_larger)
{
	uint64_t large, small;
	struct tcn_story_step step;
	struct tcn_story_view view;

	chatter(1500);
	large = hear("alpha bravo charlie delta").story;
	hear("alpha bravo charlie delta echo");
	small = hear("foxtrot golf hotel india").story;
	ck_assert_uint_ne(large, small);
	hear("foxtrot golf hotel india juliet");
	step = hear("alpha bravo charlie foxtrot golf");
	while (!step.merged_from && seq < 1520)
		step = hear("charlie delta alpha foxtrot golf hotel");
	ck_assert_uint_eq(step.merged_from, small);
	ck_assert_uint_eq(step.story, large);
	ck_assert(!tcn_stories_is_open(s, small));
	ck_assert_int_eq(tcn_stories_view(s, large, now_ms, NULL, &view),
	    TCN_OK);
	ck_assert_uint_eq(view.items_n, seq - 1500);
	for (size_t i = 1; i < view.items_n; i++)
		ck_assert_uint_lt(view.items[i - 1].seq, view.items[i].seq);
}
END_TEST

/* Whether one item that fits two stories of n items each merges them. */
static bool
does_bridge(int n)
{
	chatter(1500);
	for (int i = 0; i < n; i++)
		hear("alpha bravo charlie delta echo");
	for (int i = 0; i < n; i++)
		hear("foxtrot golf hotel india juliet");
	return hear("alpha bravo charlie golf hotel").merged_from != 0;
}

START_TEST(fragments_merge_sooner_than_stories)
{
	ck_assert(does_bridge(1));
	teardown();
	setup();
	ck_assert(!does_bridge(16));
}
END_TEST

/* Told, grown quiet, and then full of something else again. */
START_TEST(a_told_story_that_becomes_another_is_a_new_chapter)
{
	static const char *const news[] = { "rescue", "teams", "president",
		"visits", "victims", "mourning", "aid", "airlift" };
	struct tcn_story_step step = { 0 };
	uint64_t first = 0;
	char title[200];

	chatter(1500);
	for (int i = 0; i < 16; i++)
		first = hear(telling(i)).story;
	ck_assert_int_eq(tcn_stories_fired(s, first), TCN_OK);
	for (int i = 0; i < 12; i++) {
		now_ms += HOUR_MS;
		ck_assert_uint_eq(hear(telling(i + 20)).story, first);
	}
	for (int i = 0; i < 30 && !step.opened; i++) {
		snprintf(title, sizeof title, "earthquake chile %s %s %s",
		    news[i % 8], news[(i + 3) % 8], news[(i + 5) % 8]);
		step = hear(title);
	}
	ck_assert_uint_eq(step.story, seq);
	ck_assert_uint_ne(step.story, first);
	ck_assert_uint_eq(step.items, 16);
	ck_assert_int_eq(judge(step.story), TCN_HELD_NOT);
	ck_assert_uint_eq(hear(title).story, step.story);
	ck_assert_uint_eq(closed_n, 1);
	ck_assert(!tcn_stories_is_open(s, first));
}
END_TEST

START_TEST(defining_terms_read_as_words)
{
	struct tcn_story_view view;
	uint64_t story = 0;

	chatter(300);
	for (int i = 0; i < 8; i++)
		story = hear(i % 2 ? "volcano erupts again"
				   : "volcano near town smokes")
			    .story;
	ck_assert_int_eq(tcn_stories_view(s, story, now_ms, NULL, &view),
	    TCN_OK);
	ck_assert_uint_ge(view.story.terms_n, 2);
	ck_assert_int_eq(view.story.terms[0].word.n, 7);
	ck_assert_mem_eq(view.story.terms[0].word.at, "volcano", 7);
	ck_assert_double_eq(view.story.terms[0].weight, 1);
	ck_assert_uint_ne(view.story.central, 0);
}
END_TEST

START_TEST(an_item_without_words_is_a_story_of_its_own)
{
	uint64_t first = hear("").story;

	ck_assert_uint_eq(first, seq);
	ck_assert_uint_ne(hear("").story, first);
	ck_assert_int_eq(judge(first), TCN_HELD_COUNT);
}
END_TEST

/* A late item counts at its own time, not at its arrival. */
START_TEST(late_items_keep_their_time)
{
	struct tcn_placement place = { .publisher = 1 };
	struct tcn_story_view view;
	struct tcn_story_step step;
	struct say buf;
	uint64_t story;

	story = hear("quake strikes island port").story;
	say(&buf, "quake strikes island port again");
	place.seq = ++seq;
	place.ts_ms = now_ms - 4 * HOUR_MS + 1;
	ck_assert_int_eq(tcn_stories_step(s, &buf.doc, &place, now_ms, &step),
	    TCN_OK);
	ck_assert_uint_eq(step.story, story);
	ck_assert_int_eq(tcn_stories_view(s, story, now_ms, NULL, &view),
	    TCN_OK);
	ck_assert_uint_eq(view.items_n, 2);
	ck_assert_uint_eq(view.items[0].seq, seq);
	ck_assert_int_eq(tcn_stories_view(s, story, now_ms + 1, NULL, &view),
	    TCN_OK);
	ck_assert_uint_eq(view.items_n, 1);
}
END_TEST

START_TEST(the_caps_bound_what_is_held)
{
	struct tcn_story_conf conf;
	struct tcn_story_stats stats;

	teardown();
	tcn_story_conf_default(&conf);
	conf.terms_max = 400;
	conf.stories_max = 20;
	conf.items_max = 50;
	ck_assert_int_eq(tcn_stories_new(&conf, &s), TCN_OK);
	chatter(2000);
	tcn_stories_stats(s, &stats);
	ck_assert_uint_le(stats.terms, 400);
	ck_assert_uint_le(stats.stories, 21);
	ck_assert_uint_le(stats.items, 51);
	ck_assert_uint_gt(stats.terms_evicted, 1000);
	ck_assert_uint_gt(stats.closed_early, 1000);
	ck_assert_uint_eq(stats.terms_refused, 0);
}
END_TEST

START_TEST(frequencies_are_learnt)
{
	struct say buf;
	double counts[3];

	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(tcn_stories_learn(s,
				     say(&buf, i ? "one two" : "one one"),
				     now_ms),
		    TCN_OK);
	ck_assert_double_eq_tol(tcn_stories_docs(s), 5, 1e-9);
	ck_assert_double_eq_tol(tcn_stories_df(s, XXH3_64bits("one", 3)), 5,
	    1e-9);
	ck_assert_double_eq_tol(tcn_stories_df(s, XXH3_64bits("two", 3)), 4,
	    1e-9);
	ck_assert_double_eq(tcn_stories_df(s, 12345), 0);
	ck_assert_int_eq(tcn_stories_counts(s, say(&buf, "two three one"),
			     counts),
	    TCN_OK);
	ck_assert_double_eq(counts[0],
	    tcn_stories_df(s, XXH3_64bits("two", 3)));
	ck_assert_double_eq(counts[1], 0);
	ck_assert_double_eq(counts[2],
	    tcn_stories_df(s, XXH3_64bits("one", 3)));
}
END_TEST

Suite *suite_story(void);

Suite *
suite_story(void)
{
	Suite *suite = suite_create("story");
	TCase *tc = tcase_create("story");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, items_of_one_event_are_one_story);
	tcase_add_test(tc, what_comes_too_late_joins_no_story);
	tcase_add_test(tc, more_than_fifteen_fire_once);
	tcase_add_test(tc, a_rule_looks_at_its_part_of_a_story);
	tcase_add_test(tc, the_window_is_exact_to_the_millisecond);
	tcase_add_test(tc, copies_are_one_origin);
	tcase_add_test(tc, a_form_filled_in_is_held_back);
	tcase_add_test(tc, stop_words_in_common_make_no_story);
	tcase_add_test(tc, strays_are_no_voices);
	tcase_add_test(tc, what_recurs_is_held_back);
	tcase_add_test(tc, without_corroboration_once_is_enough);
	tcase_add_test(tc, quiet_stories_close);
	tcase_add_test(tc, stories_merge_into_the_larger);
	tcase_add_test(tc, fragments_merge_sooner_than_stories);
	tcase_add_test(tc, a_told_story_that_becomes_another_is_a_new_chapter);
	tcase_add_test(tc, defining_terms_read_as_words);
	tcase_add_test(tc, an_item_without_words_is_a_story_of_its_own);
	tcase_add_test(tc, late_items_keep_their_time);
	tcase_add_test(tc, the_caps_bound_what_is_held);
	tcase_add_test(tc, frequencies_are_learnt);
	suite_add_tcase(suite, tc);
	return suite;
}
