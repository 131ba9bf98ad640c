/*
 * Files of judged cases: what a person may write, and what is said when it is
 * wrong.
 */
#include "tests/base/run.h"

#include <string.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/lab/eval/rubric/rubric_case.h"

static const char good[] =
    "{\"stream\": \"demo\", \"cases\": [ {\n"
    "  \"name\": \"ferry\", \"part\": \"held\", \"whole\": true,\n"
    "  \"items\": [\"a\", \"b\"],\n"
    "  \"facts\": [ {\"id\": \"sinks\", \"any\": [\"sinks?\", \"sank\"],\n"
    "    \"weight\": 2, \"items\": [\"a\"]}, {\"id\": \"who\", \"any\": "
    "[\"x\"]} "
    "],\n"
    "  \"figures\": [ {\"slot\": \"dead\", \"told\": [\"dead|died\"],\n"
    "    \"values\": [ {\"value\": 42, \"items\": [\"a\", \"b\"]},\n"
    "      {\"value\": [63, 67], \"any\": [\"sixty\"],\n"
    "      \"items\": [\"b\"]} ] },\n"
    "    {\"slot\": \"missing\", \"values\": []} ],\n"
    "  \"wrong\": [ {\"id\": \"hoax\", \"any\": [\"torpedo\"],\n"
    "    \"why\": \"it was taken back\"} ],\n"
    "  \"first\": [\"a\"], \"foreign\": [\"c\"] } ] }\n";

static enum tcn_rc
parse(const char *text, struct tcn_rubric_cases *cases, struct tcn_err *err)
{
	*err = (struct tcn_err){ 0 };
	return tcn_rubric_cases_parse("t.json", tcn_str(text), cases, err);
}

