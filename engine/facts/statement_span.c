/*
 * engine/facts/statement_span.c - what surrounds a statement, and is taken off;
 * see statement.h.
 */
#include "engine/base/ascii.h"
#include "engine/facts/statement_impl.h"
#include "engine/text/title_suffix.h"

#define DATELINE_BYTES 60
#define DATELINE_WORDS 8
#define SIGNATURE      6 /* tokens behind a link that are no sentence */
#define SENTENCE       4 /* tokens before it */
#define LABEL_WORDS    3 /* of "[Al minuto]" */
#define SECTION_WORDS  4
#define SECTION_BYTES  5 /* of one alone, at least */
#define HEADING_WORDS  6 /* of "Live updates after the quake:" */
#define HEADED         4 /* tokens behind it, at least */
#define INITIALS       3 /* letters of who signs */
#define TAGS_FILED     2 /* hashtags in a row; one of them with a colon */

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

/* --- what stands before a statement --- */

/* "RT @name:", "RT name:", "@name", and "@name: or RT "@name: of which the
 * other mark is at the end. */
static bool
skip_mention(struct tcn_statement_span *span, bool *retweet)
{
	size_t i = span->from;
	bool quoted = tcn_statement_is_quote(tcn_statement_mark_at(span, i));
	bool is_retweet;
	bool colon;

	is_retweet = tcn_statement_is_text(span, i + quoted, "RT") ||
	    tcn_statement_is_text(span, i + quoted, "Rt");
	i += quoted + is_retweet;
	/* RT "@name: ..." */
	if (is_retweet && !quoted &&
	    tcn_statement_is_quote(tcn_statement_mark_at(span, i)) &&
	    tcn_statement_is_kind(span, i + 1, TCN_FACT_KIND_MENTION)) {
		quoted = true;
		i++;
	}
	colon = tcn_statement_mark_at(span, i + 1) == ':';
	if (!tcn_statement_is_kind(span, i, TCN_FACT_KIND_MENTION) &&
	    !(is_retweet && colon &&
		tcn_statement_is_kind(span, i, TCN_FACT_KIND_WORD)))
		return false;
	if (quoted && !colon)
		return false;
	*retweet |= is_retweet || quoted;
	span->from = i + 1 + colon;
	if (quoted && span->to > span->from &&
	    tcn_statement_is_quote(tcn_statement_mark_at(span, span->to - 1)))
		span->to--;
	return true;
}

/* "BREAKING:", "UPDATE 3-", "[VIDEO]", "#Breaking Ship ...". */
static bool
skip_prefix(struct tcn_statement_span *span)
{
	size_t i = span->from, end;
	bool bracket =
	    tcn_statement_is_open_bracket(tcn_statement_mark_at(span, i));
	bool number;

	i += bracket;
	if (!(tcn_statement_what_is(span, i) & TCN_FACT_PREFIX))
		return false;
	end = i + 1;
	number = tcn_statement_is_kind(span, end, TCN_FACT_KIND_NUMBER);
	end += number;
	if (bracket
		? !tcn_statement_is_close_bracket(tcn_statement_mark_at(span,
		      end))
		: !is_divider(tcn_statement_mark_at(span, end))) {
		bool hyphen = end < span->to && span->at[end].hyphen &&
		    (number || span->at[i].capitals);
		bool shouted = span->at[i].capitals || span->at[i].tag;

		if (bracket || end >= span->to ||
		    !(hyphen || (shouted && span->at[end].small)))
			return false;
		/* "BREAKING 39 dead": not the label's. */
		span->from = hyphen ? end : end - number;
		return true;
	}
	span->from = end + 1;
	return true;
}

/* "[Al minuto] ", "#Sucesos | ": what an outlet files it under. */
static bool
skip_label(struct tcn_statement_span *span)
{
	size_t i = span->from, words = 0;
	bool bracket = tcn_statement_mark_at(span, i) == '[';

	for (i += bracket; tcn_statement_is_kind(span, i, TCN_FACT_KIND_WORD);
	     i++)
		words += span->at[i].words;
	if (words == 0 || words > LABEL_WORDS || i + 1 >= span->to ||
	    (!bracket && !span->at[span->from].tag) ||
	    !(bracket ? tcn_statement_mark_at(span, i) == ']'
		      : tcn_statement_mark_at(span, i) == '|'))
		return false;
	span->from = i + 1;
	return true;
}

/* Whether a hashtag is of several words, as a subject's is: #harwickfire,
 * #HarwickFire; a name is #Harwick or #HBC. */
