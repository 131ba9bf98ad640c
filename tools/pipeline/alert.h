/*
 * tools/pipeline/alert.h - writes the alert of an event that has just fired.
 *
 * Functions append to out. names has the items that the event cites; those it
 * does not have are left out.
 */
#ifndef TCN_TOOLS_PIPELINE_ALERT_H
#define TCN_TOOLS_PIPELINE_ALERT_H

#include "engine/base/buf.h"
#include "engine/base/str.h"
#include "engine/item/record.h"
#include "tools/pipeline/item_names.h"

/* The event's headline or, where it has none, the central item's title, else
 * the first title of the evidence that names has, else "". A view of the event
 * or of names. */
struct tcn_str tcn_alert_title(const struct tcn_event *event,
    const struct tcn_item_names *names);

/*
 * Appends the alert as one line of JSON, with its line feed:
 *	{"event","fired_at","rule","severity","kind","items":[ids],
 *	 "origins","publishers","title","terms":[words], ...
 *	 "dossier","goes_on"}
 * fired_at is in unix seconds of stream time, to the millisecond; severity is
 * left out where it is high, kind where it is news, and the last two where it
 * goes on no other event.
 */
void tcn_alert_json(struct tcn_buf *out, const struct tcn_event *event,
    const struct tcn_item_names *names);

/* Appends the alert for a person: the headline, counts and terms, and the first
 * few items with source and title. A dozen lines at most. */
void tcn_alert_text(struct tcn_buf *out, const struct tcn_event *event,
    const struct tcn_item_names *names);

#endif
