/* Which items of a story are its event's: what the others tell of counts, and
 * nothing else. */
#include "tests/base/in_preparer.h"

#include <stdio.h>

#include "engine/base/duration.h"
#include "tests/base/random.h"
#include "tools/tell/summary/summary_about.h"
#include "tools/tell/summary/summary_memo.h"

#define MANY 40

/* A story of a ferry; each title lacks another of its words. */
static struct tcn_summary_text story[MANY + 8];
static char titles[MANY][96];

static size_t
make_story(size_t n, int64_t first_ms)
{
	static const char *const words[] = { "Ferry", "sinks", "Dunmore",
		"harbour", "storm", "divers" };

	for (size_t i = 0; i < n; i++) {
		size_t at = 0;

		for (size_t k = 0; k < 6; k++)
			if (k != i % 6)
				at += (size_t)snprintf(titles[i] + at,
				    sizeof titles[i] - at, "%s ", words[k]);
		snprintf(titles[i] + at, sizeof titles[i] - at, "report%zu", i);
		story[i] = (struct tcn_summary_text){
			.title = tcn_str(titles[i]),
			.lang = tcn_str("en"),
			.origin = 100 + i,
			.ms = first_ms + (int64_t)i * TCN_MINUTE_MS,
		};
	}
	return n;
}

static struct tcn_summary_text
other(const char *title, uint64_t origin, int64_t ms)
{
	return (struct tcn_summary_text){
		.title = tcn_str(title),
		.lang = tcn_str("en"),
		.origin = origin,
		.ms = ms,
	};
}

/* What was found of the texts while their words were numbered is what looking
 * each word up gives. */
static void
check_about(const struct tcn_summary_core *core)
{
	for (size_t t = 0; t < core->texts_n; t++) {
		const struct tcn_summary_core_text *text = &core->texts[t];
		double title = tcn_summary_core_about(core, text->part,
		    text->ids, text->title_n);
		double all = 0.6 *
		    tcn_summary_core_about(core, text->part, text->ids,
			text->n);

		ck_assert_double_eq(text->about, all > title ? all : title);
	}
}

static struct tcn_summary_about
judge(const struct tcn_summary_text *texts, size_t n)
{
	struct tcn_summary_core core;
	struct tcn_summary_about about;

	tcn_summary_core_make(texts, n, prep, &arena, &core);
	check_about(&core);
	tcn_summary_about_make(texts, n, &core, &arena, &about);
	for (size_t i = 0; i < n; i++) {
		ck_assert(about.rank[i] > 0 && about.rank[i] <= 1);
		for (size_t k = 0; k < i; k++)
			ck_assert(texts[i].origin != texts[k].origin ||
			    about.near[i] == about.near[k]);
	}
	tcn_summary_core_fini(&core);
	return about;
}

/* By definition, counted in another way: the words of the titles here are
 * whole, and none is a function word. */
START_TEST(about_is_the_share_of_shared_words)
{
	struct tcn_summary_core core;
	size_t n = make_story(12, 0);

	tcn_summary_core_make(story, n, prep, &arena, &core);
	ck_assert_uint_eq(core.texts_n, 12);
	/* Each word is in ten of twelve, and each title lacks one. */
	for (size_t i = 0; i < n; i++)
		ck_assert_double_eq_tol(core.texts[i].about, 5.0 / 6, 1e-9);
	tcn_summary_core_fini(&core);
}
END_TEST

START_TEST(what_shares_nothing_is_near)
{
	size_t n = make_story(MANY, 0);
	struct tcn_summary_about about;

	story[n] = other("Museum shows early maps", 7, n * TCN_MINUTE_MS);
	story[n + 1] = other("Museum shows early maps", 7, n * TCN_MINUTE_MS);
	story[n + 2] = other("Dunmore museum shows maps", 8, n * TCN_MINUTE_MS);
	n += 3;
	about = judge(story, n);
	ck_assert_uint_eq(about.near_n, 2);
	ck_assert(about.near[MANY] && about.near[MANY + 1]);
	ck_assert(!about.few);
	ck_assert_uint_eq(about.first, 0);
}
END_TEST

