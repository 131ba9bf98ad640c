/*
 * tools/serve/live/now.h - what is happening now: the open events by rank.
 *
 * It holds a row for each (tools/serve/live/now_row.h) and brings the rows up
 * to date when it is asked: those that have a new revision or a new action are
 * read anew, those whose stories got new items have their texts counted again,
 * and with a new minute of the stream all get a new place. So a list of 500
 * costs some microseconds when nothing has happened.
 *
 * What is read must be committed: the store may have no open transaction.
 *
 * One thread. Cost, beyond a first reading: O(open events) for each change, a
 * query for each that changed, and one for each every minute. Memory: some 2
 * KiB an open event, 5,000 of them at most: of more, those that fired last.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_NOW_H
#define TCN_TOOLS_SERVE_LIVE_NOW_H

#include "engine/item/prepare.h"
#include "tools/serve/live/now_row.h"

#define TCN_NOW_ROWS_MAX 5000
#define TCN_NOW_CLOSED   20

struct tcn_now;

/* store must outlive it and is only read. */
struct tcn_now *tcn_now_new(const struct tcn_store *store);
void tcn_now_free(struct tcn_now *now); /* may be NULL */

/*
 * Brings the rows up to date: stream_ms is the stream's time, wall_ms the wall
 * clock's, by which silences hold; prep prepares texts for those. Errors: the
 * store's; then the next refresh reads all anew.
 */
TCN_MUST_USE enum tcn_rc tcn_now_refresh(struct tcn_now *now,
    struct tcn_prepare *prep, int64_t stream_ms, int64_t wall_ms);

/* The rows by rank, n of them, until the next refresh. */
const struct tcn_now_row *const *tcn_now_rows(const struct tcn_now *now,
    size_t *n);

/* Rows of the events that closed in the stream's last day, the last first, at
 * most TCN_NOW_CLOSED (tcn_store_closed_events); likewise. */
const struct tcn_now_row *const *tcn_now_closed(const struct tcn_now *now,
    size_t *n);

/* The row of an open event, or NULL. */
const struct tcn_now_row *tcn_now_find(const struct tcn_now *now,
    const char *event);

/* The seq (sql/store_told.h) that the rows are up to date with. */
uint64_t tcn_now_seq(const struct tcn_now *now);

/* Another number whenever rows or their order may have changed; it grows. */
uint64_t tcn_now_version(const struct tcn_now *now);

struct tcn_now_counts {
	uint64_t open; /* all of them */
	size_t unacknowledged, silenced; /* of the rows */
};
struct tcn_now_counts tcn_now_counts(const struct tcn_now *now);

/*
 * Appends the JSON of an event's row, also of one that is over, as of the last
 * refresh. Nothing is appended when there is no such event. Errors as above.
 */
TCN_MUST_USE enum tcn_rc tcn_now_row_json(struct tcn_now *now,
    const char *event, struct tcn_buf *out);

#endif
