#include "engine/facts/statement.h"

#include <assert.h>

#include "engine/base/ascii.h"
#include "engine/facts/statement_impl.h"
#include "engine/text/title_suffix.h"

#define WORDS_MIN     6
#define WORDS_MAX     45
#define TAGS_MAX      2
#define BARS_MIN      2
#define SHOUTED_MIN   3 /* words in capitals of four letters or more */
#define SHOUTED_BYTES 4
#define TABLE_DIGITS  4 /* one in so many characters is a digit */
#define STRETCHED     4 /* times the same letter, "loooong" */
#define STRETCHED_END 3 /* at the end of a word, "soo" is none */

/* --- faults --- */

/* What is counted of a statement. */
struct counts {
	size_t words, tags, bars, links, shouted, small, letters;
	size_t open; /* brackets */
	size_t outside; /* words outside quotation marks */
	size_t quoted; /* inside */
	bool verb, first, prayer, cause, response, bangs, quoting;
	bool feeling, exclaims, asks, sums;
};

/* Whether a mark is a face or a heart, as people write who say what they feel.
 */
static bool
is_feeling(const struct tcn_statement_span *span, size_t i)
{
	UChar32 mark = span->at[i].mark, eyes;

	if ((mark >= 0x1f600 && mark <= 0x1f64f) ||
	    (mark >= 0x1f910 && mark <= 0x1f92f) ||
	    (mark >= 0x1f970 && mark <= 0x1f97a) ||
	    (mark >= 0x1f493 && mark <= 0x1f49f) || mark == 0x2764 ||
	    mark == 0x2665 || (mark >= 0x2639 && mark <= 0x263b))
		return true;
	/* :) ;-( <3 */
	if (mark == '<')
		return tcn_statement_is_kind(span, i + 1,
			   TCN_FACT_KIND_NUMBER) &&
		    span->at[i + 1].glued && *span->at[i + 1].at == '3';
	if ((mark != '(' && mark != ')') || !span->at[i].glued)
		return false;
	eyes = tcn_statement_mark_at(span, i - 1);
	if (eyes == '-' && span->at[i - 1].glued)
		eyes = tcn_statement_mark_at(span, i - 2);
	return eyes == ':' || eyes == ';';
}

/* "Noooo", "soooo": one letter many times, in a word with small letters. */
static bool
is_stretched(const struct tcn_fact_token *token)
{
	size_t same = 1, most = 1;

	for (size_t i = 1; i < token->n; i++) {
		bool again = token->at[i] == token->at[i - 1] &&
		    !tcn_ascii_is_digit(token->at[i]);

		same = again ? same + 1 : 1;
		most = same > most ? same : most;
	}
	return token->small && (most >= STRETCHED || same >= STRETCHED_END);
}

static void
count_mark(const struct tcn_statement_span *span, size_t i,
    struct counts *counts)
{
	UChar32 mark = span->at[i].mark;

	counts->bars += mark == '|';
	counts->sums |= mark == '=';
	if (is_feeling(span, i)) {
		counts->feeling = true;
		return;
	}
	counts->asks |= !counts->quoting && mark == '?';
	counts->exclaims |= !counts->quoting && (mark == '!' || mark == 0xa1);
	counts->bangs |= mark == '!' && i > span->from &&
	    tcn_statement_mark_at(span, i - 1) == '!';
	if (tcn_statement_is_open_bracket(mark))
		counts->open++;
	else if (tcn_statement_is_close_bracket(mark) && counts->open)
		counts->open--;
	if (tcn_statement_is_quote(mark))
		counts->quoting = mark == '"' ? !counts->quoting
					      : mark != 0xbb && mark != 0x201d;
}

/* Whether a verb is one: "attacks Gaza", not "attacks on Gaza", "Gaza attacks".
 */
