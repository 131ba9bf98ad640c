/*
 * window/story/story_vector.h - stories of items that come as vectors.
 *
 * An aggregator may send a vector in place of words. Such an item, with fewer
 * than numbers.vector_words words, is placed by it, as single-pass clustering
 * in the vector space model has it (Rocchio's centroids; Allan, Topic Detection
 * and Tracking, 2002): a story keeps the sum of the unit vectors of its items,
 * and the item joins the story with the largest
 *
 *	cosine(item, sum) * ageing	(tcn_story_ageing)
 *
 * from conf.vector_join on; of equals the one with the smaller id. Two stories
 * that it fits are merged when the cosine of their sums, aged as for words, is
 * at least conf.vector_merge. Stories opened by items with words are found as
 * well: an item that has words and a vector is placed by its words, and its
 * vector is added to the sum.
 *
 * All sums are rounded to bytes (window/vector/vector_rows.h), and the search
 * for those near an item does not read each in full, but misses none: the
 * cosines that decide are those of the rounded vectors, exact and the same on
 * any processor. A sum changes with each item of its story alone, and is
 * rounded anew then.
 *
 * Invariants (tcn_story_vectors_check): each row is of an open story, whose row
 * names it; its code is that of its sum. All have one length, set by the first
 * vector when there are no rows; a vector of another length is ignored.
 *
 * Earlier and reported stories are recognised as for stories of words: by the
 * rounded sum of each large story of the days before
 * (window/story/story_history.h), and by a hash of each vector that was
 * reported (window/story/reported_texts.h). Likeness begins at the cosine from
 * which on two open stories would be merged, conf.vector_merge, and is full
 * half-way from there to 1.
 *
 * Cost of a step: half or less of the codes of all stories that hold vectors, a
 * byte a number, read in the order of memory. Memory: five bytes a number and
 * about 60 a story, below conf.vectors_bytes; at the cap the quietest of these
 * stories is closed early.
 */
#ifndef TCN_WINDOW_STORY_STORY_VECTOR_H
#define TCN_WINDOW_STORY_STORY_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/doc.h"
#include "window/base/journal.h"
#include "window/vector/vector_rows.h"

/* The sum of a story's vectors. */
struct tcn_story_vector_row {
	uint32_t slot; /* the story's */
	uint32_t mark; /* of the journal */
	float *sum;
};

struct tcn_story_vectors {
	size_t length; /* numbers in each; 0: none has come */
	struct tcn_story_vector_row *rows;
	size_t n, rows_cap;
	struct tcn_vector_rows codes; /* of the rows, by the same numbers */
	struct tcn_journal journal; /* changed rows' story ids, ids that went */

	/* The current item: whether it has a vector, and is placed by it; its
	 * unit vector and its code, which is also the query in `codes`. */
	bool given, decides;
	float *unit;
	int8_t *code;
};

struct tcn_story_index;
struct tcn_story_best;
struct tcn_state_in;
struct tcn_story_history_vector;
struct tcn_story_row;

void tcn_story_vectors_fini(struct tcn_story_index *s);
size_t tcn_story_vectors_bytes(const struct tcn_story_index *s);

/* Whether the sums take more than conf.vectors_bytes. */
bool tcn_story_vectors_are_full(const struct tcn_story_index *s);

/* Sets the current item to this doc, with its vector if that is usable. */
void tcn_story_vector_take(struct tcn_story_index *s,
    const struct tcn_doc *doc);

/* Sets best to the two stories nearest to the current item, as
 * tcn_story_find_best() does. */
void tcn_story_vector_find(struct tcn_story_index *s, int64_t ts_ms,
    struct tcn_story_best *best);

/*
 * Whether the story is judged by vectors: it has a sum, and most of its latest
 * TCN_STORY_LATEST items in the window were placed by their vectors. Sets
 * *vector to the rounded sum, valid until the index changes.
 */
bool tcn_story_vector_decides(const struct tcn_story_index *s,
    const struct tcn_story_row *row, struct tcn_story_history_vector *vector);

/*
 * The text key of the current item if it is placed by its vector: a hash of the
 * rounded vector, so that the same vector sent again is recognised. Never 0.
 */
uint64_t tcn_story_vector_key(const struct tcn_story_index *s);

/* The cosine of the current item and the story's sum; 0 when the story has
 * none. */
double tcn_story_vector_cosine(const struct tcn_story_index *s, uint32_t slot);

/* Cosine of the sums of two stories; 0 when one has none. */
double tcn_story_vector_cosine_of_two(const struct tcn_story_index *s,
    uint32_t a, uint32_t b);

/* Adds the current item's vector, if it has one, to the story's sum. */
void tcn_story_vector_add(struct tcn_story_index *s, uint32_t slot);

/* Adds the sum of the story `from` to that of `to`; that of `from` stays. */
void tcn_story_vector_merge(struct tcn_story_index *s, uint32_t to,
    uint32_t from);

/* Notes that the story goes on under another id. */
void tcn_story_vector_rename(struct tcn_story_index *s, uint32_t slot,
    uint64_t old_id);

/* Forgets the story's sum, if it has one. */
void tcn_story_vector_drop(struct tcn_story_index *s, uint32_t slot);

/* Encodes the numbers of a story's sum as a row of saved state, and decodes
 * them. */
void tcn_story_vector_encode(const struct tcn_story_index *s, size_t row,
    struct tcn_buf *buf);
TCN_MUST_USE enum tcn_rc tcn_story_vector_decode(struct tcn_story_index *s,
    uint64_t story, struct tcn_state_in *in);

TCN_MUST_USE enum tcn_rc
tcn_story_vectors_check(const struct tcn_story_index *s, struct tcn_err *err);

#endif
