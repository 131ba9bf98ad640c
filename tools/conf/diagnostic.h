/*
 * tools/conf/diagnostic.h - shows a mistake in a file, with its line.
 *
 *	rules.yaml:4:14: error: more_than takes a whole number, not 'many'
 *	    more_than: many
 *	               ^
 *
 * or, as JSON, a line each: {"file", "line", "column", "severity", "text"}.
 */
#ifndef TCN_TOOLS_CONF_DIAGNOSTIC_H
#define TCN_TOOLS_CONF_DIAGNOSTIC_H

#include <stdbool.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"

struct tcn_diagnostic {
	const char *file;
	unsigned long line, column; /* from 1, in characters; 0: not known */
	bool warning;
	const char *text;
};

/*
 * Appends one diagnostic, for people or, where json, as a line of JSON. bytes
 * is the content of the file, from which the line is shown; no line is shown
 * that is not UTF-8. Cost: O(bytes ahead of the line).
 */
void tcn_diagnostic_print(struct tcn_buf *out,
    const struct tcn_diagnostic *about, struct tcn_str bytes, bool json);

/* Appends it as that JSON object: a member called key, or an element. */
void tcn_diagnostic_json(struct tcn_buf *out, const char *key,
    const struct tcn_diagnostic *about);

#endif
