#include "tests/window/near/near_model.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"

struct tcn_near *
new_near(enum tcn_near_plan_kind plan, int64_t horizon_ms, size_t cap_bytes)
{
	struct tcn_near_conf conf = {
		.plan = plan,
		.horizon_ms = horizon_ms,
		.cap_bytes = cap_bytes,
	};
	struct tcn_near *near;

	near = tcn_near_new(&conf);
	return near;
}

void
model_fini(struct model *model)
{
	free(model->at);
	*model = (struct model){ 0 };
}

void
model_insert(struct model *model, const struct tcn_near_item *item)
{
	if (item->ts_ms <= model->edge_ms)
		return;
	if (model->n == model->cap) {
		model->cap = model->cap ? model->cap * 2 : 64;
		model->at = realloc(model->at, model->cap * sizeof *model->at);
	}
	model->at[model->n++] = *item;
}

void
model_expire(struct model *model, int64_t edge_ms)
{
	size_t n = 0;

	if (edge_ms > model->edge_ms)
		model->edge_ms = edge_ms;
	for (size_t i = 0; i < model->n; i++)
		if (model->at[i].ts_ms > model->edge_ms)
			model->at[n++] = model->at[i];
	model->n = n;
}

static int
compare(const void *left, const void *right)
{
	const struct tcn_near_hit *a = left, *b = right;

	if (a->distance != b->distance)
		return (int)a->distance - (int)b->distance;
	if (a->ts_ms != b->ts_ms)
		return a->ts_ms < b->ts_ms ? -1 : 1;
	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

static size_t
expect(const struct model *model, uint64_t fingerprint, unsigned radius,
    int64_t from_ms, int64_t to_ms, struct tcn_near_hit *hits)
{
	size_t n = 0;

	for (size_t i = 0; i < model->n; i++) {
		const struct tcn_near_item *item = &model->at[i];
		int d = __builtin_popcountll(item->fingerprint ^ fingerprint);

		if (d > (int)radius || item->ts_ms <= from_ms ||
		    item->ts_ms > to_ms)
			continue;
		hits[n++] = (struct tcn_near_hit){
			.seq = item->seq,
			.ts_ms = item->ts_ms,
			.publisher = item->publisher,
			.origin = item->origin,
			.fingerprint = item->fingerprint,
			.distance = (uint8_t)d,
		};
	}
	if (n)
		qsort(hits, n, sizeof *hits, compare);
	return n;
}

static int
compare_numbers(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return *a < *b ? -1 : *a > *b;
}

static uint32_t
distinct(uint64_t *numbers, size_t n)
{
	uint32_t found = 0;

	if (n)
		qsort(numbers, n, sizeof *numbers, compare_numbers);
	for (size_t i = 0; i < n; i++)
		found += i == 0 || numbers[i] != numbers[i - 1];
	return found;
}

static void
compare_counts(const struct tcn_near_hit *hits, size_t n,
    const struct tcn_near_counts *counts)
{
	uint64_t *numbers = calloc(n + 1, sizeof *numbers);

	ck_assert_uint_eq(counts->items, n);
	for (size_t i = 0; i < n; i++)
		numbers[i] = hits[i].origin;
	ck_assert_uint_eq(counts->origins, distinct(numbers, n));
	for (size_t i = 0; i < n; i++)
		numbers[i] = hits[i].publisher;
	ck_assert_uint_eq(counts->publishers, distinct(numbers, n));
	free(numbers);
}

/* Check writes each assertion to a file: those of equal hits are not made. */
static void
same_hit(const struct tcn_near_hit *a, const struct tcn_near_hit *b)
{
	if (a->seq == b->seq && a->ts_ms == b->ts_ms &&
	    a->publisher == b->publisher && a->origin == b->origin &&
	    a->fingerprint == b->fingerprint && a->distance == b->distance)
		return;
	ck_assert_uint_eq(a->seq, b->seq);
	ck_assert_int_eq(a->ts_ms, b->ts_ms);
	ck_assert_uint_eq(a->publisher, b->publisher);
	ck_assert_uint_eq(a->origin, b->origin);
	ck_assert_uint_eq(a->fingerprint, b->fingerprint);
	ck_assert_uint_eq(a->distance, b->distance);
}

void
model_compare(const struct model *model, struct tcn_near *near,
    uint64_t fingerprint, unsigned radius, int64_t from_ms, int64_t to_ms)
{
	struct tcn_near_hit *want = calloc(model->n + 1, sizeof *want);
	size_t n = expect(model, fingerprint, radius, from_ms, to_ms, want);
	struct tcn_near_hits hits = { 0 };
	struct tcn_near_counts counts;
	struct tcn_near_hit nearest;
	bool found;

	tcn_near_find(near, fingerprint, radius, from_ms, to_ms, &hits);
	ck_assert_uint_eq(hits.n, n);
	for (size_t i = 0; i < n; i++)
		same_hit(&hits.at[i], &want[i]);
	tcn_near_count(near, fingerprint, radius, from_ms, to_ms, &counts);
	compare_counts(want, n, &counts);
	ck_assert_uint_eq(tcn_near_items(near, fingerprint, radius, from_ms,
			      to_ms),
	    n);
	found = tcn_near_nearest(near, fingerprint, radius, from_ms, to_ms,
	    &nearest);
	ck_assert_int_eq(found, n > 0);
	if (found)
		same_hit(&nearest, &want[0]);
	tcn_near_hits_fini(&hits);
	free(want);
}

uint64_t
next_random(uint64_t *state)
{
	uint64_t z = (*state += 0x9e3779b97f4a7c15u);

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static uint64_t
flip_some(uint64_t fingerprint, unsigned most, uint64_t *state)
{
	unsigned n = (unsigned)(next_random(state) % (most + 1));

	while (n--)
		fingerprint ^= (uint64_t)1 << (next_random(state) % 64);
	return fingerprint;
}

uint64_t
shape_next(enum shape shape, uint64_t *state, uint64_t previous)
{
	uint64_t r = next_random(state);

	switch (shape) {
	case SHAPE_CLUSTERED:
		return flip_some((r % 20) * 0x123456789abcdefu, 9, state);
	case SHAPE_EQUAL:
		return 0x0123456789abcdefu;
	case SHAPE_ONE_BLOCK:
		return (r & ~((uint64_t)0xffff << 32)) | (uint64_t)42 << 32;
	case SHAPE_ONE_BIT:
		return previous ^ (uint64_t)1 << (r % 64);
	case SHAPE_FAMILIES:
		return r % 5 ? r : flip_some(previous, 7, state);
	case SHAPE_RANDOM:
	case SHAPES:
		break;
	}
	return r;
}
