#include "tools/lab/eval/stats/stats_recent.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"

void
tcn_stats_recent_init(struct tcn_stats_recent *recent, size_t row_bytes)
{
	assert(row_bytes > 0);
	*recent = (struct tcn_stats_recent){ .row_bytes = row_bytes };
}

void
tcn_stats_recent_fini(struct tcn_stats_recent *recent)
{
	tcn_mem_free(recent->rows);
	tcn_mem_free(recent->links);
	tcn_map_fini(&recent->at);
	*recent = (struct tcn_stats_recent){ .row_bytes = recent->row_bytes };
}

static void *
row_at(const struct tcn_stats_recent *recent, uint32_t number)
{
	return recent->rows + number * recent->row_bytes;
}

static void
take_out(struct tcn_stats_recent *recent, uint32_t number)
{
	const struct tcn_stats_recent_link *link = &recent->links[number];

	*(link->older ? &recent->links[link->older - 1].newer
		      : &recent->oldest) = link->newer;
	*(link->newer ? &recent->links[link->newer - 1].older
		      : &recent->newest) = link->older;
}

static void
put_newest(struct tcn_stats_recent *recent, uint32_t number)
{
	struct tcn_stats_recent_link *link = &recent->links[number];

	link->older = recent->newest;
	link->newer = 0;
	*(recent->newest ? &recent->links[recent->newest - 1].newer
			 : &recent->oldest) = number + 1;
	recent->newest = number + 1;
}

/* Makes sure that one more row fits. */
static void
make_room(struct tcn_stats_recent *recent)
{
	if (recent->free)
		return;
	if (recent->used == UINT32_MAX - 1)
		tcn_mem_end(); /* there are no more numbers */
	recent->links = tcn_mem_grow(recent->links, &recent->links_cap,
	    (size_t)recent->used + 1, sizeof *recent->links);
	recent->rows = tcn_mem_grow(recent->rows, &recent->cap,
	    (size_t)recent->used + 1, recent->row_bytes);
}

static uint32_t
free_number(struct tcn_stats_recent *recent)
{
	uint32_t number = recent->used;

	if (!recent->free) {
		recent->used++;
		return number;
	}
	number = recent->free - 1;
	recent->free = recent->links[number].older;
	return number;
}

void *
tcn_stats_recent_touch(struct tcn_stats_recent *recent, uint64_t key)
{
	uint64_t *at = tcn_map_find(&recent->at, key);
	uint32_t number;

	if (at) {
		number = (uint32_t)*at;
		take_out(recent, number);
		put_newest(recent, number);
		return row_at(recent, number);
	}
	make_room(recent);
	tcn_map_put(&recent->at, key, &at, NULL);
	number = free_number(recent);
	*at = number;
	recent->links[number].key = key;
	put_newest(recent, number);
	return memset(row_at(recent, number), 0, recent->row_bytes);
}

void *
tcn_stats_recent_find(const struct tcn_stats_recent *recent, uint64_t key)
{
	const uint64_t *at = tcn_map_find(&recent->at, key);

	return at ? row_at(recent, (uint32_t)*at) : NULL;
}

void *
tcn_stats_recent_oldest(const struct tcn_stats_recent *recent, uint64_t *key)
{
	if (!recent->oldest)
		return NULL;
	*key = recent->links[recent->oldest - 1].key;
	return row_at(recent, recent->oldest - 1);
}

void
tcn_stats_recent_drop(struct tcn_stats_recent *recent, uint64_t key)
{
	const uint64_t *at = tcn_map_find(&recent->at, key);
	uint32_t number;

	assert(at);
	number = (uint32_t)*at;
	take_out(recent, number);
	recent->links[number].older = recent->free;
	recent->free = number + 1;
	(void)tcn_map_remove(&recent->at, key);
}
