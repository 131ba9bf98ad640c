/*
 * sql/store.h - what is remembered: the facade of sql/.
 *
 * One SQLite file holds what was decided about each item, the stories,
 * events with all their revisions, special reports and the detector's memory.
 * Writes go between begin and commit, a batch at a time. After a kill at any
 * point the file opens as it was at the last commit. All numbers (seq, story
 * and event ids) are given by the caller, and no clock or row number leaks in:
 * the same calls give the same content.
 *
 * Calls: open; then begin, put..., commit (or rollback), again and again;
 * close. sql/store_read.h reads back, sql/store_check.h verifies. After a
 * failure, tcn_store_error() says what happened and how to mend it. A failure
 * inside a transaction is final for that transaction: later puts and the commit
 * return it again, and rollback is the way out.
 *
 * A transaction has one owner, and three types say who may do what:
 *
 *	struct tcn_store *         the owner: opens, begins, commits, closes
 *	struct tcn_store_tx *      a writer: adds to the transaction it is
 *	                           handed, and can neither begin nor end one
 *	const struct tcn_store *   a reader
 *
 * SQLite has one transaction a connection. If two parts of a program each
 * begin and end their own, the second begin fails, and the failure's rollback
 * undoes what the first has written. So whoever opens a store hands out only
 * readers and writers of it: in a program with a pipeline that is
 * tools/pipeline/pipeline.h.
 *
 * Not thread safe: one store, one thread. Memory is counted by
 * engine/base/mem.h.
 */
#ifndef TCN_SQL_STORE_H
#define TCN_SQL_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"

enum tcn_store_mode {
	TCN_STORE_CREATE, /* open it, make it when it is not there */
	TCN_STORE_EXISTING, /* it must be there */
	/* The same, and nothing will be changed. Where nothing can be written,
	 * a store is read that no program has open and that was closed well. */
	TCN_STORE_READ_ONLY,
};

struct tcn_store;
struct tcn_store_tx;

/*
 * Opens path. *st is NULL on failure. TCN_CORRUPT: damaged, not a database of
 * ours, or of another schema (sql/store_upgrade.h); TCN_IO: the system refuses;
 * TCN_INVALID: no name. err names file and mend.
 */
TCN_MUST_USE enum tcn_rc tcn_store_open(const char *path,
    enum tcn_store_mode mode, struct tcn_store **st, struct tcn_err *err);

/*
 * From now on a commit survives a power cut, not only a kill: it waits for
 * the disk. For callers that acknowledge what is committed.
 */
TCN_MUST_USE enum tcn_rc tcn_store_set_durable(struct tcn_store *st);

/*
 * Whether the next commits of a durable store do not wait for the disk
 * (relaxed), until this is called with false: for what nobody was promised.
 * They survive a kill, and, once a later commit has waited, a power cut. Not
 * within a transaction. Does nothing to a store that is not durable.
 */
TCN_MUST_USE enum tcn_rc tcn_store_relax(struct tcn_store *st, bool relaxed);

/*
 * From now on up to 64 MiB of the file are cached and 256 MiB mapped, in place
 * of 16 and none: for a command that writes much and then ends.
 */
TCN_MUST_USE enum tcn_rc tcn_store_set_large_cache(struct tcn_store *st);

/*
 * Gives back the memory of cached pages that no statement is using, and what
 * this thread keeps for SQLite's next allocations. Worth its cost after work
 * that read much more of the file than what follows.
 */
void tcn_store_trim(struct tcn_store *st);

/* Rolls back what is not committed. st may be NULL. */
void tcn_store_close(struct tcn_store *st);

/* The last failure, for a person. Meaningful only after one. */
const struct tcn_err *tcn_store_error(const struct tcn_store *st);

/* How many transactions were committed since the store was opened. */
uint64_t tcn_store_commits(const struct tcn_store *st);

/* Whether a transaction is open: what is read may never be committed. */
bool tcn_store_is_writing(const struct tcn_store *st);

/*
 * What is read between these is of one moment, whatever another program writes
 * meanwhile. Nothing can be written here. end is harmless without a begin.
 */
TCN_MUST_USE enum tcn_rc tcn_store_begin_reading(const struct tcn_store *st);
void tcn_store_end_reading(const struct tcn_store *st);

/*
 * Takes the write lock, waiting up to 5 s for another program's, and gives out
 * the transaction in *tx, which writes are handed until it is committed or
 * rolled back; on failure it is NULL. Asserts that none is open.
 */
TCN_MUST_USE enum tcn_rc tcn_store_begin(struct tcn_store *st,
    struct tcn_store_tx **tx);

/*
 * Makes the open transaction durable, or, on failure, undoes it: none is left
 * open. One must be open. TCN_IO, too, when the file was removed, replaced or
 * cut while it was written to (sql/db_place.c): then what was committed will
 * not be there, and nobody may be told that it is stored.
 */
