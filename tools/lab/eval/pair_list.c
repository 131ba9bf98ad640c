#include "tools/lab/eval/pair_list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"

enum tcn_rc
tcn_pair_list_open(struct tcn_pair_list *list,
    const struct tcn_pipeline_conf *conf, size_t jobs, tcn_pair_list_fn *fn,
    void *ctx, struct tcn_err *err)
{
	struct tcn_pipeline_conf all = *conf;

	assert(conf->detector.window.pairs.span_ms > 0 && jobs > 0);
	all.category.half_life_ms = 0; /* categories decide nothing here */
	*list = (struct tcn_pair_list){
		.prepare = conf->prepare,
		.tagger = conf->tagger,
		.span_ms = conf->detector.window.pairs.span_ms,
		.jobs = jobs,
		.fn = fn,
		.ctx = ctx,
	};
	return tcn_pipeline_open(&all, NULL, &list->pipe, err);
}

void
tcn_pair_list_close(struct tcn_pair_list *list)
{
	tcn_prefetch_close(list->prefetch);
	tcn_pipeline_close(list->pipe);
	tcn_item_names_fini(&list->names);
	tcn_mem_free(list->partners);
}

static enum tcn_rc
tell(struct tcn_pair_list *list, uint64_t seq,
    const struct tcn_rewrite_pair *pair, struct tcn_err *err)
{
	const struct tcn_item_name *earlier =
	    tcn_item_names_find(&list->names, pair->seq);
	const struct tcn_item_name *later =
	    tcn_item_names_find(&list->names, seq);

	list->counts.pairs++;
	list->counts.forms += pair->kind == TCN_REWRITE_FORM;
	if (pair->kind == TCN_REWRITE_SAME) {
		list->counts.rewrites++;
		list->partners[pair->seq]++;
		list->partners[seq]++;
	}
	assert(earlier && later); /* both lie in the span */
	return list->fn(list->ctx, pair, earlier, later, err);
}

enum tcn_rc
tcn_pair_list_step(struct tcn_pair_list *list, struct tcn_source *source,
    struct tcn_err *err)
{
	struct tcn_pipeline_outcome outcome;
	const struct tcn_rewrite_pair *pairs;
	const struct tcn_doc *doc;
	enum tcn_rc rc = TCN_OK;
	size_t n;
	size_t was;
	struct tcn_article article;

	if (!list->prefetch)
		rc = tcn_prefetch_open(source, &list->prepare, list->tagger,
		    list->jobs, &list->prefetch, err);
	if (!rc)
		rc = tcn_prefetch_next(list->prefetch, &doc, err);
	if (!rc)
		rc = tcn_pipeline_doc(list->pipe, doc, TCN_CLOCK_NO_BOUND,
		    &outcome, err);
	if (rc || outcome.repeat_of)
		return rc;
	/* Remembers the name of an article, and makes room for its partners. */
	was = list->partners_cap;
	article = *doc->article;
	list->partners = tcn_mem_grow(list->partners, &list->partners_cap,
	    (size_t)outcome.placement.seq + 1, sizeof *list->partners);
	memset(list->partners + was, 0,
	    (list->partners_cap - was) * sizeof *list->partners);
	list->last = outcome.placement.seq;
	list->counts.items++;
	list->counts.copies += outcome.placement.duplicate_of != 0;
	article.title = doc->title;
	tcn_item_names_expire(&list->names,
	    tcn_pipeline_stream_ms(list->pipe) - list->span_ms);
	tcn_item_names_add(&list->names, &outcome.placement, &article);
	pairs = tcn_window_rewrites(
	    tcn_detector_window(tcn_pipeline_detector(list->pipe)), &n);
	for (size_t i = 0; i < n && !rc; i++)
		rc = tell(list, outcome.placement.seq, &pairs[i], err);
	return rc;
}

void
tcn_pair_list_finish(struct tcn_pair_list *list)
{
	struct tcn_pair_list_counts *counts = &list->counts;
	uint64_t sum = 0;
	size_t n = 0;

	for (uint64_t seq = 1; seq <= list->last; seq++) {
		sum += list->partners[seq];
		if (list->partners[seq])
			list->partners[n++] = list->partners[seq];
	}
	counts->with_partner = n;
	if (!n)
		return;
	qsort(list->partners, n, sizeof *list->partners, tcn_compare_u32);
	counts->partners_mean = (double)sum / (double)n;
	counts->partners_median = list->partners[n / 2];
	counts->partners_quartile = list->partners[n * 3 / 4];
	counts->partners_most = list->partners[n - 1];
}

void
tcn_pair_list_now(const struct tcn_pair_list *list,
    struct tcn_progress_now *now)
{
	struct tcn_source_at at = { 0 };

	if (list->prefetch)
		tcn_prefetch_at(list->prefetch, &at);
	*now = (struct tcn_progress_now){
		.items = list->counts.items,
		.events = TCN_PROGRESS_OTHERS,
		.stream_ms = tcn_pipeline_stream_ms(list->pipe),
		.done = at.done,
		.total = at.total,
	};
}
