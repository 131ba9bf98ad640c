/*
 * sql/store_items_impl.h - inside sql/: an item's columns, and the records read
 * from them.
 */
#ifndef TCN_SQL_STORE_ITEMS_IMPL_H
#define TCN_SQL_STORE_ITEMS_IMPL_H

#include "sql/query.h"

/* The columns of items (named i) that tcn_store_item_place() reads, in its
 * order. */
#define TCN_STORE_ITEM_PLACE                                                   \
	"i.seq, iif(i.article = i.seq, 0, i.article), i.ts, i.publisher,"      \
	" i.fingerprint, i.text_key, i.origin, i.distance, i.story,"           \
	" i.excerpt_of, coalesce(i.source_text, i.article), i.shared,"         \
	" i.sentences, i.version_of, i.page, i.title_words,"                   \
	" i.rewrite_of, i.form_of, i.cosine, i.likeness, i.cluster"

/* Begins a query with a table `part`: the story of the first parameter and all
 * stories merged into it. UNION, not UNION ALL, so that a circle of redirects
 * in a damaged file ends. */
#define TCN_STORE_STORY_PARTS                                                  \
	"WITH RECURSIVE part (story) AS (VALUES (?1) UNION"                    \
	" SELECT s.id FROM part JOIN stories s"                                \
	" ON s.merged_into = part.story AND s.merged_into <> 0) "

/* As TCN_STORE_STORY_PARTS, also with the stories that an event, whose id is
 * the parameter `event`, took in for their language. */
#define TCN_STORE_EVENT_PARTS(event)                                           \
	"WITH RECURSIVE part (story) AS (VALUES (?1) UNION"                    \
	" SELECT story FROM event_stories WHERE event = " event " UNION"       \
	" SELECT s.id FROM part JOIN stories s"                                \
	" ON s.merged_into = part.story AND s.merged_into <> 0) "

/* Reads the numbers in the first column of q's rows, and ends q. */
struct tcn_store_ids;
TCN_MUST_USE enum tcn_rc tcn_store_collect_ids(struct tcn_query *q,
    struct tcn_arena *arena, struct tcn_store_ids *ids);

/* Reads the columns of TCN_STORE_ITEM_PLACE, which must be the next ones. */
struct tcn_placement tcn_store_item_place(struct tcn_query *q);

/*
 * Selects the rows of a table (named t, with a column seq) that belong to items
 * with ts_ms >= the first parameter and where t.`column` is not null, by seq:
 * the columns above, then `columns`.
 */
#define TCN_STORE_ITEMS_SINCE(table, column, columns)                          \
	"SELECT " TCN_STORE_ITEM_PLACE ", " columns " FROM " table " t"        \
	" JOIN items i ON i.seq = t.seq "                                      \
	"WHERE t.seq >= (SELECT min(seq) FROM items INDEXED BY items_ts"       \
	" WHERE ts >= ?1)"                                                     \
	" AND t." column " IS NOT NULL AND +i.ts >= ?1 ORDER BY t.seq"

/* Reads those columns of a row and passes them on; the arena lasts for the row.
 * A failure to read must be set in q; a result other than TCN_OK ends the walk
 * and is returned by it. */
typedef enum tcn_rc tcn_store_since_fn(void *ctx, struct tcn_query *q,
    const struct tcn_placement *place, struct tcn_arena *arena);

/* Calls read for each row of such a selection. O(items since then). */
TCN_MUST_USE enum tcn_rc tcn_store_each_since(const struct tcn_store *st,
    const char *sql, int64_t since_ms, tcn_store_since_fn *read, void *ctx);

/* The key of an item is stored as 16 bytes, the first number first, high byte
 * first. tcn_store_item_key() reads it from the next column of a query. */
#define TCN_STORE_ITEM_KEY_BYTES 16
void tcn_store_item_key(struct tcn_query *q, uint64_t key[2]);
struct tcn_query_value tcn_store_item_key_bytes(const uint64_t key[2],
    unsigned char bytes[TCN_STORE_ITEM_KEY_BYTES]);

#endif
