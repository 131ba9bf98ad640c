/*
 * window/base/state.h - the kinds of saved state (struct tcn_state_row), who
 * owns which, and how a save passes its rows on.
 *
 * Kinds are written into stores and so never change their meaning; a change
 * of a row's layout takes a new kind.
 */
#ifndef TCN_WINDOW_BASE_STATE_H
#define TCN_WINDOW_BASE_STATE_H

#include "engine/base/buf.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"

/* Increased when the meaning of rows changes without a new kind: a state of
 * another version is rebuilt (tools/pipeline/pipeline_rebuild.c). */
#define TCN_STATE_VERSION 1

enum tcn_state_kind {
	/* Written by the pipeline before all others: one row, id 0, with
	 * TCN_STATE_VERSION in 32 bits. */
	TCN_STATE_VERSIONED = 0,

	/* 1..15: window/story, in the order in which they are loaded */
	TCN_STATE_STORY_TOTALS = 1, /* the clock and the totals; id 0 */
	TCN_STATE_TERM, /* id: the term's number */
	TCN_STATE_STORY, /* id: the story's */
	TCN_STATE_ITEM, /* id: the item's seq */
	/* 5 and 12 were phrases that recur. */
	TCN_STATE_REPORTED = 6, /* id: the text's key */
	TCN_STATE_HISTORY, /* id: the row's number; see
			      window/story/story_history.h */
	TCN_STATE_PUBLISHER, /* id: the publisher's hash; see
			     window/story/publisher.h */
	TCN_STATE_ALERTS, /* id: the rule's key; see
			   window/story/story_alerts.h */
	TCN_STATE_TAIL, /* id: the story's; see window/story/story_tail.h */
	TCN_STATE_ALERTS_TEXT, /* id: the text's number in the log */
	TCN_STATE_LINKS = 13, /* id: the story's; see story_link.h */
	TCN_STATE_VECTOR, /* id: the story's; see
			     window/story/story_vector.h */
	TCN_STATE_SEASON = 15, /* id: the form's hash; see
				  window/story/seasons.h */

	/* 16..31: window */
	TCN_STATE_CLOCK = 16, /* one row, id 0: struct tcn_clock */
	TCN_STATE_NAMES, /* one row, id 0: 64-bit hashes of sources' names */
	TCN_STATE_VECTOR_LENGTH, /* one row, id 0: numbers in each, 32 bits */
	TCN_STATE_PAIR, /* id: the item's number in window/pairs */
	TCN_STATE_CLUSTERS, /* one row, id 0: which are part of which; see
			       window/cluster/clusters.h */
	TCN_STATE_CLUSTER_ITEM, /* id: the item's seq */

	TCN_STATE_RULES = 32, /* 32..47: rules/detector */

	/* 48..63: window/category, in the order in which they are loaded */
	TCN_STATE_CATEGORY_TOTALS = 48, /* id 0 */
	TCN_STATE_CATEGORY_LABEL, /* id: its slot */
	TCN_STATE_CATEGORY_TERM, /* id: the term's number */
	TCN_STATE_CATEGORY_MARGINS, /* id: the page of the ring */
	TCN_STATE_CATEGORY_BIN, /* id: of window/category/calibration.h */
};

/*
 * Where the rows of a save go. The first failure stays, and no row is passed on
 * after it, so that the owner asks once, at the end.
 */
struct tcn_state_out {
	tcn_state_fn *fn;
	void *ctx;
	struct tcn_buf row; /* the bytes of the next row */
	enum tcn_rc rc;
};

/* Passes the bytes of out->row on as a row, and empties it. Without any bytes
 * it says, as tcn_state_gone() does, that there is no such row any more. */
void tcn_state_put(struct tcn_state_out *out, uint32_t kind, uint64_t id);
void tcn_state_gone(struct tcn_state_out *out, uint32_t kind,
    const uint64_t *ids, size_t n);

/* Frees out->row, and returns the first failure. */
TCN_MUST_USE enum tcn_rc tcn_state_end(struct tcn_state_out *out);

#endif
