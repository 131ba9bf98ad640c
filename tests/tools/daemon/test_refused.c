/* What no article is stored for: the daemon says so, and goes on. */
#include "tests/base/run.h"

#include <signal.h>

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

TCN_TESTS(refused)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_add_test(tc, a_copied_page_may_come_again);
}