static bool
is_subject_tag(const struct tcn_fact_token *token)
{
	bool inner = false;

	for (size_t i = 1; i < token->n; i++)
		inner |= tcn_ascii_lower(token->at[i]) != token->at[i];
	return token->kind == TCN_FACT_KIND_WORD && token->tag &&
	    token->small && (inner || !token->capital);
}

/* Hashtags under which somebody files a sentence: "#Harwick #fire Two ...",
 * "#Harwick: Two ...". */
static bool
skip_tags(struct tcn_statement_span *span)
{
	size_t i = span->from, n;
	bool colon;

	while (tcn_statement_is_kind(span, i, TCN_FACT_KIND_WORD) &&
	    span->at[i].tag)
		i++;
	n = i - span->from;
	colon = tcn_statement_mark_at(span, i) == ':';
	i += colon;
	if (n + colon < TAGS_FILED || n == 0 ||
	    !tcn_statement_is_kind(span, i, TCN_FACT_KIND_WORD) ||
	    !span->at[i].capital)
		return false;
	span->from = i;
	return true;
}

/* A subject's hashtag ahead of a sentence: behind it stand a word that begins
 * with a capital and one that does not. */
static bool
skip_subject(struct tcn_statement_span *span)
{
	size_t i = span->from;

	if (i + 3 >= span->to || !is_subject_tag(&span->at[i]) ||
	    !tcn_statement_is_kind(span, i + 1, TCN_FACT_KIND_WORD) ||
	    span->at[i + 1].tag || !span->at[i + 1].capital ||
	    !tcn_statement_is_kind(span, i + 2, TCN_FACT_KIND_WORD) ||
	    span->at[i + 2].tag || span->at[i + 2].capital)
		return false;
	span->from++;
	return true;
}

/* The capital words ahead of a sentence, with their numbers: "UPDATE 1",
 * "US STOCKS", "ANALYSTS' VIEW"; the token behind them. */
static size_t
capitals_end(const struct tcn_statement_span *span, size_t *words,
    size_t *letters)
{
	size_t i = span->from;

	*words = *letters = 0;
	for (; i < span->to; i++) {
		const struct tcn_fact_token *token = &span->at[i];
		UChar32 mark = tcn_statement_mark_at(span, i);

		if (*words && token->glued && (mark == '\'' || mark == 0x2019))
			continue;
		if (token->kind == TCN_FACT_KIND_WORD && token->capitals &&
		    !token->tag) {
			*words += token->words;
			*letters += token->n;
		} else if (token->kind != TCN_FACT_KIND_NUMBER || !*words ||
		    token->glued) {
			break;
		}
	}
	return i;
}

/* The section under which a wire files a text, in capitals ahead of a hyphen or
 * a colon: "US STOCKS-Futures fall", "REACTION: ...". Short words alone may be
 * half of a name ("KLA-Tencor") or who says so ("WHO: ..."). */
static bool
skip_section(struct tcn_statement_span *span, struct tcn_str *label)
{
	size_t words, letters, i = capitals_end(span, &words, &letters);
	const struct tcn_fact_token *first = &span->at[span->from];
	bool hyphen, colon;

	if (words == 0 || words > SECTION_WORDS || i + 2 >= span->to ||
	    (words == 1 && letters < SECTION_BYTES))
		return false;
	hyphen = span->at[i].hyphen && span->at[i].capital && span->at[i].small;
	colon = tcn_statement_mark_at(span, i) == ':' &&
	    span->at[i + 1].capital && !span->at[i + 1].glued;
	if (!hyphen && !colon)
		return false;
	*label = (struct tcn_str){ first->at,
		(size_t)(span->at[i - 1].at + span->at[i - 1].n - first->at) };
	if (hyphen)
		span->from = i;
	return hyphen;
}

/* What else stands ahead of a colon: it begins as what is taken off does, and
 * says nothing, as it has no verb. "Live updates from Lima: ...". */
static void
find_heading(const struct tcn_statement_span *span, struct tcn_str *label)
{
	const struct tcn_fact_token *first = &span->at[span->from], *last;
	size_t i = span->from, words = 0;

	if (!(tcn_statement_what_is(span, i) & TCN_FACT_PREFIX))
		return;
	for (; i < span->to; i++) {
		bool word = tcn_statement_is_kind(span, i, TCN_FACT_KIND_WORD);

		if ((!word &&
			!tcn_statement_is_kind(span, i,
			    TCN_FACT_KIND_NUMBER)) ||
		    (word && span->at[i].verb && words))
			break;
		words += span->at[i].words;
	}
	if (words > HEADING_WORDS || i + HEADED >= span->to ||
	    tcn_statement_mark_at(span, i) != ':' || !span->at[i + 1].capital ||
	    span->at[i + 1].glued)
		return;
	last = &span->at[i - 1];
	*label = (struct tcn_str){ first->at,
		(size_t)(last->at + last->n - first->at) };
}

