#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/suggest.h"
#include "tools/base/opt.h"

struct args {
	const char *db;
	bool strict;
	struct tcn_opt_count items;
	struct tcn_opt_list set;
	const char *order, *collapse;
};

static const struct tcn_opt table[] = {
	{ "db", 'd', "FILE", "keep what is found in FILE", TCN_OPT_TEXT,
	    offsetof(struct args, db) },
	{ "strict", 's', NULL, "stop at the first bad line", TCN_OPT_FLAG,
	    offsetof(struct args, strict) },
	{ "items", 0, "N", "stop after N items", TCN_OPT_COUNT,
	    offsetof(struct args, items) },
	{ "set", 0, "KEY=VALUE",
	    "override one setting; it may be given as often as it is needed, "
	    "and the last one wins",
	    TCN_OPT_LIST, offsetof(struct args, set) },
	{ "order", 'o', "newest|best", "which come first", TCN_OPT_CHOICE,
	    offsetof(struct args, order) },
	{ "collapse", 'c', "[similar|copies]", "show each text once",
	    TCN_OPT_CHOICE, offsetof(struct args, collapse) },
	{ 0 },
};

enum {
	WORDS_MAX = 16,
};

/* Splits line at spaces into an argv and parses it. */
static enum tcn_rc
parse(const char *line, struct args *args, int *rest_n, bool *help,
    struct tcn_err *err)
{
	static char copy[256];
	char *argv[WORDS_MAX + 1] = { NULL };
	int argc = 0, rest;
	enum tcn_rc rc;

	snprintf(copy, sizeof copy, "verb %s", line);
	for (char *at = strtok(copy, " "); at; at = strtok(NULL, " "))
		argv[argc++] = at;
	*args = (struct args){ 0 };
	*err = (struct tcn_err){ 0 };
	rc = tcn_opt_parse(table, args, argc, argv, &rest, help, err);
	*rest_n = argc - rest;
	return rc;
}

static const struct {
	const char *line, *order, *collapse;
	int rest_n;
	const char *error;
} choices[] = {
	{ "--order best a", "best", NULL, 1, "" },
	{ "-o newest", "newest", NULL, 0, "" },
	{ "--order a", NULL, NULL, 0, "--order is newest or best, not 'a'" },
	{ "--order", NULL, NULL, 0, "option --order needs an argument" },
	{ "--collapse similar a b", NULL, "similar", 2, "" },
	{ "--collapse=copies a b", NULL, "copies", 2, "" },
	{ "-ccopies a", NULL, "copies", 1, "" },
	/* What is none of the words is an argument. */
	{ "--collapse a b", NULL, "", 2, "" },
	{ "a --collapse b", NULL, "", 2, "" },
	{ "a b -c", NULL, "", 2, "" },
	{ "a b -c similar", NULL, "similar", 2, "" },
	{ "--collapse --order best a", "best", "", 1, "" },
	{ "--collapse -- similar", NULL, "", 1, "" },
	{ "--collapse=a b", NULL, NULL, 0,
	    "--collapse is similar or copies, not 'a'" },
	{ "--collapse=", NULL, NULL, 0,
	    "--collapse is similar or copies, not ''" },
};

START_TEST(a_choice_swallows_no_argument)
{
	struct args args;
	struct tcn_err err;
	bool help;
	int rest_n;
	enum tcn_rc rc = parse(choices[_i].line, &args, &rest_n, &help, &err);

	ck_assert_str_eq(err.text, choices[_i].error);
	ck_assert_int_eq(rc, *err.text ? TCN_INVALID : TCN_OK);
	if (!rc) {
		ck_assert_int_eq(rest_n, choices[_i].rest_n);
		ck_assert_pstr_eq(args.order, choices[_i].order);
		ck_assert_pstr_eq(args.collapse, choices[_i].collapse);
	}
	tcn_opt_fini(table, &args);
}
END_TEST

