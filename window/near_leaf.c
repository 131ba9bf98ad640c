#include "window/near_leaf.h"

#include <assert.h>
#include <string.h>

#include "engine/mem.h"

enum {
	SLOTS_MIN = 32, /* of an open group: two cache lines */
	SLOTS_MAX = 65520,
	SLOTS_STEP = 16, /* a cache line */
	OPEN_SHARE = 10, /* sealed entries for each open slot */
	WIDE_BITS_MAX = 5,
	WIDE_ENTRIES = 16, /* a cache line */
};

static size_t
open_groups(const struct tcn_near_leaf *leaf)
{
	return (size_t)1 << (leaf->key_bits - leaf->open.shift);
}

static size_t
open_bytes(const struct tcn_near_leaf *leaf)
{
	const struct tcn_near_open *open = &leaf->open;

	return open_groups(leaf) *
	    (sizeof *open->counts +
		open->slots *
		    (sizeof *open->partials + sizeof *open->refs +
			sizeof *open->keys));
}

/* Two groups, so that a leaf can be split; more where there are many keys. */
static unsigned
least_bits(unsigned key_bits)
{
	return key_bits > TCN_NEAR_PART_BITS ? key_bits - TCN_NEAR_PART_BITS
					     : key_bits > 0;
}

/* Groups and slots for a tenth of what is sealed. */
static enum tcn_rc
open_init(struct tcn_near_leaf *leaf)
{
	struct tcn_near_open *open = &leaf->open;
	size_t slots = leaf->n / OPEN_SHARE;
	unsigned bits = least_bits(leaf->key_bits);

	while (bits < leaf->key_bits && slots >> (bits + 1) >= SLOTS_MIN)
		bits++;
	slots = (slots >> bits) + SLOTS_STEP - 1;
	slots -= slots % SLOTS_STEP;
	slots = slots < SLOTS_MIN ? SLOTS_MIN : slots;
	open->slots = (uint16_t)(slots > SLOTS_MAX ? SLOTS_MAX : slots);
	open->shift = (uint8_t)(leaf->key_bits - bits);
	slots = (size_t)open->slots << bits;
	open->counts = tcn_calloc((size_t)1 << bits, sizeof *open->counts);
	open->partials = tcn_malloc(slots * sizeof *open->partials);
	open->refs = tcn_malloc(slots * sizeof *open->refs);
	open->keys = tcn_malloc(slots * sizeof *open->keys);
	if (open->counts && open->partials && open->refs && open->keys)
		return TCN_OK;
	return TCN_NOMEM;
}

enum tcn_rc
tcn_near_leaf_init(struct tcn_near_leaf *leaf, unsigned key_bits)
{
	*leaf = (struct tcn_near_leaf){ .key_bits = (uint8_t)key_bits };
	if (!open_init(leaf))
		return TCN_OK;
	tcn_near_leaf_fini(leaf);
	return TCN_NOMEM;
}

void
tcn_near_leaf_fini(struct tcn_near_leaf *leaf)
{
	tcn_free(leaf->starts);
	tcn_free(leaf->partials);
	tcn_free(leaf->refs);
	tcn_free(leaf->open.counts);
	tcn_free(leaf->open.partials);
	tcn_free(leaf->open.refs);
	tcn_free(leaf->open.keys);
	*leaf = (struct tcn_near_leaf){ 0 };
}

size_t
tcn_near_leaf_bytes(const struct tcn_near_leaf *leaf)
{
	size_t bytes = sizeof *leaf + open_bytes(leaf);

	if (leaf->starts)
		bytes += (sizeof *leaf->starts << leaf->key_bits) +
		    leaf->n * (sizeof *leaf->partials + sizeof *leaf->refs);
	return bytes;
}

static uint32_t
open_group(const struct tcn_near_leaf *leaf, uint32_t key)
{
	return tcn_near_leaf_local(leaf, key) >> leaf->open.shift;
}

bool
tcn_near_leaf_has_room(const struct tcn_near_leaf *leaf, uint32_t key)
{
	return leaf->open.counts[open_group(leaf, key)] < leaf->open.slots;
}

void
tcn_near_leaf_add(struct tcn_near_leaf *leaf, uint32_t key, uint32_t partial,
    uint32_t ref)
{
	struct tcn_near_open *open = &leaf->open;
	uint32_t group = open_group(leaf, key);
	size_t slot = (size_t)group * open->slots + open->counts[group]++;

	open->partials[slot] = partial;
	open->refs[slot] = ref;
	open->keys[slot] = (uint16_t)key;
	leaf->open_n++;
}

/* A leaf being built: how far it has come. */
struct build {
	const struct tcn_near_leaf *from;
	struct tcn_near_page *const *pages;
	uint32_t *partials, *refs;
	uint32_t at;
	uint32_t next[1 << TCN_NEAR_PART_BITS]; /* of each key of a part */
};

static inline bool
is_live(const struct build *build, uint32_t ref)
{
	return build->pages[ref >> TCN_NEAR_PLACE_BITS] != NULL;
}

