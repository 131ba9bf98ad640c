/*
 * tools/lab/eval/sweep/sweep_known.h - compares a point's alerts with a list of
 * known events.
 *
 * The list (tools/lab/eval/known.h) sees every item once, by its number in the
 * stream, while the stream is read. Afterwards the alerts of one point after
 * the other are compared with it, so that it always shows the point that was
 * compared last.
 */
#ifndef TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_KNOWN_H
#define TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_KNOWN_H

#include "tools/lab/eval/known.h"
#include "tools/lab/eval/sweep/sweep_best.h"
#include "tools/lab/eval/sweep/sweep_point.h"

/* Takes an item in. arena is scratch, for the title without its markup. */
void tcn_sweep_known_item(struct tcn_known *known, uint64_t number,
    const struct tcn_article *article, struct tcn_arena *arena);

/*
 * Forgets the point before and takes in this one's alerts; it must be finished.
 */
void tcn_sweep_known_match(struct tcn_known *known,
    const struct tcn_sweep_point *point);

/* Copies the outcome into the point's figures. */
void tcn_sweep_known_figures(const struct tcn_known *known,
    struct tcn_sweep_figures *figures);

#endif
