#include "tests/window/keys/keys_model.h"

#include <stdlib.h>
#include <string.h>

void
model_fini(struct model *model)
{
	free(model->at);
	model->at = NULL;
	model->n = model->cap = 0;
}

void
model_insert(struct model *model, const struct model_item *item)
{
	if (item->item.ts_ms <= model->edge_ms)
		return;
	if (model->n == model->cap) {
		model->cap = model->cap ? model->cap * 2 : 64;
		model->at = realloc(model->at, model->cap * sizeof *model->at);
	}
	model->at[model->n++] = *item;
}

void
model_expire(struct model *model, int64_t now_ms)
{
	int64_t edge_ms = now_ms - model->conf.horizon_ms;
	size_t n = 0;

	if (edge_ms > model->edge_ms)
		model->edge_ms = edge_ms;
	for (size_t i = 0; i < model->n; i++)
		if (model->at[i].item.ts_ms > model->edge_ms)
			model->at[n++] = model->at[i];
	model->n = n;
}

/* One look-up: the records of the span, each by its earliest sighting. */
struct pass {
	const struct model *model;
	const struct tcn_keys_set *set;
	int64_t from_ms, to_ms;
	const struct model_item **records;
	size_t n;
	uint64_t limit;
	struct verdict {
		uint64_t key; /* + 1 */
		bool common;
	} known[1024]; /* by key: what was found out already */
};

static int64_t
bucket_of(const struct model *model, const struct model_item *item)
{
	int64_t over = item->item.ts_ms % model->conf.bucket_ms;

	if (over < 0)
		over += model->conf.bucket_ms;
	return item->item.ts_ms - over;
}

static bool
same_record(const struct model *model, const struct model_item *a,
    const struct model_item *b)
{
	return bucket_of(model, a) == bucket_of(model, b) &&
	    a->item.set.n == b->item.set.n &&
	    a->item.set.cut == b->item.set.cut &&
	    memcmp(a->keys, b->keys, a->item.set.n * sizeof *a->keys) == 0;
}

/* The record of an item, among those there are; n when it is a new one. */
static size_t
record_of(const struct pass *pass, const struct model_item *item)
{
	size_t i = 0;

	while (i < pass->n && !same_record(pass->model, pass->records[i], item))
		i++;
	return i;
}

static bool
is_earlier(const struct model_item *a, const struct model_item *b)
{
	return a->item.ts_ms != b->item.ts_ms ? a->item.ts_ms < b->item.ts_ms
					      : a->item.seq < b->item.seq;
}

static void
add_items(struct pass *pass, int64_t from_ms, int64_t to_ms, bool whole)
{
	pass->n = 0;
	for (size_t i = 0; i < pass->model->n; i++) {
		const struct model_item *item = &pass->model->at[i];
		int64_t ts_ms =
		    whole ? bucket_of(pass->model, item) : item->item.ts_ms;
		size_t at;

		if (ts_ms <= from_ms || ts_ms > to_ms)
			continue;
		at = record_of(pass, item);
		if (at == pass->n)
			pass->records[pass->n++] = item;
		else if (is_earlier(item, pass->records[at]))
			pass->records[at] = item;
	}
}

static bool
has_key(const struct tcn_keys_set *set, const uint32_t *at, uint32_t key)
{
	for (size_t i = 0; i < set->n; i++)
		if (at[i] == key)
			return true;
	return false;
}

static bool
is_new_origin(const struct pass *pass, uint32_t key, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (has_key(&pass->records[i]->item.set, pass->records[i]->keys,
			key) &&
		    pass->records[i]->item.origin ==
			pass->records[n]->item.origin)
			return false;
	return true;
}

static bool
find_common(const struct pass *pass, uint32_t key)
{
	uint64_t records = 0, origins = 0;

	for (size_t i = 0; i < pass->n; i++) {
		if (!has_key(&pass->records[i]->item.set,
			pass->records[i]->keys, key))
			continue;
		records++;
		origins += is_new_origin(pass, key, i);
	}
	return records > pass->model->conf.heavy || origins > pass->limit;
}

static bool
is_common(struct pass *pass, uint32_t key)
{
	struct verdict *verdict = &pass->known[key % 1024];

	if (verdict->key != (uint64_t)key + 1)
		*verdict = (struct verdict){ (uint64_t)key + 1,
			find_common(pass, key) };
	return verdict->common;
}

static struct tcn_keys_hit
hit_of(struct pass *pass, const struct model_item *record)
{
	const struct tcn_keys_set *mine = pass->set;
	const struct tcn_keys_set *theirs = &record->item.set;
	uint32_t top = UINT32_MAX;
	struct tcn_keys_hit hit = {
		.seq = record->item.seq,
		.ts_ms = record->item.ts_ms,
		.publisher = record->item.publisher,
		.origin = record->item.origin,
	};

	if (mine->cut)
		top = mine->at[mine->n - 1];
	if (theirs->cut && record->keys[theirs->n - 1] < top)
		top = record->keys[theirs->n - 1];
	for (size_t i = 0; i < mine->n && mine->at[i] <= top; i++) {
		if (is_common(pass, mine->at[i]))
			continue;
		hit.mine++;
		hit.shared += has_key(theirs, record->keys, mine->at[i]);
	}
	for (size_t i = 0; i < theirs->n && record->keys[i] <= top; i++)
		hit.theirs += !is_common(pass, record->keys[i]);
	return hit;
}

