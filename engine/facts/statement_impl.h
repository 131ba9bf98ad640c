/*
 * engine/facts/statement_impl.h - the tokens of a text that are the statement;
 * statement_span.c takes off what stands before and behind it. Private to
 * engine/facts/statement*.c.
 */
#ifndef TCN_ENGINE_FACTS_STATEMENT_IMPL_H
#define TCN_ENGINE_FACTS_STATEMENT_IMPL_H

#include <string.h>

#include "engine/facts/facts_impl.h"
#include "engine/facts/statement.h"

/* The tokens of a text, and which of them are the statement. */
struct tcn_statement_span {
	const struct tcn_fact_token *at;
	size_t from, to; /* without `to` */
};

static inline bool
tcn_statement_is_kind(const struct tcn_statement_span *span, size_t i,
    enum tcn_fact_kind kind)
{
	return i >= span->from && i < span->to && span->at[i].kind == kind;
}

static inline uint64_t
tcn_statement_what_is(const struct tcn_statement_span *span, size_t i)
{
	if (i < span->from || i >= span->to)
		return 0;
	return tcn_fact_token_is(&span->at[i]);
}

static inline UChar32
tcn_statement_mark_at(const struct tcn_statement_span *span, size_t i)
{
	return tcn_statement_is_kind(span, i, TCN_FACT_KIND_MARK)
	    ? span->at[i].mark
	    : 0;
}

static inline bool
tcn_statement_is_open_bracket(UChar32 c)
{
	return c == '(' || c == '[';
}

static inline bool
tcn_statement_is_close_bracket(UChar32 c)
{
	return c == ')' || c == ']';
}

static inline bool
tcn_statement_is_quote(UChar32 c)
{
	return c == '"' || c == 0xab || c == 0xbb ||
	    (c >= 0x201c && c <= 0x201f);
}

static inline bool
tcn_statement_is_text(const struct tcn_statement_span *span, size_t i,
    const char *text)
{
	return tcn_statement_is_kind(span, i, TCN_FACT_KIND_WORD) &&
	    span->at[i].n == strlen(text) &&
	    memcmp(span->at[i].at, text, span->at[i].n) == 0;
}

/* Takes off what surrounds the statement of a text; sets the statement's
 * retweet and linked. O(tokens). */
void tcn_statement_trim(const struct tcn_statement_text *text,
    struct tcn_statement_span *span, struct tcn_statement *statement);

#endif
