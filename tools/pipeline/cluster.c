#include "tools/pipeline/cluster.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"
#include "window/base/tally.h"

const char *const tcn_cluster_methods[] = { "minhash", "story", "similar",
	NULL };

/* What is kept of an article besides what is shown. */
struct kept {
	const uint32_t *words; /* numbers of its words */
	uint32_t words_n;
	uint32_t parent; /* union-find: an item of its group, or itself */
};

struct tcn_cluster {
	enum tcn_cluster_method method;
	struct tcn_prepare *prep, *own_prep; /* the same, or NULL: another's */
	struct tcn_clusters *clusters; /* of minhash */
	struct tcn_pipeline *pipe; /* of the others */
	struct tcn_arena arena; /* what is kept */
	struct tcn_arena scratch; /* of one article */
	struct tcn_cluster_item *items;
	struct kept *kept;
	size_t n, items_cap, kept_cap;
	uint32_t *order; /* items, group by group */
	struct tcn_cluster_group *groups;
	size_t groups_n;
	bool title_only;
};

void
tcn_cluster_free(struct tcn_cluster *c)
{
	if (!c)
		return;
	tcn_prepare_free(c->own_prep);
	tcn_clusters_free(c->clusters);
	tcn_pipeline_close(c->pipe);
	tcn_arena_fini(&c->arena);
	tcn_arena_fini(&c->scratch);
	tcn_mem_free(c->items);
	tcn_mem_free(c->kept);
	tcn_mem_free(c->order);
	tcn_mem_free(c->groups);
	tcn_mem_free(c);
}

static struct tcn_cluster *
make(enum tcn_cluster_method method, bool title_only)
{
	struct tcn_cluster *c = tcn_mem_calloc(1, sizeof *c);

	c->method = method;
	c->title_only = title_only;
	tcn_arena_init(&c->arena, 0);
	tcn_arena_init(&c->scratch, 0);
	return c;
}

enum tcn_rc
tcn_cluster_new(enum tcn_cluster_method method,
    const struct tcn_pipeline_conf *conf, struct tcn_cluster **out,
    struct tcn_err *err)
{
	const struct tcn_clusters_conf *clusters =
	    &conf->detector.window.clusters;
	struct tcn_cluster *c = make(method, clusters->title_only);
	struct tcn_pipeline_conf pipe = *conf;
	enum tcn_rc rc = TCN_OK;

	pipe.detector.window.similar = method == TCN_CLUSTER_SIMILAR;
	c->own_prep = tcn_prepare_new(&conf->prepare);
	c->prep = c->own_prep;
	if (method == TCN_CLUSTER_MINHASH)
		c->clusters = tcn_clusters_new(clusters);
	else
		rc = tcn_pipeline_open(&pipe, NULL, &c->pipe, err);
	if (rc) {
		tcn_cluster_free(c);
		return rc;
	}
	*out = c;
	return TCN_OK;
}

struct tcn_cluster *
tcn_cluster_new_minhash(struct tcn_prepare *prep,
    const struct tcn_clusters_conf *conf)
{
	struct tcn_cluster *c = make(TCN_CLUSTER_MINHASH, conf->title_only);

	c->clusters = tcn_clusters_new(conf);
	c->prep = prep;
	return c;
}

/* The first item of the group that the item is in; path halving. */
static uint32_t
root_of(struct tcn_cluster *c, uint32_t item)
{
	while (c->kept[item].parent != item) {
		uint32_t above = c->kept[c->kept[item].parent].parent;

		c->kept[item].parent = above;
		item = above;
	}
	return item;
}

/* Two items, called by their arrival numbers, are of one group. */
static void
unite(struct tcn_cluster *c, uint64_t a, uint64_t b)
{
	uint32_t x = root_of(c, (uint32_t)(a - 1));
	uint32_t y = root_of(c, (uint32_t)(b - 1));

	if (x < y)
		c->kept[y].parent = x;
	else
		c->kept[x].parent = y;
}