static bool
is_verb(const struct tcn_statement_span *span, size_t i)
{
	uint64_t next = tcn_statement_what_is(span, i + 1);

	if (!span->at[i].verb)
		return false;
	if (!(tcn_statement_what_is(span, i) & TCN_FACT_NOUN))
		return true;
	if (!tcn_statement_is_kind(span, i + 1, TCN_FACT_KIND_WORD) &&
	    !tcn_statement_is_kind(span, i + 1, TCN_FACT_KIND_NUMBER))
		return false;
	return (next & TCN_FACT_ARTICLE) ||
	    !(next & (TCN_FACT_CUT | TCN_FACT_FROM | TCN_FACT_OF));
}

static void
count_token(const struct tcn_statement_span *span, size_t i,
    struct counts *counts)
{
	const struct tcn_fact_token *token = &span->at[i];
	uint64_t is = tcn_fact_token_is(token);

	counts->tags += token->tag;
	counts->links += token->kind == TCN_FACT_KIND_MENTION &&
	    (tcn_statement_is_text(span, i - 1, "RT") ||
		tcn_statement_mark_at(span, i + 1) == ':');
	counts->verb |= is_verb(span, i);
	counts->prayer |= (is & TCN_FACT_PRAYER) != 0;
	counts->cause |= (is & TCN_FACT_CAUSE) != 0;
	counts->response |= (is & TCN_FACT_RESPONSE) != 0;
	switch (token->kind) {
	case TCN_FACT_KIND_MARK:
		count_mark(span, i, counts);
		return;
	case TCN_FACT_KIND_LINK:
		counts->links++;
		return;
	case TCN_FACT_KIND_MENTION:
	case TCN_FACT_KIND_NUMBER:
	case TCN_FACT_KIND_WORD:
		break;
	}
	counts->words += token->words;
	counts->feeling |= is_stretched(token);
	counts->shouted += token->capitals && token->n >= SHOUTED_BYTES;
	counts->letters += token->capital || token->small;
	counts->small += token->small;
	if (counts->quoting) {
		counts->quoted += token->words;
		return;
	}
	counts->outside++;
	counts->first |= (is & TCN_FACT_FIRST) != 0;
}

/* Whether it ends in what more should follow. */
static bool
is_cut(const struct tcn_statement_span *span)
{
	size_t i = span->to, dots = 0;

	while (i > span->from &&
	    (tcn_statement_is_quote(tcn_statement_mark_at(span, i - 1)) ||
		tcn_statement_is_close_bracket(tcn_statement_mark_at(span,
		    i - 1))))
		i--;
	while (i > span->from && tcn_statement_mark_at(span, i - 1) == '.') {
		i--;
		dots++;
	}
	if (i == span->from || dots > 1)
		return true;
	return tcn_statement_mark_at(span, i - 1) == 0x2026 ||
	    tcn_statement_mark_at(span, i - 1) == ',' ||
	    (tcn_statement_what_is(span, i - 1) & TCN_FACT_CUT);
}

static bool
is_question(const struct tcn_statement_span *span)
{
	size_t i = span->to;

	while (i > span->from &&
	    (tcn_statement_is_quote(tcn_statement_mark_at(span, i - 1)) ||
		tcn_statement_is_close_bracket(tcn_statement_mark_at(span,
		    i - 1))))
		i--;
	return tcn_statement_mark_at(span, i - 1) == '?' ||
	    tcn_statement_mark_at(span, i - 1) == 0xff1f ||
	    tcn_statement_mark_at(span, span->from) == 0xbf;
}

/* Whether the sentence does, or what stands behind a colon in it. */
static bool
begins_vaguely(const struct tcn_statement_span *span)
{
	size_t i = span->from;

	while (i < span->to &&
	    tcn_statement_is_kind(span, i, TCN_FACT_KIND_MARK))
		i++;
	if (tcn_statement_what_is(span, i) & TCN_FACT_OPENING)
		return true;
	for (; i + 1 < span->to; i++)
		if (tcn_statement_mark_at(span, i) == ':' &&
		    !span->at[i + 1].glued &&
		    (tcn_statement_what_is(span, i + 1) & TCN_FACT_OPENING))
			return true;
	return false;
}

