/*
 * sql/store_retain.h - removes old rows, in small steps.
 *
 * A pass removes, in this order, finished messages, events with all rows that
 * refer to them, reports, the bodies of editions, copies, items and articles
 * (from the full-text index, too), closed stories without items, and the keys
 * of removed items. It walks each kind by time, the oldest first. A step does a
 * given amount of work and then stops, so that a writer can put steps between
 * its commits; the store is consistent after each. The removal of an event may
 * take several steps: its revision is set to 0, so that it is no longer found,
 * then the rows that refer to it are removed a few at a time, at last its own.
 * The next pass resumes a removal that a kill or a rollback has interrupted.
 *
 * Old rows stay while others need them:
 *	- an event while `needs` says so (the detector may update or reopen it)
 *	  or a message about it is stored; with it its evidence, its central
 *	  items and the item it fired with, and all items of its story while
 *	  `needs` says so;
 *	- an original while an item that copies it is stored;
 *	- a message while `needs` wants its event: the next one may refer to it;
 *	- the item with the greatest number, so that no number is given twice.
 * The caller must choose the times so that nothing is removed that the
 * detector still reads at its start (tcn_detector_reach_ms).
 *
 * Copies may be removed earlier than their originals, which then count them
 * (tcn_store_copies_gone). A story whose central item was such a copy gets the
 * original in its place.
 *
 * A removed item leaves its key, so that tcn_store_find_removed() recognises a
 * repeat until the key has not been met for a while. The notes of pages without
 * an article (tcn_store_put_visited) are removed with these keys, by the time
 * of the note.
 */
#ifndef TCN_SQL_STORE_RETAIN_H
#define TCN_SQL_STORE_RETAIN_H

#include "sql/store.h"

enum tcn_store_kept { /* in the order of a pass */
	TCN_STORE_KEPT_DELIVERIES,
	TCN_STORE_KEPT_EVENTS,
	TCN_STORE_KEPT_REPORTS,
	TCN_STORE_KEPT_EDITIONS,
	TCN_STORE_KEPT_COPIES,
	TCN_STORE_KEPT_ITEMS,
	TCN_STORE_KEPT_STORIES,
	TCN_STORE_KEPT_KEYS,
};
#define TCN_STORE_KEPT_KINDS 8

/* The name of a kind: "deliveries", "events", "reports", "editions", "copies",
 * "items", "stories", "keys". */
const char *tcn_store_retained_kind_name(enum tcn_store_kept kind);

/* Keeps all of a kind. */
#define TCN_STORE_KEEP_ALL INT64_MIN

struct tcn_store_retain_conf {
	/*
	 * By kind, the time before which rows may be removed: the stream time
	 * of items, of the last change of events and of reports' events, of the
	 * due times of editions, of the last items of stories, of the last
	 * meetings of keys; and the wall-clock time at which deliveries were
	 * done.
	 */
	int64_t before_ms[TCN_STORE_KEPT_KINDS];
	/* stream time: set as the last meeting of keys of removed items */
	int64_t now_ms;
	/* Returns whether an event must stay; NULL: no event must. */
	bool (*needs)(void *ctx, const char *event);
	void *ctx;
};

/* A pass under way. tcn_store_retain_begin() fills it in. */
struct tcn_store_retain {
	struct tcn_store_retain_conf conf;
	unsigned kind; /* enum tcn_store_kept; past the last: done */
	int64_t at_ms; /* the position in that kind: time, */
	int64_t at; /* number, */
	char at_id[TCN_EVENT_ID_BYTES]; /* or id */
	uint64_t removed[TCN_STORE_KEPT_KINDS]; /* rows removed, by kind */
};

/* Begins a pass. */
void tcn_store_retain_begin(struct tcn_store_retain *pass,
    const struct tcn_store_retain_conf *conf);

/* tcn_store_retain_begin() for a pass that begins with this kind, at rows from
 * from_ms on. */
void tcn_store_retain_begin_at(struct tcn_store_retain *pass,
    const struct tcn_store_retain_conf *conf, enum tcn_store_kept kind,
    int64_t from_ms);

/*
 * Does one step: about as much work as so many small rows (> 0), and at most
 * one article, story or event more. *done: the pass is complete. After a
 * rollback the pass must begin again.
 */
TCN_MUST_USE enum tcn_rc tcn_store_retain_step(struct tcn_store_tx *tx,
    struct tcn_store_retain *pass, size_t work, bool *done);

/* Sets *seq to that of a removed item with this key, and *met_ms to when the
 * key was last met; 0: there is none. */
TCN_MUST_USE enum tcn_rc tcn_store_find_removed(const struct tcn_store *st,
    const uint64_t key[2], uint64_t *seq, int64_t *met_ms);

/* Notes that the removed item with this key has been met again. */
TCN_MUST_USE enum tcn_rc tcn_store_touch_removed_key(struct tcn_store_tx *tx,
    const uint64_t key[2], int64_t now_ms);

/* Sets *n to how many copies of this article were removed while it stayed. */
TCN_MUST_USE enum tcn_rc tcn_store_copies_gone(const struct tcn_store *st,
    uint64_t article, uint64_t *n);

/* Totals of the rows of a kind that were ever removed. */
struct tcn_store_removed {
	uint64_t n;
	int64_t newest_ms; /* TCN_UNDATED: nothing was */
};
TCN_MUST_USE enum tcn_rc tcn_store_removed(const struct tcn_store *st,
    struct tcn_store_removed removed[static TCN_STORE_KEPT_KINDS]);

/* Sets *oldest_ms to the least time of a stored item; TCN_UNDATED: there is
 * none. O(log n). */
TCN_MUST_USE enum tcn_rc tcn_store_oldest_ms(const struct tcn_store *st,
    int64_t *oldest_ms);

#endif
