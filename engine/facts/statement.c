#include "engine/facts/statement.h"

#include <assert.h>
#include <string.h>

#include "engine/base/ascii.h"
#include "engine/facts/facts_impl.h"
#include "engine/text/title_suffix.h"

#define WORDS_MIN      6
#define WORDS_MAX      45
#define TAGS_MAX       2
#define BARS_MIN       2
#define SHOUTED_MIN    3 /* words in capitals of four letters or more */
#define SHOUTED_BYTES  4
#define DATELINE_BYTES 60
#define DATELINE_WORDS 8
#define SIGNATURE      6 /* tokens behind a link that are no sentence */
#define SENTENCE       4 /* tokens before it */
#define TABLE_DIGITS   4 /* one in so many characters is a digit */

/* The tokens of a text, and which of them are the statement. */
struct span {
	const struct tcn_fact_token *at;
	size_t from, to; /* without `to` */
};

static bool
is_kind(const struct span *span, size_t i, enum tcn_fact_kind kind)
{
	return i >= span->from && i < span->to && span->at[i].kind == kind;
}

static uint64_t
what_is(const struct span *span, size_t i)
{
	if (i < span->from || i >= span->to)
		return 0;
	return tcn_fact_token_is(&span->at[i]);
}

static UChar32
mark_at(const struct span *span, size_t i)
{
	return is_kind(span, i, TCN_FACT_KIND_MARK) ? span->at[i].mark : 0;
}

static bool
is_dash(UChar32 c)
{
	return c == '-' || (c >= 0x2010 && c <= 0x2015);
}

static bool
is_divider(UChar32 c)
{
	return is_dash(c) || c == ':' || c == '|' || c == '>' || c == 0xbb ||
	    c == 0x2022 || c == 0xb7;
}

static bool
is_open_bracket(UChar32 c)
{
	return c == '(' || c == '[';
}

static bool
is_close_bracket(UChar32 c)
{
	return c == ')' || c == ']';
}

static bool
is_quote(UChar32 c)
{
	return c == '"' || c == 0xab || c == 0xbb ||
	    (c >= 0x201c && c <= 0x201f);
}

static bool
is_text(const struct span *span, size_t i, const char *text)
{
	return is_kind(span, i, TCN_FACT_KIND_WORD) &&
	    span->at[i].n == strlen(text) &&
	    memcmp(span->at[i].at, text, span->at[i].n) == 0;
}

/* --- what stands before a statement --- */

/* "RT @name:", "RT name:", "@name", and "@name: or RT "@name: of which the
 * other mark is at the end. */
static bool
skip_mention(struct span *span, bool *retweet)
{
	size_t i = span->from;
	bool quoted = is_quote(mark_at(span, i));
	bool is_retweet;
	bool colon;

	is_retweet =
	    is_text(span, i + quoted, "RT") || is_text(span, i + quoted, "Rt");
	i += quoted + is_retweet;
	/* RT "@name: ..." */
	if (is_retweet && !quoted && is_quote(mark_at(span, i)) &&
	    is_kind(span, i + 1, TCN_FACT_KIND_MENTION)) {
		quoted = true;
		i++;
	}
	colon = mark_at(span, i + 1) == ':';
	if (!is_kind(span, i, TCN_FACT_KIND_MENTION) &&
	    !(is_retweet && colon && is_kind(span, i, TCN_FACT_KIND_WORD)))
		return false;
	if (quoted && !colon)
		return false;
	*retweet |= is_retweet || quoted;
	span->from = i + 1 + colon;
	if (quoted && span->to > span->from &&
	    is_quote(mark_at(span, span->to - 1)))
		span->to--;
	return true;
}

/* "BREAKING:", "UPDATE 3-", "[VIDEO]", "#Breaking Ship ...". */
static bool
skip_prefix(struct span *span)
{
	size_t i = span->from, end;
	bool bracket = is_open_bracket(mark_at(span, i));
	bool number;

	i += bracket;
	if (!(what_is(span, i) & TCN_FACT_PREFIX))
		return false;
	end = i + 1;
	number = is_kind(span, end, TCN_FACT_KIND_NUMBER);
	end += number;
	if (bracket ? !is_close_bracket(mark_at(span, end))
		    : !is_divider(mark_at(span, end))) {
		bool hyphen = end < span->to && span->at[end].hyphen &&
		    (number || span->at[i].capitals);
		bool shouted = span->at[i].capitals || span->at[i].tag;

		if (bracket || end >= span->to ||
		    !(hyphen || (shouted && span->at[end].small)))
			return false;
		span->from = end;
		return true;
	}
	span->from = end + 1;
	return true;
}

/* A word that no place or date of a dateline is: a small one ahead of its
 * bracket, of more than three letters. */
static bool
is_sentence_word(const struct span *span, size_t i)
{
	return is_kind(span, i, TCN_FACT_KIND_WORD) && !span->at[i].capital &&
	    span->at[i].small && span->at[i].n > 3;
}

