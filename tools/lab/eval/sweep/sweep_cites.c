#include "tools/lab/eval/sweep/sweep_cites.h"

#include "engine/base/mem.h"

void
tcn_sweep_cites_init(struct tcn_sweep_cites *cites)
{
	*cites = (struct tcn_sweep_cites){ 0 };
	tcn_arena_init(&cites->texts, 0);
}

void
tcn_sweep_cites_fini(struct tcn_sweep_cites *cites)
{
	tcn_map_fini(&cites->by_seq);
	tcn_mem_free(cites->items);
	tcn_arena_fini(&cites->texts);
}

void
tcn_sweep_cites_add(struct tcn_sweep_cites *cites,
    const struct tcn_item_names *names, uint64_t seq)
{
	const struct tcn_item_name *item = tcn_item_names_find(names, seq);
	struct tcn_item_name *items, kept = { 0 };
	uint64_t *at;

	if (!item || tcn_map_find(&cites->by_seq, seq))
		return;
	items = tcn_mem_grow(cites->items, &cites->cap, cites->n + 1,
	    sizeof *items);
	cites->items = items;
	kept.ts_ms = item->ts_ms;
	tcn_arena_str(&cites->texts, item->title, &kept.title);
	tcn_arena_str(&cites->texts, item->source, &kept.source);
	tcn_arena_str(&cites->texts, item->url, &kept.url);
	tcn_map_put(&cites->by_seq, seq, &at, NULL);
	*at = cites->n;
	items[cites->n++] = kept;
}

const struct tcn_item_name *
tcn_sweep_cites_find(const struct tcn_sweep_cites *cites, uint64_t seq)
{
	const uint64_t *at = tcn_map_find(&cites->by_seq, seq);

	return at ? &cites->items[*at] : NULL;
}
