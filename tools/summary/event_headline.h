/*
 * tools/summary/event_headline.h - chooses the headline of an event when it
 * has a revision.
 *
 * One choice for all who show an event: alerts, messages, lists and reports
 * have what was chosen here and stored with the revision. summary.h says how it
 * is chosen. What is read of the texts is little, as an alert must not wait:
 * titles and beginnings, of a bounded number of items. The same is read with a
 * store and without one, so that the alerts of both are equal.
 *
 * An item is read with its title or, where it has none, as a post. Items that
 * are copies of others are not given, as they tell nothing that these do not.
 */
#ifndef TCN_TOOLS_SUMMARY_EVENT_HEADLINE_H
#define TCN_TOOLS_SUMMARY_EVENT_HEADLINE_H

#include "engine/facts/facts.h"
#include "engine/item/prepare.h"
#include "tools/summary/summary.h"

/* What is read of an item, in bytes. */
#define TCN_EVENT_HEADLINE_TITLE_BYTES 400
#define TCN_EVENT_HEADLINE_TEXT_BYTES  600

#define TCN_EVENT_HEADLINE_TEXTS 200 /* the newest; and the one that heads */

struct tcn_event_headline_ask {
	struct tcn_prepare *prep;
	struct tcn_facts *facts;
	/* By time, then arrival. One may head: its title is the headline so
	 * far. `year`, `counted` and `copy` are not looked at. */
	const struct tcn_summary_text *texts;
	size_t n;
	bool over; /* the event is closed: what is new is no better for that */
};

/*
 * Chooses; headline->text is n where no title will do. What it points to is in
 * arena, or a view into the texts. Errors: TCN_NOMEM. Cost: O(bytes) and some
 * ten microseconds a text.
 */
TCN_MUST_USE enum tcn_rc
tcn_event_headline_choose(const struct tcn_event_headline_ask *ask,
    struct tcn_arena *arena, struct tcn_summary_headline *headline);

#endif
