/*
 * tools/lab/eval/truth.h - the labelled stream that runs are scored against:
 * its items, their labels and the true events among them.
 *
 * Call order: tcn_truth_new, tcn_truth_add for each line, tcn_truth_seal. From
 * then on nothing changes, and any number of threads may read it.
 * tools/lab/eval/score.h defines what a true event is, and what is counted.
 */
#ifndef TCN_TOOLS_LAB_EVAL_TRUTH_H
#define TCN_TOOLS_LAB_EVAL_TRUTH_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_score_conf;
struct tcn_truth;

struct tcn_truth *tcn_truth_new(const struct tcn_score_conf *conf);
void tcn_truth_free(struct tcn_truth *truth);

/*
 * Adds one line of the stream; lines may come in any order, and an empty label
 * is none. Lines with the same id are one item, whose label is that of the
 * latest; *item is its number, counted from 0.
 */
TCN_MUST_USE enum tcn_rc tcn_truth_add(struct tcn_truth *truth,
    struct tcn_str id, double ts_s, struct tcn_str label, uint32_t *item);

/* Finds the true events. Nothing may be added afterwards. */
void tcn_truth_seal(struct tcn_truth *truth);

#define TCN_TRUTH_UNKNOWN UINT32_MAX

/* Returns the number of the item with that id, or TCN_TRUTH_UNKNOWN. */
uint32_t tcn_truth_find(const struct tcn_truth *truth, struct tcn_str id);

struct tcn_truth_event {
	struct tcn_str label;
	double crossed_s;
};

/* Where scoring begins, and how many days of the stream it covers. */
double tcn_truth_start_s(const struct tcn_truth *truth);
double tcn_truth_days(const struct tcn_truth *truth);

#endif
