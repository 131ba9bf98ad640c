#include "tools/serve/client/client.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tools/base/curl_late.h"
#include "tools/base/now.h"
#include "tools/base/sock_path.h"
#include "tools/base/stop.h"
#include "tools/intake/input/pace.h"

#define ANSWER_MAX    ((size_t)1 << 30)
#define WAIT_LEAST_MS 100
#define WAIT_MOST_MS  5000
#define CALL_AGAIN_MS 4000 /* how long a call is tried that is refused */
#define ASK_BYTES     ((size_t)256 * 1024) /* larger ones: 100-continue */
#define URL_BYTES     2048
#define TOKEN_BYTES   1024

struct tcn_client {
	CURL *easy;
	struct curl_slist *plain, *asking; /* headers of a small, large body */
	struct curl_slist *json; /* headers of a call */
	struct tcn_sock_path sock;
	bool by_sock;
	char url[URL_BYTES];
	int64_t give_up_ms;
	struct tcn_buf answer;
	char why[CURL_ERROR_SIZE];
	CURLcode code; /* of the last try */
	uint64_t retries;
};

static size_t
on_answer(char *bytes, size_t size, size_t n, void *of)
{
	struct tcn_client *client = of;

	if (client->answer.n + size * n > ANSWER_MAX)
		return 0;
	tcn_buf_add(&client->answer, bytes, size * n);
	return size * n;
}

static int
on_progress(void *of, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
	(void)of, (void)a, (void)b, (void)c, (void)d;
	return tcn_stop_requested();
}

static void
add_header(struct curl_slist **list, const char *header)
{
	*list = tcn_mem_must(curl_slist_append(*list, header));
}

static void
set_headers(struct tcn_client *client, const char *token)
{
	char bearer[TOKEN_BYTES + 32];

	add_header(&client->plain, "Expect:");
	add_header(&client->asking, "Expect: 100-continue");
	add_header(&client->json, "Expect:");
	add_header(&client->json, "Content-Type: application/json");
	if (token) {
		snprintf(bearer, sizeof bearer, "Authorization: Bearer %s",
		    token);
		add_header(&client->plain, bearer);
		add_header(&client->asking, bearer);
		add_header(&client->json, bearer);
	}
	add_header(&client->plain, "Content-Type: application/x-ndjson");
	add_header(&client->asking, "Content-Type: application/x-ndjson");
}

static void
set_up(struct tcn_client *client, const struct tcn_client_conf *conf)
{
	CURL *easy = client->easy;

	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(easy, CURLOPT_PROXY, "");
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(easy, CURLOPT_USERAGENT, "tocsin");
	curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)conf->give_up_ms);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_answer);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, client);
	curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, on_progress);
	curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, client->why);
	curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
	if (conf->sock)
		curl_easy_setopt(easy, CURLOPT_UNIX_SOCKET_PATH,
		    client->sock.text);
	if (conf->ca)
		curl_easy_setopt(easy, CURLOPT_CAINFO, conf->ca);
}

enum tcn_rc
tcn_client_open(const struct tcn_client_conf *conf, struct tcn_client **out,
    struct tcn_err *err)
{
	struct tcn_client *client;
	enum tcn_rc rc;
	size_t n;

	assert(conf->url);
	n = strlen(conf->url);
	*out = NULL;
	if (n == 0 || n + 128 > URL_BYTES)
		return tcn_err_set(err, TCN_INVALID,
		    "the daemon's address must be like http://127.0.0.1:8093");
	if (conf->token && strlen(conf->token) > TOKEN_BYTES)
		return tcn_err_set(err, TCN_INVALID, "the token is too long");
	client = tcn_mem_calloc(1, sizeof *client);
	client->give_up_ms = conf->give_up_ms;
	client->sock.dir = -1;
	client->by_sock = conf->sock != NULL;
	rc = conf->sock ? tcn_sock_path_open(&client->sock, conf->sock, err)
			: TCN_OK;
	while (n && conf->url[n - 1] == '/')
		n--;
	memcpy(client->url, conf->url, n);
	client->easy = tcn_mem_must(curl_easy_init());
	if (rc) {
		tcn_client_close(client);
		return rc;
	}
	set_headers(client, conf->token);
	set_up(client, conf);
	*out = client;
	return TCN_OK;
}

void
tcn_client_close(struct tcn_client *client)
{
	if (!client)
		return;
	curl_slist_free_all(client->plain);
	curl_slist_free_all(client->asking);
	curl_slist_free_all(client->json);
	tcn_sock_path_close(&client->sock);
	curl_easy_cleanup(client->easy);
	tcn_buf_fini(&client->answer);
	tcn_mem_free(client);
}

/* The status of an answer, or 0 and a sentence in why. */
static long
perform(struct tcn_client *client)
{
	CURL *easy = client->easy;
	long status = 0;
	CURLcode code;

	tcn_buf_clear(&client->answer);
	client->why[0] = '\0';
	code = curl_easy_perform(easy);
	client->code = code;
	if (code == CURLE_OK)
		curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
	else if (!client->why[0])
		snprintf(client->why, sizeof client->why, "%s",
		    curl_easy_strerror(code));
	return status;
}

