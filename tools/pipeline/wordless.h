/*
 * tools/pipeline/wordless.h - whether a stream carries words, and what happens
 * to it when it does not.
 *
 * A sender of vectors or fingerprints alone is told once what they count for,
 * so that nobody waits for events that cannot come.
 */
#ifndef TCN_TOOLS_PIPELINE_WORDLESS_H
#define TCN_TOOLS_PIPELINE_WORDLESS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/item/doc.h"

#define TCN_WORDLESS_ITEMS 1000 /* the first, that are looked at */

/* All zero is one of no items. */
struct tcn_wordless {
	uint32_t items; /* looked at */
	uint32_t without; /* of them: they have neither words nor features */
	uint32_t vectors; /* of these: they have a vector */
	bool said;
};

/* Counts an item. */
void tcn_wordless_count(struct tcn_wordless *w, const struct tcn_doc *doc);

/*
 * What to say of the stream, the first time that more than half of the items
 * that were looked at are without words; else NULL. Asked before all of them
 * have come, it says nothing unless the stream has ended.
 */
const char *tcn_wordless_say(struct tcn_wordless *w, bool ended);

#endif
