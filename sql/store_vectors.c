#include "sql/store_vectors.h"

#include "sql/query.h"
#include "sql/store_items_impl.h"
#include "sql/store_received_impl.h"

enum tcn_rc
tcn_store_each_vector(const struct tcn_store *st, int64_t since_ms,
    tcn_store_vector_fn *fn, void *ctx)
{
	static const char sql[] =
	    "SELECT " TCN_STORE_ITEM_PLACE ", s.vector"
	    " FROM sent s"
	    " JOIN items i ON i.seq = s.seq "
	    "WHERE s.seq >= (SELECT min(seq) FROM items INDEXED BY items_ts"
	    " WHERE ts >= ?1)"
	    " AND s.vector IS NOT NULL AND +i.ts >= ?1 ORDER BY s.seq";
	struct tcn_query q = tcn_query(st, sql);
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	tcn_query_int(&q, since_ms);
	while (tcn_query_next(&q)) {
		struct tcn_placement place = tcn_store_item_place(&q);
		struct tcn_article article = { 0 };

		tcn_arena_reset(&arena);
		tcn_store_received_vector(&q, &arena, &article);
		if (!q.rc)
			tcn_query_fail(&q,
			    fn(ctx, &place, article.vector, article.vector_n));
	}
	tcn_arena_fini(&arena);
	return tcn_query_end(&q);
}
