/*
 * sql/store.h - the store of everything that is kept: the facade of sql/.
 *
 * One SQLite file holds the decisions about each item, the stories, events with
 * all their revisions, special reports and the detector's state. Writes go
 * between begin and commit, a batch at a time. After a kill at any point the
 * file opens as it was at the last commit. All numbers (seq, story and event
 * ids) are given by the caller, and no clock or row number leaks in: the same
 * calls give the same content.
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
 * SQLite has one transaction a connection. If two parts of a program each begin
 * and end their own, the second begin fails, and the failure's rollback undoes
 * what the first has written. So the owner of a store hands out only readers
 * and writers of it: in a program with a pipeline the owner is
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
	TCN_STORE_CREATE, /* open it; create it if it does not exist */
	TCN_STORE_EXISTING, /* open it; it must exist */
	/* Open it for reading; it must exist. Where no file can be written
	 * beside it, it can be read if no program has it open and it was closed
	 * cleanly. */
	TCN_STORE_READ_ONLY,
};

struct tcn_store;
struct tcn_store_tx;

/*
 * Opens path. *st is NULL on failure. TCN_CORRUPT: damaged, not a database of
 * ours, or of another schema (sql/store_upgrade.h); TCN_IO: the system refuses;
 * TCN_INVALID: no name. err names the file and the remedy.
 */
TCN_MUST_USE enum tcn_rc tcn_store_open(const char *path,
    enum tcn_store_mode mode, struct tcn_store **st, struct tcn_err *err);

/*
 * Makes every commit from now on wait for the disk, so that it survives a power
 * cut, not only a kill. For callers that acknowledge what they commit.
 */
TCN_MUST_USE enum tcn_rc tcn_store_set_durable(struct tcn_store *st);

/*
 * relaxed true: the next commits of a durable store do not wait for the disk,
 * until this is called with false; for data that was not acknowledged. They
 * survive a kill, and, once a later commit has waited, a power cut. Not within
 * a transaction. Does nothing to a store that is not durable.
 */
TCN_MUST_USE enum tcn_rc tcn_store_relax(struct tcn_store *st, bool relaxed);

/*
 * Raises the cache from 16 to 64 MiB: for a command that writes much and then
 * ends. The file is not mapped: each look at a mapped page asks the log for it
 * first, and checks the page anew.
 */
TCN_MUST_USE enum tcn_rc tcn_store_set_large_cache(struct tcn_store *st);

/*
 * Frees the memory of cached pages that no statement is using, and the memory
 * that this thread caches for SQLite. Worth its cost only after work that read
 * much more of the file than what follows.
 */
void tcn_store_trim(struct tcn_store *st);

/* Closes the store, and rolls back an open transaction. st may be NULL. */
void tcn_store_close(struct tcn_store *st);

/* The last failure, as a sentence for a person. Meaningful only after a
 * failure. */
const struct tcn_err *tcn_store_error(const struct tcn_store *st);

/* How many transactions were committed since the store was opened. */
uint64_t tcn_store_commits(const struct tcn_store *st);

/* Whether a transaction is open, so that rows read may never be committed. */
bool tcn_store_is_writing(const struct tcn_store *st);

/*
 * Between these calls all reads see one state, whatever another program writes
 * meanwhile. No writes are possible. tcn_store_end_reading() is harmless
 * without a begin.
 */
TCN_MUST_USE enum tcn_rc tcn_store_begin_reading(const struct tcn_store *st);
void tcn_store_end_reading(const struct tcn_store *st);

/*
 * Begins a transaction: takes the write lock, waiting up to 5 s for another
 * program, and sets *tx, which all writes take until commit or rollback; NULL
 * on failure. Asserts that no transaction is open.
 */
TCN_MUST_USE enum tcn_rc tcn_store_begin(struct tcn_store *st,
    struct tcn_store_tx **tx);

/*
 * Commits the open transaction, or, on failure, rolls it back: none is left
 * open. A transaction must be open. TCN_IO also when the file was removed,
 * replaced or cut while it was written to (sql/db_place.c): the commit is then
 * lost, and must not be acknowledged.
 */
TCN_MUST_USE enum tcn_rc tcn_store_commit(struct tcn_store *st);

/* Undoes everything since begin. Harmless without a transaction. */
void tcn_store_rollback(struct tcn_store *st);

/*
 * Ends a transaction: commits if rc, the result of tcn_store_begin() and of all
 * writes, is TCN_OK; else rolls back and returns rc.
 */
