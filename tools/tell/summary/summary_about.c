#include "tools/tell/summary/summary_about.h"

#include <stdlib.h>

#include "engine/base/compare.h"
#include "engine/base/duration.h"

#define NEAR        0.15 /* B */
#define NEAR_BARE   0.3 /* B without one of the heaviest words */
#define FIRST_LEAST 0.5 /* B of what is walked back to: half of what all tell */
#define GAP_PARTS   3 /* of the span: a third */
#define GAP_LEAST   TCN_HOUR_MS
#define SHARED                                                                 \
	0.25 /* share of the fourth heaviest word, in a story whose
			 * items can be judged */

/* How many of sorted[0 .. n) are at most x. */
static size_t
count_to(const double *sorted, size_t n, double x)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (sorted[middle] <= x)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Ranks the texts that one part measures. */
static void
rank_part(const struct tcn_summary_core *core, uint32_t part, double *sorted,
    double *ranks)
{
	size_t n = 0;

	for (size_t i = 0; i < core->texts_n; i++)
		if (core->texts[i].part == part)
			sorted[n++] = core->texts[i].about;
	if (n)
		qsort(sorted, n, sizeof *sorted, tcn_compare_double);
	for (size_t i = 0; i < core->texts_n; i++)
		if (core->texts[i].part == part)
			ranks[i] =
			    (double)count_to(sorted, n, core->texts[i].about) /
			    (double)n;
}

static size_t
heaviest_of(const struct tcn_summary_core *core, size_t i)
{
	const struct tcn_summary_core_text *text =
	    &core->texts[core->origins[i]];

	return tcn_summary_core_holds(core, text->part, text->ids, text->n);
}

/* Finds the first item, walking back from the earliest of the upper quarter. */
static void
find_first(const struct tcn_summary_text *texts, size_t n,
    const struct tcn_summary_core *core, struct tcn_summary_about *about)
{
	size_t first = 0, last = n;

	while (last > 0 && texts[last - 1].ms == INT64_MIN)
		last--;
	while (first < n &&
	    (texts[first].ms == INT64_MIN ||
		about->rank[first] <= TCN_SUMMARY_ABOUT_QUARTER))
		first++;
	about->first = first;
	if (first == n)
		return;
	for (size_t i = first; i-- > 0 && texts[i].ms != INT64_MIN;) {
		int64_t gap = texts[about->first].ms - texts[i].ms;
		int64_t span = texts[last - 1].ms - texts[about->first].ms;

		if (gap > GAP_LEAST && gap > span / GAP_PARTS)
			break;
		if (core->texts[core->origins[i]].about >= FIRST_LEAST)
			about->first = i;
	}
}

static bool
is_near(const struct tcn_summary_core *core, size_t i)
{
	const struct tcn_summary_core_text *text =
	    &core->texts[core->origins[i]];

	if (!tcn_summary_core_judges(core, text->part) ||
	    core->parts[text->part].share < SHARED)
		return false;
	return text->about < NEAR ||
	    (text->about < NEAR_BARE && heaviest_of(core, i) == 0);
}

/* Whether a text, the first of its origin, came before the event. */
static bool
is_before(const struct tcn_summary_core *core,
    const struct tcn_summary_about *about, size_t i)
{
	uint32_t part = core->texts[core->origins[i]].part;

	return i < about->first && tcn_summary_core_judges(core, part);
}

/* Takes the alarm's evidence back, with its copies, but for what came before
 * the first item. */
static void
keep_evidence(const struct tcn_summary_text *texts, size_t n,
    const struct tcn_summary_core *core, const bool *before, bool *origins,
    struct tcn_summary_about *about)
{
	for (size_t i = 0; i < n; i++) {
		if (!texts[i].counted || !origins[core->origins[i]] ||
		    before[core->origins[i]])
			continue;
		origins[core->origins[i]] = false;
		about->few = true;
	}
	about->near_n = 0;
	for (size_t i = 0; i < n; i++) {
		about->near[i] = origins[core->origins[i]];
		about->near_n += about->near[i];
	}
}

/* Marks origins, and with them all their texts. */
static void
mark_near(const struct tcn_summary_text *texts, size_t n,
    const struct tcn_summary_core *core, struct tcn_arena *arena,
    struct tcn_summary_about *about)
{
	bool *origins = tcn_arena_zalloc(arena, core->texts_n, sizeof *origins);
	bool *before = tcn_arena_zalloc(arena, core->texts_n, sizeof *before);
	size_t next = 0;

	for (size_t i = 0; i < n; i++) {
		if (core->origins[i] != next)
			continue;
		before[next] = is_before(core, about, i);
		origins[next++] = is_near(core, i) || is_before(core, about, i);
	}
	for (size_t i = 0; i < n; i++)
		if (texts[i].heads)
			origins[core->origins[i]] = false;
	for (size_t i = 0; i < n; i++) {
		about->near[i] = origins[core->origins[i]];
		about->near_n += about->near[i];
	}
	if (n - about->near_n < TCN_SUMMARY_ABOUT_LEAST)
		keep_evidence(texts, n, core, before, origins, about);
}

void
tcn_summary_about_make(const struct tcn_summary_text *texts, size_t n,
    const struct tcn_summary_core *core, struct tcn_arena *arena,
    struct tcn_summary_about *about)
{
	double *sorted;
	double *ranks;

	*about = (struct tcn_summary_about){ .first = n };
	sorted = tcn_arena_zalloc(arena, core->texts_n, sizeof *sorted);
	ranks = tcn_arena_zalloc(arena, core->texts_n, sizeof *ranks);
	about->rank = tcn_arena_zalloc(arena, n, sizeof *about->rank);
	about->near = tcn_arena_zalloc(arena, n, sizeof *about->near);
	for (uint32_t p = 0; p < core->parts_n; p++)
		rank_part(core, p, sorted, ranks);
	for (size_t i = 0; i < n; i++)
		about->rank[i] = ranks[core->origins[i]];
	find_first(texts, n, core, about);
	mark_near(texts, n, core, arena, about);
}
