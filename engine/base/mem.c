#include "engine/base/mem.h"

#include <assert.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* From about this size on realloc() moves arrays by remapping their pages, not
 * by copying, so growth in small steps is cheap. */
#define LARGE_BYTES ((size_t)1 << 20)

static atomic_size_t live_bytes;
static atomic_size_t peak_bytes;
static atomic_uint_fast64_t fail_in; /* the nth from now; 0: none */

/* Whether this allocation is the one that a test wants to fail. */
static bool
must_fail(void)
{
	return atomic_load_explicit(&fail_in, memory_order_relaxed) != 0 &&
	    atomic_fetch_sub_explicit(&fail_in, 1, memory_order_relaxed) == 1;
}

/* Nothing here may allocate. */
_Noreturn void
tcn_mem_end(void)
{
	static const char line[] = "tocsin: out of memory\n";

	if (write(STDERR_FILENO, line, sizeof line - 1) < 0)
		_exit(TCN_MEM_EXIT);
	_exit(TCN_MEM_EXIT);
}

void *
tcn_mem_must(void *p)
{
	if (!p)
		tcn_mem_end();
	return p;
}

static void
count_up(const void *p)
{
	size_t n = malloc_usable_size((void *)(uintptr_t)p);
	size_t now =
	    n + atomic_fetch_add_explicit(&live_bytes, n, memory_order_relaxed);
	size_t peak = atomic_load_explicit(&peak_bytes, memory_order_relaxed);

	while (now > peak &&
	    !atomic_compare_exchange_weak_explicit(&peak_bytes, &peak, now,
		memory_order_relaxed, memory_order_relaxed))
		;
}

static void
count_down(size_t n)
{
	atomic_fetch_sub_explicit(&live_bytes, n, memory_order_relaxed);
}

void *
tcn_mem_alloc(size_t n)
{
	void *p = tcn_mem_must(must_fail() ? NULL : malloc(n ? n : 1));

	count_up(p);
	return p;
}

void *
tcn_mem_calloc(size_t n, size_t size)
{
	void *p = must_fail() ? NULL : calloc(n ? n : 1, size ? size : 1);

	tcn_mem_must(p);
	count_up(p);
	return p;
}

void *
tcn_mem_realloc(void *p, size_t n)
{
	size_t old = p ? malloc_usable_size(p) : 0;
	void *moved = tcn_mem_must(must_fail() ? NULL : realloc(p, n ? n : 1));

	count_down(old);
	count_up(moved);
	return moved;
}

void
tcn_mem_free(void *p)
{
	if (!p)
		return;
	count_down(malloc_usable_size(p));
	free(p);
}

char *
tcn_mem_dupz(const void *bytes, size_t n)
{
	char *copy = tcn_mem_alloc(n + 1);

	assert(bytes || !n);
	if (n)
		memcpy(copy, bytes, n);
	copy[n] = '\0';
	return copy;
}

void *
tcn_mem_grow(void *p, size_t *cap, size_t need, size_t size)
{
	bool large;
	size_t want;

	assert(size > 0);
	if (need <= *cap && p)
		return p;
	large = *cap > LARGE_BYTES / size;
	want = *cap + *cap / (large ? 8 : 2);
	if (want < need)
		want = need;
	if (want < 8)
		want = 8;
	if (want > SIZE_MAX / size)
		tcn_mem_end();
	*cap = want;
	return tcn_mem_realloc(p, want * size);
}

void
tcn_mem_trim(void)
{
	malloc_trim(0);
}

size_t
tcn_mem_live_bytes(void)
{
	return atomic_load_explicit(&live_bytes, memory_order_relaxed);
}

size_t
tcn_mem_peak_bytes(void)
{
	return atomic_load_explicit(&peak_bytes, memory_order_relaxed);
}

void
tcn_mem_fail_at(uint64_t nth)
{
	atomic_store_explicit(&fail_in, nth, memory_order_relaxed);
}
