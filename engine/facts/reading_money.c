/*
 * engine/facts/reading_money.c - readings of money, with what it is for.
 */
#include "engine/facts/reading_impl.h"

#define MONEY_BEFORE 8 /* words between money and what it is for */
#define MONEY_AFTER  5
#define LEVEL_AFTER  2 /* words between money and "profit" */
#define EARLIER_GAP  10 /* tokens from "vs" to money */
#define MORE_GAP     3 /* words from "another" to money */
#define SUIT_GAP     1 /* words between money and what it is sued for in */
#define MONEY_MIN    (100000 * TCN_READING_ONE) /* less is a price in a shop */
#define LEVEL_MIN    (1000000 * TCN_READING_ONE) /* of a company */

#define PRICE     TCN_READING_SLOT(TCN_SLOT_PRICE)
#define AID       TCN_READING_SLOT(TCN_SLOT_AID)
#define FINANCING TCN_READING_SLOT(TCN_SLOT_FINANCING)
#define FINE      TCN_READING_SLOT(TCN_SLOT_FINE)
#define LOSS      TCN_READING_SLOT(TCN_SLOT_LOSS)
#define MONEYS                                                                 \
	(PRICE | AID | FINANCING | FINE | TCN_READING_SLOT(TCN_SLOT_DAMAGE) |  \
	    TCN_READING_SLOT(TCN_SLOT_SETTLEMENT))
#define LEVELS                                                                 \
	(TCN_READING_SLOT(TCN_SLOT_PROFIT) | LOSS |                            \
	    TCN_READING_SLOT(TCN_SLOT_SALES))

/* The money of a sign at token i, with the letters before it: "R$", "US$". */
static const char *
money_of_sign(const struct tcn_reading_reader *reader, size_t i)
{
	static const struct {
		const char *letters, *code;
	} others[] = {
		{ "R", "BRL" },
		{ "A", "AUD" },
		{ "AU", "AUD" },
		{ "C", "CAD" },
		{ "CA", "CAD" },
		{ "HK", "HKD" },
		{ "MX", "MXN" },
		{ "NT", "TWD" },
		{ "NZ", "NZD" },
		{ "S", "SGD" },
	};
	const struct tcn_fact_token *before = i > 0 ? &reader->at[i - 1] : NULL;

	if (tcn_reading_mark(reader, i) != '$' || !before ||
	    !reader->at[i].glued || before->kind != TCN_FACT_KIND_WORD)
		return tcn_fact_amount_sign(tcn_reading_mark(reader, i));
	for (size_t k = 0; k < sizeof others / sizeof *others; k++)
		if (tcn_str_equal((struct tcn_str){ before->at, before->n },
			tcn_str(others[k].letters)))
			return others[k].code;
	return "USD";
}

/* The money that the amount is of, or NULL. Its tokens become part of it. */
static const char *
money_of(const struct tcn_reading_reader *reader,
    struct tcn_fact_amount *amount)
{
	const char *unit =
	    tcn_fact_amount_sign(tcn_reading_mark(reader, amount->to));

	if (unit) {
		amount->to++;
		return unit;
	}
	if (tcn_reading_is(reader, amount->to) & TCN_FACT_MONEY)
		return reader->at[amount->to++].word->unit;
	if (amount->from == 0)
		return NULL;
	unit = money_of_sign(reader, amount->from - 1);
	if (unit) {
		amount->from--;
		if (reader->at[amount->from].glued && amount->from > 0 &&
		    reader->at[amount->from - 1].kind == TCN_FACT_KIND_WORD)
			amount->from--; /* "US$" */
		return unit;
	}
	if (!(tcn_reading_is(reader, amount->from - 1) & TCN_FACT_MONEY))
		return NULL;
	return reader->at[--amount->from].word->unit;
}

/* "$5 billion-$10 billion": takes in the upper number of a range in which both
 * have their money, as money_of() has taken in that of the lower one. */
static void
take_range(const struct tcn_reading_reader *reader,
    struct tcn_fact_amount *amount)
{
	size_t i = amount->to;
	UChar32 mark = tcn_reading_mark(reader, i);
	struct tcn_fact_amount upper;

