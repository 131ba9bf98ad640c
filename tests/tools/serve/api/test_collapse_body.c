#include "tests/base/in_arena.h"

#include "engine/base/buf.h"
#include "tools/serve/api/collapse_body.h"

static enum tcn_rc
read_body(const char *text, struct tcn_collapse_body *body, struct tcn_err *err)
{
	return tcn_collapse_body_read(tcn_str(text), &arena, body, err);
}

START_TEST(ids_and_articles_are_read)
{
	struct tcn_collapse_body body;

	ck_assert_int_eq(read_body(" {\"ids\":[\"a\",\"b\"]} ", &body, NULL),
	    TCN_OK);
	ck_assert_uint_eq(body.n, 2);
	ck_assert(tcn_str_equal(body.ids[1], tcn_str("b")));
	ck_assert_ptr_null(body.articles);
	ck_assert(body.conf.t == 0.5);
	ck_assert_int_eq(body.conf.measure, TCN_SKETCH_JACCARD);
	ck_assert_int_eq(read_body("{\"t\":1,\"measure\":\"containment\","
				   "\"articles\":[{\"title\":\"T\"},"
				   "{\"id\":7,\"text\":\"x\"}],\"ids\":null}",
			     &body, NULL),
	    TCN_OK);
	ck_assert_uint_eq(body.n, 2);
	ck_assert_ptr_null(body.ids);
	ck_assert(tcn_str_equal(body.articles[1].id, tcn_str("7")));
	ck_assert(body.articles[0].id.n > 0);
	ck_assert(body.conf.t == 1);
	ck_assert_int_eq(body.conf.measure, TCN_SKETCH_CONTAINMENT);
	ck_assert_int_eq(read_body("{\"ids\":[]}", &body, NULL), TCN_OK);
	ck_assert_uint_eq(body.n, 0);
}
END_TEST

static const struct {
	const char *body, *why;
} refused[] = {
	{ "", "one JSON object" },
	{ "[]", "one JSON object" },
	{ "{", "JSON" },
	{ "{}", "one list" },
	{ "{\"ids\":3}", "one list" },
	{ "{\"ids\":[],\"articles\":[]}", "one list" },
	{ "{\"ids\":[3]}", "list of texts" },
	{ "{\"articles\":[3]}", "list of objects" },
	{ "{\"articles\":[{\"title\":\"T\"},{\"title\":3}]}", "article 2: " },
	{ "{\"articles\":[{}]}", "article 1: " },
	{ "{\"ids\":[],\"t\":0}", "t must be" },
	{ "{\"ids\":[],\"t\":1.01}", "t must be" },
	{ "{\"ids\":[],\"t\":\"1\"}", "t must be" },
	{ "{\"ids\":[],\"measure\":\"cosine\"}", "measure must be" },
	{ "{\"ids\":[],\"measure\":3}", "measure must be" },
};

START_TEST(what_is_wrong_is_said)
{
	struct tcn_collapse_body body;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(read_body(refused[_i].body, &body, &err), TCN_INVALID);
	ck_assert_msg(strstr(err.text, refused[_i].why) != NULL, "%s: %s",
	    refused[_i].body, err.text);
}
END_TEST

START_TEST(too_much_is_refused)
{
	struct tcn_collapse_body body;
	struct tcn_err err = { 0 };
	struct tcn_buf text = { 0 };

	tcn_buf_z(&text, "{\"ids\":[\"a\"");
	for (int i = 0; i < TCN_COLLAPSE_MAX; i++)
		tcn_buf_z(&text, ",\"a\"");
	tcn_buf_z(&text, "]}");
	ck_assert_int_eq(read_body(text.at, &body, &err), TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(err.text, "at most 1000"));
	while (text.n <= TCN_COLLAPSE_BODY_BYTES)
		tcn_buf_z(&text, "                                        ");
	ck_assert_int_eq(read_body(text.at, &body, &err), TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(err.text, "4 MiB"));
	tcn_buf_fini(&text);
}
END_TEST

TCN_TESTS(collapse_body)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, ids_and_articles_are_read);
	TCN_EACH(what_is_wrong_is_said, refused);
	tcase_add_test(tc, too_much_is_refused);
}
