/*
 * Events with all that hangs on them, their reports, finished messages, and
 * closed stories.
 */
#include <stdio.h>
#include <string.h>

#include "sql/store_editions.h"
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
	struct tcn_query q =
	    TCN_QUERY(st, sql, pass->at_ms, pass->at_id, before_ms);

	one->end = !tcn_query_next(&q);
	if (!one->end) {
		tcn_store_retain_get_id(&q, pass->at_id);
		TCN_QUERY_GET(&q, NULL, &pass->at_ms, &one->time_ms, told);
		*old = one->time_ms < before_ms &&
		    !tcn_store_retain_needs(pass, pass->at_id);
	}
	return tcn_query_end(&q);
}

/* What hangs on an event, at most some rows of it: those that others name come
 * after these. Of terms and reports those of one revision. */
#define ROWS "32"
static const char *const parts[] = {
	"DELETE FROM event_terms WHERE event = ?1 AND revision ="
	" (SELECT min(revision) FROM event_terms WHERE event = ?1)",
	"DELETE FROM reports WHERE event = ?1 AND revision ="
	" (SELECT min(revision) FROM reports WHERE event = ?1)",
	"DELETE FROM evidence WHERE event = ?1 AND rank <"
	" (SELECT min(rank) FROM evidence WHERE event = ?1) + " ROWS,
	"DELETE FROM event_reasons WHERE event = ?1",
	"DELETE FROM event_stories WHERE event = ?1",
	"DELETE FROM event_links WHERE event = ?1",
	"DELETE FROM event_links WHERE other = ?1",
	"DELETE FROM split_items WHERE event = ?1",
	"DELETE FROM split_publishers WHERE event = ?1",
	"DELETE FROM actions WHERE id IN"
	" (SELECT id FROM actions WHERE event = ?1 ORDER BY id LIMIT " ROWS ")",
	"DELETE FROM told_lines WHERE event = ?1 AND (name, number) ="
	" (SELECT name, number FROM told_lines WHERE event = ?1 LIMIT 1)",
	"DELETE FROM told_figures WHERE event = ?1 AND (name, number) ="
	" (SELECT name, number FROM told_figures WHERE event = ?1 LIMIT 1)",
	"DELETE FROM told_events WHERE event = ?1 AND (name, number) IN"
	" (SELECT name, number FROM told_events WHERE event = ?1"
	" LIMIT " ROWS ")",
	"DELETE FROM seen WHERE event = ?1 AND name IN"
	" (SELECT name FROM seen WHERE event = ?1 LIMIT " ROWS ")",
	"DELETE FROM event_revisions WHERE event = ?1 AND revision < (SELECT"
	" min(revision) FROM event_revisions WHERE event = ?1) + " ROWS,
	"DELETE FROM events WHERE id = ?1",
};

/* An event that is leaving, or none: id is empty. */
static enum tcn_rc
find_leaving(const struct tcn_store *st, char id[TCN_EVENT_ID_BYTES])
{
	static const char sql[] =
	    "SELECT id FROM events WHERE revision = 0 LIMIT 1";
	struct tcn_query q = tcn_query(st, sql);

	id[0] = '\0';
	if (tcn_query_next(&q))
		tcn_store_retain_get_id(&q, id);
	return tcn_query_end(&q);
}

/* The first part that has rows loses some of them. */
static enum tcn_rc
remove_some(struct tcn_store_tx *tx, const char *id, size_t *work)
{
	size_t before = *work;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0;
	     i < sizeof parts / sizeof *parts && !rc && *work == before; i++)
		rc = tcn_store_retain_delete_id(tx, parts[i], id, work);
	return rc;
}

enum tcn_rc
tcn_store_retain_event(struct tcn_store_tx *tx, struct tcn_store_retain *pass,
    struct tcn_store_retain_one *one)
{
	static const char leave[] =
	    "UPDATE events SET revision = 0, open = 0 WHERE id = ?";
	bool old = false, told = false;
	char id[TCN_EVENT_ID_BYTES];
	enum tcn_rc rc = find_leaving(tx->st, id);

