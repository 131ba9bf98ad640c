/*
 * tools/edition/edition_order.c - the order in which an edition tells of its
 * events.
 */
#include <stdlib.h>

#include "tools/edition/edition_impl.h"

/* Numbers the categories of each section in the order in which they appear,
 * which is that of the rank of their first events; none comes last. */
static void
number_categories(struct tcn_edition *edition)
{
	struct tcn_edition_entry *at = edition->entries;

	for (size_t i = 0; i < edition->entries_n; i++) {
		size_t k = 0;

		while (k < i &&
		    (at[k].section != at[i].section ||
			!tcn_str_equal(at[k].brief.category,
			    at[i].brief.category)))
			k++;
		at[i].group = !at[i].brief.category.n ? SIZE_MAX
		    : k < i                           ? at[k].group
						      : i;
	}
}

/* Where they differ in nothing else, by where they stand. */
static int
by_place(const void *left, const void *right)
{
	const struct tcn_edition_entry *l = *(void *const *)left;
	const struct tcn_edition_entry *r = *(void *const *)right;

	if (l->section != r->section)
		return l->section < r->section ? -1 : 1;
	if (l->group != r->group)
		return l->group < r->group ? -1 : 1;
	if (!l->corrections != !r->corrections)
		return l->corrections ? -1 : 1;
	return l < r ? -1 : 1;
}

enum tcn_rc
tcn_edition_put_in_order(struct tcn_edition *edition, struct tcn_arena *arena)
{
	size_t n = edition->entries_n;
	struct tcn_edition_entry *sorted =
	    tcn_arena_zalloc(arena, n, sizeof *sorted);
	struct tcn_edition_entry **places =
	    tcn_arena_zalloc(arena, n, sizeof *places);

	if (!sorted || !places)
		return TCN_NOMEM;
	if (edition->conf->by == TCN_EDITION_BY_CATEGORY)
		number_categories(edition);
	for (size_t i = 0; i < n; i++)
		places[i] = &edition->entries[i];
	if (n)
		qsort(places, n, sizeof *places, by_place);
	for (size_t i = 0; i < n; i++)
		sorted[i] = *places[i];
	edition->entries = sorted;
	return TCN_OK;
}
