/*
 * Events by what is due first: a binary heap (Williams, CACM 7, 1964), each
 * event with its place in it.
 */
#include "engine/base/mem.h"
#include "rules/life_internal.h"

static bool
before(const struct tcn_live *a, const struct tcn_live *b)
{
	if (a->due_ms != b->due_ms)
		return a->due_ms < b->due_ms;
	if (a->opened_seq != b->opened_seq)
		return a->opened_seq < b->opened_seq;
	return a->rule_key < b->rule_key;
}

static void
put(struct tcn_live_heap *heap, struct tcn_live *live, size_t i)
{
	heap->at[i] = live;
	live->place = i;
}

static void
rise(struct tcn_live_heap *heap, struct tcn_live *live)
{
	size_t i = live->place;

	while (i && before(live, heap->at[(i - 1) / 2])) {
		put(heap, heap->at[(i - 1) / 2], i);
		i = (i - 1) / 2;
	}
	put(heap, live, i);
}

static void
sink(struct tcn_live_heap *heap, struct tcn_live *live)
{
	size_t i = live->place, child;

	while ((child = 2 * i + 1) < heap->n) {
		if (child + 1 < heap->n &&
		    before(heap->at[child + 1], heap->at[child]))
			child++;
		if (!before(heap->at[child], live))
			break;
		put(heap, heap->at[child], i);
		i = child;
	}
	put(heap, live, i);
}

enum tcn_rc
tcn_live_heap_reserve(struct tcn_live_heap *heap, size_t n)
{
	struct tcn_live **at =
	    tcn_mem_fit(heap->at, &heap->cap, n, sizeof(struct tcn_live *));

	if (!at)
		return TCN_NOMEM;
	heap->at = at;
	return TCN_OK;
}

void
tcn_live_heap_add(struct tcn_live_heap *heap, struct tcn_live *live)
{
	live->place = heap->n++;
	rise(heap, live);
}

void
tcn_live_heap_moved(struct tcn_live_heap *heap, struct tcn_live *live)
{
	rise(heap, live);
	sink(heap, live);
}

void
tcn_live_heap_remove(struct tcn_live_heap *heap, struct tcn_live *live)
{
	struct tcn_live *last = heap->at[--heap->n];

	if (last == live)
		return;
	put(heap, last, live->place);
	tcn_live_heap_moved(heap, last);
}
