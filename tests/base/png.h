/*
 * tests/base/png.h - makes pictures for tests.
 */
#ifndef TCN_TESTS_BASE_PNG_H
#define TCN_TESTS_BASE_PNG_H

#include <stdint.h>

#include "engine/base/buf.h"

/* Appends a PNG of one colour (0xrrggbb); of that many rows at most, whatever
 * its header says: the rest is missing. */
void png_make(uint32_t width, uint32_t height, uint32_t rows, uint32_t colour,
    struct tcn_buf *out);

#endif
