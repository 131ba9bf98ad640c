#include "engine/item/date_terms.h"

#include <assert.h>

#define WORDS 64 /* how many are looked at, of the title and of the text */

/* Marks which of the n words from `from` on are parts of dates. */
static void
ask_calendar(const struct tcn_date_terms *d, size_t from, size_t n,
    struct tcn_calendar_word *words)
{
	for (size_t i = 0; i < n; i++) {
		const struct tcn_term *term = &d->terms[d->words[from + i]];

		words[i].fold = d->folds[from + i];
		words[i].surface = term->word;
		words[i].stop = (term->flags & TCN_TERM_STOP) != 0;
	}
	tcn_calendar_mark(d->calendar, d->lang, words, n);
}

/*
 * Flags the terms that first stand in words[from] to words[to - 1] and are
 * parts of dates in all their places there. A place behind the first WORDS is
 * taken for no date.
 */
static void
mark(const struct tcn_date_terms *d, size_t from, size_t to)
{
	size_t n = to - from < WORDS ? to - from : WORDS;
	struct tcn_calendar_word words[WORDS];
	bool any = false;

	if (n)
		tcn_calendar_prefilter(d->calendar, d->tokenizer, d->lang,
		    d->folds + from, n, &any);
	if (!any)
		return;
	ask_calendar(d, from, n, words);
	for (size_t i = 0; i < n; i++) {
		struct tcn_term *term = &d->terms[d->words[from + i]];

		if (words[i].date && term->first >= from)
			term->flags |= TCN_TERM_DATE;
	}
	for (size_t i = 0; i < to - from; i++) {
		struct tcn_term *term = &d->terms[d->words[from + i]];

		if ((i >= n || !words[i].date) && term->first >= from)
			term->flags &= ~(uint32_t)TCN_TERM_DATE;
	}
}

void
tcn_date_terms_mark(const struct tcn_date_terms *dates, size_t title_n,
    size_t words_n)
{
	assert(title_n <= words_n);
	mark(dates, 0, title_n);
	if (words_n - title_n > WORDS)
		words_n = title_n + WORDS;
	mark(dates, title_n, words_n);
}
