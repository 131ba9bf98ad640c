/*
 * tools/lab/bench/paper/paper_clusters.h - headlines from words to MinHash
 * clusters, stage by stage.
 */
#ifndef TCN_TOOLS_LAB_BENCH_PAPER_PAPER_CLUSTERS_H
#define TCN_TOOLS_LAB_BENCH_PAPER_PAPER_CLUSTERS_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "tools/lab/bench/bench.h"
#include "window/cluster/clusters.h"

/* Headlines as words. */
struct tcn_paper_words {
	struct tcn_paper_headline {
		const struct tcn_str *words; /* no function words */
		size_t n;
		int64_t ts_ms;
	} * at;
	size_t n, cap;
	struct tcn_arena arena; /* what they refer to */
};

enum tcn_paper_words_kind {
	TCN_PAPER_WORDS_QUIET, /* hardly any two are alike */
	TCN_PAPER_WORDS_BURSTS, /* half of them report of the same events */
};

/* n generated headlines of 7 to 14 words, evenly over four hours. */
void tcn_paper_words_make(enum tcn_paper_words_kind kind, size_t n,
    uint64_t seed, struct tcn_paper_words *words);

/* The titles of args->input, args->items of them at most (0: all). */
TCN_MUST_USE enum tcn_rc tcn_paper_words_read(const struct tcn_bench_args *args,
    struct tcn_paper_words *words, struct tcn_err *err);

void tcn_paper_words_fini(struct tcn_paper_words *words);

/* Processor seconds for all headlines; of some rounds the best. */
struct tcn_paper_clusters {
	double sign; /* numbers of words to signatures */
	double bands; /* to their bands */
	double lsh; /* look-up and filing in the index, all candidates compared
		     */
	double total; /* all of it, and clusters: from words to clusters */
	double bytes; /* an item, in the window at the end */
	struct tcn_clusters_stats stats; /* of all the headlines */
};

/* conf->horizon_ms 0: all of them are one batch. */
void tcn_paper_clusters_run(const struct tcn_paper_words *words,
    const struct tcn_clusters_conf *conf, struct tcn_paper_clusters *figures);

#endif
