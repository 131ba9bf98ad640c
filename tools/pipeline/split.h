/*
 * tools/pipeline/split.h - events that a desk makes of articles of another one.
 *
 * What belongs to such an event is an order of the desk (sql/store_members.h).
 * Here it gets its figures, headline and terms, and goes on with the event that
 * it was split from: it grows when that has a new revision, it ends with it,
 * and it comes back when it grows again. The detector knows nothing of it. Its
 * rule, severity and kind are those of the event that it was split from; its
 * story is 0.
 *
 * Its figures are of all that it holds, not only of what is in the window. The
 * article that stands for it is the one that was copied most, the first of
 * several. Its terms are the words that most of its titles have in common.
 */
#ifndef TCN_TOOLS_PIPELINE_SPLIT_H
#define TCN_TOOLS_PIPELINE_SPLIT_H

#include "engine/item/prepare.h"
#include "sql/store_members.h"

/* What the title of an article costs is paid for so many articles at most; the
 * terms of a larger event are those of its first ones. */
#define TCN_SPLIT_TITLES_MAX 500

struct tcn_split_order {
	const struct tcn_event *from; /* its latest revision */
	struct tcn_store_split what;
	struct tcn_str author;
	int64_t at_ms; /* wall clock */
	int64_t stream_ms; /* the stream's time */
};

enum tcn_split_result {
	TCN_SPLIT_DONE,
	TCN_SPLIT_NOTHING, /* none of it belongs to the event itself: nothing
			    * was done */
	TCN_SPLIT_ALL, /* nothing would be left: nothing was done */
};

/* Looks at what a split would make, and writes nothing: *made has everything
 * but its id. The store's errors. */
TCN_MUST_USE enum tcn_rc tcn_split_preview(const struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_split_order *order,
    struct tcn_arena *arena, struct tcn_event *made,
    enum tcn_split_result *result);

/*
 * Stores the event and the order; action is filled in. Of an event that has
 * closed, *made is the second revision, which has closed, too.
 */
TCN_MUST_USE enum tcn_rc tcn_split_make(struct tcn_store_tx *tx,
    const struct tcn_store *store, struct tcn_prepare *prep,
    const struct tcn_split_order *order, struct tcn_arena *arena,
    struct tcn_event *made, struct tcn_store_action *action,
    enum tcn_split_result *result);

/*
 * A revision of an event was stored: stores the revisions that follow from it,
 * of events that were split from it, or from one of these, as far as they
 * change: *events lists them. One query when nothing was split from it.
 */
TCN_MUST_USE enum tcn_rc tcn_split_follow(struct tcn_store_tx *tx,
    const struct tcn_store *store, struct tcn_prepare *prep,
    const struct tcn_event *from, struct tcn_arena *arena,
    struct tcn_store_event_list *events);

#endif
