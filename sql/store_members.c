#include "sql/store_members.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/compare.h"
#include "engine/base/map.h"
#include "sql/query.h"
#include "sql/store_orders_impl.h"

/* An event in the tree of splits of one that the stream made. */
struct node {
	struct tcn_str event;
	size_t first, n; /* of the nodes that were split from it, in order */
	struct tcn_map seqs, publishers; /* that it takes */
	bool counts; /* it is the event asked for, or part of that */
};

struct tree {
	struct node *at;
	size_t n;
};

static void
tree_fini(struct tree *tree)
{
	for (size_t i = 0; i < tree->n; i++) {
		tcn_map_fini(&tree->at[i].seqs);
		tcn_map_fini(&tree->at[i].publishers);
	}
}

static enum tcn_rc
load_set(const struct tcn_store *st, const char *sql, struct tcn_str event,
    struct tcn_map *set)
{
	struct tcn_query q = TCN_QUERY(st, sql, event);
	uint64_t *value;

	while (tcn_query_next(&q))
		tcn_map_put(set, tcn_query_get_u64(&q), &value, NULL);
	return tcn_query_end(&q);
}

static enum tcn_rc
add_node(const struct tcn_store *st, struct tcn_arena *arena,
    struct tcn_str event, const struct tcn_store_str_list *whole,
    struct tree *tree)
{
	enum tcn_rc rc;

	tree->at = tcn_query_grow(arena, tree->at, tree->n, sizeof *tree->at);
	tree->at[tree->n] = (struct node){ .event = event,
		.counts = tcn_store_has_id(whole, event) };
	rc = load_set(st, "SELECT seq FROM split_items WHERE event = ?", event,
	    &tree->at[tree->n].seqs);
	if (!rc)
		rc = load_set(st,
		    "SELECT publisher FROM split_publishers WHERE event = ?",
		    event, &tree->at[tree->n].publishers);
	tree->n++;
	return rc;
}

/* The event and all that was split from it, level by level, so that what was
 * split from one stands together. An event is split from one other, once. */
static enum tcn_rc
load_tree(const struct tcn_store *st, struct tcn_str root,
    const struct tcn_store_str_list *whole, struct tcn_arena *arena,
    struct tree *tree)
{
	enum tcn_rc rc = add_node(st, arena, root, whole, tree);

	for (size_t i = 0; !rc && i < tree->n; i++) {
		struct tcn_store_str_list splits;

		rc = tcn_store_splits_of(st, tree->at[i].event.at, arena,
		    &splits);
		tree->at[i].first = tree->n;
		for (size_t k = 0; !rc && k < splits.n; k++)
			rc = add_node(st, arena, splits.at[k], whole, tree);
		tree->at[i].n = tree->n - tree->at[i].first;
	}
	return rc;
}

static bool
takes(const struct node *node, const struct tcn_store_member *m)
{
	return tcn_map_find(&node->seqs, m->seq) ||
	    tcn_map_find(&node->seqs, m->article) ||
	    tcn_map_find(&node->publishers, m->publisher);
}

/* The node that the article belongs to. A child stands behind its parent, so
 * this ends. */
static const struct node *
owner_of(const struct tree *tree, const struct tcn_store_member *m)
{
	const struct node *node = &tree->at[0];

	for (size_t i = 0; i < node->n; i++) {
		const struct node *child = &tree->at[node->first + i];

		if (!takes(child, m))
			continue;
		node = child;
		i = SIZE_MAX; /* begin with its first */
	}
	return node;
}

/* Begins a query of the table part: the stories of an event. Their redirects
 * are followed up and down. */
#define PARTS                                                                  \
	"WITH RECURSIVE part (story) AS ("                                     \
	" SELECT story FROM events WHERE id = ?1 AND story <> 0"               \
	" UNION SELECT story FROM event_stories WHERE event = ?1"              \
	" UNION SELECT s.merged_into FROM part"                                \
	"  JOIN stories s ON s.id = part.story WHERE s.merged_into <> 0"       \
	" UNION SELECT s.id FROM part JOIN stories s"                          \
	"  ON s.merged_into = part.story AND s.merged_into <> 0) "

/*
 * Adds the base of an event that the stream made, as far as it counts: all of
 * it where tree is NULL.
 */
static enum tcn_rc
add_base(const struct tcn_store *st, const char *event, const struct tree *tree,
    struct tcn_arena *arena, struct tcn_store_member_list *members)
{
	static const char sql[] =
	    PARTS ", base (seq) AS ("
		  " SELECT i.seq FROM part JOIN items i"
		  "  ON i.story = part.story AND i.story <> 0"
		  " UNION SELECT seq FROM evidence WHERE event = ?1)"
		  " SELECT i.seq, i.article, i.publisher, i.origin, i.ts"
		  " FROM base JOIN items i USING (seq)";
	struct tcn_query q = TCN_QUERY(st, sql, event);

