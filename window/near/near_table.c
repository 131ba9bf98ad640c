#include "window/near/near_table.h"

#include "engine/base/mem.h"

static struct tcn_near_leaf *
new_leaf(unsigned key_bits)
{
	struct tcn_near_leaf *leaf = tcn_mem_alloc(sizeof *leaf);

	tcn_near_leaf_init(leaf, key_bits);
	return leaf;
}

void
tcn_near_table_init(struct tcn_near_table *table, struct tcn_near_block block)
{
	*table = (struct tcn_near_table){ .block = block, .shift = block.bits };
	table->leaves = tcn_mem_alloc(sizeof *table->leaves);
	table->leaves[0] = new_leaf(block.bits);
	table->bytes =
	    sizeof *table->leaves + tcn_near_leaf_bytes(table->leaves[0]);
}

void
tcn_near_table_fini(struct tcn_near_table *table)
{
	uint32_t key = 0;

	while (table->leaves && key >> table->block.bits == 0) {
		struct tcn_near_leaf *leaf = table->leaves[key >> table->shift];

		key += (uint32_t)1 << leaf->key_bits;
		tcn_near_leaf_fini(leaf);
		tcn_mem_free(leaf);
	}
	tcn_mem_free(table->leaves);
	*table = (struct tcn_near_table){ 0 };
}

/* A leaf is replaced by what was built of it. */
static void
replace(struct tcn_near_table *table, struct tcn_near_leaf *leaf,
    const struct tcn_near_leaf *built, uint64_t now)
{
	table->bytes -= tcn_near_leaf_bytes(leaf);
	tcn_near_leaf_fini(leaf);
	*leaf = *built;
	leaf->built = now;
	table->bytes += tcn_near_leaf_bytes(leaf);
}

static bool
is_large(const struct tcn_near_leaf *leaf)
{
	return leaf->key_bits && leaf->n + leaf->open_n > TCN_NEAR_LEAF_MAX;
}

/* What was built takes the place of the upper half of a leaf's keys. */
static void
put_right(struct tcn_near_table *table, uint32_t middle,
    struct tcn_near_leaf *right, uint64_t now)
{
	unsigned bits = right->key_bits;

	right->built = now;
	table->bytes += tcn_near_leaf_bytes(right);
	for (uint32_t i = 0; i >> (bits - table->shift) == 0; i++)
		table->leaves[(middle >> table->shift) + i] = right;
}

/* A leaf becomes two, each with half of its keys. */
static void
halve(struct tcn_near_table *table, uint32_t middle, const uint8_t *live,
    uint64_t now)
{
	struct tcn_near_leaf *leaf = table->leaves[middle >> table->shift];
	struct tcn_near_leaf left, *right = tcn_mem_alloc(sizeof *right);
	unsigned bits = leaf->key_bits - 1u;

	tcn_near_leaf_build(right, leaf, middle, bits, live);
	tcn_near_leaf_build(&left, leaf, middle - 1, bits, live);
	replace(table, leaf, &left, now);
	put_right(table, middle, right, now);
}

/* Splits a leaf until none that comes of it is too large. */
static void
split(struct tcn_near_table *table, uint32_t key, const uint8_t *live,
    uint64_t now)
{
	const struct tcn_near_leaf *leaf = tcn_near_table_leaf(table, key);
	unsigned bits = leaf->key_bits - 1u;
	uint32_t middle = (key >> bits | 1) << bits;

	if (leaf->key_bits == table->shift) {
		/* Twice the places, each leaf in two for each it had. */
		size_t n = (size_t)1 << (table->block.bits - table->shift);
		struct tcn_near_leaf **leaves =
		    tcn_mem_alloc(2 * n * sizeof *leaves);

		for (size_t i = 0; i < 2 * n; i++)
			leaves[i] = table->leaves[i / 2];
		tcn_mem_free(table->leaves);
		table->leaves = leaves;
		table->shift--;
		table->bytes += n * sizeof *leaves;
	}
	halve(table, middle, live, now);
	for (uint32_t part = middle - 1; part <= middle; part++)
		if (is_large(tcn_near_table_leaf(table, part)))
			split(table, part, live, now);
}

static void
rebuild(struct tcn_near_table *table, uint32_t key, const uint8_t *live,
    uint64_t now)
{
	struct tcn_near_leaf *leaf = table->leaves[key >> table->shift];
	struct tcn_near_leaf built;

	if (is_large(leaf)) {
		split(table, key, live, now);
		return;
	}
	tcn_near_leaf_build(&built, leaf, key, leaf->key_bits, live);
	replace(table, leaf, &built, now);
}

