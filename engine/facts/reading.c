#include "engine/facts/reading.h"

#include <assert.h>

#include "engine/facts/fact_amount_impl.h"
#include "engine/facts/facts_impl.h"

#define GAP_AFTER     5 /* words between a number and what stands behind */
#define GAP_BEFORE    6
#define GAP_COUNT     8 /* between a word for a toll and its verb */
#define QUALIFIER_GAP 3
#define MONEY_BEFORE  8
#define MONEY_AFTER   5
#define PEOPLE_MAX    (100000000 * TCN_READING_ONE)
#define MAGNITUDE_MIN 3000
#define MAGNITUDE_MAX 9900

#define SLOT(slot) (1u << (slot))
#define PEOPLE                                                                 \
	(SLOT(TCN_SLOT_DEAD) | SLOT(TCN_SLOT_INJURED) |                        \
	    SLOT(TCN_SLOT_MISSING) | SLOT(TCN_SLOT_RESCUED) |                  \
	    SLOT(TCN_SLOT_EVACUATED) | SLOT(TCN_SLOT_ARRESTED) |               \
	    SLOT(TCN_SLOT_ABOARD))
#define MEASURES                                                               \
	(SLOT(TCN_SLOT_MAGNITUDE) | SLOT(TCN_SLOT_SPEED) | SLOT(TCN_SLOT_WATER))
#define MONEYS                                                                 \
	(SLOT(TCN_SLOT_PRICE) | SLOT(TCN_SLOT_DAMAGE) | SLOT(TCN_SLOT_FINE))

struct reader {
	const struct tcn_fact_tokens *tokens;
	const struct tcn_fact_token *at; /* the same */
	size_t n;
	const struct tcn_fact_lang *lang;
	uint32_t context; /* slots that the sentence has words of */
	bool aftershock;
	struct tcn_reading *readings;
	size_t readings_n;
};

static uint32_t
what_is(const struct reader *reader, size_t i)
{
	return i < reader->n ? tcn_fact_token_is(&reader->at[i]) : 0;
}

static bool
is_number(const struct reader *reader, size_t i)
{
	return i < reader->n && reader->at[i].kind == TCN_FACT_KIND_NUMBER;
}

static UChar32
mark_at(const struct reader *reader, size_t i)
{
	if (i >= reader->n || reader->at[i].kind != TCN_FACT_KIND_MARK)
		return 0;
	return reader->at[i].mark;
}

/* --- what is said of it --- */

/* How a number is told. */
struct manner {
	enum tcn_reading_sense sense;
	bool may; /* it could come to that */
};

static void
note_manner(uint32_t is, struct manner *manner)
{
	if (is & TCN_FACT_MAY)
		manner->may = true;
	if (is & TCN_FACT_LEAST)
		manner->sense = TCN_READING_LEAST;
	else if (is & TCN_FACT_MOST)
		manner->sense = TCN_READING_MOST;
	else if (is & TCN_FACT_ABOUT)
		manner->sense = TCN_READING_ABOUT;
	else if (is & TCN_FACT_MORE)
		manner->sense = TCN_READING_MORE;
}

#define MANNERS                                                                \
	(TCN_FACT_LEAST | TCN_FACT_MOST | TCN_FACT_ABOUT | TCN_FACT_MORE |     \
	    TCN_FACT_MAY)

/* Looks before the amount and right behind it for how it is told. */
static struct manner
manner_of(const struct reader *reader, const struct tcn_fact_amount *amount)
{
	struct manner manner = { TCN_READING_EXACT, false };

	for (size_t k = QUALIFIER_GAP; k >= 1; k--) {
		size_t i = amount->from - k;

		if (k > amount->from || is_number(reader, i))
			continue;
		if (reader->at[i].kind == TCN_FACT_KIND_MARK)
			manner = (struct manner){ TCN_READING_EXACT, false };
		note_manner(what_is(reader, i), &manner);
	}
	if (what_is(reader, amount->to) &
	    (TCN_FACT_LEAST | TCN_FACT_MOST | TCN_FACT_ABOUT | TCN_FACT_MORE))
		note_manner(what_is(reader, amount->to), &manner);
	return manner;
}