START_TEST(all_that_a_case_may_say)
{
	struct tcn_rubric_cases cases;
	struct tcn_err err;
	const struct tcn_rubric_case *c;

	ck_assert_msg(!parse(good, &cases, &err), "%s", err.text);
	ck_assert_uint_eq(cases.n, 1);
	c = &cases.at[0];
	ck_assert(tcn_str_equal(cases.stream, tcn_str("demo")));
	ck_assert(tcn_str_equal(c->name, tcn_str("ferry")));
	ck_assert_int_eq(c->part, TCN_RUBRIC_HELD);
	ck_assert(c->whole);
	ck_assert_uint_eq(c->items.n, 2);
	ck_assert_uint_eq(c->facts.n, 2);
	ck_assert_double_eq(c->facts.at[0].weight, 2);
	ck_assert_double_eq(c->facts.at[1].weight, 1);
	ck_assert_uint_eq(c->facts.at[1].items.n, 0);
	ck_assert(tcn_rubric_matches(c->facts.at[0].any, c->facts.at[0].any_n,
	    tcn_str("The ferry SANK")));
	ck_assert(!tcn_rubric_matches(c->facts.at[0].any, c->facts.at[0].any_n,
	    tcn_str("The ferry floats")));
	ck_assert_uint_eq(c->figures_n, 2);
	ck_assert_uint_eq(c->figures[0].told_n, 1);
	ck_assert_uint_eq(c->figures[0].values_n, 2);
	ck_assert_double_eq(c->figures[0].values[0].low, 42);
	ck_assert_double_eq(c->figures[0].values[0].high, 42);
	ck_assert_double_eq(c->figures[0].values[1].low, 63);
	ck_assert_double_eq(c->figures[0].values[1].high, 67);
	ck_assert_uint_eq(c->figures[0].values[1].any_n, 1);
	ck_assert_uint_eq(c->figures[1].values_n, 0);
	ck_assert_uint_eq(c->wrong.n, 1);
	ck_assert(tcn_str_equal(c->foreign.at[0], tcn_str("c")));
	tcn_rubric_cases_fini(&cases);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

#define CASE(rest)                                                             \
	"{\"stream\":\"s\",\"cases\":[{\"name\":\"n\",\"part\":\"tune\","      \
	"\"items\":[\"a\"],\"facts\":[]" rest "}]}"

static const struct {
	const char *text, *says;
} wrong[] = {
	{ "[]", "" },
	{ "{}", "stream: is missing" },
	{ "{\"stream\":\"../x\",\"cases\":[]}", "stream: must be small" },
	{ "{\"stream\":\"s\",\"cases\":{}}", "cases: must be a list" },
	{ "{\"stream\":\"s\",\"cases\":[1]}", "cases[0]: must be an object" },
	{ "{\"stream\":\"s\",\"cases\":[{\"name\":\"\"}]}",
	    "cases[0].name: must be a text" },
	{ "{\"stream\":\"s\",\"cases\":[{\"part\":\"all\"}]}",
	    "cases[0].part: must be \"tune\" or \"held\"" },
	{ CASE(",\"fact\":[]"), "no member is called 'fact'; there are name" },
	{ CASE(",\"name\":\"m\""), "cases[0].name: is there twice" },
	{ CASE(",\"whole\":1"), "cases[0].whole: must be true or false" },
	{ CASE(",\"first\":[]"), "cases[0].first: names no item" },
	{ CASE(",\"foreign\":[\"b\",2]"), "cases[0].foreign[1]: must be a" },
	{ CASE(",\"wrong\":[{\"id\":\"x\",\"any\":[\"y\"]}]"),
	    "cases[0].wrong[0].why: is missing" },
	{ CASE(",\"wrong\":[{\"id\":\"x\",\"any\":[]}]"),
	    "cases[0].wrong[0].any: holds no pattern" },
	{ CASE(",\"wrong\":[{\"id\":\"x\",\"any\":[\"a\",\"(b\"]}]"),
	    "cases[0].wrong[0].any[1]: " },
	{ CASE(",\"figures\":[{\"slot\":\"lost\"}]"),
	    "no such kind of figure; there are dead, injured" },
	{ CASE(",\"figures\":[{\"slot\":\"dead\",\"values\":[{\"value\":"
	       "[3,2],\"items\":[\"a\"]}]}]"),
	    "cases[0].figures[0].values[0].value: must be a number" },
	{ CASE(",\"figures\":[{\"slot\":\"dead\",\"values\":[{\"value\":"
	       "[1,2,3],\"items\":[\"a\"]}]}]"),
	    "values[0].value: must hold two numbers" },
	{ CASE(",\"figures\":[{\"slot\":\"dead\",\"values\":[{\"value\":3}]}]"),
	    "cases[0].figures[0].values[0].items: is missing" },
	{ "{\"stream\":\"s\",\"cases\":[{\"facts\":[{\"weight\":0}]}]}",
	    "cases[0].facts[0].weight: must be a number above 0" },
};

START_TEST(refuses_what_it_does_not_know)
{
	struct tcn_rubric_cases cases;
	struct tcn_err err;

	ck_assert_int_eq(parse(wrong[_i].text, &cases, &err), TCN_INVALID);
	ck_assert_str_eq(err.file, "t.json");
	ck_assert_msg(err.text[0] && strstr(err.text, wrong[_i].says), "%s",
	    err.text);
	tcn_rubric_cases_fini(&cases);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(names_line_and_column_of_what_is_no_json)
{
	struct tcn_rubric_cases cases;
	struct tcn_err err;

	ck_assert_int_eq(parse("{\"stream\": \"s\",\n\"cases\": [\"\xff\"]}",
			     &cases, &err),
	    TCN_INVALID);
	ck_assert_uint_eq(err.line, 2);
	ck_assert_uint_eq(err.column, 12);
	tcn_rubric_cases_fini(&cases);
}
END_TEST

TCN_TESTS(rubric_case)
{
	tcase_add_test(tc, all_that_a_case_may_say);
	TCN_EACH(refuses_what_it_does_not_know, wrong);
	tcase_add_test(tc, names_line_and_column_of_what_is_no_json);
}
