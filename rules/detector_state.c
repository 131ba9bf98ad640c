/*
 * The detector's memory as rows, and back. Living events are few and are
 * written whole each time; what the window holds is written as it changes.
 */
#include <string.h>

#include "engine/mem.h"
#include "rules/detector_internal.h"
#include "window/state.h"

enum {
	ROW_LIVE = TCN_STATE_RULES, /* id: group; a living event */
	ROW_MEMBERS, /* id 0: struct tcn_recent_row of all members */
};

static enum tcn_rc
save_live(const struct tcn_live *live, struct tcn_buf *bytes,
    tcn_state_fn *sink, void *ctx)
{
	struct tcn_state row = {
		.kind = ROW_LIVE,
		.id = tcn_live_group(live),
	};

	tcn_buf_clear(bytes);
	tcn_live_save(live, bytes);
	if (bytes->failed)
		return TCN_NOMEM;
	row.bytes = bytes->at;
	row.n = bytes->n;
	return sink(ctx, &row);
}

/* Rows of events that live no more. */
static enum tcn_rc
drop_gone(struct tcn_detector *det, tcn_state_fn *sink, void *ctx)
{
	for (size_t i = 0; i < det->saved_n; i++) {
		struct tcn_state row = {
			.kind = ROW_LIVE,
			.id = det->saved[i],
		};
		enum tcn_rc rc;

		if (tcn_life_find(&det->life, det->saved[i]))
			continue;
		rc = sink(ctx, &row);
		if (rc)
			return rc;
	}
	return TCN_OK;
}

static enum tcn_rc
note_saved(struct tcn_detector *det)
{
	uint64_t *saved = tcn_mem_fit(det->saved, &det->saved_cap,
	    det->life.events_n, sizeof *saved);

	if (!saved)
		return TCN_NOMEM;
	det->saved = saved;
	det->saved_n = det->life.events_n;
	for (size_t i = 0; i < det->saved_n; i++)
		saved[i] = tcn_live_group(det->life.events[i]);
	return TCN_OK;
}

static enum tcn_rc
save_events(struct tcn_detector *det, tcn_state_fn *sink, void *ctx)
{
	struct tcn_buf bytes = { 0 };
	enum tcn_rc rc = drop_gone(det, sink, ctx);

	for (size_t i = 0; !rc && i < det->life.events_n; i++)
		rc = save_live(det->life.events[i], &bytes, sink, ctx);
	tcn_buf_fini(&bytes);
	return rc ? rc : note_saved(det);
}

static enum tcn_rc
save_members(struct tcn_detector *det, tcn_state_fn *sink, void *ctx)
{
	struct tcn_state state = { .kind = ROW_MEMBERS };
	struct tcn_buf bytes = { 0 };
	struct tcn_recent_row row;
	uint32_t cursor = 0;
	enum tcn_rc rc = TCN_NOMEM;

	while (tcn_recent_next(&det->members, &cursor, &row))
		tcn_buf_add(&bytes, &row, sizeof row);
	state.bytes = bytes.n ? bytes.at : NULL;
	state.n = bytes.n;
	if (!bytes.failed)
		rc = sink(ctx, &state);
	tcn_buf_fini(&bytes);
	return rc;
}

enum tcn_rc
tcn_detector_save(struct tcn_detector *det, tcn_state_fn *sink, void *ctx)
{
	enum tcn_rc rc = tcn_window_save(det->window, sink, ctx);

	if (!rc)
		rc = save_events(det, sink, ctx);
	if (!rc && det->conf.rule.kind == TCN_RULE_SIMILAR)
		rc = save_members(det, sink, ctx);
	return rc;
}

static enum tcn_rc
restore_members(struct tcn_detector *det, const struct tcn_state *state)
{
	struct tcn_recent_row row;
	enum tcn_rc rc = TCN_OK;

	if (state->n % sizeof row)
		return TCN_CORRUPT;
	for (size_t at = 0; !rc && at < state->n; at += sizeof row) {
		memcpy(&row, (const char *)state->bytes + at, sizeof row);
		rc = tcn_recent_put(&det->members, row.key, row.value,
		    row.ts_ms);
	}
	return rc;
}

static enum tcn_rc
restore_live(struct tcn_detector *det, const struct tcn_state *row)
{
	struct tcn_live *live;
	enum tcn_rc rc = tcn_life_restore(&det->life, row->bytes, row->n,
	    tcn_rule_name(det->conf.rule.kind), &live);

	return rc ? rc : note_saved(det);
}

enum tcn_rc
tcn_detector_restore_row(struct tcn_detector *det, const struct tcn_state *row)
{
	if (row->kind == ROW_LIVE)
		return restore_live(det, row);
	if (row->kind == ROW_MEMBERS)
		return restore_members(det, row);
	return tcn_window_restore_row(det->window, row);
}

enum tcn_rc
tcn_detector_restore_end(struct tcn_detector *det)
{
	return tcn_window_restore_end(det->window);
}

/* What a live detector would have forgotten by now is left out. */
static bool
may_count(const struct tcn_detector *det, const struct tcn_placement *item)
{
	int64_t now_ms = tcn_window_now_ms(det->window);

	return now_ms == TCN_UNDATED ||
	    item->ts_ms > now_ms - det->conf.rule.within_ms;
}

enum tcn_rc
tcn_detector_restore_item(struct tcn_detector *det, uint64_t article_key,
    const struct tcn_placement *item)
{
	enum tcn_rc rc = TCN_OK;

	if (may_count(det, item))
		rc = tcn_recent_put(&det->keys, item->seq, article_key,
		    item->ts_ms);
	return rc ? rc : tcn_window_restore_item(det->window, item);
}

int64_t
tcn_detector_reach_ms(const struct tcn_detector *det)
{
	int64_t near_ms = det->conf.window.near.horizon_ms;
	int64_t rule_ms = det->conf.rule.within_ms;

	return near_ms > rule_ms ? near_ms : rule_ms;
}
