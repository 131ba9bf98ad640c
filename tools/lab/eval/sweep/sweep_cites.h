/*
 * tools/lab/eval/sweep/sweep_cites.h - the names of the items that alerts cite,
 * for as long as the sweep lasts.
 *
 * tools/pipeline/item_names.h forgets items that are no longer recent; this
 * keeps the few of them that an alert names as its headline or its first
 * evidence. They are found by arrival number. An item that is added again costs
 * one look-up.
 */
#ifndef TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_CITES_H
#define TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_CITES_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
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

/* Keeps the name of item seq; one that names does not know is passed over. */
void tcn_sweep_cites_add(struct tcn_sweep_cites *cites,
    const struct tcn_item_names *names, uint64_t seq);

/* Returns NULL when it was never added. */
const struct tcn_item_name *
tcn_sweep_cites_find(const struct tcn_sweep_cites *cites, uint64_t seq);

#endif
