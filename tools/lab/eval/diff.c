#include "tools/lab/eval/diff.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/arena.h"
#include "engine/base/compare.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "tools/pipeline/alert.h"

/* An article a pipeline took in, by the number that it gave it. */
struct placed {
	uint32_t article; /* its number in the stream, from 0 */
	uint32_t story; /* seq of the first item of the story; 0: none */
};

/* One stretch of a story that an event is about, until the event ends. */
struct reported {
	uint64_t story;
	uint32_t event;
	uint32_t until; /* article with which the event closed */
	uint32_t before; /* the event's last row but this, plus 1; 0: none */
};

struct side {
	struct tcn_pipeline *pipe;
	struct tcn_diff_events events;
	struct tcn_map by_id; /* hash of an event's id -> index */
	uint32_t *last_reported; /* by event: its last row, plus 1 */
	size_t last_reported_cap;
	struct placed *placed; /* by seq - 1 */
	size_t placed_n, placed_cap;
	struct reported *reported;
	size_t reported_n, reported_cap;
};

struct tcn_diff {
	struct side sides[2];
	struct tcn_arena arena; /* one article's */
	struct tcn_arena texts; /* texts of the events */
	struct tcn_diff_list list;
	uint32_t articles_n;
};

enum tcn_rc
tcn_diff_open(const struct tcn_pipeline_conf *a,
    const struct tcn_pipeline_conf *b, struct tcn_diff **out,
    struct tcn_err *err)
{
	struct tcn_diff *diff = tcn_mem_calloc(1, sizeof *diff);
	enum tcn_rc rc;

	tcn_arena_init(&diff->arena, 0);
	tcn_arena_init(&diff->texts, 0);
	rc = tcn_pipeline_open(a, NULL, &diff->sides[0].pipe, err);
	if (!rc)
		rc = tcn_pipeline_open(b, NULL, &diff->sides[1].pipe, err);
	if (rc)
		tcn_diff_close(diff);
	else
		*out = diff;
	return rc;
}

static void
close_side(struct side *side)
{
	tcn_pipeline_close(side->pipe);
	tcn_map_fini(&side->by_id);
	tcn_mem_free(side->events.at);
	tcn_mem_free(side->last_reported);
	tcn_mem_free(side->placed);
	tcn_mem_free(side->reported);
}

void
tcn_diff_close(struct tcn_diff *diff)
{
	if (!diff)
		return;
	close_side(&diff->sides[0]);
	close_side(&diff->sides[1]);
	tcn_arena_fini(&diff->arena);
	tcn_arena_fini(&diff->texts);
	tcn_mem_free(diff->list.at);
	tcn_mem_free(diff);
}

/* ---- a copy of each event as it fired ---- */

static void
copy_items(struct tcn_arena *arena, const struct tcn_item_names *names,
    const struct tcn_event *event, struct tcn_diff_event *to)
{
	struct tcn_diff_item *items =
	    tcn_arena_zalloc(arena, event->evidence_n + 1, sizeof *items);

	for (size_t i = 0; i < event->evidence_n; i++) {
		const struct tcn_item_name *from =
		    tcn_item_names_find(names, event->evidence[i]);
		struct tcn_diff_item *item = &items[to->items_n];

		if (!from)
			continue;
		item->ts_ms = from->ts_ms;
		tcn_arena_str(arena, from->id, &item->id);
		tcn_arena_str(arena, from->source, &item->source);
		tcn_arena_str(arena, from->title, &item->title);
		to->items_n++;
	}
	to->items = items;
}

static void
copy_terms(struct tcn_arena *arena, struct tcn_event *event)
{
	struct tcn_story_term *terms =
	    tcn_arena_zalloc(arena, event->terms_n + 1, sizeof *terms);

	for (size_t i = 0; i < event->terms_n; i++) {
		terms[i].weight = event->terms[i].weight;
		tcn_arena_str(arena, event->terms[i].word, &terms[i].word);
	}
	event->terms = terms;
}

static void
copy_event(struct tcn_arena *arena, const struct tcn_item_names *names,
    const struct tcn_event *event, struct tcn_diff_event *to)
{
	uint64_t *seqs =
	    tcn_arena_zalloc(arena, event->evidence_n + 1, sizeof *seqs);

	*to = (struct tcn_diff_event){ .event = *event };
	to->event.evidence = seqs;
	if (event->evidence_n)
		memcpy(seqs, event->evidence, event->evidence_n * sizeof *seqs);
	copy_items(arena, names, event, to);
	copy_terms(arena, &to->event);
	tcn_arena_str(arena, event->rule, &to->event.rule);
	tcn_arena_str(arena, tcn_alert_title(event, names), &to->title);
}

