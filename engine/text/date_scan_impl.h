/*
 * engine/text/date_scan_impl.h - one reading of a date's text, by the words of
 * one language. For date_words.c alone.
 *
 * A reading goes once from left to right and collects fields; each piece of the
 * text must be a number, a word, an offset, a comment or a separator, and a
 * field that comes twice ends it. date_scan.c does that; date_number.c reads
 * what begins with a figure, and knows by their shape which figures belong
 * together: 2026-11-22, 22/11/2026, 09:43:16.5.
 */
#ifndef TCN_ENGINE_TEXT_DATE_SCAN_IMPL_H
#define TCN_ENGINE_TEXT_DATE_SCAN_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/date.h"
#include "engine/base/str.h"
#include "engine/text/date_names.h"

#define TCN_DATE_TEXT_MAX 160 /* bytes; a longer text is no date */

/* How a reading interprets words, and figures in an ambiguous order. */
struct tcn_date_lexicon {
	size_t lang; /* a number of date_names.h, if `any` */
	bool any; /* there is a language; else English alone */
	struct tcn_str tag; /* of the feed: decides on 03/04/2026 */
};

/* The state of a reading. A field that was not met is -1. */
struct tcn_date_scan {
	const struct tcn_date_lexicon *lexicon;
	const char *z, *at; /* the text, and the next byte to read */
	struct tcn_date_parts parts;
	int day_of_year, week, weekday; /* of ISO 8601 */
	int half; /* TCN_DATE_AM or _PM, 0: none */
	int minutes; /* offset, when `offset` */
	struct tcn_str rule; /* the zone of the IANA database; n 0: none */
	struct tcn_str comment; /* the last one in parentheses */
	/* fields that were met; clock_words: an hour with a word behind it */
	bool time, offset, clock_words;
	bool partial; /* the date is a year, or a year and a month */
	bool ambiguous; /* met a word that is a month and a weekday ... */
	bool ambiguous_is_day; /* ... and took it for a weekday */
	bool era; /* met a year of another era: no date */
	unsigned pieces; /* read so far */
	bool foreign; /* another language may know a word that this one lacks */
};

/* Whether the fields of a day have all been met. */
bool tcn_date_scan_has_day(const struct tcn_date_scan *scan);

/* Reads the piece at `at`, which begins with a figure. False: it fits no
 * shape. */
bool tcn_date_scan_number(struct tcn_date_scan *scan);

/*
 * Returns the longest name, of at most four pieces, at `at`, and sets *n to its
 * bytes. Kinds 0: there is none.
 */
struct tcn_date_word tcn_date_scan_name(const struct tcn_date_scan *scan,
    const char *at, size_t *n);

/*
 * Finds candidate languages for z: takes the word of z that the fewest
 * languages of date_names.h (all loaded) know, sets *langs to those and returns
 * how many they are. A language that knows all words of z is among them. *langs
 * belongs to date_names.h.
 */
size_t tcn_date_scan_langs(const char *z, const uint16_t **langs);

/*
 * Reads z, which is folded (tcn_date_fold) unless it is ASCII. False: it is no
 * date by these words, and *foreign is set if other words may make it one.
 */
bool tcn_date_scan(const char *z, const struct tcn_date_lexicon *lexicon,
    int64_t *ms, bool *foreign);

#endif
