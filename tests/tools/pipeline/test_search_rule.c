/* A search as a watch rule: whatever was searched for, the rule can be read,
 * and asks for the same. */
#include "tests/base/run.h"

#include "tools/conf/rulebook.h"
#include "tools/pipeline/search_filter.h"
#include "tools/pipeline/search_rule.h"

static struct tcn_arena arena;
static struct tcn_conf conf;

static void
setup(void)
{
	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
}

static void
teardown(void)
{
	tcn_conf_fini(&conf);
	tcn_arena_fini(&arena);
}

/* The rule of a search, in a file of its own; NULL: there is none. */
static const char *
rule_of(const struct tcn_store_search *search, const char *name)
{
	static struct tcn_buf out;
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	tcn_buf_clear(&out);
	tcn_buf_z(&out, TCN_SEARCH_RULE_HEAD);
	rc = tcn_search_rule(search, tcn_str(name), &arena, &out, &err);
	ck_assert(rc == TCN_OK || rc == TCN_INVALID);
	return rc ? NULL : out.at;
}

START_TEST(a_rule_asks_for_what_was_searched)
{
	const struct tcn_store_search search = {
		.query = tcn_str("ferry \"new york\" quak* it's"),
		.source = tcn_str("Wire: \"the\" one"),
		.lang = tcn_str("fr"),
		.category = tcn_str("sport"),
		.event = tcn_str("e"),
		.since_ms = 5,
		.until_ms = INT64_MAX,
	};

	ck_assert_str_eq(rule_of(&search, "Ferries & more"),
	    "rules:\n"
	    "  - name: ferries-more\n"
	    "    watch: true\n"
	    "    where:\n"
	    "      all: ['ferry', 'new york', '/\\bquak/i', 'it''s']\n"
	    "      source: ['Wire: \"the\" one']\n"
	    "      language: ['fr']\n"
	    "      category: ['sport']\n"
	    "      predicted: true\n");
	ck_assert_str_eq(tcn_search_rule_left_out(&search, 0), "since");
	ck_assert_str_eq(tcn_search_rule_left_out(&search, 1), "event");
	ck_assert_ptr_null(tcn_search_rule_left_out(&search, 2));
}
END_TEST

static const struct {
	const char *query, *name;
} hostile[] = {
	{ "ferry", "" },
	{ "ferry", "\xe6\xb4\xaa\xe6\xb0\xb4" },
	{ "ferry", "---" },
	{ "ferry",
	    "a very long name that nobody would give to a rule of theirs "
	    "in earnest" },
	{ "it's ''", "x" },
	{ "a: b, [c] {d} #e", "x" },
	{ "- name: other", "x" },
	{ "/etc/passwd //x /[a-z/i", "x" },
	{ "(((* ab(c* x\\y*", "x" },
	{ "\"a\\\" b", "x" },
	{ "ferry \xe2\x80\xae\xe2\x80\xa8 evil", "x" },
	{ "\xff\xfe broken", "x" },
	{ "tab\tnew\nline \x01 ctrl", "x" },
	{ "\xe6\xb4\xaa\xe6\xb0\xb4 \xd8\xb2\xd9\x84\xd8\xb2\xd8\xa7\xd9\x84",
	    "x" },
	{ "null true 5 ~ *anchor &a !tag", "x" },
};

START_TEST(any_search_makes_a_rule_that_can_be_read)
{
	const struct tcn_store_search search = {
		.query = tcn_str(hostile[_i].query),
		.source = tcn_str(hostile[_i].query),
	};
	const char *yaml = rule_of(&search, hostile[_i].name);
	struct tcn_rulebook book;
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	ck_assert_ptr_nonnull(yaml);
	rc = tcn_rulebook_read(&conf, "proposal", tcn_str(yaml), NULL, &book,
	    &err);
	ck_assert_msg(rc == TCN_OK, "%s: %s", yaml, err.text);
	ck_assert_uint_eq(book.set.n, 1);
	tcn_rulebook_close(&book);
}
END_TEST

START_TEST(what_no_rule_could_ask_for_makes_none)
{
	struct tcn_store_search search = {
		.since_ms = 1, .until_ms = 2, .event = tcn_str("e")
	};

	ck_assert_ptr_null(rule_of(&search, "x"));
	search.query = tcn_str("((( ///");
	ck_assert_ptr_null(rule_of(&search, "x"));
}
END_TEST

/* What people write of a search. */
static const struct {
	const char *name, *value, *error;
} conditions[] = {
	{ "q", " a ", NULL },
	{ "after", "1.-2.3", NULL },
	{ "after", "", NULL },
	{ "copies", "all", NULL },
	{ "copies", "none", "copies is fold or all, not 'none'" },
	{ "order", "odd", "order is newest or best, not 'odd'" },
	{ "colour", "red",
	    "a search has no 'colour': it has q, since, until, "
	    "source, lang, category, event, copies and order" },
	{ "after", "1.2",
	    "after takes the value that an answer named as next" },
	{ "after", "1..2",
	    "after takes the value that an answer named as next" },
	{ "after", "9007199254740993.0.1",
	    "after takes the value that an answer named as next" },
};

START_TEST(conditions_are_read)
{
	struct tcn_store_search search = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_search_filter_take(&search, conditions[_i].name,
	    conditions[_i].value, &err);

	if (conditions[_i].error)
		ck_assert_str_eq(err.text, conditions[_i].error);
	ck_assert_int_eq(rc, conditions[_i].error ? TCN_INVALID : TCN_OK);
}
END_TEST

START_TEST(a_cursor_is_read_as_it_was_written)
{
	static const struct tcn_store_search_cursor at = {
		.top = 17, .ts_ms = -12345, .seq = 9
	};
	char cursor[TCN_SEARCH_CURSOR_BYTES];
	struct tcn_store_search search = { 0 };
	struct tcn_err err;

	tcn_search_cursor(&at, cursor);
	ck_assert_int_eq(tcn_search_filter_take(&search, "after", cursor, &err),
	    TCN_OK);
	ck_assert(search.after.top == at.top && search.after.seq == at.seq &&
	    search.after.ts_ms == at.ts_ms);
}
END_TEST

TCN_TESTS(search_rule)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_rule_asks_for_what_was_searched);
	TCN_EACH(any_search_makes_a_rule_that_can_be_read, hostile);
	tcase_add_test(tc, what_no_rule_could_ask_for_makes_none);
	TCN_EACH(conditions_are_read, conditions);
	tcase_add_test(tc, a_cursor_is_read_as_it_was_written);
}