static uint64_t
hash_of(const char *id)
{
	return XXH3_64bits(id, strlen(id));
}

static void
add_event(struct tcn_diff *diff, struct side *side,
    const struct tcn_event *event)
{
	struct tcn_diff_events *events = &side->events;
	struct tcn_diff_event *at =
	    tcn_mem_grow(events->at, &events->cap, events->n + 1, sizeof *at);
	uint32_t *last_reported;
	uint64_t *index;

	events->at = at;
	last_reported = tcn_mem_grow(side->last_reported,
	    &side->last_reported_cap, events->n + 1, sizeof *last_reported);
	side->last_reported = last_reported;
	last_reported[events->n] = 0;
	copy_event(&diff->texts, tcn_pipeline_item_names(side->pipe), event,
	    &at[events->n]);
	tcn_map_put(&side->by_id, hash_of(event->id), &index, NULL);
	*index = events->n++;
}

/* ---- a step ---- */

/* Notes that the event is about this story from now on, too. */
static void
note_story(struct side *side, uint32_t event, uint64_t story)
{
	uint32_t *last = &side->last_reported[event];
	struct reported *reported;

	for (uint32_t i = *last; i; i = side->reported[i - 1].before)
		if (side->reported[i - 1].story == story)
			return;
	reported = tcn_mem_grow(side->reported, &side->reported_cap,
	    side->reported_n + 1, sizeof *reported);
	side->reported = reported;
	reported[side->reported_n++] =
	    (struct reported){ story, event, UINT32_MAX, *last };
	*last = (uint32_t)side->reported_n;
}

static void
take_change(struct tcn_diff *diff, struct side *side,
    const struct tcn_event *event)
{
	const uint64_t *index;

	if (event->revision == 1)
		add_event(diff, side, event);
	index = tcn_map_find(&side->by_id, hash_of(event->id));
	if (!index)
		return;
	if (event->story)
		note_story(side, (uint32_t)*index, event->story);
	if (event->state == TCN_EVENT_CLOSED) {
		uint32_t i = side->last_reported[((uint32_t)*index)];

		for (; i; i = side->reported[i - 1].before)
			side->reported[i - 1].until = diff->articles_n;
	}
}

static enum tcn_rc
take(struct tcn_diff *diff, struct side *side,
    const struct tcn_article *article, struct tcn_err *err)
{
	struct tcn_pipeline_outcome outcome;
	struct placed *placed;
	enum tcn_rc rc = tcn_pipeline_article(side->pipe, article,
	    TCN_CLOCK_NO_BOUND, &outcome, err);

	if (rc || outcome.repeat_of)
		return rc;
	placed = tcn_mem_grow(side->placed, &side->placed_cap,
	    side->placed_n + 1, sizeof *placed);
	side->placed = placed;
	placed[side->placed_n++] = (struct placed){ diff->articles_n,
		(uint32_t)outcome.placement.story };
	for (size_t i = 0; i < outcome.changes.events_n; i++)
		take_change(diff, side, &outcome.changes.events[i]);
	return TCN_OK;
}

enum tcn_rc
tcn_diff_step(struct tcn_diff *diff, struct tcn_source *source,
    struct tcn_err *err)
{
	struct tcn_article article;
	enum tcn_rc rc;

	assert(diff && source);
	tcn_arena_reset(&diff->arena);
	rc = tcn_source_next(source, &diff->arena, &article, err);
	if (rc)
		return rc;
	rc = take(diff, &diff->sides[0], &article, err);
	if (!rc)
		rc = take(diff, &diff->sides[1], &article, err);
	diff->articles_n++;
	return rc;
}

/* ---- the articles of each event ---- */

static int
by_story(const void *left, const void *right)
{
	const struct reported *a = left, *b = right;

	if (a->story != b->story)
		return a->story < b->story ? -1 : 1;
	if (a->until != b->until)
		return a->until < b->until ? -1 : 1;
	return (a->event > b->event) - (a->event < b->event);
}

