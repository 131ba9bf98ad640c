/* Searching by the interface: filters, pages, marks, and what was meant. */
#include "tests/base/run.h"

#include <cjson/cJSON.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "tests/tools/serve/daemon/child.h"

#define JSON "Content-Type: application/json"

#define MARK "\xf4\x8f\xbc\x80" /* what the store marks words with */

static const char articles[] =
    "[{\"id\":\"a\",\"ts\":1000,\"source\":\"Herald\",\"lang\":\"en\","
    "\"title\":\"Ferry sinks off Bar\",\"text\":\"The ferry left Norvland.\"},"
    "{\"id\":\"b\",\"ts\":1010,\"source\":\"Argus\",\"lang\":\"en\","
    "\"title\":\"Ferry sinks off Bar\",\"text\":\"The ferry left Norvland.\"},"
    "{\"id\":\"c\",\"ts\":1020,\"source\":\"Radio\",\"lang\":\"fr\","
    "\"category\":\"monde\",\"title\":\"Le "
    "{{ferry}}\","
    "\"text\":\"Un " MARK " ferry\\u202e a coul\\u00e9 " MARK "hier.\"},"
    "{\"id\":\"d\",\"ts\":1030,\"source\":\"Herald\",\"lang\":\"en\","
    "\"title\":\"Nothing new\",\"text\":\"No ferry left the harbour.\"}]";

static void
start(void)
{
	child_start(NULL);
	ck_assert_int_eq(child_call("POST", "/v1/articles", JSON, articles),
	    200);
}

/* An answer has a line for each element of a list: here it is one line. */
static void
join_lines(struct tcn_buf *answer)
{
	size_t n = 0;

	for (size_t i = 0; i < answer->n; i++)
		if (answer->at[i] != '\n')
			answer->at[n++] = answer->at[i];
	answer->at[n] = '\0';
	answer->n = n;
}

/* The ids that a search finds, with commas between them. */
static const char *
found(const char *query)
{
	static char ids[256];
	char path[512];
	cJSON *answer, *hit;

	snprintf(path, sizeof path, "/v1/search?%s", query);
	ck_assert_int_eq(child_call("GET", path, NULL, NULL), 200);
	join_lines(&child.answer);
	answer = cJSON_Parse(child.answer.at);
	ck_assert_ptr_nonnull(answer);
	*ids = '\0';
	cJSON_ArrayForEach(hit, cJSON_GetObjectItem(answer, "articles"))
	{
		if (*ids)
			strcat(ids, ",");
		strcat(ids,
		    cJSON_GetStringValue(cJSON_GetObjectItem(hit, "id")));
	}
	cJSON_Delete(answer);
	return ids;
}

