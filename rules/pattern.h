/*
 * rules/pattern.h - a regular expression that a person wrote.
 *
 * PCRE2 on UTF-8, compiled once (and to machine code where the processor
 * allows). A match is bounded in steps, depth and memory, so no pattern and no
 * text can hang a run: what takes more is no match, and is counted. One
 * pattern, one thread.
 */
#ifndef TCN_RULES_PATTERN_H
#define TCN_RULES_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

#define TCN_PATTERN_BYTES_MAX 4096 /* of a pattern */
#define TCN_PATTERN_TEXT_MAX  65536 /* of a text; the rest is not looked at */

enum tcn_pattern_flag {
	TCN_PATTERN_CASELESS = 1,
	TCN_PATTERN_LINES = 2, /* ^ and $ at each line, too */
	TCN_PATTERN_DOT_ALL = 4, /* a dot is a line feed, too */
	TCN_PATTERN_SPACED = 8, /* white space and #comments are no pattern */
};

struct tcn_pattern;

/*
 * flags: of enum tcn_pattern_flag. TCN_INVALID: err says what is wrong with
 * it, and err->column where.
 */
TCN_MUST_USE enum tcn_rc tcn_pattern_new(struct tcn_str text, unsigned flags,
    struct tcn_pattern **pattern, struct tcn_err *err);
void tcn_pattern_free(struct tcn_pattern *pattern);

/* Does it match anywhere in text? */
bool tcn_pattern_matches(struct tcn_pattern *pattern, struct tcn_str text);

/* How many texts were given up at a bound. */
uint64_t tcn_pattern_given_up(const struct tcn_pattern *pattern);

#endif
