#include "tests/base/run.h"

#include <stdio.h>

#include "sql/outbox.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

static char dir[TEMP_BYTES];

static void
put(struct tcn_store_tx *tx, const char *receiver, enum tcn_outbox_state state)
{
	const struct tcn_outbox_message m = {
		.event = TCN_STR("20260101-aa"),
		.revision = 1,
		.rule = TCN_STR("story"),
		.desk = TCN_STR("world"),
		.receiver = tcn_str(receiver),
		.created_ms = 1767225600000,
		.due_ms = 1767225600000,
		.state = state,
		.why = state == TCN_OUTBOX_DEAD ? tcn_str("it answered 410")
						: tcn_str(""),
		.body = TCN_STR("{\"a\":\"\x1b[31m\"}"),
	};

	ck_assert_int_eq(tcn_outbox_put(tx, &m), TCN_OK);
}

/* Three messages: 1 dead, 2 pending, 3 sent. */
static void
setup(void)
{
	char path[TEMP_BYTES + 16];
	struct tcn_store *st;
	FILE *file;
	struct tcn_store_tx *tx;

	temp_dir(dir);
	snprintf(path, sizeof path, "%s/news.db", dir);
	ck_assert_int_eq(tcn_store_open(path, TCN_STORE_CREATE, &st, NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	put(tx, "a", TCN_OUTBOX_DEAD);
	put(tx, "b", TCN_OUTBOX_PENDING);
	put(tx, "c", TCN_OUTBOX_SENT);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	tcn_store_close(st);
	snprintf(path, sizeof path, "%s/receivers", dir);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fprintf(file,
	    "receivers:\n"
	    " - {name: log, kind: file, path: %s/log}\n"
	    " - {name: no, kind: exec, command: [/bin/false]}\n",
	    dir);
	fclose(file);
}

static void
teardown(void)
{
	temp_drop(dir);
}

/* In this order; % stands for the folder. */
static const struct {
	const char *line;
	int code;
	const char *says, *lacks;
} calls[] = {
	{ "deliveries list --db %/news.db", 0, "1  dead", NULL },
	{ "deliveries list --db %/news.db", 0, "it answered 410", NULL },
	{ "deliveries list --db %/news.db -s sent", 0, "3  sent", "1  dead" },
	{ "deliveries list --db %/news.db -r b", 0, "2  pending", "3  sent" },
	{ "deliveries list --db %/news.db -e none", 0, "", "sent" },
	{ "deliveries list --db %/news.db -n 1", 0, "3  sent", "2  pending" },
	{ "deliveries list --db %/news.db --json", 0,
	    "\"key\":\"20260101-aa-1-c\"", NULL },
	{ "deliveries show 1 --db %/news.db", 0, "{\"a\":\"", "\x1b" },
	{ "deliveries show 1 --db %/news.db --json", 0, "\"tries\":[]", NULL },
	{ "deliveries show 9 --db %/news.db", 1, "", NULL },
	{ "deliveries show x --db %/news.db", 2, "", NULL },
	{ "deliveries show --db %/news.db", 2, "", NULL },
	{ "deliveries list 1 --db %/news.db", 2, "", NULL },
	{ "deliveries list --db %/news.db -s odd", 2, "", NULL },
	{ "deliveries resend --db %/news.db", 2, "", NULL },
	{ "deliveries odd --db %/news.db", 2, "", NULL },
	{ "deliveries list", 2, "", NULL },
	{ "deliveries list --db %/none.db", 4, "", NULL },
	{ "deliveries resend -s dead --db %/news.db", 0, "", NULL },
	{ "deliveries list --db %/news.db -s pending", 0, "sent again by hand",
	    "dead" },
	{ "deliveries drop 1 2 --db %/news.db", 0, "", NULL },
	{ "deliveries drop 3 --db %/news.db", 1, "", NULL },
	{ "deliveries list --db %/news.db -s dropped", 0, "dropped by hand",
	    "pending" },
	{ "send-test --set deliver.receivers=%/receivers log", 0,
	    "log (file): sent", NULL },
	{ "send-test --set deliver.receivers=%/receivers log", 0,
	    "nothing has happened", "\"at\":0" },
	{ "send-test --set deliver.receivers=%/receivers -q log no", 1,
	    "no (exec): it ended with status 1", "tocsin.message" },
	{ "send-test --set deliver.receivers=%/receivers none", 2, "", NULL },
	{ "send-test --set deliver.receivers=%/none log", 4, "", NULL },
	{ "send-test log", 2, "", NULL },
	{ "check --set deliver.receivers=%/receivers", 0, "", NULL },
	{ "check --set deliver.receivers=%/none", 4, "", NULL },
};

START_TEST(the_verbs_say_and_do)
{
	for (int i = 0; i < COUNT(calls); i++) {
		char line[512];
		const char *at = strchr(calls[i].line, '%');
		const char *printed;
		int code;

		snprintf(line, sizeof line, "%.*s%s%s",
		    (int)(at ? at - calls[i].line : 0), calls[i].line,
		    at ? dir : "", at ? at + 1 : calls[i].line);
		code = tcn_program(line, &printed);
		ck_assert_msg(code == calls[i].code, "%s: %d", line, code);
		ck_assert_msg(strstr(printed, calls[i].says) != NULL,
		    "%s: no '%s' in: %s", line, calls[i].says, printed);
		if (calls[i].lacks)
			ck_assert_msg(strstr(printed, calls[i].lacks) == NULL,
			    "%s: '%s' in: %s", line, calls[i].lacks, printed);
	}
}
END_TEST

TCN_TESTS(delivery)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, the_verbs_say_and_do);
}
