#include "sql/store_mend.h"

#include <assert.h>

#include "engine/base/mem.h"
#include "sql/query.h"
#include "sql/store_read.h"

/* Each takes ?1, the time; the first two are counted. */
static const char *const steps[] = {
	"UPDATE items SET ts = ?1 WHERE ts > ?1",
	"UPDATE events SET fired = ?1 WHERE fired > ?1",
	"UPDATE event_revisions SET changed = min(changed, ?1),"
	" first_ts = min(first_ts, ?1), last_ts = min(last_ts, ?1) "
	"WHERE changed > ?1 OR last_ts > ?1 OR first_ts > ?1",
	"UPDATE stories SET first_ts = min(first_ts, ?1),"
	" last_ts = min(last_ts, ?1), closed = iif(closed = 0, 2, closed) "
	"WHERE closed = 0 OR last_ts > ?1 OR first_ts > ?1",
	"UPDATE story_splits SET at = ?1 WHERE at > ?1",
	"UPDATE removed SET newest = ?1 WHERE newest > ?1",
	"UPDATE removed_keys SET met = ?1 WHERE met > ?1",
	"DELETE FROM state WHERE ?1 = ?1",
	"DELETE FROM state_changes WHERE ?1 = ?1",
};

enum tcn_rc
tcn_store_mend_clock(struct tcn_store_tx *tx, int64_t now_ms,
    struct tcn_store_mended *mended)
{
	enum tcn_rc rc = TCN_OK;
	uint64_t changed[sizeof steps / sizeof *steps] = { 0 };

	assert(tx->st->deltas.n == 0);
	for (size_t i = 0; !rc && i < sizeof steps / sizeof *steps; i++) {
		struct tcn_query q = TCN_QUERY_TX(tx, steps[i], now_ms);

		rc = tcn_query_count(&q, &changed[i]);
	}
	*mended = (struct tcn_store_mended){ changed[0], changed[1] };
	return rc;
}

struct seqs {
	uint64_t *at;
	size_t n, cap;
};

/* Noted first, as rows are not changed under a query that walks them. */
static void
note_seq(void *ctx, const struct tcn_store_item_row *item)
{
	struct seqs *seqs = ctx;
	uint64_t *at =
	    tcn_mem_grow(seqs->at, &seqs->cap, seqs->n + 1, sizeof *at);

	seqs->at = at;
	seqs->at[seqs->n++] = item->place.seq;
}

static enum tcn_rc
drop_received(struct tcn_store_tx *tx, uint64_t seq, bool *dropped)
{
	static const char sent[] =
	    "UPDATE sent SET given = 0, features = NULL, vector = NULL "
	    "WHERE seq = ?";
	static const char contents[] = "DELETE FROM contents WHERE seq = ?";
	struct tcn_query q = TCN_QUERY_TX(tx, sent, seq);
	bool content;
	enum tcn_rc rc;

	rc = tcn_query_change(&q, dropped);
	if (rc)
		return rc;
	q = TCN_QUERY_TX(tx, contents, seq);
	rc = tcn_query_change(&q, &content);
	*dropped |= content;
	return rc;
}

enum tcn_rc
tcn_store_drop_unreadable(struct tcn_store_tx *tx, uint64_t *n)
{
	struct seqs seqs = { 0 };
	enum tcn_rc rc = tcn_store_each_unreadable(tx->st, note_seq, &seqs);
	bool dropped;

	*n = 0;
	for (size_t i = 0; !rc && i < seqs.n; i++) {
		rc = drop_received(tx, seqs.at[i], &dropped);
		*n += !rc && dropped;
	}
	tcn_mem_free(seqs.at);
	return rc;
}
