/*
 * sql/store_reasons.h - why an event fired, as judged at that moment.
 *
 * It is stored with the event for good, since the rule may change and the
 * figures vanish with the window. window/story/story.h explains the figures.
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
	uint32_t reported_items; /* items with texts reported before */
	double burst_ratio; /* of the story to its baseline; finite */
	struct tcn_str top_burst_term; /* may be empty */
	double probability; /* that the story is news, 0 to 1 */
	double least; /* the rule's least probability, 0 to 1 */
	struct tcn_str parts; /* reasons for and against it: JSON, or "" */
};

extern const struct tcn_fields tcn_store_reason_record;

/* Stores the reason, in the transaction of the event's first revision. */
TCN_MUST_USE enum tcn_rc tcn_store_put_reason(struct tcn_store_tx *tx,
    const char *event, const struct tcn_store_reason_row *reason);

/*
 * Sets *reason to the stored probability of an event and its parts, or NULL if
 * there is none. Parts of a damaged row that cannot be read are left out.
 */
TCN_MUST_USE enum tcn_rc tcn_store_event_reason(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    const struct tcn_event_reason **reason);

/* Sets *reason to the stored row of an event, or NULL if there is none. */
TCN_MUST_USE enum tcn_rc tcn_store_reason(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_reason_row **reason);

#endif
