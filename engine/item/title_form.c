#include "engine/item/title_form.h"

#include <stdbool.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static uint64_t
mix(uint64_t hash, uint64_t word)
{
	return XXH3_64bits_withSeed(&word, sizeof word, hash);
}

/* Whether the word is one of those that another filling would change. */
static bool
fills_gap(const struct tcn_doc *doc, const struct tcn_term *term)
{
	if (term->flags & (TCN_TERM_NUMBER | TCN_TERM_DATE))
		return true;
	return (term->flags & TCN_TERM_CAPITAL) &&
	    !(term->flags & TCN_TERM_SMALL) && doc->style.capital;
}

struct tcn_title_form
tcn_title_form(const struct tcn_doc *doc)
{
	struct tcn_title_form form = { 0 };
	bool in_gap = false;

	for (size_t i = 0; i < doc->suffix_at; i++) {
		const struct tcn_term *term = &doc->terms[doc->words[i]];

		if (fills_gap(doc, term)) {
			form.filling = mix(form.filling, term->id);
			if (!in_gap)
				form.shape = mix(form.shape, 0);
			form.gaps += !in_gap;
			in_gap = true;
			continue;
		}
		form.shape = mix(form.shape, term->id);
		form.plain += !(term->flags & TCN_TERM_STOP);
		in_gap = false;
	}
	return form;
}