/*
 * Finds the event that an article of this story belongs to: of those about the
 * story, the first to end after the article came. NULL: there is none.
 */
static const struct reported *
find_reported(const struct side *side, const struct placed *placed)
{
	size_t low = 0, high = side->reported_n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		const struct reported *reported = &side->reported[mid];

		if (reported->story < placed->story ||
		    (reported->story == placed->story &&
			reported->until < placed->article))
			low = mid + 1;
		else
			high = mid;
	}
	return low < side->reported_n &&
		side->reported[low].story == placed->story
	    ? &side->reported[low]
	    : NULL;
}

/* Makes room for each event's members; counts says how many were placed. */
static void
make_room(struct tcn_diff *diff, struct side *side, const size_t *counts,
    uint32_t **rooms)
{
	for (size_t i = 0; i < side->events.n; i++) {
		const struct tcn_event *event = &side->events.at[i].event;

		rooms[i] = tcn_arena_zalloc(&diff->texts,
		    counts[i] + event->evidence_n + 1, sizeof **rooms);
	}
}

static void
add_placed(struct side *side, size_t *counts, uint32_t *const *rooms)
{
	for (size_t i = 0; i < side->placed_n; i++) {
		const struct placed *placed = &side->placed[i];
		const struct reported *reported =
		    placed->story ? find_reported(side, placed) : NULL;

		if (!reported)
			continue;
		if (rooms)
			rooms[reported->event][counts[reported->event]] =
			    placed->article;
		counts[reported->event]++;
	}
}

/* Adds the evidence, sorts, and drops what is there twice. */
static void
assign_members(const struct side *side, struct tcn_diff_event *to,
    uint32_t *room, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < to->event.evidence_n; i++)
		room[n++] = side->placed[to->event.evidence[i] - 1].article;
	qsort(room, n, sizeof *room, tcn_compare_u32);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || room[i] != room[i - 1])
			room[kept++] = room[i];
	to->members = room;
	to->members_n = kept;
}

static void
find_members(struct tcn_diff *diff, struct side *side)
{
	size_t *counts = tcn_mem_calloc(side->events.n + 1, sizeof *counts);
	uint32_t **rooms =
	    tcn_mem_calloc(side->events.n + 1, sizeof(uint32_t *));

	if (side->reported_n)
		qsort(side->reported, side->reported_n, sizeof *side->reported,
		    by_story);
	add_placed(side, counts, NULL);
	make_room(diff, side, counts, rooms);
	memset(counts, 0, side->events.n * sizeof *counts);
	add_placed(side, counts, rooms);
	for (size_t i = 0; i < side->events.n; i++)
		assign_members(side, &side->events.at[i], rooms[i], counts[i]);
	tcn_mem_free(counts);
	tcn_mem_free(rooms);
}

const struct tcn_diff_list *
tcn_diff_end(struct tcn_diff *diff)
{
	struct side *a = &diff->sides[0], *b = &diff->sides[1];

	find_members(diff, a);
	find_members(diff, b);
	tcn_diff_match(&a->events, &b->events, &diff->list);
	return &diff->list;
}

const struct tcn_diff_events *
tcn_diff_events(const struct tcn_diff *diff, int side)
{
	assert(side == 0 || side == 1);
	return &diff->sides[side].events;
}

struct tcn_pipeline *
tcn_diff_pipeline(struct tcn_diff *diff)
{
	return diff->sides[0].pipe;
}

/*
 * Which of B's events is which of A's?
 *
 * This is a maximum-weight matching of a bipartite graph, found greedily: edges
 * are events that share articles, weighted by Jaccard's index (Jaccard 1901,
 * Etude comparative de la distribution florale), and the heaviest edge whose
 * ends are both free is taken first. Greedy is at least half as good as the
 * best matching, and unlike that it can be followed by eye.
 *
 * Edges are found through the articles: B's members are pairs (article, event)
 * in order, and each of A's members is looked up there. What is shared is
 * counted in one array over B's events, so the cost is that of the pairs found,
 * and of sorting them.
 */

struct member {
	uint32_t article, event;
};

/* Two events that are about the same thing. */
struct edge {
	uint32_t a, b;
	double overlap;
	int64_t apart_ms;
};

