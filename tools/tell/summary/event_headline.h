/*
 * tools/tell/summary/event_headline.h - chooses the headline of an event when
 * it has a revision.
 *
 * One choice for all who show an event: alerts, messages, lists and reports
 * have what was chosen here and stored with the revision. summary.h says how it
 * is chosen. What is read of the texts is little, as an alert must not wait:
 * titles and beginnings. Of all that are given the titles are looked at for
 * tolls and magnitudes; some of those that tell one, and some of all, are read
 * further and may head: the first, which say what happened, the newest, and
 * some at even distances between them. A word that the first and the newest
 * share is the event's; one that only the newest have may be what it led to.
 * The same is read with a store and without one, so that the alerts of both are
 * equal.
 *
 * An item is read with its title or, where it has none, as a post. Items that
 * are copies of others are not given, as they tell nothing that these do not.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_EVENT_HEADLINE_H
#define TCN_TOOLS_TELL_SUMMARY_EVENT_HEADLINE_H

#include "engine/facts/facts.h"
#include "engine/item/prepare.h"
#include "tools/tell/summary/summary.h"

/* What is read of an item, in bytes. */
#define TCN_EVENT_HEADLINE_TITLE_BYTES 400
#define TCN_EVENT_HEADLINE_TEXT_BYTES  600

#define TCN_EVENT_HEADLINE_TEXTS 1600 /* that are given, and one that heads */

/*
 * Which of n texts, by time, are taken, where at most so many are: the first
 * quarter of these is of the first, half of them of the newest, the others are
 * spread between. Sets picked[0 .. of what is returned), in ascending order;
 * all, where there are no more.
 */
size_t tcn_event_headline_pick(size_t n, size_t most, size_t *picked);

struct tcn_event_headline_ask {
	struct tcn_prepare *prep;
	struct tcn_facts *facts;
	/* By time, then arrival. One may head: its title is the headline so
	 * far. `year`, `counted` and `copy` are not looked at. */
	const struct tcn_summary_text *texts;
	size_t n;
	bool over; /* the event is closed: what is new is no better for that */
	/* Set to where the texts say that the event is, each read in the
	 * language that it is seen to be in; NULL: not asked for. */
	struct tcn_event_places *places;
};

/*
 * Chooses; headline->text is n where no title will do. What it points to is in
 * arena, or a view into the texts. Cost: O(bytes): some five microseconds a
 * text, and some thirty for each of the 480 that are read.
 */
void tcn_event_headline_choose(const struct tcn_event_headline_ask *ask,
    struct tcn_arena *arena, struct tcn_summary_headline *headline);

#endif
