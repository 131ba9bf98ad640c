#include "tests/base/run.h"

#include <string.h>

#include "window/story/story_kind.h"

static double alone = 1; /* one over its publishers */

static enum tcn_event_kind
kind_of(double titled, double usual, double figures, double label,
    double season, double calendar)
{
	struct tcn_story_kind_facts facts = {
		.x = { [TCN_STORY_KIND_TITLED] = titled,
		    [TCN_STORY_KIND_SENTENCES] = 1 - usual,
		    [TCN_STORY_KIND_FIGURES] = figures,
		    [TCN_STORY_KIND_LABEL] = label,
		    [TCN_STORY_KIND_ALONE] = alone,
		    [TCN_STORY_KIND_SEASON] = season,
		    [TCN_STORY_KIND_CALENDAR] = calendar },
		.is_known = { true, true, true, true, true, true, true },
	};

	return tcn_story_kind(&facts);
}

START_TEST(sentences_that_no_season_brings_are_news)
{
	ck_assert_int_eq(kind_of(0, 0.5, 0.1, 0, 0, 0), TCN_EVENT_NEWS);
	ck_assert_int_eq(kind_of(0.2, 0.5, 0.8, 0.8, 0, 0), TCN_EVENT_NEWS);
}
END_TEST

START_TEST(sentences_of_the_season_are_scheduled)
{
	ck_assert_int_eq(kind_of(0, 0.5, 0.1, 0, 0.6, 0.6),
	    TCN_EVENT_SCHEDULED);
	ck_assert_int_eq(kind_of(0, 0.5, 0.1, 0, 0.9, 0.1), TCN_EVENT_NEWS);
}
END_TEST

/* Where all headlines are titles, that says nothing. */
START_TEST(titles_among_sentences_are_releases)
{
	/* Of a wire that carries as many releases as it writes itself. */
	ck_assert_int_eq(kind_of(0.6, 0.65, 0.1, 0, 0, 0), TCN_EVENT_RELEASE);
	ck_assert_int_eq(kind_of(0.9, 0.5, 0.1, 0, 0, 0), TCN_EVENT_RELEASE);
	ck_assert_int_eq(kind_of(0.9, 0.5, 0.1, 0, 0.9, 0.9),
	    TCN_EVENT_RELEASE);
	ck_assert_int_eq(kind_of(1, 0.98, 0.1, 0, 0, 0), TCN_EVENT_NEWS);
	ck_assert_int_eq(kind_of(0.3, 0.1, 0.1, 0, 0, 0), TCN_EVENT_NEWS);
}
END_TEST

START_TEST(figures_of_the_season_and_labels_are_reports)
{
	ck_assert_int_eq(kind_of(0, 0.5, 0.9, 0, 0.6, 0), TCN_EVENT_REPORT);
	ck_assert_int_eq(kind_of(0, 0.5, 0.1, 0.9, 0.3, 0), TCN_EVENT_REPORT);
}
END_TEST

/* What many publishers tell at once is news, however they write it. */
START_TEST(many_publishers_make_no_release)
{
	alone = 0.29;
	ck_assert_int_eq(kind_of(0.9, 0.5, 0.1, 0, 0, 0), TCN_EVENT_NEWS);
	ck_assert_int_eq(kind_of(0, 0.5, 0.9, 0, 0.2, 0), TCN_EVENT_NEWS);
	ck_assert_int_eq(kind_of(0, 0.5, 0.1, 0.9, 0.6, 0), TCN_EVENT_NEWS);
	ck_assert_int_eq(kind_of(0, 0.5, 0.1, 0, 0, 0.6), TCN_EVENT_SCHEDULED);
	alone = 1;
}
END_TEST

START_TEST(what_is_not_known_meets_no_condition)
{
	struct tcn_story_kind_facts facts = { 0 };

	for (size_t i = 0; i < TCN_STORY_KIND_FACTS; i++)
		facts.x[i] = 1;
	ck_assert_int_eq(tcn_story_kind(&facts), TCN_EVENT_NEWS);
	tcn_story_kind_set(&facts, TCN_STORY_KIND_CALENDAR, 0.9);
	ck_assert_int_eq(tcn_story_kind(&facts), TCN_EVENT_SCHEDULED);
}
END_TEST

TCN_TESTS(story_kind)
{
	tcase_add_test(tc, sentences_that_no_season_brings_are_news);
	tcase_add_test(tc, sentences_of_the_season_are_scheduled);
	tcase_add_test(tc, titles_among_sentences_are_releases);
	tcase_add_test(tc, figures_of_the_season_and_labels_are_reports);
	tcase_add_test(tc, many_publishers_make_no_release);
	tcase_add_test(tc, what_is_not_known_meets_no_condition);
}
