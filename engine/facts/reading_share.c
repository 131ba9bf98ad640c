/*
 * engine/facts/reading_share.c - readings of shares, "inflation at 2.3 per
 * cent"; of changes, "profit up 5 per cent"; of what words on both sides say,
 * "cuts 300 jobs"; and of ages.
 *
 * A share is read only as a level: what stands right before its number must
 * lead to one ("at", "to", "is"), or be what it is of; "rises 0.3 per cent" is
 * a change.
 */
#include "engine/base/ascii.h"
#include "engine/facts/reading_impl.h"

#define SHARE_GAP  8 /* words between what a share is of and its number */
#define CUT_GAP    3 /* words from "cut" to "revenues" */
#define CHANGE_GAP 5 /* words from "profit" to a change of it */
#define SHARE_MAX  (1000 * TCN_READING_ONE) /* of an inflation */
#define PAIR_GAP   4 /* words between "sentenced to" and the years */
#define NOUN_GAP   3 /* words to what is counted */
#define VERB_GAP   3 /* words from "jobs" to "cut" */
#define RECALL_MIN (1000 * TCN_READING_ONE) /* of goods without a name */
#define AGE_GAP    3 /* words between "dies" and "at 87" */
#define AGE_MIN    (5 * TCN_READING_ONE)
#define AGE_MAX    (125 * TCN_READING_ONE)

#define AGE    TCN_READING_SLOT(TCN_SLOT_AGE)
#define GROWTH TCN_READING_SLOT(TCN_SLOT_GROWTH)
#define VOTE   TCN_READING_SLOT(TCN_SLOT_VOTE)
#define PARTS  (VOTE | TCN_READING_SLOT(TCN_SLOT_TURNOUT)) /* of 100 */
#define JOBS   TCN_READING_SLOT(TCN_SLOT_JOBS)
#define RECALL TCN_READING_SLOT(TCN_SLOT_RECALL)
#define PAIRS  (TCN_READING_SLOT(TCN_SLOT_PRISON) | JOBS | RECALL | VOTE)
#define CHANGES                                                                \
	(TCN_READING_SLOT(TCN_SLOT_PROFIT) | TCN_READING_SLOT(TCN_SLOT_SALES))
#define SHARES                                                                 \
	(PARTS | TCN_READING_SLOT(TCN_SLOT_INFLATION) |                        \
	    TCN_READING_SLOT(TCN_SLOT_UNEMPLOYMENT) | GROWTH |                 \
	    TCN_READING_SLOT(TCN_SLOT_INTEREST))

/* Whether token i is a number that the clause comes from, or by which it goes
 * on: "from 6.6 per cent to 6.3", "drops 0.3 per cent to 6.3". */
static bool
is_on_the_way(const struct tcn_reading_reader *reader, size_t i)
{
	return tcn_reading_is_number(reader, i) && i > 0 &&
	    (tcn_reading_is(reader, i - 1) &
		(TCN_FACT_FROM | TCN_FACT_RISE | TCN_FACT_FALL));
}

/* Whether the economy at token i is what another thing is held against: "ratio
 * to GDP", "debt/GDP". */
static bool
is_ratio(const struct tcn_reading_reader *reader, size_t i)
{
	return tcn_reading_anchors(reader, &reader->at[i], false, GROWTH) &&
	    (reader->at[i].hyphen ||
		(i > 0 && (tcn_reading_is(reader, i - 1) & TCN_FACT_TO)));
}

/* The slots of the nearest anchor in the clause before token `from`, or 0. */
static uint32_t
subject_before(const struct tcn_reading_reader *reader, size_t from,
    uint32_t wanted)
{
	uint32_t slots = 0;

	for (size_t k = 1; k <= SHARE_GAP && k <= from; k++) {
		size_t i = from - k;

		if (reader->at[i].kind != TCN_FACT_KIND_WORD &&
		    !is_on_the_way(reader, i) &&
		    !tcn_reading_is_percent(reader, i))
			break;
		if (!slots && !is_ratio(reader, i))
			slots = tcn_reading_anchors(reader, &reader->at[i],
			    false, wanted);
	}
	return slots;
}

