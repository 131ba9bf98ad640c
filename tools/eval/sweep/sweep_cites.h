/*
 * tools/eval/sweep/sweep_cites.h - how the items that alerts cite are called,
 * for good.
 *
 * What is recent is tools/pipeline/recall.h's; this keeps the few of them that
 * some alert names as its headline or first evidence. By arrival number; a
 * repeat costs one look-up.
 */
#ifndef TCN_TOOLS_EVAL_SWEEP_SWEEP_CITES_H
#define TCN_TOOLS_EVAL_SWEEP_SWEEP_CITES_H

#include "engine/base/arena.h"
#include "engine/base/map.h"
#include "tools/pipeline/recall.h"

struct tcn_cites {
	struct tcn_map by_seq; /* -> index */
	struct tcn_recalled *items; /* their ids and labels are left empty */
	size_t n, cap;
	struct tcn_arena texts;
};

void tcn_cites_init(struct tcn_cites *cites);
void tcn_cites_fini(struct tcn_cites *cites);

/* Keeps the item of seq as recall knows it; one it does not know is no harm. */
TCN_MUST_USE enum tcn_rc tcn_cites_add(struct tcn_cites *cites,
    const struct tcn_recall *recall, uint64_t seq);

/* NULL when it was never kept. */
const struct tcn_recalled *tcn_cites_find(const struct tcn_cites *cites,
    uint64_t seq);

#endif
