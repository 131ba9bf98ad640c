#include <stdio.h>
#include <string.h>

#include "sql/query.h"
#include "sql/store_events_impl.h"
#include "sql/store_items_impl.h"
#include "sql/store_now.h"
#include "sql/store_read.h"
#include "sql/store_reasons.h"

void
tcn_store_event_languages(struct tcn_str text,
    struct tcn_event_languages *languages)
{
	*languages = (struct tcn_event_languages){ 0 };
	while (text.n && languages->n < TCN_EVENT_LANGUAGES) {
		const char *end = memchr(text.at, ' ', text.n);
		size_t n = end ? (size_t)(end - text.at) : text.n;
		size_t past = end ? n + 1 : n;

		if (n && n < TCN_EVENT_LANGUAGE_BYTES)
			memcpy(languages->at[languages->n++], text.at, n);
		text.at += past;
		text.n -= past;
	}
}

/* Takes the next code of what is left of a text; false: it ends, or has
 * something else there. */
static bool
next_code(struct tcn_str *text, char code[TCN_PLACE_COUNTRY_BYTES])
{
	size_t n = TCN_PLACE_COUNTRY_BYTES - 1;

	if (text->n < n || (text->n > n && text->at[n] != ' '))
		return false;
	memcpy(code, text->at, n);
	code[n] = '\0';
	n += text->n > n;
	text->at += n;
	text->n -= n;
	return true;
}

/* Parses codes of countries and a time zone, in the form of
 * sql/schema/053_places.sql. */
static void
event_places(struct tcn_str text, struct tcn_event_places *places)
{
	*places = (struct tcn_event_places){ 0 };
	while (places->n < TCN_EVENT_PLACES &&
	    next_code(&text, places->countries[places->n]))
		places->n++;
	if (places->n && text.n < sizeof places->zone)
		memcpy(places->zone, text.at, text.n);
}

/* What get_row() reads, in its order. */
#define EVENT                                                                  \
	"SELECT e.id, e.rule, e.fired, r.story, r.revision, r.state,"          \
	" r.changed, r.first_ts, r.last_ts, r.items, r.origins, r.publishers," \
	" r.central, e.item, e.severity, e.split_from, r.why, r.merged_into,"  \
	" e.kind, r.languages, r.headline, r.headline_item,"                   \
	" r.headline_origins, r.headline_first, r.places, e.dossier,"          \
	" e.goes_on"                                                           \
	" FROM events e JOIN event_revisions r"                                \
	" ON r.event = e.id AND e.revision <> 0 "

void
tcn_store_event_id(struct tcn_query *q, char id[TCN_EVENT_ID_BYTES])
{
	struct tcn_str text = tcn_query_get_str(q);

	snprintf(id, TCN_EVENT_ID_BYTES, "%.*s", TCN_STR_ARG(text));
}

static struct tcn_event
get_row(struct tcn_query *q, struct tcn_arena *arena)
{
	struct tcn_event e = { 0 };
	uint32_t severity, kind;

	tcn_store_event_id(q, e.id);
	e.rule = tcn_query_copy_str(q, arena);
	if (q->rc)
		return e;
	TCN_QUERY_GET(q, NULL, &e.fired_ms, &e.story, &e.revision, &e.state,
	    &e.changed_ms, &e.first_ms, &e.last_ms, &e.items, &e.origins,
	    &e.publishers, &e.central, &e.item);
	severity = tcn_query_get_u32(q);
	e.severity = severity > TCN_SEVERITY_CRITICAL
	    ? TCN_SEVERITY_CRITICAL
	    : (enum tcn_severity)severity;
	tcn_store_event_id(q, e.split_from);
	e.why = tcn_query_get_u32(q);
	tcn_store_event_id(q, e.merged_into);
	kind = tcn_query_get_u32(q);
	e.kind = kind > TCN_EVENT_REPORT ? TCN_EVENT_NEWS
					 : (enum tcn_event_kind)kind;
	tcn_store_event_languages(tcn_query_get_str(q), &e.languages);
	TCN_QUERY_GET(q, arena, &e.headline.text, &e.headline.item,
	    &e.headline.origins, &e.headline.first);
	event_places(tcn_query_get_str(q), &e.places);
	tcn_store_event_id(q, e.dossier);
	e.goes_on = tcn_query_get_int(q) != 0;
	return e;
}

/* A revision that came without terms has those of the one before. */
static enum tcn_rc
get_terms(const struct tcn_store *st, struct tcn_arena *arena,
    struct tcn_event *e)
{
	static const char sql[] =
	    "SELECT word, weight FROM event_terms "
	    "WHERE event = ?1 AND revision = (SELECT max(revision)"
	    " FROM event_terms WHERE event = ?1 AND revision <= ?2) "
	    "ORDER BY rank";
	struct tcn_query q = TCN_QUERY(st, sql, e->id, e->revision);