	if (mark != '-' && mark != 0x2013)
		return;
	i +=
	    1 + (tcn_fact_amount_sign(tcn_reading_mark(reader, i + 1)) != NULL);
	if (i >= reader->n || !reader->at[i].glued ||
	    !tcn_fact_amount_read(reader->tokens, i, &upper) ||
	    upper.hi <= amount->hi)
		return;
	amount->hi = upper.hi;
	amount->decimal_hi = upper.decimal_hi;
	amount->to = upper.to;
}

/* Whether what follows the word at token i is another matter: "$3 mln as a
 * result of a deal", "$3 mln under merger rules"; but "add-on offering". */
static bool
is_aside(const struct tcn_reading_reader *reader, size_t i)
{
	uint64_t is = tcn_reading_is(reader, i);

	return !reader->at[i].hyphen &&
	    ((is & (TCN_FACT_ASIDE | TCN_FACT_CAUSE)) ||
		((is & TCN_FACT_CUT) &&
		    (is & (TCN_FACT_LEAST | TCN_FACT_MOST))));
}

/* The nearest word behind the money that says what it is for, in what is said
 * of it and not aside: "$3 mln before its IPO"; of a profit only within a few
 * words, and no preposition between, nor "vs". */
static uint32_t
slots_behind(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	uint32_t wanted = MONEYS | LEVELS, slots = 0;

	for (size_t k = 0; !slots && k < MONEY_AFTER; k++) {
		size_t i = amount->to + k;

		if (i >= reader->n || tcn_reading_ends_clause(reader, i) ||
		    is_aside(reader, i))
			break;
		slots =
		    tcn_reading_anchors(reader, &reader->at[i], true, wanted);
		if (k == LEVEL_AFTER ||
		    (tcn_reading_is(reader, i) &
			(TCN_FACT_CUT | TCN_FACT_FROM)))
			wanted = MONEYS;
	}
	return slots;
}

/* "Buys $40 million, sol weakens": whether the money itself is what is bought,
 * as nothing follows that is. */
static bool
is_bought(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	return amount->to >= reader->n ||
	    reader->at[amount->to].kind != TCN_FACT_KIND_WORD ||
	    (tcn_reading_is(reader, amount->to) & TCN_FACT_CUT);
}

/* "Cost savings of $3 mln": whether the money at token i is of a word that is
 * known for no kind of money, and says nothing of how much it is. */
static bool
is_of_other(const struct tcn_reading_reader *reader, size_t i)
{
	/* "una oferta récord de" has an adjective there. */
	return i > 1 && (tcn_reading_is(reader, i - 1) & TCN_FACT_OF) &&
	    reader->at[i - 2].kind == TCN_FACT_KIND_WORD &&
	    !reader->at[i - 2].word &&
	    (i == 2 ||
		!tcn_reading_anchors(reader, &reader->at[i - 3], false,
		    MONEYS));
}

/* "The loss included a charge of $3 mln": whether the money at token i is of a
 * deed that is another matter. */
static bool
is_of_deed(const struct tcn_reading_reader *reader, size_t i)
{
	return i > 2 && (tcn_reading_is(reader, i - 1) & TCN_FACT_OF) &&
	    reader->at[i - 2].verb &&
	    (tcn_reading_is(reader, i - 3) & TCN_FACT_ARTICLE) &&
	    !tcn_reading_anchors(reader, &reader->at[i - 2], false,
		MONEYS | LEVELS);
}

/* Whether the word at token i is an adjective of a name or of what it is glued
 * to: "Fine Foods", "fine-tunes". */
static bool
is_in_name(const struct tcn_reading_reader *reader, size_t i)
{
	const struct tcn_fact_token *next = &reader->at[i + 1];

	return (tcn_reading_is(reader, i) & TCN_FACT_ADJECTIVE) &&
	    i + 1 < reader->n && !next->word &&
	    ((reader->at[i].capital && next->capital) || next->hyphen);
}

