#include "window/pairs/pairs_index.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/mem.h"

/* s is this part of t: the nearer to 1, the fewer postings are read and the
 * more items are left to tell apart by their rests and in full. On full texts
 * at t = .6, .75 takes three quarters of the time of .9, and half that of 1. */
#define SLACK 0.75

/* Far more than sums of 128 products of floats are wrong by. */
#define ROUNDING 1e-4f

#define REST_UNITS 255

/*
 * Two classes a doubling: 0 for no item, then 1, 2, 3, 4 .. 5, 6 .. 7 and so
 * on; the last has all from 2^15 on.
 */
static uint8_t
class_of(uint32_t count)
{
	unsigned bits = 0, class;

	if (count < 2)
		return (uint8_t)count;
	while (count >> bits > 1)
		bits++;
	class = 2 * bits + (count >> (bits - 1) & 1);
	return class < TCN_PAIRS_CLASSES ? (uint8_t) class
					 : TCN_PAIRS_CLASSES - 1;
}

struct tcn_pairs_index *
tcn_pairs_index_new(const uint32_t *counts, uint64_t known, uint64_t from,
    int64_t ts_ms)
{
	struct tcn_pairs_index *index = tcn_mem_calloc(1, sizeof *index);

	index->known = known;
	index->from = index->to = from;
	index->begun_ms = ts_ms;
	for (size_t i = 0; i < TCN_PAIRS_CELLS; i++)
		index->classes[i] = class_of(counts[i]);
	return index;
}

static void
free_list(struct tcn_pairs_index *index, struct tcn_pairs_list *list)
{
	tcn_slab_free(&index->slab, list->at, list->cap * sizeof *list->at);
}

void
tcn_pairs_index_free(struct tcn_pairs_index *index)
{
	if (!index)
		return;
	for (size_t i = 0; i < index->n; i++) {
		free_list(index, &index->at[i].early);
		free_list(index, &index->at[i].late);
	}
	tcn_slab_fini(&index->slab);
	tcn_map_fini(&index->terms);
	tcn_mem_free(index->at);
	tcn_mem_free(index->rests);
	tcn_mem_free(index);
}

size_t
tcn_pairs_index_bytes(const struct tcn_pairs_index *index)
{
	return sizeof *index + index->slab.bytes +
	    tcn_map_bytes(&index->terms) + index->cap * sizeof *index->at +
	    index->rests_cap * sizeof *index->rests;
}

void
tcn_pairs_index_rank(const struct tcn_pairs_index *index,
    const struct tcn_pairs_vector *vector, double length, double t,
    struct tcn_pairs_ranked *ranked)
{
	float energy[TCN_PAIRS_CLASSES] = { 0 }, rest = 0;
	float s = (float)(SLACK * t), scale = (float)(1 / length);

	for (uint32_t i = 0; i < vector->n; i++) {
		float weight = (float)vector->weights[i] * scale;
		uint8_t class = index->classes[tcn_pairs_cell(vector->ids[i])];

		ranked->class[i] = class;
		ranked->weight[i] = weight;
		energy[class] += weight * weight;
	}
	ranked->reach = ranked->filed = TCN_PAIRS_CLASSES;
	ranked->rest[TCN_PAIRS_CLASSES] = 0;
	for (uint32_t c = TCN_PAIRS_CLASSES; c-- > 0;) {
		rest += energy[c];
		ranked->rest[c] = rest;
		if (rest < s)
			ranked->reach = c;
		if (rest < s * s)
			ranked->filed = c;
	}
}

static struct tcn_pairs_list *
list_of(struct tcn_pairs_term *term, bool early)
{
	return early ? &term->early : &term->late;
}

/* Makes room for one more posting in a term's early or late list, and sets
 * *term to where the term is. */
static void
reserve(struct tcn_pairs_index *index, uint64_t id, bool early, uint32_t *term)
{
	struct tcn_pairs_list *list;
	uint64_t *place;
	bool added;
	void *p = tcn_mem_grow(index->at, &index->cap, index->n + 1,
	    sizeof *index->at);

	index->at = p;
	tcn_map_put(&index->terms, id, &place, &added);
	if (added) {
		*place = index->n;
		index->at[index->n++] = (struct tcn_pairs_term){ 0 };
	}
	*term = (uint32_t)*place;
	list = list_of(&index->at[*term], early);
	p = tcn_slab_fit(&index->slab, list->at, list->n, &list->cap,
	    (size_t)list->n + 1, sizeof *list->at);
	list->at = p;
}

/* Rounded up, and a little more than the float may have lost. */
static uint8_t
rest_of(float rest)
{
	float units = ceilf((rest + ROUNDING) * REST_UNITS);

	return units < REST_UNITS ? (uint8_t)units : REST_UNITS;
}

static void
keep_rests(struct tcn_pairs_rests *rests, const struct tcn_pairs_ranked *ranked)
{
	rests->reach = (uint8_t)ranked->reach;
	rests->filed = (uint8_t)ranked->filed;
	for (uint32_t c = 1; c < TCN_PAIRS_CLASSES; c++)
		rests->rest[c - 1] = rest_of(ranked->rest[c]);
}