TCN_MUST_USE enum tcn_rc tcn_store_end(struct tcn_store *st, enum tcn_rc rc);

/* The store that tx writes to, for reading what tx has written so far. */
const struct tcn_store *tcn_store_of(const struct tcn_store_tx *tx);

/* Sets *seq to that of the item with this id and key, 0 when there is none. */
TCN_MUST_USE enum tcn_rc tcn_store_find_key(const struct tcn_store *st,
    struct tcn_str id, const uint64_t key[2], uint64_t *seq);

/* Sets *seq to the greatest one stored, 0 when there is none. */
TCN_MUST_USE enum tcn_rc tcn_store_last_seq(const struct tcn_store *st,
    uint64_t *seq);

/*
 * Stores an item as placed. A duplicate becomes a sighting of its original:
 * title, text and language are kept only where they differ. Title and text must
 * be without markup: those of an original are indexed for search as they are.
 * Features and vector are stored. lang is the detected language. TCN_INVALID:
 * seq or key is taken, or duplicate_of is not an original.
 */
TCN_MUST_USE enum tcn_rc tcn_store_put_article(struct tcn_store_tx *tx,
    const struct tcn_article *article, const char *lang,
    const struct tcn_placement *place);

/* Sets whether a copy's text is also stored if it equals that of its original,
 * for people who read the tables; false at first. */
void tcn_store_keep_copy_texts(struct tcn_store *st, bool keep);

/* Changes the origin of a stored item; does nothing if the item was removed. */
TCN_MUST_USE enum tcn_rc tcn_store_set_origin(struct tcn_store_tx *tx,
    const struct tcn_item_origin *item);

/*
 * Stores a story, new or changed. Its terms make it findable as related: leave
 * them out of stories not worth finding (each term is two rows).
 */
TCN_MUST_USE enum tcn_rc tcn_store_put_story(struct tcn_store_tx *tx,
    const struct tcn_story *story);

/* Stores, once, that a story continues another one that an alert has reported.
 * tcn_store_put_story() does not change it. */
TCN_MUST_USE enum tcn_rc tcn_store_put_split(struct tcn_store_tx *tx,
    uint64_t story, uint64_t split_from, int64_t at_ms);

/*
 * Stores a revision of an event; all are kept. Revisions come in order, from 1.
 * A revision without terms keeps those of the one before. The evidence of a
 * revision is added to that of earlier ones; its severity replaces theirs.
 */
TCN_MUST_USE enum tcn_rc tcn_store_put_event(struct tcn_store_tx *tx,
    const struct tcn_event *event);

/* Stores a report ("html", "md", "json") of a revision; replaces one of the
 * same format. */
TCN_MUST_USE enum tcn_rc tcn_store_put_report(struct tcn_store_tx *tx,
    const char *event, uint32_t revision, const char *format,
    struct tcn_str bytes);

/*
 * Stores a row of the detector's state, or removes it (bytes NULL), as a delta
 * in a log. tcn_store_compact() merges the log into the rows: worth it after
 * every few thousand changes.
 */
TCN_MUST_USE enum tcn_rc tcn_store_put_state(struct tcn_store_tx *tx,
    const struct tcn_state_row *state);
TCN_MUST_USE enum tcn_rc tcn_store_compact(struct tcn_store_tx *tx);

/* Deletes all rows of the detector's state, and the log. */
TCN_MUST_USE enum tcn_rc tcn_store_forget_state(struct tcn_store_tx *tx);

/*
 * Compaction in steps, for a caller that must not pause: begin takes the deltas
 * that are committed so far; each step does about as much work as so many rows
 * (> 0), in the caller's transaction, until *done. Reads give the same state in
 * between, and after a kill. A rollback aborts the compaction, which must begin
 * again.
 */
TCN_MUST_USE enum tcn_rc tcn_store_compact_begin(struct tcn_store_tx *tx);
TCN_MUST_USE enum tcn_rc tcn_store_compact_step(struct tcn_store_tx *tx,
    size_t work, bool *done);

/* Stores a named text, such as how far the input was read, or which settings
 * were used. */
TCN_MUST_USE enum tcn_rc tcn_store_put_meta(struct tcn_store_tx *tx,
    const char *name, struct tcn_str value);

/*
 * Merges the full-text index into one piece: searches get faster, the file
 * smaller. Worth it after a long replay; costs a rewrite of the index.
 */
TCN_MUST_USE enum tcn_rc tcn_store_optimize(struct tcn_store *st);

#endif
