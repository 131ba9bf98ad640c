/*
 * engine/item/headline.h - an article's title as the headline of an event.
 *
 * A title may end in the name of its outlet ("Quake hits Chile - Reuters"),
 * which says nothing about the event. Wherever an event is shown, its headline
 * is the title without that name (engine/text/title_suffix.h).
 */
#ifndef TCN_ENGINE_ITEM_HEADLINE_H
#define TCN_ENGINE_ITEM_HEADLINE_H

#include "engine/base/str.h"

/*
 * The title without the name of its own outlet at its end: a part of title,
 * or all of it. source and url are the article's, both may be empty. O(bytes).
 */
struct tcn_str tcn_headline(struct tcn_str title, struct tcn_str source,
    struct tcn_str url);

/* What stands in place of a title that an article has not: its text, of which
 * the caller shows the beginning; else its address, else its id. Of an
 * aggregator that sends vectors there may be no more. */
struct tcn_str tcn_headline_without(struct tcn_str text, struct tcn_str url,
    struct tcn_str id);

#endif
