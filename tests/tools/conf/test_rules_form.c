#include "tests/base/run.h"

#include <string.h>

#include "engine/base/mem.h"
#include "tools/conf/rules_form.h"

#define HEAD "# House rules\nrules:\n"
#define LINES                                                                  \
	"  - name: a        # the first\n"                                     \
	"    within: 90m    # an hour and a half\n"                            \
	"    where:\n"                                                         \
	"      any: [x, \"/s[\u00e9]isme/i\"]\n"                               \
	"    severity: low\n"                                                  \
	"    # behind it\n\n"
#define FLOW "  - {name: b, watch: true, where: {any: y}}\n"
#define BLOCK                                                                  \
	"  - name: c\n"                                                        \
	"    where:\n"                                                         \
	"      any:\n"                                                         \
	"        - one  # of them\n"                                           \
	"        - two\n"
#define ALL HEAD LINES FLOW BLOCK

/* A change of one field, and what it makes of ALL: the bytes that differ. */
static const struct {
	size_t rule;
	const char *field, *value, *was, *is;
} rows[] = {
	{ 0, "severity", "high", "low\n", "high\n" },
	{ 0, "severity", "low", "", "" },
	{ 0, "within", "2h", "90m ", "2h " },
	/* a comment stays */
	{ 0, "within", "", "within: 90m    #", "#" },
	{ 0, "severity", "", "    severity: low\n", "" },
	{ 0, "where.any", "x\ny: z\n\nyes", "[x, \"/s[\u00e9]isme/i\"]",
	    "[x, \"y: z\", \"yes\"]" },
	{ 0, "where.none", "drill", "isme/i\"]\n",
	    "isme/i\"]\n      none: [drill]\n" },
	{ 0, "quiet_hours.from", "23:00", "low\n",
	    "low\n    quiet_hours: {from: \"23:00\"}\n" },
	{ 0, "budget", "3/week", "low\n", "low\n    budget: 3/week\n" },
	{ 1, "watch", "", "watch: true, ", "" },
	{ 1, "watch", "false", "true", "false" },
	{ 1, "where.any", "", ", where: {any: y}", "" },
	{ 1, "where.language", "en\nde", "any: y}",
	    "any: y, language: [en, de]}" },
	{ 1, "more_than", "7", "y}}", "y}, more_than: 7}" },
	{ 2, "severity", "info", "two\n", "two\n    severity: info\n" },
	{ 3, "name", "d", "two\n", "two\n  - name: d\n" },
	{ 3, "severity", "low", "", "" },
};

