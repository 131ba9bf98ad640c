/*
 * tools/tell/report/report_time_impl.h - the parts of a report's view that are
 * about time: totals, timeline and growth. Private to
 * tools/tell/report/report*.c.
 *
 * Fills in view->all, view->fired, view->entries and view->points from
 * view->items (sorted, sources counted) and the figures. The timeline has a row
 * for each of a dozen moments with something new, however many items there are
 * (report_steps.c); the items between two of them are one count.
 */
#ifndef TCN_TOOLS_TELL_REPORT_REPORT_TIME_IMPL_H
#define TCN_TOOLS_TELL_REPORT_REPORT_TIME_IMPL_H

#include "tools/tell/report/report_view_impl.h"

/* Rows of the timeline that are no steps: fired, closed. */
#define TCN_REPORT_STATES_MAX 2

/* Cost: O(items), and that of tools/tell/summary/news.h and timeline.h. */
void tcn_report_time(struct tcn_arena *arena, struct tcn_report_view *view);

/* Makes view->entries of its steps, without counts; the first item's is the
 * first. Room is left for states. */
void tcn_report_steps(struct tcn_arena *arena, struct tcn_report_view *view);

/* Finds the sentence with which an item states the value of a change of a row,
 * and no other value of what else changed there; empty: none that may be shown.
 * O(bytes of the item). */
void tcn_report_steps_sentence(const struct tcn_report_view *view, size_t item,
    const struct tcn_report_view_change *change,
    const struct tcn_report_view_entry *entry, struct tcn_str *shown);

#endif
