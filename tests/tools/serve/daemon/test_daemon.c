#include "tests/base/run.h"

#include <curl/curl.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/str.h"
#include "sql/store_read.h"
#include "tests/base/demo.h"
#include "tests/base/program.h"
#include "tests/base/store_digest.h"
#include "tests/tools/serve/daemon/child.h"
#include "tools/serve/daemon/daemon_impl.h"

/* --- one answer each --- */

static const struct {
	const char *method, *path, *header, *body;
	long status;
	const char *text;
} calls[] = {
	{ "GET", "/healthz", NULL, NULL, 200, "\"ok\"" },
	{ "GET", "/nowhere", NULL, NULL, 404, "no such path" },
	{ "DELETE", "/v1/articles", NULL, NULL, 405, "not take that method" },
	{ "POST", "/v1/articles", NULL, "{\"id\":\"a\",\"title\":\"T\"}", 200,
	    "\"stored\":1,\"known\":0,\"rejected\":0" },
	{ "POST", "/v1/articles", NULL,
	    "[{\"id\":\"a\",\"title\":\"T\"} , {\"id\":\"a\",\"title\":\"T\"},"
	    "{\"title\":3}]",
	    200, "\"stored\":1,\"known\":1,\"rejected\":1" },
	{ "POST", "/v1/articles", NULL,
	    "{\"id\":\"a\",\"title\":\"}{\"}\n\n{\"id\":\"b\",\"title\":\"U\"}"
	    "\n",
	    200, "\"stored\":2" },
	{ "POST", "/v1/articles", NULL, "", 200, "\"results\":[]" },
	{ "POST", "/v1/articles", NULL, "[]", 200, "\"results\":[]" },
	{ "POST", "/v1/articles", NULL, "no", 200,
	    "an article must be a JSON object" },
	{ "POST", "/v1/articles", NULL, "{\"id\":\"a\",\"title\":\"T\"}{", 200,
	    "the body ends inside of an object" },
	{ "POST", "/v1/articles", "Content-Encoding: gzip", "no gzip", 400,
	    "no sound gzip" },
	{ "POST", "/v1/articles", "Content-Encoding: br", "x", 415, "gzip" },
	{ "GET", "/v1/articles/none", NULL, NULL, 404, "no article" },
	{ "GET", "/v1/events", NULL, NULL, 200,
	    "\"events\":[],\"more\":false" },
	{ "GET", "/v1/events?limit=x", NULL, NULL, 400, "limit" },
	{ "GET", "/v1/events?since=x", NULL, NULL, 400, "since" },
	{ "GET", "/v1/events/none", NULL, NULL, 404, "no event" },
	{ "GET", "/v1/events/none/report?format=exe", NULL, NULL, 400,
	    "format must be" },
	{ "GET", "/v1/search", NULL, NULL, 400, "a search needs one of" },
	{ "GET", "/v1/search?q=x", NULL, NULL, 200, "\"articles\":[]" },
	{ "GET", "/v1/feeds", NULL, NULL, 200, "\"feeds\":[]" },
	{ "GET", "/metrics", NULL, NULL, 200, "tocsin_articles_total 0\n" },
	{ "GET", "/metrics", "Accept: application/openmetrics-text", NULL, 200,
	    "# EOF\n" },
	/* requests that a web page makes a browser send */
	{ "GET", "/v1/events", "Origin: http://evil.example", NULL, 403,
	    "not other web pages" },
	{ "GET", "/healthz", "Host: evil.example", NULL, 403,
	    "only programs on this machine may call" },
};

