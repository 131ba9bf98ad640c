#include "sql/outbox_ends.h"

#include <assert.h>

#include "engine/base/duration.h"
#include "sql/outbox_impl.h"
#include "sql/query.h"

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

static struct tcn_outbox_end
get_end(struct tcn_query *q, struct tcn_arena *arena)
{
	struct tcn_outbox_end end;

	end.event = tcn_query_copy_str(q, arena);
	end.receiver = tcn_query_copy_str(q, arena);
	end.revision = tcn_query_get_u32(q);
	end.step = tcn_query_get_u32(q);
	end.state = (enum tcn_outbox_state)tcn_query_get_int(q);
	end.at_ms = tcn_query_get_int(q);
	end.why = tcn_query_copy_str(q, arena);
	end.handle = tcn_query_copy_str(q, arena);
	return end;
}

enum tcn_rc
tcn_outbox_take_ends(const struct tcn_store *st, struct tcn_arena *arena,
    struct tcn_outbox_end_list *ends)
{
	static const char sql[] =
	    "SELECT event, receiver, revision, step, state, done, why, handle "
	    "FROM temp.noted_ends JOIN messages m ON id = message "
	    "WHERE done IS NOT NULL AND NOT EXISTS (SELECT 1 FROM messages d"
	    " WHERE d.id = m.digest AND d.done IS NULL) ORDER BY m.id";
	static const char none[] =
	    "DELETE FROM temp.noted_ends WHERE NOT EXISTS (SELECT 1"
	    " FROM messages m JOIN messages d ON d.id = m.digest"
	    " WHERE m.id = message AND d.done IS NULL)";
	struct tcn_query q = tcn_query(st, sql);
	enum tcn_rc rc;

	*ends = (struct tcn_outbox_end_list){ 0 };
	while (tcn_query_next(&q)) {
		ends->at = tcn_query_grow(&q, arena, ends->at, ends->n,
		    sizeof *ends->at);
		if (ends->at)
			ends->at[ends->n++] = get_end(&q, arena);
	}
	rc = tcn_query_end(&q);
	if (rc)
		*ends = (struct tcn_outbox_end_list){ 0 };
	if (rc || !ends->n)
		return rc;
	q = tcn_query(st, none);
	return tcn_query_run(&q);
}

static void
bind_end(struct tcn_query *q, const struct tcn_outbox_end *end)
{
	tcn_query_str(q, end->event);
	tcn_query_str(q, end->receiver);
	tcn_query_int(q, end->revision);
	tcn_query_int(q, end->step);
	tcn_query_int(q, end->state);
	tcn_query_int(q, end->at_ms);
	tcn_query_str(q, end->why);
	tcn_query_str(q, end->handle);
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
	struct tcn_query q = tcn_query_tx(tx, any);
	enum tcn_rc rc;

	tcn_query_str(&q, end->event);
	tcn_query_str(&q, end->receiver);
	tcn_query_int(&q, end->revision);
	tcn_query_int(&q, end->step);
	*found = tcn_query_next(&q);
	rc = tcn_query_end(&q);
	if (rc || !*found)
		return rc;
	q = tcn_query_tx(tx, sql);
	bind_end(&q, end);
	return tcn_query_run(&q);
}

static enum tcn_rc
forget_old(struct tcn_store_tx *tx, int64_t now_ms)
{
	static const char sql[] = "DELETE FROM message_ends WHERE at < ?";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_int(&q, now_ms - TCN_OUTBOX_ENDS_DAYS * TCN_DAY_MS);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_outbox_end(struct tcn_store_tx *tx, const struct tcn_outbox_end *end)
{
	static const char sql[] = "INSERT OR REPLACE INTO message_ends VALUES "
				  "(?, ?, ?, ?, ?, ?, ?, ?)";
	struct tcn_query q;
	bool found;
	enum tcn_rc rc = end_message(tx, end, &found);

	assert(end->state >= TCN_OUTBOX_SENT);
	if (rc || found)
		return rc;
	q = tcn_query_tx(tx, sql);
	bind_end(&q, end);
	rc = tcn_query_run(&q);
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
		struct tcn_query q = tcn_query_tx(tx, both[i]);

		tcn_query_str(&q, m->event);
		tcn_query_str(&q, m->receiver);
		tcn_query_int(&q, m->revision);
		tcn_query_int(&q, m->step);
		rc = tcn_query_run(&q);
	}
	return rc;
}
