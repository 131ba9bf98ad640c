#include "window/recent.h"

#include "engine/mem.h"

#define NONE UINT32_MAX

struct tcn_recent_entry {
	uint64_t key;
	uint64_t value;
	int64_t ts_ms; /* last seen */
	uint32_t older,
	    newer; /* in order of last sight; newer chains the free */
};

void
tcn_recent_init(struct tcn_recent *recent, size_t max)
{
	*recent = (struct tcn_recent){
		.max = max,
		.oldest = NONE,
		.newest = NONE,
		.unused = NONE,
	};
}

void
tcn_recent_fini(struct tcn_recent *recent)
{
	tcn_map_fini(&recent->map);
	tcn_free(recent->entries);
	tcn_recent_init(recent, recent->max);
}

const uint64_t *
tcn_recent_find(const struct tcn_recent *recent, uint64_t key, int64_t after_ms)
{
	const uint64_t *at = tcn_map_find(&recent->map, key);

	if (!at || recent->entries[*at].ts_ms <= after_ms)
		return NULL;
	return &recent->entries[*at].value;
}

static void
unlink_entry(struct tcn_recent *recent, uint32_t i)
{
	struct tcn_recent_entry *e = &recent->entries[i];

	if (e->older != NONE)
		recent->entries[e->older].newer = e->newer;
	else
		recent->oldest = e->newer;
	if (e->newer != NONE)
		recent->entries[e->newer].older = e->older;
	else
		recent->newest = e->older;
}

static void
link_newest(struct tcn_recent *recent, uint32_t i)
{
	struct tcn_recent_entry *e = &recent->entries[i];

	e->newer = NONE;
	e->older = recent->newest;
	if (recent->newest != NONE)
		recent->entries[recent->newest].newer = i;
	else
		recent->oldest = i;
	recent->newest = i;
}

static void
forget_oldest(struct tcn_recent *recent)
{
	uint32_t i = recent->oldest;

	tcn_map_remove(&recent->map, recent->entries[i].key);
	unlink_entry(recent, i);
	recent->entries[i].newer = recent->unused;
	recent->unused = i;
}

enum tcn_rc
tcn_recent_reserve(struct tcn_recent *recent)
{
	struct tcn_recent_entry *entries;
	enum tcn_rc rc = tcn_map_reserve(&recent->map, recent->map.n + 1);

	if (rc || recent->unused != NONE || recent->map.n >= recent->max)
		return rc;
	entries = tcn_mem_fit(recent->entries, &recent->entries_cap,
	    recent->entries_n + 1, sizeof *entries);
	if (!entries)
		return TCN_NOMEM;
	recent->entries = entries;
	return TCN_OK;
}

static uint32_t
take_entry(struct tcn_recent *recent)
{
	uint32_t i;

	if (recent->map.n >= recent->max) {
		forget_oldest(recent);
		recent->dropped++;
	}
	i = recent->unused;
	if (i == NONE)
		return (uint32_t)recent->entries_n++;
	recent->unused = recent->entries[i].newer;
	return i;
}

enum tcn_rc
tcn_recent_put(struct tcn_recent *recent, uint64_t key, uint64_t value,
    int64_t ts_ms)
{
	uint64_t *at = tcn_map_find(&recent->map, key);
	enum tcn_rc rc;
	uint32_t i;

	if (at) {
		i = (uint32_t)*at;
		unlink_entry(recent, i);
		if (recent->entries[i].ts_ms > ts_ms)
			ts_ms = recent->entries[i].ts_ms;
	} else {
		rc = tcn_recent_reserve(recent);
		if (rc)
			return rc;
		i = take_entry(recent);
		rc = tcn_map_put(&recent->map, key, &at, NULL);
		if (rc) /* reserved above: cannot be */
			return rc;
		*at = i;
		recent->entries[i].key = key;
	}
	recent->entries[i].value = value;
	recent->entries[i].ts_ms = ts_ms;
	link_newest(recent, i);
	return TCN_OK;
}

void
tcn_recent_expire(struct tcn_recent *recent, int64_t before_ms)
{
	while (recent->oldest != NONE &&
	    recent->entries[recent->oldest].ts_ms <= before_ms)
		forget_oldest(recent);
}

/* The cursor is the index of the entry given last, plus one. */
bool
tcn_recent_next(const struct tcn_recent *recent, uint32_t *cursor,
    struct tcn_recent_row *row)
{
	uint32_t i = recent->oldest;

	if (*cursor)
		i = recent->entries[*cursor - 1].newer;
	if (i == NONE)
		return false;
	*row = (struct tcn_recent_row){ recent->entries[i].key,
		recent->entries[i].value, recent->entries[i].ts_ms };
	*cursor = i + 1;
	return true;
}

size_t
tcn_recent_bytes(const struct tcn_recent *recent)
{
	return tcn_map_bytes(&recent->map) +
	    recent->entries_cap * sizeof *recent->entries;
}
