/* What no article is stored for: the daemon says so, and goes on. */
#include "tests/base/run.h"

#include <event2/http.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "engine/base/mem.h"
#include "sql/store_check.h"
#include "tests/base/raw_store.h"
#include "tests/base/web.h"
#include "tests/tools/serve/daemon/child.h"

/* The store of the daemon that has ended is whole. */
static void
check_store(void)
{
	struct tcn_store *st = child_store();

	raw_store_is_well(st);
	tcn_store_close(st);
}

/* A page whose first version is a copy comes again under another id, and is
 * copied: four articles, none of which ends the daemon. */
START_TEST(a_copied_page_may_come_again)
{
#define BETA "\"source\":\"Beta\",\"url\":\"http://beta.example/vex\","
	static const char body[] =
	    "{\"id\":\"a\",\"ts\":1700000000,\"source\":\"Alpha\",\"lang\":"
	    "\"en\","
	    "\"title\":\"St. Vex files for bankruptcy in US\"}\n"
	    "{\"id\":\"b\",\"ts\":1700000037," BETA "\"lang\":\"en\","
	    "\"title\":\"St. Vex files for US bankruptcy\"}\n"
	    "{\"id\":\"c\",\"ts\":1700000037," BETA "\"lang\":\"en\","
	    "\"title\":\"St. Vex files for US bankruptcy\"}\n"
	    "{\"id\":\"d\",\"ts\":1700000064,\"source\":\"Gamma\",\"lang\":"
	    "\"en\","
	    "\"title\":\"St Vex files US bankruptcy\"}\n";

	child_start(NULL);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body), 200);
	child_wants("{\"stored\":4,\"known\":0,\"rejected\":0,");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	check_store();
}
END_TEST

/* Changes what the store of the daemon takes, beside it. */
static void
change_store(const char *sql)
{
	sqlite3 *sqlite;

	sqlite = raw_store(child.db);
	sqlite3_busy_timeout(sqlite, 10000);
	ck_assert_int_eq(sqlite3_exec(sqlite, sql, NULL, NULL, NULL),
	    SQLITE_OK);
	sqlite3_close(sqlite);
}

/* From now on it takes one article of the category "refuse". */
static void
refuse(void)
{
	change_store("CREATE UNIQUE INDEX refuses ON items (1)"
		     " WHERE category = 'refuse'");
}

#define REFUSED(id)                                                            \
	"{\"id\":\"" id "\",\"category\":\"refuse\",\"lang\":\"en\","          \
	"\"title\":\"Ferry " id " sinks off Harwick\"}\n"

#define SAID(id, source)                                                       \
	"{\"id\":\"" id "\",\"source\":\"" source "\",\"lang\":\"en\","        \
	"\"title\":\"Mayor of Ost resigns after night of votes on bridge\"}\n"

static void
similar(struct tcn_conf *conf)
{
	struct tcn_err err;

	child_keep_log();
	ck_assert_int_eq(tcn_conf_set(conf, "rules.kind=similar", &err),
	    TCN_OK);
	ck_assert_int_eq(tcn_conf_set(conf, "rules.more_than=1", &err), TCN_OK);
}

static unsigned
count(const char *text)
{
	unsigned n = 0;

	for (const char *at = child.answer.at; (at = strstr(at, text)); at++)
		n++;
	return n;
}

/* In the answer and in the log, alone and in the middle of others, whose events
 * are told once. */
START_TEST(what_the_store_refuses_is_rejected)
{
	static const char body[] = SAID("p", "A") SAID("q", "B")
	    REFUSED("three") REFUSED("four") SAID("r", "C");

	child_start(similar);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
			     REFUSED("one")),
	    200);
	child_wants("{\"stored\":1,\"known\":0,\"rejected\":0,");
	refuse();
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
			     REFUSED("two")),
	    200);
	child_wants("{\"stored\":0,\"known\":0,\"rejected\":1,");
	child_wants("the store refuses this article: ");
	child_wants("UNIQUE constraint failed");
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body), 200);
	child_wants("{\"stored\":3,\"known\":0,\"rejected\":2,");
	child_wants("\"id\":\"q\",\"seq\":3,\"duplicate_of\":2");
	child_wants("\"id\":\"r\",\"seq\":4,\"duplicate_of\":2");
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body), 200);
	child_wants("{\"stored\":0,\"known\":3,\"rejected\":2,");
	ck_assert_int_eq(child_call("GET", "/v1/events", NULL, NULL), 200);
	ck_assert_uint_eq(count("\"revision\":"), 1);
	ck_assert_int_eq(child_call("GET", "/readyz", NULL, NULL), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	ck_assert_uint_eq(child_logged("event=refused id=three"), 2);
	ck_assert_uint_eq(child_logged("event=refused id=four"), 2);
	check_store();
}
END_TEST

