/*
 * tests/base/long.h - how much of a long test is run.
 *
 * `make check` takes a part of what a test could try, always the same one;
 * `make check-long` sets TCN_LONG and takes all.
 */
#ifndef TCN_TESTS_BASE_LONG_H
#define TCN_TESTS_BASE_LONG_H

#include <stdint.h>
#include <stdlib.h>

static inline unsigned
long_or(unsigned all, unsigned part)
{
	const char *value = getenv("TCN_LONG");

	return value && *value ? all : part;
}

/*
 * How far it is from the nth call that fails to the next: one at first, where
 * most differs from call to call, then ever further; all of them in a long run.
 */
static inline unsigned
long_stride(uint64_t n, unsigned dense)
{
	return long_or(1, 1 + (unsigned)(n / dense));
}

#endif
