#include "tests/base/run.h"

#include <math.h>
#include <string.h>

#include "engine/base/err.h"
#include "engine/item/severity.h"
#include "tests/rules/ruleset_check.h"

static const struct tcn_rule sound = {
	.name = TCN_STR("floods"),
	.more_than = 15,
	.within_ms = 1000,
	.severity = TCN_SEVERITY_HIGH,
};

static const struct tcn_rule_term flags = { .text = TCN_STR("x"), .flags = 1 };
static const struct tcn_rule_term empty = { .text = { NULL, 0 } };

/* One field is wrong. */
static void
spoil(struct tcn_rule *rule, int which)
{
	switch (which) {
	case 0:
		rule->name.n = 0;
		break;
	case 1:
		rule->within_ms = 0;
		break;
	case 2:
		rule->radius = TCN_RULE_RADIUS_MAX + 1;
		break;
	case 3:
		rule->least = NAN;
		break;
	case 4:
		rule->watch = true;
		break;
	case 5:
		rule->quiet.to_min = 24 * 60;
		break;
	case 6:
		rule->where.any = (struct tcn_rule_terms){ &flags, 1 };
		break;
	case 7:
		rule->where.none = (struct tcn_rule_terms){ &empty, 1 };
		break;
	case 8:
		rule->cooldown_ms = -1;
		break;
	case 9:
		rule->severity = (enum tcn_severity)5;
		break;
	case 10:
		rule->unit = (enum tcn_rule_unit)3;
		break;
	}
}

START_TEST(a_field_out_of_range_is_found)
{
	static const char *const what[] = { "no name", "window", "radius",
		"probability", "watch", "quiet hours", "term", "term",
		"cooldown", "severity", "counts nothing" };
	struct tcn_rule rule = sound;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(rule_check(&rule, &err), TCN_OK);
	spoil(&rule, _i);
	ck_assert_int_eq(rule_check(&rule, &err), TCN_INVALID);
	ck_assert_msg(strstr(err.text, what[_i]) != NULL, "%s", err.text);
}
END_TEST

START_TEST(each_condition_makes_a_where)
{
	static const struct tcn_str word = TCN_STR("en");
	const struct tcn_rule_strs strs = { &word, 1 };
	const struct tcn_rule_terms terms = { &flags, 1 };
	const struct tcn_rule_where wheres[] = {
		{ .any = terms },
		{ .all = terms },
		{ .none = terms },
		{ .languages = strs },
		{ .categories = strs },
		{ .sources = strs },
	};

	ck_assert(tcn_rule_where_is_empty(&sound.where));
	for (size_t i = 0; i < sizeof wheres / sizeof *wheres; i++)
		ck_assert(!tcn_rule_where_is_empty(&wheres[i]));
}
END_TEST

/* They are stored and printed: not to be changed by accident. */
START_TEST(words_and_keys_stay)
{
	ck_assert_str_eq(tcn_rule_kind_name(TCN_RULE_STORY), "story");
	ck_assert_str_eq(tcn_rule_kind_name(TCN_RULE_SIMILAR), "similar");
	ck_assert_str_eq(tcn_rule_unit_name(TCN_RULE_ORIGINS), "origins");
	ck_assert_str_eq(tcn_rule_unit_name(TCN_RULE_PUBLISHERS), "publishers");
	ck_assert_str_eq(tcn_severity_name(TCN_SEVERITY_INFO), "info");
	ck_assert_str_eq(tcn_severity_name(TCN_SEVERITY_CRITICAL), "critical");
	ck_assert_ptr_null(tcn_severity_names[TCN_SEVERITY_CRITICAL + 1]);
	ck_assert_ptr_null(tcn_rule_day_names[7]);
	ck_assert_uint_eq(tcn_rule_key(tcn_str("story")),
	    UINT64_C(0x5e39b1b85c73e7b4));
}
END_TEST

START_TEST(conditions_are_said)
{
	static const struct tcn_rule_term any[] = {
		{ .text = TCN_STR("acme corp") },
		{ .text = TCN_STR("s[ée]isme"), .pattern = true },
	};
	static const struct tcn_rule_term none[] = { { .text = TCN_STR("x") } };
	static const struct tcn_str codes[] = { TCN_STR("a"), TCN_STR("b"),
		TCN_STR("c"), TCN_STR("d"), TCN_STR("e"), TCN_STR("f"),
		TCN_STR("g"), TCN_STR("h"), TCN_STR("i") };
	const struct tcn_rule_where where = { .any = { any, 2 },
		.none = { none, 1 },
		.languages = { codes, 9 } };
	struct tcn_buf out = { 0 };

	tcn_rule_where_say(&sound.where, &out);
	ck_assert_uint_eq(out.n, 0);
	tcn_rule_where_say(&where, &out);
	ck_assert(tcn_str_equal(tcn_buf_view(&out),
	    tcn_str("acme corp, /s[ée]isme/; none: x; "
		    "language: a, b, c, d, e, f, g, h ...")));
	tcn_buf_fini(&out);
}
END_TEST

TCN_TESTS(rule)
{
	tcase_add_loop_test(tc, a_field_out_of_range_is_found, 0, 11);
	tcase_add_test(tc, each_condition_makes_a_where);
	tcase_add_test(tc, words_and_keys_stay);
	tcase_add_test(tc, conditions_are_said);
}
