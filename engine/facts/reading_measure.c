/*
 * engine/facts/reading_measure.c - readings of what is measured and of money.
 */
#include "engine/facts/reading_impl.h"

#define MONEY_BEFORE  8 /* words between money and what it is for */
#define MONEY_AFTER   5
#define MONEY_MIN     (100000 * TCN_READING_ONE) /* less is a price in a shop */
#define SUIT_GAP      1 /* words between money and what it is sued for in */
#define LIMIT_GAP     3 /* words between a limit and its number */
#define MAGNITUDE_MIN 3000 /* thousandths */
#define MAGNITUDE_MAX 9900
#define MEASURES                                                               \
	(TCN_READING_SLOT(TCN_SLOT_MAGNITUDE) |                                \
	    TCN_READING_SLOT(TCN_SLOT_SPEED) |                                 \
	    TCN_READING_SLOT(TCN_SLOT_WATER))
#define MONEYS                                                                 \
	(TCN_READING_SLOT(TCN_SLOT_PRICE) |                                    \
	    TCN_READING_SLOT(TCN_SLOT_DAMAGE) |                                \
	    TCN_READING_SLOT(TCN_SLOT_FINE) | TCN_READING_SLOT(TCN_SLOT_AID))

/* Words from token i to the nearest one for an aftershock, or for a quake. */
static size_t
distance(const struct tcn_reading_reader *reader, size_t i, bool aftershock)
{
	size_t nearest = reader->n;

	for (size_t k = 0; k < reader->n; k++) {
		const struct tcn_fact_word *word = reader->at[k].word;
		size_t far = k < i ? i - k : k - i;
		uint64_t wanted =
		    aftershock ? TCN_FACT_AFTERSHOCK : TCN_FACT_QUAKE;
		bool is_it = word && (word->is & wanted);

		if (is_it && far < nearest)
			nearest = far;
	}
	return nearest;
}

/* The anchor of something measured: right behind the amount, or before it over
 * a few words. */
static const struct tcn_fact_token *
measure_anchor(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, uint32_t *slots)
{
	const struct tcn_fact_token *token;
	size_t i = amount->to;

	/* One capital may stand between: "7.2 Mw magnitude". */
	for (size_t k = 0; k < 2 && i + k < reader->n; k++) {
		token = &reader->at[i + k];
		*slots = tcn_reading_anchors(reader, token, true, MEASURES);
		if (*slots)
			return token;
		if (!(tcn_reading_is(reader, i + k) & TCN_FACT_GAP_AFTER) &&
		    token->kind != TCN_FACT_KIND_MARK)
			break;
	}
	for (size_t k = 1; k <= TCN_READING_GAP && k <= amount->from; k++) {
		token = &reader->at[amount->from - k];
		*slots = tcn_reading_anchors(reader, token, false,
		    TCN_READING_SLOT(TCN_SLOT_MAGNITUDE));
		if (*slots)
			return token;
		if (!(tcn_fact_token_is(token) &
			(TCN_FACT_GAP_BEFORE | TCN_FACT_GAP_MEASURE |
			    TCN_FACT_OF | TCN_FACT_RISE | TCN_FACT_TO |
			    TCN_READING_MANNERS)) &&
		    !(tcn_reading_mark(reader, amount->from - k) == ':' &&
			k == 1))
			break;
	}
	return NULL;
}

static bool
read_magnitude(struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, struct tcn_reading_manner manner)
{
	bool aftershock = reader->aftershock &&
	    distance(reader, amount->from, true) <=
		distance(reader, amount->from, false);

	if (amount->decimal_lo < MAGNITUDE_MIN ||
	    amount->decimal_hi > MAGNITUDE_MAX ||
	    tcn_reading_mark(reader, amount->to) == '%')
		return false;
	tcn_reading_add(reader, amount,
	    aftershock ? TCN_SLOT_AFTERSHOCK : TCN_SLOT_MAGNITUDE, NULL, true,
	    manner);
	return true;
}

/* A river's level needs a verb that says so before it. */
static bool
read_water(struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, const char *unit,
    struct tcn_reading_manner manner)
{
	for (size_t k = 1; k <= TCN_READING_GAP && k <= amount->from; k++) {
		const struct tcn_fact_token *token =
		    &reader->at[amount->from - k];

		if (token->kind == TCN_FACT_KIND_MARK)
			return false;
		if (!tcn_reading_anchors(reader, token, false,
			TCN_READING_SLOT(TCN_SLOT_WATER)))
			continue;
		if (!(reader->context & TCN_READING_SLOT(TCN_SLOT_WATER)))
			return false;
		tcn_reading_add(reader, amount, TCN_SLOT_WATER, unit, true,
		    manner);
		return true;
	}
	return false;
}

