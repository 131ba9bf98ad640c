#include "rules/met.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/str.h"

struct tcn_met_item {
	uint64_t seq;
	int64_t ts_ms;
	size_t first; /* its keys' place in the queue of keys */
	size_t n;
};

void
tcn_met_init(struct tcn_met *met, size_t keys_max)
{
	*met = (struct tcn_met){ .keys_max = keys_max };
}

void
tcn_met_fini(struct tcn_met *met)
{
	tcn_free(met->items);
	tcn_free(met->keys);
	tcn_free(met->gone);
}

/* The queues begin at the front of their arrays again once half is unused. */
static void
close_ranks(struct tcn_met *met)
{
	if (met->items_at * 2 > met->items_n) {
		met->items_n -= met->items_at;
		memmove(met->items, met->items + met->items_at,
		    met->items_n * sizeof *met->items);
		met->items_at = 0;
	}
	if (met->keys_at * 2 <= met->keys_n)
		return;
	met->keys_n -= met->keys_at;
	memmove(met->keys, met->keys + met->keys_at,
	    met->keys_n * sizeof *met->keys);
	for (size_t i = met->items_at; i < met->items_n; i++)
		met->items[i].first -= met->keys_at;
	met->keys_at = 0;
}

static enum tcn_rc
forget_oldest(struct tcn_met *met)
{
	const struct tcn_met_item *item = &met->items[met->items_at];

	if (item->seq <= met->saved) {
		uint64_t *gone = tcn_mem_fit(met->gone, &met->gone_cap,
		    met->gone_n + 1, sizeof *gone);

		if (!gone)
			return TCN_NOMEM;
		met->gone = gone;
		gone[met->gone_n++] = item->seq;
	}
	met->items_at++;
	met->keys_at = item->first + item->n;
	close_ranks(met);
	return TCN_OK;
}

static enum tcn_rc
make_room(struct tcn_met *met, size_t n)
{
	struct tcn_met_item *items;
	uint64_t *keys;
	enum tcn_rc rc = TCN_OK;

	while (!rc && met->items_at < met->items_n &&
	    met->keys_n - met->keys_at + n > met->keys_max) {
		rc = forget_oldest(met);
		met->dropped += !rc;
	}
	if (rc)
		return rc;
	items = tcn_mem_fit(met->items, &met->items_cap, met->items_n + 1,
	    sizeof *items);
	if (!items)
		return TCN_NOMEM;
	met->items = items;
	keys = tcn_mem_fit(met->keys, &met->keys_cap, met->keys_n + n,
	    sizeof *keys);
	if (!keys)
		return TCN_NOMEM;
	met->keys = keys;
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
tcn_met_add(struct tcn_met *met, uint64_t seq, int64_t ts_ms,
    const uint64_t *keys, size_t n)
{
	if (n > met->keys_max)
		n = met->keys_max;
	if (make_room(met, n))
		return TCN_NOMEM;
	memcpy(met->keys + met->keys_n, keys, n * sizeof *keys);
	sort_keys(met->keys + met->keys_n, n);
	met->items[met->items_n++] =
	    (struct tcn_met_item){ seq, ts_ms, met->keys_n, n };
	met->keys_n += n;
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
tcn_met_has(const struct tcn_met *met, uint64_t seq, uint64_t key)
{
	size_t low = met->items_at, high = met->items_n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (met->items[mid].seq < seq)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == met->items_n || met->items[low].seq != seq)
		return false;
	return has_key(met->keys + met->items[low].first, met->items[low].n,
	    key);
}

enum tcn_rc
tcn_met_expire(struct tcn_met *met, int64_t before_ms)
{
	enum tcn_rc rc = TCN_OK;

	while (!rc && met->items_at < met->items_n &&
	    met->items[met->items_at].ts_ms <= before_ms)
		rc = forget_oldest(met);
	return rc;
}

static enum tcn_rc
save_item(const struct tcn_met *met, const struct tcn_met_item *item,
    uint32_t kind, struct tcn_buf *bytes, tcn_state_fn *sink, void *ctx)
{
	struct tcn_state row = { .kind = kind, .id = item->seq };

	tcn_buf_clear(bytes);
	tcn_buf_add(bytes, &item->ts_ms, sizeof item->ts_ms);
	tcn_buf_add(bytes, met->keys + item->first,
	    item->n * sizeof *met->keys);
	row.bytes = bytes->at;
	row.n = bytes->n;
	return bytes->failed ? TCN_NOMEM : sink(ctx, &row);
}

enum tcn_rc
tcn_met_save(struct tcn_met *met, uint32_t kind, tcn_state_fn *sink, void *ctx)
{
	struct tcn_buf bytes = { 0 };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < met->gone_n && !rc; i++) {
		struct tcn_state row = { .kind = kind, .id = met->gone[i] };

		rc = sink(ctx, &row);
	}
	for (size_t i = met->items_n; i > met->items_at && !rc; i--) {
		if (met->items[i - 1].seq <= met->saved)
			break;
		rc =
		    save_item(met, &met->items[i - 1], kind, &bytes, sink, ctx);
	}
	tcn_buf_fini(&bytes);
	if (rc)
		return rc;
	met->gone_n = 0;
	if (met->items_n > met->items_at)
		met->saved = met->items[met->items_n - 1].seq;
	return TCN_OK;
}

enum tcn_rc
tcn_met_restore(struct tcn_met *met, const struct tcn_state *row)
{
	const char *bytes = row->bytes;
	struct tcn_met_item item = { .seq = row->id };
	enum tcn_rc rc;

	if (row->n <= sizeof item.ts_ms || row->n % sizeof(uint64_t) != 0 ||
	    (met->items_n && met->items[met->items_n - 1].seq >= row->id))
		return TCN_CORRUPT;
	item.n = row->n / sizeof(uint64_t) - 1;
	rc = make_room(met, item.n);
	if (rc)
		return rc;
	memcpy(&item.ts_ms, bytes, sizeof item.ts_ms);
	item.first = met->keys_n;
	memcpy(met->keys + met->keys_n, bytes + sizeof item.ts_ms,
	    item.n * sizeof *met->keys);
	sort_keys(met->keys + met->keys_n, item.n);
	met->keys_n += item.n;
	met->items[met->items_n++] = item;
	met->saved = row->id;
	return TCN_OK;
}
