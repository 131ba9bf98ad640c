/*
 * Dates as feeds hold them: every form of the header, and what is not certain
 * is no date.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/date.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "engine/text/date_names.h"
#include "engine/text/date_words.h"

static enum tcn_rc
read_in(const char *text, const char *lang, int64_t *ms)
{
	return tcn_date_words(tcn_str(text), tcn_str(lang), ms);
}

/* Reads text in a language and compares with an RFC 3339 date; NULL: none. */
static void
must_read(const char *text, const char *lang, const char *date)
{
	char out[TCN_DATE_BYTES] = "no date";
	int64_t ms = -1;
	enum tcn_rc rc = read_in(text, lang, &ms);

	if (rc == TCN_OK)
		tcn_date_format(ms, out);
	else
		ck_assert_int_eq(ms, -1);
	ck_assert_msg(strcmp(out, date ? date : "no date") == 0,
	    "\"%s\" [%s]: %s, not %s", text, lang, out, date ? date : "none");
}

static const struct {
	const char *text, *date; /* NULL: it is none */
} dates[] = {
	{ "Sun, 22 Nov 2026 09:43:16 IST", "2026-11-22T04:13:16Z" },
	{ "Sun, 22 Nov 2026 09:43:16 NZST", "2026-11-21T21:43:16Z" },
	{ "Sun, 22 Nov 2026 09:43:16 GMT+0530", "2026-11-22T04:13:16Z" },
	{ "Sun, 22 Nov 2026 09:43:16 UTC+02:00", "2026-11-22T07:43:16Z" },
	{ "Sun, 22 Nov 2026 09:43:16 +05", "2026-11-22T04:43:16Z" },
	{ "Sun, 22 Nov 2026 09:43:16 -0330", "2026-11-22T13:13:16Z" },
	{ "Sun Nov 22 2026 09:43:16 GMT+0200 (Eastern European Standard Time)",
	    "2026-11-22T07:43:16Z" },
	{ "Nov 22, 2026 9:43 PM PST", "2026-11-23T05:43:00Z" },
	{ "11/22/2026 9:43:16 PM", "2026-11-22T21:43:16Z" },
	{ "11/22/2026, 9:43:16 AM", "2026-11-22T09:43:16Z" },
	{ "22/11/2026 09:43", "2026-11-22T09:43:00Z" },
	{ "03/04/2026 09:43", NULL },
	{ "Sunday, November 22, 2026 - 9:43pm", "2026-11-22T21:43:00Z" },
	{ "Sun, 11/22/2026 - 09:43", "2026-11-22T09:43:00Z" },
	{ "2026-W47-7", "2026-11-22T00:00:00Z" },
	{ "2026W477T094316Z", "2026-11-22T09:43:16Z" },
	{ "2026-326", "2026-11-22T00:00:00Z" },
	{ "2026326", "2026-11-22T00:00:00Z" },
	{ "2026-11-22T09:43:16,5Z", "2026-11-22T09:43:16.500Z" },
	{ "2026-11-22T24:00:00Z", "2026-11-23T00:00:00Z" },
	{ "2026-11-22T25:00:00Z", NULL },
	{ "2026-13-01", NULL },
	{ "31 Feb 2026 10:00:00 GMT", NULL },
	{ "29 Feb 2026", NULL },
	{ "29 Feb 2028", "2028-02-29T00:00:00Z" },
	{ "0001-01-01T00:00:00Z", NULL },
	{ "Mon, 01 Jan 0001 00:00:00 +0000", NULL },
	{ "1795340596", "2026-11-22T09:43:16Z" },
	{ "1795340596000", "2026-11-22T09:43:16Z" },
	{ "1795340596123", "2026-11-22T09:43:16.123Z" },
	{ "1795340596.5", "2026-11-22T09:43:16.500Z" },
	{ "٢٢/١١/٢٠٢٦", "2026-11-22T00:00:00Z" },
	{ "２０２６年１１月２２日 ９：４３", "2026-11-22T09:43:00Z" },
	{ "2026年11月22日", "2026-11-22T00:00:00Z" },
	{ "2026年11月22日(日) 09:43", "2026-11-22T09:43:00Z" },
	{ "2026-11-22T09:43:16−05:00", "2026-11-22T14:43:16Z" },
	{ "22 नवंबर 2026 09:43", "2026-11-22T09:43:00Z" },
	{ "22 listopad 2026", NULL },
	{ "22 listopada 2026", NULL },
	{ "22 ноября 2026 г., 09:43", "2026-11-22T09:43:00Z" },
	{ "вс, 22 нояб. 2026 09:43:16 +0300", "2026-11-22T06:43:16Z" },
	{ "dim., 22 nov. 2026 09:43:16 +0100", "2026-11-22T08:43:16Z" },
	{ "22 novembre 2026 à 09h43", "2026-11-22T09:43:00Z" },
	{ "22. November 2026, 09:43 Uhr", "2026-11-22T09:43:00Z" },
	{ "mar. 3 mag 2026 10:00", "2026-05-03T10:00:00Z" },
	{ "22 พฤศจิกายน 2026", "2026-11-22T00:00:00Z" },
	{ "22 tháng 11, 2026", "2026-11-22T00:00:00Z" },
	{ "Chủ Nhật, 22 thg 11, 2026", "2026-11-22T00:00:00Z" },
	{ "22 Nov 2026 09:43:16 XYZ", NULL },
	{ "22 Nov 2026 09:43:16 Europe/Paris", "2026-11-22T08:43:16Z" },
	{ "2026-11-22T09:43:16+01:00[Europe/Paris]", "2026-11-22T08:43:16Z" },
	{ "2026-07-22 09:43:16 ET", "2026-07-22T13:43:16Z" },
	{ "2026-11-22 09:43:16 ET", "2026-11-22T14:43:16Z" },
	{ "2026-11-22 09:43:16 EDT", "2026-11-22T13:43:16Z" },
	{ "Sun, 22 Nov 2026 9:43:16.250 Z", "2026-11-22T09:43:16.250Z" },
	{ "Sun, 22 Nov 2026 09:60:16 Z", NULL },
	{ "Sun, 22 Nov 2026 09:43:60 Z", NULL },
	{ "Sun, 31 Dec 2016 23:59:60 Z", "2017-01-01T00:00:00Z" },
	{ "22nd of November 2026 at 9:43 am", "2026-11-22T09:43:00Z" },
	{ "22-Nov-26 09:43", "2026-11-22T09:43:00Z" },
	{ "09:43 22-Nov-2026", "2026-11-22T09:43:00Z" },
	{ "09:43:16 22 November 2026 EST", "2026-11-22T14:43:16Z" },
	{ "November 22nd, 2026", "2026-11-22T00:00:00Z" },
	{ "Nov. 22, 2026, 9:43 a.m. ET", "2026-11-22T14:43:00Z" },
	{ "yesterday", NULL },
	{ "2 hours ago", NULL },
	{ "22 Nov", NULL },
	{ "Nov 2026", NULL },
	{ "12:30", NULL },
	{ "2026-11", "2026-11-01T00:00:00Z" },
	{ "2026", "2026-01-01T00:00:00Z" },
	{ "20261122094316", "2026-11-22T09:43:16Z" },
	{ "202611220943", "2026-11-22T09:43:00Z" },
	{ "22.11.2026 9.43", "2026-11-22T09:43:00Z" },
	{ "22.11.26", "2026-11-22T00:00:00Z" },
	{ "22 Kasım 2026 Pazar 09:43", "2026-11-22T09:43:00Z" },
	{ "Paz, 22 Kas 2026 09:43:16 +0300", "2026-11-22T06:43:16Z" },
	{ "الأحد 22 نوفمبر 2026 09:43", "2026-11-22T09:43:00Z" },
	{ "یکشنبه 22 نوامبر 2026", "2026-11-22T00:00:00Z" },
	{ "22 Μαρτίου 2026", "2026-03-22T00:00:00Z" },
	{ "2026 m. lapkričio 22 d.", "2026-11-22T00:00:00Z" },
	{ "2026. november 22., vasárnap 9:43", "2026-11-22T09:43:00Z" },
	{ "Sun Nov 22 09:43:16 EST 2026", "2026-11-22T14:43:16Z" },
	{ "Sun Nov 22 09:43:16 +0000 2026", "2026-11-22T09:43:16Z" },
	{ "2026/11/22", "2026-11-22T00:00:00Z" },
	{ "2026/11/22 09:43:16 +09:00", "2026-11-22T00:43:16Z" },
	{ "2026.11.22", "2026-11-22T00:00:00Z" },
	{ "Sun, 22 Nov 126 09:43:16 GMT", "2026-11-22T09:43:16Z" },
	{ "Mon, 22 Nov 2026 09:43:16 GMT", "2026-11-22T09:43:16Z" },
	{ "Sun, 22 Nov 2026 21:43:16 PM GMT", "2026-11-22T21:43:16Z" },
	{ "Sun, 22 Nov 2026 13:43:16 AM GMT", NULL },
	{ "Sun, 22 Nov 2026 09:43:16 GMT GMT", "2026-11-22T09:43:16Z" },
	{ "Sun, 22 Nov 2026 09:43:16 +0100 GMT", NULL },
	{ "Sun, 22 Nov 2026 09:43:16 +2500", NULL },
	{ "Sun, 22 Nov 2026 09:43:16 (UTC)", "2026-11-22T09:43:16Z" },
	{ "Sun, 22 Nov 2026 09:43:16 (Pacific Time)", NULL },
	{ "2026-11-22T09:43:16+0530", "2026-11-22T04:13:16Z" },
	{ "2026-11-22T09:43:16 +5:30", "2026-11-22T04:13:16Z" },
	{ "2026-11-22T9:43Z", "2026-11-22T09:43:00Z" },
	{ "2026-1-2T9:43Z", "2026-01-02T09:43:00Z" },
	{ "2026-11-22Z", "2026-11-22T00:00:00Z" },
	{ "2026-11-22+01:00", "2026-11-21T23:00:00Z" },
	{ "2026-W54-1", NULL },
	{ "2026-W53-1", "2026-12-28T00:00:00Z" },
	{ "2026-366", NULL },
	{ "2028-366", "2028-12-31T00:00:00Z" },
	{ "2026-11-31", NULL },
	{ "Sat, 7 Sep 2002 0:0:1 GMT", "2002-09-07T00:00:01Z" },
	{ "Thu, 01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z" },
	{ "Thu, 01 Jan 04 19:48:21 GMT", "2004-01-01T19:48:21Z" },
	{ "Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z" },
	{ "Thu, 1 Jan 2004 19:48 EST", "2004-01-02T00:48:00Z" },
	{ "Donnerstag, 1 January 2004 19:48:21 +01:00",
	    "2004-01-01T18:48:21Z" },
	{ "1 Jan 2004 19:48:21 -0500", "2004-01-02T00:48:21Z" },
	{ "Mon Jan 26 16:31:00 2004", "2004-01-26T16:31:00Z" },
	{ "Jan 5, 2014", "2014-01-05T00:00:00Z" },
	{ "2004", "2004-01-01T00:00:00Z" },
	{ "2004-02", "2004-02-01T00:00:00Z" },
	{ "20040203", "2004-02-03T00:00:00Z" },
	{ "2004-02-03T10:11", "2004-02-03T10:11:00Z" },
	{ "2004-02-03 10:11:12 +0200", "2004-02-03T08:11:12Z" },
	{ "2004-02-03T10:11:12.5-01", "2004-02-03T11:11:12.500Z" },
	{ "20040203T101112Z", "2004-02-03T10:11:12Z" },
	{ "  2004-02-03\n", "2004-02-03T00:00:00Z" },
	{ "1388880000", "2014-01-05T00:00:00Z" },
	{ "", NULL },
	{ "now", NULL },
	{ "2004-02-03T10", NULL },
	{ "2004-02-03T10:11:12+0200x", NULL },
	{ "Thu, 01 Jan 2004 25:48:21 GMT", NULL },
	{ "031231", "2003-12-31T00:00:00Z" },
	{ "-0312", "2003-12-01T00:00:00Z" },
	{ "-03-12", "2003-12-01T00:00:00Z" },
	{ "03-12-31", "2003-12-31T00:00:00Z" },
	{ "03335", NULL },
	{ "22013", NULL },
	{ "46348", NULL },
	{ "2003-012-31T10:14:55+00:00", "2003-12-31T10:14:55Z" },
	{ "2003-012", "2003-01-12T00:00:00Z" },
	{ "2013-01-27-01", NULL },
	{ "Wed, 19 Aug 2009 18:28:00 Etc/GMT", "2009-08-19T18:28:00Z" },
	{ "Wed, 19 Feb 2012 22:40:00 GMT-01:01", "2012-02-19T23:41:00Z" },
	{ "Mon, 13 Feb, 2012 06:28:00 UTC", "2012-02-13T06:28:00Z" },
	{ "Mon, 26 January 2004 16:31:00 AT", "2004-01-26T20:31:00Z" },
	{ "Mon, 26 July 2004 16:31:00 PT", "2004-07-26T23:31:00Z" },
	{ "Fri, 2006/09/15 08:19:53 EDT", "2006-09-15T12:19:53Z" },
	{ "Thu, 30 Apr 2015 08:57:00 MEST", "2015-04-30T06:57:00Z" },
	{ "Sun, 16 Dec 2012 1:2:3:4 GMT", NULL },
	{ "Sun, 16 Dec 2012 1:2:3 GMT", "2012-12-16T01:02:03Z" },
	{ "Sun, 16 zzz 2012 11:47:32 GMT", NULL },
	{ "Sun, 16 Dec 2012 11:47:32 +zz:00", NULL },
	{ "Sun, 16 Dec 2012 11:47:32 +00:zz", NULL },
	{ "2004-július-13T9:15-05:00", "2004-07-13T14:15:00Z" },
	{ "Κυρ, 11 Ιούλ 2004 12:00:00 EST", "2004-07-11T17:00:00Z" },
	{ "2004-05-25 오후 11:23:17", "2004-05-25T14:23:17Z" },
	{ "2004년 05월 28일  01:31:15", "2004-05-27T16:31:15Z" },
	{ "2026년 11월 22일 일요일 오후 9시 43분 16초",
	    "2026-11-22T12:43:16Z" },
	{ "2026年11月22日星期日 下午9:43", "2026-11-22T21:43:00Z" },
	{ "2026年11月22日日曜日 9時43分16秒", "2026-11-22T09:43:16Z" },
	{ "22 בנובמבר 2026 09:43", "2026-11-22T09:43:00Z" },
	{ "2026-11-22T09:43:16Z extra", NULL },
	{ "2026-11-22T09:43:16[Europe/Paris]", "2026-11-22T08:43:16Z" },
	{ "2026-11-22T09:43:16+02:00[Europe/Paris]", NULL },
	{ "2026-11-22 09:43:16 Europe/Atlantis", NULL },
	{ "2026-03-29 02:30:00 Europe/Paris", "2026-03-29T01:30:00Z" },
	{ "2026-10-25 02:30:00 Europe/Paris", "2026-10-25T01:30:00Z" },
	{ "2026-11-22T09:43:16.9996Z", "2026-11-22T09:43:17Z" },
	{ "12/11/10", NULL },
	{ "Sun, 22 Nov 2026 09:43:16 +0200 (EET)", "2026-11-22T07:43:16Z" },
	{ "Sun, 22 Nov 2026 09:43:16 -0500 EST", "2026-11-22T14:43:16Z" },
	{ "Sun, 22 Nov 2026 09:43:16 -0500 ET", "2026-11-22T14:43:16Z" },
	{ "Sun, 22 Nov 2026 09:43:16 -0400 ET", NULL },
	{ "Sun, 22 Nov 2026 12:00 AM", "2026-11-22T00:00:00Z" },
	{ "Sun, 22 Nov 2026 12:00 PM", "2026-11-22T12:00:00Z" },
	{ "Sun, 22 Nov 2026 9 PM", "2026-11-22T21:00:00Z" },
	{ "Sun, 22 Nov 2026 A", NULL },
	{ "Sun, 22 Nov 2026 09:43:16 A", NULL },
	{ "Sun, 22 Nov 2026 09:43:16 09:44:17 GMT", NULL },
	{ "Sun, 22 Nov Dec 2026 09:43:16 GMT", NULL },
	{ "Sun, 22 23 Nov 2026 09:43:16 GMT", NULL },
	{ "22 Marble 2026", NULL },
	{ "22 Novel 2026", NULL },
	{ "1795340596000000", "2026-11-22T09:43:16Z" },
	{ "179534059600", "1975-09-09T22:34:19.600Z" },
	{ "17953405960", NULL },
	{ "-86400", NULL },
	{ "-1795340596", "1913-02-09T14:16:44Z" },
	{ "9999999999999", NULL },
	{ "20261122 09:43 +0100", "2026-11-22T08:43:00Z" },
	{ "20261322", NULL },
	{ "202611220943169", NULL },
	{ "2026-00-10", NULL },
	{ "2026-10-00", NULL },
	{ "2026-W00-1", NULL },
	{ "2026-W47-8", NULL },
	{ "2026-000", NULL },
	{ "1899-12-31T23:59:59Z", NULL },
	{ "2200-01-01T00:00:00Z", NULL },
	{ "2026-11-22T00:00:00+24:00", NULL },
	{ "2026-11-22T23:60:00Z", NULL },
	{ "2026-11-22T24:00:01Z", NULL },
	{ "22 Nov 2026 +0100", NULL },
	{ "+0100", NULL },
	{ "-0500", NULL },
	{ "GMT", NULL },
	{ "Nov", NULL },
	{ "1", NULL },
	{ "(22 Nov 2026)", NULL },
	{ "22 Nov 2026 (", "2026-11-22T00:00:00Z" },
	{ "22 Nov 2026 [", NULL },
	{ "22 Nov 2026 !", NULL },
	{ "22\xff Nov 2026", NULL },
};