void
tcn_near_table_add(struct tcn_near_table *table, uint64_t fingerprint,
    uint32_t ref, const uint8_t *live, uint64_t now)
{
	uint32_t key = tcn_near_key(table->block, fingerprint);

	if (!tcn_near_leaf_has_room(tcn_near_table_leaf(table, key), key))
		rebuild(table, key, live, now);
	tcn_near_leaf_add(table->leaves[key >> table->shift], key,
	    tcn_near_partial(table->block, fingerprint), ref);
}

void
tcn_near_table_prefetch(const struct tcn_near_table *table,
    const struct tcn_near_probe *ask)
{
	tcn_near_leaf_prefetch(tcn_near_table_leaf(table, ask->key), ask->key);
	/* Lower bits: keys so near that their starts share the line. */
	for (unsigned bit = 5; ask->reach && bit < table->block.bits; bit++) {
		uint32_t key = ask->key ^ 1u << bit;

		tcn_near_leaf_prefetch(tcn_near_table_leaf(table, key), key);
	}
}

static inline size_t
spans_at_asked(const struct tcn_near_leaf *leaf,
    const struct tcn_near_probe *ask, struct tcn_near_span *spans,
    struct tcn_popcount_part *parts)
{
	size_t n = tcn_near_leaf_sealed(leaf, ask->key, ask, spans, parts);

	return n +
	    tcn_near_leaf_open(leaf, ask->key, ask, spans + n, parts + n);
}

/*
 * With a bit flipped. What lies in the group of the key asked for has been
 * read with it.
 */
static inline size_t
spans_at_flip(const struct tcn_near_table *table,
    const struct tcn_near_leaf *asked, const struct tcn_near_probe *ask,
    unsigned bit, struct tcn_near_span *spans, struct tcn_popcount_part *parts)
{
	uint32_t key = ask->key ^ 1u << bit;
	const struct tcn_near_leaf *leaf = tcn_near_table_leaf(table, key);
	size_t n = 0;

	if (bit >= asked->shift)
		n = tcn_near_leaf_sealed(leaf, key, ask, spans, parts);
	if (bit >= asked->open.shift)
		n += tcn_near_leaf_open(leaf, key, ask, spans + n, parts + n);
	return n;
}

size_t
tcn_near_table_spans(const struct tcn_near_table *table,
    const struct tcn_near_probe *ask, struct tcn_near_span *spans,
    struct tcn_popcount_part *parts)
{
	const struct tcn_near_leaf *leaf = tcn_near_table_leaf(table, ask->key);
	size_t n = spans_at_asked(leaf, ask, spans, parts);

	for (unsigned bit = 0; ask->reach && bit < table->block.bits; bit++)
		n += spans_at_flip(table, leaf, ask, bit, spans + n, parts + n);
	return n;
}

enum tcn_rc
tcn_near_table_sweep(struct tcn_near_table *table, uint32_t *key,
    uint64_t since, const uint8_t *live, uint64_t now)
{
	while (*key >> table->block.bits == 0) {
		const struct tcn_near_leaf *leaf =
		    tcn_near_table_leaf(table, *key);
		uint32_t end = *key + ((uint32_t)1 << leaf->key_bits);

		if (leaf->built <= since && (leaf->n || leaf->open_n)) {
			rebuild(table, *key, live, now);
			*key = end;
			return TCN_OK;
		}
		*key = end;
	}
	return TCN_DONE;
}

void
tcn_near_table_clear(struct tcn_near_table *table)
{
	struct tcn_near_table cleared;

	tcn_near_table_init(&cleared, table->block);
	tcn_near_table_fini(table);
	*table = cleared;
}

/* The entries of a span, by way of a part made for nothing else. */
static void
each_of(const struct tcn_near_span *span, const struct tcn_popcount_part *part,
    tcn_near_entry_fn *see, void *ctx)
{
	const uint32_t *refs = tcn_near_span_refs(span);

	for (uint32_t i = 0; i < part->n; i++)
		see(ctx, tcn_near_span_key(span, i), part->words[i], refs[i]);
}

void
tcn_near_table_each(const struct tcn_near_table *table, tcn_near_entry_fn *see,
    void *ctx)
{
	struct tcn_near_probe ask = { 0 };

	for (uint32_t key = 0; key >> table->block.bits == 0; key++) {
		const struct tcn_near_leaf *leaf =
		    tcn_near_table_leaf(table, key);
		struct tcn_near_span span;
		struct tcn_popcount_part part;

		if (key % (1u << leaf->shift) == 0 &&
		    tcn_near_leaf_sealed(leaf, key, &ask, &span, &part))
			each_of(&span, &part, see, ctx);
		if (key % (1u << leaf->open.shift) == 0 &&
		    tcn_near_leaf_open(leaf, key, &ask, &span, &part))
			each_of(&span, &part, see, ctx);
	}
}
