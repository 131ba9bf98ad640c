/*
 * tools/tell/edition/edition_keep.h - which editions are due, made once, made
 * again, or tried over a past time.
 *
 * DUE. An edition is due at the times of its schedule, or when an event closes
 * (closes: high). It is cut when the stream's time passes the due time and
 * `settle`. The first time that a name is looked after is stored, so that
 * nothing before it is due. What became due while nobody looked is late:
 *
 *	late: latest	one is made, for the newest of these times (the default)
 *	late: all	each, the oldest first; the newest TCN_EDITION_LATE_MAX
 *	late: skip	none
 *
 * and one that is later than late_within is skipped. A row says that it was,
 * and an edition that is late says so.
 *
 * ONCE. tcn_edition_keep() writes row, bodies and ledger in the caller's
 * transaction, with whatever else belongs to it. A kill before the commit
 * leaves nothing, and the edition is still due; after it, it is not. The number
 * is the last one and one, found in that transaction.
 *
 * AGAIN. tcn_edition_remake() makes a stored edition from the store, as of its
 * cut and with the ledger of the editions before it. Where retention has taken
 * nothing and no desk has ordered anything since, and `method` is the same, the
 * bytes are.
 */
#ifndef TCN_TOOLS_TELL_EDITION_EDITION_KEEP_H
#define TCN_TOOLS_TELL_EDITION_EDITION_KEEP_H

#include "tools/tell/edition/edition.h"

#define TCN_EDITION_LATE_MAX 100

struct tcn_edition_due {
	int64_t due_ms;
	struct tcn_str event; /* that closed; or empty */
	struct tcn_str reason; /* it is late, or skipped; or empty */
	bool skip;
};

struct tcn_edition_due_list {
	struct tcn_edition_due *at;
	size_t n;
};

/*
 * What of conf is due at now_ms, the stream's time, the oldest first. watch_ms
 * is since when somebody looks: what became due before is late. *begins: the
 * name is looked after for the first time, and tcn_edition_begin() is to be
 * called. O(times since the last row), for one that `closes` O(revisions since
 * then).
 */
TCN_MUST_USE enum tcn_rc tcn_edition_find_due(const struct tcn_store *st,
    const struct tcn_edition_conf *conf, int64_t now_ms, int64_t watch_ms,
    struct tcn_arena *arena, struct tcn_edition_due_list *due, bool *begins);

/* Stores that the name is looked after from now on. */
TCN_MUST_USE enum tcn_rc tcn_edition_begin(struct tcn_store_tx *tx,
    const struct tcn_edition_conf *conf, int64_t now_ms);

/* Stores that a due time was skipped. */
TCN_MUST_USE enum tcn_rc tcn_edition_skip(struct tcn_store_tx *tx,
    const struct tcn_edition_conf *conf, const struct tcn_edition_due *due,
    int64_t now_ms, int64_t made_ms);

/*
 * Fills in job for the next edition of that name: its number and since when it
 * tells, by the editions that are stored. The caller has set st, conf, prep,
 * due_ms, cut, event and reason.
 */
TCN_MUST_USE enum tcn_rc tcn_edition_plan(struct tcn_edition_job *job,
    struct tcn_arena *arena);

/* Stores an edition that was made: row, a body a format of its description, and
 * what it told. made_ms is the wall clock. */
TCN_MUST_USE enum tcn_rc tcn_edition_keep(struct tcn_store_tx *tx,
    const struct tcn_edition *edition, int64_t made_ms);

/*
 * Makes the edition of a row again. Its description is the one of now, which
 * may have another hash than row->settings. TCN_INVALID: none was made.
 */
TCN_MUST_USE enum tcn_rc tcn_edition_remake(const struct tcn_store *st,
    const struct tcn_edition_conf *conf, const struct tcn_store_edition *row,
    struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_edition *edition);

/*
 * Makes the edition of a past time: the stored one that was due then again, and
 * *row is it; else, *row NULL, one as of that time with the ledger of those
 * that were due before.
 */
TCN_MUST_USE enum tcn_rc tcn_edition_at(const struct tcn_store *st,
    const struct tcn_edition_conf *conf, int64_t at_ms,
    struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_edition *edition, const struct tcn_store_edition **row);

/*
 * Makes what is due in [from_ms, until_ms), one after the other, and stores
 * nothing: what was told is kept in memory. Calls fn with each; a result other
 * than TCN_OK ends it and is returned.
 */
typedef enum tcn_rc tcn_edition_try_fn(void *ctx,
    const struct tcn_edition *edition);
TCN_MUST_USE enum tcn_rc tcn_edition_try(const struct tcn_store *st,
    const struct tcn_edition_conf *conf, struct tcn_prepare *prep,
    int64_t from_ms, int64_t until_ms, tcn_edition_try_fn *fn, void *ctx);

#endif
