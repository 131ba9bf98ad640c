/*
 * engine/item/prepare_impl.h - the members of a preparer. Private to
 * prepare*.c: prepare.c reads the words, prepare_finish.c makes the doc's own
 * lists and keys of them, and prepare_content.c its content set.
 */
#ifndef TCN_ENGINE_ITEM_PREPARE_IMPL_H
#define TCN_ENGINE_ITEM_PREPARE_IMPL_H

#include "engine/base/buf.h"
#include "engine/item/minhash.h"
#include "engine/item/prepare.h"
#include "engine/text/lang.h"
#include "engine/text/stemmer.h"
#include "engine/text/tokenizer.h"

#define TCN_PREPARE_SLUG_TERMS 16

/*
 * One slot of the hash table that finds a term of the current doc by its id.
 * A slot that another doc filled counts as empty, so the table is never
 * cleared.
 */
struct tcn_prepare_slot {
	uint64_t id;
	uint32_t term; /* index into terms[] */
	uint32_t doc; /* the number of the doc that filled it */
};

/*
 * A word that was tokenized but not yet stemmed. Words are read a batch ahead,
 * so that their entries of the stem cache are in reach when they are needed.
 */
struct tcn_prepare_word {
	struct tcn_tokenizer_token token;
	uint64_t key;
};

#define TCN_PREPARE_BATCH 16

struct tcn_prepare {
	size_t words_max;
	struct tcn_tokenizer *tokenizer;
	bool borrows; /* these three are another's */
	struct tcn_stemmer *stemmer;
	struct tcn_lang_detector *detector;
	struct tcn_calendar *calendar;
	unsigned stem_lang; /* the doc's language as the stemmer numbers it */

	struct tcn_prepare_word batch[TCN_PREPARE_BATCH];

	/* The current doc. Memory is kept from one doc to the next. */
	uint32_t doc; /* its number, never 0 */
	uint32_t *words;
	uint64_t *folds; /* hash of each folded word */
	struct tcn_term *terms;
	/* the title or the text, whichever is being read */
	struct tcn_str part;
	struct tcn_word_case_counts title_case, text_case;
	size_t words_n, words_cap, folds_cap;
	size_t terms_n, terms_cap;
	struct tcn_prepare_slot *slots;
	size_t slots_n; /* a power of two */
	bool has_letters;
	uint32_t slug_terms[TCN_PREPARE_SLUG_TERMS];
	size_t slug_terms_n;
	struct tcn_sketch_maker sketch;
	struct tcn_shingle_maker shingles;
	bool wants_content;
	struct tcn_content_maker content;
	bool number_words; /* see prepare.h */
	bool only_terms; /* of the current doc */
	uint32_t numbers[TCN_MINHASH_WORDS_MAX];
	uint32_t numbers_n, title_numbers_n;
	struct tcn_buf folded; /* the folded form of one word */
};

/* Copies the doc's lists from the preparer's memory to the arena. */
void tcn_prepare_copy(struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_doc *doc);

/*
 * Sets the keys of the text: a text's key is the hash of its folded words'
 * hashes, in order. The suffix of the title is left out of text_key only where
 * it is known to be the outlet's name: "Weather tomorrow - Leeds" and "Weather
 * tomorrow - York" are two texts. Reorders prep->folds.
 */
void tcn_prepare_set_keys(struct tcn_prepare *prep, struct tcn_doc *doc);

/* Sets the doc's publisher and page. */
void tcn_prepare_sender(struct tcn_arena *arena, struct tcn_doc *doc);

/* Sets the doc's content set: the stored one, else from the words that the
 * sender gave, else from the doc's own words. */
void tcn_prepare_content(struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_doc *doc);

/* Takes the markup out of title and text, and sets the language. */
void tcn_prepare_find_lang(struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_doc *doc);

#endif
