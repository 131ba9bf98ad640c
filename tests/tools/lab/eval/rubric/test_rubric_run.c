/*
 * Cases judged by a small store: a ferry sinks, an hour later the toll rises,
 * and hours later divers find why. Each measure of the case is counted by hand.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/duration.h"
#include "tools/lab/eval/rubric/rubric_run.h"

#define DAY_MS INT64_C(1795219200000) /* Sat 21 Nov 2026 */

static const struct item {
	uint64_t seq;
	int minute;
	const char *source, *title, *text;
} items[] = {
	{ 1, 10, "Alpha", "Ferry Malvena sinks off Oster in a storm",
	    "The ferry Malvena sank off the port of Oster in a storm. "
	    "The coast guard said 4 people were killed." },
	{ 2, 20, "Beta", "Ferry Malvena lost off Oster",
	    "Lifeboats left the port of Oster after the ferry Malvena sank. "
	    "The coast guard said 4 people were killed." },
	{ 3, 30, "Gamma", "Oster: boats look for the ferry's passengers",
	    "Helicopters lifted passengers of the Malvena from the water." },
	{ 4, 95, "Alpha", "Toll of the ferry Malvena rises",
	    "The coast guard said 9 people were killed on the Malvena." },
	{ 5, 100, "Delta", "Nine dead on the ferry Malvena",
	    "The coast guard said 9 people were killed on the Malvena." },
	{ 6, 250, "Beta", "Divers reach the wreck of the Malvena",
	    "Divers found the bow door of the wreck torn off its hinges." },
	{ 7, 260, "Delta", "Bow door torn off the Malvena",
	    "The bow door of the Malvena was torn off, divers reported." },
};

#define ITEMS (sizeof items / sizeof *items)

/* "sinks" and the toll are told; nobody tells of a torpedo; "door" is due from
 * its second article on. */
static const char text[] =
    "{\"stream\": \"ferry\", \"cases\": [ {\n"
    "  \"name\": \"ferry\", \"part\": \"tune\",\n"
    "  \"items\": [\"i1\", \"i2\", \"i4\"],\n"
    "  \"facts\": [\n"
    "    {\"id\": \"sinks\", \"any\": [\"sinks|sank|lost\"],\n"
    "     \"items\": [\"i1\", \"i2\"]},\n"
    "    {\"id\": \"door\", \"any\": [\"bow door\"],\n"
    "     \"items\": [\"i6\", \"i7\"]},\n"
    "    {\"id\": \"captain\", \"any\": [\"captain\"],\n"
    "     \"items\": [\"i3\"]},\n"
    "    {\"id\": \"gone\", \"any\": [\"x\"], \"items\": [\"i77\"]} ],\n"
    "  \"figures\": [ {\"slot\": \"dead\", \"values\": [\n"
    "    {\"value\": 4, \"items\": [\"i1\", \"i2\"]},\n"
    "    {\"value\": 9, \"items\": [\"i4\", \"i5\"]} ] } ],\n"
    "  \"wrong\": [ {\"id\": \"torpedo\", \"any\": [\"torpedo\"],\n"
    "    \"why\": \"nobody said so\"} ],\n"
    "  \"first\": [\"i1\"] },\n"
    "{ \"name\": \"elsewhere\", \"part\": \"held\",\n"
    "  \"items\": [\"i8\"], \"facts\": [] } ] }\n";

static struct tcn_store *st;
static struct tcn_rubric_cases cases;
static struct tcn_rubric_rows rows;

static int64_t
minute_ms(int minute)
{
	return DAY_MS + minute * TCN_MINUTE_MS;
}

static void
put_item(struct tcn_store_tx *tx, const struct item *item)
{
	char id[16];
	struct tcn_article article = { .key = { item->seq, 7 },
		.id = tcn_str(id),
		.url = TCN_STR(""),
		.source = tcn_str(item->source),
		.title = tcn_str(item->title),
		.text = tcn_str(item->text),
		.category = TCN_STR(""),
		.ts_ms = minute_ms(item->minute) };
	struct tcn_placement place = { .seq = item->seq,
		.ts_ms = article.ts_ms,
		.publisher = (uint64_t)item->source[0],
		.origin = item->seq,
		.story = 1 };

	snprintf(id, sizeof id, "i%d", (int)item->seq);
	article.id = tcn_str(id);
	ck_assert(!tcn_store_put_article(tx, &article, "en", &place));
}

static void
put_event(struct tcn_store_tx *tx, uint32_t revision, int minute,
    enum tcn_event_state state)
{
	uint64_t evidence = 1;
	struct tcn_event event = { .id = "ferry",
		.rule = TCN_STR("story"),
		.story = 1,
		.revision = revision,
		.state = state,
		.severity = TCN_SEVERITY_HIGH,
		.fired_ms = minute_ms(30),
		.changed_ms = minute_ms(minute),
		.first_ms = minute_ms(10),
		.last_ms = minute_ms(minute),
		.item = 3,
		.items = 3,
		.origins = 3,
		.publishers = 3,
		.central = 1,
		.languages = { .n = 1, .at = { "en" } },
		.evidence = &evidence,
		.evidence_n = 1 };

	ck_assert(!tcn_store_put_event(tx, &event));
}

