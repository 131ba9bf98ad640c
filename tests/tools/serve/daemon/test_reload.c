#include "tests/base/run.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/json_value.h"
#include "sql/outbox.h"
#include "sql/store_check.h"
#include "tests/base/temp.h"
#include "tests/tools/serve/daemon/cert.h"
#include "tests/tools/serve/daemon/child.h"
#include "tests/tools/serve/daemon/raw.h"
#include "tools/conf/conf_stored.h"
#include "tools/serve/daemon/reload.h"

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

static const char *const admin = "Authorization: Bearer admin-0123456789";
static const char *const reader = "Authorization: Bearer reader-0123456789";
static const char *const newer = "Authorization: Bearer newer-0123456789";

/* --- what may change --- */

static char kept[1024];

static void
note(void *ctx, const char *key)
{
	(void)ctx;
	strcat(kept, key);
	strcat(kept, " ");
}

START_TEST(what_cannot_change_stays)
{
	struct tcn_conf now, next;

	kept[0] = '\0';
	ck_assert_int_eq(tcn_conf_init(&now), TCN_OK);
	ck_assert_int_eq(tcn_conf_init(&next), TCN_OK);
	ck_assert_int_eq(tcn_conf_set(&next, "story.join=0.5", NULL), TCN_OK);
	ck_assert_int_eq(tcn_conf_set(&next, "http.address=::1", NULL), TCN_OK);
	ck_assert_int_eq(tcn_conf_set(&next, "near.horizon=9d", NULL), TCN_OK);
	ck_assert_int_eq(tcn_conf_set(&next, "http.idle=5s", NULL), TCN_OK);
	ck_assert_int_eq(tcn_reload_keep_fixed(&now, &next, note, NULL),
	    TCN_OK);
	ck_assert_str_eq(kept, "near.horizon story.join http.address ");
	ck_assert(next.story.join == now.story.join);
	ck_assert_int_eq(next.near.horizon_ms, now.near.horizon_ms);
	ck_assert_str_eq(next.http.address, "127.0.0.1");
	ck_assert_int_eq(next.http.idle_ms, 5000);
	tcn_conf_fini(&now);
	tcn_conf_fini(&next);
}
END_TEST

/* --- the daemon --- */

static void
write_conf(const char *more)
{
	char yaml[512];

	snprintf(yaml, sizeof yaml, "http:\n  tokens: %s\n%s", child.secrets,
	    more);
	child_write_conf(yaml);
}

static void
start(void)
{
	child_write_tokens("admin admin-0123456789\nread reader-0123456789\n",
	    0600);
	write_conf("");
	child_start(child_with_tokens);
}

