#include "engine/facts/fact_amount_impl.h"

#include "engine/facts/reading.h"

#define RISING_GAP 6 /* words between a verb of rising and a number */

static uint64_t
what_is(const struct tcn_fact_tokens *tokens, size_t i)
{
	return i < tokens->n ? tcn_fact_token_is(&tokens->at[i]) : 0;
}

static UChar32
mark_at(const struct tcn_fact_tokens *tokens, size_t i)
{
	if (i >= tokens->n || tokens->at[i].kind != TCN_FACT_KIND_MARK)
		return 0;
	return tokens->at[i].mark;
}

const char *
tcn_fact_amount_sign(UChar32 c)
{
	switch (c) {
	case '$':
		return "USD";
	case 0xa3:
		return "GBP";
	case 0xa5:
		return "JPY";
	case 0x20ac:
		return "EUR";
	case 0x20b9:
		return "INR";
	default:
		return NULL;
	}
}

/* Whether a verb of rising stands shortly before token i: "rose from 42 to"
 * leads from one value to another and is no range. */
static bool
is_rising(const struct tcn_fact_tokens *tokens, size_t i)
{
	for (size_t k = 1; k <= RISING_GAP && k <= i; k++) {
		if (tokens->at[i - k].kind == TCN_FACT_KIND_MARK)
			return false;
		if (what_is(tokens, i - k) & TCN_FACT_RISE)
			return true;
	}
	return false;
}

/* The upper number of a range whose lower one ends before token i, or 0: "20
 * to 30", "20-30", "between 20 and 30". */
static size_t
range_end(const struct tcn_fact_tokens *tokens, size_t i)
{
	UChar32 mark = mark_at(tokens, i);
	bool dash = mark == '-' || (mark >= 0x2010 && mark <= 0x2014);
	bool between = i >= 2 && (what_is(tokens, i - 2) & TCN_FACT_FROM) &&
	    i < tokens->n && tokens->at[i].kind == TCN_FACT_KIND_WORD;

	if (!dash && !between && !(what_is(tokens, i) & TCN_FACT_TO))
		return 0;
	if (i + 1 >= tokens->n ||
	    tokens->at[i + 1].kind != TCN_FACT_KIND_NUMBER)
		return 0;
	return tokens->at[i + 1].grouped > tokens->at[i - 1].grouped ? i + 1
								     : 0;
}

static bool
multiply(struct tcn_fact_amount *amount, int64_t by)
{
	if (amount->scaled_hi > TCN_FACT_AMOUNT_MAX / by)
		return false;
	amount->lo = amount->decimal_lo = amount->scaled_lo *= by;
	amount->hi = amount->decimal_hi = amount->scaled_hi *= by;
	return true;
}

/* The factor of token i, or 0. "m" may be metres: it is a factor of money. */
static int64_t
factor_at(const struct tcn_fact_tokens *tokens,
    const struct tcn_fact_amount *amount, size_t i)
{
	uint64_t is = what_is(tokens, i);

	if (!(is & TCN_FACT_TIMES))
		return 0;
	if ((is & TCN_FACT_UNIT) &&
	    (amount->from == 0 ||
		!tcn_fact_amount_sign(mark_at(tokens, amount->from - 1))))
		return 0;
	return tokens->at[i].word->lo;
}

/* Takes in factors behind the number: "million", "tens of thousands". */
static bool
take_factors(const struct tcn_fact_tokens *tokens,
    struct tcn_fact_amount *amount)
{
	for (;;) {
		size_t i = amount->to;
		int64_t by;

		if (amount->vague && (what_is(tokens, i) & TCN_FACT_OF) &&
		    factor_at(tokens, amount, i + 1))
			i++;
		by = factor_at(tokens, amount, i);
		if (!by)
			return true;
		if (!multiply(amount, by))
			return false;
		amount->to = i + 1;
	}
}

static void
read_number(const struct tcn_fact_tokens *tokens, size_t i,
    struct tcn_fact_amount *amount)
{
	const struct tcn_fact_token *token = &tokens->at[i];
	size_t end = range_end(tokens, i + 1);

	amount->lo = amount->hi = token->grouped;
	amount->decimal_lo = amount->decimal_hi = token->decimal;
	amount->scaled_lo = amount->scaled_hi = token->scaled;
	amount->one = token->word && token->word->lo == 1;
	amount->year = token->year;
	if (!end)
		return;
	amount->leads_on = is_rising(tokens, i);
	if (amount->leads_on)
		return;
	amount->hi = tokens->at[end].grouped;
	amount->decimal_hi = tokens->at[end].decimal;
	amount->scaled_hi = tokens->at[end].scaled;
	amount->to = end + 1;
}

/* Whether digits are part of a word: "49ers", "737s". */
static bool
is_of_word(const struct tcn_fact_tokens *tokens, size_t i)
{
	const struct tcn_fact_token *next = &tokens->at[i + 1];

	return !tokens->at[i].word && i + 1 < tokens->n &&
	    next->kind == TCN_FACT_KIND_WORD && next->glued && !next->hyphen &&
	    !next->word;
}

bool
tcn_fact_amount_read(const struct tcn_fact_tokens *tokens, size_t i,
    struct tcn_fact_amount *amount)
{
	const struct tcn_fact_token *token = &tokens->at[i];

	*amount = (struct tcn_fact_amount){ .from = i, .to = i + 1 };
	if (token->kind == TCN_FACT_KIND_NUMBER && !is_of_word(tokens, i)) {
		read_number(tokens, i, amount);
	} else if (tcn_fact_token_is(token) & TCN_FACT_VAGUE) {
		amount->vague = true;
		amount->lo = token->word->lo * TCN_READING_ONE;
		amount->hi = token->word->hi * TCN_READING_ONE;
		amount->decimal_lo = amount->scaled_lo = amount->lo;
		amount->decimal_hi = amount->scaled_hi = amount->hi;
	} else {
		return false;
	}
	return take_factors(tokens, amount) && amount->lo > 0 &&
	    amount->hi >= amount->lo && amount->decimal_lo > 0 &&
	    amount->decimal_hi >= amount->decimal_lo &&
	    amount->hi <= TCN_FACT_AMOUNT_MAX;
}
