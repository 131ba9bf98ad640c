/*
 * Links in messages, from the message to the page: signed when it is sent,
 * stored without a signature, valid for one report, and revoked.
 */
#include "tests/base/run.h"

#include <openssl/evp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/tools/serve/daemon/child.h"
#include "tests/tools/serve/daemon/hand_clock.h"
#include "tools/base/exit.h"
#include "tools/serve/deliver/linker.h"

#define PUBLIC "https://news.example/tocsin"

static const char writer[] = "Authorization: Bearer writer-0123456789";
static const char admin[] = "Authorization: Bearer admin-0123456789";
static char receivers[TEMP_BYTES + 16], sent[TEMP_BYTES + 16];
static char link_path[512]; /* "/r/ID?link=..." */
static char plain[512]; /* the same without the signature */

static void
with_links(struct tcn_conf *conf)
{
	child_with_tokens(conf);
	conf->http.public_url = PUBLIC;
	conf->deliver.receivers = receivers;
	conf->rules.kind = TCN_CONF_RULE_SIMILAR;
	conf->rules.more_than = 1;
}

static void
without_links(struct tcn_conf *conf)
{
	with_links(conf);
	conf->http.links_ms = 0;
}

static void
for_an_hour(struct tcn_conf *conf)
{
	with_links(conf);
	conf->http.links_ms = 3600000;
}

static void
setup(void)
{
	char yaml[1024];

	child_setup();
	snprintf(receivers, sizeof receivers, "%s/receivers", child.dir);
	snprintf(sent, sizeof sent, "%s/sent", child.dir);
	snprintf(yaml, sizeof yaml,
	    "receivers:\n - {name: log, kind: file, path: '%s'}\n", sent);
	temp_write(receivers, yaml);
	child_write_tokens("write writer-0123456789\nadmin admin-0123456789\n"
			   "read reader-0123456789\n",
	    0600);
}

static void
post_pair(void)
{
	static const char title[] = "Harbour engine violet thunder paper "
				    "glacier window cactus marble rocket";
	long long now = (long long)time(NULL);
	char body[512];

	snprintf(body, sizeof body,
	    "[{\"id\":\"a\",\"source\":\"A\",\"ts\":%lld,\"title\":\"%s\"},"
	    "{\"id\":\"b\",\"source\":\"B\",\"ts\":%lld,\"title\":\"%s\"}]",
	    now, title, now, title);
	ck_assert_int_eq(child_call("POST", "/v1/articles", writer, body), 200);
}

/* Waits for the message; the path of its link comes to link_path. */
static void
read_message(void)
{
	char line[8192] = "";
	unsigned naps = 0;
	const char *at;
	FILE *file;

	while (!strchr(line, '\n') && child_nap(&naps)) {
		file = fopen(sent, "r");
		if (!file)
			continue;
		if (!fgets(line, sizeof line, file))
			line[0] = '\0';
		fclose(file);
	}
	at = strstr(line, "\"report\":\"" PUBLIC);
	ck_assert_msg(at != NULL, "%s", line);
	at += strlen("\"report\":\"" PUBLIC);
	snprintf(link_path, sizeof link_path, "%.*s", (int)strcspn(at, "\""),
	    at);
	snprintf(plain, sizeof plain, "%s", link_path);
	plain[strcspn(plain, "?")] = '\0';
}

static long
get(const char *path)
{
	return child_call("GET", path, NULL, NULL);
}

/* "/v1/events/ID" and what follows it here. */
static const char *
of_event(const char *rest)
{
	static char path[1024];

	snprintf(path, sizeof path, "/v1/events/%s%s", plain + strlen("/r/"),
	    rest);
	return path;
}