/* Writes every entry where the next live one belongs: no branch to miss. */
static void
copy_live(struct build *build, uint32_t i, uint32_t end)
{
	const uint32_t *partials = build->from->partials;
	const uint32_t *refs = build->from->refs;
	struct tcn_near_page *const *pages = build->pages;
	uint32_t at = build->at;

	for (; i < end; i++) {
		uint32_t ref = refs[i];

		build->partials[at] = partials[i];
		build->refs[at] = ref;
		at += pages[ref >> TCN_NEAR_PLACE_BITS] != NULL;
	}
	build->at = at;
}

/*
 * The keys of one open group, of which first is the lowest. Open entries of
 * each key are counted, then its sealed ones are copied and room is left, then
 * the open ones are put there.
 */
static void
build_part(struct build *build, uint32_t first, uint16_t *starts)
{
	const struct tcn_near_leaf *from = build->from;
	const struct tcn_near_open *open = &from->open;
	uint32_t keys = (uint32_t)1 << open->shift;
	size_t slot = (size_t)(first >> open->shift) * open->slots;
	size_t end = slot + open->counts[first >> open->shift];

	memset(build->next, 0, keys * sizeof *build->next);
	for (size_t i = slot; i < end; i++)
		build->next[open->keys[i] & (keys - 1)] +=
		    is_live(build, open->refs[i]);
	for (uint32_t i = 0; i < keys; i++) {
		uint32_t n = build->next[i];

		starts[i] = (uint16_t)build->at;
		if (from->n)
			copy_live(build, from->starts[first + i],
			    tcn_near_leaf_end(from, first + i));
		build->next[i] = build->at;
		build->at += n;
	}
	for (size_t i = slot; i < end; i++)
		if (is_live(build, open->refs[i])) {
			uint32_t at =
			    build->next[open->keys[i] & (keys - 1)]++;

			build->partials[at] = open->partials[i];
			build->refs[at] = open->refs[i];
		}
}

/* Gives back what the dead would have taken. */
static void
trim(struct tcn_near_leaf *leaf, size_t room)
{
	void *p;

	if (leaf->n == room)
		return;
	p = tcn_realloc(leaf->partials, leaf->n * sizeof *leaf->partials);
	leaf->partials = p ? p : leaf->partials;
	p = tcn_realloc(leaf->refs, leaf->n * sizeof *leaf->refs);
	leaf->refs = p ? p : leaf->refs;
}

static void
drop_sealed(struct tcn_near_leaf *leaf)
{
	tcn_free(leaf->starts);
	tcn_free(leaf->partials);
	tcn_free(leaf->refs);
	leaf->starts = NULL;
	leaf->partials = leaf->refs = NULL;
}

/* How many keys a probe that wants neighbours reads as one. */
static uint8_t
wide_bits(const struct tcn_near_leaf *leaf)
{
	unsigned bits = 0;

	while (bits < WIDE_BITS_MAX && bits < leaf->key_bits &&
	    (uint64_t)leaf->n << (bits + 1) <=
		(uint64_t)WIDE_ENTRIES << leaf->key_bits)
		bits++;
	return (uint8_t)bits;
}

/* Room for the sealed part; starts stay small enough for their type. */
static enum tcn_rc
sealed_init(struct tcn_near_leaf *leaf, size_t room)
{
	if (leaf->key_bits && room > UINT16_MAX)
		return TCN_NOMEM;
	leaf->starts = tcn_malloc(sizeof *leaf->starts << leaf->key_bits);
	leaf->partials = tcn_malloc(room * sizeof *leaf->partials);
	leaf->refs = tcn_malloc(room * sizeof *leaf->refs);
	return leaf->starts && leaf->partials && leaf->refs ? TCN_OK
							    : TCN_NOMEM;
}

enum tcn_rc
tcn_near_leaf_build(struct tcn_near_leaf *leaf,
    const struct tcn_near_leaf *from, uint32_t key, unsigned key_bits,
    struct tcn_near_page *const *pages)
{
	uint32_t keys = (uint32_t)1 << key_bits;
	uint32_t first = tcn_near_leaf_local(from, key) & ~(keys - 1);
	struct build build = { .from = from, .pages = pages };
	size_t room = from->open_n;

	assert(from->open.shift <= key_bits);
	*leaf = (struct tcn_near_leaf){ .key_bits = (uint8_t)key_bits };
	if (from->n)
		room += tcn_near_leaf_end(from, first + keys - 1) -
		    from->starts[first];
	if (sealed_init(leaf, room))
		goto nomem;
	build.partials = leaf->partials;
	build.refs = leaf->refs;
	for (uint32_t i = 0; i < keys; i += (uint32_t)1 << from->open.shift)
		build_part(&build, first + i, leaf->starts + i);
	leaf->n = build.at;
	if (leaf->n)
		trim(leaf, room);
	else
		drop_sealed(leaf);
	leaf->wide_bits = wide_bits(leaf);
	if (!open_init(leaf))
		return TCN_OK;
nomem:
	tcn_near_leaf_fini(leaf);
	return TCN_NOMEM;
}
