/* Web pages by POST: the article of each is taken in. */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "tests/tools/serve/daemon/child.h"

#define WORDS                                                                  \
	"The council of Harwick voted late on Monday to close the old swing "  \
	"bridge for nine months while its bearings are replaced, and traders " \
	"on the quay had fought the plan for most of the winter. "

#define HTML "Content-Type: text/html"

static long
post(const char *query, const char *type, const char *body)
{
	char path[256];

	snprintf(path, sizeof path, "/v1/articles%s", query);
	return child_call("POST", path, type, body);
}

START_TEST(a_page_is_one_article)
{
	static const char page[] =
	    "<html lang=en><title>Bridge to close | The Post</title><link "
	    "rel=canonical href=/n/1><meta property=og:image content=/i.jpg>"
	    "<meta property=og:site_name content='The "
	    "Post'><nav><a href=/>Quarkbrot</a></nav><article><h1>Bridge to "
	    "close</h1><p>" WORDS "</p></article>";

	child_start(NULL);
	ck_assert_int_eq(post("?url=https://a.example/n/1%3Futm_source%3Dx",
			     HTML "; charset=utf-8", page),
	    200);
	child_wants("{\"stored\":1,\"known\":0,\"rejected\":0,");
	child_wants("\"id\":\"https://a.example/n/1\"");
	ck_assert_int_eq(child_call("GET",
			     "/v1/articles/https%3A%2F%2Fa.example%2Fn%2F1",
			     NULL, NULL),
	    200);
	child_wants("\"title\":\"Bridge to close\"");
	child_wants("\"source\":\"The Post\"");
	child_wants("\"image\":\"https://a.example/i.jpg\"");
	child_wants("while its bearings are replaced");
	ck_assert_ptr_null(strstr(child.answer.at, "Quarkbrot"));
	/* The same page again. */
	ck_assert_int_eq(post("?url=https://a.example/n/1", HTML, page), 200);
	child_wants("{\"stored\":0,\"known\":1,\"rejected\":0,");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(what_is_no_article_is_refused)
{
	child_start(NULL);
	ck_assert_int_eq(post("", HTML, "<h1>A film</h1>"), 200);
	child_wants("\"rejected\":1");
	child_wants("the page has no article");
	ck_assert_int_eq(post("?url=javascript:alert(1)",
			     "Content-Type: application/xhtml+xml",
			     "<p>" WORDS "</p>"),
	    200);
	child_wants("\"stored\":1");
	ck_assert_ptr_null(strstr(child.answer.at, "javascript"));
	/* Of any other type a body is JSON, as before. */
	ck_assert_int_eq(post("", "Content-Type: text/plain",
			     "{\"id\":\"a\",\"title\":\"Bridge to close\"}"),
	    200);
	child_wants("\"stored\":1");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(its_encoding_is_that_of_the_header)
{
	child_start(NULL);
	ck_assert_int_eq(post("?url=http://a.example/x",
			     HTML "; charset=\"iso-8859-1\"",
			     "<h1>Br\xfc"
			     "cke</h1><p>" WORDS "</p>"),
	    200);
	child_wants("\"stored\":1");
	ck_assert_int_eq(child_call("GET",
			     "/v1/articles/http%3A%2F%2Fa.example%2Fx", NULL,
			     NULL),
	    200);
	child_wants("Brücke");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

TCN_TESTS(pages)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_add_test(tc, a_page_is_one_article);
	tcase_add_test(tc, what_is_no_article_is_refused);
	tcase_add_test(tc, its_encoding_is_that_of_the_header);
}
