#include "tools/pipeline/split.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/map.h"
#include "tools/pipeline/headlines.h"

#define TERMS_MAX 8

/* --- figures --- */

/* The member whose origin has most of the others, the first of several. */
static uint64_t
find_central(const struct tcn_store_member_list *members,
    const struct tcn_map *origins)
{
	uint64_t most = 0, central = 0;

	for (size_t i = 0; i < members->n; i++) {
		const uint64_t *n =
		    tcn_map_find(origins, members->at[i].origin);

		if (n && *n > most) {
			most = *n;
			central = members->at[i].seq;
		}
	}
	return central ? central : members->at[0].seq;
}

static void
count(const struct tcn_store_member_list *members, struct tcn_arena *arena,
    struct tcn_event *e)
{
	uint64_t *seqs = tcn_arena_zalloc(arena, members->n, sizeof *seqs);
	struct tcn_map origins = { 0 }, publishers = { 0 };

	e->items = (uint32_t)members->n;
	for (size_t i = 0; i < members->n; i++) {
		const struct tcn_store_member *m = &members->at[i];

		seqs[i] = m->seq;
		if (m->origin)
			tcn_map_count(&origins, m->origin);
		if (m->publisher)
			tcn_map_count(&publishers, m->publisher);
	}
	e->origins = (uint32_t)origins.n;
	e->publishers = (uint32_t)publishers.n;
	e->central = find_central(members, &origins);
	e->first_ms = members->at[0].ts_ms;
	e->last_ms = members->at[members->n - 1].ts_ms;
	e->item = seqs[members->n - 1];
	e->evidence = seqs;
	e->evidence_n = members->n;
	tcn_map_fini(&origins);
	tcn_map_fini(&publishers);
}

/* --- terms --- */

struct tally {
	size_t place; /* in the order of reading */
	struct tcn_str word;
	uint32_t titles; /* that hold it */
};

struct tallies {
	struct tally *at;
	size_t n;
	struct tcn_map index; /* of term ids */
};

/* Words that say something: no function words, no outlet's name, no date. */
static bool
is_telling(const struct tcn_term *term)
{
	return (term->flags & TCN_TERM_TITLE) &&
	    !(term->flags & (TCN_TERM_STOP | TCN_TERM_SUFFIX | TCN_TERM_DATE));
}

static void
tally_title(struct tcn_prepare *prep, struct tcn_str title,
    struct tcn_arena *arena, struct tallies *all, size_t room)
{
	const struct tcn_article article = { .title = title,
		.ts_ms = TCN_UNDATED };
	struct tcn_doc doc;

	tcn_prepare(prep, &article, arena, &doc);
	for (size_t i = 0; i < doc.terms_n; i++) {
		const struct tcn_term *term = &doc.terms[i];
		uint64_t *place;
		bool added;

		if (!is_telling(term) || all->n == room)
			continue;
		tcn_map_put(&all->index, term->id, &place, &added);
		if (added) {
			*place = all->n;
			all->at[all->n] =
			    (struct tally){ all->n, term->word, 0 };
			all->n++;
		}
		all->at[*place].titles++;
	}
}

/* Most titles first; of as many, the one that came first. */
static int
by_titles(const void *left, const void *right)
{
	const struct tally *l = left, *r = right;

	if (l->titles != r->titles)
		return l->titles > r->titles ? -1 : 1;
	return l->place < r->place ? -1 : l->place > r->place;
}

static void
take_terms(const struct tallies *all, size_t titles, struct tcn_arena *arena,
    struct tcn_event *e)
{
	size_t n = all->n < TERMS_MAX ? all->n : TERMS_MAX;
	struct tcn_story_term *terms =
	    tcn_arena_zalloc(arena, n, sizeof *terms);

	for (size_t i = 0; i < n; i++)
		terms[i] = (struct tcn_story_term){ all->at[i].word,
			(double)all->at[i].titles / (double)titles, 0 };
	e->terms = terms;
	e->terms_n = n;
}

