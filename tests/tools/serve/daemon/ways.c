#include "tests/tools/serve/daemon/ways.h"

#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>

#include "engine/base/buf.h"
#include "tests/base/program.h"
#include "tests/tools/serve/daemon/child.h"
#include "tests/tools/serve/daemon/day.h"

char ways_event[64];
static char article[64];

/* Runs a line with the event's id for each %, the article's for each ^. */
int
ways_ask(enum way way, const char *words, const char **printed)
{
	struct tcn_buf line = { 0 };
	int code;

	for (; *words; words++)
		if (*words == '%')
			tcn_buf_z(&line, ways_event);
		else if (*words == '^')
			tcn_buf_z(&line, article);
		else
			tcn_buf_char(&line, *words);
	if (way == WAY_URL)
		tcn_buf_printf(&line,
		    " --url http://127.0.0.1:%u --token-file %s/token",
		    child.port, child.dir);
	else if (way == WAY_SOCKET)
		tcn_buf_printf(&line, " --url unix:%s.sock", child.db);
	else
		tcn_buf_printf(&line, " --db %s", child.db);
	code = tcn_program(line.at, printed);
	tcn_buf_fini(&line);
	return code;
}

static void
setup(void)
{
	char path[TEMP_BYTES + 16];
	const char *printed, *at;

	child_setup();
	setenv("USER", "eva", 1);
	day_copy(child.db);
	ck_assert_int_eq(ways_ask(WAY_ALONE, "event list --order oldest",
			     &printed),
	    0);
	snprintf(ways_event, sizeof ways_event, "%.*s",
	    (int)strcspn(printed, " "), printed);
	ck_assert_int_eq(ways_ask(WAY_ALONE, "event list --order oldest --json",
			     &printed),
	    0);
	at = strstr(printed, "\"evidence\":[\"");
	ck_assert_ptr_nonnull(at);
	at += strlen("\"evidence\":[\"");
	snprintf(article, sizeof article, "%.*s", (int)strcspn(at, "\""), at);
	child_write_tokens("admin adm-0123456789abc\nread rea-0123456789abc\n",
	    0600);
	snprintf(path, sizeof path, "%s/token", child.dir);
	temp_write(path, "adm-0123456789abc\n");
	ck_assert_int_eq(chmod(path, 0600), 0);
	child_write_conf("rules:\n  more_than: 15\n");
}

void
ways_fixtures(TCase *tc)
{
	tcase_add_unchecked_fixture(tc, day_make, day_drop);
	tcase_add_checked_fixture(tc, setup, child_teardown);
}

void
ways_begin(enum way way)
{
	day_copy(child.db);
	if (way != WAY_ALONE)
		child_start(child_with_tokens);
}

void
ways_end(enum way way)
{
	if (way != WAY_ALONE) {
		ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL),
		    200);
		ck_assert_int_eq(child_stop(SIGTERM), 0);
	}
}

void
ways_want(const char *printed, const char *text)
{
	ck_assert_msg(strstr(printed, text) != NULL, "no '%s' in:\n%s", text,
	    printed);
}
