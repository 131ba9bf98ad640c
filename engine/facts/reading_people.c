/*
 * engine/facts/reading_people.c - readings of how many people.
 */
#include "engine/base/ascii.h"
#include "engine/facts/reading_impl.h"

#define INJURED           TCN_READING_SLOT(TCN_SLOT_INJURED)
#define GAP_AFTER         5 /* words between a number and what stands behind */
#define NAME_NUMBER_END   (100 * TCN_READING_ONE) /* names have smaller ones */
#define FLIGHT_NUMBER_END (1000 * TCN_READING_ONE)
#define GAP_INSERTION     8
#define GAP_LIST          5 /* between the numbers of a list */
#define GAP_ALONE         8 /* between a number and "alone" */
#define PEOPLE_MAX        (100000000 * TCN_READING_ONE)

/* Whether token i is the end, a mark or the next anchor, and not what the
 * number before it counts: "Dead: 42, missing: 17", but "Arrested: 5 things to
 * know". */
static bool
ends_list(const struct tcn_reading_reader *reader, size_t i)
{
	const struct tcn_fact_word *word;

	if (i >= reader->n || reader->at[i].kind != TCN_FACT_KIND_WORD)
		return true;
	word = reader->at[i].word;
	return word && (word->after || word->before);
}

/* Whether the word at token i is a label: "Dead: 42", but not "The Walking
 * Dead: Three stay". */
static bool
is_label(const struct tcn_reading_reader *reader, size_t i)
{
	const struct tcn_fact_token *before;

	if (i == 0)
		return true;
	before = &reader->at[i - 1];
	return before->kind != TCN_FACT_KIND_WORD || before->word ||
	    !before->capital || before->capitals;
}

/* Whether the amount is the 8 of "1 in 8": a one and a word that is no anchor
 * stand before it. */
static bool
is_share(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	size_t i = amount->from;

	return i >= 2 && amount->lo == amount->hi &&
	    tcn_reading_is_number(reader, i - 2) &&
	    reader->at[i - 2].grouped == TCN_READING_ONE &&
	    (tcn_reading_is(reader, i - 1) & TCN_FACT_CUT) &&
	    !reader->at[i - 1].word->after;
}

/* Whether the amount may be part of a name: "Windows 8", "Terminal 3". */
static bool
is_part(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, int64_t end)
{
	const struct tcn_fact_token *before;

	if (amount->from == 0)
		return false;
	before = &reader->at[amount->from - 1];
	if (before->kind != TCN_FACT_KIND_WORD || amount->vague)
		return false;
	return before->capital && !before->tag && amount->hi < end &&
	    !(tcn_fact_token_is(before) & ~(uint64_t)TCN_FACT_CONTEXT);
}

/* Whether "missing" at token i is an adjective of the word after it: "200,000
 * missing coins", "three Walking Dead actors", "drei tote Wale". Where nouns
 * have no capitals, one makes that word a name, unless "Missing" has one, too,
 * as in a headline, or the name is what something is said of: "200,000 missing
 * Bitcoins found". */
static bool
is_adjective(const struct tcn_reading_reader *reader, size_t i)
{
	const struct tcn_fact_token *next = &reader->at[i + 1];
	bool nouns = reader->tokens->words->gap_capitals > 1;

	if (!(tcn_reading_is(reader, i) & TCN_FACT_ADJECTIVE) ||
	    i + 1 >= reader->n || next->kind != TCN_FACT_KIND_WORD || next->tag)
		return false;
	if (next->word)
		return (next->word->is & TCN_FACT_OBJECT) != 0;
	if (nouns)
		return !reader->at[i].capital && next->capital;
	return !next->capital || reader->at[i].capital || i + 2 == reader->n ||
	    reader->at[i + 2].verb ||
	    (tcn_reading_is(reader, i + 2) & TCN_FACT_CUT);
}

/* Whether token i, or the one behind a word that is not known, is of what is
 * counted in place of people: "kills six dogs", "six common germs". */
static bool
is_object(const struct tcn_reading_reader *reader, size_t i)
{
	i += i < reader->n && reader->at[i].kind == TCN_FACT_KIND_WORD &&
	    !reader->at[i].word;
	return (tcn_reading_is(reader, i) & TCN_FACT_OBJECT) != 0;
}

/* Whether the amount and token i stand side by side, or with names between. */
static bool
is_beside(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, size_t i)
{
	for (size_t k = amount->to; k < i; k++)
		if (!reader->at[k].capital || reader->at[k].word)
			return false;
	return true;
}

