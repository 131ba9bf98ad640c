/*
 * One event in several languages is one event: linked, not merged.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "tests/rules/restart.h"

/* So few that no word is common yet: all items are of few events. */
#define MORE_THAN 7

#define BACKGROUND 20 /* items that come first, each of something else */

/* Items of one language, one after the other. */
struct part {
	const char *lang;
	int n;
	bool other; /* tells of something else */
	int turns; /* but from this item on, if any, of the event as well */
};

/* What became of a run's events. */
struct told {
	struct tcn_event opened[8], last;
	struct tcn_event merged; /* closed as merged */
	unsigned opened_n, updated, merged_n;
	unsigned why; /* of all updates */
	size_t stories_n, linked_n; /* most of a change */
	struct tcn_event_id linked;
};

/* The names of an event, and those of another one. */
static const struct {
	const char *lang, *names[3], *other[3];
} forms[] = {
	{ "en", { "Obrumavik", "Belossa", "ferry" },
	    { "Mollinger", "Grilopol", "bakery" } },
	{ "ru",
	    { "\xd0\x9e\xd0\xb1\xd1\x80\xd1\x83\xd0\xbc\xd0\xb0\xd0\xb2\xd0"
	      "\xb8\xd0\xba",
		"\xd0\x91\xd0\xb5\xd0\xbb\xd0\xbe\xd1\x81\xd1\x81\xd0\xb0",
		"\xd0\xbf\xd0\xb0\xd1\x80\xd0\xbe\xd0\xbc" },
	    { "", "", "" } },
	{ "de", { "Obrumavik", "Belossa", "Schiffsunglueck" },
	    { "Trafenburg", "Hiltewall", "Zugunglueck" } },
};

/* Two items of a language share the names and two of four other words. */
static void
write_title(struct many_item *item, size_t form, bool other, int i)
{
	const char *const *names =
	    other ? forms[form].other : forms[form].names;
	const char *lang = forms[form].lang;
	int a = i % 8, b = (i + 1) % 8, c = (i + 3) % 8, d = (i + 6) % 8;

	snprintf(item->title, sizeof item->title,
	    "%s%cano %s %s%carek %s %s%cosul %s %s%cimon", lang, 'b' + a,
	    names[0], lang, 'b' + b, names[1], lang, 'b' + c, names[2], lang,
	    'b' + d);
}

/* Every language's items come a minute apart, all of them mixed. */
static int
make_items(const struct part *parts, size_t parts_n)
{
	int n = 0;

	for (; n < BACKGROUND; n++)
		snprintf(many_items[n].title, sizeof many_items[n].title,
		    "sun%cq lamp%cz tree%cv wall%cx", 'a' + n, 'a' + n, 'a' + n,
		    'a' + n);
	for (size_t p = 0; p < parts_n; p++)
		for (int i = 0; i < parts[p].n; i++, n++) {
			struct many_item *item = &many_items[n];
			size_t f = 0;

			while (strcmp(forms[f].lang, parts[p].lang) != 0)
				f++;
			write_title(item, f, parts[p].other, i);
			if (parts[p].turns && i >= parts[p].turns)
				snprintf(item->title, sizeof item->title,
				    "%s Obrumavik %s x%cak y%cak Belossa",
				    forms[f].other[0], forms[f].other[2],
				    'a' + i % 8, 'a' + (i + 1) % 8);
			snprintf(item->lang, sizeof item->lang, "%s",
			    parts[p].lang);
			item->publisher = (uint64_t)i + 1;
		}
	for (int i = 0; i < n; i++)
		many_items[i].date_ms =
		    INT64_C(1400000000000) + i * TCN_MINUTE_MS / 2;
	return n;
}

static void
make_rule(enum tcn_rule_languages languages)
{
	many_make_news(MORE_THAN)->languages = languages;
	memset(many_items, 0, sizeof many_items);
}

static void
note(struct told *told, const struct tcn_event *e)
{
	if (e->state == TCN_EVENT_CLOSED && *e->merged_into) {
		told->merged = *e;
		told->merged_n++;
	}
	if (e->stories_n > told->stories_n)
		told->stories_n = e->stories_n;
	if (e->linked_n > told->linked_n) {
		told->linked_n = e->linked_n;
		told->linked = e->linked[0];
	}
	if (e->state == TCN_EVENT_CLOSED)
		return;
	if (e->state == TCN_EVENT_OPEN && told->opened_n < 8)
		told->opened[told->opened_n++] = *e;
	if (e->state == TCN_EVENT_UPDATED) {
		told->updated++;
		told->why |= e->why;
	}
	told->last = *e;
}

