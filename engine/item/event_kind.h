/*
 * engine/item/event_kind.h - the words for what an event is: "news",
 * "scheduled", "release", "report".
 *
 * Rules, settings, alerts, the interface and the page use these words;
 * window/story/story_kind.h decides the kind.
 */
#ifndef TCN_ENGINE_ITEM_EVENT_KIND_H
#define TCN_ENGINE_ITEM_EVENT_KIND_H

#include "engine/item/record.h"

/* Indexed by enum tcn_event_kind; NULL behind the last. */
extern const char *const tcn_event_kind_names[];

/* The word of a value of the enumeration. */
const char *tcn_event_kind_name(enum tcn_event_kind kind);

#endif
