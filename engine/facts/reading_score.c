/*
 * engine/facts/reading_score.c - readings of scores, "beat Ostrel 3-0", and of
 * sentences without a number, "sentenced to life".
 */
#include "engine/base/ascii.h"
#include "engine/facts/reading_impl.h"

#define SCORE_GAP 6 /* words from "beat" to the score */
#define PART_GAP  2 /* words from a score to "lead", "half-time" */
#define TERM_GAP  4 /* words from "sentences" to "life" */
#define SCORE_MAX 200 /* of a match */
#define VOTES_MAX 1000
#define SCORE     TCN_READING_SLOT(TCN_SLOT_SCORE)
#define PRISON    TCN_READING_SLOT(TCN_SLOT_PRISON)

/* "3:0", a word of digits, as some languages write; times have more. */
bool
tcn_reading_is_score(const struct tcn_fact_token *token)
{
	return token->n == 3 && tcn_ascii_is_digit(token->at[0]) &&
	    token->at[1] == ':' && tcn_ascii_is_digit(token->at[2]);
}

static bool
is_whole(const struct tcn_fact_token *token)
{
	return token->kind == TCN_FACT_KIND_NUMBER && !token->word &&
	    !token->year && token->grouped % TCN_READING_ONE == 0 &&
	    token->grouped < VOTES_MAX * TCN_READING_ONE;
}

/* Whether it is no score of one match: "children aged 1-11", "level series at
 * 2-2", "move to 8-0". */
static bool
is_led_to(const struct tcn_reading_reader *reader, size_t i)
{
	return i > 0 &&
	    (tcn_reading_is(reader, i - 1) &
		(TCN_FACT_FROM | TCN_FACT_TO | TCN_FACT_AT));
}

/* The score that begins at token i, as an amount. */
static bool
score_at(const struct tcn_reading_reader *reader, size_t i,
    struct tcn_fact_amount *amount)
{
	const struct tcn_fact_token *at = &reader->at[i];
	UChar32 mark = tcn_reading_mark(reader, i + 1);
	int64_t one, other;

	*amount = (struct tcn_fact_amount){ .from = i, .to = i + 1 };
	if (tcn_reading_is_score(at) && reader->tokens->words->decimal_comma) {
		one = (at->at[0] - '0') * TCN_READING_ONE;
		other = (at->at[2] - '0') * TCN_READING_ONE;
	} else {
		if (i + 2 >= reader->n || !is_whole(at) || !is_whole(at + 2) ||
		    (mark != '-' && mark != 0x2013) || !at[1].glued ||
		    !at[2].glued)
			return false;
		one = at->grouped;
		other = at[2].grouped;
		amount->to = i + 3;
	}
	amount->lo = one < other ? one : other;
	amount->hi = one < other ? other : one;
	return true;
}

/* The word before the score that says what it is of, or NULL. */
static const struct tcn_fact_word *
word_before(const struct tcn_reading_reader *reader, size_t from)
{
	for (size_t k = 1; k <= SCORE_GAP && k <= from; k++) {
		const struct tcn_fact_token *token = &reader->at[from - k];

		if (tcn_reading_anchors(reader, token, false, SCORE))
			return token->word;
		if (token->kind != TCN_FACT_KIND_WORD)
			return NULL;
	}
	return NULL;
}

/* Whether the match goes on, "3-0 lead", "2-1 at half-time", or the numbers
 * count what follows: "loses 20-30 homes". */
static bool
goes_on(const struct tcn_reading_reader *reader, size_t to)
{
	const uint64_t counted = TCN_FACT_UNIT | TCN_FACT_OBJECT |
	    TCN_FACT_PERSON | TCN_FACT_MONEY | TCN_FACT_TIMES |
	    TCN_FACT_PERCENT | TCN_FACT_AFTER;

	for (size_t k = 0; k <= PART_GAP; k++)
		if (tcn_reading_is(reader, to + k) & TCN_FACT_LIMIT)
			return true;
	return (tcn_reading_is(reader, to) & counted) ||
	    tcn_reading_mark(reader, to) == '%';
}

bool
tcn_reading_score(struct tcn_reading_reader *reader, size_t i, size_t *to)
{
	const struct tcn_fact_word *word;
	struct tcn_reading_manner manner;
	struct tcn_fact_amount amount;
	bool votes;

	if (!score_at(reader, i, &amount))
		return false;
	word = word_before(reader, i);
	votes = word && word->unit;
	if (!word || is_led_to(reader, i) || goes_on(reader, amount.to) ||
	    (!votes && amount.hi > SCORE_MAX * TCN_READING_ONE) ||
	    tcn_reading_is_limited(reader, &amount,
		TCN_FACT_LIMIT | TCN_FACT_ASKED))
		return false;
	manner = tcn_reading_manner(reader, &amount);
	if (manner.may)
		return false;
	manner = (struct tcn_reading_manner){ .sense = TCN_READING_EXACT };
	tcn_reading_add(reader, &amount, TCN_SLOT_SCORE, word->unit, false,
	    manner);
	*to = amount.to;
	return true;
}

bool
tcn_reading_is_term(const struct tcn_fact_token *token)
{
	return token->word && token->word->unit &&
	    (token->word->after & PRISON);
}

void
tcn_reading_term(struct tcn_reading_reader *reader, size_t i)
{
	const struct tcn_fact_amount amount = {
		.from = i,
		.to = i + 1,
		.lo = TCN_READING_ONE,
		.hi = TCN_READING_ONE,
	};

	struct tcn_reading_manner manner = { .sense = TCN_READING_EXACT };
	bool to = i > 0 && (tcn_reading_is(reader, i - 1) & TCN_FACT_TO);

	manner.may = tcn_reading_manner(reader, &amount).may;
	for (size_t k = 1; k <= (to ? TERM_GAP : 1) && k <= i; k++) {
		const struct tcn_fact_token *token = &reader->at[i - k];

		if (token->kind != TCN_FACT_KIND_WORD)
			return;
		if (!tcn_reading_anchors(reader, token, false, PRISON))
			continue;
		if (!tcn_reading_is_limited(reader, &amount, TCN_FACT_ASKED))
			tcn_reading_add(reader, &amount, TCN_SLOT_PRISON,
			    reader->at[i].word->unit, false, manner);
		return;
	}
}
