/*
 * tools/pipeline/recommend.h - what else a reader may want to read, from what
 * was read.
 *
 * Content-based filtering by relevance feedback (Rocchio, "Relevance feedback
 * in information retrieval", 1971). What was read and disliked becomes a
 * profile, and items are ranked by how like it they are and how new:
 *
 *	r      = sum over read of 2^(-age / half_life) x
 *		 - 1/2 sum over disliked of the same, made a unit vector
 *	score  = cos(r, x) 2^(-age of the item / freshness)
 *
 * x is the unit TF-IDF vector of an item, or of the vector that it was sent
 * with; age how long ago it was read, or how old the item is, by the stream's
 * time.
 *
 * CANDIDATES, at most TCN_RECOMMEND_CANDIDATES: of the latest
 * TCN_RECOMMEND_LATEST that were read, 20 items within 7 bits of each and the
 * newest of their stories, 120 in all and 25 of one; and the 12 newest texts
 * with each two of the profile's 5 heaviest words. What was read is left out,
 * and other versions of it; unless asked for, so are copies (of what was read,
 * and of what is listed) and all but the best of each story.
 *
 * Nothing about a reader is stored: the caller keeps what was read and sends it
 * each time. An item that is no more in the store is named and passed over.
 *
 * Cost: some queries, and preparing each candidate: 5 to 10 ms for headlines,
 * 20 to 40 for full texts, two thirds of it the searches for pairs of words.
 */
#ifndef TCN_TOOLS_PIPELINE_RECOMMEND_H
#define TCN_TOOLS_PIPELINE_RECOMMEND_H

#include "engine/base/arena.h"
#include "engine/base/duration.h"
#include "sql/store_read.h"
#include "tools/pipeline/pipeline.h"

enum {
	TCN_RECOMMEND_READ_MAX = 200, /* and as many disliked */
	TCN_RECOMMEND_LIMIT_MAX = 100,
	TCN_RECOMMEND_CANDIDATES = 500,
	TCN_RECOMMEND_LATEST = 20,
	TCN_RECOMMEND_TERMS = 3,
};

/* An item that was read, or disliked. */
struct tcn_recommend_item {
	struct tcn_str id;
	int64_t at_ms; /* when; TCN_UNDATED: now */
	bool found; /* filled in: it is in the store */
};

struct tcn_recommend_asked {
	struct tcn_recommend_item *read, *dislike; /* in any order */
	size_t read_n, dislike_n;
	size_t limit; /* 1 .. TCN_RECOMMEND_LIMIT_MAX */
	int64_t since_ms; /* no older items; TCN_UNDATED: of any age */
	int64_t half_life_ms, freshness_ms; /* > 0 */
	bool copies; /* are listed, too */
	bool every_item; /* of a story, not its best alone */
};

#define TCN_RECOMMEND_DEFAULT                                                  \
	((struct tcn_recommend_asked){ .limit = 20,                            \
	    .since_ms = TCN_UNDATED,                                           \
	    .half_life_ms = 7 * TCN_DAY_MS,                                    \
	    .freshness_ms = TCN_DAY_MS })

struct tcn_recommend_hit {
	const struct tcn_store_item_row *item;
	double score, likeness; /* as above; the cosine */
	size_t nearest; /* index of the item read that it is most like */
	double nearest_likeness; /* their cosine */
	/* Words that it shares with the profile, the weightiest first. */
	struct tcn_str terms[TCN_RECOMMEND_TERMS];
	size_t terms_n;
};

struct tcn_recommend_hits {
	struct tcn_recommend_hit *at; /* by score, ties by seq */
	size_t n;
	size_t candidates; /* so many were scored */
};

/*
 * Fills in hits, which live in arena, and which of the items asked about are
 * found. The pipeline must have a store and is not changed. The store's errors.
 */
TCN_MUST_USE enum tcn_rc tcn_recommend(struct tcn_pipeline *pipe,
    struct tcn_recommend_asked *asked, struct tcn_arena *arena,
    struct tcn_recommend_hits *hits);

#endif