	e->terms = tcn_query_terms(&q, arena, &e->terms_n);
	return tcn_query_end(&q);
}

static enum tcn_rc
get_evidence(const struct tcn_store *st, struct tcn_arena *arena,
    struct tcn_event *e)
{
	static const char sql[] =
	    "SELECT seq, rank < (SELECT items FROM event_revisions"
	    " WHERE event = ?1 AND revision = 1)"
	    " FROM evidence WHERE event = ?1 ORDER BY rank";
	struct tcn_query q = TCN_QUERY(st, sql, e->id);
	uint64_t *seqs = NULL;
	size_t n = 0, fired_n = 0;

	while (tcn_query_next(&q)) {
		seqs = tcn_query_grow(arena, seqs, n, sizeof *seqs);
		seqs[n++] = tcn_query_get_u64(&q);
		fired_n += tcn_query_get_u32(&q) != 0;
	}
	e->evidence = seqs;
	e->evidence_n = n;
	e->fired_n = fired_n;
	return tcn_query_end(&q);
}

/* What makes the events of the list whole. Revisions of one event share the
 * reason that it fired for. */
static enum tcn_rc
complete(const struct tcn_store *st, struct tcn_arena *arena,
    struct tcn_store_event_list *list)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < list->n && !rc; i++) {
		struct tcn_event *e = &list->at[i];

		rc = get_terms(st, arena, e);
		if (!rc)
			rc = get_evidence(st, arena, e);
		if (!rc && i && strcmp(e->id, list->at[i - 1].id) == 0)
			e->reason = list->at[i - 1].reason;
		else if (!rc)
			rc = tcn_store_event_reason(st, e->id, arena,
			    &e->reason);
	}
	return rc;
}

/* Takes the rows of q, then terms, evidence and reason of each, and ends q. */
static enum tcn_rc
collect(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_store_event_list *list)
{
	enum tcn_rc rc;

	*list = (struct tcn_store_event_list){ 0 };
	while (tcn_query_next(q)) {
		list->at =
		    tcn_query_grow(arena, list->at, list->n, sizeof *list->at);
		list->at[list->n++] = get_row(q, arena);
	}
	rc = tcn_query_end(q);
	if (!rc)
		rc = complete(q->st, arena, list);
	if (rc)
		*list = (struct tcn_store_event_list){ 0 };
	return rc;
}

enum tcn_rc
tcn_store_event(const struct tcn_store *st, const char *id,
    struct tcn_arena *arena, struct tcn_event **event)
{
	static const char sql[] =
	    EVENT "AND r.revision = e.revision WHERE e.id = ?";
	struct tcn_query q = TCN_QUERY(st, sql, id);
	struct tcn_store_event_list list;
	enum tcn_rc rc;

	rc = collect(&q, arena, &list);
	*event = list.n ? &list.at[0] : NULL;
	return rc;
}

enum tcn_rc
tcn_store_event_counts(const struct tcn_store *st, const char *id,
    struct tcn_event *counts, bool *known)
{
	static const char sql[] =
	    "SELECT r.first_ts, r.last_ts, r.items, r.origins, r.publishers"
	    " FROM events e JOIN event_revisions r"
	    " ON r.event = e.id AND r.revision = e.revision"
	    " WHERE e.id = ? AND e.revision <> 0";
	struct tcn_query q = TCN_QUERY(st, sql, id);

	*counts = (struct tcn_event){ 0 };
	*known = tcn_query_next(&q);
	if (*known)
		TCN_QUERY_GET(&q, NULL, &counts->first_ms, &counts->last_ms,
		    &counts->items, &counts->origins, &counts->publishers);
	return tcn_query_end(&q);
}

/* When the event fired or, later, came back; whether it is open. */
static enum tcn_rc
get_life(const struct tcn_store *st, const char *id, int64_t *since_ms,
    bool *open)
{
	static const char sql[] =
	    "SELECT max(e.fired, coalesce((SELECT max(r.changed)"
	    " FROM event_revisions r WHERE r.event = e.id AND r.state = 3), "
	    "0)),"
	    " e.open FROM events e WHERE e.id = ?";
	struct tcn_query q = TCN_QUERY(st, sql, id);

	return TCN_QUERY_ONE(&q, NULL, since_ms, open);
}

