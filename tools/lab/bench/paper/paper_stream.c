#include <inttypes.h>
#include <string.h>

#include "tools/base/stop.h"
#include "tools/base/when.h"
#include "tools/lab/bench/bench_articles.h"
#include "tools/lab/bench/paper/paper_impl.h"
#include "tools/lab/demo/demo.h"
#include "tools/pipeline/setup.h"

struct stream {
	struct tcn_paper *paper;
	struct tcn_run_loop loop;
	struct tcn_demo *demo;
	struct tcn_pipeline *pipe; /* NULL: only counted */
	tcn_paper_take_fn *take;
	void *ctx;
	struct tcn_paper_streamed *streamed;
};

bool
tcn_paper_is_given(const struct tcn_paper *paper)
{
	return paper->args->inputs_n || paper->args->source->db;
}

bool
tcn_paper_is_piped(const struct tcn_paper *paper)
{
	bool piped = false;

	for (size_t i = 0; i < paper->args->inputs_n; i++)
		piped |= strcmp(paper->args->inputs[i], "-") == 0;
	return piped;
}

/* Terms and weights by the document frequencies of now. */
static void
weigh(struct stream *s, const struct tcn_doc *doc, struct tcn_paper_item *item)
{
	const struct tcn_story_index *stories = tcn_window_story_index(
	    tcn_detector_window(tcn_pipeline_detector(s->pipe)));
	struct tcn_arena *arena = &s->loop.arena;
	double *df = tcn_arena_zalloc(arena, doc->terms_n + 1, sizeof *df);
	struct tcn_feature *features =
	    tcn_arena_zalloc(arena, TCN_FEATURE_MAX, sizeof *features);

	for (size_t i = 0; i < doc->terms_n; i++)
		df[i] = tcn_story_df(stories, doc->terms[i].id);
	item->features_n = tcn_feature_select(doc, df,
	    tcn_story_df_docs(stories), doc->suffix_is_source, features);
	tcn_feature_sort(features, item->features_n);
	item->features = features;
}

static enum tcn_rc
decide(struct stream *s, const struct tcn_article *article, struct tcn_err *err)
{
	struct tcn_paper_item item = { .article = article };
	struct tcn_pipeline_outcome outcome;
	struct tcn_doc doc;
	enum tcn_rc rc;

	tcn_prepare(tcn_pipeline_prepare(s->pipe), article, &s->loop.arena,
	    &doc);
	weigh(s, &doc, &item);
	rc = tcn_pipeline_doc(s->pipe, &doc, TCN_CLOCK_NO_BOUND, &outcome, err);
	if (rc || outcome.repeat_of)
		return rc;
	item.doc = &doc;
	item.place = &outcome.placement;
	s->streamed->items++;
	return s->take(s->ctx, &item, err);
}

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct stream *s = ctx;
	uint64_t most = s->paper->args->items;
	struct tcn_article article;
	enum tcn_rc rc;

	if (most && s->streamed->lines >= most)
		return TCN_DONE;
	rc = tcn_run_loop_next(&s->loop, &article, err);
	if (rc)
		return rc;
	s->streamed->lines++;
	if (tcn_when_known(article.ts_ms)) {
		if (s->streamed->first_ms == TCN_UNDATED)
			s->streamed->first_ms = article.ts_ms;
		s->streamed->last_ms = article.ts_ms;
	}
	return s->pipe ? decide(s, &article, err) : TCN_OK;
}

static void
now_at(void *ctx, struct tcn_progress_now *now)
{
	struct stream *s = ctx;
	struct tcn_source_at at;

	tcn_source_at(s->loop.source, &at);
	*now = (struct tcn_progress_now){
		.items = s->streamed->lines,
		.events = TCN_PROGRESS_OTHERS,
		.stream_ms = s->streamed->last_ms,
		.done = at.done,
		.total = at.total,
	};
}