START_TEST(each_call_has_its_answer)
{
	child_start(NULL);
	ck_assert_int_eq(child_call(calls[_i].method, calls[_i].path,
			     calls[_i].header, calls[_i].body),
	    calls[_i].status);
	child_wants(calls[_i].text);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(a_body_over_the_limit_is_refused)
{
	struct tcn_buf body = { 0 };

	child_start(NULL);
	tcn_buf_z(&body, "{\"id\":\"a\",\"title\":\"T\",\"text\":\"");
	for (int i = 0; i < 500000; i++)
		tcn_buf_char(&body, 'x');
	tcn_buf_z(&body, "\"}");
	ck_assert_int_ne(child_call("POST", "/v1/articles", NULL, body.at),
	    200);
	ck_assert_int_eq(child_call("GET", "/v1/articles/a", NULL, NULL), 404);
	tcn_buf_fini(&body);
}
END_TEST

/* --- access --- */

START_TEST(tokens_open_what_their_scope_says)
{
	static const char *const reader =
	    "Authorization: Bearer reader-0123456789";
	static const char *const writer =
	    "authorization: bearer writer-0123456789";
	static const char body[] = "{\"id\":\"a\",\"title\":\"T\"}";

	child_write_tokens("# who\n\nread reader-0123456789\n"
			   "write writer-0123456789\n",
	    0600);
	child_start(child_with_tokens);
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
	ck_assert_int_eq(child_call("GET", "/v1/events", NULL, NULL), 401);
	child_wants("Bearer TOKEN");
	ck_assert_int_eq(child_call("GET", "/v1/events", reader, NULL), 200);
	ck_assert_int_eq(child_call("GET", "/v1/events", writer, NULL), 200);
	ck_assert_int_eq(child_call("POST", "/v1/articles", reader, body), 403);
	ck_assert_int_eq(child_call("POST", "/v1/articles", writer, body), 200);
	ck_assert_int_eq(child_call("GET", "/v1/events",
			     "Authorization: Bearer wrong", NULL),
	    401);
}
END_TEST

/* --- acknowledged articles survive a kill --- */

static void
post_one(int i)
{
	char body[128];

	snprintf(body, sizeof body,
	    "{\"id\":\"n%d\",\"title\":\"Number %d of the day is out\"}", i, i);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body), 200);
}

START_TEST(killed_at_any_moment_it_keeps_what_it_acknowledged)
{
	char path[64];

	for (int run = 0; run < 10; run++) {
		child_start(NULL);
		for (int i = 0; i < run + 1; i++)
			post_one(run * 100 + i);
		child_stop(SIGKILL);
	}
	child_start(NULL);
	for (int run = 0; run < 10; run++) {
		for (int i = 0; i < run + 1; i++) {
			snprintf(path, sizeof path, "/v1/articles/n%d",
			    run * 100 + i);
			ck_assert_int_eq(child_call("GET", path, NULL, NULL),
			    200);
		}
	}
	post_one(0);
	child_wants("\"known\":1");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- and is acknowledged, whatever else there is to do --- */

static void
on_busy(evutil_socket_t fd, short what, void *of)
{
	static const struct timeval at_once;

	(void)fd, (void)what;
	evtimer_add(of, &at_once);
}

/* Each turn of the loop has something more to do. */
static void
keep_busy(struct tcn_daemon *daemon)
{
	struct event *busy =
	    evtimer_new(daemon->base, on_busy, event_self_cbarg());

	on_busy(-1, 0, busy);
}

START_TEST(a_commit_waits_for_no_other_requests)
{
	child.hook = keep_busy;
	child_start(NULL);
	post_one(1);
	post_one(2);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- from article to alert --- */

/* A background of items that have nothing to do with each other. */
static void
post_chatter(void)
{
	struct tcn_buf body = { 0 };
	time_t now = time(NULL);

	for (int i = 0; i < 1500; i++)
		tcn_buf_printf(&body,
		    "{\"id\":\"c%d\",\"ts\":%lld,\"source\":\"Outlet %d\","
		    "\"title\":\"alpha%d beta%d gamma%d delta%d\"}\n",
		    i, (long long)now - 10000 + i * 5, i % 50, i, i, i, i);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body.at),
	    200);
	tcn_buf_fini(&body);
}

