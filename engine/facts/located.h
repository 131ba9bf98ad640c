/*
 * engine/facts/located.h - the countries that a sentence takes place in: "in
 * Germany", "en Brasil", "floods hit Romania, where ...".
 *
 * A country that is only named says little of where ("the German government",
 * "France condemns"): one counts behind a word that leads to a place, with an
 * article between, or before a comma. Both are of engine/text/place_names.h.
 * Cost: O(words).
 */
#ifndef TCN_ENGINE_FACTS_LOCATED_H
#define TCN_ENGINE_FACTS_LOCATED_H

#include "engine/base/str.h"
#include "engine/facts/facts.h"

#define TCN_LOCATED_MAX 4 /* of one sentence; the rest are not looked at */

/* Sets countries[0 .. *n), parts of the sentence, in its order. None in a
 * language, ISO 639-1, without a table. */
void tcn_located_find(struct tcn_facts *facts, struct tcn_str sentence,
    const char *lang, struct tcn_str countries[TCN_LOCATED_MAX], size_t *n);

#endif
