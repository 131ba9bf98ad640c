#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/err.h"
#include "tests/engine/item/read_line.h"

START_TEST(all_fields)
{
	struct tcn_article a =
	    read_line(" {\"id\": \"x1\", \"ts\": 1394473079.56, \"source\": "
		      "\" Reuters \", \"url\": \"http://a.com/\", \"title\": "
		      "\"T\\u00e9\\ud83d\\ude00\\n\", \"text\": \"<p>b</p>\", "
		      "\"lang\": \"en\", \"category\": \"b\", \"story\": "
		      "\"s1\", \"image\": \"http://a.com/p.png\", "
		      "\"unknown\": [{\"id\": 2}]}\r\n");

	check_str(a.id, "x1");
	ck_assert_int_eq(a.ts_ms, INT64_C(1394473079560));
	check_str(a.source, "Reuters");
	check_str(a.url, "http://a.com/");
	check_str(a.title, "Té😀\n");
	check_str(a.text, "<p>b</p>");
	check_str(a.lang, "en");
	check_str(a.category, "b");
	check_str(a.label, "s1");
	check_str(a.image, "http://a.com/p.png");
	ck_assert_int_eq(a.given, TCN_GIVEN_TEXT);
	ck_assert_uint_eq(a.features_n + a.vector_n, 0);
}
END_TEST

/* Others mean other things by an image, which are no error. */
START_TEST(an_image_that_is_none_is_left_out)
{
	check_str(read_line("{\"title\":\"t\",\"image\":7}").image, "");
	check_str(read_line("{\"title\":\"t\",\"image\":{\"id\":1}}").image,
	    "");
	check_str(read_line("{\"title\":\"t\",\"image\":\"p.png\"}").image, "");
}
END_TEST

START_TEST(little_is_enough)
{
	struct tcn_article a = read_line("{\"title\":\"t\"}");

	ck_assert_int_eq(a.ts_ms, TCN_UNDATED);
	ck_assert_uint_eq(a.id.n, 32);
	ck_assert_uint_eq(a.label.n, 0);
	a = read_line("{\"text\":\"t\",\"id\":null,\"ts\":null,\"url\":null,"
		      "\"title\":null,\"story\":null,\"features\":null,"
		      "\"vector\":null,\"fingerprint\":null,\"lang\":\"\"}");
	ck_assert_int_eq(a.ts_ms, TCN_UNDATED);
	ck_assert_int_eq(a.given, TCN_GIVEN_TEXT);
}
END_TEST

static const struct {
	const char *fields;
	int64_t ms;
} dates[] = {
	{ "\"ts\":0", 0 },
	{ "\"ts\":\"1.5\"", 1500 },
	{ "\"ts\":\"1970-01-01T00:00:02Z\"", 2000 },
	{ "\"published\":3", 3000 },
	{ "\"published\":\"1970-01-01T00:00:04Z\"", 4000 },
	{ "\"published\":3,\"ts\":5", 5000 },
	{ "\"published\":3,\"ts\":null", 3000 },
	{ "\"published\":3,\"ts\":\"\"", 3000 },
	{ "\"published\":\"no date\",\"ts\":6", 6000 },
	{ "\"ts\":1,\"ts\":2", 2000 },
	{ "\"ts\":\"\"", TCN_UNDATED },
};

START_TEST(the_label_may_stand_in_any_field)
{
	struct tcn_article_limits limits = { .label_field = "category" };
	struct tcn_article a;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_json_article(tcn_str("{\"title\":\"t\",\"story\":{"
						  "},"
						  "\"category\":\"sport\"}"),
			     &limits, &arena, &a, &err),
	    TCN_OK);
	check_str(a.label, "sport");
	check_str(a.category, "sport");
	limits.label_field = "event";
	ck_assert_int_eq(tcn_json_article(tcn_str("{\"title\":\"t\",\"event\":"
						  "true}"),
			     &limits, &arena, &a, &err),
	    TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(err.text, "event is true or false"));
}
END_TEST

