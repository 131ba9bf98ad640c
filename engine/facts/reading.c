#include "engine/facts/reading.h"

#include <assert.h>

#include "engine/facts/facts_impl.h"
#include "engine/facts/reading_impl.h"

#define PEOPLE                                                                 \
	(TCN_READING_SLOT(TCN_SLOT_DEAD) |                                     \
	    TCN_READING_SLOT(TCN_SLOT_INJURED) |                               \
	    TCN_READING_SLOT(TCN_SLOT_MISSING) |                               \
	    TCN_READING_SLOT(TCN_SLOT_RESCUED) |                               \
	    TCN_READING_SLOT(TCN_SLOT_EVACUATED) |                             \
	    TCN_READING_SLOT(TCN_SLOT_ARRESTED) |                              \
	    TCN_READING_SLOT(TCN_SLOT_ABOARD))
#define GAP_AFTER       5 /* words between a number and what stands behind */
#define NAME_NUMBER_END (100 * TCN_READING_ONE) /* names have smaller ones */
#define GAP_COUNT       8 /* between a word for a toll and its verb */
#define QUALIFIER_GAP   3
#define PEOPLE_MAX      (100000000 * TCN_READING_ONE)

static void
note_manner(uint64_t is, struct tcn_reading_manner *manner)
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

/* "may have injured more than 100": whether "may" stands in the clause, not
 * far before the amount. */
static bool
is_possible(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	for (size_t k = 1; k <= TCN_READING_GAP && k <= amount->from; k++) {
		size_t i = amount->from - k;

		if (reader->at[i].kind == TCN_FACT_KIND_MARK ||
		    tcn_reading_is_number(reader, i))
			return false;
		if (tcn_reading_is(reader, i) & TCN_FACT_MAY)
			return true;
	}
	return false;
}

struct tcn_reading_manner
tcn_reading_manner(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	struct tcn_reading_manner manner = { TCN_READING_EXACT, false };

	for (size_t k = QUALIFIER_GAP; k >= 1; k--) {
		size_t i = amount->from - k;

		if (k > amount->from || tcn_reading_is_number(reader, i))
			continue;
		if (reader->at[i].kind == TCN_FACT_KIND_MARK)
			manner = (struct tcn_reading_manner){ TCN_READING_EXACT,
				false };
		note_manner(tcn_reading_is(reader, i), &manner);
	}
	if (tcn_reading_mark(reader, amount->to) == '+')
		manner.sense = TCN_READING_LEAST;
	manner.may |= is_possible(reader, amount);
	if (tcn_reading_is(reader, amount->to) &
	    (TCN_FACT_LEAST | TCN_FACT_MOST | TCN_FACT_ABOUT | TCN_FACT_MORE))
		note_manner(tcn_reading_is(reader, amount->to), &manner);
	return manner;
}

void
tcn_reading_add(struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, enum tcn_slot slot, const char *unit,
    bool decimal, struct tcn_reading_manner manner)
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

enum tcn_slot
tcn_reading_slot(uint32_t slots)
{
	enum tcn_slot slot = 0;

	while (!(slots >> slot & 1))
		slot++;
	return slot;
}

uint32_t
tcn_reading_anchors(const struct tcn_reading_reader *reader,
    const struct tcn_fact_token *token, bool after, uint32_t wanted)
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

/* "1 in 8": whether a one and a word that is no anchor stand before. */
static bool
is_share(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	size_t i = amount->from;

	return i >= 2 && amount->lo == amount->hi &&
	    tcn_reading_is_number(reader, i - 2) &&
	    reader->at[i - 2].grouped == TCN_READING_ONE &&
	    reader->at[i - 1].kind == TCN_FACT_KIND_WORD &&
	    !(reader->at[i - 1].word && reader->at[i - 1].word->after);
}

