/* Pictures of articles through the daemon: what is shown, what is not, and whom
 * it asks. */
#include "tests/base/run.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "tests/base/png.h"
#include "tests/base/web.h"
#include "tests/tools/serve/daemon/child.h"
#include "tools/base/picture_program.h"
#include "tools/intake/feeds/fetch.h"

/* --- the host of the pictures --- */

static int asked; /* in its process: requests but for /count */

static void
reply_bytes(struct evhttp_request *request, struct tcn_buf *bytes)
{
	struct evbuffer *body = evbuffer_new();

	/* What it calls them does not count. */
	evhttp_add_header(evhttp_request_get_output_headers(request),
	    "Content-Type", "text/html");
	evbuffer_add(body, bytes->at, bytes->n);
	evhttp_send_reply(request, 200, "", body);
	evbuffer_free(body);
	tcn_buf_fini(bytes);
}

static void
answer(struct evhttp_request *request, void *ctx)
{
	static const char *const png[] = { "Content-Type", "image/png", NULL };
	const char *path = evhttp_request_get_uri(request);
	struct tcn_buf bytes = { 0 };
	char text[200];
	const char *const to[] = { "Location", text, NULL };

	(void)ctx;
	asked += strcmp(path, "/count") != 0;
	snprintf(text, sizeof text, "http://127.0.0.2%s/good.png",
	    strrchr(evhttp_find_header(
			evhttp_request_get_input_headers(request), "Host"),
		':'));
	if (strcmp(path, "/away") == 0) {
		web_reply(request, 302, to, "");
	} else if (strcmp(path, "/slow") == 0) {
		evhttp_request_own(request);
	} else if (strcmp(path, "/html") == 0) {
		web_reply(request, 200, png, "<!DOCTYPE html><title>x</title>");
	} else if (strcmp(path, "/svg") == 0) {
		web_reply(request, 200, png,
		    "<svg xmlns='http://www.w3.org/2000/svg'/>");
	} else if (strcmp(path, "/none") == 0) {
		web_reply(request, 404, NULL, "");
	} else if (strcmp(path, "/count") == 0) {
		snprintf(text, sizeof text, "%d", asked);
		web_reply(request, 200, NULL, text);
	} else {
		bool bomb = strcmp(path, "/bomb") == 0;

		png_make(bomb ? 30000 : 800, bomb ? 30000 : 600, bomb ? 1 : 600,
		    0x336699, &bytes);
		if (strcmp(path, "/half") == 0)
			bytes.n /= 2;
		reply_bytes(request, &bytes);
	}
}

static int
count(void)
{
	struct tcn_fetch_job job = { .url = web_url("/count") };
	struct tcn_fetch_result fetched;
	struct tcn_fetch_conf conf;
	struct tcn_fetch *fetch;
	int n;

	tcn_fetch_conf_default(&conf);
	conf.allowed.all = true;
	fetch = tcn_fetch_new(&conf);
	tcn_fetch_add(fetch, &job);
	ck_assert_int_eq(tcn_fetch_next(fetch, 10000, &fetched), TCN_OK);
	n = atoi(fetched.body.at);
	tcn_fetch_free(fetch);
	return n;
}

/* --- the daemon --- */

static void
with_images(struct tcn_conf *conf)
{
	conf->web.images = true;
	(void)!tcn_networks_parse(tcn_str("127.0.0.1/32"), &conf->feeds.allowed,
	    NULL);
}

static void
with_little_time(struct tcn_conf *conf)
{
	with_images(conf);
	conf->feeds.timeout_ms = 500;
}

static void
with_no_private_host(struct tcn_conf *conf)
{
	conf->web.images = true;
}

static void
setup(void)
{
	child_setup();
	web_start(answer);
}

static void
teardown(void)
{
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	web_stop();
	child_teardown();
}

/* Takes an article in; its number is how many there are. */
static void
post(const char *path)
{
	char body[400];
	static int n;

	snprintf(body, sizeof body,
	    "{\"id\":\"p%d\",\"title\":\"Bridge %d closes\",\"source\":"
	    "\"Wire\",\"image\":\"%s\"}",
	    n, n, path ? web_url(path) : "");
	n++;
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body), 200);
	child_wants("\"stored\":1");
}

static long
get(int seq)
{
	char path[64];

	snprintf(path, sizeof path, "/v1/images/%d", seq);
	return child_call("GET", path, NULL, NULL);
}