static char told[TEMP_BYTES + 16], receivers[TEMP_BYTES + 16];

static void
with_receiver(struct tcn_conf *conf)
{
	char text[256];

	similar(conf);
	snprintf(text, sizeof text,
	    "receivers: [{name: r, kind: file, path: %s}]\n", told);
	temp_write(told, "");
	temp_write(receivers, text);
	conf->deliver.receivers = receivers;
	conf->rules.max_per_hour = 0;
}

/* The messages about an event that fired in the transaction are written anew
 * with it: each is sent, once. */
START_TEST(what_was_to_be_told_is_told_once)
{
	static const char body[] =
	    SAID("p", "A") SAID("q", "B") REFUSED("two") REFUSED("three");
	unsigned naps = 0;
	char *text;

	snprintf(told, sizeof told, "%s/told", child.dir);
	snprintf(receivers, sizeof receivers, "%s/receivers", child.dir);
	child_start(with_receiver);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
			     REFUSED("one")),
	    200);
	refuse();
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body), 200);
	child_wants("{\"stored\":2,\"known\":0,\"rejected\":2,");
	do {
		ck_assert_int_eq(child_call("GET", "/v1/deliveries?state=sent",
				     NULL, NULL),
		    200);
	} while (!count("\"receiver\":\"r\"") && child_nap(&naps));
	ck_assert_uint_eq(count("\"receiver\":\"r\""), 1);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	text = temp_read(told);
	ck_assert_msg(strchr(text, '\n') == strrchr(text, '\n') - 1, "%s",
	    text);
	tcn_mem_free(text);
	check_store();
}
END_TEST

static void
answer_feed(struct evhttp_request *request, void *ctx)
{
	static const char *const headers[] = { "Content-Type",
		"application/rss+xml", NULL };

	(void)ctx;
	if (strcmp(evhttp_request_get_uri(request), "/robots.txt") == 0)
		web_reply(request, 404, NULL, "");
	else
		web_reply(request, 200, headers,
		    "<rss version='2.0'><channel><title>Wire</title>"
		    "<item><guid>1</guid><title>Dam bursts</title></item>"
		    "<item><guid>0</guid><title>Strike begins</title></item>"
		    "<item><guid>2</guid><title>Strike ends</title></item>"
		    "<item><guid>3</guid><title>Mayor resigns</title></item>"
		    "</channel></rss>");
}

static void
with_feeds(struct tcn_conf *conf)
{
	child_keep_log();
	(void)!tcn_networks_parse(tcn_str("127.0.0.0/8"), &conf->feeds.allowed,
	    NULL);
}

/* Of a feed what is around it is stored, and the feed goes on. */
START_TEST(an_entry_of_a_feed_is_rejected)
{
	char body[256];

	web_start(answer_feed);
	child_start(with_feeds);
	change_store("CREATE UNIQUE INDEX refuses ON articles (1)"
		     " WHERE title LIKE 'Strike%'");
	snprintf(body, sizeof body, "{\"url\":\"%s\"}", web_url("/feed"));
	ck_assert_int_eq(child_call("POST", "/v1/feeds", NULL, body), 200);
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(child_call("POST", "/v1/feeds/poll", NULL,
				     "{\"all\":true}"),
		    200);
		ck_assert_int_eq(child_call("GET", "/v1/articles", NULL, NULL),
		    200);
		child_wants("Dam bursts");
		child_wants("Mayor resigns");
		child_wants("Strike ");
		ck_assert_uint_eq(count("Strike "), 1);
	}
	ck_assert_int_eq(child_call("GET", "/readyz", NULL, NULL), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	web_stop();
	ck_assert_uint_ge(child_logged("event=refused id="), 1);
	ck_assert_uint_ge(child_logged("UNIQUE constraint failed"), 1);
	check_store();
}
END_TEST

