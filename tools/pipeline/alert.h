/*
 * tools/pipeline/alert.h - an event that has just fired, told with its
 * evidence.
 */
#ifndef TCN_TOOLS_PIPELINE_ALERT_H
#define TCN_TOOLS_PIPELINE_ALERT_H

#include "engine/base/buf.h"
#include "engine/base/str.h"
#include "engine/item/record.h"
#include "tools/pipeline/item_names.h"

/* The headline: the central item's title, else the first that is known. */
struct tcn_str tcn_alert_title(const struct tcn_event *event,
    const struct tcn_item_names *names);

/*
 * Appends the alert as one line of JSON, with its line feed:
 *   {"event","fired_at","rule","items":[ids],"origins","publishers",
 *    "title","terms":[words]}
 * fired_at is in unix seconds of stream time, to the millisecond.
 */
void tcn_alert_json(struct tcn_buf *out, const struct tcn_event *event,
    const struct tcn_item_names *names);

/* Appends the alert as a person reads it: a headline, what counted, and the
 * first few items with source and title. A dozen lines at most. */
void tcn_alert_text(struct tcn_buf *out, const struct tcn_event *event,
    const struct tcn_item_names *names);

#endif
