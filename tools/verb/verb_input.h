/*
 * tools/verb/verb_input.h - what verbs read whole from a file or from standard
 * input, and lists of ids, which they hand on as JSON.
 */
#ifndef TCN_TOOLS_VERB_VERB_INPUT_H
#define TCN_TOOLS_VERB_VERB_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/json_value.h"
#include "engine/base/str.h"

/*
 * Appends to text the bytes of the file at path; "-": of standard input.
 * most_mib: mebibytes that it may have, 1 to 1,024. mend: what to do when it
 * has more, the end of a sentence. TCN_INVALID: it has more; TCN_IO. Blocks as
 * long as reading does.
 */
TCN_MUST_USE enum tcn_rc tcn_verb_input(const char *path, size_t most_mib,
    const char *mend, struct tcn_buf *text, struct tcn_err *err);

/* Adds an id to a JSON array that is open and has *n members, and counts it. */
void tcn_verb_add_id(struct tcn_buf *array, struct tcn_str id, size_t *n);

/* The same of each line of text that is not empty, without its outer spaces. */
void tcn_verb_add_ids(struct tcn_buf *array, struct tcn_str text, size_t *n);

/* Says on standard error which ids no item has: those of the member "unknown"
 * of an answer. Returns whether there was one. */
bool tcn_verb_say_unknown(const struct tcn_json_value *answer);

#endif
