/*
 * What may be fetched from private networks: checked is the address that is
 * connected to, whatever its spelling, after redirects, and for each document
 * by itself.
 */
#include "tests/base/run.h"

#include <event2/http.h>
#include <stdio.h>
#include <string.h>

#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tests/base/web.h"
#include "tools/intake/feeds/fetch.h"

/* The server: /to/HOST redirects to /feed there. */
static void
answer(struct evhttp_request *request, void *ctx)
{
	const char *path =
	    evhttp_uri_get_path(evhttp_request_get_evhttp_uri(request));
	const char *host =
	    evhttp_find_header(evhttp_request_get_input_headers(request),
		"Host");
	const char *port = strrchr(host ? host : "", ':');
	char where[200];
	const char *const headers[] = { "Location", where, NULL };

	(void)ctx;
	if (strncmp(path, "/to/", 4) != 0) {
		web_reply(request, 200, NULL,
		    "<rss><channel><title>W</title><item><title>T</title>"
		    "<guid>1</guid></item></channel></rss>");
		return;
	}
	snprintf(where, sizeof where, "http://%s%s/feed", path + 4,
	    port ? port : "");
	web_reply(request, 302, headers, "");
}

static void
setup(void)
{
	web_start(answer);
}

static void
teardown(void)
{
	web_stop();
}

static void
parse(const char *list, struct tcn_networks *networks)
{
	ck_assert_int_eq(tcn_networks_parse(tcn_str(list), networks, NULL),
	    TCN_OK);
}

/* Fetches from the server under another name of its host; the error is empty
 * when there is an answer. */
static void
fetch(const char *conf_list, const char *job_list, const char *host,
    const char *path, char error[300])
{
	const char *port = strrchr(web_url(""), ':');
	struct tcn_networks allowed;
	struct tcn_fetch_result fetched;
	struct tcn_fetch_job job = { .allowed = &allowed };
	struct tcn_fetch_conf conf;
	struct tcn_fetch *fetch;
	char url[200];

	snprintf(url, sizeof url, "http://%s%.*s%s", host,
	    (int)strcspn(port, "/"), port, path);
	job.url = url;
	tcn_fetch_conf_default(&conf);
	conf.timeout_ms = 3000;
	parse(conf_list, &conf.allowed);
	parse(job_list, &allowed);
	fetch = tcn_fetch_new(&conf);
	tcn_fetch_add(fetch, &job);
	ck_assert_int_eq(tcn_fetch_next(fetch, 10000, &fetched), TCN_OK);
	snprintf(error, 300, "%s", fetched.error ? fetched.error : "");
	tcn_fetch_free(fetch);
}

static const struct {
	const char *conf, *job, *host, *path;
	bool fetched;
} cases[] = {
	{ "127.0.0.1", "false", "127.0.0.1", "/feed", true },
	{ "false", "127.0.0.1", "127.0.0.1", "/feed", true },
	{ "false", "127.0.0.0/8", "127.0.0.1", "/feed", true },
	{ "10.0.0.0/8", "127.0.0.0/8", "127.0.0.1", "/feed", true },
	{ "true", "false", "127.0.0.1", "/feed", true },
	{ "false", "::ffff:127.0.0.0/104", "127.0.0.1", "/feed", true },
	{ "false", "127.0.0.1", "127.0.0.1", "/to/127.0.0.1", true },
	{ "false", "127.0.0.1", "0x7f.1", "/feed", true },
	{ "false", "false", "127.0.0.1", "/feed", false },
	{ "10.0.0.0/8", "fd00::/8", "127.0.0.1", "/feed", false },
	/* Every spelling of the address, and what stands for it. */
	{ "false", "false", "localhost", "/feed", false },
	{ "false", "false", "127.1", "/feed", false },
	{ "false", "false", "0x7f.0.0.1", "/feed", false },
	{ "false", "false", "0x7f000001", "/feed", false },
	{ "false", "false", "0177.0.0.1", "/feed", false },
	{ "false", "false", "017700000001", "/feed", false },
	{ "false", "false", "2130706433", "/feed", false },
	{ "false", "false", "0", "/feed", false },
	{ "false", "false", "0.0.0.0", "/feed", false },
	{ "false", "false", "[::]", "/feed", false },
	{ "false", "false", "[::1]", "/feed", false },
	{ "false", "false", "[::ffff:127.0.0.1]", "/feed", false },
	{ "false", "false", "[::ffff:7f00:1]", "/feed", false },
	{ "false", "false", "[::127.0.0.1]", "/feed", false },
	{ "false", "false", "[64:ff9b::127.0.0.1]", "/feed", false },
	{ "false", "false", "[64:ff9b:1::1]", "/feed", false },
	{ "false", "false", "[2002:7f00:1::]", "/feed", false },
	{ "false", "false", "[fe80::1]", "/feed", false },
	{ "false", "false", "[fd00::1]", "/feed", false },
	{ "false", "false", "169.254.169.254", "/feed", false },
	{ "false", "false", "100.64.0.1", "/feed", false },
	{ "false", "false", "10.0.0.1", "/feed", false },
	{ "false", "false", "user@127.0.0.1", "/feed", false },
	{ "false", "false", "127.0.0.1.", "/feed", false },
	/* Behind a redirect. */
	{ "false", "127.0.0.1", "127.0.0.1", "/to/127.0.0.2", false },
	{ "127.0.0.1", "false", "127.0.0.1", "/to/127.0.0.2", false },
	{ "127.0.0.1", "false", "127.0.0.1", "/to/2130706434", false },
	{ "127.0.0.1", "false", "127.0.0.1", "/to/169.254.169.254", false },
	{ "127.0.0.1", "false", "127.0.0.1", "/to/[::1]", false },
};

