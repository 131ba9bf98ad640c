#include "sql/state.h"

#include <stdlib.h>
#include <string.h>

#include "engine/mem.h"

/* Before the bytes of a change. In host order, as the bytes are. */
struct head {
	uint64_t id;
	uint32_t kind;
	uint32_t n; /* bytes, or GONE */
};

#define GONE UINT32_MAX

enum tcn_rc
tcn_store_put_state(struct tcn_store *st, const struct tcn_state *state)
{
	struct head head = { .id = state->id, .kind = state->kind, .n = GONE };
	enum tcn_rc rc = tcn_db_writing(st);

	if (!rc && state->n >= GONE)
		rc = tcn_db_refuse(st, TCN_LIMIT,
		    "a piece of the detector's memory is too large to store");
	if (rc)
		return rc;
	if (state->bytes)
		head.n = (uint32_t)state->n;
	tcn_buf_add(&st->notes, &head, sizeof head);
	if (state->bytes)
		tcn_buf_add(&st->notes, state->bytes, state->n);
	return st->notes.failed ? tcn_db_refuse(st, TCN_NOMEM, TCN_DB_NOMEM)
				: TCN_OK;
}

enum tcn_rc
tcn_state_keep_notes(struct tcn_store *st)
{
	static const char sql[] =
	    "INSERT INTO state_changes (bytes) VALUES (?)";
	struct tcn_query q;
	enum tcn_rc rc;

	if (!st->notes.n)
		return TCN_OK;
	q = tcn_query(st, sql);
	tcn_query_blob(&q, st->notes.at, st->notes.n);
	rc = tcn_query_run(&q);
	tcn_buf_clear(&st->notes);
	return rc;
}

/* --- Reading them back. --- */

static enum tcn_rc
gather(struct tcn_store *st, struct tcn_buf *bytes)
{
	static const char sql[] = "SELECT bytes FROM state_changes ORDER BY n";
	struct tcn_query q = tcn_query(st, sql);

	while (tcn_query_next(&q))
		tcn_buf_str(bytes, tcn_query_get_str(&q));
	tcn_buf_str(bytes, tcn_buf_view(&st->notes));
	if (bytes->failed)
		tcn_query_stop(&q, tcn_db_refuse(st, TCN_NOMEM, TCN_DB_NOMEM));
	return tcn_query_end(&q);
}

/* The change that *rest begins with; false: it is none. */
static bool
cut_off(struct tcn_str *rest, struct tcn_state *state)
{
	struct head head;

	if (rest->n < sizeof head)
		return false;
	memcpy(&head, rest->at, sizeof head);
	rest->at += sizeof head;
	rest->n -= sizeof head;
	*state = (struct tcn_state){ .kind = head.kind, .id = head.id };
	if (head.n == GONE)
		return true;
	if (head.n > rest->n)
		return false;
	state->bytes = rest->at;
	state->n = head.n;
	rest->at += head.n;
	rest->n -= head.n;
	return true;
}

static enum tcn_rc
list_all(struct tcn_store *st, struct tcn_state_changes *changes)
{
	struct tcn_str rest = tcn_buf_view(&changes->bytes);

	while (rest.n) {
		struct tcn_state_change *at = tcn_mem_fit(changes->at,
		    &changes->cap, changes->n + 1, sizeof *at);

		if (!at)
			return tcn_db_refuse(st, TCN_NOMEM, TCN_DB_NOMEM);
		changes->at = at;
		at[changes->n].order = changes->n;
		if (!cut_off(&rest, &at[changes->n++].state))
			return tcn_db_refuse(st, TCN_CORRUPT,
			    "the detector's memory cannot be read: restore a "
			    "copy of the file");
	}
	return TCN_OK;
}

int
tcn_state_order(const struct tcn_state *a, const struct tcn_state *b)
{
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return (a->id > b->id) - (a->id < b->id);
}

/* Of one row the newest first. */
static int
newest_first(const void *left, const void *right)
{
	const struct tcn_state_change *a = left, *b = right;
	int order = tcn_state_order(&a->state, &b->state);

	return order ? order : (a->order < b->order) - (a->order > b->order);
}

static void
keep_newest(struct tcn_state_changes *changes)
{
	struct tcn_state_change *at = changes->at;
	size_t n = 0;

	if (changes->n)
		qsort(at, changes->n, sizeof *at, newest_first);
	for (size_t i = 0; i < changes->n; i++)
		if (n == 0 || tcn_state_order(&at[n - 1].state, &at[i].state))
			at[n++] = at[i];
	changes->n = n;
}

enum tcn_rc
tcn_state_changes(struct tcn_store *st, struct tcn_state_changes *changes)
{
	enum tcn_rc rc;

	*changes = (struct tcn_state_changes){ 0 };
	rc = gather(st, &changes->bytes);
	if (!rc)
		rc = list_all(st, changes);
	if (rc)
		tcn_state_changes_fini(changes);
	else
		keep_newest(changes);
	return rc;
}

void
tcn_state_changes_fini(struct tcn_state_changes *changes)
{
	tcn_buf_fini(&changes->bytes);
	tcn_free(changes->at);
	*changes = (struct tcn_state_changes){ 0 };
}

/* --- Into the rows. --- */

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

static enum tcn_rc
drop_changes(struct tcn_store *st)
{
	static const char sql[] = "DELETE FROM state_changes";
	struct tcn_query q = tcn_query(st, sql);

	tcn_buf_clear(&st->notes);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_settle_state(struct tcn_store *st)
{
	struct tcn_state_changes changes;
	enum tcn_rc rc = tcn_db_writing(st);

	if (!rc)
		rc = tcn_state_changes(st, &changes);
	if (rc)
		return rc;
	for (size_t i = 0; !rc && i < changes.n; i++) {
		const struct tcn_state *state = &changes.at[i].state;

		rc = state->bytes ? put_row(st, state) : drop_row(st, state);
	}
	tcn_state_changes_fini(&changes);
	return rc ? rc : drop_changes(st);
}
