/*
 * tools/serve/web/web_template.h - the templates of pages
 * (tools/serve/web/templates), and the ways in which they write values, in the
 * language of the page's words:
 *
 *	iso second	2026-03-03T05:04:31.669Z, the same without its fraction
 *	clock short whole	05:04; 3 Mar 05:04; Tue 3 Mar 2026, 05:04 UTC
 *	ago	4 min ago, as of now.at of the view
 *	span	2 h 14 min, of seconds
 *	ms	milliseconds, of seconds
 *	count	1,240
 *	percent	87 %
 *	rounded	a whole number
 *	signed	+1.5
 *	word	the translation of a text of a template
 *	said	that of what the interface says in English, as far as there is
 *		one
 *	line	the path of a growth line, of an array of counts
 */
#ifndef TCN_TOOLS_SERVE_WEB_WEB_TEMPLATE_H
#define TCN_TOOLS_SERVE_WEB_WEB_TEMPLATE_H

#include "tools/base/mustache.h"
#include "tools/tell/words/words.h"

/* What the ways of writing are given. */
struct tcn_web_template_with {
	const struct tcn_json_value *view;
	const struct tcn_words *words;
};

/* Compiles the templates that are built in. */
TCN_MUST_USE enum tcn_rc tcn_web_template_init(struct tcn_mustache *set,
    struct tcn_err *err);

#endif
