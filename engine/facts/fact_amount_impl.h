/*
 * engine/facts/fact_amount_impl.h - a number of a sentence with all that
 * belongs to it: the upper end of a range, "million". Private to engine/facts.
 */
#ifndef TCN_ENGINE_FACTS_FACT_AMOUNT_IMPL_H
#define TCN_ENGINE_FACTS_FACT_AMOUNT_IMPL_H

#include "engine/facts/fact_tokens_impl.h"

/* Values are in thousandths. */
struct tcn_fact_amount {
	size_t from, to; /* its tokens, without `to` */
	int64_t lo, hi; /* groups of thousands where that may be */
	int64_t decimal_lo, decimal_hi; /* decimals where that may be */
	int64_t scaled_lo, scaled_hi; /* what a factor multiplies */
	bool vague;
	bool one; /* the word for 1, which may be an article */
	bool year;
	bool leads_on; /* "from 42 to 65": another follows, which replaces it */
};

#define TCN_FACT_AMOUNT_MAX INT64_C(1000000000000000000) /* thousandths */

/* Reads the amount that begins at token i; false: none does. Its bounds are
 * above 0 and in order. */
bool tcn_fact_amount_read(const struct tcn_fact_tokens *tokens, size_t i,
    struct tcn_fact_amount *amount);

/* The code of the money that a sign stands for, or NULL. */
const char *tcn_fact_amount_sign(UChar32 c);

#endif
