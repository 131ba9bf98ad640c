#include "tools/serve/live/now_row.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"
#include "engine/item/headline.h"
#include "sql/store_desk.h"
#include "tools/base/json_out.h"
#include "tools/serve/live/api_json.h"

#define MINUTE_MS     60000
#define GROWTH        30 /* minutes that growth looks back */
#define BUCKET_S      (TCN_NOW_SPAN_MS / 1000 / TCN_NOW_SPARK)
#define TITLE_CHARS   300
#define URL_BYTES_MAX 300 /* a longer one is left out */

void
tcn_now_row_fini(struct tcn_now_row *row)
{
	tcn_buf_fini(&row->owner);
	tcn_buf_fini(&row->rule);
	tcn_buf_fini(&row->words);
	tcn_buf_fini(&row->json);
	tcn_buf_fini(&row->fixed);
	tcn_mem_free(row->parts);
	tcn_mem_free(row->minutes);
	*row = (struct tcn_now_row){ 0 };
}

/* --- load --- */

static void
take_event(struct tcn_now_row *row, const struct tcn_event *event)
{
	memcpy(row->event, event->id, sizeof row->event);
	memcpy(row->split_from, event->split_from, sizeof row->split_from);
	row->revision = event->revision;
	row->judged = false;
	row->changed = true;
	row->fired_ms = event->fired_ms;
	row->story = event->story;
	row->items = event->items;
	row->origins = event->origins;
	row->publishers = event->publishers;
	row->languages = event->languages;
	row->places = event->places;
	row->severity = event->severity;
	tcn_buf_clear(&row->rule);
	tcn_buf_str(&row->rule, event->rule);
	tcn_buf_clear(&row->words);
	tcn_event_view_fold(event->headline.text, &row->words);
	for (size_t i = 0; i < event->terms_n; i++)
		tcn_event_view_fold(event->terms[i].word, &row->words);
	row->terms_n = event->terms_n;
	for (size_t i = 0; i < event->terms_n; i++)
		row->terms[i] = XXH3_64bits(event->terms[i].word.at,
		    event->terms[i].word.n);
}

/* All that a revision or a desk changes, as an object that stays open. */
static enum tcn_rc
write_fixed(const struct tcn_store *store, const struct tcn_event *event,
    const struct tcn_store_desk_status *desk, struct tcn_arena *arena,
    struct tcn_now_row *row)
{
	struct tcn_article shown;
	enum tcn_rc rc =
	    tcn_store_headline(store, tcn_headline_item(event), arena, &shown);

	if (rc)
		return rc;
	if (!event->headline.text.n)
		tcn_event_view_fold(shown.title, &row->words);
	if (shown.url.n > URL_BYTES_MAX)
		shown.url = (struct tcn_str){ 0 };
	tcn_buf_clear(&row->fixed);
	tcn_json_open(&row->fixed, NULL, '{');
	tcn_api_json_event_members(event, &shown, TITLE_CHARS, arena,
	    &row->fixed);
	tcn_api_json_text(&row->fixed, "lang", shown.lang, 32, arena);
	tcn_json_bool(&row->fixed, "open", row->open);
	tcn_api_json_desk("desk", desk, arena, &row->fixed);
	return TCN_OK;
}

/* The last order of a desk that names the event is an action of its, too. */
static enum tcn_rc
take_orders(const struct tcn_store *store, struct tcn_arena *arena,
    struct tcn_now_row *row, struct tcn_event *event)
{
	struct tcn_store_action_list orders;
	struct tcn_store_member_list members;
	struct tcn_api_holding holds;
	enum tcn_rc rc =
	    tcn_store_orders_naming(store, row->event, arena, &orders);

	if (!rc && orders.n && orders.at[orders.n - 1].id > row->action)
		row->action = orders.at[orders.n - 1].id;
	if (!rc)
		rc = tcn_store_is_ordered(store, row->event, &row->ordered);
	if (rc || !row->ordered)
		return rc;
	rc = tcn_store_members(store, row->event, arena, &members);
	if (!rc)
		tcn_api_holding(&members, &holds);
	if (rc)
		return rc;
	row->items = event->items = holds.items;
	row->origins = event->origins = holds.origins;
	row->publishers = event->publishers = holds.publishers;
	return TCN_OK;
}