/* Whether it is about pictures or a list, ahead of any verb: "Pictures of the
 * fire", "Fire: video of the rescue". Who shows them has a verb before. */
static bool
points_at(const struct tcn_statement_span *span)
{
	bool verb = false;

	for (size_t i = span->from; i + 1 < span->to; i++) {
		if (tcn_statement_mark_at(span, i) == ':')
			verb = false;
		verb |= span->at[i].verb;
		if (!verb &&
		    (tcn_statement_what_is(span, i) & TCN_FACT_SHOWS) &&
		    (tcn_statement_what_is(span, i + 1) &
			(TCN_FACT_CUT | TCN_FACT_FROM | TCN_FACT_OF)))
			return true;
	}
	return false;
}

/* Whether it begins in the middle of a sentence: with a preposition or an
 * article in a small letter. */
static bool
begins_within(const struct tcn_statement_span *span)
{
	size_t i = span->from;

	while (i < span->to &&
	    tcn_statement_is_kind(span, i, TCN_FACT_KIND_MARK))
		i++;
	return tcn_statement_is_kind(span, i, TCN_FACT_KIND_WORD) &&
	    !span->at[i].tag && !span->at[i].capital &&
	    (tcn_statement_what_is(span, i) & TCN_FACT_CUT);
}

/* Whether its first word does; a hashtag or mention is none. */
static bool
begins_small(const struct tcn_statement_span *span)
{
	size_t i = span->from;

	while (i < span->to &&
	    tcn_statement_is_kind(span, i, TCN_FACT_KIND_MARK))
		i++;
	return tcn_statement_is_kind(span, i, TCN_FACT_KIND_WORD) &&
	    !span->at[i].tag && span->at[i].small && !span->at[i].capital;
}

static bool
is_table(struct tcn_str text)
{
	size_t digits = 0, n = 0;

	for (size_t i = 0; i < text.n; i++) {
		digits += tcn_ascii_is_digit(text.at[i]);
		/* Characters, without the bytes that go on with one. */
		n += !tcn_ascii_is_blank(text.at[i]) &&
		    ((unsigned char)text.at[i] & 0xc0) != 0x80;
	}
	return digits * TABLE_DIGITS > n;
}

static uint32_t
when(bool is_so, enum tcn_statement_fault fault)
{
	return is_so ? fault : 0;
}

static void
judge(const struct tcn_statement_span *span, bool known_lang,
    struct tcn_statement *statement)
{
	struct counts counts = { 0 };

	for (size_t i = span->from; i < span->to; i++)
		count_token(span, i, &counts);
	statement->words = counts.words;
	statement->quoted = counts.quoted;
	statement->cause = counts.cause;
	statement->response = counts.response;
	statement->capitals = counts.letters > 0 && counts.small == 0;
	statement->small = begins_small(span);
	statement->exclaims = counts.exclaims;
	statement->faults =
	    when(counts.words < WORDS_MIN, TCN_STATEMENT_SHORT) |
	    when(counts.words > WORDS_MAX, TCN_STATEMENT_LONG) |
	    when(is_cut(span) || counts.open > 0 || counts.quoting ||
		    begins_within(span),
		TCN_STATEMENT_CUT) |
	    when(counts.asks || is_question(span), TCN_STATEMENT_QUESTION) |
	    when(counts.tags > TAGS_MAX || counts.bars >= BARS_MIN,
		TCN_STATEMENT_TAGS) |
	    when(counts.bangs || counts.feeling ||
		    (counts.small && counts.shouted >= SHOUTED_MIN),
		TCN_STATEMENT_SHOUT) |
	    when(counts.first, TCN_STATEMENT_FIRST_PERSON) |
	    when(begins_vaguely(span), TCN_STATEMENT_OPENING) |
	    when(counts.outside == 0, TCN_STATEMENT_SPEECH) |
	    when(counts.prayer, TCN_STATEMENT_PRAYER) |
	    when(counts.sums || is_table(statement->shown),
		TCN_STATEMENT_TABLE) |
	    when(known_lang && !counts.verb, TCN_STATEMENT_NO_VERB) |
	    when(counts.links > 0, TCN_STATEMENT_LINK) |
	    when(points_at(span), TCN_STATEMENT_POINTS);
}

