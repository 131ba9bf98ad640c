/*
 * engine/item/title_form.h - a title split into its form and the filling of its
 * gaps.
 *
 * "Dividends: Acme Corp pays 12 cents" and "Dividends: Beta Inc pays 30 cents"
 * are one form. Its *shape* is the title's words in their order, by stem, with
 * a gap in place of numbers, dates and, where capitals tell them, names; its
 * *filling* is what stands in the gaps. O(words).
 */
#ifndef TCN_ENGINE_ITEM_TITLE_FORM_H
#define TCN_ENGINE_ITEM_TITLE_FORM_H

#include <stdint.h>

#include "engine/item/doc.h"

struct tcn_title_form {
	uint64_t shape, filling; /* hashes */
	unsigned plain; /* words of the shape without stop words */
	unsigned gaps;
};

/* Splits the doc's title, without its suffix, into shape and filling. */
struct tcn_title_form tcn_title_form(const struct tcn_doc *doc);

#endif
