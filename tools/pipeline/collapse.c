#include "tools/pipeline/collapse.h"

#include <assert.h>
#include <string.h>

#include "engine/item/fprint.h"
#include "window/window.h"

#define NONE UINT32_MAX

/* A number of the sketch of an item that is shown. */
struct posting {
	uint32_t number;
	uint32_t item;
	uint32_t next; /* in its list; NONE: the last */
};

struct collapse {
	const struct tcn_store_likeness *items;
	size_t n;
	struct tcn_collapse_conf conf;
	uint32_t
	    *heads; /* of the lists of postings, by the number's low bits */
	uint32_t mask;
	struct posting *postings;
	uint32_t postings_n;
	uint32_t *shown; /* items that are shown, in order */
	size_t shown_n;
	uint32_t *shared; /* how many numbers each item shares with one */
	uint32_t *met; /* items that share any, in no order */
};

bool
tcn_collapse_measure(struct tcn_str word, enum tcn_sketch_measure *measure)
{
	*measure = tcn_str_equal(word, tcn_str("containment"))
	    ? TCN_SKETCH_CONTAINMENT
	    : TCN_SKETCH_JACCARD;
	return *measure == TCN_SKETCH_CONTAINMENT ||
	    tcn_str_equal(word, tcn_str("jaccard"));
}

static void
allocate(struct collapse *c, struct tcn_arena *scratch)
{
	size_t numbers = 0, heads = 64;

	for (size_t i = 0; i < c->n; i++)
		numbers += c->items[i].sketch.n;
	while (heads < 2 * numbers)
		heads *= 2;
	c->mask = (uint32_t)heads - 1;
	c->heads = tcn_arena_alloc(scratch, heads * sizeof *c->heads);
	c->postings = tcn_arena_alloc(scratch, numbers * sizeof *c->postings);
	c->shown = tcn_arena_alloc(scratch, c->n * sizeof *c->shown);
	c->shared = tcn_arena_zalloc(scratch, c->n, sizeof *c->shared);
	c->met = tcn_arena_alloc(scratch, c->n * sizeof *c->met);
	memset(c->heads, 0xff, heads * sizeof *c->heads);
}

static bool
has_same_words(const struct tcn_store_likeness *a,
    const struct tcn_store_likeness *b)
{
	return (a->text_key && a->text_key == b->text_key) ||
	    (a->has_fingerprint && b->has_fingerprint &&
		tcn_fprint_distance(a->fingerprint, b->fingerprint) <=
		    TCN_WINDOW_RADIUS_COPY);
}

/* The first item shown, before `best`, that has the words of item i. */
static uint32_t
find_same(const struct collapse *c, uint32_t i)
{
	for (size_t k = 0; k < c->shown_n; k++)
		if (has_same_words(&c->items[c->shown[k]], &c->items[i]))
			return c->shown[k];
	return NONE;
}

/* Counts the numbers that each item shown before `best` shares with item i; how
 * many items share any. */
static size_t
count_shared(struct collapse *c, uint32_t i, uint32_t best)
{
	const struct tcn_sketch *mine = &c->items[i].sketch;
	size_t met_n = 0;

	for (uint32_t x = 0; x < mine->n; x++) {
		uint32_t at = c->heads[mine->at[x] & c->mask];

		for (; at != NONE; at = c->postings[at].next) {
			uint32_t other = c->postings[at].item;

			if (c->postings[at].number != mine->at[x] ||
			    other >= best)
				continue;
			if (c->shared[other]++ == 0)
				c->met[met_n++] = other;
		}
	}
	return met_n;
}

/* Whether two items that share m numbers can be alike at all: the measures are
 * at most m by the numbers of one of them, of the smaller where the share is of
 * that. Of a sketch that was cut off fewer may count. */
static bool
may_be_near(const struct collapse *c, uint32_t i, uint32_t other, uint32_t m)
{
	const struct tcn_sketch *a = &c->items[i].sketch;
	const struct tcn_sketch *b = &c->items[other].sketch;
	bool larger = c->conf.measure == TCN_SKETCH_JACCARD;
	uint32_t n = (a->n > b->n) == larger ? a->n : b->n;

	if (a->full > a->n || b->full > b->n)
		return true;
	return m >= c->conf.t * n * 0.999;
}

/* The first item shown that shares sentences enough with item i, or `best`, if
 * that comes before. */
static uint32_t
find_near(struct collapse *c, uint32_t i, uint32_t best)
{
	size_t met_n = count_shared(c, i, best);

	for (size_t k = 0; k < met_n; k++) {
		uint32_t other = c->met[k], m = c->shared[other];

		c->shared[other] = 0;
		if (other < best && may_be_near(c, i, other, m) &&
		    tcn_sketch_is_near(c->items[other].sketch,
			c->items[i].sketch, c->conf.measure, c->conf.t, 1))
			best = other;
	}
	return best;
}

void
tcn_collapse(const struct tcn_store_likeness *items, size_t n,
    const struct tcn_collapse_conf *conf, struct tcn_arena *scratch,
    uint16_t *under)
{
	struct collapse c = { .items = items, .n = n, .conf = *conf };

	assert(n <= TCN_COLLAPSE_MAX && conf->t > 0 && conf->t <= 1);
	if (n == 0)
		return;
	allocate(&c, scratch);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t by = find_near(&c, i, find_same(&c, i));

		under[i] = by == NONE ? TCN_COLLAPSE_SHOWN : (uint16_t)by;
		if (by == NONE) {
			const struct tcn_sketch *sketch = &c.items[i].sketch;

			c.shown[c.shown_n++] = i;
			for (uint32_t x = 0; x < sketch->n; x++) {
				uint32_t *head =
				    &c.heads[sketch->at[x] & c.mask];

				c.postings[c.postings_n] =
				    (struct posting){ sketch->at[x], i, *head };
				*head = c.postings_n++;
			}
		}
	}
}

enum tcn_rc
tcn_collapse_stored(const struct tcn_store *store,
    struct tcn_collapse_cache *cache, uint64_t generation, const uint64_t *seqs,
    size_t n, const struct tcn_collapse_conf *conf, struct tcn_arena *scratch,
    uint16_t *under)
{
	struct tcn_store_likeness *items;
	const uint16_t *known;
	uint64_t key[2];
	enum tcn_rc rc;

	if (n == 0)
		return TCN_OK;
	tcn_collapse_cache_key(seqs, n, conf->t, conf->measure, generation,
	    key);
	known = cache ? tcn_collapse_cache_find(cache, key, n) : NULL;
	if (known) {
		memcpy(under, known, n * sizeof *under);
		return TCN_OK;
	}
	items = tcn_arena_zalloc(scratch, n, sizeof *items);
	rc = tcn_store_likenesses(store, seqs, n, scratch, items);
	if (!rc)
		tcn_collapse(items, n, conf, scratch, under);
	if (!rc && cache)
		tcn_collapse_cache_put(cache, key, under, n);
	return rc;
}

void
tcn_collapse_doc(const struct tcn_doc *doc, struct tcn_arena *scratch,
    struct tcn_store_likeness *likeness)
{
	double *df = tcn_arena_zalloc(scratch, doc->terms_n, sizeof *df);
	const struct tcn_fprint_weights weights = {
		.df = df,
		.drop_suffix = doc->suffix_is_source,
	};

	*likeness = (struct tcn_store_likeness){
		.sketch = doc->sketch,
		.text_key = doc->text_key,
	};
	likeness->has_fingerprint =
	    tcn_fprint_doc(doc, &weights, &likeness->fingerprint);
}
