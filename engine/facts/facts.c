#include "engine/facts/facts.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "engine/facts/facts_impl.h"

/* The words of each language, for all objects that ask for them. */
static struct {
	pthread_mutex_t lock;
	struct {
		struct tcn_fact_words words;
		size_t users; /* objects; 0: the words are not read */
	} langs[TCN_FACT_LANGS_MAX];
} shared = { .lock = PTHREAD_MUTEX_INITIALIZER };

struct tcn_facts *
tcn_facts_new(void)
{
	return tcn_mem_calloc(1, sizeof(struct tcn_facts));
}

void
tcn_facts_free(struct tcn_facts *facts)
{
	if (!facts)
		return;
	pthread_mutex_lock(&shared.lock);
	for (size_t i = 0; i < tcn_fact_words_files_n; i++)
		if (facts->langs[i] && --shared.langs[i].users == 0)
			tcn_fact_words_fini(&shared.langs[i].words);
	pthread_mutex_unlock(&shared.lock);
	tcn_fact_tokens_fini(&facts->tokens);
	tcn_mem_free(facts);
}

/* The language's number, or tcn_fact_words_files_n. */
static size_t
lang_index(const char *lang)
{
	size_t i = 0;

	assert(lang);
	while (i < tcn_fact_words_files_n &&
	    (*tcn_fact_words_files[i].name != *lang ||
		strcmp(tcn_fact_words_files[i].name, lang) != 0))
		i++;
	return i;
}

bool
tcn_facts_has_lang(const char *lang)
{
	return lang_index(lang) < tcn_fact_words_files_n;
}

/* Points facts->langs[i] to the shared words, which the first to ask reads. */
static void
use_lang(struct tcn_facts *facts, size_t i)
{
	const struct tcn_sections_file *file = &tcn_fact_words_files[i];
	struct tcn_fact_words *words = &shared.langs[i].words;
	enum tcn_rc rc = TCN_OK;

	pthread_mutex_lock(&shared.lock);
	if (shared.langs[i].users++ == 0)
		rc = tcn_fact_words_read(words, file->name, file->text, NULL);
	assert(rc == TCN_OK); /* a file of ours is sound */
	(void)rc;
	facts->langs[i] = words;
	pthread_mutex_unlock(&shared.lock);
}

void
tcn_facts_cut(struct tcn_facts *facts, struct tcn_str sentence,
    const char *lang)
{
	size_t i = lang_index(lang);
	uint64_t hash = XXH3_64bits(sentence.at, sentence.n);

	if (facts->is_cut && facts->cut.at == sentence.at &&
	    facts->cut.n == sentence.n && facts->cut_lang == i &&
	    facts->cut_hash == hash)
		return;
	facts->is_cut = false;
	if (i < tcn_fact_words_files_n && !facts->langs[i])
		use_lang(facts, i);
	tcn_fact_tokens_cut(&facts->tokens, facts->langs[i], sentence);
	facts->cut = sentence;
	facts->cut_hash = hash;
	facts->cut_lang = i;
	facts->is_cut = true;
}
