/*
 * engine/text/place_names.h - names of countries, of larger cities and of
 * languages, in the languages of ICU.
 *
 * All of it is Unicode's CLDR as ICU has it, none of it a list of ours:
 * countries in full and short ("United Kingdom", "UK"), the cities that stand
 * for time zones (some 400, capitals mostly: "Kolkata" but no "Mumbai"), and
 * languages ("Spanish"). It knows no other place, so what it does not know may
 * be one all the same.
 *
 * Names are compared by their letters and digits alone, folded and without
 * accents: "U.S." is "US".
 *
 * The names of a language are read when it is first asked for, which takes some
 * milliseconds, and kept for the process in 0.5 MB of static memory, which is
 * not touched before. Thread safe.
 */
#ifndef TCN_ENGINE_TEXT_PLACE_NAMES_H
#define TCN_ENGINE_TEXT_PLACE_NAMES_H

#include "engine/base/rc.h"
#include "engine/base/str.h"

enum tcn_place_kind { /* bits: "Jersey" may be several things */
	TCN_PLACE_COUNTRY = 1,
	TCN_PLACE_CITY = 2,
	TCN_PLACE_LANGUAGE = 4,
};

/*
 * *kinds: what a name, valid UTF-8, is in the language of a tag as "de" or
 * "pt-BR"; 0: none of these, or ICU does not have the language, or more
 * languages were asked for than are kept (24). O(log names).
 */
void tcn_place_names_find(struct tcn_str tag, struct tcn_str name,
    unsigned *kinds);

#endif
