/*
 * engine/facts/fact_tokens_impl.h - a sentence as words, numbers and marks.
 * Private to engine/facts.
 *
 * Words are cut at every character that is no letter or digit, hyphens and
 * apostrophes included; phrases of the table are then one token. Digits with
 * their separators are one number; what has digits but is no number (a time, a
 * date, a score) is a word that no table has.
 */
#ifndef TCN_ENGINE_FACTS_FACT_TOKENS_IMPL_H
#define TCN_ENGINE_FACTS_FACT_TOKENS_IMPL_H

#include <unicode/utypes.h>

#include "engine/facts/fact_words_impl.h"

enum tcn_fact_kind {
	TCN_FACT_KIND_WORD,
	TCN_FACT_KIND_NUMBER, /* in digits or in words */
	TCN_FACT_KIND_MARK,
	TCN_FACT_KIND_LINK,
	TCN_FACT_KIND_MENTION, /* @name */
};

struct tcn_fact_token {
	const char *at;
	size_t n; /* bytes */
	enum tcn_fact_kind kind;
	const struct tcn_fact_word *word; /* NULL: no table has it */
	uint64_t hash; /* of a word, folded */
	int64_t grouped; /* of a number, in thousandths: 1.500 as 1,500 */
	int64_t decimal; /* the same as 1.5 */
	int64_t scaled; /* the one of both that "million" multiplies */
	UChar32 mark;
	size_t words; /* joined in it */
	bool verb; /* one of its words is */
	bool glued; /* no blank before it */
	bool hyphen; /* glued by a hyphen */
	bool tag; /* behind # */
	bool capital; /* begins with one */
	bool capitals; /* two letters or more, all of them capitals */
	bool small; /* has a small letter */
	bool year; /* four digits, 1900 to 2099 */
};

#define TCN_FACT_TOKENS 512 /* of a sentence; what follows is not read */

struct tcn_fact_tokens {
	struct tcn_fact_token at[TCN_FACT_TOKENS];
	size_t n;
	bool full; /* there was more */
	bool is_slow; /* words of ASCII are read as any: for tests, which find
		       * that the short way makes no difference */
	const struct tcn_fact_words *words; /* NULL: of no language */
	struct tcn_fact_folder folder;
};

/* Cuts text into tokens; words is NULL for a language without table. tokens,
 * all zero before the first use, need fini in every case. */
void tcn_fact_tokens_cut(struct tcn_fact_tokens *tokens,
    const struct tcn_fact_words *words, struct tcn_str text);
void tcn_fact_tokens_fini(struct tcn_fact_tokens *tokens);

/* Makes one token of each phrase of the table, and numbers of numbers in words:
 * the last step of cutting. */
void tcn_fact_tokens_join(struct tcn_fact_tokens *tokens);

/* What the table says of a token: bits of enum tcn_fact_is, 0 for none. */
static inline uint64_t
tcn_fact_token_is(const struct tcn_fact_token *token)
{
	return token->word ? token->word->is : 0;
}

#endif
