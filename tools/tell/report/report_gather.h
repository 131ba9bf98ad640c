/*
 * tools/tell/report/report_gather.h - reads the facts of a report from the
 * store.
 *
 * They are all items of the event's story (and of stories merged into it),
 * copies too; other items that were evidence; the stories related to it; and
 * the episodes before and after it, where it is one of a dossier. Of an event
 * that is told in several languages they are those of its group
 * (sql/store_group.h): whichever event of it is asked for, one report holds
 * them all.
 * Everything lives in arena. Cost: a few queries and O(items of the story).
 */
#ifndef TCN_TOOLS_TELL_REPORT_REPORT_GATHER_H
#define TCN_TOOLS_TELL_REPORT_REPORT_GATHER_H

#include "sql/store_read.h"
#include "tools/tell/report/report.h"

/* The events whose pages are written beside this one: those that fired in
 * [since_ms, until_ms). */
struct tcn_report_period {
	int64_t since_ms, until_ms;
};

/*
 * Fills in report->event, items, related and dossier, and more_than and
 * within_ms where the store has the values by which the event fired; the other
 * fields are the caller's. A related story with an event of beside is a link to
 * its page, and so is an episode; NULL: no pages are beside this one. With
 * report->alone related stories, which cost the most of a large store, and the
 * dossier are left out. With report->of_dossier it is on the whole dossier, if
 * the event is of one; else that is set to false. Errors are the store's: see
 * tcn_store_error().
 */
TCN_MUST_USE enum tcn_rc tcn_report_gather(const struct tcn_store *st,
    const struct tcn_event *event, const struct tcn_report_period *beside,
    struct tcn_arena *arena, struct tcn_report *report);

/*
 * Sets *name to the name of an event's page without the suffix, in arena: its
 * id, or a hash of it where the id could not be a file name on every system.
 */
void tcn_report_page_name(const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_str *name);

#endif
