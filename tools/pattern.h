/*
 * tools/pattern.h - a regular expression that a person wrote.
 *
 * PCRE2 on UTF-8, without regard to case, compiled once (and to machine code
 * where the processor allows). A match is bounded in steps and memory, so no
 * pattern and no text can hang a run: what takes more is no match, and is
 * counted. One pattern, one thread.
 */
#ifndef TCN_TOOLS_PATTERN_H
#define TCN_TOOLS_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/rc.h"
#include "engine/str.h"

#define TCN_PATTERN_BYTES_MAX 4096 /* of a pattern */
#define TCN_PATTERN_TEXT_MAX  65536 /* of a text; the rest is not looked at */

struct tcn_pattern;

/* TCN_INVALID: err says what is wrong with it, and err->column where. */
TCN_MUST_USE enum tcn_rc tcn_pattern_new(struct tcn_str text,
    struct tcn_pattern **pattern, struct tcn_err *err);
void tcn_pattern_free(struct tcn_pattern *pattern);

/* Does it match anywhere in text? */
bool tcn_pattern_matches(struct tcn_pattern *pattern, struct tcn_str text);

/* How many texts were given up at a bound. */
uint64_t tcn_pattern_given_up(const struct tcn_pattern *pattern);

#endif