/* Whether a speed is what was allowed, and not one of anything: "30 mph zone",
 * "limited to 80 km/h". */
static bool
is_limit(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, const struct tcn_fact_token *unit)
{
	size_t behind = (size_t)(unit - reader->at) + 1;

	if (tcn_reading_is(reader, behind) & (TCN_FACT_UNIT | TCN_FACT_LIMIT))
		return true;
	for (size_t k = 1; k <= LIMIT_GAP && k <= amount->from; k++) {
		size_t i = amount->from - k;

		if (reader->at[i].kind != TCN_FACT_KIND_WORD)
			return false;
		if (tcn_reading_is(reader, i) & TCN_FACT_LIMIT)
			return true;
	}
	return false;
}

bool
tcn_reading_measure(struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	struct tcn_reading_manner manner = tcn_reading_manner(reader, amount);
	const struct tcn_fact_token *token;
	uint32_t slots;

	if (amount->vague || amount->year)
		return false;
	token = measure_anchor(reader, amount, &slots);
	if (!token || token->kind != TCN_FACT_KIND_WORD)
		return false;
	if (slots & TCN_READING_SLOT(TCN_SLOT_MAGNITUDE))
		return read_magnitude(reader, amount, manner);
	if (slots & TCN_READING_SLOT(TCN_SLOT_WATER))
		return read_water(reader, amount, token->word->unit, manner);
	if (is_limit(reader, amount, token))
		return true;
	tcn_reading_add(reader, amount, TCN_SLOT_SPEED, token->word->unit,
	    false, manner);
	return true;
}

/* --- money --- */

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
		return unit;
	}
	if (!(tcn_reading_is(reader, amount->from - 1) & TCN_FACT_MONEY))
		return NULL;
	return reader->at[--amount->from].word->unit;
}

static bool
ends_clause(UChar32 mark)
{
	return mark == ',' || mark == ';' || mark == ':' || mark == '.' ||
	    mark == '(' || mark == ')' || mark == '-' ||
	    (mark >= 0x2010 && mark <= 0x2015);
}

/* The nearest word that says what the money is for. */
static uint32_t
money_slots(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	uint32_t slots = 0;

	for (size_t i = amount->to, k = 0;
	     !slots && k < MONEY_AFTER && i < reader->n; i++, k++) {
		if (ends_clause(tcn_reading_mark(reader, i)))
			break;
		slots =
		    tcn_reading_anchors(reader, &reader->at[i], true, MONEYS);
	}
	for (size_t k = 1; !slots && k <= MONEY_BEFORE && k <= amount->from;
	     k++) {
		if (ends_clause(tcn_reading_mark(reader, amount->from - k)))
			break;
		slots = tcn_reading_anchors(reader,
		    &reader->at[amount->from - k], false, MONEYS);
	}
	return slots;
}

/* "Seeks $11 bln in aid": whether money is only asked for, or held back. */
static bool
is_not_given(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	for (size_t k = 1; k <= MONEY_BEFORE && k <= amount->from; k++) {
		size_t i = amount->from - k;

		if (ends_clause(tcn_reading_mark(reader, i)))
			return false;
		if (tcn_reading_is(reader, i) & TCN_FACT_LIMIT)
			return true;
	}
	return false;
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
	struct tcn_reading_manner manner = tcn_reading_manner(reader, &amount);
	const char *unit = money_of(reader, &amount);
	uint32_t slots = unit ? money_slots(reader, &amount) : 0;

	if (slots == TCN_READING_SLOT(TCN_SLOT_AID) &&
	    is_not_given(reader, &amount))
		slots = 0;
	/* "3 billion new notes" are no more than 3 billion. */
	if (manner.sense == TCN_READING_MORE &&
	    (tcn_reading_is(reader, amount.to) & TCN_FACT_MORE))
		manner.sense = TCN_READING_EXACT;
	if (slots && amount.lo >= MONEY_MIN && !is_sued_for(reader, amount.to))
		tcn_reading_add(reader, &amount, tcn_reading_slot(slots), unit,
		    !(amount.lo % TCN_READING_ONE == 0 &&
			amount.lo != amount.decimal_lo),
		    manner);
	return unit != NULL;
}
