/*
 * tools/lab/bench/paper/paper_look_ups.h - what look-ups among fingerprints
 * cost, meet and find, in two ways: by exact blocks (paper_blocks.h) and by the
 * window's index (window/near), which probes neighbouring block values.
 *
 * Random members are looked up, within 7 bits. Times are processor time, less
 * what reading the clock takes. Of the first queries it is counted, by a linear
 * scan, what there was to be found.
 *
 * Call order: make; scan; exact and probing; fini.
 */
#ifndef TCN_TOOLS_LAB_BENCH_PAPER_PAPER_LOOK_UPS_H
#define TCN_TOOLS_LAB_BENCH_PAPER_PAPER_LOOK_UPS_H

#include <stddef.h>
#include <stdint.h>

#include "window/near/near.h"

#define TCN_PAPER_SCANNED      200 /* queries that are held against a scan */
#define TCN_PAPER_SCANNED_STEP 100 /* so many of them are a step */

struct tcn_paper_sample {
	const uint64_t *fingerprints; /* the caller's */
	size_t n;
	uint64_t *queries;
	size_t queries_n;
	size_t scanned_n; /* the first of them, <= TCN_PAPER_SCANNED */
	uint64_t truth_3[TCN_PAPER_SCANNED]; /* within 3 bits, by a scan */
	uint64_t truth_7[TCN_PAPER_SCANNED];
	double *seconds; /* of each query */
	double clock; /* what reading it twice takes */
	uint64_t answers; /* sum of all results: the compiler must keep them */
	void (*step)(void *ctx); /* called now and then while it works */
	void *ctx;
};

/* NaN: not known. */
struct tcn_paper_look_ups {
	double mean, p50, p99, longest; /* seconds */
	double places, met, reckoned; /* entries, on average */
	double precision_3, precision_7; /* of the entries met: how near */
	double recall_3, recall_7; /* of what is within 3, and 4 to 7 */
	double bytes; /* an item */
};

enum {
	TCN_PAPER_SCANNED_STEPS = TCN_PAPER_SCANNED / TCN_PAPER_SCANNED_STEP,
	TCN_PAPER_LOOK_UPS_STEPS = 4, /* of an exact and a probing measure */
};

/* Draws queries from n > 0 fingerprints; sets everything but step and ctx. */
void tcn_paper_sample_make(struct tcn_paper_sample *sample,
    const uint64_t *fingerprints, size_t n, size_t queries, uint64_t *state);
void tcn_paper_sample_scan(struct tcn_paper_sample *sample);
void tcn_paper_sample_fini(struct tcn_paper_sample *sample);

/* Look the queries up, each way, and set *figures to what they cost, met and
 * found. */
void tcn_paper_look_ups_exact(struct tcn_paper_sample *sample,
    enum tcn_near_plan_kind plan, struct tcn_paper_look_ups *figures);
void tcn_paper_look_ups_probing(struct tcn_paper_sample *sample,
    enum tcn_near_plan_kind plan, struct tcn_paper_look_ups *figures);

/* The window's index with the first n fingerprints, none of which leaves it;
 * tcn_near_free() it. */
struct tcn_near *tcn_paper_look_ups_fill(const struct tcn_paper_sample *sample,
    enum tcn_near_plan_kind plan, size_t n);

#endif
