#include "tests/base/run.h"

#include <curl/curl.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>

#include "engine/base/err.h"
#include "tests/tools/serve/daemon/cert.h"
#include "tests/tools/serve/daemon/child.h"
#include "tests/tools/serve/daemon/hand_clock.h"
#include "tests/tools/serve/daemon/raw.h"
#include "tools/serve/http/tls.h"

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

static char cert[TEMP_BYTES + 16], key[TEMP_BYTES + 16];
static char other[TEMP_BYTES + 16], other_key[TEMP_BYTES + 16];

static void
setup(void)
{
	child_setup();
	snprintf(cert, sizeof cert, "%s/cert.pem", child.dir);
	snprintf(key, sizeof key, "%s/key.pem", child.dir);
	snprintf(other, sizeof other, "%s/other.pem", child.dir);
	snprintf(other_key, sizeof other_key, "%s/other_key.pem", child.dir);
	cert_write(cert, key, 1);
	cert_write(other, other_key, 2);
}

static void
with_tls(struct tcn_conf *conf)
{
	conf->http.tls_cert = cert;
	conf->http.tls_key = key;
}

START_TEST(what_is_posted_over_tls_is_stored)
{
	static const long versions[] = { CURL_SSLVERSION_MAX_TLSv1_2,
		CURL_SSLVERSION_TLSv1_3 };

	child_start(with_tls);
	child.ca = cert;
	for (int i = 0; i < COUNT(versions); i++) {
		child.tls = versions[i];
		ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
				     "{\"id\":\"a\",\"title\":\"T\"}"),
		    200);
		child_wants(i ? "\"known\":1" : "\"stored\":1");
	}
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(old_versions_and_clear_text_are_refused)
{
	child_start(with_tls);
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 0);
	child.ca = cert;
	child.tls = CURL_SSLVERSION_TLSv1_0 | CURL_SSLVERSION_MAX_TLSv1_1;
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 0);
	child.tls = CURL_SSLVERSION_DEFAULT;
	child.ca = other; /* trusts somebody else */
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 0);
	child.ca = cert;
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* A client that connects without a TLS handshake is closed as slow. */
START_TEST(half_a_handshake_is_cut_off)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	struct timeval patience = { .tv_sec = 20 };
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	char byte;

	child_start(with_tls);
	at.sin_port = htons((uint16_t)child.port);
	ck_assert_int_eq(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	ck_assert_int_eq(send(fd, "\x16\x03\x01", 3, MSG_NOSIGNAL), 3);
	child.ca = cert;
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
	hand_clock_pass(11000); /* http.slow is 10 s */
	ck_assert_int_le(recv(fd, &byte, 1, 0), 0);
	close(fd);
	child_call("GET", "/metrics", NULL, NULL);
	child_wants("connections_slow_total 1\n");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* A request that is begun over TLS has its answer there. */
START_TEST(a_slow_request_is_answered_over_tls)
{
	static const char begun[] = "GET /healthz HTTP/1.1\r\nX-Slow: ";
	SSL_CTX *ctx = SSL_CTX_new(TLS_client_method());
	SSL *ssl = SSL_new(ctx);
	char answer[1024] = "";
	int fd;

	child_start(with_tls);
	child.ca = cert;
	fd = dial();
	SSL_set_fd(ssl, fd);
	ck_assert_int_eq(SSL_connect(ssl), 1);
	ck_assert_int_eq(SSL_write(ssl, begun, sizeof begun - 1),
	    sizeof begun - 1);
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
	hand_clock_pass(11000);
	ck_assert_int_gt(SSL_read(ssl, answer, sizeof answer - 1), 0);
	ck_assert_msg(strncmp(answer, "HTTP/1.1 408 ", 13) == 0 &&
		strstr(answer, "{\"error\":\"the request came too "),
	    "%s", answer);
	SSL_free(ssl);
	SSL_CTX_free(ctx);
	close(fd);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(files_are_checked)
{
	const struct {
		const char *cert, *key;
		mode_t mode;
		const char *at, *why;
	} files[] = {
		{ cert, key, 0644, key, "chmod 600" },
		{ cert, other_key, 0600, other_key,
		    "no PEM key of the certificate" },
		{ cert, "/nowhere", 0600, "/nowhere", "No such file" },
		{ "/nowhere", key, 0600, "/nowhere", "no PEM certificate" },
		{ cert, cert, 0600, cert, "no PEM key" },
	};
	struct tcn_tls *tls;
	struct tcn_err err = { 0 };

	chmod(cert, 0600);
	chmod(key, files[_i].mode);
	ck_assert_int_ne(tcn_tls_read(files[_i].cert, files[_i].key, &tls,
			     &err),
	    TCN_OK);
	ck_assert_ptr_null(tls);
	ck_assert_str_eq(err.file, files[_i].at);
	ck_assert_msg(strstr(err.text, files[_i].why) != NULL, "%s", err.text);
}
END_TEST

TCN_TESTS(tls)
{
	tcase_add_checked_fixture(tc, setup, child_teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, what_is_posted_over_tls_is_stored);
	tcase_add_test(tc, old_versions_and_clear_text_are_refused);
	tcase_add_test(tc, half_a_handshake_is_cut_off);
	tcase_add_test(tc, a_slow_request_is_answered_over_tls);
	tcase_add_loop_test(tc, files_are_checked, 0, 5);
}
