/*
 * Browsers: logging in and out, whose pages may change something, and what ends
 * a session. Each request is written out, as a browser or an attacker sends it.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/tools/serve/daemon/browser.h"
#include "tests/tools/serve/daemon/hand_clock.h"
#include "tools/base/now.h"

/* How many silences there are. */
static size_t
count_changes(void)
{
	size_t n = 0;

	ck_assert_int_eq(child_call("GET", "/v1/silences?all=true",
			     "Authorization: Bearer admin-0123456789", NULL),
	    200);
	for (const char *at = child.answer.at;
	     (at = strstr(at, "\"silence\":")); at++)
		n++;
	return n;
}

START_TEST(a_token_becomes_a_session)
{
	struct browser browser;

	start();
	ck_assert_int_eq(get("/v1/session", NULL), 401);
	ck_assert_int_eq(ask("POST", "/v1/sessions", JSON OURS, WRITER), 200);
	hears("; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000\r\n");
	ck_assert_ptr_null(strstr(heard, "Secure"));
	take_login(&browser);
	hears("\"name\":\"desk1\",\"scope\":\"write\",\"by\":\"session\"");
	ck_assert_int_eq(get("/v1/session", &browser), 200);
	hears("\"name\":\"desk1\",\"scope\":\"write\",\"by\":\"session\"");
	ck_assert_int_eq(get("/v1/events", &browser), 200);
	/* programs need no Origin, and get one as well */
	ck_assert_int_eq(ask("POST", "/v1/sessions", JSON, WRITER), 200);
	/* a second login ends the first */
	ck_assert_int_eq(ask("POST", "/v1/sessions", browser.cookie, WRITER),
	    403);
	{
		char headers[512];

		snprintf(headers, sizeof headers, JSON OURS "%s",
		    browser.cookie);
		ck_assert_int_eq(ask("POST", "/v1/sessions", headers, WRITER),
		    200);
	}
	ck_assert_int_eq(get("/v1/session", &browser), 401);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

static const struct {
	const char *headers, *body;
	int status;
} refused_logins[] = {
	{ JSON OURS, "{\"token\":\"wrong-0123456789\"}", 401 },
	{ JSON OURS, "{\"token\":\"\"}", 401 },
	{ JSON OURS, "{\"token\":1}", 400 },
	{ JSON OURS, "{}", 400 },
	{ JSON OURS, "[", 400 },
	{ JSON FOREIGN, WRITER, 403 },
	{ JSON "Origin: null\r\n", WRITER, 403 },
	{ JSON "Origin: https://localhost\r\n", WRITER, 403 },
	{ JSON "Origin: http://localhost:1\r\n", WRITER, 403 },
	{ JSON "Sec-Fetch-Site: cross-site\r\n", WRITER, 403 },
	{ JSON "Sec-Fetch-Site: same-site\r\n", WRITER, 403 },
	{ OURS, WRITER, 403 },
	{ "Content-Type: text/plain\r\n", WRITER, 403 },
};

START_TEST(a_login_is_refused)
{
	int64_t before;

	start();
	before = tcn_now_monotonic_ms();
	ck_assert_int_eq(ask("POST", "/v1/sessions", refused_logins[_i].headers,
			     refused_logins[_i].body),
	    refused_logins[_i].status);
	ck_assert_ptr_null(strstr(heard, "Set-Cookie"));
	if (refused_logins[_i].status == 401)
		ck_assert_int_ge(tcn_now_monotonic_ms() - before, 290);
	ck_assert_int_eq(ask("POST", "/v1/sessions?token=writer-0123456789",
			     JSON OURS, "{}"),
	    400);
	ck_assert_int_eq(get("/v1/session?token=writer-0123456789", NULL), 401);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(tries_are_limited)
{
	char seconds[8];

	start();
	for (int i = 0; i < 5; i++) {
		ck_assert_int_eq(ask("POST", "/v1/sessions", JSON OURS,
				     "{\"token\":\"wrong-0123456789\"}"),
		    401);
		/* right ones are no tries */
		if (i < 4)
			ck_assert_int_eq(ask("POST", "/v1/sessions", JSON OURS,
					     WRITER),
			    200);
	}
	ck_assert_int_eq(ask("POST", "/v1/sessions", JSON OURS, WRITER), 429);
	cut("Retry-After: ", "\r\n", seconds, sizeof seconds);
	ck_assert_int_ge(atoi(seconds), 1);
	ck_assert_int_le(atoi(seconds), 12);
	ck_assert_int_eq(child_call("GET", "/v1/session",
			     "Authorization: Bearer writer-0123456789", NULL),
	    200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(a_browser_that_waits_may_go)
{
	static const char wrong[] =
	    "POST /v1/sessions HTTP/1.1\r\n"
	    "Host: localhost\r\n" JSON OURS "Content-Length: 28\r\n\r\n"
	    "{\"token\":\"wrong-0123456789\"}";
	int fd;

	start();
	for (int i = 0; i < 3; i++) {
		fd = dial();
		ck_assert(say(fd, wrong));
		close(fd);
	}
	usleep(500 * 1000);
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
	/* and the daemon may end while one waits */
	fd = dial();
	ck_assert(say(fd, wrong));
	usleep(50 * 1000);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	close(fd);
}
END_TEST

START_TEST(a_change_proves_that_it_was_meant)
{
	static const char *const refused[] = { "", OURS, FOREIGN,
		"Origin: null\r\n", "Origin: https://localhost\r\n",
		"Sec-Fetch-Site: same-origin\r\n", OURS "X-Tocsin-CSRF: \r\n",
		OURS "X-Tocsin-CSRF: "
		     "00112233445566778899aabbccddeeff"
		     "00112233445566778899aabbccddeeff\r\n" };
	struct browser chief, other;

	start();
	chief = login("admin-0123456789");
	other = login("admin-0123456789");
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		ck_assert_msg(change(&chief, refused[i]) == 403, "%s: %s",
		    refused[i], heard);
	ck_assert_int_eq(change(&chief, proof(&chief, "")), 403);
	ck_assert_int_eq(change(&chief, proof(&chief, FOREIGN)), 403);
	ck_assert_int_eq(change(&chief, proof(&chief, "Origin: null\r\n")),
	    403);
	ck_assert_int_eq(change(&chief,
			     proof(&chief, "Sec-Fetch-Site: cross-site\r\n")),
	    403);
	ck_assert_int_eq(change(&chief, proof(&other, OURS)), 403);
	/* a token beats the cookie, also a wrong one or one that may less */
	ck_assert_int_eq(change(&chief,
			     proof(&chief,
				 OURS
				 "Authorization: Bearer wrong-0123456789\r\n")),
	    401);
	ck_assert_int_eq(change(&chief,
			     proof(&chief,
				 OURS "Authorization: Bearer "
				      "reader-0123456789\r\n")),
	    403);
	ck_assert_uint_eq(count_changes(), 0);
	ck_assert_int_eq(change(&chief, proof(&chief, OURS)), 200);
	hears("\"author\":\"chief\"");
	ck_assert_int_eq(change(&chief,
			     proof(&chief, "Sec-Fetch-Site: same-origin\r\n")),
	    200);
	ck_assert_int_eq(change(&chief,
			     FOREIGN "Authorization: Bearer "
				     "admin-0123456789\r\n"),
	    200);
	ck_assert_uint_eq(count_changes(), 3);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(a_scope_decides_what_a_session_may_do)
{
	struct browser reader;

	start();
	reader = login("reader-0123456789");
	ck_assert_int_eq(get("/v1/events", &reader), 200);
	ck_assert_int_eq(change(&reader, proof(&reader, OURS)), 403);
	hears("its scope is too low");
	ck_assert_int_eq(get("/v1/links", &reader), 403);
	ck_assert_uint_eq(count_changes(), 0);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* Ends a session by its name, or "current". */
static int
end_session(const struct browser *browser, const char *name)
{
	char headers[512], path[128];

	snprintf(headers, sizeof headers, "%s%s%s", browser->cookie,
	    browser->csrf, OURS);
	snprintf(path, sizeof path, "/v1/sessions/%s", name);
	return ask("DELETE", path, headers, "");
}

START_TEST(sessions_are_listed_and_revoked)
{
	struct browser reader, mate, writer, chief;
	char name[32], of_reader[32];

	start();
	reader = login("reader-0123456789");
	mate = login("reader-0123456789");
	ck_assert_int_eq(get("/v1/sessions", &reader), 200);
	cut("\"session\":\"", "\"", name, sizeof name); /* the newest */
	hears("\"name\":\"desk0\",\"scope\":\"read\",\"agent\":null");
	hears("\"current\":true");
	hears("\"current\":false");
	writer = login("writer-0123456789");
	chief = login("admin-0123456789");
	ck_assert_int_eq(get("/v1/sessions", &writer), 200);
	ck_assert_ptr_null(strstr(heard, "desk0"));
	/* another's is not there; of the same token it takes more */
	ck_assert_int_eq(end_session(&writer, name), 404);
	ck_assert_int_eq(end_session(&reader, name), 403);
	ck_assert_int_eq(end_session(&reader, "nothing"), 404);
	ck_assert_int_eq(get("/v1/session", &mate), 200);
	/* one's own */
	ck_assert_int_eq(end_session(&mate, "current"), 200);
	hears("Clear-Site-Data: \"cookies\", \"storage\"");
	hears("Set-Cookie: tocsin=; Path=/; HttpOnly; SameSite=Strict; "
	      "Max-Age=0");
	ck_assert_int_eq(get("/v1/session", &mate), 401);
	/* with admin any */
	ck_assert_int_eq(get("/v1/sessions", &reader), 200);
	cut("\"session\":\"", "\"", of_reader, sizeof of_reader);
	ck_assert_int_eq(end_session(&chief, of_reader), 200);
	ck_assert_int_eq(get("/v1/session", &reader), 401);
	ck_assert_int_eq(get("/v1/session", &writer), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

static void
reload_without_writer(void)
{
	child_write_tokens("read reader-0123456789 desk9\n"
			   "admin admin-0123456789 chief\n",
	    0600);
	ck_assert_int_eq(child_call("POST", "/v1/reload",
			     "Authorization: Bearer admin-0123456789", ""),
	    200);
}

START_TEST(a_token_that_goes_takes_its_sessions)
{
	char yaml[1024];
	struct browser reader, writer;

	start();
	reader = login("reader-0123456789");
	writer = login("writer-0123456789");
	snprintf(yaml, sizeof yaml, "http:\n  tokens: %s\n", child.secrets);
	child_write_conf(yaml);
	reload_without_writer();
	ck_assert_int_eq(get("/v1/session", &writer), 401);
	ck_assert_int_eq(get("/v1/session", &reader), 200);
	hears("\"name\":\"desk9\"");
	/* it does not come back with the token */
	child_write_tokens(TOKENS, 0600);
	ck_assert_int_eq(child_call("POST", "/v1/reload",
			     "Authorization: Bearer admin-0123456789", ""),
	    200);
	ck_assert_int_eq(get("/v1/session", &writer), 401);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(sessions_outlive_the_daemon_and_end_in_time)
{
	struct browser chief, seldom;

	start();
	chief = login("admin-0123456789");
	seldom = login("admin-0123456789");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	hand_clock_set(11 * 3600);
	child_start(child_with_tokens);
	ck_assert_int_eq(get("/v1/session", &chief), 200);
	/* an open form is still good */
	ck_assert_int_eq(change(&chief, proof(&chief, OURS)), 200);
	/* also after a cut: a login is kept at once */
	child_stop(SIGKILL);
	hand_clock_set(11 * 3600);
	child_start(child_with_tokens);
	ck_assert_int_eq(get("/v1/session", &seldom), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	hand_clock_set(24 * 3600);
	child_start(child_with_tokens);
	ck_assert_int_eq(get("/v1/session", &seldom), 401);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	/* a token that went while the daemon did not run */
	hand_clock_set(0);
	child_start(child_with_tokens);
	chief = login("admin-0123456789");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	child_write_tokens("admin other-0123456789 chief\n", 0600);
	child_start(child_with_tokens);
	ck_assert_int_eq(get("/v1/session", &chief), 401);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(a_store_that_can_be_read_alone_has_sessions)
{
	struct browser chief;

	start();
	ck_assert_int_eq(chmod(child.dir, 0500), 0);
	chief = login("admin-0123456789");
	ck_assert_int_eq(get("/v1/session", &chief), 200);
	ck_assert_int_eq(chmod(child.dir, 0700), 0);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- without tokens --- */

START_TEST(without_tokens_a_page_of_ours_may_call)
{
	struct browser none = { "", "" };
	char csrf[80];

	child_start(NULL);
	ck_assert_int_eq(get("/v1/session", NULL), 200);
	hears("\"name\":null,\"scope\":\"admin\",\"by\":\"local\"");
	ck_assert_int_eq(ask("GET", "/v1/session",
			     "Sec-Fetch-Site: same-origin\r\n", ""),
	    200);
	hears("\"name\":\"desk\"");
	cut("\"csrf\":\"", "\"", csrf, sizeof csrf);
	snprintf(none.csrf, sizeof none.csrf, "X-Tocsin-CSRF: %.64s\r\n", csrf);
	/* a program */
	ck_assert_int_eq(change(&none, ""), 200);
	/* a page of ours, and of others */
	ck_assert_int_eq(change(&none, proof(&none, OURS)), 200);
	hears("\"author\":\"desk\"");
	ck_assert_int_eq(change(&none, OURS), 403);
	ck_assert_int_eq(change(&none, proof(&none, FOREIGN)), 403);
	ck_assert_int_eq(change(&none, proof(&none, "Origin: null\r\n")), 403);
	ck_assert_int_eq(change(&none, "Sec-Fetch-Site: cross-site\r\n"), 403);
	ck_assert_int_eq(ask("GET", "/v1/events", FOREIGN, ""), 403);
	ck_assert_int_eq(ask("GET", "/v1/events", OURS, ""), 200);
	/* nobody logs in */
	ck_assert_int_eq(ask("POST", "/v1/sessions", JSON OURS, WRITER), 409);
	ck_assert_int_eq(get("/v1/sessions", NULL), 200);
	hears("\"sessions\":[]");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

TCN_SUITE(login)
{
	Suite *s = suite_create("login");
	TCase *tc = tcase_create("login");

	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, a_token_becomes_a_session);
	TCN_EACH(a_login_is_refused, refused_logins);
	tcase_add_test(tc, tries_are_limited);
	tcase_add_test(tc, a_browser_that_waits_may_go);
	tcase_add_test(tc, a_change_proves_that_it_was_meant);
	tcase_add_test(tc, a_scope_decides_what_a_session_may_do);
	tcase_add_test(tc, sessions_are_listed_and_revoked);
	tcase_add_test(tc, a_token_that_goes_takes_its_sessions);
	tcase_add_test(tc, sessions_outlive_the_daemon_and_end_in_time);
	tcase_add_test(tc, a_store_that_can_be_read_alone_has_sessions);
	tcase_add_test(tc, without_tokens_a_page_of_ours_may_call);
	suite_add_tcase(s, tc);
	return s;
}
