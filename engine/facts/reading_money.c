/*
 * engine/facts/reading_money.c - readings of money, with what it is for.
 */
#include "engine/facts/reading_impl.h"

#define MONEY_BEFORE 8 /* words between money and what it is for */
#define MONEY_AFTER  5
#define LEVEL_AFTER  2 /* words between money and "profit" */
#define SUIT_GAP     1 /* words between money and what it is sued for in */
#define MONEY_MIN    (100000 * TCN_READING_ONE) /* less is a price in a shop */
#define LEVEL_MIN    (1000000 * TCN_READING_ONE) /* of a company */

#define PRICE     TCN_READING_SLOT(TCN_SLOT_PRICE)
#define AID       TCN_READING_SLOT(TCN_SLOT_AID)
#define FINANCING TCN_READING_SLOT(TCN_SLOT_FINANCING)
#define MONEYS                                                                 \
	(PRICE | AID | FINANCING | TCN_READING_SLOT(TCN_SLOT_DAMAGE) |         \
	    TCN_READING_SLOT(TCN_SLOT_FINE) |                                  \
	    TCN_READING_SLOT(TCN_SLOT_SETTLEMENT))
#define LEVELS                                                                 \
	(TCN_READING_SLOT(TCN_SLOT_PROFIT) | TCN_READING_SLOT(TCN_SLOT_LOSS) | \
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

/* The nearest word behind the money that says what it is for: of a profit only
 * within a few words, and no preposition between. */
static uint32_t
slots_behind(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	uint32_t wanted = MONEYS | LEVELS, slots = 0;

	for (size_t k = 0; !slots && k < MONEY_AFTER; k++) {
		size_t i = amount->to + k;

		if (i >= reader->n || tcn_reading_ends_clause(reader, i))
			break;
		slots =
		    tcn_reading_anchors(reader, &reader->at[i], true, wanted);
		if (k == LEVEL_AFTER ||
		    (tcn_reading_is(reader, i) & TCN_FACT_CUT))
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
		/* "Raises stake to $20 mln": a verb must be beside it. */
		if (k > 1 && slots && !(reader->at[i].word->after & FINANCING))
			slots &= ~FINANCING;
		if (k == 1 && (slots & PRICE) && is_bought(reader, amount))
			return 0;
	}
	return slots;
}

/* Whether the money is one that was paid, lost or made; not "down from $3 mln",
 * "$7 mln a day", "seeks $11 bln in aid". */
static bool
is_told(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, uint32_t slots)
{
	if ((slots & LEVELS) && amount->from > 0 &&
	    (tcn_reading_is(reader, amount->from - 1) & TCN_FACT_FROM))
		return false;
	if (tcn_reading_is(reader, amount->to) &
	    (TCN_FACT_ASKED | TCN_FACT_RATE))
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

/* What the money is for. What is beside it says it surest: "profit of $3 mln",
 * then what is behind it. */
static uint32_t
money_slots(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	uint32_t slots = tcn_reading_level(reader, amount, LEVELS);

	if (!slots)
		slots = slots_behind(reader, amount);
	if (!slots)
		slots = slots_before(reader, amount);
	if (slots && !is_told(reader, amount, slots))
		slots = 0;
	return slots;
}

/* "Ends a $1B copyright lawsuit": whether the money right before it is what was
 * sued for. */
static bool
is_sued_for(const struct tcn_reading_reader *reader, size_t i)
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

bool
tcn_reading_money(struct tcn_reading_reader *reader,
    struct tcn_fact_amount amount)
{
	const char *unit = money_of(reader, &amount);
	struct tcn_reading_manner manner = tcn_reading_manner(reader, &amount);
	uint32_t slots = unit ? money_slots(reader, &amount) : 0;

	if (manner.sense == TCN_READING_LEAST && is_over(reader, amount.from))
		manner.sense = TCN_READING_EXACT;
	/* "3 billion new notes" are no more than 3 billion. */
	if (manner.sense == TCN_READING_MORE &&
	    (tcn_reading_is(reader, amount.to) & TCN_FACT_MORE))
		manner.sense = TCN_READING_EXACT;
	if (slots && amount.lo >= (slots & LEVELS ? LEVEL_MIN : MONEY_MIN) &&
	    !is_sued_for(reader, amount.to))
		tcn_reading_add(reader, &amount, tcn_reading_slot(slots), unit,
		    !(amount.lo % TCN_READING_ONE == 0 &&
			amount.lo != amount.decimal_lo),
		    manner);
	return unit != NULL;
}
