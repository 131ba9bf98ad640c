#include "tools/serve/live/now.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "sql/store_silences.h"
#include "sql/store_told.h"
#include "tools/pipeline/desk.h"

struct tcn_now {
	const struct tcn_store *store;
	struct tcn_now_row **by_id;
	const struct tcn_now_row **by_rank;
	size_t n;
	struct tcn_now_row *closed[TCN_NOW_CLOSED];
	size_t closed_n;
	struct tcn_now_counts counts;
	bool read; /* the rows are as the following say */
	uint64_t seq; /* of what was told */
	uint64_t item; /* the last one */
	int64_t minute; /* of the stream */
	int64_t since_ms; /* where the rows' texts begin */
	uint64_t from_seq;
	uint64_t silences; /* a hash of those that hold */
	uint64_t version;
};

struct tcn_now *
tcn_now_new(const struct tcn_store *store)
{
	struct tcn_now *now = tcn_mem_calloc(1, sizeof *now);

	assert(store);
	now->store = store;
	return now;
}

static void
free_row(struct tcn_now_row *row)
{
	if (row)
		tcn_now_row_fini(row);
	tcn_mem_free(row);
}

static void
forget(struct tcn_now *now)
{
	for (size_t i = 0; i < now->n; i++)
		free_row(now->by_id[i]);
	for (size_t i = 0; i < now->closed_n; i++)
		free_row(now->closed[i]);
	tcn_mem_free(now->by_id);
	tcn_mem_free(now->by_rank);
	*now = (struct tcn_now){ .store = now->store,
		.version = now->version + 1 };
}

void
tcn_now_free(struct tcn_now *now)
{
	if (!now)
		return;
	forget(now);
	tcn_mem_free(now);
}

/* --- which events --- */

/* The row of an event that is in the list: kept if it is as it was. */
static enum tcn_rc
take_row(struct tcn_now *now, const struct tcn_store_open_event *open,
    struct tcn_now_row *old, struct tcn_now_row **row)
{
	bool found;
	enum tcn_rc rc;

	*row = old;
	if (old && old->revision == open->revision &&
	    old->action == open->action)
		return TCN_OK;
	if (!old)
		*row = tcn_mem_calloc(1, sizeof **row);
	rc = tcn_now_row_load(now->store, open->event, *row, &found);
	if (!rc)
		rc = tcn_now_row_times(now->store, now->since_ms, now->from_seq,
		    *row);
	(*row)->minutes_n = rc ? 0 : (*row)->minutes_n;
	return rc;
}

/* Both lists are by id: rows that stay are kept, others go or come. */
static enum tcn_rc
merge_rows(struct tcn_now *now, const struct tcn_store_open_list *open,
    struct tcn_now_row **rows, size_t *n)
{
	enum tcn_rc rc = TCN_OK;
	size_t old = 0;

	for (size_t i = 0; !rc && i < open->n; i++) {
		struct tcn_now_row *same = NULL;

		while (old < now->n &&
		    strcmp(now->by_id[old]->event, open->at[i].event) < 0)
			free_row(now->by_id[old++]);
		if (old < now->n &&
		    strcmp(now->by_id[old]->event, open->at[i].event) == 0)
			same = now->by_id[old++];
		rc = take_row(now, &open->at[i], same, &rows[i]);
		*n = i + 1;
	}
	while (old < now->n)
		free_row(now->by_id[old++]);
	return rc;
}

static enum tcn_rc
read_open(struct tcn_now *now, struct tcn_arena *arena)
{
	struct tcn_store_open_list open;
	struct tcn_now_row **by_id;
	const struct tcn_now_row **by_rank;
	size_t n = 0;
	enum tcn_rc rc =
	    tcn_store_open_events(now->store, TCN_NOW_ROWS_MAX, arena, &open);

	if (!rc)
		rc = tcn_store_count_open(now->store, &now->counts.open);
	if (rc)
		return rc;
	by_id = tcn_mem_calloc(open.n + 1, sizeof *by_id);
	by_rank = tcn_mem_calloc(open.n + 1, sizeof *by_rank);
	rc = merge_rows(now, &open, by_id, &n);
	tcn_mem_free(now->by_id);
	tcn_mem_free(now->by_rank);
	now->by_id = by_id;
	now->by_rank = by_rank;
	now->n = n;
	return rc;
}