/* Whether the amount may be part of a name: "Windows 8", "Terminal 3". */
static bool
is_part(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	const struct tcn_fact_token *before;

	if (amount->from == 0)
		return false;
	before = &reader->at[amount->from - 1];
	if (before->kind != TCN_FACT_KIND_WORD || amount->vague)
		return false;
	return before->capital && !before->word && !before->tag &&
	    amount->hi < NAME_NUMBER_END;
}

/* Whether the number before an anchor at token i, k tokens behind it, counts
 * something else: "Terminal 3 evacuated", "200,000 missing coins". */
static bool
is_named(const struct tcn_reading_reader *reader, size_t i, size_t k, bool part,
    uint32_t slots)
{
	const struct tcn_fact_token *next =
	    i + 1 < reader->n ? &reader->at[i + 1] : NULL;

	if (part &&
	    (slots &
		(TCN_READING_SLOT(TCN_SLOT_EVACUATED) |
		    TCN_READING_SLOT(TCN_SLOT_ARRESTED))))
		return true;
	return k == 0 && (slots & TCN_READING_SLOT(TCN_SLOT_MISSING)) && next &&
	    next->kind == TCN_FACT_KIND_WORD && !next->word && !next->capital &&
	    !next->tag;
}

/* The slot of an anchor behind the amount; 0 for none. A word for people that
 * is an anchor itself ("passengers") gives way to any other: it is set apart,
 * in *weak. */
static uint32_t
people_after(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, uint32_t *weak,
    struct tcn_reading_manner *manner)
{
	bool part = is_part(reader, amount);
	bool labelled = amount->from > 0 &&
	    tcn_reading_mark(reader, amount->from - 1) == ':';
	unsigned capitals = part;

	for (size_t k = 0; k <= GAP_AFTER; k++) {
		size_t i = amount->to + k;
		const struct tcn_fact_token *token = &reader->at[i];
		uint64_t is = tcn_reading_is(reader, i);
		uint32_t slots;

		if (k == 0 && tcn_reading_mark(reader, i) == '+')
			continue;
		if (i >= reader->n || token->kind != TCN_FACT_KIND_WORD)
			return 0;
		slots = tcn_reading_anchors(reader, token, true, PEOPLE);
		/* "Dead: 42 Missing: 17": it is the next number's. */
		if (slots && labelled && tcn_reading_mark(reader, i + 1) == ':')
			return 0;
		if (slots && !(is & TCN_FACT_PERSON))
			return is_named(reader, i, k, part, slots) ? 0 : slots;
		if (!*weak)
			*weak = slots;
		if (is & (TCN_FACT_MOST | TCN_FACT_MAY))
			note_manner(is, manner);
		if ((is &
			(TCN_FACT_PERSON | TCN_FACT_GAP_AFTER |
			    TCN_READING_MANNERS)) ||
		    ((amount->vague || k == 0) && (is & TCN_FACT_OF)))
			continue;
		if (token->capital && capitals++ < reader->lang->gap_capitals)
			continue;
		return 0;
	}
	return 0;
}

/* The slot of an anchor before the amount. A colon may stand between the two,
 * with nothing else. */
static uint32_t
people_before(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	for (size_t k = 1; k <= TCN_READING_GAP && k <= amount->from; k++) {
		size_t i = amount->from - k;
		const struct tcn_fact_token *token = &reader->at[i];
		uint64_t is = tcn_reading_is(reader, i);
		uint32_t slots;

		if (tcn_reading_mark(reader, i) == ':' && k == 1) {
			if (i == 0 || !ends_list(reader, amount->to))
				return 0;
			token = &reader->at[i - 1];
			slots =
			    tcn_reading_anchors(reader, token, false, PEOPLE);
			return slots
			    ? slots
			    : tcn_reading_anchors(reader, token, true, PEOPLE);
		}
		if (token->kind != TCN_FACT_KIND_WORD)
			return 0;
		slots = tcn_reading_anchors(reader, token, false, PEOPLE);
		if (slots)
			return slots;
		if (!(is &
			(TCN_FACT_GAP_BEFORE | TCN_FACT_PERSON | TCN_FACT_RISE |
			    TCN_FACT_TO | TCN_READING_MANNERS)))
			return 0;
	}
	return 0;
}