START_TEST(date_fields)
{
	char line[200];

	snprintf(line, sizeof line, "{\"title\":\"t\",%s}", dates[_i].fields);
	ck_assert_int_eq(read_line(line).ts_ms, dates[_i].ms);
}
END_TEST

START_TEST(numbers_as_names)
{
	struct tcn_article a =
	    read_line("{\"id\":39,\"story\":-7,\"title\":\"t\"}");

	check_str(a.id, "39");
	check_str(a.label, "-7");
	check_str(read_line("{\"id\":1e3,\"title\":\"t\"}").id, "1000");
	check_str(read_line("{\"id\":-0,\"title\":\"t\"}").id, "0");
	check_str(read_line("{\"id\":9007199254740991,\"text\":\"t\"}").id,
	    "9007199254740991");
}
END_TEST

START_TEST(last_of_equal_names_counts)
{
	struct tcn_article a =
	    read_line("{\"id\":\"a\",\"title\":7,\"id\":\"b\",\"title\":\"t\","
		      "\"ID\":\"c\",\"text\":\"x\",\"text\":null}");

	check_str(a.id, "b");
	check_str(a.title, "t");
	ck_assert_uint_eq(a.text.n, 0);
}
END_TEST

START_TEST(features)
{
	struct tcn_article a =
	    read_line("{\"features\":{\"quake\":2.5,\"chile\":1,\"zero\":0,"
		      "\"chile\":3,\"gone\":4,\"gone\":0}}");

	ck_assert_int_eq(a.given, TCN_GIVEN_FEATURES);
	ck_assert_uint_eq(a.features_n, 2);
	check_str(a.features[0].term, "quake");
	ck_assert(a.features[0].weight == 2.5);
	check_str(a.features[1].term, "chile");
	ck_assert(a.features[1].weight == 3);
	a = read_line("{\"title\":\"t\",\"features\":{\"a\":0}}");
	ck_assert_int_eq(a.given, TCN_GIVEN_TEXT);
}
END_TEST

START_TEST(vector_and_fingerprint)
{
	struct tcn_article a = read_line("{\"vector\":[1,-2.5e-1,0]}");

	ck_assert_int_eq(a.given, TCN_GIVEN_VECTOR);
	ck_assert_uint_eq(a.vector_n, 3);
	ck_assert(a.vector[1] == -0.25);
	a = read_line("{\"fingerprint\":\"0123456789abCDEF\","
		      "\"vector\":[1],\"features\":{\"a\":1}}");
	ck_assert_int_eq(a.given, TCN_GIVEN_FINGERPRINT);
	ck_assert_uint_eq(a.fingerprint, UINT64_C(0x0123456789abcdef));
	ck_assert_uint_eq(a.vector_n + a.features_n, 2);
	a = read_line("{\"vector\":[],\"title\":\"t\"}");
	ck_assert_int_eq(a.given, TCN_GIVEN_TEXT);
}
END_TEST