/* A word that no place or date of a dateline is: a small one ahead of its
 * bracket, of more than three letters. */
static bool
is_sentence_word(const struct tcn_statement_span *span, size_t i)
{
	return tcn_statement_is_kind(span, i, TCN_FACT_KIND_WORD) &&
	    !span->at[i].capital && span->at[i].small && span->at[i].n > 3;
}

/* "LIMA, 12 May (Agency) - ", "BERLIN (Agency) ", "PARIS - ". */
static bool
skip_dateline(struct tcn_statement_span *span)
{
	const struct tcn_fact_token *at = span->at;
	bool agency = false, small = false; /* words seen ahead of a bracket */
	size_t i = span->from;

	if (!tcn_statement_is_kind(span, i, TCN_FACT_KIND_WORD) ||
	    !at[i].capital)
		return false;
	for (; i < span->to && i < span->from + 2 * DATELINE_WORDS; i++) {
		UChar32 mark = tcn_statement_mark_at(span, i);

		if (at[i].at - at[span->from].at > DATELINE_BYTES)
			return false;
		agency |= tcn_statement_is_close_bracket(mark);
		small |= !agency && is_sentence_word(span, i);
		if (is_dash(mark) && !at[i].glued &&
		    !tcn_statement_is_kind(span, i + 1, TCN_FACT_KIND_LINK) &&
		    (agency || at[span->from].capitals)) {
			span->from = i + 1;
			return true;
		}
		if (tcn_statement_is_close_bracket(mark) && !small &&
		    at[span->from].capitals &&
		    !is_dash(tcn_statement_mark_at(span, i + 1)) &&
		    tcn_statement_mark_at(span, i + 1) != '.') {
			span->from = i + 1;
			return true;
		}
		if (mark == ';' || mark == '?' || mark == '!' ||
		    (tcn_statement_is_kind(span, i, TCN_FACT_KIND_WORD) &&
			!agency && i > span->from + DATELINE_WORDS))
			return false;
	}
	return false;
}

/* A mark that begins no sentence. */
static bool
skip_mark(struct tcn_statement_span *span)
{
	UChar32 mark = tcn_statement_mark_at(span, span->from);

	if (!is_divider(mark) && mark != '.' && mark != ',' && mark != ';' &&
	    mark != '*' && mark != '~' && mark != ')' && mark != ']' &&
	    mark != 0x2026)
		return false;
	span->from++;
	return true;
}

/* --- what stands behind it --- */

/* A link shortly before the end, with what somebody signed behind it. */
static bool
drop_signature(struct tcn_statement_span *span, bool *linked)
{
	for (size_t k = 2;
	     k <= SIGNATURE && span->from + SENTENCE + k < span->to; k++) {
		if (!tcn_statement_is_kind(span, span->to - k,
			TCN_FACT_KIND_LINK))
			continue;
		span->to -= k;
		*linked = true;
		return true;
	}
	return false;
}

static bool
drop_link(struct tcn_statement_span *span, bool *linked)
{
	bool link =
	    tcn_statement_is_kind(span, span->to - 1, TCN_FACT_KIND_LINK);

	if (!link &&
	    !tcn_statement_is_kind(span, span->to - 1, TCN_FACT_KIND_MENTION))
		return false;
	*linked |= link;
	span->to--;
	if (tcn_statement_is_text(span, span->to - 1, "via") ||
	    tcn_statement_is_text(span, span->to - 1, "RT"))
		span->to--;
	return true;
}

static bool
is_address(const struct tcn_statement_span *span, size_t i)
{
	return tcn_statement_is_kind(span, i, TCN_FACT_KIND_LINK) ||
	    tcn_statement_is_kind(span, i, TCN_FACT_KIND_MENTION);
}

/* Hashtags are dropped where the sentence is over before them: behind its full
 * stop or an address, or several in a row, unless "in" or "of" stands before.
 */
static bool
drop_tags(struct tcn_statement_span *span)
{
	size_t i = span->to;
	UChar32 before;

	while (i > span->from && span->at[i - 1].tag)
		i--;
	if (i == span->to || i == span->from)
		return false;
	before = tcn_statement_mark_at(span, i - 1);
	if (before != '.' && before != '!' && before != '?' &&
	    before != 0x2026 &&
	    ((span->to - i < 2 && !is_address(span, i - 1)) ||
		(tcn_statement_what_is(span, i - 1) & TCN_FACT_CUT)))
		return false;
	span->to = i;
	return true;
}

