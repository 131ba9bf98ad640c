#include "sql/outbox.h"

#include <assert.h>

#include "sql/outbox_impl.h"
#include "sql/query.h"

#define COLUMNS TCN_OUTBOX_COLUMNS

_Static_assert(TCN_OUTBOX_PENDING == 0 && TCN_OUTBOX_HELD == 1 &&
	TCN_OUTBOX_SENT == 2 && TCN_OUTBOX_DEAD == 3 &&
	TCN_OUTBOX_SUPERSEDED == 4 && TCN_OUTBOX_DROPPED == 5,
    "the queries below name states by number");

const char *
tcn_outbox_state_name(enum tcn_outbox_state state)
{
	static const char *const names[TCN_OUTBOX_STATES] = { "pending", "held",
		"sent", "dead", "superseded", "dropped" };

	return (unsigned)state < TCN_OUTBOX_STATES ? names[state] : "?";
}

const char *
tcn_outbox_hold_name(enum tcn_outbox_hold hold)
{
	static const char *const names[TCN_OUTBOX_HOLDS] = { "", "quiet_hours",
		"cooldown", "silence", "inhibition", "rule_cap", "receiver_cap",
		"escalation" };

	return (unsigned)hold < TCN_OUTBOX_HOLDS ? names[hold] : "?";
}

static bool
is_open(enum tcn_outbox_state state)
{
	return state == TCN_OUTBOX_PENDING || state == TCN_OUTBOX_HELD;
}

enum tcn_rc
tcn_outbox_put(struct tcn_store_tx *tx, const struct tcn_outbox_message *m)
{
	static const char sql[] =
	    "INSERT INTO messages (event, revision, story, rule, desk,"
	    " receiver, created, due, state, why, tries, error, done, handle,"
	    " body, kind, step, severity, held_by, silence) VALUES"
	    " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, '', ?, '', ?, ?, ?, ?, ?, ?) "
	    "ON CONFLICT (event, receiver, revision, step) DO NOTHING";
	struct tcn_query q = tcn_query_tx(tx, sql);
	enum tcn_rc rc;

	assert(m->revision > 0 && m->state < TCN_OUTBOX_STATES);
	tcn_query_str(&q, m->event);
	tcn_query_int(&q, m->revision);
	tcn_query_u64(&q, m->story);
	tcn_query_str(&q, m->rule);
	tcn_query_str(&q, m->desk);
	tcn_query_str(&q, m->receiver);
	tcn_query_int(&q, m->created_ms);
	tcn_query_int(&q, m->due_ms);
	tcn_query_int(&q, m->state);
	tcn_query_str(&q, m->why);
	if (is_open(m->state))
		tcn_query_null(&q);
	else
		tcn_query_int(&q, m->created_ms);
	tcn_query_blob(&q, m->body.at, m->body.n);
	tcn_query_int(&q, m->kind);
	tcn_query_int(&q, m->step);
	tcn_query_int(&q, m->severity);
	tcn_query_int(&q, m->held_by);
	tcn_query_u64(&q, m->silence);
	rc = tcn_query_run(&q);
	return rc ? rc : tcn_outbox_end_as_told(tx, m);
}

static int64_t
get_time(struct tcn_query *q)
{
	bool dated = !tcn_query_is_null(q);
	int64_t ms = tcn_query_get_int(q);

	return dated ? ms : TCN_UNDATED;
}

/* A number below n; 0 for any other, which only a damaged file holds. */
static unsigned
get_below(struct tcn_query *q, unsigned n)
{
	uint64_t value = tcn_query_get_u64(q);

	return value < n ? (unsigned)value : 0;
}

