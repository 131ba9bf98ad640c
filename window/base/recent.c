#include "window/base/recent.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"

#define NONE       UINT32_MAX
#define BITS_LEAST 6

struct tcn_recent_entry {
	uint64_t key;
	uint64_t value;
	int64_t ts_ms; /* when it was last seen */
	uint32_t older; /* neighbours in the order of last sight, or NONE */
	uint32_t newer; /* links the unused ones too */
};

void
tcn_recent_init(struct tcn_recent *recent, size_t max)
{
	assert(max >= 1 && max <= (size_t)1 << 31);
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
	tcn_mem_free(recent->places);
	tcn_mem_free(recent->entries);
	tcn_recent_init(recent, recent->max);
}

/* Where key is looked for first: a product's high bits are mixed best. */
static size_t
home(const struct tcn_recent *recent, uint64_t key)
{
	return (size_t)((key * 0x9e3779b97f4a7c15u) >> (64 - recent->bits));
}

static size_t
mask(const struct tcn_recent *recent)
{
	return ((size_t)1 << recent->bits) - 1;
}

/* The place of key, or the free one where it would go. */
static size_t
locate(const struct tcn_recent *recent, uint64_t key)
{
	size_t at = home(recent, key);

	while (recent->places[at] != NONE &&
	    recent->entries[recent->places[at]].key != key)
		at = (at + 1) & mask(recent);
	return at;
}

/* The number of key's entry, or NONE. */
static uint32_t
find(const struct tcn_recent *recent, uint64_t key)
{
	return recent->bits ? recent->places[locate(recent, key)] : NONE;
}

/* Frees a place and moves back into it what would not be found behind a gap. */
static void
vacate(struct tcn_recent *recent, size_t gap)
{
	size_t at = gap;

	for (;;) {
		uint32_t i;

		at = (at + 1) & mask(recent);
		i = recent->places[at];
		if (i == NONE)
			break;
		if (((at - home(recent, recent->entries[i].key)) &
			mask(recent)) < ((at - gap) & mask(recent)))
			continue;
		recent->places[gap] = i;
		gap = at;
	}
	recent->places[gap] = NONE;
}

/* Makes sure that with one key more the table is at most half full. */
static enum tcn_rc
reserve_place(struct tcn_recent *recent)
{
	struct tcn_recent next = *recent;
	size_t bytes;

	if (recent->bits && recent->n < mask(recent) / 2)
		return TCN_OK;
	next.bits = recent->bits ? recent->bits + 1 : BITS_LEAST;
	bytes = (mask(&next) + 1) * sizeof *next.places;
	next.places = tcn_mem_alloc(bytes);
	if (!next.places)
		return TCN_NOMEM;
	memset(next.places, 0xff, bytes);
	for (uint32_t i = recent->oldest; i != NONE;
	     i = recent->entries[i].newer)
		next.places[locate(&next, recent->entries[i].key)] = i;
	tcn_mem_free(recent->places);
	*recent = next;
	return TCN_OK;
}

const uint64_t *
tcn_recent_find(const struct tcn_recent *recent, uint64_t key, int64_t after_ms)
{
	uint32_t i = find(recent, key);

	if (i == NONE || recent->entries[i].ts_ms <= after_ms)
		return NULL;
	return &recent->entries[i].value;
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

	assert(i != NONE);
	vacate(recent, locate(recent, recent->entries[i].key));
	recent->n--;
	unlink_entry(recent, i);
	recent->entries[i].newer = recent->unused;
	recent->unused = i;
}

enum tcn_rc
tcn_recent_reserve(struct tcn_recent *recent)
{
	struct tcn_recent_entry *entries;
	enum tcn_rc rc = reserve_place(recent);

	if (rc || recent->unused != NONE || recent->n >= recent->max)
		return rc;
	entries = tcn_mem_grow(recent->entries, &recent->entries_cap,
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

	if (recent->n >= recent->max) {
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
	uint32_t i = find(recent, key);
	enum tcn_rc rc;

	if (i != NONE) {
		unlink_entry(recent, i);
		if (recent->entries[i].ts_ms > ts_ms)
			ts_ms = recent->entries[i].ts_ms;
	} else {
		rc = tcn_recent_reserve(recent);
		if (rc)
			return rc;
		i = take_entry(recent);
		recent->places[locate(recent, key)] = i;
		recent->n++;
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
	return (recent->bits ? mask(recent) + 1 : 0) * sizeof *recent->places +
	    recent->entries_cap * sizeof *recent->entries;
}

/* Entries from `at` on, each linked to the next; more than all is a circle. */
static size_t
chain_length(const struct tcn_recent *recent, uint32_t at)
{
	size_t n = 0;

	for (; at != NONE && n <= recent->entries_n; n++)
		at = at < recent->entries_n ? recent->entries[at].newer : NONE;
	return n;
}

/* The list by last sight: linked both ways, every key found. */
static enum tcn_rc
check_list(const struct tcn_recent *recent, struct tcn_err *err)
{
	uint32_t before = NONE;

	for (uint32_t i = recent->oldest; i != NONE;
	     before = i, i = recent->entries[i].newer) {
		const struct tcn_recent_entry *e = &recent->entries[i];

		if (e->older != before)
			return tcn_err_set(err, TCN_CORRUPT,
			    "entry %u is linked one way only", i);
		if (find(recent, e->key) != i)
			return tcn_err_set(err, TCN_CORRUPT,
			    "entry %u is not found by its key", i);
	}
	return before == recent->newest
	    ? TCN_OK
	    : tcn_err_set(err, TCN_CORRUPT, "the list ends before the newest");
}

enum tcn_rc
tcn_recent_check(const struct tcn_recent *recent, struct tcn_err *err)
{
	size_t places = 0, used = chain_length(recent, recent->oldest);

	for (size_t i = 0; recent->bits && i <= mask(recent); i++)
		places += recent->places[i] != NONE;
	if (recent->n != used || recent->n != places || recent->n > recent->max)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu keys of %zu at most: %zu in the list, %zu in the "
		    "table",
		    recent->n, recent->max, used, places);
	if (recent->bits && recent->n > mask(recent) / 2)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the table is more than half full");
	if (used + chain_length(recent, recent->unused) != recent->entries_n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "of %zu entries %zu are used, the others not all unused",
		    recent->entries_n, used);
	return check_list(recent, err);
}
