/*
 * tools/pipeline/lookup.h - what in a store is a copy of this, what is related
 * to it?
 *
 * Asked with an article, stored or not. Copies are the items whose normal
 * form is the same or whose fingerprint lies within 3 bits. Related are, too,
 * those within 7 bits, the items of its story (for an article that is not
 * stored: of the story it would join) and texts that share two of its heaviest
 * words, ranked by similarity: the cosine of the TF-IDF vectors of the texts,
 * with the store's document frequencies.
 *
 * Opening reads the store's fingerprints into memory, as far back as
 * near.horizon reaches: about a second a million items. Nothing is changed.
 */
#ifndef TCN_TOOLS_PIPELINE_LOOKUP_H
#define TCN_TOOLS_PIPELINE_LOOKUP_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "sql/store_read.h"
#include "tools/pipeline/pipeline.h"

struct tcn_lookup_hit {
	const struct tcn_store_item_row *item;
	int distance; /* Hamming; -1: more than 7, or no fingerprint */
	double similarity; /* 0 .. 1 */
	bool same_story;
};

struct tcn_lookup_hits {
	struct tcn_lookup_hit *at;
	size_t n;
};

enum tcn_lookup_kind {
	TCN_LOOKUP_COPIES,
	TCN_LOOKUP_RELATED, /* copies among them */
};

struct tcn_lookup;

TCN_MUST_USE enum tcn_rc tcn_lookup_open(const struct tcn_pipeline_conf *conf,
    const char *db_path, struct tcn_lookup **lookup, struct tcn_err *err);
void tcn_lookup_close(struct tcn_lookup *lookup);

/*
 * Asks for a stored item. The list lives until close; the most similar first,
 * then the oldest; at most limit items.
 */
TCN_MUST_USE enum tcn_rc tcn_lookup_item(struct tcn_lookup *lookup,
    const struct tcn_store_item_row *item, enum tcn_lookup_kind kind,
    size_t limit, struct tcn_lookup_hits *found, struct tcn_err *err);

/* Asks for an article that is not stored. Once a lookup: then close it. */
TCN_MUST_USE enum tcn_rc tcn_lookup_article(struct tcn_lookup *lookup,
    const struct tcn_article *article, enum tcn_lookup_kind kind, size_t limit,
    struct tcn_lookup_hits *found, struct tcn_err *err);

/*
 * A lookup in a pipeline that goes on, for the daemon: opening costs nothing,
 * the pipeline must outlive it. Ask with tcn_lookup_peek() and close it.
 */
TCN_MUST_USE enum tcn_rc tcn_lookup_attach(struct tcn_pipeline *pipe,
    struct tcn_lookup **lookup);

/*
 * Asks for an article that is not stored, and leaves window and store as they
 * are. Its story is that of the text it copies or is similar to; one that has
 * no such text has none, though it might join one if it were taken in. At
 * most 200 items are read and ranked, and no more once 4 MiB of their texts
 * were read, for others wait: milliseconds for news, a tenth of a second for
 * the longest texts. Copies come before the rest of the story.
 */
TCN_MUST_USE enum tcn_rc tcn_lookup_peek(struct tcn_lookup *lookup,
    const struct tcn_article *article, enum tcn_lookup_kind kind, size_t limit,
    struct tcn_lookup_hits *found, struct tcn_err *err);

struct tcn_store *tcn_lookup_store(struct tcn_lookup *lookup);

#endif
