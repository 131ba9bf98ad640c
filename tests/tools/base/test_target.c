#include "tests/base/run.h"

#include "engine/base/arena.h"
#include "tools/base/json_in.h"
#include "tools/base/target.h"

static const struct {
	const char *in, *out;
} segments[] = {
	{ "a-b_c.d~9", "a-b_c.d~9" },
	{ "", "%20" },
	{ ".", "%2E" },
	{ "..", "%2E%2E" },
	{ "..a", "..a" },
	{ "a/b?c#d&e=f", "a%2Fb%3Fc%23d%26e%3Df" },
	{ "\xc3\xa9 %", "%C3%A9%20%25" },
};

START_TEST(segments_stay_one_segment)
{
	struct tcn_buf out = { 0 };

	tcn_target_segment(&out, tcn_str(segments[_i].in));
	ck_assert_str_eq(out.at, segments[_i].out);
	tcn_buf_fini(&out);
}
END_TEST

START_TEST(parameters_follow_each_other)
{
	struct tcn_buf out = { 0 };

	tcn_buf_z(&out, "/v1/search");
	tcn_target_param(&out, "absent", (struct tcn_str){ 0 });
	tcn_target_param(&out, "q", (struct tcn_str){ "a\0b", 3 });
	tcn_target_param(&out, "lang", tcn_str(""));
	ck_assert_str_eq(out.at, "/v1/search?q=a%00b&lang=");
	tcn_buf_fini(&out);
}
END_TEST

static const char answer[] =
    "{\"text\":\"a\",\"n\":7,\"big\":1e300,\"less\":-1,\"half\":0.5,"
    "\"yes\":true,\"no\":false,\"at\":1.5,\"list\":[],\"nothing\":null}";

START_TEST(members_of_another_kind_are_empty)
{
	struct tcn_arena arena;
	struct tcn_json_value row;

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_json_read(tcn_str(answer), &arena, &row, NULL),
	    TCN_OK);
	ck_assert(tcn_str_equal(tcn_json_in_str(&row, "text"), tcn_str("a")));
	ck_assert_uint_eq(tcn_json_in_str(&row, "n").n, 0);
	ck_assert_uint_eq(tcn_json_in_str(&row, "absent").n, 0);
	ck_assert_uint_eq(tcn_json_in_uint(&row, "n"), 7);
	ck_assert_uint_eq(tcn_json_in_uint(&row, "big"), 0);
	ck_assert_uint_eq(tcn_json_in_uint(&row, "less"), 0);
	ck_assert_uint_eq(tcn_json_in_uint(&row, "yes"), 0);
	ck_assert(tcn_json_in_number(&row, "half") > 0.4);
	ck_assert(tcn_json_in_bool(&row, "yes"));
	ck_assert(!tcn_json_in_bool(&row, "no"));
	ck_assert(!tcn_json_in_bool(&row, "n"));
	ck_assert_int_eq(tcn_json_in_ms(&row, "at"), 1500);
	ck_assert(tcn_json_in_ms(&row, "nothing") < 0);
	ck_assert(tcn_json_in_ms(&row, "text") < 0);
	tcn_arena_fini(&arena);
}
END_TEST

TCN_TESTS(target)
{
	TCN_EACH(segments_stay_one_segment, segments);
	tcase_add_test(tc, parameters_follow_each_other);
	tcase_add_test(tc, members_of_another_kind_are_empty);
}
