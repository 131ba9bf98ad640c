/*
 * tools/words/words_impl.h - what a handle holds. Private to
 * tools/words/words*.c.
 */
#ifndef TCN_TOOLS_WORDS_WORDS_IMPL_H
#define TCN_TOOLS_WORDS_WORDS_IMPL_H

#include <unicode/udat.h>
#include <unicode/ulistformatter.h>
#include <unicode/unum.h>
#include <unicode/upluralrules.h>

#include "tools/words/catalogue.h"
#include "tools/words/words.h"

/* CLDR's plural forms: zero, one, two, few, many, other. */
#define TCN_WORDS_OTHER 5

struct tcn_words {
	enum tcn_words_language language;
	struct tcn_catalogue catalogue;
	UDateFormat *times[TCN_WORDS_TIMES];
	UNumberFormat *number, *percent;
	UPluralRules *plurals;
	uint8_t forms[TCN_WORDS_OTHER + 1]; /* of a catalogue, by those */
	UListFormatter *list;
};

/* Opens ICU's part; the language and the catalogue are there. What was opened
 * before an error is closed by tcn_words_free(). */
TCN_MUST_USE enum tcn_rc tcn_words_locale_open(struct tcn_words *words,
    const char *zone, struct tcn_err *err);
void tcn_words_locale_close(struct tcn_words *words);

/* Which of the forms of a message of a count is that for a number. */
size_t tcn_words_form(const struct tcn_words *words, int64_t thousandths);

/* Takes the next piece of a message, a text or what stands for a name; false
 * behind the last. */
bool tcn_words_piece(const char **text, const struct tcn_words_with *with,
    struct tcn_str *piece);

#endif
