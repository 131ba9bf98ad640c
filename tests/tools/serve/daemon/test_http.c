/*
 * Hostile clients: raw sockets against the daemon in a process of its own.
 */
#include "tests/base/run.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <zlib.h>

#include "tests/tools/serve/daemon/child.h"
#include "tests/tools/serve/daemon/hand_clock.h"
#include "tests/tools/serve/daemon/raw.h"

#define HOST "Host: localhost\r\n"

/* The server still answers a new client. */
static void
is_well(void)
{
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
}

/* --- one request each --- */

static const struct {
	const char *sent, *answer;
} requests[] = {
	{ "GET /healthz HTTP/1.1\r\n" HOST "\r\n", "HTTP/1.1 200" },
	{ "HEAD /healthz HTTP/1.1\r\n" HOST "\r\n", "HTTP/1.1 200" },
	{ "OPTIONS /healthz HTTP/1.1\r\n" HOST "\r\n", "HTTP/1.1 405" },
	{ "BREW /healthz HTTP/1.1\r\n" HOST "\r\n", "HTTP/1.1 501" },
	{ "DELETE /healthz HTTP/1.1\r\n" HOST "\r\n", "HTTP/1.1 405" },
	{ "GET /healthz HTTP/1.1\r\n\r\n", "HTTP/1.1 400" },
	{ "GET /healthz HTTP/1.1\r\n" HOST HOST "\r\n", "one Host" },
	{ "GET http://localhost/healthz HTTP/1.1\r\n" HOST "\r\n",
	    "HTTP/1.1 200" },
	{ "GET http://evil.example/healthz HTTP/1.1\r\n" HOST "\r\n",
	    "another host than Host" },
	{ "GET healthz HTTP/1.1\r\n" HOST "\r\n", "HTTP/1.1 4" },
	{ "GET /v1/articles/a%00b HTTP/1.1\r\n" HOST "\r\n", "holds a NUL" },
	{ "GET /v1/articles/a%2Fb HTTP/1.1\r\n" HOST "\r\n", "no article" },
	{ "GET /v1/articles/a%0d%0aSet-Cookie:%20x HTTP/1.1\r\n" HOST "\r\n",
	    "no article" },
	{ "GET /v1/articles/.. HTTP/1.1\r\n" HOST "\r\n", "no article" },
	{ "POST /v1/articles HTTP/1.1\r\n" HOST
	  "Content-Length: 3\r\nContent-Length: 30\r\n\r\n[] ",
	    "given once" },
	{ "POST /v1/articles HTTP/1.1\r\n" HOST
	  "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
	  "0\r\n\r\n",
	    "HTTP/1.1 400" },
	{ "POST /v1/articles HTTP/1.1\r\n" HOST
	  "Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\n[]",
	    "HTTP/1.1 400" },
	{ "POST /v1/articles HTTP/1.1\r\n" HOST "Content-Length: -1\r\n\r\n",
	    "HTTP/1.1 4" },
	{ "POST /v1/articles HTTP/1.1\r\n" HOST "Content-Length: +2\r\n\r\n[]",
	    "HTTP/1.1 400" },
	{ "POST /v1/articles HTTP/1.1\r\n" HOST
	  "Content-Length: 99999999999999999999\r\n\r\n",
	    "HTTP/1.1 4" },
	{ "POST /v1/articles HTTP/1.1\r\n" HOST
	  "Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n",
	    "\"results\":[]" },
	{ "POST /v1/articles HTTP/1.1\r\n" HOST
	  "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
	    "HTTP/1.1 4" },
	{ "POST /v1/articles HTTP/1.1\r\n" HOST
	  "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n",
	    "HTTP/1.1 100" },
	{ "POST /v1/articles HTTP/1.1\r\n" HOST
	  "Expect: 100-continue\r\nContent-Length: 9999999\r\n\r\n",
	    "HTTP/1.1 4" },
	{ "\x16\x03\x01\x02\x01\x01", "" },
	{ "GET / HTTP/9.9\r\n\r\n", "" },
	{ "\r\n\r\n\r\n", "" },
};