	if (rc)
		return rc;
	if (id[0])
		return remove_some(tx, id, &one->work);
	rc = next_event(tx->st, pass, one, &old, &told);
	if (rc || one->end || !old || told)
		return rc;
	one->removed = true;
	return tcn_store_retain_delete_id(tx, leave, pass->at_id, &one->work);
}

/* The pass stays at an event until none of its reports are left. */
enum tcn_rc
tcn_store_retain_report(struct tcn_store_tx *tx, struct tcn_store_retain *pass,
    struct tcn_store_retain_one *one)
{
	const struct tcn_store_retain before = *pass;
	bool old = false, told;
	enum tcn_rc rc = next_event(tx->st, pass, one, &old, &told);
	size_t work = one->work;

	if (rc || one->end || !old)
		return rc;
	rc = tcn_store_retain_delete_id(tx, parts[1], pass->at_id, &one->work);
	one->removed = one->work > work;
	if (one->removed) {
		pass->at_ms = before.at_ms;
		memcpy(pass->at_id, before.at_id, sizeof pass->at_id);
	}
	return rc;
}

/* --- editions --- */

/* Only bodies go: the row says that the edition was made, and the ledger what
 * it told, from which it can be made again. */
#define BODY                                                                   \
	"SELECT b.rowid, e.due FROM editions e"                                \
	" JOIN edition_bodies b ON b.name = e.name AND b.number = e.number "

enum tcn_rc
tcn_store_retain_edition(struct tcn_store_tx *tx, struct tcn_store_retain *pass,
    struct tcn_store_retain_one *one)
{
	static const char same[] =
	    BODY "WHERE e.due = ? AND b.rowid > ? ORDER BY b.rowid LIMIT 1";
	static const char later[] = BODY
	    "WHERE e.due > ? AND e.due < ? ORDER BY e.due, b.rowid LIMIT 1";
	static const char body[] = "DELETE FROM edition_bodies WHERE rowid = ?";
	struct tcn_query q;
	enum tcn_rc rc;

	one->end = !tcn_store_retain_next(tx->st, pass, same, later, &q, &rc);
	if (one->end)
		return rc;
	pass->at = tcn_query_get_int(&q);
	pass->at_ms = one->time_ms = tcn_query_get_int(&q);
	rc = tcn_query_end(&q);
	if (!rc)
		rc = tcn_store_retain_delete(tx, body, pass->at, &one->work);
	one->removed = !rc;
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

/* What editions told of it, where it did not fire. */
#define TOLD_STORY(OF)                                                         \
	"DELETE FROM told_" OF " WHERE event = '" TCN_STORE_TOLD_STORY "' || " \
	"?"

enum tcn_rc
tcn_store_retain_story(struct tcn_store_tx *tx, struct tcn_store_retain *pass,
    struct tcn_store_retain_one *one)
{
	static const char same[] =
	    STORY "WHERE s.last_ts = ? AND s.id > ? ORDER BY s.id LIMIT 1";
	static const char later[] = STORY
	    "WHERE s.last_ts > ? AND s.last_ts < ? ORDER BY s.last_ts, s.id "
	    "LIMIT 1";
	static const char terms[] =
	    "INSERT INTO search_stories (search_stories, rowid, words)"
	    " SELECT 'delete', id, story_keys(terms) FROM stories"
	    " WHERE id = ? AND closed = 1";
	static const char splits[] = "DELETE FROM story_splits WHERE story = ?";
	static const char story[] = "DELETE FROM stories WHERE id = ?";
	static const char merges[] = "DELETE FROM story_merges WHERE story = ?";
	static const char *const all[] = { terms, splits, merges,
		TOLD_STORY("lines"), TOLD_STORY("figures"),
		TOLD_STORY("events"), story };
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
