/*
 * tools/intake/kafka/lease.h - which of several detectors may send: a lease
 * that is written to a log.
 *
 * Every detector that reads the topic of the lease, which has one partition,
 * reads the same records in the same order, so all come to the same result.
 * This is a compare-and-swap on a log (as in Kafka's own fencing by epoch, and
 * the leases of Gray and Cheriton 1989). No broker's group is asked.
 *
 *	claim   "I lead in epoch N; I had read up to the offset `after`"
 *	renew   "I still lead in epoch N"
 *	resign  "I no longer do"
 *
 * A claim counts when its epoch is higher than any before and no claim or
 * renewal of another stands between `after` and it. So of two that claim at
 * once the first in the log wins, and one that was long under way, or came from
 * a detector that was cut off, counts for nothing when the leader has written
 * meanwhile.
 *
 * ONE AT A TIME, by the clock and not only by the epoch:
 *
 *	- who leads may send for `session` less a fifth after it wrote the last
 *	  record of its own that it has read back. What stands in the log before
 *	  that record, it has read, too
 *	- who follows claims when it has read nothing of another for `session`,
 *	  which is at least that long after the other wrote it, or when the
 *	  leader has resigned
 *
 * A claim that counts has nothing of the old leader between what the claimant
 * had read and itself; so all that the old leader may still hold the lease by
 * was read `session` before the claim was written. What it writes later stands
 * behind the claim, where it reads that first. This needs no clocks that agree,
 * only ones of which none runs a fifth faster than another. The fifth is also
 * the time that may pass between the look at the lease and the sending.
 *
 * A detector that begins to read in the middle cannot tell whether a claim
 * counts that refers to what stands before. It takes the epoch for used, waits,
 * and learns from the next renewal who leads.
 *
 * Times are of the caller's monotonic clock. The module has no clock and no
 * log: the caller reads and writes. Pure, no memory. Cost: O(1) a record.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_LEASE_H
#define TCN_TOOLS_INTAKE_KAFKA_LEASE_H

#include <stdbool.h>
#include <stdint.h>

#define TCN_LEASE_ID_BYTES 64 /* of one run of a detector; with the NUL */

enum tcn_lease_kind {
	TCN_LEASE_CLAIM,
	TCN_LEASE_RENEW,
	TCN_LEASE_RESIGN,
};

struct tcn_lease_record {
	enum tcn_lease_kind kind;
	uint64_t epoch; /* from 1 */
	char by[TCN_LEASE_ID_BYTES];
	int64_t after; /* of a claim */
	int64_t wrote_ms; /* by the writer's clock; nobody else reads it */
};

struct tcn_lease {
	char self[TCN_LEASE_ID_BYTES];
	int64_t session_ms;
	uint64_t epoch; /* the highest that counted; 0: none */
	char holder[TCN_LEASE_ID_BYTES]; /* in that epoch; "": not known */
	bool resigned; /* the holder has */
	bool untouched; /* nobody ever wrote to the log */
	int64_t began_at; /* the offset that was to be read first */
	int64_t read_at; /* the offset read last; -1: none */
	/* The last claim or renewal, whose it is, and the last of anyone else;
	 * offsets, -1: none. */
	int64_t last_at, other_at;
	char last_by[TCN_LEASE_ID_BYTES];
	int64_t heard_ms; /* the last one of another was read; or the start */
	int64_t holds_ms; /* we wrote what we hold the lease by */
	int64_t wrote_ms; /* we wrote anything */
	bool wrote;
};

/*
 * self: a name that no other run has, of no more than TCN_LEASE_ID_BYTES - 1
 * bytes. epoch: the highest that is remembered from before, 0: none. next: the
 * offset that is read first. untouched: the log holds nothing, and never did.
 */
void tcn_lease_init(struct tcn_lease *lease, const char *self,
    int64_t session_ms, uint64_t epoch, int64_t next, bool untouched,
    int64_t now_ms);

/* Takes in a record that was read at that offset; offsets grow. */
void tcn_lease_read(struct tcn_lease *lease,
    const struct tcn_lease_record *record, int64_t offset, int64_t now_ms);

/* Notes that a message was read at that offset which is no record of the
 * lease. */
void tcn_lease_skip(struct tcn_lease *lease, int64_t offset);

/* Whether a record is to be written now; it counts as written then. */
bool tcn_lease_due(struct tcn_lease *lease, int64_t now_ms,
    struct tcn_lease_record *record);

/* Sets *record to the one by which this leader resigns, after which it must not
 * send any more; false: we do not lead. */
bool tcn_lease_resign(struct tcn_lease *lease, int64_t now_ms,
    struct tcn_lease_record *record);

/* Whether we may send now. Ask before each time. */
bool tcn_lease_leads(const struct tcn_lease *lease, int64_t now_ms);

#endif
