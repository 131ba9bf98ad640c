#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/facts/fact_words_impl.h"
#include "engine/text/fold.h"

#define SHORT_BYTES 3 /* two letters, one of them with an accent */
#define KNOWN_MAX   4096 /* words; then they are forgotten */

void
tcn_fact_words_fold(struct tcn_fact_folder *folder, bool accents,
    struct tcn_str word, uint64_t *hash)
{
	struct tcn_map *known = &folder->known[accents];
	uint64_t *slot;

	if (known->n == KNOWN_MAX)
		tcn_map_clear(known);
	tcn_map_put(known, XXH3_64bits(word.at, word.n), &slot, NULL);
	if (!*slot) {
		struct tcn_str folded;

		tcn_fold(word, &folder->folded);
		folded = tcn_buf_view(&folder->folded);
		if (!accents && folded.n > SHORT_BYTES &&
		    tcn_utf8_ascii_n(folded) < folded.n) {
			tcn_fold_accents(folded, &folder->plain);
			folded = tcn_buf_view(&folder->plain);
		}
		*slot = tcn_fact_words_hash(folded);
	}
	*hash = *slot;
}

void
tcn_fact_words_folder_fini(struct tcn_fact_folder *folder)
{
	tcn_map_fini(&folder->known[0]);
	tcn_map_fini(&folder->known[1]);
	tcn_buf_fini(&folder->folded);
	tcn_buf_fini(&folder->plain);
}

/* Finds or adds the entry of a phrase. */
static struct tcn_fact_word *
entry(struct tcn_fact_words *words, uint64_t hash)
{
	uint64_t *slot;

	tcn_map_put(&words->index, hash, &slot, NULL);
	if (!*slot) {
		words->at = tcn_mem_grow(words->at, &words->cap, words->n + 1,
		    sizeof *words->at);
		words->at[words->n] = (struct tcn_fact_word){ 0 };
		*slot = ++words->n;
	}
	return &words->at[*slot - 1];
}

/* Whether a row says of a word what is not known of it. */
static bool
is_news(const struct tcn_fact_word *word, const struct tcn_fact_row *row)
{
	uint32_t after = row->is & TCN_FACT_AFTER ? row->slots : 0;
	uint32_t before = row->is & TCN_FACT_BEFORE ? row->slots : 0;
	uint32_t context = row->is & TCN_FACT_CONTEXT ? row->slots : 0;

	return row->is & ~word->is || after & ~word->after ||
	    before & ~word->before || context & ~word->context ||
	    (row->unit && row->unit != word->unit) ||
	    (row->lo && row->lo != word->lo);
}

static bool
parts_words(char c)
{
	return c == ' ' || c == '-' || c == '\'';
}

/* The next word of a phrase, cut where fact_tokens cuts; at its end, empty. */
static struct tcn_str
next_word(struct tcn_str *phrase)
{
	struct tcn_str word;
	size_t n = 0;

	while (phrase->n && parts_words(*phrase->at)) {
		phrase->at++;
		phrase->n--;
	}
	while (n < phrase->n && !parts_words(phrase->at[n]))
		n++;
	word = (struct tcn_str){ phrase->at, n };
	phrase->at += n;
	phrase->n -= n;
	return word;
}

enum tcn_rc
tcn_fact_words_add(struct tcn_fact_words *words, struct tcn_str phrase,
    const struct tcn_fact_row *row, struct tcn_fact_folder *folder, bool *added)
{
	uint64_t hash = 0, first = 0, one;
	struct tcn_fact_word *word;
	unsigned n = 0;

	for (struct tcn_str next; (next = next_word(&phrase)).n; n++) {
		tcn_fact_words_fold(folder, words->accents, next, &one);
		hash = tcn_fact_words_join(hash, one);
		if (n == 0)
			first = hash;
	}
	if (n == 0 || n > TCN_FACT_PHRASE_WORDS)
		return TCN_LIMIT;
	word = entry(words, hash);
	if (added)
		*added = is_news(word, row);
	/* Adds what a row says to its entry. */
	word->is |= row->is;
	if (row->is & TCN_FACT_AFTER)
		word->after |= row->slots;
	if (row->is & TCN_FACT_BEFORE)
		word->before |= row->slots;
	if (row->is & TCN_FACT_CONTEXT)
		word->context |= row->slots;
	if (row->unit)
		word->unit = row->unit;
	if (row->lo) {
		word->lo = row->lo;
		word->hi = row->hi ? row->hi : row->lo;
	}
	word = entry(words, first);
	if (word->longest < n)
		word->longest = n;
	return TCN_OK;
}

void
tcn_fact_words_fini(struct tcn_fact_words *words)
{
	tcn_map_fini(&words->index);
	tcn_mem_free(words->at);
	*words = (struct tcn_fact_words){ 0 };
}

const struct tcn_fact_word *
tcn_fact_words_find(const struct tcn_fact_words *words, uint64_t hash)
{
	const uint64_t *slot = tcn_map_find(&words->index, hash);

	return slot ? &words->at[*slot - 1] : NULL;
}
