/*
 * tools/tell/summary/witness.h - which items of a story are one witness.
 *
 * A value in three texts has three witnesses only where they do not have it
 * from each other. Items of one origin are one witness, as their texts are
 * alike; so are those that credit the same source (copies.h), however reworded,
 * and what that source published itself. Of an origin, one credit counts for
 * all its items. Else a hoax with one credit would be told by many.
 *
 * A witness is a number without a meaning of its own.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_WITNESS_H
#define TCN_TOOLS_TELL_SUMMARY_WITNESS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_witness_item {
	struct tcn_str source;
	struct tcn_str credit; /* whom it credits: tcn_copies_credit_of() */
	uint64_t origin;
};

/* Sets *witnesses, in arena, to that of each of items[0 .. n). Cost: O(n). */
void tcn_witness_find(const struct tcn_witness_item *items, size_t n,
    struct tcn_arena *arena, uint64_t **witnesses);

#endif
