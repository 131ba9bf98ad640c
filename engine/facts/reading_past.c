/*
 * engine/facts/reading_past.c - what a sentence says of other times: of an
 * earlier event, how many there are each year, or what is only asked for.
 */
#include "engine/facts/reading_impl.h"

#define SPAN_GAP  3 /* words between "ago" and its years */
#define LIMIT_GAP 8 /* words between "seeks" and a number */

/* "Ten years ago" in languages that say "ago" first: whether years follow the
 * word at token i. */
static bool
is_ago(const struct tcn_reading_reader *reader, size_t i)
{
	if (!(tcn_reading_is(reader, i) & TCN_FACT_AGO))
		return false;
	for (size_t k = 1; k <= SPAN_GAP; k++)
		if (tcn_reading_is(reader, i + k) & TCN_FACT_SPAN)
			return true;
	return false;
}

bool
tcn_reading_is_past(const struct tcn_reading_reader *reader, int year)
{
	bool history = false, earlier = false, any = false;

	for (size_t i = 0; i < reader->n; i++) {
		const struct tcn_fact_token *token = &reader->at[i];
		uint64_t is = tcn_fact_token_is(token);
		bool people =
		    (tcn_reading_is(reader, i + 1) & TCN_FACT_PERSON) != 0;

		if ((is & TCN_FACT_PAST) || is_ago(reader, i))
			return true;
		history |= (is & TCN_FACT_HISTORY) != 0;
		if (!token->year || people)
			continue;
		any = true;
		earlier |= year && token->grouped < year * TCN_READING_ONE;
	}
	return earlier || (history && any);
}

bool
tcn_reading_is_foreseen(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	bool asked = false, next = false;

	for (size_t i = 0; reader->year && i < reader->n; i++) {
		int64_t year = reader->at[i].year
		    ? reader->at[i].grouped / TCN_READING_ONE
		    : 0;

		if (i >= amount->to && tcn_reading_ends_clause(reader, i))
			break;
		if (year > reader->year + 1)
			return true;
		next |= year > reader->year;
		asked |= (tcn_reading_is(reader, i) & TCN_FACT_ASKED) != 0;
	}
	return next && asked;
}

/* Whether the word at token i is a verb: known as one, and not as in "to top of
 * box office", or any between "to" and the amount. */
static bool
is_verb(const struct tcn_reading_reader *reader, size_t i,
    const struct tcn_fact_amount *amount)
{
	const struct tcn_fact_token *token = &reader->at[i];

	return token->verb
	    ? !(tcn_reading_is(reader, i + 1) & TCN_FACT_OF)
	    : i + 1 == amount->from && token->kind == TCN_FACT_KIND_WORD &&
		!token->word && !token->capital;
}

bool
tcn_reading_is_planned(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	for (size_t k = 1; k <= LIMIT_GAP && k <= amount->from; k++) {
		size_t i = amount->from - k;

		if (tcn_reading_ends_clause(reader, i))
			return false;
		if (k > 1 && (tcn_reading_is(reader, i) & TCN_FACT_TO) &&
		    is_verb(reader, i + 1, amount))
			return true;
	}
	return false;
}

bool
tcn_reading_is_rate(const struct tcn_reading_reader *reader)
{
	for (size_t i = 0; i < reader->n; i++) {
		uint64_t is = tcn_reading_is(reader, i);
		bool end = i + 1 >= reader->n ||
		    reader->at[i + 1].kind != TCN_FACT_KIND_WORD ||
		    reader->at[i + 1].hyphen ||
		    (tcn_reading_is(reader, i + 1) & TCN_FACT_CUT);

		/* "a day" may go on: "a day later". */
		if ((is & TCN_FACT_RATE) && (end || !(is & TCN_FACT_UNSURE)))
			return true;
	}
	return false;
}

bool
tcn_reading_is_update(const struct tcn_reading_reader *reader, size_t i)
{
	return i > 0 && i + 1 < reader->n &&
	    (tcn_reading_is(reader, i - 1) & TCN_FACT_PREFIX) &&
	    tcn_reading_is_number(reader, i) && !reader->at[i].word &&
	    (reader->at[i + 1].hyphen ||
		(tcn_reading_mark(reader, i + 1) == '-' &&
		    reader->at[i + 1].glued));
}

bool
tcn_reading_is_limited(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, uint64_t kinds)
{
	for (size_t k = 1; k <= LIMIT_GAP && k <= amount->from; k++) {
		size_t i = amount->from - k;

		if (tcn_reading_is(reader, i) & kinds)
			return true;
		if (tcn_reading_ends_clause(reader, i))
			return false;
	}
	return false;
}
