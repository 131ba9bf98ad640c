#include "window/near/near_leaf.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"

enum {
	SLOTS_MIN = 32, /* of an open group: two cache lines */
	SLOTS_MAX = UINT16_MAX,
	OPEN_SHARE = 10, /* sealed entries for each open slot */
	GROUP_ENTRIES = 8, /* that a sealed group should have at least */
};

static size_t
open_bytes(const struct tcn_near_leaf *leaf)
{
	const struct tcn_near_open *open = &leaf->open;

	return ((size_t)1 << (leaf->key_bits - leaf->open.shift)) *
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

/*
 * Groups of two cache lines of slots, for about a tenth of what is sealed;
 * more slots only where there are too few keys.
 */
static void
open_init(struct tcn_near_leaf *leaf)
{
	struct tcn_near_open *open = &leaf->open;
	size_t wanted = leaf->n / OPEN_SHARE, slots = SLOTS_MIN;
	unsigned bits = least_bits(leaf->key_bits);

	while (bits < leaf->key_bits && 2 * wanted > 3 * slots << bits)
		bits++;
	if (bits == leaf->key_bits && wanted >> bits > slots)
		slots = wanted >> bits < SLOTS_MAX ? wanted >> bits : SLOTS_MAX;
	open->slots = (uint16_t)slots;
	open->shift = (uint8_t)(leaf->key_bits - bits);
	slots <<= bits;
	open->counts = tcn_mem_calloc((size_t)1 << bits, sizeof *open->counts);
	open->partials = tcn_mem_alloc(slots * sizeof *open->partials);
	open->refs = tcn_mem_alloc(slots * sizeof *open->refs);
	open->keys = tcn_mem_alloc(slots * sizeof *open->keys);
}

void
tcn_near_leaf_init(struct tcn_near_leaf *leaf, unsigned key_bits)
{
	assert(key_bits <= 16);
	*leaf = (struct tcn_near_leaf){ .key_bits = (uint8_t)key_bits };
	open_init(leaf);
}

void
tcn_near_leaf_fini(struct tcn_near_leaf *leaf)
{
	tcn_mem_free(leaf->starts);
	tcn_mem_free(leaf->partials);
	tcn_mem_free(leaf->refs);
	tcn_mem_free(leaf->keys);
	tcn_mem_free(leaf->open.counts);
	tcn_mem_free(leaf->open.partials);
	tcn_mem_free(leaf->open.refs);
	tcn_mem_free(leaf->open.keys);
	*leaf = (struct tcn_near_leaf){ 0 };
}

size_t
tcn_near_leaf_bytes(const struct tcn_near_leaf *leaf)
{
	size_t bytes = sizeof *leaf + open_bytes(leaf);

	if (leaf->n)
		bytes +=
		    (sizeof *leaf->starts << (leaf->key_bits - leaf->shift)) +
		    leaf->n * (sizeof *leaf->partials + sizeof *leaf->refs);
	if (leaf->keys)
		bytes += leaf->n * sizeof *leaf->keys;
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

	assert(open->counts[group] <= open->slots);
	open->partials[slot] = partial;
	open->refs[slot] = ref;
	open->keys[slot] = (uint16_t)key;
	leaf->open_n++;
}

/* A leaf being built, part by part: the keys of the coarsest group of any. */
struct build {
	const struct tcn_near_leaf *from;
	struct tcn_near_leaf *into;
	const uint8_t *live;
	uint32_t base; /* the bits that all keys of from share */
	unsigned part_bits;
	uint32_t at; /* how far it has come */
	uint32_t next[1 << TCN_NEAR_PART_BITS]; /* of each group of a part */
};

/* Entries of one group of the source. */
struct piece {
	const uint32_t *partials, *refs;
	const uint16_t *keys; /* NULL: all have key */
	uint32_t key;
	uint32_t n;
};

static struct piece
sealed_piece(const struct build *build, uint32_t group)
{
	const struct tcn_near_leaf *leaf = build->from;
	uint32_t first = leaf->starts[group];

	return (struct piece){
		.partials = leaf->partials + first,
		.refs = leaf->refs + first,
		.keys = leaf->keys ? leaf->keys + first : NULL,
		.key = build->base | group << leaf->shift,
		.n = tcn_near_leaf_end(leaf, group) - first,
	};
}

static struct piece
open_piece(const struct tcn_near_leaf *leaf, uint32_t group)
{
	const struct tcn_near_open *open = &leaf->open;
	size_t first = (size_t)group * open->slots;

	return (struct piece){
		.partials = open->partials + first,
		.refs = open->refs + first,
		.keys = open->keys + first,
		.n = open->counts[group],
	};
}

/* Which group of the part. */
static inline uint32_t
slot_of(const struct build *build, uint32_t key)
{
	return (key & ((1u << build->part_bits) - 1)) >> build->into->shift;
}

static inline bool
is_live(const struct build *build, uint32_t ref)
{
	return build->live[ref >> TCN_SIGHTING_PLACE_BITS];
}

static void
count_piece(struct build *build, struct piece piece)
{
	for (uint32_t i = 0; i < piece.n; i++)
		build->next[slot_of(build,
		    piece.keys ? piece.keys[i] : piece.key)] +=
		    is_live(build, piece.refs[i]);
}

static inline void
put_entry(struct build *build, uint32_t at, const struct piece *piece,
    uint32_t i)
{
	build->into->partials[at] = piece->partials[i];
	build->into->refs[at] = piece->refs[i];
	if (build->into->keys)
		build->into->keys[at] =
		    (uint16_t)(piece->keys ? piece->keys[i] : piece->key);
}

static void
place_piece(struct build *build, struct piece piece)
{
	for (uint32_t i = 0; i < piece.n; i++)
		if (is_live(build, piece.refs[i]))
			put_entry(build,
			    build->next[slot_of(build,
				piece.keys ? piece.keys[i] : piece.key)]++,
			    &piece, i);
}

/* Writes every entry where the next live one belongs, without a branch. */
static void
copy_live(struct build *build, struct piece piece)
{
	uint32_t *restrict partials = build->into->partials;
	uint32_t *restrict refs = build->into->refs;
	uint16_t *restrict keys = build->into->keys;
	const uint8_t *live = build->live;
	uint32_t at = build->at;

	for (uint32_t i = 0; i < piece.n; i++) {
		uint32_t ref = piece.refs[i];

		partials[at] = piece.partials[i];
		refs[at] = ref;
		if (keys)
			keys[at] = piece.keys[i];
		at += live[ref >> TCN_SIGHTING_PLACE_BITS];
	}
	build->at = at;
}

/*
 * The keys from first on. What is to be sorted is counted; then each group
 * gets its start and its sealed entries, if they are in groups of that size
 * already, and room; then the rest is placed.
 */
static void
build_part(struct build *build, uint32_t first, uint16_t *starts)
{
	const struct tcn_near_leaf *from = build->from;
	unsigned shift = build->into->shift;
	bool alike = from->n && from->shift == shift;
	uint32_t groups = 1u << (build->part_bits - shift);
	uint32_t end = first + (1u << build->part_bits);
	uint32_t sealed = first >> from->shift;
	uint32_t open = first >> from->open.shift;
	uint32_t sealed_end = from->n && !alike ? end >> from->shift : sealed;
	uint32_t open_end = end >> from->open.shift;

	memset(build->next, 0, groups * sizeof *build->next);
	for (uint32_t i = sealed; i < sealed_end; i++)
		count_piece(build, sealed_piece(build, i));
	for (uint32_t i = open; i < open_end; i++)
		count_piece(build, open_piece(from, i));
	for (uint32_t i = 0; i < groups; i++) {
		uint32_t n = build->next[i];

		starts[i] = (uint16_t)build->at;
		if (alike)
			copy_live(build, sealed_piece(build, sealed + i));
		build->next[i] = build->at;
		build->at += n;
	}
	for (uint32_t i = sealed; i < sealed_end; i++)
		place_piece(build, sealed_piece(build, i));
	for (uint32_t i = open; i < open_end; i++)
		place_piece(build, open_piece(from, i));
}

/* Gives the room back that dead entries would have taken. */
static void
trim(struct tcn_near_leaf *leaf, size_t room)
{
	void *p;

	if (leaf->n == room)
		return;
	p = tcn_mem_realloc(leaf->partials, leaf->n * sizeof *leaf->partials);
	leaf->partials = p;
	p = tcn_mem_realloc(leaf->refs, leaf->n * sizeof *leaf->refs);
	leaf->refs = p;
	if (!leaf->keys)
		return;
	p = tcn_mem_realloc(leaf->keys, leaf->n * sizeof *leaf->keys);
	leaf->keys = p;
}

/* How many entries the range has at most. */
static size_t
room_for(const struct tcn_near_leaf *from, uint32_t first, unsigned key_bits)
{
	uint32_t last = first + (1u << key_bits) - 1;

	if (!from->n)
		return from->open_n;
	return from->open_n + tcn_near_leaf_end(from, last >> from->shift) -
	    from->starts[first >> from->shift];
}

static unsigned
coarsest(unsigned a, unsigned b, unsigned c)
{
	unsigned most = a > b ? a : b;

	return most > c ? most : c;
}

void
tcn_near_leaf_build(struct tcn_near_leaf *leaf,
    const struct tcn_near_leaf *from, uint32_t key, unsigned key_bits,
    const uint8_t *live)
{
	uint32_t keys = 1u << key_bits;
	uint32_t first = tcn_near_leaf_local(from, key) & ~(keys - 1);
	size_t room = room_for(from, first, key_bits);
	struct build build = { .from = from, .into = leaf, .live = live };

	*leaf = (struct tcn_near_leaf){ .key_bits = (uint8_t)key_bits };
	/* Groups for n entries, and room; starts stay small enough for their
	 * type. */
	while (leaf->shift < leaf->key_bits &&
	    leaf->shift < TCN_NEAR_PART_BITS &&
	    room >> (leaf->key_bits - leaf->shift) < GROUP_ENTRIES)
		leaf->shift++;
	assert(!leaf->key_bits || room <= UINT16_MAX);
	leaf->starts = tcn_mem_alloc(sizeof *leaf->starts
	    << (leaf->key_bits - leaf->shift));
	leaf->partials = tcn_mem_alloc(room * sizeof *leaf->partials);
	leaf->refs = tcn_mem_alloc(room * sizeof *leaf->refs);
	if (leaf->shift)
		leaf->keys = tcn_mem_alloc(room * sizeof *leaf->keys);
	build.base = key - tcn_near_leaf_local(from, key);
	build.part_bits = coarsest(from->shift, from->open.shift, leaf->shift);
	assert(build.part_bits <= key_bits);
	for (uint32_t i = 0; i < keys; i += 1u << build.part_bits)
		build_part(&build, first + i,
		    leaf->starts + (i >> leaf->shift));
	leaf->n = build.at;
	if (leaf->n) {
		trim(leaf, room);
	} else {
		tcn_mem_free(leaf->starts);
		tcn_mem_free(leaf->partials);
		tcn_mem_free(leaf->refs);
		tcn_mem_free(leaf->keys);
		leaf->starts = leaf->keys = NULL;
		leaf->partials = leaf->refs = NULL;
	}
	open_init(leaf);
}