START_TEST(each_filter_lets_through_what_it_names)
{
	static const struct {
		const char *query, *ids;
	} asked[] = {
		{ "q=ferry", "d,c,a" },
		{ "q=ferry&copies=all", "d,c,b,a" },
		{ "q=ferry&source=argus", "b" },
		{ "q=ferry&source=Herald", "d,a" },
		{ "source=Herald", "d,a" },
		{ "q=ferry&lang=fr", "c" },
		{ "lang=EN&copies=all", "d,b,a" },
		{ "category=Monde", "c" },
		{ "q=ferry&since=1010&until=1030", "c,b" },
		{ "until=1970-01-01T00:16:51Z", "a" },
		{ "q=%22ferry+left%22", "d,a" },
		{ "q=ferry&source=nobody", "" },
		{ "q=+&lang=+&source=Radio", "c" },
	};

	start();
	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
		ck_assert_str_eq(found(asked[i].query), asked[i].ids);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(words_are_marked_and_copies_counted)
{
	start();
	found("q=ferry+norvland");
	child_wants("\"copies_n\":1,");
	child_wants("\"title_parts\":[[\"Ferry\",true],[\" sinks off "
		    "Bar\",false]]");
	child_wants("\"snippet\":[[\"The \",false],[\"ferry\",true],[\" left "
		    "\",false],[\"Norvland\",true],[\".\",false]]");
	child_wants("\"found\":1,\"about\":false,\"more\":false,\"next\":null");
	/* A text with our marks in it marks itself, and breaks nothing. */
	found("q=ferry&lang=fr");
	child_wants("\"title_parts\":[[\"Le {{\",false],"
		    "[\"ferry\",true],[\"}}\",false]]");
	ck_assert_ptr_null(strstr(child.answer.at, "\xe2\x80\xae"));
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(pages_follow_each_other)
{
	char query[128] = "q=ferry&limit=1", ids[64] = "";
	const char *next;

	start();
	for (int i = 0; i < 3; i++) {
		strcat(ids, found(query));
		next = strstr(child.answer.at, "\"next\":\"");
		if (!next)
			break;
		snprintf(query, sizeof query, "q=ferry&limit=1&after=%.*s",
		    (int)strcspn(next + 8, "\""), next + 8);
		ck_assert_int_eq(child_call("POST", "/v1/articles", JSON,
				     "{\"title\":\"Another ferry\"}"),
		    200);
	}
	ck_assert_str_eq(ids, "dca");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(what_was_meant_is_asked)
{
	start();
	ck_assert_str_eq(found("q=ferry+norvlnd"), "");
	child_wants("\"words\":[{\"word\":\"ferry\",\"articles\":3},"
		    "{\"word\":\"norvlnd\",\"articles\":0,\"instead\":"
		    "\"norvland\"}]");
	child_wants("\"did_you_mean\":{\"q\":\"ferry norvland\",\"found\":1,"
		    "\"about\":false}");
	/* Each word is there, but not together: nothing else was meant. */
	ck_assert_str_eq(found("q=norvland+harbour"), "");
	ck_assert_ptr_null(strstr(child.answer.at, "did_you_mean"));
	/* What was meant must be let through as well. */
	ck_assert_str_eq(found("q=norvlnd&lang=fr"), "");
	ck_assert_ptr_null(strstr(child.answer.at, "did_you_mean"));
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(what_cannot_be_asked_is_refused)
{
	static const struct {
		const char *query, *text;
		long status;
	} wrong[] = {
		{ "", "a search needs one of", 400 },
		{ "q=+%09", "a search needs one of", 400 },
		{ "copies=all", "a search needs one of", 400 },
		{ "q=%ff", "the query cannot be read", 400 },
		{ "q=a&source=%c3", "the query cannot be read", 400 },
		{ "q=a&copies=some", "copies is fold or all, not 'some'", 400 },
		{ "q=a&since=soon", "since", 400 },
		{ "q=a&since=2000&until=2000", "since must be before", 400 },
		{ "q=a&event=none", "no event has the id 'none'", 404 },
		{ "q=a&copies=all&collapse=similar", "leave one out", 400 },
		{ "q=a&order=best&after=1.1.1", "has one page only", 400 },
		{ "q=a&after=x", "after takes the value", 400 },
		{ "q=a&after=1.2", "after takes the value", 400 },
		{ "q=a&after=1.2.3.4", "after takes the value", 400 },
		{ "q=a&after=-1.2.3", "after takes the value", 400 },
		{ "q=a&after=1.--2.3", "after takes the value", 400 },
		{ "q=a&after=1.2.%2B3", "after takes the value", 400 },
		{ "q=a&after=99999999999999999999.2.3", "after takes the value",
		    400 },
		{ "q=a&limit=0", "limit", 400 },
	};

	start();
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		char path[256];

		snprintf(path, sizeof path, "/v1/search?%s", wrong[i].query);
		ck_assert_msg(child_call("GET", path, NULL, NULL) ==
			wrong[i].status,
		    "%s: %s", path, child.answer.at);
		child_wants(wrong[i].text);
	}
	/* Cursors that nobody was given find less, and nothing else. */
	ck_assert_str_eq(found("q=ferry&after=9000000000000000.-9000.0"),
	    "d,c,a");
	ck_assert_str_eq(found("q=ferry&after=1.-1.1"), "");
	ck_assert_str_eq(found("source=Herald&after=0.1030000.4"), "a");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

TCN_TESTS(search)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_add_test(tc, each_filter_lets_through_what_it_names);
	tcase_add_test(tc, words_are_marked_and_copies_counted);
	tcase_add_test(tc, pages_follow_each_other);
	tcase_add_test(tc, what_was_meant_is_asked);
	tcase_add_test(tc, what_cannot_be_asked_is_refused);
}
