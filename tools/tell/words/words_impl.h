/*
 * tools/tell/words/words_impl.h - what a handle holds. Private to
 * tools/tell/words/words*.c.
 */
#ifndef TCN_TOOLS_TELL_WORDS_WORDS_IMPL_H
#define TCN_TOOLS_TELL_WORDS_WORDS_IMPL_H

#include <unicode/udat.h>
#include <unicode/ulistformatter.h>
#include <unicode/unum.h>
#include <unicode/upluralrules.h>

#include "tools/tell/words/catalogue.h"
#include "tools/tell/words/words.h"

/* CLDR's plural forms: zero, one, two, few, many, other. */
#define TCN_WORDS_OTHER 5

#define TCN_WORDS_ZONE_BYTES 64

struct tcn_words {
	enum tcn_words_language language;
	struct tcn_catalogue catalogue;
	UDateFormat *times[TCN_WORDS_TIMES];
	UNumberFormat *number, *percent;
	UPluralRules *plurals;
	uint8_t forms[TCN_WORDS_OTHER + 1]; /* of a catalogue, by those */
	UListFormatter *list;
	char zone[TCN_WORDS_ZONE_BYTES]; /* its name */
};

#endif
