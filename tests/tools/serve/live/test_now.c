/*
 * The list of what is happening now: whatever happens, a list that is kept up
 * to date is the same as one that is read anew, and its texts are those that a
 * model counts.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/splitmix.h"
#include "sql/store_desk.h"
#include "sql/store_silences.h"
#include "sql/store_told.h"
#include "tools/serve/live/now.h"
#include "tools/serve/live/now_group.h"

#define MINUTE INT64_C(60000)
#define START  (INT64_C(1772500000) * 1000)
#define EVENTS 12
#define ITEMS  2000

static struct tcn_store *st;
static struct tcn_now *now;
static struct tcn_prepare *prep;
static uint64_t dice, seed;
static int64_t stream_ms, wall_ms;

/* The model: what the store holds. */
static struct {
	int64_t ts_ms;
	uint64_t origin;
	unsigned event;
} items[ITEMS];
static uint64_t items_n;
static struct {
	unsigned revision;
	bool closed;
	uint64_t story; /* the seq of its first item */
} events[EVENTS];

static unsigned
roll(unsigned sides)
{
	return (unsigned)(tcn_splitmix(seed, ++dice) % sides);
}

static void
setup(void)
{
	ck_assert_int_eq(tcn_store_open(":memory:", TCN_STORE_CREATE, &st,
			     NULL),
	    TCN_OK);
	now = tcn_now_new(st);
	prep = tcn_prepare_new(NULL);
	stream_ms = START;
	wall_ms = START + 7;
	items_n = 0;
	memset(events, 0, sizeof events);
}

