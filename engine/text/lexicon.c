#include "engine/text/lexicon.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/text/stemmer.h"
#include "engine/text/tokenizer.h"

#define LANGS_MAX   64
#define LANG_BYTES  8
#define ENGLISH     0 /* index of it in langs */
#define PHRASE_MAX  5 /* words of a phrase that is looked at */
#define MIX         UINT64_C(0x9e3779b97f4a7c15)
#define PHRASE_SIZE 120 /* bytes of one that is looked at */

struct word {
	uint32_t meanings[TCN_LEXICON_MEANINGS];
	uint32_t n;
};

struct tcn_lexicon {
	struct tcn_map by_term; /* term and language -> index of words */
	struct word *words;
	size_t words_n, words_cap, left_out;
	char langs[LANGS_MAX][LANG_BYTES];
	unsigned langs_n;
	struct tcn_tokenizer *tokenizer; /* NULL: closed */
	struct tcn_stemmer *stemmer;
};

struct tcn_lexicon *
tcn_lexicon_new(void)
{
	struct tcn_lexicon *lexicon = tcn_mem_calloc(1, sizeof *lexicon);

	lexicon->tokenizer = tcn_tokenizer_new();
	lexicon->stemmer = tcn_stemmer_new();
	strcpy(lexicon->langs[ENGLISH], "en");
	lexicon->langs_n = 1;
	return lexicon;
}

void
tcn_lexicon_close(struct tcn_lexicon *lexicon)
{
	tcn_tokenizer_free(lexicon->tokenizer);
	tcn_stemmer_free(lexicon->stemmer);
	lexicon->tokenizer = NULL;
	lexicon->stemmer = NULL;
}

void
tcn_lexicon_free(struct tcn_lexicon *lexicon)
{
	if (!lexicon)
		return;
	tcn_lexicon_close(lexicon);
	tcn_map_fini(&lexicon->by_term);
	tcn_mem_free(lexicon->words);
	tcn_mem_free(lexicon);
}

static unsigned
find_lang(const struct tcn_lexicon *lexicon, const char *lang)
{
	unsigned i = 0;

	while (i < lexicon->langs_n && strcmp(lexicon->langs[i], lang) != 0)
		i++;
	return i;
}

static uint64_t
key_of(unsigned lang, uint64_t term)
{
	return term ^ lang * MIX;
}

/* Finds the term of the only word that is no stop word; false if there is none
 * or more than one. */
static void
read_phrase(struct tcn_lexicon *lexicon, const char *lang, struct tcn_str text,
    uint64_t *term, bool *found)
{
	struct tcn_tokenizer_scan scan;
	struct tcn_tokenizer_token token;
	unsigned stem_lang = tcn_stemmer_lang(lang), words = 0, said = 0;

	*found = false;
	if (!text.n || text.n > PHRASE_SIZE)
		return;
	tcn_tokenizer_scan(&scan, lexicon->tokenizer, text, lang);
	while (words <= PHRASE_MAX && tcn_tokenizer_next(&scan, &token)) {
		const struct tcn_stemmer_entry *entry =
		    tcn_stemmer_get(lexicon->stemmer, stem_lang,
			tcn_stemmer_key(lexicon->stemmer, stem_lang, token.word,
			    token.n),
			token.word, token.n, token.ascii);

		words++;
		if (entry->flags & TCN_STEM_STOP)
			continue;
		*term = entry->id;
		said += entry->flags & TCN_STEM_LETTERS ? 1 : 2;
	}
	*found = said == 1 && words <= PHRASE_MAX;
}

/* The place of the word, made if there is room; NULL: there is none. */
static struct word *
put_word(struct tcn_lexicon *lexicon, uint64_t key)
{
	uint64_t *at;
	bool full = lexicon->words_n == TCN_LEXICON_WORDS_MAX, added;

	at = full ? tcn_map_find(&lexicon->by_term, key) : NULL;
	if (full && !at) {
		lexicon->left_out++;
		return NULL;
	}
	if (!full) {
		lexicon->words =
		    tcn_mem_grow(lexicon->words, &lexicon->words_cap,
			lexicon->words_n + 1, sizeof *lexicon->words);
		tcn_map_put(&lexicon->by_term, key, &at, &added);
		if (added) {
			*at = lexicon->words_n;
			lexicon->words[lexicon->words_n++] =
			    (struct word){ .n = 0 };
		}
	}
	return &lexicon->words[*at];
}

static void
add_meaning(struct tcn_lexicon *lexicon, unsigned lang, uint64_t term,
    uint32_t meaning)
{
	struct word *word = put_word(lexicon, key_of(lang, term));

	if (!word)
		return;
	for (uint32_t i = 0; i < word->n; i++)
		if (word->meanings[i] == meaning)
			return;
	if (word->n < TCN_LEXICON_MEANINGS)
		word->meanings[word->n++] = meaning;
}

void
tcn_lexicon_add(struct tcn_lexicon *lexicon, const char *lang,
    struct tcn_str word, struct tcn_str english)
{
	unsigned at = find_lang(lexicon, lang);
	uint64_t from, to;
	bool found;

	assert(lexicon->tokenizer && strlen(lang) < LANG_BYTES && at);
	if (at == LANGS_MAX)
		return;
	read_phrase(lexicon, lang, word, &from, &found);
	if (found)
		read_phrase(lexicon, "en", english, &to, &found);
	if (!found)
		return;
	if (at == lexicon->langs_n)
		strcpy(lexicon->langs[lexicon->langs_n++], lang);
	add_meaning(lexicon, at, from, (uint32_t)to);
	add_meaning(lexicon, ENGLISH, to, (uint32_t)to);
}

size_t
tcn_lexicon_find(const struct tcn_lexicon *lexicon, const char *lang,
    uint64_t term, uint32_t meanings[TCN_LEXICON_MEANINGS])
{
	unsigned at = find_lang(lexicon, lang);
	const uint64_t *index = at < lexicon->langs_n
	    ? tcn_map_find(&lexicon->by_term, key_of(at, term))
	    : NULL;
	const struct word *word;

	if (!index)
		return 0;
	word = &lexicon->words[*index];
	memcpy(meanings, word->meanings, word->n * sizeof *meanings);
	return word->n;
}

size_t
tcn_lexicon_words(const struct tcn_lexicon *lexicon)
{
	return lexicon->words_n;
}

size_t
tcn_lexicon_left_out(const struct tcn_lexicon *lexicon)
{
	return lexicon->left_out;
}