/* Behind a failure the query's columns read as nothing. */
static struct tcn_outbox_message
get_row(struct tcn_query *q, struct tcn_arena *arena)
{
	struct tcn_outbox_message m;

	m.id = tcn_query_get_u64(q);
	m.event = tcn_query_copy_str(q, arena);
	m.revision = tcn_query_get_u32(q);
	m.story = tcn_query_get_u64(q);
	m.rule = tcn_query_copy_str(q, arena);
	m.desk = tcn_query_copy_str(q, arena);
	m.receiver = tcn_query_copy_str(q, arena);
	m.created_ms = tcn_query_get_int(q);
	m.due_ms = tcn_query_get_int(q);
	m.state = (enum tcn_outbox_state)tcn_query_get_int(q);
	m.why = tcn_query_copy_str(q, arena);
	m.tries = tcn_query_get_u32(q);
	m.error = tcn_query_copy_str(q, arena);
	m.done_ms = get_time(q);
	m.handle = tcn_query_copy_str(q, arena);
	m.body = tcn_query_copy_str(q, arena);
	m.kind = (enum tcn_outbox_kind)get_below(q, TCN_OUTBOX_KINDS);
	m.step = tcn_query_get_u32(q);
	m.severity = (enum tcn_severity)get_below(q, TCN_SEVERITY_CRITICAL + 1);
	m.held_by = (enum tcn_outbox_hold)get_below(q, TCN_OUTBOX_HOLDS);
	m.released_ms = get_time(q);
	m.digest = tcn_query_get_u64(q);
	m.silence = tcn_query_get_u64(q);
	return m;
}

enum tcn_rc
tcn_outbox_collect(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_outbox_list *list)
{
	enum tcn_rc rc;

	*list = (struct tcn_outbox_list){ 0 };
	while (tcn_query_next(q)) {
		list->at = tcn_query_grow(q, arena, list->at, list->n,
		    sizeof *list->at);
		if (list->at)
			list->at[list->n++] = get_row(q, arena);
	}
	rc = tcn_query_end(q);
	if (rc)
		*list = (struct tcn_outbox_list){ 0 };
	return rc;
}

void
tcn_outbox_read_time(struct tcn_query *q, int64_t *ms)
{
	if (tcn_query_next(q) && !tcn_query_is_null(q))
		*ms = tcn_query_get_int(q);
}

enum tcn_rc
tcn_outbox_next(const struct tcn_store *st, struct tcn_str receiver,
    int64_t now_ms, struct tcn_arena *arena,
    struct tcn_outbox_message **message, int64_t *next_ms)
{
	static const char sql[] =
	    "SELECT " COLUMNS " FROM messages m WHERE receiver = ? "
	    "AND done IS NULL AND due <= ? AND state = 0 AND NOT EXISTS"
	    " (SELECT 1 FROM messages o WHERE o.event = m.event"
	    " AND o.receiver = m.receiver AND o.done IS NULL AND o.state = 0"
	    " AND o.id < m.id) ORDER BY due, id LIMIT 1";
	static const char later[] =
	    "SELECT min(due) FROM messages WHERE receiver = ? "
	    "AND done IS NULL AND due > ? AND state = 0";
	struct tcn_query q = tcn_query(st, sql);
	struct tcn_outbox_list list;
	enum tcn_rc rc;

	*next_ms = INT64_MAX;
	tcn_query_str(&q, receiver);
	tcn_query_int(&q, now_ms);
	rc = tcn_outbox_collect(&q, arena, &list);
	*message = list.n ? &list.at[0] : NULL;
	if (rc || list.n)
		return rc;
	q = tcn_query(st, later);
	tcn_query_str(&q, receiver);
	tcn_query_int(&q, now_ms);
	tcn_outbox_read_time(&q, next_ms);
	return tcn_query_end(&q);
}

static enum tcn_rc
count_try(struct tcn_store_tx *tx, uint64_t id, struct tcn_str error)
{
	static const char sql[] =
	    "UPDATE messages SET tries = tries + 1, error = ? WHERE id = ?";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_str(&q, error);
	tcn_query_u64(&q, id);
	return tcn_query_run(&q);
}

/* A message that is gone takes no tries: someone has dropped the file's. */
enum tcn_rc
tcn_outbox_put_attempt(struct tcn_store_tx *tx, uint64_t id,
    const struct tcn_outbox_attempt *one)
{
	static const char sql[] =
	    "INSERT INTO tries SELECT id, (SELECT count(*) FROM tries"
	    " WHERE message = ?1) + 1, ?2, ?3, ?4, ?5 FROM messages "
	    "WHERE id = ?1";
	struct tcn_query q = tcn_query_tx(tx, sql);
	enum tcn_rc rc;

	assert(id && one->took_ms >= 0);
	tcn_query_u64(&q, id);
	tcn_query_int(&q, one->at_ms);
	tcn_query_int(&q, one->took_ms);
	tcn_query_int(&q, one->status);
	tcn_query_str(&q, one->error);
	rc = tcn_query_run(&q);
	return rc ? rc : count_try(tx, id, one->error);
}