/* Whether the number before an anchor at token i, k tokens behind it, counts
 * something else: "Terminal 3 evacuated", "200,000 missing coins". */
static bool
is_named(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, size_t i, uint32_t slots)
{
	const uint32_t named = TCN_READING_SLOT(TCN_SLOT_EVACUATED) |
	    TCN_READING_SLOT(TCN_SLOT_ARRESTED);

	/* "World War One dead" */
	if (((slots & named) || amount->one) &&
	    is_part(reader, amount, NAME_NUMBER_END))
		return true;
	return is_adjective(reader, i) && is_beside(reader, amount, i);
}

/* The search for the anchor after an amount: the word that says what happened
 * to the people counted. A word for people that is an anchor itself
 * ("passengers") gives way to any other anchor: it is set apart, in weak. */
struct after {
	const struct tcn_reading_reader *reader;
	const struct tcn_fact_amount *amount;
	struct tcn_reading_manner *manner;
	uint32_t weak;
	unsigned capitals; /* met, unknown ones */
	bool labelled; /* it stands behind a colon */
	bool degree; /* "seriously" was met */
	bool kind; /* a word for one kind of people was */
	bool anyone; /* a word for people of any kind was */
};

/* The slots of the anchor at token i. */
static uint32_t
anchor_after(struct after *after, size_t i)
{
	const struct tcn_reading_reader *reader = after->reader;
	const struct tcn_fact_amount *amount = after->amount;
	uint64_t is = tcn_reading_is(reader, i);
	uint32_t slots = tcn_reading_anchors(reader, &reader->at[i], true,
	    TCN_READING_PEOPLE);

	after->degree |= (is & TCN_FACT_DEGREE) != 0;
	if (!slots)
		return 0;
	if (is & TCN_FACT_PERSON) {
		if (!after->weak && !is_part(reader, amount, FLIGHT_NUMBER_END))
			after->weak = slots;
		return 0;
	}
	after->manner->part |= (slots & INJURED) &&
	    (after->degree ||
		(tcn_reading_is(reader, i + 1) & TCN_FACT_DEGREE));
	return slots;
}

/* Notes what token i, which is no anchor, says of the people counted. True: it
 * is a word that may stand between an amount and its anchor. */
static bool
note_gap_word(struct after *after, size_t i)
{
	const struct tcn_reading_reader *reader = after->reader;
	uint64_t is = tcn_reading_is(reader, i);

	tcn_reading_note_may(is, after->manner);
	after->anyone |= (is & TCN_FACT_ANYONE) != 0;
	after->kind |= (is & TCN_FACT_PERSON) || !is;
	if (is & (TCN_FACT_PERSON | TCN_FACT_GAP_AFTER | TCN_READING_MANNERS))
		return true;
	if ((after->amount->vague || i == after->amount->to) &&
	    (is & TCN_FACT_OF))
		return true;
	return reader->at[i].capital && !(is & TCN_FACT_OBJECT) &&
	    after->capitals++ < reader->tokens->words->gap_capitals;
}

/* Returns the token after an insertion that begins with a comma at token i, or
 * i if none does: "seven people, including two children, die". */
static size_t
skip_insertion(const struct tcn_reading_reader *reader, size_t i)
{
	if (tcn_reading_mark(reader, i) != ',' ||
	    !(tcn_reading_is(reader, i + 1) & TCN_FACT_FROM))
		return i;
	for (size_t k = 2; k <= GAP_INSERTION; k++)
		if (tcn_reading_mark(reader, i + k) == ',')
			return i + k + 1;
	return i;
}

/* The slots of an anchor after the amount; 0 for none. */
static uint32_t
people_after(struct after *after)
{
	const struct tcn_reading_reader *reader = after->reader;
	size_t i = after->amount->to;

	i += tcn_reading_mark(reader, i) == '+';
	for (size_t k = 0; k <= GAP_AFTER; k++, i++) {
		uint32_t slots;

		if (k > 0)
			i = skip_insertion(reader, i);
		if (i >= reader->n || reader->at[i].kind != TCN_FACT_KIND_WORD)
			return 0;
		slots = anchor_after(after, i);
		/* "Dead: 42 Missing: 17": it is the next number's; but not
		 * "Pub crash: Nine dead: Police say". */
		if ((slots || after->weak) && after->labelled &&
		    tcn_reading_mark(reader, i + 1) == ':' &&
		    tcn_reading_is_number(reader, i + 2))
			return 0;
		if (slots)
			return is_named(reader, after->amount, i, slots)
			    ? 0
			    : slots;
		if (!note_gap_word(after, i))
			return 0;
	}
	return 0;
}