/* Adds a reading, unless what could happen is all that it says. */
static void
add(struct reader *reader, const struct tcn_fact_amount *amount,
    enum tcn_slot slot, const char *unit, bool decimal, struct manner manner)
{
	const struct tcn_fact_token *first = &reader->at[amount->from];
	const struct tcn_fact_token *last = &reader->at[amount->to - 1];
	struct tcn_reading *reading;

	if (reader->readings_n == TCN_READINGS_MAX ||
	    (manner.may && manner.sense != TCN_READING_MOST))
		return;
	if (amount->vague || amount->lo != amount->hi)
		manner.sense = TCN_READING_VAGUE;
	reading = &reader->readings[reader->readings_n++];
	*reading = (struct tcn_reading){
		.slot = slot,
		.sense = manner.sense,
		.lo = decimal ? amount->decimal_lo : amount->lo,
		.hi = decimal ? amount->decimal_hi : amount->hi,
		.unit = unit ? unit : "",
		.at = (size_t)(first->at - reader->at[0].at),
		.n = (size_t)(last->at + last->n - first->at),
	};
}

/* The lowest slot of a set. */
static enum tcn_slot
first_slot(uint32_t slots)
{
	enum tcn_slot slot = 0;

	while (!(slots >> slot & 1))
		slot++;
	return slot;
}

/* The slots that a word is an anchor of, of those wanted. */
static uint32_t
anchors(const struct reader *reader, const struct tcn_fact_token *token,
    bool after, uint32_t wanted)
{
	uint32_t slots;

	if (!token->word)
		return 0;
	slots = (after ? token->word->after : token->word->before) & wanted;
	if (token->word->is & TCN_FACT_UNSURE)
		slots &= reader->context;
	return slots;
}

/* --- people --- */

/* The slot of an anchor behind the amount; 0 for none. A word for people that
 * is an anchor itself ("passengers") gives way to one behind it. */
static uint32_t
people_after(const struct reader *reader, const struct tcn_fact_amount *amount,
    struct manner *manner)
{
	unsigned capitals = 0;
	uint32_t weak = 0;

	for (size_t k = 0; k <= GAP_AFTER; k++) {
		size_t i = amount->to + k;
		const struct tcn_fact_token *token = &reader->at[i];
		uint32_t is = what_is(reader, i), slots;

		if (i >= reader->n || token->kind != TCN_FACT_KIND_WORD)
			return weak;
		slots = anchors(reader, token, true, PEOPLE);
		if (slots && !(is & TCN_FACT_PERSON))
			return slots;
		weak |= weak ? 0 : slots;
		if (is & (TCN_FACT_MOST | TCN_FACT_MAY))
			note_manner(is, manner);
		if ((is & (TCN_FACT_PERSON | TCN_FACT_GAP_AFTER | MANNERS)) ||
		    ((amount->vague || k == 0) && (is & TCN_FACT_OF)))
			continue;
		if (token->capital && capitals++ < reader->lang->gap_capitals)
			continue;
		return weak;
	}
	return weak;
}

/* The slot of an anchor before the amount. A colon may stand between the two,
 * with nothing else. */
static uint32_t
people_before(const struct reader *reader, const struct tcn_fact_amount *amount)
{
	for (size_t k = 1; k <= GAP_BEFORE && k <= amount->from; k++) {
		size_t i = amount->from - k;
		const struct tcn_fact_token *token = &reader->at[i];
		uint32_t is = what_is(reader, i), slots;

		if (mark_at(reader, i) == ':' && k == 1) {
			if (i == 0)
				return 0;
			token = &reader->at[i - 1];
			slots = anchors(reader, token, false, PEOPLE);
			return slots ? slots
				     : anchors(reader, token, true, PEOPLE);
		}
		if (token->kind != TCN_FACT_KIND_WORD)
			return 0;
		slots = anchors(reader, token, false, PEOPLE);
		if (slots)
			return slots;
		if (!(is &
			(TCN_FACT_GAP_BEFORE | TCN_FACT_PERSON | TCN_FACT_RISE |
			    TCN_FACT_TO | MANNERS)))
			return 0;
	}
	return 0;
}