/* So many articles on one event, from as many outlets, within the hour. */
static void
post_event(int n)
{
	static const char *const words[] = { "earthquake", "Quilenge", "coast",
		"tsunami", "warning", "magnitude", "Norvland", "evacuated" };
	struct tcn_buf body = { 0 };
	time_t now = time(NULL);

	for (int i = 0; i < n; i++) {
		tcn_buf_printf(&body,
		    "{\"id\":\"e%d\",\"ts\":%lld,\"source\":\"Outlet %d\","
		    "\"url\":\"http://outlet%d.example/%d\",\"title\":\"",
		    i, (long long)now - 1600 + i * (1600 / n), i, i, i);
		for (int w = 0; w < 5; w++)
			tcn_buf_printf(&body, "%s ",
			    words[(i * 3 + w * (i % 3 + 1)) % 8]);
		tcn_buf_printf(&body, "own%d more%d\"}\n", i, i);
	}
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body.at),
	    200);
	tcn_buf_clear(&body);
	tcn_buf_printf(&body, "\"stored\":%d", n);
	child_wants(body.at);
	tcn_buf_fini(&body);
}

/* The first event that the daemon lists. */
static void
find_event(char id[static 64])
{
	const char *at;

	ck_assert_int_eq(child_call("GET", "/v1/events", NULL, NULL), 200);
	at = strstr(child.answer.at, "{\"event\":\"");
	ck_assert_ptr_nonnull(at);
	snprintf(id, 64, "%.*s", (int)strcspn(at + 10, "\""), at + 10);
}

/* Listens until `until` has been received, or for two seconds. */
static void
listen_for(const char *header, const char *until)
{
	CURL *easy = curl_easy_init();
	CURLM *multi = curl_multi_init();
	struct curl_slist *headers =
	    header ? curl_slist_append(NULL, header) : NULL;
	char url[128];
	int running = 1;

	tcn_buf_fini(&child.answer);
	child.answer = (struct tcn_buf){ 0 };
	snprintf(url, sizeof url, "http://127.0.0.1:%u/v1/stream", child.port);
	curl_easy_setopt(easy, CURLOPT_URL, url);
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, child_append);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, &child.answer);
	curl_multi_add_handle(multi, easy);
	for (int i = 0; i < 100 && running; i++) {
		curl_multi_perform(multi, &running);
		if (child.answer.at && strstr(child.answer.at, until))
			break;
		curl_multi_poll(multi, NULL, 0, 20, NULL);
	}
	curl_multi_remove_handle(multi, easy);
	curl_easy_cleanup(easy);
	curl_multi_cleanup(multi);
	curl_slist_free_all(headers);
}

