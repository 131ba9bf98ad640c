/*
 * The daemon and the wall clock: what it does when no article comes, when none
 * has a date, and when the clock is set forward and back.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>

#include "engine/base/mem.h"
#include "sql/store_check.h"
#include "tests/base/program.h"
#include "tests/base/raw_store.h"
#include "tests/base/store_digest.h"
#include "tests/tools/serve/daemon/child.h"
#include "tests/tools/serve/daemon/hand_clock.h"
#include "tools/base/exit.h"

#define HOUR 3600

static char receivers[TEMP_BYTES + 16], told[TEMP_BYTES + 16];
static char stream[TEMP_BYTES + 16];
static long long start; /* of the test, unix seconds */

static void
setup(void)
{
	child_setup();
	hand_clock_set(0);
	start = (long long)time(NULL);
	snprintf(stream, sizeof stream, "%s/stream", child.dir);
	snprintf(told, sizeof told, "%s/told", child.dir);
	snprintf(receivers, sizeof receivers, "%s/receivers", child.dir);
	temp_write(told, "");
}

static void
teardown(void)
{
	child_teardown();
	hand_clock_set(0);
}

#define QUIET_S 60

/* Three items of one text are an event, which is over after a minute. */
static void
with_texts(struct tcn_conf *conf)
{
	char text[256];

	snprintf(text, sizeof text,
	    "receivers: [{name: r, kind: file, path: %s}]\n", told);
	temp_write(receivers, text);
	conf->deliver.receivers = receivers;
	conf->rules.kind = TCN_CONF_RULE_SIMILAR;
	conf->rules.more_than = 2;
	conf->rules.within_ms = 4 * HOUR * 1000;
	conf->rules.quiet_ms = QUIET_S * 1000;
}

/* Posts an article, undated if ts is 0. */
static void
post(const char *id, const char *title, long long ts)
{
	char body[512], date[32] = "";

	if (ts)
		snprintf(date, sizeof date, ",\"ts\":%lld", ts);
	snprintf(body, sizeof body,
	    "{\"id\":\"%s\",\"source\":\"%s\",\"title\":\"%s\"%s}", id, id,
	    title, date);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body), 200);
	child_wants("\"stored\":1");
}

static void
intake_wants(const char *text)
{
	ck_assert_int_eq(child_call("GET", "/v1/intake?brief=true", NULL, NULL),
	    200);
	child_wants(text);
}

/* Posts three of one text, which is that of number i. */
static void
post_event(int i, long long ts)
{
	char title[128], id[32];

	snprintf(title, sizeof title,
	    "Harbour%d engine%d violet%d thunder%d paper%d", i, i, i, i, i);
	for (int k = 0; k < 3; k++) {
		snprintf(id, sizeof id, "e%d-%d", i, k);
		post(id, title, ts);
	}
}

static void
post_chatter(int i, long long ts)
{
	char title[128], id[32];

	snprintf(title, sizeof title, "alpha%d beta%d gamma%d delta%d", i, i, i,
	    i);
	snprintf(id, sizeof id, "c%d", i);
	post(id, title, ts);
}

/* How often the text stands in the file of the receiver. */
static int
count_told(const char *text)
{
	char *all = temp_read(told);
	int n = 0;

	for (const char *at = all; (at = strstr(at, text)); at++)
		n++;
	tcn_mem_free(all);
	return n;
}

/* Waits until it has been told so often. */
static void
wait_told(const char *text, int n)
{
	unsigned naps = 0;

	while (count_told(text) < n && child_nap(&naps))
		;
	ck_assert_int_eq(count_told(text), n);
}

/*
 * Waits until every message is marked as sent: a kill between sending and
 * marking has it sent twice.
 */
static void
wait_marked(void)
{
	unsigned naps = 0;

	do {
		ck_assert_int_eq(child_call("GET", "/v1/deliveries", NULL,
				     NULL),
		    200);
		if (!strstr(child.answer.at, "\"pending\""))
			return;
	} while (child_nap(&naps));
	ck_abort_msg("some are pending: %s", child.answer.at);
}