/* What is over, of the stream's last day. A row that is as it was is kept. */
static enum tcn_rc
read_closed(struct tcn_now *now, struct tcn_arena *arena)
{
	struct tcn_now_row *old[TCN_NOW_CLOSED];
	size_t old_n = now->closed_n;
	struct tcn_store_open_list closed;
	enum tcn_rc rc = tcn_store_closed_events(now->store,
	    now->minute * TCN_MINUTE_MS - TCN_DAY_MS, TCN_NOW_CLOSED, arena,
	    &closed);

	memcpy(old, now->closed, sizeof old);
	now->closed_n = 0;
	for (size_t i = 0; !rc && i < closed.n; i++) {
		struct tcn_now_row *same = NULL;

		for (size_t k = 0; !same && k < old_n; k++)
			if (old[k] &&
			    strcmp(old[k]->event, closed.at[i].event) == 0) {
				same = old[k];
				old[k] = NULL;
			}
		rc = take_row(now, &closed.at[i], same,
		    &now->closed[now->closed_n++]);
	}
	for (size_t k = 0; k < old_n; k++)
		free_row(old[k]);
	return rc;
}

/* Of an event that a desk said what it holds the figures change, too. */
static enum tcn_rc
count_texts(struct tcn_now *now, struct tcn_now_row *row)
{
	bool found;
	enum tcn_rc rc = row->ordered
	    ? tcn_now_row_load(now->store, row->event, row, &found)
	    : TCN_OK;

	return rc
	    ? rc
	    : tcn_now_row_times(now->store, now->since_ms, now->from_seq, row);
}

/* --- what came to them --- */

/* The texts of all rows, or of those whose stories got items. */
static enum tcn_rc
read_times(struct tcn_now *now, bool all, struct tcn_arena *arena)
{
	struct tcn_store_ids stories = { 0 };
	enum tcn_rc rc = TCN_OK;

	if (!all)
		rc = tcn_store_stories_after(now->store, now->item, arena,
		    &stories);
	for (size_t i = 0; !rc && i < now->n + now->closed_n; i++) {
		struct tcn_now_row *row =
		    i < now->n ? now->by_id[i] : now->closed[i - now->n];

		if (all || tcn_now_row_is_about(row, &stories))
			rc = count_texts(now, row);
	}
	return rc;
}

/* Marks one row: does a silence hold back its messages? */
static enum tcn_rc
read_silenced(struct tcn_now *now, struct tcn_prepare *prep, int64_t wall_ms,
    struct tcn_now_row *row)
{
	const struct tcn_silence *by = NULL;
	struct tcn_event *event;
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc = tcn_store_event(now->store, row->event, &arena, &event);
	if (!rc && event)
		rc = tcn_desk_silenced(now->store, prep, event, wall_ms, &arena,
		    &by);
	row->changed |= row->silenced != (by != NULL);
	row->silenced = by != NULL;
	row->judged = true;
	tcn_arena_fini(&arena);
	return rc;
}

/* A hash of the silences that hold; 0: none does. */
static enum tcn_rc
hash_silences(const struct tcn_now *now, int64_t wall_ms,
    struct tcn_arena *arena, uint64_t *hash)
{
	struct tcn_store_silence_list list;
	enum tcn_rc rc =
	    tcn_store_silences(now->store, wall_ms, 0, 0, arena, &list);

	*hash = 0;
	for (size_t i = 0; !rc && i < list.n; i++)
		*hash = XXH3_64bits_withSeed(&list.at[i].id,
		    sizeof list.at[i].id, *hash + 1);
	return rc;
}

static enum tcn_rc
read_silences(struct tcn_now *now, struct tcn_prepare *prep, int64_t wall_ms,
    uint64_t hash)
{
	enum tcn_rc rc = TCN_OK;

	if (!hash && !now->silences)
		return TCN_OK;
	for (size_t i = 0; !rc && i < now->n; i++) {
		struct tcn_now_row *row = now->by_id[i];

		if (!hash) {
			row->changed |= row->silenced;
			row->silenced = false;
		} else if (hash != now->silences || !row->judged) {
			rc = read_silenced(now, prep, wall_ms, row);
		}
	}
	now->silences = hash;
	return rc;
}

/* --- their order --- */

static int
compare_rows(const void *a, const void *b)
{
	return tcn_now_row_compare(*(const struct tcn_now_row *const *)a,
	    *(const struct tcn_now_row *const *)b);
}

static void
place_rows(struct tcn_now *now, bool all)
{
	bool changed = all;

	now->counts.unacknowledged = now->counts.silenced = 0;
	for (size_t i = 0; i < now->n; i++) {
		struct tcn_now_row *row = now->by_id[i];

		changed |= row->changed;
		if (all || row->changed)
			tcn_now_row_place(row, now->minute);
		now->by_rank[i] = row;
		now->counts.unacknowledged += !row->acknowledged;
		now->counts.silenced += row->silenced;
	}
	for (size_t i = 0; i < now->closed_n; i++)
		if (all || now->closed[i]->changed)
			tcn_now_row_place(now->closed[i], now->minute);
	if (now->n)
		qsort(now->by_rank, now->n, sizeof *now->by_rank, compare_rows);
	now->version += changed;
}

/* --- all of it --- */