static const struct {
	const char *text, *lang, *date;
} with_lang[] = {
	{ "03/04/2026 09:43", "en-US", "2026-03-04T09:43:00Z" },
	{ "03/04/2026 09:43", "en-GB", "2026-04-03T09:43:00Z" },
	{ "03/04/2026 09:43", "fr", "2026-04-03T09:43:00Z" },
	{ "03/04/2026 09:43", "xx", NULL },
	{ "22 listopad 2026", "hr", "2026-10-22T00:00:00Z" },
	{ "22 listopad 2026", "pl", "2026-11-22T00:00:00Z" },
	{ "mar, 3 nov 2026 10:00", "es", "2026-11-03T10:00:00Z" },
	{ "12/11/10", "en-US", "2010-12-11T00:00:00Z" },
	{ "12/11/10", "en-GB", "2010-11-12T00:00:00Z" },
	{ "12/11/10", "ja", "2012-11-10T00:00:00Z" },
	{ "22.11.26", "ko", "2022-11-26T00:00:00Z" },
	{ "03-12-31", "fr", NULL },
};

START_TEST(every_form_is_read_or_is_none)
{
	must_read(dates[_i].text, "", dates[_i].date);
}
END_TEST

START_TEST(the_language_decides_where_it_must)
{
	must_read(with_lang[_i].text, with_lang[_i].lang, with_lang[_i].date);
}
END_TEST