/* What a word for a count at token i counts: its own slot, or that of a word
 * shortly behind it ("number of injured"). */
static uint32_t
counted_by(const struct reader *reader, size_t i)
{
	uint32_t slots = anchors(reader, &reader->at[i], false, PEOPLE);

	for (size_t k = 1; !slots && k <= 3 && i + k < reader->n; k++)
		slots = anchors(reader, &reader->at[i + k], true, PEOPLE);
	return slots;
}

/* "The toll of the quake in X rises to 50": a verb of rising shortly before
 * the number, and a word for a count somewhere before that. */
static uint32_t
people_counted(const struct reader *reader,
    const struct tcn_fact_amount *amount)
{
	size_t i = amount->from, k;
	bool rising = false;

	for (k = 0; k < 3 + QUALIFIER_GAP && i > 0 && !rising; k++) {
		uint32_t is = what_is(reader, --i);

		rising = (is & TCN_FACT_RISE) != 0;
		if (!rising &&
		    !(is &
			(TCN_FACT_TO | TCN_FACT_GAP_BEFORE |
			    TCN_FACT_GAP_AFTER | MANNERS)))
			return 0;
	}
	if (!rising)
		return 0;
	for (k = 0; k < GAP_COUNT + 3 && i > 0; k++) {
		i--;
		if (reader->at[i].kind == TCN_FACT_KIND_MARK)
			return 0;
		if (what_is(reader, i) & TCN_FACT_COUNT)
			return counted_by(reader, i);
	}
	return 0;
}

/* Whether what follows the amount says that it counts no people. */
static bool
is_other_thing(const struct reader *reader,
    const struct tcn_fact_amount *amount)
{
	uint32_t is = what_is(reader, amount->to);
	UChar32 mark = mark_at(reader, amount->to);
	size_t before = amount->from - 1;

	if ((is & (TCN_FACT_UNIT | TCN_FACT_MONEY)) || mark == '%' ||
	    mark == 0x2030 || mark == 0xb0 || tcn_fact_amount_sign(mark))
		return true;
	if (amount->from == 0)
		return false;
	return tcn_fact_amount_sign(mark_at(reader, before)) ||
	    (what_is(reader, before) & (TCN_FACT_MONEY | TCN_FACT_FROM)) ||
	    reader->at[amount->from].hyphen;
}

/* A year is a number of people only where people follow: "2000 people". */
static bool
is_bare_year(const struct reader *reader, const struct tcn_fact_amount *amount)
{
	return amount->year && amount->to == amount->from + 1 &&
	    !(what_is(reader, amount->to) & TCN_FACT_PERSON);
}

static bool
read_people(struct reader *reader, const struct tcn_fact_amount *amount)
{
	struct manner manner = manner_of(reader, amount);
	uint32_t slots;

	if (is_other_thing(reader, amount) || is_bare_year(reader, amount) ||
	    amount->lo % TCN_READING_ONE || amount->hi > PEOPLE_MAX)
		return false;
	slots = people_after(reader, amount, &manner);
	if (!slots && !amount->one &&
	    !(what_is(reader, amount->to) & TCN_FACT_OBJECT)) {
		slots = people_before(reader, amount);
		if (!slots)
			slots = people_counted(reader, amount);
	}
	if (!slots)
		return false;
	add(reader, amount, first_slot(slots), NULL, false, manner);
	return true;
}

/* --- what is measured --- */

/* Words from token i to the nearest one that says aftershock, or that the
 * sentence is of a quake. */
static size_t
distance(const struct reader *reader, size_t i, bool aftershock)
{
	size_t nearest = reader->n;

	for (size_t k = 0; k < reader->n; k++) {
		const struct tcn_fact_word *word = reader->at[k].word;
		size_t far = k < i ? i - k : k - i;
		bool is_it = word &&
		    (aftershock
			    ? (word->is & TCN_FACT_AFTERSHOCK) != 0
			    : (word->context & SLOT(TCN_SLOT_MAGNITUDE)) != 0);

		if (is_it && far < nearest)
			nearest = far;
	}
	return nearest;
}

