/*
 * What differs between two sets of events, first by hand, then by the whole
 * program against two replays.
 */
#include "tests/base/run.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tests/base/demo.h"
#include "tests/base/program.h"
#include "tests/base/schema.h"
#include "tests/base/sound.h"
#include "tests/base/temp.h"
#include "tools/lab/eval/diff_view.h"

enum {
	EVENTS_MAX = 8,
};

/* Events of one side by hand: when they fired, and their articles. */
struct made {
	int64_t fired_min;
	uint32_t from, n; /* articles from .. from + n - 1 */
	size_t counted; /* of these, by its evidence; 0: all */
};

struct side {
	struct tcn_diff_event events[EVENTS_MAX];
	uint32_t members[EVENTS_MAX][100];
	struct tcn_diff_item items[EVENTS_MAX][100];
	char ids[EVENTS_MAX][100][8];
};

static struct side sides[2];

static struct tcn_diff_events
make(int which, const struct made *made)
{
	struct side *side = &sides[which];
	struct tcn_diff_events events = { .at = side->events };

	memset(side, 0, sizeof *side);
	for (; made->n; made++, events.n++) {
		struct tcn_diff_event *event = &events.at[events.n];

		for (uint32_t i = 0; i < made->n; i++) {
			char *id = side->ids[events.n][i];

			side->members[events.n][i] = made->from + i;
			snprintf(id, 8, "i%u", made->from + i);
			side->items[events.n][i] =
			    (struct tcn_diff_item){ .id = tcn_str(id),
				    .source = TCN_STR("The Wire"),
				    .title = TCN_STR("Quake near coast"),
				    .ts_ms = (made->from + i) * 60000 };
		}
		event->members = side->members[events.n];
		event->members_n = made->n;
		event->items = side->items[events.n];
		event->items_n = made->counted ? made->counted : made->n;
		event->title = tcn_str("Quake near coast");
		event->event.fired_ms = made->fired_min * 60000;
		event->event.items = (uint32_t)event->items_n;
		event->event.origins = 5;
		event->event.publishers = 6;
		event->event.rule = tcn_str("story");
		snprintf(event->event.id, sizeof event->event.id, "%c%zu",
		    "ab"[which], events.n);
	}
	return events;
}

/* "later a0 b1; lost a1 -; 1 same" */
static const char *
said(const struct tcn_diff_list *list)
{
	static char text[400];
	size_t n = 0;

	for (size_t i = 0; i < list->n; i++) {
		const struct tcn_diff_entry *d = &list->at[i];

		n += (size_t)snprintf(text + n, sizeof text - n, "%s %s %s; ",
		    tcn_diff_kind_name(d->kind), d->a ? d->a->event.id : "-",
		    d->b ? d->b->event.id : "-");
	}
	snprintf(text + n, sizeof text - n, "%zu same", list->same);
	return text;
}

static const struct {
	struct made a[EVENTS_MAX], b[EVENTS_MAX];
	const char *want, *swapped;
} cases[] = {
	{ { { 0 } }, { { 0 } }, "0 same", "0 same" },
	{ { { 5, 1, 9, 0 } }, { { 5, 1, 9, 0 } }, "1 same", "1 same" },
	{ { { 5, 1, 9, 0 } }, { { 0 } }, "lost a0 -; 0 same",
	    "gained - b0; 0 same" },
	{ { { 5, 1, 9, 0 } }, { { 7, 1, 9, 0 } }, "later a0 b0; 0 same",
	    "earlier a0 b0; 0 same" },
	{ { { 5, 1, 9, 0 } }, { { 5, 1, 9, 8 } }, "changed a0 b0; 0 same",
	    "changed a0 b0; 0 same" },
	/* Half of the smaller is enough, less is not. */
	{ { { 5, 1, 10, 0 } }, { { 5, 6, 20, 0 } }, "changed a0 b0; 0 same",
	    "changed a0 b0; 0 same" },
	{ { { 5, 1, 10, 0 } }, { { 5, 7, 20, 0 } },
	    "lost a0 -; gained - b0; 0 same",
	    "lost a0 -; gained - b0; 0 same" },
	/* Two of A's in one of B's: the better pair goes first. */
	{ { { 5, 1, 9, 0 }, { 6, 10, 20, 0 } }, { { 6, 1, 29, 20 } },
	    "merged a0 b0; changed a1 b0; 0 same",
	    "split a0 b0; changed a0 b1; 0 same" },
	/* Equally good: the nearer in time, then the first. */
	{ { { 1, 1, 9, 0 }, { 8, 10, 9, 0 } }, { { 8, 1, 18, 0 } },
	    "merged a0 b0; changed a1 b0; 0 same",
	    "split a0 b0; changed a0 b1; 0 same" },
	{ { { 8, 1, 9, 0 }, { 8, 10, 9, 0 } }, { { 8, 1, 18, 0 } },
	    "changed a0 b0; merged a1 b0; 0 same",
	    "changed a0 b0; split a0 b1; 0 same" },
	/* Each event is in one pair, though all overlap; b1 is left for a1. */
	{ { { 1, 1, 20, 0 }, { 2, 11, 20, 0 } },
	    { { 1, 1, 20, 0 }, { 3, 11, 20, 0 } }, "later a1 b1; 1 same",
	    "earlier a1 b1; 1 same" },
};

