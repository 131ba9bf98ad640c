#include "engine/item/sketch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"

/* How many of the numbers, in ascending order, are at most top. */
static uint32_t
count_up_to(struct tcn_sketch sketch, uint32_t top)
{
	uint32_t from = 0, to = sketch.n;

	if (!sketch.n || sketch.at[sketch.n - 1] <= top)
		return sketch.n;
	while (from < to) {
		uint32_t middle = from + (to - from) / 2;

		if (sketch.at[middle] <= top)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

/* Leaves of both what can be compared. */
static void
cut_to_top(struct tcn_sketch *a, struct tcn_sketch *b)
{
	uint32_t top = UINT32_MAX;

	if (!a->n || !b->n) {
		a->n = b->n = 0;
		return;
	}
	if (a->full > a->n)
		top = a->at[a->n - 1];
	if (b->full > b->n && b->at[b->n - 1] < top)
		top = b->at[b->n - 1];
	a->n = count_up_to(*a, top);
	b->n = count_up_to(*b, top);
}

struct tcn_sketch_shared
tcn_sketch_compare(struct tcn_sketch a, struct tcn_sketch b)
{
	struct tcn_sketch_shared shared;
	uint32_t i = 0, j = 0;

	cut_to_top(&a, &b);
	shared = (struct tcn_sketch_shared){ .na = a.n, .nb = b.n };
	while (i < a.n && j < b.n) {
		uint32_t x = a.at[i], y = b.at[j];

		i += x <= y;
		j += y <= x;
		shared.m += x == y;
	}
	return shared;
}

double
tcn_sketch_jaccard(struct tcn_sketch_shared shared)
{
	uint32_t either = shared.na + shared.nb - shared.m;

	return either ? (double)shared.m / either : 0;
}

double
tcn_sketch_containment(struct tcn_sketch_shared shared)
{
	uint32_t less = shared.na < shared.nb ? shared.na : shared.nb;

	return less ? (double)shared.m / less : 0;
}

/* Whether m in common are enough. As both measures grow with m, there is a
 * least m that is. */
static bool
is_enough(struct tcn_sketch_shared shared, enum tcn_sketch_measure measure,
    double t)
{
	return (measure == TCN_SKETCH_JACCARD
		       ? tcn_sketch_jaccard(shared)
		       : tcn_sketch_containment(shared)) >= t;
}

/*
 * The least m with which the measure reaches t: m >= t (na + nb) / (1 + t), or
 * m >= t min(na, nb). The formula is rounded as the machine rounds it, so what
 * lies around it is asked of the measure itself, and both always agree.
 */
static uint32_t
least_shared(uint32_t na, uint32_t nb, enum tcn_sketch_measure measure,
    double t)
{
	struct tcn_sketch_shared shared = { .na = na, .nb = nb };
	double need = measure == TCN_SKETCH_JACCARD
	    ? t * ((double)na + nb) / (1 + t)
	    : t * (na < nb ? na : nb);

	shared.m = (uint32_t)need;
	while (shared.m > 0 && is_enough(shared, measure, t))
		shared.m--;
	while (shared.m < na + nb && !is_enough(shared, measure, t))
		shared.m++;
	return shared.m;
}

bool
tcn_sketch_is_near(struct tcn_sketch a, struct tcn_sketch b,
    enum tcn_sketch_measure measure, double t, uint32_t least)
{
	uint32_t i = 0, j = 0, m = 0, need, i_max, j_max;

	assert(t > 0 && t <= 1);
	cut_to_top(&a, &b);
	if (!a.n || !b.n)
		return false;
	need = least_shared(a.n, b.n, measure, t);
	if (need < least)
		need = least;
	if (need > a.n || need > b.n)
		return false;
	/* With m met, a has a.n - i left: enough as long as i - m, what of it
	 * was passed without a match, is at most a.n - need. */
	i_max = a.n - need;
	j_max = b.n - need;
	while (i - m <= i_max && j - m <= j_max) {
		uint32_t x = a.at[i], y = b.at[j];

		i += x <= y;
		j += y <= x;
		m += x == y;
		if (m >= need)
			return true;
	}
	return false;
}

size_t
tcn_sketch_encode(struct tcn_sketch sketch,
    unsigned char bytes[TCN_SKETCH_BYTES_MAX])
{
	assert(sketch.n <= TCN_SKETCH_MAX);
	for (uint32_t i = 0; i < sketch.n; i++)
		for (unsigned byte = 0; byte < 4; byte++)
			bytes[4 * i + byte] =
			    (unsigned char)(sketch.at[i] >> 8 * byte);
	return (size_t)4 * sketch.n;
}

enum tcn_rc
tcn_sketch_decode(const void *bytes, size_t n, uint64_t full,
    struct tcn_arena *arena, struct tcn_sketch *sketch)
{
	const unsigned char *p = bytes;
	uint32_t *at;

	*sketch = (struct tcn_sketch){ 0 };
	if (n % 4 || n > TCN_SKETCH_BYTES_MAX || full < n / 4 ||
	    full > UINT32_MAX)
		return TCN_CORRUPT;
	at = tcn_arena_alloc(arena, n);
	for (size_t i = 0; i < n / 4; i++, p += 4) {
		at[i] = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
		    (uint32_t)p[3] << 24;
		if (i && at[i] <= at[i - 1])
			return TCN_CORRUPT;
	}
	*sketch = (struct tcn_sketch){ at, (uint32_t)(n / 4), (uint32_t)full };
	return TCN_OK;
}

void
tcn_sketch_maker_fini(struct tcn_sketch_maker *maker)
{
	tcn_mem_free(maker->sentences);
	tcn_mem_free(maker->numbers);
}

static void
next_sentence(struct tcn_sketch_maker *maker)
{
	maker->hash = 0;
	maker->words = 0;
	if (!tcn_sentence_next(&maker->scan, &maker->sentence))
		maker->sentence = (struct tcn_str){ NULL, 0 };
	maker->behind = maker->sentence.at
	    ? maker->sentence.at + maker->sentence.n
	    : (const char *)UINTPTR_MAX;
}

void
tcn_sketch_maker_start(struct tcn_sketch_maker *maker, struct tcn_str text,
    const char *lang)
{
	maker->n = 0;
	tcn_sentence_scan(&maker->scan, text, lang);
	next_sentence(maker);
}

/* Keeps the sentence, if it has words enough. */
static void
keep_sentence(struct tcn_sketch_maker *maker)
{
	if (maker->words < maker->conf.least_words || !maker->words)
		return;
	maker->sentences = tcn_mem_grow(maker->sentences, &maker->cap,
	    maker->n + 1, sizeof *maker->sentences);
	maker->sentences[maker->n++] = (struct tcn_sketch_sentence){
		.number = (uint32_t)(maker->hash >> 32),
		.text = maker->sentence,
	};
}

/* The ids are hashes already; multiplying in between makes the order count. */
void
tcn_sketch_maker_word(struct tcn_sketch_maker *maker, const char *at,
    uint64_t id)
{
	while (at >= maker->behind) {
		keep_sentence(maker);
		next_sentence(maker);
	}
	maker->hash = (maker->hash ^ id) * UINT64_C(0x9e3779b97f4a7c15);
	maker->hash ^= maker->hash >> 29;
	maker->words++;
}

void
tcn_sketch_maker_finish(struct tcn_sketch_maker *maker, struct tcn_arena *arena,
    struct tcn_sketch *sketch)
{
	size_t n, kept;
	uint32_t *at;

	*sketch = (struct tcn_sketch){ 0 };
	keep_sentence(maker);
	if (maker->n < TCN_SKETCH_LEAST)
		return;
	maker->numbers = tcn_mem_grow(maker->numbers, &maker->numbers_cap,
	    maker->n, sizeof *maker->numbers);
	/* Sorts the numbers of the sentences and makes them distinct: n. */
	n = 0;
	for (size_t i = 0; i < maker->n; i++)
		maker->numbers[i] = maker->sentences[i].number;
	qsort(maker->numbers, maker->n, sizeof *maker->numbers,
	    tcn_compare_u32);
	for (size_t i = 0; i < maker->n; i++)
		if (!n || maker->numbers[i] != maker->numbers[n - 1])
			maker->numbers[n++] = maker->numbers[i];
	if (n < TCN_SKETCH_LEAST)
		return;
	kept = n < maker->conf.k ? n : maker->conf.k;
	at = tcn_arena_alloc(arena, kept * sizeof *at);
	memcpy(at, maker->numbers, kept * sizeof *at);
	*sketch = (struct tcn_sketch){ at, (uint32_t)kept, (uint32_t)n };
}
