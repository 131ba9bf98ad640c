/*
 * Dates written in every form, zone and language of ICU are read back; what
 * comes close to a date is that date or none.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <unicode/udat.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>

#include "engine/base/date.h"
#include "engine/base/duration.h"
#include "engine/text/date_names.h"
#include "engine/text/date_words.h"

static enum tcn_rc
read_in(const char *text, const char *lang, int64_t *ms)
{
	return tcn_date_words(tcn_str(text), tcn_str(lang), ms);
}

/* Zones: each as written, and what it is ahead of UTC. */
static const struct {
	const char *name;
	int minutes;
} zones[] = {
	{ "Z", 0 },
	{ "GMT", 0 },
	{ "UTC", 0 },
	{ "+0000", 0 },
	{ "-00:00", 0 },
	{ "IST", 330 },
	{ "KST", 540 },
	{ "JST", 540 },
	{ "AEST", 600 },
	{ "AEDT", 660 },
	{ "ACST", 570 },
	{ "AWST", 480 },
	{ "MSK", 180 },
	{ "SGT", 480 },
	{ "HKT", 480 },
	{ "BRT", -180 },
	{ "ART", -180 },
	{ "EET", 120 },
	{ "EEST", 180 },
	{ "CET", 60 },
	{ "CEST", 120 },
	{ "BST", 60 },
	{ "EST", -300 },
	{ "EDT", -240 },
	{ "CST", -360 },
	{ "CDT", -300 },
	{ "MST", -420 },
	{ "MDT", -360 },
	{ "PST", -480 },
	{ "PDT", -420 },
	{ "AKST", -540 },
	{ "HST", -600 },
	{ "NST", -210 },
	{ "NZST", 720 },
	{ "NZDT", 780 },
	{ "WIB", 420 },
	{ "PKT", 300 },
	{ "SAST", 120 },
	{ "WAT", 60 },
	{ "EAT", 180 },
	{ "CAT", 120 },
	{ "PHT", 480 },
	{ "ICT", 420 },
	{ "NPT", 345 },
	{ "TRT", 180 },
	{ "GST", 240 },
	{ "WET", 0 },
	{ "+05", 300 },
	{ "-0330", -210 },
	{ "+5:30", 330 },
	{ "+530", 330 },
	{ "GMT+0530", 330 },
	{ "GMT+5", 300 },
	{ "UTC+02:00", 120 },
	{ "UTC -3", -180 },
	{ "est", -300 },
	{ "+0200 (EET)", 120 },
	{ "GMT+0200 (Eastern European Standard Time)", 120 },
	{ "Asia/Kolkata", 330 },
	{ "Etc/GMT+5", -300 },
	{ "(JST)", 540 },
	{ "+0900 JST", 540 },
	{ "\xe2\x88\x92"
	  "05:00",
	    -300 },
};

#define ZONES (sizeof zones / sizeof *zones)

/* Forms with a place for the zone; ICU writes the rest. */
static const struct {
	const char *pattern;
	bool ms; /* it has milliseconds */
} forms[] = {
	{ "EEE, dd MMM yyyy HH:mm:ss ", false },
	{ "EEEE, d MMMM yyyy, H:mm:ss ", false },
	{ "dd-MMM-yy HH:mm:ss ", false },
	{ "MMM d, yyyy h:mm:ss a ", false },
	{ "EEE MMM dd yyyy HH:mm:ss ", false },
	{ "h:mm:ssa d. MMM yyyy ", false },
	{ "yyyy-MM-dd HH:mm:ss.SSS ", true },
	{ "yyyy-MM-dd'T'HH:mm:ss,SSS", true },
	{ "yyyyMMdd'T'HHmmss.SSS", true },
	{ "YYYY-'W'ww-e'T'HH:mm:ss ", false },
	{ "yyyy-DDD'T'HH:mm:ss ", false },
	{ "yyyy/M/d H:m:s ", false },
	{ "d.M.yyyy H:m:s ", false },
};

/* Writes a moment in a locale by a pattern, in UTF-8. */
static void
write_icu(const char *locale, const UChar *pattern, int64_t ms, char out[500])
{
	UErrorCode status = U_ZERO_ERROR;
	UDateFormat *format = udat_open(UDAT_PATTERN, UDAT_PATTERN, locale,
	    u"Etc/UTC", -1, pattern, -1, &status);
	UChar units[200];
	int32_t n = 0;

	udat_format(format, (UDate)ms, units, 200, NULL, &status);
	u_strToUTF8(out, 499, &n, units, -1, &status);
	ck_assert(U_SUCCESS(status));
	out[n] = '\0';
	udat_close(format);
}

