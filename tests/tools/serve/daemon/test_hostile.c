/*
 * Each hostile request over the wire: whole and byte by byte, in clear and
 * over TLS, alone and behind a good one. Of each: the status, an error as
 * JSON, whether the connection closes, and no second answer.
 */
#include "tests/base/run.h"

#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/tools/serve/daemon/cert.h"
#include "tests/tools/serve/daemon/child.h"
#include "tests/tools/serve/daemon/hostile.h"
#include "tests/tools/serve/daemon/raw.h"
#include "tools/serve/http/http_scan.h"

static const char good[] = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

/* --- a client, in clear or over TLS --- */

static char cert[TEMP_BYTES + 16], key[TEMP_BYTES + 16];
static SSL_CTX *tls; /* NULL: in clear */

static struct {
	int fd;
	SSL *ssl;
	size_t n; /* bytes in heard */
} client;

static void
client_open(void)
{
	client.fd = dial();
	client.ssl = NULL;
	client.n = 0;
	heard[0] = '\0';
	if (!tls)
		return;
	client.ssl = SSL_new(tls);
	SSL_set_fd(client.ssl, client.fd);
	ck_assert_int_eq(SSL_connect(client.ssl), 1);
}

static void
client_close(void)
{
	SSL_free(client.ssl);
	close(client.fd);
}

static bool
client_say(const char *bytes, size_t n)
{
	if (client.ssl)
		return SSL_write(client.ssl, bytes, (int)n) == (int)n;
	return say_n(client.fd, bytes, n);
}

/* Hears more; false: the connection has ended. */
static bool
client_hear(void)
{
	struct pollfd is = { .fd = client.fd, .events = POLLIN };
	int got;

	if (!client.ssl || !SSL_pending(client.ssl))
		ck_assert_msg(poll(&is, 1, PATIENCE_MS) == 1,
		    "nothing more came after: %s", heard);
	if (client.ssl)
		got = SSL_read(client.ssl, heard + client.n,
		    (int)(sizeof heard - 1 - client.n));
	else
		got = (int)recv(client.fd, heard + client.n,
		    sizeof heard - 1 - client.n, 0);
	if (got <= 0)
		return false;
	client.n += (size_t)got;
	heard[client.n] = '\0';
	return true;
}

/* The bytes of the answer that begins at `at`; 0: it is not whole yet. */
static size_t
answer_n(const char *at, bool without_body)
{
	const char *end = strstr(at, "\r\n\r\n");
	const char *length = strstr(at, "Content-Length: ");
	size_t n;

	if (!end)
		return 0;
	ck_assert_msg(length && length < end, "no length: %s", at);
	n = (size_t)(end + 4 - at);
	if (!without_body)
		n += strtoul(length + 16, NULL, 10);
	return strlen(at) >= n ? n : 0;
}

/* Hears until an answer is whole; where it begins. */
static const char *
client_answer(size_t from, bool without_body, size_t *n)
{
	while (!(*n = answer_n(heard + from, without_body)))
		ck_assert_msg(client_hear(), "no answer, but: %s",
		    heard + from);
	return heard + from;
}

/* --- one row --- */

static void
is_error(const char *answer, size_t n, bool without_body)
{
	const char *body = strstr(answer, "\r\n\r\n") + 4;

	ck_assert_msg(strstr(answer, "Content-Type: application/json\r\n") !=
		NULL,
	    "%s", answer);
	if (without_body)
		return;
	ck_assert_msg(strncmp(body, "{\"error\":\"", 10) == 0, "%s", answer);
	ck_assert_msg(strncmp(answer + n - 3, "\"}\n", 3) == 0, "%s", answer);
}

static void
say_row(const struct hostile *row, bool split)
{
	struct tcn_buf bytes = { 0 };

	hostile_bytes(row, &bytes);
	for (size_t i = 0, n; i < bytes.n; i += n) {
		n = split ? 1 : bytes.n;
		if (!client_say(bytes.at + i, n))
			break; /* it was closed before the end */
	}
	tcn_buf_fini(&bytes);
}

