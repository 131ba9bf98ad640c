/*
 * tools/pipeline/dictd.h - reads a bilingual dictionary in dictd's format.
 *
 * A dictionary is two files (dictfmt(1)). The index has a line for each
 * headword, "word TAB offset TAB size", whose numbers are written in base 64
 * with the digits A-Z a-z 0-9 + / and count bytes of the text. At that place
 * the text says, as people read it:
 *
 *	incendio /inθˈɛndjo/ <masc>
 *	1. conflagration, fire <n> [fig.]
 *	     "an example" - its translation
 *	 see: {other words}
 *
 * The first line is the headword. Of those that follow, the ones that are not
 * indented by two blanks or more and begin with no mark of a note are
 * translations, with commas or semicolons between each two; what stands in
 * brackets is left out. Headwords that begin with "00database" speak of the
 * dictionary itself; some are empty, as dictfmt dropped all they had.
 *
 * The text is packed by dictzip, which is gzip with a table for random access
 * (tools/base/unpack.h reads it). Pure. Cost: O(bytes).
 */
#ifndef TCN_TOOLS_PIPELINE_DICTD_H
#define TCN_TOOLS_PIPELINE_DICTD_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* Takes a headword and one of its translations, both of them not empty and
 * UTF-8 if the dictionary is. */
typedef void tcn_dictd_fn(void *ctx, struct tcn_str word,
    struct tcn_str translation);

/*
 * Hands all pairs to fn, in the order of the index and of each entry.
 * TCN_INVALID: a line of the index is none, or names a place that is not in
 * the text; err has the line, after `name`.
 */
TCN_MUST_USE enum tcn_rc tcn_dictd_read(const char *name, struct tcn_str index,
    struct tcn_str text, tcn_dictd_fn *fn, void *ctx, struct tcn_err *err);

#endif
