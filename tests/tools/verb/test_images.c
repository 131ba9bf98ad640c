/* The address of a picture through runs of the program: from a file into a
 * store, from that into another, and out again; of a copy its own. */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "tests/base/program.h"
#include "tests/base/temp.h"

#define WORDS                                                                  \
	"\"text\":\"All ninety aboard the ferry were brought ashore by night " \
	"off the northern cape.\","

static char dir[TEMP_BYTES];

static void
setup(void)
{
	char path[TEMP_BYTES + 16];

	temp_dir(dir);
	snprintf(path, sizeof path, "%s/in.ndjson", dir);
	temp_write(path,
	    "{\"id\":\"a\",\"ts\":1700000000,\"source\":\"Wire\"," WORDS
	    "\"image\":\"https://i.example/a.jpg\"}\n"
	    "{\"id\":\"b\",\"ts\":1700000060,\"source\":\"Post\"," WORDS
	    "\"image\":\"https://i.example/b.jpg\"}\n"
	    "{\"id\":\"c\",\"ts\":1700000120,\"source\":\"Herald\"," WORDS
	    "\"image\":\"javascript:alert(1)\"}\n");
}

static void
teardown(void)
{
	temp_drop(dir);
}

static const char *
run(const char *format, const char *a, const char *b)
{
	char rest[3 * TEMP_BYTES], line[4 * TEMP_BYTES];
	const char *printed;
	int n = 0;

	for (const char *at = format; *at; at++)
		n += snprintf(rest + n, sizeof rest - (size_t)n, "%.*s",
		    *at == '@' ? TEMP_BYTES : 1, *at == '@' ? dir : at);
	snprintf(line, sizeof line, "%s %s %s", a, rest, b);
	ck_assert_msg(tcn_program(line, &printed) == 0, "%s: %s", line,
	    printed);
	return printed;
}

/* What the store of that name shows of each article. */
static void
shows(const char *db)
{
	char option[64];

	snprintf(option, sizeof option, "--json --db @/%s.db", db);
	ck_assert_ptr_nonnull(strstr(run(option, "show", "a"),
	    "\"image\":\"https://i.example/a.jpg\""));
	ck_assert_ptr_nonnull(strstr(run(option, "show", "b"),
	    "\"image\":\"https://i.example/b.jpg\""));
	ck_assert_ptr_nonnull(strstr(run(option, "show", "c"), "\"c\""));
	ck_assert_ptr_null(strstr(run(option, "show", "c"), "javascript"));
}

START_TEST(a_picture_stays_with_its_article)
{
	(void)run("--db @/one.db @/in.ndjson", "replay -q", "");
	shows("one");
	(void)run("--from-db @/one.db --db @/two.db", "replay -q", "");
	shows("two");
	ck_assert_ptr_nonnull(strstr(run("--db @/two.db", "show", "b"),
	    "image       https://i.example/b.jpg"));
}
END_TEST

TCN_TESTS(images)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_picture_stays_with_its_article);
}
