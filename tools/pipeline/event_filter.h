/*
 * tools/pipeline/event_filter.h - which events are asked for, as people write
 * it.
 *
 * The same names and words in a command's options and in a request's query:
 *
 *   since, until     when it fired: a date, a day or unix seconds
 *   rule, term       exactly; a term is one of those shown
 *   state            open, updated, closed or reopened, as the detector has it
 *   owner            whose it is; empty: nobody's
 *   acknowledged     true or false
 *   order            oldest (the default) or newest first
 *   after            a cursor: where the page before ended
 */
#ifndef TCN_TOOLS_PIPELINE_EVENT_FILTER_H
#define TCN_TOOLS_PIPELINE_EVENT_FILTER_H

#include "engine/base/err.h"
#include "sql/store_read.h"

/* Lets every event through, the oldest first. */
void tcn_event_filter_init(struct tcn_store_event_filter *filter);

/*
 * Takes one condition in; value NULL: none. Texts are views and must outlive
 * the filter. TCN_INVALID: err says what name takes.
 */
TCN_MUST_USE enum tcn_rc
tcn_event_filter_take(struct tcn_store_event_filter *filter, const char *name,
    const char *value, struct tcn_err *err);

/* The names above by number, from 0; NULL behind the last. */
const char *tcn_event_filter_name(size_t i);

#define TCN_EVENT_CURSOR_BYTES (TCN_EVENT_ID_BYTES + 24)

/* What "after" takes to go on behind this event. */
void tcn_event_cursor(const struct tcn_event *last,
    char cursor[static TCN_EVENT_CURSOR_BYTES]);

#endif
