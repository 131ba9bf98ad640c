/*
 * tools/eval/sweep/sweep_known.h - a point's alerts held against a list of
 * known events.
 *
 * The list (tools/eval/known.h) sees every item once, by its number in the
 * stream, while the stream is read; afterwards each point's alerts are held
 * against it in turn, so that it always tells of the point held against it
 * last.
 */
#ifndef TCN_TOOLS_EVAL_SWEEP_SWEEP_KNOWN_H
#define TCN_TOOLS_EVAL_SWEEP_SWEEP_KNOWN_H

#include "tools/eval/known.h"
#include "tools/eval/sweep/sweep_best.h"
#include "tools/eval/sweep/sweep_point.h"

/* arena is scratch, for the title without its markup. */
TCN_MUST_USE enum tcn_rc tcn_sweep_known_item(struct tcn_known *known,
    uint64_t number, const struct tcn_article *article,
    struct tcn_arena *arena);

/* Forgets the point before; this one must be finished. */
TCN_MUST_USE enum tcn_rc tcn_sweep_known_match(struct tcn_known *known,
    const struct tcn_sweep_point *point);

/* What came of it, in figures. */
void tcn_sweep_known_figures(const struct tcn_known *known,
    struct tcn_sweep_figures *figures);

#endif