START_TEST(each_request_has_its_answer)
{
	int fd;

	child_start(NULL);
	fd = dial();
	ck_assert(say(fd, requests[_i].sent));
	ck_assert_msg(hear(fd, requests[_i].answer), "no '%s' in: %s",
	    requests[_i].answer, heard);
	ck_assert_ptr_null(strstr(heard, "Set-Cookie"));
	close(fd);
	is_well();
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(a_smuggled_request_is_not_answered)
{
	int fd;

	child_start(NULL);
	fd = dial();
	ck_assert(say(fd,
	    "POST /v1/articles HTTP/1.1\r\n" HOST
	    "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
	    "0\r\n\r\nGET /healthz HTTP/1.1\r\n" HOST "\r\n"));
	ck_assert(ends(fd));
	ck_assert_ptr_null(strstr(heard, "\"ok\""));
	close(fd);
}
END_TEST

START_TEST(requests_in_a_row_are_answered_in_a_row)
{
	char text[65536] = "";
	const char *at = heard;
	size_t n = 0;
	int fd;

	child_start(NULL);
	fd = dial();
	for (int i = 0; i < 50; i++)
		n += (size_t)snprintf(text + n, sizeof text - n,
		    "POST /v1/articles HTTP/1.1\r\n" HOST
		    "Content-Length: 30\r\n\r\n"
		    "{\"id\":\"p%02d\",\"title\":\"A quake\"}",
		    i);
	ck_assert(say(fd, text));
	for (int i = 0; i < 50; i++) {
		char id[32];

		snprintf(id, sizeof id, "\"id\":\"p%02d\"", i);
		if (!strstr(at, id)) {
			ck_assert_msg(hear(fd, id), "%s", heard);
			at = heard;
		}
		at = strstr(at, id);
	}
	close(fd);
}
END_TEST

START_TEST(headers_without_end_are_cut_off)
{
	int fd;

	child_start(NULL);
	fd = dial();
	ck_assert(say(fd, "GET /healthz HTTP/1.1\r\n" HOST));
	for (int i = 0; i < 100000 && say(fd, "X-A: bbbbbbbbbbbbbbbb\r\n"); i++)
		;
	hear(fd, "HTTP/1.1 4");
	close(fd);
	is_well();
}
END_TEST

/* --- packed --- */

/* Packs so many zeros as gzip; returns the bytes it takes. */
static size_t
pack_zeros(char *to, size_t room, size_t zeros)
{
	static char chunk[65536];
	z_stream z = { .next_out = (Bytef *)to, .avail_out = (uInt)room };

	ck_assert_int_eq(deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8,
			     Z_DEFAULT_STRATEGY),
	    Z_OK);
	memset(chunk, ' ', sizeof chunk);
	for (size_t i = 0; i < zeros; i += sizeof chunk) {
		z.next_in = (Bytef *)chunk;
		z.avail_in = sizeof chunk;
		ck_assert_int_eq(deflate(&z, Z_NO_FLUSH), Z_OK);
	}
	ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
	deflateEnd(&z);
	return room - z.avail_out;
}

START_TEST(a_bomb_does_not_go_off)
{
	static char packed[300000];
	char head[256];
	size_t n = pack_zeros(packed, sizeof packed, (size_t)200 << 20);
	int fd;

	child_start(NULL);
	fd = dial();
	snprintf(head, sizeof head,
	    "POST /v1/articles HTTP/1.1\r\n" HOST
	    "Content-Encoding: gzip\r\nContent-Length: %zu\r\n\r\n",
	    n);
	ck_assert(say(fd, head));
	ck_assert(say_n(fd, packed, n));
	ck_assert(hear(fd, "HTTP/1.1 413"));
	close(fd);
	is_well();
}
END_TEST

/* --- slow --- */

#define MINUTE 60000

static void
be_patient(struct tcn_conf *conf)
{
	conf->http.idle_ms = 60 * MINUTE;
	conf->http.slow_ms = 50 * MINUTE;
	conf->http.rate_min_bytes = 1 << 20;
}

/* A byte now and then is no progress: idle never strikes, slow does. */
static const char *const slow[] = {
	"",
	"GET /healthz HTTP/1.1\r\nX-Slow: ",
	"POST /v1/articles HTTP/1.1\r\n" HOST "Content-Length: 300000\r\n\r\n",
	"POST /v1/articles HTTP/1.1\r\n" HOST
	"Transfer-Encoding: chunked\r\n\r\n40000\r\n",
};

START_TEST(a_slow_request_is_cut_off)
{
	int fd;

	child_start(be_patient);
	fd = dial();
	ck_assert(say(fd, slow[_i]));
	for (int minutes = 0; minutes <= 48; minutes += 4) {
		is_well(); /* and it has read what was said */
		ck_assert(is_open(fd));
		hand_clock_pass(4 * MINUTE);
		if (slow[_i][0])
			(void)say(fd, "x");
	}
	ck_assert(ends(fd));
	close(fd);
	/* Who has asked for something is told, in JSON. */
	ck_assert_msg(strncmp(heard, slow[_i][0] ? "HTTP/1.1 408 " : "", 13) ==
		0,
	    "%s", heard);
	if (slow[_i][0])
		ck_assert_ptr_nonnull(strstr(heard,
		    "\r\n\r\n{\"error\":\"the request came too "));
	is_well();
	child_call("GET", "/metrics", NULL, NULL);
	child_wants("connections_slow_total 1\n");
}
END_TEST

