/*
 * What is happening now, by a daemon as a process: the list and the stream
 * agree, what was looked at is kept by name, and pages hold each row once.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/base/program.h"
#include "tests/tools/serve/daemon/day.h"
#include "tests/tools/serve/daemon/hand_clock.h"
#include "tests/tools/serve/daemon/raw.h"
#include "tools/base/unpack.h"

static char id[64]; /* of an event that is open */

static void
ask_event(const char *method, const char *what, const char *header,
    const char *body)
{
	char path[128];

	snprintf(path, sizeof path, "/v1/events/%s%s", id, what);
	ck_assert_msg(child_call(method, path, header, body) == 200, "%s: %s",
	    path, child.answer.at);
}

static void
take_id(void)
{
	const char *at = strstr(child.answer.at, "{\"event\":\"");

	ck_assert_ptr_nonnull(at);
	snprintf(id, sizeof id, "%.*s", (int)strcspn(at + 10, "\""), at + 10);
}

#define DAY_END 1772582400LL /* 4 March 2026, 00:00 UTC */

static void
setup(void)
{
	child_setup();
	day_copy(child.db);
	/* It is the evening of that day. */
	hand_clock_set(DAY_END - (long long)time(NULL));
	child_start(NULL);
	ck_assert_int_eq(child_call("GET", "/v1/events?order=newest&limit=1",
			     NULL, NULL),
	    200);
	take_id();
	ask_event("POST", "/close", NULL, "{}");
	ask_event("POST", "/reopen", NULL, "{}");
}

static void
teardown(void)
{
	child_teardown();
	hand_clock_set(0);
}

/* The number behind name in the last answer. */
static uint64_t
number(const char *name)
{
	const char *at = strstr(child.answer.at, name);

	ck_assert_msg(at != NULL, "no %s in %s", name, child.answer.at);
	return strtoull(at + strlen(name), NULL, 10);
}

static void
on_one_line(char *text)
{
	for (; (text = strchr(text, '\n')); text++)
		*text = ' ';
}

