/*
 * engine/text/title_suffix.h - the outlet's name at the end of a title.
 *
 * "Quake hits Chile - Reuters", "Quake hits Chile | BBC News". Such a name says
 * nothing about the event, and would make all titles of one outlet alike. The
 * separator shows where a name may stand; whether the words there are one
 * depends on what is known of the sender: its source, its host, or only how
 * names are written. A name of another sender is
 * recognised by its hash, among those of all sources (window/window.c).
 *
 * Nothing here allocates. Cost: O(bytes of the title).
 */
#ifndef TCN_ENGINE_TEXT_TITLE_SUFFIX_H
#define TCN_ENGINE_TEXT_TITLE_SUFFIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/str.h"

/*
 * Finds the segment behind the last separator (" - ", " | ", " :: ", dashes
 * ...), of one to five words, which may be an outlet's name: *name is the
 * segment, a part of title, and *at the index where the separator begins.
 * False when there is none, and both are left as they were.
 */
bool tcn_title_suffix_find(struct tcn_str title, size_t *at,
    struct tcn_str *name);

/*
 * Whether name is the name of the source, or of the host. When both are empty,
 * it is taken for a name if it looks like one (capitalised, at most four words,
 * no digits) and the title before it, rest, has at least four words.
 */
bool tcn_title_suffix_is_source(struct tcn_str name, struct tcn_str source,
    struct tcn_str host, struct tcn_str rest);

/* The hash of the name's letters and digits, folded, so that spellings of one
 * name agree. 0: it has neither. */
uint64_t tcn_title_suffix_hash(struct tcn_str name);

#endif
