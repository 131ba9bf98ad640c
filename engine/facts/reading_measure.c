/*
 * engine/facts/reading_measure.c - readings of what is measured.
 */
#include "engine/facts/reading_impl.h"

#define MAGNITUDE_MIN 3000 /* thousandths */
#define MAGNITUDE_MAX 9900
#define MEASURES                                                               \
	(TCN_READING_SLOT(TCN_SLOT_MAGNITUDE) |                                \
	    TCN_READING_SLOT(TCN_SLOT_SPEED) |                                 \
	    TCN_READING_SLOT(TCN_SLOT_WATER))

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

	return (tcn_reading_is(reader, behind) &
		   (TCN_FACT_UNIT | TCN_FACT_LIMIT)) ||
	    tcn_reading_is_limited(reader, amount, TCN_FACT_LIMIT);
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
	if (slots & TCN_READING_SLOT(TCN_SLOT_MAGNITUDE)) {
		bool aftershock = reader->aftershock &&
		    distance(reader, amount->from, true) <=
			distance(reader, amount->from, false);

		if (amount->decimal_lo < MAGNITUDE_MIN ||
		    amount->decimal_lo != amount->lo ||
		    amount->decimal_hi > MAGNITUDE_MAX ||
		    tcn_reading_mark(reader, amount->to) == '%')
			return false;
		tcn_reading_add(reader, amount,
		    aftershock ? TCN_SLOT_AFTERSHOCK : TCN_SLOT_MAGNITUDE, NULL,
		    true, manner);
		return true;
	}
	if (slots & TCN_READING_SLOT(TCN_SLOT_WATER))
		return read_water(reader, amount, token->word->unit, manner);
	if (is_limit(reader, amount, token))
		return true;
	tcn_reading_add(reader, amount, TCN_SLOT_SPEED, token->word->unit,
	    false, manner);
	return true;
}
