#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tests/window/story/heard.h"

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
	static const struct tcn_story_query ask = {
		.within_ms = 4 * TCN_HOUR_MS,
		.more_than = 15,
		.least = 0.7,
	};
	struct tcn_story_verdict v;
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 16; i++) {
		now_ms += 60 * 1000;
		story = hear(telling(i)).story;
		tcn_story_judge(s, story, now_ms, &ask, &v);
		ck_assert_int_eq(v.gate,
		    i < 15 ? TCN_STORY_GATE_COUNT : TCN_STORY_GATE_NONE);
	}
	tcn_story_mark_fired(s, story, 0);
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
		struct tcn_story_query ask = {
			.within_ms = minutes * INT64_C(60000),
			.more_than = 7,
			.min_publishers = minutes % 5 ? 0 : 99,
			.counts = minutes % 3 ? is_even : NULL,
		};
		uint32_t n = minutes < 30 ? minutes : 30;

		tcn_story_read_view(s, story, now_ms, &ask, &view);
		if (ask.counts)
			ck_assert_uint_le(view.items_n - n / 2, n % 2);
		else
			ck_assert_uint_eq(view.items_n, n);
		tcn_story_judge(s, story, now_ms, &ask, &v);
		ck_assert_int_eq(v.gate == TCN_STORY_GATE_COUNT,
		    view.items_n <= 7);
		ck_assert_int_eq(v.gate == TCN_STORY_GATE_PUBLISHERS,
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
		step = hear_at(telling(i), 1, now_ms - 4 * TCN_HOUR_MS);
		ck_assert_uint_eq(step.story, 0);
		ck_assert_uint_eq(step.opened, 0);
	}
	step = hear_at("earthquake off coast of chile", 1,
	    now_ms - 4 * TCN_HOUR_MS + 1);
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
	now_ms += 4 * TCN_HOUR_MS - 15 * 60 * 1000 - 1;
	tcn_story_read_view(s, story, now_ms, NULL, &view);
	ck_assert_uint_eq(view.items_n, 16);
	ck_assert_uint_eq(view.items[0].seq, 1501);
	tcn_story_read_view(s, story, now_ms + 1, NULL, &view);
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
	ck_assert_int_eq(judge(story), TCN_STORY_GATE_ORIGINS);
	tcn_story_read_view(s, story, now_ms, NULL, &view);
	ck_assert_uint_eq(view.items_n, 40);
	ck_assert_uint_eq(view.origins, 1);
	ck_assert_uint_eq(view.publishers, 7);
}
END_TEST

/* Headlines that share no word, of texts that go on alike. */
START_TEST(how_texts_begin_makes_a_story)
{
	static const char *const titles[] = {
		"wall street suffers worst selloff",
		"index sinks two thousand points",
		"tokyo sees prices collapse early",
		"brokers deny rumours about solvency",
	};
	const char *text = "stocks crashed around the world on monday";
	struct tcn_story_view view;
	uint64_t story = 0;

	chatter(200);
	for (int i = 0; i < 4; i++) {
		struct tcn_story_step step =
		    hear_both(titles[i], text, 1, now_ms);

		ck_assert_uint_eq(step.opened, i ? 0 : step.story);
		story = step.story;
	}
	tcn_story_read_view(s, story, now_ms, NULL, &view);
	ck_assert_uint_eq(view.origins, 4); /* headlines tell texts apart */
	ck_assert_uint_ne(hear("wall street plans a new museum").story, story);
}
END_TEST