/* "To cut oil revenues 3 mln": whether a verb shortly before what stands at
 * token i says that the number is a change of it. */
static bool
is_changed(const struct tcn_reading_reader *reader, size_t i)
{
	for (size_t k = 1; k <= CUT_GAP && k <= i; k++) {
		if (reader->at[i - k].kind != TCN_FACT_KIND_WORD)
			return false;
		if (tcn_reading_is(reader, i - k) &
		    (TCN_FACT_UP | TCN_FACT_DOWN | TCN_FACT_FALL))
			return true;
	}
	return false;
}

uint32_t
tcn_reading_level(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, uint32_t wanted)
{
	size_t i = amount->from;

	while (i > 0 && amount->from - i < 2 &&
	    (tcn_reading_is(reader, i - 1) & TCN_READING_MANNERS) &&
	    !(tcn_reading_is(reader, i - 1) & TCN_FACT_LEVEL))
		i--;
	/* An article may stand between: "supera el 9 %". */
	i -= i > 1 && (tcn_reading_is(reader, i - 1) & TCN_FACT_CUT) &&
	    (tcn_reading_is(reader, i - 2) & TCN_FACT_LEVEL);
	if (i == 0)
		return 0;
	if (tcn_reading_mark(reader, i - 1) == ':')
		return i > 1 ? tcn_reading_anchors(reader, &reader->at[i - 2],
				   false, wanted)
			     : 0;
	if (!(tcn_reading_is(reader, i - 1) & TCN_FACT_LEVEL) &&
	    (!tcn_reading_anchors(reader, &reader->at[i - 1], false, wanted) ||
		is_changed(reader, i - 1)))
		return 0;
	return subject_before(reader, i, wanted);
}

/* The share of what stands right behind the number: "2.3 per cent inflation",
 * "wins with 58 per cent of the vote". */
static uint32_t
subject_behind(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, size_t i)
{
	uint32_t slots;

	if (i >= reader->n)
		return 0;
	slots = tcn_reading_anchors(reader, &reader->at[i], true, SHARES);
	if (slots & VOTE)
		slots &= subject_before(reader, amount->from, VOTE);
	return slots;
}

/* --- changes --- */

static const char *
direction(uint64_t is)
{
	if (is & TCN_FACT_UP)
		return "+%";
	return is & TCN_FACT_DOWN ? "-%" : NULL;
}

/* Sets *unit and returns what changed, of which the clause says before it that
 * it did: "profit fell 3 per cent", "sales are up by over 3 per cent". */
static uint32_t
changed_before(const struct tcn_reading_reader *reader, size_t i,
    const char **unit)
{
	uint32_t slots = 0;

	while (i > 0 && !direction(tcn_reading_is(reader, i - 1)) &&
	    (tcn_reading_is(reader, i - 1) &
		(TCN_READING_MANNERS | TCN_FACT_CUT)))
		i--;
	*unit = i > 0 ? direction(tcn_reading_is(reader, i - 1)) : NULL;
	for (size_t k = 2; *unit && !slots && k <= CHANGE_GAP && k <= i; k++) {
		const struct tcn_fact_token *token = &reader->at[i - k];

		slots = tcn_reading_anchors(reader, token, false, CHANGES);
		if (token->kind != TCN_FACT_KIND_WORD || (k > 2 && token->verb))
			break;
	}
	return slots;
}

/* The same of what stands behind the per cent at token i - 1: "a 3 per cent
 * drop in first-quarter profit", "3 per cent profit growth". */
static uint32_t
changed_behind(const struct tcn_reading_reader *reader, size_t i,
    const char **unit)
{
	uint32_t slots = 0;

	*unit = NULL;
	for (size_t k = 0; k < CHANGE_GAP && i + k < reader->n; k++) {
		const struct tcn_fact_token *token = &reader->at[i + k];

		if (!*unit)
			*unit = direction(tcn_fact_token_is(token));
		if (!slots)
			slots =
			    tcn_reading_anchors(reader, token, true, CHANGES);
		if (*unit && slots)
			return slots;
		if (token->kind != TCN_FACT_KIND_WORD ||
		    (k == 0 && !*unit && !slots))
			break;
	}
	return 0;
}

