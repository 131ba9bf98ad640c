#include "tests/base/run.h"

#include <inttypes.h>

#include "engine/base/buf.h"
#include "sql/query.h"
#include "sql/store_cut.h"
#include "sql/store_editions.h"
#include "sql/store_retain.h"
#include "tests/sql/sample.h"

enum {
	BATCHES = 12,
};

/* All that is read as of a cut. */
static void
dump(const struct tcn_store *st, const struct tcn_store_cut *cut,
    struct tcn_buf *out)
{
	struct tcn_arena arena;
	struct tcn_store_event_list events;

	tcn_buf_clear(out);
	tcn_arena_init(&arena, 0);
	ck_assert(!tcn_store_events_at(st, cut, INT64_MIN, &arena, &events));
	for (size_t i = 0; i < events.n; i++) {
		const struct tcn_event *e = &events.at[i];
		struct tcn_store_item_list items;
		struct tcn_event *same;

		ck_assert(!tcn_store_event_at(st, cut, e->id, &arena, &same));
		ck_assert(same && same->revision == e->revision);
		tcn_buf_printf(out, "%s %u %d %d %" PRIu64 " %zu:", e->id,
		    e->revision, e->state, e->severity, e->story,
		    e->evidence_n);
		ck_assert(!tcn_store_event_items_at(st, cut, e, 0, &arena,
		    &items));
		for (size_t k = 0; k < items.n; k++)
			tcn_buf_printf(out, " %" PRIu64 "/%" PRIu64,
			    items.at[k].place.seq, items.at[k].place.origin);
		tcn_buf_char(out, '\n');
	}
	tcn_arena_fini(&arena);
}

/* An older item is found to be of the origin of the first. */
static void
move_origin(struct tcn_store *st, uint64_t seq)
{
	const struct tcn_item_origin item = { .seq = seq, .origin = 1 };
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(st, &tx));
	ck_assert(!tcn_store_set_origin(tx, &item));
	ck_assert(!tcn_store_commit(st));
}

/* What the store said at each time it still says when it has grown. */
START_TEST(a_cut_is_as_the_store_was)
{
	struct tcn_store *st = sample_store(0);
	struct tcn_store_cut cuts[BATCHES];
	struct tcn_buf then[BATCHES] = { 0 }, now = { 0 };
	size_t differ = 0;

	for (unsigned b = 0; b < BATCHES; b++) {
		ck_assert(!sample_batch(st, b));
		if (b > 2)
			move_origin(st, (b - 2) * SAMPLE_ITEMS + 3);
		cuts[b].as_of_ms = INT64_MAX;
		ck_assert(!tcn_store_last_seq(st, &cuts[b].seq));
		dump(st, &cuts[b], &then[b]);
	}
	for (unsigned b = 0; b < BATCHES; b++) {
		dump(st, &cuts[b], &now);
		ck_assert_str_eq(now.at, then[b].at);
		dump(st, &cuts[BATCHES - 1], &now);
		differ += strcmp(now.at, then[b].at) != 0;
		tcn_buf_fini(&then[b]);
	}
	ck_assert_uint_eq(differ, BATCHES - 1);
	tcn_buf_fini(&now);
	tcn_store_close(st);
}
END_TEST

START_TEST(the_cut_of_a_time)
{
	struct tcn_store *st = sample_store(4);
	struct tcn_store_cut cut;
	struct tcn_arena arena;
	struct tcn_store_item_row *third;
	uint64_t last;

	tcn_arena_init(&arena, 0);
	ck_assert(!tcn_store_last_seq(st, &last));
	ck_assert(!tcn_store_cut_of(st, INT64_MAX - 1, &cut));
	ck_assert_uint_eq(cut.seq, last);
	ck_assert(!tcn_store_cut_of(st, 0, &cut));
	ck_assert_uint_eq(cut.seq, 2); /* the third item is behind it */
	ck_assert_int_eq(cut.as_of_ms, 0);
	ck_assert(!tcn_store_item(st, last, &arena, &third));
	ck_assert(!tcn_store_cut_of(st, third->place.ts_ms - 1, &cut));
	ck_assert(cut.seq > 2 && cut.seq <= last);
	tcn_arena_fini(&arena);
	tcn_store_close(st);
}
END_TEST

/* --- rows --- */

static struct tcn_store_edition
edition(int64_t due_ms, uint64_t number)
{
	return (struct tcn_store_edition){
		.name = TCN_STR("morning"),
		.due_ms = due_ms,
		.event = TCN_STR(""),
		.state =
		    number ? TCN_STORE_EDITION_MADE : TCN_STORE_EDITION_SKIPPED,
		.number = number,
		.cut = 7,
		.as_of_ms = due_ms + 1,
		.made_ms = due_ms + 2,
		.settings = TCN_STR("s"),
		.method = TCN_STR("m"),
		.wall = TCN_STR("w"),
		.reason = TCN_STR("r"),
		.title = TCN_STR("t"),
		.events = 3,
	};
}