START_TEST(only_what_is_allowed_is_fetched)
{
	char error[300];

	fetch(cases[_i].conf, cases[_i].job, cases[_i].host, cases[_i].path,
	    error);
	if (cases[_i].fetched)
		ck_assert_str_eq(error, "");
	else
		ck_assert_msg(strstr(error, "private network") ||
			strstr(error, "resolve") || strstr(error, "URL"),
		    "%s: %s", cases[_i].host, error);
}
END_TEST

/* A document that is not allowed to does not use the connection that another,
 * which is, has left open. */
START_TEST(an_open_connection_opens_no_way)
{
	struct tcn_networks here;
	struct tcn_fetch_conf conf;
	struct tcn_fetch_result fetched;
	struct tcn_fetch *fetch;

	parse("127.0.0.1", &here);
	tcn_fetch_conf_default(&conf);
	fetch = tcn_fetch_new(&conf);
	for (int i = 0; i < 6; i++) {
		struct tcn_fetch_job job = { .url = web_url("/feed"),
			.allowed = i % 2 ? NULL : &here };

		tcn_fetch_add(fetch, &job);
		ck_assert_int_eq(tcn_fetch_next(fetch, 10000, &fetched),
		    TCN_OK);
		ck_assert_int_eq(fetched.error != NULL, i % 2);
	}
	tcn_fetch_free(fetch);
}
END_TEST

/* Runs `tocsin feeds`, and wants that exit code and that text. */
static void
feeds(const char *db, const char *line, int code, const char *text)
{
	const char *printed;
	char full[400];

	snprintf(full, sizeof full, "feeds --db %s %s", db, line);
	ck_assert_msg(tcn_program(full, &printed) == code, "%s: %s", line,
	    printed);
	ck_assert_msg(strstr(printed, text) != NULL, "%s: no '%s' in %s", line,
	    text, printed);
}

/* What one feed is allowed another is not, and it stays with the feed. */
START_TEST(an_allowance_is_of_one_feed)
{
	char dir[TEMP_BYTES], db[TEMP_BYTES + 8], line[300];

	temp_dir(dir);
	snprintf(db, sizeof db, "%s/n.db", dir);
	snprintf(line, sizeof line, "add %s", web_url("/feed"));
	feeds(db, line, 2, "private network");
	snprintf(line, sizeof line, "add --allow-private 10.0.0.1/8 %s",
	    web_url("/feed"));
	feeds(db, line, 2, "--allow-private: '10.0.0.1/8' has bits");
	snprintf(line, sizeof line, "add --allow-private 10.0.0.0/8 %s",
	    web_url("/feed"));
	feeds(db, line, 2, "private network");
	snprintf(line, sizeof line, "add --allow-private 127.0.0.1 %s",
	    web_url("/feed"));
	feeds(db, line, 0, "1 added");
	feeds(db, "list --json", 0, "\"allow_private\":\"127.0.0.1\"");
	feeds(db, "poll --all", 0, "1 new");
	feeds(db, "poll --all", 0, "1 feeds (");
	snprintf(line, sizeof line, "add %s", web_url("/other"));
	feeds(db, line, 2, "private network");
	feeds(db, "list --json", 0, "\"allow_private\":\"127.0.0.1\"");
	temp_drop(dir);
}
END_TEST

TCN_TESTS(fetch_private)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 30);
	TCN_EACH(only_what_is_allowed_is_fetched, cases);
	tcase_add_test(tc, an_open_connection_opens_no_way);
	tcase_add_test(tc, an_allowance_is_of_one_feed);
}
