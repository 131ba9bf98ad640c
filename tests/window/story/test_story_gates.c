/*
 * What holds a large story back.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/duration.h"
#include "tests/window/story/heard.h"

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
	ck_assert_int_eq(judge(story), TCN_STORY_GATE_TEMPLATE);
}
END_TEST

/* What makes a table stands in the text as well as in the headline. */
START_TEST(tables_are_held_back)
{
	char title[80], text[80];
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 30; i++) {
		snprintf(title, sizeof title,
		    "acme%d first%d third quarter net", i, i);
		snprintf(text, sizeof text,
		    "shr %d cts vs %d cts net %d revs %d mln", i, i + 31,
		    i + 100, i + 200);
		story = hear_both(title, i % 5 ? text : "", i % 7 + 1u, now_ms)
			    .story;
	}
	ck_assert_int_eq(judge(story), TCN_STORY_GATE_TEMPLATE);
}
END_TEST

/* What a service says of a day: its texts share the day, and a few words. */
START_TEST(dated_notices_are_held_back)
{
	char title[80];
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 30; i++) {
		snprintf(title, sizeof title,
		    i % 2
			? "lottery results monday 8 may town%d draw%d"
			: "winning numbers monday may 8 lottery code%d hall%d",
		    i, i);
		story = hear(title).story;
	}
	ck_assert_int_eq(judge(story), TCN_STORY_GATE_TEMPLATE);
	for (int i = 0; i < 30; i++)
		story = hear(telling(i)).story;
	ck_assert_int_eq(judge(story), TCN_STORY_GATE_NONE);
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
	ck_assert_int_eq(tcn_story_judge(s, story, now_ms, NULL, &verdict),
	    TCN_OK);
	ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_CONTENT);
	ck_assert_uint_eq(verdict.on_topic_texts, 0);
	ck_assert_uint_eq(verdict.origins, 30);
}
END_TEST

/* Sixteen things about a harbour, and no story of one. */
START_TEST(one_word_in_common_makes_no_story)
{
	struct tcn_story_verdict verdict;
	char title[80];
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 20; i++) {
		snprintf(title, sizeof title, "harbour one%d", i);
		story = hear(title).story;
	}
	ck_assert_int_eq(tcn_story_judge(s, story, now_ms, NULL, &verdict),
	    TCN_OK);
	ck_assert_uint_eq(verdict.items, 20);
	ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_CONTENT);
	ck_assert_uint_eq(verdict.content_terms, 1);
	ck_assert_uint_eq(verdict.on_topic_texts, 20);
}
END_TEST

/* Of a few texts, all copied, what two share is shared. */
START_TEST(a_few_texts_of_one_event_are_no_form)
{
	static const char *const texts[] = {
		"velmark office warns of acme infant formula",
		"acme infant formula sickens babies across velmark",
		"parents return acme infant formula to ravistad shops",
		"acme recall of formula widens to more babies brands",
		"formula bacteria of acme traced to ravistad plant",
	};
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 20; i++)
		story = hear(texts[i % 5]).story;
	ck_assert_int_eq(judge(story), TCN_STORY_GATE_NONE);
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
	ck_assert_int_eq(tcn_story_judge(s, story, now_ms, NULL, &verdict),
	    TCN_OK);
	ck_assert_uint_eq(verdict.origins, 3);
	ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_CONTENT);
	ck_assert_uint_eq(verdict.texts_needed, 4);
	for (int i = 0; i < 3; i++)
		ck_assert_uint_eq(hear(tellings[i]).story, story);
	ck_assert_int_eq(judge(story), TCN_STORY_GATE_NONE);
}
END_TEST

