/*
 * engine/item/headline.h - an article's title as the headline of an event.
 *
 * A title may end in the name of its outlet ("Quake hits Chile - Reuters"),
 * which says nothing about the event. Wherever an article is shown, its
 * headline is the title without that name (engine/text/title_suffix.h). An
 * event has the headline that was chosen for its revision (struct
 * tcn_event_headline) or, where none was, that of its central article.
 */
#ifndef TCN_ENGINE_ITEM_HEADLINE_H
#define TCN_ENGINE_ITEM_HEADLINE_H

#include "engine/item/record.h"

/*
 * The title without the name of its own outlet at its end: a part of title,
 * or all of it. source and url are the article's, both may be empty. O(bytes).
 */
struct tcn_str tcn_headline(struct tcn_str title, struct tcn_str source,
    struct tcn_str url);

/* The seq of the item that represents an event: the one whose title is the
 * headline or, where no headline was chosen, the central one. */
static inline uint64_t
tcn_headline_item(const struct tcn_event *event)
{
	return event->headline.item ? event->headline.item : event->central;
}

/* The replacement for a missing title: the article's text, of which the caller
 * shows the beginning; else its address, else its id. An article that an
 * aggregator sends as a vector may have nothing but an id. */
struct tcn_str tcn_headline_fallback(struct tcn_str text, struct tcn_str url,
    struct tcn_str id);

#endif
