/*
 * engine/text/calendar.h - which words of a headline only name a day.
 *
 * "Horoscope for Saturday, May 6" and "Weather for Saturday, May 6" share a
 * date and nothing else. Names of weekdays and months, in full and shortened,
 * and today, yesterday and tomorrow come from ICU (Unicode's CLDR) in the
 * language of the text, read when it is first met; a language ICU does not
 * have has none, whatever the locale of the process. Accents may be missing
 * ("sabado"). A name of several words counts as a whole alone ("segunda-feira",
 * "Thứ Hai", "aujourd'hui").
 *
 * No list says which of these names are ordinary words as well, so that what
 * stands beside a name decides. Beside: next to it, with a part of a date
 * between, or with a function word between a number and its month or a month
 * and its year ("8 de mayo de 2023", but not "march in 12 cities").
 *
 * - A month, in full or shortened, is a date beside a day's number (1 to 31,
 *   or "8th") or a year (1900 to 2099): not so "may", "march", "mars" or
 *   "set". A weekday is not enough, or "Sunday march draws thousands" would be
 *   one. A name with a figure in it ("5월") is certain by itself.
 * - A weekday in full, or today, is a date by itself. But where its language
 *   begins it with a small letter and this one has a capital behind the first
 *   word ("Santo Domingo"), it is one like the next.
 * - A shortened weekday, of three letters at least ("sat", "sun", "mar"), is a
 *   date before a day's number, or beside a month that is a date.
 * - A day's number is one beside such a month or behind such a weekday, a
 *   year is one beside such a month.
 *
 * Forms that CLDR does not list, as "w sobotę" for sobota, are not found.
 *
 * Cost: a bit looked at for each word; those of a text that may hold a name
 * are looked at closer. About 0.7 ms the first time in a language. 8 KiB, and
 * 4 KiB a language. Not thread safe: one a preparer. What it says depends on
 * the words and the language alone.
 */
#ifndef TCN_ENGINE_TEXT_CALENDAR_H
#define TCN_ENGINE_TEXT_CALENDAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "engine/text/tokenizer.h"

struct tcn_calendar;

struct tcn_calendar_word {
	uint64_t fold; /* XXH3-64 of the folded word */
	struct tcn_str surface; /* as written */
	bool stop; /* a function word */
	bool date; /* out: part of a date here */
	uint8_t kind; /* for the calendar's own use */
};

TCN_MUST_USE enum tcn_rc tcn_calendar_new(struct tcn_calendar **calendar);
void tcn_calendar_free(struct tcn_calendar *calendar);

/*
 * Learns the names of lang (as in struct tcn_doc) and says in *any whether one
 * may begin with a word of these n; when it says no, none does. folds: XXH3-64
 * of the folded words; tokenizer are the caller's, and no scan may be under
 * way. Errors: TCN_NOMEM, and the next call tries again.
 */
TCN_MUST_USE enum tcn_rc tcn_calendar_prefilter(struct tcn_calendar *calendar,
    struct tcn_tokenizer *tokenizer, const char *lang, const uint64_t *folds,
    size_t n, bool *any);

/*
 * Says of each of the n words, which follow each other, whether it is part of
 * a date. lang has been looked at before; else nothing is a date.
 */
void tcn_calendar_mark(const struct tcn_calendar *calendar, const char *lang,
    struct tcn_calendar_word *words, size_t n);

#endif