/* The anchor of something measured: right behind the amount, or before it over
 * a few words. */
static const struct tcn_fact_token *
measure_anchor(const struct reader *reader,
    const struct tcn_fact_amount *amount, uint32_t *slots)
{
	const struct tcn_fact_token *token;
	size_t i = amount->to;

	/* One capital may stand between: "7.2 Mw magnitude". */
	for (size_t k = 0; k < 2 && i + k < reader->n; k++) {
		token = &reader->at[i + k];
		*slots = anchors(reader, token, true, MEASURES);
		if (*slots)
			return token;
		if (!(what_is(reader, i + k) & TCN_FACT_GAP_AFTER) &&
		    token->kind != TCN_FACT_KIND_MARK)
			break;
	}
	for (size_t k = 1; k <= GAP_BEFORE && k <= amount->from; k++) {
		token = &reader->at[amount->from - k];
		*slots = anchors(reader, token, false, MEASURES);
		if (*slots)
			return token;
		if (!(tcn_fact_token_is(token) &
			(TCN_FACT_GAP_BEFORE | TCN_FACT_OF | TCN_FACT_RISE |
			    TCN_FACT_TO | MANNERS)) &&
		    !(mark_at(reader, amount->from - k) == ':' && k == 1))
			break;
	}
	return NULL;
}

static bool
read_magnitude(struct reader *reader, const struct tcn_fact_amount *amount,
    struct manner manner)
{
	bool aftershock = reader->aftershock &&
	    distance(reader, amount->from, true) <
		distance(reader, amount->from, false);

	if (amount->decimal_lo < MAGNITUDE_MIN ||
	    amount->decimal_hi > MAGNITUDE_MAX ||
	    mark_at(reader, amount->to) == '%')
		return false;
	add(reader, amount,
	    aftershock ? TCN_SLOT_AFTERSHOCK : TCN_SLOT_MAGNITUDE, NULL, true,
	    manner);
	return true;
}

/* A river's level needs a verb that says so before it. */
static bool
read_water(struct reader *reader, const struct tcn_fact_amount *amount,
    const char *unit, struct manner manner)
{
	for (size_t k = 1; k <= GAP_BEFORE && k <= amount->from; k++) {
		const struct tcn_fact_token *token =
		    &reader->at[amount->from - k];

		if (token->kind == TCN_FACT_KIND_MARK)
			return false;
		if (!anchors(reader, token, false, SLOT(TCN_SLOT_WATER)))
			continue;
		if (!(reader->context & SLOT(TCN_SLOT_WATER)))
			return false;
		add(reader, amount, TCN_SLOT_WATER, unit, true, manner);
		return true;
	}
	return false;
}

static bool
read_measure(struct reader *reader, const struct tcn_fact_amount *amount)
{
	struct manner manner = manner_of(reader, amount);
	const struct tcn_fact_token *token;
	uint32_t slots;

	if (amount->vague || amount->year)
		return false;
	token = measure_anchor(reader, amount, &slots);
	if (!token || token->kind != TCN_FACT_KIND_WORD)
		return false;
	if (slots & SLOT(TCN_SLOT_MAGNITUDE))
		return read_magnitude(reader, amount, manner);
	if (slots & SLOT(TCN_SLOT_WATER))
		return read_water(reader, amount, token->word->unit, manner);
	add(reader, amount, TCN_SLOT_SPEED, token->word->unit, true, manner);
	return true;
}

/* --- money --- */

