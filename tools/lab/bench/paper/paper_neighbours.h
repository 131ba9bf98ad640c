/*
 * tools/lab/bench/paper/paper_neighbours.h - pairs of articles by the Hamming
 * distance of their fingerprints: how many, how alike, and of one story or not.
 *
 * Articles come in order of time. Some of them, drawn by a hash of their
 * number, are compared with all articles of the span before them; for each
 * distance the pairs are counted, and of at most COSINES of them a sample the
 * cosine of the weighted terms is taken, the latest first. An article without
 * fingerprint is no part of it.
 *
 * Call order: init; add; read `at`; fini. Memory: the articles of the span.
 */
#ifndef TCN_TOOLS_LAB_BENCH_PAPER_PAPER_NEIGHBOURS_H
#define TCN_TOOLS_LAB_BENCH_PAPER_PAPER_NEIGHBOURS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/item/feature.h"

enum {
	TCN_PAPER_DISTANCES = 65, /* 0 to 64 bits */
	TCN_PAPER_COSINES = 30, /* of one sample, at one distance */
};

struct tcn_paper_neighbours_conf {
	int64_t within_ms;
	uint64_t seed;
	/* Of so many articles about so many are drawn; all when samples >=
	 * items. */
	uint64_t samples, items;
};

struct tcn_paper_neighbour {
	uint64_t fingerprint;
	int64_t ts_ms;
	uint32_t label; /* number of its story; TCN_PAPER_NO_LABEL: none */
	const struct tcn_feature *features; /* by id */
	size_t features_n;
};

#define TCN_PAPER_NO_LABEL UINT32_MAX

struct tcn_paper_neighbours {
	struct tcn_paper_neighbours_conf conf;
	struct tcn_paper_neighbour *recent; /* owned, oldest first */
	size_t begin, end, cap;
	uint64_t items; /* added */
	uint64_t samples; /* drawn */
	struct tcn_paper_at_distance {
		uint64_t pairs;
		uint64_t labelled; /* both have a story */
		uint64_t same; /* the same one */
		double cosines; /* sum of so many */
		uint64_t cosines_n;
	} at[TCN_PAPER_DISTANCES];
};

void tcn_paper_neighbours_init(struct tcn_paper_neighbours *n,
    const struct tcn_paper_neighbours_conf *conf);
void tcn_paper_neighbours_fini(struct tcn_paper_neighbours *n);

/* Whether the article of that number, counted from 0, is drawn. */
bool tcn_paper_neighbours_draws(const struct tcn_paper_neighbours_conf *conf,
    uint64_t number);

/* Compares the article if it is drawn, and keeps a copy. */
void tcn_paper_neighbours_add(struct tcn_paper_neighbours *n,
    const struct tcn_paper_neighbour *article);

/* Distances from..to together. */
struct tcn_paper_at_distance
tcn_paper_neighbours_between(const struct tcn_paper_neighbours *n,
    unsigned from, unsigned to);

#endif