/* "[video]", "(+photos)". */
static bool
drop_label(struct tcn_statement_span *span)
{
	size_t plus = span->to >= span->from + 4 &&
	    tcn_statement_mark_at(span, span->to - 3) == '+';

	if (span->to < span->from + 3 + plus ||
	    !tcn_statement_is_close_bracket(tcn_statement_mark_at(span,
		span->to - 1)) ||
	    !(tcn_statement_what_is(span, span->to - 2) & TCN_FACT_PREFIX) ||
	    !tcn_statement_is_open_bracket(tcn_statement_mark_at(span,
		span->to - 3 - plus)))
		return false;
	span->to -= 3 + plus;
	return true;
}

/* " -BW": who wrote it. */
static bool
drop_initials(struct tcn_statement_span *span)
{
	size_t i = span->to - 1;

	if (span->to < span->from + 2 + SENTENCE || !span->at[i].capitals ||
	    span->at[i].n > INITIALS || !span->at[i].glued ||
	    !is_dash(tcn_statement_mark_at(span, i - 1)) ||
	    span->at[i - 1].glued)
		return false;
	span->to -= 2;
	return true;
}

/* A quotation mark at an end whose other one is missing. */
static bool
drop_quote(struct tcn_statement_span *span)
{
	size_t marks = 0;

	if (!tcn_statement_is_quote(tcn_statement_mark_at(span,
		span->to - 1)) &&
	    !tcn_statement_is_quote(tcn_statement_mark_at(span, span->from)))
		return false;
	for (size_t i = span->from; i < span->to; i++)
		marks += tcn_statement_is_quote(tcn_statement_mark_at(span, i));
	if (marks != 1)
		return false;
	if (tcn_statement_is_quote(tcn_statement_mark_at(span, span->to - 1)))
		span->to--;
	else
		span->from++;
	return true;
}

static bool
drop_mark(struct tcn_statement_span *span)
{
	UChar32 mark = tcn_statement_mark_at(span, span->to - 1);

	if (!is_divider(mark) || mark == 0xbb)
		return false;
	span->to--;
	return true;
}

/* "... | Harwick News http://t.co/x": a post that leads to an article ends as
 * its title does. */
static void
drop_outlet(struct tcn_statement_span *span)
{
	const char *begin = span->at[span->from].at;
	const struct tcn_fact_token *last = &span->at[span->to - 1];
	struct tcn_str text = { begin, (size_t)(last->at + last->n - begin) };
	struct tcn_str rest = text, none = { 0 }, name;

	if (!tcn_title_suffix_find(text, &rest.n, &name) ||
	    !tcn_title_suffix_is_source(name, none, none, tcn_str_trim(rest)))
		return;
	while (span->to > span->from &&
	    span->at[span->to - 1].at >= text.at + rest.n)
		span->to--;
}

/* Whether no word is left behind a label: what stood there was taken off. */
static bool
heads_nothing(const struct tcn_statement_span *span, struct tcn_str label)
{
	for (size_t i = span->to; i > span->from; i--) {
		if (span->at[i - 1].at < label.at + label.n)
			return true;
		if (tcn_statement_is_kind(span, i - 1, TCN_FACT_KIND_WORD))
			return false;
	}
	return true;
}

void
tcn_statement_trim(const struct tcn_statement_text *text,
    struct tcn_statement_span *span, struct tcn_statement *statement)
{
	bool dateline = text->begins && !text->title;

	for (;;) {
		if (skip_mention(span, &statement->retweet) ||
		    skip_prefix(span) || skip_mark(span) || skip_label(span) ||
		    skip_tags(span) || skip_subject(span) ||
		    skip_section(span, &statement->label))
			continue;
		if (!dateline || !skip_dateline(span))
			break;
		dateline = false;
	}
	if (!statement->label.n && span->from < span->to)
		find_heading(span, &statement->label);
	while (span->to > span->from &&
	    (drop_link(span, &statement->linked) ||
		drop_signature(span, &statement->linked) || drop_tags(span) ||
		drop_label(span) || drop_initials(span) || drop_quote(span) ||
		drop_mark(span)))
		;
	if (statement->linked && !text->title && span->to > span->from)
		drop_outlet(span);
	if (statement->label.n && heads_nothing(span, statement->label))
		statement->label = (struct tcn_str){ 0 };
}
