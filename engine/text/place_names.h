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
	TCN_PLACE_HOMONYM = 4, /* in this language often not a place */
	TCN_PLACE_BEFORE = 8, /* no name, but a word before a place: "in" */
	/* a word between that and the place: "northern" */
	TCN_PLACE_BETWEEN = 16,
};

#define TCN_PLACE_COUNTRY_BYTES 3 /* "DE" with its NUL */
#define TCN_PLACE_ZONE_BYTES    40

/* The meaning of a name. */
struct tcn_place_name {
	unsigned kinds; /* 0: none of these */
	/* ISO 3166-1 of the country, or of the city's country; "" where two
	 * countries or cities have the name ("Congo"), and if it is no
	 * place. */
	char country[TCN_PLACE_COUNTRY_BYTES];
	/* The time zone named after the city, which identifies it; "" if the
	 * name is a country as well ("Singapore"). Static. */
	const char *zone;
};

/*
 * Looks up a name, valid UTF-8, in the language of a tag such as "de" or
 * "pt-BR". Kinds 0 for an unknown name, where ICU does not have the language,
 * and once more than 24 languages were asked for. O(log names).
 */
struct tcn_place_name tcn_place_names_find(struct tcn_str tag,
    struct tcn_str name);

/* Whether it is the name of a language ("Spanish") in the language of the tag.
 * These names are read with the first question. O(log names). */
bool tcn_place_names_is_language(struct tcn_str tag, struct tcn_str name);

/* Whether a name of a country in that language may begin with this word; false
 * is certain, and saves looking up longer names from there. O(word). */
bool tcn_place_names_may_begin(struct tcn_str tag, struct tcn_str word);

/* Whether a name of a country or city may begin with the letters of this word,
 * a part of a word or not, as "U" begins "U S"; false is certain. */
bool tcn_place_names_may_start(struct tcn_str tag, struct tcn_str word);

/* Whether there is a country of that code of ISO 3166-1: "DE". */
bool tcn_place_names_has(struct tcn_str code);

/*
 * Reads a place as a person types it: a country's code ("DE", "de"), or the
 * name of a country or a city in the language of a tag. Returns the code, or
 * the city's zone; static. NULL: it is no place.
 */
const char *tcn_place_names_read(struct tcn_str tag, struct tcn_str text);

/* The name that this module has for a zone of tzdata ("Asia/Calcutta" for
 * "Asia/Kolkata"); static. NULL: no city stands for that zone. */
const char *tcn_place_names_zone(struct tcn_str zone);

/* The short name ("UK") of a country by its code, and of a city by its zone, in
 * a language ("de"); static. Where ICU has no name, the code or zone itself. */
const char *tcn_place_names_country(const char *lang, const char *code);
const char *tcn_place_names_city(const char *lang, const char *zone);

#endif
