/*
 * engine/item/prepare.h - from an article to a doc: the facade of engine/.
 *
 * It runs the steps of text processing in their order: markup is taken out
 * (engine/text/markup.h), the language is detected (lang.h), title and text are
 * cut into tokens (tokenizer.h) and stemmed (stemmer.h), without the names that
 * a platform puts before a reply (reply.h), the outlet's suffix of the title is
 * found (title_suffix.h), terms that only name a day are marked (date_terms.h),
 * terms of the address and of hashtags are added (slug_terms.h), and the
 * publisher is named (publisher.h). On the way the text's sentences become its
 * sketch (sketch.h), where that is asked for, and the words of title and text
 * its content set (engine/text/content.h).
 *
 * A preparer owns what is reused from one article to the next: the stem cache,
 * the segmenter, the language models. Its results depend on the article alone,
 * never on what came before; a cache changes the cost, not the outcome. Not
 * thread safe: one preparer, one thread.
 *
 * Memory: about 5 MiB, and more with each language met.
 */
#ifndef TCN_ENGINE_ITEM_PREPARE_H
#define TCN_ENGINE_ITEM_PREPARE_H

#include "engine/base/arena.h"
#include "engine/item/doc.h"
#include "engine/text/lang.h"

struct tcn_prepare;

struct tcn_prepare_conf {
	size_t words_max; /* of one article; the rest is not read; 0: 20,000 */
	const char *textcat_dir; /* as for tcn_lang_detector_new() */
	struct tcn_sketch_conf sketch; /* k 0: docs have none */
	bool content; /* docs have a content set */
	/* doc.numbers are of words as written, in small letters, not of their
	 * stems */
	bool number_words;
	/* Another preparer of the same thread, whose stem cache, language
	 * detector and calendar this one shares, and which must outlive this
	 * one; or NULL. */
	struct tcn_prepare *beside;
};

/* Makes a preparer. conf NULL means the defaults. */
struct tcn_prepare *tcn_prepare_new(const struct tcn_prepare_conf *conf);
void tcn_prepare_free(struct tcn_prepare *prep);

/* Fills in *doc. Everything doc points to lives in arena or in article, both of
 * which must outlive it. Cost: O(bytes). */
void tcn_prepare(struct tcn_prepare *prep, const struct tcn_article *article,
    struct tcn_arena *arena, struct tcn_doc *doc);

/*
 * Fills in the doc's language, words, terms and slug terms alone, and not how
 * terms are written: cheaper, for many short texts.
 */
void tcn_prepare_terms(struct tcn_prepare *prep,
    const struct tcn_article *article, struct tcn_arena *arena,
    struct tcn_doc *doc);

/*
 * Sets lang to what tcn_prepare() would set doc.lang to, and prepares nothing
 * else: the language that the article says, else the detected one, else "".
 * Cost: O(bytes) for markup, some microseconds besides.
 */
void tcn_prepare_lang(struct tcn_prepare *prep,
    const struct tcn_article *article, struct tcn_arena *arena,
    char lang[TCN_LANG_BYTES]);

/* Sets lang to the detected language alone, whatever the article says, and
 * *sure to whether the detection is sure (lang.h). */
void tcn_prepare_lang_detected(struct tcn_prepare *prep,
    const struct tcn_article *article, struct tcn_arena *arena,
    char lang[TCN_LANG_BYTES], bool *sure);

/*
 * Replaces a doc's content set by the words that a part-of-speech tagger (its
 * name and version) found; only for a set that was made of the doc's own words
 * (source TCN_CONTENT_WORDS). All lives in arena.
 */
void tcn_prepare_tagged(struct tcn_prepare *prep,
    const struct tcn_content_word *words, size_t n, struct tcn_str tagger,
    struct tcn_arena *arena, struct tcn_doc *doc);

/*
 * The sentences that the sketch of the last doc was made of, in the order of
 * the text; *n is 0 when sketches are not asked for. They live as long as the
 * doc does and until the next call of tcn_prepare().
 */
const struct tcn_sketch_sentence *
tcn_prepare_sentences(const struct tcn_prepare *prep, size_t *n);

#endif
