#include "window/near_run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/mem.h"

enum {
	GROUP_ENTRIES = 8, /* that a group of a run should have at least */
	HUGE_BYTES = 2 << 20,
};

/*
 * Random reads over hundreds of megabytes miss the page tables as well as
 * the caches; large pages spare the first. Advice: refusal changes nothing.
 */
static void *
big_alloc(size_t n, size_t size)
{
	char *p = n ? tcn_malloc(n * size) : NULL;

	if (p && n * size >= 4 * HUGE_BYTES) {
		uintptr_t from = ((uintptr_t)p + HUGE_BYTES - 1) &
		    ~(uintptr_t)(HUGE_BYTES - 1);
		uintptr_t to =
		    ((uintptr_t)p + n * size) & ~(uintptr_t)(HUGE_BYTES - 1);

		(void)madvise((void *)from, to - from, MADV_HUGEPAGE);
	}
	return p;
}

enum tcn_rc
tcn_near_run_init(struct tcn_near_run *run, size_t n, unsigned key_bits,
    unsigned group_bits)
{
	*run = (struct tcn_near_run){
		.n = (uint32_t)n,
		.group_bits = (uint8_t)group_bits,
		.key_bits = (uint8_t)key_bits,
	};
	run->starts =
	    tcn_calloc(((size_t)1 << group_bits) + 1, sizeof *run->starts);
	run->partials = big_alloc(n, sizeof *run->partials);
	run->refs = big_alloc(n, sizeof *run->refs);
	if (group_bits < key_bits)
		run->keys = big_alloc(n, sizeof *run->keys);
	if (run->starts && (!n || (run->partials && run->refs)) &&
	    (!n || group_bits == key_bits || run->keys))
		return TCN_OK;
	tcn_near_run_fini(run);
	return TCN_NOMEM;
}

void
tcn_near_run_fini(struct tcn_near_run *run)
{
	tcn_free(run->starts);
	tcn_free(run->partials);
	tcn_free(run->refs);
	tcn_free(run->keys);
	*run = (struct tcn_near_run){ 0 };
}

size_t
tcn_near_run_bytes(const struct tcn_near_run *run)
{
	if (!run->starts)
		return 0;
	return (((size_t)1 << run->group_bits) + 1) * sizeof *run->starts +
	    run->n * (sizeof *run->partials + sizeof *run->refs) +
	    (run->keys ? run->n * sizeof *run->keys : 0);
}

unsigned
tcn_near_run_bits(size_t n, unsigned key_bits)
{
	unsigned bits = 1;

	while (bits < key_bits && n >> (bits + 1) >= GROUP_ENTRIES)
		bits++;
	return bits;
}

/* Where merging puts things, within one group of the coarsest source. */
struct merge {
	struct tcn_near_run *into;
	const uint64_t *live_pages;
	uint32_t *next; /* of each group of into in this part: count, place */
	unsigned part_bits;
	bool placing; /* second pass */
};

static uint32_t
part_slot(const struct merge *merge, uint32_t key)
{
	unsigned fine = merge->into->group_bits - merge->part_bits;

	return key >> (merge->into->key_bits - merge->into->group_bits) &
	    (((uint32_t)1 << fine) - 1);
}

static void
place(const struct merge *merge, uint32_t at, const struct tcn_near_run *from,
    uint32_t i, uint32_t key)
{
	merge->into->partials[at] = from->partials[i];
	merge->into->refs[at] = from->refs[i];
	if (merge->into->keys)
		merge->into->keys[at] = (uint16_t)key;
}

/* Entries i..end of from, all of one group of from, which starts at key. */
static void
merge_group(const struct merge *merge, const struct tcn_near_run *from,
    uint32_t i, uint32_t end, uint32_t key)
{
	for (; i < end; i++) {
		uint32_t *next;

		if (merge->live_pages &&
		    !tcn_near_is_live(merge->live_pages, from->refs[i]))
			continue;
		if (from->keys)
			key = from->keys[i];
		next = &merge->next[part_slot(merge, key)];
		if (merge->placing)
			place(merge, *next, from, i, key);
		++*next;
	}
}