/* What shares a name and came an hour before is not the event's beginning. */
START_TEST(the_first_item_is_the_events)
{
	struct tcn_summary_text texts[MANY + 1];
	size_t n = make_story(MANY, 2 * TCN_HOUR_MS);
	struct tcn_summary_about about;

	texts[0] = other("Dunmore council votes on budget", 7, TCN_HOUR_MS);
	for (size_t i = 0; i < n; i++)
		texts[i + 1] = story[i];
	about = judge(texts, n + 1);
	ck_assert_uint_eq(about.first, 1);
	ck_assert(about.near[0]);
	ck_assert_uint_eq(about.near_n, 1);
	/* One that tells of it, though little, is: it is walked back to. */
	texts[0] =
	    other("Ferry sinks in storm: Dunmore harbour master asks council "
		  "about budget of lifeboats and mooring",
		7, 2 * TCN_HOUR_MS - TCN_MINUTE_MS);
	about = judge(texts, n + 1);
	ck_assert_uint_eq(about.first, 0);
	ck_assert_uint_eq(about.near_n, 0);
	/* With half of the words it is, an hour before as well. */
	texts[0] =
	    other("Ferry in storm near Dunmore, 40 aboard", 7, TCN_HOUR_MS);
	ck_assert_uint_eq(judge(texts, n + 1).first, 0);
	texts[0].ms -= TCN_MINUTE_MS;
	ck_assert_uint_eq(judge(texts, n + 1).first, 1);
}
END_TEST

/* Evidence that came before the event's first item does not begin it. */
START_TEST(evidence_from_before_stays_near)
{
	struct tcn_summary_text texts[13];
	size_t n = make_story(12, 4 * TCN_HOUR_MS);
	struct tcn_summary_about about;

	texts[0] = other("Dunmore council votes on budget", 7, TCN_HOUR_MS);
	texts[0].counted = true;
	for (size_t i = 0; i < n; i++)
		texts[i + 1] = story[i];
	about = judge(texts, n + 1);
	ck_assert_uint_eq(about.first, 1);
	ck_assert(about.near[0]);
	ck_assert(!about.few);
}
END_TEST

/* Of a language with few texts nothing is said, though no word is shared. */
START_TEST(few_texts_of_a_language_are_not_judged)
{
	size_t n = make_story(MANY, 0);

	for (size_t i = 0; i < 2; i++) {
		story[n + i] = other(i ? "Barco hundido en el puerto"
				       : "Tragedia en el mar: un barco",
		    900 + i, n * TCN_MINUTE_MS);
		story[n + i].lang = tcn_str("es");
	}
	ck_assert_uint_eq(judge(story, n + 2).near_n, 0);
}
END_TEST

START_TEST(evidence_of_a_small_story_is_kept)
{
	size_t n = make_story(15, 0);
	struct tcn_summary_about about;

	story[n] = other("Museum shows early maps", 7, n * TCN_MINUTE_MS);
	story[n].counted = true;
	story[n + 1] = other("Museum shows early maps", 7, n * TCN_MINUTE_MS);
	story[n + 2] = other("Choir sings on Sunday", 8, n * TCN_MINUTE_MS);
	about = judge(story, n + 3);
	ck_assert(about.few);
	ck_assert_uint_eq(about.near_n, 1);
	ck_assert(about.near[n + 2]);
}
END_TEST

START_TEST(nothing_in_common_is_nothing_near)
{
	char own[20][40];

	for (size_t i = 0; i < 20; i++) {
		snprintf(own[i], sizeof own[i], "qa%zu qb%zu qc%zu qd%zu", i, i,
		    i, i);
		story[i] = other(own[i], i + 1, (int64_t)i);
	}
	ck_assert_uint_eq(judge(story, 20).near_n, 0);
	ck_assert_uint_eq(judge(story, 0).near_n, 0);
	ck_assert_uint_eq(judge(story, 1).near_n, 0);
}
END_TEST