static void
wait_status(const char *path, long status)
{
	unsigned naps = 0;
	long is;

	do {
		is = child_call("GET", path, NULL, NULL);
		if (is == status)
			return;
	} while (child_nap(&naps));
	ck_assert_msg(is == status, "%s is %ld", path, is);
}

/*
 * No article comes for long enough. The daemon looks at the time each second,
 * and counts from the first look that found nothing new. A message on its way
 * meanwhile would seem to take as long.
 */
static void
be_quiet(void)
{
	wait_marked();
	hand_clock_pass(2000);
	wait_marked();
	hand_clock_pass((QUIET_S + 1) * 1000);
}

#define CLOSED "\"state\":\"closed\""

START_TEST(an_event_closes_though_no_article_comes)
{
	char when[64];

	child_start(with_texts);
	post_event(1, start - 1);
	be_quiet();
	wait_told(CLOSED, 1);
	ck_assert_int_eq(child_call("GET", "/v1/events", NULL, NULL), 200);
	child_wants(CLOSED);
	/* by its deadline, not by when that was noticed */
	snprintf(when, sizeof when, "\"changed_at\":%lld", start - 1 + QUIET_S);
	child_wants(when);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

static void
with_hours(struct tcn_conf *conf)
{
	with_texts(conf);
	conf->rules.quiet_ms = HOUR * 1000;
}

START_TEST(an_event_closes_after_a_restart)
{
	child_start(with_hours);
	post_event(1, 0);
	wait_told("\"state\":\"open\"", 1);
	ck_assert_int_eq(count_told(CLOSED), 0);
	wait_marked();
	child_stop(SIGKILL);
	hand_clock_set(50 * HOUR);
	child_start(with_hours);
	wait_told(CLOSED, 1);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* Setting the clock forward is not time that has gone by. */
START_TEST(a_clock_set_forward_closes_nothing)
{
	child_start(with_texts);
	post_event(1, 0);
	hand_clock_set(HOUR);
	ck_assert_int_eq(child_call("GET", "/v1/events", NULL, NULL), 200);
	ck_assert_int_eq(count_told(CLOSED), 0);
	be_quiet();
	wait_told(CLOSED, 1);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

static void
add_digest(void *ctx, const char *table, uint64_t rows, uint64_t digest)
{
	uint64_t *sum = ctx;

	(void)rows;
	if (strcmp(table, "meta") != 0 && strcmp(table, "messages") != 0 &&
	    strcmp(table, "tries") != 0)
		*sum = *sum * 31 + digest;
}

static uint64_t
digest_of(const char *db)
{
	struct tcn_store *st;
	uint64_t sum = 0;

	ck_assert_int_eq(tcn_store_open(db, TCN_STORE_EXISTING, &st, NULL),
	    TCN_OK);
	ck_assert_int_eq(store_digest(st, add_digest, &sum), TCN_OK);
	tcn_store_close(st);
	return sum;
}

/* As tocsin replay would leave it, with the settings of with_texts(). */
static uint64_t
digest_of_replay(const char *db)
{
	const char *printed;
	char line[512];

	snprintf(line, sizeof line,
	    "replay -q --set rules.kind=similar --set rules.more_than=2 --set "
	    "rules.within=4h --set rules.quiet=60s --from-db %s --db %s.again",
	    db, db);
	ck_assert_msg(tcn_program(line, &printed) == 0, "%s", printed);
	snprintf(line, sizeof line, "%s.again", db);
	return digest_of(line);
}

START_TEST(what_closed_by_time_closes_in_a_replay)
{
	child_start(with_texts);
	post_event(1, start - 1);
	post_event(2, start);
	be_quiet();
	wait_told(CLOSED, 2);
	post_chatter(1, start + QUIET_S + 60);
	post_event(3, 0);
	post_event(1000, start - 7200);
	be_quiet();
	be_quiet();
	wait_told(CLOSED, 4);
	post_chatter(2, 0);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	ck_assert_uint_eq(digest_of(child.db), digest_of_replay(child.db));
}
END_TEST

/* A recorded stream goes on at its own pace: nothing is quiet at once. */
START_TEST(a_stream_of_the_past_is_not_over)
{
	child_start(with_texts);
	post_event(1, start - 300 * HOUR);
	ck_assert_int_eq(child_call("GET", "/v1/events", NULL, NULL), 200);
	child_wants("\"state\":\"open\"");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(undated_articles_are_told_of_for_hours)
{
	child_start(with_texts);
	for (int hours = 0; hours < 10; hours++) {
		hand_clock_set(hours * HOUR);
		for (int k = 0; k < 4; k++)
			post_chatter(hours * 4 + k, 0);
		post_event(hours, 0);
		wait_told("\"state\":\"open\"", hours + 1);
	}
	ck_assert_int_eq(child_call("GET", "/readyz", NULL, NULL), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

static void
check(const char *options, int code, const char *text)
{
	const char *printed;
	char line[256];

	snprintf(line, sizeof line, "check %s --db %s", options, child.db);
	ck_assert_int_eq(tcn_program(line, &printed), code);
	ck_assert_msg(strstr(printed, text) != NULL, "no '%s' in: %s", text,
	    printed);
}

/* A store that is three days ahead, as a replay with wrong dates leaves it. */
static void
run_ahead(void)
{
	FILE *file = fopen(stream, "w");
	const char *printed;
	char line[256];

	ck_assert_ptr_nonnull(file);
	for (int i = 0; i < 50; i++)
		fprintf(file,
		    "{\"id\":\"a%d\",\"source\":\"S%d\",\"ts\":%lld,"
		    "\"title\":\"north%d south%d east%d west%d\"}\n",
		    i, i % 7, start + 72 * HOUR + i * 10, i / 3, i / 3, i / 3,
		    i / 3);
	fclose(file);
	snprintf(line, sizeof line, "replay -q --db %s %s", child.db, stream);
	ck_assert_msg(tcn_program(line, &printed) == 0, "%s", printed);
}

START_TEST(a_store_ahead_of_the_clock_is_told_of)
{
	run_ahead();
	check("", TCN_EXIT_NO, "--mend-clock");
	child_start(with_texts);
	ck_assert_int_eq(child_call("GET", "/readyz", NULL, NULL), 503);
	child_wants("3 days");
	child_wants("--mend-clock");
	ck_assert_int_eq(child_call("GET", "/metrics", NULL, NULL), 200);
	child_wants("\ntocsin_stream_ahead_seconds 259");
	hand_clock_set(73 * HOUR);
	ck_assert_int_eq(child_call("GET", "/readyz", NULL, NULL), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* All articles of a daemon's store, and how many there are. */
static void
has_articles(int n)
{
	struct tcn_store *st = child_store();
	uint64_t last;

	ck_assert_int_eq(tcn_store_last_seq(st, &last), TCN_OK);
	ck_assert_int_eq(last, n);
	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	tcn_store_close(st);
}

/* Nothing is lost, and articles of today count again. */
START_TEST(a_store_ahead_of_the_clock_is_mended)
{
	run_ahead();
	child_start(with_texts);
	post_event(1, start); /* old news to it */
	check("--mend-clock", TCN_EXIT_BUSY, "`tocsin run`");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	check("--mend-clock", 0, "3 days ahead");
	check("", 0, "all is well");
	check("--mend-clock", 0, "nothing to mend");
	has_articles(53);
	child_start(with_texts);
	ck_assert_int_eq(child_call("GET", "/readyz", NULL, NULL), 200);
	post_event(2, 0);
	wait_told("\"state\":\"open\"", 1);
	ck_assert_int_eq(child_call("GET", "/v1/articles/a7", NULL, NULL), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* With events that were open, and known ones: none fires again, and the clock
 * was ahead itself. */
START_TEST(a_clock_that_ran_ahead_is_mended)
{
	child_start(with_texts);
	post_event(1, 0);
	hand_clock_set(30 * HOUR);
	for (int i = 0; i < 20; i++)
		post_chatter(i, 0);
	post_event(2, 0);
	wait_told("\"state\":\"open\"", 2);
	wait_marked();
	child_stop(SIGKILL);
	hand_clock_set(0);
	check("", TCN_EXIT_NO, "ahead");
	check("--mend-clock", 0, "1 open event");
	check("", 0, "all is well");
	child_start(with_texts);
	post("again", "Harbour2 engine2 violet2 thunder2 paper2", 0);
	post_event(3, 0);
	wait_told("\"state\":\"open\"", 3);
	ck_assert_int_eq(child_call("GET", "/readyz", NULL, NULL), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	has_articles(30);
}
END_TEST

/* It waits, says so, stores what comes, and goes on. */
START_TEST(a_clock_set_back_is_waited_for)
{
	child_start(with_texts);
	post_event(1, 0);
	hand_clock_set(-HOUR);
	ck_assert_int_eq(child_call("GET", "/readyz", NULL, NULL), 503);
	post_event(2, 0); /* by an hour late: it counts */
	wait_told("\"state\":\"open\"", 2);
	/* What is undated, or truly dated, counts. */
	hand_clock_set(-10 * HOUR);
	post_event(3, 0);
	post_event(4, start);
	post_event(5, start + 60);
	wait_told("\"state\":\"open\"", 5);
	ck_assert_int_eq(child_call("GET", "/readyz", NULL, NULL), 503);
	hand_clock_set(60);
	wait_status("/readyz", 200);
	post_event(6, 0);
	wait_told("\"state\":\"open\"", 6);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

static void
with_log(struct tcn_conf *conf)
{
	child_keep_log();
	with_texts(conf);
}

static void
change_store(const char *sql)
{
	sqlite3 *sqlite;

	sqlite = raw_store(child.db);
	ck_assert_int_eq(sqlite3_exec(sqlite, sql, NULL, NULL, NULL),
	    SQLITE_OK);
	sqlite3_close(sqlite);
}

/* The store takes one of two events that close though no article comes: the
 * daemon says which it does not take and ends, and both close when it may. */
START_TEST(an_event_that_the_store_refuses_is_a_failure)
{
	int status;

	child_start(with_log);
	post_event(1, start - 1);
	post_event(2, start);
	wait_told("\"state\":\"open\"", 2);
	wait_marked();
	change_store("CREATE UNIQUE INDEX refuses ON event_revisions (1)"
		     " WHERE state = 2");
	hand_clock_pass(2 * QUIET_S * 1000);
	status = child_stop(0);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) != 0);
	ck_assert_uint_gt(child_logged("refuses revision 2 of event 2"), 0);
	ck_assert_int_eq(count_told(CLOSED), 0);
	change_store("DROP INDEX refuses");
	child_start(with_texts);
	wait_told(CLOSED, 2);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* What comes is old: the stream has a clock of its own. Once it is of today it
 * has not, and still not after days in which nothing comes, nor when they
 * passed while the daemon was away. */
START_TEST(an_archive_has_its_own_clock)
{
	child_start(with_hours);
	intake_wants("\"own_clock\":false");
	post("a", "What was reported a week ago", start - 7 * 24 * HOUR);
	intake_wants("\"own_clock\":true");
	hand_clock_pass(HOUR * 1000LL);
	intake_wants("\"own_clock\":true");
	post("b", "What is reported just now", 0);
	post("c", "What was reported then, too", start - 7 * 24 * HOUR);
	intake_wants("\"own_clock\":false");
	hand_clock_pass(48 * HOUR * 1000LL);
	intake_wants("\"own_clock\":false");
	wait_marked();
	child_stop(SIGKILL);
	hand_clock_set(96 * HOUR);
	child_start(with_hours);
	intake_wants("\"own_clock\":false");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* The number behind a key, of those behind a text. */
static long long
number_of(const char *text, const char *key)
{
	const char *at = strstr(child.answer.at, text);

	at = at ? strstr(at, key) : NULL;

	ck_assert_ptr_nonnull(at);
	return strtoll(at + strlen(key), NULL, 10);
}

/* The present of the pages, and whether what comes in is judged so. */
static void
wants_present(long long at, const char *quiet)
{
	ck_assert_int_eq(child_call("GET", "/v1/now", NULL, NULL), 200);
	ck_assert_int_ge(number_of("{", "\"clock_at\":"), at);
	ck_assert_int_le(number_of("{", "\"clock_at\":"), at + 120);
	child_wants("\"own_clock\":false");
	child_wants(quiet);
	intake_wants(quiet);
}

/* Yesterday an article a minute came at this hour. Today one does, and no more:
 * the page's time goes on, and it says that this is unusual, and what it means
 * when it lasts. */
START_TEST(the_present_goes_on_when_articles_stop)
{
	long long passed = 0;

	child_start(with_hours);
	for (int i = 0; i < 120; i++)
		post_chatter(i, start - 25 * HOUR + 60 * i);
	post("today", "What is reported just now", 0);
	wants_present(start, "\"quiet\":\"usual\"");
	hand_clock_pass(9 * 60 * 1000LL);
	wants_present(start + (passed += 9 * 60), "\"quiet\":\"usual\"");
	hand_clock_pass(2 * 60 * 1000LL);
	wants_present(start + (passed += 2 * 60), "\"quiet\":\"unusual\"");
	ck_assert_int_ge(number_of("{", "\"usual_seconds\":"), 60);
	ck_assert_int_le(number_of("{", "\"usual_seconds\":"), 120);
	hand_clock_pass(20 * 60 * 1000LL);
	wants_present(start + (passed += 20 * 60), "\"quiet\":\"broken\"");
	post("again", "What is reported after that pause", 0);
	wants_present(start + passed, "\"quiet\":\"usual\"");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* A day that is replayed has its own, and may end at any time. */
START_TEST(a_replayed_day_has_its_own_present)
{
	long long then = start - 7 * 24 * HOUR;

	child_start(with_hours);
	for (int i = 0; i < 60; i++)
		post_chatter(i, then + 60 * i);
	hand_clock_pass(2 * HOUR * 1000LL);
	ck_assert_int_eq(child_call("GET", "/v1/now", NULL, NULL), 200);
	child_wants("\"own_clock\":true");
	child_wants("\"quiet\":\"usual\"");
	ck_assert_int_ge(number_of("{", "\"clock_at\":"), then + 3 * HOUR - 60);
	ck_assert_int_le(number_of("{", "\"clock_at\":"), then + 3 * HOUR + 60);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

static void
with_editions(struct tcn_conf *conf)
{
	static char editions[TEMP_BYTES + 16];

	with_hours(conf);
	snprintf(editions, sizeof editions, "%s/editions", child.dir);
	temp_write(editions,
	    "editions: [{name: often, when: \"*/5 * * * *\"}]\n");
	conf->report.editions = editions;
}

/* What is due next is later than what was made last, though no article
 * comes. */
START_TEST(the_next_edition_is_still_to_come)
{
	child_start(with_editions);
	post("one", "What is reported just now", 0);
	for (long long passed = 0; passed < HOUR; passed += 1380) {
		ck_assert_int_eq(child_call("GET", "/v1/editions", NULL, NULL),
		    200);
		ck_assert_int_gt(number_of("\"next\":[", "\"due_at\":"),
		    start + passed);
		ck_assert_int_le(number_of("\"next\":[", "\"due_at\":"),
		    start + passed + 420);
		hand_clock_pass(1380 * 1000LL);
	}
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

TCN_TESTS(wall)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, an_event_closes_though_no_article_comes);
	tcase_add_test(tc, an_event_closes_after_a_restart);
	tcase_add_test(tc, a_clock_set_forward_closes_nothing);
	tcase_add_test(tc, what_closed_by_time_closes_in_a_replay);
	tcase_add_test(tc, a_stream_of_the_past_is_not_over);
	tcase_add_test(tc, undated_articles_are_told_of_for_hours);
	tcase_add_test(tc, a_store_ahead_of_the_clock_is_told_of);
	tcase_add_test(tc, a_store_ahead_of_the_clock_is_mended);
	tcase_add_test(tc, a_clock_that_ran_ahead_is_mended);
	tcase_add_test(tc, a_clock_set_back_is_waited_for);
	tcase_add_test(tc, an_archive_has_its_own_clock);
	tcase_add_test(tc, the_present_goes_on_when_articles_stop);
	tcase_add_test(tc, a_replayed_day_has_its_own_present);
	tcase_add_test(tc, the_next_edition_is_still_to_come);
	tcase_add_test(tc, an_event_that_the_store_refuses_is_a_failure);
}