START_TEST(a_link_opens_its_report_and_nothing_else)
{
	static const char *const others[] = { "/v1/events?", "/v1/stats?",
		"/metrics?", "/v1/events/none/report?", "/v1/search?q=a&",
		"/v1/openapi.json?" };
	const char *signature;
	char path[2048];

	child_start(with_links);
	post_pair();
	read_message();
	signature = strstr(link_path, "link=");
	ck_assert_ptr_nonnull(signature);
	ck_assert_int_eq(get(link_path), 200);
	child_wants("Harbour engine");
	ck_assert_str_eq(child_header("Referrer-Policy"), "no-referrer");
	ck_assert_str_eq(child_header("Cache-Control"), "private");
	ck_assert_ptr_nonnull(strstr(child_header("Content-Type"), "html"));
	/* without it, with a part of it, or with more beside it */
	ck_assert_int_eq(get(of_event("/report")), 401);
	ck_assert_int_eq(get(plain), 303);
	ck_assert_int_eq(strncmp(child_header("Location"), "/login?to=%2Fr",
			     14),
	    0);
	/* the address of older messages is still good */
	snprintf(path, sizeof path, "%s?%s", of_event("/report"), signature);
	ck_assert_int_eq(get(path), 200);
	snprintf(path, sizeof path, "%.*s", (int)strlen(link_path) - 1,
	    link_path);
	ck_assert_int_eq(get(path), 403);
	child_wants("expired or");
	snprintf(path, sizeof path, "%s&index=x", link_path);
	ck_assert_int_eq(get(path), 403);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		snprintf(path, sizeof path, "%s%s", others[i], signature);
		ck_assert_msg(get(path) >= 400, "%s", path);
		child_wants("error");
	}
	/* nor does it act */
	snprintf(path, sizeof path, "%s?%s", of_event("/ack"), signature);
	ck_assert_int_ge(child_call("POST", path, NULL, ""), 400);
	ck_assert_int_ge(child_call("POST", link_path, NULL, ""), 400);
	/* the stored message has no signature, and the store no secret */
	ck_assert_int_eq(child_call("GET", "/v1/deliveries/1", admin, NULL),
	    200);
	child_wants(of_event("/report"));
	ck_assert_ptr_null(strstr(child.answer.at, "link="));
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	/* and it is still good after a restart */
	child_start(with_links);
	ck_assert_int_eq(get(link_path), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(links_are_revoked)
{
	char key[TEMP_BYTES + 32];
	struct stat info;

	child_start(with_links);
	post_pair();
	read_message();
	snprintf(key, sizeof key, "%s.links", child.db);
	ck_assert_int_eq(stat(key, &info), 0);
	ck_assert_int_eq(info.st_mode & 0777, 0600);
	ck_assert_int_eq(get(link_path), 200);
	ck_assert_int_eq(child_call("POST", of_event("/links/revoke"), writer,
			     ""),
	    403);
	ck_assert_int_eq(child_call("POST", of_event("/links/revoke"), admin,
			     ""),
	    200);
	ck_assert_int_eq(get(link_path), 403);
	ck_assert_int_eq(child_call("POST", "/v1/events/none/links/revoke",
			     admin, ""),
	    404);
	ck_assert_int_eq(child_call("POST", "/v1/links/rotate", writer, ""),
	    403);
	ck_assert_int_eq(child_call("POST", "/v1/links/rotate", admin, ""),
	    200);
	child_wants("{\"key\":2}");
	ck_assert_int_eq(get(link_path), 403);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	child_start(with_links);
	ck_assert_int_eq(get(link_path), 403);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* By the verb, as a person would: with the store, and by a token. */
START_TEST(the_verb_ends_links)
{
	char line[512], token[TEMP_BYTES + 16], id[64] = "";
	const char *printed;

	child_start(with_links);
	post_pair();
	read_message();
	sscanf(link_path, "/r/%63[^?]", id);
	snprintf(line, sizeof line, "report link list --db %s", child.db);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_ptr_nonnull(strstr(printed, "key 1 signs links, for 7"));
	ck_assert_ptr_null(strstr(printed, id));
	snprintf(line, sizeof line, "report link revoke --db %s none %s",
	    child.db, id);
	ck_assert_int_eq(tcn_program(line, &printed), 1);
	ck_assert_int_eq(get(link_path), 403);
	snprintf(line, sizeof line, "report link list --db %s", child.db);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_ptr_nonnull(strstr(printed, id));
	ck_assert_ptr_nonnull(strstr(printed, " are void"));
	snprintf(token, sizeof token, "%s/token", child.dir);
	temp_write(token, strstr(admin, "admin-"));
	ck_assert_int_eq(chmod(token, 0600), 0);
	snprintf(line, sizeof line,
	    "report link rotate --url http://127.0.0.1:%u --token-file %s",
	    child.port, token);
	ck_assert_msg(tcn_program(line, &printed) == 0, "%s", printed);
	ck_assert_ptr_nonnull(strstr(printed, "key 2 signs from now on"));
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	snprintf(line, sizeof line, "report link rotate --db %s", child.db);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_FAILED);
	ck_assert_ptr_nonnull(strstr(printed, "while the daemon runs"));
}
END_TEST

START_TEST(links_expire)
{
	child_start(for_an_hour);
	post_pair();
	read_message();
	ck_assert_int_eq(get(link_path), 200);
	hand_clock_pass(3601000);
	ck_assert_int_eq(get(link_path), 403);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(without_the_settings_links_are_plain)
{
	char key[TEMP_BYTES + 32];

	child_start(without_links);
	post_pair();
	read_message();
	ck_assert_str_eq(link_path, plain);
	ck_assert_int_eq(get(link_path), 401);
	ck_assert_int_eq(child_call("POST", "/v1/links/rotate", admin, ""),
	    409);
	child_wants("http.public_url");
	snprintf(key, sizeof key, "%s.links", child.db);
	ck_assert_int_ne(access(key, F_OK), 0);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- the texts of messages --- */

static struct tcn_linker linker;
static struct tcn_link_keys *keys;

static void
make_linker(void)
{
	char key[TEMP_BYTES + 32];
	struct tcn_err err = { 0 };

	snprintf(key, sizeof key, "%s/key", child.dir);
	ck_assert_int_eq(tcn_link_keys_open(key, &keys, &err), TCN_OK);
	linker = (struct tcn_linker){ keys, PUBLIC, 60000 };
}

static const struct {
	const char *body;
	unsigned links;
} bodies[] = {
	{ "", 0 },
	{ "nothing", 0 },
	{ "{\"report\":\"" PUBLIC "/v1/events/e-1_a.b/report\"}", 1 },
	{ "<" PUBLIC "/v1/events/e1/report|New> " PUBLIC
	  "/v1/events/e2/report\n",
	    2 },
	{ PUBLIC "/v1/events/e1/report", 1 },
	{ PUBLIC "/v1/events/e1/report.", 1 },
	{ PUBLIC "/v1/events/e1/report?link=1.2.3.x", 0 },
	{ PUBLIC "/v1/events/e1/report/x", 0 },
	{ PUBLIC "/v1/events/e1/reports", 0 },
	{ PUBLIC "/v1/events/e1/ack", 0 },
	{ PUBLIC "/v1/events//report", 0 },
	{ PUBLIC "/v1/events/a%2fb/report", 0 },
	{ PUBLIC "/v1/events/a/b/report", 0 },
	{ "https://other.example/v1/events/e1/report", 0 },
	{ PUBLIC PUBLIC "/v1/events/e1/report " PUBLIC "/v1/events/", 1 },
};

static unsigned
count(struct tcn_str text)
{
	static const char mark[] = "?link=1.1.61.";
	const char *at;
	unsigned n = 0;

	while (text.n &&
	    (at = memmem(text.at, text.n, mark, sizeof mark - 1))) {
		text.n -= (size_t)(at + 8 - text.at);
		text.at = at + 8;
		n++;
	}
	return n;
}

START_TEST(the_links_of_a_text_are_signed)
{
	make_linker();
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		struct tcn_str body = tcn_str(bodies[i].body);
		struct tcn_buf out = { 0 };

		linker.keys = NULL;
		ck_assert(!tcn_linker_sign(&linker, body, false, 1000, &out));
		linker.keys = keys;
		ck_assert_int_eq(tcn_linker_sign(&linker, body, false, 1000,
				     &out),
		    bodies[i].links > 0);
		ck_assert_uint_eq(count(tcn_buf_view(&out)), bodies[i].links);
		tcn_buf_fini(&out);
	}
	tcn_link_keys_free(keys);
}
END_TEST

#define HEAD "From: a\r\nContent-Transfer-Encoding: base64\r\n\r\n"

static void
pack(const char *text, size_t n, struct tcn_buf *out)
{
	char line[128];

	for (size_t i = 0; i < n; i += 57) {
		EVP_EncodeBlock((unsigned char *)line,
		    (const unsigned char *)text + i,
		    (int)(n - i < 57 ? n - i : 57));
		tcn_buf_printf(out, "%s\r\n", line);
	}
}

/* A mail's body is packed, in lines of 76 characters. */
START_TEST(the_links_of_a_mail_are_signed)
{
	static const char text[] =
	    "New: Harbour engine violet thunder paper glacier window cactus\n\n"
	    "Report: " PUBLIC "/v1/events/e1/report\n\nEvent e1, z";
	char unpacked[1024] = "";
	struct tcn_buf out = { 0 }, body = { 0 };
	size_t n = 0;

	make_linker();
	tcn_buf_z(&body, HEAD);
	pack(text, sizeof text - 1, &body);
	ck_assert(tcn_linker_sign(&linker, tcn_buf_view(&body), true, 1000,
	    &out));
	ck_assert_int_eq(strncmp(out.at, HEAD, sizeof HEAD - 1), 0);
	for (char *rest = NULL,
		  *line = strtok_r(out.at + sizeof HEAD - 1, "\r\n", &rest);
	     line; line = strtok_r(NULL, "\r\n", &rest)) {
		int size = EVP_DecodeBlock((unsigned char *)unpacked + n,
		    (unsigned char *)line, (int)strlen(line));

		ck_assert_uint_le(strlen(line), 76);
		n += (size_t)size - (strchr(line, '=') != NULL) -
		    (strstr(line, "==") != NULL);
	}
	unpacked[n] = '\0';
	ck_assert_uint_eq(count(tcn_str(unpacked)), 1);
	ck_assert_str_eq(unpacked + n - 11, "Event e1, z");
	/* one that is not packed, or without a body, stays as it is */
	ck_assert(!tcn_linker_sign(&linker, tcn_str(text), true, 1000, &out));
	ck_assert(!tcn_linker_sign(&linker, tcn_str(HEAD), true, 1000, &out));
	tcn_link_keys_free(keys);
	tcn_buf_fini(&out);
	tcn_buf_fini(&body);
}
END_TEST

TCN_TESTS(links)
{
	tcase_add_checked_fixture(tc, setup, child_teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, a_link_opens_its_report_and_nothing_else);
	tcase_add_test(tc, links_are_revoked);
	tcase_add_test(tc, the_verb_ends_links);
	tcase_add_test(tc, links_expire);
	tcase_add_test(tc, without_the_settings_links_are_plain);
	tcase_add_test(tc, the_links_of_a_text_are_signed);
	tcase_add_test(tc, the_links_of_a_mail_are_signed);
}