/* Whether token i belongs to a name that follows a preposition: "detiene en
 * Vigo a 21". */
static bool
is_place(const struct tcn_reading_reader *reader, size_t i)
{
	const struct tcn_fact_token *at = reader->at;

	while (i > 0 && at[i].kind == TCN_FACT_KIND_WORD && at[i].capital &&
	    !at[i].word) {
		i--;
		if (tcn_reading_is(reader, i) & TCN_FACT_CUT)
			return true;
	}
	return false;
}

/* The slot of an anchor before the amount. A colon may stand between the two,
 * with nothing else. */
static uint32_t
people_before(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, struct tcn_reading_manner *manner)
{
	for (size_t k = 1; k <= TCN_READING_GAP && k <= amount->from; k++) {
		size_t i = amount->from - k;
		const struct tcn_fact_token *token = &reader->at[i];
		uint64_t is = tcn_reading_is(reader, i);
		uint32_t slots;

		if (tcn_reading_mark(reader, i) == ':' && k == 1) {
			if (i == 0 || !ends_list(reader, amount->to) ||
			    !is_label(reader, i - 1))
				return 0;
			token = &reader->at[i - 1];
			slots = tcn_reading_anchors(reader, token, false,
			    TCN_READING_PEOPLE);
			return slots ? slots
				     : tcn_reading_anchors(reader, token, true,
					   TCN_READING_PEOPLE);
		}
		if (token->kind != TCN_FACT_KIND_WORD)
			return 0;
		slots = tcn_reading_anchors(reader, token, false,
		    TCN_READING_PEOPLE);
		if (slots) {
			manner->part |= (slots & INJURED) && i > 0 &&
			    (tcn_reading_is(reader, i - 1) & TCN_FACT_DEGREE);
			return slots;
		}
		if (is_place(reader, i) &&
		    (tcn_reading_is(reader, amount->from - 1) & TCN_FACT_TO))
			continue;
		if (!(is &
			(TCN_FACT_GAP_BEFORE | TCN_FACT_PERSON | TCN_FACT_RISE |
			    TCN_FACT_TO | TCN_READING_MANNERS)))
			return 0;
	}
	return 0;
}

/* Whether the word behind the amount is of one kind of people, or unknown:
 * "kills 12 soldiers". */
static bool
is_kind(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	uint64_t is = tcn_reading_is(reader, amount->to);

	return amount->to < reader->n &&
	    reader->at[amount->to].kind == TCN_FACT_KIND_WORD &&
	    !reader->at[amount->to].tag && !(is & TCN_FACT_ANYONE) &&
	    (!is || (is & TCN_FACT_PERSON));
}

/* --- what it does not count --- */

/* "including at least 3": whether it is a part of what was counted. */
static bool
is_of_total(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	size_t i = amount->from;

	while (i > 0 && amount->from - i < 2 &&
	    (tcn_reading_is(reader, i - 1) & TCN_READING_MANNERS) &&
	    !(tcn_reading_is(reader, i - 1) & TCN_FACT_FROM))
		i--;
	return i > 0 && amount->lo == amount->hi &&
	    (tcn_reading_is(reader, i - 1) & TCN_FACT_FROM);
}

/* Whether the amount is the 18 of "18-1/4". */
static bool
is_mixed(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	size_t i = amount->to;

	return tcn_reading_mark(reader, i) == '-' && i + 1 < reader->n &&
	    reader->at[i].glued && reader->at[i + 1].glued &&
	    tcn_ascii_is_digit(*reader->at[i + 1].at);
}

/* Whether what follows the amount says that it counts no people. */
static bool
is_other_thing(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	uint64_t is = tcn_reading_is(reader, amount->to);
	UChar32 mark = tcn_reading_mark(reader, amount->to);
	size_t before = amount->from - 1;

	if ((is & (TCN_FACT_UNIT | TCN_FACT_MONEY)) || mark == '%' ||
	    is_mixed(reader, amount) || mark == 0x2030 || mark == 0xb0 ||
	    tcn_fact_amount_sign(mark))
		return true;
	if (amount->from == 0)
		return false;
	return tcn_fact_amount_sign(tcn_reading_mark(reader, before)) ||
	    (tcn_reading_is(reader, before) & TCN_FACT_MONEY) ||
	    is_of_total(reader, amount) ||
	    (reader->at[amount->from].hyphen &&
		!tcn_reading_is_update(reader, before));
}

