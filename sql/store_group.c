#include "sql/store_group.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/compare.h"
#include "sql/query.h"
#include "sql/store_events_impl.h"
#include "sql/store_orders_impl.h"

#define LANGS_MAX 32 /* of all events that are linked; of more none unites */
#define STEPS_MAX 64 /* to what an event is part of; more is a circle */

/* An event that stands for itself. */
struct node {
	struct tcn_event *event;
	struct tcn_store_str_list parts; /* itself, and what is part of it */
	uint32_t langs; /* a bit each */
	size_t group; /* index of a node: itself, or nearer to the root */
	uint32_t all; /* languages of the group, of its root */
	bool linked; /* by language with another of the group, of its root */
};

struct edge {
	size_t a, b; /* a < b */
	uint64_t seq;
	bool same_story; /* else they tell of it in two languages */
};

struct walk {
	const struct tcn_store *st;
	const struct tcn_store_cut *cut;
	struct tcn_arena *arena;
	struct node nodes[TCN_STORE_GROUP_MAX];
	size_t n;
	struct edge *edges;
	size_t edges_n;
	struct tcn_str langs[LANGS_MAX];
	size_t langs_n;
};

/* --- what is stored --- */

enum tcn_rc
tcn_store_put_languages(struct tcn_store_tx *tx, const struct tcn_event *e)
{
	static const char story[] =
	    "INSERT INTO event_stories VALUES (?, ?, ?,"
	    " (SELECT ifnull(max(seq), 0) FROM items)) ON CONFLICT DO NOTHING";
	static const char linked[] =
	    "INSERT INTO event_links VALUES (?, ?,"
	    " (SELECT ifnull(max(seq), 0) FROM items)) ON CONFLICT DO NOTHING";
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < e->stories_n && !rc; i++) {
		struct tcn_query q = TCN_QUERY_TX(tx, story, e->id,
		    e->stories[i].story, e->stories[i].lang);

		rc = tcn_query_run(&q);
	}
	for (size_t i = 0; i < e->linked_n && !rc; i++) {
		struct tcn_query q =
		    TCN_QUERY_TX(tx, linked, e->id, e->linked[i].at);

		rc = tcn_query_run(&q);
	}
	return rc;
}

/* --- events that stand for others --- */

/* Finds what an event is part of, by the stream or by a desk, at its revision
 * of the cut; NULL: it is gone, or had not fired. */
static enum tcn_rc
stand(struct walk *w, const char *id, struct tcn_event **event)
{
	char at[TCN_EVENT_ID_BYTES] = "";
	enum tcn_rc rc = TCN_OK;

	strncpy(at, id, sizeof at - 1);
	for (int i = 0; i < STEPS_MAX && !rc; i++) {
		char standing[TCN_EVENT_ID_BYTES];

		rc = tcn_store_event_at(w->st, w->cut, at, w->arena, event);
		if (rc || !*event)
			return rc;
		if ((*event)->merged_into[0]) {
			memcpy(at, (*event)->merged_into, sizeof at);
			continue;
		}
		rc = tcn_store_standing_event(w->st, at, standing);
		if (!rc && strcmp(at, standing) == 0)
			return TCN_OK;
		memcpy(at, standing, sizeof at);
	}
	*event = NULL;
	return rc;
}

/* Adds an id, unless it is there. */
static void
add_part(struct walk *w, struct node *node, struct tcn_str id)
{
	if (tcn_store_has_id(&node->parts, id))
		return;
	node->parts.at = tcn_query_grow(w->arena, node->parts.at, node->parts.n,
	    sizeof *node->parts.at);
	node->parts.at[node->parts.n++] = id;
}

static enum tcn_rc
list_parts(struct walk *w, struct node *node)
{
	struct tcn_store_str_list whole = { 0 };
	enum tcn_rc rc =
	    tcn_store_whole_of(w->st, node->event->id, w->arena, &whole);

	for (size_t i = 0; !rc && i < whole.n; i++) {
		struct tcn_store_str_list merged;

		rc = tcn_store_merged_at(w->st, w->cut, whole.at[i].at,
		    w->arena, &merged);
		for (size_t k = 0; !rc && k < merged.n; k++)
			add_part(w, node, merged.at[k]);
	}
	return rc;
}

