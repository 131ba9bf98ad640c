/*
 * sql/store_retain.h - removes what has become too old, in small steps.
 *
 * A pass removes, in this order, finished messages, events with all that hangs
 * on them, reports, the bodies of editions, copies, items and articles (from
 * the full-text index, too), closed stories without items, and the keys of
 * removed items. It goes through each kind by time, the oldest first. A step
 * does about so much work and then stops where it is, so that a writer can put
 * steps between its commits; what is stored is whole after each. An event goes
 * over several steps if need be: its revision becomes 0, with which nobody
 * finds it, then what hangs on it goes a few rows at a time, at last its own
 * row. The next pass resumes what a kill or a rollback has left.
 *
 * Old rows stay while others need them:
 *	- an event while `needs` says so (the detector may update or reopen it)
 *	  or a message about it is stored; with it its evidence, its central
 *	  items and the item it fired with, and all items of its story while
 *	  `needs` says so;
 *	- an original while an item that copies it is stored;
 *	- a message while `needs` wants its event: the next one may refer to it;
 *	- the item with the greatest number, so that no number is given twice.
 * Whoever calls chooses the times so that nothing is removed which the
 * detector still reads back at a start (tcn_detector_reach_ms).
 *
 * Copies are items that may go earlier than their originals, which then count
 * them (tcn_store_copies_gone). A story whose central item was such a copy has
 * the original for it.
 *
 * A removed item leaves its key: tcn_store_find_removed() knows it as a repeat
 * until the key has not been met for a while. With these keys go the notes of
 * pages without an article (tcn_store_put_visited), by when they were made.
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

/* "deliveries", "events", "reports", "editions", "copies", "items", "stories",
 * "keys". */
const char *tcn_store_kept_name(enum tcn_store_kept kind);

/* Keeps all of a kind. */
#define TCN_STORE_KEEP_ALL INT64_MIN

struct tcn_store_retain_conf {
	/* What is older may go. Stream time: of items their own, of events and
	 * reports the event's last change, of editions when they were due, of
	 * stories their last item, of keys when they were last met. Of
	 * deliveries the wall clock's time when they were done. */
	int64_t before_ms[TCN_STORE_KEPT_KINDS];
	int64_t now_ms; /* stream time: when the keys of items are last met */
	/* Whether an event must stay; NULL: none must. */
	bool (*needs)(void *ctx, const char *event);
	void *ctx;
};

/* A pass under way. tcn_store_retain_begin() fills it in. */
struct tcn_store_retain {
	struct tcn_store_retain_conf conf;
	unsigned kind; /* enum tcn_store_kept; past the last: done */
	int64_t at_ms; /* where the pass stands in that kind: time, */
	int64_t at; /* number, */
	char at_id[TCN_EVENT_ID_BYTES]; /* or id */
	uint64_t removed[TCN_STORE_KEPT_KINDS]; /* rows of its own kind */
};

void tcn_store_retain_begin(struct tcn_store_retain *pass,
    const struct tcn_store_retain_conf *conf);

/* The same for a pass that begins with this kind, with rows from from_ms on. */
void tcn_store_retain_begin_at(struct tcn_store_retain *pass,
    const struct tcn_store_retain_conf *conf, enum tcn_store_kept kind,
    int64_t from_ms);

/*
 * One step: about as much work as so many small rows (> 0), and at most one
 * article, story or event more. *done: the pass has come to its end. After a
 * rollback the pass must begin again.
 */
TCN_MUST_USE enum tcn_rc tcn_store_retain_step(struct tcn_store_tx *tx,
    struct tcn_store_retain *pass, size_t work, bool *done);

/* The seq of a removed item with this key, and when it was last met; 0: none
 * is known. */
TCN_MUST_USE enum tcn_rc tcn_store_find_removed(const struct tcn_store *st,
    const uint64_t key[2], uint64_t *seq, int64_t *met_ms);

/* Notes that the removed item with this key has been met again. */
TCN_MUST_USE enum tcn_rc tcn_store_meet_removed(struct tcn_store_tx *tx,
    const uint64_t key[2], int64_t now_ms);

/* How many copies of this article were removed while it stayed. */
TCN_MUST_USE enum tcn_rc tcn_store_copies_gone(const struct tcn_store *st,
    uint64_t article, uint64_t *n);

/* What was ever removed of a kind. */
struct tcn_store_removed {
	uint64_t n;
	int64_t newest_ms; /* TCN_UNDATED: nothing was */
};
TCN_MUST_USE enum tcn_rc tcn_store_removed(const struct tcn_store *st,
    struct tcn_store_removed removed[static TCN_STORE_KEPT_KINDS]);

/* The least time of a stored item; TCN_UNDATED: there is none. O(log n). */
TCN_MUST_USE enum tcn_rc tcn_store_oldest_ms(const struct tcn_store *st,
    int64_t *oldest_ms);

#endif
