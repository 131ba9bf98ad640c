/*
 * Who may call: wrong tokens are slowed down, counted and logged; names of a
 * proxy in front.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>

#include "tests/tools/serve/daemon/child.h"
#include "tests/tools/serve/daemon/hand_clock.h"
#include "tools/serve/http/access.h"

static const char good[] = "Authorization: Bearer reader-0123456789";
static const char wrong[] = "Authorization: Bearer wrong-0123456789";

static void
with_five_tries(struct tcn_conf *conf)
{
	child_with_tokens(conf);
	conf->http.wrong_tokens_max = 5;
	child_keep_log();
}

static long
ask(const char *header)
{
	return child_call("GET", "/v1/stats", header, NULL);
}

START_TEST(wrong_tokens_are_slowed_down)
{
	child_write_tokens("read reader-0123456789\n", 0600);
	child_start(with_five_tries);
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(ask(wrong), 401);
	for (int i = 0; i < 20; i++) {
		ck_assert_int_eq(ask(wrong), 429);
		child_wants("too many wrong tokens");
		ck_assert_int_ge(atoi(child_header("Retry-After")), 1);
		ck_assert_int_le(atoi(child_header("Retry-After")), 12);
		/* a right one from there has the same answer */
		ck_assert_int_eq(ask(good), 429);
		child_wants("too many wrong tokens");
		ck_assert_int_ge(atoi(child_header("Retry-After")), 1);
	}
	ck_assert_int_eq(child_call("GET", "/healthz", good, NULL), 200);
	/* none at all is no try */
	ck_assert_int_eq(ask(NULL), 401);
	ck_assert_int_eq(ask("Authorization: Basic cmVhZGVy"), 429);
	/* the next try is looked at, and a right one is none */
	hand_clock_pass(12000);
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(ask(good), 200);
	ck_assert_int_eq(child_call("POST", "/v1/reload", good, ""), 403);
	ck_assert_int_eq(child_call("GET", "/metrics", good, NULL), 200);
	child_wants("tocsin_tokens_refused_total{why=\"wrong\"} 5\n");
	child_wants("tocsin_tokens_refused_total{why=\"limited\"} 41\n");
	child_wants("tocsin_tokens_refused_total{why=\"missing\"} 1\n");
	child_wants("tocsin_tokens_refused_total{why=\"scope\"} 1\n");
	ck_assert_uint_eq(
	    child_logged("event=tokens refused=1 address=127.0.0.1"), 1);
	ck_assert_uint_eq(child_logged("event=tokens"), 1);
	ck_assert_uint_eq(child_logged("0123456789"), 0);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

#define FORTY    "# 34567890123456789012345678901234567890"
#define TOO_LONG FIVE FIVE FIVE FIVE FIVE FIVE
#define FIVE     FORTY FORTY FORTY FORTY FORTY

static const struct {
	const char *text;
	mode_t mode;
	const char *why;
	unsigned long line;
} token_files[] = {
	{ "read reader-0123456789\n", 0644, "chmod 600", 0 },
	{ "", 0600, "no token", 0 },
	{ "read\n", 0600, "a line is a scope", 0 },
	{ "all reader-0123456789\n", 0600, "a line is a scope", 0 },
	{ "read short\n", 0600, "at least 16", 1 },
	{ "read reader-0123456789\n\nadmin reader-0123456789 eva\n", 0600,
	    "stands on line 1 already", 3 },
	{ "read reader-\n0123456789\n", 0600, "at least 16", 1 },
	{ "read reader-0123456789\n0123456789\n", 0600, "a line is a scope",
	    2 },
	{ "read reader-0123456789\r0123456789\n", 0600, "on one line", 1 },
	{ TOO_LONG "\nread reader-0123456789\n", 0600, "longer than 1022", 1 },
};

START_TEST(token_files_are_checked)
{
	struct tcn_access *access;
	struct tcn_err err = { 0 };

	child_write_tokens(token_files[_i].text, token_files[_i].mode);
	ck_assert_int_ne(tcn_access_read(child.secrets, &access, &err), TCN_OK);
	ck_assert_msg(strstr(err.text, token_files[_i].why) != NULL, "%s",
	    err.text);
	ck_assert_str_eq(err.file, child.secrets);
	if (token_files[_i].line)
		ck_assert_uint_eq(err.line, token_files[_i].line);
}
END_TEST

static void
with_names(struct tcn_conf *conf)
{
	conf->http.names = "news.example www.news.example";
	conf->http.public_url = "https://public.example:8443/tocsin";
}

static void
with_names_and_tokens(struct tcn_conf *conf)
{
	with_names(conf);
	child_with_tokens(conf);
}

static const struct {
	const char *host;
	bool ours;
} hosts[] = {
	{ "Host: news.example", true },
	{ "Host: NEWS.example:443", true },
	{ "Host: www.news.example", true },
	{ "Host: public.example", true },
	{ "Host: public.example:8443", true },
	{ "Host: localhost:1", true },
	{ "Host: 127.0.0.1", true },
	{ "Host: [::1]:80", true },
	{ "Host: evil.example", false },
	{ "Host: xnews.example", false },
	{ "Host: news.example.evil.example", false },
	{ "Host: example", false },
	{ "Host: public.example.", false },
	{ "Host: localhostx", false },
};
#define HOSTS (sizeof hosts / sizeof *hosts)

START_TEST(a_proxy_in_front_may_have_a_name)
{
	child_start(with_names);
	for (size_t i = 0; i < HOSTS; i++) {
		ck_assert_msg(ask(hosts[i].host) == (hosts[i].ours ? 200 : 403),
		    "%s", hosts[i].host);
		if (!hosts[i].ours)
			child_wants("http.names");
	}
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	child_write_tokens("read reader-0123456789\n", 0600);
	child_start(with_names_and_tokens);
	for (size_t i = 0; i < HOSTS; i++)
		ck_assert_msg(ask(hosts[i].host) == (hosts[i].ours ? 401 : 421),
		    "%s", hosts[i].host);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	/* tokens without names: any name will do, as a token is asked for */
	child_start(child_with_tokens);
	ck_assert_int_eq(ask("Host: evil.example"), 401);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(feeds_link_to_the_public_address)
{
	child_start(with_names);
	ck_assert_int_eq(child_call("GET", "/v1/events.atom",
			     "Host: news.example", NULL),
	    200);
	child_wants("https://public.example:8443/tocsin/v1/events.atom");
	ck_assert_ptr_null(strstr(child.answer.at, "news.example"));
	ck_assert_int_eq(child_call("GET", "/v1/events.json", NULL, NULL), 200);
	child_wants("https://public.example:8443/tocsin/v1/events.json");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

TCN_TESTS(access)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_set_timeout(tc, 300);
	TCN_EACH(token_files_are_checked, token_files);
	tcase_add_test(tc, wrong_tokens_are_slowed_down);
	tcase_add_test(tc, a_proxy_in_front_may_have_a_name);
	tcase_add_test(tc, feeds_link_to_the_public_address);
}