/* Nor do two texts make three when both are copied. */
START_TEST(copies_of_two_texts_ask_for_one_more)
{
	struct tcn_story_verdict verdict;
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 12; i++) {
		story = hear("zebra escapes city zoo police say").story;
		hear("police hunt zebra of the zoo downtown");
	}
	hear("zebra zoo closed since it rains tonight");
	ck_assert_int_eq(tcn_story_judge(s, story, now_ms, NULL, &verdict),
	    TCN_OK);
	ck_assert_uint_eq(verdict.items, 25);
	ck_assert_uint_eq(verdict.origins, 3);
	ck_assert_uint_eq(verdict.texts_needed, 4);
	ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_CONTENT);
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
		now_ms += day * (TCN_DAY_MS - 3600 * 1000);
		for (int i = 0; i < 20; i++) {
			snprintf(title, sizeof title,
			    "market report tonight up%d down%d town%d", i % 4,
			    i % 5, i + 20 * day);
			story = hear(title).story;
		}
		ck_assert_int_eq(tcn_story_judge(s, story, now_ms, NULL,
				     &verdict),
		    TCN_OK);
		ck_assert_int_eq(tcn_story_observe(s, story, now_ms, NULL,
				     &verdict),
		    TCN_OK);
		ck_assert_double_ge(verdict.rare_overlap, 0.25);
		ck_assert_int_eq(verdict.gate,
		    day ? TCN_STORY_GATE_TEMPLATE : TCN_STORY_GATE_NONE);
	}
	ck_assert(verdict.template_recurs);
	ck_assert_uint_eq(verdict.template_texts, 20);
	ck_assert_uint_eq(verdict.template_days, 1);
	ck_assert(tcn_str_equal(verdict.phrase[0], tcn_str("market")));
	ck_assert(tcn_str_equal(verdict.phrase[2], tcn_str("tonight")));
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
	ck_assert_int_eq(tcn_story_mark_fired(s, story, 0), TCN_OK);
	now_ms += 12 * TCN_HOUR_MS;
	for (int i = 0; i < 20; i++)
		story = hear(telling(i < 3 ? i : i + 20)).story;
	ck_assert_int_eq(judge(story), TCN_STORY_GATE_REPORTED);
	for (int i = 0; i < 10; i++)
		hear(telling(i + 40));
	ck_assert_int_eq(judge(story), TCN_STORY_GATE_NONE);
}
END_TEST

/* What comes each week at its hour is scheduled: whoever wants none of that is
 * not told. */
START_TEST(a_kind_that_is_not_asked_for_is_held_back)
{
	struct tcn_story_query ask = { 4 * TCN_HOUR_MS, 0, 15, TCN_RULE_ITEMS,
		3, 1, 1.5, 0, NULL, NULL };
	struct tcn_story_verdict verdict;
	uint64_t story = 0;

	for (int week = 0; week < 6; week++) {
		chatter(1500);
		now_ms = (1001 + 7 * week) * TCN_DAY_MS + 14 * TCN_HOUR_MS;
		for (int i = 0; i < 20; i++)
			story = hear(telling(i + 20 * week)).story;
		ask.kinds = 1u << TCN_EVENT_NEWS;
		ck_assert_int_eq(tcn_story_judge(s, story, now_ms, &ask,
				     &verdict),
		    TCN_OK);
		if (week == 0) {
			ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_NONE);
			ck_assert_int_eq(verdict.kind, TCN_EVENT_NEWS);
		}
	}
	ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_KIND);
	ck_assert_int_eq(verdict.kind, TCN_EVENT_SCHEDULED);
	ck_assert_int_eq(verdict.season.period, TCN_SEASON_WEEK);
	ask.kinds |= 1u << TCN_EVENT_SCHEDULED;
	ck_assert_int_eq(tcn_story_judge(s, story, now_ms, &ask, &verdict),
	    TCN_OK);
	ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_NONE);
}
END_TEST