void
tcn_pairs_index_file(struct tcn_pairs_index *index,
    const struct tcn_pairs_vector *vector,
    const struct tcn_pairs_ranked *ranked)
{
	uint32_t place = (uint32_t)(index->to - index->from);
	uint32_t terms[TCN_FEATURE_MAX]; /* the table moves as it grows */

	/* Room for what is known of one more item. */
	index->rests = tcn_mem_grow(index->rests, &index->rests_cap,
	    (size_t)(index->to - index->from) + 1, sizeof *index->rests);
	for (uint32_t i = 0; i < vector->n; i++)
		if (ranked->class[i] < ranked -> filed)
			reserve(index, vector->ids[i],
			    ranked->class[i] < ranked -> reach, &terms[i]);
	for (uint32_t i = 0; i < vector->n; i++) {
		struct tcn_pairs_list *list;

		if (ranked->class[i] >= ranked->filed)
			continue;
		list = list_of(&index->at[terms[i]],
		    ranked->class[i] < ranked -> reach);
		assert(list->n < list->cap);
		list->at[list->n++] =
		    (struct tcn_pairs_posting){ place, ranked->weight[i] };
	}
	keep_rests(&index->rests[place], ranked);
	index->to++;
}

/* Adds up one list. */
static void
add_list(struct tcn_pairs_list *list, float weight, uint32_t alive,
    struct tcn_pairs_met *met)
{
	while (list->first < list->n && list->at[list->first].place < alive)
		list->first++;
	met->postings += list->n - list->first;
	for (uint32_t i = list->first; i < list->n; i++) {
		uint32_t place = list->at[i].place;
		float sum = met->sums[place];

		met->places[met->n] = place;
		met->n += sum == 0;
		met->sums[place] = sum + weight * list->at[i].weight;
	}
}

/* Whether an item of which so much was met may reach t. */
static bool
may_reach(const struct tcn_pairs_rests *rests,
    const struct tcn_pairs_ranked *ranked, float sum, float least)
{
	uint32_t reach =
	    rests->reach > ranked->reach ? rests->reach : ranked->reach;
	uint32_t c = rests->filed < reach ? rests->filed : reach;
	float missing = least - sum, rest;

	if (missing <= 0)
		return true;
	if (c == TCN_PAIRS_CLASSES)
		return false;
	rest = c ? rests->rest[c - 1] * (1.0f / REST_UNITS) : 1;
	return ranked->rest[c] * rest >= missing * missing;
}

/* Leaves of what was met what may reach t. */
static void
keep_likely(const struct tcn_pairs_index *index,
    const struct tcn_pairs_ranked *ranked, float t, struct tcn_pairs_met *met)
{
	float least = t - ROUNDING, floor = least - (float)SLACK * t;
	size_t kept = 0;

	for (size_t i = 0; i < met->n; i++) {
		uint32_t place = met->places[i];
		float sum = met->sums[place];

		met->sums[place] = 0;
		if (sum < floor ||
		    !may_reach(&index->rests[place], ranked, sum, least))
			continue;
		met->places[kept++] = place;
	}
	met->n = kept;
}

/* Room for the sums of n items, each of which may be met. */
static void
fit_sums(struct tcn_pairs_met *met, size_t n)
{
	size_t was = met->sums_cap;
	void *p;

	/* One more: a place is written before it is known to be new. */
	p = tcn_mem_grow(met->places, &met->places_cap, n + 1,
	    sizeof *met->places);
	met->places = p;
	p = tcn_mem_grow(met->sums, &met->sums_cap, n, sizeof *met->sums);
	met->sums = p;
	memset(met->sums + was, 0, (met->sums_cap - was) * sizeof *met->sums);
}

/* The lists to ask of a vector. */
struct asked {
	struct tcn_pairs_list *list;
	float weight;
};

static void
ask_list(struct asked *asked, size_t *n, struct tcn_pairs_list *list,
    float weight)
{
	if (list->first == list->n)
		return;
	__builtin_prefetch(&list->at[list->first]);
	asked[(*n)++] = (struct asked){ list, weight };
}

/* Finds the lists, each step fetching ahead what the next one reads: they lie
 * scattered over memory. */
static size_t
find_lists(struct tcn_pairs_index *index, const struct tcn_pairs_vector *vector,
    const struct tcn_pairs_ranked *ranked, struct asked *asked)
{
	struct tcn_pairs_term *terms[TCN_FEATURE_MAX];
	size_t n = 0;

	for (uint32_t i = 0; i < vector->n; i++)
		tcn_map_prefetch(&index->terms, vector->ids[i]);
	for (uint32_t i = 0; i < vector->n; i++) {
		const uint64_t *at =
		    tcn_map_find(&index->terms, vector->ids[i]);

		terms[i] = at ? &index->at[*at] : NULL;
		__builtin_prefetch(terms[i]);
	}
	for (uint32_t i = 0; i < vector->n; i++) {
		if (!terms[i])
			continue;
		ask_list(asked, &n, &terms[i]->early, ranked->weight[i]);
		if (ranked->class[i] < ranked -> reach)
			ask_list(asked, &n, &terms[i]->late, ranked->weight[i]);
	}
	return n;
}

void
tcn_pairs_index_meet(struct tcn_pairs_index *index,
    const struct tcn_pairs_vector *vector,
    const struct tcn_pairs_ranked *ranked, double t, uint64_t alive,
    struct tcn_pairs_met *met)
{
	struct asked asked[2 * TCN_FEATURE_MAX];
	uint32_t dead =
	    alive > index->from ? (uint32_t)(alive - index->from) : 0;
	size_t n;

	met->n = 0;
	fit_sums(met, (size_t)(index->to - index->from));
	n = find_lists(index, vector, ranked, asked);
	for (size_t i = 0; i < n; i++)
		add_list(asked[i].list, asked[i].weight, dead, met);
	keep_likely(index, ranked, (float)t, met);
}

void
tcn_pairs_met_fini(struct tcn_pairs_met *met)
{
	tcn_mem_free(met->sums);
	tcn_mem_free(met->places);
}