enum tcn_rc
tcn_store_event_brief(const struct tcn_store *st, const char *id,
    struct tcn_arena *arena, struct tcn_event **event, int64_t *since_ms,
    bool *open)
{
	static const char sql[] =
	    EVENT "AND r.revision = e.revision WHERE e.id = ?";
	struct tcn_query q = TCN_QUERY(st, sql, id);
	enum tcn_rc rc;

	*event = NULL;
	*since_ms = TCN_UNDATED;
	*open = false;
	if (tcn_query_next(&q))
		*event = tcn_query_grow(arena, NULL, 0, sizeof **event);
	if (*event)
		**event = get_row(&q, arena);
	rc = tcn_query_end(&q);
	if (!rc && *event)
		rc = get_terms(st, arena, *event);
	return rc || !*event ? rc : get_life(st, id, since_ms, open);
}

enum tcn_rc
tcn_store_event_revision(const struct tcn_store *st, const char *id,
    uint32_t revision, struct tcn_arena *arena, struct tcn_event **event)
{
	static const char sql[] = EVENT "WHERE e.id = ? AND r.revision = ?";
	struct tcn_query q = TCN_QUERY(st, sql, id, revision);
	struct tcn_store_event_list list;
	enum tcn_rc rc;

	rc = collect(&q, arena, &list);
	*event = list.n ? &list.at[0] : NULL;
	return rc;
}

enum tcn_rc
tcn_store_event_history(const struct tcn_store *st, const char *id,
    struct tcn_arena *arena, struct tcn_store_event_list *events)
{
	static const char sql[] = EVENT "WHERE e.id = ? ORDER BY r.revision";
	struct tcn_query q = TCN_QUERY(st, sql, id);
	enum tcn_rc rc;

	rc = collect(&q, arena, events);
	for (size_t i = 1; i < events->n; i++)
		events->at[i].reason = NULL;
	return rc;
}

enum tcn_rc
tcn_store_fired_with(const struct tcn_store *st, uint64_t item,
    struct tcn_arena *arena, struct tcn_store_event_list *events)
{
	static const char sql[] =
	    EVENT "AND r.revision = 1 WHERE e.item = ? AND e.item <> 0 "
		  "ORDER BY e.id";
	struct tcn_query q = TCN_QUERY(st, sql, item);

	return collect(&q, arena, events);
}

enum tcn_rc
tcn_store_story_events(const struct tcn_store *st, uint64_t story,
    struct tcn_arena *arena, struct tcn_store_event_list *events)
{
	static const char sql[] =
	    EVENT "AND r.revision = e.revision WHERE e.story = ? AND "
		  "e.story <> 0 ORDER BY e.fired, e.id";
	struct tcn_query q = TCN_QUERY(st, sql, story);

	return collect(&q, arena, events);
}

