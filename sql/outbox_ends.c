#include "sql/outbox_ends.h"

#include <assert.h>

#include "engine/base/duration.h"
#include "sql/outbox_impl.h"

_Static_assert(TCN_OUTBOX_SENT == 2, "the queries below name it by number");

/*
 * What this connection itself brought about: a message that was sent here was
 * tried here, while one whose end another told was not.
 */
static const char noting[] =
    "CREATE TEMP TABLE IF NOT EXISTS noted_ends (message INTEGER PRIMARY KEY);"
    "CREATE TEMP TRIGGER IF NOT EXISTS note_end_of_new"
    " AFTER INSERT ON main.messages WHEN new.done IS NOT NULL BEGIN"
    " INSERT OR IGNORE INTO noted_ends VALUES (new.id); END;"
    "CREATE TEMP TRIGGER IF NOT EXISTS note_end"
    " AFTER UPDATE OF state ON main.messages WHEN new.done IS NOT NULL"
    " AND (new.state <> 2 OR new.tries > 0) BEGIN"
    " INSERT OR IGNORE INTO noted_ends VALUES (new.id); END;";

enum tcn_rc
tcn_outbox_note_ends(const struct tcn_store *st)
{
	return tcn_db_exec(st, noting);
}

#define F(...) TCN_FIELD(struct tcn_outbox_end, __VA_ARGS__)
static const struct tcn_field fields[] = {
	F(TEXT, event),
	F(U32, revision),
	F(U32, step),
	F(TEXT, receiver),
	F(WORD, state, .words = tcn_outbox_states),
	TCN_FIELD_AS(struct tcn_outbox_end, INT, at_ms, .name = "at"),
	F(TEXT, why),
	F(TEXT, handle),
	{ 0 },
};

static const struct tcn_fields record = {
	.table = "message_ends",
	.fields = fields,
	.bytes = sizeof(struct tcn_outbox_end),
	.replaces = true,
};

enum tcn_rc
tcn_outbox_take_ends(const struct tcn_store *st, struct tcn_arena *arena,
    struct tcn_outbox_end_list *ends)
{
	static const char sql[] =
	    "SELECT event, revision, step, receiver, state, done, why, handle "
	    "FROM temp.noted_ends JOIN messages m ON id = message "
	    "WHERE done IS NOT NULL AND NOT EXISTS (SELECT 1 FROM messages d"
	    " WHERE d.id = m.digest AND d.done IS NULL) ORDER BY m.id";
	static const char none[] =
	    "DELETE FROM temp.noted_ends WHERE NOT EXISTS (SELECT 1"
	    " FROM messages m JOIN messages d ON d.id = m.digest"
	    " WHERE m.id = message AND d.done IS NULL)";
	struct tcn_query q = tcn_query(st, sql);

	ends->at = tcn_query_get_records(&q, &record, arena, &ends->n);
	if (q.rc || !ends->n)
		return q.rc;
	q = tcn_query(st, none);
	return tcn_query_run(&q);
}

/* Ends the message if it is here; *found: it is. */
static enum tcn_rc
end_message(struct tcn_store_tx *tx, const struct tcn_outbox_end *end,
    bool *found)
{
	static const char sql[] =
	    "UPDATE messages SET state = ?5, done = ?6, why = ?7,"
	    " handle = CASE WHEN ?8 = '' THEN handle ELSE ?8 END "
	    "WHERE event = ?1 AND receiver = ?2 AND revision = ?3 "
	    "AND step = ?4 AND state <> 2 AND (?5 = 2 OR done IS NULL)";
	static const char any[] =
	    "SELECT 1 FROM messages WHERE event = ?1 "
	    "AND receiver = ?2 AND revision = ?3 AND step = ?4";
	struct tcn_query q = TCN_QUERY_TX(tx, any, end->event, end->receiver,
	    end->revision, end->step);
	enum tcn_rc rc;

	*found = tcn_query_next(&q);
	rc = tcn_query_end(&q);
	if (rc || !*found)
		return rc;
	q = TCN_QUERY_TX(tx, sql, end->event, end->receiver, end->revision,
	    end->step, end->state, end->at_ms, end->why, end->handle);
	return tcn_query_run(&q);
}

static enum tcn_rc
forget_old(struct tcn_store_tx *tx, int64_t now_ms)
{
	static const char sql[] = "DELETE FROM message_ends WHERE at < ?";
	struct tcn_query q =
	    TCN_QUERY_TX(tx, sql, now_ms - TCN_OUTBOX_ENDS_DAYS * TCN_DAY_MS);

	return tcn_query_run(&q);
}

enum tcn_rc
tcn_outbox_end(struct tcn_store_tx *tx, const struct tcn_outbox_end *end)
{
	bool found;
	enum tcn_rc rc = end_message(tx, end, &found);

	assert(end->state >= TCN_OUTBOX_SENT);
	if (rc || found)
		return rc;
	rc = tcn_query_put_record(tx, &record, end, NULL);
	return rc ? rc : forget_old(tx, end->at_ms);
}

enum tcn_rc
tcn_outbox_end_as_told(struct tcn_store_tx *tx,
    const struct tcn_outbox_message *m)
{
	static const char sql[] =
	    "UPDATE messages SET state = e.state, done = e.at, why = e.why,"
	    " handle = e.handle FROM message_ends e WHERE e.event = ?1 "
	    "AND e.receiver = ?2 AND e.revision = ?3 AND e.step = ?4 "
	    "AND messages.event = ?1 AND messages.receiver = ?2 "
	    "AND messages.revision = ?3 AND messages.step = ?4";
	static const char taken[] =
	    "DELETE FROM message_ends WHERE event = ?1 "
	    "AND receiver = ?2 AND revision = ?3 AND step = ?4";
	const char *const both[] = { sql, taken };
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < 2; i++) {
		struct tcn_query q = TCN_QUERY_TX(tx, both[i], m->event,
		    m->receiver, m->revision, m->step);

		rc = tcn_query_run(&q);
	}
	return rc;
}