/* --- languages --- */

static void
note_lang(struct walk *w, struct node *node, struct tcn_str lang)
{
	size_t i = 0;

	while (i < w->langs_n && !tcn_str_equal(w->langs[i], lang))
		i++;
	if (i == LANGS_MAX)
		node->langs = UINT32_MAX;
	else
		node->langs |= UINT32_C(1) << i;
	if (i == w->langs_n && i < LANGS_MAX)
		w->langs[w->langs_n++] = lang;
}

/* The languages of the stories of a node; of one that has one story that of
 * most of its items. */
static enum tcn_rc
read_langs(struct walk *w, struct node *node)
{
	static const char sql[] = "SELECT lang FROM event_stories"
				  " WHERE event = ? AND seq <= ? ORDER BY 1";
	size_t n = 0;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < node->parts.n; i++) {
		struct tcn_query q =
		    TCN_QUERY(w->st, sql, node->parts.at[i], w->cut->seq);

		while (tcn_query_next(&q)) {
			note_lang(w, node, tcn_query_copy_str(&q, w->arena));
			n++;
		}
		rc = tcn_query_end(&q);
	}
	if (!rc && !n && node->event->languages.n)
		note_lang(w, node, tcn_str(node->event->languages.at[0]));
	return rc;
}

/* --- the events that are linked, and their links --- */

/* Adds the event, or what it is part of; *at: where it is, or SIZE_MAX. */
static enum tcn_rc
add_node(struct walk *w, const char *id, size_t *at)
{
	struct tcn_event *event;
	enum tcn_rc rc = stand(w, id, &event);

	*at = SIZE_MAX;
	if (rc || !event)
		return rc;
	for (size_t i = 0; i < w->n; i++)
		if (strcmp(w->nodes[i].event->id, event->id) == 0) {
			*at = i;
			return TCN_OK;
		}
	if (w->n == TCN_STORE_GROUP_MAX)
		return TCN_OK;
	w->nodes[w->n] = (struct node){ .event = event, .group = w->n };
	*at = w->n++;
	rc = list_parts(w, &w->nodes[*at]);
	return rc ? rc : read_langs(w, &w->nodes[*at]);
}

struct found {
	struct tcn_str id;
	uint64_t seq;
};

struct found_list {
	struct found *at;
	size_t n;
};

static enum tcn_rc
collect(struct tcn_query *q, struct tcn_arena *arena, struct found_list *list)
{
	*list = (struct found_list){ 0 };
	while (tcn_query_next(q)) {
		list->at =
		    tcn_query_grow(arena, list->at, list->n, sizeof *list->at);
		list->at[list->n].id = tcn_query_copy_str(q, arena);
		list->at[list->n++].seq = tcn_query_get_u64(q);
	}
	return tcn_query_end(q);
}

/* The events that have a link with this one, in either direction. */
static enum tcn_rc
list_linked(struct walk *w, struct tcn_str id, struct found_list *found)
{
	static const char sql[] =
	    "SELECT other, seq FROM event_links WHERE event = ?1 AND seq <= ?2"
	    " UNION SELECT event, seq FROM event_links"
	    " WHERE other = ?1 AND seq <= ?2 ORDER BY 2, 1";
	struct tcn_query q = TCN_QUERY(w->st, sql, id, w->cut->seq);

	return collect(&q, w->arena, found);
}

/* The stories that are one by now with that of event ?1, if it has one, and the
 * events of other rules on them. */
