/*
 * tools/eval/explain_group.c - chosen items by the story they ended in.
 */
#include <stdlib.h>

#include "engine/base/mem.h"
#include "tools/eval/explain_write_impl.h"

static int
by_size(const void *left, const void *right)
{
	const struct tcn_explain_group *a = left, *b = right;

	if (a->n != b->n)
		return a->n > b->n ? -1 : 1;
	return a->story < b->story ? -1 : a->story > b->story;
}

enum tcn_rc
tcn_explain_group(const struct tcn_explain *explain,
    struct tcn_explain_groups *groups)
{
	size_t n = explain->stories_n, kept = 0;

	*groups = (struct tcn_explain_groups){
		.at = tcn_mem_calloc(n, sizeof *groups->at),
	};
	if (!groups->at)
		return TCN_NOMEM;
	for (size_t i = 0; i < n; i++)
		groups->at[i].story = (uint32_t)i;
	for (size_t i = 0; i < explain->chosen_n; i++) {
		uint32_t story = explain->chosen[i].story;

		if (story == TCN_EXPLAIN_NONE)
			groups->late++;
		else
			groups->at[tcn_explain_final_story(explain, story)].n++;
	}
	for (size_t i = 0; i < n; i++)
		if (groups->at[i].n) {
			groups->fired += explain->stories[i].event.n != 0;
			groups->at[kept++] = groups->at[i];
		}
	groups->n = kept;
	qsort(groups->at, kept, sizeof *groups->at, by_size);
	return TCN_OK;
}

void
tcn_explain_groups_fini(struct tcn_explain_groups *groups)
{
	tcn_mem_free(groups->at);
	*groups = (struct tcn_explain_groups){ 0 };
}
