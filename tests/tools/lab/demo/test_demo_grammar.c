#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "tools/lab/demo/demo_grammar_impl.h"
#include "tools/lab/demo/demo_impl.h"

static struct tcn_demo_grammar grammar;

static void
setup(void)
{
	memset(&grammar, 0, sizeof grammar);
}

START_TEST(files_have_no_mistake)
{
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_demo_grammar_read_all(&grammar, &err);

	ck_assert_msg(rc == TCN_OK, "tools/lab/demo/texts/%s.txt:%lu: %s",
	    err.file, err.line, err.text);
}
END_TEST

START_TEST(rules_are_found_by_language)
{
	const struct tcn_demo_rule *rule;

	ck_assert_int_eq(tcn_demo_grammar_read(&grammar, TCN_DEMO_EN,
			     "[b]\none|two\n\" three \"\n[a]\nfour", NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_demo_grammar_read(&grammar, TCN_DEMO_DE,
			     "[b]\n{=x} eins", NULL),
	    TCN_OK);
	rule = tcn_demo_grammar_find(&grammar, TCN_DEMO_EN, tcn_str("b"));
	ck_assert_uint_eq(rule->n, 3);
	ck_assert(tcn_str_equal(rule->texts[1], tcn_str("two")));
	ck_assert(tcn_str_equal(rule->texts[2], tcn_str(" three ")));
	rule = tcn_demo_grammar_find(&grammar, TCN_DEMO_EN, tcn_str("a"));
	ck_assert(tcn_str_equal(rule->texts[0], tcn_str("four")));
	rule = tcn_demo_grammar_find(&grammar, TCN_DEMO_DE, tcn_str("b"));
	ck_assert(tcn_str_equal(rule->texts[0], tcn_str("{=x} eins")));
	ck_assert_ptr_null(tcn_demo_grammar_find(&grammar, TCN_DEMO_DE,
	    tcn_str("a")));
	ck_assert_ptr_null(tcn_demo_grammar_find(&grammar, TCN_DEMO_JA,
	    tcn_str("z")));
}
END_TEST

static const struct {
	const char *text;
	unsigned long line;
	const char *says;
} mistakes[] = {
	{ "[a]\none\n[b]\ntwo\n[a]\nthree\n", 5, "[a] is there already" },
	{ "[a]\none||two\n", 2, "without text" },
	{ "[a]\none\ntwo|\n", 3, "without text" },
	{ "[a]\n\"\"\n", 2, "without text" },
	{ "[a]\none {place1\n", 2, "without its }" },
	{ "[a]\none place1}\n", 2, "without its }" },
	{ "[a]\none {{place1}\n", 2, "without its }" },
	{ "[a]\n[b]\none\n", 2, "has no line" },
};

START_TEST(a_mistake_is_named)
{
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_demo_grammar_read(&grammar, TCN_DEMO_EN,
			     mistakes[_i].text, &err),
	    TCN_INVALID);
	ck_assert_uint_eq(err.line, mistakes[_i].line);
	ck_assert_msg(strstr(err.text, mistakes[_i].says), "%s", err.text);
}
END_TEST

START_TEST(there_is_room_for_so_many)
{
	static char text[3 * TCN_DEMO_TEXTS_MAX + 32] = "[a]\n";
	struct tcn_err err = { 0 };
	size_t n = 4;

	for (int i = 0; i < TCN_DEMO_TEXTS_MAX; i++)
		n += (size_t)sprintf(text + n, "b\n");
	ck_assert_int_eq(tcn_demo_grammar_read(&grammar, TCN_DEMO_EN, text,
			     &err),
	    TCN_OK);
	ck_assert_int_eq(tcn_demo_grammar_read(&grammar, TCN_DEMO_EN, "[c]\nd",
			     &err),
	    TCN_LIMIT);
	ck_assert_uint_eq(err.line, 2);
	grammar.rules_n = TCN_DEMO_RULES_MAX;
	ck_assert_int_eq(tcn_demo_grammar_read(&grammar, TCN_DEMO_DE, "[e]\nf",
			     &err),
	    TCN_LIMIT);
	ck_assert_uint_eq(err.line, 1);
}
END_TEST

START_TEST(facts_have_no_mistake)
{
	struct tcn_sections facts = tcn_demo_facts();
	struct tcn_demo_fact fact;
	struct tcn_err err = { 0 };
	size_t n = 0;
	enum tcn_rc rc;

	for (; !(rc = tcn_demo_facts_next(&facts, &fact, &err)); n++) {
		char what[64];

		snprintf(what, sizeof what, "%.*s.what",
		    TCN_STR_ARG(fact.topic));
		ck_assert_msg(tcn_demo_rule_alternatives(TCN_DEMO_EN, what) > 0,
		    "tools/lab/demo/facts.txt:%lu: nothing is told of it",
		    err.line);
		ck_assert(!fact.told.n || fact.value.n);
	}
	ck_assert_msg(rc == TCN_DONE, "tools/lab/demo/facts.txt:%lu: %s",
	    err.line, err.text);
	ck_assert_uint_gt(n, 50);
}
END_TEST

static const struct {
	const char *text;
	unsigned long line;
	const char *says;
} bad_facts[] = {
	{ "[quake]\nsays: a\n", 1, "[quake] is not a topic" },
	{ "[quake dead]\nsay: a\n", 2, "\"say\" is not one" },
	{ "[quake dead]\nsays\n", 2, "\"says\" is not one" },
	{ "[quake dead]\nvalue: 3\n[quake hurt]\nsays: b", 3,
	    "without a line" },
	{ "[quake dead]\nvalue: 3\n", 2, "without a line" },
	{ "[quake dead]\n[quake hurt]\nsays: b", 2, "has no line" },
};

START_TEST(a_mistake_of_a_fact_is_named)
{
	struct tcn_sections facts = { .rest = tcn_str(bad_facts[_i].text) };
	struct tcn_demo_fact fact;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_demo_facts_next(&facts, &fact, &err), TCN_INVALID);
	ck_assert_uint_eq(err.line, bad_facts[_i].line);
	ck_assert_msg(strstr(err.text, bad_facts[_i].says), "%s", err.text);
}
END_TEST

TCN_TESTS(demo_grammar)
{
	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, files_have_no_mistake);
	tcase_add_test(tc, rules_are_found_by_language);
	TCN_EACH(a_mistake_is_named, mistakes);
	tcase_add_test(tc, there_is_room_for_so_many);
	tcase_add_test(tc, facts_have_no_mistake);
	TCN_EACH(a_mistake_of_a_fact_is_named, bad_facts);
}
