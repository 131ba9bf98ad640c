/*
 * tools/tell/summary/summary_about.h - which items of a story are about its
 * event.
 *
 * A story holds what is only near: an item that shares a name with the event,
 * a column that mentions it. No threshold on a headline is good enough to
 * delete by: of what has under a fifth of the core (B, summary_core.h), seven
 * in ten are the event's own. So B is used as a rank: lines and headlines are
 * taken from the upper half, and the first item is looked for in the upper
 * quarter. The lowest alone are set apart as near: those with B under 0.15, or
 * under 0.3 and none of the four heaviest words. A copy goes with its origin.
 *
 * The first item is the earliest of the upper quarter, walked back: an earlier
 * one with a B of 0.5 takes its place while the gap is at most an hour, or a
 * third of the span from there to the last item. (By the labels of 776 stories
 * of headlines, as of their alarms, that is one of the story's first three in
 * 89 of 100; with three of the four heaviest words asked for in place of the
 * 0.5, and without the hour, in 78.) What is earlier than the first item is
 * near too.
 *
 * Nothing is near where nothing can be said: in a text of a language with few
 * origins, in a story that has hardly a word in common (a quarter of origins
 * hold less than four words). Where fewer than 16 items would stay, the
 * evidence of the alarm stays, too, but for what came before the first item;
 * and what the event's headline is of always does.
 *
 * Cost: O(n log n) beside the core's.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_SUMMARY_ABOUT_H
#define TCN_TOOLS_TELL_SUMMARY_SUMMARY_ABOUT_H

#include "tools/tell/summary/summary_core.h"

#define TCN_SUMMARY_ABOUT_LEAST 16 /* items that should stay */

struct tcn_summary_about {
	/* Of each text: the share of origins, of those that are measured as it
	 * is, whose B is no higher than its own: above 0, at most 1. */
	double *rank;
	bool *near;
	size_t near_n;
	size_t first; /* the event's first item; n: none has a time */
	bool few; /* evidence stays that would be near */
};

#define TCN_SUMMARY_ABOUT_HALF    0.5 /* rank from which one is quoted */
#define TCN_SUMMARY_ABOUT_NEWS    0.15 /* the same to who knows the story */
#define TCN_SUMMARY_ABOUT_QUARTER 0.75 /* rank above which one may be first */

/* Ranks texts[0 .. n), of which core was made, in arena. */
void tcn_summary_about_make(const struct tcn_summary_text *texts, size_t n,
    const struct tcn_summary_core *core, struct tcn_arena *arena,
    struct tcn_summary_about *about);

#endif