/* A number that depends on i alone, evenly spread (splitmix64). */
static uint64_t
spread(uint64_t i)
{
	i = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
	i = (i ^ (i >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	i = (i ^ (i >> 27)) * UINT64_C(0x94d049bb133111eb);
	return i ^ (i >> 31);
}

/* A moment of the years 1970 to 2049, which two digits can say. */
static int64_t
moment(uint64_t i)
{
	return (int64_t)(spread(i) % (UINT64_C(2524608000) * 1000));
}

/* Each form in each zone at many moments, to the same millisecond. */
START_TEST(what_is_written_is_read_back)
{
	UChar pattern[80];

	u_uastrncpy(pattern, forms[_i].pattern, 80);
	for (uint64_t i = 0; i < 20 * ZONES; i++) {
		char text[600] = "", out[TCN_DATE_BYTES];
		int64_t at = moment(i), back = -1;

		if (!forms[_i].ms)
			at -= at % 1000;
		write_icu("en_GB@calendar=gregorian", pattern,
		    at + zones[i % ZONES].minutes * TCN_MINUTE_MS, text);
		strcat(text, zones[i % ZONES].name);
		tcn_date_format(at, out);
		ck_assert_msg(read_in(text, "", &back) == TCN_OK && back == at,
		    "%s: %s %lld", text, out, (long long)back);
	}
}
END_TEST

/* Unix time, in text: seconds and milliseconds. */
START_TEST(unix_time_is_read_back)
{
	for (uint64_t i = 0; i < 5000; i++) {
		int64_t at = 1000000000000 + moment(i) / 3, back = -1;
		char text[40];

		snprintf(text, sizeof text, "%lld", (long long)at);
		ck_assert_int_eq(read_in(text, "", &back), TCN_OK);
		ck_assert_int_eq(back, at);
		snprintf(text, sizeof text, "%lld", (long long)(at / 1000));
		ck_assert_int_eq(read_in(text, "", &back), TCN_OK);
		ck_assert_int_eq(back, at / 1000 * 1000);
	}
}
END_TEST

/* How ICU's locales write a date, each month of a year: read is the same day,
 * or none; never another one. */
static const struct {
	UDateFormatStyle style;
	bool lang; /* it is known */
	unsigned percent; /* of them are read, at least */
} styles[] = {
	{ UDAT_FULL, true, 96 },
	{ UDAT_LONG, true, 98 },
	{ UDAT_MEDIUM, true, 98 },
	{ UDAT_FULL, false, 94 },
	{ UDAT_LONG, false, 96 },
	{ UDAT_MEDIUM, false, 93 },
};

/* The languages in which an English name of a month is another month: English
 * comes first. */
static bool
is_at_odds_with_english(const char *locale)
{
	static const char *const langs[] = { "bas", "dua", "teo" };

	for (size_t i = 0; i < 3; i++)
		if (strncmp(locale, langs[i], 3) == 0)
			return true;
	return false;
}

static void
count_locale(const char *locale, size_t of, unsigned *read, unsigned *all)
{
	UErrorCode status = U_ZERO_ERROR;
	char name[100], text[600];
	UDateFormat *format;
	UChar units[200];

	snprintf(name, sizeof name, "%s@calendar=gregorian", locale);
	format = udat_open(UDAT_NONE, styles[of].style, name, u"Etc/UTC", -1,
	    NULL, 0, &status);
	for (int month = 1; month <= 12; month++) {
		int64_t at = tcn_date_days(2026, month, 22) * TCN_DAY_MS, back;
		int32_t n = 0;

		status = U_ZERO_ERROR;
		udat_format(format, (UDate)at, units, 200, NULL, &status);
		u_strToUTF8(text, 500, &n, units, -1, &status);
		ck_assert(U_SUCCESS(status));
		strcpy(text + n, " 09:43:16 +0100");
		++*all;
		if (read_in(text, styles[of].lang ? locale : "", &back))
			continue;
		ck_assert_msg(back == at + 31396000, "%s: %s", locale, text);
		++*read;
	}
	udat_close(format);
}

START_TEST(dates_of_all_languages_are_read)
{
	unsigned read = 0, all = 0;

	for (int32_t i = 0; i < uloc_countAvailable(); i++)
		if (!is_at_odds_with_english(uloc_getAvailable(i)))
			count_locale(uloc_getAvailable(i), (size_t)_i, &read,
			    &all);
	ck_assert_msg(read * 100 >= all * styles[_i].percent, "%u of %u", read,
	    all);
}
END_TEST

/* A field that no day or clock has, in every form: there is no date. */
static const struct {
	int fields[6];
} broken[] = {
	{ { 2026, 2, 29, 9, 43, 16 } },
	{ { 2026, 2, 30, 9, 43, 16 } },
	{ { 2026, 2, 31, 9, 43, 16 } },
	{ { 2026, 4, 31, 9, 43, 16 } },
	{ { 2026, 6, 31, 9, 43, 16 } },
	{ { 2026, 9, 31, 9, 43, 16 } },
	{ { 2026, 11, 31, 9, 43, 16 } },
	{ { 2100, 2, 29, 9, 43, 16 } },
	{ { 2026, 11, 0, 9, 43, 16 } },
	{ { 2026, 11, 32, 9, 43, 16 } },
	{ { 2026, 11, 99, 9, 43, 16 } },
	{ { 2026, 11, 22, 25, 43, 16 } },
	{ { 2026, 11, 22, 24, 43, 16 } },
	{ { 2026, 11, 22, 99, 43, 16 } },
	{ { 2026, 11, 22, 9, 60, 16 } },
	{ { 2026, 11, 22, 9, 99, 16 } },
	{ { 2026, 11, 22, 9, 43, 61 } },
	{ { 2026, 11, 22, 9, 43, 60 } },
	{ { 2026, 11, 22, 9, 43, 99 } },
	{ { 1, 11, 22, 9, 43, 16 } },
	{ { 1066, 11, 22, 9, 43, 16 } },
	{ { 1899, 11, 22, 9, 43, 16 } },
	{ { 2200, 11, 22, 9, 43, 16 } },
	{ { 9999, 11, 22, 9, 43, 16 } },
};

/* Writes the fields in form i of eight; false: there are no more. */
static bool
write_form(size_t i, const int f[6], char out[100])
{
	static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May",
		"Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	const char *month = months[f[1] - 1];

	switch (i) {
	case 0:
		sprintf(out, "%04d-%02d-%02dT%02d:%02d:%02d", f[0], f[1], f[2],
		    f[3], f[4], f[5]);
		return true;
	case 1:
		sprintf(out, "Sun, %02d %s %04d %02d:%02d:%02d", f[2], month,
		    f[0], f[3], f[4], f[5]);
		return true;
	case 2:
		sprintf(out, "%s %d, %04d %d:%02d:%02d", month, f[2], f[0],
		    f[3], f[4], f[5]);
		return true;
	case 3:
		sprintf(out, "%04d%02d%02dT%02d%02d%02d", f[0], f[1], f[2],
		    f[3], f[4], f[5]);
		return true;
	case 4:
		sprintf(out, "%d.%d.%04d %d:%02d:%02d", f[2], f[1], f[0], f[3],
		    f[4], f[5]);
		return true;
	case 5:
		sprintf(out, "%04d/%d/%d %d:%02d:%02d", f[0], f[1], f[2], f[3],
		    f[4], f[5]);
		return true;
	case 6:
		sprintf(out, "%d-%s-%04d %d:%02d:%02d", f[2], month, f[0], f[3],
		    f[4], f[5]);
		return true;
	case 7:
		sprintf(out, "%04d%02d%02d%02d%02d%02d", f[0], f[1], f[2], f[3],
		    f[4], f[5]);
		return true;
	default:
		return false;
	}
}

static void
must_be_none(const char *text)
{
	int64_t ms = -1;

	ck_assert_msg(read_in(text, "", &ms) == TCN_INVALID && ms == -1,
	    "%s: %lld", text, (long long)ms);
}

START_TEST(what_cannot_be_is_no_date)
{
	char form[100], text[200];

	for (size_t i = 0; write_form(i, broken[_i].fields, form); i++)
		for (size_t zone = 0; zone < ZONES; zone++) {
			snprintf(text, sizeof text, "%s %s", form,
			    zones[zone].name);
			must_be_none(i == 7 ? form : text);
		}
}
END_TEST

/* Whether a text of eight forms is one of the year, month and day wanted, and
 * of the hour and minute. */
static void
must_be_near(const char *text, int64_t ms)
{
	struct tcn_date_parts parts = { 2026, 11, 22, 21, 43, 0, 0, 0 };
	int64_t right, seconds;

	ck_assert(tcn_date_from_parts(&parts, &right));
	seconds = (ms - right) / 1000;
	ck_assert_msg(seconds >= 0 && seconds < 60, "%s: %lld s off", text,
	    (long long)seconds);
}

/* A letter of a word left out, doubled, swapped or replaced: the date, or
 * none. */
START_TEST(a_slip_in_a_word_gives_no_other_date)
{
	static const char *const texts[] = {
		"Sunday, 22 November 2026 21:43:16 GMT",
		"November 22, 2026 09:43:16 PM UTC",
		"dimanche 22 novembre 2026 21:43:16 GMT",
		"domingo, 22 de noviembre de 2026 21:43:16 UTC",
		"Sonntag, 22. November 2026 21:43:16 UTC",
	};
	const char *from = texts[_i];
	size_t n = strlen(from), words_n = n - 4, dated = 0; /* no zone */

	for (uint64_t i = 0; i < 3000; i++) {
		size_t at = spread(i) % (words_n - 1);
		char text[100];
		int64_t ms;

		strcpy(text, from);
		if ((from[at] >= '0' && from[at] <= '9') || from[at] == ':' ||
		    from[at] == ' ' || from[at + 1] == ' ' ||
		    (from[at + 1] >= '0' && from[at + 1] <= '9'))
			continue;
		switch (i % 4) {
		case 0:
			memmove(text + at, text + at + 1, n - at);
			break;
		case 1:
			memmove(text + at + 1, text + at, n - at + 1);
			break;
		case 2:
			text[at] = from[at + 1];
			text[at + 1] = from[at];
			break;
		default:
			text[at] = (char)('a' + spread(i + n) % 26);
		}
		if (read_in(text, "", &ms))
			continue;
		dated++;
		if (!strstr(text, "09:43") || strstr(text, "PM"))
			must_be_near(text, ms);
	}
	ck_assert_uint_gt(dated, 0);
}
END_TEST

/* No text, however made of the parts of dates, is read as one of a year that it
 * does not name. */
START_TEST(parts_in_any_order_give_no_other_year)
{
	static const char *const parts[] = { "22", "2026", "Nov", "09:43:16",
		"GMT", "+0100", "Sun", ",", "-", "/", "T", "11", "PM", "W47",
		"\xe5\xb9\xb4", "nov.", "ET", "(x)", ":", "Z" };
	char out[TCN_DATE_BYTES];

	for (uint64_t i = 0; i < 50000; i++) {
		char text[100] = "";
		int64_t ms;

		for (uint64_t k = 0; k < 3 + spread(i) % 5; k++) {
			strcat(text, parts[spread(i * 8 + k) % 20]);
			if (spread(i * 9 + k) % 2)
				strcat(text, " ");
		}
		if (read_in(text, "", &ms) || !strstr(text, "2026") ||
		    strspn(text, "0123456789") > 8)
			continue;
		tcn_date_format(ms, out);
		ck_assert_msg(strncmp(out, "2026-", 5) == 0 ||
			strncmp(out, "2025-12-31", 10) == 0 ||
			strncmp(out, "2020-", 5) == 0,
		    "%s: %s", text, out);
	}
}
END_TEST

/* The names of all languages, once for all tests. */
static void
load_names(void)
{
	tcn_date_names_all();
}

TCN_TESTS(date_property)
{
	tcase_set_timeout(tc, 300);
	tcase_add_unchecked_fixture(tc, load_names, NULL);
	TCN_EACH(what_is_written_is_read_back, forms);
	tcase_add_test(tc, unix_time_is_read_back);
	TCN_EACH(dates_of_all_languages_are_read, styles);
	TCN_EACH(what_cannot_be_is_no_date, broken);
	tcase_add_loop_test(tc, a_slip_in_a_word_gives_no_other_date, 0, 5);
	tcase_add_test(tc, parts_in_any_order_give_no_other_year);
}
