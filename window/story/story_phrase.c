#include "window/story/story_phrase.h"

#include <stdlib.h>

#include "engine/base/compare.h"
#include "window/base/sort.h"

/* Length of the run of equal keys that begins at i. */
static size_t
run_at(const uint64_t *keys, size_t n, size_t i)
{
	size_t j = i;

	while (j < n && keys[j] == keys[i])
		j++;
	return j - i;
}

/* One key of three words; a false match needs a collision of 64-bit hashes. */
static uint64_t
triple_key(const struct tcn_story_phrase_text *text, size_t at)
{
	uint64_t key = 0;

	for (size_t i = at; i < at + 3; i++) {
		key ^= text->terms[text->words[i]] + (uint64_t)1;
		key *= 0x9e3779b97f4a7c15u;
		key ^= key >> 29;
	}
	return key;
}

/* Adds the text's runs of three words to keys, each once; says how many. */
static size_t
add_triples(const struct tcn_story_phrase_text *text, uint64_t *keys,
    uint64_t *scratch)
{
	size_t n = 0, kept = 0;

	for (size_t at = 0; at + 3 <= text->words_n; at++)
		keys[n++] = triple_key(text, at);
	tcn_sort_u64(keys, n, scratch);
	for (size_t i = 0; i < n; i++)
		if (!kept || keys[kept - 1] != keys[i])
			keys[kept++] = keys[i];
	return kept;
}

/* How often the key stands among the sorted keys. */
static size_t
count_key(const uint64_t *keys, size_t n, uint64_t key)
{
	const uint64_t *at =
	    bsearch(&key, keys, n, sizeof key, tcn_compare_u64);
	size_t i = (size_t)(at - keys);

	while (i > 0 && keys[i - 1] == key)
		i--;
	return run_at(keys, n, i);
}

/* Names the first run, in reading order, that stands in `most` texts. */
static void
name_phrase(const struct tcn_story_phrase_text *texts, const uint64_t *keys,
    size_t n, size_t most, struct tcn_story_phrase *phrase)
{
	for (const struct tcn_story_phrase_text *text = texts;; text++)
		for (size_t at = 0; at + 3 <= text->words_n; at++) {
			if (count_key(keys, n, triple_key(text, at)) != most)
				continue;
			for (size_t i = 0; i < 3; i++)
				phrase->terms[i] =
				    text->terms[text->words[at + i]];
			return;
		}
}

void
tcn_story_phrase_find(const struct tcn_story_phrase_text *texts, size_t texts_n,
    uint64_t *keys, uint64_t *scratch, struct tcn_story_phrase *phrase)
{
	size_t n = 0, most = 0;

	*phrase = (struct tcn_story_phrase){ 0 };
	for (size_t i = 0; i < texts_n; i++)
		n += add_triples(&texts[i], keys + n, scratch);
	tcn_sort_u64(keys, n, scratch);
	for (size_t i = 0; i < n;) {
		size_t run = run_at(keys, n, i);

		most = run > most ? run : most;
		i += run;
	}
	if (!most)
		return;
	phrase->share = (double)most / (double)texts_n;
	name_phrase(texts, keys, n, most, phrase);
}
