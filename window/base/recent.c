#include "window/base/recent.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "window/base/state.h"

#define NONE       UINT32_MAX
#define BITS_LEAST 6

struct tcn_recent_entry {
	uint64_t key;
	uint64_t value;
	int64_t ts_ms; /* when it was last seen */
};

void
tcn_recent_init(struct tcn_recent *recent, size_t max)
{
	assert(max >= 1 && max <= (size_t)1 << 31);
	*recent = (struct tcn_recent){ .max = max };
}

void
tcn_recent_fini(struct tcn_recent *recent)
{
	tcn_mem_free(recent->places);
	tcn_mem_free(recent->entries);
	tcn_recent_init(recent, recent->max);
}

/* The number of the entry that stands `rank` behind the oldest one. */
static size_t
entry_at(const struct tcn_recent *recent, size_t rank)
{
	size_t i = recent->oldest + rank;

	return i < recent->entries_cap ? i : i - recent->entries_cap;
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
find_entry(const struct tcn_recent *recent, uint64_t key)
{
	return recent->bits ? recent->places[locate(recent, key)] : NONE;
}

/* Whether entry i holds its key: dead when the key was seen again. */
static bool
is_live(const struct tcn_recent *recent, size_t i)
{
	return find_entry(recent, recent->entries[i].key) == i;
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
static void
reserve_place(struct tcn_recent *recent)
{
	struct tcn_recent next = *recent;
	size_t bytes;

	if (recent->bits && recent->n < mask(recent) / 2)
		return;
	next.bits = recent->bits ? recent->bits + 1 : BITS_LEAST;
	bytes = (mask(&next) + 1) * sizeof *next.places;
	next.places = tcn_mem_alloc(bytes);
	memset(next.places, 0xff, bytes);
	for (size_t rank = 0; rank < recent->used; rank++) {
		uint32_t i = (uint32_t)entry_at(recent, rank);

		if (is_live(recent, i))
			next.places[locate(&next, recent->entries[i].key)] = i;
	}
	tcn_mem_free(recent->places);
	*recent = next;
}

const uint64_t *
tcn_recent_find(const struct tcn_recent *recent, uint64_t key, int64_t after_ms)
{
	uint32_t i = find_entry(recent, key);

	if (i == NONE || recent->entries[i].ts_ms <= after_ms)
		return NULL;
	return &recent->entries[i].value;
}

int64_t
tcn_recent_seen_ms(const struct tcn_recent *recent, uint64_t key)
{
	uint32_t i = find_entry(recent, key);

	assert(i != NONE);
	return recent->entries[i].ts_ms;
}

/* Drops dead entries until the oldest one is live. */
static void
drop_dead(struct tcn_recent *recent)
{
	while (recent->used && !is_live(recent, recent->oldest)) {
		recent->oldest = entry_at(recent, 1);
		recent->used--;
	}
}

static void
forget_oldest(struct tcn_recent *recent)
{
	assert(recent->used > 0);
	vacate(recent, locate(recent, recent->entries[recent->oldest].key));
	recent->n--;
	drop_dead(recent);
}

/* Makes the ring larger. */
static void
grow_ring(struct tcn_recent *recent)
{
	size_t cap = recent->entries_cap;
	struct tcn_recent_entry *entries = tcn_mem_grow(recent->entries,
	    &recent->entries_cap, cap + 1, sizeof *entries);

	recent->entries = entries;
	if (recent->oldest + recent->used > cap) {
		/* Moves the entries from the oldest to the ring's end to a
		 * further end. */
		size_t by = recent->entries_cap - cap;

		for (size_t i = cap; i-- > recent->oldest;) {
			size_t place = locate(recent, recent->entries[i].key);

			if (recent->places[place] == i)
				recent->places[place] = (uint32_t)(i + by);
			recent->entries[i + by] = recent->entries[i];
		}
		recent->oldest += by;
	}
}

/* Makes sure that the ring has room for an entry at its new end. */
static void
reserve_entry(struct tcn_recent *recent)
{
	size_t dead = recent->used - recent->n;

	if (recent->used < recent->entries_cap)
		return;
	if (dead < recent->entries_cap / 4 + 1) {
		grow_ring(recent);
	} else {
		/* Moves the live entries together at the old end, in their
		 * order. */
		size_t live = 0;

		for (size_t rank = 0; rank < recent->used; rank++) {
			size_t from = entry_at(recent, rank);
			size_t to = entry_at(recent, live);
			size_t place =
			    locate(recent, recent->entries[from].key);

			if (recent->places[place] != from)
				continue;
			recent->places[place] = (uint32_t)to;
			recent->entries[to] = recent->entries[from];
			live++;
		}
		recent->used = live;
	}
}

static void
add_newest(struct tcn_recent *recent, struct tcn_recent_entry entry)
{
	size_t i = entry_at(recent, recent->used++);

	recent->entries[i] = entry;
	recent->places[locate(recent, entry.key)] = (uint32_t)i;
}

void
tcn_recent_put(struct tcn_recent *recent, uint64_t key, uint64_t value,
    int64_t ts_ms)
{
	struct tcn_recent_entry entry = { key, value, ts_ms };
	uint32_t i;

	/* Reserves memory for the next put. */
	reserve_place(recent);
	reserve_entry(recent);
	i = find_entry(recent, key);
	if (i != NONE) {
		if (recent->entries[i].ts_ms > ts_ms)
			entry.ts_ms = recent->entries[i].ts_ms;
	} else {
		if (recent->n >= recent->max) {
			forget_oldest(recent);
			recent->dropped++;
		}
		recent->n++;
	}
	add_newest(recent, entry);
	drop_dead(recent);
}

void
tcn_recent_expire(struct tcn_recent *recent, int64_t before_ms)
{
	while (recent->used &&
	    recent->entries[recent->oldest].ts_ms <= before_ms)
		forget_oldest(recent);
}

/* The cursor is how many entries lie behind the one given last, plus one. */
bool
tcn_recent_next(const struct tcn_recent *recent, uint32_t *cursor,
    struct tcn_recent_row *row)
{
	const struct tcn_recent_entry *e;
	size_t i;

	do {
		if (*cursor >= recent->used)
			return false;
		i = entry_at(recent, (*cursor)++);
	} while (!is_live(recent, i));
	e = &recent->entries[i];
	*row = (struct tcn_recent_row){ e->key, e->value, e->ts_ms };
	return true;
}

size_t
tcn_recent_bytes(const struct tcn_recent *recent)
{
	return (recent->bits ? mask(recent) + 1 : 0) * sizeof *recent->places +
	    recent->entries_cap * sizeof *recent->entries;
}

enum tcn_rc
tcn_recent_save(const struct tcn_recent *recent, uint32_t kind,
    tcn_state_fn *sink, void *ctx)
{
	struct tcn_state_out out = { .fn = sink, .ctx = ctx };
	struct tcn_recent_row row;
	uint32_t cursor = 0;

	while (tcn_recent_next(recent, &cursor, &row))
		tcn_buf_add(&out.row, &row, sizeof row);
	tcn_state_put(&out, kind, 0);
	return tcn_state_end(&out);
}

enum tcn_rc
tcn_recent_restore(struct tcn_recent *recent, const struct tcn_state_row *state)
{
	struct tcn_recent_row row;

	if (state->n % sizeof row)
		return TCN_CORRUPT;
	for (size_t at = 0; at < state->n; at += sizeof row) {
		memcpy(&row, (const char *)state->bytes + at, sizeof row);
		tcn_recent_put(recent, row.key, row.value, row.ts_ms);
	}
	return TCN_OK;
}

enum tcn_rc
tcn_recent_check(const struct tcn_recent *recent, struct tcn_err *err)
{
	size_t places = 0, live = 0;

	for (size_t i = 0; recent->bits && i <= mask(recent); i++)
		places += recent->places[i] != NONE;
	if (recent->used > recent->entries_cap ||
	    (recent->used && recent->oldest >= recent->entries_cap))
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu entries from %zu on, in a ring of %zu", recent->used,
		    recent->oldest, recent->entries_cap);
	for (size_t rank = 0; rank < recent->used; rank++)
		live += is_live(recent, entry_at(recent, rank));
	if (recent->n != live || recent->n != places || recent->n > recent->max)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu keys of %zu at most: %zu live in the ring, %zu in the "
		    "table",
		    recent->n, recent->max, live, places);
	if (recent->bits && recent->n > mask(recent) / 2)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the table is more than half full");
	return !recent->used || is_live(recent, recent->oldest)
	    ? TCN_OK
	    : tcn_err_set(err, TCN_CORRUPT, "the oldest entry is dead");
}
