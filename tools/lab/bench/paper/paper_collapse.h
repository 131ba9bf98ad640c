/*
 * tools/lab/bench/paper/paper_collapse.h - result sets of 100 articles, each
 * text shown once: how long that takes, in each of the ways there are.
 */
#ifndef TCN_TOOLS_LAB_BENCH_PAPER_PAPER_COLLAPSE_H
#define TCN_TOOLS_LAB_BENCH_PAPER_PAPER_COLLAPSE_H

#include "tools/lab/bench/bench_articles.h"

#define TCN_PAPER_COLLAPSE_SET 100 /* articles of a result set */

enum tcn_paper_collapse_way {
	TCN_PAPER_COLLAPSE_PAIRS, /* each with each that is shown: published */
	TCN_PAPER_COLLAPSE_INDEX, /* by an index: what the program does */
	TCN_PAPER_COLLAPSE_STORE, /* sketches read from a store first */
	TCN_PAPER_COLLAPSE_COLD, /* beside a cache that has not seen the set */
	TCN_PAPER_COLLAPSE_CACHED, /* that has */
	TCN_PAPER_COLLAPSE_SEARCH, /* a whole search, nothing collapsed */
	TCN_PAPER_COLLAPSE_COLLAPSED, /* a whole search, collapsed */
	TCN_PAPER_COLLAPSE_WAYS,
};

struct tcn_paper_collapse_row {
	double mean, p50, p99; /* seconds of processor time, a set */
};

struct tcn_paper_collapse {
	struct tcn_paper_collapse_row rows[TCN_PAPER_COLLAPSE_WAYS];
	struct tcn_bench_articles articles; /* that it was done with */
};

/*
 * Measures all ways. TCN_INVALID: the stream has no set of articles that have
 * sentences enough. tcn_bench_articles_fini(&found->articles) in every case.
 */
TCN_MUST_USE enum tcn_rc
tcn_paper_collapse_measure(const struct tcn_bench_args *args,
    struct tcn_paper_collapse *found, struct tcn_err *err);

#endif