enum tcn_rc
tcn_paper_stream_open(struct tcn_paper *paper, uint64_t generated,
    uint32_t rewrites, struct tcn_demo **demo, struct tcn_run_loop *loop,
    struct tcn_err *err)
{
	const struct tcn_bench_args *args = paper->args;
	struct tcn_source_conf source;
	struct tcn_demo_conf made;
	enum tcn_rc rc;

	if (!tcn_paper_is_given(paper)) {
		tcn_demo_free(*demo);
		tcn_bench_stream_conf(args, generated, &made);
		made.rewrites = rewrites;
		rc = tcn_demo_new(&made, demo, err);
		if (rc)
			return rc;
		loop->source = tcn_source_open_demo(*demo);
		return TCN_OK;
	}
	rc = tcn_source_args(args->source, paper->conf, (int)args->inputs_n,
	    (char *const *)args->inputs, &source, err);
	if (rc)
		return rc;
	source.limits.label_field = args->labels;
	return tcn_run_loop_open(loop, &source, err);
}

static enum tcn_rc
open_pipe(struct stream *s, struct tcn_err *err)
{
	struct tcn_pipeline_conf conf;

	tcn_setup_pipeline(s->paper->conf, &conf);
	return tcn_pipeline_open(&conf, NULL, &s->pipe, err);
}

enum tcn_rc
tcn_paper_stream(struct tcn_paper *paper, uint64_t generated,
    tcn_paper_take_fn *take, void *ctx, struct tcn_paper_streamed *streamed,
    struct tcn_err *err)
{
	struct stream s = {
		.paper = paper, .take = take, .ctx = ctx, .streamed = streamed
	};
	enum tcn_rc rc;

	*streamed = (struct tcn_paper_streamed){
		.first_ms = TCN_UNDATED,
		.last_ms = TCN_UNDATED,
	};
	tcn_run_loop_init(&s.loop, paper->conf->input.strict);
	s.loop.step = step;
	s.loop.now = now_at;
	s.loop.ctx = &s;
	s.loop.quiet = paper->quiet;
	s.loop.brief_end = true;
	rc = tcn_paper_stream_open(paper, generated, 0, &s.demo, &s.loop, err);
	if (!rc && take)
		rc = open_pipe(&s, err);
	if (!rc)
		rc = tcn_run_loop_all(&s.loop, err);
	tcn_pipeline_close(s.pipe);
	tcn_run_loop_close(&s.loop);
	tcn_demo_free(s.demo);
	return rc;
}

static void
put_source(const struct tcn_paper *paper, struct tcn_buf *out)
{
	const struct tcn_bench_args *args = paper->args;

	if (args->source->db)
		tcn_buf_printf(out, "rticles of the store %s",
		    args->source->db);
	else if (args->inputs_n)
		tcn_buf_printf(out, "rticles of %s%s", args->inputs[0],
		    args->inputs_n > 1 ? " and others" : "");
	else
		tcn_buf_printf(out, "rticles, generated (seed %" PRIu64 ")",
		    args->seed);
}

void
tcn_paper_source_text(const struct tcn_paper *paper, struct tcn_buf *out)
{
	tcn_buf_char(out, 'A');
	put_source(paper, out);
	tcn_buf_char(out, '.');
}

void
tcn_paper_stream_text(const struct tcn_paper *paper,
    const struct tcn_paper_streamed *streamed, struct tcn_buf *out)
{
	char when[TCN_WHEN_BYTES];

	tcn_table_count(streamed->lines, out);
	tcn_buf_z(out, " a");
	put_source(paper, out);
	if (streamed->first_ms != TCN_UNDATED) {
		tcn_buf_printf(out, ", %s",
		    tcn_when_day(streamed->first_ms, when));
		tcn_buf_printf(out, " to %s",
		    tcn_when_day(streamed->last_ms, when));
	}
	tcn_buf_char(out, '.');
}
