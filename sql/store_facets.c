#include "sql/store_facets.h"

#include <stdlib.h>

#include "sql/query.h"
#include "sql/store_items_impl.h"
#include "sql/store_read.h"

#define BLOCK 2000 /* texts that hold the words, looked at in one go */

/* An item counts for a value. */
struct cell {
	struct tcn_str value;
	uint64_t article, seq;
	uint64_t page; /* the first version's seq */
};

struct cells {
	struct cell *at;
	size_t n;
};

/* What is read of one store; events of a story are read once. */
struct reading {
	const struct tcn_store *st;
	struct tcn_arena *arena;
	struct cells of[TCN_STORE_FACETS];
	struct story {
		uint64_t story;
		struct tcn_store_event_list events;
	} * stories;
	size_t stories_n;
};

static void
add(struct reading *r, enum tcn_store_facet facet, const struct cell *item,
    struct tcn_str value)
{
	struct cells *cells = &r->of[facet];

	if (!value.n)
		return;
	cells->at =
	    tcn_query_grow(r->arena, cells->at, cells->n, sizeof *cells->at);
	cells->at[cells->n] = *item;
	cells->at[cells->n++].value = value;
}

/* --- the events of an item --- */

static enum tcn_rc
story_events(struct reading *r, uint64_t story,
    const struct tcn_store_event_list **events)
{
	struct story *at = r->stories;
	enum tcn_rc rc;

	for (size_t i = 0; i < r->stories_n; i++, at++)
		if (at->story == story) {
			*events = &at->events;
			return TCN_OK;
		}
	r->stories = tcn_query_grow(r->arena, r->stories, r->stories_n,
	    sizeof *r->stories);
	at = &r->stories[r->stories_n++];
	*at = (struct story){ .story = story };
	*events = &at->events;
	rc = tcn_store_resolve_story(r->st, story, &story);
	return rc ? rc
		  : tcn_store_story_events(r->st, story, r->arena, &at->events);
}

/* The events that it is evidence of. */
static enum tcn_rc
add_evidence(struct reading *r, const struct cell *item)
{
	static const char sql[] = "SELECT DISTINCT event FROM evidence "
				  "WHERE seq = ?";
	struct tcn_query q = TCN_QUERY(r->st, sql, item->seq);

	while (tcn_query_next(&q))
		add(r, TCN_STORE_FACET_EVENT, item,
		    tcn_query_copy_str(&q, r->arena));
	return tcn_query_end(&q);
}

/* Those of its story, and those that it is evidence of beside. */
static enum tcn_rc
add_events(struct reading *r, const struct cell *item, uint64_t story)
{
	const struct tcn_store_event_list none = { 0 }, *events = &none;
	size_t before = r->of[TCN_STORE_FACET_EVENT].n;
	enum tcn_rc rc = add_evidence(r, item);

	if (!rc && story)
		rc = story_events(r, story, &events);
	for (size_t i = 0; !rc && i < events->n; i++) {
		const struct cells *all = &r->of[TCN_STORE_FACET_EVENT];
		struct tcn_str id = tcn_str(events->at[i].id);
		size_t k = before;

		while (k < all->n && !tcn_str_equal(all->at[k].value, id))
			k++;
		if (k == all->n)
			add(r, TCN_STORE_FACET_EVENT, item, id);
	}
	return rc;
}

/* --- items --- */

static enum tcn_rc
read_item(struct reading *r, uint64_t seq)
{
	static const char sql[] =
	    "SELECT i.article, coalesce(i.version_of, i.seq), i.source,"
	    " i.category, coalesce(i.predicted, ''), a.lang, i.story "
	    "FROM items i JOIN articles a ON a.seq = i.article "
	    "WHERE i.seq = ?";
	struct tcn_query q = TCN_QUERY(r->st, sql, seq);
	struct tcn_str source = { 0 }, sent = { 0 }, guess = { 0 };
	struct tcn_str lang = { 0 };
	struct cell item = { .seq = seq };
	uint64_t story = 0;
	enum tcn_rc rc;

	rc = TCN_QUERY_ONE(&q, r->arena, &item.article, &item.page, &source,
	    &sent, &guess, &lang, &story);
	if (rc)
		return rc;
	add(r, TCN_STORE_FACET_SOURCE, &item, source);
	add(r, TCN_STORE_FACET_LANG, &item, lang);
	add(r, TCN_STORE_FACET_CATEGORY, &item, sent);
	if (!tcn_str_equal(sent, guess))
		add(r, TCN_STORE_FACET_CATEGORY, &item, guess);
	return add_events(r, &item, story);
}

