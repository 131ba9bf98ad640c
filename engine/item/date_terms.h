/*
 * engine/item/date_terms.h - which terms of an article only name a day.
 *
 * A term is flagged TCN_TERM_DATE when it is part of a date
 * (engine/text/calendar.h) wherever it stands in the title; one that the title
 * does not hold, wherever it stands among the first 64 words of the text, where
 * a report gives its date. Of the title the 64 first words are looked at, and a
 * term that stands behind them as well is no date's. O(words).
 */
#ifndef TCN_ENGINE_ITEM_DATE_TERMS_H
#define TCN_ENGINE_ITEM_DATE_TERMS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/item/doc.h"
#include "engine/text/calendar.h"
#include "engine/text/tokenizer.h"

/* An article as it is being made ready; all is the caller's. */
struct tcn_date_terms {
	struct tcn_calendar *calendar;
	struct tcn_tokenizer *tokenizer; /* no scan may be under way */
	const char *lang; /* as in struct tcn_doc */
	struct tcn_term *terms; /* their flags are set here */
	const uint32_t *words; /* of title and text, index into terms */
	const uint64_t *folds; /* of each word: XXH3-64, folded */
};

/* Of all words_n words the first title_n are the title's. Errors: TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc tcn_date_terms_mark(const struct tcn_date_terms *dates,
    size_t title_n, size_t words_n);

#endif