START_TEST(tokens_and_limits_are_read_anew)
{
	static char large[3000] = "{\"id\":\"a\",\"title\":\"";

	memset(large + strlen(large), 'x', sizeof large - 100);
	strcat(large, "\"}");
	start();
	ck_assert_int_eq(child_call("POST", "/v1/articles", admin, large), 200);
	child_write_tokens("admin admin-0123456789\nread newer-0123456789\n",
	    0600);
	write_conf("  body_max: 2KiB\n");
	ck_assert_int_eq(child_call("POST", "/v1/reload", reader, ""), 403);
	ck_assert_int_eq(child_call("GET", "/v1/events", newer, NULL), 401);
	ck_assert_int_eq(child_call("POST", "/v1/reload", admin, ""), 200);
	ck_assert_int_eq(child_call("GET", "/v1/events", newer, NULL), 200);
	ck_assert_int_eq(child_call("GET", "/v1/events", reader, NULL), 401);
	ck_assert_int_ne(child_call("POST", "/v1/articles", admin, large), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* On an error all stays as it was, and it is said where the error is. */
static const struct {
	const char *conf, *tokens, *where;
} wrong[] = {
	{ "  bodymax: 2KiB\n", "admin newer-0123456789\n", "conf.yaml:3:3: " },
	{ "  body_max: no\n", "admin newer-0123456789\n", "conf.yaml:3:13: " },
	{ "  buffers_max: 1MiB\n", "admin newer-0123456789\n",
	    "conf.yaml:3:16: " },
	{ "  tls_cert: /nowhere\n", "admin newer-0123456789\n", "tls_key" },
	{ "  body_max: 2KiB\n", "admin newer-0123456789\nwriter x\n",
	    "tokens:2:" },
	{ "  tls_cert: /nowhere\n  tls_key: /nowhere\n",
	    "admin newer-0123456789\n", "/nowhere" },
	/* a place without a line is none */
	{ "", "# newer-0123456789\n", "tokens: it holds no token" },
};

START_TEST(on_an_error_nothing_changes)
{
	start();
	child_write_tokens(wrong[_i].tokens, 0600);
	write_conf(wrong[_i].conf);
	ck_assert_int_eq(child_call("POST", "/v1/reload", admin, ""), 422);
	child_wants(wrong[_i].where);
	child_wants("nothing has changed");
	ck_assert_ptr_null(strstr(child.answer.at, ":0"));
	ck_assert_int_eq(child_call("GET", "/v1/events", newer, NULL), 401);
	ck_assert_int_eq(child_call("GET", "/v1/events", reader, NULL), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* A file that the settings name is part of it. */
static const struct {
	const char *section, *name, *bytes, *where;
} files[] = {
	{ "rules", "file", "rules:\n  - name: a\n    more: 3\n",
	    "other.yaml:3:" },
	{ "deliver", "receivers", "receivers:\n  - name: a\n    kind: no\n",
	    "other.yaml:3:" },
};

static void
write_other(const char *bytes)
{
	char path[TEMP_BYTES + 16];

	snprintf(path, sizeof path, "%s/other.yaml", child.dir);
	temp_write(path, bytes);
}

START_TEST(a_file_in_error_changes_nothing)
{
	char more[256];

	start();
	snprintf(more, sizeof more,
	    "  body_max: 2KiB\n%s:\n  %s: %s/other.yaml\n", files[_i].section,
	    files[_i].name, child.dir);
	write_conf(more);
	child_write_tokens("admin newer-0123456789\n", 0600);
	ck_assert_int_eq(child_call("POST", "/v1/reload", admin, ""), 422);
	child_wants("other.yaml");
	write_other(files[_i].bytes);
	ck_assert_int_eq(child_call("POST", "/v1/reload", admin, ""), 422);
	child_wants(files[_i].where);
	ck_assert_int_eq(child_call("GET", "/v1/events", newer, NULL), 401);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(a_signal_does_the_same)
{
	unsigned naps = 0;

	start();
	child_write_tokens("admin newer-0123456789\n", 0600);
	kill(child.pid, SIGHUP);
	while (child_call("GET", "/v1/events", newer, NULL) != 200)
		ck_assert(child_nap(&naps));
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- what is noted in the store --- */

#define RULES_A "rules:\n  - {name: a, watch: true, where: {any: flood}}\n"
#define RULES_B "rules:\n  - {name: b, watch: true, where: {any: storm}}\n"

static char rules[TEMP_BYTES + 16];

static void
with_rules(struct tcn_conf *conf)
{
	conf->rules.file = rules;
}

/* Whether the store says that it is filled by these rules. */
static bool
is_noted(const char *text)
{
	struct tcn_rulebook book = { .hash = 0 };
	struct tcn_buf wanted = { 0 };
	struct tcn_arena arena;
	struct tcn_store *store;
	struct tcn_str noted, line, content = { "", 0 };
	struct tcn_conf conf;
	bool is;

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	ck_assert_int_eq(tcn_rulebook_read(&conf, "rules", tcn_str(text), NULL,
			     &book, NULL),
	    TCN_OK);
	tcn_conf_stored_text(&conf, &book, &wanted);
	noted = tcn_buf_view(&wanted);
	while (tcn_conf_stored_line(&noted, &line))
		content = line; /* the last is the hash */
	ck_assert_ptr_nonnull(memmem(content.at, content.n, "xxh3", 4));
	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_store_open(child.db, TCN_STORE_READ_ONLY, &store,
			     NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_conf_stored_read(store, &arena, &noted), TCN_OK);
	is = tcn_conf_stored_has(noted, content);
	tcn_store_close(store);
	tcn_arena_fini(&arena);
	tcn_buf_fini(&wanted);
	tcn_rulebook_close(&book);
	tcn_conf_fini(&conf);
	return is;
}

START_TEST(new_rules_are_noted_when_they_hold)
{
	char more[256];

	snprintf(rules, sizeof rules, "%s/other.yaml", child.dir);
	snprintf(more, sizeof more, "rules: {file: %s}\n", rules);
	write_other(RULES_A);
	child_write_conf(more);
	child_start(with_rules);
	ck_assert(is_noted(RULES_A));
	write_other("rules: [");
	ck_assert_int_eq(child_call("POST", "/v1/reload", NULL, ""), 422);
	ck_assert(is_noted(RULES_A));
	write_other(RULES_B);
	ck_assert_int_eq(child_call("POST", "/v1/reload", NULL, ""), 200);
	ck_assert(is_noted(RULES_B));
	child_stop(SIGKILL);
	ck_assert(is_noted(RULES_B));
	child_start(with_rules);
	write_other(RULES_A);
	ck_assert_int_eq(child_call("POST", "/v1/reload", NULL, ""), 200);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
			     "{\"id\":\"a\",\"title\":\"A flood\"}"),
	    200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	ck_assert(is_noted(RULES_A));
}
END_TEST

/* --- a reload while articles wait for their commit --- */

#define RELOADS 40

static char receivers[TEMP_BYTES + 16], told[TEMP_BYTES + 16];

/* Two items of one text are an event; a commit waits a second for company. */
static void
gathering(struct tcn_conf *conf)
{
	conf->rules.kind = TCN_CONF_RULE_SIMILAR;
	conf->rules.more_than = 1;
	conf->http.commit_delay_ms = 1000;
	conf->deliver.receivers = receivers;
	conf->deliver.retry_least_ms = 10;
}

/* One receiver writes lines; the other takes longer than a call does. */
static void
start_gathering(void)
{
	char yaml[1024];
	FILE *file;

	snprintf(receivers, sizeof receivers, "%s/receivers", child.dir);
	snprintf(told, sizeof told, "%s/told", child.dir);
	file = fopen(receivers, "w");
	ck_assert_ptr_nonnull(file);
	fprintf(file,
	    "receivers:\n - {name: lines, kind: file, path: '%s'}\n"
	    " - {name: slow, kind: exec, command:"
	    " [sh, -c, 'cat > /dev/null; sleep 0.02']}\n",
	    told);
	ck_assert_int_eq(fclose(file), 0);
	snprintf(yaml, sizeof yaml,
	    "http: {commit_delay: 1s}\n"
	    "rules: {kind: similar, more_than: 1}\n"
	    "deliver: {receivers: '%s', retry_least: 10ms}\n",
	    receivers);
	child_write_conf(yaml);
	child_start(gathering);
}

/* Sends the pair that makes event i and does not wait for the answer. */
static int
post_pair_later(int i)
{
	static const char *const words[] = { "harbour", "engine", "violet",
		"thunder", "paper", "glacier", "window", "cactus" };
	struct tcn_buf body = { 0 };
	char head[256];
	int fd = dial();

	for (int j = 0; j < 2; j++) {
		tcn_buf_printf(&body,
		    "{\"id\":\"p%d-%d\",\"ts\":%lld,\"source\":\"S%d\","
		    "\"title\":\"",
		    i, j, (long long)time(NULL), j);
		for (int w = 0; w < COUNT(words); w++)
			tcn_buf_printf(&body, "%s%d ", words[w], i * 31 + w);
		tcn_buf_z(&body, "\"}\n");
	}
	snprintf(head, sizeof head,
	    "POST /v1/articles HTTP/1.1\r\nHost: 127.0.0.1\r\n"
	    "Connection: close\r\nContent-Length: %zu\r\n\r\n",
	    body.n);
	ck_assert(say(fd, head) && say_n(fd, body.at, body.n));
	tcn_buf_fini(&body);
	return fd;
}

/* What a desk does meanwhile: each is a write of its own, or a query. */
static void
act_on_desk(int i)
{
	static const char silence[] =
	    "{\"kind\":\"term\",\"value\":\"nothing\",\"for\":\"1h\"}";
	char path[256] = "/v1/events/", *id;

	ck_assert_int_eq(child_call("GET", "/v1/events?order=newest&limit=1",
			     NULL, NULL),
	    200);
	id = strstr(child.answer.at, "\"id\":\"");
	if (id && i % 2) {
		strncat(path, id + 6, strcspn(id + 6, "\""));
		strcat(path, i % 4 == 1 ? "/ack" : "/unack");
		ck_assert_int_eq(child_call("POST", path, NULL, "{}"), 200);
	}
	if (i % 3 == 0)
		ck_assert_int_eq(child_call("POST", "/v1/silences", NULL,
				     silence),
		    200);
	ck_assert_int_eq(child_call("GET", "/v1/search?q=harbour", NULL, NULL),
	    200);
}

static void
wait_until_all_is_told(void)
{
	static const char *const none[] = {
		"tocsin_deliveries_waiting{receiver=\"lines\"} 0\n",
		"tocsin_deliveries_waiting{receiver=\"slow\"} 0\n",
	};

	unsigned naps = 0;

	do {
		ck_assert_int_eq(child_call("GET", "/metrics", NULL, NULL),
		    200);
		if (strstr(child.answer.at, none[0]) &&
		    strstr(child.answer.at, none[1]))
			return;
	} while (child_nap(&naps));
	ck_abort_msg("messages still wait");
}

/* Each line of the file is one message, an object from end to end. */
static size_t
count_whole_lines(void)
{
	static char line[65536];
	FILE *in = fopen(told, "r");
	size_t n = 0;

	ck_assert_ptr_nonnull(in);
	for (; fgets(line, sizeof line, in); n++) {
		struct tcn_json_value object;
		struct tcn_arena arena;

		tcn_arena_init(&arena, 0);
		ck_assert_msg(tcn_json_read(tcn_str_trim(tcn_str(line)), &arena,
				  &object, NULL) == TCN_OK,
		    "%s", line);
		ck_assert_ptr_nonnull(strchr(line, '\n'));
		tcn_arena_fini(&arena);
	}
	fclose(in);
	return n;
}

static size_t
count_sent(const char *receiver)
{
	const struct tcn_outbox_filter filter = { .receiver =
						      tcn_str(receiver) };
	struct tcn_outbox_list all;
	struct tcn_store *st;
	struct tcn_arena arena;
	size_t n;

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_store_open(child.db, TCN_STORE_EXISTING, &st,
			     NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	ck_assert_int_eq(tcn_outbox_find(st, &filter, &arena, &all), TCN_OK);
	n = all.n;
	for (size_t i = 0; i < n; i++)
		ck_assert_msg(all.at[i].state == TCN_OUTBOX_SENT ||
			all.at[i].state == TCN_OUTBOX_DROPPED,
		    "%s", tcn_outbox_states[all.at[i].state]);
	tcn_store_close(st);
	tcn_arena_fini(&arena);
	return n;
}

/*
 * What came of a message is written by a reload, which ends the lanes; the
 * articles' transaction is open then. One that opened a second one ended the
 * daemon.
 */
START_TEST(a_reload_joins_no_open_transaction)
{
	int posts[RELOADS];

	start_gathering();
	for (int i = 0; i < RELOADS; i++) {
		posts[i] = post_pair_later(i);
		poll(NULL, 0, i % 5 * 10);
		ck_assert_msg(child_call("POST", "/v1/reload", NULL, "") == 200,
		    "reload %d: %s", i,
		    child.answer.n ? child.answer.at : "the daemon is gone");
		if (i % 4 == 0)
			act_on_desk(i / 4);
	}
	for (int i = 0; i < RELOADS; i++) {
		ck_assert_msg(hear(posts[i], "\"stored\":2"), "%s", heard);
		close(posts[i]);
	}
	wait_until_all_is_told();
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	ck_assert_uint_eq(count_sent("lines"), RELOADS);
	ck_assert_uint_eq(count_sent("slow"), RELOADS);
	ck_assert_uint_ge(count_whole_lines(), RELOADS);
}
END_TEST

/* --- what systemd is told --- */

static int manager; /* its end of NOTIFY_SOCKET */

static void
be_manager(void)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	struct timeval patience = { .tv_sec = 20 };

	snprintf(at.sun_path, sizeof at.sun_path, "%s/notify", child.dir);
	manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(bind(manager, (struct sockaddr *)&at, sizeof at), 0);
	setsockopt(manager, SOL_SOCKET, SO_RCVTIMEO, &patience,
	    sizeof patience);
	setenv("NOTIFY_SOCKET", at.sun_path, 1);
	setenv("WATCHDOG_USEC", "200000", 1);
	unsetenv("WATCHDOG_PID");
}

/* The next thing it is told, but that the daemon is alive. */
static void
is_told(const char *text)
{
	char said[256];
	ssize_t n;

	do {
		n = recv(manager, said, sizeof said - 1, 0);
		ck_assert_int_gt(n, 0);
		said[n] = '\0';
	} while (strcmp(said, "WATCHDOG=1") == 0 && strcmp(text, said) != 0);
	ck_assert_msg(strncmp(said, text, strlen(text)) == 0, "%s", said);
}

START_TEST(systemd_is_told_how_it_goes)
{
	be_manager();
	write_conf("");
	child_write_tokens("admin admin-0123456789\n", 0600);
	child_start(child_with_tokens);
	is_told("READY=1");
	is_told("WATCHDOG=1");
	kill(child.pid, SIGHUP);
	is_told("RELOADING=1\nMONOTONIC_USEC=");
	is_told("READY=1");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	is_told("STOPPING=1");
	close(manager);
}
END_TEST

/* --- a certificate that is renewed --- */

static char cert[TEMP_BYTES + 16], key[TEMP_BYTES + 16];
static char next_cert[TEMP_BYTES + 16];

static void
with_tls(struct tcn_conf *conf)
{
	conf->http.tls_cert = cert;
	conf->http.tls_key = key;
}

START_TEST(a_new_certificate_is_shown)
{
	char yaml[512];

	snprintf(cert, sizeof cert, "%s/cert.pem", child.dir);
	snprintf(key, sizeof key, "%s/key.pem", child.dir);
	snprintf(next_cert, sizeof next_cert, "%s/next.pem", child.dir);
	snprintf(yaml, sizeof yaml, "http:\n  tls_cert: %s\n  tls_key: %s\n",
	    cert, key);
	cert_write(cert, key, 1);
	child_write_conf(yaml);
	child_start(with_tls);
	child.ca = cert;
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
	cert_write(next_cert, key, 2);
	ck_assert_int_eq(child_call("POST", "/v1/reload", NULL, ""), 422);
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
	snprintf(yaml, sizeof yaml, "http:\n  tls_cert: %s\n  tls_key: %s\n",
	    next_cert, key);
	child_write_conf(yaml);
	ck_assert_int_eq(child_call("POST", "/v1/reload", NULL, ""), 200);
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 0);
	child.ca = next_cert;
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

TCN_TESTS(reload)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, what_cannot_change_stays);
	tcase_add_test(tc, tokens_and_limits_are_read_anew);
	TCN_EACH(on_an_error_nothing_changes, wrong);
	TCN_EACH(a_file_in_error_changes_nothing, files);
	tcase_add_test(tc, a_signal_does_the_same);
	tcase_add_test(tc, new_rules_are_noted_when_they_hold);
	tcase_add_test(tc, a_reload_joins_no_open_transaction);
	tcase_add_test(tc, systemd_is_told_how_it_goes);
	tcase_add_test(tc, a_new_certificate_is_shown);
}
