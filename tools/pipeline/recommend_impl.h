/*
 * tools/pipeline/recommend_impl.h - what the steps of a recommendation share.
 * Private to recommend*.c: recommend_profile.c makes the profile,
 * recommend_gather.c finds candidates, recommend.c scores and lists them.
 */
#ifndef TCN_TOOLS_PIPELINE_RECOMMEND_IMPL_H
#define TCN_TOOLS_PIPELINE_RECOMMEND_IMPL_H

#include "engine/base/map.h"
#include "tools/pipeline/lookup_impl.h"
#include "tools/pipeline/recommend.h"

/* A term of the profile. */
struct tcn_recommend_taste {
	uint64_t id;
	double weight;
	struct tcn_str word;
};

/* An item that was read. */
struct tcn_recommend_seen {
	const struct tcn_store_item_row *item;
	size_t at; /* in asked->read */
	int64_t at_ms;
	uint64_t story; /* after merges; 0: none */
	struct tcn_lookup_features v; /* sorted */
};

struct tcn_recommend_candidate {
	uint64_t seq;
	const struct tcn_store_item_row *item;
	uint64_t story;
	double score, likeness;
};

struct tcn_recommend_work {
	struct tcn_pipeline *pipe;
	const struct tcn_store *store;
	const struct tcn_recommend_asked *asked;
	struct tcn_arena *arena;
	struct tcn_arena scratch; /* of one candidate */
	int64_t now_ms;
	struct tcn_recommend_seen *seen; /* the latest first */
	size_t seen_n;
	struct tcn_recommend_taste *tastes; /* by id */
	size_t tastes_n;
	float *vector; /* of given vectors; NULL: none was given */
	size_t vector_n;
	struct tcn_near_hits near;
	struct tcn_map known; /* seqs: candidates, and what is left out */
	struct tcn_recommend_candidate *candidates;
	size_t n, bytes;
};

/* The share of its weight that an item of this age has, halved each half_ms;
 * age_ms < 0: all of it, 1. */
double tcn_recommend_fade(int64_t age_ms, int64_t half_ms);

/* The length of the vector. */
double tcn_recommend_norm(const struct tcn_lookup_features *v);

/* Fills in seen, tastes, vector, and which of the items asked about are found.
 * The store's errors. */
TCN_MUST_USE enum tcn_rc tcn_recommend_profile(struct tcn_recommend_work *work);

/* Fills in candidates, each once. The store's errors. */
TCN_MUST_USE enum tcn_rc tcn_recommend_gather(struct tcn_recommend_work *work);

#endif