/* What of one source lies in this part, group by group. */
static void
merge_source(const struct merge *merge, const struct tcn_near_run *from,
    uint32_t part)
{
	unsigned fine = from->group_bits - merge->part_bits;
	uint32_t group = part << fine, last = (part + 1) << fine;

	for (; group < last; group++)
		merge_group(merge, from, from->starts[group],
		    from->starts[group + 1],
		    group << (from->key_bits - from->group_bits));
}

/* Counts of a part to starts; returns where the next part begins. */
static uint32_t
lay_out(const struct merge *merge, uint32_t part, uint32_t start)
{
	unsigned fine = merge->into->group_bits - merge->part_bits;
	uint32_t *starts = merge->into->starts + ((size_t)part << fine);

	for (uint32_t i = 0; i >> fine == 0; i++) {
		uint32_t n = merge->next[i];

		starts[i] = merge->next[i] = start;
		start += n;
	}
	return start;
}

static void
merge_parts(struct merge *merge, const struct tcn_near_run *const *sources,
    size_t sources_n)
{
	size_t slots = (size_t)1
	    << (merge->into->group_bits - merge->part_bits);
	uint32_t start = 0;

	for (uint32_t part = 0; part >> merge->part_bits == 0; part++) {
		memset(merge->next, 0, slots * sizeof *merge->next);
		merge->placing = false;
		for (size_t i = 0; i < sources_n; i++)
			merge_source(merge, sources[i], part);
		start = lay_out(merge, part, start);
		merge->placing = true;
		for (size_t i = 0; i < sources_n; i++)
			merge_source(merge, sources[i], part);
	}
	merge->into->starts[(size_t)1 << merge->into->group_bits] = start;
	merge->into->n = start;
}

/* Gives back what the dead would have taken. */
static void
trim(struct tcn_near_run *run, size_t room)
{
	void *p;

	if (!run->n)
		tcn_near_run_fini(run);
	if (room - run->n < room / 64 || !run->n)
		return;
	p = tcn_realloc(run->partials, run->n * sizeof *run->partials);
	run->partials = p ? p : run->partials;
	p = tcn_realloc(run->refs, run->n * sizeof *run->refs);
	run->refs = p ? p : run->refs;
	if (!run->keys)
		return;
	p = tcn_realloc(run->keys, run->n * sizeof *run->keys);
	run->keys = p ? p : run->keys;
}

static enum tcn_rc
merge_all(struct tcn_near_run *merged,
    const struct tcn_near_run *const *sources, size_t sources_n, size_t n,
    const uint64_t *live_pages)
{
	unsigned key_bits = sources[0]->key_bits;
	unsigned bits = tcn_near_run_bits(n, key_bits);
	struct merge merge = {
		.into = merged,
		.live_pages = live_pages,
		.part_bits = bits,
	};

	for (size_t i = 0; i < sources_n; i++)
		if (sources[i]->group_bits < merge.part_bits)
			merge.part_bits = sources[i]->group_bits;
	merge.next = tcn_malloc(sizeof *merge.next << (bits - merge.part_bits));
	if (!merge.next)
		return TCN_NOMEM;
	if (tcn_near_run_init(merged, n, key_bits, bits)) {
		tcn_free(merge.next);
		return TCN_NOMEM;
	}
	merge_parts(&merge, sources, sources_n);
	tcn_free(merge.next);
	trim(merged, n);
	return TCN_OK;
}

enum tcn_rc
tcn_near_run_merge(struct tcn_near_run *merged,
    const struct tcn_near_run *const *sources, size_t sources_n,
    const uint64_t *live_pages)
{
	struct tcn_near_run first;
	const struct tcn_near_run *again = &first;
	size_t n = 0;
	enum tcn_rc rc;

	for (size_t i = 0; i < sources_n; i++)
		n += sources[i]->n;
	rc = merge_all(merged, sources, sources_n, n, live_pages);
	if (rc || merged->n > n / 4 || !merged->n)
		return rc;
	/* Most were dead: the groups were made for many more. */
	first = *merged;
	if (merge_all(merged, &again, 1, first.n, NULL))
		*merged = first;
	else
		tcn_near_run_fini(&first);
	return TCN_OK;
}
