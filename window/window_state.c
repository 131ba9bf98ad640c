/*
 * window/window_state.c - what a window saves and restores besides its items,
 * and whether its invariants hold.
 */
#include <string.h>

#include "window/base/state.h"
#include "window/window_impl.h"

enum tcn_rc
tcn_window_save(struct tcn_window *w, tcn_state_fn *sink, void *ctx)
{
	struct tcn_state_out out = { .fn = sink, .ctx = ctx };
	enum tcn_rc rc;

	if (w->clock_changed) {
		tcn_buf_add(&out.row, &w->clock, sizeof w->clock);
		tcn_state_put(&out, TCN_STATE_CLOCK, 0);
		w->clock_changed = out.rc != TCN_OK;
	}
	if (w->names_changed) {
		struct tcn_recent_row row;
		uint32_t cursor = 0;

		while (tcn_recent_next(&w->names, &cursor, &row))
			tcn_buf_add(&out.row, &row.key, sizeof row.key);
		tcn_state_put(&out, TCN_STATE_NAMES, 0);
		w->names_changed = out.rc != TCN_OK;
	}
	if (w->vector_length_changed) {
		uint32_t length = (uint32_t)w->vector_length;

		tcn_buf_add(&out.row, &length, sizeof length);
		tcn_state_put(&out, TCN_STATE_VECTOR_LENGTH, 0);
		w->vector_length_changed = out.rc != TCN_OK;
	}
	rc = tcn_state_end(&out);
	if (!rc && w->pairs)
		rc = tcn_pairs_save(w->pairs, sink, ctx);
	if (!rc && w->clusters)
		rc = tcn_clusters_save(w->clusters, sink, ctx);
	return rc ? rc : tcn_story_index_save(w->stories, sink, ctx);
}

enum tcn_rc
tcn_window_restore_row(struct tcn_window *w, const struct tcn_state_row *row)
{
	if (row->kind == TCN_STATE_NAMES) {
		struct tcn_state_in in = { .at = row->bytes, .left = row->n };

		if (in.left % sizeof(uint64_t))
			return TCN_CORRUPT;
		while (in.left)
			tcn_recent_put(&w->names, tcn_state_get_number(&in, 8),
			    1, 0);
		return TCN_OK;
	}
	if (row->kind == TCN_STATE_VECTOR_LENGTH) {
		uint32_t length;

		if (row->n != sizeof length)
			return TCN_CORRUPT;
		memcpy(&length, row->bytes, sizeof length);
		w->vector_length = length;
		return length ? TCN_OK : TCN_CORRUPT;
	}
	if (row->kind == TCN_STATE_PAIR)
		return w->pairs ? tcn_pairs_restore(w->pairs, row) : TCN_OK;
	if (row->kind == TCN_STATE_CLUSTERS ||
	    row->kind == TCN_STATE_CLUSTER_ITEM)
		return w->clusters ? tcn_clusters_restore(w->clusters, row)
				   : TCN_OK;
	if (row->kind != TCN_STATE_CLOCK)
		return tcn_story_index_load(w->stories, row);
	if (row->n != sizeof w->clock)
		return TCN_CORRUPT;
	memcpy(&w->clock, row->bytes, row->n);
	return TCN_OK;
}

void
tcn_window_restore_end(struct tcn_window *w)
{
	tcn_story_index_loaded(w->stories);
}

/* A name is a key without a value: each has the same one, and never expires. */
static enum tcn_rc
check_names(const struct tcn_recent *names, struct tcn_err *err)
{
	struct tcn_recent_row row;
	uint32_t cursor = 0;

	while (tcn_recent_next(names, &cursor, &row))
		if (row.value != 1 || row.ts_ms != 0)
			return tcn_err_set(err, TCN_CORRUPT,
			    "the name of a source has a value or a time");
	return tcn_recent_check(names, err);
}

enum tcn_rc
tcn_window_check(const struct tcn_window *w, struct tcn_err *err)
{
	bool follows = w->conf.role == TCN_WINDOW_FOLLOWER;
	enum tcn_rc rc;

	if (follows != (w->near == NULL))
		return tcn_err_set(err, TCN_CORRUPT,
		    "a window that follows another has a near tier, or one "
		    "that does not has none");
	rc = tcn_clock_check(&w->clock, err);
	if (!rc)
		rc = tcn_version_check(&w->pages, err);
	if (!rc)
		rc = tcn_recent_check(&w->texts, err);
	if (!rc)
		rc = tcn_recent_check(&w->excerpts, err);
	if (!rc)
		rc = tcn_recent_check(&w->copies, err);
	if (!rc)
		rc = tcn_recent_check(&w->versions, err);
	if (!rc)
		rc = check_names(&w->names, err);
	if (!rc && w->near)
		rc = tcn_near_check(w->near, err);
	if (!rc && w->keys)
		rc = tcn_keys_check(w->keys, err);
	if (!rc && w->vectors)
		rc = tcn_vector_ring_check(w->vectors, err);
	if (!rc && w->pairs)
		rc = tcn_pairs_check(w->pairs, err);
	if (!rc && w->clusters)
		rc = tcn_clusters_check(w->clusters, err);
	return rc ? rc : tcn_story_index_check(w->stories, err);
}
