#include "tools/lab/eval/stats/stats_run.h"

#include <assert.h>

enum tcn_rc
tcn_stats_run_open(struct tcn_stats_run *run, const struct tcn_stats_conf *conf,
    const struct tcn_pipeline_conf *pipe, bool from_store, size_t jobs,
    struct tcn_err *err)
{
	assert(jobs > 0);
	*run = (struct tcn_stats_run){
		.prepare_conf = pipe->prepare,
		.tagger = pipe->tagger,
		.jobs = jobs,
		.stream_ms = TCN_UNDATED,
	};
	tcn_arena_init(&run->arena, 0);
	run->stats = tcn_stats_new(conf);
	if (from_store) {
		tcn_expect_open(&run->expect, &pipe->category);
		run->prepare = tcn_prepare_new(&pipe->prepare);
		return TCN_OK;
	}
	return tcn_pipeline_open(pipe, NULL, &run->pipe, err);
}

void
tcn_stats_run_close(struct tcn_stats_run *run)
{
	tcn_prefetch_close(run->prefetch);
	tcn_pipeline_close(run->pipe);
	tcn_prepare_free(run->prepare);
	tcn_expect_close(&run->expect);
	tcn_stats_free(run->stats);
	tcn_arena_fini(&run->arena);
}

static enum tcn_rc
add(struct tcn_stats_run *run, const struct tcn_doc *doc,
    const struct tcn_placement *place)
{
	run->items++;
	run->stream_ms = place->ts_ms;
	return tcn_stats_add(run->stats, doc, place);
}

static enum tcn_rc
step_file(struct tcn_stats_run *run, struct tcn_source *source,
    struct tcn_err *err)
{
	struct tcn_pipeline_outcome outcome;
	const struct tcn_doc *doc;
	enum tcn_rc rc = TCN_OK;

	if (!run->prefetch)
		rc = tcn_prefetch_open(source, &run->prepare_conf, run->tagger,
		    run->jobs, &run->prefetch, err);
	if (!rc)
		rc = tcn_prefetch_next(run->prefetch, &doc, err);
	if (!rc)
		rc = tcn_pipeline_doc(run->pipe, doc, TCN_CLOCK_NO_BOUND,
		    &outcome, err);
	if (!rc && !outcome.repeat_of)
		tcn_stats_add_guess(run->stats, &outcome.guess);
	if (rc || !outcome.repeat_of)
		return rc ? rc : add(run, doc, &outcome.placement);
	run->items++;
	tcn_stats_add_repeat(run->stats);
	return TCN_OK;
}

/* The categories that a store's articles came with are learnt anew, as of the
 * article before, as in a pipeline. */
static void
guess(struct tcn_stats_run *run, const struct tcn_doc *doc)
{
	struct tcn_expect_guess guess;
	struct tcn_article with_category;
	struct tcn_doc told;

	tcn_expect_doc(&run->expect, doc, run->stream_ms, &told, &with_category,
	    &guess);
	tcn_stats_add_guess(run->stats, &guess);
	tcn_expect_learn(&run->expect, doc);
}

static enum tcn_rc
step_store(struct tcn_stats_run *run, struct tcn_source *source,
    struct tcn_err *err)
{
	struct tcn_article article;
	struct tcn_doc doc;
	enum tcn_rc rc;

	tcn_arena_reset(&run->arena);
	rc = tcn_source_next(source, &run->arena, &article, err);
	if (!rc)
		tcn_prepare(run->prepare, &article, &run->arena, &doc);
	if (!rc)
		guess(run, &doc);
	return rc ? rc : add(run, &doc, tcn_source_place(source));
}

enum tcn_rc
tcn_stats_run_step(struct tcn_stats_run *run, struct tcn_source *source,
    struct tcn_err *err)
{
	return run->pipe ? step_file(run, source, err)
			 : step_store(run, source, err);
}

void
tcn_stats_run_now(const struct tcn_stats_run *run,
    const struct tcn_source *source, struct tcn_progress_now *now)
{
	struct tcn_source_at at = { 0 };

	if (run->prefetch)
		tcn_prefetch_at(run->prefetch, &at);
	else if (run->prepare)
		tcn_source_at(source, &at);
	*now = (struct tcn_progress_now){
		.items = run->items,
		.events = TCN_PROGRESS_OTHERS,
		.stream_ms = run->stream_ms,
		.done = at.done,
		.total = at.total,
	};
}