/* One try: the status, or 0 and a sentence in why. */
static long
try_once(struct tcn_client *client, struct tcn_str body)
{
	CURL *easy = client->easy;

	curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body.at);
	curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)body.n);
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER,
	    body.n > ASK_BYTES ? client->asking : client->plain);
	return perform(client);
}

/* What may help against the last failure, to be said behind it; number: what
 * the system said. */
static const char *
mend(const struct tcn_client *client, long number)
{
	bool tls = strncmp(client->url, "https:", 6) == 0;

	switch (client->code) {
	case CURLE_COULDNT_CONNECT:
		return number == EACCES
		    ? "; only the daemon's user may open the socket: others "
		      "use --url and --token-file"
		    : "; does 'tocsin run' run there?";
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_OPERATION_TIMEDOUT:
		return "; does 'tocsin run' run there?";
	case CURLE_PEER_FAILED_VERIFICATION:
		return "; --ca FILE says which certificates to trust";
	case CURLE_SSL_CACERT_BADFILE:
		return "; --ca FILE says which certificates to trust; on "
		       "Debian most are in the package ca-certificates";
	case CURLE_GOT_NOTHING:
	case CURLE_RECV_ERROR:
		return tls ? "" : "; if it speaks TLS, say https://";
	case CURLE_SSL_CONNECT_ERROR:
		return "; if it does not speak TLS, say http://";
	default:
		return "";
	}
}

enum tcn_rc
tcn_client_call(struct tcn_client *client, const char *method,
    const char *target, struct tcn_str body, long *status,
    struct tcn_str *answer, struct tcn_err *err)
{
	int64_t until_ms = tcn_now_monotonic_ms() + CALL_AGAIN_MS;
	struct tcn_buf url = { 0 };
	CURL *easy = client->easy;
	bool gets = strcmp(method, "GET") == 0;
	long number = 0;

	assert(*target == '/');
	tcn_buf_printf(&url, "%s%s", client->url, target);
	curl_easy_setopt(easy, CURLOPT_URL, url.at);
	tcn_buf_fini(&url);
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, client->json);
	curl_easy_setopt(easy, gets ? CURLOPT_HTTPGET : CURLOPT_POST, 1L);
	curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, gets ? NULL : method);
	if (!gets) {
		/* Without a body, libcurl would read standard input. */
		curl_easy_setopt(easy, CURLOPT_POSTFIELDS,
		    body.n ? body.at : "");
		curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
		    (curl_off_t)body.n);
	}
	while ((*status = perform(client)) == 429 || *status == 503) {
		if (tcn_stop_requested() || tcn_now_monotonic_ms() > until_ms)
			break;
		tcn_pace_sleep(CALL_AGAIN_MS / 20);
	}
	*answer = tcn_buf_view(&client->answer);
	if (*status)
		return TCN_OK;
	curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &number);
	/* Of a socket libcurl says what it would of a host. */
	return tcn_err_set(err, TCN_IO, "%s%s",
	    client->by_sock && number ? strerror((int)number) : client->why,
	    mend(client, number));
}

enum tcn_rc
tcn_client_post(struct tcn_client *client, const char *path,
    struct tcn_str body, long *status, struct tcn_str *answer,
    struct tcn_err *err)
{
	int64_t until_ms = tcn_now_monotonic_ms() + client->give_up_ms;
	int64_t wait_ms = WAIT_LEAST_MS;
	char url[URL_BYTES];

	assert(path && *path == '/');
	*err = (struct tcn_err){ 0 };
	snprintf(url, sizeof url, "%s%s", client->url, path);
	curl_easy_setopt(client->easy, CURLOPT_URL, url);
	for (;;) {
		int64_t asked_ms = 0;

		*status = try_once(client, body);
		if (*status && *status != 429 && *status != 503)
			break;
		if (*status) {
			curl_off_t seconds = 0;

			curl_easy_getinfo(client->easy, CURLINFO_RETRY_AFTER,
			    &seconds);
			asked_ms = seconds > 3600 ? TCN_HOUR_MS
						  : (int64_t)seconds * 1000;
		}
		if (asked_ms > wait_ms)
			wait_ms = asked_ms;
		if (tcn_stop_requested() ||
		    tcn_now_monotonic_ms() + wait_ms > until_ms)
			return *status
			    ? tcn_err_set(err, TCN_IO,
				  "%s: it answers %ld only", url, *status)
			    : tcn_err_set(err, TCN_IO, "%s: %s", url,
				  client->why);
		client->retries++;
		tcn_pace_sleep(wait_ms);
		wait_ms =
		    wait_ms * 2 > WAIT_MOST_MS ? WAIT_MOST_MS : wait_ms * 2;
	}
	*answer = tcn_buf_view(&client->answer);
	return TCN_OK;
}

void
tcn_client_set_patience(struct tcn_client *client, int64_t ms)
{
	assert(ms > 0);
	client->give_up_ms = ms;
	curl_easy_setopt(client->easy, CURLOPT_TIMEOUT_MS, (long)ms);
}

uint64_t
tcn_client_retries(const struct tcn_client *client)
{
	return client->retries;
}
