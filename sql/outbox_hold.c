#include "sql/outbox_hold.h"

#include <assert.h>

#include "sql/outbox_impl.h"
#include "sql/query.h"

_Static_assert(TCN_OUTBOX_PENDING == 0 && TCN_OUTBOX_HELD == 1 &&
	TCN_OUTBOX_SENT == 2 && TCN_OUTBOX_SUPERSEDED == 4 &&
	TCN_OUTBOX_EVENT == 0 && TCN_OUTBOX_DIGEST == 1,
    "the queries below name states and kinds by number");

enum tcn_rc
tcn_outbox_due_held(const struct tcn_store *st, int64_t now_ms, size_t limit,
    struct tcn_arena *arena, struct tcn_outbox_list *messages, int64_t *next_ms)
{
	static const char sql[] =
	    "WHERE done IS NULL AND state = 1 AND due <= ?1 AND receiver ="
	    " (SELECT receiver FROM messages WHERE done IS NULL AND state = 1"
	    " AND due <= ?1 ORDER BY due, id LIMIT 1) ORDER BY id LIMIT ?2";
	static const char later[] =
	    "SELECT min(due) FROM messages "
	    "WHERE done IS NULL AND state = 1 AND due > ?";
	struct tcn_query q = TCN_RECORDS(st, &tcn_outbox_record, sql, now_ms,
	    tcn_query_limit(limit));
	enum tcn_rc rc;

	*next_ms = INT64_MAX;
	rc = tcn_outbox_collect(q, arena, messages);
	if (rc)
		return rc;
	q = TCN_QUERY(st, later, now_ms);
	tcn_outbox_read_time(&q, next_ms);
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_outbox_supersede(struct tcn_store_tx *tx, struct tcn_str event,
    struct tcn_str receiver, int64_t now_ms)
{
	static const char sql[] =
	    "UPDATE messages SET state = 4, done = ?, why = 'a later revision "
	    "takes its place' WHERE event = ? AND receiver = ? AND state = 1 "
	    "AND kind = 0";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, now_ms, event, receiver);

	return tcn_query_run(&q);
}

