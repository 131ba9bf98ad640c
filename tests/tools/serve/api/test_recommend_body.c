#include "tests/base/in_arena.h"

#include <string.h>

#include "engine/base/buf.h"
#include "tools/serve/api/recommend_body.h"

static enum tcn_rc
read_body(const char *text, struct tcn_recommend_asked *asked,
    struct tcn_err *err)
{
	return tcn_recommend_body_read(tcn_str(text), &arena, asked, err);
}

START_TEST(all_members_are_read)
{
	struct tcn_recommend_asked asked;

	ck_assert_int_eq(read_body(" {\"read\":[\"a\"]} ", &asked, NULL),
	    TCN_OK);
	ck_assert_uint_eq(asked.read_n, 1);
	ck_assert_int_eq(asked.read[0].at_ms, TCN_UNDATED);
	ck_assert_uint_eq(asked.limit, 20);
	ck_assert_int_eq(asked.half_life_ms, 7 * TCN_DAY_MS);
	ck_assert_int_eq(asked.since_ms, TCN_UNDATED);
	ck_assert(!asked.copies && !asked.every_item);
	ck_assert_int_eq(
	    read_body("{\"read\":[\"a\",{\"id\":\"b\",\"at\":12.5}],"
		      "\"dislike\":[\"c\"],\"limit\":3,\"since\":0,"
		      "\"half_life\":60,\"freshness\":3600,"
		      "\"copies\":true,\"every_item\":true}",
		&asked, NULL),
	    TCN_OK);
	ck_assert_uint_eq(asked.read_n, 2);
	ck_assert(tcn_str_equal(asked.read[1].id, tcn_str("b")));
	ck_assert_int_eq(asked.read[1].at_ms, 12500);
	ck_assert_uint_eq(asked.dislike_n, 1);
	ck_assert_uint_eq(asked.limit, 3);
	ck_assert_int_eq(asked.since_ms, 0);
	ck_assert_int_eq(asked.half_life_ms, 60000);
	ck_assert_int_eq(asked.freshness_ms, 3600000);
	ck_assert(asked.copies && asked.every_item);
}
END_TEST

static const struct {
	const char *body, *why;
} refused[] = {
	{ "", "one JSON object" },
	{ "[]", "one JSON object" },
	{ "{", "JSON" },
	{ "{}", "read must name" },
	{ "{\"read\":[]}", "read must name" },
	{ "{\"read\":\"a\"}", "read must be a list" },
	{ "{\"read\":[\"a\",3]}", "read 2 must be an id" },
	{ "{\"read\":[\"\"]}", "read 1 must be an id" },
	{ "{\"read\":[{\"at\":3}]}", "read 1 must be an id" },
	{ "{\"read\":[{\"id\":\"a\",\"at\":\"x\"}]}", "read 1: at must" },
	{ "{\"read\":[{\"id\":\"a\",\"at\":-1}]}", "read 1: at must" },
	{ "{\"read\":[\"a\"],\"dislike\":3}", "dislike must be a list" },
	{ "{\"read\":[\"a\"],\"dislike\":[null]}", "dislike 1 must" },
	{ "{\"read\":[\"a\"],\"limit\":0}", "limit must be" },
	{ "{\"read\":[\"a\"],\"limit\":1e9}", "limit must be" },
	{ "{\"read\":[\"a\"],\"since\":1e300}", "since must be" },
	{ "{\"read\":[\"a\"],\"half_life\":0}", "half_life must be" },
	{ "{\"read\":[\"a\"],\"freshness\":[]}", "freshness must be" },
	{ "{\"read\":[\"a\"],\"copies\":1}", "copies must be" },
	{ "{\"read\":[\"a\"],\"every_item\":\"x\"}", "every_item must be" },
};

START_TEST(what_is_wrong_is_said)
{
	struct tcn_recommend_asked asked;
	struct tcn_err err = { .text = "" };

	ck_assert_int_eq(read_body(refused[_i].body, &asked, &err),
	    TCN_INVALID);
	ck_assert_msg(strstr(err.text, refused[_i].why) != NULL, "%s: %s",
	    refused[_i].body, err.text);
}
END_TEST

START_TEST(too_many_are_refused)
{
	struct tcn_recommend_asked asked;
	struct tcn_err err = { .text = "" };
	struct tcn_buf body = { 0 };

	tcn_buf_z(&body, "{\"read\":[\"a\"");
	for (int i = 0; i < TCN_RECOMMEND_READ_MAX; i++)
		tcn_buf_z(&body, ",\"a\"");
	tcn_buf_z(&body, "]}");
	ck_assert_int_eq(read_body(body.at, &asked, &err), TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(err.text, "at most 200"));
	while (body.n <= TCN_RECOMMEND_BODY_BYTES)
		tcn_buf_z(&body, "                                        ");
	ck_assert_int_eq(read_body(body.at, &asked, &err), TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(err.text, "1 MiB"));
	tcn_buf_fini(&body);
}
END_TEST

TCN_TESTS(recommend_body)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, all_members_are_read);
	TCN_EACH(what_is_wrong_is_said, refused);
	tcase_add_test(tc, too_many_are_refused);
}