static void
try_row(size_t i, bool split, bool behind)
{
	const struct hostile *row = &hostile[i];
	bool head = strncmp(row->sent.at, "HEAD", 4) == 0;
	const char *answer;
	size_t n, from = 0;

	client_open();
	if (behind) {
		ck_assert(client_say(good, sizeof good - 1));
		if (split)
			(void)client_answer(0, false, &from);
	}
	say_row(row, split);
	if (behind && !split)
		(void)client_answer(0, false, &from);
	answer = client_answer(from, head, &n);
	ck_assert_msg(atoi(answer + 9) == row->status,
	    "row %zu wants %d, but got: %s", i, row->status, answer);
	if (row->status >= 400)
		is_error(answer, n, head);
	from += n;
	if (row->closes) {
		while (client_hear())
			;
		ck_assert_msg(client.n == from, "row %zu: more came: %s", i,
		    heard + from);
	} else {
		ck_assert(client_say(good, sizeof good - 1));
		answer = client_answer(from, false, &n);
		ck_assert_msg(strncmp(answer, "HTTP/1.1 200", 12) == 0 &&
			client.n == from + n,
		    "row %zu: then: %s", i, answer);
	}
	client_close();
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
}

START_TEST(whole_or_byte_by_byte_it_is_the_same)
{
	child_start(NULL);
	ck_assert_uint_ge(hostile_n, 150);
	for (size_t i = 0; i < hostile_n; i++)
		try_row(i, _i & 1, _i & 2);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

static void
with_tls(struct tcn_conf *conf)
{
	conf->http.tls_cert = cert;
	conf->http.tls_key = key;
}

START_TEST(over_tls_it_is_the_same)
{
	signal(SIGPIPE, SIG_IGN);
	snprintf(cert, sizeof cert, "%s/cert.pem", child.dir);
	snprintf(key, sizeof key, "%s/key.pem", child.dir);
	cert_write(cert, key, 1);
	child_start(with_tls);
	child.ca = cert;
	tls = SSL_CTX_new(TLS_client_method());
	for (size_t i = 0; i < hostile_n; i++)
		try_row(i, _i, false);
	SSL_CTX_free(tls);
	tls = NULL;
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- the scan alone --- */

static const struct tcn_http_scan_limits limits = { 16384, 400000 };

/* Feeds the row in pieces of n bytes. */
static void
scan(const struct hostile *row, size_t n, struct tcn_buf *out)
{
	struct tcn_http_scan s = { 0 };
	struct tcn_buf bytes = { 0 };
	struct tcn_err err = { 0 };

	hostile_bytes(row, &bytes);
	for (size_t i = 0; i < bytes.n; i += n) {
		struct tcn_str piece = { bytes.at + i,
			bytes.n - i < n ? bytes.n - i : n };

		if (tcn_http_scan_passes(&s, piece.n))
			tcn_buf_str(out, piece);
		else
			tcn_http_scan_feed(&s, &limits, piece, out);
		ck_assert_msg(tcn_http_scan_check(&s, &limits, &err) == TCN_OK,
		    "%s", err.text);
	}
	tcn_buf_printf(out, "|%d %d %d", (int)s.state, (int)s.refused,
	    s.refusal.status);
	tcn_buf_fini(&bytes);
	tcn_http_scan_fini(&s);
}

START_TEST(any_split_passes_on_the_same)
{
	for (size_t i = 0; i < hostile_n; i++) {
		struct tcn_buf whole = { 0 }, parts = { 0 };

		scan(&hostile[i], 1 << 20, &whole);
		for (size_t n = 1; n < 40; n++) {
			tcn_buf_clear(&parts);
			scan(&hostile[i], n, &parts);
			ck_assert_str_eq(parts.at, whole.at);
		}
		tcn_buf_fini(&whole);
		tcn_buf_fini(&parts);
	}
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* Small chunks with long extensions: more frame than body. */
START_TEST(frames_of_chunks_are_bounded)
{
	struct tcn_http_scan s = { 0 };
	struct tcn_buf out = { 0 };
	char line[600];

	tcn_http_scan_feed(&s, &limits,
	    tcn_str("POST / HTTP/1.1\r\nHost: a\r\n"
		    "Transfer-Encoding: chunked\r\n\r\n"),
	    &out);
	snprintf(line, sizeof line, "1;%0500d\r\nx\r\n", 0);
	for (int i = 0; i < 100 && !s.refused; i++)
		tcn_http_scan_feed(&s, &limits, tcn_str(line), &out);
	ck_assert_int_eq(s.refusal.status, 400);
	ck_assert_uint_ge(s.body, 30);
	tcn_http_scan_fini(&s);
	/* bare ones are not, however small */
	tcn_buf_clear(&out);
	tcn_http_scan_feed(&s, &limits,
	    tcn_str("POST / HTTP/1.1\r\nHost: a\r\n"
		    "Transfer-Encoding: chunked\r\n\r\n"),
	    &out);
	for (int i = 0; i < 400000; i++)
		tcn_http_scan_feed(&s, &limits, tcn_str("1\r\nx\r\n"), &out);
	ck_assert_int_eq(s.refusal.status, 0);
	tcn_http_scan_feed(&s, &limits, tcn_str("1\r\nx\r\n"), &out);
	ck_assert_int_eq(s.refusal.status, 413);
	tcn_http_scan_fini(&s);
	tcn_buf_fini(&out);
}
END_TEST

/* --- HEAD --- */

START_TEST(head_is_get_without_the_body)
{
	static const char *const paths[] = { "/healthz", "/metrics",
		"/v1/openapi.json", "/v1/events", "/v1/events.atom",
		"/v1/articles/none", "/nowhere", "/v1/stream" };
	const char *length;
	char text[128], lengths[2][32];
	size_t n;

	child_start(NULL);
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		client_open();
		for (int get = 0; get < 2; get++) {
			bool stream = strcmp(paths[i], "/v1/stream") == 0;
			size_t from = client.n;
			const char *answer;

			if (stream && get)
				break; /* it has no length */
			snprintf(text, sizeof text,
			    "%s %s HTTP/1.1\r\nHost: localhost\r\n\r\n",
			    get ? "GET" : "HEAD", paths[i]);
			ck_assert(client_say(text, strlen(text)));
			if (stream) {
				while (!strstr(heard, "\r\n\r\n"))
					ck_assert(client_hear());
				from = client.n;
				ck_assert(client_say(good, sizeof good - 1));
				(void)client_answer(from, false, &n);
				break;
			}
			answer = client_answer(from, !get, &n);
			ck_assert_uint_eq(client.n, from + n);
			length = strstr(answer, "Content-Length: ");
			snprintf(lengths[get], sizeof lengths[get], "%.*s",
			    (int)strcspn(length, "\r"), length);
		}
		/* metrics change from one to the next */
		if (i != 1)
			ck_assert_str_eq(lengths[0], lengths[1]);
		ck_assert_ptr_null(strstr(heard, "welcome"));
		client_close();
	}
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* What is refused behind a HEAD has a body, unless it is one. */
START_TEST(a_refusal_behind_a_head_has_its_body)
{
	static const char *const behind[] = { "\x01", "HEA\x01",
		"get / HTTP/1.1\r\n\r\n", "HEAD\x01" };
	const char *answer;
	size_t n, from;

	child_start(NULL);
	for (size_t i = 0; i < sizeof behind / sizeof *behind; i++) {
		client_open();
		ck_assert(client_say("HEAD", 4));
		ck_assert(client_say(good + 3, sizeof good - 4));
		(void)client_answer(0, true, &from);
		ck_assert(client_say(behind[i], strlen(behind[i])));
		answer = client_answer(from, false, &n);
		is_error(answer, n, false);
		client_close();
	}
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

TCN_TESTS(hostile)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_loop_test(tc, whole_or_byte_by_byte_it_is_the_same, 0, 4);
	tcase_add_loop_test(tc, over_tls_it_is_the_same, 0, 2);
	tcase_add_test(tc, any_split_passes_on_the_same);
	tcase_add_test(tc, frames_of_chunks_are_bounded);
	tcase_add_test(tc, head_is_get_without_the_body);
	tcase_add_test(tc, a_refusal_behind_a_head_has_its_body);
}
