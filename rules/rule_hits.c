#include "rules/rule_hits.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/str.h"

struct tcn_rule_hits_item {
	uint64_t seq;
	int64_t ts_ms;
	size_t first; /* its keys' place in the queue of keys */
	size_t n;
};

void
tcn_rule_hits_init(struct tcn_rule_hits *hits, size_t keys_max)
{
	*hits = (struct tcn_rule_hits){ .keys_max = keys_max };
}

void
tcn_rule_hits_fini(struct tcn_rule_hits *hits)
{
	tcn_mem_free(hits->items);
	tcn_mem_free(hits->keys);
	tcn_mem_free(hits->gone);
}

/* The queues begin at the front of their arrays again once half is unused. */
static void
compact_queues(struct tcn_rule_hits *hits)
{
	if (hits->items_at * 2 > hits->items_n) {
		hits->items_n -= hits->items_at;
		memmove(hits->items, hits->items + hits->items_at,
		    hits->items_n * sizeof *hits->items);
		hits->items_at = 0;
	}
	if (hits->keys_at * 2 <= hits->keys_n)
		return;
	hits->keys_n -= hits->keys_at;
	memmove(hits->keys, hits->keys + hits->keys_at,
	    hits->keys_n * sizeof *hits->keys);
	for (size_t i = hits->items_at; i < hits->items_n; i++)
		hits->items[i].first -= hits->keys_at;
	hits->keys_at = 0;
}

static enum tcn_rc
forget_oldest(struct tcn_rule_hits *hits)
{
	const struct tcn_rule_hits_item *item = &hits->items[hits->items_at];

	if (item->seq <= hits->saved) {
		uint64_t *gone = tcn_mem_grow(hits->gone, &hits->gone_cap,
		    hits->gone_n + 1, sizeof *gone);

		if (!gone)
			return TCN_NOMEM;
		hits->gone = gone;
		gone[hits->gone_n++] = item->seq;
	}
	hits->items_at++;
	hits->keys_at = item->first + item->n;
	compact_queues(hits);
	return TCN_OK;
}

static enum tcn_rc
make_room(struct tcn_rule_hits *hits, size_t n)
{
	struct tcn_rule_hits_item *items;
	uint64_t *keys;
	enum tcn_rc rc = TCN_OK;

	while (!rc && hits->items_at < hits->items_n &&
	    hits->keys_n - hits->keys_at + n > hits->keys_max) {
		rc = forget_oldest(hits);
		hits->evicted += !rc;
	}
	if (rc)
		return rc;
	items = tcn_mem_grow(hits->items, &hits->items_cap, hits->items_n + 1,
	    sizeof *items);
	if (!items)
		return TCN_NOMEM;
	hits->items = items;
	keys = tcn_mem_grow(hits->keys, &hits->keys_cap, hits->keys_n + n,
	    sizeof *keys);
	if (!keys)
		return TCN_NOMEM;
	hits->keys = keys;
	return TCN_OK;
}

static int
by_value(const void *a, const void *b)
{
	uint64_t x, y;

	memcpy(&x, a, sizeof x);
	memcpy(&y, b, sizeof y);
	return (x > y) - (x < y);
}

/* Of each item they ascend, to be found in. */
static void
sort_keys(uint64_t *keys, size_t n)
{
	if (n > 1)
		qsort(keys, n, sizeof *keys, by_value);
}

enum tcn_rc
tcn_rule_hits_add(struct tcn_rule_hits *hits, uint64_t seq, int64_t ts_ms,
    const uint64_t *keys, size_t n)
{
	if (n > hits->keys_max)
		n = hits->keys_max;
	if (make_room(hits, n))
		return TCN_NOMEM;
	memcpy(hits->keys + hits->keys_n, keys, n * sizeof *keys);
	sort_keys(hits->keys + hits->keys_n, n);
	hits->items[hits->items_n++] =
	    (struct tcn_rule_hits_item){ seq, ts_ms, hits->keys_n, n };
	hits->keys_n += n;
	return TCN_OK;
}

static bool
has_key(const uint64_t *keys, size_t n, uint64_t key)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (keys[mid] < key)
			low = mid + 1;
		else
			high = mid;
	}
	return low < n && keys[low] == key;
}

bool
tcn_rule_hits_has(const struct tcn_rule_hits *hits, uint64_t seq, uint64_t key)
{
	size_t low = hits->items_at, high = hits->items_n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (hits->items[mid].seq < seq)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == hits->items_n || hits->items[low].seq != seq)
		return false;
	return has_key(hits->keys + hits->items[low].first, hits->items[low].n,
	    key);
}

enum tcn_rc
tcn_rule_hits_expire(struct tcn_rule_hits *hits, int64_t before_ms)
{
	enum tcn_rc rc = TCN_OK;

	while (!rc && hits->items_at < hits->items_n &&
	    hits->items[hits->items_at].ts_ms <= before_ms)
		rc = forget_oldest(hits);
	return rc;
}

static enum tcn_rc
save_item(const struct tcn_rule_hits *hits,
    const struct tcn_rule_hits_item *item, uint32_t kind, struct tcn_buf *bytes,
    tcn_state_fn *sink, void *ctx)
{
	struct tcn_state_row row = { .kind = kind, .id = item->seq };

	tcn_buf_clear(bytes);
	tcn_buf_add(bytes, &item->ts_ms, sizeof item->ts_ms);
	tcn_buf_add(bytes, hits->keys + item->first,
	    item->n * sizeof *hits->keys);
	row.bytes = bytes->at;
	row.n = bytes->n;
	return bytes->failed ? TCN_NOMEM : sink(ctx, &row);
}

enum tcn_rc
tcn_rule_hits_save(struct tcn_rule_hits *hits, uint32_t kind,
    tcn_state_fn *sink, void *ctx)
{
	struct tcn_buf bytes = { 0 };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < hits->gone_n && !rc; i++) {
		struct tcn_state_row row = { .kind = kind,
			.id = hits->gone[i] };

		rc = sink(ctx, &row);
	}
	for (size_t i = hits->items_n; i > hits->items_at && !rc; i--) {
		if (hits->items[i - 1].seq <= hits->saved)
			break;
		rc = save_item(hits, &hits->items[i - 1], kind, &bytes, sink,
		    ctx);
	}
	tcn_buf_fini(&bytes);
	if (rc)
		return rc;
	hits->gone_n = 0;
	if (hits->items_n > hits->items_at)
		hits->saved = hits->items[hits->items_n - 1].seq;
	return TCN_OK;
}

enum tcn_rc
tcn_rule_hits_restore(struct tcn_rule_hits *hits,
    const struct tcn_state_row *row)
{
	const char *bytes = row->bytes;
	struct tcn_rule_hits_item item = { .seq = row->id };
	enum tcn_rc rc;

	if (row->n <= sizeof item.ts_ms || row->n % sizeof(uint64_t) != 0 ||
	    (hits->items_n && hits->items[hits->items_n - 1].seq >= row->id))
		return TCN_CORRUPT;
	item.n = row->n / sizeof(uint64_t) - 1;
	rc = make_room(hits, item.n);
	if (rc)
		return rc;
	memcpy(&item.ts_ms, bytes, sizeof item.ts_ms);
	item.first = hits->keys_n;
	memcpy(hits->keys + hits->keys_n, bytes + sizeof item.ts_ms,
	    item.n * sizeof *hits->keys);
	sort_keys(hits->keys + hits->keys_n, item.n);
	hits->keys_n += item.n;
	hits->items[hits->items_n++] = item;
	hits->saved = row->id;
	return TCN_OK;
}
