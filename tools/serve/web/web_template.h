/*
 * tools/serve/web/web_template.h - the templates of pages
 * (tools/serve/web/templates), and the ways in which they write values:
 *
 *	iso second	2026-03-03T05:04:31.669Z, the same without its fraction
 *	clock short whole	05:04; 3 Mar 05:04; Tue 3 Mar 2026, 05:04 UTC
 *	ago	4 min ago, as of now.at of the view
 *	span	2 h 14 min, of seconds
 *	ms	milliseconds, of seconds
 *	count s	1,240; "s", unless it is 1: {{n|count}} item{{n|s}}
 *	percent	87 %
 *	rounded	a whole number
 *	signed	+1.5
 *	line	the path of a growth line, of an array of counts
 */
#ifndef TCN_TOOLS_SERVE_WEB_WEB_TEMPLATE_H
#define TCN_TOOLS_SERVE_WEB_WEB_TEMPLATE_H

#include "tools/base/mustache.h"

/* Compiles the templates that are built in. */
TCN_MUST_USE enum tcn_rc tcn_web_template_init(struct tcn_mustache *set,
    struct tcn_err *err);

#endif
