#include "tools/live/now_group.h"

#include <stdbool.h>
#include <string.h>

#include "engine/base/mem.h"

#define SHARED      3 /* terms */
#define TOGETHER_MS ((int64_t)48 * 3600 * 1000)

static uint64_t
signature(const struct tcn_now_row *row)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < row->terms_n; i++)
		bits |= UINT64_C(1) << (row->terms[i] & 63);
	return bits;
}

static unsigned
count_shared(const struct tcn_now_row *a, const struct tcn_now_row *b)
{
	unsigned n = 0;

	for (size_t i = 0; i < a->terms_n; i++)
		for (size_t j = 0; j < b->terms_n; j++)
			n += a->terms[i] == b->terms[j];
	return n;
}

static bool
is_split(const struct tcn_now_row *a, const struct tcn_now_row *b)
{
	return strcmp(a->split_from, b->event) == 0 ||
	    strcmp(b->split_from, a->event) == 0 ||
	    (a->split_from[0] && strcmp(a->split_from, b->split_from) == 0);
}

static bool
is_near(const struct tcn_now_row *a, const struct tcn_now_row *b)
{
	int64_t apart_ms = a->fired_ms - b->fired_ms;

	return apart_ms <= TOGETHER_MS && apart_ms >= -TOGETHER_MS &&
	    count_shared(a, b) >= SHARED;
}

/* The head that row i belongs to, of the first n of heads; i: none. Equal terms
 * set equal bits, so that a pair with few bits in common shares few terms: but
 * two terms may share a bit, and then one bit stands for several. */
static uint32_t
find_head(const struct tcn_now_row *const *rows, const uint64_t *bits,
    const uint32_t *heads, size_t n, uint32_t i)
{
	for (size_t k = 0; k < n; k++) {
		const struct tcn_now_row *head = rows[heads[k]];

		if (((bits[i] & bits[heads[k]]) && is_near(rows[i], head)) ||
		    is_split(rows[i], head))
			return heads[k];
	}
	return i;
}

/* Puts each head, then its members, in the order of rank: next[i] is the row of
 * the group that follows i, 0 at its end, as no head follows. */
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
	for (uint32_t i = 0; i < n; i++)
		if (head[i] == i)
			for (uint32_t k = i;; k = next[k]) {
				order[at++] = k;
				if (!next[k])
					break;
			}
}

enum tcn_rc
tcn_now_group(const struct tcn_now_row *const *rows, size_t n, uint32_t *order,
    uint32_t *head)
{
	uint64_t *bits = tcn_mem_alloc((n + 1) * sizeof *bits);
	uint32_t *heads = tcn_mem_alloc((n + 1) * sizeof *heads);
	uint32_t *next = tcn_mem_alloc((n + 1) * sizeof *next);
	size_t heads_n = 0;

	if (bits && heads && next) {
		for (uint32_t i = 0; i < n; i++) {
			bits[i] = signature(rows[i]);
			head[i] = find_head(rows, bits, heads, heads_n, i);
			if (head[i] == i)
				heads[heads_n++] = i;
		}
		put_in_order(head, n, next, heads, order);
	}
	tcn_mem_free(heads);
	tcn_mem_free(next);
	tcn_mem_free(bits);
	return bits && heads && next ? TCN_OK : TCN_NOMEM;
}