START_TEST(matching)
{
	for (int swap = 0; swap < 2; swap++) {
		struct tcn_diff_events a =
		    make(0, swap ? cases[_i].b : cases[_i].a);
		struct tcn_diff_events b =
		    make(1, swap ? cases[_i].a : cases[_i].b);
		struct tcn_diff_list list;

		tcn_diff_match(&a, &b, &list);
		ck_assert_str_eq(said(&list),
		    swap ? cases[_i].swapped : cases[_i].want);
		tcn_mem_free(list.at);
	}
}
END_TEST

/* ---- what people and programs see ---- */

static const char golden[] =
    "rules.more_than: A 15, B 20\n"
    "A has 3 events, B 2; 0 the same, 1 lost, 1 later, 1 merged\n"
    "updates of dossiers: A has 1, B 0\n"
    "\n"
    "merged  Quake near coast\n"
    "    A  1 Jan 00:05  a0  9 items, 5 origins, 6 publishers\n"
    "    B  1 Jan 00:48  b0  20 items, 5 origins, 6 publishers\n"
    "        00:01  The Wire: Quake near coast\n"
    "        00:02  The Wire: Quake near coast\n"
    "        00:03  The Wire: Quake near coast\n"
    "        ... and 6 more\n"
    "\n"
    "later by 42 min  Quake near coast\n"
    "    A  1 Jan 00:06  a1  20 items, 5 origins, 6 publishers\n"
    "    B  1 Jan 00:48  b0  20 items, 5 origins, 6 publishers\n"
    "        00:10  The Wire: Quake near coast\n"
    "        00:11  The Wire: Quake near coast\n"
    "        00:12  The Wire: Quake near coast\n"
    "        ... and 17 more\n"
    "\n"
    "lost  Quake near coast\n"
    "    A  1 Jan 01:00  a2  2 items, 5 origins, 6 publishers; of dossier a0, "
    "an update\n"
    "        01:10  The Wire: Quake near coast\n"
    "        01:11  The Wire: Quake near coast\n";

