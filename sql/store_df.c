#include "sql/query.h"

#include <math.h>

enum tcn_rc
tcn_store_put_df(struct tcn_store_tx *tx, uint64_t term, struct tcn_str word,
    double items, double stories)
{
	static const char sql[] =
	    "INSERT INTO df VALUES (?, ?, ?, ?) "
	    "ON CONFLICT DO UPDATE SET word = excluded.word,"
	    " items = excluded.items, stories = excluded.stories";
	enum tcn_rc rc = tcn_db_require_tx(tx);
	struct tcn_query q;

	if (!rc && (!isfinite(items) || !isfinite(stories)))
		rc = tcn_db_refuse(tx->st, TCN_INVALID,
		    "the frequency of \"%.*s\" is no number",
		    TCN_STR_ARG(word));
	if (rc)
		return rc;
	q = tcn_query(tx->st, sql);
	tcn_query_u64(&q, term);
	tcn_query_str(&q, word);
	tcn_query_real(&q, items);
	tcn_query_real(&q, stories);
	return tcn_query_run(&q);
}
