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
	uint32_t more_than; /* the rule's threshold when it fired */
	int64_t within_ms; /* the rule's window then */
	uint32_t on_topic_texts; /* distinct texts that were on topic */
	uint32_t reported_items; /* items that repeat what was reported */
	double burst_ratio; /* of the story to its baseline; finite */
	struct tcn_str top_burst_term; /* may be empty */
	double probability; /* that it is news, 0 to 1 */
	double least; /* what the rule asked for, 0 to 1 */
	struct tcn_str parts; /* what spoke for and against it: JSON, or "" */
};

extern const struct tcn_fields tcn_store_reason_record;

/* Stores it, in the open transaction of the event's first revision. */
TCN_MUST_USE enum tcn_rc tcn_store_put_reason(struct tcn_store_tx *tx,
    const char *event, const struct tcn_store_reason_row *reason);

/*
 * How sure it was and why, of what was stored: in *reason, or NULL where it is
 * not known. Parts that cannot be read, of a row that is damaged, are left out.
 */
TCN_MUST_USE enum tcn_rc tcn_store_event_reason(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    const struct tcn_event_reason **reason);

/* In *reason, or NULL where none was kept. */
TCN_MUST_USE enum tcn_rc tcn_store_reason(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_reason_row **reason);

#endif
