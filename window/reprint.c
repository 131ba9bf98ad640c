#include "window/reprint.h"

#include <assert.h>

#include "engine/base/mem.h"
#include "window/excerpt.h"

#define CAP_LEAST 64 /* rows, at first */
#define HEADS_ROW 8 /* heads of the table a row: two entries a head */

/* An entry is one of the numbers that a row is found by: the row's number times
 * ENTRIES, and which of them. ENTRIES is a power of two, so that an entry wraps
 * with the rows' numbers. How far it lies before the end tells whether it is
 * alive. */
#define ENTRIES 16u

static_assert(TCN_REPRINT_KEYS <= ENTRIES, "");

struct tcn_reprint_row {
	uint64_t seq, origin;
	int64_t ts_ms;
	uint32_t n;
	uint32_t lookup; /* that met it last */
	uint32_t at[TCN_SHINGLES_MAX];
	uint32_t older[TCN_REPRINT_KEYS]; /* the next entries of the chains */
};

void
tcn_reprints_fini(struct tcn_reprints *r)
{
	tcn_mem_free(r->rows);
	tcn_mem_free(r->heads);
	r->rows = NULL;
	r->heads = NULL;
	r->cap = 0;
}

void
tcn_reprints_stats(const struct tcn_reprints *r,
    struct tcn_reprints_stats *stats)
{
	*stats = (struct tcn_reprints_stats){
		.texts = r->end - r->first,
		.bytes =
		    r->cap * (sizeof *r->rows + HEADS_ROW * sizeof *r->heads),
		.dropped = r->dropped,
	};
}

static struct tcn_reprint_row *
row_at(const struct tcn_reprints *r, uint32_t number)
{
	return &r->rows[number & (r->cap - 1)];
}

/* Numbers are hashes, but small ones are kept: their high bits say little. */
static uint32_t *
head_of(const struct tcn_reprints *r, uint32_t key)
{
	return &r->heads[key & (r->cap * HEADS_ROW - 1)];
}

/* Whether an entry is of a row that is there. */
static bool
is_alive(const struct tcn_reprints *r, uint32_t entry)
{
	uint32_t back = r->end * ENTRIES - entry;

	return back && back <= (r->end - r->first) * ENTRIES;
}

static void
link_row(struct tcn_reprints *r, uint32_t number)
{
	struct tcn_reprint_row *row = row_at(r, number);

	for (uint32_t i = 0;
	     i < (row->n < TCN_REPRINT_KEYS ? row->n : TCN_REPRINT_KEYS); i++) {
		uint32_t *head = head_of(r, row->at[i]);

		row->older[i] = *head;
		*head = number * ENTRIES + i;
	}
}

/* Twice as many rows, or the first ones. */
static void
grow(struct tcn_reprints *r)
{
	uint32_t cap = r->cap ? 2 * r->cap : CAP_LEAST;
	struct tcn_reprint_row *rows = tcn_mem_calloc(cap, sizeof *rows);

	for (uint32_t at = r->first; at != r->end; at++)
		rows[at & (cap - 1)] = *row_at(r, at);
	tcn_mem_free(r->rows);
	tcn_mem_free(r->heads);
	r->rows = rows;
	r->cap = cap;
	r->heads = tcn_mem_calloc((size_t)cap * HEADS_ROW, sizeof *r->heads);
	for (uint32_t i = 0; i < cap * HEADS_ROW; i++)
		r->heads[i] = (r->first - 1) * ENTRIES; /* none */
	for (uint32_t at = r->first; at != r->end; at++)
		link_row(r, at);
}

void
tcn_reprints_insert(struct tcn_reprints *r, const struct tcn_placement *item,
    struct tcn_sketch shingles)
{
	struct tcn_reprint_row *row;

