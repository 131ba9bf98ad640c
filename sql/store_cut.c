#include "sql/store_cut.h"

#include <assert.h>

#include "engine/base/duration.h"
#include "sql/query.h"
#include "sql/store_cut_impl.h"
#include "sql/store_members.h"

#define NEAR_MS (2 * TCN_DAY_MS) /* behind a time; what comes then dates it */

/* --- the cut of a past time --- */

/* The third item in order of arrival that is dated in [ms, until_ms); 0. */
static enum tcn_rc
find_third(const struct tcn_store *st, int64_t ms, int64_t until_ms,
    uint64_t *seq)
{
	static const char sql[] =
	    "SELECT seq FROM items INDEXED BY items_ts"
	    " WHERE ts >= ? AND ts < ? ORDER BY seq LIMIT 1 OFFSET 2";
	struct tcn_query q = TCN_QUERY(st, sql, ms, until_ms);

	*seq = 0;
	return TCN_QUERY_ONE(&q, NULL, seq);
}

enum tcn_rc
tcn_store_cut_of(const struct tcn_store *st, int64_t ms,
    struct tcn_store_cut *cut)
{
	int64_t near_ms = ms < INT64_MAX - NEAR_MS ? ms + NEAR_MS : INT64_MAX;
	uint64_t seq;
	enum tcn_rc rc = find_third(st, ms, near_ms, &seq);

	if (!rc && !seq)
		rc = find_third(st, ms, INT64_MAX, &seq);
	*cut = (struct tcn_store_cut){ seq ? seq - 1 : 0, ms };
	return rc || seq ? rc : tcn_store_last_seq(st, &cut->seq);
}

/* --- events --- */

struct found {
	struct tcn_str id;
	uint32_t revision;
	int64_t severity;
};

struct found_list {
	struct found *at;
	size_t n;
};

static enum tcn_rc
collect(struct tcn_query *q, struct tcn_arena *arena, struct found_list *list)
{
	while (tcn_query_next(q)) {
		list->at =
		    tcn_query_grow(arena, list->at, list->n, sizeof *list->at);
		TCN_QUERY_GET(q, arena, &list->at[list->n].id,
		    &list->at[list->n].revision);
		list->at[list->n++].severity = tcn_query_get_int(q);
	}
	return tcn_query_end(q);
}

/* Leaves out the evidence that came later. */
static void
cut_evidence(const struct tcn_store_cut *cut, struct tcn_arena *arena,
    struct tcn_event *event)
{
	uint64_t *kept = tcn_arena_zalloc(arena, event->evidence_n, 8);
	size_t n = 0, fired_n = 0;

	for (size_t i = 0; i < event->evidence_n; i++) {
		if (event->evidence[i] > cut->seq)
			continue;
		fired_n += i < event->fired_n;
		kept[n++] = event->evidence[i];
	}
	event->evidence = kept;
	event->evidence_n = n;
	event->fired_n = fired_n;
}

/* Reads the revisions that were found. */
static enum tcn_rc
read_found(const struct tcn_store *st, const struct tcn_store_cut *cut,
    const struct found_list *found, struct tcn_arena *arena,
    struct tcn_store_event_list *events)
{
	enum tcn_rc rc = TCN_OK;

	events->at = tcn_arena_zalloc(arena, found->n, sizeof *events->at);
	for (size_t i = 0; i < found->n && !rc; i++) {
		struct tcn_event *event;
		int64_t severity = found->at[i].severity;

		rc = tcn_store_event_revision(st, found->at[i].id.at,
		    found->at[i].revision, arena, &event);
		if (rc || !event)
			continue;
		if (severity >= 0 && severity <= TCN_SEVERITY_CRITICAL)
			event->severity = (enum tcn_severity)severity;
		cut_evidence(cut, arena, event);
		events->at[events->n++] = *event;
	}
	return rc;
}

enum tcn_rc
tcn_store_events_at(const struct tcn_store *st, const struct tcn_store_cut *cut,
    int64_t since_ms, struct tcn_arena *arena,
    struct tcn_store_event_list *events)
{
	/* One that is closed by now and did not change since then was closed
	 * at the cut as well. */
	static const char sql[] =
	    "SELECT e.id, r.revision, ifnull(r.severity, -1)"
	    " FROM events e JOIN event_revisions r ON r.event = e.id"
	    " WHERE e.revision <> 0 AND e.fired <= ?2"
	    " AND (SELECT l.state <> 2 OR l.changed >= ?3"
	    "  FROM event_revisions l"
	    "  WHERE l.event = e.id AND l.revision = e.revision)"
	    " AND" TCN_STORE_AT_CUT "AND (r.state <> 2 OR r.changed >= ?3)"
	    " ORDER BY e.fired, e.id";
	struct tcn_query q =
	    TCN_QUERY(st, sql, cut->seq, cut->as_of_ms, since_ms);
	struct found_list found = { 0 };
	enum tcn_rc rc;

	*events = (struct tcn_store_event_list){ 0 };
	rc = collect(&q, arena, &found);
	return rc ? rc : read_found(st, cut, &found, arena, events);
}

