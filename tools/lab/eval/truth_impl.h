/*
 * tools/lab/eval/truth_impl.h - the members of the truth, which
 * tools/lab/eval/truth.c and tools/lab/eval/score*.c share.
 */
#ifndef TCN_TOOLS_LAB_EVAL_TRUTH_IMPL_H
#define TCN_TOOLS_LAB_EVAL_TRUTH_IMPL_H

#include "tools/lab/eval/intern.h"
#include "tools/lab/eval/score.h"
#include "tools/lab/eval/truth.h"

struct tcn_truth_line {
	double ts_s;
	uint32_t item; /* number of its id */
	uint32_t label; /* TCN_INTERN_NONE: it has none */
	uint32_t order; /* of arrival */
};

struct tcn_truth {
	struct tcn_score_conf conf;
	struct tcn_intern ids, labels;
	struct tcn_truth_line *lines; /* by time, once sealed */
	size_t n, cap;
	size_t labelled;
	uint32_t *label_of; /* by item: its label */
	struct tcn_truth_event *events;
	size_t events_n;
	uint32_t *event_of; /* by label: its true event, or TCN_TRUTH_UNKNOWN */
};

#endif
