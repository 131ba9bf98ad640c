#include "tools/lab/bench/paper/paper_neighbours.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/item/fprint.h"
#include "tools/lab/bench/bench_pairs.h"

void
tcn_paper_neighbours_init(struct tcn_paper_neighbours *n,
    const struct tcn_paper_neighbours_conf *conf)
{
	assert(conf->within_ms > 0);
	*n = (struct tcn_paper_neighbours){ .conf = *conf };
}

/* The features belong to the copy that is kept. */
static void
drop(struct tcn_paper_neighbour *kept)
{
	tcn_mem_free((void *)(uintptr_t)kept->features);
}

void
tcn_paper_neighbours_fini(struct tcn_paper_neighbours *n)
{
	for (size_t i = n->begin; i < n->end; i++)
		drop(&n->recent[i]);
	tcn_mem_free(n->recent);
	*n = (struct tcn_paper_neighbours){ .items = 0 };
}

bool
tcn_paper_neighbours_draws(const struct tcn_paper_neighbours_conf *conf,
    uint64_t number)
{
	uint64_t state = conf->seed ^ number * 0x9e3779b97f4a7c15u;

	if (conf->samples >= conf->items)
		return true;
	return (double)tcn_bench_random(&state) * 0x1p-64 <
	    (double)conf->samples / (double)conf->items;
}

static void
compare(struct tcn_paper_neighbours *n,
    const struct tcn_paper_neighbour *article)
{
	uint64_t taken[TCN_PAPER_DISTANCES] = { 0 };

	for (size_t i = n->end; i > n->begin; i--) {
		const struct tcn_paper_neighbour *other = &n->recent[i - 1];
		unsigned d = tcn_fprint_distance(article->fingerprint,
		    other->fingerprint);
		struct tcn_paper_at_distance *at = &n->at[d];

		at->pairs++;
		if (article->label != TCN_PAPER_NO_LABEL &&
		    other->label != TCN_PAPER_NO_LABEL) {
			at->labelled++;
			at->same += article->label == other->label;
		}
		if (taken[d]++ >= TCN_PAPER_COSINES)
			continue;
		at->cosines += tcn_feature_cosine(article->features,
		    article->features_n, other->features, other->features_n);
		at->cosines_n++;
	}
}

void
tcn_paper_neighbours_add(struct tcn_paper_neighbours *n,
    const struct tcn_paper_neighbour *article)
{
	size_t bytes = article->features_n * sizeof *article->features;
	struct tcn_feature *features;

	/* Forgets what is too old, and makes room for one more. */
	while (n->begin < n->end &&
	    n->recent[n->begin].ts_ms <= article->ts_ms - n->conf.within_ms)
		drop(&n->recent[n->begin++]);
	if (n->begin > n->end / 2) {
		memmove(n->recent, n->recent + n->begin,
		    (n->end - n->begin) * sizeof *n->recent);
		n->end -= n->begin;
		n->begin = 0;
	}
	n->recent =
	    tcn_mem_grow(n->recent, &n->cap, n->end + 1, sizeof *n->recent);
	features = tcn_mem_alloc(bytes + 1);
	if (bytes)
		memcpy(features, article->features, bytes);
	if (tcn_paper_neighbours_draws(&n->conf, n->items)) {
		compare(n, article);
		n->samples++;
	}
	n->recent[n->end] = *article;
	n->recent[n->end++].features = features;
	n->items++;
}

struct tcn_paper_at_distance
tcn_paper_neighbours_between(const struct tcn_paper_neighbours *n,
    unsigned from, unsigned to)
{
	struct tcn_paper_at_distance sum = { 0 };

	assert(from <= to && to < TCN_PAPER_DISTANCES);
	for (unsigned d = from; d <= to; d++) {
		sum.pairs += n->at[d].pairs;
		sum.labelled += n->at[d].labelled;
		sum.same += n->at[d].same;
		sum.cosines += n->at[d].cosines;
		sum.cosines_n += n->at[d].cosines_n;
	}
	return sum;
}
