#include "tools/pipeline/retention.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/arena.h"
#include "sql/store_read.h"

/* Items stay for so long behind what the detector reads back. */
#define MARGIN_MS HOUR_MS
#define HOUR_MS   (60 * 60 * 1000)
#define DAY_MS    (24 * HOUR_MS)

/* Too large a store loses this share of its time in one pass, but an hour at
 * the least. */
#define SIZE_STEPS 16

/* Free pages are given back when there are more of them than one in GIVE_AT
 * and MANY, down to one in GIVE_TO: later rows fill the rest. */
#define GIVE_AT 10
#define GIVE_TO 20
#define MANY    64

/* The index is merged when one text in so many has been removed since. */
#define MERGE_AT 4

/* A page costs as much as so many rows. */
#define ROWS_A_PAGE 4

/* How many items had ever been removed when the index was last merged. */
#define MERGED_META "search.merged_at"

struct tcn_retention_conf
tcn_retention_conf(const struct tcn_conf *conf)
{
	struct tcn_retention_conf made = {
		.size_max_bytes = conf->store.size_max_bytes,
	};

	made.keep_ms[TCN_STORE_KEPT_DELIVERIES] =
	    conf->store.keep_deliveries_ms;
	made.keep_ms[TCN_STORE_KEPT_EVENTS] = conf->store.keep_events_ms;
	made.keep_ms[TCN_STORE_KEPT_REPORTS] = conf->store.keep_reports_ms;
	made.keep_ms[TCN_STORE_KEPT_EDITIONS] = conf->store.keep_editions_ms;
	made.keep_ms[TCN_STORE_KEPT_ITEMS] = conf->store.keep_articles_ms;
	made.keep_ms[TCN_STORE_KEPT_STORIES] = conf->store.keep_articles_ms;
	made.keep_ms[TCN_STORE_KEPT_KEYS] = conf->store.keep_keys_ms;
	return made;
}

void
tcn_retention_init(struct tcn_retention *retention,
    const struct tcn_retention_conf *conf)
{
	*retention = (struct tcn_retention){ .conf = *conf };
	retention->size_before_ms = TCN_STORE_KEEP_ALL;
}

static bool
needs(void *ctx, const char *event)
{
	return tcn_detector_knows_event(tcn_pipeline_detector(ctx), event);
}

/* --- what is too old --- */

static int64_t
earlier(int64_t a_ms, int64_t b_ms)
{
	return a_ms < b_ms ? a_ms : b_ms;
}

/* The stream's time, but not ahead of the wall clock: a stream that is ahead
 * may be set back. TCN_UNDATED: it has none yet. */
static int64_t
now_of(struct tcn_pipeline *pipe, int64_t wall_ms)
{
	return earlier(wall_ms,
	    tcn_window_now_ms(
		tcn_detector_window(tcn_pipeline_detector(pipe))));
}

static int64_t
floor_of(struct tcn_pipeline *pipe, int64_t now_ms)
{
	return now_ms - tcn_detector_reach_ms(tcn_pipeline_detector(pipe)) -
	    MARGIN_MS;
}

static uint64_t
used_bytes(const struct tcn_store_space *space)
{
	return (space->pages - space->free_pages) * space->page_bytes;
}

enum tcn_rc
tcn_retention_is_oversize(const struct tcn_retention *retention,
    struct tcn_pipeline *pipe, int64_t wall_ms, bool *oversize,
    struct tcn_err *err)
{
	const struct tcn_store *store = tcn_pipeline_store(pipe);
	int64_t now_ms = now_of(pipe, wall_ms);
	struct tcn_store_space space;
	enum tcn_rc rc;

	*oversize = false;
	if (!retention->conf.size_max_bytes || now_ms == TCN_UNDATED)
		return TCN_OK;
	rc = tcn_store_space(store, &space);
	if (rc)
		*err = *tcn_store_error(store);
	else
		*oversize =
		    used_bytes(&space) > retention->conf.size_max_bytes &&
		    retention->size_before_ms < floor_of(pipe, now_ms);
	return rc;
}

/* Sets the time before which all must go, because the store is too large: a
 * share of the stored time further on with each pass, as far as the floor. */
