/*
 * sql/db_memory.c - the memory of SQLite comes from engine/base/mem.h.
 *
 * A row that is written takes some ten allocations, nearly all of them small
 * and free again with the statement. SQLite has a pool for these (lookaside),
 * but distributions build it without. So small blocks that are freed are kept
 * here, by their size, for the next that asks: a stack for each size and each
 * thread. What a thread keeps is bounded, is counted as in use, and is given
 * back when it closes a store and when it ends.
 */
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "engine/base/mem.h"
#include "sql/db.h"

#define STEP  64 /* sizes are multiples of it ... */
#define SIZES 20 /* ... up to this many; larger blocks are not kept */
#define KEPT  48 /* blocks of one size at most: some 600 KiB in all */

/* Before each block; SQLite wants what follows at a multiple of 8 bytes. */
struct head {
	uint32_t size; /* index of its stack; SIZES: it is not kept */
	uint32_t room; /* bytes behind this */
};

_Static_assert(sizeof(struct head) == 8, "what follows is aligned");

/* A block that is kept. */
struct spare {
	struct spare *next;
};

struct stacks {
	struct spare *top[SIZES];
	uint32_t n[SIZES];
	bool is_known; /* to the key below */
};

static _Thread_local struct stacks stacks;
static pthread_key_t at_end; /* of a thread that keeps blocks */

static struct head *
head_of(void *p)
{
	return (struct head *)((char *)p - sizeof(struct head));
}

static void *
pool_malloc(int n)
{
	size_t size = ((size_t)n + sizeof(struct head) - 1) / STEP;
	size_t room =
	    size < SIZES ? (size + 1) * STEP - sizeof(struct head) : (size_t)n;
	struct head *head;

	if (size < SIZES && stacks.top[size]) {
		struct spare *spare = stacks.top[size];

		stacks.top[size] = spare->next;
		stacks.n[size]--;
		return spare;
	}
	head = tcn_mem_alloc(sizeof *head + room);
	head->size = size < SIZES ? (uint32_t)size : SIZES;
	head->room = (uint32_t)room;
	return head + 1;
}

static void
pool_free(void *p)
{
	struct head *head = head_of(p);
	struct spare *spare = p;

	if (head->size == SIZES || stacks.n[head->size] == KEPT) {
		tcn_mem_free(head);
		return;
	}
	if (!stacks.is_known)
		stacks.is_known = !pthread_setspecific(at_end, &stacks);
	spare->next = stacks.top[head->size];
	stacks.top[head->size] = spare;
	stacks.n[head->size]++;
}

/* SQLite grows what it needs more of, and hardly ever asks for less. */
static void *
pool_realloc(void *p, int n)
{
	struct head *head = head_of(p);
	void *moved;

	if (head->room >= (size_t)n && head->size < SIZES)
		return p;
	if (head->size == SIZES && (size_t)n > SIZES * STEP) {
		head = tcn_mem_realloc(head, sizeof *head + (size_t)n);
		head->room = (uint32_t)n;
		return head + 1;
	}
	moved = pool_malloc(n);
	memcpy(moved, p, head->room < (size_t)n ? head->room : (size_t)n);
	pool_free(p);
	return moved;
}

static int
pool_size(void *p)
{
	return p ? (int)head_of(p)->room : 0;
}

static int
pool_roundup(int n)
{
	return (n + 7) & ~7;
}

static int
pool_init(void *unused)
{
	(void)unused;
	return SQLITE_OK;
}

static void
pool_shutdown(void *unused)
{
	(void)unused;
}

static void
release(void *of)
{
	struct stacks *kept = of;

	for (size_t size = 0; size < SIZES; size++) {
		while (kept->top[size]) {
			struct spare *spare = kept->top[size];

			kept->top[size] = spare->next;
			tcn_mem_free(head_of(spare));
		}
		kept->n[size] = 0;
	}
}

void
tcn_db_memory_release(void)
{
	release(&stacks);
}

/*
 * Sets the allocator, which works only before SQLite is initialized. After that
 * nothing breaks, but SQLite's memory is not counted.
 */
void
tcn_db_memory_configure(void)
{
	static const sqlite3_mem_methods methods = { pool_malloc, pool_free,
		pool_realloc, pool_size, pool_roundup, pool_init, pool_shutdown,
		NULL };

	if (pthread_key_create(&at_end, release))
		return;
	sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
