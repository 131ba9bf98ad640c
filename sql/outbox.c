#include "sql/outbox.h"

#include <assert.h>

#include "engine/item/severity.h"
#include "sql/outbox_impl.h"

_Static_assert(TCN_OUTBOX_PENDING == 0 && TCN_OUTBOX_HELD == 1 &&
	TCN_OUTBOX_SENT == 2 && TCN_OUTBOX_DEAD == 3 &&
	TCN_OUTBOX_SUPERSEDED == 4 && TCN_OUTBOX_DROPPED == 5,
    "the queries below name states by number");

const char *const tcn_outbox_states[] = { "pending", "held", "sent", "dead",
	"superseded", "dropped", NULL };

const char *const tcn_outbox_holds[] = { "", "quiet_hours", "cooldown",
	"silence", "inhibition", "rule_cap", "receiver_cap", "escalation",
	"dossier", NULL };

static const char *const kinds[] = { "event", "digest", "escalation", "edition",
	NULL };

#define F(...)  TCN_FIELD(struct tcn_outbox_message, __VA_ARGS__)
#define AT(...) TCN_FIELD_TIME(struct tcn_outbox_message, __VA_ARGS__)
static const struct tcn_field fields[] = {
	F(U64, id, .flags = TCN_FIELD_AUTO | TCN_FIELD_HIDDEN),
	F(TEXT, event),
	F(TEXT, rule),
	F(TEXT, desk),
	F(TEXT, receiver),
	F(TEXT, why),
	F(TEXT, error),
	F(TEXT, handle),
	F(U32, revision),
	F(WORD, state, .words = tcn_outbox_states),
	F(WORD, held_by, .words = tcn_outbox_holds),
	F(U64, digest, .flags = TCN_FIELD_AUTO),
	F(U64, silence),
	AT(created),
	AT(due),
	AT(done),
	F(U32, tries, .key = "tried"),
	F(U64, story, .flags = TCN_FIELD_HIDDEN),
	F(BYTES, body, .flags = TCN_FIELD_HIDDEN),
	F(WORD, kind, .words = kinds, .flags = TCN_FIELD_HIDDEN),
	F(U32, step, .flags = TCN_FIELD_HIDDEN),
	F(WORD, severity, .words = tcn_severity_names,
	    .flags = TCN_FIELD_HIDDEN),
	AT(released, .flags = TCN_FIELD_AUTO | TCN_FIELD_HIDDEN),
	{ 0 },
};
#undef F
#undef AT

const struct tcn_fields tcn_outbox_record = {
	.table = "messages",
	.fields = fields,
	.bytes = sizeof(struct tcn_outbox_message),
	.chars = 1000000,
	.flags = TCN_FIELD_PLAIN,
	.unique = "event, receiver, revision, step",
};

#define F(...)  TCN_FIELD(struct tcn_outbox_attempt, __VA_ARGS__)
#define AS(...) TCN_FIELD_AS(struct tcn_outbox_attempt, __VA_ARGS__)
static const struct tcn_field attempt[] = {
	F(U32, n, .flags = TCN_FIELD_HIDDEN),
	AS(TIME, at_ms, .name = "at"),
	AS(SPAN, took_ms, .name = "took"),
	F(INT, status),
	F(TEXT, error),
	{ 0 },
};

const struct tcn_fields tcn_outbox_attempt_record = {
	.table = "tries",
	.fields = attempt,
	.bytes = sizeof(struct tcn_outbox_attempt),
	.chars = 1000000,
	.flags = TCN_FIELD_PLAIN,
};

static bool
is_open(enum tcn_outbox_state state)
{
	return state == TCN_OUTBOX_PENDING || state == TCN_OUTBOX_HELD;
}

enum tcn_rc
tcn_outbox_put(struct tcn_store_tx *tx, const struct tcn_outbox_message *m)
{
	struct tcn_outbox_message put = *m;
	enum tcn_rc rc;

	assert(m->revision > 0 && m->state < TCN_OUTBOX_STATES);
	put.tries = 0;
	put.error = put.handle = tcn_str("");
	put.done_ms = is_open(m->state) ? TCN_UNDATED : m->created_ms;
	rc = tcn_query_put_record(tx, &tcn_outbox_record, &put, NULL);
	return rc ? rc : tcn_outbox_end_as_told(tx, m);
}

enum tcn_rc
tcn_outbox_collect(struct tcn_query q, struct tcn_arena *arena,
    struct tcn_outbox_list *list)
{
	list->at =
	    tcn_query_get_records(&q, &tcn_outbox_record, arena, &list->n);
	return q.rc;
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
	    "m WHERE receiver = ? "
	    "AND done IS NULL AND due <= ? AND state = 0 AND NOT EXISTS"
	    " (SELECT 1 FROM messages o WHERE o.event = m.event"
	    " AND o.receiver = m.receiver AND o.done IS NULL AND o.state = 0"
	    " AND o.id < m.id) ORDER BY due, id LIMIT 1";
	static const char later[] =
	    "SELECT min(due) FROM messages WHERE receiver = ? "
	    "AND done IS NULL AND due > ? AND state = 0";
	struct tcn_query q =
	    TCN_RECORDS(st, &tcn_outbox_record, sql, receiver, now_ms);
	struct tcn_outbox_list list;
	enum tcn_rc rc;