START_TEST(a_picture_is_fetched_once_and_made_small)
{
	child_start(with_images);
	post("/good.png");
	post("/good.png");
	ck_assert_int_eq(get(1), 200);
	ck_assert_uint_gt(child.answer.n, 100);
	ck_assert(memcmp(child.answer.at, "\xff\xd8\xff", 3) == 0);
	ck_assert_str_eq(child_header("Content-Type"), "image/jpeg");
	ck_assert_str_eq(child_header("X-Content-Type-Options"), "nosniff");
	ck_assert_str_eq(child_header("Cache-Control"),
	    "private, max-age=86400");
	ck_assert_int_eq(get(1), 200);
	ck_assert_int_eq(get(2), 200);
	ck_assert_int_eq(count(), 1);
	ck_assert_int_eq(child_call("GET", "/metrics", NULL, NULL), 200);
	child_wants("tocsin_pictures_fetched_total 1\n");
	child_wants("tocsin_pictures_failed_total 0\n");
}
END_TEST

static const char *const bad[] = { "/html", "/svg", "/none", "/bomb", "/half",
	"/away" };

/* It is no picture, its host is not asked again, and all else goes on. */
START_TEST(what_is_bad_is_not_shown)
{
	child_start(with_images);
	post(bad[_i]);
	ck_assert_int_eq(get(1), 404);
	child_wants("there is no picture");
	ck_assert_int_eq(get(1), 404);
	ck_assert_int_eq(count(), 1);
	post("/good.png");
	ck_assert_int_eq(get(2), 200);
}
END_TEST

START_TEST(a_host_that_is_slow_is_given_up)
{
	child_start(with_little_time);
	post("/slow");
	ck_assert_int_eq(get(1), 404);
	ck_assert_int_eq(get(1), 404);
	ck_assert_int_eq(count(), 1);
	post("/slow");
}
END_TEST

START_TEST(a_private_host_is_not_asked)
{
	child_start(with_no_private_host);
	post("/good.png");
	ck_assert_int_eq(get(1), 404);
	ck_assert_int_eq(count(), 0);
}
END_TEST

START_TEST(only_pictures_of_stored_articles)
{
	child_start(with_images);
	post(NULL);
	ck_assert_int_eq(get(1), 404);
	ck_assert_int_eq(get(2), 404);
	ck_assert_int_eq(get(-1), 400);
	ck_assert_int_eq(child_call("GET", "/v1/images/1?url=http://x.example/",
			     NULL, NULL),
	    400);
	ck_assert_int_eq(child_call("GET", "/v1/images/http%3A%2F%2Fx.example",
			     NULL, NULL),
	    400);
	ck_assert_int_eq(count(), 0);
}
END_TEST

START_TEST(nobody_is_asked_unless_it_is_set)
{
	child_start(NULL);
	post("/good.png");
	ck_assert_int_eq(get(1), 404);
	child_wants("web.images");
	ck_assert_int_eq(count(), 0);
}
END_TEST

static void
reload(const char *yaml)
{
	child_write_conf(yaml);
	ck_assert_int_eq(child_call("POST", "/v1/reload", NULL, NULL), 200);
}

START_TEST(a_reload_turns_them_on_and_off)
{
	child_start(NULL);
	post("/good.png");
	ck_assert_int_eq(get(1), 404);
	reload("web: {images: true}\nfeeds: {private: [127.0.0.1/32]}\n");
	ck_assert_int_eq(get(1), 200);
	reload("feeds: {private: [127.0.0.1/32]}\n");
	ck_assert_int_eq(get(1), 404);
	ck_assert_int_eq(count(), 1);
}
END_TEST

static void
with_tokens(struct tcn_conf *conf)
{
	with_images(conf);
	child_with_tokens(conf);
}

START_TEST(it_needs_the_scope_of_a_reader)
{
	child_write_tokens("read an-old-river-stone\n", 0600);
	child_start(with_tokens);
	ck_assert_int_eq(get(1), 401);
	ck_assert_int_eq(child_call("GET", "/v1/images/1",
			     "Authorization: Bearer an-old-river-stone", NULL),
	    404);
}
END_TEST

/* Without libgd none is shown. */
TCN_TESTS(pictures)
{
	char program[PATH_MAX];

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, nobody_is_asked_unless_it_is_set);
	if (!tcn_picture_program(program))
		return;
	tcase_add_test(tc, a_picture_is_fetched_once_and_made_small);
	TCN_EACH(what_is_bad_is_not_shown, bad);
	tcase_add_test(tc, a_host_that_is_slow_is_given_up);
	tcase_add_test(tc, a_private_host_is_not_asked);
	tcase_add_test(tc, only_pictures_of_stored_articles);
	tcase_add_test(tc, it_needs_the_scope_of_a_reader);
	tcase_add_test(tc, a_reload_turns_them_on_and_off);
}
