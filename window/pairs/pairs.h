/*
 * window/pairs/pairs.h - which recent texts say nearly the same in other words?
 *
 * A desk that rewrites another's report keeps its names, its figures and most
 * of its heavy words, but no sentence, and so no fingerprint. So texts are
 * compared as vectors of weighted terms (the vector space model: Salton, Wong
 * and Yang, A vector space model for automatic indexing, 1975), each with the
 * TF-IDF weights of the moment it came, frozen. This is the ring that files
 * items, forgets them as time goes on, and finds all items of a sliding window
 * whose cosine with a query is at least t, without a miss. Each hit has the
 * item's content set (engine/text/content.h), by which the window decides what
 * the similarity means (window/rewrite.h).
 *
 * HOW THE SIMILAR ARE FOUND. Comparing with all is a million operations an
 * item. The postings of an inverted index (Zobel and Moffat, Inverted files for
 * text search engines, 2006) need to be read for few terms only (Bayardo, Ma
 * and Srikant, Scaling up all pairs similarity search, WWW 2007; Anastasiu and
 * Karypis, L2AP, ICDE 2014): let all terms have one order, the rarest first.
 * If x and y have no term in common before some place of that order, then by
 * Cauchy and Schwarz
 *
 *	x . y <= |rest of x| |rest of y|
 *
 * and if that is below t they are no pair, whatever the common words behind the
 * place, whose postings are the long ones. pairs_index.h defines the place, and
 * how the order stays fixed while rarity changes.
 *
 * The answer depends on the vectors alone, to the last bit: products are summed
 * as integers, and a cosine is one square root and one division of them. So the
 * index may be laid out otherwise after a restart, and answers the same.
 *
 * Call order: new; insert, find and expire in any order; free. Times may come
 * out of order; seqs ascend. The ring owns its items, the caller the hits. Not
 * thread safe.
 *
 * Cost: depends on how often terms recur; `tocsin-lab bench paper pairs`
 * measures it. An item is freed in O(its terms); an index in O(its memory / 256
 * KiB).
 *
 * Memory: 10 bytes a term and 8 a content word of each item, about 8 a term for
 * the index, and 80 an item: some 2.5 KB a full text, 400 bytes a headline.
 */
#ifndef TCN_WINDOW_PAIRS_PAIRS_H
#define TCN_WINDOW_PAIRS_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/feature.h"
#include "engine/item/record.h"
#include "engine/text/content.h"

struct tcn_pairs_conf {
	int64_t span_ms; /* how far back look-ups reach; > 0 */
	double cosine; /* t: 0 < t <= 1 */
	size_t cap_bytes; /* hard cap; 0: none */
	bool note_changes; /* a save writes only what changed since the last */
};

/* A vector: distinct terms by id, with their weights, > 0. */
struct tcn_pairs_vector {
	const uint64_t *ids; /* in ascending order */
	const uint16_t *weights;
	uint32_t n; /* <= TCN_FEATURE_MAX */
};

/* An item to file. */
struct tcn_pairs_item {
	uint64_t seq; /* > 0, greater than any before */
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t text; /* as in struct tcn_placement */
	uint32_t words; /* words of its text, without the title */
	uint32_t rare; /* content words that few items had when it came */
	/* it has more figures than sentences: window/rewrite.h */
	bool is_table;
	/* Its cosine to the most similar earlier item of the same form, in
	 * thousandths; 0: there is none. */
	uint16_t form;
	/* The form of its title (engine/item/title_form.h); shape 0: it has
	 * none. */
	uint64_t shape, filling;
	struct tcn_pairs_vector vector;
	struct tcn_content content; /* its tagger is not kept */
};

/* An item that was found. Its vector and content live until the next insert or
 * expire. */
struct tcn_pairs_hit {
	struct tcn_pairs_item item;
	double cosine;
};

struct tcn_pairs_hits { /* grows; all zero is empty */
	struct tcn_pairs_hit *at;
	size_t n, cap;
};

struct tcn_pairs_stats {
	uint64_t items; /* in the ring */
	uint64_t bytes;
	uint64_t indexes; /* indexes that hold the postings */
	uint64_t expired; /* items expired, since the start */
	uint64_t dropped; /* items dropped at the cap, since the start */
	uint64_t lookups, hits; /* ever */
	uint64_t postings; /* read by look-ups, ever */
	uint64_t compared; /* vectors compared in full, ever */
};

struct tcn_pairs;

struct tcn_pairs *tcn_pairs_new(const struct tcn_pairs_conf *conf);
void tcn_pairs_free(struct tcn_pairs *pairs);

/* The arrays of a vector that is made from features. */
struct tcn_pairs_room {
	uint64_t ids[TCN_FEATURE_MAX];
	uint16_t weights[TCN_FEATURE_MAX];
};

/* Sorts the features into room and returns the vector, a view of room. */
struct tcn_pairs_vector tcn_pairs_vector(struct tcn_feature *features, size_t n,
    struct tcn_pairs_room *room);

/*
 * Files an item, unless its vector is empty. At the byte cap the oldest items
 * are dropped (counted in stats.dropped); only their number may differ after a
 * restart.
 */
void tcn_pairs_insert(struct tcn_pairs *pairs,
    const struct tcn_pairs_item *item);

/*
 * Sets *hits to all items with a cosine of at least conf.cosine whose time t
 * has from_ms < t <= to_ms, by (cosine, highest first; then seq). Exact. Later
 * answers do not depend on this call.
 */
void tcn_pairs_find(struct tcn_pairs *pairs,
    const struct tcn_pairs_vector *vector, int64_t from_ms, int64_t to_ms,
    struct tcn_pairs_hits *hits);

/* Adds the item of that seq, which was found by another cosine, to the hits if
 * it is in the ring. O(log items). */
void tcn_pairs_add_hit(struct tcn_pairs *pairs, uint64_t seq, double cosine,
    struct tcn_pairs_hits *hits);

/* Moves the end of the window to now_ms, never back: items at or before now_ms
 * - span are no longer found. */
void tcn_pairs_expire(struct tcn_pairs *pairs, int64_t now_ms);

void tcn_pairs_stats(const struct tcn_pairs *pairs,
    struct tcn_pairs_stats *stats);
void tcn_pairs_hits_fini(struct tcn_pairs_hits *hits);

/*
 * Saves the items as rows of TCN_STATE_PAIR; and restores one row, in the order
 * of their ids, before any insert (TCN_CORRUPT: the row is damaged). A restored
 * ring answers as the saved one did.
 */
TCN_MUST_USE enum tcn_rc tcn_pairs_save(struct tcn_pairs *pairs,
    tcn_state_fn *sink, void *ctx);
TCN_MUST_USE enum tcn_rc tcn_pairs_restore(struct tcn_pairs *pairs,
    const struct tcn_state_row *row);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, when items, indexes and
 * postings disagree. O(terms); for tests and `tocsin check`.
 */
TCN_MUST_USE enum tcn_rc tcn_pairs_check(const struct tcn_pairs *pairs,
    struct tcn_err *err);

#endif