/* "LIMA, 12 May (Agency) - ", "BERLIN (Agency) ", "PARIS - ". */
static bool
skip_dateline(struct span *span)
{
	const struct tcn_fact_token *at = span->at;
	bool agency = false, small = false; /* words seen ahead of a bracket */
	size_t i = span->from;

	if (!is_kind(span, i, TCN_FACT_KIND_WORD) || !at[i].capital)
		return false;
	for (; i < span->to && i < span->from + 2 * DATELINE_WORDS; i++) {
		UChar32 mark = mark_at(span, i);

		if (at[i].at - at[span->from].at > DATELINE_BYTES)
			return false;
		agency |= is_close_bracket(mark);
		small |= !agency && is_sentence_word(span, i);
		if (is_dash(mark) && !at[i].glued &&
		    (agency || at[span->from].capitals)) {
			span->from = i + 1;
			return true;
		}
		if (is_close_bracket(mark) && !small &&
		    at[span->from].capitals && !is_dash(mark_at(span, i + 1)) &&
		    mark_at(span, i + 1) != '.') {
			span->from = i + 1;
			return true;
		}
		if (mark == ';' || mark == '?' || mark == '!' ||
		    (is_kind(span, i, TCN_FACT_KIND_WORD) && !agency &&
			i > span->from + DATELINE_WORDS))
			return false;
	}
	return false;
}

/* A mark that begins no sentence. */
static bool
skip_mark(struct span *span)
{
	UChar32 mark = mark_at(span, span->from);

	if (!is_divider(mark) && mark != '.' && mark != ',' && mark != ';' &&
	    mark != '*' && mark != '~' && mark != ')' && mark != ']' &&
	    mark != 0x2026)
		return false;
	span->from++;
	return true;
}

static void
skip_beginning(const struct tcn_statement_text *text, struct span *span,
    bool *retweet)
{
	bool dateline = text->begins && !text->title;

	for (;;) {
		if (skip_mention(span, retweet) || skip_prefix(span) ||
		    skip_mark(span))
			continue;
		if (!dateline || !skip_dateline(span))
			return;
		dateline = false;
	}
}

/* --- what stands behind it --- */

/* A link shortly before the end, with what somebody signed behind it. */
static bool
drop_signature(struct span *span)
{
	for (size_t k = 2;
	     k <= SIGNATURE && span->from + SENTENCE + k < span->to; k++) {
		if (!is_kind(span, span->to - k, TCN_FACT_KIND_LINK))
			continue;
		span->to -= k;
		return true;
	}
	return false;
}

static bool
drop_link(struct span *span)
{
	if (!is_kind(span, span->to - 1, TCN_FACT_KIND_LINK) &&
	    !is_kind(span, span->to - 1, TCN_FACT_KIND_MENTION))
		return false;
	span->to--;
	if (is_text(span, span->to - 1, "via") ||
	    is_text(span, span->to - 1, "RT"))
		span->to--;
	return true;
}

/* Hashtags are dropped where the sentence is over before them: behind its full
 * stop, or several in a row, unless "in" or "of" stands before. */
static bool
drop_tags(struct span *span)
{
	size_t i = span->to;
	UChar32 before;

	while (i > span->from && span->at[i - 1].tag)
		i--;
	if (i == span->to || i == span->from)
		return false;
	before = mark_at(span, i - 1);
	if (before != '.' && before != '!' && before != '?' &&
	    before != 0x2026 &&
	    (span->to - i < 2 || (what_is(span, i - 1) & TCN_FACT_CUT)))
		return false;
	span->to = i;
	return true;
}

/* "[video]", "(photos)". */
static bool
drop_label(struct span *span)
{
	if (span->to < span->from + 3 ||
	    !is_close_bracket(mark_at(span, span->to - 1)) ||
	    !(what_is(span, span->to - 2) & TCN_FACT_PREFIX) ||
	    !is_open_bracket(mark_at(span, span->to - 3)))
		return false;
	span->to -= 3;
	return true;
}

static bool
drop_mark(struct span *span)
{
	UChar32 mark = mark_at(span, span->to - 1);

	if (!is_divider(mark) || mark == 0xbb)
		return false;
	span->to--;
	return true;
}

static void
drop_end(struct span *span)
{
	while (span->to > span->from &&
	    (drop_link(span) || drop_signature(span) || drop_tags(span) ||
		drop_label(span) || drop_mark(span)))
		;
}

/* --- faults --- */

/* What is counted of a statement. */
struct counts {
	size_t words, tags, bars, links, shouted, small, letters;
	size_t open; /* brackets */
	size_t outside; /* words outside quotation marks */
	size_t quoted; /* inside */
	bool verb, first, prayer, cause, response, bangs, quoting;
};

static void
count_mark(const struct span *span, size_t i, struct counts *counts)
{
	UChar32 mark = span->at[i].mark;

	counts->bars += mark == '|';
	counts->bangs |=
	    mark == '!' && i > span->from && mark_at(span, i - 1) == '!';
	if (is_open_bracket(mark))
		counts->open++;
	else if (is_close_bracket(mark) && counts->open)
		counts->open--;
	if (is_quote(mark))
		counts->quoting = mark == '"' ? !counts->quoting
					      : mark != 0xbb && mark != 0x201d;
}

