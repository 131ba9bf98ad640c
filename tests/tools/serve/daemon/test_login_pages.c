/*
 * Pages and forms: who is sent where to log in, links from a web mail, and
 * forms that are not ours. Each request is as a browser or an attacker sends
 * it.
 */
#include "tests/base/run.h"

#include <signal.h>

#include "tests/tools/serve/daemon/browser.h"

#define FORM  "Content-Type: application/x-www-form-urlencoded\r\n"
#define CROSS "Sec-Fetch-Site: cross-site\r\n"
#define LOGIN "to=%2Fkeys&token=writer-0123456789&csrf="

/* --- who has to log in --- */

static const struct {
	const char *path, *location;
} doors[] = {
	{ "/", "/login?to=%2F" },
	{ "/e/E1?a=b&c=d", "/login?to=%2Fe%2FE1%3Fa%3Db%26c%3Dd" },
	{ "/keys?in=1", "/login?to=%2Fkeys" },
	{ "/e/E1?in=1&a=b", "/login?to=%2Fe%2FE1%3Fa%3Db" },
	{ "/?severity=//evil.example", "/login?to=%2F%3Fseverity" },
};

START_TEST(a_page_sends_to_the_login)
{
	char location[256];

	start();
	ck_assert_int_eq(get(doors[_i].path, NULL), 303);
	cut("Location: ", "\r\n", location, sizeof location);
	ck_assert_msg(strncmp(location, doors[_i].location,
			  strlen(doors[_i].location)) == 0,
	    "%s", location);
	ck_assert_ptr_null(strstr(location, "in=1"));
	/* what programs ask for does not */
	ck_assert_int_eq(get("/v1/events", NULL), 401);
	ck_assert_int_eq(ask("GET", "/v1/events", CROSS, ""), 401);
	/* a token may see pages, too */
	ck_assert_int_eq(ask("GET", "/keys",
			     "Authorization: Bearer reader-0123456789\r\n", ""),
	    200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(a_link_in_a_web_mail_finds_who_is_logged_in)
{
	char link[256];
	struct browser browser;
	char headers[512];

	start();
	browser = login("writer-0123456789");
	/* the browser does not send the cookie: it is asked again, by us */
	ck_assert_int_eq(ask("GET", "/keys?a=b\"<", CROSS, ""), 400);
	ck_assert_int_eq(ask("GET", "/keys", CROSS, ""), 200);
	ck_assert_uint_lt(strlen(strstr(heard, "\r\n\r\n") + 4), 400);
	hears("Cache-Control: no-store");
	cut("content=\"0;url=", "\"", link, sizeof link);
	ck_assert_str_eq(link, "/keys?in=1");
	hears("<a href=\"/keys?in=1\">");
	/* now it does, and the address becomes what it was */
	snprintf(headers, sizeof headers, "%sSec-Fetch-Site: same-origin\r\n",
	    browser.cookie);
	ck_assert_int_eq(ask("GET", link, headers, ""), 303);
	hears("Location: /keys\r\n");
	ck_assert_int_eq(get("/keys", &browser), 200);
	/* who is not logged in comes to the login in the second step */
	ck_assert_int_eq(ask("GET", link, CROSS, ""), 303);
	hears("Location: /login?to=%2Fkeys\r\n");
	/* with a cookie that is no session it is known at once */
	ck_assert_int_eq(ask("GET", "/keys", CROSS "Cookie: tocsin=old\r\n",
			     ""),
	    303);
	/* only pages */
	ck_assert_int_eq(ask("POST", "/act", FORM CROSS, "act=ack"), 401);
	ck_assert_int_eq(ask("GET", "/v1/session", CROSS, ""), 401);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- the form of a login --- */

/* What a page of a login has: its cookie and the value of its form. */
struct login_page {
	char cookie[128], csrf[80];
};

static struct login_page
open_login(const char *path)
{
	struct login_page page;
	char cookie[96];

	ck_assert_int_eq(get(path, NULL), 200);
	cut("Set-Cookie: tocsin-login=", ";", cookie, sizeof cookie);
	cut("name=\"csrf\" value=\"", "\"", page.csrf, sizeof page.csrf);
	snprintf(page.cookie, sizeof page.cookie, "Cookie: tocsin-login=%s\r\n",
	    cookie);
	return page;
}

static int
send_login(const struct login_page *page, const char *more, const char *fields)
{
	char headers[512], body[512];

	snprintf(headers, sizeof headers, FORM "%s%s", page->cookie, more);
	snprintf(body, sizeof body, "%s%s", fields, page->csrf);
	return ask("POST", "/login", headers, body);
}

START_TEST(a_form_logs_in)
{
	struct login_page page;
	struct browser browser = { "", "" };
	char id[80];

	start();
	page = open_login("/login?to=/keys");
	hears("; Path=/; HttpOnly; SameSite=Strict; Max-Age=600\r\n");
	hears("autocomplete=\"current-password\"");
	hears("name=\"to\" value=\"/keys\"");
	hears("Referrer-Policy: same-origin");
	hears("Content-Security-Policy: default-src 'none'; script-src 'self'");
	hears("Cache-Control: no-store");
	ck_assert_int_eq(send_login(&page, OURS, LOGIN), 303);
	hears("Location: /keys\r\n");
	cut("Set-Cookie: tocsin=", ";", id, sizeof id);
	snprintf(browser.cookie, sizeof browser.cookie, "Cookie: tocsin=%s\r\n",
	    id);
	ck_assert_int_eq(get("/keys", &browser), 200);
	hears("desk1");
	/* who is logged in goes on */
	ck_assert_int_eq(get("/login?to=/keys", &browser), 303);
	hears("Location: /keys\r\n");
	ck_assert_int_eq(get("/sessions", &browser), 200);
	hears("this browser");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

static const struct {
	const char *more, *fields;
	int status;
} refused_forms[] = {
	{ FOREIGN, LOGIN, 403 },
	{ "Origin: null\r\n", LOGIN, 403 },
	{ "", LOGIN, 403 },
	{ "Sec-Fetch-Site: cross-site\r\n", LOGIN, 403 },
	{ OURS, LOGIN "0", 403 },
	{ OURS, "token=writer-0123456789&xcsrf=", 403 },
	{ OURS, "token=wrong-0123456789&csrf=", 401 },
	{ OURS, "csrf=", 401 },
	{ OURS, "token=%00&csrf=", 400 },
	{ OURS, "token&csrf=", 400 },
	{ OURS, "token=%ff&csrf=", 400 },
};

START_TEST(a_form_that_is_wrong_logs_nobody_in)
{
	struct login_page page;

	start();
	page = open_login("/login");
	ck_assert_int_eq(send_login(&page, refused_forms[_i].more,
			     refused_forms[_i].fields),
	    refused_forms[_i].status);
	ck_assert_ptr_null(strstr(heard, "Set-Cookie: tocsin="));
	hears("text/html");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(nobody_is_logged_in_by_another_page)
{
	struct login_page page, other;
	char swapped[128];

	start();
	page = open_login("/login");
	other = open_login("/login");
	/* the attacker's form with the reader's cookie, and without any */
	memcpy(swapped, page.cookie, sizeof swapped);
	memcpy(page.cookie, other.cookie, sizeof page.cookie);
	ck_assert_int_eq(send_login(&page, OURS, LOGIN), 403);
	page.cookie[0] = '\0';
	ck_assert_int_eq(send_login(&page, OURS, LOGIN), 403);
	memcpy(page.cookie, swapped, sizeof swapped);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	/* a form is good for ten minutes */
	child_start(child_with_tokens);
	page = open_login("/login");
	ck_assert_int_eq(send_login(&page, OURS, LOGIN), 303);
	ck_assert_int_eq(ask("POST", "/login?token=writer-0123456789",
			     FORM OURS, ""),
	    400);
	ck_assert_int_eq(get("/login?token=writer-0123456789", NULL), 400);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

static const char *const elsewhere[] = { "//evil.example", "/%5Cevil.example",
	"https://evil.example", "/%09/evil.example", "javascript:alert(1)",
	"/%0d%0aSet-Cookie:%20x", "evil", "" };

START_TEST(a_login_leads_nowhere_else)
{
	struct login_page page;
	char path[128], fields[256];

	start();
	snprintf(path, sizeof path, "/login?to=%s", elsewhere[_i]);
	page = open_login(path);
	hears("name=\"to\" value=\"/\"");
	snprintf(fields, sizeof fields,
	    "to=%s&token=writer-0123456789&csrf=", elsewhere[_i]);
	ck_assert_int_eq(send_login(&page, OURS, fields), 303);
	hears("Location: /\r\n");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- acts --- */

#define SILENCE "act=silence&kind=rule&value=r&for=2h&back=%2Fkeys"

static int
act(const struct browser *browser, const char *more, const char *fields)
{
	char headers[512], body[512];

	snprintf(headers, sizeof headers, FORM "%s%s", browser->cookie, more);
	snprintf(body, sizeof body, "%s&csrf=%.64s", fields,
	    browser->csrf[0] ? browser->csrf + strlen("X-Tocsin-CSRF: ") : "");
	return ask("POST", "/act", headers, body);
}

/* Whether nothing was silenced. */
static bool
is_unchanged(const struct browser *browser)
{
	ck_assert_int_eq(get("/v1/silences?all=true", browser), 200);
	return strstr(heard, "\"silences\":[]") != NULL;
}

START_TEST(an_act_is_done_for_a_form_of_ours)
{
	struct browser chief, other, none = { "", "" };

	start();
	chief = login("admin-0123456789");
	other = login("admin-0123456789");
	ck_assert_int_eq(act(&chief, "", SILENCE), 403);
	ck_assert_int_eq(act(&chief, FOREIGN, SILENCE), 403);
	ck_assert_int_eq(act(&chief, "Origin: null\r\n", SILENCE), 403);
	ck_assert_int_eq(act(&chief, CROSS, SILENCE), 403);
	ck_assert_int_eq(act(&none, OURS, SILENCE), 401);
	hears("you are logged out");
	memcpy(none.cookie, chief.cookie, sizeof none.cookie);
	ck_assert_int_eq(act(&none, OURS, SILENCE), 403);
	memcpy(none.csrf, other.csrf, sizeof none.csrf);
	ck_assert_int_eq(act(&none, OURS, SILENCE), 403);
	ck_assert_int_eq(get("/act?act=silence", &chief), 405);
	ck_assert_int_eq(act(&chief,
			     OURS "Authorization: Bearer wrong-0123456789\r\n",
			     SILENCE),
	    401);
	ck_assert(is_unchanged(&chief));
	ck_assert_int_eq(act(&chief, OURS, SILENCE), 303);
	hears("Location: /keys\r\n");
	ck_assert(!is_unchanged(&chief));
	hears("\"author\":\"chief\"");
	/* where it goes back to is ours */
	ck_assert_int_eq(act(&chief, OURS, "end-silence=1&back=//evil.example"),
	    303);
	hears("Location: /\r\n");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(an_act_that_fails_says_why)
{
	struct browser reader, chief;

	start();
	reader = login("reader-0123456789");
	chief = login("admin-0123456789");
	ck_assert_int_eq(act(&reader, OURS, SILENCE), 403);
	hears("text/html");
	hears("scope does not allow this");
	ck_assert_int_eq(act(&chief, OURS, "act=ack&event=none"), 404);
	hears("no event has the id");
	ck_assert_int_eq(act(&chief, OURS, "ack=none"), 404);
	ck_assert_int_eq(act(&chief, OURS, "act=ack"), 400);
	ck_assert_int_eq(act(&chief, OURS, "act=nothing"), 400);
	ck_assert_int_eq(act(&chief, OURS,
			     "act=ack&event=..%2F..%2Fv1%2Freload"),
	    404);
	ck_assert_int_eq(act(&chief, OURS, "act=silence&kind=%22%7D&value=x"),
	    400);
	/* whoever may look may leave */
	ck_assert_int_eq(act(&reader, OURS, "act=logout"), 303);
	hears("Location: /login\r\n");
	hears("Clear-Site-Data: \"cookies\", \"storage\"");
	ck_assert_int_eq(get("/v1/session", &reader), 401);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- without tokens, and over TLS --- */

START_TEST(without_tokens_it_just_opens)
{
	struct browser browser = { "", "X-Tocsin-CSRF: " };

	child_start(NULL);
	ck_assert_int_eq(get("/keys", NULL), 200);
	hears("Cache-Control: private, no-cache");
	hears("\"user\":\"desk\"");
	ck_assert_ptr_null(strstr(heard, "Set-Cookie"));
	cut("\"csrf\":\"", "\"", browser.csrf + strlen(browser.csrf), 70);
	ck_assert_int_eq(get("/login?to=/keys", NULL), 303);
	hears("Location: /keys\r\n");
	ck_assert_int_eq(get("/sessions", NULL), 200);
	hears("No login is needed");
	ck_assert_int_eq(act(&browser, OURS, SILENCE), 303);
	ck_assert_int_eq(act(&browser, FOREIGN, SILENCE), 403);
	ck_assert_int_eq(act(&browser, "", SILENCE), 403);
	browser.csrf[20] ^= 1;
	ck_assert_int_eq(act(&browser, OURS, SILENCE), 403);
	ck_assert_int_eq(get("/keys?in=1", NULL), 303);
	hears("Location: /keys\r\n");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(a_stream_ends_with_its_session)
{
	struct browser reader;
	char request[512];
	int fd;

	start();
	reader = login("reader-0123456789");
	fd = dial();
	snprintf(request, sizeof request,
	    "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\n%s\r\n",
	    reader.cookie);
	ck_assert(say(fd, request));
	ck_assert(hear(fd, "event: hello"));
	{
		struct browser again = reader;
		int other = fd;

		ck_assert_int_eq(act(&again, OURS, "act=logout"), 303);
		ck_assert(hear(other,
		    "event: bye\ndata: {\"why\":\"logout\"}"));
	}
	close(fd);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

TCN_SUITE(login_pages)
{
	Suite *s = suite_create("login_pages");
	TCase *tc = tcase_create("login_pages");

	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_set_timeout(tc, 300);
	TCN_EACH(a_page_sends_to_the_login, doors);
	tcase_add_test(tc, a_link_in_a_web_mail_finds_who_is_logged_in);
	tcase_add_test(tc, a_form_logs_in);
	TCN_EACH(a_form_that_is_wrong_logs_nobody_in, refused_forms);
	tcase_add_test(tc, nobody_is_logged_in_by_another_page);
	TCN_EACH(a_login_leads_nowhere_else, elsewhere);
	tcase_add_test(tc, an_act_is_done_for_a_form_of_ours);
	tcase_add_test(tc, an_act_that_fails_says_why);
	tcase_add_test(tc, without_tokens_it_just_opens);
	tcase_add_test(tc, a_stream_ends_with_its_session);
	suite_add_tcase(s, tc);
	return s;
}
