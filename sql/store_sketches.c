#include "sql/store_sketches.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "engine/base/buf.h"
#include "sql/query.h"
#include "sql/store_items_impl.h"

enum tcn_rc
tcn_store_put_sketch(struct tcn_store_tx *tx, uint64_t seq,
    struct tcn_sketch sketch, struct tcn_sketch shingles)
{
	static const char sql[] = "INSERT INTO sketches VALUES (?, ?, ?, ?)";
	struct tcn_query q = tcn_query_tx(tx, sql);
	unsigned char bytes[TCN_SKETCH_BYTES_MAX], runs[TCN_SKETCH_BYTES_MAX];
	size_t n = tcn_sketch_encode(shingles, runs);

	assert(sketch.n || n);
	TCN_QUERY_BIND(&q, seq, sketch.full,
	    tcn_query_blob(bytes, tcn_sketch_encode(sketch, bytes)),
	    n ? tcn_query_blob(runs, n) : tcn_query_null());
	return tcn_query_run(&q);
}

/* What is read of an article is damaged where rc says so: the query's failure.
 */
static void
refuse_damaged(struct tcn_query *q, uint64_t seq, enum tcn_rc rc)
{
	if (rc)
		rc = tcn_db_fail_with(q->st, rc,
		    "the sketch of article %" PRIu64 " cannot be read: "
		    "restore a copy of the file",
		    seq);
	tcn_query_fail(q, rc);
}

/* Reads the columns complete and bytes; a failure is the query's. */
static struct tcn_sketch
get_sketch(struct tcn_query *q, uint64_t seq, struct tcn_arena *arena)
{
	uint64_t full = tcn_query_get_u64(q);
	struct tcn_str bytes = tcn_query_get_str(q);
	struct tcn_sketch sketch = { 0 };

	if (!q->rc)
		refuse_damaged(q, seq,
		    tcn_sketch_decode(bytes.at, bytes.n, full, arena, &sketch));
	return sketch;
}

enum tcn_rc
tcn_store_sketch(const struct tcn_store *st, uint64_t seq,
    struct tcn_arena *arena, struct tcn_sketch *sketch)
{
	static const char sql[] =
	    "SELECT k.complete, k.bytes FROM items i JOIN sketches k"
	    " ON k.seq = i.article WHERE i.seq = ?";
	struct tcn_query q = TCN_QUERY(st, sql, seq);

	*sketch = (struct tcn_sketch){ 0 };
	if (tcn_query_next(&q))
		*sketch = get_sketch(&q, seq, arena);
	return tcn_query_end(&q);
}

/* One statement for all: a statement takes and gives back the lock of the file,
 * which costs more than reading a row. */
enum tcn_rc
tcn_store_likenesses(const struct tcn_store *st, const uint64_t *seqs, size_t n,
    struct tcn_arena *arena, struct tcn_store_likeness *items)
{
	static const char sql[] =
	    "SELECT j.key, i.text_key, i.fingerprint, k.complete, k.bytes"
	    " FROM json_each(?) j JOIN items i ON i.seq = j.value"
	    " LEFT JOIN sketches k ON k.seq = i.article";
	struct tcn_query q = tcn_query(st, sql);
	struct tcn_buf list = { 0 };
	enum tcn_rc rc;

	memset(items, 0, n * sizeof *items);
	tcn_query_list(seqs, n, &list);
	TCN_QUERY_BIND(&q, tcn_buf_view(&list));
	while (tcn_query_next(&q)) {
		uint64_t i = tcn_query_get_u64(&q);

		assert(i < n);
		items[i].text_key = tcn_query_get_u64(&q);
		items[i].has_fingerprint = !tcn_query_is_null(&q);
		items[i].fingerprint = tcn_query_get_u64(&q);
		items[i].sketch = get_sketch(&q, seqs[i], arena);
	}
	rc = tcn_query_end(&q);
	tcn_buf_fini(&list);
	return rc;
}

struct walk {
	tcn_store_sketch_fn *fn;
	void *ctx;
};

static enum tcn_rc
read_sketch(void *ctx, struct tcn_query *q, const struct tcn_placement *place,
    struct tcn_arena *arena)
{
	const struct walk *walk = ctx;
	struct tcn_sketch sketch = get_sketch(q, place->seq, arena);
	struct tcn_str bytes = tcn_query_get_str(q);
	struct tcn_sketch shingles = { 0 };

	/* The column shingles; damaged ones are refused, too. */
	if (!q->rc)
		refuse_damaged(q, place->seq,
		    tcn_shingles_decode(bytes.at, bytes.n, arena, &shingles));

	return q->rc ? q->rc : walk->fn(walk->ctx, place, sketch, shingles);
}

enum tcn_rc
tcn_store_each_sketch(const struct tcn_store *st, int64_t since_ms,
    tcn_store_sketch_fn *fn, void *ctx)
{
	static const char sql[] = TCN_STORE_ITEMS_SINCE("sketches", "bytes",
	    "t.complete, t.bytes, t.shingles");
	struct walk walk = { fn, ctx };

	return tcn_store_each_since(st, sql, since_ms, read_sketch, &walk);
}
