/*
 * engine/facts/facts_impl.h - the insides of struct tcn_facts, for the readers
 * of engine/facts alone.
 */
#ifndef TCN_ENGINE_FACTS_FACTS_IMPL_H
#define TCN_ENGINE_FACTS_FACTS_IMPL_H

#include "engine/facts/fact_tokens_impl.h"
#include "engine/facts/facts.h"

struct tcn_facts {
	/* What it uses of the words of all objects; NULL: not asked for. */
	const struct tcn_fact_words *langs[TCN_FACT_LANGS_MAX];
	struct tcn_fact_tokens tokens; /* of the sentence that is being read */
	/* Which that is: a statement and its figures are read of one cut. */
	struct tcn_str cut;
	uint64_t cut_hash; /* of its bytes, which may have changed since */
	size_t cut_lang; /* index into langs, their number for others */
	bool is_cut; /* false: tokens are of no sentence */
};

/* Cuts a sentence of a language into facts->tokens, unless that is what they
 * are of. */
void tcn_facts_cut(struct tcn_facts *facts, struct tcn_str sentence,
    const char *lang);

#endif
