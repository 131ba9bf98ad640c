#include "tools/lab/eval/stats/stats_sources.h"

#include "engine/base/mem.h"
#include "engine/item/publisher.h"
#include "tools/base/safe.h"

#define NAME_CHARS 80 /* as shown; the rest of a name is cut off */

static void
add(struct tcn_stats_sources *sources, struct tcn_str name)
{
	struct tcn_stats_source *at = tcn_mem_grow(sources->at, &sources->cap,
	    sources->n + 1, sizeof *at);

	sources->at = at;
	at[sources->n] = (struct tcn_stats_source){ 0 };
	tcn_safe_text(&sources->arena, name, NAME_CHARS, &at[sources->n].name);
	sources->n++;
}

void
tcn_stats_sources_init(struct tcn_stats_sources *sources, size_t max)
{
	*sources = (struct tcn_stats_sources){ .max = max };
	tcn_arena_init(&sources->arena, 0);
	add(sources, tcn_str("(all others)"));
	add(sources, tcn_str("(not named)"));
}

void
tcn_stats_sources_fini(struct tcn_stats_sources *sources)
{
	tcn_mem_free(sources->at);
	tcn_map_fini(&sources->rows);
	tcn_arena_fini(&sources->arena);
}

void
tcn_stats_sources_row(struct tcn_stats_sources *sources, uint64_t publisher,
    const struct tcn_article *article, uint32_t *row)
{
	const uint64_t *known = tcn_map_find(&sources->rows, publisher);
	uint64_t *at;
	struct tcn_str name;
	struct tcn_arena arena;

	*row = known    ? (uint32_t)*known
	    : publisher ? TCN_STATS_SOURCES_OTHERS
			: TCN_STATS_SOURCES_UNNAMED;
	if (known || !publisher ||
	    sources->n - TCN_STATS_SOURCES_NAMED >= sources->max)
		return;
	*row = (uint32_t)sources->n;
	/* Adds the source by the name it gives itself, or that of its site. */
	name = tcn_str_trim(article->source);
	tcn_arena_init(&arena, 1024);
	if (!name.n)
		tcn_publisher_name(&arena, article->url, article->source,
		    &name);
	add(sources, name);
	tcn_arena_fini(&arena);
	tcn_map_put(&sources->rows, publisher, &at, NULL);
	*at = *row;
}
