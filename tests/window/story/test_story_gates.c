/*
 * What holds a large story back. How it is written is left out here: see
 * test_story_score.c. What its texts share and what was before decides.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/duration.h"
#include "tests/window/story/heard.h"

static struct tcn_story_verdict
verdict_of(uint64_t story)
{
	struct tcn_story_verdict verdict;

	tcn_story_judge(s, story, now_ms, NULL, &verdict);
	return verdict;
}

/* One event, told in thirty ways by seven publishers. */
START_TEST(an_event_fires)
{
	struct tcn_story_verdict verdict;
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 30; i++)
		story = hear(telling(i)).story;
	verdict = verdict_of(story);
	ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_NONE);
	ck_assert_double_gt(verdict.score.p, 0.9);
}
END_TEST

START_TEST(a_form_filled_in_is_held_back)
{
	struct tcn_story_verdict verdict;
	char title[80];
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 60; i++) {
		if (i == 30)
			now_ms += TCN_DAY_MS;
		snprintf(title, sizeof title,
		    "declares quarterly dividend name%d cents%d date%d", i, i,
		    i);
		story = hear_from(title, 1).story;
	}
	verdict = verdict_of(story);
	ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_SCORE);
	ck_assert_double_eq(verdict.phrase_share, 1);
	ck_assert(tcn_str_equal(verdict.phrase[0], tcn_str("declares")));
	ck_assert(tcn_str_equal(verdict.phrase[2], tcn_str("dividend")));
}
END_TEST

/* Of a language that few items are in, even its "the" looks rare: that they
 * share it makes no topic, and speaks against them. */
START_TEST(stop_words_in_common_make_no_topic)
{
	struct tcn_story_verdict verdict;
	char title[80];
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 30; i++) {
		snprintf(title, sizeof title,
		    "el name%d de town%d la thing%d y verb%d", i, i, i, i);
		story = hear_from(title, 1).story;
	}
	verdict = verdict_of(story);
	ck_assert_double_lt(verdict.score.part[TCN_NEWS_TOPIC], -5);
	ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_SCORE);
	ck_assert_uint_eq(verdict.on_topic_texts, 0);
	ck_assert_uint_eq(verdict.origins, 30);
}
END_TEST

/* The first texts of an event may have nothing in common but a place: the more
 * there are, the more of them are on topic, and the eighth is no leap. */
START_TEST(one_word_in_common_counts_by_degrees)
{
	const uint32_t on_topic[] = { 0, 0, 0, 1, 2, 3, 4, 6, 8, 9, 10 };
	struct tcn_story_verdict verdict;
	char title[80];
	uint64_t story = 0;

	chatter(1500);
	for (unsigned i = 1; i <= 10; i++) {
		snprintf(title, sizeof title, "quilenge own%u more%u", i, i);
		story = hear(title).story;
		tcn_story_measure(s, story, now_ms, NULL, &verdict);
		ck_assert_uint_eq(verdict.own_origins, i);
		ck_assert_uint_eq(verdict.on_topic_texts, on_topic[i]);
	}
}
END_TEST

/* A score that is asked for decides; without one a story is only counted. */
START_TEST(as_much_is_asked_as_the_rule_says)
{
	struct tcn_story_query ask = {
		.within_ms = 4 * TCN_HOUR_MS,
		.more_than = 15,
		.unit = TCN_RULE_ITEMS,
	};
	struct tcn_story_verdict verdict, measured;
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 20; i++)
		story = hear(telling(i)).story;
	tcn_story_measure(s, story, now_ms, &ask, &measured);
	ck_assert(measured.score.p > 0.02 && measured.score.p < 1);
	for (int more = -1; more <= 1; more++) {
		ask.least = measured.score.p + more * 1e-9;
		tcn_story_judge(s, story, now_ms, &ask, &verdict);
		ck_assert_int_eq(verdict.gate,
		    more > 0 ? TCN_STORY_GATE_SCORE : TCN_STORY_GATE_NONE);
		ck_assert(verdict.score.p == measured.score.p);
	}
	ask.least = 0;
	tcn_story_judge(s, story, now_ms, &ask, &verdict);
	ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_NONE);
	ck_assert(!verdict.score.is_known[TCN_NEWS_WORD]);
}
END_TEST