/* What a word for a count at token i counts: its own slot, or that of a word
 * shortly behind it ("number of injured"). */
static uint32_t
counted_by(const struct tcn_reading_reader *reader, size_t i)
{
	uint32_t slots =
	    tcn_reading_anchors(reader, &reader->at[i], false, PEOPLE);

	for (size_t k = 1; !slots && k <= 3 && i + k < reader->n; k++)
		slots = tcn_reading_anchors(reader, &reader->at[i + k], true,
		    PEOPLE);
	return slots;
}

/* "Rises to 52 the toll" as Romance languages say: what the number behind a
 * verb of rising counts, from token i on, where the count follows it. */
static uint32_t
counted_after(const struct tcn_reading_reader *reader, size_t i)
{
	for (size_t k = 0; k < 3 && i + k < reader->n; k++) {
		if (tcn_reading_is(reader, i + k) & TCN_FACT_COUNT)
			return counted_by(reader, i + k);
		if (!(tcn_reading_is(reader, i + k) & TCN_FACT_GAP_AFTER))
			return 0;
	}
	return 0;
}

/* "The toll of the quake in X rises to 50": a verb of rising shortly before
 * the number, and a word for a count somewhere before that. */
static uint32_t
people_counted(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	size_t i = amount->from, k;
	bool rising = false, to = false;
	uint32_t slots;

	for (k = 0; k < TCN_READING_GAP && i > 0 && !rising; k++) {
		uint64_t is = tcn_reading_is(reader, --i);

		rising = (is & TCN_FACT_RISE) != 0;
		to |= (is & TCN_FACT_TO) != 0;
		if (!rising && !to &&
		    !(is &
			(TCN_FACT_GAP_BEFORE | TCN_FACT_GAP_AFTER |
			    TCN_READING_MANNERS)))
			return 0;
	}
	if (!rising)
		return 0;
	slots = counted_after(reader, amount->to);
	if (slots)
		return slots;
	for (k = 0; k < GAP_COUNT + 3 && i > 0; k++) {
		i--;
		if (reader->at[i].kind == TCN_FACT_KIND_MARK)
			return 0;
		if (tcn_reading_is(reader, i) & TCN_FACT_COUNT)
			return counted_by(reader, i);
	}
	return 0;
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
	    mark == 0x2030 || mark == 0xb0 || tcn_fact_amount_sign(mark))
		return true;
	if (amount->from == 0)
		return false;
	return tcn_fact_amount_sign(tcn_reading_mark(reader, before)) ||
	    (tcn_reading_is(reader, before) & TCN_FACT_MONEY) ||
	    (amount->lo == amount->hi &&
		(tcn_reading_is(reader, before) & TCN_FACT_FROM)) ||
	    reader->at[amount->from].hyphen;
}

/* A year is a number of people only where people follow: "2000 people". */
static bool
is_bare_year(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	return amount->year && amount->to == amount->from + 1 &&
	    !(tcn_reading_is(reader, amount->to) & TCN_FACT_PERSON);
}

static bool
read_people(struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	struct tcn_reading_manner manner = tcn_reading_manner(reader, amount);
	uint32_t slots, weak = 0;

	if (is_share(reader, amount) || is_other_thing(reader, amount) ||
	    is_bare_year(reader, amount) || amount->lo % TCN_READING_ONE ||
	    amount->hi > PEOPLE_MAX)
		return false;
	slots = people_after(reader, amount, &weak, &manner);
	if (!slots && !amount->one &&
	    !(tcn_reading_is(reader, amount->to) & TCN_FACT_OBJECT)) {
		slots = people_before(reader, amount);
		if (!slots)
			slots = people_counted(reader, amount);
	}
	if (!slots)
		slots = weak;
	if (!slots)
		return false;
	tcn_reading_add(reader, amount, tcn_reading_slot(slots), NULL, false,
	    manner);
	return true;
}

