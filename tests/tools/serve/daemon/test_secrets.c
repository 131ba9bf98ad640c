/*
 * Secrets of receivers are in their files and in the requests to the receivers
 * only: all that the daemon writes and answers is searched for them.
 */
#include "tests/base/run.h"

#include <dirent.h>
#include <event2/buffer.h>
#include <event2/http.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/base/web.h"
#include "tests/tools/serve/daemon/child.h"
#include "tools/base/log.h"

#define MARK "zq7hush" /* a part of every secret */

static char receivers[TEMP_BYTES + 16], logs[TEMP_BYTES + 16];

/* Fails, and repeats all that it was sent: that must not be stored either. */
static void
on_request(struct evhttp_request *request, void *ctx)
{
	const char *token =
	    evhttp_find_header(evhttp_request_get_input_headers(request),
		"Authorization");
	const char *uri = evhttp_request_get_uri(request);
	char said[1024];

	(void)ctx;
	snprintf(said, sizeof said,
	    "{\"id\":\"1\",\"path\":\"%s\",\"t\":\"%s\"}", uri,
	    token ? token : "");
	web_reply(request, strstr(uri, "/good") ? 200 : 403, NULL, said);
}

static void
write_secret(FILE *yaml, const char *key, const char *text)
{
	static int n;
	char path[TEMP_BYTES + 32];
	FILE *file;

	snprintf(path, sizeof path, "%s/hidden-%d", child.dir, n++);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fprintf(file, "%s\n", text);
	fclose(file);
	ck_assert_int_eq(chmod(path, 0600), 0);
	fprintf(yaml, "   %s: '%s'\n", key, path);
}

static void
begin(FILE *yaml, const char *name, const char *kind)
{
	fprintf(yaml, " - name: %s\n   kind: %s\n   allow_private: true\n",
	    name, kind);
}

static void
write_receivers(void)
{
	FILE *yaml = fopen(receivers, "w");

	ck_assert_ptr_nonnull(yaml);
	fprintf(yaml, "receivers:\n");
	begin(yaml, "good", "webhook");
	write_secret(yaml, "url_file", web_url("/good/" MARK "-1?k=" MARK));
	write_secret(yaml, "secret_file", MARK "-2-key");
	write_secret(yaml, "token_file", MARK "-3-token");
	fprintf(yaml, "   headers: {X-Key: %s-4}\n", MARK);
	begin(yaml, "edits", "discord");
	write_secret(yaml, "url_file", web_url("/good/" MARK "-5"));
	begin(yaml, "refused", "slack");
	write_secret(yaml, "url_file", web_url("/bad/" MARK "-6"));
	begin(yaml, "tokened", "webhook");
	write_secret(yaml, "url_file", web_url("/bad/" MARK "-7"));
	write_secret(yaml, "token_file", MARK "-8-token");
	begin(yaml, "closed", "teams");
	write_secret(yaml, "url_file", "https://127.0.0.1:1/" MARK "-9");
	begin(yaml, "nowhere", "alertmanager");
	write_secret(yaml, "url_file",
	    "https://u:" MARK "-10@nowhere.invalid/" MARK "-11");
	begin(yaml, "mail", "smtp");
	fprintf(yaml,
	    "   url: 'smtps://127.0.0.1:1'\n   from: a@b.example\n"
	    "   to: [c@d.example]\n   user: tocsin\n");
	write_secret(yaml, "password_file", MARK "-12-password");
	fclose(yaml);
}

/* Sends the log to a file; runs in the child. */
static void
with_receivers(struct tcn_conf *conf)
{
	ck_assert_ptr_nonnull(freopen(logs, "a", stderr));
	tcn_log_set_level(TCN_LOG_DEBUG);
	conf->rules.kind = TCN_CONF_RULE_SIMILAR;
	conf->rules.more_than = 1;
	conf->deliver.receivers = receivers;
	conf->deliver.retry_least_ms = 10;
	conf->deliver.retry_most_ms = 20;
	conf->deliver.tries_max = 2;
}

static void
setup(void)
{
	child_setup();
	snprintf(receivers, sizeof receivers, "%s/hidden-r", child.dir);
	snprintf(logs, sizeof logs, "%s/log", child.dir);
	web_start(on_request);
	write_receivers();
}

static void
teardown(void)
{
	child_teardown();
	web_stop();
}

/* Until every message was taken or given up. */
static void
wait_for_the_end(void)
{
	unsigned naps = 0;

	do {
		ck_assert_int_eq(child_call("GET", "/v1/deliveries", NULL,
				     NULL),
		    200);
		if (!strstr(child.answer.at, "\"pending\"") &&
		    strstr(child.answer.at, "\"event\""))
			return;
	} while (child_nap(&naps));
	ck_abort_msg("some are pending: %s", child.answer.at);
}

/* Whether a file contains text, whose first character occurs only once. */
static bool
holds(const char *path, const char *text)
{
	FILE *file = fopen(path, "r");
	size_t at = 0;
	int c;

	ck_assert_ptr_nonnull(file);
	while (text[at] && (c = getc(file)) != EOF)
		at = c == text[at] ? at + 1 : c == text[0];
	fclose(file);
	return !text[at];
}

static int
check_files(void)
{
	DIR *dir = opendir(child.dir);
	struct dirent *entry;
	int n = 0;

	ck_assert_ptr_nonnull(dir);
	while ((entry = readdir(dir))) {
		char path[TEMP_BYTES + 300];
		bool hidden = strncmp(entry->d_name, "hidden-", 7) == 0;

		if (entry->d_name[0] == '.' || entry->d_type == DT_SOCK)
			continue;
		snprintf(path, sizeof path, "%s/%s", child.dir, entry->d_name);
		ck_assert_msg(holds(path, MARK) == hidden, "%s", path);
		n += !hidden;
	}
	closedir(dir);
	return n;
}

START_TEST(secrets_are_neither_logged_nor_stored_nor_answered)
{
	static const char *const paths[] = { "/v1/deliveries", "/v1/stats",
		"/metrics", "/v1/events", "/v1/rules", "/v1/openapi.json" };
	char path[64];

	child_start(with_receivers);
	child_post_pair();
	wait_for_the_end();
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		ck_assert_int_eq(child_call("GET", paths[i], NULL, NULL), 200);
		ck_assert_msg(!strstr(child.answer.at, MARK), "%s: %s",
		    paths[i], child.answer.at);
	}
	for (int i = 1; i <= 7; i++) {
		snprintf(path, sizeof path, "/v1/deliveries/%d", i);
		ck_assert_int_eq(child_call("GET", path, NULL, NULL), 200);
		child_wants("\"receiver\":");
		ck_assert_msg(!strstr(child.answer.at, MARK), "%s",
		    child.answer.at);
	}
	ck_assert_int_eq(child_call("GET", "/metrics", NULL, NULL), 200);
	child_wants("deliveries_sent_total{receiver=\"good\"} 1\n");
	child_wants("deliveries_sent_total{receiver=\"edits\"} 1\n");
	child_wants("deliveries_dead_total{receiver=\"refused\"} 1\n");
	child_wants("deliveries_dead_total{receiver=\"nowhere\"} 1\n");
	child_wants("deliveries_dead_total{receiver=\"mail\"} 1\n");
	/* the log, the store, and its files while it is open */
	ck_assert_int_ge(check_files(), 3);
	ck_assert(holds(logs, "receiver=nowhere"));
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	ck_assert_int_ge(check_files(), 2);
}
END_TEST

TCN_TESTS(secrets)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, secrets_are_neither_logged_nor_stored_nor_answered);
}