/* What the store has by now; it is compared with what the rows are of. */
struct state {
	uint64_t seq, item, silences;
	int64_t minute;
};

static bool
is_same(const struct tcn_now *now, const struct state *state)
{
	return now->read && now->seq == state->seq &&
	    now->item == state->item && now->minute == state->minute &&
	    now->silences == state->silences;
}

static enum tcn_rc
update(struct tcn_now *now, struct tcn_prepare *prep, int64_t wall_ms,
    const struct state *state, struct tcn_arena *arena)
{
	bool later = !now->read || now->minute != state->minute;
	bool told = !now->read || now->seq != state->seq;
	uint64_t last;
	enum tcn_rc rc = TCN_OK;

	now->minute = state->minute;
	if (later) {
		now->since_ms = (state->minute + 1) * TCN_MINUTE_MS -
		    TCN_NOW_SPAN_MS - TCN_NOW_SPAN_MS / TCN_NOW_SPARK;
		rc = tcn_store_seq_range(now->store, now->since_ms, INT64_MAX,
		    &now->from_seq, &last);
	}
	if (!rc && told) {
		now->version++; /* one may have left */
		rc = read_open(now, arena);
	}
	if (!rc && (told || later))
		rc = read_closed(now, arena);
	if (!rc && (later || now->item != state->item))
		rc = read_times(now, later, arena);
	if (!rc && (told || later || now->silences != state->silences))
		rc = read_silences(now, prep, wall_ms, state->silences);
	if (rc)
		return rc;
	place_rows(now, later);
	return TCN_OK;
}

enum tcn_rc
tcn_now_refresh(struct tcn_now *now, struct tcn_prepare *prep,
    int64_t stream_ms, int64_t wall_ms)
{
	struct tcn_arena arena;
	struct state state;
	enum tcn_rc rc;

	assert(!tcn_store_is_writing(now->store));
	tcn_arena_init(&arena, 0);
	/* All is read as of one moment, and the file is locked once. */
	rc = tcn_store_begin_reading(now->store);
	if (!rc) {
		uint64_t oldest;

		rc = tcn_store_told_range(now->store, &oldest, &state.seq);
		state.minute = stream_ms / TCN_MINUTE_MS;
		if (!rc)
			rc = tcn_store_last_seq(now->store, &state.item);
		if (!rc)
			rc = hash_silences(now, wall_ms, &arena,
			    &state.silences);
	}
	if (!rc && !is_same(now, &state))
		rc = update(now, prep, wall_ms, &state, &arena);
	tcn_store_end_reading(now->store);
	if (rc) {
		forget(now);
	} else {
		now->seq = state.seq;
		now->item = state.item;
		now->read = true;
	}
	tcn_arena_fini(&arena);
	return rc;
}

const struct tcn_now_row *const *
tcn_now_rows(const struct tcn_now *now, size_t *n)
{
	*n = now->n;
	return now->by_rank;
}

const struct tcn_now_row *const *
tcn_now_closed(const struct tcn_now *now, size_t *n)
{
	*n = now->closed_n;
	return (const struct tcn_now_row *const *)now->closed;
}

uint64_t
tcn_now_seq(const struct tcn_now *now)
{
	return now->seq;
}

uint64_t
tcn_now_version(const struct tcn_now *now)
{
	return now->version;
}

struct tcn_now_counts
tcn_now_counts(const struct tcn_now *now)
{
	return now->counts;
}

/* One that is over, or is not in the list. */
static enum tcn_rc
write_other(struct tcn_now *now, const char *event, struct tcn_buf *out)
{
	struct tcn_now_row row = { 0 };
	bool found;
	enum tcn_rc rc = tcn_now_row_load(now->store, event, &row, &found);

	if (!rc && found)
		rc = tcn_now_row_times(now->store, now->since_ms, now->from_seq,
		    &row);
	if (!rc && found)
		tcn_now_row_place(&row, now->minute);
	if (!rc && found)
		tcn_buf_str(out, tcn_buf_view(&row.json));
	tcn_now_row_fini(&row);
	return rc;
}

static int
compare_id(const void *id, const void *row)
{
	return strcmp(id, (*(const struct tcn_now_row *const *)row)->event);
}

const struct tcn_now_row *
tcn_now_find(const struct tcn_now *now, const char *event)
{
	struct tcn_now_row *const *row = now->n
	    ? bsearch(event, now->by_id, now->n, sizeof *now->by_id, compare_id)
	    : NULL;

	return row ? *row : NULL;
}

enum tcn_rc
tcn_now_row_json(struct tcn_now *now, const char *event, struct tcn_buf *out)
{
	const struct tcn_now_row *row = tcn_now_find(now, event);

	if (!row)
		return write_other(now, event, out);
	tcn_buf_str(out, tcn_buf_view(&row->json));
	return TCN_OK;
}
