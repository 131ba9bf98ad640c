/*
 * engine/item/severity.h - the words for how much an event matters: "info",
 * "low", "medium", "high", "critical".
 *
 * Files of rules, messages, reports and the interface all use these words, so
 * they have one home.
 */
#ifndef TCN_ENGINE_ITEM_SEVERITY_H
#define TCN_ENGINE_ITEM_SEVERITY_H

#include "engine/item/record.h"

/* Indexed by enum tcn_severity; NULL behind the last. */
extern const char *const tcn_severity_names[];

/* The word of a value of the enumeration. */
const char *tcn_severity_name(enum tcn_severity severity);

#endif
