#include "tools/lab/simulate/sim_heap.h"

#include <stdbool.h>

#include "engine/base/mem.h"

void
tcn_sim_heap_fini(struct tcn_sim_heap *heap)
{
	tcn_mem_free(heap->at);
	*heap = (struct tcn_sim_heap){ 0 };
}

static bool
is_before(const struct tcn_sim_event *a, const struct tcn_sim_event *b)
{
	return a->at < b->at || (a->at == b->at && a->order < b->order);
}

void
tcn_sim_heap_add(struct tcn_sim_heap *heap, struct tcn_sim_event event)
{
	struct tcn_sim_event *at =
	    tcn_mem_grow(heap->at, &heap->cap, heap->n + 1, sizeof *at);
	size_t i = heap->n;

	heap->at = at;
	event.order = heap->planned++;
	for (; i > 0 && is_before(&event, &at[(i - 1) / 2]); i = (i - 1) / 2)
		at[i] = at[(i - 1) / 2];
	at[i] = event;
	heap->n++;
}

struct tcn_sim_event
tcn_sim_heap_take(struct tcn_sim_heap *heap)
{
	struct tcn_sim_event *at = heap->at;
	const struct tcn_sim_event first = at[0];
	const struct tcn_sim_event last = at[--heap->n];
	size_t i = 0;

	for (;;) {
		size_t child = 2 * i + 1;

		if (child >= heap->n)
			break;
		if (child + 1 < heap->n &&
		    is_before(&at[child + 1], &at[child]))
			child++;
		if (!is_before(&at[child], &last))
			break;
		at[i] = at[child];
		i = child;
	}
	at[i] = last;
	return first;
}