/* The stories whose new items may belong to it: its own, and those of what it
 * was split from and of what was merged into it. */
static enum tcn_rc
take_parts(const struct tcn_store *store, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_now_row *row)
{
	struct tcn_store_ids parts = { 0 };
	uint64_t *kept;
	enum tcn_rc rc = TCN_OK;

	if (row->ordered)
		rc = tcn_store_member_stories(store, row->event, arena, &parts);
	else if (event->story)
		rc = tcn_store_story_parts(store, event->story, arena, &parts);
	if (rc)
		return rc;
	kept = tcn_mem_alloc((parts.n + 1) * sizeof *kept);
	if (parts.n)
		memcpy(kept, parts.at, parts.n * sizeof *kept);
	tcn_mem_free(row->parts);
	row->parts = kept;
	row->parts_n = parts.n;
	return TCN_OK;
}

static enum tcn_rc
load(const struct tcn_store *store, const char *id, struct tcn_arena *arena,
    struct tcn_now_row *row, bool *found)
{
	struct tcn_store_action_list actions;
	struct tcn_store_desk_status desk;
	struct tcn_event *event;
	enum tcn_rc rc = tcn_store_event_brief(store, id, arena, &event,
	    &row->since_ms, &row->open);

	*found = !rc && event;
	if (!*found)
		return rc;
	if (event->terms_n > TCN_NOW_TERMS)
		event->terms_n = TCN_NOW_TERMS;
	take_event(row, event);
	rc = tcn_store_actions(store, id, arena, &actions);
	if (rc)
		return rc;
	tcn_store_desk_fold(&actions, &desk);
	row->action = actions.n ? actions.at[actions.n - 1].id : 0;
	row->acknowledged = desk.acked_ms != TCN_UNDATED;
	tcn_buf_clear(&row->owner);
	if (desk.owner.n)
		tcn_buf_str(&row->owner, desk.owner);
	rc = take_orders(store, arena, row, event);
	if (!rc)
		rc = take_parts(store, event, arena, row);
	return rc ? rc : write_fixed(store, event, &desk, arena, row);
}

enum tcn_rc
tcn_now_row_load(const struct tcn_store *store, const char *event,
    struct tcn_now_row *row, bool *found)
{
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc = load(store, event, &arena, row, found);
	tcn_arena_fini(&arena);
	return rc;
}

/* --- times --- */

static int
compare_times(const void *a, const void *b)
{
	const struct tcn_store_item_time *x = a, *y = b;

	int by = tcn_compare_u64(&x->origin, &y->origin);

	return by ? by : (x->ts_ms > y->ts_ms) - (x->ts_ms < y->ts_ms);
}

/* When each text came first; what is older than from_seq is no new text. */
static void
keep_firsts(struct tcn_store_item_times *times, uint64_t from_seq,
    struct tcn_now_row *row)
{
	uint32_t *minutes = tcn_mem_alloc((times->n + 1) * sizeof *minutes);
	size_t n = 0;

	if (times->n)
		qsort(times->at, times->n, sizeof *times->at, compare_times);
	for (size_t i = 0; i < times->n; i++)
		if (times->at[i].origin >= from_seq &&
		    (i == 0 || times->at[i].origin != times->at[i - 1].origin))
			minutes[n++] =
			    (uint32_t)(times->at[i].ts_ms / MINUTE_MS);
	qsort(minutes, n, sizeof *minutes, tcn_compare_u32);
	tcn_mem_free(row->minutes);
	row->minutes = minutes;
	row->minutes_n = n;
	row->changed = true;
}

/* The same of what an event holds by the orders of a desk. */
static enum tcn_rc
member_times(const struct tcn_store *store, const char *event, int64_t since_ms,
    struct tcn_arena *arena, struct tcn_store_item_times *times)
{
	struct tcn_store_member_list members;
	enum tcn_rc rc = tcn_store_members(store, event, arena, &members);

	*times = (struct tcn_store_item_times){ 0 };
	if (rc)
		return rc;
	times->at = tcn_arena_zalloc(arena, members.n, sizeof *times->at);
	for (size_t i = 0; i < members.n; i++) {
		const struct tcn_store_member *m = &members.at[i];

		if (m->ts_ms < since_ms)
			continue;
		times->at[times->n].ts_ms = m->ts_ms;
		times->at[times->n++].origin = m->origin ? m->origin : m->seq;
	}
	return TCN_OK;
}

