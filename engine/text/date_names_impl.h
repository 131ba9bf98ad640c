/*
 * engine/text/date_names_impl.h - the names of one language, while they are
 * loaded. For date_names.c, which keeps them, and date_names_load.c, which
 * takes them from ICU.
 */
#ifndef TCN_ENGINE_TEXT_DATE_NAMES_IMPL_H
#define TCN_ENGINE_TEXT_DATE_NAMES_IMPL_H

#include <stdbool.h>

#include "engine/text/date_names.h"

struct tcn_date_lang;

/* Adds what the word of that hash is to a language, the one that was begun
 * last. A name of two months is none of a month. */
void tcn_date_names_add(struct tcn_date_lang *lang, uint64_t hash,
    struct tcn_date_word word);

/* Adds the words of a locale of ICU's, with `whole` also those of its
 * patterns. */
void tcn_date_names_locale(struct tcn_date_lang *lang, const char *name,
    bool whole);

/*
 * Adds the first three letters of each month of a locale, as C libraries
 * shorten it where ICU does not, unless they are another word or those of two
 * months. After all locales of the language.
 */
void tcn_date_names_short(struct tcn_date_lang *lang, const char *name);

/* Whether the language that was begun last has the word of that hash. */
bool tcn_date_names_has(const struct tcn_date_lang *lang, uint64_t hash);

#endif