static enum tcn_rc
put(struct tcn_store *st, const struct tcn_store_edition *e)
{
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_store_begin(st, &tx);

	if (!rc)
		rc = tcn_store_put_edition(tx, e);
	if (!rc && e->number)
		rc = tcn_store_put_edition_body(tx, e->name, e->number, "md",
		    tcn_str("# News"));
	return tcn_store_end(st, rc);
}

START_TEST(a_due_time_and_a_number_are_used_once)
{
	struct tcn_store *st = sample_store(1);
	struct tcn_store_edition e = edition(100, 1);
	struct tcn_store_edition_filter filter = {
		.name = TCN_STR("morning"),
		.due_ms = TCN_UNDATED,
		.before_ms = TCN_UNDATED,
	};
	struct tcn_store_edition_list list;
	struct tcn_arena arena;
	struct tcn_str body;
	uint64_t number;

	tcn_arena_init(&arena, 0);
	ck_assert(!tcn_store_next_edition(st, e.name, &number));
	ck_assert_uint_eq(number, 1);
	ck_assert(!put(st, &e));
	e = edition(100, 2);
	ck_assert(put(st, &e) != TCN_OK);
	e = edition(200, 1);
	ck_assert(put(st, &e) != TCN_OK);
	e = edition(200, 0);
	ck_assert(!put(st, &e));
	e = edition(300, 0);
	ck_assert(!put(st, &e));
	e.event = tcn_str("event-1");
	e.state = TCN_STORE_EDITION_MADE;
	e.number = 2;
	ck_assert(!put(st, &e));
	ck_assert(!tcn_store_next_edition(st, e.name, &number));
	ck_assert_uint_eq(number, 3);

	ck_assert(!tcn_store_editions(st, &filter, 0, &arena, &list));
	ck_assert_uint_eq(list.n, 4);
	ck_assert_int_eq(list.at[0].due_ms, 300);
	ck_assert_uint_eq(list.at[3].number, 1);
	ck_assert_uint_eq(list.at[3].cut, 7);
	ck_assert_int_eq(list.at[3].as_of_ms, 101);
	ck_assert_int_eq(list.at[3].made_ms, 102);
	ck_assert_uint_eq(list.at[3].events, 3);
	ck_assert(tcn_str_equal(list.at[3].title, tcn_str("t")));
	filter.made = true;
	filter.before_ms = 300;
	ck_assert(!tcn_store_editions(st, &filter, 0, &arena, &list));
	ck_assert_uint_eq(list.n, 1);
	filter = (struct tcn_store_edition_filter){
		.due_ms = 300, .before_ms = TCN_UNDATED, .scheduled = true
	};
	ck_assert(!tcn_store_editions(st, &filter, 5, &arena, &list));
	ck_assert_uint_eq(list.n, 1);
	ck_assert_int_eq(list.at[0].state, TCN_STORE_EDITION_SKIPPED);

	ck_assert(!tcn_store_edition_body(st, e.name, 1, "md", &arena, &body));
	ck_assert(tcn_str_equal(body, tcn_str("# News")));
	ck_assert(!tcn_store_edition_body(st, e.name, 1, "html", &arena,
	    &body));
	ck_assert_ptr_null(body.at);
	tcn_arena_fini(&arena);
	tcn_store_close(st);
}
END_TEST

static void
tell(struct tcn_store *st, uint64_t number, uint64_t line, bool closed)
{
	const uint64_t terms[] = { 1, UINT64_MAX, line };
	const struct tcn_store_told_line lines[] = { { line, terms, 3 },
		{ 77, terms, 0 } };
	const struct tcn_store_told_figure figures[] = {
		{ TCN_STR("price"), TCN_STR("USD"), (int64_t)number * 1000,
		    (int64_t)number * 2000, number },
		{ TCN_STR("dead"), TCN_STR(""), 7000, 7000, 1 },
	};
	const struct tcn_store_told_event told = {
		.event = TCN_STR("event-1"),
		.number = number,
		.revision = (uint32_t)number * 2,
		.closed = closed,
		.items = 10 * (uint32_t)number,
		.origins = 5,
		.publishers = 4,
		.languages = TCN_STR("en es"),
		.lines = lines,
		.lines_n = 2,
		.figures = figures,
		.figures_n = closed ? 1 : 2,
	};
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(st, &tx));
	ck_assert(!tcn_store_put_told(tx, tcn_str("morning"), &told));
	ck_assert(!tcn_store_commit(st));
}

/* Each edition tells the lines of those before it again, as they stand in its
 * ledger; the store has each once. */
START_TEST(a_line_is_stored_once)
{
	struct tcn_store *st = sample_store(1);
	struct tcn_store_told_event *told;
	struct tcn_arena arena;
	struct tcn_query q;

	tcn_arena_init(&arena, 0);
	for (uint64_t n = 1; n <= 20; n++)
		tell(st, n, 500 + n / 2, false);
	q = tcn_query(st, "SELECT count(*) FROM told_lines");
	ck_assert(tcn_query_next(&q));
	ck_assert_int_eq(tcn_query_get_int(&q), 12); /* 77, 500 .. 510 */
	ck_assert(!tcn_query_end(&q));
	for (uint64_t n = 2; n <= 21; n++) {
		ck_assert(!tcn_store_told_of(st, tcn_str("morning"),
		    tcn_str("event-1"), n, &arena, &told));
		ck_assert_uint_eq(told->lines_n, 2 + (n - 1) / 2);
	}
	tcn_arena_fini(&arena);
	tcn_store_close(st);
}
END_TEST

