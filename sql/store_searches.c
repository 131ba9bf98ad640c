#include "sql/store_searches.h"

#include "sql/query_record.h"

#define F(...) TCN_FIELD(struct tcn_store_saved_search, __VA_ARGS__)
static const struct tcn_field fields[] = {
	F(TEXT, name),
	F(TEXT, query),
	F(TEXT, author),
	TCN_FIELD_TIME(struct tcn_store_saved_search, saved),
	F(TEXT, owner),
	{ 0 },
};

const struct tcn_fields tcn_store_saved_search_record = {
	.table = "searches",
	.fields = fields,
	.bytes = sizeof(struct tcn_store_saved_search),
};

enum tcn_rc
tcn_store_save_search(struct tcn_store_tx *tx,
    const struct tcn_store_saved_search *search)
{
	static const char sql[] =
	    "INSERT OR REPLACE INTO searches SELECT ?1, ?2, ?3, ?4, ?6"
	    " WHERE (SELECT count(*) FROM searches WHERE name <> ?1) < ?5";
	struct tcn_query q =
	    TCN_QUERY_TX(tx, sql, search->name, search->query, search->author,
		search->saved_ms, TCN_STORE_SEARCHES_MAX, search->owner);
	bool stored;
	enum tcn_rc rc;

	rc = tcn_query_change(&q, &stored);
	return rc || stored ? rc : TCN_LIMIT;
}

enum tcn_rc
tcn_store_drop_search(struct tcn_store_tx *tx, struct tcn_str name, bool *found)
{
	static const char sql[] = "DELETE FROM searches WHERE name = ?";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, name);

	return tcn_query_change(&q, found);
}

enum tcn_rc
tcn_store_saved_searches(const struct tcn_store *st, struct tcn_str name,
    struct tcn_arena *arena, struct tcn_store_saved_search_list *list)
{
	static const char sql[] = "WHERE ?1 = '' OR name = ?1 ORDER BY name";
	struct tcn_query q =
	    TCN_RECORDS(st, &tcn_store_saved_search_record, sql, name);

	list->at = tcn_query_get_records(&q, &tcn_store_saved_search_record,
	    arena, &list->n);
	return q.rc;
}

bool
tcn_store_saved_search_is_for(const struct tcn_store_saved_search *search,
    struct tcn_str name)
{
	return !search->owner.n || tcn_str_equal(search->owner, name);
}