static uint32_t
change_of(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, const char **unit)
{
	uint32_t slots = 0;

	/* "50% increase in earnings per share" is of what stands behind it. */
	if (!direction(tcn_reading_is(reader, amount->to + 1)) ||
	    !(tcn_reading_is(reader, amount->to + 2) & TCN_FACT_CUT))
		slots = changed_before(reader, amount->from, unit);
	return slots ? slots : changed_behind(reader, amount->to + 1, unit);
}

/* Whether token i, behind the per cent, says what it is a part of:
 * "0.8 pct/GDP". */
static bool
is_part_of(const struct tcn_reading_reader *reader, size_t i)
{
	return i < reader->n && reader->at[i].hyphen && reader->at[i].word &&
	    (reader->at[i].word->before & SHARES);
}

bool
tcn_reading_share(struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	const char *unit = "%";
	uint32_t slots;

	if (amount->vague || !tcn_reading_is_percent(reader, amount->to))
		return false;
	if (tcn_reading_is_foreseen(reader, amount) ||
	    tcn_reading_is_planned(reader, amount) ||
	    is_part_of(reader, amount->to + 1) ||
	    tcn_reading_is_limited(reader, amount,
		TCN_FACT_LIMIT | TCN_FACT_ASKED) ||
	    (tcn_reading_is(reader, amount->to + 1) & TCN_FACT_ASKED))
		return true;
	slots = subject_behind(reader, amount, amount->to + 1);
	if (!slots)
		slots = tcn_reading_level(reader, amount, SHARES & ~VOTE);
	if (!slots)
		slots = change_of(reader, amount, &unit);
	if (amount->decimal_hi > SHARE_MAX ||
	    (amount->decimal_hi > 100 * TCN_READING_ONE && (slots & PARTS)))
		slots = 0;
	if (slots)
		tcn_reading_add(reader, amount, tcn_reading_slot(slots), unit,
		    true, tcn_reading_manner(reader, amount));
	return true;
}

/* The unit of what is counted behind token i, as "seats" have one. */
static const char *
unit_behind(const struct tcn_reading_reader *reader, size_t i)
{
	for (size_t k = 0; k < 2 && i + k < reader->n; k++) {
		const struct tcn_fact_token *token = &reader->at[i + k];

		if (tcn_reading_anchors(reader, token, true, VOTE))
			return token->word->unit;
	}
	return NULL;
}

/* The slots for which a word behind the amount says what is counted, and *noun,
 * where it stands: over two others that are capitals or not known, "2.6 million
 * GM cars", "7000 investment bank jobs". */
static uint32_t
counted_behind(const struct tcn_reading_reader *reader, size_t i, size_t *noun)
{
	uint32_t slots = 0;

	for (size_t k = 0; !slots && k < NOUN_GAP && i + k < reader->n; k++) {
		const struct tcn_fact_token *token = &reader->at[i + k];

		slots = tcn_reading_anchors(reader, token, true, PAIRS);
		*noun = i + k;
		/* "3 1/2 years" are not 3. */
		if (token->kind != TCN_FACT_KIND_WORD ||
		    tcn_ascii_is_digit(*token->at) ||
		    (!token->capital && token->word))
			break;
	}
	return slots;
}

/* "Recalls 56214 Saturns": whether goods are called back right before their
 * number, whatever they are. */
static bool
is_recalled(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	const uint64_t others = TCN_FACT_UNIT | TCN_FACT_MONEY |
	    TCN_FACT_PERCENT | TCN_FACT_CUT | TCN_FACT_PERSON;
	size_t i = amount->from;

	if (amount->vague || amount->year || amount->lo < RECALL_MIN ||
	    amount->to >= reader->n ||
	    reader->at[amount->to].kind != TCN_FACT_KIND_WORD ||
	    (tcn_reading_is(reader, amount->to) & others))
		return false;
	while (i > 0 && (tcn_reading_is(reader, i - 1) & TCN_READING_MANNERS))
		i--;
	return i > 0 &&
	    tcn_reading_anchors(reader, &reader->at[i - 1], false, RECALL);
}

/* Those of the slots that a verb before the amount is of: "cuts 300 jobs",
 * "recall: 300 cars". */