#define BESIDE                                                                 \
	"WITH RECURSIVE now (story) AS (SELECT story FROM events"              \
	"  WHERE id = ?1 AND story <> 0"                                       \
	" UNION SELECT m.into_story FROM now"                                  \
	"  JOIN story_merges m USING (story)"                                  \
	" UNION SELECT m.story FROM now"                                       \
	"  JOIN story_merges m ON m.into_story = now.story),"                  \
	" beside AS (SELECT e.* FROM now"                                      \
	"  JOIN events e ON e.story = now.story AND e.story <> 0"              \
	"  WHERE e.rule <> (SELECT rule FROM events WHERE id = ?1))"

/* The events of other rules on the story of this one. */
static enum tcn_rc
list_same_story(struct walk *w, const struct tcn_event *event,
    struct found_list *found)
{
	static const char sql[] =
	    BESIDE ", cut (story) AS (SELECT ?2"
		   " UNION SELECT m.into_story FROM cut JOIN story_merges m"
		   "  ON m.story = cut.story AND m.seq < ?3"
		   " UNION SELECT m.story FROM cut JOIN story_merges m"
		   "  ON m.into_story = cut.story AND m.seq < ?3)"
		   " SELECT id, max(item, ?4) FROM beside"
		   " WHERE (SELECT r.story FROM event_revisions r"
		   "  WHERE r.event = id AND r.seq <= ?3"
		   "  ORDER BY r.revision DESC LIMIT 1) IN cut ORDER BY 2, 1";
	struct tcn_query q = TCN_QUERY(w->st, sql, event->id, event->story,
	    w->cut->seq, event->item);

	return collect(&q, w->arena, found);
}

/* Adds the events that were found, as neighbours of a node. */
static enum tcn_rc
add_edges(struct walk *w, size_t node, const struct found_list *found,
    bool same_story)
{
	enum tcn_rc rc = TCN_OK;
	size_t to;

	for (size_t i = 0; !rc && i < found->n; i++) {
		rc = add_node(w, found->at[i].id.at, &to);
		if (rc || to == SIZE_MAX || to == node)
			continue;
		w->edges = tcn_query_grow(w->arena, w->edges, w->edges_n,
		    sizeof *w->edges);
		w->edges[w->edges_n++] =
		    (struct edge){ node, to, found->at[i].seq, same_story };
	}
	return rc;
}

/* Adds what a node is one with, or may be. */
static enum tcn_rc
follow(struct walk *w, size_t node)
{
	const struct tcn_event *event = w->nodes[node].event;
	struct found_list found;
	enum tcn_rc rc = TCN_OK;

	if (event->story)
		rc = list_same_story(w, event, &found);
	if (!rc && event->story)
		rc = add_edges(w, node, &found, true);
	for (size_t i = 0; !rc && i < w->nodes[node].parts.n; i++) {
		rc = list_linked(w, w->nodes[node].parts.at[i], &found);
		if (!rc)
			rc = add_edges(w, node, &found, false);
	}
	return rc;
}

/* --- what is one --- */

static int
by_event(const void *left, const void *right)
{
	const struct node *l = left, *r = right;

	/* Nothing here may depend on which event was asked for first. */
	if (l->event->fired_ms != r->event->fired_ms)
		return l->event->fired_ms < r->event->fired_ms ? -1 : 1;
	return strcmp(l->event->id, r->event->id);
}

static int
by_seq(const void *left, const void *right)
{
	const struct edge *l = left, *r = right;

	if (l->seq != r->seq)
		return l->seq < r->seq ? -1 : 1;
	if (l->a != r->a)
		return l->a < r->a ? -1 : 1;
	if (l->b != r->b)
		return l->b < r->b ? -1 : 1;
	return r->same_story - l->same_story;
}