enum tcn_rc
tcn_outbox_set_state(struct tcn_store_tx *tx, uint64_t id,
    enum tcn_outbox_state state, int64_t at_ms, struct tcn_str why,
    struct tcn_str handle)
{
	static const char sql[] =
	    "UPDATE messages SET state = ?2, due = coalesce(?3, due),"
	    " done = ?4, why = ?5, handle = coalesce(?6, handle) "
	    "WHERE id = ?1 AND (?2 > 1 OR state <> 2)";
	struct tcn_query q = tcn_query_tx(tx, sql);

	assert(id && (unsigned)state < TCN_OUTBOX_STATES);
	tcn_query_u64(&q, id);
	tcn_query_int(&q, state);
	if (is_open(state))
		tcn_query_int(&q, at_ms);
	tcn_query_null(&q);
	if (!is_open(state))
		tcn_query_int(&q, at_ms);
	tcn_query_str(&q, why);
	if (handle.at)
		tcn_query_str(&q, handle);
	else
		tcn_query_null(&q);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_outbox_handle(const struct tcn_store *st, struct tcn_str event,
    struct tcn_str receiver, struct tcn_arena *arena, struct tcn_str *handle)
{
	static const char sql[] =
	    "SELECT handle FROM messages WHERE event = ? AND receiver = ? "
	    "AND state = 2 AND handle <> '' ORDER BY revision DESC LIMIT 1";
	struct tcn_query q = tcn_query(st, sql);

	*handle = (struct tcn_str){ "", 0 };
	tcn_query_str(&q, event);
	tcn_query_str(&q, receiver);
	if (tcn_query_next(&q))
		*handle = tcn_query_copy_str(&q, arena);
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_outbox_forget_handle(struct tcn_store_tx *tx, struct tcn_str event,
    struct tcn_str receiver)
{
	static const char sql[] = "UPDATE messages SET handle = '' "
				  "WHERE event = ? AND receiver = ?";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_str(&q, event);
	tcn_query_str(&q, receiver);
	return tcn_query_run(&q);
}

/* --- for people --- */

enum tcn_rc
tcn_outbox_find(const struct tcn_store *st,
    const struct tcn_outbox_filter *filter, struct tcn_arena *arena,
    struct tcn_outbox_list *messages)
{
	static const char sql[] =
	    "SELECT " COLUMNS " FROM messages WHERE (?1 = '' OR event = ?1) "
	    "AND (?2 = '' OR receiver = ?2) "
	    "AND (?3 = 0 OR (?3 >> state) & 1) AND (?4 = 0 OR id < ?4) "
	    "AND (?6 = 0 OR silence = ?6) ORDER BY id DESC LIMIT ?5";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_str(&q, filter->event);
	tcn_query_str(&q, filter->receiver);
	tcn_query_int(&q, filter->states);
	tcn_query_u64(&q, filter->before);
	tcn_query_limit(&q, filter->limit);
	tcn_query_u64(&q, filter->silence);
	return tcn_outbox_collect(&q, arena, messages);
}

enum tcn_rc
tcn_outbox_get(const struct tcn_store *st, uint64_t id, struct tcn_arena *arena,
    struct tcn_outbox_message **message)
{
	static const char sql[] = "SELECT " COLUMNS " FROM messages "
				  "WHERE id = ?";
	struct tcn_query q = tcn_query(st, sql);
	struct tcn_outbox_list list;
	enum tcn_rc rc;

