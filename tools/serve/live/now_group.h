/*
 * tools/serve/live/now_group.h - which of the open events belong together.
 *
 * An event belongs to one of higher rank when one was split from the other, or
 * both from a third, or when they share at least 3 of their 8 heaviest terms
 * and fired within 48 hours of each other. It belongs to the first such that
 * stands for itself: so no chain of events, each a little like the one before,
 * ends in one group. Pure. Cost: O(rows x terms), and the heads that each term
 * has: an inverted index of the heads' terms finds those that share some.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_NOW_GROUP_H
#define TCN_TOOLS_SERVE_LIVE_NOW_GROUP_H

#include "engine/base/rc.h"
#include "tools/serve/live/now_row.h"

/*
 * rows: n of them by rank. order: room for n; it gets their indices, each head
 * followed by its members, both by rank. head[i]: the index of the head that
 * row i belongs to, or i itself.
 */
void tcn_now_group(const struct tcn_now_row *const *rows, size_t n,
    uint32_t *order, uint32_t *head);

#endif
