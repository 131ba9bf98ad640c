#include "tests/base/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "engine/base/date.h"
#include "engine/base/err.h"

static const struct {
	const char *text;
	int64_t ms;
} good[] = {
	{ "0", 0 },
	{ "1394473079", INT64_C(1394473079000) },
	{ "1394473079.56", INT64_C(1394473079560) },
	{ " 1394473079.5604\n", INT64_C(1394473079560) },
	{ "1394473079.5605", INT64_C(1394473079561) },
	{ "1394473079.9999", INT64_C(1394473080000) },
	{ "-1.5", -1500 },
	{ "-2208988800", INT64_C(-2208988800000) },
	{ "7258118399.999", INT64_C(7258118399999) },
	{ "1970-01-01T00:00:00Z", 0 },
	{ "1969-12-31T23:59:59.5Z", -500 },
	{ "2014-03-10T17:37:59Z", INT64_C(1394473079000) },
	{ "2014-03-10t17:37:59.56z", INT64_C(1394473079560) },
	{ "2014-03-10 17:37:59.123456789Z", INT64_C(1394473079123) },
	{ "2014-03-10T18:37:59+01:00", INT64_C(1394473079000) },
	{ "2014-03-10T12:07:59-05:30", INT64_C(1394473079000) },
	{ "2014-03-11T17:36:59+23:59", INT64_C(1394473079000) },
	{ "2014-03-10T17:37:59-00:00", INT64_C(1394473079000) },
	{ "2016-02-29T00:00:00Z", INT64_C(1456704000000) },
	{ "2000-02-29T00:00:00Z", INT64_C(951782400000) },
	{ "2016-12-31T23:59:60Z", INT64_C(1483228800000) },
	{ "2017-01-01T00:59:60.5+01:00", INT64_C(1483228800500) },
	{ "1900-01-01T00:00:00Z", TCN_DATE_MIN_MS },
	{ "2199-12-31T23:59:59.999Z", TCN_DATE_END_MS - 1 },
};

/* Each with a word that the message must have. */
static const struct {
	const char *text;
	const char *said;
} bad[] = {
	{ "", "no date" },
	{ "yesterday", "no date" },
	{ "Mon, 10 Mar 2014 17:37:59 GMT", "RFC 3339" },
	{ "2014-03-10", "no date" },
	{ "2014-3-10T17:37:59Z", "no date" },
	{ "2014-03-10T17:37Z", "no date" },
	{ "+5", "no date" },
	{ "1.", "no date" },
	{ ".5", "no date" },
	{ "1e9", "no date" },
	{ "0x10", "no date" },
	{ "- 5", "no date" },
	{ "1394473079560", "milliseconds" },
	{ "-1394473079560", "1900" },
	{ "99999999999999999999999999", "1900" },
	{ "-2208988800.001", "1900" },
	{ "7258118400", "2199" },
	{ "1899-12-31T23:59:59.999Z", "1900" },
	{ "2200-01-01T00:00:00Z", "2199" },
	{ "2199-12-31T23:59:59.9999Z", "2199" },
	{ "0000-00-00T00:00:00Z", "calendar" },
	{ "2014-03-10T17:37:59", "offset" },
	{ "2014-03-10T17:37:59 Z", "offset" },
	{ "2014-03-10T17:37:59+0100", "offset" },
	{ "2014-03-10T17:37:59+24:00", "offset" },
	{ "2014-03-10T17:37:59+01:60", "offset" },
	{ "2014-03-10T17:37:59Z!", "offset" },
	{ "2014-03-10T17:37:59.Z", "point" },
	{ "2014-02-29T00:00:00Z", "calendar" },
	{ "2014-02-30T00:00:00Z", "calendar" },
	{ "1900-02-29T00:00:00Z", "calendar" },
	{ "2014-04-31T00:00:00Z", "calendar" },
	{ "2014-13-01T00:00:00Z", "calendar" },
	{ "2014-00-01T00:00:00Z", "calendar" },
	{ "2014-01-00T00:00:00Z", "calendar" },
	{ "2014-01-32T00:00:00Z", "calendar" },
	{ "2014-01-01T24:00:00Z", "calendar" },
	{ "2014-01-01T00:60:00Z", "calendar" },
	{ "2014-01-01T00:00:61Z", "calendar" },
	{ "2014-01-01T00:00:60Z", "leap second" },
	{ "2016-12-31T23:59:60+01:00", "leap second" },
};

START_TEST(reads_both_forms)
{
	struct tcn_err err = { .text = "" };
	int64_t ms = -7;

	ck_assert_msg(tcn_date_parse(tcn_str(good[_i].text), &ms, &err) ==
		TCN_OK,
	    "%s: %s", good[_i].text, err.text);
	ck_assert_msg(ms == good[_i].ms, "%s: %" PRId64, good[_i].text, ms);
}
END_TEST