START_TEST(an_answer_that_is_not_read_is_cut_off)
{
	char request[128];
	int fd, small = 4096;

	child_start(be_patient);
	for (int i = 0; i < 40; i++) {
		static char text[100000];
		static char body[100200];

		memset(text, 'x', sizeof text - 1);
		snprintf(body, sizeof body,
		    "{\"id\":\"big\",\"source\":\"S%d\",\"title\":\"T\","
		    "\"text\":\"%s\"}",
		    i, text);
		ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body),
		    200);
	}
	fd = dial();
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
	snprintf(request, sizeof request,
	    "GET /v1/articles/big HTTP/1.1\r\n" HOST "\r\n");
	for (int i = 0; i < 4; i++)
		say(fd, request);
	is_well();
	hand_clock_pass(51 * MINUTE);
	is_well();
	child_call("GET", "/metrics", NULL, NULL);
	child_wants("connections_slow_total 1\n");
	close(fd);
}
END_TEST

/* --- many --- */

static void
few(struct tcn_conf *conf)
{
	conf->http.connections_max = 8;
	conf->http.listeners_max = 100;
}

START_TEST(the_idle_make_room)
{
	int fds[20];

	child_start(few);
	for (int i = 0; i < 20; i++) {
		fds[i] = dial();
		ck_assert(say(fds[i], "GET /healthz HTTP/1.1\r\n" HOST "\r\n"));
		ck_assert(hear(fds[i], "\"ok\""));
	}
	for (int i = 0; i < 12; i++)
		ck_assert(ends(fds[i]));
	is_well();
	for (int i = 0; i < 20; i++)
		close(fds[i]);
}
END_TEST

START_TEST(half_a_request_makes_room_too)
{
	int fds[20];

	child_start(few);
	for (int i = 0; i < 20; i++) {
		fds[i] = dial();
		ck_assert(say(fds[i], "GET /healthz HTTP/1.1\r\nX-A: "));
		is_well();
	}
	for (int i = 0; i < 20; i++)
		close(fds[i]);
}
END_TEST

static int
listen_in(void)
{
	int fd = dial();

	ck_assert(say(fd, "GET /v1/stream HTTP/1.1\r\n" HOST "\r\n"));
	ck_assert(hear(fd, "\r\n\r\n"));
	return fd;
}

START_TEST(too_many_listeners_are_refused)
{
	int fds[8], late;
	unsigned naps = 0;

	child_start(few);
	for (int i = 0; i < 8; i++)
		fds[i] = listen_in();
	late = dial();
	ck_assert(hear(late, "HTTP/1.1 503"));
	ck_assert_ptr_nonnull(strstr(heard, "Retry-After: 1"));
	close(late);
	for (int i = 1; i < 8; i++)
		ck_assert(is_open(fds[i]));
	close(fds[0]);
	/* its place is free once the server has noticed that it left */
	while (child_call("GET", "/healthz", NULL, NULL) != 200 &&
	    child_nap(&naps))
		;
	is_well();
	for (int i = 1; i < 8; i++)
		close(fds[i]);
}
END_TEST

/* --- gone before the answer --- */

static void
gather_long(struct tcn_conf *conf)
{
	conf->http.commit_delay_ms = 100;
}

/* Articles are stored even if the client does not wait for the answer. */
START_TEST(a_client_that_hangs_up_harms_nobody)
{
	char text[256];

	child_start(gather_long);
	for (int i = 0; i < 10; i++) {
		struct linger reset = { .l_onoff = i % 2 };
		int fd = dial();

		snprintf(text, sizeof text,
		    "POST /v1/articles HTTP/1.1\r\n" HOST
		    "Content-Length: 23\r\n\r\n");
		ck_assert(say(fd, text));
		snprintf(text, sizeof text, "{\"id\":\"h%d\",\"title\":\"A\"}",
		    i);
		ck_assert(say(fd, text));
		if (reset.l_onoff)
			is_well(); /* it has been read */
		setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
		close(fd);
	}
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
			     "{\"id\":\"h\",\"title\":\"A\"}"),
	    200);
	for (int i = 0; i < 10; i++) {
		snprintf(text, sizeof text, "/v1/articles/h%d", i);
		ck_assert_int_eq(child_call("GET", text, NULL, NULL), 200);
	}
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- large, all together --- */

static void
tight(struct tcn_conf *conf)
{
	conf->http.buffers_max_bytes = 1 << 20;
}

