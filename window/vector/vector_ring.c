#include "window/vector/vector_ring.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "engine/base/mem.h"
#include "window/vector/vector_code.h"

#define PAGE_ITEMS 256
#define ROUNDING   1e-6 /* more than the bound of a cosine can be too low by */

struct page {
	uint64_t seq[PAGE_ITEMS];
	int64_t ts_ms[PAGE_ITEMS];
	double inverse[PAGE_ITEMS]; /* one over the code's length */
	float rest[PAGE_ITEMS]; /* the tail's share of the length */
	uint32_t n;
	int64_t newest_ms; /* of its items */
	int8_t *heads, *tails; /* behind the struct, at cache lines */
};

struct tcn_vector_ring {
	struct tcn_vector_ring_conf conf;
	size_t head_bytes, tail_bytes; /* of a code */
	struct page **pages; /* oldest first, from `first` on */
	size_t first, pages_n, pages_cap;
	struct tcn_vector_ring_stats stats;
	int8_t *code; /* scratch */
	int32_t dots[PAGE_ITEMS]; /* scratch */
};

/* A question, ready to be compared. */
struct question {
	const int8_t *code;
	double inverse, rest;
	size_t k;
	double least;
	int64_t after_ms;
};

static size_t
page_bytes(const struct tcn_vector_ring *ring)
{
	return sizeof(struct page) + TCN_VECTOR_CODE_LINE +
	    PAGE_ITEMS * (ring->head_bytes + ring->tail_bytes);
}

struct tcn_vector_ring *
tcn_vector_ring_new(const struct tcn_vector_ring_conf *conf)
{
	struct tcn_vector_ring *ring = tcn_mem_calloc(1, sizeof *ring);
	size_t bytes = tcn_vector_code_bytes(conf->length);

	assert(conf->length && conf->length <= TCN_VECTOR_CODE_MAX);
	ring->conf = *conf;
	ring->head_bytes = tcn_vector_code_bytes(bytes / 2);
	ring->tail_bytes = bytes - ring->head_bytes;
	ring->code = tcn_mem_alloc(bytes);
	return ring;
}

void
tcn_vector_ring_free(struct tcn_vector_ring *ring)
{
	if (!ring)
		return;
	for (size_t i = 0; i < ring->pages_n; i++)
		tcn_mem_free(ring->pages[ring->first + i]);
	tcn_mem_free(ring->pages);
	tcn_mem_free(ring->code);
	tcn_mem_free(ring);
}

void
tcn_vector_ring_hits_fini(struct tcn_vector_ring_hits *hits)
{
	tcn_mem_free(hits->at);
	*hits = (struct tcn_vector_ring_hits){ 0 };
}

/* Gives back the oldest page; returns how many items it had. */
static uint32_t
drop_oldest(struct tcn_vector_ring *ring)
{
	struct page *page = ring->pages[ring->first++];
	uint32_t n = page->n;

	ring->pages_n--;
	ring->stats.items -= n;
	ring->stats.bytes -= page_bytes(ring);
	tcn_mem_free(page);
	return n;
}

/* Makes room for one more page in the list, and in memory below the cap. */
static void
make_room(struct tcn_vector_ring *ring)
{
	struct page **pages = ring->pages;

	while (ring->pages_n && ring->conf.cap_bytes &&
	    ring->stats.bytes + page_bytes(ring) > ring->conf.cap_bytes)
		ring->stats.dropped += drop_oldest(ring);
	if (ring->first && ring->first + ring->pages_n == ring->pages_cap) {
		memmove(pages, pages + ring->first,
		    ring->pages_n * sizeof(struct page *));
		ring->first = 0;
	}
	pages = tcn_mem_grow(pages, &ring->pages_cap,
	    ring->first + ring->pages_n + 1, sizeof(struct page *));
	ring->pages = pages;
}

/* The page that the next item goes into. */
static struct page *
open_page(struct tcn_vector_ring *ring)
{
	struct page *page = NULL;
	char *end;

	if (ring->pages_n)
		page = ring->pages[ring->first + ring->pages_n - 1];
	if (page && page->n < PAGE_ITEMS)
		return page;
	make_room(ring);
	page = tcn_mem_alloc(page_bytes(ring));
	end = (char *)(page + 1);
	page->n = 0;
	page->newest_ms = INT64_MIN;
	page->heads =
	    (int8_t *)end + (-(uintptr_t)end & (TCN_VECTOR_CODE_LINE - 1));
	page->tails = page->heads + PAGE_ITEMS * ring->head_bytes;
	ring->pages[ring->first + ring->pages_n++] = page;
	ring->stats.bytes += page_bytes(ring);
	return page;
}

/* Rounds a vector into the ring's scratch. *rest: its tail's share of the
 * length. Returns one over the length. */
static double
make_code(struct tcn_vector_ring *ring, const float *vector, double *rest)
{
	double inverse =
	    tcn_vector_code_make(vector, ring->conf.length, ring->code);
	const int8_t *tail = ring->code + ring->head_bytes;

	*rest =
	    sqrt((double)tcn_vector_code_dot(tail, tail, ring->tail_bytes)) *
	    inverse;
	return inverse;
}

void
tcn_vector_ring_insert(struct tcn_vector_ring *ring, uint64_t seq,
    int64_t ts_ms, const float *vector)
{
	struct page *page = open_page(ring);
	double rest;
	uint32_t i;

	i = page->n++;
	page->seq[i] = seq;
	page->ts_ms[i] = ts_ms;
	page->inverse[i] = make_code(ring, vector, &rest);
	page->rest[i] = (float)rest;
	memcpy(page->heads + i * ring->head_bytes, ring->code,
	    ring->head_bytes);
	memcpy(page->tails + i * ring->tail_bytes,
	    ring->code + ring->head_bytes, ring->tail_bytes);
	if (ts_ms > page->newest_ms)
		page->newest_ms = ts_ms;
	ring->stats.items++;
}