/* --- the sentence --- */

/* Whether it tells of an earlier event: a year before its own, or "since",
 * "worst" with any year. */
static bool
is_history(const struct tcn_reading_reader *reader, int year)
{
	bool history = false, earlier = false, any = false;

	for (size_t i = 0; i < reader->n; i++) {
		const struct tcn_fact_token *token = &reader->at[i];
		bool people =
		    (tcn_reading_is(reader, i + 1) & TCN_FACT_PERSON) != 0;

		history |= (tcn_fact_token_is(token) & TCN_FACT_HISTORY) != 0;
		if (!token->year || people)
			continue;
		any = true;
		earlier |= year && token->grouped < year * TCN_READING_ONE;
	}
	return earlier || (history && any);
}

static void
note_context(struct tcn_reading_reader *reader)
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
read_all(struct tcn_reading_reader *reader)
{
	struct tcn_fact_amount amount;

	for (size_t i = 0; i < reader->n;) {
		if (!tcn_fact_amount_read(reader->tokens, i, &amount)) {
			i++;
			continue;
		}
		i = amount.to;
		if (amount.leads_on)
			continue;
		if (!tcn_reading_measure(reader, &amount) &&
		    !tcn_reading_money(reader, amount))
			read_people(reader, &amount);
	}
}

enum tcn_rc
tcn_reading_find(struct tcn_facts *facts, const struct tcn_reading_text *text,
    struct tcn_reading readings[TCN_READINGS_MAX], size_t *n)
{
	const struct tcn_fact_tokens *tokens = &facts->tokens;
	struct tcn_reading_reader reader = {
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

enum tcn_rc
tcn_reading_numbers(struct tcn_facts *facts,
    const struct tcn_reading_text *text, int64_t numbers[TCN_READINGS_MAX],
    size_t *n)
{
	const struct tcn_fact_tokens *tokens = &facts->tokens;
	enum tcn_rc rc;

	*n = 0;
	if (!tcn_facts_has_lang(text->lang))
		return TCN_OK;
	rc = tcn_facts_cut(facts, text->sentence, text->lang);
	for (size_t i = 0;
	     rc == TCN_OK && i < tokens->n && *n < TCN_READINGS_MAX; i++)
		if (tokens->at[i].kind == TCN_FACT_KIND_NUMBER)
			numbers[(*n)++] = tokens->at[i].grouped;
	return rc;
}

enum tcn_rc
tcn_reading_keep(struct tcn_facts *facts, const struct tcn_reading_text *text,
    struct tcn_arena *arena, struct tcn_reading_list *list)
{
	struct tcn_reading readings[TCN_READINGS_MAX], *kept;
	int64_t numbers[TCN_READINGS_MAX], *kept_numbers;
	size_t n, numbers_n;
	enum tcn_rc rc = tcn_reading_find(facts, text, readings, &n);

	*list = (struct tcn_reading_list){ 0 };
	if (rc == TCN_OK)
		rc = tcn_reading_numbers(facts, text, numbers, &numbers_n);
	if (rc != TCN_OK)
		return rc;
	kept = tcn_arena_zalloc(arena, n, sizeof *kept);
	kept_numbers = tcn_arena_zalloc(arena, numbers_n, sizeof *kept_numbers);
	if (!kept || !kept_numbers)
		return TCN_NOMEM;
	for (size_t i = 0; i < n; i++)
		kept[i] = readings[i];
	for (size_t i = 0; i < numbers_n; i++)
		kept_numbers[i] = numbers[i];
	*list = (struct tcn_reading_list){ kept, n, kept_numbers, numbers_n };
	return TCN_OK;
}
