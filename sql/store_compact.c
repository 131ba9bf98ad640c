#include <assert.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "sql/store_delta_impl.h"

/* Bytes of deltas that cost as much to read as one row costs to write. */
#define BYTES_PER_ROW 512

/*
 * A compaction under way, over several transactions. First the deltas up to a
 * number are read, then the newest of each row is put into its page, then those
 * deltas are deleted, the oldest first. It may end anywhere: until a delta is
 * deleted it overrides its row, and when it is deleted, the row or a later
 * delta holds something as new.
 */
struct tcn_store_compaction {
	struct tcn_store_deltas changes;
	int64_t upto; /* number of the last delta that it takes */
	int64_t read_upto; /* deltas up to this number are in changes */
	int64_t deleted_upto; /* deltas up to this number are deleted */
	size_t next; /* index in changes of the first not yet in its row */
	bool sorted; /* all are read, and changes is in order */
};

static enum tcn_rc
delete_deltas(struct tcn_store_tx *tx, int64_t upto)
{
	static const char sql[] = "DELETE FROM state_changes WHERE n <= ?";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, upto);

	return tcn_query_run(&q);
}

/* --- all at once --- */

enum tcn_rc
tcn_store_compact(struct tcn_store_tx *tx)
{
	struct tcn_store_deltas changes;
	size_t next = 0, work = SIZE_MAX;
	enum tcn_rc rc = tcn_db_require_tx(tx);

	tcn_store_compact_abort(tx->st);
	if (!rc)
		rc = tcn_store_deltas(tx->st, &changes);
	if (rc)
		return rc;
	rc = tcn_store_pages_put(tx, &changes, &next, &work);
	tcn_store_deltas_fini(&changes);
	tcn_buf_clear(&tx->st->deltas);
	return rc ? rc : delete_deltas(tx, INT64_MAX);
}

/* --- a piece at a time --- */

void
tcn_store_compact_abort(struct tcn_store *st)
{
	if (st->compaction)
		tcn_store_deltas_fini(&st->compaction->changes);
	tcn_mem_free(st->compaction);
	st->compaction = NULL;
}

enum tcn_rc
tcn_store_compact_begin(struct tcn_store_tx *tx)
{
	static const char sql[] =
	    "SELECT coalesce((SELECT min(n) FROM state_changes), 1) - 1,"
	    " coalesce((SELECT max(n) FROM state_changes), 0)";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_store_compact_abort(tx->st);
	tx->st->compaction = tcn_mem_calloc(1, sizeof *tx->st->compaction);
	if (tcn_query_next(&q)) {
		tx->st->compaction->deleted_upto = tcn_query_get_int(&q);
		tx->st->compaction->read_upto =
		    tx->st->compaction->deleted_upto;
		tx->st->compaction->upto = tcn_query_get_int(&q);
	}
	return tcn_query_end(&q);
}

static enum tcn_rc
read_some(const struct tcn_store *st, struct tcn_store_compaction *s,
    size_t *work)
{
	struct tcn_buf *bytes = &s->changes.bytes;
	size_t before = bytes->n, cost;
	size_t most =
	    *work < SIZE_MAX / BYTES_PER_ROW ? *work * BYTES_PER_ROW : SIZE_MAX;
	enum tcn_rc rc = TCN_OK;

	if (s->read_upto < s->upto)
		rc = tcn_store_delta_read(st, &s->read_upto, s->upto, most,
		    bytes);
	cost = (bytes->n - before) / BYTES_PER_ROW + 1;
	*work -= cost < *work ? cost : *work;
	if (!rc)
		rc = tcn_store_delta_parse(st, &s->changes);
	if (rc || s->read_upto < s->upto)
		return rc;
	tcn_store_delta_sort(&s->changes);
	s->sorted = true;
	return TCN_OK;
}

static enum tcn_rc
delete_some(struct tcn_store_tx *tx, struct tcn_store_compaction *s,
    size_t *work)
{
	uint64_t left = (uint64_t)(s->upto - s->deleted_upto);

	if (left > *work)
		left = *work;
	*work -= (size_t)left;
	s->deleted_upto += (int64_t)left;
	return delete_deltas(tx, s->deleted_upto);
}

enum tcn_rc
tcn_store_compact_step(struct tcn_store_tx *tx, size_t work, bool *done)
{
	struct tcn_store_compaction *s = tx->st->compaction;
	enum tcn_rc rc = tcn_db_require_tx(tx);

	assert(work > 0);
	*done = rc == TCN_OK && !s;
	while (!rc && work && !*done) {
		if (!s->sorted)
			rc = read_some(tx->st, s, &work);
		else if (s->next < s->changes.n)
			rc = tcn_store_pages_put(tx, &s->changes, &s->next,
			    &work);
		else if (s->deleted_upto < s->upto)
			rc = delete_some(tx, s, &work);
		else
			*done = true;
	}
	if (*done)
		tcn_store_compact_abort(tx->st);
	return rc;
}

enum tcn_rc
tcn_store_compact_check(const struct tcn_store *st, struct tcn_err *err)
{
	const struct tcn_store_compaction *s = st->compaction;

	if (!s)
		return TCN_OK;
	if (s->deleted_upto > s->read_upto || s->read_upto > s->upto)
		return tcn_err_set(err, TCN_CORRUPT,
		    "a compaction has deleted more deltas than it has read");
	if (!s->sorted && s->next)
		return tcn_err_set(err, TCN_CORRUPT,
		    "a compaction has stored rows before it had read all "
		    "deltas");
	if (s->next > s->changes.n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "a compaction has put %zu of %zu rows", s->next,
		    s->changes.n);
	return s->sorted ? tcn_store_deltas_check(&s->changes, err) : TCN_OK;
}

enum tcn_rc
tcn_store_forget_state(struct tcn_store_tx *tx)
{
	enum tcn_rc rc = tcn_db_require_tx(tx);

	return rc ? rc
		  : tcn_db_exec(tx->st,
			"DELETE FROM state; DELETE FROM state_changes;");
}