static void
run(int n, struct told *told)
{
	struct tcn_detector *det = many_detector();
	struct tcn_placement place;
	struct tcn_detector_changes changes;

	*told = (struct told){ 0 };
	for (int i = 0; i < n; i++) {
		ck_assert_int_eq(many_step(det, i, &place, &changes), TCN_OK);
		for (size_t e = 0; e < changes.events_n; e++)
			note(told, &changes.events[e]);
	}
	many_check(det);
	tcn_detector_free(det);
}

static void
ck_languages(const struct tcn_event *event, const char *want)
{
	char got[64] = "";

	for (uint32_t i = 0; i < event->languages.n; i++) {
		strcat(got, i ? " " : "");
		strcat(got, event->languages.at[i]);
	}
	ck_assert_str_eq(got, want);
}

START_TEST(what_fires_in_a_second_language_joins)
{
	static const struct part parts[] = { { "en", 10, false, 0 },
		{ "ru", 9, false, 0 } };
	struct told told;

	make_rule(TCN_RULE_LANGUAGES_LINK);
	run(make_items(parts, 2), &told);
	ck_assert_uint_eq(told.opened_n, 1);
	ck_assert_uint_eq(told.opened[0].items, 8);
	ck_languages(&told.opened[0], "en");
	ck_assert(told.why & TCN_EVENT_CHANGE_LANGUAGE);
	ck_languages(&told.last, "en ru");
	ck_assert_uint_gt(told.last.items, 10);
	ck_assert_uint_eq(told.stories_n, 2);
	ck_assert_uint_eq(told.linked_n, 0);

	make_rule(TCN_RULE_LANGUAGES_APART);
	run(make_items(parts, 2), &told);
	ck_assert_uint_eq(told.opened_n, 2);
	ck_languages(&told.opened[1], "ru");
	ck_assert_uint_eq(told.stories_n + told.linked_n, 0);
}
END_TEST

/* Whichever come first: both are in the event. */
START_TEST(a_small_story_is_part_of_the_event)
{
	static const struct part parts[] = { { "ru", 5, false, 0 },
		{ "en", 10, false, 0 } };
	static const struct part later[] = { { "en", 10, false, 0 },
		{ "ru", 5, false, 0 } };
	struct told told;

	make_rule(TCN_RULE_LANGUAGES_LINK);
	run(make_items(parts, 2), &told);
	ck_assert_uint_eq(told.opened_n, 1);
	ck_languages(&told.opened[0], "ru en");
	make_rule(TCN_RULE_LANGUAGES_LINK);
	run(make_items(later, 2), &told);
	ck_assert_uint_eq(told.opened_n, 1);
	ck_languages(&told.opened[0], "en");
	ck_languages(&told.last, "en ru");
	ck_assert_uint_gt(told.last.items, 10);
}
END_TEST

START_TEST(stories_too_small_alone_are_counted_together)
{
	static const struct part parts[] = { { "en", 5, false, 0 },
		{ "ru", 5, false, 0 } };
	struct told told;

	make_rule(TCN_RULE_LANGUAGES_LINK);
	run(make_items(parts, 2), &told);
	ck_assert_uint_eq(told.opened_n, 1);
	ck_assert_uint_eq(told.opened[0].items, 9);
	ck_assert_uint_eq(told.opened[0].evidence_n, 9);
	ck_languages(&told.opened[0], "en ru");
	make_rule(TCN_RULE_LANGUAGES_APART);
	run(make_items(parts, 2), &told);
	ck_assert_uint_eq(told.opened_n, 0);
}
END_TEST

/* Another event at the same time, in another language: nothing is shared. */
START_TEST(another_event_stays_apart)
{
	static const struct part parts[] = { { "ru", 10, false, 0 },
		{ "en", 10, true, 0 } };
	struct told told;

	make_rule(TCN_RULE_LANGUAGES_LINK);
	run(make_items(parts, 2), &told);
	ck_assert_uint_eq(told.opened_n, 2);
	ck_languages(&told.opened[0], "ru");
	ck_languages(&told.opened[1], "en");
}
END_TEST

