/*
 * rules/pattern.h - a regular expression that a person wrote.
 *
 * PCRE2 on UTF-8, compiled once, and to machine code where the processor
 * allows. A backtracking matcher may take exponential time for a pattern such
 * as (a+)+$, so each match is bounded in steps, depth and memory: no pattern
 * and no text can hang the program. A text that exceeds a bound does not match,
 * and is counted.
 *
 * Call order: new; matches any number of times; free. One pattern, one thread.
 */
#ifndef TCN_RULES_PATTERN_H
#define TCN_RULES_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

#define TCN_PATTERN_BYTES_MAX 4096 /* of a pattern */
#define TCN_PATTERN_TEXT_MAX  65536 /* of a text; what follows is ignored */

enum tcn_pattern_flag {
	TCN_PATTERN_CASELESS = 1,
	TCN_PATTERN_LINES = 2, /* ^ and $ at each line, too */
	TCN_PATTERN_DOT_ALL = 4, /* a dot matches a line feed, too */
	TCN_PATTERN_SPACED = 8, /* white space and #comments are ignored */
};

/* The letters that stand for flags behind a pattern's second slash; a letter of
 * 0 ends the list. 'u' is accepted and does nothing: all text is Unicode. */
struct tcn_pattern_letter {
	char letter;
	unsigned flag; /* or 0 */
};

extern const struct tcn_pattern_letter tcn_pattern_letters[];

struct tcn_pattern;

/*
 * Compiles a pattern, whose text need not outlive the call; flags: of enum
 * tcn_pattern_flag. TCN_INVALID: err says what is wrong, and err->column at
 * which character.
 */
TCN_MUST_USE enum tcn_rc tcn_pattern_new(struct tcn_str text, unsigned flags,
    struct tcn_pattern **pattern, struct tcn_err *err);
void tcn_pattern_free(struct tcn_pattern *pattern);

/* Whether the pattern matches anywhere in text (valid UTF-8). */
bool tcn_pattern_matches(struct tcn_pattern *pattern, struct tcn_str text);

/* How many texts exceeded a bound since the pattern was made. */
uint64_t tcn_pattern_given_up(const struct tcn_pattern *pattern);

#endif