START_TEST(a_row_of_the_stream_is_that_of_the_list)
{
	char ask[128];
	const char *row;
	char *end;
	int fd;

	ck_assert_int_eq(child_call("GET", "/v1/now", NULL, NULL), 200);
	fd = dial();
	snprintf(ask, sizeof ask,
	    "GET /v1/stream?page=now&after=%u HTTP/1.1\r\n"
	    "Host: localhost\r\n\r\n",
	    (unsigned)number("\"seq\":"));
	ck_assert(say(fd, ask));
	ask_event("POST", "/ack", NULL, "{\"author\":\"Ada\"}");
	ck_assert(hear(fd, "\"acknowledged_by\":\"Ada\""));
	if (!strstr(heard, "\"spark\""))
		ck_assert(hear(fd, "\"spark\""));
	row = strstr(heard, "\"row\":{");
	ck_assert_ptr_nonnull(row);
	end = strstr(row, "}\n\n");
	ck_assert_ptr_nonnull(end);
	*end = '\0';
	ck_assert_int_eq(child_call("GET", "/v1/now", NULL, NULL), 200);
	on_one_line(child.answer.at);
	*--end = '\0'; /* the list may add to a row what group it is in */
	ck_assert_msg(strstr(child.answer.at, row + 6) != NULL, "%s\nin %s",
	    row, child.answer.at);
	ck_assert_uint_eq(number("\"unacknowledged\":") + 1,
	    number("\"open\":"));
	close(fd);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(what_is_over_is_gone_and_comes_back)
{
	uint64_t open;

	ck_assert_int_eq(child_call("GET", "/v1/now", NULL, NULL), 200);
	open = number("\"open\":");
	ask_event("POST", "/close", NULL, "{}");
	ck_assert_int_eq(child_call("GET", "/v1/now", NULL, NULL), 200);
	ck_assert_uint_eq(number("\"open\":") + 1, open);
	/* Not among the rows, which come last, but among those that closed. */
	ck_assert_ptr_null(strstr(strstr(child.answer.at, "\"rows\":"), id));
	ck_assert_ptr_nonnull(strstr(strstr(child.answer.at, "\"closed\":["),
	    id));
	ck_assert_int_eq(child_call("GET", "/v1/now?after=1", NULL, NULL), 200);
	ck_assert_ptr_null(strstr(child.answer.at, id));
	ck_assert_int_eq(child_call("GET", "/v1/now?lang=xx", NULL, NULL), 200);
	ck_assert_ptr_null(strstr(child.answer.at, id));
	ask_event("POST", "/reopen", NULL, "{}");
	ck_assert_int_eq(child_call("GET", "/v1/now?owner=", NULL, NULL), 200);
	ck_assert_ptr_nonnull(strstr(child.answer.at, id));
	ask_event("POST", "/owner", NULL, "{\"owner\":\"desk\"}");
	ck_assert_int_eq(child_call("GET", "/v1/now?owner=", NULL, NULL), 200);
	ck_assert_ptr_null(strstr(child.answer.at, id));
	ck_assert_int_eq(child_call("GET", "/v1/now?owner=me", NULL, NULL),
	    200);
	ck_assert_ptr_nonnull(strstr(child.answer.at, id));
	ck_assert_int_eq(child_call("GET", "/v1/now?lang=xx", NULL, NULL), 200);
	ck_assert_uint_eq(number("\"matching\":"), 0);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(what_was_looked_at_is_kept_by_name)
{
	static const char *const eva =
	    "Authorization: Bearer eva-0123456789abc";
	static const char *const bob =
	    "Authorization: Bearer bob-0123456789abc";

	child_stop(SIGTERM);
	child_write_tokens("read eva-0123456789abc Eva\n"
			   "read bob-0123456789abc Bob\n",
	    0600);
	child_start(child_with_tokens);
	ask_event("POST", "/seen", eva, "{\"revision\":1}");
	child_wants("\"seen\":{\"revision\":1,");
	child_stop(SIGKILL);
	child_start(child_with_tokens);
	ck_assert_int_eq(child_call("GET", "/v1/now", eva, NULL), 200);
	child_wants("\"you\":\"Eva\"");
	child_wants("\"seen\":{\"");
	child_wants("\":{\"revision\":1,\"at\":");
	ck_assert_int_eq(child_call("GET", "/v1/now", bob, NULL), 200);
	child_wants("\"seen\":{}");
	ask_event("GET", "", bob, NULL);
	child_wants("\"seen\":null");
	ask_event("POST", "/seen", eva, "{\"revision\":0}");
	child_wants("\"seen\":null");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* A view is everybody's or one's own: nobody else sees that, takes its name or
 * removes it. */
START_TEST(a_view_may_be_ones_own)
{
	static const char *const eva =
	    "Authorization: Bearer eva-0123456789abc";
	static const char *const bob =
	    "Authorization: Bearer bob-0123456789abc";
	static const char own[] = "{\"name\":\"Mine\",\"for\":\"me\","
				  "\"query\":\"page=now&severity=high\"}";
	static const char shared[] = "{\"name\":\"World\",\"query\":"
				     "\"page=now&severity=low\"}";
	static const char taken[] = "{\"name\":\"World\",\"for\":\"me\","
				    "\"query\":\"page=now&lang=en\"}";

	child_stop(SIGTERM);
	child_write_tokens("admin eva-0123456789abc Eva\n"
			   "admin bob-0123456789abc Bob\n",
	    0600);
	child_start(child_with_tokens);
	ck_assert_int_eq(child_call("POST", "/v1/searches", eva, own), 200);
	child_wants("\"for\":\"me\"");
	ck_assert_int_eq(child_call("POST", "/v1/searches", eva, shared), 200);
	child_wants("\"for\":\"all\"");
	ck_assert_int_eq(child_call("GET", "/v1/now", eva, NULL), 200);
	child_wants("\"name\":\"Mine\"");
	ck_assert_int_eq(child_call("GET", "/v1/now", bob, NULL), 200);
	child_wants("\"name\":\"World\"");
	ck_assert_ptr_null(strstr(child.answer.at, "Mine"));
	ck_assert_int_eq(child_call("GET", "/v1/searches", bob, NULL), 200);
	ck_assert_ptr_null(strstr(child.answer.at, "Mine"));
	ck_assert_int_eq(child_call("POST", "/v1/searches", bob, own), 409);
	ck_assert_int_eq(child_call("POST", "/v1/searches", bob, taken), 409);
	ck_assert_int_eq(child_call("DELETE", "/v1/searches/Mine", bob, NULL),
	    404);
	ck_assert_int_eq(child_call("POST", "/v1/searches", bob, shared), 200);
	ck_assert_int_eq(child_call("DELETE", "/v1/searches/Mine", eva, NULL),
	    200);
	ck_assert_int_eq(child_call("POST", "/v1/searches", bob, own), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- page by page --- */

/* Lists whose pages are walked; what stands in each row once. */
static const struct {
	const char *path, *mark;
	unsigned limit;
} lists[] = {
	{ "/v1/articles?copies=all", "{\"id\":\"", 61 },
	{ "/v1/articles?lang=en", "{\"id\":\"", 97 },
	{ "/v1/articles?source=nobody", "{\"id\":\"", 97 },
	{ "/v1/events/*/items?copies=all", "{\"id\":\"", 3 },
	{ "/v1/events/*/items?order=newest", "{\"id\":\"", 2 },
};

/* Appends the ids of the page's rows to ids, one a line. */
static unsigned
take_ids(const char *mark, struct tcn_buf *ids)
{
	unsigned n = 0;

	for (const char *at = child.answer.at; (at = strstr(at, mark)); n++) {
		at += strlen(mark);
		tcn_buf_add(ids, at, strcspn(at, "\""));
		tcn_buf_char(ids, '\n');
	}
	return n;
}

static void
get_page(const char *path, unsigned limit, uint64_t after)
{
	struct tcn_buf all = { 0 };

	for (; *path; path++)
		if (*path == '*')
			tcn_buf_z(&all, id);
		else
			tcn_buf_char(&all, *path);
	tcn_buf_printf(&all, "&limit=%u", limit);
	if (after)
		tcn_buf_printf(&all, "&after=%llu", (unsigned long long)after);
	ck_assert_msg(child_call("GET", all.at, NULL, NULL) == 200, "%s: %s",
	    all.at, child.answer.at);
	tcn_buf_fini(&all);
}

static void
walk(const char *path, const char *mark, unsigned limit, struct tcn_buf *ids)
{
	uint64_t after = 0;

	do {
		get_page(path, limit, after);
		ck_assert_uint_le(take_ids(mark, ids), limit);
		after = strstr(child.answer.at, "\"more\":true")
		    ? number("\"next\":")
		    : 0;
	} while (after);
	tcn_buf_z(ids, "");
}

START_TEST(pages_hold_each_row_once)
{
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		struct tcn_buf small = { 0 }, large = { 0 };

		walk(lists[i].path, lists[i].mark, lists[i].limit, &small);
		walk(lists[i].path, lists[i].mark, 1000, &large);
		ck_assert_str_eq(small.at ? small.at : "",
		    large.at ? large.at : "");
		ck_assert_int_eq(large.n > 0,
		    strstr(lists[i].path, "nobody") == NULL);
		tcn_buf_fini(&small);
		tcn_buf_fini(&large);
	}
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* Unpacks the last answer, which is packed, into *out. */
static void
unpack(struct tcn_buf *out)
{
	ck_assert_str_eq(child_header("Content-Encoding"), "gzip");
	ck_assert_str_eq(child_header("Vary"), "Accept-Encoding");
	ck_assert_int_eq(tcn_unpack(tcn_buf_view(&child.answer), 1 << 24, out),
	    TCN_OK);
}

/* A page is the same packed and not, kept and made anew, and not sent again. */
START_TEST(a_page_is_packed_for_who_takes_it)
{
	static const char gzip[] = "Accept-Encoding: gzip, br";
	struct tcn_buf plain = { 0 }, packed = { 0 };
	char tag[64], had[96];
	const char *csrf;

	ck_assert_int_eq(child_call("GET", "/", NULL, NULL), 200);
	ck_assert_ptr_null(child_header("Content-Encoding"));
	ck_assert_str_eq(child_header("Vary"), "Accept-Encoding");
	snprintf(tag, sizeof tag, "%s", child_header("ETag"));
	ck_assert_int_eq(strncmp(tag, "W/\"", 3), 0);
	tcn_buf_str(&plain, tcn_buf_view(&child.answer));
	ck_assert_int_eq(child_call("GET", "/", gzip, NULL), 200);
	ck_assert_str_eq(child_header("ETag"), tag);
	ck_assert_uint_lt(child.answer.n * 2, plain.n);
	unpack(&packed);
	ck_assert(tcn_str_equal(tcn_buf_view(&plain), tcn_buf_view(&packed)));
	/* What keeps forms ours stands in it as it is. */
	tcn_buf_z(&plain, "");
	csrf = strstr(plain.at, "\"csrf\":\"");
	ck_assert_ptr_nonnull(csrf);
	ck_assert_ptr_nonnull(memmem(child.answer.at, child.answer.n, csrf + 8,
	    64));
	snprintf(had, sizeof had, "If-None-Match: %s", tag);
	ck_assert_int_eq(child_call("GET", "/", had, NULL), 304);
	ck_assert_uint_eq(child.answer.n, 0);
	ask_event("POST", "/ack", NULL, "{}");
	ck_assert_int_eq(child_call("GET", "/", had, NULL), 200);
	child_wants(id);
	child_wants("acknowledged by");
	tcn_buf_fini(&plain);
	tcn_buf_fini(&packed);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* Answers of the interface, too; but not what is short, and not what has a tag
 * that promises its bytes. */
START_TEST(answers_are_packed_where_it_pays)
{
	static const char gzip[] = "Accept-Encoding: gzip";
	struct tcn_buf packed = { 0 };

	ck_assert_int_eq(child_call("GET", "/v1/openapi.json", gzip, NULL),
	    200);
	unpack(&packed);
	ck_assert_uint_gt(packed.n, 5 * child.answer.n);
	tcn_buf_fini(&packed);
	ck_assert_int_eq(child_call("GET", "/healthz", gzip, NULL), 200);
	ck_assert_ptr_null(child_header("Content-Encoding"));
	ck_assert_int_eq(child_call("GET", "/v1/events.atom", gzip, NULL), 200);
	ck_assert_int_eq(child_header("ETag")[0], '"');
	ck_assert_ptr_null(child_header("Content-Encoding"));
	ck_assert_int_eq(child_call("GET", "/v1/openapi.json",
			     "Accept-Encoding: gzip;q=0, br", NULL),
	    200);
	ck_assert_ptr_null(child_header("Content-Encoding"));
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* The name of the rows in the last answer. */
static void
take_list(char name[32])
{
	const char *at = strstr(child.answer.at, "\"list\":\"");

	ck_assert_ptr_nonnull(at);
	snprintf(name, 32, "%.*s", (int)strcspn(at + 8, "\""), at + 8);
}

START_TEST(a_list_that_is_known_is_not_sent_again)
{
	char name[32], other[32], ask[96];

	ck_assert_int_eq(child_call("GET", "/v1/now", NULL, NULL), 200);
	take_list(name);
	snprintf(ask, sizeof ask, "/v1/now?known=%s", name);
	ck_assert_int_eq(child_call("GET", ask, NULL, NULL), 200);
	child_wants("\"rows\":[]");
	take_list(other);
	ck_assert_str_eq(name, other);
	/* Of other parameters it is another list. */
	snprintf(ask, sizeof ask, "/v1/now?severity=info&limit=499&known=%s",
	    name);
	ck_assert_int_eq(child_call("GET", ask, NULL, NULL), 200);
	child_wants(id);
	snprintf(ask, sizeof ask, "/v1/now?owner=desk&known=%s", name);
	ck_assert_int_eq(child_call("GET", ask, NULL, NULL), 200);
	take_list(other);
	ck_assert_str_ne(name, other);
	/* And once something has happened. */
	ask_event("POST", "/ack", NULL, "{}");
	snprintf(ask, sizeof ask, "/v1/now?known=%s", name);
	ck_assert_int_eq(child_call("GET", ask, NULL, NULL), 200);
	child_wants(id);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* How often text stands in the last answer. */
static size_t
times(const char *text)
{
	const char *at = child.answer.at;
	size_t n = 0;

	for (; (at = strstr(at, text)) != NULL; at++)
		n++;
	return n;
}

START_TEST(no_more_evidence_is_sent_than_is_asked_for)
{
	size_t articles;

	ask_event("GET", "", NULL, NULL);
	articles = times("\"source\":");
	ck_assert_uint_gt(articles, 1);
	ask_event("GET", "?evidence=1", NULL, NULL);
	ck_assert_uint_eq(times("\"source\":"), 1);
	ask_event("GET", "?evidence=1000000", NULL, NULL);
	ck_assert_uint_eq(times("\"source\":"), articles);
	ask_event("GET", "/history?evidence=0", NULL, NULL);
	ck_assert_uint_eq(times("\"evidence\":[]"), times("\"evidence\":["));
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

TCN_TESTS(now_daemon)
{
	tcase_add_unchecked_fixture(tc, day_make, day_drop);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, a_row_of_the_stream_is_that_of_the_list);
	tcase_add_test(tc, what_is_over_is_gone_and_comes_back);
	tcase_add_test(tc, what_was_looked_at_is_kept_by_name);
	tcase_add_test(tc, a_view_may_be_ones_own);
	tcase_add_test(tc, pages_hold_each_row_once);
	tcase_add_test(tc, a_page_is_packed_for_who_takes_it);
	tcase_add_test(tc, answers_are_packed_where_it_pays);
	tcase_add_test(tc, a_list_that_is_known_is_not_sent_again);
	tcase_add_test(tc, no_more_evidence_is_sent_than_is_asked_for);
}
