#include "tests/base/run.h"

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/yaml.h"

static const struct tcn_yaml_limits limits = { 1024, 4, false };

/* One line for each event: its kind, its text, its place. */
static enum tcn_rc
list(const char *text, const struct tcn_yaml_limits *with, struct tcn_buf *out,
    struct tcn_err *err)
{
	static const char marks[] = "{}[]:=~";
	struct tcn_yaml_event event;
	struct tcn_yaml *yaml;
	enum tcn_rc rc = tcn_yaml_open("f", tcn_str(text), with, &yaml, err);

	if (rc)
		return rc;
	while ((rc = tcn_yaml_next(yaml, &event, err)) == TCN_OK)
		tcn_buf_printf(out, "%c%.*s@%lu.%lu ", marks[event.kind],
		    TCN_STR_ARG(event.text), event.line, event.column);
	ck_assert_int_eq(tcn_yaml_next(yaml, &event, err), rc);
	tcn_yaml_close(yaml);
	return rc;
}

static const struct {
	const char *yaml, *events;
} fine[] = {
	{ "", "" },
	{ "# nothing\n", "" },
	{ "---\n", "~@1.1 " },
	{ "a: 1\nb:\n  - x\n  - 'y'\n",
	    "{@1.1 :a@1.1 =1@1.4 :b@2.1 [@3.3 =x@3.5 =y@4.5 ]@5.1 }@5.1 " },
	{ "{a: ~, b: null, c: '', d: \"~\", e: }",
	    "{@1.1 :a@1.2 ~@1.5 :b@1.8 ~@1.11 :c@1.17 =@1.20 :d@1.24 =~@1.27 "
	    ":e@1.32 ~@1.32 }@1.35 " },
	{ "a: {x: 1}\nb: {x: 2}\n",
	    "{@1.1 :a@1.1 {@1.4 :x@1.5 =1@1.8 }@1.9 :b@2.1 {@2.4 :x@2.5 "
	    "=2@2.8 }@2.9 }@3.1 " },
};

START_TEST(gives_events_and_places)
{
	struct tcn_buf got = { 0 };
	struct tcn_err err = { 0 };

	ck_assert_int_eq(list(fine[_i].yaml, &limits, &got, &err), TCN_DONE);
	ck_assert_str_eq(got.at ? got.at : "", fine[_i].events);
	tcn_buf_fini(&got);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

static const struct {
	const char *yaml;
	unsigned long line, column;
	const char *text; /* the message begins with it */
} bad[] = {
	{ "a: 1\nb: 2\na: 3\n", 3, 1,
	    "'a' is given twice; the first is on line 1" },
	{ "- {a: 1, 'a': 3}\n", 1, 10, "'a' is given twice" },
	{ "[[[[x]]]]", 1, 5, "" },
	{ "[[[[[x]]]]]", 1, 5, "nested more than 4 deep" },
	{ "a: {[b]: c}\n", 1, 5, "a name is expected here" },
	{ "~: 3\n", 1, 1, "a name is expected here" },
	{ "a: 1\n---\nb: 1\n", 2, 1, "a second document begins here" },
	{ "a: &x 1\n", 1, 7, "anchors (&name) are not taken here" },
	{ "a: *x\n", 1, 5, "aliases (*name) are not taken here" },
	{ "a: !x 1\n", 1, 7, "tags (!name) are not taken here" },
	{ "%TAG ! !\n---\na: 1\n", 1, 1, "directives (%NAME) are not" },
	{ "a: \"1\n", 1, 1, "double-quoted scalar without closing quote" },
	{ "a: \xff\n", 1, 4, "not valid UTF-8" },
};

START_TEST(refuses_with_a_place)
{
	struct tcn_buf got = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc = list(bad[_i].yaml, &limits, &got, &err);

	ck_assert_int_eq(rc, *bad[_i].text ? TCN_INVALID : TCN_DONE);
	if (rc == TCN_INVALID) {
		ck_assert_msg(strncmp(err.text, bad[_i].text,
				  strlen(bad[_i].text)) == 0,
		    "want: %s\n got: %s", bad[_i].text, err.text);
		ck_assert_msg(err.line == bad[_i].line &&
			err.column == bad[_i].column,
		    "%lu:%lu: %s", err.line, err.column, err.text);
		ck_assert_str_eq(err.file, "f");
	}
	tcn_buf_fini(&got);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(too_many_bytes_are_refused)
{
	struct tcn_yaml_limits few = { 4, 4, false };
	struct tcn_buf got = { 0 };
	struct tcn_err err = { 0 };

	ck_assert_int_eq(list("a: 1", &few, &got, &err), TCN_DONE);
	ck_assert_int_eq(list("a: 12", &few, &got, &err), TCN_INVALID);
	tcn_buf_fini(&got);
}
END_TEST

START_TEST(keys_may_come_again_where_the_caller_looks)
{
	struct tcn_yaml_limits loose = limits;
	struct tcn_buf got = { 0 };
	struct tcn_err err = { 0 };

	loose.duplicate_keys = true;
	ck_assert_int_eq(list("a: 1\na: 2\n", &loose, &got, &err), TCN_DONE);
	tcn_buf_fini(&got);
}
END_TEST

START_TEST(skips_a_value)
{
	static const char text[] = "a: {b: [1, {c: 2}], d: 3}\ne: 4\n";
	struct tcn_yaml_event event;
	struct tcn_yaml *yaml;
	struct tcn_err err;

	ck_assert_int_eq(tcn_yaml_open("f", tcn_str(text), &limits, &yaml,
			     &err),
	    TCN_OK);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(tcn_yaml_next(yaml, &event, &err), TCN_OK);
	ck_assert_int_eq(event.kind, TCN_YAML_MAPPING);
	ck_assert_int_eq(tcn_yaml_skip(yaml, &event, &err), TCN_OK);
	ck_assert_int_eq(tcn_yaml_next(yaml, &event, &err), TCN_OK);
	ck_assert(tcn_str_equal(event.text, tcn_str("e")));
	ck_assert_int_eq(tcn_yaml_skip(yaml, &event, &err), TCN_OK);
	ck_assert_int_eq(tcn_yaml_next(yaml, &event, &err), TCN_OK);
	ck_assert(tcn_str_equal(event.text, tcn_str("4")));
	tcn_yaml_close(yaml);
}
END_TEST

TCN_TESTS(yaml)
{
	TCN_EACH(gives_events_and_places, fine);
	TCN_EACH(refuses_with_a_place, bad);
	tcase_add_test(tc, too_many_bytes_are_refused);
	tcase_add_test(tc, keys_may_come_again_where_the_caller_looks);
	tcase_add_test(tc, skips_a_value);
}
