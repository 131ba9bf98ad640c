/*
 * Known events: what a person may write, what is said when it is wrong, and
 * what a small stream comes to, worked out by hand.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "tests/base/sound.h"
#include "tools/lab/eval/known.h"

#define START_MS (INT64_C(1772512800) * 1000) /* 2026-03-03 04:40 UTC */

static const char good[] =
    "\xef\xbb\xbf# remembered\r\n"
    "pattern;Name;start;until;within\r\n"
    "\r\n"
    "quake|\"quilenge\";\"Quake; \"\"big\"\"\";2026-03-03 04:40;;12h\r\n"
    "\"ferry;lost\";Ferry;2026-03-03T05:40:00+01:00;2026-03-03 09:00;\r\n"
    "storm;Storm;1772512800";

START_TEST(tables_as_people_save_them)
{
	struct tcn_known known;
	struct tcn_err err = { 0 };

	tcn_known_init(&known, 2, TCN_HOUR_MS);
	ck_assert_msg(!tcn_known_parse(&known, "t.csv", tcn_str(good), &err),
	    "%lu:%lu: %s", err.line, err.column, err.text);
	ck_assert_uint_eq(known.n, 3);
	ck_assert_str_eq(known.events[0].name.at, "Quake; \"big\"");
	ck_assert_int_eq(known.events[0].start_ms, START_MS);
	ck_assert_int_eq(known.events[0].from_ms, START_MS - 12 * TCN_HOUR_MS);
	ck_assert_int_eq(known.events[0].until_ms, START_MS + 12 * TCN_HOUR_MS);
	ck_assert_int_eq(known.events[1].start_ms, START_MS);
	ck_assert_int_eq(known.events[1].until_ms,
	    START_MS + 4 * TCN_HOUR_MS + 20 * TCN_MINUTE_MS);
	ck_assert(tcn_pattern_matches(known.events[1].pattern,
	    tcn_str("FERRY;LOST at sea")));
	ck_assert_int_eq(known.events[2].start_ms, START_MS);
	ck_assert_int_eq(known.events[2].until_ms, START_MS + 24 * TCN_HOUR_MS);
	tcn_known_fini(&known);
}
END_TEST

/* More than how many items an event must have, where the table says it. */
START_TEST(least_is_a_column)
{
	struct tcn_known known;
	struct tcn_err err = { 0 };

	tcn_known_init(&known, 2, TCN_HOUR_MS);
	ck_assert(!tcn_known_parse(&known, "t.csv",
	    tcn_str("least,name,start,pattern\n"
		    "12,a,2026-03-03,a\n"
		    ",b,2026-03-03,b\n"
		    "0,c,2026-03-03,c\n"),
	    &err));
	ck_assert_uint_eq(known.events[0].least, 12);
	ck_assert_uint_eq(known.events[1].least, TCN_KNOWN_LEAST);
	ck_assert_uint_eq(known.events[2].least, 0);
	tcn_known_fini(&known);
}
END_TEST

static const struct {
	const char *csv;
	unsigned long line, column;
	const char *text;
} bad[] = {
	{ "", 0, 0, "is empty" },
	{ "name,start\n", 1, 1, "the column 'pattern' is missing" },
	{ "name,when,pattern\n", 1, 6, "no column is called 'when'" },
	{ "name,start,pattern\na,yesterday,b\n", 2, 3, "is no date" },
	{ "name,start,pattern\na,2026-02-30,b\n", 2, 3, "is no date" },
	{ "name,start,pattern\na,2026-03-03,(b\n", 2, 14, "character 3" },
	{ "name,start,pattern\na,2026-03-03,\n", 2, 14, "pattern is empty" },
	{ "name,start,pattern\n\n,2026-03-03,b\n", 3, 1, "has no name" },
	{ "name,start,pattern\n\"a,2026-03-03,b\n", 2, 1, "no end" },
	{ "name,start,pattern\n\"a\"b,2026-03-03,b\n", 2, 1, "behind" },
	{ "name,start,pattern,within\na,2026-03-03,b,12\n", 2, 16,
	    "Name the unit" },
	{ "name,start,pattern,until\na,2026-03-03,b,2026-03-02\n", 2, 16,
	    "before it starts" },
	{ "name,start,pattern,least\na,2026-03-03,b,many\n", 2, 16,
	    "whole number" },
	{ "name,start,pattern\na,\xff,b\n", 0, 0, "UTF-8" },
};

START_TEST(what_is_wrong_is_named_with_its_place)
{
	struct tcn_known known;
	struct tcn_err err = { 0 };

	tcn_known_init(&known, 2, TCN_HOUR_MS);
	ck_assert_int_eq(tcn_known_parse(&known, "t.csv", tcn_str(bad[_i].csv),
			     &err),
	    TCN_INVALID);
	ck_assert_msg(strstr(err.text, bad[_i].text), "%s", err.text);
	ck_assert_str_eq(err.file, "t.csv");
	ck_assert_uint_eq(err.line, bad[_i].line);
	ck_assert_uint_eq(err.column, bad[_i].column);
	tcn_known_fini(&known);
}
END_TEST