static void
link_words(struct tcn_cluster *c, const struct tcn_doc *doc, uint64_t seq)
{
	const struct tcn_clusters_item item = {
		.words = doc->numbers,
		.words_n =
		    c->title_only ? doc->title_numbers_n : doc->numbers_n,
		.seq = seq,
		.ts_ms = doc->ts_ms == TCN_UNDATED ? 0 : doc->ts_ms,
		.origin = seq,
	};
	struct tcn_clusters_step step;

	tcn_clusters_expire(c->clusters, item.ts_ms);
	tcn_clusters_insert(c->clusters, &item, item.ts_ms, &step);
	if (step.cluster)
		unite(c, seq, step.cluster);
	for (size_t i = 0; i < step.merged_n; i++)
		unite(c, seq, step.merged[i]);
}

/* Links the item as the pipeline placed it. */
static void
link_outcome(struct tcn_cluster *c, const struct tcn_pipeline_outcome *outcome)
{
	const struct tcn_placement *item = &outcome->placement;
	const struct tcn_detector_changes *changes = &outcome->changes;

	if (c->method == TCN_CLUSTER_SIMILAR) {
		if (item->duplicate_of)
			unite(c, item->seq, item->duplicate_of);
		if (item->similar_to)
			unite(c, item->seq, item->similar_to);
		return;
	}
	if (item->story)
		unite(c, item->seq, item->story);
	if (changes->merged_from)
		unite(c, changes->merged_from, changes->merged_into);
}

/* A copy in the arena. */
static struct tcn_str
keep(struct tcn_cluster *c, struct tcn_str s)
{
	char *at = tcn_arena_alloc(&c->arena, s.n + 1);

	if (s.n)
		memcpy(at, s.at, s.n);
	return (struct tcn_str){ at, s.n };
}

static void
keep_item(struct tcn_cluster *c, const struct tcn_article *article,
    const struct tcn_doc *doc)
{
	size_t bytes = doc->numbers_n * sizeof *doc->numbers;
	uint32_t *words = tcn_arena_alloc(&c->arena, bytes);

	c->items =
	    tcn_mem_grow(c->items, &c->items_cap, c->n + 1, sizeof *c->items);
	c->kept =
	    tcn_mem_grow(c->kept, &c->kept_cap, c->n + 1, sizeof *c->kept);
	if (bytes)
		memcpy(words, doc->numbers, bytes);
	c->items[c->n] = (struct tcn_cluster_item){
		.id = keep(c, article->id),
		.title = keep(c, doc->title),
		.label = keep(c, article->label),
		.publisher = doc->publisher,
	};
	c->kept[c->n] = (struct kept){
		.words = words,
		.words_n = doc->numbers_n,
		.parent = (uint32_t)c->n,
	};
	c->n++;
}

enum tcn_rc
tcn_cluster_add(struct tcn_cluster *c, const struct tcn_article *article,
    struct tcn_err *err)
{
	struct tcn_doc doc;

	if (c->n == UINT32_MAX)
		return tcn_err_set(err, TCN_LIMIT, "too many articles");
	tcn_arena_reset(&c->scratch);
	tcn_prepare(c->prep, article, &c->scratch, &doc);
	if (c->method != TCN_CLUSTER_MINHASH) {
		struct tcn_pipeline_outcome outcome;
		enum tcn_rc rc = tcn_pipeline_doc(c->pipe, &doc,
		    TCN_CLOCK_NO_BOUND, &outcome, err);

		if (rc || outcome.repeat_of)
			return rc;
		assert(outcome.placement.seq == c->n + 1);
		keep_item(c, article, &doc);
		link_outcome(c, &outcome);
		return TCN_OK;
	}
	keep_item(c, article, &doc);
	link_words(c, &doc, c->n);
	return TCN_OK;
}

/* --- groups --- */

