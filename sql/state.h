/*
 * sql/state.h - inside sql/: the detector's memory, as rows and as changes.
 *
 * A commit that shall be quick does not look up thousands of rows all over a
 * table: what changed goes behind what changed before, in one piece
 * (`state_changes`), and the rows are brought up to date now and then, in
 * their order. What holds is the rows, with the changes laid over them.
 */
#ifndef TCN_SQL_STATE_H
#define TCN_SQL_STATE_H

#include "sql/query.h"

struct tcn_state_change {
	struct tcn_state state; /* bytes NULL: the row is gone */
	size_t order; /* when it came */
};

/* All that changed, by (kind, id), the newest of each. All zero is empty. */
struct tcn_state_changes {
	struct tcn_state_change *at;
	size_t n, cap;
	struct tcn_buf bytes; /* that they point into */
};

/* Takes the changes in. TCN_CORRUPT: they cannot be read. */
TCN_MUST_USE enum tcn_rc tcn_state_changes(struct tcn_store *st,
    struct tcn_state_changes *changes);
void tcn_state_changes_fini(struct tcn_state_changes *changes);

/* Less, equal or greater than 0, as a stands before, at or behind b. */
int tcn_state_order(const struct tcn_state *a, const struct tcn_state *b);

/* Stores what was noted in the open transaction as its changes. */
TCN_MUST_USE enum tcn_rc tcn_state_keep_notes(struct tcn_store *st);

#endif