static const char table[] = "name,start,pattern,within\n"
			    "quake,2026-03-03 04:40,quake,2h\n"
			    "flood,2026-03-03 04:40,flood,2h\n"
			    "storm,2026-03-03 04:40,storm|quake storm,2h\n";

static void
alert(struct tcn_known *known, const char *id, int minute,
    const uint64_t *items, size_t n)
{
	tcn_known_alert(known, tcn_str(id), tcn_str("<title>"),
	    START_MS + minute * TCN_MINUTE_MS, items, n);
}

/* Items 1-3 and 6 are about the quake, 4 and 5 about the flood. */
static enum tcn_rc
play(struct tcn_known *known)
{
	static const struct {
		uint64_t item;
		int minute;
		const char *title;
	} items[] = {
		{ 9, -130, "Quake, but long before" },
		{ 1, -10, "A quake" },
		{ 2, 5, "QUAKE again" },
		{ 3, 20, "After the quake" },
		{ 4, 30, "Flood" },
		{ 5, 95, "Flood, later" },
		{ 6, 96, "A last quake" },
	};
	static const uint64_t quake[] = { 1, 2, 4 }, mixed[] = { 1, 4 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_known_parse(known, "t.csv", tcn_str(table), &err);

	for (size_t i = 0; !rc && i < sizeof items / sizeof *items; i++)
		tcn_known_item(known, items[i].item,
		    START_MS + items[i].minute * TCN_MINUTE_MS,
		    tcn_str(items[i].title));
	if (!rc)
		alert(known, "e1", 22, mixed, 2);
	if (!rc)
		alert(known, "e2", 25, quake, 3);
	if (!rc)
		alert(known, "e3", 99, quake, 2);
	if (rc)
		return rc;
	alert(known, "e4", 121, quake, 3);
	return TCN_OK;
}

START_TEST(detected_missed_and_what_else_fired)
{
	static const uint64_t quake[] = { 1, 2, 3 };
	struct tcn_known known;
	struct tcn_buf out = { 0 };

	tcn_known_init(&known, 2, TCN_HOUR_MS);
	ck_assert_int_eq(play(&known), TCN_OK);
	ck_assert_uint_eq(known.events[0].items, 4);
	ck_assert_int_eq(known.events[0].crossed_ms,
	    START_MS + 20 * TCN_MINUTE_MS);
	ck_assert_uint_eq(known.events[0].alert, 1);
	ck_assert_uint_eq(known.events[0].repeats, 1);
	ck_assert_uint_eq(known.events[1].most, 1);
	ck_assert_int_eq(known.events[1].crossed_ms, INT64_MIN);
	tcn_known_text(&known, &out);
	ck_assert_ptr_nonnull(strstr(out.at, "1 of 3 known events"));
	ck_assert_ptr_nonnull(strstr(out.at,
	    "25 min after its start, 5 min after matching item 3: e2 "
	    "<title>; repeated 1 times"));
	ck_assert_ptr_nonnull(strstr(out.at,
	    "2 items match, at most 1 inside 1 h"));
	ck_assert_ptr_nonnull(strstr(out.at, "is the pattern right?"));
	ck_assert_ptr_nonnull(strstr(out.at, "2 other alerts, "));
	tcn_buf_clear(&out);
	tcn_known_json(&known, NULL, &out);
	ck_assert_ptr_nonnull(strstr(out.at,
	    "\"min_after_start\":25.0,\"min_after_crossing\":5.0"));
	tcn_buf_fini(&out);
	/* Alerts of another rule, on the same items. */
	tcn_known_reset_alerts(&known);
	alert(&known, "f1", 30, quake, 3);
	ck_assert_uint_eq(known.events[0].alert, 0);
	ck_assert_uint_eq(known.events[0].repeats, 0);
	ck_assert_uint_eq(known.events[0].items, 4);
	tcn_known_fini(&known);
}
END_TEST

START_TEST(a_hostile_pattern_gives_up)
{
	struct tcn_pattern *pattern;
	char text[200];

	memset(text, 'a', sizeof text);
	ck_assert_int_eq(tcn_pattern_new(tcn_str("(a+)+(a+)+(a+)+$"),
			     TCN_PATTERN_CASELESS, &pattern, NULL),
	    TCN_OK);
	text[199] = 'b';
	ck_assert(!tcn_pattern_matches(pattern,
	    (struct tcn_str){ text, sizeof text }));
	ck_assert_uint_eq(tcn_pattern_given_up(pattern), 1);
	tcn_pattern_free(pattern);
	ck_assert_int_eq(tcn_pattern_new(tcn_str("É.É"), TCN_PATTERN_CASELESS,
			     &pattern, NULL),
	    TCN_OK);
	ck_assert(tcn_pattern_matches(pattern, tcn_str("cet été")));
	tcn_pattern_free(pattern);
}
END_TEST

TCN_TESTS(known)
{
	tcase_add_test(tc, tables_as_people_save_them);
	tcase_add_test(tc, least_is_a_column);
	TCN_EACH(what_is_wrong_is_named_with_its_place, bad);
	tcase_add_test(tc, detected_missed_and_what_else_fired);
	tcase_add_test(tc, a_hostile_pattern_gives_up);
}
