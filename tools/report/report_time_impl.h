/*
 * tools/report/report_time_impl.h - the part of a report's view that is about
 * time.
 *
 * Fills in view->all, view->fired, view->entries and view->points from
 * view->items (sorted, sources counted). A timeline of some dozen rows,
 * however many items: they are grouped into spans of a round length.
 */
#ifndef TCN_TOOLS_REPORT_REPORT_TIME_IMPL_H
#define TCN_TOOLS_REPORT_REPORT_TIME_IMPL_H

#include "tools/report/report_view_impl.h"

TCN_MUST_USE enum tcn_rc tcn_report_time(struct tcn_arena *arena,
    struct tcn_report_view *view);

#endif