void
tcn_vector_ring_expire(struct tcn_vector_ring *ring, int64_t now_ms)
{
	int64_t from_ms = now_ms - ring->conf.horizon_ms;

	while (ring->pages_n && ring->pages[ring->first]->newest_ms <= from_ms)
		ring->stats.expired += drop_oldest(ring);
}

static bool
is_nearer(const struct tcn_vector_ring_hit *a,
    const struct tcn_vector_ring_hit *b)
{
	if (a->cosine > b->cosine || a->cosine < b->cosine)
		return a->cosine > b->cosine;
	return a->seq < b->seq;
}

/* Puts a hit into its place among at most k. */
static void
keep_hit(struct tcn_vector_ring_hits *hits, size_t k,
    const struct tcn_vector_ring_hit *hit)
{
	size_t at = hits->n;

	while (at > 0 && is_nearer(hit, &hits->at[at - 1]))
		at--;
	if (at == k)
		return;
	hits->n += hits->n < k;
	memmove(&hits->at[at + 1], &hits->at[at],
	    (hits->n - 1 - at) * sizeof *hits->at);
	hits->at[at] = *hit;
}

static void
look_through(struct tcn_vector_ring *ring, const struct page *page,
    const struct question *ask, struct tcn_vector_ring_hits *hits)
{
	const int8_t *tail = ask->code + ring->head_bytes;
	double floor = ask->least;

	tcn_vector_code_dots(ask->code, page->heads, ring->head_bytes, page->n,
	    ring->dots);
	ring->stats.heads += page->n;
	for (uint32_t i = 0; i < page->n; i++) {
		double scale = ask->inverse * page->inverse[i];
		double most = ring->dots[i] * scale +
		    ask->rest * (double)page->rest[i] + ROUNDING;
		struct tcn_vector_ring_hit hit;
		int32_t dot;

		if (hits->n == ask->k)
			floor = hits->at[hits->n - 1].cosine;
		if (most < floor || page->ts_ms[i] <= ask->after_ms)
			continue;
		tcn_vector_code_dots(tail, page->tails + i * ring->tail_bytes,
		    ring->tail_bytes, 1, &dot);
		ring->stats.tails++;
		hit = (struct tcn_vector_ring_hit){
			.seq = page->seq[i],
			.ts_ms = page->ts_ms[i],
			.cosine = (ring->dots[i] + dot) * scale,
		};
		if (hit.cosine >= ask->least)
			keep_hit(hits, ask->k, &hit);
	}
}

void
tcn_vector_ring_nearest(struct tcn_vector_ring *ring, const float *vector,
    size_t k, double least, int64_t after_ms, struct tcn_vector_ring_hits *hits)
{
	struct question ask = {
		.code = ring->code,
		.k = k,
		.least = least,
		.after_ms = after_ms,
	};
	struct tcn_vector_ring_hit *at =
	    tcn_mem_grow(hits->at, &hits->cap, k, sizeof *at);

	assert(k);
	hits->at = at;
	hits->n = 0;
	ask.inverse = make_code(ring, vector, &ask.rest);
	/* The newest first: what is like it came lately. */
	for (size_t i = ring->pages_n; i-- > 0;)
		if (ring->pages[ring->first + i]->newest_ms > after_ms)
			look_through(ring, ring->pages[ring->first + i], &ask,
			    hits);
}

void
tcn_vector_ring_stats(const struct tcn_vector_ring *ring,
    struct tcn_vector_ring_stats *stats)
{
	*stats = ring->stats;
}

static enum tcn_rc
check_page(const struct tcn_vector_ring *ring, const struct page *page,
    struct tcn_err *err)
{
	for (uint32_t i = 0; i < page->n; i++) {
		const int8_t *head = page->heads + i * ring->head_bytes;
		const int8_t *tail = page->tails + i * ring->tail_bytes;
		double head2 =
		    tcn_vector_code_dot(head, head, ring->head_bytes);
		double tail2 =
		    tcn_vector_code_dot(tail, tail, ring->tail_bytes);
		double inverse = 1 / sqrt(head2 + tail2);

		if (fabs(page->inverse[i] - inverse) > 1e-12 ||
		    fabs((double)page->rest[i] - sqrt(tail2) * inverse) >
			ROUNDING / 4 ||
		    page->ts_ms[i] > page->newest_ms)
			return tcn_err_set(err, TCN_CORRUPT,
			    "the vector of item %" PRIu64
			    " differs from its length or its page",
			    page->seq[i]);
	}
	return TCN_OK;
}

enum tcn_rc
tcn_vector_ring_check(const struct tcn_vector_ring *ring, struct tcn_err *err)
{
	uint64_t items = 0;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < ring->pages_n && !rc; i++) {
		const struct page *page = ring->pages[ring->first + i];

		items += page->n;
		rc = check_page(ring, page, err);
		if (!rc &&
		    (!page->n ||
			(i + 1 < ring->pages_n && page->n < PAGE_ITEMS)))
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "page %zu of %zu has %u items", i, ring->pages_n,
			    page->n);
	}
	if (!rc &&
	    (items != ring->stats.items ||
		ring->pages_n * page_bytes(ring) != ring->stats.bytes))
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "%" PRIu64 " vectors in %zu pages, %" PRIu64 " in %" PRIu64
		    " bytes counted",
		    items, ring->pages_n, ring->stats.items, ring->stats.bytes);
	return rc;
}
