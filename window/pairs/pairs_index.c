#include "window/pairs/pairs_index.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"

/* s is this part of t: the nearer to 1, the fewer postings are read and the
 * more vectors compared in full. On full texts, at t of .5 and .6, .75 takes
 * two thirds of the time of .9. */
#define SLACK 0.75

/* Far more than sums of 128 products of floats are wrong by. */
#define ROUNDING 1e-4f

/* Mixes the group into a term's id, for one map of both. */
#define GROUP_MIX UINT64_C(0x9e3779b97f4a7c15)

/*
 * Two classes a doubling: 0 for no item, then 1, 2 .. 3, 4 .. 5, 6 .. 7 and so
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

	if (!index)
		return NULL;
	index->known = known;
	index->from = index->to = from;
	index->begun_ms = ts_ms;
	for (size_t i = 0; i < TCN_PAIRS_CELLS; i++)
		index->classes[i] = class_of(counts[i]);
	return index;
}

void
tcn_pairs_index_free(struct tcn_pairs_index *index)
{
	if (!index)
		return;
	for (size_t i = 0; i < index->n; i++)
		tcn_slab_free(&index->slab, index->at[i].at,
		    index->at[i].cap * sizeof *index->at[i].at);
	tcn_slab_fini(&index->slab);
	tcn_map_fini(&index->lists);
	tcn_mem_free(index->at);
	tcn_mem_free(index);
}

size_t
tcn_pairs_index_bytes(const struct tcn_pairs_index *index)
{
	return sizeof *index + index->slab.bytes +
	    tcn_map_bytes(&index->lists) + index->cap * sizeof *index->at;
}

void
tcn_pairs_index_rank(const struct tcn_pairs_index *index,
    const struct tcn_pairs_vector *vector, double length, double t,
    struct tcn_pairs_ranked *ranked)
{
	float energy[TCN_PAIRS_CLASSES] = { 0 }, rest = 1;
	float s = (float)(SLACK * t);

	for (uint32_t i = 0; i < vector->n; i++) {
		float weight = (float)(vector->weights[i] / length);
		uint8_t class = index->classes[tcn_pairs_cell(vector->ids[i])];

		ranked->class[i] = class;
		ranked->weight[i] = weight;
		energy[class] += weight * weight;
	}
	ranked->group = ranked->filed = TCN_PAIRS_CLASSES;
	for (uint32_t c = 0; c < TCN_PAIRS_CLASSES; c++) {
		if (rest < s && ranked->group == TCN_PAIRS_CLASSES)
			ranked->group = c;
		if (rest < s * s) {
			ranked->filed = c;
			break;
		}
		rest -= energy[c];
	}
}

static uint64_t
key_of(uint64_t id, uint32_t group)
{
	return id ^ (group + 1) * GROUP_MIX;
}

/* The list of a term and group, with room for one more posting; NULL when out
 * of memory. */
static struct tcn_pairs_list *
reserve(struct tcn_pairs_index *index, uint64_t key)
{
	struct tcn_pairs_list *list;
	uint64_t *place;
	bool added;
	void *p = tcn_mem_grow(index->at, &index->cap, index->n + 1,
	    sizeof *index->at);

	if (!p)
		return NULL;
	index->at = p;
	if (tcn_map_put(&index->lists, key, &place, &added))
		return NULL;
	if (added) {
		*place = index->n;
		index->at[index->n++] = (struct tcn_pairs_list){ 0 };
	}
	list = &index->at[*place];
	p = tcn_slab_fit(&index->slab, list->at, list->n, &list->cap,
	    (size_t)list->n + 1, sizeof *list->at);
	if (!p)
		return NULL;
	list->at = p;
	return list;
}