START_TEST(three_languages_are_one_event)
{
	static const struct part parts[] = { { "en", 10, false, 0 },
		{ "ru", 10, false, 0 }, { "de", 10, false, 0 } };
	struct told told;

	make_rule(TCN_RULE_LANGUAGES_LINK);
	run(make_items(parts, 3), &told);
	ck_assert_uint_eq(told.opened_n, 1);
	ck_assert_uint_eq(told.last.languages.n, 3);
	ck_assert_uint_eq(told.stories_n, 3);
}
END_TEST

/* Two events are open when the second one turns out to be the first. */
static const struct part turning[] = { { "ru", 12, false, 0 },
	{ "de", 26, true, 12 } };

START_TEST(open_events_that_are_one_are_joined)
{
	struct told told;

	make_rule(TCN_RULE_LANGUAGES_LINK);
	run(make_items(turning, 2), &told);
	ck_assert_uint_eq(told.opened_n, 2);
	ck_languages(&told.opened[0], "ru");
	ck_languages(&told.opened[1], "de");
	ck_assert_uint_eq(told.merged_n, 1);
	ck_assert_str_eq(told.merged.id, told.opened[1].id);
	ck_assert_str_eq(told.merged.merged_into, told.opened[0].id);
	ck_assert_uint_gt(told.merged.story, 0);
	ck_assert_uint_eq(told.merged.why, TCN_EVENT_CHANGE_MERGED);
	/* One id goes on, with all items. */
	ck_assert_str_eq(told.last.id, told.opened[0].id);
	ck_assert(told.why & TCN_EVENT_CHANGE_MERGED);
	ck_assert(told.why & TCN_EVENT_CHANGE_LANGUAGE);
	ck_languages(&told.last, "de ru");
	ck_assert_uint_gt(told.last.items, 26);

	make_rule(TCN_RULE_LANGUAGES_APART);
	run(make_items(turning, 2), &told);
	ck_assert_uint_eq(told.opened_n, 2);
	ck_assert_uint_eq(told.merged_n, 0);
}
END_TEST

/* The first one has ended when the second comes: they stay two, and are
 * linked. */
START_TEST(an_event_that_has_ended_is_linked)
{
	static const struct part parts[] = { { "en", 10, false, 0 },
		{ "ru", 10, false, 0 } };
	struct told told;
	int n;

	make_rule(TCN_RULE_LANGUAGES_LINK);
	many_quiet_ms = TCN_MINUTE_MS;
	n = make_items(parts, 2);
	for (int i = BACKGROUND + 10; i < n; i++)
		many_items[i].date_ms += 3 * TCN_MINUTE_MS;
	run(n, &told);
	ck_assert_uint_eq(told.opened_n, 2);
	ck_assert_uint_eq(told.merged_n, 0);
	ck_assert_uint_eq(told.linked_n, 1);
	ck_assert_str_eq(told.linked.at, told.opened[0].id);
}
END_TEST

/* --- a restart at any cut --- */

/* The stream cut before each of its items is the stream; it tells `says`. */
static void
compare_cuts(const struct part *parts, size_t parts_n, const char *says)
{
	struct tcn_buf whole = { 0 };
	int n;

	make_rule(TCN_RULE_LANGUAGES_LINK);
	n = make_items(parts, parts_n);
	run_cut(n, -1, &whole);
	tcn_buf_char(&whole, '\0');
	ck_assert_ptr_nonnull(strstr(whole.at, says));
	whole.n--;
	for (int at = 1; at < n; at++)
		ck_cut(n, at, &whole);
	tcn_buf_fini(&whole);
}

START_TEST(a_restart_changes_nothing)
{
	static const struct part parts[] = { { "en", 5, false, 0 },
		{ "ru", 6, false, 0 }, { "en", 10, true, 0 },
		{ "de", 9, false, 0 }, { "en", 5, false, 0 } };

	compare_cuts(parts, 5, " en ru");
	compare_cuts(turning, 2, " de ru");
}
END_TEST

TCN_TESTS(language)
{
	tcase_add_checked_fixture(tc, many_setup, many_teardown);
	tcase_add_test(tc, what_fires_in_a_second_language_joins);
	tcase_add_test(tc, a_small_story_is_part_of_the_event);
	tcase_add_test(tc, stories_too_small_alone_are_counted_together);
	tcase_add_test(tc, another_event_stays_apart);
	tcase_add_test(tc, three_languages_are_one_event);
	tcase_add_test(tc, open_events_that_are_one_are_joined);
	tcase_add_test(tc, an_event_that_has_ended_is_linked);
	tcase_add_test(tc, a_restart_changes_nothing);
}
