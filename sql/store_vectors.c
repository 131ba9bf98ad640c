#include "sql/store_vectors.h"

#include "sql/store_items_impl.h"
#include "sql/store_received_impl.h"

struct walk {
	tcn_store_vector_fn *fn;
	void *ctx;
};

static enum tcn_rc
read_vector(void *ctx, struct tcn_query *q, const struct tcn_placement *place,
    struct tcn_arena *arena)
{
	const struct walk *walk = ctx;
	struct tcn_article article = { 0 };

	tcn_store_received_vector(q, arena, &article);
	return q->rc
	    ? q->rc
	    : walk->fn(walk->ctx, place, article.vector, article.vector_n);
}

enum tcn_rc
tcn_store_each_vector(const struct tcn_store *st, int64_t since_ms,
    tcn_store_vector_fn *fn, void *ctx)
{
	static const char sql[] =
	    TCN_STORE_ITEMS_SINCE("sent", "vector", "t.vector");
	struct walk walk = { fn, ctx };

	return tcn_store_each_since(st, sql, since_ms, read_vector, &walk);
}