/* What the articles have in common, and the languages they are in. */
static enum tcn_rc
find_terms(const struct tcn_store *store, struct tcn_prepare *prep,
    const struct tcn_store_member_list *members, struct tcn_arena *arena,
    struct tcn_event *e)
{
	enum {
		ROOM = 20000
	};
	size_t n = members->n < TCN_SPLIT_TITLES_MAX ? members->n
						     : TCN_SPLIT_TITLES_MAX;
	struct tallies all = { tcn_arena_zalloc(arena, ROOM, sizeof *all.at), 0,
		{ 0 } };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < n && !rc; i++) {
		struct tcn_store_item_row *item;

		rc = tcn_store_item(store, members->at[i].seq, arena, &item);
		if (!rc && item)
			tally_title(prep, item->article.title, arena, &all,
			    ROOM);
	}
	if (!rc && all.n)
		qsort(all.at, all.n, sizeof *all.at, by_titles);
	if (!rc)
		take_terms(&all, n, arena, e);
	tcn_map_fini(&all.index);
	return rc;
}

/* What it is called at a revision that is not stored yet. */
static enum tcn_rc
call(const struct tcn_store *store, struct tcn_arena *arena,
    struct tcn_event *e)
{
	struct tcn_headlines *headlines;
	enum tcn_rc rc;

	headlines = tcn_headlines_new(NULL);
	rc = tcn_headlines_choose_revision(headlines, store, INT64_MAX, e);
	if (!rc) {
		/* Copies into arena what lives as long as a choice of
		 * headlines. */
		struct tcn_story_term *terms =
		    tcn_arena_zalloc(arena, e->terms_n, sizeof *terms);

		tcn_arena_str(arena, e->headline.text, &e->headline.text);
		for (size_t i = 0; i < e->terms_n; i++) {
			terms[i] = e->terms[i];
			tcn_arena_str(arena, terms[i].word, &terms[i].word);
		}
		e->terms = terms;
	}
	tcn_headlines_free(headlines);
	return rc;
}

static enum tcn_rc
describe(const struct tcn_store *store, struct tcn_prepare *prep,
    const struct tcn_store_member_list *members, struct tcn_arena *arena,
    struct tcn_event *e)
{
	count(members, arena, e);
	return find_terms(store, prep, members, arena, e);
}

/* --- a new event --- */

static bool
has(const uint64_t *at, size_t n, uint64_t value)
{
	for (size_t i = 0; i < n; i++)
		if (at[i] == value)
			return true;
	return false;
}

static bool
takes(const struct tcn_store_split *what, const struct tcn_store_member *m)
{
	return has(what->seqs, what->seqs_n, m->seq) ||
	    has(what->seqs, what->seqs_n, m->article) ||
	    has(what->publishers, what->publishers_n, m->publisher);
}

enum tcn_rc
tcn_split_preview(const struct tcn_store *store, struct tcn_prepare *prep,
    const struct tcn_split_order *order, struct tcn_arena *arena,
    struct tcn_event *made, enum tcn_split_result *result)
{
	const struct tcn_event *from = order->from;
	struct tcn_store_member_list members;
	enum tcn_rc rc =
	    tcn_store_own_members(store, from->id, arena, &members);
	size_t all = members.n, n = 0;

	for (size_t i = 0; i < all; i++)
		if (takes(&order->what, &members.at[i]))
			members.at[n++] = members.at[i];
	members.n = n;
	*result = !n   ? TCN_SPLIT_NOTHING
	    : n == all ? TCN_SPLIT_ALL
		       : TCN_SPLIT_DONE;
	*made = (struct tcn_event){ 0 };
	if (rc || *result != TCN_SPLIT_DONE)
		return rc;
	made->rule = from->rule;
	made->revision = 1;
	made->state = TCN_EVENT_OPEN;
	made->severity = from->severity;
	made->kind = from->kind;
	made->fired_ms = made->changed_ms = order->stream_ms;
	made->languages = from->languages;
	memcpy(made->split_from, from->id, sizeof made->split_from);
	memcpy(made->dossier, *from->dossier ? from->dossier : from->id,
	    sizeof made->dossier);
	rc = describe(store, prep, &members, arena, made);
	return rc ? rc : call(store, arena, made);
}

