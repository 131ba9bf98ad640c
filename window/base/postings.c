#include "window/base/postings.h"

bool
tcn_postings_add(struct tcn_slab *slab, struct tcn_postings *list,
    const struct tcn_posting *posting, uint32_t *place)
{
	struct tcn_posting *at = tcn_slab_fit(slab, list->at, list->n,
	    &list->cap, list->n + (size_t)1, sizeof *at);

	if (!at)
		return false;
	list->at = at;
	at[list->n] = *posting;
	*place = list->n++;
	return true;
}

/* An empty list gives its block back: most terms are in no story. */
bool
tcn_postings_remove(struct tcn_slab *slab, struct tcn_postings *list,
    uint32_t place, struct tcn_posting *moved)
{
	list->n--;
	if (place < list->n) {
		*moved = list->at[place] = list->at[list->n];
		return true;
	}
	if (!list->n) {
		tcn_slab_free(slab, list->at, list->cap * sizeof *list->at);
		*list = (struct tcn_postings){ 0 };
	}
	return false;
}
