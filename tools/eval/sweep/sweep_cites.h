/*
 * tools/eval/sweep/sweep_cites.h - how the items that alerts cite are called,
 * for good.
 *
 * What is recent is tools/pipeline/item_names.h's; this keeps the few of them
 * that some alert names as its headline or first evidence. By arrival number; a
 * repeat costs one look-up.
 */
#ifndef TCN_TOOLS_EVAL_SWEEP_SWEEP_CITES_H
#define TCN_TOOLS_EVAL_SWEEP_SWEEP_CITES_H

#include "engine/base/arena.h"
#include "engine/base/map.h"
#include "tools/pipeline/item_names.h"

struct tcn_sweep_cites {
	struct tcn_map by_seq; /* -> index */
	struct tcn_item_name *items; /* their ids and labels are left empty */
	size_t n, cap;
	struct tcn_arena texts;
};

void tcn_sweep_cites_init(struct tcn_sweep_cites *cites);
void tcn_sweep_cites_fini(struct tcn_sweep_cites *cites);

/* Keeps the item of seq as names knows it; one it does not know is no harm. */
TCN_MUST_USE enum tcn_rc tcn_sweep_cites_add(struct tcn_sweep_cites *cites,
    const struct tcn_item_names *names, uint64_t seq);

/* NULL when it was never kept. */
const struct tcn_item_name *
tcn_sweep_cites_find(const struct tcn_sweep_cites *cites, uint64_t seq);

#endif
