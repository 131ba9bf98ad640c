/*
 * window/base/slots.h - the slots of a table of rows that can be used again.
 *
 * Rows of a table are called by their slot, so that a row that goes leaves a
 * gap, and the next one takes it. All zero is no slot.
 */
#ifndef TCN_WINDOW_BASE_SLOTS_H
#define TCN_WINDOW_BASE_SLOTS_H

#include <stddef.h>
#include <stdint.h>

struct tcn_slots {
	uint32_t *at; /* the last one is used next; the owner frees it */
	size_t n, cap;
};

/*
 * Sets *slot to one for a new row: the unused one that was added last, with
 * what its row left there, or a zeroed one behind the *n rows. Returns the
 * rows, which may have moved to make room.
 */
void *tcn_slots_take(struct tcn_slots *unused, void *rows, size_t *n,
    size_t *cap, size_t size, uint32_t *slot);

void tcn_slots_add(struct tcn_slots *unused, uint32_t slot);

#endif