START_TEST(an_event_is_streamed_and_can_be_queried)
{
	char id[64], path[128];

	child_start(NULL);
	post_chatter();
	post_event(16);
	find_event(id);
	child_wants("\"items\":16");
	child_wants("\"evidence\":[\"e0\",");
	snprintf(path, sizeof path, "/v1/events/%s", id);
	ck_assert_int_eq(child_call("GET", path, NULL, NULL), 200);
	child_wants("\"revisions\":[");
	snprintf(path, sizeof path, "/v1/events/%s/report", id);
	ck_assert_int_eq(child_call("GET", path, NULL, NULL), 200);
	child_wants("<!DOCTYPE html>");
	ck_assert_int_eq(child_call("GET", "/v1/search?q=tsunami", NULL, NULL),
	    200);
	child_wants("\"id\":\"e0\"");
	/* a listener that reconnects gets what it missed */
	listen_for("Last-Event-ID: 0", "event: hello");
	listen_for("Last-Event-ID: 0", id);
	child_wants("event: alert\n"
		    "data: {\"seq\":1,\"prev\":0,\"event\":\"");
	listen_for(NULL, id);
	child_wants(": welcome");
	ck_assert_ptr_null(strstr(child.answer.at, id));
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* Such a report is made between other requests, but the page cannot wait. */
START_TEST(the_page_of_a_large_event_has_its_report)
{
	char id[64], path[128];

	child_start(NULL);
	post_chatter();
	post_event(520);
	find_event(id);
	snprintf(path, sizeof path, "/e/%s", id);
	ck_assert_int_eq(child_call("GET", path, NULL, NULL), 200);
	child_wants("520");
	child_wants("<h2>Timeline</h2>");
	snprintf(path, sizeof path, "/v1/events/%s/report?format=sections", id);
	ck_assert_int_eq(child_call("GET", path, NULL, NULL), 200);
	child_wants("<h2>Timeline</h2>");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

static const struct {
	const char *query, *accept, *says;
} readers[] = {
	{ "", NULL, "<html lang=\"en\">" },
	{ "", "Accept-Language: de-AT,de;q=0.9,en;q=0.2",
	    "<html lang=\"de\">" },
	{ "", "Accept-Language: fr", "<html lang=\"fr\">" },
	{ "", "Accept-Language: ja", "<html lang=\"en\">" },
	{ "?lang=es", "Accept-Language: fr", "<html lang=\"es\">" },
	{ "?lang=auto", "Accept-Language: fr", "<html lang=\"en\">" },
	{ "?format=md", "Accept-Language: fr", "**Special report, " },
	{ "?format=md&lang=fr", NULL, "**Dossier sp\u00e9cial, " },
	{ "?format=sections", "Accept-Language: fr", "<h2>Sources</h2>" },
	{ "?format=sections&lang=de", NULL, "<h2>Quellen</h2>" },
};

/* One daemon, and readers of four languages. */
START_TEST(a_report_speaks_its_readers_language)
{
	char id[64], path[128];

	child_start(NULL);
	post_chatter();
	post_event(16);
	find_event(id);
	for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
		snprintf(path, sizeof path, "/v1/events/%s/report%s", id,
		    readers[i].query);
		ck_assert_int_eq(child_call("GET", path, readers[i].accept,
				     NULL),
		    200);
		child_wants(readers[i].says);
		ck_assert_int_eq(!*readers[i].query,
		    strstr(child.head.at, "Accept-Language") != NULL);
	}
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* An event is too old if it lies further back than its rule looks. */
static const struct {
	const char *within;
	int hours; /* how old the article is */
	bool told;
} ages[] = {
	{ "1h", 2, false },
	{ "1h", 0, true },
	{ "24h", 6, true },
	{ "24h", 30, false },
};

static int age; /* which of them */

static void
with_ages(struct tcn_conf *conf)
{
	static char rules[TEMP_BYTES + 16], receivers[TEMP_BYTES + 16];
	FILE *file;

	snprintf(rules, sizeof rules, "%s/rules", child.dir);
	file = fopen(rules, "w");
	fprintf(file,
	    "rules: [{name: a, watch: true, within: %s, where: {any: x}}]\n",
	    ages[age].within);
	fclose(file);
	snprintf(receivers, sizeof receivers, "%s/receivers", child.dir);
	file = fopen(receivers, "w");
	fprintf(file, "receivers: [{name: r, kind: file, path: %s/told}]\n",
	    child.dir);
	fclose(file);
	conf->rules.file = rules;
	conf->deliver.receivers = receivers;
}

START_TEST(an_article_may_be_as_old_as_its_rule_looks_back)
{
	char body[128];

	age = _i;
	child_start(with_ages);
	snprintf(body, sizeof body, "{\"title\":\"x y z\",\"ts\":%lld}",
	    (long long)time(NULL) - ages[_i].hours * 3600);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body), 200);
	ck_assert_int_eq(child_call("GET", "/v1/events", NULL, NULL), 200);
	child_wants("\"rule\":\"a\"");
	ck_assert_int_eq(child_call("GET", "/v1/deliveries", NULL, NULL), 200);
	ck_assert_int_eq(strstr(child.answer.at, "\"receiver\"") != NULL,
	    ages[_i].told);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- the cost of one question --- */

/* Copy i of one article; its text is the longer the more bytes are asked. */
static void
write_copy(struct tcn_buf *out, int i, int bytes)
{
	tcn_buf_clear(out);
	tcn_buf_printf(out,
	    "{\"id\":\"k%d\",\"source\":\"S%d\",\"title\":\"Copied harbour "
	    "engine\",\"text\":\"",
	    i, i);
	while (out->n < (size_t)bytes)
		tcn_buf_z(out, "violet thunder paper glacier ");
	tcn_buf_z(out, "\"}");
}

static int
count_found(void)
{
	int n = 0;

	for (const char *at = child.answer.at;
	     (at = strstr(at, "\"similarity\"")); at++)
		n++;
	return n;
}

static const struct {
	int posted, bytes, found;
} questions[] = {
	{ 50, 100, 50 },
	{ 230, 100, 200 },
	/* four MiB are read, and the text they end in */
	{ 30, 300000, 14 },
};

START_TEST(a_question_reads_so_much_and_no_more)
{
	struct tcn_buf body = { 0 };

	child_start(NULL);
	for (int i = 0; i < questions[_i].posted; i++) {
		write_copy(&body, i, questions[_i].bytes);
		ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
				     body.at),
		    200);
	}
	ck_assert_int_eq(child_call("POST", "/v1/dups?limit=1000", NULL,
			     body.at),
	    200);
	ck_assert_int_eq(count_found(), questions[_i].found);
	ck_assert_int_eq(child_call("POST", "/v1/related?limit=1000", NULL,
			     body.at),
	    200);
	ck_assert_int_eq(count_found(), questions[_i].found);
	tcn_buf_fini(&body);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- live equals replay --- */