TCN_MUST_USE enum tcn_rc tcn_store_commit(struct tcn_store *st);

/* Undoes everything since begin. Harmless without a transaction. */
void tcn_store_rollback(struct tcn_store *st);

/*
 * Ends what tcn_store_begin() began, whether or not it succeeded: commits
 * when rc, the result of begin and of all writes, is TCN_OK, and else rolls
 * back and returns rc.
 */
TCN_MUST_USE enum tcn_rc tcn_store_end(struct tcn_store *st, enum tcn_rc rc);

/* The store that tx writes to, to read what it has written so far. */
const struct tcn_store *tcn_store_of(const struct tcn_store_tx *tx);

/* The seq of the item with this id and key, 0 when there is none. */
TCN_MUST_USE enum tcn_rc tcn_store_find_key(const struct tcn_store *st,
    struct tcn_str id, const uint64_t key[2], uint64_t *seq);

/* The greatest seq stored, 0 when there is none. */
TCN_MUST_USE enum tcn_rc tcn_store_last_seq(const struct tcn_store *st,
    uint64_t *seq);

/*
 * Stores an item as placed. A duplicate becomes a sighting of its original:
 * title, text and language are kept only where they differ. Give title and
 * text without markup: an original's are indexed for search as they are.
 * Features and vector are kept. lang is the language decided on.
 * TCN_INVALID: seq or key is taken, or duplicate_of is not an original.
 */
TCN_MUST_USE enum tcn_rc tcn_store_put_article(struct tcn_store_tx *tx,
    const struct tcn_article *article, const char *lang,
    const struct tcn_placement *place);

/* Whether a copy's text is stored also where it is its original's, for who
 * reads the tables. At first not. */
void tcn_store_keep_copy_texts(struct tcn_store *st, bool keep);

/* An item that was stored before is of another origin; one that is not there
 * any more is left alone. */
TCN_MUST_USE enum tcn_rc tcn_store_set_origin(struct tcn_store_tx *tx,
    const struct tcn_item_origin *item);

/*
 * Stores a story, or its new form. The terms make a story findable as
 * related: leave them out of what is not worth finding (each is two rows).
 */
TCN_MUST_USE enum tcn_rc tcn_store_put_story(struct tcn_store_tx *tx,
    const struct tcn_story *story);

/* Stores, once, that a story goes on from another that an alert has reported.
 * It is read with the story; put_story does not change it. */
TCN_MUST_USE enum tcn_rc tcn_store_put_split(struct tcn_store_tx *tx,
    uint64_t story, uint64_t split_from, int64_t at_ms);

/*
 * Stores a revision of an event; all are kept. Revisions come in order, from
 * 1. One without terms keeps those of the one before. The evidence of a later
 * revision is added to that of those before it; the severity replaces it.
 */
TCN_MUST_USE enum tcn_rc tcn_store_put_event(struct tcn_store_tx *tx,
    const struct tcn_event *event);

/* Stores a report ("html", "md", "json") of a revision; replaces its like. */
TCN_MUST_USE enum tcn_rc tcn_store_put_report(struct tcn_store_tx *tx,
    const char *event, uint32_t revision, const char *format,
    struct tcn_str bytes);

/*
 * Stores a row of the detector's memory, or drops it (bytes NULL). It goes into
 * a log of deltas, with all that changes in this transaction; compact brings
 * the rows up to date with the log: worth it every some thousand changes.
 */
TCN_MUST_USE enum tcn_rc tcn_store_put_state(struct tcn_store_tx *tx,
    const struct tcn_state_row *state);
TCN_MUST_USE enum tcn_rc tcn_store_compact(struct tcn_store_tx *tx);

/* Drops all rows of it, and the log. */
TCN_MUST_USE enum tcn_rc tcn_store_forget_state(struct tcn_store_tx *tx);

/*
 * The same in steps, for a caller that must not pause: begin takes the deltas
 * that are committed by now; each step does about as much work as so many rows
 * (> 0), in the transaction of its call, until *done. What is read is the same
 * in between, and after a kill. A rollback aborts it: it must begin again.
 */
TCN_MUST_USE enum tcn_rc tcn_store_compact_begin(struct tcn_store_tx *tx);
TCN_MUST_USE enum tcn_rc tcn_store_compact_step(struct tcn_store_tx *tx,
    size_t work, bool *done);

/* Keeps a named text: how far the input was read, which settings ruled. */
TCN_MUST_USE enum tcn_rc tcn_store_put_meta(struct tcn_store_tx *tx,
    const char *name, struct tcn_str value);

/*
 * Merges the full-text index into one piece: searches get faster, the file
 * smaller. Worth it after a long replay; costs a rewrite of the index.
 */
TCN_MUST_USE enum tcn_rc tcn_store_optimize(struct tcn_store *st);

#endif