/* --- counting --- */

static int
by_number(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int
by_text(const void *left, const void *right)
{
	const struct cell *a = left, *b = right;
	int order = tcn_str_compare(a->value, b->value);

	if (!order)
		order = by_number(a->article, b->article);
	return order ? order : by_number(a->seq, b->seq);
}

static int
by_page(const void *left, const void *right)
{
	const struct cell *a = left, *b = right;
	int order = tcn_str_compare(a->value, b->value);

	return order ? order : by_number(a->page, b->page);
}

/* Of each text and value the first item stays, and of each page one, as the
 * search shows them. */
static void
fold(struct cells *cells)
{
	size_t n = 0;

	if (!cells->n)
		return;
	qsort(cells->at, cells->n, sizeof *cells->at, by_text);
	for (size_t i = 0; i < cells->n; i++)
		if (!n || cells->at[i].article != cells->at[n - 1].article ||
		    !tcn_str_equal(cells->at[i].value, cells->at[n - 1].value))
			cells->at[n++] = cells->at[i];
	cells->n = n;
	qsort(cells->at, cells->n, sizeof *cells->at, by_page);
	n = 0;
	for (size_t i = 0; i < cells->n; i++)
		if (!n || cells->at[i].page != cells->at[n - 1].page ||
		    !tcn_str_equal(cells->at[i].value, cells->at[n - 1].value))
			cells->at[n++] = cells->at[i];
	cells->n = n;
}

/* Puts a value where it belongs among the largest. */
static void
rank(struct tcn_store_facet_values *values, struct tcn_str value, uint64_t n)
{
	size_t i = values->n < TCN_STORE_FACET_VALUES ? values->n++ : values->n;

	values->all++;
	for (; i > 0 && values->at[i - 1].n < n; i--)
		if (i < TCN_STORE_FACET_VALUES)
			values->at[i] = values->at[i - 1];
	if (i < TCN_STORE_FACET_VALUES)
		values->at[i] = (struct tcn_store_facet_value){ value, n };
}

/* Counts cells by value; they stand in the order of their values. */
static void
count(const struct cells *cells, struct tcn_store_facet_values *values)
{
	size_t from = 0;

	*values = (struct tcn_store_facet_values){ 0 };
	for (size_t i = 1; i <= cells->n; i++) {
		if (i < cells->n &&
		    tcn_str_equal(cells->at[i].value, cells->at[from].value))
			continue;
		rank(values, cells->at[from].value, i - from);
		from = i;
	}
}

enum tcn_rc
tcn_store_facets(const struct tcn_store *st,
    const struct tcn_store_search *search, struct tcn_arena *arena,
    struct tcn_store_facets *facets)
{
	struct reading r = { .st = st, .arena = arena };
	struct tcn_store_search all = *search;
	struct tcn_store_search_hits hits;
	enum tcn_rc rc;

	*facets = (struct tcn_store_facets){ 0 };
	all.order = TCN_STORE_SEARCH_NEWEST;
	all.copies = TCN_STORE_SEARCH_ALL;
	all.limit = TCN_STORE_FACETS_LOOKED;
	all.after = (struct tcn_store_search_cursor){ 0 };
	all.block = BLOCK;
	rc = tcn_store_search_in(st, &all, arena, &hits);
	for (size_t i = 0; !rc && i < hits.n; i++)
		rc = read_item(&r, hits.at[i].seq);
	if (rc)
		return rc;
	facets->looked = hits.n;
	facets->whole = !hits.more;
	for (int i = 0; i < TCN_STORE_FACETS; i++) {
		if (search->copies == TCN_STORE_SEARCH_FOLD)
			fold(&r.of[i]);
		else if (r.of[i].n)
			qsort(r.of[i].at, r.of[i].n, sizeof *r.of[i].at,
			    by_text);
		count(&r.of[i], &facets->of[i]);
	}
	return TCN_OK;
}
