#include "window/base/slots.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"

void *
tcn_slots_take(struct tcn_slots *unused, void *rows, size_t *n, size_t *cap,
    size_t size, uint32_t *slot)
{
	assert(*n <= *cap && unused->n <= *n);
	if (unused->n) {
		*slot = unused->at[--unused->n];
		return rows;
	}
	rows = tcn_mem_grow(rows, cap, *n + 1, size);
	memset((char *)rows + *n * size, 0, size);
	*slot = (uint32_t)(*n)++;
	return rows;
}

void
tcn_slots_add(struct tcn_slots *unused, uint32_t slot)
{
	unused->at = tcn_mem_grow(unused->at, &unused->cap, unused->n + 1,
	    sizeof *unused->at);
	unused->at[unused->n++] = slot;
}
