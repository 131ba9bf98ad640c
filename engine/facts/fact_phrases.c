/*
 * engine/facts/fact_phrases.c - phrases of a table in the words of a sentence.
 */
#include "engine/facts/fact_tokens_impl.h"
#include "engine/facts/reading.h"

/* Finds the longest phrase of the table that begins at token i, of which *n
 * tokens are words. */
static const struct tcn_fact_word *
find_phrase(const struct tcn_fact_tokens *tokens, size_t i, size_t *n)
{
	const struct tcn_fact_token *first = &tokens->at[i];
	const struct tcn_fact_word *found, *longer;
	uint64_t hash = first->hash;

	*n = 1;
	found = tcn_fact_words_find(tokens->words, hash);
	if (!found)
		return NULL;
	longer = found;
	for (size_t k = 1; k < longer->longest && i + k < tokens->n; k++) {
		const struct tcn_fact_token *next = &first[k];
		const struct tcn_fact_word *phrase;

		if (next->kind != TCN_FACT_KIND_WORD || !next->hash)
			break;
		hash = tcn_fact_words_join(hash, next->hash);
		phrase = tcn_fact_words_find(tokens->words, hash);
		if (!phrase)
			continue;
		found = phrase;
		*n = k + 1;
	}
	return found->is ? found : NULL; /* else it only begins phrases */
}

/* Whether one of the words of a phrase is a verb by itself. */
static bool
has_verb(const struct tcn_fact_tokens *tokens, size_t i, size_t n)
{
	const struct tcn_fact_word *word;
	bool verb = false;

	for (size_t k = i; k < i + n; k++) {
		word = tokens->at[k].hash
		    ? tcn_fact_words_find(tokens->words, tokens->at[k].hash)
		    : NULL;
		verb |= word && (word->is & TCN_FACT_VERB);
	}
	return verb;
}

void
tcn_fact_tokens_join(struct tcn_fact_tokens *tokens)
{
	size_t to = 0, n;

	for (size_t i = 0; i < tokens->n; i += n) {
		struct tcn_fact_token *token = &tokens->at[i];
		const struct tcn_fact_token *last;

		n = 1;
		if (token->kind == TCN_FACT_KIND_WORD && token->hash)
			token->word = find_phrase(tokens, i, &n);
		last = &token[n - 1];
		token->verb = n == 1
		    ? (tcn_fact_token_is(token) & TCN_FACT_VERB) != 0
		    : has_verb(tokens, i, n);
		token->n = (size_t)(last->at + last->n - token->at);
		token->words = n;
		if (tcn_fact_token_is(token) & TCN_FACT_NUMBER) {
			token->kind = TCN_FACT_KIND_NUMBER;
			token->grouped = token->decimal = token->scaled =
			    token->word->lo * TCN_READING_ONE;
		}
		if (to < i)
			tokens->at[to] = *token;
		to++;
	}
	tokens->n = to;
}
