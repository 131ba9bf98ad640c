#include <stdlib.h>

#include "engine/base/arena.h"
#include "engine/base/compare.h"
#include "sql/store_read.h"
#include "tools/pipeline/item_names.h"

/* The arrival numbers of the evidence and the central item, ascending, each
 * once. */
static uint64_t *
cited(const struct tcn_event *event, struct tcn_arena *arena, size_t *n)
{
	uint64_t *seqs;
	size_t kept = 0;

	*n = event->evidence_n + 1;
	seqs = tcn_arena_zalloc(arena, *n, sizeof *seqs);
	if (event->evidence_n)
		memcpy(seqs, event->evidence, event->evidence_n * sizeof *seqs);
	seqs[event->evidence_n] = event->central;
	qsort(seqs, *n, sizeof *seqs, tcn_compare_u64);
	for (size_t i = 0; i < *n; i++)
		if (!i || seqs[i] != seqs[i - 1])
			seqs[kept++] = seqs[i];
	*n = kept;
	return seqs;
}

enum tcn_rc
tcn_item_names_load_event(struct tcn_item_names *names,
    const struct tcn_store *st, const struct tcn_event *event,
    struct tcn_arena *arena)
{
	struct tcn_store_item_list items;
	size_t n;
	const uint64_t *seqs = cited(event, arena, &n);
	enum tcn_rc rc = tcn_store_items_of(st, seqs, n, arena, &items);

	for (size_t i = 0; !rc && i < items.n; i++)
		tcn_item_names_add(names, &items.at[i].place,
		    &items.at[i].article);
	return rc;
}
