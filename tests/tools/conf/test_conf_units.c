/*
 * Numbers with a unit: per cent, and so many a day.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/err.h"
#include "tools/conf/conf.h"

static const struct {
	const char *text;
	double least, budget;
	enum tcn_rc rc;
} lines[] = {
	{ "least: 60 %", 60, 0, TCN_OK },
	{ "least: 60%", 60, 0, TCN_OK },
	{ "least: 60", 60, 0, TCN_OK },
	{ "least: 100 %", 0, 0, TCN_INVALID },
	{ "least: 60 %%", 0, 0, TCN_INVALID },
	{ "more_than: 6%", 0, 0, TCN_INVALID },
	{ "budget: 2", 75, 2, TCN_OK },
	{ "budget: 2/day", 75, 2, TCN_OK },
	{ "budget: 0.5 /day", 75, 0.5, TCN_OK },
	{ "budget: 14/week", 75, 2, TCN_OK },
	{ "budget: /day", 0, 0, TCN_INVALID },
	{ "budget: 2/hour", 0, 0, TCN_INVALID },
	{ "budget: -1/day", 0, 0, TCN_INVALID },
};

START_TEST(a_number_may_have_its_unit)
{
	struct tcn_conf conf;
	struct tcn_err err = { 0 };
	char yaml[64];

	snprintf(yaml, sizeof yaml, "rules:\n  %s\n", lines[_i].text);
	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	ck_assert_int_eq(tcn_conf_read(&conf, "t", tcn_str(yaml), &err),
	    lines[_i].rc);
	if (!lines[_i].rc) {
		ck_assert_double_eq(conf.rules.least, lines[_i].least);
		ck_assert_double_eq(conf.rules.budget, lines[_i].budget);
	}
	tcn_conf_fini(&conf);
}
END_TEST

TCN_TESTS(conf_units)
{
	TCN_EACH(a_number_may_have_its_unit, lines);
}
