/*
 * tools/pipeline/lookup.h - finds copies of an article in a store, and items
 * related to it.
 *
 * The article may be stored or not. Copies are the items whose normalized text
 * is the same or whose fingerprint is within 3 bits. Related items are, besides
 * copies, those within 7 bits, those whose vectors are nearest to its own, the
 * items of the article's story (of one that is not stored: of the story it
 * would join) and texts that share two of its heaviest words.
 *
 * Excerpts are texts that share sentences: one of the two has at least half of
 * the other's (window/excerpt.h). They are found in the window, where that
 * reaches, and among those that the store knows to be of the same text.
 *
 * Of the versions of a page (window/version.h) the latest of those found is a
 * hit; a version's story is that of the first.
 *
 * Hits are ranked by similarity: the cosine of the vectors that both came with;
 * else that of the texts' TF-IDF vectors in the vector space model (Salton,
 * Wong and Yang, "A vector space model for automatic indexing", 1975), with
 * inverse document frequencies (Sparck Jones, "A statistical interpretation of
 * term specificity", 1972) of the store. Where one of two items has no words,
 * that cosine is estimated from the fingerprints (tcn_vector_estimate()).
 *
 * Opening reads the store's fingerprints into memory, as far back as
 * near.horizon reaches: about a second for a million items. The store is not
 * changed. A look-up costs a few queries, and for each item found one
 * preparation of its text. Copies of all times are found by a scan of the
 * store, a fifth of a second or so for a million items.
 *
 * Call order: open; item any number of times, or article once; close. In the
 * daemon: attach, item or peek, close.
 */
#ifndef TCN_TOOLS_PIPELINE_LOOKUP_H
#define TCN_TOOLS_PIPELINE_LOOKUP_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "sql/store_read.h"
#include "tools/pipeline/pipeline.h"

struct tcn_lookup_hit {
	const struct tcn_store_item_row *item;
	int distance; /* Hamming, in bits; -1: over 7, or no fingerprint */
	double similarity; /* 0 .. 1 */
	bool estimated; /* that is, from the fingerprints alone */
	bool same_story;
	bool rewrite; /* one of the two is a rewrite of the other */
	/* By their sentences, those that can be compared: of the article asked
	 * about (na) and of the item (nb). Zeros: not looked for, or none. */
	struct tcn_sketch_shared shared;
};

struct tcn_lookup_hits {
	struct tcn_lookup_hit *at;
	size_t n;
	bool more; /* there are more than `limit`, or than it looks at */
	int64_t since_ms; /* what is older was not looked at; TCN_UNDATED:
			   * nothing is older */
};

/* What is looked for; of a look-up the sum of some. */
enum tcn_lookup_kind {
	TCN_LOOKUP_COPIES = 0, /* in any case */
	TCN_LOOKUP_EVER = 1, /* also copies from before near.horizon */
	TCN_LOOKUP_EXCERPTS = 2, /* also texts with the same sentences */
	TCN_LOOKUP_RELATED = 4, /* also what is related otherwise */
	TCN_LOOKUP_REWRITES = 8, /* also what it rewrites, or rewrites it */
};

struct tcn_lookup;

TCN_MUST_USE enum tcn_rc tcn_lookup_open(const struct tcn_pipeline_conf *conf,
    const char *db_path, struct tcn_lookup **lookup, struct tcn_err *err);
void tcn_lookup_close(struct tcn_lookup *lookup);

/*
 * Looks up a stored item. The hits, at most limit, live until close; the most
 * similar come first, and of equals the oldest. Errors are the store's.
 */
TCN_MUST_USE enum tcn_rc tcn_lookup_item(struct tcn_lookup *lookup,
    const struct tcn_store_item_row *item, unsigned kinds, size_t limit,
    struct tcn_lookup_hits *found, struct tcn_err *err);

/* Looks up an article that is not stored. The window takes the article in, so
 * that this can be done once: then close. TCN_INVALID: its vector is not as
 * long as the stream's. */
TCN_MUST_USE enum tcn_rc tcn_lookup_article(struct tcn_lookup *lookup,
    const struct tcn_article *article, unsigned kinds, size_t limit,
    struct tcn_lookup_hits *found, struct tcn_err *err);

/*
 * Opens a lookup in a running pipeline, which must outlive it. This costs
 * nothing. tcn_lookup_item() and tcn_lookup_peek() may follow, and look at no
 * more than is said there.
 */
struct tcn_lookup *tcn_lookup_attach(struct tcn_pipeline *pipe);

/*
 * Looks up an article that is not stored, without changing window or store. Its
 * story is taken to be that of the text it copies or is similar to; without
 * such a text that of the nearest vector; else it has none, though it might
 * join one if it were taken in. TCN_INVALID as above. Other requests wait
 * meanwhile, so at most 200 items are read and ranked, and none after 4 MiB of
 * text: this takes milliseconds for news, a tenth of a second for the longest
 * texts. Copies are read before the rest of the story, and a scan for those of
 * all times ends after the latest 250,000 items.
 */
TCN_MUST_USE enum tcn_rc tcn_lookup_peek(struct tcn_lookup *lookup,
    const struct tcn_article *article, unsigned kinds, size_t limit,
    struct tcn_lookup_hits *found, struct tcn_err *err);

/* The pipeline and the store that are looked at; they stay the lookup's. */
struct tcn_pipeline *tcn_lookup_pipeline(struct tcn_lookup *lookup);
const struct tcn_store *tcn_lookup_store(struct tcn_lookup *lookup);

#endif
