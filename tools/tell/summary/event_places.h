/*
 * tools/tell/summary/event_places.h - in which countries an event is, and in
 * which city.
 *
 * Each text of an origin of its own says what it names in its title and first
 * sentences (engine/text/places.h); a city counts for its country. A country is
 * the event's when a fifth of the origins name it, three at least (or all,
 * where there are fewer), and half of those that name any. Where a sixth of
 * them put one behind "in" or the like, those that are named so less than half
 * as often are left out: of "a US drone killed five in Pakistan" Pakistan is
 * what stays. A city is named only of the country that comes first, and only
 * when a quarter of the origins name it (two at least, of three or more), and a
 * tenth behind such a word. Else nothing is said: what is wrong is worse than
 * what is missing.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_EVENT_PLACES_H
#define TCN_TOOLS_TELL_SUMMARY_EVENT_PLACES_H

#include "engine/item/record.h"
#include "tools/tell/summary/summary_text.h"

/* Of texts that are no copies, by time. O(bytes read). */
struct tcn_event_places
tcn_event_places_find(const struct tcn_summary_text *texts, size_t n,
    struct tcn_arena *arena);

#endif