static enum tcn_rc
cut_by_size(struct tcn_retention *retention, const struct tcn_store *store,
    const struct tcn_store_space *space)
{
	int64_t oldest_ms, floor_ms = retention->floor_ms, span_ms;
	enum tcn_rc rc;

	retention->oversize = retention->conf.size_max_bytes &&
	    used_bytes(space) > retention->conf.size_max_bytes;
	if (!retention->oversize) {
		retention->size_before_ms = TCN_STORE_KEEP_ALL;
		return TCN_OK;
	}
	rc = tcn_store_oldest_ms(store, &oldest_ms);
	if (rc || oldest_ms == TCN_UNDATED)
		return rc;
	if (oldest_ms < retention->size_before_ms)
		oldest_ms = retention->size_before_ms;
	span_ms = oldest_ms < floor_ms ? floor_ms - oldest_ms : 0;
	retention->size_before_ms = oldest_ms +
	    (span_ms / SIZE_STEPS > HOUR_MS ? span_ms / SIZE_STEPS : HOUR_MS);
	if (retention->size_before_ms > floor_ms)
		retention->size_before_ms = floor_ms;
	return TCN_OK;
}

/* By age, or by the size if that takes more. */
static int64_t
cut(const struct tcn_retention *retention, unsigned kind, int64_t now_ms,
    int64_t size_before_ms)
{
	int64_t keep_ms = retention->conf.keep_ms[kind];
	int64_t before_ms = keep_ms ? now_ms - keep_ms : TCN_STORE_KEEP_ALL;

	return size_before_ms > before_ms ? size_before_ms : before_ms;
}

