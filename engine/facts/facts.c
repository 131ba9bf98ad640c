#include "engine/facts/facts.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "engine/facts/facts_impl.h"

static const struct tcn_fact_lang *const langs[TCN_FACTS_LANGS] = {
	&tcn_fact_words_de,
	&tcn_fact_words_en,
	&tcn_fact_words_es,
	&tcn_fact_words_fr,
	&tcn_fact_words_it,
	&tcn_fact_words_pt,
};

enum tcn_rc
tcn_facts_new(struct tcn_facts **facts)
{
	*facts = tcn_mem_calloc(1, sizeof **facts);
	return *facts ? TCN_OK : TCN_NOMEM;
}

void
tcn_facts_free(struct tcn_facts *facts)
{
	if (!facts)
		return;
	for (size_t i = 0; i < TCN_FACTS_LANGS; i++)
		tcn_fact_words_fini(&facts->langs[i]);
	tcn_fact_tokens_fini(&facts->tokens);
	tcn_mem_free(facts);
}

/* The language's number, or TCN_FACTS_LANGS. */
static size_t
lang_index(const char *lang)
{
	size_t i = 0;

	assert(lang);
	while (i < TCN_FACTS_LANGS &&
	    (*langs[i]->code != *lang || strcmp(langs[i]->code, lang) != 0))
		i++;
	return i;
}

bool
tcn_facts_has_lang(const char *lang)
{
	return lang_index(lang) < TCN_FACTS_LANGS;
}

enum tcn_rc
tcn_facts_cut(struct tcn_facts *facts, struct tcn_str sentence,
    const char *lang)
{
	size_t i = lang_index(lang);
	uint64_t hash = XXH3_64bits(sentence.at, sentence.n);
	struct tcn_fact_words *words = NULL;
	enum tcn_rc rc;

	if (facts->is_cut && facts->cut.at == sentence.at &&
	    facts->cut.n == sentence.n && facts->cut_lang == i &&
	    facts->cut_hash == hash)
		return TCN_OK;
	facts->is_cut = false;
	if (i < TCN_FACTS_LANGS) {
		words = &facts->langs[i];
		if (!facts->loaded[i]) {
			rc = tcn_fact_words_init(words, langs[i]);
			if (rc != TCN_OK) {
				tcn_fact_words_fini(words);
				return rc;
			}
			facts->loaded[i] = true;
		}
	}
	rc = tcn_fact_tokens_cut(&facts->tokens, words, sentence);
	facts->cut = sentence;
	facts->cut_hash = hash;
	facts->cut_lang = i;
	facts->is_cut = rc == TCN_OK;
	return rc;
}
