/*
 * sql/store_silences.h - silences: events about which no messages are sent for
 * a while.
 *
 * A silence is written once; ending it before its time notes by whom and when.
 * None is ever removed, so that the reason for a missing message can be found
 * later. rules/silence.h decides what a silence covers.
 */
#ifndef TCN_SQL_STORE_SILENCES_H
#define TCN_SQL_STORE_SILENCES_H

#include <stdbool.h>

#include "engine/base/arena.h"
#include "engine/item/record.h"
#include "sql/store.h"

struct tcn_store_silence_list {
	struct tcn_silence *at;
	size_t n;
};

/* Adds a silence, and sets its id. */
TCN_MUST_USE enum tcn_rc tcn_store_put_silence(struct tcn_store_tx *tx,
    struct tcn_silence *silence);

/* Ends a silence that is in force at at_ms. *found: there was such a
 * silence. */
TCN_MUST_USE enum tcn_rc tcn_store_end_silence(struct tcn_store_tx *tx,
    uint64_t id, int64_t at_ms, struct tcn_str by, bool *found);

/* Sets *n to how many silences were ended by hand, which grows with each such
 * end. */
TCN_MUST_USE enum tcn_rc
tcn_store_count_ended_silences(const struct tcn_store *st, uint64_t *n);

/* Sets *silence to the silence with this id, or NULL. */
TCN_MUST_USE enum tcn_rc tcn_store_silence(const struct tcn_store *st,
    uint64_t id, struct tcn_arena *arena, struct tcn_silence **silence);

/*
 * Lists the silences in force at at_ms, by id; TCN_UNDATED: all there ever
 * were. after: only ids above it. limit 0: no bound.
 */
TCN_MUST_USE enum tcn_rc tcn_store_silences(const struct tcn_store *st,
    int64_t at_ms, uint64_t after, size_t limit, struct tcn_arena *arena,
    struct tcn_store_silence_list *list);

#endif