START_TEST(fills_the_struct_in)
{
	struct args args;
	struct tcn_err err;
	bool help;
	int rest;

	ck_assert_int_eq(parse("one -s --db a.db --set x=1 two --set=y=2 "
			       "--items 12 -- --three",
			     &args, &rest, &help, &err),
	    TCN_OK);
	ck_assert(!help && args.strict && args.items.given);
	ck_assert_str_eq(args.db, "a.db");
	ck_assert_uint_eq(args.items.n, 12);
	ck_assert_uint_eq(args.set.n, 2);
	ck_assert_str_eq(args.set.at[0], "x=1");
	ck_assert_str_eq(args.set.at[1], "y=2");
	ck_assert_int_eq(rest, 3);
	tcn_opt_fini(table, &args);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

static const struct {
	const char *line, *text;
} bad[] = {
	{ "--strct", "no option --strct; did you mean --strict?" },
	{ "--strct=3", "no option --strct; did you mean --strict?" },
	{ "--whatever", "no option --whatever" },
	{ "-x", "no option -x" },
	{ "--s", "option --s is ambiguous: write --strict or another in full" },
	{ "--db", "option --db needs an argument" },
	{ "-d", "option -d needs an argument" },
	{ "--strict=yes", "option --strict takes no argument" },
	{ "--items -5", "--items takes a whole number, not '-5'" },
	{ "--items 5k", "--items takes a whole number, not '5k'" },
	{ "--items 99999999999999999999",
	    "--items takes a whole number, not '99999999999999999999'" },
};

START_TEST(says_what_is_wrong)
{
	struct args args;
	struct tcn_err err;
	bool help;
	int rest;

	ck_assert_int_eq(parse(bad[_i].line, &args, &rest, &help, &err),
	    TCN_INVALID);
	ck_assert_str_eq(err.text, bad[_i].text);
	tcn_opt_fini(table, &args);
}
END_TEST

START_TEST(help_ends_the_reading)
{
	struct args args;
	struct tcn_err err;
	bool help;
	int rest;

	ck_assert_int_eq(parse("--help --nonsense", &args, &rest, &help, &err),
	    TCN_OK);
	ck_assert(help);
	ck_assert_int_eq(parse("-h", &args, &rest, &help, &err), TCN_OK);
	ck_assert(help);
}
END_TEST

START_TEST(help_lists_every_row)
{
	struct tcn_buf out = { 0 };

	tcn_opt_help(table, &out);
	ck_assert_str_eq(out.at,
	    "  -d, --db FILE           keep what is found in FILE\n"
	    "  -s, --strict            stop at the first bad line\n"
	    "      --items N           stop after N items\n"
	    "      --set KEY=VALUE     override one setting; it may be given "
	    "as often as it\n"
	    "                          is needed, and the last one wins\n"
	    "  -o, --order newest|best\n"
	    "                          which come first\n"
	    "  -c, --collapse [similar|copies]\n"
	    "                          show each text once\n"
	    "  -h, --help              print this and exit\n");
	tcn_buf_fini(&out);
}
END_TEST

static const struct {
	const char *a, *b;
	size_t distance;
} words[] = {
	{ "", "", 0 },
	{ "", "abc", 3 },
	{ "abc", "abc", 0 },
	{ "replya", "replay", 1 },
	{ "kitten", "sitting", 3 },
	{ "ca", "abc", 3 },
	{ "report", "reprot", 1 },
	{ "more_then", "more_than", 1 },
};

START_TEST(distance_counts_changes)
{
	ck_assert_uint_eq(tcn_suggest_distance(words[_i].a, words[_i].b),
	    words[_i].distance);
	ck_assert_uint_eq(tcn_suggest_distance(words[_i].b, words[_i].a),
	    words[_i].distance);
}
END_TEST

TCN_TESTS(opt)
{
	tcase_add_test(tc, fills_the_struct_in);
	TCN_EACH(a_choice_swallows_no_argument, choices);
	TCN_EACH(says_what_is_wrong, bad);
	tcase_add_test(tc, help_ends_the_reading);
	tcase_add_test(tc, help_lists_every_row);
	TCN_EACH(distance_counts_changes, words);
}
