/*
 * engine/text/calendar.h - which words of a headline only name a day.
 *
 * "Horoscope for Saturday, May 6" and "Weather for Saturday, May 6" share a
 * date and nothing else, so that a date must not count as content. Finding
 * dates in text is known as temporal expression tagging; this is as much of it
 * as that needs: words are marked, no value is computed.
 *
 * NAMES of weekdays and months, in full and shortened, of today, yesterday and
 * tomorrow, and ordinals ("8th") come from ICU, that is from Unicode's CLDR, in
 * the language of the text. They are loaded when a language is first met. A
 * language that ICU does not have has no names, whatever the locale of the
 * process is. Accents may be missing ("sabado"). A name of several words counts
 * only as a whole ("segunda-feira", "Thứ Hai", "aujourd'hui"): names are kept
 * as paths of words in one hash map, and a text is matched from each of its
 * words on, the longest name first.
 *
 * RULES. Some names are ordinary words as well (may, march, sun, mars), and no
 * list says which. So what stands beside a name decides. Beside means next to
 * it, with a part of a date between, or with a function word between a number
 * and its month or a month and its year ("8 de mayo de 2023", but not "march in
 * 12 cities").
 *
 * - A month, in full or shortened, is a date beside a day's number (1 to 31,
 *   or "8th") or a year (1900 to 2099): not so "may", "march", "mars" or
 *   "set". A weekday is not enough, or "Sunday march draws thousands" would be
 *   one. A name with a figure in it ("5월") is certain by itself.
 * - A weekday in full, or today, is a date by itself. But where its language
 *   writes weekdays with a small letter and this one has a capital, and is not
 *   the first word ("Santo Domingo"), the next rule applies to it.
 * - A shortened weekday, of three letters at least ("sat", "sun", "mar"), is a
 *   date before a day's number, or beside a month that is a date.
 * - A day's number is a date beside such a month or behind such a weekday, a
 *   year is one beside such a month.
 *
 * Inflected forms that CLDR does not list, as "w sobotę" for sobota, are not
 * found.
 *
 * Call order: prefilter with a language and the hashes of a text's words; when
 * it says that a name is possible, mark. Marks depend on the words and the
 * language alone.
 *
 * Cost: the prefilter tests one bit a word (a Bloom filter of one hash
 * function, by first words of names), and most texts end there. Loading a
 * language takes about 0.7 ms. Memory: 8 KiB, and 4 KiB a language. Not thread
 * safe: one calendar, one thread.
 */
#ifndef TCN_ENGINE_TEXT_CALENDAR_H
#define TCN_ENGINE_TEXT_CALENDAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/str.h"
#include "engine/text/tokenizer.h"

struct tcn_calendar;

struct tcn_calendar_word {
	uint64_t fold; /* XXH3-64 of the folded word */
	struct tcn_str surface; /* as written */
	bool stop; /* it is a function word */
	bool date; /* result: the word is part of a date here */
	uint8_t kind; /* used inside the calendar */
};

struct tcn_calendar *tcn_calendar_new(void);
void tcn_calendar_free(struct tcn_calendar *calendar);

/*
 * Loads the names of lang (as in struct tcn_doc) when it is first met, and sets
 * *any to whether a name may begin with one of these n words; false is certain.
 * folds are the XXH3-64 of the folded words. tokenizer belongs to the caller,
 * and no scan of it may be going on.
 */
void tcn_calendar_prefilter(struct tcn_calendar *calendar,
    struct tcn_tokenizer *tokenizer, const char *lang, const uint64_t *folds,
    size_t n, bool *any);

/*
 * Sets `date` of each of the n words, which are adjacent in the text.
 * tcn_calendar_prefilter() must have loaded lang, or no word is a date.
 */
void tcn_calendar_mark(const struct tcn_calendar *calendar, const char *lang,
    struct tcn_calendar_word *words, size_t n);

#endif