/* Few publishers: one as large as the day before is usual, told or not. */
START_TEST(a_story_must_be_larger_than_such_stories_were)
{
	struct tcn_story_verdict verdict;
	uint64_t story = 0;

	chatter(1600);
	for (int i = 0; i < 20; i++)
		story = hear_from(telling(i), 1).story;
	ck_assert_int_eq(judge(story), TCN_STORY_GATE_NONE);
	now_ms += 24 * TCN_HOUR_MS;
	for (int i = 0; i < 20; i++)
		story = hear_from(telling(i + 20), 1).story;
	ck_assert_int_eq(tcn_story_judge(s, story, now_ms, NULL, &verdict),
	    TCN_OK);
	ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_BASELINE);
	ck_assert_double_eq_tol(verdict.baseline, 20, 1);
	ck_assert_double_eq_tol(verdict.burst_ratio,
	    20 / (verdict.baseline + 1), 1e-9);
	for (int i = 0; i < 20; i++)
		hear_from(telling(i + 40), 1);
	ck_assert_int_eq(judge(story), TCN_STORY_GATE_NONE);
}
END_TEST

static const char *
recipe(int n)
{
	static char title[80];

	snprintf(title, sizeof title, "w%d x%d y%d z%d", n, n, n, n);
	return title;
}

/* Few publishers: large for them, but no more so than all that they say. */
START_TEST(a_story_is_weighed_by_what_its_sources_say)
{
	struct tcn_story_verdict v;
	uint64_t story = 0;
	bool dump = _i;

	chatter(2500);
	for (int i = 0; i < 800 && dump; i++)
		hear_from(recipe(i), i % 2 + 1u);
	for (int i = 0; i < 16; i++)
		story = hear_from(telling(i), i % 2 + 1u).story;
	ck_assert_int_eq(tcn_story_judge(s, story, now_ms, NULL, &v), TCN_OK);
	ck_assert_int_eq(v.gate,
	    dump ? TCN_STORY_GATE_BASELINE : TCN_STORY_GATE_NONE);
	if (dump) { /* the stream alone would not hold it */
		ck_assert_double_gt(v.publisher_volume, 2 * v.volume_ratio);
		ck_assert_double_lt(v.burst_ratio, v.threshold);
		ck_assert_double_lt(v.term_burst, 1);
		ck_assert_double_ge(v.burst_ratio * v.publisher_volume /
			v.volume_ratio,
		    v.threshold);
		ck_assert_double_ge(v.term_burst * v.publisher_volume /
			v.volume_ratio,
		    1);
	}
	for (int i = 0; i < 10; i++) /* a few others bear it out */
		hear_from(telling(i + 16), i % 5 + 3u);
	ck_assert_int_eq(judge(story), TCN_STORY_GATE_NONE);
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
			story = hear_from(telling(i + 40 * chapter), 1).story;
		ck_assert_int_eq(tcn_story_judge(s, story, now_ms, NULL,
				     &verdict),
		    TCN_OK);
		if (!chapter) {
			ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_NONE);
			ck_assert_int_eq(tcn_story_mark_fired(s, story, 0),
			    TCN_OK);
		}
	}
	ck_assert_int_eq(verdict.gate, TCN_STORY_GATE_REPORTED);
	ck_assert_double_gt(verdict.reported_share, 0.1);
	ck_assert_double_gt(verdict.uncorroborated, 0.8);
	ck_assert_double_gt(verdict.threshold, 1.5 * 1.4);
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
	tcase_add_test(tc, a_form_filled_in_is_held_back);
	tcase_add_test(tc, tables_are_held_back);
	tcase_add_test(tc, dated_notices_are_held_back);
	tcase_add_test(tc, stop_words_in_common_make_no_story);
	tcase_add_test(tc, one_word_in_common_makes_no_story);
	tcase_add_test(tc, a_few_texts_of_one_event_are_no_form);
	tcase_add_test(tc, strays_are_no_voices);
	tcase_add_test(tc, copies_of_two_texts_ask_for_one_more);
	tcase_add_test(tc, what_recurs_is_held_back);
	tcase_add_test(tc, texts_that_were_told_are_no_news);
	tcase_add_test(tc, a_kind_that_is_not_asked_for_is_held_back);
	tcase_add_test(tc, a_story_must_be_larger_than_such_stories_were);
	tcase_add_loop_test(tc, a_story_is_weighed_by_what_its_sources_say, 0,
	    2);
	tcase_add_test(tc, without_corroboration_once_is_enough);
	tcase_add_test(tc, no_gate_is_without_words);
}