struct matching {
	const struct tcn_diff_events *a, *b;
	struct member *members; /* of B, by article */
	size_t members_n;
	uint32_t *shared; /* with each of B's events */
	uint32_t *sharing; /* B's events that share something with it */
	struct edge *edges; /* the best first */
	size_t edges_n, edges_cap;
	const struct edge **of_a, **of_b; /* each event's pair, or NULL */
};

static int
by_article(const void *left, const void *right)
{
	const struct member *x = left, *y = right;

	if (x->article != y->article)
		return x->article < y->article ? -1 : 1;
	return (x->event > y->event) - (x->event < y->event);
}

static int
best_first(const void *left, const void *right)
{
	const struct edge *x = left, *y = right;

	if (x->overlap != y->overlap)
		return x->overlap > y->overlap ? -1 : 1;
	if (x->apart_ms != y->apart_ms)
		return x->apart_ms < y->apart_ms ? -1 : 1;
	if (x->a != y->a)
		return x->a < y->a ? -1 : 1;
	return (x->b > y->b) - (x->b < y->b);
}

static void
list_members(struct matching *m)
{
	size_t n = 0;

	for (size_t i = 0; i < m->b->n; i++)
		n += m->b->at[i].members_n;
	m->members = tcn_mem_calloc(n + 1, sizeof *m->members);
	m->shared = tcn_mem_calloc(m->b->n + 1, sizeof *m->shared);
	m->sharing = tcn_mem_calloc(m->b->n + 1, sizeof *m->sharing);
	m->of_a = tcn_mem_calloc(m->a->n + 1, sizeof *m->of_a);
	m->of_b = tcn_mem_calloc(m->b->n + 1, sizeof *m->of_b);
	for (uint32_t i = 0; i < m->b->n; i++) {
		const struct tcn_diff_event *event = &m->b->at[i];

		for (size_t k = 0; k < event->members_n; k++)
			m->members[m->members_n++] =
			    (struct member){ event->members[k], i };
	}
	qsort(m->members, m->members_n, sizeof *m->members, by_article);
}

