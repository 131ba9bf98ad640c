/*
 * window/base/sighting_group.h - the sightings of a record that has several.
 *
 * They are in the order of (ts, seq), so that a span of time is a slice. A
 * large group also lists each publisher and each origin once, with its first
 * and last time: the distinct ones of a span are then counted by names, not by
 * sightings. Sightings are walked only when a name was seen both before and
 * after the span, which leaves open whether it was seen within; a span that
 * ends now has no such name.
 *
 * Cost: insert O(1) in time order, else it moves what is later; so that this
 * stays little in whatever order copies come, a group has a greatest size and
 * a text with more copies has several records. A count is O(distinct names) of
 * each.
 */
#ifndef TCN_WINDOW_BASE_SIGHTING_GROUP_H
#define TCN_WINDOW_BASE_SIGHTING_GROUP_H

#include "engine/base/map.h"
#include "window/base/sighting_page.h"

enum {
	TCN_SIGHTING_GROUP_MAX = 8192, /* sightings: 256 kB */
};

struct tcn_sighting_group_name {
	uint64_t name;
	int64_t first_ms, last_ms;
};

/* A cache of names by value. */
struct tcn_sighting_group_names_cache {
	struct tcn_map place_of;
	struct tcn_sighting_group_name *at;
	size_t n, cap;
};

struct tcn_sighting_group {
	struct tcn_sighting *at; /* by (ts, seq) */
	size_t n, cap;
	struct tcn_sighting_group_names_cache
	    *seens; /* publishers, origins; or NULL */
};

/* Makes a group of one sighting. */
void tcn_sighting_group_init(struct tcn_sighting_group *group,
    const struct tcn_sighting *first);
void tcn_sighting_group_fini(struct tcn_sighting_group *group);
size_t tcn_sighting_group_bytes(const struct tcn_sighting_group *group);

/* Inserts a sighting at its place by (ts, seq). */
void tcn_sighting_group_insert(struct tcn_sighting_group *group,
    const struct tcn_sighting *sighting);

/* How many sightings have a time <= ts_ms. */
size_t tcn_sighting_group_until(const struct tcn_sighting_group *group,
    int64_t ts_ms);

/* Adds the distinct names of a span as keys to the maps publishers and origins.
 * False, with nothing added: the sightings must be walked instead. */
bool tcn_sighting_group_names(const struct tcn_sighting_group *group,
    int64_t from_ms, int64_t to_ms, struct tcn_map *publishers,
    struct tcn_map *origins);

/* Whether the sightings are in order, for validators. */
bool tcn_sighting_group_in_order(const struct tcn_sighting_group *group);

#endif