/* Items of one time may come in any order. */
START_TEST(order_of_equal_times_does_not_matter)
{
	uint64_t seed = (uint64_t)_i + 1;
	struct tcn_summary_text texts[MANY + 1];
	struct tcn_summary_about one, two;
	size_t n = make_story(MANY, 0);

	story[n++] = other("Museum shows early maps", 7, 0);
	for (size_t i = 0; i < n; i++) {
		story[i].ms = (int64_t)(i / 8);
		texts[i] = story[i];
	}
	for (size_t i = 0; i < n; i++) {
		size_t k = i / 8 * 8 + random_below(&seed, 8);
		struct tcn_summary_text text = texts[i];

		if (k >= n)
			continue;
		texts[i] = texts[k];
		texts[k] = text;
	}
	one = judge(story, n);
	two = judge(texts, n);
	ck_assert_uint_eq(one.near_n, two.near_n);
	ck_assert_int_eq(story[one.first].ms, texts[two.first].ms);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++)
			if (story[i].origin == texts[k].origin)
				ck_assert(one.near[i] == two.near[k] &&
				    one.rank[i] == two.rank[k]);
}
END_TEST

/* A title and a post are read once for all who ask; the words are those that
 * are read of the text whole. */
static const struct tcn_summary_text alone[] = {
	{ .title = TCN_STR("Ferry sinks off Dunmore harbour on Monday") },
	{ .title = TCN_STR("Ferry sinks off Dunmore - The Dunmore Post") },
	{ .title = TCN_STR("Ferry sinks: #PrayForDunmore and its divers") },
	{ .title = TCN_STR("FERRY SINKS"), .text = TCN_STR("Divers search.") },
	{ .text = TCN_STR("A ferry sank off Dunmore #PrayForDunmore") },
	{ .title = TCN_STR("Ferry - Ferry") },
	{ .text = TCN_STR("") },
};

START_TEST(a_title_read_once_has_the_same_words)
{
	struct tcn_summary_memo *memo =
	    tcn_summary_memo_new(TCN_SUMMARY_MEMO_BYTES);
	struct tcn_summary_core cores[2];

	for (int i = 0; i < 2; i++) {
		struct tcn_summary_text text = alone[_i];

		text.lang = tcn_str("en");
		text.source = tcn_str("The Dunmore Post");
		text.memo = i ? memo : NULL;
		tcn_summary_core_make(&text, 1, prep, &arena, &cores[i]);
	}
	ck_assert_uint_eq(cores[0].texts->n, cores[1].texts->n);
	ck_assert_uint_eq(cores[0].texts->title_n, cores[1].texts->title_n);
	for (size_t i = 0; i < cores[0].texts->n; i++) {
		ck_assert_uint_eq(cores[0].texts->ids[i],
		    cores[1].texts->ids[i]);
		ck_assert(i >= cores[0].texts->title_n ||
		    cores[0].texts->names[i] == cores[1].texts->names[i]);
	}
	for (int i = 0; i < 2; i++)
		tcn_summary_core_fini(&cores[i]);
	tcn_summary_memo_free(memo);
}
END_TEST

TCN_TESTS(summary_about)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, about_is_the_share_of_shared_words);
	tcase_add_test(tc, what_shares_nothing_is_near);
	tcase_add_test(tc, the_first_item_is_the_events);
	tcase_add_test(tc, few_texts_of_a_language_are_not_judged);
	tcase_add_test(tc, evidence_of_a_small_story_is_kept);
	tcase_add_test(tc, evidence_from_before_stays_near);
	tcase_add_test(tc, nothing_in_common_is_nothing_near);
	TCN_EACH(a_title_read_once_has_the_same_words, alone);
	tcase_add_loop_test(tc, order_of_equal_times_does_not_matter, 0, 20);
}
