/*
 * engine/base/mem.h - the one allocator hook.
 *
 * All heap memory of the program, and that of the libraries that let us say
 * so, comes from here. One counter measures it; one switch makes any single
 * allocation fail, which is how the tests sweep every out-of-memory path.
 * Thread safe: counters are relaxed atomics.
 */
#ifndef TCN_ENGINE_BASE_MEM_H
#define TCN_ENGINE_BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As their namesakes of <stdlib.h>; n == 0 is allowed and returns non-NULL. */
void *tcn_mem_alloc(size_t n);
void *tcn_mem_calloc(size_t n, size_t size);
void *tcn_mem_realloc(void *p, size_t n);
void tcn_mem_free(void *p);

/* A heap copy of n bytes with a NUL behind them; NULL when out of memory. */
char *tcn_mem_dupz(const void *bytes, size_t n);

/*
 * Room for need elements of size bytes in a growing array: returns p, or p
 * moved with *cap raised by at least half (an eighth beyond a mebibyte), or
 * NULL (p still valid, *cap unchanged) when out of memory. Appending n
 * elements so costs O(n).
 */
void *tcn_mem_grow(void *p, size_t *cap, size_t need, size_t size);

/* Gives the system back what is free: after work that needed more than what
 * is to follow. */
void tcn_mem_trim(void);

/* Bytes now allocated, and the most there ever were (malloc's own sizes). */
size_t tcn_mem_live_bytes(void);
size_t tcn_mem_peak_bytes(void);

/*
 * For tests: the nth allocation from now (1 is the next) fails, once; 0
 * disarms. tcn_mem_fail_fired() says whether it has happened.
 */
void tcn_mem_fail_at(uint64_t nth);
bool tcn_mem_fail_fired(void);

#endif