	while (tcn_query_next(&q)) {
		struct tcn_store_member m;

		TCN_QUERY_GET(&q, NULL, &m.seq, &m.article, &m.publisher,
		    &m.origin, &m.ts_ms);
		if (tree && !owner_of(tree, &m)->counts)
			continue;
		members->at = tcn_query_grow(arena, members->at, members->n,
		    sizeof *members->at);
		members->at[members->n++] = m;
	}
	return tcn_query_end(&q);
}

static int
by_time(const void *left, const void *right)
{
	const struct tcn_store_member *l = left, *r = right;

	return tcn_compare_moment(l->ts_ms, l->seq, r->ts_ms, r->seq);
}

/* The events of the stream from which what is in whole was split. */
static enum tcn_rc
list_roots(const struct tcn_store *st, const struct tcn_store_str_list *whole,
    struct tcn_arena *arena, struct tcn_store_str_list *roots)
{
	enum tcn_rc rc = TCN_OK;

	roots->n = 0;
	roots->at = tcn_arena_zalloc(arena, whole->n, sizeof *roots->at);
	for (size_t i = 0; !rc && i < whole->n; i++) {
		char root[TCN_EVENT_ID_BYTES];

		rc = tcn_store_split_root(st, whole->at[i].at, root);
		if (rc || tcn_store_has_id(roots, tcn_str(root)))
			continue;
		tcn_arena_str(arena, tcn_str(root), &roots->at[roots->n]);
		roots->n++;
	}
	return rc;
}

/* The articles that belong to the events of whole. */
static enum tcn_rc
list_members(const struct tcn_store *st, const struct tcn_store_str_list *whole,
    struct tcn_arena *arena, struct tcn_store_member_list *members)
{
	struct tcn_store_str_list roots = { 0 };
	enum tcn_rc rc = list_roots(st, whole, arena, &roots);

	for (size_t i = 0; !rc && i < roots.n; i++) {
		struct tree tree = { 0 };

		rc = load_tree(st, roots.at[i], whole, arena, &tree);
		if (!rc)
			rc =
			    add_base(st, roots.at[i].at, &tree, arena, members);
		tree_fini(&tree);
	}
	return rc;
}

/* The same of the event; parts: and of what was merged into it. */
static enum tcn_rc
members_of(const struct tcn_store *st, const char *event, bool parts,
    struct tcn_arena *arena, struct tcn_store_member_list *members)
{
	struct tcn_str own = tcn_str(event);
	struct tcn_store_str_list whole = { &own, 1 };
	enum tcn_rc rc;
	size_t n = 0;

	*members = (struct tcn_store_member_list){ 0 };
	rc = tcn_store_is_ordered(st, event, &members->ordered);
	if (!rc && !members->ordered) {
		rc = add_base(st, event, NULL, arena, members);
	} else if (!rc) {
		if (parts) {
			whole = (struct tcn_store_str_list){ 0 };
			rc = tcn_store_whole_of(st, event, arena, &whole);
		}
		if (!rc)
			rc = list_members(st, &whole, arena, members);
	}
	if (rc)
		*members = (struct tcn_store_member_list){ 0 };
	/* Into order, each once: two events that are one now may have the
	 * same. */
	if (members->n)
		qsort(members->at, members->n, sizeof *members->at, by_time);
	for (size_t i = 0; i < members->n; i++)
		if (!n || members->at[n - 1].seq != members->at[i].seq)
			members->at[n++] = members->at[i];
	members->n = n;
	return rc;
}

enum tcn_rc
tcn_store_members(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_member_list *members)
{
	return members_of(st, event, true, arena, members);
}

enum tcn_rc
tcn_store_own_members(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_member_list *members)
{
	return members_of(st, event, false, arena, members);
}

/* Adds the stories of an event of the stream. */
static enum tcn_rc
add_stories(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_ids *stories)
{
	struct tcn_query q =
	    TCN_QUERY(st, PARTS "SELECT story FROM part", event);

	while (tcn_query_next(&q)) {
		stories->at = tcn_query_grow(arena, stories->at, stories->n,
		    sizeof *stories->at);
		stories->at[stories->n++] = tcn_query_get_u64(&q);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_member_stories(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_ids *stories)
{
	struct tcn_store_str_list whole = { 0 }, roots = { 0 };
	enum tcn_rc rc = tcn_store_whole_of(st, event, arena, &whole);

	*stories = (struct tcn_store_ids){ 0 };
	if (!rc)
		rc = list_roots(st, &whole, arena, &roots);
	for (size_t i = 0; i < roots.n && !rc; i++)
		rc = add_stories(st, roots.at[i].at, arena, stories);
	if (stories->n)
		qsort(stories->at, stories->n, sizeof *stories->at,
		    tcn_compare_u64);
	return rc;
}