/* The daemon has ended by itself, with a line in the log that says this. */
static void
has_failed(const char *text)
{
	int status = child_stop(0);

	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) != 0);
	ck_assert_uint_eq(child_logged("event=failed"), 1);
	ck_assert_msg(child_logged(text) > 0, "no '%s' in the log", text);
}

/* What the detector is to be read back from is of no article: the daemon ends
 * before it says that any is stored, and goes on when it may. */
START_TEST(saved_state_that_is_refused_is_a_failure)
{
	char body[128];
	long status = 200;

	child_start(similar);
	change_store("CREATE UNIQUE INDEX refuses ON state_changes (1)"
		     " WHERE n > 0");
	for (int i = 0; i < 9 && status == 200; i++) {
		snprintf(body, sizeof body,
		    "{\"id\":\"i%d\",\"title\":\"Ferry %d sinks\"}", i, i);
		status = child_call("POST", "/v1/articles", NULL, body);
	}
	ck_assert_int_eq(status, 503);
	has_failed("UNIQUE constraint failed");
	change_store("DROP INDEX refuses");
	child_start(similar);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body), 200);
	child_wants("{\"stored\":1,\"known\":0,\"rejected\":0,");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	check_store();
}
END_TEST

#define AGO   1000 /* seconds: the stream is one of the past */
#define QUIET 60

static void
with_quiet(struct tcn_conf *conf)
{
	with_receiver(conf);
	conf->rules.quiet_ms = QUIET * 1000;
}

static void
post_dated(const char *id, const char *title, long long ts)
{
	char body[256];

	snprintf(body, sizeof body,
	    "{\"id\":\"%s\",\"source\":\"%s\",\"lang\":\"en\","
	    "\"ts\":%lld,\"title\":\"%s\"}",
	    id, id, ts, title);
	ck_assert_msg(child_call("POST", "/v1/articles", NULL, body) ==
		(strcmp(id, "late") ? 200 : 503),
	    "%s", child.answer.at);
}

/*
 * Two events close by time, of which the store takes the first: no article is
 * at fault, not the one that comes then, and each would be the next time. The
 * daemon ends and names the event. When it may be stored it closes, too, and
 * each is told once.
 */
START_TEST(an_event_that_cannot_close_is_a_failure)
{
	static const char *const ids[] = { "a", "b", "c", "d" };
	static const char *const titles[] = {
		"Mayor of Ost resigns after night of votes on bridge",
		"Ferry with forty aboard sinks off Harwick in a storm"
	};
	const long long ts = (long long)time(NULL) - AGO;
	unsigned naps = 0;

	snprintf(told, sizeof told, "%s/told", child.dir);
	snprintf(receivers, sizeof receivers, "%s/receivers", child.dir);
	child_start(with_quiet);
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
		post_dated(ids[i], titles[i / 2], ts + (long long)i);
	change_store("CREATE UNIQUE INDEX refuses ON event_revisions (1)"
		     " WHERE state = 2");
	post_dated("late", "Bank of Velt fails", ts + 2 * QUIET);
	has_failed("the store refuses revision 2 of event 2");
	change_store("DROP INDEX refuses");
	child_start(with_quiet);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
			     "{\"id\":\"later\",\"title\":\"Vote\"}"),
	    200);
	do {
		ck_assert_int_eq(child_call("GET", "/v1/deliveries?state=sent",
				     NULL, NULL),
		    200);
	} while (count("\"receiver\":\"r\"") < 4 && child_nap(&naps));
	ck_assert_uint_eq(count("\"receiver\":\"r\""), 4);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	check_store();
}
END_TEST

TCN_TESTS(refused)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_add_test(tc, a_copied_page_may_come_again);
	tcase_add_test(tc, what_the_store_refuses_is_rejected);
	tcase_add_test(tc, what_was_to_be_told_is_told_once);
	tcase_add_test(tc, an_entry_of_a_feed_is_rejected);
	tcase_add_test(tc, saved_state_that_is_refused_is_a_failure);
	tcase_add_test(tc, an_event_that_cannot_close_is_a_failure);
}
