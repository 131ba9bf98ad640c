/*
 * tools/report/report_gather.h - the facts of a report, read from the store.
 *
 * All items of the event's story (and of stories merged into it), copies
 * too; whatever else was evidence; and the stories related to it. What is
 * read lives in arena. Cost: a few queries and O(items of the story).
 */
#ifndef TCN_TOOLS_REPORT_REPORT_GATHER_H
#define TCN_TOOLS_REPORT_REPORT_GATHER_H

#include "engine/base/map.h"
#include "sql/store_read.h"
#include "tools/report/report.h"

/*
 * Fills in report->event, items and related; the rest is the caller's, but
 * more_than and within_ms where the store knows what the rule was. Of
 * another story, pages has the index into peers of the event that tells it,
 * when a page of it is written as well; pages NULL: no such pages.
 * A failure is the store's: tcn_store_error() tells.
 */
TCN_MUST_USE enum tcn_rc tcn_report_gather(struct tcn_store *st,
    const struct tcn_event *event, const struct tcn_map *pages,
    const struct tcn_event *peers, struct tcn_arena *arena,
    struct tcn_report *report);

/*
 * The name of an event's page without the suffix, in arena: its id, made
 * fit to be a file name anywhere.
 */
TCN_MUST_USE enum tcn_rc tcn_report_page_name(const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_str *name);

#endif
