/*
 * sql/store_reasons.h - why an event fired, as it was judged at that moment.
 *
 * Kept with the event for good, since the rule may change and the figures are
 * gone with the window. What each figure means: window/story/story.h.
 */
#ifndef TCN_SQL_STORE_REASONS_H
#define TCN_SQL_STORE_REASONS_H

#include "engine/base/arena.h"
#include "engine/item/record.h"
#include "sql/store.h"

struct tcn_store_reason_row {
	uint32_t more_than; /* the rule's, then */
	int64_t within_ms;
	uint32_t voices, asked; /* there were, there had to be */
	uint32_t echoes;
	double rise, bar; /* finite; it was, it had to be */
	struct tcn_str riser; /* may be empty */
};

/* Stores it, in the open transaction of the event's first revision. */
TCN_MUST_USE enum tcn_rc tcn_store_put_reason(struct tcn_store_tx *tx,
    const char *event, const struct tcn_store_reason_row *reason);

/* In *reason, or NULL where none was kept. */
TCN_MUST_USE enum tcn_rc tcn_store_reason(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_reason_row **reason);

#endif