static void
count_token(const struct span *span, size_t i, struct counts *counts)
{
	const struct tcn_fact_token *token = &span->at[i];
	uint64_t is = tcn_fact_token_is(token);

	counts->tags += token->tag;
	counts->links +=
	    token->kind == TCN_FACT_KIND_MENTION && is_text(span, i - 1, "RT");
	counts->verb |= token->verb;
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
is_cut(const struct span *span)
{
	size_t i = span->to, dots = 0;

	while (i > span->from &&
	    (is_quote(mark_at(span, i - 1)) ||
		is_close_bracket(mark_at(span, i - 1))))
		i--;
	while (i > span->from && mark_at(span, i - 1) == '.') {
		i--;
		dots++;
	}
	if (i == span->from || dots > 1)
		return true;
	return mark_at(span, i - 1) == 0x2026 || mark_at(span, i - 1) == ',' ||
	    (what_is(span, i - 1) & TCN_FACT_CUT);
}

static bool
is_question(const struct span *span)
{
	size_t i = span->to;

	while (i > span->from &&
	    (is_quote(mark_at(span, i - 1)) ||
		is_close_bracket(mark_at(span, i - 1))))
		i--;
	return mark_at(span, i - 1) == '?' || mark_at(span, i - 1) == 0xff1f ||
	    mark_at(span, span->from) == 0xbf;
}

static bool
begins_vaguely(const struct span *span)
{
	size_t i = span->from;

	while (i < span->to && is_kind(span, i, TCN_FACT_KIND_MARK))
		i++;
	return (what_is(span, i) & TCN_FACT_OPENING) != 0;
}

/* Whether its first word does; a hashtag or mention is none. */
static bool
begins_small(const struct span *span)
{
	size_t i = span->from;

	while (i < span->to && is_kind(span, i, TCN_FACT_KIND_MARK))
		i++;
	return is_kind(span, i, TCN_FACT_KIND_WORD) && !span->at[i].tag &&
	    span->at[i].small && !span->at[i].capital;
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
judge(const struct span *span, bool known_lang, struct tcn_statement *statement)
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
	statement->faults =
	    when(counts.words < WORDS_MIN, TCN_STATEMENT_SHORT) |
	    when(counts.words > WORDS_MAX, TCN_STATEMENT_LONG) |
	    when(is_cut(span) || counts.open > 0, TCN_STATEMENT_CUT) |
	    when(is_question(span), TCN_STATEMENT_QUESTION) |
	    when(counts.tags > TAGS_MAX || counts.bars >= BARS_MIN,
		TCN_STATEMENT_TAGS) |
	    when(counts.bangs ||
		    (counts.small && counts.shouted >= SHOUTED_MIN),
		TCN_STATEMENT_SHOUT) |
	    when(counts.first, TCN_STATEMENT_FIRST_PERSON) |
	    when(begins_vaguely(span), TCN_STATEMENT_OPENING) |
	    when(counts.outside == 0, TCN_STATEMENT_SPEECH) |
	    when(counts.prayer, TCN_STATEMENT_PRAYER) |
	    when(is_table(statement->shown), TCN_STATEMENT_TABLE) |
	    when(known_lang && !counts.verb, TCN_STATEMENT_NO_VERB) |
	    when(counts.links > 0, TCN_STATEMENT_LINK);
}

/* The text from a token to another, with the # before the first. */
static struct tcn_str
part_of(const struct tcn_fact_tokens *tokens, const struct span *span,
    struct tcn_str raw)
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

enum tcn_rc
tcn_statement_read(struct tcn_facts *facts,
    const struct tcn_statement_text *text, struct tcn_statement *statement)
{
	const struct tcn_fact_tokens *tokens = &facts->tokens;
	struct tcn_str raw = without_suffix(text);
	struct span span = { .at = tokens->at };
	enum tcn_rc rc = tcn_facts_cut(facts, raw, text->lang);

	*statement = (struct tcn_statement){ .shown = { raw.at, 0 } };
	if (rc != TCN_OK)
		return rc;
	span.to = tokens->n;
	skip_beginning(text, &span, &statement->retweet);
	drop_end(&span);
	if (span.from < span.to)
		statement->shown = part_of(tokens, &span, raw);
	if (statement->shown.n)
		statement->offset =
		    (size_t)(statement->shown.at - text->raw.at);
	judge(&span, tokens->words != NULL, statement);
	return TCN_OK;
}

const char *
tcn_statement_fault_text(enum tcn_statement_fault fault)
{
	static const char *const texts[TCN_STATEMENT_FAULTS] = {
		"too short",
		"too long",
		"cut off",
		"a question",
		"hashtags or bars",
		"shouting",
		"first person",
		"begins with a pronoun",
		"one quotation",
		"a prayer",
		"a table",
		"no verb",
		"a link or retweet within",
	};
	size_t i = 0;

	assert(fault);
	while (i + 1 < TCN_STATEMENT_FAULTS && !((uint32_t)fault >> i & 1))
		i++;
	return texts[i];
}
