#include "rules/rule_hits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"
#include "engine/base/str.h"
#include "window/base/state.h"

struct tcn_rule_hits_item {
	uint64_t seq;
	int64_t ts_ms;
	size_t first; /* index of its first key */
	size_t n;
};

void
tcn_rule_hits_init(struct tcn_rule_hits *hits, size_t keys_max)
{
	assert(keys_max > 0);
	*hits = (struct tcn_rule_hits){ .keys_max = keys_max };
}

void
tcn_rule_hits_fini(struct tcn_rule_hits *hits)
{
	tcn_mem_free(hits->items);
	tcn_mem_free(hits->keys);
	tcn_mem_free(hits->gone.at);
}

static void
forget_oldest(struct tcn_rule_hits *hits)
{
	const struct tcn_rule_hits_item *item = &hits->items[hits->items_at];

	if (item->seq <= hits->saved)
		tcn_journal_list_add(&hits->gone, item->seq);
	hits->items_at++;
	hits->keys_at = item->first + item->n;
	/* Moves a queue to the front of its array once more than half is
	 * unused. */
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

static void
make_room(struct tcn_rule_hits *hits, size_t n)
{
	while (hits->items_at < hits->items_n &&
	    hits->keys_n - hits->keys_at + n > hits->keys_max) {
		forget_oldest(hits);
		hits->evicted++;
	}
	hits->items = tcn_mem_grow(hits->items, &hits->items_cap,
	    hits->items_n + 1, sizeof *hits->items);
	hits->keys = tcn_mem_grow(hits->keys, &hits->keys_cap, hits->keys_n + n,
	    sizeof *hits->keys);
}

/* The keys behind the last item become those of this one; there is room. */
static void
add_item(struct tcn_rule_hits *hits, uint64_t seq, int64_t ts_ms,
    const void *keys, size_t n)
{
	uint64_t *to = hits->keys + hits->keys_n;

	assert(hits->items_n < hits->items_cap);
	assert(n > 0 && n <= hits->keys_cap - hits->keys_n);
	memcpy(to, keys, n * sizeof *to);
	qsort(to, n, sizeof *to, tcn_compare_u64);
	hits->items[hits->items_n++] =
	    (struct tcn_rule_hits_item){ seq, ts_ms, hits->keys_n, n };
	hits->keys_n += n;
}

static uint64_t
last_seq(const struct tcn_rule_hits *hits)
{
	return hits->items_n ? hits->items[hits->items_n - 1].seq : 0;
}

void
tcn_rule_hits_add(struct tcn_rule_hits *hits, uint64_t seq, int64_t ts_ms,
    const uint64_t *keys, size_t n)
{
	assert(n > 0 && seq > last_seq(hits));
	if (n > hits->keys_max)
		n = hits->keys_max;
	make_room(hits, n);
	add_item(hits, seq, ts_ms, keys, n);
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

void
tcn_rule_hits_expire(struct tcn_rule_hits *hits, int64_t before_ms)
{
	while (hits->items_at < hits->items_n &&
	    hits->items[hits->items_at].ts_ms <= before_ms)
		forget_oldest(hits);
}

static void
save_item(const struct tcn_rule_hits *hits,
    const struct tcn_rule_hits_item *item, uint32_t kind,
    struct tcn_state_out *out)
{
	tcn_buf_add(&out->row, &item->ts_ms, sizeof item->ts_ms);
	tcn_buf_add(&out->row, hits->keys + item->first,
	    item->n * sizeof *hits->keys);
	tcn_state_put(out, kind, item->seq);
}

enum tcn_rc
tcn_rule_hits_save(struct tcn_rule_hits *hits, uint32_t kind,
    tcn_state_fn *sink, void *ctx)
{
	struct tcn_state_out out = { .fn = sink, .ctx = ctx };
	enum tcn_rc rc;

	tcn_state_gone(&out, kind, &hits->gone);
	/* From the newest back to the first that has a row. */
	for (size_t i = hits->items_n; i > hits->items_at; i--) {
		if (hits->items[i - 1].seq <= hits->saved)
			break;
		save_item(hits, &hits->items[i - 1], kind, &out);
	}
	rc = tcn_state_end(&out);
	if (rc)
		return rc;
	hits->gone.n = 0;
	if (hits->items_n > hits->items_at)
		hits->saved = hits->items[hits->items_n - 1].seq;
	return TCN_OK;
}

enum tcn_rc
tcn_rule_hits_restore(struct tcn_rule_hits *hits,
    const struct tcn_state_row *row)
{
	const char *bytes = row->bytes;
	size_t n = row->n / sizeof(uint64_t);
	int64_t ts_ms;

	if (n < 2 || row->n % sizeof(uint64_t) != 0 ||
	    (hits->items_n && last_seq(hits) >= row->id))
		return TCN_CORRUPT;
	make_room(hits, n - 1);
	memcpy(&ts_ms, bytes, sizeof ts_ms);
	add_item(hits, row->id, ts_ms, bytes + sizeof ts_ms, n - 1);
	hits->saved = row->id;
	return TCN_OK;
}

static enum tcn_rc
check_item(const struct tcn_rule_hits *hits, size_t i, struct tcn_err *err)
{
	const struct tcn_rule_hits_item *item = &hits->items[i];
	size_t first = i == hits->items_at
	    ? hits->keys_at
	    : hits->items[i - 1].first + hits->items[i - 1].n;
	bool ascend = i == hits->items_at || item->seq > item[-1].seq;

	if (!ascend)
		return tcn_err_set(err, TCN_CORRUPT,
		    "item %llu is noted out of order",
		    (unsigned long long)item->seq);
	if (item->first != first || !item->n || item->n > hits->keys_n - first)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the keys of item %llu do not follow those before",
		    (unsigned long long)item->seq);
	for (size_t k = first + 1; k < first + item->n; k++)
		if (hits->keys[k] < hits->keys[k - 1])
			return tcn_err_set(err, TCN_CORRUPT,
			    "the keys of item %llu do not ascend",
			    (unsigned long long)item->seq);
	return TCN_OK;
}

enum tcn_rc
tcn_rule_hits_check(const struct tcn_rule_hits *hits, struct tcn_err *err)
{
	size_t end = hits->keys_at;
	enum tcn_rc rc = TCN_OK;

	if (hits->items_at > hits->items_n || hits->items_n > hits->items_cap ||
	    hits->keys_at > hits->keys_n || hits->keys_n > hits->keys_cap)
		return tcn_err_set(err, TCN_CORRUPT,
		    "a queue exceeds its array");
	for (size_t i = hits->items_at; i < hits->items_n && !rc; i++) {
		rc = check_item(hits, i, err);
		end = hits->items[i].first + hits->items[i].n;
	}
	if (!rc && end != hits->keys_n)
		rc = tcn_err_set(err, TCN_CORRUPT, "%zu keys are of no item",
		    hits->keys_n - end);
	for (size_t i = 0; i < hits->gone.n && !rc; i++)
		if (hits->gone.at[i] > hits->saved)
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "item %llu is to be deleted and has no row",
			    (unsigned long long)hits->gone.at[i]);
	return rc;
}
