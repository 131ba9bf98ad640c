/*
 * engine/text/places.h - the countries and cities that an article names in its
 * title and first two sentences.
 *
 * Names are those of engine/text/place_names.h, in the article's language. What
 * is written like one is often something else; precision counts for more here
 * than finding all. So a name is a place
 *
 * - with capitals where places have them: "turkey" is none, nor "us", and of a
 *   sentence all in capitals nothing is read;
 * - alone: with another capital beside it, it is a part of a name ("Paris
 *   Hilton", "Malaysia Airlines", "New Mexico", "Gulf of Mexico"). One with a
 *   first name before it is a person's in the whole article: behind "Michael
 *   Jordan" "Jordan" is none either. A hyphen joins what is about a country
 *   and not there: "US-led";
 * - in a title In Such Letters, where all words have capitals, only behind a
 *   word that says where ("In Chile"), or before "'s", a colon or a comma;
 * - of a language's homonyms ("Georgia", "Chad") only beside another name of
 *   the same country that is none ("Tbilisi").
 *
 * Of what two countries are called ("Congo") nothing is said. The name of a
 * government's seat is not told from the government.
 *
 * Everything is a function of the article and the version of ICU. Cost: some
 * ten microseconds.
 */
#ifndef TCN_ENGINE_TEXT_PLACES_H
#define TCN_ENGINE_TEXT_PLACES_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/str.h"
#include "engine/text/place_names.h"

struct tcn_place {
	char country[TCN_PLACE_COUNTRY_BYTES];
	const char *zone; /* of a city; "": the country is named. Static */
	bool located; /* named behind "in" or the like at least once */
	bool homonym; /* its name alone may mean no place */
};

#define TCN_PLACES_MAX 16 /* of an article; others are not looked at */

struct tcn_places {
	struct tcn_place at[TCN_PLACES_MAX];
	size_t n;
};

/* Finds the places in an article's title and text, plain UTF-8, in its language
 * ("de", or ""): each once, in order of mention. Homonyms that may be no places
 * are included; tcn_places_drop_unsure() removes them. */
struct tcn_places tcn_places_find(struct tcn_str title, struct tcn_str text,
    const char *lang);

/* Removes the homonyms that no other place of the same country confirms. */
void tcn_places_drop_unsure(struct tcn_places *places);

#endif
