/*
 * sql/store_events_put.c - stores a revision of an event.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sql/query.h"
#include "sql/store_events_impl.h"
#include "sql/store_told.h"

/* Revision 1 makes the event; a later one must follow the one stored. */
static enum tcn_rc
put_head(struct tcn_store_tx *tx, const struct tcn_event *e)
{
	static const char first[] =
	    "INSERT INTO events (rule, fired, story, revision, id, item,"
	    " severity, open, split_from, kind, dossier, goes_on)"
	    " VALUES (?, ?, ?, ?, ?, ?, ?, coalesce(?, 1), ?, ?, ?, ?)";
	static const char next[] =
	    "UPDATE events SET rule = ?1, story = ?3, revision = ?4,"
	    " severity = ?7, open = coalesce(?8, open)"
	    " WHERE id = ?5 AND revision = ?4 - 1 AND fired = ?2";
	struct tcn_query q =
	    TCN_QUERY_TX(tx, e->revision == 1 ? first : next, e->rule,
		e->fired_ms, e->story, e->revision, e->id, e->item, e->severity,
		/* Else as it is: a desk may have closed it. */
		tcn_query_if(e->state == TCN_EVENT_CLOSED ||
			e->state == TCN_EVENT_REOPENED,
		    e->state == TCN_EVENT_REOPENED));
	bool follows;
	enum tcn_rc rc;

	if (e->revision == 1)
		TCN_QUERY_BIND(&q, e->split_from, e->kind, e->dossier,
		    e->goes_on);
	rc = tcn_query_change(&q, &follows);
	if (!rc && !follows)
		rc = tcn_db_fail_with(tx->st, TCN_INVALID,
		    "revision %" PRIu32 " of event %s does not follow what is "
		    "stored: run the check verb on this file",
		    e->revision, e->id);
	return rc;
}

#define LANGUAGES_BYTES (TCN_EVENT_LANGUAGES * TCN_EVENT_LANGUAGE_BYTES + 1)

#define PLACES_BYTES                                                           \
	(TCN_EVENT_PLACES * TCN_PLACE_COUNTRY_BYTES + TCN_PLACE_ZONE_BYTES + 1)

static void
join_places(const struct tcn_event_places *places, char out[PLACES_BYTES])
{
	size_t n = 0;

	assert(places->n <= TCN_EVENT_PLACES);
	*out = '\0';
	for (uint32_t i = 0; i < places->n; i++)
		n += (size_t)snprintf(out + n, PLACES_BYTES - n, "%s%s",
		    i ? " " : "", places->countries[i]);
	if (*places->zone)
		snprintf(out + n, PLACES_BYTES - n, " %s", places->zone);
}

static enum tcn_rc
put_revision(struct tcn_store_tx *tx, const struct tcn_event *e)
{
	static const char sql[] =
	    "INSERT INTO event_revisions "
	    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
	    " (SELECT ifnull(max(seq), 0) FROM items), ?, ?, ?, ?, ?, ?)";
	struct tcn_query q = tcn_query_tx(tx, sql);
	char languages[LANGUAGES_BYTES], places[PLACES_BYTES];
	size_t n = 0;

	assert(e->languages.n <= TCN_EVENT_LANGUAGES);
	*languages = '\0';
	for (uint32_t i = 0; i < e->languages.n; i++)
		n += (size_t)snprintf(languages + n, LANGUAGES_BYTES - n,
		    "%s%s", i ? " " : "", e->languages.at[i]);
	join_places(&e->places, places);
	TCN_QUERY_BIND(&q, e->id, e->revision, e->story, e->state,
	    e->changed_ms, e->first_ms, e->last_ms, e->items, e->origins,
	    e->publishers, e->central, e->why);
	TCN_QUERY_BIND(&q, e->merged_into, languages, e->severity,
	    e->headline.text, e->headline.item, e->headline.origins,
	    e->headline.first, places);
	return tcn_query_run(&q);
}

/* A revision that came without a headline has that of the one before, and its
 * places; and so has one that became part of another event. */
static enum tcn_rc
keep_headline(struct tcn_store_tx *tx, const struct tcn_event *e)
{
	static const char sql[] =
	    "UPDATE event_revisions SET (headline, headline_item,"
	    " headline_origins, headline_first, places) ="
	    " (SELECT b.headline, b.headline_item, b.headline_origins,"
	    "  b.headline_first, b.places FROM event_revisions b"
	    "  WHERE b.event = ?1 AND b.revision = ?2 - 1)"
	    " WHERE event = ?1 AND revision = ?2";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, e->id, e->revision);

	return tcn_query_run(&q);
}

/* The rank behind the items that the event has. */
static enum tcn_rc
find_rank(struct tcn_store_tx *tx, const struct tcn_event *e, int64_t *rank)
{
	static const char sql[] =
	    "SELECT ifnull(max(rank) + 1, 0) FROM evidence WHERE event = ?";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, e->id);

	*rank = 0;
	return TCN_QUERY_ONE(&q, NULL, rank);
}

static enum tcn_rc
has_evidence(struct tcn_store_tx *tx, const struct tcn_event *e, uint64_t seq,
    bool *has)
{
	static const char sql[] = "SELECT EXISTS (SELECT 1 FROM evidence"
				  " WHERE seq = ? AND event = ?)";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, seq, e->id);

	*has = false;
	return TCN_QUERY_ONE(&q, NULL, has);
}

/* What a later revision counts and none before did is added behind. Looked up
 * first and inserted then: see tcn_store_put_received(). */
static enum tcn_rc
put_evidence(struct tcn_store_tx *tx, const struct tcn_event *e)
{
	static const char sql[] = "INSERT INTO evidence VALUES (?, ?, ?)";
	int64_t rank = 0;
	enum tcn_rc rc = TCN_OK;
	bool had_some;

	if (e->revision > 1 && e->evidence_n)
		rc = find_rank(tx, e, &rank);
	had_some = rank > 0;
	for (size_t i = 0; i < e->evidence_n && !rc; i++) {
		bool has = false;
		struct tcn_query q;

		if (had_some)
			rc = has_evidence(tx, e, e->evidence[i], &has);
		if (rc || has)
			continue;
		q = TCN_QUERY_TX(tx, sql, e->id, rank++, e->evidence[i]);
		rc = tcn_query_run(&q);
	}
	return rc;
}

enum tcn_rc
tcn_store_put_event(struct tcn_store_tx *tx, const struct tcn_event *event)
{
	struct tcn_store_told told = { .kind = TCN_STORE_TOLD_EVENT,
		.number = event->revision };
	enum tcn_rc rc = put_head(tx, event);

	if (!rc)
		rc = put_revision(tx, event);
	if (!rc && event->revision > 1 &&
	    (!event->headline.text.n || *event->merged_into))
		rc = keep_headline(tx, event);
	for (size_t i = 0; i < event->terms_n && !rc; i++) {
		static const char sql[] =
		    "INSERT INTO event_terms VALUES (?, ?, ?, ?, ?)";
		struct tcn_query q = TCN_QUERY_TX(tx, sql, event->id,
		    event->revision, (int64_t)i, event->terms[i].word,
		    event->terms[i].weight);

		rc = tcn_query_run(&q);
	}
	if (!rc)
		rc = put_evidence(tx, event);
	if (!rc)
		rc = tcn_store_put_languages(tx, event);
	memcpy(told.event, event->id, sizeof told.event);
	return rc ? rc : tcn_store_tell(tx, &told);
}