/* Times that ET and the like have in summer and in winter. */
START_TEST(seasons_follow_the_day)
{
	static const struct {
		const char *name;
		int winter, summer;
	} seasons[] = { { "ET", -5, -4 }, { "CT", -6, -5 }, { "MT", -7, -6 },
		{ "PT", -8, -7 }, { "Europe/Paris", 1, 2 },
		{ "america/new_york", -5, -4 } };

	for (size_t i = 0; i < 6; i++)
		for (int month = 1; month <= 12; month++) {
			bool summer = month >= 5 && month <= 9;
			int hours =
			    summer ? seasons[i].summer : seasons[i].winter;
			char text[80];
			int64_t ms;

			if (month == 3 || month == 4 || month >= 10)
				continue;
			sprintf(text, "2026-%02d-15 12:00 %s", month,
			    seasons[i].name);
			ck_assert_int_eq(read_in(text, "", &ms), TCN_OK);
			ck_assert_int_eq(ms,
			    tcn_date_days(2026, month, 15) * TCN_DAY_MS +
				(12 - hours) * TCN_HOUR_MS);
		}
}
END_TEST

/* ICU's own memory is not swept; a failure leaves nothing half loaded. */
START_TEST(no_memory_is_an_answer)
{
	static const char text[] = "22 \xd0\xbd\xd0\xbe\xd1\x8f\xd0\xb1\xd1\x80"
				   "\xd1\x8f 2026";
	int64_t ms;

	for (uint64_t n = 1;; n = n < 200 ? n + 1 : n * 2) {
		enum tcn_rc rc;

		tcn_mem_fail_at(n);
		rc = read_in(text, "", &ms);
		if (!tcn_mem_fail_fired()) {
			tcn_mem_fail_at(0);
			ck_assert_int_eq(rc, TCN_OK);
			break;
		}
		ck_assert_int_eq(rc, TCN_NOMEM);
	}
}
END_TEST

/* The names of all languages, once for all tests. */
static void
load_names(void)
{
	ck_assert_int_eq(tcn_date_names_all(), TCN_OK);
}

TCN_SUITE(date_words)
{
	Suite *s = suite_create("date_words");
	TCase *tc = tcase_create("date_words");

	tcase_add_unchecked_fixture(tc, load_names, NULL);
	TCN_EACH(every_form_is_read_or_is_none, dates);
	TCN_EACH(the_language_decides_where_it_must, with_lang);
	tcase_add_test(tc, seasons_follow_the_day);
	suite_add_tcase(s, tc);
	tc = tcase_create("date_words_memory");
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, no_memory_is_an_answer);
	suite_add_tcase(s, tc);
	return s;
}
