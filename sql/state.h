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
	size_t at; /* of the bytes: what is newer stands behind */
};

/* What changed, the newest of each row. All zero is empty. */
struct tcn_state_changes {
	struct tcn_state_change *at;
	size_t n, cap;
	struct tcn_buf bytes; /* that they point into, once in order */
	size_t listed; /* of bytes */
	struct tcn_map known; /* rows, while they are listed */
};

/*
 * Adds to bytes the notes numbered from *from (without it) to upto (with it),
 * until bytes_max are added; *from is the last that is.
 */
TCN_MUST_USE enum tcn_rc tcn_state_gather(struct tcn_store *st, int64_t *from,
    int64_t upto, size_t bytes_max, struct tcn_buf *bytes);

/* Lists what bytes holds and is not listed. TCN_CORRUPT: it cannot be read. */
TCN_MUST_USE enum tcn_rc tcn_state_list(struct tcn_store *st,
    struct tcn_state_changes *changes);

/* Puts them in order, by (kind, id): nothing can be added any more. */
void tcn_state_sort(struct tcn_state_changes *changes);

/* All of that, for all notes, the open transaction's too. */
TCN_MUST_USE enum tcn_rc tcn_state_changes(struct tcn_store *st,
    struct tcn_state_changes *changes);
void tcn_state_changes_fini(struct tcn_state_changes *changes);

/* Less, equal or greater than 0, as a stands before, at or behind b. */
int tcn_state_order(const struct tcn_state *a, const struct tcn_state *b);

/* Stores what was noted in the open transaction as its changes. */
TCN_MUST_USE enum tcn_rc tcn_state_keep_notes(struct tcn_store *st);

/* Forgets a settling that is under way: it must begin again. */
void tcn_settling_stop(struct tcn_store *st);

#endif
