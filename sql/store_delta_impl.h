/*
 * sql/store_delta_impl.h - the detector's state, as rows and as a log of
 * deltas. Private to sql/.
 *
 * A quick commit cannot look up thousands of rows all over a table. So the
 * changes are appended in one piece to the log (the table `state_changes`), and
 * now and then they are merged into the rows in the order of their keys, which
 * is compaction (sql/store_compact.c). This is a log-structured merge of one
 * level (O'Neil et al., "The log-structured merge-tree", Acta Informatica 33,
 * 1996).
 *
 * Most rows have less than a hundred bytes, and SQLite takes some six thousand
 * instructions for one. So the table `state` has pages of adjacent rows of one
 * kind (sql/store_pages.c).
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

/* A set of deltas, the newest of each row. All zero is empty. */
struct tcn_store_deltas {
	struct tcn_store_delta *at;
	size_t n, cap;
	struct tcn_buf bytes; /* the memory of the deltas, once sorted */
	size_t parsed; /* how many of the bytes were parsed */
	struct tcn_map known; /* rows, while they are parsed */
};

/*
 * Adds to bytes the deltas numbered from *from (without it) to upto (with it),
 * until bytes_max are added; *from is the last that is.
 */
TCN_MUST_USE enum tcn_rc tcn_store_delta_read(const struct tcn_store *st,
    int64_t *from, int64_t upto, size_t bytes_max, struct tcn_buf *bytes);

/* Appends a row in the form that log and pages use. */
void tcn_store_delta_add(struct tcn_buf *bytes,
    const struct tcn_state_row *state);

/* Reads the row at offset *at, and moves *at behind it; false: the bytes are
 * invalid. */
bool tcn_store_delta_next(struct tcn_str bytes, size_t *at,
    struct tcn_state_row *state);

/* Records that deltas are invalid as the store's failure: TCN_CORRUPT. */
enum tcn_rc tcn_store_delta_refuse(const struct tcn_store *st);

/* Lists the deltas in the unparsed part of bytes. TCN_CORRUPT: they are
 * invalid. */
TCN_MUST_USE enum tcn_rc tcn_store_delta_parse(const struct tcn_store *st,
    struct tcn_store_deltas *changes);

/* Sorts the deltas by (kind, id); none can be added afterwards. */
void tcn_store_delta_sort(struct tcn_store_deltas *changes);

/* Reads, parses and sorts all deltas, those of the open transaction too. */
TCN_MUST_USE enum tcn_rc tcn_store_deltas(const struct tcn_store *st,
    struct tcn_store_deltas *changes);
void tcn_store_deltas_fini(struct tcn_store_deltas *changes);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, when sorted deltas are out of
 * order, name a row twice, or point outside of their bytes.
 */
TCN_MUST_USE enum tcn_rc
tcn_store_deltas_check(const struct tcn_store_deltas *changes,
    struct tcn_err *err);

/* Compares two rows by (kind, id): < 0, 0 or > 0. */
int tcn_store_state_cmp(const struct tcn_state_row *a,
    const struct tcn_state_row *b);

/* Writes the deltas of the open transaction to the log. */
TCN_MUST_USE enum tcn_rc tcn_store_delta_flush(struct tcn_store *st);

/*
 * Merges sorted deltas from *next on into their pages, until *work, counted in
 * rows, is used up.
 */
TCN_MUST_USE enum tcn_rc tcn_store_pages_put(struct tcn_store_tx *tx,
    const struct tcn_store_deltas *changes, size_t *next, size_t *work);

/* Passes the rows of all pages to fn, by (kind, id). TCN_CORRUPT: a row is
 * invalid or stands in the wrong page. */
TCN_MUST_USE enum tcn_rc tcn_store_pages_each(const struct tcn_store *st,
    tcn_state_fn *fn, void *ctx);

/* Aborts a running compaction, which must begin again. */
void tcn_store_compact_abort(struct tcn_store *st);

/* Validates a running compaction, if any. */
TCN_MUST_USE enum tcn_rc tcn_store_compact_check(const struct tcn_store *st,
    struct tcn_err *err);

#endif
