/*
 * tests/base/mo.h - a catalogue in gettext's binary form, made by hand.
 */
#ifndef TCN_TESTS_BASE_MO_H
#define TCN_TESTS_BASE_MO_H

#include "engine/base/buf.h"

struct mo_entry {
	struct tcn_str message, translation; /* each ends in a zero */
};

/* Where the table of messages begins, a row of 8 bytes each. */
#define MO_TABLE 28

/* Appends the catalogue of n messages, which are in order. swapped: numbers
 * with the highest byte first. out is empty before. */
void mo_make(const struct mo_entry *entries, size_t n, bool swapped,
    struct tcn_buf *out);

#endif
