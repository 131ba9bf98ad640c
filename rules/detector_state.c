/*
 * The detector's state as rows, and back. A row is written when it has
 * changed, but for the small tables, which are written whole.
 */
#include <assert.h>

#include "rules/detector_impl.h"
#include "window/base/state.h"

enum {
	/* TCN_STATE_RULES and the next: of older programs */
	ROW_EVENT = TCN_STATE_RULES + 2, /* id: hash of its id */
	ROW_MEMBERS, /* id 0: struct tcn_recent_row of all members */
	ROW_SPLITS, /* id 0: likewise */
	ROW_RULE_HITS, /* id: seq; the item's rules */
};

enum tcn_rc
tcn_detector_save(struct tcn_detector *det, tcn_state_fn *sink, void *ctx)
{
	enum tcn_rc rc;

	assert(sink);
	rc = tcn_window_save(det->window, sink, ctx);
	if (!rc)
		rc = tcn_lifecycle_save(&det->lifecycle, ROW_EVENT, sink, ctx);
	if (!rc && det->similar)
		rc = tcn_recent_save(&det->members, ROW_MEMBERS, sink, ctx);
	if (!rc && (det->splits.n || det->splits_saved))
		rc = tcn_recent_save(&det->splits, ROW_SPLITS, sink, ctx);
	det->splits_saved = det->splits.n > 0;
	return rc
	    ? rc
	    : tcn_rule_hits_save(&det->rule_hits, ROW_RULE_HITS, sink, ctx);
}

enum tcn_rc
tcn_detector_restore_row(struct tcn_detector *det,
    const struct tcn_state_row *row)
{
	assert(row->bytes || !row->n);
	switch (row->kind) {
	case ROW_EVENT:
		return tcn_lifecycle_restore(&det->lifecycle, row->bytes,
		    row->n);
	case ROW_MEMBERS:
		return tcn_recent_restore(&det->members, row);
	case ROW_SPLITS:
		det->splits_saved = true;
		return tcn_recent_restore(&det->splits, row);
	case ROW_RULE_HITS:
		return tcn_rule_hits_restore(&det->rule_hits, row);
	default:
		return tcn_window_restore_row(det->window, row);
	}
}

void
tcn_detector_restore_end(struct tcn_detector *det)
{
	tcn_window_restore_end(det->window);
	tcn_detector_keep_histories(det);
}

/* An item that a running detector would have forgotten by now is left out. */
static bool
may_count(const struct tcn_detector *det, const struct tcn_placement *item)
{
	int64_t now_ms = tcn_window_now_ms(det->window);

	return now_ms == TCN_UNDATED || item->ts_ms > now_ms - det->within_ms;
}

void
tcn_detector_restore_item(struct tcn_detector *det, uint64_t article_key,
    const struct tcn_placement *item)
{
	if (may_count(det, item))
		tcn_recent_put(&det->keys, item->seq, article_key, item->ts_ms);
	tcn_window_restore_item(det->window, item);
}

void
tcn_detector_restore_sketch(struct tcn_detector *det,
    const struct tcn_placement *item, struct tcn_sketch sketch,
    struct tcn_sketch shingles)
{
	tcn_window_restore_sketch(det->window, item, sketch, shingles);
}

void
tcn_detector_restore_vector(struct tcn_detector *det,
    const struct tcn_placement *item, const float *vector, size_t n)
{
	tcn_window_restore_vector(det->window, item, vector, n);
}

bool
tcn_detector_knows_event(const struct tcn_detector *det, const char *id)
{
	return tcn_lifecycle_knows(&det->lifecycle, id);
}

int64_t
tcn_detector_reach_ms(const struct tcn_detector *det)
{
	const struct tcn_window_conf *window = &det->conf.window;
	int64_t reach_ms = det->within_ms;

	if (reach_ms < window->near.horizon_ms)
		reach_ms = window->near.horizon_ms;
	if (reach_ms < window->keys.horizon_ms)
		reach_ms = window->keys.horizon_ms;
	return reach_ms;
}
