/*
 * rules/met.h - which rules each recent item is about.
 *
 * Only rules that ask something of an item (`where`) are noted, and only for
 * items that meet one: the others cost nothing. A rule is known by its key
 * (tcn_life_rule_key()), so that the notes outlast a change of the rules.
 *
 * Items come in order of arrival, so the notes are two queues, of items and
 * of their rules' keys: adding is O(rules met), in order, and finding two
 * binary searches.
 * The oldest are forgotten when they are out of reach, or when there are too
 * many (counted).
 */
#ifndef TCN_RULES_MET_H
#define TCN_RULES_MET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/item/record.h"

struct tcn_met_item;

struct tcn_met {
	struct tcn_met_item *items; /* from items_at on, by seq */
	size_t items_at, items_n, items_cap;
	uint64_t *keys; /* from keys_at on */
	size_t keys_at, keys_n, keys_cap;
	size_t keys_max;
	uint64_t dropped; /* items forgotten early, ever */
	uint64_t saved; /* items up to this seq have a row */
	uint64_t *gone; /* of them, forgotten since */
	size_t gone_n, gone_cap;
};

/* keys_max: of all items together; 1 or more. Allocates nothing yet. */
void tcn_met_init(struct tcn_met *met, size_t keys_max);
void tcn_met_fini(struct tcn_met *met);

/* Notes n > 0 rules of an item later than all before. TCN_NOMEM changes
 * nothing. */
TCN_MUST_USE enum tcn_rc tcn_met_add(struct tcn_met *met, uint64_t seq,
    int64_t ts_ms, const uint64_t *keys, size_t n);

bool tcn_met_has(const struct tcn_met *met, uint64_t seq, uint64_t key);

/* Forgets the oldest items, as long as they lie at or before before_ms. */
TCN_MUST_USE enum tcn_rc tcn_met_expire(struct tcn_met *met, int64_t before_ms);

/* As tcn_life_save(); rows are restored in the order of their ids. */
TCN_MUST_USE enum tcn_rc tcn_met_save(struct tcn_met *met, uint32_t kind,
    tcn_state_fn *sink, void *ctx);
TCN_MUST_USE enum tcn_rc tcn_met_restore(struct tcn_met *met,
    const struct tcn_state *row);

#endif