/* Lists the items group by group, in the order of the groups' first items. */
static void
list_groups(struct tcn_cluster *c)
{
	uint32_t at = 0;

	tcn_mem_free(c->order);
	tcn_mem_free(c->groups);
	c->order = tcn_mem_calloc(c->n + 1, sizeof *c->order);
	c->groups = tcn_mem_calloc(c->n + 1, sizeof *c->groups);
	c->groups_n = 0;
	for (uint32_t i = 0; i < c->n; i++) {
		uint32_t root = root_of(c, i);

		c->items[i].group =
		    root == i ? (uint32_t)c->groups_n++ : c->items[root].group;
		c->groups[c->items[i].group].n++;
	}
	for (size_t g = 0; g < c->groups_n; g++) {
		c->groups[g].items = c->order + at;
		at += c->groups[g].n;
		c->groups[g].n = 0;
	}
	for (uint32_t i = 0; i < c->n; i++) {
		struct tcn_cluster_group *group = &c->groups[c->items[i].group];

		c->order[(size_t)(group->items - c->order) + group->n++] = i;
	}
}

/* Larger groups come first, of equal ones the earlier. */
static int
by_size(const void *left, const void *right)
{
	const struct tcn_cluster_group *a = left, *b = right;

	if (a->n != b->n)
		return a->n > b->n ? -1 : 1;
	return a->items[0] < b->items[0] ? -1 : a->items[0] > b->items[0];
}

static void
count_publishers(const struct tcn_cluster *c, struct tcn_cluster_group *group)
{
	uint64_t *publishers = tcn_mem_calloc(group->n, sizeof *publishers);

	for (uint32_t i = 0; i < group->n; i++)
		publishers[i] = c->items[group->items[i]].publisher;
	qsort(publishers, group->n, sizeof *publishers, tcn_compare_u64);
	for (uint32_t i = 0; i < group->n; i++)
		group->publishers += !i || publishers[i] != publishers[i - 1];
	tcn_mem_free(publishers);
}

/* Finds the item whose words stand most often in the group. */
static void
find_central(const struct tcn_cluster *c, struct tcn_cluster_group *group,
    struct tcn_tally *tally)
{
	double best = -1;
	size_t words = 0;

	for (uint32_t i = 0; i < group->n; i++)
		words += c->kept[group->items[i]].words_n;
	tcn_tally_begin(tally, words);
	for (uint32_t i = 0; i < group->n; i++) {
		const struct kept *kept = &c->kept[group->items[i]];

		for (uint32_t w = 0; w < kept->words_n; w++)
			tcn_tally_add(tally, kept->words[w])->counts[0]++;
	}
	group->central = group->items[0];
	for (uint32_t i = 0; i < group->n; i++) {
		const struct kept *kept = &c->kept[group->items[i]];
		double sum = 0;

		for (uint32_t w = 0; w < kept->words_n; w++)
			sum += tcn_tally_find(tally, kept->words[w])->counts[0];
		sum /= sqrt(kept->words_n + !kept->words_n);
		if (sum > best) {
			best = sum;
			group->central = group->items[i];
		}
	}
}

void
tcn_cluster_finish(struct tcn_cluster *c)
{
	struct tcn_tally tally = { 0 };

	list_groups(c);
	if (c->groups_n)
		qsort(c->groups, c->groups_n, sizeof *c->groups, by_size);
	for (size_t g = 0; g < c->groups_n; g++) {
		struct tcn_cluster_group *group = &c->groups[g];

		for (uint32_t i = 0; i < group->n; i++)
			c->items[group->items[i]].group = (uint32_t)g;
		count_publishers(c, group);
		find_central(c, group, &tally);
	}
	tcn_tally_fini(&tally);
}

const struct tcn_cluster_item *
tcn_cluster_items(const struct tcn_cluster *c, size_t *n)
{
	*n = c->n;
	return c->items;
}

const struct tcn_cluster_group *
tcn_cluster_groups(const struct tcn_cluster *c, size_t *n)
{
	*n = c->groups_n;
	return c->groups;
}
