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

/* Adds the meaning of the word of that hash to lang, the language that was
 * begun last. A name that two months share is dropped as a month. */
void tcn_date_names_add(struct tcn_date_lang *lang, uint64_t hash,
    struct tcn_date_word word);

/* Adds the names of a locale of ICU that its parent does not have; with `whole`
 * all, and the words of its patterns. */
void tcn_date_names_locale(struct tcn_date_lang *lang, const char *name,
    bool whole);

/*
 * Adds the first three letters of each month of a locale, as C libraries
 * shorten it where ICU does not, unless these letters are another word or begin
 * two months. To be called after all locales of the language.
 */
void tcn_date_names_short(struct tcn_date_lang *lang, const char *name);

/* Whether lang, the language that was begun last, has the word of that hash. */
bool tcn_date_names_has(const struct tcn_date_lang *lang, uint64_t hash);

#endif
