#include "tools/tell/summary/witness.h"

#include <assert.h>

#include "engine/base/map.h"
#include "tools/tell/summary/copies.h"

struct finder {
	const struct tcn_witness_item *items;
	struct tcn_map credited; /* keys of names */
	struct tcn_map origins; /* origin -> key of whom it credits, or 0 */
};

static uint64_t
witness_of(const struct finder *finder, const struct tcn_witness_item *item)
{
	uint64_t credit = *tcn_map_find(&finder->origins, item->origin);
	uint64_t own;

	if (credit)
		return credit;
	own = tcn_copies_key(item->source);
	return own && tcn_map_find(&finder->credited, own) ? own : item->origin;
}

void
tcn_witness_find(const struct tcn_witness_item *items, size_t n,
    struct tcn_arena *arena, uint64_t **witnesses)
{
	struct finder finder = { .items = items };

	assert(arena && witnesses && (items || !n));
	*witnesses = tcn_arena_zalloc(arena, n, sizeof **witnesses);
	for (size_t i = 0; i < n; i++) {
		uint64_t key = tcn_copies_key(items[i].credit), *of_origin,
			 *slot;

		tcn_map_put(&finder.origins, items[i].origin, &of_origin, NULL);
		if (key && !*of_origin)
			*of_origin = key;
		if (key)
			tcn_map_put(&finder.credited, key, &slot, NULL);
	}
	for (size_t i = 0; i < n; i++)
		(*witnesses)[i] = witness_of(&finder, &items[i]);
	tcn_map_fini(&finder.origins);
	tcn_map_fini(&finder.credited);
}
