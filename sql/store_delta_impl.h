/*
 * sql/store_delta_impl.h - the detector's memory, as rows and as a log of
 * deltas. Private to sql/.
 *
 * A commit that is to be quick cannot look up thousands of rows all over a
 * table. So what changed is appended in one piece to the log (the table
 * `state_changes`), and now and then the rows are brought up to date in the
 * order of their keys, which is compaction (sql/store_compact.c). This is a
 * log-structured merge of one level (O'Neil et al., "The log-structured
 * merge-tree", Acta Informatica 33, 1996).
 *
 * Most rows are of less than a hundred bytes, and SQLite takes some six
 * thousand instructions for one. So the table `state` has pages of rows of one
 * kind that stand behind each other (sql/store_pages.c).
 *
 * Invariant: the state is the rows with the deltas laid over them, the newest
 * of each row. A tombstone is a delta that says that its row is gone.
 */
#ifndef TCN_SQL_STORE_DELTA_IMPL_H
#define TCN_SQL_STORE_DELTA_IMPL_H

#include "engine/base/buf.h"
#include "sql/query.h"

struct tcn_store_delta {
	struct tcn_state_row state; /* bytes NULL: the row is gone */
	size_t at; /* offset in bytes: a newer delta has a greater one */
};

/* What changed, the newest of each row. All zero is empty. */
struct tcn_store_deltas {
	struct tcn_store_delta *at;
	size_t n, cap;
	struct tcn_buf bytes; /* that they point into, once in order */
	size_t parsed; /* of bytes */
	struct tcn_map known; /* rows, while they are parsed */
};

/*
 * Adds to bytes the deltas numbered from *from (without it) to upto (with it),
 * until bytes_max are added; *from is the last that is.
 */
TCN_MUST_USE enum tcn_rc tcn_store_delta_read(const struct tcn_store *st,
    int64_t *from, int64_t upto, size_t bytes_max, struct tcn_buf *bytes);

/* Appends a row as the log and the pages hold it. */
void tcn_store_delta_add(struct tcn_buf *bytes,
    const struct tcn_state_row *state);

/* The row at offset *at, which moves behind it; false: what is there cannot be
 * read. */
bool tcn_store_delta_next(struct tcn_str bytes, size_t *at,
    struct tcn_state_row *state);

/* Says so: TCN_CORRUPT. */
enum tcn_rc tcn_store_delta_unread(const struct tcn_store *st);

/* Lists what bytes holds and is not parsed. TCN_CORRUPT: it cannot be read. */
TCN_MUST_USE enum tcn_rc tcn_store_delta_parse(const struct tcn_store *st,
    struct tcn_store_deltas *changes);

/* Puts them in order, by (kind, id): nothing can be added any more. */
void tcn_store_delta_sort(struct tcn_store_deltas *changes);

/* All of that, for all deltas, the open transaction's too. */
TCN_MUST_USE enum tcn_rc tcn_store_deltas(const struct tcn_store *st,
    struct tcn_store_deltas *changes);
void tcn_store_deltas_fini(struct tcn_store_deltas *changes);

/*
 * TCN_CORRUPT and a sentence when deltas that were sorted are out of order,
 * name a row twice, or point outside of their bytes.
 */
TCN_MUST_USE enum tcn_rc
tcn_store_deltas_check(const struct tcn_store_deltas *changes,
    struct tcn_err *err);

/* Less, equal or greater than 0, as a stands before, at or behind b. */
int tcn_store_state_cmp(const struct tcn_state_row *a,
    const struct tcn_state_row *b);

/* Stores what was noted in the open transaction as its changes. */
TCN_MUST_USE enum tcn_rc tcn_store_delta_flush(struct tcn_store *st);

/*
 * Puts sorted changes from *next on into their pages, until *work is done: a
 * row each, and what a page costs.
 */
TCN_MUST_USE enum tcn_rc tcn_store_pages_put(struct tcn_store_tx *tx,
    const struct tcn_store_deltas *changes, size_t *next, size_t *work);

/* Gives the rows of all pages, by (kind, id). TCN_CORRUPT: one cannot be read,
 * or stands where it does not belong. */
TCN_MUST_USE enum tcn_rc tcn_store_pages_each(const struct tcn_store *st,
    tcn_state_fn *fn, void *ctx);

/* Forgets a compaction that is under way: it must begin again. */
void tcn_store_compact_abort(struct tcn_store *st);

/* The same of the compaction that is under way, if one is. */
TCN_MUST_USE enum tcn_rc tcn_store_compact_check(const struct tcn_store *st,
    struct tcn_err *err);

#endif