	if (!shingles.n || !r->horizon_ms)
		return;
	if (r->end - r->first == r->rows_max) {
		r->first++;
		r->dropped++;
	}
	if (r->end - r->first == r->cap)
		grow(r);
	row = row_at(r, r->end);
	*row = (struct tcn_reprint_row){
		.seq = item->seq,
		.origin = item->text,
		.ts_ms = item->ts_ms,
		.n = shingles.n,
		.lookup = r->lookups,
	};
	for (uint32_t i = 0; i < shingles.n; i++)
		row->at[i] = shingles.at[i];
	link_row(r, r->end++);
}

/* The rows of the span with this number, newest first; 0: too many have it, or
 * texts of too many origins. */
static uint32_t
rows_with(const struct tcn_reprints *r, uint32_t key, int64_t after_ms,
    uint32_t rows[static TCN_REPRINT_HEAVY])
{
	uint64_t origins[TCN_REPRINT_COMMON];
	uint32_t n = 0, origins_n = 0, entry = *head_of(r, key);

	while (is_alive(r, entry)) {
		uint32_t nth = entry % ENTRIES, i = 0;
		uint32_t number = entry / ENTRIES; /* its low bits */
		const struct tcn_reprint_row *row = row_at(r, number);

		entry = row->older[nth];
		if (row->at[nth] != key || row->ts_ms <= after_ms)
			continue;
		while (i < origins_n && origins[i] != row->origin)
			i++;
		if (i == TCN_REPRINT_COMMON || n == TCN_REPRINT_HEAVY)
			return 0;
		origins[i] = row->origin;
		origins_n += i == origins_n;
		rows[n++] = number;
	}
	return n;
}

/* Adds a row that was not met yet, if it shares enough. */
static void
meet(const struct tcn_reprints *r, uint32_t number, struct tcn_sketch shingles,
    struct tcn_keys_hits *hits)
{
	struct tcn_reprint_row *row = row_at(r, number);
	struct tcn_sketch_shared shared;

	if (row->lookup == r->lookups)
		return;
	row->lookup = r->lookups;
	if (row->n < TCN_SHINGLES_MAX && shingles.n < TCN_SHINGLES_MAX)
		return;
	shared = tcn_sketch_compare(shingles, tcn_shingles(row->at, row->n));
	if (shared.m < TCN_REPRINT_LEAST ||
	    tcn_sketch_containment(shared) < TCN_REPRINT_CONTAINMENT)
		return;
	hits->at =
	    tcn_mem_grow(hits->at, &hits->cap, hits->n + 1, sizeof *hits->at);
	hits->at[hits->n++] = (struct tcn_keys_hit){
		.seq = row->seq,
		.ts_ms = row->ts_ms,
		.origin = row->origin,
		.shared = shared.m,
		.mine = shared.na,
		.theirs = shared.nb,
	};
}

void
tcn_reprints_find(struct tcn_reprints *r, struct tcn_sketch shingles,
    int64_t after_ms, struct tcn_keys_hits *hits)
{
	uint32_t rows[TCN_REPRINT_HEAVY];

	hits->n = 0;
	if (r->first == r->end)
		return;
	r->lookups++;
	for (uint32_t i = 0; i < shingles.n && i < TCN_REPRINT_KEYS; i++) {
		uint32_t n = rows_with(r, shingles.at[i], after_ms, rows);

		for (uint32_t k = 0; k < n; k++)
			meet(r, rows[k], shingles, hits);
	}
}

void
tcn_reprints_expire(struct tcn_reprints *r, int64_t now_ms)
{
	while (r->first != r->end &&
	    row_at(r, r->first)->ts_ms <= now_ms - r->horizon_ms)
		r->first++;
}

void
tcn_reprint_place(const struct tcn_keys_hits *hits, struct tcn_placement *item)
{
	const struct tcn_keys_hit *best = NULL;
	double most = 0;

	for (size_t i = 0; i < hits->n; i++) {
		const struct tcn_keys_hit *hit = &hits->at[i];
		double part = tcn_sketch_containment(tcn_excerpt_shared(hit));

		if (best &&
		    (part < most || (part == most && hit->seq > best->seq)))
			continue;
		best = hit;
		most = part;
	}
	if (!best)
		return;
	item->excerpt_of = best->seq;
	item->text = best->origin;
}