static void
teardown(void)
{
	tcn_now_free(now);
	tcn_prepare_free(prep);
	tcn_store_close(st);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static struct tcn_store_tx *
begin(void)
{
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	return tx;
}

static void
commit(void)
{
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
}

/* An item of an event's story: perhaps one more with an earlier text. */
static void
add_item(unsigned event)
{
	uint64_t seq = items_n + 1, origin = seq;
	char id[32], title[64];
	struct tcn_article article = { .lang = TCN_STR("en") };
	struct tcn_placement place = { .seq = seq };

	if (items_n == ITEMS)
		return;
	for (uint64_t i = items_n; i-- > 0 && roll(3) == 0;)
		if (items[i].event == event)
			origin = items[i].origin;
	if (!events[event].story)
		events[event].story = seq;
	items[items_n].ts_ms = stream_ms - roll(600) * 1000;
	items[items_n].origin = origin;
	items[items_n++].event = event;
	snprintf(id, sizeof id, "i%u", (unsigned)seq);
	snprintf(title, sizeof title, "Title %u of the day", (unsigned)seq);
	article.id = tcn_str(id);
	article.title = tcn_str(title);
	article.source = tcn_str(id);
	article.key[0] = article.key[1] = seq;
	article.ts_ms = place.ts_ms = items[seq - 1].ts_ms;
	place.origin = origin;
	place.text = seq;
	place.story = events[event].story;
	ck_assert_int_eq(tcn_store_put_article(begin(), &article, "en", &place),
	    TCN_OK);
	commit();
}

static void
add_revision(unsigned event)
{
	static const struct tcn_story_term terms[] = { { TCN_STR("ferry"), 3,
							   0 },
		{ TCN_STR("harbour"), 2, 0 }, { TCN_STR("storm"), 1, 0 } };
	bool closes =
	    events[event].revision && !events[event].closed && roll(4) == 0;
	struct tcn_event e = {
		.rule = TCN_STR("story"),
		.revision = ++events[event].revision,
		.story = events[event].story,
		.state = closes ? TCN_EVENT_CLOSED
		    : events[event].closed
		    ? TCN_EVENT_REOPENED
		    : (events[event].revision > 1 ? TCN_EVENT_UPDATED
						  : TCN_EVENT_OPEN),
		.severity = (enum tcn_severity)(event % 5),
		.fired_ms = START + event * 1000,
		.changed_ms = stream_ms,
		.items = 9 + roll(50),
		.publishers = 1 + roll(40),
		.central = events[event].story,
		.terms = terms,
		.terms_n = event % 3 ? 3 : 0,
	};

	events[event].closed = closes;
	snprintf(e.id, sizeof e.id, "event%02u", event);
	ck_assert_int_eq(tcn_store_put_event(begin(), &e), TCN_OK);
	commit();
}

static void
act(unsigned event)
{
	struct tcn_store_action action = {
		.kind =
		    (enum tcn_store_action_kind)roll(TCN_STORE_ACTION_KINDS),
		.author = TCN_STR("Ada"),
		.value = TCN_STR("Bob"),
		.at_ms = wall_ms,
	};
	enum tcn_store_act_result came;
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	snprintf(action.event, sizeof action.event, "event%02u", event);
	ck_assert_int_eq(tcn_store_put_action(begin(), &action, &arena, &came),
	    TCN_OK);
	commit();
	tcn_arena_fini(&arena);
}

static void
silence(unsigned event)
{
	char id[32];
	struct tcn_silence s = { .kind = TCN_SILENCE_EVENT,
		.author = TCN_STR("Ada"),
		.created_ms = wall_ms,
		.expires_ms = wall_ms + 1 + roll(900) * 1000 };

	snprintf(id, sizeof id, "event%02u", event);
	s.value = tcn_str(id);
	ck_assert_int_eq(tcn_store_put_silence(begin(), &s), TCN_OK);
	commit();
}

static void
happen(void)
{
	unsigned event = roll(EVENTS);
	unsigned what = roll(20);

	if (what < 11 || !events[event].story)
		add_item(event);
	else if (what < 14 || !events[event].revision)
		add_revision(event);
	else if (what < 16)
		act(event);
	else if (what < 17)
		silence(event);
	else
		stream_ms += roll(5 * (unsigned)MINUTE), wall_ms += MINUTE;
}

/* How many new texts an event got in the last 30 minutes. */
static unsigned
count_texts(unsigned event)
{
	int64_t minute = stream_ms / MINUTE;
	unsigned n = 0;

	for (uint64_t i = 0; i < items_n; i++) {
		bool first = items[i].event == event;

		for (uint64_t k = 0; k < items_n && first; k++)
			first = items[k].event != event || k == i ||
			    items[k].origin != items[i].origin ||
			    items[k].ts_ms > items[i].ts_ms ||
			    (items[k].ts_ms == items[i].ts_ms && k > i);
		n += first && items[i].ts_ms / MINUTE > minute - 30;
	}
	return n;
}

static void
expect_texts(const struct tcn_now_row *row)
{
	unsigned event, texts;
	char says[64];

	ck_assert_int_eq(sscanf(row->event, "event%u", &event), 1);
	texts = count_texts(event);
	snprintf(says, sizeof says, "\"says\":\"%u new text%s in 30 min\"",
	    texts, texts == 1 ? "" : "s");
	ck_assert_msg(strstr(row->json.at, says) != NULL, "%s: %s", says,
	    row->json.at);
}

/* The kept list, beside one that was just made. */
static void
compare_lists(void)
{
	const struct tcn_now_row *const *kept, *const *fresh;
	struct tcn_now *other;
	size_t n, fresh_n;

	other = tcn_now_new(st);
	ck_assert_int_eq(tcn_now_refresh(now, prep, stream_ms, wall_ms),
	    TCN_OK);
	ck_assert_int_eq(tcn_now_refresh(other, prep, stream_ms, wall_ms),
	    TCN_OK);
	kept = tcn_now_rows(now, &n);
	fresh = tcn_now_rows(other, &fresh_n);
	ck_assert_uint_eq(n, fresh_n);
	ck_assert_uint_eq(tcn_now_counts(now).open, n);
	for (size_t i = 0; i < n; i++) {
		ck_assert_str_eq(kept[i]->json.at, fresh[i]->json.at);
		ck_assert(i == 0 ||
		    tcn_now_row_compare(kept[i - 1], kept[i]) < 0);
		expect_texts(kept[i]);
	}
	kept = tcn_now_closed(now, &n);
	fresh = tcn_now_closed(other, &fresh_n);
	ck_assert_uint_eq(n, fresh_n);
	for (size_t i = 0; i < n; i++) {
		ck_assert_str_eq(kept[i]->json.at, fresh[i]->json.at);
		ck_assert(!kept[i]->open);
		ck_assert_ptr_null(tcn_now_find(now, kept[i]->event));
	}
	tcn_now_free(other);
}

START_TEST(kept_up_to_date_it_is_as_if_read_anew)
{
	seed = (uint64_t)_i + 1;
	dice = 0;
	for (int step = 0; step < 400; step++) {
		happen();
		if (roll(3) == 0)
			compare_lists();
	}
}
END_TEST

START_TEST(an_event_that_is_over_has_a_row_too)
{
	const struct tcn_now_row *const *closed;
	struct tcn_buf out = { 0 };
	size_t n;

	seed = 3;
	add_item(1);
	add_revision(1);
	ck_assert_int_eq(tcn_now_refresh(now, prep, stream_ms, wall_ms),
	    TCN_OK);
	ck_assert_uint_eq(tcn_now_counts(now).open, 1);
	ck_assert_int_eq(tcn_now_row_json(now, "event01", &out), TCN_OK);
	ck_assert_ptr_nonnull(strstr(out.at, "\"open\":true"));
	for (int i = 0; i < 100 && !events[1].closed; i++)
		add_revision(1);
	ck_assert_int_eq(tcn_now_refresh(now, prep, stream_ms, wall_ms),
	    TCN_OK);
	ck_assert_uint_eq(tcn_now_counts(now).open, 0);
	tcn_buf_clear(&out);
	ck_assert_int_eq(tcn_now_row_json(now, "event01", &out), TCN_OK);
	ck_assert_ptr_nonnull(strstr(out.at, "\"open\":false"));
	tcn_buf_clear(&out);
	closed = tcn_now_closed(now, &n);
	ck_assert_uint_eq(n, 1);
	ck_assert_str_eq(closed[0]->event, "event01");
	/* A day later that is no news any more. */
	stream_ms += 24 * 60 * MINUTE + MINUTE;
	ck_assert_int_eq(tcn_now_refresh(now, prep, stream_ms, wall_ms),
	    TCN_OK);
	(void)tcn_now_closed(now, &n);
	ck_assert_uint_eq(n, 0);
	ck_assert_int_eq(tcn_now_row_json(now, "nobody", &out), TCN_OK);
	ck_assert_uint_eq(out.n, 0);
	tcn_buf_fini(&out);
}
END_TEST

/* --- groups --- */

static struct tcn_now_row
row(const char *event, const char *split_from, int64_t fired_h, uint64_t term)
{
	struct tcn_now_row r = { .fired_ms = fired_h * 60 * MINUTE,
		.terms = { term, term + 1, term + 2, 90 },
		.terms_n = 4 };

	snprintf(r.event, sizeof r.event, "%s", event);
	snprintf(r.split_from, sizeof r.split_from, "%s", split_from);
	return r;
}

START_TEST(what_belongs_together_stands_together)
{
	const struct tcn_now_row all[] = {
		row("a", "", 0, 1), /* a head */
		row("b", "", 0, 11), /* another */
		row("c", "", 40, 1), /* as a */
		row("d", "b", 90, 21), /* split from b */
		row("e", "", 50, 1), /* as a, but too late for it */
		row("f", "", 0, 3), /* one term of a, and one of all */
		row("g", "b", 0, 31), /* a sibling of d: b stands first */
	};

	enum {
		N = sizeof all / sizeof *all
	};
	static const uint32_t heads[N] = { 0, 1, 0, 1, 4, 5, 1 };
	static const uint32_t orders[N] = { 0, 2, 1, 3, 6, 4, 5 };
	const struct tcn_now_row *rows[N];
	uint32_t order[N], head[N];

	for (size_t i = 0; i < N; i++)
		rows[i] = &all[i];
	tcn_now_group(rows, N, order, head);
	for (size_t i = 0; i < N; i++) {
		ck_assert_msg(head[i] == heads[i], "head of %zu: %u", i,
		    head[i]);
		ck_assert_uint_eq(order[i], orders[i]);
	}
	tcn_now_group(rows, 0, order, head);
}
END_TEST

TCN_TESTS(now)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 120);
	tcase_add_loop_test(tc, kept_up_to_date_it_is_as_if_read_anew, 0, 6);
	tcase_add_test(tc, an_event_that_is_over_has_a_row_too);
	tcase_add_test(tc, what_belongs_together_stands_together);
}
