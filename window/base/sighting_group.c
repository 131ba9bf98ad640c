#include "window/base/sighting_group.h"

#include <assert.h>
#include <string.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"

enum {
	SEENS_FROM = 32, /* sightings from which on names are listed */
	SEENS = 2, /* publishers, origins */
};

void
tcn_sighting_group_init(struct tcn_sighting_group *group,
    const struct tcn_sighting *first)
{
	*group = (struct tcn_sighting_group){ .n = 1, .cap = 2 };
	group->at = tcn_mem_alloc(group->cap * sizeof *group->at);
	group->at[0] = *first;
}

void
tcn_sighting_group_fini(struct tcn_sighting_group *group)
{
	for (size_t i = 0; group->seens && i < SEENS; i++) {
		tcn_map_fini(&group->seens[i].place_of);
		tcn_mem_free(group->seens[i].at);
	}
	tcn_mem_free(group->seens);
	group->seens = NULL;
	tcn_mem_free(group->at);
	*group = (struct tcn_sighting_group){ 0 };
}

size_t
tcn_sighting_group_bytes(const struct tcn_sighting_group *group)
{
	size_t bytes = group->cap * sizeof *group->at;

	for (size_t i = 0; group->seens && i < SEENS; i++)
		bytes += sizeof *group->seens +
		    group->seens[i].cap * sizeof *group->seens[i].at +
		    tcn_map_bytes(&group->seens[i].place_of);
	return bytes;
}

static bool
is_after(const struct tcn_sighting *a, const struct tcn_sighting *b)
{
	return tcn_compare_moment(a->ts_ms, a->seq, b->ts_ms, b->seq) > 0;
}

static void
add_name(struct tcn_sighting_group_names_cache *seens, uint64_t name,
    int64_t ts_ms)
{
	struct tcn_sighting_group_name *fit =
	    tcn_mem_grow(seens->at, &seens->cap, seens->n + 1, sizeof *fit);
	uint64_t *place;
	bool added;

	seens->at = fit;
	tcn_map_put(&seens->place_of, name, &place, &added);
	if (added) {
		*place = seens->n;
		fit[seens->n++] =
		    (struct tcn_sighting_group_name){ name, ts_ms, ts_ms };
	}
	fit += *place;
	fit->first_ms = ts_ms < fit->first_ms ? ts_ms : fit->first_ms;
	fit->last_ms = ts_ms > fit->last_ms ? ts_ms : fit->last_ms;
}

static void
add_names(struct tcn_sighting_group *group, const struct tcn_sighting *sighting)
{
	add_name(&group->seens[0], sighting->publisher, sighting->ts_ms);
	add_name(&group->seens[1], sighting->origin, sighting->ts_ms);
}

void
tcn_sighting_group_insert(struct tcn_sighting_group *group,
    const struct tcn_sighting *sighting)
{
	struct tcn_sighting *fit =
	    tcn_mem_grow(group->at, &group->cap, group->n + 1, sizeof *fit);
	size_t at = group->n;

	assert(group->n < TCN_SIGHTING_GROUP_MAX);
	group->at = fit;
	while (at && is_after(&fit[at - 1], sighting))
		at--;
	memmove(fit + at + 1, fit + at, (group->n - at) * sizeof *fit);
	fit[at] = *sighting;
	group->n++;
	/* A large group has tables of the names in it. */
	if (group->seens) {
		add_names(group, sighting);
	} else if (group->n % SEENS_FROM == 0 &&
	    (group->n & (group->n - 1)) == 0) {
		group->seens = tcn_mem_calloc(SEENS, sizeof *group->seens);
		for (size_t i = 0; i < group->n; i++)
			add_names(group, &group->at[i]);
	}
}

size_t
tcn_sighting_group_until(const struct tcn_sighting_group *group, int64_t ts_ms)
{
	size_t low = 0, high = group->n;

	if (high && group->at[high - 1].ts_ms <= ts_ms)
		return high;
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (group->at[mid].ts_ms <= ts_ms)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool
in_span(int64_t ts_ms, int64_t from_ms, int64_t to_ms)
{
	return ts_ms > from_ms && ts_ms <= to_ms;
}

static bool
put_names(const struct tcn_sighting_group_names_cache *seens, int64_t from_ms,
    int64_t to_ms, struct tcn_map *names)
{
	for (size_t i = 0; i < seens->n; i++) {
		const struct tcn_sighting_group_name *seen = &seens->at[i];
		uint64_t *value;

		if (in_span(seen->first_ms, from_ms, to_ms) ||
		    in_span(seen->last_ms, from_ms, to_ms))
			tcn_map_put(names, seen->name, &value, NULL);
		else if (seen->first_ms <= from_ms && seen->last_ms > to_ms)
			return false;
	}
	return true;
}

bool
tcn_sighting_group_names(const struct tcn_sighting_group *group,
    int64_t from_ms, int64_t to_ms, struct tcn_map *publishers,
    struct tcn_map *origins)
{
	return group->seens &&
	    put_names(&group->seens[0], from_ms, to_ms, publishers) &&
	    put_names(&group->seens[1], from_ms, to_ms, origins);
}

bool
tcn_sighting_group_in_order(const struct tcn_sighting_group *group)
{
	for (size_t i = 1; i < group->n; i++)
		if (is_after(&group->at[i - 1], &group->at[i]))
			return false;
	return true;
}
