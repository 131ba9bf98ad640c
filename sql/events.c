#include "sql/query.h"

#include <inttypes.h>

/* Revision 1 makes the event; a later one must follow the one stored. */
static enum tcn_rc
put_head(struct tcn_store *st, const struct tcn_event *e)
{
	static const char first[] =
	    "INSERT INTO events (rule, fired, story, revision, id) "
	    "VALUES (?, ?, ?, ?, ?)";
	static const char next[] =
	    "UPDATE events SET rule = ?1, story = ?3, revision = ?4 "
	    "WHERE id = ?5 AND revision = ?4 - 1 AND fired = ?2";
	struct tcn_query q = tcn_query(st, e->revision == 1 ? first : next);
	enum tcn_rc rc;

	tcn_query_str(&q, e->rule);
	tcn_query_int(&q, e->fired_ms);
	tcn_query_u64(&q, e->story);
	tcn_query_int(&q, e->revision);
	tcn_query_str(&q, tcn_str(e->id));
	rc = tcn_query_run(&q);
	if (!rc && sqlite3_changes(st->db) != 1)
		rc = tcn_db_refuse(st, TCN_INVALID,
		    "revision %" PRIu32 " of event %s does not follow what is "
		    "stored: run the check verb on this file",
		    e->revision, e->id);
	return rc;
}

static enum tcn_rc
put_revision(struct tcn_store *st, const struct tcn_event *e)
{
	static const char sql[] = "INSERT INTO event_revisions "
				  "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_str(&q, tcn_str(e->id));
	tcn_query_int(&q, e->revision);
	tcn_query_u64(&q, e->story);
	tcn_query_int(&q, e->state);
	tcn_query_int(&q, e->changed_ms);
	tcn_query_int(&q, e->first_ms);
	tcn_query_int(&q, e->last_ms);
	tcn_query_int(&q, e->items);
	tcn_query_int(&q, e->origins);
	tcn_query_int(&q, e->publishers);
	tcn_query_u64(&q, e->central);
	return tcn_query_run(&q);
}

static enum tcn_rc
put_term(struct tcn_store *st, const struct tcn_event *e, size_t rank)
{
	static const char sql[] =
	    "INSERT INTO event_terms VALUES (?, ?, ?, ?, ?)";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_str(&q, tcn_str(e->id));
	tcn_query_int(&q, e->revision);
	tcn_query_int(&q, (int64_t)rank);
	tcn_query_str(&q, e->terms[rank].word);
	tcn_query_real(&q, e->terms[rank].weight);
	return tcn_query_run(&q);
}

static enum tcn_rc
put_evidence(struct tcn_store *st, const struct tcn_event *e, size_t rank)
{
	static const char sql[] = "INSERT INTO evidence VALUES (?, ?, ?)";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_str(&q, tcn_str(e->id));
	tcn_query_int(&q, (int64_t)rank);
	tcn_query_u64(&q, e->evidence[rank]);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_put_event(struct tcn_store *st, const struct tcn_event *event)
{
	size_t evidence_n = event->revision == 1 ? event->evidence_n : 0;
	enum tcn_rc rc = tcn_db_writing(st);

	if (!rc)
		rc = put_head(st, event);
	if (!rc)
		rc = put_revision(st, event);
	for (size_t i = 0; i < event->terms_n && !rc; i++)
		rc = put_term(st, event, i);
	for (size_t i = 0; i < evidence_n && !rc; i++)
		rc = put_evidence(st, event, i);
	return rc;
}
