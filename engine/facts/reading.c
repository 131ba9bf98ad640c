#include "engine/facts/reading.h"

#include <assert.h>

#include "engine/facts/facts_impl.h"
#include "engine/facts/reading_impl.h"

#define QUALIFIER_GAP 3
#define PLACE_GAP     3 /* words from "near" to a name */
#define NONE_GAP      5 /* words from "no" to what there is none of */
#define CLAIM_GAP     5 /* words from "reports of" to a number */

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

void
tcn_reading_note_may(uint64_t is, struct tcn_reading_manner *manner)
{
	if (is & (TCN_FACT_MOST | TCN_FACT_MAY))
		note_manner(is, manner);
}

/* "A quake of 7.9 near Coraza": whether "near" at token i is of a place. */
static bool
is_near_place(const struct tcn_reading_reader *reader, size_t i)
{
	if (!(tcn_reading_is(reader, i) & TCN_FACT_ABOUT))
		return false;
	for (size_t k = 1; k <= PLACE_GAP && i + k < reader->n; k++) {
		const struct tcn_fact_token *token = &reader->at[i + k];

		if (token->kind != TCN_FACT_KIND_WORD)
			break;
		if (token->tag || (token->capital && !token->word))
			return true;
	}
	return false;
}

struct tcn_reading_manner
tcn_reading_manner(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount)
{
	const struct tcn_reading_manner plain = { .sense = TCN_READING_EXACT };
	struct tcn_reading_manner manner = plain;

	for (size_t k = QUALIFIER_GAP; k >= 1; k--) {
		size_t i = amount->from - k;

		if (k > amount->from)
			continue;
		if (reader->at[i].kind == TCN_FACT_KIND_MARK ||
		    tcn_reading_is_number(reader, i))
			manner = plain;
		note_manner(tcn_reading_is(reader, i), &manner);
	}
	if (tcn_reading_mark(reader, amount->to) == '+')
		manner.sense = TCN_READING_LEAST;
	manner.may |= is_possible(reader, amount);
	/* "20 or more", but not "20 over fraud". */
	if (!(tcn_reading_is(reader, amount->to) & TCN_FACT_CUT) &&
	    (tcn_reading_is(reader, amount->to) &
		(TCN_FACT_LEAST | TCN_FACT_MOST | TCN_FACT_ABOUT |
		    TCN_FACT_MORE)) &&
	    !is_near_place(reader, amount->to))
		note_manner(tcn_reading_is(reader, amount->to), &manner);
	return manner;
}

/* "Kills 26 and injures another 86": whether others than the people of a slot
 * were counted before, whom "another" sets apart; but not "2 more die". */
static bool
is_beside_others(const struct tcn_reading_reader *reader, enum tcn_slot slot)
{
	const struct tcn_reading *last;

	if (!reader->readings_n)
		return false;
	last = &reader->readings[reader->readings_n - 1];
	return last->slot != slot &&
	    (TCN_READING_SLOT(last->slot) & TCN_READING_PEOPLE) &&
	    last->sense != TCN_READING_MORE;
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
	if (manner.sense == TCN_READING_MORE &&
	    (TCN_READING_SLOT(slot) & TCN_READING_PEOPLE) &&
	    is_beside_others(reader, slot))
		manner.sense = TCN_READING_EXACT;
	if (amount->vague)
		manner.sense = TCN_READING_VAGUE;
	else if (manner.part && manner.sense != TCN_READING_MOST &&
	    manner.sense != TCN_READING_MORE)
		manner.sense = TCN_READING_PART;
	else if (amount->lo != amount->hi && slot != TCN_SLOT_SCORE)
		manner.sense = TCN_READING_RANGE;
	reading = &reader->readings[reader->readings_n++];
	*reading = (struct tcn_reading){
		.slot = slot,
		.sense = manner.sense,
		.lo = decimal ? amount->decimal_lo : amount->lo,
		.hi = decimal ? amount->decimal_hi : amount->hi,
		.unit = unit ? unit : "",
		.some = manner.some,
		.rises = manner.rises,
		.lowers = manner.lowers,
		.at = (size_t)(first->at - reader->at[0].at),
		.n = (size_t)(last->at + last->n - first->at),
	};
}