START_TEST(the_ledger_before_a_number)
{
	struct tcn_store *st = sample_store(1);
	struct tcn_str name = tcn_str("morning"), event = tcn_str("event-1");
	struct tcn_store_told_event *told;
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	tell(st, 1, 500, false);
	tell(st, 3, 600, true);
	ck_assert(!tcn_store_told_of(st, name, event, 1, &arena, &told));
	ck_assert_ptr_null(told);
	ck_assert(!tcn_store_told_of(st, tcn_str("evening"), event, 9, &arena,
	    &told));
	ck_assert_ptr_null(told);
	ck_assert(!tcn_store_told_of(st, name, event, 3, &arena, &told));
	ck_assert_uint_eq(told->number, 1);
	ck_assert_uint_eq(told->lines_n, 2);
	ck_assert(!told->closed);
	ck_assert_uint_eq(told->figures_n, 2);
	ck_assert_int_eq(told->figures[1].hi, 2000);
	ck_assert(!tcn_store_told_of(st, name, event, 4, &arena, &told));
	ck_assert_uint_eq(told->number, 3);
	ck_assert_uint_eq(told->revision, 6);
	ck_assert_uint_eq(told->items, 30);
	ck_assert(told->closed);
	ck_assert(tcn_str_equal(told->languages, tcn_str("en es")));
	ck_assert_uint_eq(told->lines_n, 3);
	ck_assert_uint_eq(told->lines[0].hash, 77);
	ck_assert_uint_eq(told->lines[2].hash, 600);
	ck_assert_uint_eq(told->lines[2].terms_n, 3);
	ck_assert(told->lines[2].terms[1] == UINT64_MAX);
	/* Of each the last value, whichever edition it is of. */
	ck_assert_uint_eq(told->figures_n, 2);
	ck_assert(tcn_str_equal(told->figures[0].slot, tcn_str("dead")));
	ck_assert_uint_eq(told->figures[0].number, 1);
	ck_assert(tcn_str_equal(told->figures[1].unit, tcn_str("USD")));
	ck_assert_int_eq(told->figures[1].lo, 3000);
	ck_assert_int_eq(told->figures[1].hi, 6000);
	ck_assert_uint_eq(told->figures[1].number, 3);
	tcn_arena_fini(&arena);
	tcn_store_close(st);
}
END_TEST

/* Old bodies go, a few at a time; rows and ledger stay. */
START_TEST(bodies_that_are_old_go)
{
	struct tcn_store *st = sample_store(1);
	struct tcn_store_retain_conf conf = { .now_ms = 77 };
	struct tcn_store_edition_filter filter = {
		.name = TCN_STR("morning"),
		.due_ms = TCN_UNDATED,
		.before_ms = TCN_UNDATED,
	};
	struct tcn_store_edition_list list;
	struct tcn_store_told_event *told;
	struct tcn_store_retain pass;
	struct tcn_arena arena;
	bool done = false;

	tcn_arena_init(&arena, 0);
	for (uint64_t n = 1; n <= 3; n++) {
		struct tcn_store_edition e = edition((int64_t)n * 100, n);

		ck_assert(!put(st, &e));
		tell(st, n, 500 + n, false);
	}
	for (int i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		conf.before_ms[i] = TCN_STORE_KEEP_ALL;
	conf.before_ms[TCN_STORE_KEPT_EDITIONS] = 300;
	tcn_store_retain_begin(&pass, &conf);
	while (!done) {
		struct tcn_store_tx *tx;

		ck_assert(!tcn_store_begin(st, &tx));
		ck_assert(!tcn_store_retain_step(tx, &pass, 1, &done));
		ck_assert(!tcn_store_commit(st));
	}
	ck_assert_uint_eq(pass.removed[TCN_STORE_KEPT_EDITIONS], 2);
	ck_assert(!tcn_store_editions(st, &filter, 0, &arena, &list));
	ck_assert_uint_eq(list.n, 3);
	for (uint64_t n = 1; n <= 3; n++) {
		struct tcn_str body;

		ck_assert(!tcn_store_edition_body(st, filter.name, n, "md",
		    &arena, &body));
		ck_assert((body.at != NULL) == (n == 3));
	}
	ck_assert(!tcn_store_told_of(st, filter.name, tcn_str("event-1"), 9,
	    &arena, &told));
	ck_assert_uint_eq(told->lines_n, 4);
	tcn_arena_fini(&arena);
	tcn_store_close(st);
}
END_TEST

TCN_TESTS(store_editions)
{
	tcase_add_test(tc, a_cut_is_as_the_store_was);
	tcase_add_test(tc, the_cut_of_a_time);
	tcase_add_test(tc, a_line_is_stored_once);
	tcase_add_test(tc, a_due_time_and_a_number_are_used_once);
	tcase_add_test(tc, the_ledger_before_a_number);
	tcase_add_test(tc, bodies_that_are_old_go);
}
