/*
 * engine/base/mem.h - the allocator that all memory comes from.
 *
 * All heap memory of the program, and that of the libraries that take hooks,
 * comes from here. One counter measures it; one switch makes any single
 * allocation fail, which is how the tests walk through every out-of-memory
 * path. Thread safe: the counters are relaxed atomics, exact once the threads
 * that allocate have been joined.
 */
#ifndef TCN_ENGINE_BASE_MEM_H
#define TCN_ENGINE_BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * As their namesakes in <stdlib.h>, but n == 0 gives a pointer that is not
 * NULL. A failed realloc leaves p valid. What they return must be freed by
 * tcn_mem_free(), which takes NULL too.
 */
void *tcn_mem_alloc(size_t n);
void *tcn_mem_calloc(size_t n, size_t size);
void *tcn_mem_realloc(void *p, size_t n);
void tcn_mem_free(void *p);

/* A heap copy of n bytes with a NUL behind them; NULL when out of memory. */
char *tcn_mem_dupz(const void *bytes, size_t n);

/*
 * Makes room for `need` elements of `size` bytes (> 0) in a growing array p of
 * *cap elements, NULL at first. Returns p, or where it has moved to, with *cap
 * raised by at least half (an eighth beyond a mebibyte); or NULL when out of
 * memory, with p still valid and *cap unchanged. Geometric growth makes
 * appending n elements one by one cost O(n) in all.
 */
void *tcn_mem_grow(void *p, size_t *cap, size_t need, size_t size);

/* Returns free memory to the system; worth its cost only after work that
 * needed much more than what follows. */
void tcn_mem_trim(void);

/* Bytes allocated now, and the most there ever were, as malloc() rounds. */
size_t tcn_mem_live_bytes(void);
size_t tcn_mem_peak_bytes(void);

/*
 * For tests: makes the nth allocation from now fail, once; 1 is the next, 0
 * cancels. tcn_mem_fail_fired() says whether it has happened since.
 */
void tcn_mem_fail_at(uint64_t nth);
bool tcn_mem_fail_fired(void);

#endif
