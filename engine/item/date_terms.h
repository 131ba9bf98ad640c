/*
 * engine/item/date_terms.h - which terms of an article only name a day.
 *
 * Headlines that share a date share nothing else, so the terms of dates must
 * not count as content. Finding them is temporal expression tagging, which
 * engine/text/calendar.h does word by word; here its answers become a flag of
 * the term, TCN_TERM_DATE. A term of the title is flagged when every one of its
 * places in the title is part of a date. A term that the title does not have is
 * flagged when every one of its places among the first 64 words of the text is,
 * where a report gives its date. The title is read up to 64 words as well, and
 * a term that also stands behind them is not flagged.
 *
 * Cost: O(words), without allocation once a language is loaded.
 */
#ifndef TCN_ENGINE_ITEM_DATE_TERMS_H
#define TCN_ENGINE_ITEM_DATE_TERMS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/item/doc.h"
#include "engine/text/calendar.h"
#include "engine/text/tokenizer.h"

/* An article while it is being prepared; everything belongs to the caller. */
struct tcn_date_terms {
	struct tcn_calendar *calendar;
	struct tcn_tokenizer *tokenizer; /* no scan of it may be going on */
	const char *lang; /* ISO 639-1, as in struct tcn_doc */
	struct tcn_term *terms; /* their flags are the output */
	const uint32_t *words; /* of title and text: index into terms */
	const uint64_t *folds; /* XXH3-64 of each folded word */
};

/* Sets the flags. The first title_n of all words_n words are the title's. */
void tcn_date_terms_mark(const struct tcn_date_terms *dates, size_t title_n,
    size_t words_n);

#endif