/* The same at the same hour each day is less and less news. */
START_TEST(what_recurs_loses)
{
	double recurrence = 0, first = 0;
	struct tcn_story_verdict verdict;
	char title[80];
	uint64_t story = 0;

	chatter(1500);
	for (int day = 0; day < 8; day++) {
		now_ms = (1002 + day) * TCN_DAY_MS + 13 * TCN_HOUR_MS;
		for (int i = 0; i < 20; i++) {
			snprintf(title, sizeof title,
			    "market report tonight up%d down%d town%d", i % 4,
			    i % 5, i + 20 * day);
			story = hear(title).story;
		}
		verdict = verdict_of(story);
		tcn_story_cache_verdict(s, story, &verdict);
		if (day) {
			ck_assert_double_gt(verdict.recurrence, recurrence);
			ck_assert_double_lt(verdict.score.p, first);
		} else {
			ck_assert_double_eq(verdict.recurrence, 0);
			first = verdict.score.p;
		}
		recurrence = verdict.recurrence;
	}
	ck_assert_double_gt(recurrence, 0.8);
}
END_TEST

/* The next morning's texts are yesterday's, or new ones of the same event. */
START_TEST(texts_that_were_told_are_no_news)
{
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 20; i++)
		story = hear(telling(i)).story;
	ck_assert_int_eq(judge(story), TCN_STORY_GATE_NONE);
	tcn_story_mark_fired(s, story, 0);
	now_ms += 12 * TCN_HOUR_MS;
	for (int i = 0; i < 20; i++)
		story = hear(telling(i < 3 ? i : i + 20)).story;
	ck_assert_int_eq(judge(story), TCN_STORY_GATE_REPORTED);
	for (int i = 0; i < 10; i++)
		hear(telling(i + 40));
	ck_assert_int_ne(judge(story), TCN_STORY_GATE_REPORTED);
}
END_TEST

/* What it is about was told: that speaks against a second story of it, and not
 * against the one that was told. */
START_TEST(what_was_told_speaks_against_the_next)
{
	struct tcn_story_verdict before, after;
	uint64_t story = 0, again = 0;

	chatter(1600);
	for (int i = 0; i < 16; i++)
		story = hear(telling(i)).story;
	before = verdict_of(story);
	tcn_story_mark_fired(s, story, 0);
	after = verdict_of(story);
	ck_assert_double_eq(after.score.x[TCN_NEWS_TOLD], 0);
	ck_assert(after.score.p == before.score.p);
	now_ms += 5 * TCN_HOUR_MS;
	for (int i = 0; i < 16; i++)
		again = hear(telling(i + 40)).story;
	ck_assert_uint_ne(again, story);
	after = verdict_of(again);
	ck_assert_double_gt(after.reported_share, 0.1);
	ck_assert_double_eq(after.score.x[TCN_NEWS_TOLD], after.reported_share);
	ck_assert_double_lt(after.score.part[TCN_NEWS_TOLD], -0.3);
	ck_assert_double_lt(after.score.z, before.score.z);
}
END_TEST

/* What comes each week at its hour is scheduled: whoever wants none of that is
 * not told. */
START_TEST(a_kind_that_is_not_asked_for_is_held_back)
{
	struct tcn_story_query ask = {
		.within_ms = 4 * TCN_HOUR_MS,
		.more_than = 15,
		.unit = TCN_RULE_ITEMS,
		.min_origins = 3,
		.min_publishers = 1,
		.kinds = 1u << TCN_EVENT_NEWS,
	};
	struct tcn_story_verdict verdict;
	uint64_t story = 0;

	for (int week = 0; week < 6; week++) {
		chatter(1500);
		now_ms = (1001 + 7 * week) * TCN_DAY_MS + 14 * TCN_HOUR_MS;
		for (int i = 0; i < 20; i++)
			story = hear(telling(i + 20 * week)).story;
		tcn_story_judge(s, story, now_ms, &ask, &verdict);
		if (week == 0) {
			ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_NONE);
			ck_assert_int_eq(verdict.kind, TCN_EVENT_NEWS);
		}
	}
	ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_KIND);
	ck_assert_int_eq(verdict.kind, TCN_EVENT_SCHEDULED);
	ck_assert_int_eq(verdict.season.period, TCN_SEASON_WEEK);
	ask.kinds |= 1u << TCN_EVENT_SCHEDULED;
	tcn_story_judge(s, story, now_ms, &ask, &verdict);
	ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_NONE);
}
END_TEST

