/*
 * rules/rule_hits.h - which rules each recent item matched.
 *
 * The matcher reads an item once, when it comes (rules/match.h), but a rule
 * counts the item as long as it lies in the rule's window. So the rules that an
 * item matched are noted here. Only rules that have conditions on an item
 * (`where`) are noted, and only for items that match one: others cost nothing.
 * A rule is named by its key (tcn_rule_key()), so that the notes outlast a
 * reload of the rules.
 *
 * Items come in the order of their arrival numbers, so the notes are two
 * queues in arrays: of items, and of the keys of all their rules, ascending
 * within an item:
 *
 *	items    ... | 17: first 40, n 2 | 19: first 42, n 1 | ...
 *	keys     ... |    a     |    d   |         b         | ...
 *
 * Adding is O(n log n) of the item's n rules; finding is two binary searches.
 * The oldest items are forgotten when they lie outside every window
 * (tcn_rule_hits_expire()), or early, when there are more than keys_max keys;
 * those are counted. Memory: 32 bytes an item and 8 a key, twice that at the
 * most.
 *
 * Call order: init; then any; fini. Not thread safe.
 */
#ifndef TCN_RULES_RULE_HITS_H
#define TCN_RULES_RULE_HITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"
#include "window/base/journal.h"

struct tcn_rule_hits_item;

struct tcn_rule_hits {
	struct tcn_rule_hits_item *items; /* from items_at on, by seq */
	size_t items_at, items_n, items_cap;
	uint64_t *keys; /* from keys_at on */
	size_t keys_at, keys_n, keys_cap;
	size_t keys_max;
	uint64_t evicted; /* items forgotten early, ever */
	uint64_t saved; /* items up to this seq have a row */
	/* saved items that were forgotten since the last save */
	struct tcn_journal_list gone;
};

/* Makes empty notes without allocating. keys_max: the most keys of all items
 * together; 1 or more. */
void tcn_rule_hits_init(struct tcn_rule_hits *hits, size_t keys_max);
void tcn_rule_hits_fini(struct tcn_rule_hits *hits);

/* Notes the keys of the n > 0 rules that an item matched; its seq is larger
 * than all before. */
void tcn_rule_hits_add(struct tcn_rule_hits *hits, uint64_t seq, int64_t ts_ms,
    const uint64_t *keys, size_t n);

/* Whether the item matched the rule with this key. False also when the item is
 * forgotten. */
bool tcn_rule_hits_has(const struct tcn_rule_hits *hits, uint64_t seq,
    uint64_t key);

/* Forgets items at or before before_ms, from the oldest up to the first later
 * one. */
void tcn_rule_hits_expire(struct tcn_rule_hits *hits, int64_t before_ms);

/*
 * Save and restore the notes as tcn_lifecycle_save() does events; the id of a
 * row is the item's seq, and rows must be restored in the order of their ids.
 */
TCN_MUST_USE enum tcn_rc tcn_rule_hits_save(struct tcn_rule_hits *hits,
    uint32_t kind, tcn_state_fn *sink, void *ctx);
TCN_MUST_USE enum tcn_rc tcn_rule_hits_restore(struct tcn_rule_hits *hits,
    const struct tcn_state_row *row);

/* Validator: TCN_CORRUPT, and in err a sentence, when an invariant is broken.
 * O(keys). */
TCN_MUST_USE enum tcn_rc tcn_rule_hits_check(const struct tcn_rule_hits *hits,
    struct tcn_err *err);

#endif
