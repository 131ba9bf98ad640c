/*
 * engine/item/publisher.h - who published an article, as one spelling.
 *
 * Stories are counted by publisher, so two articles of one outlet must give the
 * same name whichever of its hosts they came from. The site of the address is
 * the most reliable: "www.Example.com" and "m.example.com" are example.com.
 * Where there is no address the name of the source stands in, with case folded
 * (engine/text/fold.h) and each run of white space made one space.
 *
 * Cost: O(bytes).
 */
#ifndef TCN_ENGINE_ITEM_PUBLISHER_H
#define TCN_ENGINE_ITEM_PUBLISHER_H

#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/*
 * Sets *name, in arena, to the site of url (tcn_url_site()) in lower case, or
 * to the folded source where url is not an http(s) address; empty when the
 * source is, too.
 */
void tcn_publisher_name(struct tcn_arena *arena, struct tcn_str url,
    struct tcn_str source, struct tcn_str *name);

/* Sets *id to the XXH3-64 of that name; 0 for an empty name. */
void tcn_publisher_id(struct tcn_arena *arena, struct tcn_str url,
    struct tcn_str source, uint64_t *id);

#endif
