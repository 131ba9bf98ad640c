/*
 * engine/facts/figure_impl.h - the readings of one slot while they are
 * followed. Private to engine/facts/figure*.c.
 */
#ifndef TCN_ENGINE_FACTS_FIGURE_IMPL_H
#define TCN_ENGINE_FACTS_FIGURE_IMPL_H

#include "engine/base/map.h"
#include "engine/facts/figure.h"

#define TCN_FIGURE_NEED          2 /* origins that accept a value */
#define TCN_FIGURE_NEAR_PERCENT  2 /* values as near are one family */
#define TCN_FIGURE_LEAST_PERCENT 10 /* "at least" supports what is so near */

/* A value of the slot that is worked on. */
struct tcn_figure_candidate {
	struct tcn_figure_value out;
	bool vague, accepted, given_up;
	int64_t denied_ms; /* when it was first said to be false */
	bool some; /* all that say it count one kind of people */
	uint32_t soft; /* votes for it that say "at least" or "about" */
	uint64_t first_origin;
	size_t accepted_at; /* index of the reading that did it */
	double score, joint; /* of fixed slots: its own, and that of JOIN */
};

/* A reading that counts: the first of its origin with its value. */
struct tcn_figure_vote {
	const struct tcn_figure_told *told;
	size_t value;
};

struct tcn_figure_follower {
	struct tcn_figure_vote *votes;
	size_t votes_n;
	struct tcn_figure_candidate *values;
	size_t values_n;
	struct tcn_map index; /* hash of a value -> its index, plus 1 */
	struct tcn_map seen; /* hashes of (origin, value) and of origins */
	uint32_t origins; /* of the slot */
	uint32_t need;
	bool vague; /* vague values may lead, and no others */
	size_t leader; /* values_n: none */
};

/* Whether two values are within so many per cent of the higher one. */
bool tcn_figure_is_near(int64_t a, int64_t b, int64_t percent);

/* Whether a value is another of a hundred or more, rounded down to its first
 * digit: 200 of 231. */
bool tcn_figure_is_rounded_down(int64_t value, int64_t of);

/* Whether a vote speaks for a value: it is of it, or says that it is at least
 * a little less. */
bool tcn_figure_supports(const struct tcn_figure_follower *follower,
    const struct tcn_figure_vote *vote, size_t i);

/* Goes through the votes, of which there is one at least, and sets which values
 * were accepted when, and follower->leader. O(votes^2) at worst. */
void tcn_figure_follow(struct tcn_figure_follower *follower);

#endif
