/*
 * rules/rule_hits.h - which rules each recent item is about.
 *
 * Only rules that ask something of an item (`where`) are noted, and only for
 * items that meet one: the others cost nothing. A rule is known by its key
 * (tcn_rule_key()), so that the notes outlast a change of the rules.
 *
 * Items come in order of arrival, so the notes are two queues, of items and
 * of their rules' keys: adding is O(rules hits), in order, and finding two
 * binary searches.
 * The oldest are forgotten when they are out of reach, or when there are too
 * many (counted).
 */
#ifndef TCN_RULES_RULE_HITS_H
#define TCN_RULES_RULE_HITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/item/record.h"

struct tcn_rule_hits_item;

struct tcn_rule_hits {
	struct tcn_rule_hits_item *items; /* from items_at on, by seq */
	size_t items_at, items_n, items_cap;
	uint64_t *keys; /* from keys_at on */
	size_t keys_at, keys_n, keys_cap;
	size_t keys_max;
	uint64_t evicted; /* items forgotten early, ever */
	uint64_t saved; /* items up to this seq have a row */
	uint64_t *gone; /* of them, forgotten since */
	size_t gone_n, gone_cap;
};

/* keys_max: of all items together; 1 or more. Allocates nothing yet. */
void tcn_rule_hits_init(struct tcn_rule_hits *hits, size_t keys_max);
void tcn_rule_hits_fini(struct tcn_rule_hits *hits);

/* Notes n > 0 rules of an item later than all before. TCN_NOMEM changes
 * nothing. */
TCN_MUST_USE enum tcn_rc tcn_rule_hits_add(struct tcn_rule_hits *hits,
    uint64_t seq, int64_t ts_ms, const uint64_t *keys, size_t n);

bool tcn_rule_hits_has(const struct tcn_rule_hits *hits, uint64_t seq,
    uint64_t key);

/* Forgets the oldest items, as long as they lie at or before before_ms. */
TCN_MUST_USE enum tcn_rc tcn_rule_hits_expire(struct tcn_rule_hits *hits,
    int64_t before_ms);

/* As tcn_lifecycle_save(); rows are restored in the order of their ids. */
TCN_MUST_USE enum tcn_rc tcn_rule_hits_save(struct tcn_rule_hits *hits,
    uint32_t kind, tcn_state_fn *sink, void *ctx);
TCN_MUST_USE enum tcn_rc tcn_rule_hits_restore(struct tcn_rule_hits *hits,
    const struct tcn_state_row *row);

#endif
