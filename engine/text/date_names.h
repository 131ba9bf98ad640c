/*
 * engine/text/date_names.h - the words of dates in the languages of ICU: names
 * of months and weekdays, AM and PM, and the words between the fields.
 *
 * All of it is Unicode's CLDR as ICU has it, none of it a list of ours. Names
 * are those of months and weekdays, in full and shortened, within a date and
 * alone, of every locale that ICU has (de_AT adds "Jänner" to de; of English
 * only the language itself, whose regions add nothing). A month in an alphabet
 * may also be its first three letters where ICU shortens it otherwise, as C
 * libraries have it ("ноя" for "нояб."). The words between are
 * the letters that ICU's patterns of dates and times put between the fields
 * ("de", "г.", "Uhr", "年"). One that stands behind a field also says which it
 * is: behind a number "月" says month and "h" hour.
 *
 * A word is looked up by its hash, in one language at a time, because languages
 * do not agree: "listopad" is October in Croatian and November in Polish.
 *
 * The names of a language are read when it is first asked for, which takes
 * about 2 ms, those of all languages together 0.3 s; English dates do not ask.
 * They are kept for the process in 0.7 MB of static memory, which is not
 * touched before. Thread safe.
 */
#ifndef TCN_ENGINE_TEXT_DATE_NAMES_H
#define TCN_ENGINE_TEXT_DATE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"

enum tcn_date_kind { /* bits: a word may be several things */
	TCN_DATE_MONTH = 1,
	TCN_DATE_WEEKDAY = 2,
	TCN_DATE_AM = 4,
	TCN_DATE_PM = 8,
	TCN_DATE_BETWEEN = 16, /* means nothing by itself */
	TCN_DATE_SHORTENED = 32, /* with MONTH: by its first letters, which are
				  * no name in ICU */
};

enum tcn_date_field { /* bits */
	TCN_DATE_OF_YEAR = 1,
	TCN_DATE_OF_MONTH = 2,
	TCN_DATE_OF_DAY = 4,
	TCN_DATE_OF_HOUR = 8,
	TCN_DATE_OF_MINUTE = 16,
	TCN_DATE_OF_SECOND = 32,
};

struct tcn_date_word {
	uint8_t kinds; /* of enum tcn_date_kind */
	uint8_t month; /* 1 to 12, with TCN_DATE_MONTH */
	uint8_t fields; /* enum tcn_date_field: what a number before it is */
};

/*
 * Replaces the content of out by text, valid UTF-8, in the form in which words
 * are compared: folded (engine/text/fold.h), without accents, and with the
 * digits, dashes, commas, colons and apostrophes of every script made those of
 * ASCII. Text beyond 160 bytes is cut off.
 */
void tcn_date_fold(struct tcn_str text, struct tcn_buf *out);

/* The hash of a folded word's letters and digits: the key of every look-up
 * here. */
uint64_t tcn_date_word_hash(struct tcn_str word);

/* Loads the language of a tag such as "de" or "pt-BR" when it is first asked
 * for, and sets *i to its number, or to TCN_DATE_NO_LANG when ICU does not have
 * it. */
void tcn_date_names_lang(struct tcn_str tag, size_t *i);

#define TCN_DATE_NO_LANG SIZE_MAX

/* Whether the word of that hash names a month or a weekday in the language of a
 * tag, of which only these names are read then; false: or ICU does not have
 * that language. */
bool tcn_date_names_is_day(struct tcn_str tag, uint64_t hash);

/* Loads all languages, when first called. */
void tcn_date_names_all(void);

/*
 * Sets *langs to the numbers of the languages that have the word of that hash,
 * ascending, and returns how many there are. Months shortened to first letters
 * do not count, as languages share too many of them. All languages must be
 * loaded.
 */
size_t tcn_date_names_knowing(uint64_t hash, const uint16_t **langs);

enum tcn_date_order { /* bits: of day, month and year in figures */
	TCN_DATE_DMY = 1,
	TCN_DATE_MDY = 2,
	TCN_DATE_YMD = 4,
};

/*
 * The order in which the region of a tag writes 03/04/2026; 0: not known, also
 * for English without a region, which most do not mean as American. Needs no
 * loading. About 30 us.
 */
unsigned tcn_date_order_of(struct tcn_str tag);

/* The code of language i, such as "de"; NULL beyond the last. */
const char *tcn_date_names_code(size_t i);

/* The word of that hash in language i, which must be loaded; NULL: it is no
 * word of dates. */
const struct tcn_date_word *tcn_date_names_find(size_t i, uint64_t hash);

#endif
