/*
 * tools/report/report_time_impl.h - the parts of a report's view that are about
 * time: totals, timeline and growth. Private to tools/report/report*.c.
 *
 * Fills in view->all, view->fired, view->entries and view->points from
 * view->items (sorted, sources counted). Items are grouped into spans of a
 * round length, so that the timeline has some dozen rows at most, however many
 * items there are.
 */
#ifndef TCN_TOOLS_REPORT_REPORT_TIME_IMPL_H
#define TCN_TOOLS_REPORT_REPORT_TIME_IMPL_H

#include "tools/report/report_view_impl.h"

/* Errors: TCN_NOMEM. Cost: O(items). */
TCN_MUST_USE enum tcn_rc tcn_report_time(struct tcn_arena *arena,
    struct tcn_report_view *view);

#endif