/* As large as such stories were the day before is usual; larger is news. */
START_TEST(larger_than_such_stories_were_is_better)
{
	struct tcn_story_verdict first, usual, larger;
	uint64_t story = 0;

	chatter(1600);
	for (int i = 0; i < 20; i++)
		story = hear_from(telling(i), 1).story;
	first = verdict_of(story);
	now_ms += 24 * TCN_HOUR_MS;
	for (int i = 0; i < 20; i++)
		story = hear_from(telling(i + 20), 1).story;
	usual = verdict_of(story);
	ck_assert_double_eq_tol(usual.baseline, 20, 1);
	ck_assert_double_eq_tol(usual.burst_ratio, 20 / (usual.baseline + 1),
	    1e-9);
	ck_assert_double_lt(usual.score.part[TCN_NEWS_LIFT],
	    first.score.part[TCN_NEWS_LIFT] - 0.2);
	ck_assert_double_lt(usual.score.p, first.score.p);
	for (int i = 0; i < 20; i++)
		hear_from(telling(i + 40), 1);
	larger = verdict_of(story);
	ck_assert_double_gt(larger.score.part[TCN_NEWS_LIFT],
	    usual.score.part[TCN_NEWS_LIFT]);
}
END_TEST

static const char *
recipe(int n)
{
	static char title[80];

	snprintf(title, sizeof title, "w%d x%d y%d z%d", n, n, n, n);
	return title;
}

/* Large for the stream, but no more so than all that its publishers say. */
START_TEST(a_story_is_weighed_by_what_its_sources_say)
{
	struct tcn_story_verdict v[2], others;
	uint64_t story = 0;

	for (int dump = 0; dump < 2; dump++) {
		chatter(2500);
		for (int i = 0; i < 800 && dump; i++)
			hear_from(recipe(i), i % 2 + 1u);
		for (int i = 0; i < 16; i++)
			story = hear_from(telling(i), i % 2 + 1u).story;
		v[dump] = verdict_of(story);
		if (dump)
			break;
		teardown();
		setup();
	}
	ck_assert_double_gt(v[1].publisher_volume, 2 * v[1].volume_ratio);
	ck_assert_double_lt(v[1].term_burst, 1);
	ck_assert_double_lt(v[1].score.part[TCN_NEWS_LIFT],
	    v[0].score.part[TCN_NEWS_LIFT]);
	ck_assert_double_lt(v[1].score.part[TCN_NEWS_BURST],
	    v[0].score.part[TCN_NEWS_BURST]);
	ck_assert_double_lt(v[1].score.p, v[0].score.p);
	for (int i = 0; i < 10; i++) /* a few others bear it out */
		hear_from(telling(i + 16), i % 5 + 3u);
	others = verdict_of(story);
	ck_assert_double_gt(others.score.part[TCN_NEWS_PUBLISHERS],
	    v[1].score.part[TCN_NEWS_PUBLISHERS] + 2);
	ck_assert_int_eq(others.gate, TCN_STORY_GATE_NONE);
}
END_TEST

/* Of the first day no baseline says anything. */
START_TEST(what_is_not_yet_known_adds_nothing)
{
	static const enum tcn_news_feature later[] = { TCN_NEWS_LIFT,
		TCN_NEWS_BURST, TCN_NEWS_RECURS };
	struct tcn_story_verdict verdict;

	for (int day = 0; day < 2; day++) {
		uint64_t story = 0;

		if (day)
			chatter(1500);
		for (int i = 0; i < 20; i++)
			story = hear(telling(i + 20 * day)).story;
		verdict = verdict_of(story);
		for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
			ck_assert_int_eq(verdict.score.is_known[later[i]], day);
			if (!day)
				ck_assert(verdict.score.part[later[i]] == 0);
		}
	}
}
END_TEST

START_TEST(no_gate_is_without_words)
{
	for (int i = 0; i <= TCN_STORY_GATE_LAST; i++) {
		const char *text = tcn_story_gate_text((enum tcn_story_gate)i);

		ck_assert_ptr_nonnull(text);
		ck_assert_uint_gt(strlen(text), 0);
	}
}
END_TEST

TCN_TESTS(story_gates)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, an_event_fires);
	tcase_add_test(tc, a_form_filled_in_is_held_back);
	tcase_add_test(tc, stop_words_in_common_make_no_topic);
	tcase_add_test(tc, one_word_in_common_counts_by_degrees);
	tcase_add_test(tc, as_much_is_asked_as_the_rule_says);
	tcase_add_test(tc, what_recurs_loses);
	tcase_add_test(tc, texts_that_were_told_are_no_news);
	tcase_add_test(tc, what_was_told_speaks_against_the_next);
	tcase_add_test(tc, a_kind_that_is_not_asked_for_is_held_back);
	tcase_add_test(tc, larger_than_such_stories_were_is_better);
	tcase_add_test(tc, a_story_is_weighed_by_what_its_sources_say);
	tcase_add_test(tc, what_is_not_yet_known_adds_nothing);
	tcase_add_test(tc, no_gate_is_without_words);
}
