/*
 * Events by deadline: a binary heap (Williams, "Heapsort", CACM 7(6), 1964).
 * Each event knows its index in the heap, so that one whose deadline changes
 * is moved without a search.
 */
#include <assert.h>

#include "engine/base/mem.h"
#include "rules/lifecycle_impl.h"

/* Ties are broken by what is saved, so that a restart changes no order. */
bool
tcn_lifecycle_heap_before(const struct tcn_lifecycle_entry *a,
    const struct tcn_lifecycle_entry *b)
{
	if (a->due_ms != b->due_ms)
		return a->due_ms < b->due_ms;
	if (a->opened_seq != b->opened_seq)
		return a->opened_seq < b->opened_seq;
	return a->rule_key < b->rule_key;
}

static void
put_entry(struct tcn_lifecycle_heap *heap, struct tcn_lifecycle_entry *entry,
    size_t i)
{
	heap->at[i] = entry;
	entry->heap_at = i;
}

static void
sift_up(struct tcn_lifecycle_heap *heap, struct tcn_lifecycle_entry *entry)
{
	size_t i = entry->heap_at;

	while (i && tcn_lifecycle_heap_before(entry, heap->at[(i - 1) / 2])) {
		put_entry(heap, heap->at[(i - 1) / 2], i);
		i = (i - 1) / 2;
	}
	put_entry(heap, entry, i);
}

static void
sift_down(struct tcn_lifecycle_heap *heap, struct tcn_lifecycle_entry *entry)
{
	size_t i = entry->heap_at, child;

	while ((child = 2 * i + 1) < heap->n) {
		if (child + 1 < heap->n &&
		    tcn_lifecycle_heap_before(heap->at[child + 1],
			heap->at[child]))
			child++;
		if (!tcn_lifecycle_heap_before(heap->at[child], entry))
			break;
		put_entry(heap, heap->at[child], i);
		i = child;
	}
	put_entry(heap, entry, i);
}

void
tcn_lifecycle_heap_add(struct tcn_lifecycle_heap *heap,
    struct tcn_lifecycle_entry *entry)
{
	heap->at = tcn_mem_grow(heap->at, &heap->cap, heap->n + 1,
	    sizeof(struct tcn_lifecycle_entry *));
	entry->heap_at = heap->n++;
	sift_up(heap, entry);
}

void
tcn_lifecycle_heap_fix(struct tcn_lifecycle_heap *heap,
    struct tcn_lifecycle_entry *entry)
{
	assert(entry->heap_at < heap->n && heap->at[entry->heap_at] == entry);
	sift_up(heap, entry);
	sift_down(heap, entry);
}

void
tcn_lifecycle_heap_remove(struct tcn_lifecycle_heap *heap,
    struct tcn_lifecycle_entry *entry)
{
	struct tcn_lifecycle_entry *last;

	assert(entry->heap_at < heap->n && heap->at[entry->heap_at] == entry);
	last = heap->at[--heap->n];
	if (last == entry)
		return;
	put_entry(heap, last, entry->heap_at);
	tcn_lifecycle_heap_fix(heap, last);
}
