/*
 * The state as pages of rows. A page is one row of SQLite's: rows of one kind,
 * in the order of their ids, each as the log of deltas has it. It holds those
 * from its key to that of the next page of its kind, and the first page also
 * all that come before. Compaction goes through what changed in order, so that
 * each page is read and written once. One that has become too large is cut into
 * equal parts, as a B-tree does; one without rows goes.
 */
#include "engine/base/mem.h"
#include "sql/store_delta_impl.h"

#define PAGE_BYTES 3900 /* it stays in one leaf of SQLite's, mostly */
#define PAGE_WORK  4 /* rows that reading and writing one costs as much as */

/* A page while changes are put into it. */
struct page {
	uint32_t kind;
	int64_t first; /* its key */
	int64_t next; /* the next one's; INT64_MAX when it is the last */
	struct tcn_buf rows, merged; /* as stored, and as it will be */
};

/* SQLite's numbers are signed: the ids in their order. */
static int64_t
place_of(uint64_t id)
{
	return (int64_t)(id ^ (uint64_t)1 << 63);
}

/* The page that a row belongs to; where there is none it is the first. */
static enum tcn_rc
load(const struct tcn_store *st, const struct tcn_state_row *row,
    struct page *page)
{
	static const char own[] =
	    "SELECT first, bytes FROM state WHERE kind = ? AND first <= ? "
	    "ORDER BY first DESC LIMIT 1";
	static const char next[] =
	    "SELECT first FROM state WHERE kind = ? AND first > ? "
	    "ORDER BY first LIMIT 1";
	struct tcn_query q = tcn_query(st, own);
	enum tcn_rc rc;

	page->kind = row->kind;
	page->first = INT64_MIN;
	page->next = INT64_MAX;
	tcn_buf_clear(&page->rows);
	tcn_buf_clear(&page->merged);
	TCN_QUERY_BIND(&q, row->kind, place_of(row->id));
	if (tcn_query_next(&q)) {
		page->first = tcn_query_get_int(&q);
		tcn_buf_str(&page->rows, tcn_query_get_str(&q));
	}
	rc = tcn_query_end(&q);
	if (rc)
		return rc;
	q = TCN_QUERY(st, next, page->kind, page->first);
	return TCN_QUERY_ONE(&q, NULL, &page->next);
}

static bool
is_of_page(const struct page *page, const struct tcn_state_row *row)
{
	return row->kind == page->kind &&
	    (page->next == INT64_MAX || place_of(row->id) < page->next);
}

/* The page's rows with at most so many changes laid over them. */
static enum tcn_rc
merge(const struct tcn_store *st, struct page *page,
    const struct tcn_store_deltas *changes, size_t *next, size_t most)
{
	struct tcn_str rows = tcn_buf_view(&page->rows);
	size_t at = 0, end = *next;
	struct tcn_state_row row;
	bool has_row = rows.n > 0;

	while (end < changes->n && end - *next < most &&
	    is_of_page(page, &changes->at[end].state))
		end++;
	if (has_row && !tcn_store_delta_next(rows, &at, &row))
		return tcn_store_delta_refuse(st);
	while (has_row || *next < end) {
		const struct tcn_state_row *change =
		    *next < end ? &changes->at[*next].state : NULL;
		int order = !has_row ? 1
		    : change         ? tcn_store_state_cmp(&row, change)
				     : -1;

		if (order < 0)
			tcn_store_delta_add(&page->merged, &row);
		else if (change->bytes)
			tcn_store_delta_add(&page->merged, change);
		*next += order >= 0;
		if (order > 0)
			continue;
		has_row = at < rows.n;
		if (has_row && !tcn_store_delta_next(rows, &at, &row))
			return tcn_store_delta_refuse(st);
	}
	return TCN_OK;
}

static enum tcn_rc
store(struct tcn_store_tx *tx, uint32_t kind, int64_t first,
    struct tcn_str bytes)
{
	static const char put[] =
	    "INSERT INTO state VALUES (?, ?, ?) "
	    "ON CONFLICT DO UPDATE SET bytes = excluded.bytes";
	static const char drop[] =
	    "DELETE FROM state WHERE kind = ? AND first = ?";
	struct tcn_query q =
	    TCN_QUERY_TX(tx, bytes.n ? put : drop, kind, first);

	if (bytes.n)
		TCN_QUERY_BIND(&q, tcn_query_blob(bytes.at, bytes.n));
	return tcn_query_run(&q);
}

/* Stores what was merged, as one page or several. */
static enum tcn_rc
cut(struct tcn_store_tx *tx, const struct page *page)
{
	struct tcn_str all = tcn_buf_view(&page->merged);
	size_t parts = (all.n + PAGE_BYTES - 1) / PAGE_BYTES;
	size_t each = parts ? all.n / parts : 0;
	int64_t first = page->first;
	size_t begin = 0, at = 0;
	enum tcn_rc rc = TCN_OK;

	while (!rc && at < all.n) {
		struct tcn_state_row row;
		size_t before = at;

		if (!tcn_store_delta_next(all, &at, &row))
			return tcn_store_delta_refuse(tx->st);
		if (before - begin < each || before == begin)
			continue;
		rc = store(tx, page->kind, first,
		    (struct tcn_str){ all.at + begin, before - begin });
		begin = before;
		first = place_of(row.id);
	}
	all.at += begin;
	all.n -= begin;
	return rc ? rc : store(tx, page->kind, first, all);
}

enum tcn_rc
tcn_store_pages_put(struct tcn_store_tx *tx,
    const struct tcn_store_deltas *changes, size_t *next, size_t *work)
{
	struct page page = { 0 };
	enum tcn_rc rc = TCN_OK;

	while (!rc && *work && *next < changes->n) {
		size_t before = *next, cost;

		rc = load(tx->st, &changes->at[*next].state, &page);
		if (!rc)
			rc = merge(tx->st, &page, changes, next, *work);
		if (!rc)
			rc = cut(tx, &page);
		cost = *next - before + PAGE_WORK;
		*work -= cost < *work ? cost : *work;
	}
	tcn_buf_fini(&page.rows);
	tcn_buf_fini(&page.merged);
	return rc;
}

/* Gives the rows of a page; *last is the one before, if it has bytes. */
static enum tcn_rc
each_row(const struct tcn_store *st, struct tcn_str rows, uint32_t kind,
    struct tcn_state_row *last, tcn_state_fn *fn, void *ctx)
{
	enum tcn_rc rc = TCN_OK;
	size_t at = 0;

	while (!rc && at < rows.n) {
		struct tcn_state_row row;

		if (!tcn_store_delta_next(rows, &at, &row) || !row.bytes ||
		    row.kind != kind ||
		    (last->bytes && tcn_store_state_cmp(last, &row) >= 0))
			return tcn_store_delta_refuse(st);
		*last = row;
		rc = fn(ctx, &row);
	}
	return rc;
}

enum tcn_rc
tcn_store_pages_each(const struct tcn_store *st, tcn_state_fn *fn, void *ctx)
{
	static const char sql[] =
	    "SELECT kind, bytes FROM state ORDER BY kind, first";
	struct tcn_query q = tcn_query(st, sql);
	struct tcn_state_row last = { 0 };

	while (tcn_query_next(&q)) {
		uint32_t kind = tcn_query_get_u32(&q);

		tcn_query_fail(&q,
		    each_row(st, tcn_query_get_str(&q), kind, &last, fn, ctx));
	}
	return tcn_query_end(&q);
}