enum tcn_rc
tcn_store_event_at(const struct tcn_store *st, const struct tcn_store_cut *cut,
    const char *id, struct tcn_arena *arena, struct tcn_event **event)
{
	static const char sql[] =
	    "SELECT e.id, r.revision, ifnull(r.severity, -1)"
	    " FROM events e JOIN event_revisions r ON r.event = e.id"
	    " WHERE e.id = ?3 AND e.revision <> 0 AND" TCN_STORE_AT_CUT;
	struct tcn_query q = TCN_QUERY(st, sql, cut->seq, cut->as_of_ms, id);
	struct tcn_store_event_list events = { 0 };
	struct found_list found = { 0 };
	enum tcn_rc rc;

	rc = collect(&q, arena, &found);
	if (!rc)
		rc = read_found(st, cut, &found, arena, &events);
	*event = !rc && events.n ? &events.at[0] : NULL;
	return rc;
}

/* --- their items --- */

struct held {
	uint64_t seq, origin;
};

struct held_list {
	struct held *at;
	size_t n;
};

/* The items of an event that no desk ordered anything about. */
static enum tcn_rc
hold_base(const struct tcn_store *st, const struct tcn_store_cut *cut,
    const struct tcn_event *event, size_t limit, struct tcn_arena *arena,
    struct held_list *held)
{
	static const char sql[] =
	    "WITH RECURSIVE part (story) AS (SELECT ?1 WHERE ?1 <> 0"
	    " UNION SELECT story FROM event_stories"
	    "  WHERE event = ?2 AND seq <= ?3"
	    " UNION SELECT m.into_story FROM part"
	    "  JOIN story_merges m ON m.story = part.story AND m.seq < ?3"
	    " UNION SELECT m.story FROM part"
	    "  JOIN story_merges m ON m.into_story = part.story"
	    "  AND m.seq < ?3),"
	    " base (seq) AS (SELECT i.seq FROM part JOIN items i"
	    "  ON i.story = part.story AND i.story <> 0 WHERE i.seq <= ?3"
	    " UNION SELECT seq FROM evidence WHERE event = ?2 AND seq <= ?3)"
	    " SELECT i.seq, coalesce((SELECT o.was FROM origin_moves o"
	    "  WHERE o.item = i.seq AND o.seq > ?3 ORDER BY o.seq LIMIT 1),"
	    "  i.origin)"
	    " FROM base JOIN items i USING (seq) ORDER BY i.ts, i.seq"
	    " LIMIT ?4";
	struct tcn_query q = TCN_QUERY(st, sql, event->story, event->id,
	    cut->seq, tcn_query_limit(limit));

	while (tcn_query_next(&q)) {
		held->at =
		    tcn_query_grow(arena, held->at, held->n, sizeof *held->at);
		held->at[held->n].seq = tcn_query_get_u64(&q);
		held->at[held->n++].origin = tcn_query_get_u64(&q);
	}
	return tcn_query_end(&q);
}

/* Those of one that a desk merged or split, as far as they had come. */
static enum tcn_rc
hold_members(const struct tcn_store *st, const struct tcn_store_cut *cut,
    const struct tcn_event *event, size_t limit, struct tcn_arena *arena,
    struct held_list *held)
{
	struct tcn_store_member_list members;
	enum tcn_rc rc = tcn_store_members(st, event->id, arena, &members);

	if (rc)
		return rc;
	held->at = tcn_arena_zalloc(arena, members.n, sizeof *held->at);
	for (size_t i = 0; i < members.n && (!limit || held->n < limit); i++)
		if (members.at[i].seq <= cut->seq)
			held->at[held->n++] = (struct held){ members.at[i].seq,
				members.at[i].origin };
	return TCN_OK;
}

enum tcn_rc
tcn_store_event_items_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const struct tcn_event *event,
    size_t limit, struct tcn_arena *arena, struct tcn_store_item_list *items)
{
	struct held_list held = { 0 };
	uint64_t *seqs;
	bool ordered;
	enum tcn_rc rc = tcn_store_is_ordered(st, event->id, &ordered);

	*items = (struct tcn_store_item_list){ 0 };
	if (!rc)
		rc = ordered ? hold_members(st, cut, event, limit, arena, &held)
			     : hold_base(st, cut, event, limit, arena, &held);
	if (rc)
		return rc;
	seqs = tcn_arena_zalloc(arena, held.n, sizeof *seqs);
	for (size_t i = 0; i < held.n; i++)
		seqs[i] = held.at[i].seq;
	rc = tcn_store_items_of(st, seqs, held.n, arena, items);
	for (size_t i = 0, h = 0; !rc && i < items->n; i++, h++) {
		while (held.at[h].seq != items->at[i].place.seq)
			h++;
		items->at[i].place.origin = held.at[h].origin;
	}
	return rc;
}

enum tcn_rc
tcn_store_merged_at(const struct tcn_store *st, const struct tcn_store_cut *cut,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_str_list *merged)
{
	static const char sql[] =
	    "WITH RECURSIVE part(id) AS (SELECT ?3 UNION SELECT e.id FROM part"
	    " JOIN event_revisions r"
	    "  ON r.merged_into = part.id AND r.merged_into <> ''"
	    " JOIN events e ON e.id = r.event WHERE" TCN_STORE_AT_CUT ")"
	    " SELECT e.id FROM part JOIN events e USING (id)"
	    " ORDER BY id";
	struct tcn_query q = TCN_QUERY(st, sql, cut->seq, cut->as_of_ms, event);

	*merged = (struct tcn_store_str_list){ 0 };
	while (tcn_query_next(&q)) {
		merged->at = tcn_query_grow(arena, merged->at, merged->n,
		    sizeof *merged->at);
		merged->at[merged->n++] = tcn_query_copy_str(&q, arena);
	}
	return tcn_query_end(&q);
}
