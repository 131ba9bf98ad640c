/*
 * Events with all that hangs on them, their reports, finished messages, and
 * closed stories.
 */
#include <stdio.h>

#include "sql/store_retain_impl.h"

void
tcn_store_retain_get_id(struct tcn_query *q, char id[TCN_EVENT_ID_BYTES])
{
	struct tcn_str text = tcn_query_get_str(q);

	snprintf(id, TCN_EVENT_ID_BYTES, "%.*s", TCN_STR_ARG(text));
}

/* --- messages --- */

#define MESSAGE "SELECT id, done, event FROM messages "

enum tcn_rc
tcn_store_retain_delivery(struct tcn_store_tx *tx,
    struct tcn_store_retain *pass, struct tcn_store_retain_one *one)
{
	static const char same[] =
	    MESSAGE "WHERE done = ? AND id > ? ORDER BY id LIMIT 1";
	static const char later[] =
	    MESSAGE "WHERE done > ? AND done < ? ORDER BY done, id LIMIT 1";
	static const char tries[] = "DELETE FROM tries WHERE message = ?";
	static const char message[] = "DELETE FROM messages WHERE id = ?";
	char event[TCN_EVENT_ID_BYTES];
	struct tcn_query q;
	enum tcn_rc rc;

	one->end = !tcn_store_retain_next(tx->st, pass, same, later, &q, &rc);
	if (one->end)
		return rc;
	pass->at = one->number = tcn_query_get_int(&q);
	pass->at_ms = one->time_ms = tcn_query_get_int(&q);
	tcn_store_retain_get_id(&q, event);
	rc = tcn_query_end(&q);
	if (rc || tcn_store_retain_needs(pass, event))
		return rc;
	rc = tcn_store_retain_delete(tx, tries, pass->at, &one->work);
	if (!rc)
		rc = tcn_store_retain_delete(tx, message, pass->at, &one->work);
	one->removed = true;
	return rc;
}

/* --- events --- */

/* The next event in the order of firing; *old: it has not changed since
 * before_ms. The pass moves there. */
static enum tcn_rc
next_event(const struct tcn_store *st, struct tcn_store_retain *pass,
    struct tcn_store_retain_one *one, bool *old, bool *told)
{
	static const char sql[] =
	    "SELECT e.id, e.fired, r.changed,"
	    " EXISTS (SELECT 1 FROM messages m WHERE m.event = e.id) "
	    "FROM events e LEFT JOIN event_revisions r"
	    " ON r.event = e.id AND r.revision = e.revision "
	    "WHERE (e.fired, e.id) > (?, ?) AND e.fired < ? "
	    "ORDER BY e.fired, e.id LIMIT 1";
	int64_t before_ms = pass->conf.before_ms[pass->kind];
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_int(&q, pass->at_ms);
	tcn_query_str(&q, tcn_str(pass->at_id));
	tcn_query_int(&q, before_ms);
	one->end = !tcn_query_next(&q);
	if (!one->end) {
		tcn_store_retain_get_id(&q, pass->at_id);
		pass->at_ms = tcn_query_get_int(&q);
		one->time_ms = tcn_query_get_int(&q);
		*told = tcn_query_get_int(&q) != 0;
		*old = one->time_ms < before_ms &&
		    !tcn_store_retain_needs(pass, pass->at_id);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_retain_event(struct tcn_store_tx *tx, struct tcn_store_retain *pass,
    struct tcn_store_retain_one *one)
{
	static const char terms[] = "DELETE FROM event_terms WHERE event = ?";
	static const char reports[] = "DELETE FROM reports WHERE event = ?";
	static const char evidence[] = "DELETE FROM evidence WHERE event = ?";
	static const char reasons[] =
	    "DELETE FROM event_reasons WHERE event = ?";
	static const char actions[] = "DELETE FROM actions WHERE event = ?";
	static const char revisions[] =
	    "DELETE FROM event_revisions WHERE event = ?";
	static const char events[] = "DELETE FROM events WHERE id = ?";
	static const char *const all[] = { terms, reports, evidence, reasons,
		actions, revisions, events };
	bool old = false, told = false;
	enum tcn_rc rc = next_event(tx->st, pass, one, &old, &told);

	if (rc || one->end || !old || told)
		return rc;
	for (size_t i = 0; i < sizeof all / sizeof *all && !rc; i++)
		rc = tcn_store_retain_delete_id(tx, all[i], pass->at_id,
		    &one->work);
	one->removed = true;
	return rc;
}

enum tcn_rc
tcn_store_retain_report(struct tcn_store_tx *tx, struct tcn_store_retain *pass,
    struct tcn_store_retain_one *one)
{
	static const char sql[] = "DELETE FROM reports WHERE event = ?";
	bool old = false, told;
	enum tcn_rc rc = next_event(tx->st, pass, one, &old, &told);
	size_t before = one->work;

	if (rc || one->end || !old)
		return rc;
	rc = tcn_store_retain_delete_id(tx, sql, pass->at_id, &one->work);
	one->removed = one->work > before;
	return rc;
}

/* --- stories --- */

/* The last: is it open, or does another row name it? */
#define STORY                                                                  \
	"SELECT s.id, s.last_ts, NOT s.closed"                                 \
	" OR EXISTS (SELECT 1 FROM items i"                                    \
	"  WHERE i.story = s.id AND i.story <> 0)"                             \
	" OR EXISTS (SELECT 1 FROM events e"                                   \
	"  WHERE e.story = s.id AND e.story <> 0)"                             \
	" OR EXISTS (SELECT 1 FROM stories m"                                  \
	"  WHERE m.merged_into = s.id AND m.merged_into <> 0) FROM stories s "

enum tcn_rc
tcn_store_retain_story(struct tcn_store_tx *tx, struct tcn_store_retain *pass,
    struct tcn_store_retain_one *one)
{
	static const char same[] =
	    STORY "WHERE s.last_ts = ? AND s.id > ? ORDER BY s.id LIMIT 1";
	static const char later[] = STORY
	    "WHERE s.last_ts > ? AND s.last_ts < ? ORDER BY s.last_ts, s.id "
	    "LIMIT 1";
	static const char terms[] = "DELETE FROM story_terms WHERE story = ?";
	static const char splits[] = "DELETE FROM story_splits WHERE story = ?";
	static const char story[] = "DELETE FROM stories WHERE id = ?";
	static const char *const all[] = { terms, splits, story };
	struct tcn_query q;
	bool needed;
	enum tcn_rc rc;

	one->end = !tcn_store_retain_next(tx->st, pass, same, later, &q, &rc);
	if (one->end)
		return rc;
	pass->at = one->number = tcn_query_get_int(&q);
	pass->at_ms = one->time_ms = tcn_query_get_int(&q);
	needed = tcn_query_get_int(&q) != 0;
	rc = tcn_query_end(&q);
	if (rc || needed)
		return rc;
	for (size_t i = 0; i < sizeof all / sizeof *all && !rc; i++)
		rc = tcn_store_retain_delete(tx, all[i], pass->at, &one->work);
	one->removed = true;
	return rc;
}
