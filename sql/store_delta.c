#include "sql/store_delta_impl.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/sort.h"

/* Before the bytes of a change. In host order, as the bytes are. */
struct head {
	uint64_t id;
	uint32_t kind;
	uint32_t n; /* bytes, or TOMBSTONE */
};

#define TOMBSTONE UINT32_MAX

#define ROW_BYTES 128 /* of one, mostly: room that is made for them */
#define KINDS     64 /* of rows; the detector has fewer */

void
tcn_store_delta_add(struct tcn_buf *bytes, const struct tcn_state_row *state)
{
	struct head head = {
		.id = state->id, .kind = state->kind, .n = TOMBSTONE
	};

	if (state->bytes)
		head.n = (uint32_t)state->n;
	tcn_buf_add(bytes, &head, sizeof head);
	if (state->bytes)
		tcn_buf_add(bytes, state->bytes, state->n);
}

enum tcn_rc
tcn_store_put_state(struct tcn_store_tx *tx, const struct tcn_state_row *state)
{
	enum tcn_rc rc = tcn_db_require_tx(tx);

	assert(state);
	if (!rc && state->n >= TOMBSTONE)
		rc = tcn_db_fail_with(tx->st, TCN_LIMIT,
		    "a piece of the detector's memory is too large to store");
	if (rc)
		return rc;
	tcn_store_delta_add(&tx->st->deltas, state);
	return TCN_OK;
}

enum tcn_rc
tcn_store_delta_flush(struct tcn_store *st)
{
	static const char sql[] =
	    "INSERT INTO state_changes (bytes) VALUES (?)";
	struct tcn_query q;
	enum tcn_rc rc;

	assert(st->in_tx);
	if (!st->deltas.n)
		return TCN_OK;
	q = TCN_QUERY(st, sql, tcn_query_blob(st->deltas.at, st->deltas.n));
	rc = tcn_query_run(&q);
	tcn_buf_clear(&st->deltas);
	return rc;
}

/* --- Reading them back. --- */

enum tcn_rc
tcn_store_delta_read(const struct tcn_store *st, int64_t *from, int64_t upto,
    size_t bytes_max, struct tcn_buf *bytes)
{
	static const char sql[] = "SELECT n, bytes FROM state_changes "
				  "WHERE n > ? AND n <= ? ORDER BY n";
	struct tcn_query q = TCN_QUERY(st, sql, *from, upto);
	size_t before = bytes->n;
	bool more = true;

	while (more && bytes->n - before < bytes_max) {
		more = tcn_query_next(&q);
		*from = more ? tcn_query_get_int(&q) : upto;
		if (more)
			tcn_buf_str(bytes, tcn_query_get_str(&q));
	}
	return tcn_query_end(&q);
}

bool
tcn_store_delta_next(const struct tcn_str bytes, size_t *at,
    struct tcn_state_row *state)
{
	struct head head;

	if (bytes.n - *at < sizeof head)
		return false;
	memcpy(&head, bytes.at + *at, sizeof head);
	*at += sizeof head;
	*state = (struct tcn_state_row){ .kind = head.kind, .id = head.id };
	if (head.n == TOMBSTONE)
		return true;
	if (head.n > bytes.n - *at)
		return false;
	state->bytes = bytes.at + *at;
	state->n = head.n;
	*at += head.n;
	return true;
}

enum tcn_rc
tcn_store_delta_refuse(const struct tcn_store *st)
{
	return tcn_db_fail_with(st, TCN_CORRUPT,
	    "the detector's memory cannot be read: restore a copy of the file");
}

/* Two rows may have one key: both are parsed then, which does no harm. */
static uint64_t
key_of(const struct tcn_state_row *state)
{
	return state->id + state->kind * 0x9e3779b97f4a7c15u;
}

/* In place of what it is newer than, or behind all. */
static void
add(struct tcn_store_deltas *changes, const struct tcn_store_delta *change)
{
	struct tcn_store_delta *at = tcn_mem_grow(changes->at, &changes->cap,
	    changes->n + 1, sizeof *at);
	uint64_t *index;
	bool added;

	changes->at = at;
	tcn_map_put(&changes->known, key_of(&change->state), &index, &added);
	if (added ||
	    tcn_store_state_cmp(&at[*index].state, &change->state) != 0)
		*index = changes->n++;
	at[*index] = *change;
}

enum tcn_rc
tcn_store_delta_parse(const struct tcn_store *st,
    struct tcn_store_deltas *changes)
{
	struct tcn_str bytes = tcn_buf_view(&changes->bytes);
	struct tcn_store_delta change;

	tcn_map_reserve(&changes->known,
	    changes->n + (bytes.n - changes->parsed) / ROW_BYTES);
	while (changes->parsed < bytes.n) {
		if (!tcn_store_delta_next(bytes, &changes->parsed,
			&change.state))
			return tcn_store_delta_refuse(st);
		change.at = changes->parsed - change.state.n;
		add(changes, &change);
	}
	return TCN_OK;
}

int
tcn_store_state_cmp(const struct tcn_state_row *a,
    const struct tcn_state_row *b)
{
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return (a->id > b->id) - (a->id < b->id);
}

