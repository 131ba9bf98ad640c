/*
 * tools/eval/diff_match.c - which of B's events is which of A's?
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
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tools/eval/diff.h"

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

static enum tcn_rc
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
	if (!m->members || !m->shared || !m->sharing || !m->of_a || !m->of_b)
		return TCN_NOMEM;
	for (uint32_t i = 0; i < m->b->n; i++) {
		const struct tcn_diff_event *event = &m->b->at[i];

		for (size_t k = 0; k < event->members_n; k++)
			m->members[m->members_n++] =
			    (struct member){ event->members[k], i };
	}
	qsort(m->members, m->members_n, sizeof *m->members, by_article);
	return TCN_OK;
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

static enum tcn_rc
add_edge(struct matching *m, uint32_t a, uint32_t b, size_t shared)
{
	const struct tcn_diff_event *x = &m->a->at[a], *y = &m->b->at[b];
	size_t least =
	    x->members_n < y->members_n ? x->members_n : y->members_n;
	int64_t apart_ms = y->event.fired_ms - x->event.fired_ms;
	struct edge *edges;

	if (2 * shared < least)
		return TCN_OK;
	edges = tcn_mem_grow(m->edges, &m->edges_cap, m->edges_n + 1,
	    sizeof *edges);
	if (!edges)
		return TCN_NOMEM;
	m->edges = edges;
	edges[m->edges_n++] = (struct edge){
		.a = a,
		.b = b,
		.overlap = (double)shared /
		    (double)(x->members_n + y->members_n - shared),
		.apart_ms = apart_ms < 0 ? -apart_ms : apart_ms,
	};
	return TCN_OK;
}

static enum tcn_rc
find_edges(struct matching *m)
{
	enum tcn_rc rc = TCN_OK;

	for (uint32_t a = 0; a < m->a->n && !rc; a++) {
		size_t n = count_shared(m, &m->a->at[a]);

		for (size_t i = 0; i < n; i++) {
			if (!rc)
				rc = add_edge(m, a, m->sharing[i],
				    m->shared[m->sharing[i]]);
			m->shared[m->sharing[i]] = 0;
		}
	}
	if (m->edges_n)
		qsort(m->edges, m->edges_n, sizeof *m->edges, best_first);
	return rc;
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

static enum tcn_rc
add(struct tcn_diff_list *list, enum tcn_diff_kind kind,
    const struct tcn_diff_event *a, const struct tcn_diff_event *b,
    double overlap)
{
	struct tcn_diff_entry *at =
	    tcn_mem_grow(list->at, &list->cap, list->n + 1, sizeof *at);

	if (!at)
		return TCN_NOMEM;
	list->at = at;
	at[list->n++] = (struct tcn_diff_entry){ kind, a, b, overlap };
	list->counts[kind]++;
	return TCN_OK;
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

static enum tcn_rc
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
		return TCN_OK;
	}
	return add(list, kind, a, b, edge->overlap);
}

/* Lists an event without a pair: its best edge leads into a pair of others. */
static enum tcn_rc
add_unpaired(const struct matching *m, struct tcn_diff_list *list)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < m->edges_n && !rc; i++) {
		const struct edge *edge = &m->edges[i];
		bool merged = !m->of_a[edge->a], split = !m->of_b[edge->b];

		if (!merged && !split)
			continue;
		rc = add(list, merged ? TCN_DIFF_MERGED : TCN_DIFF_SPLIT,
		    &m->a->at[edge->a], &m->b->at[edge->b], edge->overlap);
		if (merged)
			m->of_a[edge->a] = edge;
		else
			m->of_b[edge->b] = edge;
	}
	for (size_t i = 0; i < m->a->n && !rc; i++)
		if (!m->of_a[i])
			rc = add(list, TCN_DIFF_LOST, &m->a->at[i], NULL, 0);
	for (size_t i = 0; i < m->b->n && !rc; i++)
		if (!m->of_b[i])
			rc = add(list, TCN_DIFF_GAINED, NULL, &m->b->at[i], 0);
	return rc;
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

enum tcn_rc
tcn_diff_match(const struct tcn_diff_events *a, const struct tcn_diff_events *b,
    struct tcn_diff_list *list)
{
	struct matching m = { .a = a, .b = b };
	enum tcn_rc rc = list_members(&m);

	*list = (struct tcn_diff_list){ 0 };
	if (!rc)
		rc = find_edges(&m);
	if (!rc)
		pair(&m);
	for (size_t i = 0; i < a->n && !rc; i++)
		if (m.of_a[i])
			rc = add_pair(&m, m.of_a[i], list);
	if (!rc)
		rc = add_unpaired(&m, list);
	if (list->n)
		qsort(list->at, list->n, sizeof *list->at, by_time);
	tcn_mem_free(m.members);
	tcn_mem_free(m.shared);
	tcn_mem_free(m.sharing);
	tcn_mem_free(m.edges);
	tcn_mem_free(m.of_a);
	tcn_mem_free(m.of_b);
	return rc;
}

const char *
tcn_diff_kind_name(enum tcn_diff_kind kind)
{
	static const char *const names[] = { "lost", "gained", "earlier",
		"later", "changed", "merged", "split" };

	assert(kind < TCN_DIFF_KINDS);
	return names[kind];
}

/* Gained has no A, lost no B; all others have both, and share something. */
static bool
are_sides_sound(const struct tcn_diff_entry *entry)
{
	bool alone =
	    entry->kind == TCN_DIFF_GAINED || entry->kind == TCN_DIFF_LOST;

	return (entry->a != NULL) == (entry->kind != TCN_DIFF_GAINED) &&
	    (entry->b != NULL) == (entry->kind != TCN_DIFF_LOST) &&
	    (alone ? entry->overlap == 0 : entry->overlap > 0);
}

enum tcn_rc
tcn_diff_check(const struct tcn_diff_list *list, struct tcn_err *err)
{
	size_t counts[TCN_DIFF_KINDS] = { 0 };

	for (size_t i = 0; i < list->n; i++) {
		const struct tcn_diff_entry *entry = &list->at[i];

		counts[entry->kind]++;
		if (!are_sides_sound(entry))
			return tcn_err_set(err, TCN_CORRUPT,
			    "difference %zu, %s, has the wrong sides", i,
			    tcn_diff_kind_name(entry->kind));
		if (i && by_time(entry - 1, entry) > 0)
			return tcn_err_set(err, TCN_CORRUPT,
			    "difference %zu is not in the order of time", i);
	}
	if (memcmp(counts, list->counts, sizeof counts) != 0)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the counts are not those of the %zu differences", list->n);
	return TCN_OK;
}