START_TEST(the_text_reads_well)
{
	const struct made a[] = { { 5, 1, 9, 0 }, { 6, 10, 20, 0 },
		{ 60, 70, 2, 0 }, { 0 } };
	const struct made b[] = { { 48, 1, 29, 20 }, { 0 } };
	struct tcn_diff_events events[2] = { make(0, a), make(1, b) };
	struct tcn_conf confs[2];
	struct tcn_diff_list list;
	struct tcn_diff_view view = {
		.confs = { &confs[0], &confs[1] },
		.events = { &events[0], &events[1] },
		.list = &list,
	};
	struct tcn_buf out = { 0 };

	ck_assert_int_eq(tcn_conf_init(&confs[0]), TCN_OK);
	ck_assert_int_eq(tcn_conf_init(&confs[1]), TCN_OK);
	ck_assert_int_eq(tcn_conf_set(&confs[0], "rules.more_than=15", NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_conf_set(&confs[1], "rules.more_than=20", NULL),
	    TCN_OK);
	tcn_diff_match(&events[0], &events[1], &list);
	events[1].n = 2; /* only counted here */
	strcpy(events[0].at[2].event.dossier, "a0");
	events[0].at[2].event.goes_on = true;
	tcn_diff_text(&out, &view, false);
	ck_assert_str_eq(out.at, golden);
	tcn_buf_clear(&out);
	tcn_diff_text(&out, &view, true);
	ck_assert_mem_eq(out.at, golden, out.n);
	ck_assert_ptr_null(strstr(out.at, "Quake"));
	tcn_buf_fini(&out);
	tcn_mem_free(list.at);
	tcn_conf_fini(&confs[0]);
	tcn_conf_fini(&confs[1]);
}
END_TEST

/* ---- the whole program ---- */

static char dir[64];

static void
setup(void)
{
	char name[96];

	temp_dir(dir);
	snprintf(name, sizeof name, "%s/stream", dir);
	demo_write(name, 2500, 3);
}

static void
teardown(void)
{
	temp_drop(dir);
}

/* Runs `tocsin VERB REST`, each %s of rest being the directory. */
static const char *
run(int expected, const char *verb, const char *rest)
{
	const char *printed, *at;
	char line[800];
	size_t n = (size_t)snprintf(line, sizeof line, "%s -q ", verb);
	int code;

	for (; (at = strstr(rest, "%s")) != NULL; rest = at + 2)
		n += (size_t)snprintf(line + n, sizeof line - n, "%.*s%s",
		    (int)(at - rest), rest, dir);
	snprintf(line + n, sizeof line - n, "%s", rest);
	code = tcn_program(line, &printed);
	ck_assert_msg(code == expected, "%s: %d: %s", line, code, printed);
	return printed;
}

static int
lines_of(const char *name)
{
	char path[128];
	FILE *file;
	int c, n = 0;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	ck_assert_ptr_nonnull(file = fopen(path, "r"));
	while ((c = getc(file)) != EOF)
		n += c == '\n';
	fclose(file);
	return n;
}

static int
count(const cJSON *diff, const char *name)
{
	const cJSON *counts = cJSON_GetObjectItem(diff, "counts");

	return cJSON_GetObjectItem(counts, name)->valueint;
}

/* The events of all days of one side. */
static int
count_days(const cJSON *diff, const char *side)
{
	const cJSON *day;
	double last = -1;
	int n = 0;

	cJSON_ArrayForEach(day, cJSON_GetObjectItem(diff, "days"))
	{
		double at = cJSON_GetObjectItem(day, "at")->valuedouble;

		ck_assert_double_gt(at, last);
		ck_assert_int_eq((int64_t)at % 86400, 0);
		last = at;
		n += cJSON_GetObjectItem(day, side)->valueint;
	}
	return n;
}

static void
ck_schema(const cJSON *value)
{
	const char *top = getenv("top_srcdir");
	char path[512], text[8192];
	struct schema_fault fault;
	cJSON *schema;
	FILE *file;

	snprintf(path, sizeof path, "%s/man/tocsin-diff.schema.json",
	    top ? top : ".");
	ck_assert_ptr_nonnull(file = fopen(path, "r"));
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	ck_assert_ptr_nonnull(schema = cJSON_Parse(text));
	ck_assert_msg(schema_holds(schema, schema, value, &fault), "%s",
	    fault.text);
	cJSON_Delete(schema);
}

#define EASY "rules.more_than=3"
#define HARD "rules.more_than=9"

/* Every event of either replay is accounted for, once. */
START_TEST(it_accounts_for_two_replays)
{
	cJSON *diff;
	int pairs;

	run(0, "replay", "--set " EASY " --alerts %s/a --db %s/db %s/stream");
	run(0, "replay", "--set " HARD " --alerts %s/b %s/stream");
	diff = cJSON_Parse(run(1, "tune diff",
	    "--json -a " EASY " -b " HARD " %s/stream"));
	ck_assert_ptr_nonnull(diff);
	ck_schema(diff);
	ck_assert_int_eq(count(diff, "a"), lines_of("a"));
	ck_assert_int_eq(count(diff, "b"), lines_of("b"));
	ck_assert_int_eq(count_days(diff, "a"), lines_of("a"));
	ck_assert_int_eq(count_days(diff, "b"), lines_of("b"));
	ck_assert_int_gt(lines_of("a"), lines_of("b"));
	ck_assert_int_gt(lines_of("b"), 0);
	pairs = count(diff, "same") + count(diff, "earlier") +
	    count(diff, "later") + count(diff, "changed");
	ck_assert_int_gt(pairs, 0);
	ck_assert_int_eq(pairs + count(diff, "lost") + count(diff, "merged"),
	    lines_of("a"));
	ck_assert_int_eq(pairs + count(diff, "gained") + count(diff, "split"),
	    lines_of("b"));
	cJSON_Delete(diff);
}
END_TEST

START_TEST(the_same_is_the_same)
{
	static char from_file[1 << 20];
	const char *said =
	    run(0, "tune diff", "--set " EASY " -b " EASY " %s/stream");

	ck_assert_ptr_nonnull(strstr(said, "have the same settings"));
	/* A setting that changes no event is no difference. */
	run(0, "tune diff", "-a store.commit_every=7 %s/stream");
	run(0, "replay", "--set " HARD " --db %s/db %s/stream");
	snprintf(from_file, sizeof from_file, "%s",
	    run(1, "tune diff", "--json -a " EASY " -b " HARD " %s/stream"));
	ck_assert_str_eq(run(1, "tune diff",
			     "--json -a " EASY " -b " HARD " --from-db %s/db"),
	    from_file);
}
END_TEST

START_TEST(configuration_files)
{
	char command[300];

	snprintf(command, sizeof command,
	    "printf 'rules:\\n  more_than: 3\\n' >%s/a.yaml;"
	    "printf 'rules:\\n  more_than: 9\\n' >%s/b.yaml",
	    dir, dir);
	ck_assert_int_eq(system(command), 0);
	run(1, "tune diff", "%s/a.yaml %s/b.yaml %s/stream");
	run(0, "tune diff", "%s/a.yaml %s/a.yaml %s/stream");
	run(1, "tune diff", "-c %s/a.yaml -b " HARD " %s/stream");
}
END_TEST

static const struct {
	const char *rest;
	int code;
} troubles[] = {
	{ "", 2 },
	{ "%s/a.yaml", 2 },
	{ "-b " HARD, 2 },
	{ "-b rules.more_then=5 %s/stream", 2 },
	{ "%s/none.yaml %s/none.yaml %s/stream", 4 },
	{ "-c %s/a.yaml %s/a.yaml %s/a.yaml %s/stream", 2 },
	{ "-b " HARD " %s/none", 4 },
	{ "-b " HARD " --from-db %s/none", 4 },
	{ "-b " HARD " --strict %s/bad", 3 },
};

/* 1 says that they differ: trouble never does. */
START_TEST(trouble_is_more_than_one)
{
	char command[200];

	snprintf(command, sizeof command, "echo bad >%s/bad", dir);
	ck_assert_int_eq(system(command), 0);
	run(troubles[_i].code, "tune diff", troubles[_i].rest);
}
END_TEST

TCN_SUITE(diff)
{
	Suite *s = suite_create("diff");
	TCase *tc = tcase_create("match");
	TCase *whole = tcase_create("program");

	tcase_add_loop_test(tc, matching, 0, sizeof cases / sizeof *cases);
	tcase_add_test(tc, the_text_reads_well);
	suite_add_tcase(s, tc);
	tcase_add_checked_fixture(whole, setup, teardown);
	tcase_add_test(whole, it_accounts_for_two_replays);
	tcase_add_test(whole, the_same_is_the_same);
	tcase_add_test(whole, configuration_files);
	tcase_add_loop_test(whole, trouble_is_more_than_one, 0,
	    sizeof troubles / sizeof *troubles);
	suite_add_tcase(s, whole);
	return s;
}
