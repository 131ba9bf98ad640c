/*
 * tools/serve/deliver/recheck.h - what in the outbox has to be judged again,
 * before its time, because something else has changed.
 *
 *   a desk has acknowledged, closed or silenced something: all pending
 *   messages, before any other is sent; when it has ended a silence, what
 *   silences hold
 *   rules or receivers were read anew, or the program has started: all that is
 *   held
 *   an event has closed: what it inhibited
 *   the clock was set back: all that is open, since it would wait for as long
 *   as the clock was ahead
 *
 * Desks act by the interface and by commands that run beside the daemon, so
 * the store is asked at each step. Cost: two queries a step; then a look at
 * each message, some at a time.
 *
 * Call order: init; look, and if there is work, write, in a transaction; again.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_RECHECK_H
#define TCN_TOOLS_SERVE_DELIVER_RECHECK_H

#include "sql/outbox_hold.h"

struct tcn_recheck {
	const struct tcn_store *store;
	uint64_t action, silence, ended; /* the last of each that was seen */
	bool seen; /* these are known */
	bool pending; /* pending messages are being looked at ... */
	uint64_t after; /* ... from this id on */
	unsigned holds; /* to be judged again: 1 << hold each */
	bool back; /* the clock was set back */
	int64_t ahead_ms; /* of the wall clock before the monotonic one */
};

/* store must outlive it. All that is held will be judged again. */
void tcn_recheck_init(struct tcn_recheck *recheck,
    const struct tcn_store *store);

#define TCN_RECHECK_ALL (~0u)

/* Has messages judged again that are held for these reasons, 1 << hold each. */
void tcn_recheck_mark_held(struct tcn_recheck *recheck, unsigned holds);

/* Looks for changes; *work: there is something to write. */
TCN_MUST_USE enum tcn_rc tcn_recheck_look(struct tcn_recheck *recheck,
    int64_t now_ms, int64_t monotonic_ms, bool *work);

/*
 * Writes what is due, and reads the next pending messages to judge again; n 0:
 * none is left. They live in arena.
 */
TCN_MUST_USE enum tcn_rc tcn_recheck_write(struct tcn_recheck *recheck,
    struct tcn_store_tx *tx, int64_t now_ms, struct tcn_arena *arena,
    struct tcn_outbox_list *pending);

/* Whether pending messages are still to be judged: none may be sent yet. */
static inline bool
tcn_recheck_is_pending(const struct tcn_recheck *recheck)
{
	return recheck->pending;
}

#endif
