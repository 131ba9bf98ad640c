/*
 * Which items of a story are one voice.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/duration.h"
#include "tests/window/story/heard.h"

#define NAME_BYTES 8 /* of a word: then it is written with a capital ... */

static bool written; /* ... in a test that tells names from words */

/* The seq of the leader of what this item's text is like. */
static uint64_t
origin_in(const char *lang, const char *title, uint64_t publisher)
{
	struct tcn_placement place = { .seq = ++seq, .ts_ms = now_ms };
	struct tcn_story_step step;
	struct say buf;

	say(&buf, title);
	buf.doc.style.small = TCN_TERM_SMALL;
	for (size_t i = 0; written && i < buf.doc.terms_n; i++)
		if (buf.terms[i].word.n != NAME_BYTES)
			buf.terms[i].flags |= buf.terms[i].word.n > 3
			    ? TCN_TERM_SMALL
			    : TCN_TERM_STOP;
	snprintf(buf.doc.lang, sizeof buf.doc.lang, "%s", lang);
	place.publisher = publisher;
	place.text_key = buf.doc.text_key;
	(void)tcn_story_index_close_quiet(s, now_ms, &closed_n);
	tcn_story_index_add_item(s, &buf.doc, &place, now_ms, &step);
	return step.origin;
}

#define ENGLISH "acme nordwerk raises profit 12.5 in q3"
#define GERMAN  "acme nordwerk steigert gewinn um 12.5 q3"

START_TEST(a_release_and_its_translation_are_one_voice)
{
	uint64_t first = origin_in("en", ENGLISH, 1);

	now_ms += 20 * TCN_MINUTE_MS;
	ck_assert_uint_eq(origin_in("de", GERMAN, 1), first);
	ck_assert_uint_eq(origin_in("fr",
			      "acme nordwerk augmente profit 12.5 au q3", 1),
	    first);
}
END_TEST

/* Without a figure it takes a name that is rare, and words of two languages. */
static const struct {
	const char *title, *lang;
	bool one;
} releases[] = {
	{ "nordwerk verkauft die fabrik", "de", true },
	{ "nordwerk vendu son usine", "fr", true },
	{ "mittland verkauft", "de", false }, /* not rare */
	{ "nordwerk sells plant the more some", "de",
	    false }, /* English, mistaken */
	{ "nordwerk verkauft fabrik", "de", false }, /* no function word */
	{ "nordwerk verkauft die fabrik", "en", false },
};

START_TEST(a_rare_name_makes_a_translation)
{
	char title[80];
	uint64_t first;

	chatter(1500);
	for (int i = 0; i < 60; i++) {
		snprintf(title, sizeof title,
		    "mittland x%d y%d z%d u%d v%d w%d", i, i, i, i, i, i);
		now_ms += TCN_HOUR_MS;
		hear(title);
	}
	written = true;
	first = origin_in("en", "nordwerk mittland sells the plant", 1);
	now_ms += 10 * TCN_MINUTE_MS;
	ck_assert_int_eq(origin_in(releases[_i].lang, releases[_i].title, 1) ==
		first,
	    releases[_i].one);
}
END_TEST

/* Each differs from a translation in one thing. */
static const struct {
	const char *lang, *title;
	uint64_t publisher;
	int64_t later_ms;
} others[] = {
	{ "en", GERMAN, 1, 0 },
	{ "", GERMAN, 1, 0 },
	{ "de", GERMAN, 2, 0 },
	{ "de", GERMAN, 1, 2 * TCN_HOUR_MS },
	{ "de", "acme nordwerk steigert gewinn um 11.5 q3", 1, 0 },
	{ "de", "acme nordwerk steigert gewinn um 12.5", 1, 0 },
	{ "de", "nordwerk steigert gewinn um 12.5 q3 auch", 1, 0 },
};

START_TEST(what_else_differs_is_a_voice_of_its_own)
{
	uint64_t first = origin_in("en", ENGLISH, 1);

	now_ms += others[_i].later_ms;
	ck_assert_uint_ne(origin_in(others[_i].lang, others[_i].title,
			      others[_i].publisher),
	    first);
}
END_TEST

/* Ten cities in two languages: the distinct texts are ten, not twenty. */
START_TEST(translations_do_not_count_twice)
{
	struct tcn_story_verdict verdict;
	char title[80];
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 20; i++) {
		snprintf(title, sizeof title,
		    i % 2 ? "acme nordwerk %s erwirbt q%d fabrik x%d"
			  : "acme nordwerk %s buys q%d plant x%d",
		    "volta", i / 2, i / 2 + 100);
		origin_in(i % 2 ? "de" : "en", title, 1);
	}
	story = tcn_story_next(s, 0);
	for (uint64_t at = story; at; at = tcn_story_next(s, at))
		story = at;
	tcn_story_measure(s, story, now_ms, NULL, &verdict);
	ck_assert_uint_eq(verdict.items, 20);
	ck_assert_uint_eq(verdict.origins, 10);
}
END_TEST

TCN_TESTS(story_member)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_release_and_its_translation_are_one_voice);
	tcase_add_loop_test(tc, what_else_differs_is_a_voice_of_its_own, 0,
	    sizeof others / sizeof *others);
	TCN_EACH(a_rare_name_makes_a_translation, releases);
	tcase_add_test(tc, translations_do_not_count_twice);
}