START_TEST(bodies_together_are_bounded)
{
	static char half[200000];
	int fds[30];

	memset(half, 'x', sizeof half);
	child_start(tight);
	for (int i = 0; i < 30; i++) {
		fds[i] = dial();
		ck_assert(say(fds[i],
		    "POST /v1/articles HTTP/1.1\r\n" HOST
		    "Content-Length: 390000\r\n\r\n"));
		(void)say_n(fds[i], half, sizeof half);
		is_well();
	}
	/* the first were closed; a new one is served */
	ck_assert(ends(fds[0]));
	ck_assert(is_open(fds[29]));
	child_call("GET", "/metrics", NULL, NULL);
	ck_assert_ptr_null(strstr(child.answer.at,
	    "connections_crowded_total 0\n"));
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
			     "{\"id\":\"a\",\"title\":\"T\"}"),
	    200);
	for (int i = 0; i < 30; i++)
		close(fds[i]);
}
END_TEST

/* --- listeners --- */

START_TEST(a_listener_is_not_idle)
{
	int listener, idle;

	child_start(be_patient);
	listener = listen_in();
	idle = dial();
	ck_assert(say(idle, "GET /healthz HTTP/1.1\r\n" HOST "\r\n"));
	ck_assert(hear(idle, "\"ok\""));
	hand_clock_pass(61 * MINUTE);
	ck_assert(ends(idle));
	ck_assert(is_open(listener));
	close(listener);
	close(idle);
}
END_TEST

START_TEST(a_listener_that_sends_much_is_cut_off)
{
	static char noise[8192];
	int fd;

	memset(noise, 'x', sizeof noise);
	child_start(NULL);
	fd = listen_in();
	for (int i = 0; i < 10000 && say_n(fd, noise, sizeof noise); i++)
		;
	ck_assert(ends(fd));
	close(fd);
	is_well();
}
END_TEST

/* --- a flood's memory --- */

/* Of the child; 0: this system does not say. */
static unsigned long
resident_mib(void)
{
	char path[64];
	unsigned long pages = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%ld/statm", (long)child.pid);
	file = fopen(path, "r");
	if (!file)
		return 0;
	if (fscanf(file, "%*u %lu", &pages) != 1)
		pages = 0;
	fclose(file);
	return pages * (unsigned long)sysconf(_SC_PAGESIZE) >> 20;
}

static void
with_large_bodies(struct tcn_conf *conf)
{
	conf->http.body_max_bytes = 16 << 20;
}

/* Bodies that never end, and connections that are closed all at once. */
START_TEST(memory_of_a_flood_goes_back)
{
	static char bytes[15 << 20];
	unsigned long before, now = 0;
	unsigned naps;
	int fds[12];

	child_start(with_large_bodies);
	before = resident_mib();
#ifdef __SANITIZE_ADDRESS__
	before = 0; /* it keeps what was freed, to see it used again */
#endif
	for (int round = 0; before && round < 2; round++) {
		for (size_t i = 0; i < 12; i++) {
			fds[i] = dial();
			ck_assert(say(fds[i],
			    "POST /v1/articles HTTP/1.1\r\nHost: localhost\r\n"
			    "Content-Length: 16000000\r\n\r\n"));
			ck_assert(say_n(fds[i], bytes, sizeof bytes));
		}
		for (size_t i = 0; i < 12; i++)
			close(fds[i]);
		naps = 0;
		do
			now = resident_mib();
		while (now >= before + 60 && child_nap(&naps));
		ck_assert_msg(now < before + 60, "%lu MiB, before %lu", now,
		    before);
	}
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

TCN_TESTS(http)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_set_timeout(tc, 300);
	TCN_EACH(each_request_has_its_answer, requests);
	tcase_add_test(tc, a_smuggled_request_is_not_answered);
	tcase_add_test(tc, requests_in_a_row_are_answered_in_a_row);
	tcase_add_test(tc, headers_without_end_are_cut_off);
	tcase_add_test(tc, a_bomb_does_not_go_off);
	TCN_EACH(a_slow_request_is_cut_off, slow);
	tcase_add_test(tc, an_answer_that_is_not_read_is_cut_off);
	tcase_add_test(tc, the_idle_make_room);
	tcase_add_test(tc, half_a_request_makes_room_too);
	tcase_add_test(tc, too_many_listeners_are_refused);
	tcase_add_test(tc, a_client_that_hangs_up_harms_nobody);
	tcase_add_test(tc, bodies_together_are_bounded);
	tcase_add_test(tc, a_listener_is_not_idle);
	tcase_add_test(tc, a_listener_that_sends_much_is_cut_off);
	tcase_add_test(tc, memory_of_a_flood_goes_back);
}