/* Of one row the newest first. */
static int
newest_first(const void *left, const void *right)
{
	const struct tcn_store_delta *a = left, *b = right;
	int order = tcn_store_state_cmp(&a->state, &b->state);

	return order ? order : (a->at < b->at) - (a->at > b->at);
}

/* Lists the ids kind by kind, as far as ends[kind] says; false: a kind is
 * unknown. */
static bool
list_ids(const struct tcn_store_deltas *changes, uint64_t *ids,
    size_t ends[KINDS])
{
	size_t before = 0;

	for (size_t i = 0; i < changes->n; i++) {
		if (changes->at[i].state.kind >= KINDS)
			return false;
		ends[changes->at[i].state.kind]++;
	}
	for (size_t kind = 0; kind < KINDS; kind++) {
		size_t n = ends[kind];

		ends[kind] = before;
		before += n;
	}
	for (size_t i = 0; i < changes->n; i++)
		ids[ends[changes->at[i].state.kind]++] =
		    changes->at[i].state.id;
	return true;
}

/* Puts the changes into sorted, by kind and id, for a fifth of what qsort()
 * takes with its calls; false: a kind is unknown, or two rows have one key. */
static bool
deal_out(const struct tcn_store_deltas *changes, uint64_t *ids,
    struct tcn_store_delta *sorted)
{
	size_t ends[KINDS] = { 0 }, i = 0;

	if (!list_ids(changes, ids, ends))
		return false;
	for (uint32_t kind = 0; kind < KINDS; kind++) {
		tcn_sort_u64(ids + i, ends[kind] - i, ids + changes->n);
		for (; i < ends[kind]; i++) {
			const struct tcn_state_row row = { .kind = kind,
				.id = ids[i] };
			const uint64_t *at =
			    tcn_map_find(&changes->known, key_of(&row));

			sorted[i] = changes->at[*at];
			if (tcn_store_state_cmp(&sorted[i].state, &row))
				return false;
		}
	}
	return true;
}

/* Sorts them, each row once. */
static void
sort(struct tcn_store_deltas *changes)
{
	struct tcn_store_delta *at = changes->at;
	size_t n = 0;

	qsort(at, changes->n, sizeof *at, newest_first);
	for (size_t i = 0; i < changes->n; i++)
		if (n == 0 ||
		    tcn_store_state_cmp(&at[n - 1].state, &at[i].state))
			at[n++] = at[i];
	changes->n = n;
}

void
tcn_store_delta_sort(struct tcn_store_deltas *changes)
{
	size_t n = changes->n;
	uint64_t *ids = tcn_mem_alloc(2 * n * sizeof *ids);
	struct tcn_store_delta *sorted = tcn_mem_alloc(n * sizeof *sorted);

	assert(changes->parsed == changes->bytes.n);
	if (deal_out(changes, ids, sorted)) {
		tcn_mem_free(changes->at);
		changes->at = sorted;
		changes->cap = n;
	} else {
		tcn_mem_free(sorted);
		sort(changes);
	}
	tcn_mem_free(ids);
	for (size_t i = 0; i < changes->n; i++)
		if (changes->at[i].state.bytes)
			changes->at[i].state.bytes =
			    changes->bytes.at + changes->at[i].at;
	tcn_map_fini(&changes->known);
}

enum tcn_rc
tcn_store_deltas(const struct tcn_store *st, struct tcn_store_deltas *changes)
{
	int64_t from = INT64_MIN;
	enum tcn_rc rc;

	*changes = (struct tcn_store_deltas){ 0 };
	rc = tcn_store_delta_read(st, &from, INT64_MAX, SIZE_MAX,
	    &changes->bytes);
	tcn_buf_str(&changes->bytes, tcn_buf_view(&st->deltas));
	if (!rc)
		rc = tcn_store_delta_parse(st, changes);
	if (rc)
		tcn_store_deltas_fini(changes);
	else
		tcn_store_delta_sort(changes);
	return rc;
}

enum tcn_rc
tcn_store_deltas_check(const struct tcn_store_deltas *changes,
    struct tcn_err *err)
{
	const char *bytes = changes->bytes.at;

	for (size_t i = 0; i < changes->n; i++) {
		const struct tcn_store_delta *d = &changes->at[i];
		size_t n = d->state.bytes ? d->state.n : 0;

		if (i && tcn_store_state_cmp(&d[-1].state, &d->state) >= 0)
			return tcn_err_set(err, TCN_CORRUPT,
			    "delta %zu does not lie behind the delta before "
			    "it",
			    i);
		if (d->at > changes->bytes.n || n > changes->bytes.n - d->at)
			return tcn_err_set(err, TCN_CORRUPT,
			    "delta %zu lies outside of its bytes", i);
		if (d->state.bytes && d->state.bytes != bytes + d->at)
			return tcn_err_set(err, TCN_CORRUPT,
			    "delta %zu points elsewhere", i);
	}
	return TCN_OK;
}

void
tcn_store_deltas_fini(struct tcn_store_deltas *changes)
{
	tcn_buf_fini(&changes->bytes);
	tcn_map_fini(&changes->known);
	tcn_mem_free(changes->at);
	*changes = (struct tcn_store_deltas){ 0 };
}