START_TEST(a_change_leaves_all_else_as_it_is)
{
	const char *at = strstr(ALL, rows[_i].was);
	size_t before = (size_t)(at - ALL);
	struct tcn_buf out = { 0 }, wanted = { 0 };
	struct tcn_err err = { .text = "" };
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	tcn_buf_add(&wanted, ALL, before);
	tcn_buf_z(&wanted, rows[_i].is);
	tcn_buf_z(&wanted, at + strlen(rows[_i].was));
	ck_assert_msg(tcn_rules_form_set(tcn_str(ALL), rows[_i].rule,
			  tcn_str(rows[_i].field), tcn_str(rows[_i].value),
			  &arena, &out, &err) == TCN_OK,
	    "%s", err.text);
	ck_assert_str_eq(out.at, wanted.at);
	tcn_buf_fini(&out);
	tcn_buf_fini(&wanted);
	tcn_arena_fini(&arena);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* What a form cannot do, and texts that are none of rules. */
static const struct {
	const char *yaml, *field, *value, *why;
} refused[] = {
	{ ALL, "name", "", "in the text only" },
	{ ALL, "escalate", "x", "a step is {" },
	{ ALL, "where", "x", "no field 'where'" },
	{ BLOCK, "severity", "low", "no field" },
	{ "rules: [{name: a, name", "severity", "low", "" },
	{ "rules:\n  - name: a\n    where: &x {any: y}\n", "severity", "low",
	    "anchors" },
	{ "rules:\n  - name: a\n    severity: |\n      low\n", "severity",
	    "high", "in the text only" },
	{ HEAD BLOCK, "where.any", "one", "in the text only" },
	{ HEAD "  - name: a\n    where: x\n", "where.any", "y",
	    "in the text only" },
	{ "rules: []\n", "name", "a", "in the text only" },
	{ ALL, "escalate", "{more_than: 5}}\n{more_than: [}", "a step is {" },
	{ ALL, "escalate.of", "items", "no field 'escalate.of'" },
};

START_TEST(what_cannot_be_done_is_said)
{
	struct tcn_buf out = { 0 };
	struct tcn_err err = { .text = "" };
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_rules_form_set(tcn_str(refused[_i].yaml), _i == 3,
			     tcn_str(refused[_i].field),
			     tcn_str(refused[_i].value), &arena, &out, &err),
	    TCN_INVALID);
	ck_assert_msg(strstr(err.text, refused[_i].why), "%s", err.text);
	tcn_buf_fini(&out);
	tcn_arena_fini(&arena);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* What a rule names without a value, and values that need more than quotes. */
START_TEST(what_is_left_out_is_put_in)
{
	static const struct {
		const char *was, *field, *value, *is;
	} texts[] = {
		{ "severity:\n", "severity", "low", "severity: low\n" },
		/* The last of a group takes it with it, but no comment. */
		{ "where:\n      any: x\n    within: 1h\n", "where.any", "",
		    "within: 1h\n" },
		{ "where: # c\n      any: x\n", "where.any", "", "# c\n" },
		{ "where: {any: x, all: y}\n", "where.any", "",
		    "where: {all: y}\n" },
		/* Steps are a line each. */
		{ "watch: true\n", "escalate",
		    "{more_than: 50, severity: critical}\n"
		    "{unacknowledged: 30m, notify: [a, b]}",
		    "watch: true\n    escalate: [{more_than: 50, severity: "
		    "critical}, {unacknowledged: 30m, notify: [a, b]}]\n" },
		{ "escalate: # c\n      - more_than: 50\n        notify:\n"
		  "          - a\n",
		    "severity", "low",
		    "escalate: # c\n      - more_than: 50\n        notify:\n"
		    "          - a\n    severity: low\n" },
		{ "escalate:\n      - more_than: 50\n        notify:\n"
		  "          - \"a b\"\n    watch: true\n",
		    "escalate", "{more_than: 60, notify: [\"a b\"]}",
		    "escalate:\n      [{more_than: 60, notify: [\"a b\"]}]\n"
		    "    watch: true\n" },
		{ "escalate:\n      - more_than: 50\n        notify:\n"
		  "          - \"a b\"\n",
		    "escalate", "{more_than: 50, notify: [\"a b\"]}",
		    "escalate:\n      - more_than: 50\n        notify:\n"
		    "          - \"a b\"\n" },
		{ "severity: ~ # c\n", "severity", "low",
		    "severity: low # c\n" },
		{ "where: # c\n", "where.any", "x", "where: {any: [x]} # c\n" },
		{ "where: null\n", "where.any", "x", "where: {any: [x]}\n" },
		{ "watch: true\n", "within", "a\n---\n\"",
		    "watch: true\n    within: \"a\\x0a---\\x0a\\\"\"\n" },
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct tcn_buf out = { 0 }, was = { 0 }, is = { 0 };
		struct tcn_err err = { .text = "" };
		struct tcn_arena arena;

		tcn_arena_init(&arena, 0);
		tcn_buf_printf(&was, HEAD "  - name: a\n    %s", texts[i].was);
		tcn_buf_printf(&is, HEAD "  - name: a\n    %s", texts[i].is);
		ck_assert_msg(tcn_rules_form_set(tcn_buf_view(&was), 0,
				  tcn_str(texts[i].field),
				  tcn_str(texts[i].value), &arena, &out,
				  &err) == TCN_OK,
		    "%s", err.text);
		ck_assert_str_eq(out.at, is.at);
		tcn_buf_fini(&out);
		tcn_buf_fini(&was);
		tcn_buf_fini(&is);
		tcn_arena_fini(&arena);
	}
}
END_TEST

/* A file without rules, or without anything, gets its first. */
START_TEST(a_first_rule_is_added)
{
	static const char *const texts[][2] = {
		{ "", "rules:\n  - name: a\n" },
		{ "# none\n", "# none\nrules:\n  - name: a\n" },
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct tcn_buf out = { 0 };
		struct tcn_err err = { .text = "" };
		struct tcn_arena arena;

		tcn_arena_init(&arena, 0);
		ck_assert_int_eq(tcn_rules_form_set(tcn_str(texts[i][0]), 0,
				     tcn_str("name"), tcn_str("a"), &arena,
				     &out, &err),
		    TCN_OK);
		ck_assert_str_eq(out.at, texts[i][1]);
		tcn_buf_fini(&out);
		tcn_arena_fini(&arena);
	}
}
END_TEST

TCN_TESTS(rules_form)
{
	TCN_EACH(a_change_leaves_all_else_as_it_is, rows);
	TCN_EACH(what_cannot_be_done_is_said, refused);
	tcase_add_test(tc, what_is_left_out_is_put_in);
	tcase_add_test(tc, a_first_rule_is_added);
}
