#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "window/near/near_search_impl.h"

/*
 * Many look-ups at once. Their probes are sorted by key, table by table, so
 * that leaves are read from front to back: the memory's fastest way, one page
 * table entry serves many probes, and a group that several probes want is
 * read once. Beyond the caches that is worth more than any overlap; a window
 * that fits in them is asked one question after the other.
 */
enum {
	BATCH = 16384, /* questions sorted together */
	SORTED_FROM = 1 << 18, /* records */
	DIGIT_BITS = 8,
	DIGITS = 1 << DIGIT_BITS,
};

struct probe {
	uint32_t key;
	uint32_t query;
};

struct batch {
	struct tcn_near_search search;
	struct probe *probes, *sorted; /* room for 17 a question each */
};

static void
sort_digit(const struct probe *from, struct probe *to, size_t n, unsigned shift)
{
	size_t next[DIGITS + 1] = { 0 };

	for (size_t i = 0; i < n; i++)
		next[(from[i].key >> shift & (DIGITS - 1)) + 1]++;
	for (size_t d = 1; d < DIGITS; d++)
		next[d] += next[d - 1];
	for (size_t i = 0; i < n; i++)
		to[next[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
}

/* By key: two passes, as many as 16 bits need. */
static void
sort_probes(struct batch *batch, size_t n)
{
	sort_digit(batch->probes, batch->sorted, n, 0);
	sort_digit(batch->sorted, batch->probes, n, DIGIT_BITS);
}

static size_t
write_probes(struct batch *batch, const struct tcn_near_share *share,
    size_t first, size_t n)
{
	struct probe *probe = batch->probes;

	for (size_t i = first; i < first + n; i++) {
		uint32_t key =
		    tcn_near_key(share->block, batch->search.asked[i]);

		*probe++ = (struct probe){ key, (uint32_t)i };
		for (unsigned bit = 0; share->reach && bit < share->block.bits;
		     bit++)
			*probe++ =
			    (struct probe){ key ^ 1u << bit, (uint32_t)i };
	}
	return (size_t)(probe - batch->probes);
}

static void
probe_table(struct batch *batch, uint32_t table, size_t first, size_t n)
{
	struct tcn_near_search *search = &batch->search;
	const struct tcn_near_table *in = &search->near->tables[table];
	size_t probes_n = write_probes(batch, &search->shares[table], first, n);

	sort_probes(batch, probes_n);
	for (size_t i = 0; i < probes_n && !search->stopped; i++) {
		const struct probe *probe = &batch->probes[i];
		struct tcn_near_probe ask =
		    tcn_near_search_probe(search, table, probe->query);

		if (search->spans_n + TCN_NEAR_SPANS_EACH >
		    TCN_NEAR_SEARCH_SPANS)
			tcn_near_search_run(search);
		search->spans_n += tcn_near_table_spans_at(in, &ask, probe->key,
		    search->spans + search->spans_n,
		    search->parts + search->spans_n);
	}
	tcn_near_search_run(search);
}

/* Questions first .. first + n. */
static void
look_sorted(struct batch *batch, size_t first, size_t n)
{
	for (uint32_t i = 0; i < batch->search.near->plan->blocks_n; i++)
		if (batch->search.shares[i].reach >= 0)
			probe_table(batch, i, first, n);
}

static void
look_plainly(struct batch *batch, size_t first, size_t n)
{
	for (size_t i = first; i < first + n && !batch->search.stopped; i++)
		tcn_near_search_one(&batch->search, (uint32_t)i);
}

enum tcn_rc
tcn_near_look_batch(struct tcn_near *near, const uint64_t *fingerprints,
    size_t n, unsigned radius, tcn_near_match_fn *see, void *ctx)
{
	size_t room = (n < BATCH ? n : BATCH) * 17;
	struct batch *batch = tcn_mem_alloc(sizeof *batch);
	enum tcn_rc rc = TCN_NOMEM;

	assert(n <= UINT32_MAX); /* a question is numbered in 32 bits */
	if (!batch)
		return TCN_NOMEM;
	batch->probes = tcn_mem_alloc(room * sizeof *batch->probes);
	batch->sorted = tcn_mem_alloc(room * sizeof *batch->sorted);
	if (!batch->probes || !batch->sorted)
		goto out;
	tcn_near_search_init(&batch->search, near, fingerprints, radius, see,
	    ctx);
	for (size_t first = 0; first < n; first += BATCH) {
		size_t some = n - first < BATCH ? n - first : BATCH;

		if (near->store.records_n < SORTED_FROM)
			look_plainly(batch, first, some);
		else
			look_sorted(batch, first, some);
	}
	near->lookups += n;
	near->candidates += batch->search.scanned;
	rc = TCN_OK;
out:
	tcn_mem_free(batch->probes);
	tcn_mem_free(batch->sorted);
	tcn_mem_free(batch);
	return rc;
}