START_TEST(quiet_stories_close)
{
	uint64_t story = hear("something happens somewhere").story;

	now_ms += 4 * TCN_HOUR_MS - 1;
	hear("unrelated words entirely new");
	ck_assert_uint_eq(closed_n, 0);
	ck_assert(tcn_story_is_open(s, story));
	now_ms += 1;
	hear("another different headline text");
	ck_assert_uint_eq(closed_n, 1);
	ck_assert(!tcn_story_is_open(s, story));
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
	ck_assert(!tcn_story_is_open(s, small));
	tcn_story_read_view(s, large, now_ms, NULL, &view);
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
	tcn_story_mark_fired(s, first, 0);
	for (int i = 0; i < 12; i++) {
		now_ms += TCN_HOUR_MS;
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
	ck_assert_int_ne(judge(step.story), TCN_STORY_GATE_REPORTED);
	ck_assert_uint_eq(hear(title).story, step.story);
	ck_assert_uint_eq(closed_n, 1);
	ck_assert(!tcn_story_is_open(s, first));
}
END_TEST

/* A rule fired on few items: that it then grows is no coming back. */
START_TEST(a_story_told_early_goes_on)
{
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 6; i++)
		story = hear(telling(i)).story;
	tcn_story_mark_fired(s, story, 0);
	for (int i = 6; i < 40; i++) {
		struct tcn_story_step step = hear(telling(i));

		ck_assert_uint_eq(step.story, story);
		ck_assert_uint_eq(step.opened, 0);
	}
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
	tcn_story_read_view(s, story, now_ms, NULL, &view);
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
	ck_assert_int_eq(judge(first), TCN_STORY_GATE_COUNT);
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
	place.ts_ms = now_ms - 4 * TCN_HOUR_MS + 1;
	tcn_story_index_add_item(s, &buf.doc, &place, now_ms, &step);
	ck_assert_uint_eq(step.story, story);
	tcn_story_read_view(s, story, now_ms, NULL, &view);
	ck_assert_uint_eq(view.items_n, 2);
	ck_assert_uint_eq(view.items[0].seq, seq);
	tcn_story_read_view(s, story, now_ms + 1, NULL, &view);
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
	s = tcn_story_index_new(&conf);
	chatter(2000);
	tcn_story_index_stats(s, &stats);
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
		tcn_story_index_learn(s, say(&buf, i ? "one two" : "one one"),
		    now_ms);
	ck_assert_double_eq_tol(tcn_story_df_docs(s), 5, 1e-9);
	ck_assert_double_eq_tol(tcn_story_df(s, XXH3_64bits("one", 3)), 5,
	    1e-9);
	ck_assert_double_eq_tol(tcn_story_df(s, XXH3_64bits("two", 3)), 4,
	    1e-9);
	ck_assert_double_eq(tcn_story_df(s, 12345), 0);
	tcn_story_df_doc(s, say(&buf, "two three one"), counts);
	ck_assert_double_eq(counts[0], tcn_story_df(s, XXH3_64bits("two", 3)));
	ck_assert_double_eq(counts[1], 0);
	ck_assert_double_eq(counts[2], tcn_story_df(s, XXH3_64bits("one", 3)));
}
END_TEST

TCN_TESTS(story)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, items_of_one_event_are_one_story);
	tcase_add_test(tc, what_comes_too_late_joins_no_story);
	tcase_add_test(tc, more_than_fifteen_fire_once);
	tcase_add_test(tc, a_rule_looks_at_its_part_of_a_story);
	tcase_add_test(tc, the_window_is_exact_to_the_millisecond);
	tcase_add_test(tc, copies_are_one_origin);
	tcase_add_test(tc, how_texts_begin_makes_a_story);
	tcase_add_test(tc, quiet_stories_close);
	tcase_add_test(tc, stories_merge_into_the_larger);
	tcase_add_test(tc, fragments_merge_sooner_than_stories);
	tcase_add_test(tc, a_told_story_that_becomes_another_is_a_new_chapter);
	tcase_add_test(tc, a_story_told_early_goes_on);
	tcase_add_test(tc, defining_terms_read_as_words);
	tcase_add_test(tc, an_item_without_words_is_a_story_of_its_own);
	tcase_add_test(tc, late_items_keep_their_time);
	tcase_add_test(tc, the_caps_bound_what_is_held);
	tcase_add_test(tc, frequencies_are_learnt);
}