/* Puts the nodes in order, and the edges after them. */
static void
put_in_order(struct walk *w)
{
	size_t to[TCN_STORE_GROUP_MAX];

	qsort(w->nodes, w->n, sizeof *w->nodes, by_event);
	for (size_t i = 0; i < w->n; i++)
		to[w->nodes[i].group] = i; /* so far where it was found */
	for (size_t i = 0; i < w->n; i++) {
		w->nodes[i].group = i;
		w->nodes[i].all = w->nodes[i].langs;
	}
	for (size_t i = 0; i < w->edges_n; i++) {
		struct edge *edge = &w->edges[i];
		size_t a = to[edge->a], b = to[edge->b];

		edge->a = a < b ? a : b;
		edge->b = a < b ? b : a;
	}
	if (w->edges_n)
		qsort(w->edges, w->edges_n, sizeof *w->edges, by_seq);
}

static size_t
root_of(const struct walk *w, size_t node)
{
	while (w->nodes[node].group != node)
		node = w->nodes[node].group;
	return node;
}

static void
unite(struct walk *w)
{
	for (size_t i = 0; i < w->edges_n; i++) {
		size_t a = root_of(w, w->edges[i].a);
		size_t b = root_of(w, w->edges[i].b);

		if (a == b ||
		    (!w->edges[i].same_story &&
			w->nodes[a].all & w->nodes[b].all))
			continue;
		w->nodes[b].group = a;
		w->nodes[a].all |= w->nodes[b].all;
		w->nodes[a].linked |=
		    w->nodes[b].linked || !w->edges[i].same_story;
	}
}

/* Whether b rather than a goes on. */
static bool
goes_on(const struct tcn_event *a, const struct tcn_event *b)
{
	bool a_closed = a->state == TCN_EVENT_CLOSED;
	bool b_closed = b->state == TCN_EVENT_CLOSED;

	if (a_closed != b_closed)
		return a_closed;
	return a_closed && b->changed_ms > a->changed_ms;
}

/* The events of the same group as the asked one; who goes on first. */
static void
take_group(struct walk *w, const char *asked, struct tcn_store_group *group)
{
	struct tcn_store_event_list *events = &group->events;
	size_t root = 0, first = 0;

	events->at = tcn_arena_zalloc(w->arena, w->n, sizeof *events->at);
	for (size_t i = 0; i < w->n; i++)
		if (strcmp(w->nodes[i].event->id, asked) == 0)
			root = root_of(w, i);
	for (size_t i = 0; i < w->n; i++)
		if (root_of(w, i) == root)
			events->at[events->n++] = *w->nodes[i].event;
	for (size_t i = 1; i < events->n; i++)
		if (goes_on(&events->at[first], &events->at[i]))
			first = i;
	if (first) {
		struct tcn_event leader = events->at[first];

		memmove(events->at + 1, events->at, first * sizeof leader);
		events->at[0] = leader;
	}
	group->several =
	    w->nodes[root].linked || __builtin_popcount(w->nodes[root].all) > 1;
}

enum tcn_rc
tcn_store_group_at(const struct tcn_store *st, const struct tcn_store_cut *cut,
    const char *event, struct tcn_arena *arena, struct tcn_store_group *group)
{
	struct walk w = { .st = st, .cut = cut, .arena = arena };
	char asked[TCN_EVENT_ID_BYTES];
	size_t at;
	enum tcn_rc rc = add_node(&w, event, &at);

	*group = (struct tcn_store_group){ 0 };
	if (rc || at == SIZE_MAX)
		return rc;
	memcpy(asked, w.nodes[at].event->id, sizeof asked);
	for (size_t i = 0; !rc && i < w.n; i++)
		rc = follow(&w, i);
	if (rc)
		return rc;
	put_in_order(&w);
	unite(&w);
	take_group(&w, asked, group);
	return TCN_OK;
}

enum tcn_rc
tcn_store_may_group(const struct tcn_store *st, const char *event, bool *may)
{
	static const char sql[] =
	    BESIDE " SELECT EXISTS (SELECT 1 FROM event_links)"
		   " OR EXISTS (SELECT 1 FROM beside)";
	struct tcn_query q = TCN_QUERY(st, sql, event);

	*may = false;
	return TCN_QUERY_ONE(&q, NULL, may);
}

