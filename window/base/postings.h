/*
 * window/base/postings.h - from a term to the stories that hold it.
 *
 * A posting names a story and what the term weighs there, so that a look-up
 * reads the list and nothing else. It also says where in the story's list the
 * term stands, and the story's entry in turn where its posting is, so that a
 * change is O(1), and a removal too, by moving the last one into the gap. The
 * order of postings therefore means nothing and no decision may depend on it.
 */
#ifndef TCN_WINDOW_BASE_POSTINGS_H
#define TCN_WINDOW_BASE_POSTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "window/base/slab.h"

struct tcn_posting {
	uint32_t story; /* slot of the story */
	uint32_t entry; /* index into its entries */
	float damped; /* d_w of window/story/similarity.h: the same as there */
};

/* The stories of one term. All zero is none. */
struct tcn_postings {
	struct tcn_posting *at;
	uint32_t n, cap;
};

/* Adds a posting; where it stands in *place. False when out of memory. */
bool tcn_postings_add(struct tcn_slab *slab, struct tcn_postings *list,
    const struct tcn_posting *posting, uint32_t *place);

/*
 * Removes the posting at place. True when another has moved there, which is
 * then in *moved: its entry must be told.
 */
bool tcn_postings_remove(struct tcn_slab *slab, struct tcn_postings *list,
    uint32_t place, struct tcn_posting *moved);

#endif
