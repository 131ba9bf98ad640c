#include "sql/store_dossier.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/duration.h"
#include "sql/query.h"
#include "sql/store_cut_impl.h"
#include "sql/store_events_impl.h"
#include "sql/store_members.h"
#include "sql/store_orders_impl.h"

#define RECENT_MS (2 * TCN_DAY_MS)
#define STEPS_MAX 64 /* to what an event is part of; more is a circle */

/* Finds the event that this one is part of, by the stream or a desk. */
static enum tcn_rc
stand(const struct tcn_store *st, const struct tcn_store_cut *cut,
    char id[static TCN_EVENT_ID_BYTES])
{
	static const char sql[] =
	    "SELECT r.merged_into FROM events e JOIN event_revisions r"
	    " ON r.event = e.id WHERE e.id = ?3 AND" TCN_STORE_AT_CUT;
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; i < STEPS_MAX && !rc; i++) {
		struct tcn_query q =
		    TCN_QUERY(st, sql, cut->seq, cut->as_of_ms, id);
		char next[TCN_EVENT_ID_BYTES] = "";

		if (tcn_query_next(&q))
			tcn_store_event_id(&q, next);
		rc = tcn_query_end(&q);
		if (!rc && !*next)
			rc = tcn_store_standing_event(st, id, next);
		if (!rc && strcmp(next, id) == 0)
			return TCN_OK;
		memcpy(id, next, sizeof next);
	}
	return rc;
}

/* Adds the key of an event: the dossier that it was stored with. */
static enum tcn_rc
add_key(const struct tcn_store *st, const char *event, struct tcn_arena *arena,
    struct tcn_store_str_list *keys)
{
	static const char sql[] =
	    "SELECT coalesce(nullif(dossier, ''), id) FROM events WHERE id = ?";
	struct tcn_query q = TCN_QUERY(st, sql, event);
	struct tcn_str key = { 0 };
	enum tcn_rc rc;

	if (tcn_query_next(&q))
		key = tcn_query_copy_str(&q, arena);
	rc = tcn_query_end(&q);
	if (rc || !key.n || tcn_store_has_id(keys, key))
		return rc;
	keys->at = tcn_query_grow(arena, keys->at, keys->n, sizeof *keys->at);
	keys->at[keys->n++] = key;
	return TCN_OK;
}

/* The keys of an event and of all that is part of it. */
static enum tcn_rc
list_keys(const struct tcn_store *st, const struct tcn_store_cut *cut,
    const char *event, struct tcn_arena *arena, struct tcn_store_str_list *keys)
{
	struct tcn_store_str_list whole = { 0 };
	enum tcn_rc rc = tcn_store_whole_of(st, event, arena, &whole);

	*keys = (struct tcn_store_str_list){ 0 };
	for (size_t i = 0; !rc && i < whole.n; i++) {
		struct tcn_store_str_list merged;

		rc = tcn_store_merged_at(st, cut, whole.at[i].at, arena,
		    &merged);
		for (size_t k = 0; !rc && k < merged.n; k++)
			rc = add_key(st, merged.at[k].at, arena, keys);
	}
	return rc;
}

static bool
has(const struct tcn_store_dossier *dossier, const char *id)
{
	for (size_t i = 0; i < dossier->n; i++)
		if (strcmp(dossier->at[i].id, id) == 0)
			return true;
	return false;
}

/* Adds it, if it had fired by the cut. */
static enum tcn_rc
add_episode(const struct tcn_store *st, const struct tcn_store_cut *cut,
    const char *id, struct tcn_arena *arena, struct tcn_store_dossier *dossier)
{
	static const char sql[] =
	    "SELECT e.rule, r.story, e.fired, r.origins FROM events e"
	    " JOIN event_revisions r ON r.event = e.id"
	    " WHERE e.id = ?3 AND" TCN_STORE_AT_CUT;
	struct tcn_query q = TCN_QUERY(st, sql, cut->seq, cut->as_of_ms, id);
	struct tcn_store_episode *to =
	    tcn_query_grow(arena, dossier->at, dossier->n, sizeof *to);

	dossier->at = to;
	to += dossier->n;
	memcpy(to->id, id, sizeof to->id);
	if (tcn_query_next(&q)) {
		TCN_QUERY_GET(&q, arena, &to->rule, &to->story, &to->fired_ms,
		    &to->origins);
		dossier->n++;
	}
	return tcn_query_end(&q);
}