enum tcn_rc
tcn_store_group_now(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_group *group)
{
	struct tcn_store_cut cut = { .as_of_ms = INT64_MAX };
	bool may;
	enum tcn_rc rc = tcn_store_may_group(st, event, &may);

	*group = (struct tcn_store_group){ 0 };
	if (rc || !may)
		return rc;
	rc = tcn_store_last_seq(st, &cut.seq);
	return rc ? rc : tcn_store_group_at(st, &cut, event, arena, group);
}

enum tcn_rc
tcn_store_beside(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_besides *all)
{
	static const char sql[] = BESIDE
	    " SELECT id, rule, severity, fired FROM beside WHERE open = 1"
	    " ORDER BY rule";
	struct tcn_query q = TCN_QUERY(st, sql, event);

	*all = (struct tcn_store_besides){ 0 };
	while (tcn_query_next(&q)) {
		struct tcn_store_beside *to =
		    tcn_query_grow(arena, all->at, all->n, sizeof *to);

		all->at = to;
		to += all->n++;
		tcn_store_event_id(&q, to->id);
		to->rule = tcn_query_copy_str(&q, arena);
		to->severity = (enum tcn_severity)tcn_query_get_int(&q);
		to->fired_ms = tcn_query_get_int(&q);
	}
	return tcn_query_end(&q);
}

/* --- its items --- */

static int
by_time(const void *left, const void *right)
{
	const struct tcn_placement *l =
	    &((const struct tcn_store_item_row *)left)->place;
	const struct tcn_placement *r =
	    &((const struct tcn_store_item_row *)right)->place;

	return tcn_compare_moment(l->ts_ms, l->seq, r->ts_ms, r->seq);
}

enum tcn_rc
tcn_store_group_items_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const struct tcn_store_group *group,
    size_t limit, struct tcn_arena *arena, struct tcn_store_item_list *items)
{
	struct tcn_store_item_list lists[TCN_STORE_GROUP_MAX];
	size_t all = 0, n = 0;
	enum tcn_rc rc = TCN_OK;

	*items = (struct tcn_store_item_list){ 0 };
	for (size_t i = 0; !rc && i < group->events.n; i++) {
		rc = tcn_store_event_items_at(st, cut, &group->events.at[i],
		    limit, arena, &lists[i]);
		all += rc ? 0 : lists[i].n;
	}
	if (rc || group->events.n == 1) {
		if (!rc)
			*items = lists[0];
		return rc;
	}
	items->at = tcn_arena_zalloc(arena, all, sizeof *items->at);
	for (size_t i = 0; i < group->events.n; i++)
		for (size_t k = 0; k < lists[i].n; k++)
			items->at[items->n++] = lists[i].at[k];
	if (items->n)
		qsort(items->at, items->n, sizeof *items->at, by_time);
	for (size_t i = 0; i < items->n; i++)
		if (!n || items->at[n - 1].place.seq != items->at[i].place.seq)
			items->at[n++] = items->at[i];
	items->n = limit && n > limit ? limit : n;
	return TCN_OK;
}

enum tcn_rc
tcn_store_event_stories(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_ids *stories)
{
	static const char sql[] =
	    "SELECT story FROM event_stories WHERE event = ?1 ORDER BY story";
	struct tcn_query q = TCN_QUERY(st, sql, event);
	struct tcn_store_ids took = { 0 };
	enum tcn_rc rc;

	while (tcn_query_next(&q)) {
		took.at =
		    tcn_query_grow(arena, took.at, took.n, sizeof *took.at);
		took.at[took.n++] = tcn_query_get_u64(&q);
	}
	rc = tcn_query_end(&q);
	*stories = (struct tcn_store_ids){ took.at, 0 };
	for (size_t i = 0; i < took.n && !rc; i++) {
		uint64_t id = took.at[i];
		size_t k = 0;

		rc = tcn_store_resolve_story(st, id, &id);
		while (k < stories->n && stories->at[k] != id)
			k++;
		stories->at[k] = id;
		stories->n += k == stories->n;
	}
	return rc;
}
