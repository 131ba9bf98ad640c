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
 * at least conf.vector_merge. A story is found whatever it was opened by: an
 * item that has words and a vector is placed by its words, and counts in the
 * sum.
 *
 * All sums are rounded to bytes (window/vector/vector_rows.h), and those that
 * an item may be near to are found without reading all of each, but none is
 * missed: the cosines that decide are those of the rounded vectors, exact and
 * the same on any processor. A sum changes with each item of its story alone,
 * and is rounded anew then.
 *
 * Invariants, asked for by tcn_story_vectors_check(): each row is of an open
 * story, whose row names it; its code is that of its sum. All are of one
 * length, that of the first since there was none; a vector of another length is
 * passed over.
 *
 * What such a story was before, and what was reported, is known as of stories
 * of words: by the sum of each large story of the days before, rounded
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

/* A story's sum. */
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

	/* The item at hand: has a vector, is placed by it. Its unit vector and
	 * its code; the question that codes was asked is its. */
	bool given, decides;
	float *unit;
	int8_t *code;
};

struct tcn_story_index;
struct tcn_story_best;
struct tcn_story_bytes;
struct tcn_story_history_vector;
struct tcn_story_row;

void tcn_story_vectors_fini(struct tcn_story_index *s);
size_t tcn_story_vectors_bytes(const struct tcn_story_index *s);

/* Whether they hold more than conf.vectors_bytes. */
bool tcn_story_vectors_are_full(const struct tcn_story_index *s);

/* Notes the vector of the item that comes next, if it has one that counts. */
void tcn_story_vector_take(struct tcn_story_index *s,
    const struct tcn_doc *doc);

/* Into best, of two, the stories nearest to that item, as
 * tcn_story_find_best(). */
void tcn_story_vector_find(struct tcn_story_index *s, int64_t ts_ms,
    struct tcn_story_best *best);

/*
 * Whether the story is to be judged as one of vectors: it has a sum, and most
 * of its latest TCN_STORY_LATEST items in the window were placed by theirs.
 * *vector: the rounded sum, until the index changes.
 */
bool tcn_story_vector_is_it(const struct tcn_story_index *s,
    const struct tcn_story_row *row, struct tcn_story_history_vector *vector);

/*
 * What stands for the text of the item at hand, which its vector decides about,
 * where texts are compared by a key: a hash of the rounded vector, so that one
 * that is sent again is known again. Never 0.
 */
uint64_t tcn_story_vector_key(const struct tcn_story_index *s);

/* Cosine of the item and the story's sum; 0 when the story has none. */
double tcn_story_vector_cosine(const struct tcn_story_index *s, uint32_t slot);

/* Cosine of the sums of two stories; 0 when one has none. */
double tcn_story_vector_alike(const struct tcn_story_index *s, uint32_t a,
    uint32_t b);

/* Adds the item's vector, if it has one, to the story's sum. */
void tcn_story_vector_add(struct tcn_story_index *s, uint32_t slot);

/* Adds the sum of the story `from` to that of `to`; that of `from` stays. */
void tcn_story_vector_merge(struct tcn_story_index *s, uint32_t to,
    uint32_t from);

/* The story goes on under another id. */
void tcn_story_vector_rename(struct tcn_story_index *s, uint32_t slot,
    uint64_t old_id);

/* Forgets the story's sum, if it has one. */
void tcn_story_vector_drop(struct tcn_story_index *s, uint32_t slot);

/* A row of saved state: the numbers of the sum. */
void tcn_story_vector_encode(const struct tcn_story_index *s, size_t row,
    struct tcn_buf *buf);
TCN_MUST_USE enum tcn_rc tcn_story_vector_decode(struct tcn_story_index *s,
    uint64_t story, struct tcn_story_bytes *in);

TCN_MUST_USE enum tcn_rc
tcn_story_vectors_check(const struct tcn_story_index *s, struct tcn_err *err);

#endif