/* Named by the action that makes it; or by a later number, when the action that
 * made an earlier one was removed with the event that this was split from. */
static enum tcn_rc
name(const struct tcn_store *store, struct tcn_arena *arena,
    struct tcn_event *made)
{
	uint64_t action, silence;
	struct tcn_event *other = NULL;
	enum tcn_rc rc = tcn_store_desk_last(store, &action, &silence);

	do {
		snprintf(made->id, sizeof made->id, "desk-%" PRIu64, ++action);
		if (!rc)
			rc = tcn_store_event(store, made->id, arena, &other);
	} while (!rc && other);
	return rc;
}

enum tcn_rc
tcn_split_make(struct tcn_store_tx *tx, const struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_split_order *order,
    struct tcn_arena *arena, struct tcn_event *made,
    struct tcn_store_action *action, enum tcn_split_result *result)
{
	enum tcn_rc rc =
	    tcn_split_preview(store, prep, order, arena, made, result);

	if (rc || *result != TCN_SPLIT_DONE)
		return rc;
	rc = name(store, arena, made);
	if (!rc)
		rc = tcn_store_put_event(tx, made);
	*action = (struct tcn_store_action){ .at_ms = order->at_ms,
		.author = order->author,
		.value = tcn_str(made->id) };
	memcpy(action->event, order->from->id, sizeof action->event);
	if (!rc)
		rc = tcn_store_split(tx, action, &order->what, arena);
	if (!rc && order->from->state == TCN_EVENT_CLOSED) {
		made->revision++;
		made->state = TCN_EVENT_CLOSED;
		made->terms_n = 0;
		made->evidence_n = 0;
		rc = tcn_store_put_event(tx, made);
	}
	return rc;
}

/* --- going on --- */

/* Stores the revision of one event that was split from `from`, if that changes
 * it. */
static enum tcn_rc
follow_one(struct tcn_store_tx *tx, const struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_event *from, const char *id,
    struct tcn_arena *arena, struct tcn_store_event_list *events)
{
	struct tcn_store_member_list members = { 0 };
	bool ends = from->state == TCN_EVENT_CLOSED;
	struct tcn_event *e;
	enum tcn_rc rc = tcn_store_event(store, id, arena, &e);

	if (rc || !e || (ends && e->state == TCN_EVENT_CLOSED))
		return rc;
	rc = tcn_store_own_members(store, id, arena, &members);
	if (rc || !members.n || (members.n <= e->items && !ends))
		return rc;
	rc = describe(store, prep, &members, arena, e);
	if (rc)
		return rc;
	e->revision++;
	e->state = ends                    ? TCN_EVENT_CLOSED
	    : e->state == TCN_EVENT_CLOSED ? TCN_EVENT_REOPENED
					   : TCN_EVENT_UPDATED;
	e->changed_ms = from->changed_ms;
	e->reason = NULL;
	rc = call(store, arena, e);
	if (!rc)
		rc = tcn_store_put_event(tx, e);
	if (!rc)
		events->at[events->n++] = *e;
	return rc;
}

enum tcn_rc
tcn_split_follow(struct tcn_store_tx *tx, const struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_event *from,
    struct tcn_arena *arena, struct tcn_store_event_list *events)
{
	struct tcn_store_str_list all;
	enum tcn_rc rc = tcn_store_all_splits_of(store, from->id, arena, &all);

	*events = (struct tcn_store_event_list){ 0 };
	if (rc || !all.n)
		return rc;
	events->at = tcn_arena_zalloc(arena, all.n, sizeof *events->at);
	for (size_t i = 0; i < all.n && !rc; i++)
		rc = follow_one(tx, store, prep, from, all.at[i].at, arena,
		    events);
	return rc;
}
