/*
 * tools/lab/eval/diff_view.h - the differences, for people and for programs.
 */
#ifndef TCN_TOOLS_LAB_EVAL_DIFF_VIEW_H
#define TCN_TOOLS_LAB_EVAL_DIFF_VIEW_H

#include "engine/base/buf.h"
#include "tools/conf/conf.h"
#include "tools/lab/eval/diff.h"

struct tcn_diff_view {
	const struct tcn_conf *confs[2]; /* A's and B's */
	const struct tcn_diff_events *events[2];
	const struct tcn_diff_list *list;
};

/*
 * Writes settings that differ, counts and, unless counts_only, each difference
 * with its evidence.
 */
void tcn_diff_text(struct tcn_buf *out, const struct tcn_diff_view *view,
    bool counts_only);

/* Writes one JSON object, as man/tocsin-diff.schema.json says. */
void tcn_diff_json(struct tcn_buf *out, const struct tcn_diff_view *view);

#endif