static int
compare(const void *left, const void *right)
{
	const struct tcn_keys_hit *a = left, *b = right;

	if (a->shared != b->shared)
		return a->shared > b->shared ? -1 : 1;
	if (a->ts_ms != b->ts_ms)
		return a->ts_ms < b->ts_ms ? -1 : 1;
	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

static size_t
expect(struct pass *pass, uint32_t least, struct tcn_keys_hit *hits)
{
	const struct tcn_keys_conf *conf = &pass->model->conf;
	size_t n = 0;

	add_items(pass, pass->from_ms, INT64_MAX, true);
	pass->limit = pass->n / conf->share;
	if (pass->limit < conf->common)
		pass->limit = conf->common;
	add_items(pass, pass->from_ms, pass->to_ms, false);
	for (size_t i = 0; i < pass->n; i++) {
		hits[n] = hit_of(pass, pass->records[i]);
		n += hits[n].shared >= least;
	}
	if (n)
		qsort(hits, n, sizeof *hits, compare);
	return n;
}

/* Check writes each assertion to a file: those of equal hits are not made. */
static void
same_hit(const struct tcn_keys_hit *a, const struct tcn_keys_hit *b)
{
	if (memcmp(a, b, sizeof *a) == 0)
		return;
	ck_assert_uint_eq(a->seq, b->seq);
	ck_assert_int_eq(a->ts_ms, b->ts_ms);
	ck_assert_uint_eq(a->publisher, b->publisher);
	ck_assert_uint_eq(a->origin, b->origin);
	ck_assert_uint_eq(a->shared, b->shared);
	ck_assert_uint_eq(a->mine, b->mine);
	ck_assert_uint_eq(a->theirs, b->theirs);
}

void
model_compare(const struct model *model, struct tcn_keys *keys,
    const struct tcn_keys_set *set, uint32_t least, int64_t from_ms,
    int64_t to_ms)
{
	struct tcn_keys_hit *want = calloc(model->n + 1, sizeof *want);
	struct pass pass = {
		.model = model,
		.set = set,
		.from_ms = from_ms > model->edge_ms ? from_ms : model->edge_ms,
		.to_ms = to_ms,
		.records = calloc(model->n + 1, sizeof *pass.records),
	};
	size_t n = expect(&pass, least, want);
	struct tcn_keys_hits hits = { 0 };

	tcn_keys_find(keys, set, least, from_ms, to_ms, &hits);
	ck_assert_uint_eq(hits.n, n);
	for (size_t i = 0; i < n; i++)
		same_hit(&hits.at[i], &want[i]);
	tcn_keys_hits_fini(&hits);
	free(pass.records);
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

static int
compare_keys(const void *left, const void *right)
{
	const uint32_t *a = left, *b = right;

	return *a < *b ? -1 : *a > *b;
}

void
model_set(struct model_item *item, size_t n, bool cut)
{
	size_t distinct = 0;

	qsort(item->keys, n, sizeof *item->keys, compare_keys);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || item->keys[i] != item->keys[distinct - 1])
			item->keys[distinct++] = item->keys[i];
	item->item.set = (struct tcn_keys_set){ item->keys, distinct, cut };
}

/* Sentences of one of a few texts of 40, and foreign ones. */
static size_t
cut_text(uint64_t *state, uint32_t *keys)
{
	uint32_t text = (uint32_t)(next_random(state) % 6) * 1000;
	size_t first = next_random(state) % 40;
	size_t n = 1 + next_random(state) % (40 - first);
	size_t foreign = next_random(state) % 3 * 5;

	for (size_t i = 0; i < n; i++)
		keys[i] = text + (uint32_t)(first + i) * 7919 % 1000;
	for (size_t i = 0; i < foreign; i++)
		keys[n++] = (uint32_t)next_random(state);
	return n;
}

void
shape_next(enum shape shape, uint64_t *state, struct model_item *item)
{
	size_t n = shape == SHAPE_EQUAL ? 9 : 1 + next_random(state) % 20;
	uint64_t range = shape == SHAPE_FEW ? 150 : 9000;

	for (size_t i = 0; i < n; i++)
		item->keys[i] = shape == SHAPE_EQUAL
		    ? (uint32_t)i * 977
		    : (uint32_t)(next_random(state) % range);
	if (shape == SHAPE_CUT)
		n = cut_text(state, item->keys);
	else if (shape == SHAPE_ONE)
		item->keys[0] = 5;
	model_set(item, n, shape != SHAPE_EQUAL && next_random(state) % 3 == 0);
}
