/*
 * tools/pipeline/event_filter.h - reads conditions on events, as people write
 * them.
 *
 * A command's options and a request's query have the same names and values:
 *
 *	since, until     when it fired: a date, a day or unix seconds
 *	rule, term       exactly; a term is one of those shown
 *	place            where it is: a country's code (ISO 3166-1: AU) or
 *	                 name, or a larger city's name, in English
 *	kind             news, scheduled, release or report
 *	state            open, updated, closed or reopened, by the detector
 *	owner            who owns it; empty: nobody
 *	acknowledged     true or false
 *	severity         at least this one
 *	min_items        so many items or more, by now
 *	order            oldest (the default) or newest first
 *	after            a cursor: where the page before ended
 */
#ifndef TCN_TOOLS_PIPELINE_EVENT_FILTER_H
#define TCN_TOOLS_PIPELINE_EVENT_FILTER_H

#include "engine/base/err.h"
#include "sql/store_read.h"

/* Initializes a filter that every event passes, the oldest first. */
void tcn_event_filter_init(struct tcn_store_event_filter *filter);

/*
 * Adds one condition; a value of NULL adds none. Texts are views and must
 * outlive the filter. TCN_INVALID: err says what values the name takes.
 */
TCN_MUST_USE enum tcn_rc
tcn_event_filter_take(struct tcn_store_event_filter *filter, const char *name,
    const char *value, struct tcn_err *err);

/* Reads the word of a severity. TCN_INVALID: err says which there are. */
TCN_MUST_USE enum tcn_rc tcn_event_filter_severity(const char *value,
    enum tcn_severity *severity, struct tcn_err *err);

/* Reads a place: *place is a country's code or the zone of a city, static.
 * TCN_INVALID: err says what to write. */
TCN_MUST_USE enum tcn_rc tcn_event_filter_place(const char *value,
    const char **place, struct tcn_err *err);

/* Name i of those above, from 0; NULL after the last. */
const char *tcn_event_filter_name(size_t i);

#define TCN_EVENT_CURSOR_BYTES (TCN_EVENT_ID_BYTES + 24)

/* Writes the value of "after" for the page that follows this event. */
void tcn_event_cursor(const struct tcn_event *last,
    char cursor[static TCN_EVENT_CURSOR_BYTES]);

#endif
