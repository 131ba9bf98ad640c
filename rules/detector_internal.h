/*
 * rules/detector_internal.h - the detector's parts, for rules/detector*.c only.
 */
#ifndef TCN_RULES_DETECTOR_INTERNAL_H
#define TCN_RULES_DETECTOR_INTERNAL_H

#include "engine/base/arena.h"
#include "rules/detector.h"
#include "rules/met.h"
#include "window/base/recent.h"

#define TCN_RADII 8 /* of "similar": 0 to 7 */

/* A rule, and what is known of it at once. */
struct tcn_posed {
	const struct tcn_rule *rule;
	uint64_t key;
	bool asks; /* something of an item */
};

/* What lies within a radius of the item at hand. */
struct tcn_around {
	int64_t within_ms; /* the widest of the rules it meets */
	bool asked, counted, listed;
	struct tcn_near_counts counts;
	struct tcn_near_hits hits; /* by (time, seq), when listed */
};

struct tcn_detector {
	struct tcn_detector_conf conf;
	struct tcn_posed *rules;
	size_t rules_n;
	uint32_t *plain; /* those that ask nothing of an item */
	size_t plain_n;
	struct tcn_map by_key; /* -> index into rules */
	int64_t within_ms; /* the longest */
	bool similar; /* some rule is */

	struct tcn_window *window;
	struct tcn_life life;
	struct tcn_met met;
	struct tcn_recent keys; /* seq -> article key, for event ids */
	struct tcn_recent members; /* rule and seq -> group, of "similar" */
	struct tcn_recent splits; /* story -> the one it goes on */
	bool splits_saved; /* they have a row */

	/* Of one step. */
	const struct tcn_doc *doc;
	const struct tcn_placement *item;
	struct tcn_story_step step;
	int64_t now_ms;
	uint32_t *mine; /* rules that the item is about, ascending */
	size_t mine_n, mine_cap;
	uint64_t *mine_keys;
	size_t mine_keys_cap;
	struct tcn_around around[TCN_RADII];
	struct tcn_near_hits own; /* of one rule, when it asks */
	struct tcn_arena arena; /* what changes point to */
	struct tcn_event *events;
	size_t events_n, events_cap;
	struct tcn_ruling *rulings;
	size_t rulings_n, rulings_cap;
};

/* What was counted: evidence in a common shape for all rules. */
struct tcn_counted {
	struct tcn_life_counts counts;
	uint64_t *seqs; /* by (time, seq), in the arena */
	int64_t *ts_ms; /* likewise */
	size_t n;
	const struct tcn_story_term *terms;
	size_t terms_n;
};

static inline uint32_t
tcn_unit_of(enum tcn_rule_unit unit, uint32_t items, uint32_t origins,
    uint32_t publishers)
{
	return unit == TCN_RULE_ITEMS  ? items
	    : unit == TCN_RULE_ORIGINS ? origins
				       : publishers;
}

/* detector_rules.c: the rules made ready; those the item is about */
TCN_MUST_USE enum tcn_rc tcn_detector_pose(struct tcn_detector *det);
TCN_MUST_USE enum tcn_rc tcn_detector_meet(struct tcn_detector *det);
const struct tcn_posed *tcn_detector_rule(const struct tcn_detector *det,
    uint64_t key);

/* detector.c: changes to events, listed */
TCN_MUST_USE enum tcn_rc tcn_detector_open(struct tcn_detector *det,
    const struct tcn_posed *posed, uint64_t group,
    const struct tcn_counted *counted, struct tcn_live **live);
TCN_MUST_USE enum tcn_rc tcn_detector_update(struct tcn_detector *det,
    struct tcn_live *live, unsigned why, const struct tcn_counted *counted);
TCN_MUST_USE enum tcn_rc tcn_detector_close(struct tcn_detector *det,
    struct tcn_live *live, int64_t now_ms, const struct tcn_live *into);

/* detector_story.c, detector_similar.c: one rule, the item at hand */
TCN_MUST_USE enum tcn_rc tcn_detector_story(struct tcn_detector *det,
    const struct tcn_posed *posed);
TCN_MUST_USE enum tcn_rc tcn_detector_alone(struct tcn_detector *det,
    const struct tcn_posed *posed);
TCN_MUST_USE enum tcn_rc tcn_detector_merge(struct tcn_detector *det);
TCN_MUST_USE enum tcn_rc tcn_detector_tell_merged(struct tcn_detector *det);
void tcn_detector_look_around(struct tcn_detector *det);
TCN_MUST_USE enum tcn_rc tcn_detector_similar(struct tcn_detector *det,
    const struct tcn_posed *posed);

#endif