/* Whether a comma or "and" stands at token i. */
static bool
is_and(const struct tcn_reading_reader *reader, size_t i)
{
	const uint64_t only = TCN_FACT_CUT | TCN_FACT_OPENING;
	uint64_t is = tcn_reading_is(reader, i);

	return tcn_reading_mark(reader, i) == ',' || (is && !(is & ~only));
}

/* Whether other people were counted just before it, for the same anchor: "17
 * civilians, 4 guards die". */
static bool
is_listed(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	bool people = false;

	if (amount->from == 0 || !is_and(reader, amount->from - 1))
		return false;
	for (size_t k = 2; k <= GAP_LIST && k <= amount->from; k++) {
		size_t i = amount->from - k;
		uint64_t is = tcn_reading_is(reader, i);

		if (tcn_reading_is_number(reader, i))
			return people && !tcn_reading_has(reader, i);
		people |= (is & TCN_FACT_PERSON) != 0;
		if (reader->at[i].kind == TCN_FACT_KIND_MARK ||
		    (is && !(is & TCN_FACT_PERSON)))
			return false;
	}
	return false;
}

/* Whether a number stands before token i in its clause. */
static bool
has_number_before(const struct tcn_reading_reader *reader, size_t i)
{
	for (size_t k = 1; k <= GAP_ALONE && k <= i; k++) {
		if (reader->at[i - k].kind == TCN_FACT_KIND_MARK)
			return false;
		if (tcn_reading_is_number(reader, i - k))
			return true;
	}
	return false;
}

/* Whether the amount is of one place of several: "12 in the capital alone",
 * "in the capital alone, 12 died". */
static bool
is_of_place(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	for (size_t k = 0; k <= GAP_ALONE; k++) {
		size_t i = amount->to + k;

		if (tcn_reading_is(reader, i) & TCN_FACT_ALONE)
			return true;
		if (i >= reader->n ||
		    reader->at[i].kind == TCN_FACT_KIND_MARK ||
		    tcn_reading_is_number(reader, i))
			break;
	}
	for (size_t k = 1; k <= GAP_ALONE && k <= amount->from; k++) {
		size_t i = amount->from - k;

		if (tcn_reading_is(reader, i) & TCN_FACT_ALONE)
			return !has_number_before(reader, i);
		if (tcn_reading_is_number(reader, i) ||
		    (reader->at[i].kind == TCN_FACT_KIND_MARK &&
			tcn_reading_mark(reader, i) != ','))
			break;
	}
	return false;
}

/* A year is a number of people only where people follow: "2000 people". */
static bool
is_bare_year(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	return amount->year && amount->to == amount->from + 1 &&
	    !(tcn_reading_is(reader, amount->to) & TCN_FACT_PERSON);
}

bool
tcn_reading_people(struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	struct tcn_reading_manner manner = tcn_reading_manner(reader, amount);
	struct after after = {
		.reader = reader,
		.amount = amount,
		.manner = &manner,
		.capitals = is_part(reader, amount, NAME_NUMBER_END),
		.labelled = amount->from > 0 &&
		    tcn_reading_mark(reader, amount->from - 1) == ':',
	};
	uint32_t slots;
	bool behind;

	if (reader->rate || is_share(reader, amount) ||
	    is_other_thing(reader, amount) || is_bare_year(reader, amount) ||
	    amount->lo % TCN_READING_ONE || amount->hi > PEOPLE_MAX)
		return false;
	slots = people_after(&after);
	behind = slots != 0;
	manner.some = slots && after.kind && !after.anyone;
	if (!slots && !amount->one && !is_object(reader, amount->to)) {
		slots = people_before(reader, amount, &manner);
		manner.some = slots && is_kind(reader, amount);
		if (!slots)
			slots = tcn_reading_counted(reader, amount, &manner);
	}
	tcn_reading_note_toll(reader, amount, behind, &manner);
	if (!slots)
		slots = after.weak;
	if (!slots)
		return false;
	manner.part |= is_of_place(reader, amount) || is_listed(reader, amount);
	tcn_reading_add(reader, amount, tcn_reading_slot(slots), NULL, false,
	    manner);
	return true;
}
