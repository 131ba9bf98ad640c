/*
 * window/base/postings.h - the inverted index: from a term to the stories that
 * hold it.
 *
 * A posting names a story and the weight of the term there, so that a look-up
 * adds up a list without reading the stories (score accumulators: Zobel and
 * Moffat, Inverted files for text search engines, ACM Computing Surveys 2006).
 * Unlike the lists of a search engine these change all the time, as items join
 * stories and stories end. So a posting also has the index of its entry in the
 * story's vector, and the entry has the place of its posting in the list: a
 * change of weight is O(1), and so is a removal, which moves the last posting
 * into the gap. The order of postings therefore means nothing, and no decision
 * may depend on it.
 *
 * Invariant: posting p of term w is that of entry p.entry of story p.story,
 * whose term is w and whose place is where p stands. Only a caller that has
 * both sides can check it (window/story/story_check.c).
 */
#ifndef TCN_WINDOW_BASE_POSTINGS_H
#define TCN_WINDOW_BASE_POSTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "window/base/slab.h"

struct tcn_posting {
	uint32_t story; /* slot of the story */
	uint32_t entry; /* index into its entries */
	float damped; /* d_w of window/story/similarity.h, as in the entry */
};

/* The stories of one term. All zero is none. */
struct tcn_postings {
	struct tcn_posting *at;
	uint32_t n, cap;
};

/* Adds a posting, and sets *place to its place in the list. */
void tcn_postings_add(struct tcn_slab *slab, struct tcn_postings *list,
    const struct tcn_posting *posting, uint32_t *place);

/*
 * Removes the posting at place, which must be in the list. True when the last
 * posting has moved there: it is in *moved, and the caller must set the place
 * in its entry.
 */
bool tcn_postings_remove(struct tcn_slab *slab, struct tcn_postings *list,
    uint32_t place, struct tcn_posting *moved);

/*
 * Validates a list by itself: TCN_CORRUPT, and in err a sentence, when it is
 * broken. stories: how many story slots there are. O(n).
 */
TCN_MUST_USE enum tcn_rc tcn_postings_check(const struct tcn_postings *list,
    size_t stories, struct tcn_err *err);

#endif