enum tcn_rc
tcn_now_row_times(const struct tcn_store *store, int64_t since_ms,
    uint64_t from_seq, struct tcn_now_row *row)
{
	const struct tcn_str id = tcn_str(row->event);
	struct tcn_event event = { .story = row->story };
	struct tcn_store_item_times times;
	struct tcn_arena arena;
	enum tcn_rc rc;

	memcpy(event.id, id.at, id.n + 1);
	tcn_arena_init(&arena, 0);
	rc = row->ordered
	    ? member_times(store, row->event, since_ms, &arena, &times)
	    : tcn_store_event_times(store, &event, since_ms, from_seq, &arena,
		  &times);
	if (!rc)
		keep_firsts(&times, from_seq, row);
	tcn_arena_fini(&arena);
	return rc;
}

/* --- place --- */

/* The last bucket ends with the 7.5 minutes that hold this minute's end, so
 * that the line moves on once in 7.5 minutes and not with each. */
static void
add_spark(const struct tcn_now_row *row, int64_t minute, struct tcn_buf *out)
{
	int64_t end = ((minute + 1) * 60 + BUCKET_S - 1) / BUCKET_S;
	uint32_t counts[TCN_NOW_SPARK] = { 0 };

	for (size_t i = 0; i < row->minutes_n; i++) {
		int64_t bucket = (int64_t)row->minutes[i] * 60 / BUCKET_S -
		    end + TCN_NOW_SPARK;

		if (bucket >= 0 && bucket < TCN_NOW_SPARK)
			counts[bucket]++;
	}
	tcn_json_open(out, "spark", '[');
	for (int i = 0; i < TCN_NOW_SPARK; i++)
		tcn_json_uint(out, NULL, counts[i]);
	tcn_json_close(out, ']');
}

void
tcn_now_row_place(struct tcn_now_row *row, int64_t minute)
{
	struct tcn_now_facts facts = {
		.severity = row->severity,
		.publishers = row->publishers,
		.minutes = minute - row->since_ms / MINUTE_MS,
		.acknowledged = row->acknowledged,
	};

	for (size_t i = row->minutes_n;
	     i-- > 0 && row->minutes[i] > minute - GROWTH;)
		facts.texts++;
	row->changed = false;
	row->rank = tcn_now_rank(&facts);
	tcn_buf_clear(&row->json);
	tcn_buf_str(&row->json, tcn_buf_view(&row->fixed));
	tcn_json_bool(&row->json, "silenced", row->silenced);
	tcn_now_rank_json(&row->json, &facts, &row->rank);
	add_spark(row, minute, &row->json);
	tcn_json_close(&row->json, '}');
}

bool
tcn_now_row_is_about(const struct tcn_now_row *row,
    const struct tcn_store_ids *stories)
{
	size_t i = 0, j = 0;

	while (i < row->parts_n && j < stories->n) {
		if (row->parts[i] == stories->at[j])
			return true;
		if (row->parts[i] < stories->at[j])
			i++;
		else
			j++;
	}
	return false;
}

enum tcn_rc
tcn_now_row_matches(const struct tcn_now_row *row,
    const struct tcn_event_view *view, const struct tcn_store *store,
    bool *lets)
{
	const struct tcn_event_view_of of = {
		.severity = row->severity,
		.rule = tcn_buf_view(&row->rule),
		.owner = tcn_buf_view(&row->owner),
		.words = tcn_buf_view(&row->words),
		.languages = &row->languages,
		.places = &row->places,
		.acknowledged = row->acknowledged,
		.silenced = row->silenced,
		.stories = { row->parts, row->parts_n },
	};

	return tcn_event_view_matches(view, store, &of, lets);
}

int
tcn_now_row_compare(const struct tcn_now_row *a, const struct tcn_now_row *b)
{
	if (a->rank.total != b->rank.total)
		return b->rank.total - a->rank.total;
	if (a->fired_ms != b->fired_ms)
		return b->fired_ms > a->fired_ms ? 1 : -1;
	return strcmp(a->event, b->event);
}
