#include "tests/base/in_arena.h"

#include "engine/base/json_nesting.h"
#include "engine/base/json_value.h"
#include "tests/base/check_str.h"

static const char line[] = "{\"s\":\"x\",\"n\":2.5,\"b\":true,\"z\":null,"
			   "\"a\":[1,\"two\"],\"o\":{\"k\":1},\"s\":\"y\"}";

static const struct {
	const char *name;
	enum tcn_json_kind kind;
} rows[] = {
	{ "s", TCN_JSON_STRING },
	{ "n", TCN_JSON_NUMBER },
	{ "b", TCN_JSON_BOOL },
	{ "z", TCN_JSON_NULL },
	{ "a", TCN_JSON_ARRAY },
	{ "o", TCN_JSON_OBJECT },
	{ "none", TCN_JSON_ABSENT },
};

START_TEST(members_have_their_kinds)
{
	struct tcn_json_value object, member;

	ck_assert_int_eq(tcn_json_read(tcn_str(line), &arena, &object, NULL),
	    TCN_OK);
	member = tcn_json_member(&object, rows[_i].name);
	ck_assert_int_eq(member.kind, rows[_i].kind);
	if (member.kind == TCN_JSON_STRING)
		check_str(member.s, "y"); /* the last of two */
	if (member.kind == TCN_JSON_NUMBER)
		ck_assert(member.n == 2.5);
	member = tcn_json_member(&member, "k");
	ck_assert_int_eq(member.kind,
	    rows[_i].kind == TCN_JSON_OBJECT ? TCN_JSON_NUMBER
					     : TCN_JSON_ABSENT);
}
END_TEST

START_TEST(elements_follow_each_other)
{
	struct tcn_json_value object, array, element;

	ck_assert_int_eq(tcn_json_read(tcn_str(line), &arena, &object, NULL),
	    TCN_OK);
	array = tcn_json_member(&object, "a");
	element = tcn_json_first(&array);
	ck_assert(element.kind == TCN_JSON_NUMBER && element.n == 1);
	element = tcn_json_next(&element);
	check_str(element.s, "two");
	element = tcn_json_next(&element);
	ck_assert_int_eq(element.kind, TCN_JSON_ABSENT);
	check_str(tcn_json_name(&element), "");
	check_str(tcn_json_name(&array), "a");
	element = tcn_json_member(&object, "s");
	element = tcn_json_first(&element); /* of a string: none */
	ck_assert_int_eq(element.kind, TCN_JSON_ABSENT);
}
END_TEST

START_TEST(nesting_knows_strings_and_escapes)
{
	struct tcn_json_nesting at = { 0 };
	const char *z = "{\"a{\\\"[\":[1,{}]}";

	for (; *z; z++) {
		ck_assert_uint_le(at.depth, 3);
		tcn_json_nesting_step(&at, *z);
		ck_assert_int_eq(at.depth == 0, z[1] == '\0');
	}
	ck_assert(!at.in_string && !at.escaped);
	tcn_json_nesting_step(&at, ']'); /* too many: not below 0 */
	ck_assert_uint_eq(at.depth, 0);
}
END_TEST

/* Members join an object whose tree was parsed, and one that is new. */
START_TEST(trees_are_made)
{
	const struct tcn_json_value yes = { .kind = TCN_JSON_BOOL, .n = 1 };
	struct tcn_json_value parsed,
	    made = { 0 }, list = { 0 }, at,
	    text = { .kind = TCN_JSON_STRING, .s = { "abc", 2 } };

	ck_assert(!tcn_json_read(tcn_str("{\"a\":1,\"b\":2}"), &arena, &parsed,
	    NULL));
	tcn_json_put(&arena, &parsed, "t", &text);
	tcn_json_put(&arena, &parsed, "yes", &yes);
	at = tcn_json_member(&parsed, "b");
	ck_assert(at.n == 2);
	check_str(tcn_json_member(&parsed, "t").s, "ab");
	ck_assert_int_eq(tcn_json_member(&parsed, "yes").kind, TCN_JSON_BOOL);
	for (int i = 0; i < 3; i++)
		tcn_json_push(&arena, &list, i == 1 ? &parsed : &at);
	tcn_json_put(&arena, &made, "list", &list);
	at = tcn_json_member(&made, "list");
	at = tcn_json_first(&at);
	ck_assert(at.n == 2);
	at = tcn_json_next(&at);
	check_str(tcn_json_member(&at, "t").s, "ab");
	at = tcn_json_next(&at);
	ck_assert(at.n == 2 && !tcn_json_next(&at).node);
}
END_TEST

TCN_TESTS(json_value)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(members_have_their_kinds, rows);
	tcase_add_test(tc, elements_follow_each_other);
	tcase_add_test(tc, nesting_knows_strings_and_escapes);
	tcase_add_test(tc, trees_are_made);
}