/* The text from a token to another, with the # before the first. */
static struct tcn_str
part_of(const struct tcn_fact_tokens *tokens,
    const struct tcn_statement_span *span, struct tcn_str raw)
{
	const struct tcn_fact_token *first = &span->at[span->from];
	const struct tcn_fact_token *last = &span->at[span->to - 1];
	const char *begin = first->at - first->tag;
	const char *end = last->at + last->n;

	if (span->to == tokens->n && tokens->full)
		end = raw.at + raw.n;
	else if (last->n == 1 && end < raw.at + raw.n && *end == '.')
		end++; /* the last of "U.S." is no token */
	return (struct tcn_str){ begin, (size_t)(end - begin) };
}

/* What the statement says by itself: where a verb stands before a word that
 * begins what is beside it, it ends there ("Markets fall | on the quake");
 * where it begins with such a word, it stands behind the comma that ends that.
 */
static struct tcn_str
main_of(const struct tcn_statement_span *span, struct tcn_str shown)
{
	const char *end = shown.at + shown.n;
	bool quoting = false, verb = false;
	size_t i = span->from;

	for (; i < span->to; i++) {
		bool aside =
		    (tcn_statement_what_is(span, i) & TCN_FACT_ASIDE) != 0;

		if (aside && !quoting && (verb || i == span->from))
			break;
		verb |= span->at[i].verb;
		if (tcn_statement_is_quote(tcn_statement_mark_at(span, i)))
			quoting = !quoting;
	}
	if (i == span->to)
		return shown;
	if (i > span->from)
		return tcn_str_trim((struct tcn_str){
		    shown.at, (size_t)(span->at[i].at - shown.at) });
	while (i < span->to && tcn_statement_mark_at(span, i) != ',')
		i++;
	if (i + 1 >= span->to)
		return shown;
	return (struct tcn_str){ span->at[i + 1].at,
		(size_t)(end - span->at[i + 1].at) };
}

/* Whether it says how something came out, ahead of what is beside that:
 * "Lima elects a mayor", but not "Markets fall after Lima elects a mayor". */
static bool
has_outcome(const struct tcn_statement_span *span)
{
	for (size_t i = span->from; i < span->to; i++) {
		uint64_t is = tcn_statement_what_is(span, i);

		if (i > span->from && (is & TCN_FACT_ASIDE))
			break;
		if (is & (TCN_FACT_OUTCOME | TCN_FACT_FALSE))
			return true;
	}
	return false;
}

/* The title without its outlet's name. */
static struct tcn_str
without_suffix(const struct tcn_statement_text *text)
{
	struct tcn_str raw = tcn_str_trim(text->raw), rest = raw, name;

	if (!text->title || !tcn_title_suffix_find(raw, &rest.n, &name))
		return raw;
	rest = tcn_str_trim(rest);
	return rest.n &&
		tcn_title_suffix_is_source(name, text->source, text->host, rest)
	    ? rest
	    : raw;
}

void
tcn_statement_read(struct tcn_facts *facts,
    const struct tcn_statement_text *text, struct tcn_statement *statement)
{
	const struct tcn_fact_tokens *tokens = &facts->tokens;
	struct tcn_str raw = without_suffix(text);
	struct tcn_statement_span span = { .at = tokens->at };

	tcn_facts_cut(facts, raw, text->lang);
	*statement = (struct tcn_statement){ .shown = { raw.at, 0 } };
	span.to = tokens->n;
	tcn_statement_trim(text, &span, statement);
	if (span.from < span.to)
		statement->shown = part_of(tokens, &span, raw);
	statement->main = main_of(&span, statement->shown);
	statement->outcome = has_outcome(&span);
	if (statement->shown.n)
		statement->offset =
		    (size_t)(statement->shown.at - text->raw.at);
	judge(&span, tokens->words != NULL, statement);
}
