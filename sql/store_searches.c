#include "sql/store_searches.h"

#include "sql/query.h"

enum tcn_rc
tcn_store_save_search(struct tcn_store_tx *tx,
    const struct tcn_store_saved_search *search)
{
	static const char sql[] =
	    "INSERT OR REPLACE INTO searches SELECT ?1, ?2, ?3, ?4"
	    " WHERE (SELECT count(*) FROM searches WHERE name <> ?1) < ?5";
	struct tcn_query q = tcn_query_tx(tx, sql);
	bool stored;
	enum tcn_rc rc;

	tcn_query_str(&q, search->name);
	tcn_query_str(&q, search->query);
	tcn_query_str(&q, search->author);
	tcn_query_int(&q, search->saved_ms);
	tcn_query_int(&q, TCN_STORE_SEARCHES_MAX);
	rc = tcn_query_change(&q, &stored);
	return rc || stored ? rc : TCN_LIMIT;
}

enum tcn_rc
tcn_store_drop_search(struct tcn_store_tx *tx, struct tcn_str name, bool *found)
{
	static const char sql[] = "DELETE FROM searches WHERE name = ?";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_str(&q, name);
	return tcn_query_change(&q, found);
}

enum tcn_rc
tcn_store_saved_searches(const struct tcn_store *st, struct tcn_str name,
    struct tcn_arena *arena, struct tcn_store_saved_search_list *list)
{
	static const char sql[] =
	    "SELECT name, query, author, saved FROM searches"
	    " WHERE ?1 = '' OR name = ?1 ORDER BY name";
	struct tcn_query q = tcn_query(st, sql);

	*list = (struct tcn_store_saved_search_list){ 0 };
	tcn_query_str(&q, name);
	while (tcn_query_next(&q)) {
		struct tcn_store_saved_search *at =
		    tcn_query_grow(&q, arena, list->at, list->n, sizeof *at);

		if (!at)
			break;
		list->at = at;
		at += list->n++;
		at->name = tcn_query_copy_str(&q, arena);
		at->query = tcn_query_copy_str(&q, arena);
		at->author = tcn_query_copy_str(&q, arena);
		at->saved_ms = tcn_query_get_int(&q);
	}
	return tcn_query_end(&q);
}