static uint32_t
told_before(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, uint32_t slots)
{
	uint32_t both = 0;

	for (size_t k = 1; !both && k <= PAIR_GAP && k <= amount->from; k++) {
		const struct tcn_fact_token *token =
		    &reader->at[amount->from - k];

		both = tcn_reading_anchors(reader, token, false, slots);
		if (token->kind != TCN_FACT_KIND_WORD &&
		    (k > 1 ||
			tcn_reading_mark(reader, amount->from - k) != ':'))
			break;
	}
	return both;
}

/* The same of one behind what is counted, at token `noun`: "300 jobs cut", "300
 * cars are recalled". */
static uint32_t
told_behind(const struct tcn_reading_reader *reader, size_t noun,
    uint32_t slots)
{
	uint32_t both = 0;

	slots &= JOBS | RECALL;
	for (size_t k = 1; !both && k <= VERB_GAP && noun + k < reader->n;
	     k++) {
		const struct tcn_fact_token *token = &reader->at[noun + k];

		if (token->kind != TCN_FACT_KIND_WORD ||
		    (tcn_reading_is(reader, noun + k) &
			(TCN_FACT_CUT | TCN_FACT_GAP_AFTER)) == TCN_FACT_CUT)
			break;
		both = tcn_reading_anchors(reader, token, false, slots);
	}
	return both;
}

bool
tcn_reading_pair(struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	struct tcn_reading_manner manner;
	const char *unit = NULL;
	size_t noun = 0;
	uint32_t both = 0,
		 slots = amount->vague || amount->lo % TCN_READING_ONE
	    ? 0
	    : counted_behind(reader, amount->to, &noun);

	if (slots & VOTE)
		unit = unit_behind(reader, amount->to);
	/* "258 of the votes" is no share. */
	if (!unit)
		slots &= ~VOTE;
	if (slots)
		both = told_before(reader, amount, slots);
	if (slots && !both)
		both = told_behind(reader, noun, slots);
	if (!both && is_recalled(reader, amount))
		both = RECALL;
	if (!both)
		return false;
	if (tcn_reading_is_limited(reader, amount, TCN_FACT_ASKED))
		return true;
	manner = tcn_reading_manner(reader, amount);
	/* "Another 2 million cars" are all of this recall. */
	if ((both & (RECALL | JOBS)) && manner.sense == TCN_READING_MORE)
		manner.sense = TCN_READING_EXACT;
	tcn_reading_add(reader, amount, tcn_reading_slot(both), unit, false,
	    manner);
	return true;
}

/* --- ages --- */

/* Whether the word of a death stands before token i, over a few others. */
static bool
is_of_dead(const struct tcn_reading_reader *reader, size_t i)
{
	for (size_t k = 1; k <= AGE_GAP && k <= i; k++) {
		const struct tcn_fact_token *token = &reader->at[i - k];

		if (token->kind != TCN_FACT_KIND_WORD)
			return false;
		if (token->word && (token->word->context & AGE))
			return true;
	}
	return false;
}

bool
tcn_reading_age(struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	struct tcn_reading_manner manner = { .sense = TCN_READING_EXACT };
	size_t to = amount->to;
	bool behind = to < reader->n &&
	    tcn_reading_anchors(reader, &reader->at[to], true, AGE);

	if (amount->vague || amount->from == 0 || amount->lo != amount->hi ||
	    amount->lo < AGE_MIN || amount->hi > AGE_MAX ||
	    !tcn_reading_anchors(reader, &reader->at[amount->from - 1], false,
		AGE) ||
	    !is_of_dead(reader, amount->from - 1))
		return false;
	/* "Dies at 87", but "dies at 3 hospitals" and "victimes: à 52". */
	if (!behind &&
	    (!(tcn_reading_is(reader, amount->from - 1) &
		 (TCN_FACT_AT | TCN_FACT_FROM)) ||
		(to < reader->n && reader->at[to].kind == TCN_FACT_KIND_WORD &&
		    !(tcn_reading_is(reader, to) & TCN_FACT_CUT))))
		return false;
	tcn_reading_add(reader, amount, TCN_SLOT_AGE, NULL, false, manner);
	return true;
}
