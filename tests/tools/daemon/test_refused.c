/* What no article is stored for: the daemon says so, and goes on. */
#include "tests/base/run.h"

#include <signal.h>
#include <sqlite3.h>
#include <string.h>

#include "sql/store_check.h"
#include "tests/tools/daemon/child.h"

/* The store of the daemon that has ended is whole. */
static void
check_store(void)
{
	struct tcn_store *st = child_store();

	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
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

/* From now on the store takes one article of the category "refuse". */
static void
refuse(void)
{
	sqlite3 *sqlite;

	ck_assert_int_eq(sqlite3_open(child.db, &sqlite), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(sqlite,
			     "CREATE UNIQUE INDEX refuses ON items (1)"
			     " WHERE category = 'refuse'",
			     NULL, NULL, NULL),
	    SQLITE_OK);
	sqlite3_close(sqlite);
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

TCN_TESTS(refused)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_add_test(tc, a_copied_page_may_come_again);
	tcase_add_test(tc, what_the_store_refuses_is_rejected);
}
