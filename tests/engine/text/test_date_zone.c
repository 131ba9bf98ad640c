/* The file of time zones: each line is an abbreviation that is found. */
#include "tests/base/run.h"

#include <stdio.h>

#include "engine/text/date_zone.h"

START_TEST(each_line_is_a_zone)
{
	struct tcn_sections sections = {
		.rest = tcn_str(tcn_date_zone_files->text)
	};
	struct tcn_str line, name, before = { 0 };
	struct tcn_err err = { 0 };
	bool is_heading;
	size_t n = 0;
	enum tcn_rc rc;

	while (!(rc = tcn_sections_next(&sections, &is_heading, &line, &err))) {
		char sign, z[16];
		int hours, minutes, offset, end = 0;

		if (is_heading)
			continue;
		ck_assert(tcn_sections_part(&line, ' ', &name));
		ck_assert_msg(tcn_str_compare(before, name) < 0,
		    "engine/text/zones.txt:%lu: not in order", err.line);
		snprintf(z, sizeof z, "%.*s", TCN_STR_ARG(line));
		ck_assert_msg(sscanf(z, "%c%2d:%2d%n", &sign, &hours, &minutes,
				  &end) == 3 &&
			end == 6 && z[6] == '\0' &&
			(sign == '+' || sign == '-'),
		    "engine/text/zones.txt:%lu: an offset is +hh:mm", err.line);
		ck_assert(tcn_date_zone_offset(name, &offset));
		minutes += 60 * hours;
		ck_assert_int_eq(offset, sign == '-' ? -minutes : minutes);
		before = name;
		n++;
	}
	ck_assert_msg(rc == TCN_DONE, "engine/text/zones.txt:%lu: %s", err.line,
	    err.text);
	ck_assert_uint_gt(n, 100);
}
END_TEST

START_TEST(names_are_known_in_any_case)
{
	int minutes = 0;

	ck_assert(tcn_date_zone_offset(tcn_str("Acdt"), &minutes));
	ck_assert_int_eq(minutes, 630);
	ck_assert(tcn_date_zone_offset(tcn_str("nst"), &minutes));
	ck_assert_int_eq(minutes, -210);
	ck_assert(!tcn_date_zone_offset(tcn_str("zones"), &minutes));
	ck_assert(!tcn_date_zone_offset(tcn_str(""), &minutes));
}
END_TEST

TCN_TESTS(date_zone)
{
	tcase_add_test(tc, each_line_is_a_zone);
	tcase_add_test(tc, names_are_known_in_any_case);
}
