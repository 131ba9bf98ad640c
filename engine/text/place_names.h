/*
 * engine/text/place_names.h - names of countries, of larger cities and of
 * languages, in the languages of ICU.
 *
 * It is Unicode's CLDR as ICU has it: countries in full, short and in variants
 * ("United Kingdom", "UK"; "Ivory Coast"), the cities that stand for time zones
 * (some 400, capitals mostly: "Kolkata" but no "Mumbai"), and languages
 * ("Spanish"). A language's file (words/LANG.txt, README.md) adds what
 * countries are called besides, as "Britain", which names are words or people
 * as well, and which words stand before a place. It knows no other place, so
 * what it does not know may be one all the same.
 *
 * Names are compared by their letters and digits alone, folded and without
 * accents: "U.S." is "US".
 *
 * The names of a language are read when it is first asked for, which takes some
 * milliseconds, and kept for the process in 2.5 MB of static memory, which is
 * not touched before. Thread safe.
 */
#ifndef TCN_ENGINE_TEXT_PLACE_NAMES_H
#define TCN_ENGINE_TEXT_PLACE_NAMES_H

#include <stdbool.h>

#include "engine/base/str.h"

enum tcn_place_kind { /* bits: "Jersey" may be several things */
	TCN_PLACE_COUNTRY = 1,
	TCN_PLACE_CITY = 2,
	TCN_PLACE_LANGUAGE = 4,
	TCN_PLACE_HOMONYM = 8, /* in this language it often is no place */
	TCN_PLACE_BEFORE = 16, /* no name: it says where, "in" */
	TCN_PLACE_BETWEEN = 32, /* and may stand behind that: "northern" */
};

#define TCN_PLACE_COUNTRY_BYTES 3 /* "DE" with its NUL */
#define TCN_PLACE_ZONE_BYTES    40

/* What a name is. */
struct tcn_place_name {
	unsigned kinds; /* 0: none of these */
	/* ISO 3166-1 of the country or of the city's; "" where two of either
	 * have the name ("Congo"), and of what is no place. */
	char country[TCN_PLACE_COUNTRY_BYTES];
	/* The time zone that a city stands for, by which it is known; "" of
	 * what is a country as well ("Singapore"). Static. */
	const char *zone;
};

/*
 * What a name, valid UTF-8, is in the language of a tag as "de" or "pt-BR";
 * none where ICU does not have the language, or more languages were asked for
 * than are kept (24). O(log names).
 */
struct tcn_place_name tcn_place_names_find(struct tcn_str tag,
    struct tcn_str name);

/* False: no name of a country in that language begins with this word; true: one
 * may. Saves looking up all that begins there. O(word). */
bool tcn_place_names_may_begin(struct tcn_str tag, struct tcn_str word);

/* The same of the names of countries and cities, for a word that ends anywhere:
 * false: none starts with its letters, as "U" of "U S" does. */
bool tcn_place_names_may_start(struct tcn_str tag, struct tcn_str word);

/* Whether there is a country of that code of ISO 3166-1: "DE". */
bool tcn_place_names_has(struct tcn_str code);

/*
 * What a person asks for: a country's code ("DE", "de"), or the name of a
 * country or a city in the language of a tag. Returns the code, or the city's
 * zone; static. NULL: it is neither.
 */
const char *tcn_place_names_read(struct tcn_str tag, struct tcn_str text);

/* A zone of tzdata as it is named here ("Asia/Kolkata" is "Asia/Calcutta");
 * static. NULL: no city stands for it. */
const char *tcn_place_names_zone(struct tcn_str zone);

/* The name of a country, or of the city of a zone, in a language ("de"): short
 * ("UK"), static; what ICU has no name of, as it is given. */
const char *tcn_place_names_country(const char *lang, const char *code);
const char *tcn_place_names_city(const char *lang, const char *zone);

#endif
