#include "sql/outbox.h"
#include "sql/query.h"

/* The summary of that name, behind those that the list has; rows come by
 * name. */
static struct tcn_outbox_summary *
last_or_new(struct tcn_arena *arena, struct tcn_outbox_summary_list *all,
    struct tcn_str name)
{
	struct tcn_outbox_summary *at;

	if (all->n && tcn_str_equal(all->at[all->n - 1].receiver, name))
		return &all->at[all->n - 1];
	at = tcn_query_grow(arena, all->at, all->n, sizeof *at);
	all->at = at;
	at += all->n++;
	*at = (struct tcn_outbox_summary){ .receiver = name,
		.sent_ms = TCN_UNDATED,
		.failed_ms = TCN_UNDATED };
	return at;
}

static enum tcn_rc
count_states(const struct tcn_store *st, struct tcn_arena *arena,
    struct tcn_outbox_summary_list *all)
{
	static const char sql[] =
	    "SELECT receiver, state, count(*), max(done) FROM messages "
	    "GROUP BY 1, 2 ORDER BY 1";
	struct tcn_query q = tcn_query(st, sql);

	while (tcn_query_next(&q)) {
		struct tcn_outbox_summary *at =
		    last_or_new(arena, all, tcn_query_copy_str(&q, arena));
		uint64_t state = tcn_query_get_u64(&q);
		uint64_t n = tcn_query_get_u64(&q);

		if (state < TCN_OUTBOX_STATES)
			at->counts[state] = n;
		if (state == TCN_OUTBOX_SENT)
			at->sent_ms = tcn_query_get_int(&q);
	}
	return tcn_query_end(&q);
}

/* With max(), SQLite takes the other columns from the row that holds it. */
static enum tcn_rc
find_errors(const struct tcn_store *st, struct tcn_arena *arena,
    struct tcn_outbox_summary_list *all)
{
	static const char sql[] =
	    "SELECT m.receiver, max(t.at), t.error FROM tries t "
	    "JOIN messages m ON m.id = t.message WHERE t.error <> '' "
	    "GROUP BY 1 ORDER BY 1";
	struct tcn_query q = tcn_query(st, sql);

	for (size_t i = 0; tcn_query_next(&q);) {
		struct tcn_str name = tcn_query_get_str(&q);

		while (i < all->n && !tcn_str_equal(all->at[i].receiver, name))
			i++;
		if (i == all->n)
			break;
		TCN_QUERY_GET(&q, arena, &all->at[i].failed_ms,
		    &all->at[i].error);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_outbox_summarize(const struct tcn_store *st, struct tcn_arena *arena,
    struct tcn_outbox_summary_list *receivers)
{
	enum tcn_rc rc;

	*receivers = (struct tcn_outbox_summary_list){ 0 };
	rc = count_states(st, arena, receivers);
	return rc ? rc : find_errors(st, arena, receivers);
}
