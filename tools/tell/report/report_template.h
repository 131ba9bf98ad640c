/*
 * tools/tell/report/report_template.h - the templates of reports
 * (tools/tell/report/templates), and the ways in which they write values:
 *
 *	word	a message, in the language of the report
 *	number	1,240, as the language writes it
 *	long short	Tue 3 Mar 2026, 05:04 UTC; 3 Mar 05:04, of milliseconds
 */
#ifndef TCN_TOOLS_TELL_REPORT_REPORT_TEMPLATE_H
#define TCN_TOOLS_TELL_REPORT_REPORT_TEMPLATE_H

#include "tools/base/mustache.h"
#include "tools/tell/report/report_view_impl.h"

/* Appends the template of that name, in HTML or Markdown. */
TCN_MUST_USE enum tcn_rc
tcn_report_template_write(const struct tcn_report_view *view, const char *name,
    bool is_html, const struct tcn_json_value *tree, struct tcn_buf *out);

#endif
