/*
 * tools/serve/live/now_rank.h - which of the open events stands first.
 *
 *	rank = severity + growth + publishers + novelty - desk     0 .. 100
 *
 *	severity    critical 40, high 25, medium 14, low 6, info 0
 *	growth      min(25, 5 log2(1 + t)): t distinct texts of 30 minutes
 *	publishers  min(20, 4 log2 p)
 *	novelty     15 / 2^(h/2): h hours since it fired or came back
 *	desk        15 once it is acknowledged, but not of a critical event that
 *	            is younger than 30 minutes
 *
 * Texts and not items, so that forty copies of one wire text count as one;
 * logarithms, since sixty publishers are not four times the news of fifteen.
 * What is merely loud cannot pass what is grave, but what is grave and stale
 * sinks. Each part is rounded to a whole number and printed with the rank, of
 * which it is a part: the sum is exact. The time is the stream's, in whole
 * minutes, so that two readers see the same order. Of equal rank, what fired
 * later comes first, then the lesser id.
 *
 * Pure, and the same to the bit on every machine (engine/base/real.h).
 */
#ifndef TCN_TOOLS_SERVE_LIVE_NOW_RANK_H
#define TCN_TOOLS_SERVE_LIVE_NOW_RANK_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/item/record.h"

struct tcn_now_facts {
	enum tcn_severity severity;
	uint32_t texts; /* distinct ones that came in the last 30 minutes */
	uint32_t publishers;
	int64_t minutes; /* since it fired or came back; below 0 counts as 0 */
	bool acknowledged;
};

enum tcn_now_part {
	TCN_NOW_SEVERITY,
	TCN_NOW_GROWTH,
	TCN_NOW_PUBLISHERS,
	TCN_NOW_NOVELTY,
	TCN_NOW_DESK,
};
#define TCN_NOW_PARTS 5

struct tcn_now_rank {
	int points[TCN_NOW_PARTS]; /* that of the desk is 0 or less */
	int total; /* their sum, 0 to 100 */
};

/* The rank of an event with these facts, and its parts. */
struct tcn_now_rank tcn_now_rank(const struct tcn_now_facts *facts);

/*
 * Appends the members "rank" and "parts" of a JSON object: of each part its
 * name, its points, and what it says ("62 new texts in 30 min").
 */
void tcn_now_rank_json(struct tcn_buf *out, const struct tcn_now_facts *facts,
    const struct tcn_now_rank *rank);

#endif