#define TABLES_MAX 32

struct digests {
	struct {
		char table[32];
		uint64_t digest;
	} at[TABLES_MAX];
	int n;
};

/* Takes the digest of a table; meta has the name of the run and may differ. */
static void
add_digest(void *ctx, const char *table, uint64_t rows, uint64_t digest)
{
	struct digests *all = ctx;

	(void)rows;
	if (strcmp(table, "meta") == 0)
		return;
	ck_assert_int_lt(all->n, TABLES_MAX);
	snprintf(all->at[all->n].table, sizeof all->at[0].table, "%s", table);
	all->at[all->n++].digest = digest;
}

static void
take_digests(const char *path, struct digests *all)
{
	struct tcn_store *st;

	all->n = 0;
	ck_assert_int_eq(tcn_store_open(path, TCN_STORE_EXISTING, &st, NULL),
	    TCN_OK);
	ck_assert_int_eq(store_digest(st, add_digest, all), TCN_OK);
	tcn_store_close(st);
}

/* Posts the file in bodies of so many lines. */
static void
post_file(const char *path, int lines)
{
	FILE *file = fopen(path, "r");
	struct tcn_buf body = { 0 };
	char line[65536];
	int n = 0;

	ck_assert_ptr_nonnull(file);
	while (fgets(line, sizeof line, file)) {
		tcn_buf_z(&body, line);
		if (++n % lines)
			continue;
		ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
				     body.at),
		    200);
		tcn_buf_clear(&body);
	}
	if (body.n)
		ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
				     body.at),
		    200);
	tcn_buf_fini(&body);
	fclose(file);
}

static const int batches[] = { 7, 50, 200 };

START_TEST(live_is_what_a_replay_would_be)
{
	struct digests live, replayed;
	char stream[80], line[256];
	const char *printed;

	snprintf(stream, sizeof stream, "%s/stream", child.dir);
	demo_write(stream, 1500, 2);
	child_start(NULL);
	post_file(stream, batches[_i]);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	take_digests(child.db, &live);
	snprintf(line, sizeof line, "replay -q --db %s/other.db %s", child.dir,
	    stream);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	snprintf(line, sizeof line, "%s/other.db", child.dir);
	take_digests(line, &replayed);
	ck_assert_int_eq(live.n, replayed.n);
	for (int i = 0; i < live.n; i++) {
		ck_assert_str_eq(live.at[i].table, replayed.at[i].table);
		ck_assert_msg(live.at[i].digest == replayed.at[i].digest, "%s",
		    live.at[i].table);
	}
}
END_TEST

TCN_TESTS(daemon)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_set_timeout(tc, 300);
	TCN_EACH(each_call_has_its_answer, calls);
	tcase_add_test(tc, a_body_over_the_limit_is_refused);
	tcase_add_test(tc, tokens_open_what_their_scope_says);
	tcase_add_test(tc, killed_at_any_moment_it_keeps_what_it_acknowledged);
	tcase_add_test(tc, a_commit_waits_for_no_other_requests);
	tcase_add_test(tc, an_event_is_streamed_and_can_be_queried);
	tcase_add_test(tc, the_page_of_a_large_event_has_its_report);
	tcase_add_test(tc, a_report_speaks_its_readers_language);
	TCN_EACH(an_article_may_be_as_old_as_its_rule_looks_back, ages);
	TCN_EACH(a_question_reads_so_much_and_no_more, questions);
	TCN_EACH(live_is_what_a_replay_would_be, batches);
}