/* Adds the episodes of one key, each as what it is part of. */
static enum tcn_rc
add_episodes(const struct tcn_store *st, const struct tcn_store_cut *cut,
    struct tcn_str key, struct tcn_arena *arena,
    struct tcn_store_dossier *dossier)
{
	static const char sql[] =
	    "SELECT id, fired FROM events WHERE id = ?1 UNION"
	    " SELECT id, fired FROM events WHERE dossier = ?1 AND dossier <> ''"
	    " ORDER BY 2, 1 LIMIT ?2";
	struct tcn_query q =
	    TCN_QUERY(st, sql, key, (int64_t)TCN_STORE_DOSSIER_MAX);
	struct tcn_store_str_list ids = { 0 };
	enum tcn_rc rc;

	while (tcn_query_next(&q)) {
		ids.at = tcn_query_grow(arena, ids.at, ids.n, sizeof *ids.at);
		ids.at[ids.n++] = tcn_query_copy_str(&q, arena);
	}
	rc = tcn_query_end(&q);
	for (size_t i = 0; !rc && i < ids.n; i++) {
		char id[TCN_EVENT_ID_BYTES] = "";

		strncpy(id, ids.at[i].at, sizeof id - 1);
		rc = stand(st, cut, id);
		if (!rc && !has(dossier, id) &&
		    dossier->n < TCN_STORE_DOSSIER_MAX)
			rc = add_episode(st, cut, id, arena, dossier);
	}
	return rc;
}

static int
by_time(const void *left, const void *right)
{
	const struct tcn_store_episode *l = left, *r = right;

	if (l->fired_ms != r->fired_ms)
		return l->fired_ms < r->fired_ms ? -1 : 1;
	return strcmp(l->id, r->id);
}

/* Leaves out what another rule found of the story of the one before. */
static void
fold(struct tcn_store_dossier *dossier, const char *asked)
{
	size_t n = 0;

	for (size_t i = 0; i < dossier->n; i++) {
		const struct tcn_store_episode *one = &dossier->at[i];
		const struct tcn_store_episode *last =
		    n ? &dossier->at[n - 1] : NULL;
		bool is_here = strcmp(one->id, asked) == 0;

		if (!last || !one->story || one->story != last->story ||
		    tcn_str_equal(one->rule, last->rule))
			dossier->at[n++] = *one;
		if (is_here)
			dossier->here = n - 1;
	}
	dossier->n = n;
}

/* A side matter that came last heads no saga. */
static void
choose_head(struct tcn_store_dossier *dossier)
{
	const struct tcn_store_episode *at = dossier->at;
	size_t last = dossier->n - 1;

	dossier->head = last;
	for (size_t i = last;
	     i-- > 0 && at[i].fired_ms >= at[last].fired_ms - RECENT_MS;)
		if (at[i].origins > at[dossier->head].origins)
			dossier->head = i;
}

enum tcn_rc
tcn_store_dossier(const struct tcn_store *st, const struct tcn_store_cut *cut,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_dossier *dossier)
{
	static const struct tcn_store_cut now = { INT64_MAX, INT64_MAX };
	struct tcn_store_str_list keys;
	char id[TCN_EVENT_ID_BYTES] = "";
	enum tcn_rc rc;

	*dossier = (struct tcn_store_dossier){ 0 };
	cut = cut ? cut : &now;
	strncpy(id, event, sizeof id - 1);
	rc = stand(st, cut, id);
	if (!rc)
		rc = list_keys(st, cut, id, arena, &keys);
	for (size_t i = 0; !rc && i < keys.n; i++)
		rc = add_episodes(st, cut, keys.at[i], arena, dossier);
	if (rc || !dossier->n)
		return rc;
	qsort(dossier->at, dossier->n, sizeof *dossier->at, by_time);
	fold(dossier, id);
	choose_head(dossier);
	memcpy(dossier->id, dossier->at[0].id, sizeof dossier->id);
	return TCN_OK;
}