/* The nearest word before the money that says what it is for. */
static uint32_t
slots_before(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	uint32_t slots = 0;

	for (size_t k = 1; !slots && k <= MONEY_BEFORE && k <= amount->from;
	     k++) {
		size_t i = amount->from - k;

		if (tcn_reading_ends_clause(reader, i))
			break;
		slots =
		    tcn_reading_anchors(reader, &reader->at[i], false, MONEYS);
		if (slots && is_of_other(reader, amount->from))
			return 0;
		if (is_in_name(reader, i))
			slots = 0;
		/* "Raises stake to $20 mln": a verb must be beside it. */
		if (k > 1 && slots && !(reader->at[i].word->after & FINANCING))
			slots &= ~FINANCING;
		if (k == 1 && (slots & PRICE) && is_bought(reader, amount))
			return 0;
	}
	return slots;
}

/* Whether the money at token i is an earlier one: "vs a loss of $3 mln", "from
 * earnings of $2 mln on sales of $9 mln". */
static bool
is_earlier(const struct tcn_reading_reader *reader, size_t i)
{
	for (size_t k = 1; k <= EARLIER_GAP && k <= i; k++) {
		uint64_t is = tcn_reading_is(reader, i - k);

		if (is & TCN_FACT_FROM)
			return !reader->at[i - k].hyphen;
		if (tcn_reading_ends_clause(reader, i - k))
			return false;
		if (reader->at[i - k].kind == TCN_FACT_KIND_WORD &&
		    !(is &
			(TCN_FACT_CUT | TCN_FACT_OF | TCN_FACT_MONEY |
			    TCN_FACT_TIMES)) &&
		    !tcn_reading_anchors(reader, &reader->at[i - k], false,
			LEVELS))
			return false;
	}
	return false;
}

/* "Cut 3 bln yen off sales": whether the money at token i is a change. */
static bool
is_change(const struct tcn_reading_reader *reader, size_t i)
{
	uint64_t is = i > 0 ? tcn_reading_is(reader, i - 1) : 0;

	return (is & (TCN_FACT_UP | TCN_FACT_DOWN | TCN_FACT_FALL)) &&
	    !(is & TCN_FACT_LEVEL);
}

/* "Loss of $3 bln award", "$3 mln in taxes": whether the word right behind the
 * money says what it is, another thing than stands before it. */
static bool
is_of_thing(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, uint32_t slots)
{
	const struct tcn_fact_token *next = &reader->at[amount->to];

	if (amount->to >= reader->n || next->kind != TCN_FACT_KIND_WORD)
		return false;
	if (tcn_fact_token_is(next) & TCN_FACT_LIMIT)
		return (slots & (LEVELS | PRICE | FINANCING)) != 0;
	return (slots & LEVELS) && !next->word && !next->verb &&
	    !next->capital && amount->from > 0 &&
	    (tcn_reading_is(reader, amount->from - 1) & TCN_FACT_OF);
}

/* Whether the money is one that was paid, lost or made; not "down from $3 mln",
 * "$7 mln a day", "seeks $11 bln in aid". */
static bool
is_told(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, uint32_t slots)
{
	if ((slots & LEVELS) &&
	    (is_earlier(reader, amount->from) ||
		tcn_reading_is_foreseen(reader, amount) ||
		tcn_reading_is_planned(reader, amount) ||
		is_change(reader, amount->from)))
		return false;
	if ((tcn_reading_is(reader, amount->to) &
		(TCN_FACT_ASKED | TCN_FACT_RATE)) ||
	    is_of_thing(reader, amount, slots))
		return false;
	return !tcn_reading_is_limited(reader, amount,
	    slots & AID ? TCN_FACT_LIMIT | TCN_FACT_ASKED : TCN_FACT_ASKED);
}

/* "Tension over $2 bln deal": whether the word before the money is of what
 * stands before it, and does not say "more than", as in "for over $2 bln". */
static bool
is_over(const struct tcn_reading_reader *reader, size_t i)
{
	const uint64_t both = TCN_FACT_LEAST | TCN_FACT_CUT;

	return i > 1 && (tcn_reading_is(reader, i - 1) & both) == both &&
	    !(tcn_reading_is(reader, i - 2) &
		(TCN_FACT_CUT | TCN_FACT_LEVEL | TCN_FACT_BEFORE |
		    TCN_FACT_VERB));
}

