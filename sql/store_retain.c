#include "sql/store_retain.h"

#include <assert.h>

#include "sql/store_retain_impl.h"

static const struct {
	const char *name;
	tcn_store_retain_fn *one;
} kinds[TCN_STORE_KEPT_KINDS] = {
	[TCN_STORE_KEPT_DELIVERIES] = { "deliveries",
	    tcn_store_retain_delivery },
	[TCN_STORE_KEPT_EVENTS] = { "events", tcn_store_retain_event },
	[TCN_STORE_KEPT_REPORTS] = { "reports", tcn_store_retain_report },
	[TCN_STORE_KEPT_EDITIONS] = { "editions", tcn_store_retain_edition },
	[TCN_STORE_KEPT_COPIES] = { "copies", tcn_store_retain_copy },
	[TCN_STORE_KEPT_ITEMS] = { "items", tcn_store_retain_item },
	[TCN_STORE_KEPT_STORIES] = { "stories", tcn_store_retain_story },
	[TCN_STORE_KEPT_KEYS] = { "keys", tcn_store_retain_key },
};

const char *
tcn_store_retained_kind_name(enum tcn_store_kept kind)
{
	assert((unsigned)kind < TCN_STORE_KEPT_KINDS);
	return kinds[kind].name;
}

/* The pass stands before the first row of its kind. */
static void
begin_kind(struct tcn_store_retain *pass, unsigned kind)
{
	pass->kind = kind;
	pass->at_ms = INT64_MIN;
	pass->at = INT64_MIN;
	pass->at_id[0] = '\0';
}

void
tcn_store_retain_begin(struct tcn_store_retain *pass,
    const struct tcn_store_retain_conf *conf)
{
	*pass = (struct tcn_store_retain){ .conf = *conf };
	begin_kind(pass, 0);
}

void
tcn_store_retain_begin_at(struct tcn_store_retain *pass,
    const struct tcn_store_retain_conf *conf, enum tcn_store_kept kind,
    int64_t from_ms)
{
	tcn_store_retain_begin(pass, conf);
	begin_kind(pass, kind);
	if (from_ms == INT64_MIN)
		return;
	pass->at_ms = from_ms - 1;
	pass->at = INT64_MAX;
}

bool
tcn_store_retain_needs(const struct tcn_store_retain *pass, const char *event)
{
	return pass->conf.needs && pass->conf.needs(pass->conf.ctx, event);
}

static enum tcn_rc
run_counted(struct tcn_query *q, size_t *work)
{
	uint64_t n;
	enum tcn_rc rc = tcn_query_count(q, &n);

	*work += (size_t)n;
	return rc;
}

enum tcn_rc
tcn_store_retain_delete(struct tcn_store_tx *tx, const char *sql,
    int64_t number, size_t *work)
{
	struct tcn_query q = TCN_QUERY_TX(tx, sql, number);

	return run_counted(&q, work);
}

enum tcn_rc
tcn_store_retain_delete_id(struct tcn_store_tx *tx, const char *sql,
    const char *id, size_t *work)
{
	struct tcn_query q = TCN_QUERY_TX(tx, sql, id);

	return run_counted(&q, work);
}

bool
tcn_store_retain_next(const struct tcn_store *st,
    const struct tcn_store_retain *pass, const char *same, const char *later,
    struct tcn_query *q, enum tcn_rc *rc)
{
	*q = TCN_QUERY(st, same, pass->at_ms, pass->at);
	if (tcn_query_next(q))
		return true;
	*rc = tcn_query_end(q);
	if (*rc)
		return false;
	*q =
	    TCN_QUERY(st, later, pass->at_ms, pass->conf.before_ms[pass->kind]);
	if (tcn_query_next(q))
		return true;
	*rc = tcn_query_end(q);
	return false;
}

/* Adds to what was ever removed of a kind. */
static enum tcn_rc
note(struct tcn_store_tx *tx, unsigned kind, uint64_t n, int64_t newest_ms,
    int64_t last)
{
	static const char sql[] =
	    "INSERT INTO removed VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE "
	    "SET n = n + excluded.n, newest = max(newest, excluded.newest),"
	    " last = max(last, excluded.last)";
	struct tcn_query q;

	if (!n)
		return TCN_OK;
	q = TCN_QUERY_TX(tx, sql, kinds[kind].name, n, newest_ms, last);
	return tcn_query_run(&q);
}

/* Goes on in the present kind, as long as there is work and rows. */
static enum tcn_rc
step_kind(struct tcn_store_tx *tx, struct tcn_store_retain *pass, size_t *work,
    bool *end)
{
	unsigned kind = pass->kind;
	int64_t newest_ms = INT64_MIN, last = 0;
	uint64_t n = 0;
	enum tcn_rc rc = TCN_OK;

	/* An event that is leaving goes, whatever is kept by now. */
	*end = pass->conf.before_ms[kind] == TCN_STORE_KEEP_ALL &&
	    kind != TCN_STORE_KEPT_EVENTS;
	while (!rc && *work && !*end) {
		struct tcn_store_retain_one one = { .work = 1 };

		rc = kinds[kind].one(tx, pass, &one);
		*end = one.end;
		*work -= one.work < *work ? one.work : *work;
		if (rc || !one.removed)
			continue;
		n++;
		if (one.time_ms > newest_ms)
			newest_ms = one.time_ms;
		if (one.number > last)
			last = one.number;
	}
	pass->removed[kind] += n;
	return rc ? rc : note(tx, kind, n, newest_ms, last);
}

enum tcn_rc
tcn_store_retain_step(struct tcn_store_tx *tx, struct tcn_store_retain *pass,
    size_t work, bool *done)
{
	enum tcn_rc rc = tcn_db_require_tx(tx);
	bool end;

	assert(work > 0);
	while (!rc && work && pass->kind < TCN_STORE_KEPT_KINDS) {
		rc = step_kind(tx, pass, &work, &end);
		if (!rc && end)
			begin_kind(pass, pass->kind + 1);
	}
	*done = !rc && pass->kind == TCN_STORE_KEPT_KINDS;
	return rc;
}

enum tcn_rc
tcn_store_removed(const struct tcn_store *st,
    struct tcn_store_removed removed[static TCN_STORE_KEPT_KINDS])
{
	static const char sql[] = "SELECT n, newest FROM removed "
				  "WHERE kind = ?";
	enum tcn_rc rc = TCN_OK;

	for (unsigned i = 0; i < TCN_STORE_KEPT_KINDS && !rc; i++) {
		struct tcn_query q = TCN_QUERY(st, sql, kinds[i].name);

		removed[i] = (struct tcn_store_removed){ 0, TCN_UNDATED };
		rc = TCN_QUERY_ONE(&q, NULL, &removed[i].n,
		    &removed[i].newest_ms);
	}
	return rc;
}

enum tcn_rc
tcn_store_oldest_ms(const struct tcn_store *st, int64_t *oldest_ms)
{
	static const char sql[] = "SELECT min(ts) FROM items";
	struct tcn_query q = tcn_query(st, sql);

	*oldest_ms = TCN_UNDATED;
	if (tcn_query_next(&q) && !tcn_query_is_null(&q))
		*oldest_ms = tcn_query_get_int(&q);
	return tcn_query_end(&q);
}