/* Lines that are refused, a word of the message, and the column. */
static const struct {
	const char *line;
	const char *said;
	unsigned long column;
} bad[] = {
	{ "", "not JSON", 0 },
	{ "hello", "not JSON", 1 },
	{ "{\"title\":\"t\"", "cut off", 0 },
	{ "{\"title\":\"t", "cut off", 0 },
	{ "{\"title\":\"a \"b\"\"}", "not JSON", 0 },
	{ "{\"title\":\"a \"b\"}", "backslash", 0 },
	{ "{\"title\":\"t\"]", "not JSON", 13 },
	{ "{'title':'t'}", "not JSON", 0 },
	{ "{\"title\":\"t\",}", "not JSON", 0 },
	{ "{\"title\":\"t\"} {\"title\":\"u\"}", "one object a line", 15 },
	{ "{\"title\":\"t\"} x", "follows", 15 },
	{ "[{\"title\":\"t\"}]", "jq", 1 },
	{ "\"title\"", "not a JSON object", 1 },
	{ "null", "not a JSON object", 1 },
	{ "{}", "nothing to read", 0 },
	{ "{\"title\":\" \",\"text\":\"\\n\"}", "nothing to read", 0 },
	{ "{\"features\":{}}", "nothing to read", 0 },
	{ "{\"id\":\"x\"}", "nothing to read", 0 },
	{ "{\"title\":\"a\xff\"}", "UTF-8", 12 },
	{ "  {\"title\":\"a\xc3\"}", "iconv", 14 },
	{ "{\"title\":\"\xed\xa0\x80\"}", "UTF-8", 11 },
	{ "{\"title\":\"a\\u0000b\"}", "NUL", 12 },
	{ "{\"title\":\"\\\\\\u0000b\"}", "NUL", 13 },
	{ "{\"x\":\"\\ud83d\",\"title\":\"t\"}", "first half", 7 },
	{ "{\"title\":\"\\ud83d\\ud83d\"}", "first half", 11 },
	{ "{\"title\":\"\\ude00\"}", "second half", 11 },
	{ "{\"title\":\"\\u12g4\"}", "hex digits", 11 },
	{ "{\"title\":\"\\u12", "hex digits", 11 },
	{ "{\"title\":\"\\q\"}", "not JSON", 0 },
	{ "{\"title\":7}", "title is a number", 0 },
	{ "{\"text\":[\"t\"]}", "text is an array", 0 },
	{ "{\"title\":\"t\",\"source\":{}}", "source is an object", 0 },
	{ "{\"title\":\"t\",\"url\":true}", "url is true or false", 0 },
	{ "{\"title\":\"t\",\"lang\":1}", "lang is", 0 },
	{ "{\"title\":\"t\",\"category\":[]}", "category is", 0 },
	{ "{\"title\":\"t\",\"id\":[]}", "id is an array", 0 },
	{ "{\"title\":\"t\",\"id\":1.5}", "id is a number", 0 },
	{ "{\"title\":\"t\",\"id\":9007199254740992}", "as a string", 0 },
	{ "{\"title\":\"t\",\"id\":-9007199254740993}", "as a string", 0 },
	{ "{\"title\":\"t\",\"id\":1e999}", "as a string", 0 },
	{ "{\"title\":\"t\",\"story\":false}", "story is true or false", 0 },
	{ "{\"title\":\"t\",\"ts\":true}", "ts is true or false", 0 },
	{ "{\"title\":\"t\",\"ts\":1e999}", "ts: the date", 0 },
	{ "{\"title\":\"t\",\"ts\":1394473079560}", "milliseconds", 0 },
	{ "{\"title\":\"t\",\"ts\":\"2014-02-30T00:00:00Z\"}",
	    "ts: \"2014-02-30T00:00:00Z\" is no date of the calendar", 0 },
	{ "{\"title\":\"t\",\"published\":\"2014-02-28\"}", "published: ", 0 },
	{ "{\"features\":[\"a\"]}", "features is an array", 0 },
	{ "{\"features\":{\"a\":\"1\"}}", "weight of \"a\"", 0 },
	{ "{\"features\":{\"a\":-1}}", "weight of \"a\"", 0 },
	{ "{\"features\":{\"a\":1e999}}", "weight of \"a\"", 0 },
	{ "{\"features\":{\" \":1}}", "empty term", 0 },
	{ "{\"vector\":{}}", "vector is an object", 0 },
	{ "{\"vector\":[1,null]}", "entry 2", 0 },
	{ "{\"vector\":[1,1e999]}", "entry 2", 0 },
	{ "{\"vector\":[0,-0.0]}", "all its numbers are 0", 0 },
	{ "{\"fingerprint\":1}", "fingerprint is a number", 0 },
	{ "{\"fingerprint\":\"0123456789abcde\"}", "16 hex digits", 0 },
	{ "{\"fingerprint\":\"0123456789abcdef0\"}", "16 hex digits", 0 },
	{ "{\"fingerprint\":\"0x23456789abcdef\"}", "16 hex digits", 0 },
};