/* Whether the word before token i is a verb for one of the slots, "loses",
 * "rakes in", and no noun, which may stand behind money, too. */
static bool
is_by_verb(const struct tcn_reading_reader *reader, size_t i, uint32_t slots)
{
	const struct tcn_fact_word *word = i ? reader->at[i - 1].word : NULL;

	return word && (word->before & slots) && !(word->after & slots);
}

/* "Rakes in $3 mln profit": what the word right behind the money says, where
 * the word before it is no noun for it. */
static uint32_t
level_beside(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	return amount->to < reader->n &&
		is_by_verb(reader, amount->from, LEVELS)
	    ? tcn_reading_anchors(reader, &reader->at[amount->to], true, LEVELS)
	    : 0;
}

/* What the money is for. What is beside it says it surest: "profit of $3 mln",
 * then what is behind it. */
static uint32_t
money_slots(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	uint32_t slots = level_beside(reader, amount), before;

	if (!slots && !is_of_deed(reader, amount->from))
		slots = tcn_reading_level(reader, amount, LEVELS);
	/* "Loses $3 mln tax case", "$3 mln in value" */
	if (is_by_verb(reader, amount->from, LOSS)) {
		if (!is_bought(reader, amount) ||
		    (tcn_reading_is(reader, amount->to) & TCN_FACT_LIMIT))
			slots = 0;
	} else {
		if (!slots)
			slots = slots_behind(reader, amount);
		before = slots_before(reader, amount);
		/* "Fined $3 mln for selling bonds" */
		if (!slots || (slots == FINANCING && before == FINE))
			slots = before;
	}
	if (slots && !is_told(reader, amount, slots))
		slots = 0;
	return slots;
}

/* "Ends a $1B copyright lawsuit", "IPO at a $7B valuation": whether the money
 * right before it is what was sued for or what a company is worth. */
static bool
is_sued_or_worth(const struct tcn_reading_reader *reader, size_t i)
{
	for (size_t k = 0; k <= SUIT_GAP && i + k < reader->n; k++) {
		if (reader->at[i + k].kind != TCN_FACT_KIND_WORD ||
		    tcn_reading_anchors(reader, &reader->at[i + k], true,
			MONEYS))
			return false;
		if (tcn_reading_is(reader, i + k) & TCN_FACT_SUIT)
			return i + k + 1 >= reader->n ||
			    !tcn_reading_anchors(reader, &reader->at[i + k + 1],
				true, MONEYS);
	}
	return false;
}

/* Whether money is told beside what was told before, "another $3 bln", and is
 * not of something new: "new loan of $3 bln". */
static bool
is_further(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	size_t from = amount->from < MORE_GAP ? 0 : amount->from - MORE_GAP;
	bool further = false;

	for (size_t i = from; i <= amount->to; i++)
		further |=
		    (tcn_reading_is(reader, i) &
			(TCN_FACT_MORE | TCN_FACT_UNSURE)) == TCN_FACT_MORE;
	return further;
}

bool
tcn_reading_money(struct tcn_reading_reader *reader,
    struct tcn_fact_amount amount)
{
	const char *unit = money_of(reader, &amount);
	struct tcn_reading_manner manner = tcn_reading_manner(reader, &amount);
	uint32_t slots;

	if (unit)
		take_range(reader, &amount);
	slots = unit ? money_slots(reader, &amount) : 0;
	if (manner.sense == TCN_READING_LEAST && is_over(reader, amount.from))
		manner.sense = TCN_READING_EXACT;
	if (manner.sense == TCN_READING_MORE && !is_further(reader, &amount))
		manner.sense = TCN_READING_EXACT;
	if ((slots & LEVELS) && manner.may)
		slots = 0; /* "may lose up to $3 mln" */
	if (slots && amount.lo >= (slots & LEVELS ? LEVEL_MIN : MONEY_MIN) &&
	    !is_sued_or_worth(reader, amount.to))
		tcn_reading_add(reader, &amount, tcn_reading_slot(slots), unit,
		    !(amount.lo % TCN_READING_ONE == 0 &&
			amount.lo != amount.decimal_lo),
		    manner);
	return unit != NULL;
}