	tcn_query_u64(&q, id);
	rc = tcn_outbox_collect(&q, arena, &list);
	*message = list.n ? &list.at[0] : NULL;
	return rc;
}

enum tcn_rc
tcn_outbox_attempts(const struct tcn_store *st, uint64_t id,
    struct tcn_arena *arena, struct tcn_outbox_attempt_list *tries)
{
	static const char sql[] = "SELECT n, at, took, status, error "
				  "FROM tries WHERE message = ? ORDER BY n";
	struct tcn_query q = tcn_query(st, sql);

	*tries = (struct tcn_outbox_attempt_list){ 0 };
	tcn_query_u64(&q, id);
	while (tcn_query_next(&q)) {
		struct tcn_outbox_attempt *at =
		    tcn_query_grow(&q, arena, tries->at, tries->n, sizeof *at);

		if (!at)
			break;
		tries->at = at;
		at += tries->n++;
		at->n = tcn_query_get_u32(&q);
		at->at_ms = tcn_query_get_int(&q);
		at->took_ms = tcn_query_get_int(&q);
		at->status = tcn_query_get_int(&q);
		at->error = tcn_query_copy_str(&q, arena);
	}
	return tcn_query_end(&q);
}

/* Runs a change of one message, by id, time and reason. */
static enum tcn_rc
change(struct tcn_store_tx *tx, const char *sql, uint64_t id, int64_t now_ms,
    struct tcn_str why, bool *found)
{
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_u64(&q, id);
	tcn_query_int(&q, now_ms);
	tcn_query_str(&q, why);
	return tcn_query_change(&q, found);
}

enum tcn_rc
tcn_outbox_resend(struct tcn_store_tx *tx, uint64_t id, int64_t now_ms,
    struct tcn_str why, bool *found)
{
	static const char sql[] =
	    "UPDATE messages SET state = 0, done = NULL, tries = 0, due = ?2,"
	    " created = ?2, why = ?3, released = NULL, digest = NULL"
	    " WHERE id = ?1";

	return change(tx, sql, id, now_ms, why, found);
}

enum tcn_rc
tcn_outbox_drop(struct tcn_store_tx *tx, uint64_t id, int64_t now_ms,
    struct tcn_str why, bool *found)
{
	static const char sql[] =
	    "UPDATE messages SET state = 5, done = ?2, why = ?3 "
	    "WHERE id = ?1 AND (done IS NULL OR state = 3)";

	return change(tx, sql, id, now_ms, why, found);
}

enum tcn_rc
tcn_outbox_count(const struct tcn_store *st, struct tcn_str receiver,
    uint64_t counts[static TCN_OUTBOX_STATES])
{
	static const char sql[] = "SELECT state, count(*) FROM messages "
				  "WHERE receiver = ? GROUP BY state";
	struct tcn_query q = tcn_query(st, sql);

	for (int i = 0; i < TCN_OUTBOX_STATES; i++)
		counts[i] = 0;
	tcn_query_str(&q, receiver);
	while (tcn_query_next(&q)) {
		uint64_t state = tcn_query_get_u64(&q);

		if (state < TCN_OUTBOX_STATES)
			counts[state] = tcn_query_get_u64(&q);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_outbox_count_open(const struct tcn_store *st, struct tcn_str receiver,
    uint64_t *n)
{
	static const char sql[] =
	    "SELECT (SELECT count(*) FROM messages WHERE receiver = ?1"
	    "  AND done IS NULL AND state = 0) +"
	    " (SELECT count(*) FROM messages WHERE receiver = ?1"
	    "  AND done IS NULL AND state = 1)";
	struct tcn_query q = tcn_query(st, sql);

	*n = 0;
	tcn_query_str(&q, receiver);
	if (tcn_query_next(&q))
		*n = tcn_query_get_u64(&q);
	return tcn_query_end(&q);
}

/* --- in course of time --- */

enum tcn_rc
tcn_outbox_expire(struct tcn_store_tx *tx, int64_t before_ms, int64_t now_ms,
    uint64_t *n)
{
	static const char sql[] =
	    "UPDATE messages SET state = 3, done = ?2, why = 'expired'"
	    " WHERE done IS NULL AND state = 0"
	    " AND coalesce(released, created) < ?1";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_int(&q, before_ms);
	tcn_query_int(&q, now_ms);
	return tcn_query_count(&q, n);
}
