#include "engine/base/mem.h"
#include "sql/state.h"

/* What a byte of notes costs to gather, beside a row that is put. */
#define BYTES_A_ROW 512

/*
 * Rows that are being brought up to date, over several transactions. First the
 * notes up to one are gathered, then the newest of each row is put, then those
 * notes go, the oldest first. Until a note is gone it lies over its row; when
 * it goes, what lies there is as new or newer: so it may end anywhere.
 */
struct tcn_settling {
	struct tcn_state_changes changes;
	int64_t upto; /* the last note's number */
	int64_t gathered; /* the last that is in changes */
	int64_t dropped; /* the last that is gone */
	size_t next; /* of changes: not yet in its row */
	bool in_order; /* all are gathered */
};

static enum tcn_rc
drop_row(struct tcn_store *st, const struct tcn_state *state)
{
	static const char sql[] = "DELETE FROM state WHERE kind = ? AND id = ?";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_int(&q, state->kind);
	tcn_query_u64(&q, state->id);
	return tcn_query_run(&q);
}

static enum tcn_rc
put_row(struct tcn_store *st, const struct tcn_state *state)
{
	static const char sql[] =
	    "INSERT INTO state (kind, id, bytes) VALUES (?, ?, ?) "
	    "ON CONFLICT DO UPDATE SET bytes = excluded.bytes";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_int(&q, state->kind);
	tcn_query_u64(&q, state->id);
	tcn_query_blob(&q, state->bytes, state->n);
	return tcn_query_run(&q);
}

/* Those from *next on, as many as there is work for. */
static enum tcn_rc
put_rows(struct tcn_store *st, const struct tcn_state_changes *changes,
    size_t *next, size_t *work)
{
	enum tcn_rc rc = TCN_OK;

	for (; !rc && *work && *next < changes->n; ++*next, --*work) {
		const struct tcn_state *state = &changes->at[*next].state;

		rc = state->bytes ? put_row(st, state) : drop_row(st, state);
	}
	return rc;
}

static enum tcn_rc
drop_notes(struct tcn_store *st, int64_t upto)
{
	static const char sql[] = "DELETE FROM state_changes WHERE n <= ?";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_int(&q, upto);
	return tcn_query_run(&q);
}

/* --- all at once --- */

enum tcn_rc
tcn_store_settle_state(struct tcn_store *st)
{
	struct tcn_state_changes changes;
	size_t next = 0, work = SIZE_MAX;
	enum tcn_rc rc = tcn_db_writing(st);

	tcn_settling_stop(st);
	if (!rc)
		rc = tcn_state_changes(st, &changes);
	if (rc)
		return rc;
	rc = put_rows(st, &changes, &next, &work);
	tcn_state_changes_fini(&changes);
	tcn_buf_clear(&st->notes);
	return rc ? rc : drop_notes(st, INT64_MAX);
}

/* --- a piece at a time --- */

void
tcn_settling_stop(struct tcn_store *st)
{
	if (st->settling)
		tcn_state_changes_fini(&st->settling->changes);
	tcn_free(st->settling);
	st->settling = NULL;
}

enum tcn_rc
tcn_store_settle_begin(struct tcn_store *st)
{
	static const char sql[] =
	    "SELECT coalesce((SELECT min(n) FROM state_changes), 1) - 1,"
	    " coalesce((SELECT max(n) FROM state_changes), 0)";
	struct tcn_query q;
	enum tcn_rc rc = tcn_db_writing(st);

	if (rc)
		return rc;
	tcn_settling_stop(st);
	st->settling = tcn_calloc(1, sizeof *st->settling);
	if (!st->settling)
		return tcn_db_refuse(st, TCN_NOMEM, TCN_DB_NOMEM);
	q = tcn_query(st, sql);
	if (tcn_query_next(&q)) {
		st->settling->dropped = tcn_query_get_int(&q);
		st->settling->gathered = st->settling->dropped;
		st->settling->upto = tcn_query_get_int(&q);
	}
	return tcn_query_end(&q);
}

static enum tcn_rc
gather_some(struct tcn_store *st, struct tcn_settling *s, size_t *work)
{
	struct tcn_buf *bytes = &s->changes.bytes;
	size_t before = bytes->n, cost;
	size_t most =
	    *work < SIZE_MAX / BYTES_A_ROW ? *work * BYTES_A_ROW : SIZE_MAX;
	enum tcn_rc rc = TCN_OK;

	if (s->gathered < s->upto)
		rc = tcn_state_gather(st, &s->gathered, s->upto, most, bytes);
	cost = (bytes->n - before) / BYTES_A_ROW + 1;
	*work -= cost < *work ? cost : *work;
	if (!rc)
		rc = tcn_state_list(st, &s->changes);
	if (rc || s->gathered < s->upto)
		return rc;
	tcn_state_sort(&s->changes);
	s->in_order = true;
	return TCN_OK;
}

static enum tcn_rc
drop_some(struct tcn_store *st, struct tcn_settling *s, size_t *work)
{
	uint64_t left = (uint64_t)(s->upto - s->dropped);

	if (left > *work)
		left = *work;
	*work -= (size_t)left;
	s->dropped += (int64_t)left;
	return drop_notes(st, s->dropped);
}

enum tcn_rc
tcn_store_settle_some(struct tcn_store *st, size_t work, bool *done)
{
	struct tcn_settling *s = st->settling;
	enum tcn_rc rc = tcn_db_writing(st);

	*done = rc == TCN_OK && !s;
	while (!rc && work && !*done) {
		if (!s->in_order)
			rc = gather_some(st, s, &work);
		else if (s->next < s->changes.n)
			rc = put_rows(st, &s->changes, &s->next, &work);
		else if (s->dropped < s->upto)
			rc = drop_some(st, s, &work);
		else
			*done = true;
	}
	if (*done)
		tcn_settling_stop(st);
	return rc;
}