enum tcn_rc
tcn_outbox_is_put(const struct tcn_store *st, struct tcn_str event,
    uint32_t revision, struct tcn_str receiver, bool *put)
{
	static const char sql[] = "SELECT 1 FROM messages WHERE event = ? "
				  "AND receiver = ? AND revision = ? "
				  "AND step = 0";
	struct tcn_query q = TCN_QUERY(st, sql, event, receiver, revision);

	*put = tcn_query_next(&q);
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_outbox_held_since(const struct tcn_store *st, struct tcn_str event,
    struct tcn_str receiver, int64_t *since_ms)
{
	static const char sql[] = "SELECT min(created) FROM messages "
				  "WHERE event = ? AND receiver = ? "
				  "AND state = 1 AND kind = 0";
	struct tcn_query q = TCN_QUERY(st, sql, event, receiver);

	*since_ms = TCN_UNDATED;
	tcn_outbox_read_time(&q, since_ms);
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_outbox_hold(struct tcn_store_tx *tx, uint64_t id, enum tcn_outbox_hold by,
    int64_t until_ms, struct tcn_str why)
{
	static const char sql[] =
	    "UPDATE messages SET state = 1, held_by = ?2, due = ?3, why = ?4 "
	    "WHERE id = ?1 AND done IS NULL";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, id, by, until_ms, why);

	assert(id && by != TCN_OUTBOX_HOLD_NONE);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_outbox_put_silence(struct tcn_store_tx *tx, uint64_t id, uint64_t silence)
{
	static const char sql[] = "UPDATE messages SET silence = ? "
				  "WHERE id = ?";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, silence, id);

	assert(id && silence);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_outbox_count_silenced(const struct tcn_store *st, uint64_t silence,
    uint64_t *messages, uint64_t *events)
{
	static const char sql[] =
	    "SELECT count(*), count(DISTINCT event) FROM messages "
	    "WHERE silence = ? AND silence <> 0";
	struct tcn_query q = TCN_QUERY(st, sql, silence);

	*messages = *events = 0;
	return TCN_QUERY_ONE(&q, NULL, messages, events);
}

enum tcn_rc
tcn_outbox_release(struct tcn_store_tx *tx, uint64_t id, int64_t now_ms)
{
	static const char sql[] =
	    "UPDATE messages SET state = 0, due = ?2, released = ?2, why = '' "
	    "WHERE id = ?1 AND done IS NULL";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, id, now_ms);

	return tcn_query_run(&q);
}

enum tcn_rc
tcn_outbox_release_as(struct tcn_store_tx *tx, uint64_t id, int64_t now_ms,
    enum tcn_severity severity, struct tcn_str body)
{
	static const char sql[] =
	    "UPDATE messages SET severity = ?2, body = ?3 WHERE id = ?1 "
	    "AND done IS NULL";
	enum tcn_rc rc = tcn_outbox_release(tx, id, now_ms);
	struct tcn_query q;

	if (rc)
		return rc;
	q = TCN_QUERY_TX(tx, sql, id, severity,
	    tcn_query_blob(body.at, body.n));
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_outbox_put_in_digest(struct tcn_store_tx *tx, uint64_t id,
    struct tcn_str digest, int64_t now_ms)
{
	static const char sql[] =
	    "UPDATE messages SET state = 4, done = ?3, released = ?3,"
	    " why = 'told of in ' || ?2,"
	    " digest = (SELECT d.id FROM messages d WHERE d.event = ?2"
	    " AND d.receiver = messages.receiver) "
	    "WHERE id = ?1 AND done IS NULL";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, id, digest, now_ms);

	return tcn_query_run(&q);
}

/*
 * Sent messages that are dated after now are left out: the clock has been set
 * back since, and nobody knows how long ago they were sent.
 */
enum tcn_rc
tcn_outbox_told(const struct tcn_store *st, struct tcn_str event,
    struct tcn_str rule, uint64_t story, struct tcn_str receiver,
    int64_t now_ms, struct tcn_outbox_told *told)
{
	static const char sql[] =
	    "SELECT coalesce(max(same), 0), coalesce(max(same > 0 AND state),"
	    " 0), coalesce(max(severity), 0), max(iif(at <= ?5, at, NULL)) FROM"
	    " (SELECT 1 AS same, state, severity,"
	    " coalesce(done, min(due, ?5)) AS at"
	    " FROM messages WHERE event = ?1 AND receiver = ?2"
	    " AND (state IN (0, 2) OR digest IS NOT NULL) UNION ALL"
	    " SELECT 0, 0, 0, coalesce(done, min(due, ?5)) FROM messages"
	    " WHERE story = ?3 AND story <> 0 AND receiver = ?2 AND rule = ?4"
	    " AND (state IN (0, 2) OR digest IS NOT NULL))";
	struct tcn_query q =
	    TCN_QUERY(st, sql, event, receiver, story, rule, now_ms);

	*told = (struct tcn_outbox_told){ .last_ms = TCN_UNDATED };
	if (tcn_query_next(&q)) {
		TCN_QUERY_GET(&q, NULL, &told->told, &told->sent);
		told->severity = (enum tcn_severity)tcn_query_get_int(&q);
		if (!tcn_query_is_null(&q))
			told->last_ms = tcn_query_get_int(&q);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_outbox_told_dossier(const struct tcn_store *st, struct tcn_str dossier,
    struct tcn_str event, struct tcn_str receiver, bool *told)
{
	static const char sql[] =
	    "SELECT EXISTS (SELECT 1 FROM (SELECT ?1 AS id UNION"
	    " SELECT id FROM events WHERE dossier = ?1 AND dossier <> '') e"
	    " JOIN messages m ON m.event = e.id"
	    " WHERE e.id <> ?2 AND m.receiver = ?3"
	    " AND (m.state IN (0, 2) OR m.digest IS NOT NULL))";
	struct tcn_query q = TCN_QUERY(st, sql, dossier, event, receiver);

	*told = false;
	return TCN_QUERY_ONE(&q, NULL, told);
}

enum tcn_rc
tcn_outbox_told_severity(const struct tcn_store *st, struct tcn_str event,
    enum tcn_severity *severity, bool *told)
{
	static const char sql[] =
	    "SELECT max(severity) FROM messages WHERE event = ? "
	    "AND (state IN (0, 2) OR digest IS NOT NULL)";
	struct tcn_query q = TCN_QUERY(st, sql, event);
	int64_t highest = -1;

	tcn_outbox_read_time(&q, &highest);
	*told = highest >= 0;
	if (highest > TCN_SEVERITY_CRITICAL)
		highest = TCN_SEVERITY_CRITICAL; /* the file is damaged */
	*severity = *told ? (enum tcn_severity)highest : TCN_SEVERITY_INFO;
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_outbox_count_told(const struct tcn_store *st, struct tcn_str receiver,
    struct tcn_str rule, enum tcn_severity least, int64_t since_ms,
    int64_t now_ms, uint64_t *n, int64_t *first_ms)
{
	static const char sql[] =
	    "SELECT count(*), min(at) FROM"
	    " (SELECT done AS at, rule, kind, severity FROM messages"
	    " WHERE receiver = ?1 AND state = 2 AND done > ?3 AND done <= ?4"
	    " UNION ALL SELECT min(due, ?4), rule, kind, severity FROM messages"
	    " WHERE receiver = ?1 AND done IS NULL AND state = 0) "
	    "WHERE kind <> 1 AND (?2 = '' OR rule = ?2) AND severity >= ?5";
	struct tcn_query q =
	    TCN_QUERY(st, sql, receiver, rule, since_ms, now_ms, least);

	*n = 0;
	return TCN_QUERY_ONE(&q, NULL, n, first_ms);
}

/* A time of one receiver's messages, of a rule or of any, so held. */
static enum tcn_rc
read_time_of(const struct tcn_store *st, const char *sql,
    struct tcn_str receiver, struct tcn_str rule, enum tcn_outbox_hold by,
    enum tcn_severity least, int64_t *ms)
{
	struct tcn_query q = TCN_QUERY(st, sql, receiver, rule, by, least);

	*ms = TCN_UNDATED;
	tcn_outbox_read_time(&q, ms);
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_outbox_first_held_ms(const struct tcn_store *st, struct tcn_str receiver,
    struct tcn_str rule, enum tcn_outbox_hold by, enum tcn_severity least,
    int64_t *first_ms)
{
	static const char sql[] =
	    "SELECT min(created) FROM messages WHERE receiver = ?1 "
	    "AND done IS NULL AND state = 1 AND held_by = ?3 "
	    "AND severity >= ?4 AND (?2 = '' OR rule = ?2)";

	return read_time_of(st, sql, receiver, rule, by, least, first_ms);
}

enum tcn_rc
tcn_outbox_last_digest_ms(const struct tcn_store *st, struct tcn_str receiver,
    struct tcn_str rule, enum tcn_outbox_hold by, int64_t *last_ms)
{
	static const char sql[] =
	    "SELECT max(created) FROM messages WHERE receiver = ?1 "
	    "AND kind = 1 AND held_by = ?3 AND severity >= ?4 "
	    "AND (?2 = '' OR rule = ?2)";

	return read_time_of(st, sql, receiver, rule, by, TCN_SEVERITY_INFO,
	    last_ms);
}

enum tcn_rc
tcn_outbox_judge_again(struct tcn_store_tx *tx, unsigned holds, int64_t now_ms)
{
	static const char sql[] =
	    "UPDATE messages SET due = min(due, ?2) WHERE done IS NULL "
	    "AND state = 1 AND (?1 >> held_by) & 1";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, holds, now_ms);

	return tcn_query_run(&q);
}

enum tcn_rc
tcn_outbox_pending_after(const struct tcn_store *st, uint64_t id, size_t limit,
    struct tcn_arena *arena, struct tcn_outbox_list *messages)
{
	static const char sql[] = "WHERE done IS NULL AND state = 0 "
				  "AND id > ? ORDER BY id LIMIT ?";

	return tcn_outbox_collect(TCN_RECORDS(st, &tcn_outbox_record, sql, id,
				      tcn_query_limit(limit)),
	    arena, messages);
}

enum tcn_rc
tcn_outbox_is_ahead(const struct tcn_store *st, int64_t now_ms, bool *ahead)
{
	static const char sql[] = "SELECT 1 FROM messages WHERE done IS NULL "
				  "AND max(created, coalesce(released,"
				  " created)) > ? LIMIT 1";
	struct tcn_query q = TCN_QUERY(st, sql, now_ms);

	*ahead = tcn_query_next(&q);
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_outbox_mend_clock(struct tcn_store_tx *tx, int64_t now_ms)
{
	static const char sql[] =
	    "UPDATE messages SET due = min(due, ?1),"
	    " created = min(created, ?1), released = min(released, ?1) "
	    "WHERE done IS NULL";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, now_ms);

	return tcn_query_run(&q);
}

enum tcn_rc
tcn_outbox_count_held(const struct tcn_store *st,
    uint64_t counts[static TCN_OUTBOX_HOLDS])
{
	static const char sql[] =
	    "SELECT held_by, count(*) FROM messages WHERE done IS NULL "
	    "AND state = 1 GROUP BY held_by";
	struct tcn_query q = tcn_query(st, sql);

	for (int i = 0; i < TCN_OUTBOX_HOLDS; i++)
		counts[i] = 0;
	while (tcn_query_next(&q)) {
		uint64_t by = tcn_query_get_u64(&q);

		if (by < TCN_OUTBOX_HOLDS)
			counts[by] = tcn_query_get_u64(&q);
	}
	return tcn_query_end(&q);
}
