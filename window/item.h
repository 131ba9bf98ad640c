/*
 * window/item.h - what the window remembers of one item.
 */
#ifndef TCN_WINDOW_ITEM_H
#define TCN_WINDOW_ITEM_H

#include <stdint.h>

#include "engine/record.h"

/* Hamming distances with names (see ARCHITECTURE.md, "two tiers"). */
enum {
	TCN_RADIUS_DUPLICATE = 3,
	TCN_RADIUS_SIMILAR = 7,
};

#endif