enum tcn_rc
tcn_pairs_index_file(struct tcn_pairs_index *index,
    const struct tcn_pairs_vector *vector,
    const struct tcn_pairs_ranked *ranked)
{
	uint32_t place = (uint32_t)(index->to - index->from);
	uint32_t lists[TCN_FEATURE_MAX];

	for (uint32_t i = 0; i < vector->n; i++) {
		const struct tcn_pairs_list *list;

		if (ranked->class[i] >= ranked->filed)
			continue;
		list = reserve(index, key_of(vector->ids[i], ranked->group));
		if (!list)
			return TCN_NOMEM;
		lists[i] = (uint32_t)(list - index->at);
	}
	for (uint32_t i = 0; i < vector->n; i++) {
		struct tcn_pairs_list *list;

		if (ranked->class[i] >= ranked->filed)
			continue;
		list = &index->at[lists[i]];
		assert(list->n < list->cap);
		list->at[list->n++] =
		    (struct tcn_pairs_posting){ place, ranked->weight[i] };
	}
	index->groups |= UINT64_C(1) << ranked->group;
	index->to++;
	return TCN_OK;
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

/* Leaves of what was met what may reach t. */
static void
keep_likely(struct tcn_pairs_met *met, float least)
{
	size_t kept = 0;

	for (size_t i = 0; i < met->n; i++) {
		uint32_t place = met->places[i];

		met->places[kept] = place;
		kept += met->sums[place] >= least;
		met->sums[place] = 0;
	}
	met->n = kept;
}

/* Room for the sums of n items, each of which may be met. */
static enum tcn_rc
fit(struct tcn_pairs_met *met, size_t n)
{
	size_t was = met->sums_cap;
	void *p;

	/* One more: a place is written before it is known to be new. */
	p = tcn_mem_grow(met->places, &met->places_cap, n + 1,
	    sizeof *met->places);
	if (!p)
		return TCN_NOMEM;
	met->places = p;
	p = tcn_mem_grow(met->sums, &met->sums_cap, n, sizeof *met->sums);
	if (!p)
		return TCN_NOMEM;
	met->sums = p;
	memset(met->sums + was, 0, (met->sums_cap - was) * sizeof *met->sums);
	return TCN_OK;
}

/* Asks the lists of one group. */
static void
meet_group(struct tcn_pairs_index *index, const struct tcn_pairs_vector *vector,
    const struct tcn_pairs_ranked *ranked, uint32_t group, uint32_t alive,
    struct tcn_pairs_met *met)
{
	uint32_t end = group > ranked->group ? group : ranked->group;

	for (uint32_t i = 0; i < vector->n; i++)
		if (ranked->class[i] < end)
			tcn_map_prefetch(&index->lists,
			    key_of(vector->ids[i], group));
	for (uint32_t i = 0; i < vector->n; i++) {
		const uint64_t *place;

		if (ranked->class[i] >= end)
			continue;
		place =
		    tcn_map_find(&index->lists, key_of(vector->ids[i], group));
		if (place)
			add_list(&index->at[*place], ranked->weight[i], alive,
			    met);
	}
}

enum tcn_rc
tcn_pairs_index_meet(struct tcn_pairs_index *index,
    const struct tcn_pairs_vector *vector,
    const struct tcn_pairs_ranked *ranked, double t, uint64_t alive,
    struct tcn_pairs_met *met)
{
	uint32_t dead =
	    alive > index->from ? (uint32_t)(alive - index->from) : 0;
	float least = (float)(t - SLACK * t) - ROUNDING;

	met->n = 0;
	if (fit(met, (size_t)(index->to - index->from)))
		return TCN_NOMEM;
	for (uint32_t group = 0; group <= TCN_PAIRS_CLASSES; group++)
		if (index->groups >> group & 1)
			meet_group(index, vector, ranked, group, dead, met);
	keep_likely(met, least);
	return TCN_OK;
}

void
tcn_pairs_met_fini(struct tcn_pairs_met *met)
{
	tcn_mem_free(met->sums);
	tcn_mem_free(met->places);
}