	*next_ms = INT64_MAX;
	rc = tcn_outbox_collect(q, arena, &list);
	*message = list.n ? &list.at[0] : NULL;
	if (rc || list.n)
		return rc;
	q = TCN_QUERY(st, later, receiver, now_ms);
	tcn_outbox_read_time(&q, next_ms);
	return tcn_query_end(&q);
}

static enum tcn_rc
count_try(struct tcn_store_tx *tx, uint64_t id, struct tcn_str error)
{
	static const char sql[] =
	    "UPDATE messages SET tries = tries + 1, error = ? WHERE id = ?";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, error, id);

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
	struct tcn_query q = TCN_QUERY_TX(tx, sql, id, one->at_ms, one->took_ms,
	    one->status, one->error);
	enum tcn_rc rc;

	assert(id && one->took_ms >= 0);
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
	bool open = is_open(state);
	struct tcn_query q = TCN_QUERY_TX(tx, sql, id, state,
	    tcn_query_if(open, at_ms), tcn_query_if(!open, at_ms), why,
	    tcn_query_str_if(handle.at != NULL, handle));

	assert(id && (unsigned)state < TCN_OUTBOX_STATES);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_outbox_handle(const struct tcn_store *st, struct tcn_str event,
    struct tcn_str receiver, struct tcn_arena *arena, struct tcn_str *handle)
{
	static const char sql[] =
	    "SELECT handle FROM messages WHERE event = ? AND receiver = ? "
	    "AND state = 2 AND handle <> '' ORDER BY revision DESC LIMIT 1";
	struct tcn_query q = TCN_QUERY(st, sql, event, receiver);

	*handle = (struct tcn_str){ "", 0 };
	return TCN_QUERY_ONE(&q, arena, handle);
}

enum tcn_rc
tcn_outbox_forget_handle(struct tcn_store_tx *tx, struct tcn_str event,
    struct tcn_str receiver)
{
	static const char sql[] = "UPDATE messages SET handle = '' "
				  "WHERE event = ? AND receiver = ?";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, event, receiver);

	return tcn_query_run(&q);
}

/* --- for people --- */

enum tcn_rc
tcn_outbox_find(const struct tcn_store *st,
    const struct tcn_outbox_filter *filter, struct tcn_arena *arena,
    struct tcn_outbox_list *messages)
{
	static const char sql[] =
	    "WHERE (?1 = '' OR event = ?1) "
	    "AND (?2 = '' OR receiver = ?2) "
	    "AND (?3 = 0 OR (?3 >> state) & 1) AND (?4 = 0 OR id < ?4) "
	    "AND (?6 = 0 OR silence = ?6) ORDER BY id DESC LIMIT ?5";

	return tcn_outbox_collect(TCN_RECORDS(st, &tcn_outbox_record, sql,
				      filter->event, filter->receiver,
				      filter->states, filter->before,
				      tcn_query_limit(filter->limit),
				      filter->silence),
	    arena, messages);
}

enum tcn_rc
tcn_outbox_get(const struct tcn_store *st, uint64_t id, struct tcn_arena *arena,
    struct tcn_outbox_message **message)
{
	static const char sql[] = "WHERE id = ?";
	struct tcn_query q = TCN_RECORDS(st, &tcn_outbox_record, sql, id);
	size_t n;

	*message = tcn_query_get_records(&q, &tcn_outbox_record, arena, &n);
	return q.rc;
}

enum tcn_rc
tcn_outbox_attempts(const struct tcn_store *st, uint64_t id,
    struct tcn_arena *arena, struct tcn_outbox_attempt_list *tries)
{
	static const char sql[] = "WHERE message = ? ORDER BY n";
	struct tcn_query q =
	    TCN_RECORDS(st, &tcn_outbox_attempt_record, sql, id);

	tries->at = tcn_query_get_records(&q, &tcn_outbox_attempt_record, arena,
	    &tries->n);
	return q.rc;
}

/* Runs a change of one message, by id, time and reason. */
static enum tcn_rc
change(struct tcn_store_tx *tx, const char *sql, uint64_t id, int64_t now_ms,
    struct tcn_str why, bool *found)
{
	struct tcn_query q = TCN_QUERY_TX(tx, sql, id, now_ms, why);

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
tcn_outbox_count_open(const struct tcn_store *st, struct tcn_str receiver,
    uint64_t *n)
{
	static const char sql[] =
	    "SELECT (SELECT count(*) FROM messages WHERE receiver = ?1"
	    "  AND done IS NULL AND state = 0) +"
	    " (SELECT count(*) FROM messages WHERE receiver = ?1"
	    "  AND done IS NULL AND state = 1)";
	struct tcn_query q = TCN_QUERY(st, sql, receiver);

	*n = 0;
	return TCN_QUERY_ONE(&q, NULL, n);
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
	struct tcn_query q = TCN_QUERY_TX(tx, sql, before_ms, now_ms);

	return tcn_query_count(&q, n);
}