/* The money that the amount is of, or NULL. Its tokens become part of it. */
static const char *
money_of(const struct reader *reader, struct tcn_fact_amount *amount)
{
	const char *unit = tcn_fact_amount_sign(mark_at(reader, amount->to));

	if (unit) {
		amount->to++;
		return unit;
	}
	if (what_is(reader, amount->to) & TCN_FACT_MONEY)
		return reader->at[amount->to++].word->unit;
	if (amount->from == 0)
		return NULL;
	unit = tcn_fact_amount_sign(mark_at(reader, amount->from - 1));
	if (unit) {
		amount->from--;
		return unit;
	}
	if (!(what_is(reader, amount->from - 1) & TCN_FACT_MONEY))
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
money_slots(const struct reader *reader, const struct tcn_fact_amount *amount)
{
	uint32_t slots = 0;

	for (size_t i = amount->to, k = 0;
	     !slots && k < MONEY_AFTER && i < reader->n; i++, k++) {
		if (ends_clause(mark_at(reader, i)))
			break;
		slots = anchors(reader, &reader->at[i], true, MONEYS);
	}
	for (size_t k = 1; !slots && k <= MONEY_BEFORE && k <= amount->from;
	     k++) {
		if (ends_clause(mark_at(reader, amount->from - k)))
			break;
		slots = anchors(reader, &reader->at[amount->from - k], false,
		    MONEYS);
	}
	return slots;
}

static bool
read_money(struct reader *reader, struct tcn_fact_amount amount)
{
	struct manner manner = manner_of(reader, &amount);
	const char *unit = money_of(reader, &amount);
	uint32_t slots = unit ? money_slots(reader, &amount) : 0;

	if (slots)
		add(reader, &amount, first_slot(slots), unit,
		    !(amount.lo % TCN_READING_ONE == 0 &&
			amount.lo != amount.decimal_lo),
		    manner);
	return unit != NULL;
}

/* --- the sentence --- */

/* Whether it tells of an earlier event: a year before its own, or "since",
 * "worst" with any year. */
static bool
is_history(const struct reader *reader, int year)
{
	bool history = false, earlier = false, any = false;

	for (size_t i = 0; i < reader->n; i++) {
		const struct tcn_fact_token *token = &reader->at[i];
		bool people = (what_is(reader, i + 1) & TCN_FACT_PERSON) != 0;

		history |= (tcn_fact_token_is(token) & TCN_FACT_HISTORY) != 0;
		if (!token->year || people)
			continue;
		any = true;
		earlier |= year && token->grouped < year * TCN_READING_ONE;
	}
	return earlier || (history && any);
}

static void
note_context(struct reader *reader)
{
	for (size_t i = 0; i < reader->n; i++) {
		const struct tcn_fact_word *word = reader->at[i].word;

		if (!word)
			continue;
		reader->context |= word->context;
		reader->aftershock |= (word->is & TCN_FACT_AFTERSHOCK) != 0;
	}
}

static void
read_all(struct reader *reader)
{
	struct tcn_fact_amount amount;

	for (size_t i = 0; i < reader->n;) {
		if (!tcn_fact_amount_read(reader->tokens, i, &amount)) {
			i++;
			continue;
		}
		i = amount.to;
		if (!read_measure(reader, &amount) &&
		    !read_money(reader, amount))
			read_people(reader, &amount);
	}
}

enum tcn_rc
tcn_reading_find(struct tcn_facts *facts, const struct tcn_reading_text *text,
    struct tcn_reading readings[TCN_READINGS_MAX], size_t *n)
{
	const struct tcn_fact_tokens *tokens = &facts->tokens;
	struct reader reader = {
		.tokens = tokens, .at = tokens->at, .readings = readings
	};
	enum tcn_rc rc;

	assert(facts && text && readings && n);
	*n = 0;
	if (!tcn_facts_has_lang(text->lang))
		return TCN_OK;
	rc = tcn_facts_cut(facts, text->sentence, text->lang);
	if (rc != TCN_OK)
		return rc;
	reader.n = tokens->n;
	reader.lang = tokens->words->lang;
	note_context(&reader);
	if (!is_history(&reader, text->year))
		read_all(&reader);
	for (size_t i = 0; i < reader.readings_n; i++)
		readings[i].at += (size_t)(reader.at[0].at - text->sentence.at);
	*n = reader.readings_n;
	return TCN_OK;
}
