/*
 * tools/tell/summary/timeline.h - which moments of a story its timeline tells.
 *
 * A candidate is a moment with something new, and how much is new in it. Of
 * many of them at most twelve are steps of the timeline: the first, the last,
 * and those between that part the news evenly. What is new since the step
 * before falls to a step: of n candidates with news w, and the steps s, a step
 * has
 *
 *	x(i) = w(s(i-1) + 1) + ... + w(s(i)),	x(0) = w(0)
 *
 * and the steps are those with the least
 *
 *	sum over i: (x(i) - W/k)^2 - W/2 * w(s(i)),	W = sum of w, k steps
 *
 * so that none tells much more than another, and each stands where much is
 * new. As the x sum to W, the first part is (sum of x(i)^2) - W^2/k, and one
 * dynamic programme over candidates and numbers of steps finds the least
 * (Bellman, On the approximation of curves by line segments using dynamic
 * programming, 1961, is the same recursion). Steps are apart by a twenty-fifth
 * of the time in which the middle eight tenths of the news came, and by five
 * minutes at least: else half of them would stand in the story's first minutes.
 * That choosing moments and choosing words are two decisions:
 * Martschat, Markert, A temporally sensitive submodularity framework for
 * timeline summarization, CoNLL 2018.
 *
 * Sums are of whole numbers, so the result is the same on every machine. Of
 * equal sets the smaller wins, then the one whose last differing step is
 * earlier.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_TIMELINE_H
#define TCN_TOOLS_TELL_SUMMARY_TIMELINE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/duration.h"
#include "engine/base/rc.h"

#define TCN_TIMELINE_STEPS      12
#define TCN_TIMELINE_CANDIDATES 400 /* more cost more than they add */
#define TCN_TIMELINE_NEWS_MAX   (UINT32_C(1) << 21) /* of a candidate */

struct tcn_timeline_candidate {
	int64_t ms;
	uint32_t news; /* in thousandths; at most TCN_TIMELINE_NEWS_MAX */
};

/* How far apart the steps of candidates are at least. n >= 1. */
int64_t tcn_timeline_gap(const struct tcn_timeline_candidate *candidates,
    size_t n);

/*
 * Sets steps[0 .. *steps_n) to the chosen candidates, ascending. candidates
 * stand in the order of time, n <= TCN_TIMELINE_CANDIDATES. The first and the
 * last are always chosen, however close. Cost: O(12 n^2), some milliseconds of
 * 400.
 */
void tcn_timeline_choose(const struct tcn_timeline_candidate *candidates,
    size_t n, size_t steps[TCN_TIMELINE_STEPS], size_t *steps_n);

#endif
