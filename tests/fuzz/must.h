/*
 * tests/fuzz/must.h - how a fuzz target says that something does not hold.
 */
#ifndef TCN_TESTS_FUZZ_MUST_H
#define TCN_TESTS_FUZZ_MUST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void
must(bool holds)
{
	if (!holds)
		abort();
}

#endif
