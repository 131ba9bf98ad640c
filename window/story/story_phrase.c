#include "window/story/story_phrase.h"

/* What is known of a run of three words. Texts are numbered from 1. */
enum {
	TEXTS, /* how many hold it */
	LAST, /* the last of them */
	FIRST, /* the first of them, ... */
	AT, /* ... and the word there at which it begins */
};

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

static void
count_triples(const struct tcn_story_phrase_text *text, uint32_t number,
    struct tcn_tally *tally)
{
	for (size_t at = 0; at + 3 <= text->words_n; at++) {
		uint32_t *counts =
		    tcn_tally_add(tally, triple_key(text, at))->counts;

		if (!counts[TEXTS]) {
			counts[FIRST] = number;
			counts[AT] = (uint32_t)at;
		}
		counts[TEXTS] += counts[LAST] != number;
		counts[LAST] = number;
	}
}

/* What most texts hold; of equal ones the first, in reading order. NULL: no
 * text has three words. */
static const struct tcn_tally_entry *
find_most(const struct tcn_tally *tally)
{
	const struct tcn_tally_entry *most = NULL;

	for (uint32_t i = 0; i < tally->n; i++)
		if (!most || tally->at[i].counts[TEXTS] > most->counts[TEXTS])
			most = &tally->at[i];
	return most;
}

void
tcn_story_phrase_find(const struct tcn_story_phrase_text *texts, size_t texts_n,
    struct tcn_tally *tally, struct tcn_story_phrase *phrase)
{
	const struct tcn_tally_entry *most;
	const struct tcn_story_phrase_text *first;
	size_t words = 0;

	*phrase = (struct tcn_story_phrase){ 0 };
	for (size_t i = 0; i < texts_n; i++)
		words += texts[i].words_n;
	tcn_tally_begin(tally, words);
	for (size_t i = 0; i < texts_n; i++)
		count_triples(&texts[i], (uint32_t)i + 1, tally);
	most = find_most(tally);
	if (!most)
		return;
	phrase->share = (double)most->counts[TEXTS] / (double)texts_n;
	first = &texts[most->counts[FIRST] - 1];
	for (size_t i = 0; i < 3; i++)
		phrase->terms[i] =
		    first->terms[first->words[most->counts[AT] + i]];
}