bool
tcn_reading_has(const struct tcn_reading_reader *reader, size_t i)
{
	size_t at = (size_t)(reader->at[i].at - reader->at[0].at);

	for (size_t k = 0; k < reader->readings_n; k++)
		if (at >= reader->readings[k].at &&
		    at < reader->readings[k].at + reader->readings[k].n)
			return true;
	return false;
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

/* --- the sentence --- */

static void
note_context(struct tcn_reading_reader *reader)
{
	for (size_t i = 0; i < reader->n; i++) {
		const struct tcn_fact_word *word = reader->at[i].word;

		if (!word)
			continue;
		reader->context |= word->context;
		if (word->is & TCN_FACT_QUAKE)
			reader->context |= TCN_READING_SLOT(TCN_SLOT_MAGNITUDE);
		reader->aftershock |= (word->is & TCN_FACT_AFTERSHOCK) != 0;
	}
}

/* Whether an amount may begin somewhere: in most sentences none does. */
static bool
has_amount(const struct tcn_fact_tokens *tokens)
{
	for (size_t i = 0; i < tokens->n; i++)
		if (tokens->at[i].kind == TCN_FACT_KIND_NUMBER ||
		    tcn_fact_token_is(&tokens->at[i]) & TCN_FACT_VAGUE ||
		    tcn_reading_is_term(&tokens->at[i]) ||
		    tcn_reading_is_score(&tokens->at[i]))
			return true;
	return false;
}

/* Whether the number at a byte of the sentence is what somebody claims:
 * "reports of 12 dead". */
static bool
is_claimed(const struct tcn_reading_reader *reader, size_t at)
{
	size_t i = 0;

	while (i < reader->n &&
	    (size_t)(reader->at[i].at - reader->at[0].at) < at)
		i++;
	for (size_t k = 1; k <= CLAIM_GAP && k <= i; k++) {
		if (reader->at[i - k].kind == TCN_FACT_KIND_MARK ||
		    tcn_reading_is_number(reader, i - k))
			return false;
		if (tcn_reading_is(reader, i - k) & TCN_FACT_CLAIM)
			return true;
	}
	return false;
}

/* "Police denied a report of 12 dead": notes which readings are of a claim that
 * the sentence says is false. */
static void
note_denied(struct tcn_reading_reader *reader)
{
	bool is_false = false;

	for (size_t i = 0; i < reader->n; i++)
		is_false |= (tcn_reading_is(reader, i) & TCN_FACT_FALSE) != 0;
	for (size_t k = 0; is_false && k < reader->readings_n; k++)
		reader->readings[k].denied =
		    is_claimed(reader, reader->readings[k].at);
}

static void
read_all(struct tcn_reading_reader *reader)
{
	struct tcn_fact_amount amount;

	for (size_t i = 0; i < reader->n;) {
		if (tcn_reading_score(reader, i, &i))
			continue;
		if (tcn_reading_is_term(&reader->at[i]))
			tcn_reading_term(reader, i);
		if (!tcn_fact_amount_read(reader->tokens, i, &amount)) {
			i++;
			continue;
		}
		i = amount.to;
		if (amount.leads_on ||
		    tcn_reading_is_update(reader, amount.from))
			continue;
		if (!tcn_reading_measure(reader, &amount) &&
		    !tcn_reading_share(reader, &amount) &&
		    !tcn_reading_pair(reader, &amount) &&
		    !tcn_reading_age(reader, &amount) &&
		    !tcn_reading_money(reader, amount))
			tcn_reading_people(reader, &amount);
	}
}

void
tcn_reading_find(struct tcn_facts *facts, const struct tcn_reading_text *text,
    struct tcn_reading readings[TCN_READINGS_MAX], size_t *n)
{
	const struct tcn_fact_tokens *tokens = &facts->tokens;
	struct tcn_reading_reader reader = {
		.tokens = tokens, .at = tokens->at, .readings = readings
	};

	assert(facts && text && readings && n);
	*n = 0;
	if (!tcn_facts_has_lang(text->lang))
		return;
	tcn_facts_cut(facts, text->sentence, text->lang);
	if (!has_amount(tokens))
		return;
	reader.n = tokens->n;
	note_context(&reader);
	reader.rate = tcn_reading_is_rate(&reader);
	reader.year = text->year;
	if (!tcn_reading_is_past(&reader, text->year))
		read_all(&reader);
	note_denied(&reader);
	for (size_t i = 0; i < reader.readings_n; i++)
		readings[i].at += (size_t)(reader.at[0].at - text->sentence.at);
	*n = reader.readings_n;
}

/* Sets numbers[0 .. *n) to those of the sentence, in thousandths, whatever they
 * are of. */
static void
read_numbers(struct tcn_facts *facts, const struct tcn_reading_text *text,
    int64_t numbers[TCN_READINGS_MAX], size_t *n)
{
	const struct tcn_fact_tokens *tokens = &facts->tokens;

	*n = 0;
	if (!tcn_facts_has_lang(text->lang))
		return;
	tcn_facts_cut(facts, text->sentence, text->lang);
	for (size_t i = 0; i < tokens->n && *n < TCN_READINGS_MAX; i++)
		if (tokens->at[i].kind == TCN_FACT_KIND_NUMBER)
			numbers[(*n)++] = tokens->at[i].grouped;
}

/* The slots of which the sentence that was cut says that there are none: "no
 * hay víctimas", "without injuries". */
static uint32_t
find_none(const struct tcn_facts *facts)
{
	const struct tcn_fact_tokens *tokens = &facts->tokens;
	const uint32_t wanted = TCN_READING_SLOT(TCN_SLOT_DEAD) |
	    TCN_READING_SLOT(TCN_SLOT_INJURED);
	uint32_t none = 0;

	for (size_t i = 0; i < tokens->n; i++) {
		if (!(tcn_fact_token_is(&tokens->at[i]) & TCN_FACT_NONE))
			continue;
		for (size_t k = 1; k <= NONE_GAP && i + k < tokens->n; k++) {
			const struct tcn_fact_token *at = &tokens->at[i + k];

			if (at->kind != TCN_FACT_KIND_WORD)
				break;
			if (at->word)
				none |= (at->word->after | at->word->before |
					    at->word->context) &
				    wanted;
		}
	}
	return none;
}

void
tcn_reading_keep(struct tcn_facts *facts, const struct tcn_reading_text *text,
    struct tcn_arena *arena, struct tcn_reading_list *list)
{
	struct tcn_reading readings[TCN_READINGS_MAX], *kept;
	int64_t numbers[TCN_READINGS_MAX], *kept_numbers;
	uint32_t none = 0;
	size_t n, numbers_n;

	tcn_reading_find(facts, text, readings, &n);
	*list = (struct tcn_reading_list){ 0 };
	read_numbers(facts, text, numbers, &numbers_n);
	if (tcn_facts_has_lang(text->lang))
		none = find_none(facts);
	kept = tcn_arena_zalloc(arena, n, sizeof *kept);
	kept_numbers = tcn_arena_zalloc(arena, numbers_n, sizeof *kept_numbers);
	for (size_t i = 0; i < n; i++)
		kept[i] = readings[i];
	for (size_t i = 0; i < numbers_n; i++)
		kept_numbers[i] = numbers[i];
	*list =
	    (struct tcn_reading_list){ kept, n, kept_numbers, numbers_n, none };
}
