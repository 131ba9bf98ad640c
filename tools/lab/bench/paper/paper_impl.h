/*
 * tools/lab/bench/paper/paper_impl.h - what the experiments share. Private to
 * tools/lab/bench/paper/.
 *
 * An experiment is a function that measures and adds one section to the report.
 * It reads the stream of the command line (a file, a store, or else a generated
 * one) with tcn_paper_stream(), shows how far it is, and ends early when the
 * person at the terminal interrupts.
 */
#ifndef TCN_TOOLS_LAB_BENCH_PAPER_PAPER_IMPL_H
#define TCN_TOOLS_LAB_BENCH_PAPER_PAPER_IMPL_H

#include <math.h>

#include "engine/item/feature.h"
#include "tools/base/progress.h"
#include "tools/lab/bench/bench.h"
#include "tools/lab/bench/paper/paper_report.h"
#include "tools/lab/eval/run_loop.h"

struct tcn_paper {
	const struct tcn_bench_args *args;
	const struct tcn_conf *conf;
	struct tcn_paper_report report;
	struct tcn_progress progress;
	bool quiet;
};

/*
 * Each adds its section. TCN_INVALID: the command line is wrong. TCN_DONE: the
 * stream has not what the experiment needs, which err says; it is left out
 * unless it was asked for by name.
 */
TCN_MUST_USE enum tcn_rc tcn_paper_distance(struct tcn_paper *paper,
    struct tcn_err *err);
TCN_MUST_USE enum tcn_rc tcn_paper_events(struct tcn_paper *paper,
    struct tcn_err *err);
TCN_MUST_USE enum tcn_rc tcn_paper_minhash(struct tcn_paper *paper,
    struct tcn_err *err);
TCN_MUST_USE enum tcn_rc tcn_paper_pairs(struct tcn_paper *paper,
    struct tcn_err *err);
TCN_MUST_USE enum tcn_rc tcn_paper_plans(struct tcn_paper *paper,
    struct tcn_err *err);
TCN_MUST_USE enum tcn_rc tcn_paper_sentences(struct tcn_paper *paper,
    struct tcn_err *err);

/* ---- progress of what is not a stream ---- */

/* Shows the progress of work that reads no stream: began, then did, with so
 * much of the total done, as often as wanted, then ended. */
void tcn_paper_progress_begin(struct tcn_paper *paper);
void tcn_paper_progress_step(struct tcn_paper *paper, uint64_t done,
    uint64_t total);
void tcn_paper_progress_end(struct tcn_paper *paper, uint64_t total);

/* ---- the stream ---- */

/* An article on its way through the pipeline. Everything lives until take
 * returns. */
struct tcn_paper_item {
	const struct tcn_article *article;
	const struct tcn_doc *doc;
	const struct tcn_placement *place;
	/* Terms and weights as of the moment it came, before it was learnt; by
	 * id. */
	const struct tcn_feature *features;
	size_t features_n;
};

typedef enum tcn_rc tcn_paper_take_fn(void *ctx,
    const struct tcn_paper_item *item, struct tcn_err *err);

struct tcn_paper_streamed {
	uint64_t items; /* handed to take; articles sent again are not */
	uint64_t lines; /* articles read */
	int64_t first_ms, last_ms; /* TCN_UNDATED: none */
};

/* Whether the articles are read from a file or a store. */
bool tcn_paper_is_given(const struct tcn_paper *paper);

/*
 * Reads the stream: through the pipeline, or, where take is NULL, only to count
 * it. generated: articles to generate where no stream is given and --items does
 * not say. Bad lines are reported and passed over.
 */
TCN_MUST_USE enum tcn_rc tcn_paper_stream(struct tcn_paper *paper,
    uint64_t generated, tcn_paper_take_fn *take, void *ctx,
    struct tcn_paper_streamed *streamed, struct tcn_err *err);

/* For whoever reads the stream otherwise: opens it as loop->source. rewrites:
 * reports a day of a generated one that desks tell in their own words
 * (tools/lab/demo/demo.h). *demo is what it comes from: free it after the loop
 * is closed. */
TCN_MUST_USE enum tcn_rc tcn_paper_stream_open(struct tcn_paper *paper,
    uint64_t generated, uint32_t rewrites, struct tcn_demo **demo,
    struct tcn_run_loop *loop, struct tcn_err *err);

/* Whether it can be read only once, as from a pipe. */
bool tcn_paper_is_piped(const struct tcn_paper *paper);

/* Appends what the stream is: "Articles of wire.ndjson." */
void tcn_paper_source_text(const struct tcn_paper *paper, struct tcn_buf *out);

/* Appends what the stream was: "1,053,065 articles of wire.ndjson, ...". */
void tcn_paper_stream_text(const struct tcn_paper *paper,
    const struct tcn_paper_streamed *streamed, struct tcn_buf *out);

#endif