START_TEST(refuses_with_reason)
{
	struct tcn_str line = tcn_str(bad[_i].line);
	struct tcn_err err = { .text = "", .column = 77 };
	struct tcn_article a;

	ck_assert_msg(tcn_json_article(line, NULL, &arena, &a, &err) ==
		TCN_INVALID,
	    "%s", line.at);
	ck_assert_msg(strstr(err.text, bad[_i].said), "%s: %s", line.at,
	    err.text);
	if (bad[_i].column)
		ck_assert_msg(err.column == bad[_i].column, "%s: column %lu",
		    line.at, err.column);
	ck_assert_uint_ne(err.column, 77);
	ck_assert_int_eq(tcn_json_article(line, NULL, &arena, &a, NULL),
	    TCN_INVALID);
}
END_TEST

START_TEST(a_nul_byte_is_refused)
{
	static const char line[] = "{\"title\":\"a\0b\"}";
	struct tcn_err err = { .text = "" };
	struct tcn_article a;

	ck_assert_int_eq(tcn_json_article((struct tcn_str){ line,
					      sizeof line - 1 },
			     NULL, &arena, &a, &err),
	    TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(err.text, "NUL"));
	ck_assert_uint_eq(err.column, 12);
}
END_TEST

START_TEST(depth)
{
	enum {
		N = 100000
	};
	char *line = tcn_mem_alloc(N + 40);
	struct tcn_err err = { .text = "" };
	struct tcn_article a;
	struct tcn_str s = { line, 0 };

	s.n = (size_t)sprintf(line, "{\"title\":\"t\",\"x\":");
	memset(line + s.n, '[', N);
	s.n += N;
	ck_assert_int_eq(tcn_json_article(s, NULL, &arena, &a, &err),
	    TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(err.text, "nested too deep"));
	s.n = (size_t)sprintf(line, "{\"title\":\"t\",\"x\":");
	memset(line + s.n, '[', 500);
	memset(line + s.n + 500, ']', 500);
	s.n += 1000;
	line[s.n++] = '}';
	ck_assert_int_eq(tcn_json_article(s, NULL, &arena, &a, &err), TCN_OK);
	tcn_mem_free(line);
}
END_TEST

/* The article must not refer to the line, nor need a NUL behind it. */
START_TEST(the_line_may_go)
{
	static const char text[] =
	    "{\"id\":\"i\",\"title\":\"tt\",\"features\":{\"a\":1}}";
	size_t n = sizeof text - 1;
	char *line = tcn_mem_alloc(n);
	struct tcn_article a;

	memcpy(line, text, n);
	ck_assert_int_eq(tcn_json_article((struct tcn_str){ line, n }, NULL,
			     &arena, &a, NULL),
	    TCN_OK);
	memset(line, '#', n);
	tcn_mem_free(line);
	check_str(a.id, "i");
	check_str(a.title, "tt");
	check_str(a.features[0].term, "a");
}
END_TEST

TCN_TESTS(json_article)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, all_fields);
	tcase_add_test(tc, the_label_may_stand_in_any_field);
	tcase_add_test(tc, an_image_that_is_none_is_left_out);
	tcase_add_test(tc, little_is_enough);
	TCN_EACH(date_fields, dates);
	tcase_add_test(tc, numbers_as_names);
	tcase_add_test(tc, last_of_equal_names_counts);
	tcase_add_test(tc, features);
	tcase_add_test(tc, vector_and_fingerprint);
	TCN_EACH(refuses_with_reason, bad);
	tcase_add_test(tc, a_nul_byte_is_refused);
	tcase_add_test(tc, depth);
	tcase_add_test(tc, the_line_may_go);
}
