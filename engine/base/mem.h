/*
 * engine/base/mem.h - the allocator that all memory comes from.
 *
 * All heap memory of the program, and that of the libraries that take hooks,
 * comes from here. Nothing here fails: when the system refuses memory, the
 * process says so in one line and ends. The store holds all that was
 * acknowledged, whenever the process ends, so a restarted process goes on where
 * the last one ended. Input whose size others choose (a line, a page, a query,
 * a saved state) is limited before memory is allocated for it.
 *
 * One counter measures the memory. Thread safe: the counters are relaxed
 * atomics, exact once the threads that allocate have been joined.
 */
#ifndef TCN_ENGINE_BASE_MEM_H
#define TCN_ENGINE_BASE_MEM_H

#include <stddef.h>
#include <stdint.h>

/* The exit status of a process that ran out of memory. */
#define TCN_MEM_EXIT 4

/*
 * As their namesakes in <stdlib.h>, but they never return NULL, not even for n
 * == 0. tcn_mem_free() frees the result, and accepts NULL.
 */
void *tcn_mem_alloc(size_t n);
void *tcn_mem_calloc(size_t n, size_t size);
void *tcn_mem_realloc(void *p, size_t n);
void tcn_mem_free(void *p);

/* A heap copy of n bytes with a NUL behind them. */
char *tcn_mem_dupz(const void *bytes, size_t n);

/*
 * Makes room for `need` elements of `size` bytes (> 0) in a growing array p of
 * *cap elements, NULL at first. Returns p, or where it has moved to, with *cap
 * raised by at least half (an eighth beyond a mebibyte). Geometric growth makes
 * appending n elements one by one cost O(n) in all.
 */
void *tcn_mem_grow(void *p, size_t *cap, size_t need, size_t size);

/*
 * Reports on standard error that memory ran out and ends the process at once
 * with TCN_MEM_EXIT: for when a library could not allocate.
 */
_Noreturn void tcn_mem_end(void);

/* Returns p, the result of a library's allocation; ends the process when it is
 * NULL. */
void *tcn_mem_must(void *p);

/* Returns free memory to the system; worth its cost only after work that
 * needed much more than what follows. */
void tcn_mem_trim(void);

/* Bytes that are allocated now, and their peak since the process began. Both
 * count what malloc() rounds up to. */
size_t tcn_mem_live_bytes(void);
size_t tcn_mem_peak_bytes(void);

/* For tests: makes the nth allocation from now end the process; 1 is the next,
 * 0 cancels. */
void tcn_mem_fail_at(uint64_t nth);

#endif
