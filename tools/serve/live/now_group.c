#include "tools/serve/live/now_group.h"

#include <stdbool.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/map.h"
#include "engine/base/mem.h"

#define SHARED      3 /* terms */
#define TOGETHER_MS ((int64_t)48 * 3600 * 1000)
#define NOBODY      UINT32_MAX

/* A head that has a term, in the list of those that have it. */
struct posting {
	uint32_t head, next; /* next: a place in postings, or NOBODY */
};

/* The heads so far, and how they are found. */
struct heads {
	const struct tcn_now_row *const *rows;
	struct tcn_map terms; /* hash of a term -> its first posting */
	struct tcn_map ids, parents; /* hash of an id -> the first head that has
				      * it, that was split from it */
	struct posting *postings;
	uint32_t postings_n;
	uint8_t *shared; /* terms that a head shares with the row asked about */
};

static uint64_t
hash_id(const char *id)
{
	return XXH3_64bits(id, strlen(id));
}

/* The first head that map has for this id, or NOBODY. */
static uint32_t
find_id(const struct tcn_map *map, const char *id)
{
	const uint64_t *at = *id ? tcn_map_find(map, hash_id(id)) : NULL;

	return at ? (uint32_t)*at : NOBODY;
}

static void
keep_id(struct tcn_map *map, const char *id, uint32_t head)
{
	uint64_t *at;
	bool added;

	if (!*id)
		return;
	tcn_map_put(map, hash_id(id), &at, &added);
	if (added)
		*at = head;
}

static bool
is_near_in_time(const struct tcn_now_row *a, const struct tcn_now_row *b)
{
	int64_t apart_ms = a->fired_ms - b->fired_ms;

	return apart_ms <= TOGETHER_MS && apart_ms >= -TOGETHER_MS;
}

/* The first head that shares enough terms with the row, or NOBODY. */
static uint32_t
find_alike(struct heads *heads, const struct tcn_now_row *row)
{
	uint32_t best = NOBODY;

	for (int count = 1; count >= 0; count--) /* then back to 0 */
		for (size_t k = 0; k < row->terms_n; k++) {
			const uint64_t *first =
			    tcn_map_find(&heads->terms, row->terms[k]);
			uint32_t at = first ? (uint32_t)*first : NOBODY;

			for (; at != NOBODY; at = heads->postings[at].next) {
				uint32_t head = heads->postings[at].head;

				if (!count)
					heads->shared[head] = 0;
				else if (++heads->shared[head] == SHARED &&
				    head < best &&
				    is_near_in_time(row, heads->rows[head]))
					best = head;
			}
		}
	return best;
}

static uint32_t
least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* The head that row i belongs to; i: none. */
static uint32_t
find_head(struct heads *heads, uint32_t i)
{
	const struct tcn_now_row *row = heads->rows[i];
	uint32_t head = find_alike(heads, row);

	head = least(head, find_id(&heads->ids, row->split_from));
	head = least(head, find_id(&heads->parents, row->split_from));
	head = least(head, find_id(&heads->parents, row->event));
	return head == NOBODY ? i : head;
}

static void
find_heads(struct heads *heads, size_t n, uint32_t *head)
{
	heads->postings =
	    tcn_mem_alloc((n * TCN_NOW_TERMS + 1) * sizeof *heads->postings);
	heads->shared = tcn_mem_calloc(n + 1, sizeof *heads->shared);
	for (uint32_t i = 0; i < n; i++) {
		head[i] = find_head(heads, i);
		if (head[i] == i) {
			/* The row is a head: it can be found from now on. */
			const struct tcn_now_row *row = heads->rows[i];
			uint64_t *first;
			bool added;

			keep_id(&heads->ids, row->event, i);
			keep_id(&heads->parents, row->split_from, i);
			for (size_t k = 0; k < row->terms_n; k++) {
				tcn_map_put(&heads->terms, row->terms[k],
				    &first, &added);
				heads->postings[heads->postings_n] =
				    (struct posting){
					    .head = i,
					    .next = added ? NOBODY
							  : (uint32_t)*first,
				    };
				*first = heads->postings_n++;
			}
		}
	}
	tcn_mem_free(heads->postings);
	tcn_mem_free(heads->shared);
	tcn_map_fini(&heads->terms);
	tcn_map_fini(&heads->ids);
	tcn_map_fini(&heads->parents);
}

/* Puts each head, then its members, in the order of rank: next[i] is the row of
 * the group that follows i, 0 at its end, as no head follows; last[i] the last
 * one of the group of head i. */
static void
put_in_order(const uint32_t *head, size_t n, uint32_t *next, uint32_t *last,
    uint32_t *order)
{
	size_t at = 0;

	for (uint32_t i = 0; i < n; i++) {
		next[i] = 0;
		last[i] = i;
		if (head[i] != i) {
			next[last[head[i]]] = i;
			last[head[i]] = i;
		}
	}
	for (uint32_t i = 0; i < n; i++) {
		if (head[i] != i)
			continue;
		order[at++] = i;
		for (uint32_t k = next[i]; k; k = next[k])
			order[at++] = k;
	}
}

void
tcn_now_group(const struct tcn_now_row *const *rows, size_t n, uint32_t *order,
    uint32_t *head)
{
	struct heads heads = { .rows = rows };
	uint32_t *next = tcn_mem_alloc((2 * n + 1) * sizeof *next);

	find_heads(&heads, n, head);
	put_in_order(head, n, next, next + n, order);
	tcn_mem_free(next);
}
