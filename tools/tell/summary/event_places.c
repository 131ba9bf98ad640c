#include "tools/tell/summary/event_places.h"

#include <string.h>

#include "engine/base/map.h"
#include "engine/text/lang.h"
#include "engine/text/places.h"
#include "tools/tell/summary/summary_memo.h"

#define COUNTED_MAX 64 /* places of an event that are counted */
#define LEAST       3 /* origins that name one, of so many */

/* A country, or a city, and how many origins name it. */
struct counted {
	struct tcn_place place;
	size_t named, located;
};

struct tally {
	struct counted at[COUNTED_MAX];
	size_t n;
	size_t origins, naming; /* naming: those that name a country */
};

static bool
is_country(const struct tcn_place *place, const char *country)
{
	return strcmp(place->country, country) == 0;
}

/* The places that a text names. */
struct named {
	const struct tcn_place *at;
	size_t n;
};

/* What a text names; read once, where it has a memo. */
static const struct named *
read_text(const struct tcn_summary_text *text, struct tcn_arena *arena)
{
	const struct tcn_summary_memo_key key = { .kind = 'p',
		.parts = { text->title, text->text, text->lang } };
	const struct named *known = tcn_summary_memo_find(text->memo, &key);
	char lang[TCN_LANG_BYTES] = "";
	struct tcn_places places;
	struct tcn_place *at;
	struct named *named;

	if (known)
		return known;
	if (text->memo)
		arena = tcn_summary_memo_arena(text->memo);
	tcn_lang_from_tag(text->lang, lang);
	places = tcn_places_find(text->title, text->text, lang);
	named = tcn_arena_zalloc(arena, 1, sizeof *named);
	at = tcn_arena_zalloc(arena, places.n, sizeof *at);
	memcpy(at, places.at, places.n * sizeof *at);
	*named = (struct named){ at, places.n };
	if (text->memo)
		tcn_summary_memo_put(text->memo, &key, named);
	return named;
}

static struct counted *
find_counted(struct tally *tally, const char *country, const char *zone)
{
	for (size_t i = 0; i < tally->n; i++)
		if (is_country(&tally->at[i].place, country) &&
		    strcmp(tally->at[i].place.zone, zone) == 0)
			return &tally->at[i];
	if (tally->n == COUNTED_MAX)
		return NULL;
	tally->at[tally->n] = (struct counted){
		.place = { .zone = zone, .homonym = true },
	};
	strcpy(tally->at[tally->n].place.country, country);
	return &tally->at[tally->n++];
}

static void
count(struct tally *tally, const struct tcn_place *place, const char *zone,
    bool located)
{
	struct counted *counted = find_counted(tally, place->country, zone);

	if (!counted)
		return;
	counted->named++;
	counted->located += located;
	counted->place.homonym &= place->homonym;
}

/* Counts the places of a text: each city, and each country once. */
static void
count_text(struct tally *tally, const struct named *places)
{
	tally->origins++;
	tally->naming += places->n > 0;
	for (size_t i = 0; i < places->n; i++) {
		const struct tcn_place *place = &places->at[i];
		struct tcn_place all = *place;
		bool first = true;

		if (*place->zone)
			count(tally, place, place->zone, place->located);
		for (size_t k = 0; k < places->n; k++) {
			if (!is_country(&places->at[k], place->country))
				continue;
			first &= k >= i;
			all.located |= places->at[k].located;
			all.homonym &= places->at[k].homonym;
		}
		if (first)
			count(tally, &all, "", all.located);
	}
}

/* A homonym is left out where no name that is none speaks for its country. */
static bool
is_sure(const struct tally *tally, const struct counted *counted)
{
	for (size_t i = 0; i < tally->n; i++)
		if (!tally->at[i].place.homonym &&
		    is_country(&tally->at[i].place, counted->place.country))
			return true;
	return false;
}

static bool
is_named_enough(const struct tally *tally, const struct counted *counted)
{
	size_t least = tally->origins < LEAST ? tally->origins : LEAST;

	return counted->named >= least &&
	    counted->named * 5 >= tally->origins &&
	    counted->named * 2 >= tally->naming && is_sure(tally, counted);
}

/* How many origins put the country behind "in" that most do so. */
static size_t
most_located(const struct tally *tally)
{
	size_t most = 0;

	for (size_t i = 0; i < tally->n; i++)
		if (!*tally->at[i].place.zone &&
		    is_named_enough(tally, &tally->at[i]) &&
		    tally->at[i].located > most)
			most = tally->at[i].located;
	return most * 6 >= tally->origins ? most : 0;
}

/* The country that comes next: named most, of those not taken; or NULL. */
static const struct counted *
next_country(const struct tally *tally, const struct tcn_event_places *places)
{
	size_t located = most_located(tally);
	const struct counted *best = NULL;

	for (size_t i = 0; i < tally->n; i++) {
		const struct counted *at = &tally->at[i];
		bool taken = *at->place.zone || !is_named_enough(tally, at) ||
		    at->located * 2 < located;

		for (uint32_t k = 0; k < places->n; k++)
			taken |= is_country(&at->place, places->countries[k]);
		if (!taken &&
		    (!best ||
			at->named + at->located > best->named + best->located))
			best = at;
	}
	return best;
}

/* The city of a country that most name, or "". */
static const char *
find_city(const struct tally *tally, const char *country)
{
	const struct counted *best = NULL;

	for (size_t i = 0; i < tally->n; i++) {
		const struct counted *at = &tally->at[i];

		if (*at->place.zone && is_country(&at->place, country) &&
		    at->named * 4 >= tally->origins &&
		    (at->named > 1 || tally->origins < LEAST) && at->located &&
		    at->located * 10 >= tally->origins &&
		    (!best || at->named > best->named))
			best = at;
	}
	return best ? best->place.zone : "";
}

struct tcn_event_places
tcn_event_places_find(const struct tcn_summary_text *texts, size_t n,
    struct tcn_arena *arena)
{
	struct tcn_event_places places = { .n = 0 };
	struct tally tally = { .n = 0 };
	struct tcn_map seen = { 0 };
	const struct counted *next;

	for (size_t i = 0; i < n; i++) {
		uint64_t *slot;
		bool added;

		tcn_map_put(&seen, texts[i].origin, &slot, &added);
		if (added)
			count_text(&tally, read_text(&texts[i], arena));
	}
	tcn_map_fini(&seen);
	while (places.n < TCN_EVENT_PLACES &&
	    (next = next_country(&tally, &places)))
		strcpy(places.countries[places.n++], next->place.country);
	if (places.n)
		strcpy(places.zone, find_city(&tally, places.countries[0]));
	return places;
}