/* Finds the first of members whose article is this one or a later one. */
static size_t
find_article(const struct matching *m, uint32_t article)
{
	size_t low = 0, high = m->members_n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (m->members[mid].article < article)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/*
 * Counts what event a shares with each of B's. Returns how many of B's events
 * share something.
 */
static size_t
count_shared(struct matching *m, const struct tcn_diff_event *a)
{
	size_t n = 0;

	for (size_t i = 0; i < a->members_n; i++) {
		size_t at = find_article(m, a->members[i]);

		for (; at < m->members_n &&
		     m->members[at].article == a->members[i];
		     at++) {
			uint32_t event = m->members[at].event;

			if (m->shared[event]++ == 0)
				m->sharing[n++] = event;
		}
	}
	return n;
}

static void
add_edge(struct matching *m, uint32_t a, uint32_t b, size_t shared)
{
	const struct tcn_diff_event *x = &m->a->at[a], *y = &m->b->at[b];
	size_t least =
	    x->members_n < y->members_n ? x->members_n : y->members_n;
	int64_t apart_ms = y->event.fired_ms - x->event.fired_ms;
	struct edge *edges;

	if (2 * shared < least)
		return;
	edges = tcn_mem_grow(m->edges, &m->edges_cap, m->edges_n + 1,
	    sizeof *edges);
	m->edges = edges;
	edges[m->edges_n++] = (struct edge){
		.a = a,
		.b = b,
		.overlap = (double)shared /
		    (double)(x->members_n + y->members_n - shared),
		.apart_ms = apart_ms < 0 ? -apart_ms : apart_ms,
	};
}

static void
find_edges(struct matching *m)
{
	for (uint32_t a = 0; a < m->a->n; a++) {
		size_t n = count_shared(m, &m->a->at[a]);

		for (size_t i = 0; i < n; i++) {
			add_edge(m, a, m->sharing[i], m->shared[m->sharing[i]]);
			m->shared[m->sharing[i]] = 0;
		}
	}
	if (m->edges_n)
		qsort(m->edges, m->edges_n, sizeof *m->edges, best_first);
}

static void
pair(struct matching *m)
{
	for (size_t i = 0; i < m->edges_n; i++) {
		const struct edge *edge = &m->edges[i];

		if (m->of_a[edge->a] || m->of_b[edge->b])
			continue;
		m->of_a[edge->a] = m->of_b[edge->b] = edge;
	}
}

static void
add(struct tcn_diff_list *list, enum tcn_diff_kind kind,
    const struct tcn_diff_event *a, const struct tcn_diff_event *b,
    double overlap)
{
	struct tcn_diff_entry *at =
	    tcn_mem_grow(list->at, &list->cap, list->n + 1, sizeof *at);

	list->at = at;
	at[list->n++] = (struct tcn_diff_entry){ kind, a, b, overlap };
	list->counts[kind]++;
}

static bool
same_evidence(const struct tcn_diff_event *a, const struct tcn_diff_event *b)
{
	bool same = a->items_n == b->items_n;

	for (size_t i = 0; same && i < a->items_n; i++)
		same = tcn_str_equal(a->items[i].id, b->items[i].id) &&
		    tcn_str_equal(a->items[i].source, b->items[i].source);
	return same;
}

static void
add_pair(const struct matching *m, const struct edge *edge,
    struct tcn_diff_list *list)
{
	const struct tcn_diff_event *a = &m->a->at[edge->a];
	const struct tcn_diff_event *b = &m->b->at[edge->b];
	enum tcn_diff_kind kind = TCN_DIFF_CHANGED;

	if (b->event.fired_ms != a->event.fired_ms)
		kind = b->event.fired_ms < a->event.fired_ms ? TCN_DIFF_EARLIER
							     : TCN_DIFF_LATER;
	else if (same_evidence(a, b)) {
		list->same++;
		return;
	}
	add(list, kind, a, b, edge->overlap);
}

/* Lists an event without a pair: its best edge leads into a pair of others. */
static void
add_unpaired(const struct matching *m, struct tcn_diff_list *list)
{
	for (size_t i = 0; i < m->edges_n; i++) {
		const struct edge *edge = &m->edges[i];
		bool merged = !m->of_a[edge->a], split = !m->of_b[edge->b];

		if (!merged && !split)
			continue;
		add(list, merged ? TCN_DIFF_MERGED : TCN_DIFF_SPLIT,
		    &m->a->at[edge->a], &m->b->at[edge->b], edge->overlap);
		if (merged)
			m->of_a[edge->a] = edge;
		else
			m->of_b[edge->b] = edge;
	}
	for (size_t i = 0; i < m->a->n; i++)
		if (!m->of_a[i])
			add(list, TCN_DIFF_LOST, &m->a->at[i], NULL, 0);
	for (size_t i = 0; i < m->b->n; i++)
		if (!m->of_b[i])
			add(list, TCN_DIFF_GAINED, NULL, &m->b->at[i], 0);
}

static int64_t
time_of(const struct tcn_diff_entry *d)
{
	int64_t a = d->a ? d->a->event.fired_ms : INT64_MAX;
	int64_t b = d->b ? d->b->event.fired_ms : INT64_MAX;

	return a < b ? a : b;
}

/*
 * Orders entries by time. Events of one side lie in one array, in the order
 * they fired, so that their addresses break a tie.
 */
static int
by_time(const void *left, const void *right)
{
	const struct tcn_diff_entry *x = left, *y = right;
	int64_t s = time_of(x), t = time_of(y);

	if (s != t)
		return s < t ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->a != y->a)
		return x->a < y->a ? -1 : 1;
	return (x->b > y->b) - (x->b < y->b);
}

void
tcn_diff_match(const struct tcn_diff_events *a, const struct tcn_diff_events *b,
    struct tcn_diff_list *list)
{
	struct matching m = { .a = a, .b = b };

	list_members(&m);
	*list = (struct tcn_diff_list){ 0 };
	find_edges(&m);
	pair(&m);
	for (size_t i = 0; i < a->n; i++)
		if (m.of_a[i])
			add_pair(&m, m.of_a[i], list);
	add_unpaired(&m, list);
	if (list->n)
		qsort(list->at, list->n, sizeof *list->at, by_time);
	tcn_mem_free(m.members);
	tcn_mem_free(m.shared);
	tcn_mem_free(m.sharing);
	tcn_mem_free(m.edges);
	tcn_mem_free(m.of_a);
	tcn_mem_free(m.of_b);
}

const char *
tcn_diff_kind_name(enum tcn_diff_kind kind)
{
	static const char *const names[] = { "lost", "gained", "earlier",
		"later", "changed", "merged", "split" };

	assert(kind < TCN_DIFF_KINDS);
	return names[kind];
}