static void
set_up(void)
{
	struct tcn_err err = { 0 };
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_open(":memory:", TCN_STORE_CREATE, &st, &err));
	ck_assert(!tcn_store_begin(st, &tx));
	for (size_t i = 0; i < ITEMS; i++) {
		put_item(tx, &items[i]);
		if (items[i].seq == 3)
			put_event(tx, 1, 30, TCN_EVENT_OPEN);
	}
	put_event(tx, 2, 300, TCN_EVENT_CLOSED);
	ck_assert(!tcn_store_commit(st));
	ck_assert_msg(!tcn_rubric_cases_parse("t.json", tcn_str(text), &cases,
			  &err),
	    "%s", err.text);
	tcn_rubric_rows_init(&rows);
}

static void
tear_down(void)
{
	tcn_rubric_rows_fini(&rows);
	tcn_rubric_cases_fini(&cases);
	tcn_store_close(st);
}

static const struct tcn_rubric_row *
judge(unsigned steps, unsigned parts)
{
	const struct tcn_rubric_job job = {
		.st = st, .lines_max = 5, .steps = steps, .parts = parts
	};
	struct tcn_err err = { 0 };

	ck_assert_msg(!tcn_rubric_run(&job, &cases, &rows, &err), "%s",
	    err.text);
	ck_assert_uint_gt(rows.n, 0);
	return &rows.at[rows.n - 1];
}

static void
is(const struct tcn_rubric_row *row, enum tcn_rubric_measure measure,
    double sum, double of)
{
	ck_assert_msg(row->tally.sum[measure] >= sum - 1e-9 &&
		row->tally.sum[measure] <= sum + 1e-9 &&
		row->tally.of[measure] >= of - 1e-9 &&
		row->tally.of[measure] <= of + 1e-9,
	    "%s is %g of %g, not %g of %g; %.*s",
	    tcn_rubric_measure_name(measure), row->tally.sum[measure],
	    row->tally.of[measure], sum, of, TCN_STR_ARG(row->notes));
}

static bool
notes(const struct tcn_rubric_row *row, const char *what)
{
	return memmem(row->notes.at, row->notes.n, what, strlen(what)) != NULL;
}

/* Three cuts: two facts and a figure are due at the alarm and an hour later,
 * where the captain is missing each time, and four at the close. */
START_TEST(reports_as_of_three_cuts)
{
	const struct tcn_rubric_row *row = judge(0, TCN_RUBRIC_ALL);

	ck_assert_uint_eq(rows.n, 2);
	row = &rows.at[0];
	is(row, TCN_RUBRIC_FOUND, 1, 1);
	is(row, TCN_RUBRIC_FACTS, 2 + 2 + 3, 3 + 3 + 4);
	is(row, TCN_RUBRIC_LEADING, 3, 3);
	is(row, TCN_RUBRIC_STALE, 0, row->tally.of[TCN_RUBRIC_STALE]);
	is(row, TCN_RUBRIC_WRONG, 0, 3);
	is(row, TCN_RUBRIC_FIRST, 3, 3);
	is(row, TCN_RUBRIC_NEVER_TOLD, 0, 0);
	ck_assert(notes(row, "the store lacks the article 'i77'"));
	ck_assert(notes(row, "alarm: missing: captain"));
	ck_assert(notes(row, "close: missing: captain"));
	ck_assert(!notes(row, "missing: sinks"));
	/* The other case has no event. */
	is(&rows.at[1], TCN_RUBRIC_FOUND, 0, 1);
	is(&rows.at[1], TCN_RUBRIC_FACTS, 0, 0);
}
END_TEST

/* An edition each hour: all but the captain is told, and nothing twice. */
START_TEST(editions_tell_all_that_is_due_once)
{
	const struct tcn_rubric_row *row = judge(4, 1u << TCN_RUBRIC_TUNE);

	ck_assert_uint_eq(rows.n, 1);
	is(row, TCN_RUBRIC_NEVER_TOLD, 1, 4);
	ck_assert(notes(row, "edition: never told: captain"));
	ck_assert(!notes(row, "told again"));
	is(row, TCN_RUBRIC_TOLD_AGAIN, 0, row->tally.of[TCN_RUBRIC_TOLD_AGAIN]);
	ck_assert_double_gt(row->tally.of[TCN_RUBRIC_TOLD_AGAIN], 0);
	ck_assert_double_gt(row->tally.sum[TCN_RUBRIC_LEADING_TIME], 0);
	ck_assert_double_gt(row->tally.sum[TCN_RUBRIC_DELAY], 0);
}
END_TEST

START_TEST(only_the_parts_that_are_asked_for)
{
	const struct tcn_rubric_row *row = judge(0, 1u << TCN_RUBRIC_HELD);

	ck_assert_uint_eq(rows.n, 1);
	ck_assert_int_eq(row->part, TCN_RUBRIC_HELD);
	ck_assert(tcn_str_equal(row->stream, tcn_str("ferry")));
	ck_assert(tcn_str_equal(row->name, tcn_str("elsewhere")));
}
END_TEST

TCN_TESTS(rubric_run)
{
	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_test(tc, reports_as_of_three_cuts);
	tcase_add_test(tc, editions_tell_all_that_is_due_once);
	tcase_add_test(tc, only_the_parts_that_are_asked_for);
}