START_TEST(refuses_with_reason)
{
	struct tcn_err err = { .text = "" };
	int64_t ms = -7;

	ck_assert_msg(tcn_date_parse(tcn_str(bad[_i].text), &ms, &err) ==
		TCN_INVALID,
	    "%s", bad[_i].text);
	ck_assert_msg(strstr(err.text, bad[_i].said), "%s: %s", bad[_i].text,
	    err.text);
	ck_assert_int_eq(ms, -7);
	ck_assert_int_eq(tcn_date_parse(tcn_str(bad[_i].text), &ms, NULL),
	    TCN_INVALID);
}
END_TEST

START_TEST(numbers)
{
	int64_t ms = 0;

	ck_assert_int_eq(tcn_date_from_seconds(1394473079.56, &ms, NULL),
	    TCN_OK);
	ck_assert_int_eq(ms, INT64_C(1394473079560));
	ck_assert_int_eq(tcn_date_from_seconds(-0.0004, &ms, NULL), TCN_OK);
	ck_assert_int_eq(ms, 0);
	ck_assert_int_eq(tcn_date_from_seconds(NAN, &ms, NULL), TCN_INVALID);
	ck_assert_int_eq(tcn_date_from_seconds(-INFINITY, &ms, NULL),
	    TCN_INVALID);
	ck_assert_int_eq(tcn_date_from_seconds(1e300, &ms, NULL), TCN_INVALID);
	ck_assert_int_eq(tcn_date_from_seconds(1394473079560, &ms, NULL),
	    TCN_INVALID);
}
END_TEST

static void
round_trip(int64_t ms)
{
	char text[TCN_DATE_BYTES], seconds[40];
	int64_t back = 0;

	tcn_date_format(ms, text);
	ck_assert_int_eq(tcn_date_parse(tcn_str(text), &back, NULL), TCN_OK);
	ck_assert_msg(back == ms, "%" PRId64 " %s", ms, text);
	snprintf(seconds, sizeof seconds, "%s%" PRId64 ".%03d",
	    ms < 0 ? "-" : "", (ms < 0 ? -ms : ms) / 1000,
	    (int)((ms < 0 ? -ms : ms) % 1000));
	ck_assert_int_eq(tcn_date_parse(tcn_str(seconds), &back, NULL), TCN_OK);
	ck_assert_msg(back == ms, "%" PRId64 " %s", ms, seconds);
	ck_assert_int_eq(tcn_date_from_seconds((double)ms / 1000, &back, NULL),
	    TCN_OK);
	ck_assert_int_eq(back, ms);
}

/* Steps that fall on all days and all milliseconds of a second. */
START_TEST(what_is_written_is_read)
{
	const int64_t step = INT64_C(86400000) * 3 / 4 + 12347;

	round_trip(TCN_DATE_END_MS - 1);
	for (int64_t ms = TCN_DATE_MIN_MS; ms < TCN_DATE_END_MS; ms += step)
		round_trip(ms);
}
END_TEST

START_TEST(writes)
{
	char text[TCN_DATE_BYTES];

	tcn_date_format(INT64_C(1394473079000), text);
	ck_assert_str_eq(text, "2014-03-10T17:37:59Z");
	tcn_date_format(INT64_C(1394473079007), text);
	ck_assert_str_eq(text, "2014-03-10T17:37:59.007Z");
	tcn_date_format(-1, text);
	ck_assert_str_eq(text, "1969-12-31T23:59:59.999Z");
	tcn_date_format(INT64_MIN, text);
	ck_assert_str_eq(text, "");
	tcn_date_format(INT64_MAX, text);
	ck_assert_str_eq(text, "");
}
END_TEST

/* Each day of the years that are taken, and the moments around the edges. */
START_TEST(parts_are_moments)
{
	struct tcn_date_parts p = { 1900, 1, 1, 0, 0, 0, 0, 0 };
	int64_t day_ms = TCN_DATE_MIN_MS, ms;

	for (; p.year < 2200; p.year++)
		for (p.month = 1; p.month <= 12; p.month++)
			for (p.day = 1; p.day <= 32; p.day++) {
				if (!tcn_date_from_parts(&p, &ms)) {
					ck_assert_int_gt(p.day, 28);
					break;
				}
				ck_assert_int_eq(ms, day_ms);
				day_ms += 86400000;
			}
	ck_assert_int_eq(day_ms, TCN_DATE_END_MS);
	p = (struct tcn_date_parts){ 2199, 12, 31, 24, 0, 0, 0, 60 };
	ck_assert(tcn_date_from_parts(&p, &ms));
	p.offset_min = 0;
	ck_assert(!tcn_date_from_parts(&p, &ms));
	p = (struct tcn_date_parts){ 2016, 12, 31, 23, 59, 60, 0, 0 };
	ck_assert(tcn_date_from_parts(&p, &ms));
	ck_assert_int_eq(ms, INT64_C(1483228800000));
	p.minute = 58;
	ck_assert(!tcn_date_from_parts(&p, &ms));
}
END_TEST

TCN_TESTS(date)
{
	TCN_EACH(reads_both_forms, good);
	TCN_EACH(refuses_with_reason, bad);
	tcase_add_test(tc, numbers);
	tcase_add_test(tc, parts_are_moments);
	tcase_add_test(tc, what_is_written_is_read);
	tcase_add_test(tc, writes);
}