static void
begin_pass(struct tcn_retention *retention, struct tcn_pipeline *pipe,
    int64_t now_ms, int64_t wall_ms)
{
	struct tcn_store_retain_conf pass = {
		.now_ms = now_ms,
		.needs = needs,
		.ctx = pipe,
	};
	int64_t size_ms = retention->size_before_ms;
	int64_t wall_size_ms = size_ms == TCN_STORE_KEEP_ALL
	    ? TCN_STORE_KEEP_ALL
	    : wall_ms - (now_ms - size_ms);

	for (unsigned i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		pass.before_ms[i] = cut(retention, i, now_ms, size_ms);
	/* They go with the items, or earlier (tools/pipeline/copy_dropper.h).
	 */
	pass.before_ms[TCN_STORE_KEPT_COPIES] = TCN_STORE_KEEP_ALL;
	pass.before_ms[TCN_STORE_KEPT_DELIVERIES] =
	    cut(retention, TCN_STORE_KEPT_DELIVERIES, wall_ms, wall_size_ms);
	pass.before_ms[TCN_STORE_KEPT_KEYS] =
	    cut(retention, TCN_STORE_KEPT_KEYS, now_ms, TCN_STORE_KEEP_ALL);
	pass.before_ms[TCN_STORE_KEPT_ITEMS] =
	    earlier(pass.before_ms[TCN_STORE_KEPT_ITEMS], retention->floor_ms);
	pass.before_ms[TCN_STORE_KEPT_STORIES] =
	    earlier(pass.before_ms[TCN_STORE_KEPT_STORIES],
		retention->floor_ms);
	tcn_store_retain_begin(&retention->pass, &pass);
}

enum tcn_rc
tcn_retention_begin(struct tcn_retention *retention, struct tcn_pipeline *pipe,
    int64_t wall_ms, struct tcn_err *err)
{
	const struct tcn_store *store = tcn_pipeline_store(pipe);
	int64_t now_ms = now_of(pipe, wall_ms);
	struct tcn_store_space space;
	enum tcn_rc rc;

	assert(store && !tcn_retention_is_active(retention));
	if (now_ms == TCN_UNDATED)
		return TCN_OK;
	rc = tcn_store_space(store, &space);
	retention->floor_ms = floor_of(pipe, now_ms);
	if (!rc)
		rc = cut_by_size(retention, store, &space);
	if (rc) {
		*err = *tcn_store_error(store);
		return rc;
	}
	begin_pass(retention, pipe, now_ms, earlier(wall_ms, now_ms + DAY_MS));
	retention->phase = TCN_RETENTION_REMOVES;
	retention->freed_bytes = 0;
	retention->steps = 0;
	retention->merging = false;
	return TCN_OK;
}

bool
tcn_retention_is_active(const struct tcn_retention *retention)
{
	return retention->phase != TCN_RETENTION_RESTS;
}

bool
tcn_retention_has_worked(const struct tcn_retention *retention)
{
	uint64_t n = retention->freed_bytes;

	for (unsigned i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		n += retention->pass.removed[i];
	return n != 0;
}

/* --- steps --- */

/* Whether enough texts were removed since to merge the index again. */
static enum tcn_rc
find_merge(struct tcn_pipeline *pipe, const struct tcn_store *store, bool *due,
    uint64_t *total)
{
	struct tcn_store_removed removed[TCN_STORE_KEPT_KINDS];
	uint64_t merged, ever = tcn_pipeline_next_seq(pipe) - 1;
	enum tcn_rc rc = tcn_store_removed(store, removed);

	*due = false;
	*total = removed[TCN_STORE_KEPT_ITEMS].n;
	if (!rc) {
		/* How many items had been removed when the index was last
		 * merged. */
		struct tcn_str text = { NULL, 0 };
		struct tcn_arena arena;

		tcn_arena_init(&arena, 0);
		rc = tcn_store_get_meta(store, MERGED_META, &arena, &text);
		merged = rc || !text.at ? 0 : strtoull(text.at, NULL, 10);
		tcn_arena_fini(&arena);
	}
	if (!rc && *total > merged && ever >= *total)
		*due = (*total - merged) * MERGE_AT > ever - *total;
	return rc;
}

static enum tcn_rc
merge(struct tcn_retention *retention, struct tcn_pipeline *pipe,
    struct tcn_store_tx *tx, size_t work, bool *done)
{
	bool due = true;
	uint64_t total = 0;
	char text[24];
	enum tcn_rc rc = TCN_OK;

	if (!retention->merging)
		rc = find_merge(pipe, tcn_store_of(tx), &due, &total);
	*done = !due;
	if (rc || !due)
		return rc;
	rc = tcn_store_merge_search(tx, (unsigned)(work / ROWS_A_PAGE + 1),
	    !retention->merging, done);
	if (!rc && !retention->merging) {
		snprintf(text, sizeof text, "%" PRIu64, total);
		rc = tcn_store_put_meta(tx, MERGED_META, tcn_str(text));
	}
	retention->merging = true;
	return rc;
}

static enum tcn_rc
shrink(struct tcn_retention *retention, struct tcn_store_tx *tx, size_t work,
    bool *done)
{
	struct tcn_store_space space;
	enum tcn_rc rc = tcn_store_space(tcn_store_of(tx), &space);
	uint64_t at = retention->freed_bytes ? GIVE_TO : GIVE_AT;
	uint64_t most = work / ROWS_A_PAGE + 1;
	bool many = space.free_pages > space.pages / at + MANY;

	retention->cannot_shrink = !rc && many && !space.shrinks;
	*done = rc || !many || !space.shrinks;
	if (*done)
		return rc;
	if (most > space.free_pages)
		most = space.free_pages;
	retention->freed_bytes += most * space.page_bytes;
	return tcn_store_shrink(tx, (unsigned)most);
}

static enum tcn_rc
step(struct tcn_retention *retention, struct tcn_pipeline *pipe,
    struct tcn_store_tx *tx, size_t work, bool *done)
{
	switch (retention->phase) {
	case TCN_RETENTION_REMOVES:
		return tcn_store_retain_step(tx, &retention->pass, work, done);
	case TCN_RETENTION_MERGES:
		return merge(retention, pipe, tx, work, done);
	case TCN_RETENTION_SHRINKS:
		return shrink(retention, tx, work, done);
	case TCN_RETENTION_COPIES:
	case TCN_RETENTION_RESTS:
		break;
	}
	return TCN_OK;
}

static enum tcn_retention_phase
next_phase(const struct tcn_retention *retention)
{
	bool last = retention->phase == TCN_RETENTION_COPIES ||
	    (retention->phase == TCN_RETENTION_SHRINKS &&
		!retention->freed_bytes);

	return last ? TCN_RETENTION_RESTS
		    : (enum tcn_retention_phase)(retention->phase + 1);
}

/*
 * One step in a transaction of its own, behind what waits to be committed. It
 * is not synced: nobody was promised that a row goes, and a power cut that
 * brings it back does no harm.
 */
static enum tcn_rc
step_in_tx(struct tcn_retention *retention, struct tcn_pipeline *pipe,
    size_t work, bool *done, struct tcn_err *err)
{
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_pipeline_commit_delta(pipe, err);

	if (!rc)
		rc = tcn_pipeline_relax(pipe, true, err);
	if (rc)
		return rc;
	rc = tcn_pipeline_begin(pipe, &tx, err);
	if (!rc)
		rc = step(retention, pipe, tx, work, done);
	rc = tcn_pipeline_end(pipe, rc, err);
	return rc ? rc : tcn_pipeline_relax(pipe, false, err);
}

enum tcn_rc
tcn_retention_step(struct tcn_retention *retention, struct tcn_pipeline *pipe,
    size_t work, struct tcn_err *err)
{
	bool done = retention->phase == TCN_RETENTION_COPIES;
	enum tcn_rc rc = TCN_OK;

	assert(work > 0 && tcn_retention_is_active(retention));
	if (!done)
		rc = step_in_tx(retention, pipe, work, &done, err);
	else if (!tcn_pipeline_is_writing(pipe)) /* or the next commits do it */
		rc = tcn_pipeline_checkpoint(pipe, err);
	retention->steps++;
	if (!rc && done)
		retention->phase = next_phase(retention);
	return rc;
}
