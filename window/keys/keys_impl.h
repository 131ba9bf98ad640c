/*
 * window/keys/keys_impl.h - the inside of struct tcn_keys. Private to keys*.c.
 */
#ifndef TCN_WINDOW_KEYS_KEYS_IMPL_H
#define TCN_WINDOW_KEYS_KEYS_IMPL_H

#include "engine/base/map.h"
#include "window/base/sighting_store.h"
#include "window/keys/keys.h"
#include "window/keys/keys_page.h"
#include "window/keys/keys_table.h"

/*
 * Candidates for common keys: all keys that more than conf.common records had
 * when last counted. A key that is not here is not common. From time to time
 * one is counted again, and removed if few records are left.
 */
struct tcn_keys_suspects {
	struct tcn_map place_of; /* key -> place */
	uint32_t *at;
	size_t n, cap;
	size_t hand;
};

/* A record that shares a key with the set that is looked up. */
struct tcn_keys_candidate {
	uint32_t row;
	uint32_t shared;
};

/* Scratch of a look-up. */
struct tcn_keys_scratch {
	struct tcn_keys_candidate *candidates;
	size_t candidates_n, candidates_cap;
	uint32_t *rows; /* the rows with one key: room for conf.heavy */
	struct tcn_map origins; /* the origins of the rows with one key */
	struct tcn_map verdicts; /* key -> whether it is common, if decided */
};

struct tcn_keys {
	struct tcn_keys_conf conf;
	struct tcn_sighting_store store;
	struct tcn_keys_pages pages;
	struct tcn_keys_table table;
	struct tcn_keys_suspects suspects;
	struct tcn_keys_scratch scratch;
	uint64_t lookups, entries, common, heavy;
};

#endif
