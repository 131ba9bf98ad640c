#include "window/base/postings.h"

#include <assert.h>

void
tcn_postings_add(struct tcn_slab *slab, struct tcn_postings *list,
    const struct tcn_posting *posting, uint32_t *place)
{
	struct tcn_posting *at = tcn_slab_fit(slab, list->at, list->n,
	    &list->cap, list->n + (size_t)1, sizeof *at);

	list->at = at;
	at[list->n] = *posting;
	*place = list->n++;
}

/* An empty list gives its block back, because most terms are in no story. */
bool
tcn_postings_remove(struct tcn_slab *slab, struct tcn_postings *list,
    uint32_t place, struct tcn_posting *moved)
{
	assert(place < list->n);
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

enum tcn_rc
tcn_postings_check(const struct tcn_postings *list, size_t stories,
    struct tcn_err *err)
{
	if (list->n > list->cap || (list->at != NULL) != (list->n > 0))
		return tcn_err_set(err, TCN_CORRUPT,
		    "%u postings in a block for %u", list->n, list->cap);
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i].story >= stories || !(list->at[i].damped > 0))
			return tcn_err_set(err, TCN_CORRUPT,
			    "posting %u: story slot %u, weight %g", i,
			    list->at[i].story, (double)list->at[i].damped);
	return TCN_OK;
}
