#include "engine/facts/located.h"

#include "engine/facts/facts_impl.h"
#include "engine/text/place_names.h"

#define NAME_WORDS 4 /* of a country: "United States of America" */

static bool
is_comma(const struct tcn_fact_tokens *tokens, size_t i)
{
	return i < tokens->n && tokens->at[i].kind == TCN_FACT_KIND_MARK &&
	    tokens->at[i].mark == ',';
}

/* Tokens of the longest name of a country that begins at token i; 0: none. */
static size_t
country_at(const struct tcn_fact_tokens *tokens, size_t i, const char *lang)
{
	const struct tcn_str first = { tokens->at[i].at, tokens->at[i].n };
	size_t longest = 0;

	if (tokens->at[i].kind != TCN_FACT_KIND_WORD ||
	    !tokens->at[i].capital ||
	    !tcn_place_names_may_begin(tcn_str(lang), first))
		return 0;
	for (size_t n = 1; n <= NAME_WORDS && i + n <= tokens->n; n++) {
		const struct tcn_fact_token *last = &tokens->at[i + n - 1];
		struct tcn_str name = { tokens->at[i].at,
			(size_t)(last->at + last->n - tokens->at[i].at) };
		unsigned kinds;

		if (last->kind != TCN_FACT_KIND_WORD)
			break;
		kinds = tcn_place_names_find(tcn_str(lang), name).kinds;
		if ((kinds & TCN_PLACE_COUNTRY) && !(kinds & TCN_PLACE_HOMONYM))
			longest = n;
	}
	return longest;
}

/* Whether token i is a word that leads to a place, "in". */
static bool
leads(const struct tcn_fact_tokens *tokens, size_t i, const char *lang)
{
	const struct tcn_str word = { tokens->at[i].at, tokens->at[i].n };

	return tokens->at[i].kind == TCN_FACT_KIND_WORD &&
	    (tcn_place_names_find(tcn_str(lang), word).kinds &
		TCN_PLACE_BEFORE);
}

/* Whether such a word leads to token i, with an article between. */
static bool
is_led_to(const struct tcn_fact_tokens *tokens, size_t i, const char *lang)
{
	return (i > 0 && leads(tokens, i - 1, lang)) ||
	    (i > 1 &&
		(tcn_fact_token_is(&tokens->at[i - 1]) & TCN_FACT_ARTICLE) &&
		leads(tokens, i - 2, lang));
}

void
tcn_located_find(struct tcn_facts *facts, struct tcn_str sentence,
    const char *lang, struct tcn_str countries[TCN_LOCATED_MAX], size_t *n)
{
	const struct tcn_fact_tokens *tokens = &facts->tokens;

	*n = 0;
	if (!tcn_facts_has_lang(lang))
		return;
	tcn_facts_cut(facts, sentence, lang);
	for (size_t i = 0; i < tokens->n && *n < TCN_LOCATED_MAX;) {
		size_t words = country_at(tokens, i, lang);
		const struct tcn_fact_token *last;

		if (words &&
		    (is_led_to(tokens, i, lang) ||
			is_comma(tokens, i + words))) {
			last = &tokens->at[i + words - 1];
			countries[(*n)++] = (struct tcn_str){ tokens->at[i].at,
				(size_t)(last->at + last->n -
				    tokens->at[i].at) };
		}
		i += words ? words : 1;
	}
}
