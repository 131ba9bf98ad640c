/*
 * engine/text/title_suffix.h - the outlet's name at the end of a title.
 *
 * "Quake hits Chile - Reuters", "Quake hits Chile | BBC News". Only the place
 * is certain; whether the words there are a name depends on what is known of
 * the sender.
 */
#ifndef TCN_ENGINE_TEXT_TITLE_SUFFIX_H
#define TCN_ENGINE_TEXT_TITLE_SUFFIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/str.h"

/*
 * Where in title the separator of what may be an outlet's name begins, and
 * the name in *name: the segment behind the last separator (" - ", " | ",
 * " :: ", dashes ...), of one to five words. False when there is none.
 */
bool tcn_title_suffix_find(struct tcn_str title, size_t *at,
    struct tcn_str *name);

/*
 * name is that of source, or of host. With neither known, it is taken for a
 * name when it looks like one (capitalised, at most four words, no digits)
 * and the title before it, rest, has at least four words.
 */
bool tcn_title_suffix_is_source(struct tcn_str name, struct tcn_str source,
    struct tcn_str host, struct tcn_str rest);

/* A hash of the name's letters and digits, folded: two spellings of one name
 * agree. 0: it has none. */
uint64_t tcn_title_suffix_hash(struct tcn_str name);

#endif