enum tcn_rc
tcn_store_story_fired(const struct tcn_store *st, uint64_t story,
    int64_t from_ms, int64_t to_ms, char id[static TCN_EVENT_ID_BYTES])
{
	static const char sql[] =
	    TCN_STORE_STORY_PARTS "SELECT e.id FROM part JOIN events e"
				  " ON e.story = part.story AND e.story <> 0"
				  " WHERE e.revision <> 0"
				  " AND e.fired >= ?2 AND e.fired < ?3 "
				  "ORDER BY e.fired DESC, e.id DESC LIMIT 1";
	struct tcn_query q = TCN_QUERY(st, sql, story, from_ms, to_ms);

	*id = '\0';
	if (tcn_query_next(&q))
		tcn_store_event_id(&q, id);
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_events(const struct tcn_store *st, int64_t from_ms, int64_t to_ms,
    size_t limit, struct tcn_arena *arena, struct tcn_store_event_list *events)
{
	static const char sql[] = EVENT "AND r.revision = e.revision "
					"WHERE e.fired >= ? AND e.fired < ? "
					"ORDER BY e.fired, e.id LIMIT ?";
	struct tcn_query q =
	    TCN_QUERY(st, sql, from_ms, to_ms, tcn_query_limit(limit));

	return collect(&q, arena, events);
}

/* ?1 since, ?2 until, ?3 rule, ?4 owner, ?5 term, ?6 state, ?7 acknowledged,
 * ?8 and ?9 where the page before ended, ?10 limit, ?11 kind; NULL lets all
 * through. ?12 and ?13: the least severity, the fewest items; ?14: the place.
 * Kinds of action: 0 and 1 acknowledge and take it back, 2 names the owner. */
#define FIND(beyond, order)                                                    \
	EVENT                                                                  \
	"AND r.revision = e.revision WHERE e.fired >= ?1 AND e.fired < ?2 "    \
	"AND (?3 IS NULL OR e.rule = ?3) "                                     \
	"AND (?4 IS NULL OR ?4 = coalesce((SELECT a.value FROM actions a"      \
	" WHERE a.event = e.id AND a.kind = 2 ORDER BY a.id DESC LIMIT 1),"    \
	" '')) "                                                               \
	"AND (?5 IS NULL OR EXISTS (SELECT 1 FROM event_terms t"               \
	" WHERE t.event = e.id AND t.word = ?5 COLLATE NOCASE)) "              \
	"AND (?6 IS NULL OR r.state = ?6) "                                    \
	"AND (?7 IS NULL OR ?7 <> coalesce((SELECT a.kind FROM actions a"      \
	" WHERE a.event = e.id AND a.kind IN (0, 1) ORDER BY a.id DESC"        \
	" LIMIT 1), 1)) "                                                      \
	"AND (?11 IS NULL OR e.kind = ?11) "                                   \
	"AND e.severity >= ?12 AND r.items >= ?13 "                            \
	"AND (?14 IS NULL"                                                     \
	" OR instr(' ' || r.places || ' ', ' ' || ?14 || ' ')) "               \
	"AND (?8 IS NULL OR (e.fired, e.id) " beyond " (?8, ?9)) "             \
	"ORDER BY e.fired " order ", e.id " order " LIMIT ?10"

enum tcn_rc
tcn_store_find_events(const struct tcn_store *st,
    const struct tcn_store_event_filter *filter, size_t limit,
    struct tcn_arena *arena, struct tcn_store_event_list *events)
{
	static const char oldest[] = FIND(">", "ASC");
	static const char newest[] = FIND("<", "DESC");
	struct tcn_query q = tcn_query(st, filter->newest ? newest : oldest);
	int64_t since_ms = filter->since_ms, until_ms = filter->until_ms;

	/* Where the page begins bounds the walk through the index as well. */
	if (filter->has_cursor && !filter->newest &&
	    filter->after_ms > since_ms)
		since_ms = filter->after_ms;
	if (filter->has_cursor && filter->newest && filter->after_ms < until_ms)
		until_ms = filter->after_ms + 1;
	TCN_QUERY_BIND(&q, since_ms, until_ms, filter->rule, filter->owner,
	    filter->term, tcn_query_if(filter->state >= 0, filter->state),
	    tcn_query_if(filter->acked >= 0, filter->acked),
	    tcn_query_if(filter->has_cursor, filter->after_ms),
	    filter->has_cursor ? filter->after_id : NULL,
	    tcn_query_limit(limit));
	TCN_QUERY_BIND(&q, tcn_query_if(filter->kind >= 0, filter->kind),
	    filter->severity, filter->min_items, filter->place);
	return collect(&q, arena, events);
}

enum tcn_rc
tcn_store_event_ids(const struct tcn_store *st, size_t limit,
    struct tcn_arena *arena, struct tcn_store_str_list *ids)
{
	static const char sql[] = "SELECT id FROM events WHERE revision <> 0 "
				  "ORDER BY fired DESC, id DESC LIMIT ?";
	struct tcn_query q = TCN_QUERY(st, sql, tcn_query_limit(limit));

	*ids = (struct tcn_store_str_list){ 0 };
	while (tcn_query_next(&q)) {
		struct tcn_str *at =
		    tcn_query_grow(arena, ids->at, ids->n, sizeof *at);

		ids->at = at;
		at[ids->n++] = tcn_query_copy_str(&q, arena);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_revisions_since(const struct tcn_store *st, int64_t since_ms,
    size_t limit, struct tcn_arena *arena, struct tcn_store_event_list *events)
{
	static const char sql[] = EVENT "WHERE r.changed >= ? "
					"ORDER BY r.changed, e.id, r.revision "
					"LIMIT ?";
	struct tcn_query q =
	    TCN_QUERY(st, sql, since_ms, tcn_query_limit(limit));

	return collect(&q, arena, events);
}

enum tcn_rc
tcn_store_open_event_beside(const struct tcn_store *st,
    const struct tcn_event *event, struct tcn_str rule,
    char other[static TCN_EVENT_ID_BYTES])
{
	static const char sql[] =
	    "SELECT e.id FROM events e JOIN event_revisions r"
	    " ON r.event = e.id AND r.revision = e.revision "
	    "WHERE e.rule = ?3 AND e.id <> ?1 AND r.state <> ?4"
	    " AND (e.id IN (SELECT id FROM events"
	    "  WHERE story = ?2 AND story <> 0)"
	    " OR e.id IN (SELECT theirs.event FROM evidence mine"
	    "  JOIN evidence theirs ON theirs.seq = mine.seq"
	    "  WHERE mine.event = ?1 GROUP BY theirs.event HAVING 2 * count(*) "
	    ">"
	    "  (SELECT count(*) FROM evidence WHERE event = ?1))) "
	    "ORDER BY e.id LIMIT 1";
	struct tcn_query q =
	    TCN_QUERY(st, sql, event->id, event->story, rule, TCN_EVENT_CLOSED);

	other[0] = '\0';
	if (tcn_query_next(&q))
		tcn_store_event_id(&q, other);
	return tcn_query_end(&q);
}
