/*
 * tools/lab/bench/bench_archive.h - a stream in a file, for the parts that
 * measure how one is read: that of --input, or a generated one.
 */
#ifndef TCN_TOOLS_LAB_BENCH_BENCH_ARCHIVE_H
#define TCN_TOOLS_LAB_BENCH_BENCH_ARCHIVE_H

#include <stdbool.h>

#include "engine/base/err.h"
#include "tools/intake/input/source.h"
#include "tools/lab/bench/bench_articles.h"
#include "tools/pipeline/pipeline.h"

struct tcn_bench_archive {
	char path[4096];
	const char *db; /* a store to read in its place, or NULL */
	const char *labels; /* the field with an article's label, or NULL */
	bool made; /* generated, in TMPDIR: removed with the archive */
	uint64_t items_max; /* no more of it is read; 0: all is */
};

/*
 * Prepares args->input or the store that args->source names, or else generates
 * a stream of args->items (0: items) articles.
 */
TCN_MUST_USE enum tcn_rc
tcn_bench_archive_make(const struct tcn_bench_args *args, uint64_t items,
    struct tcn_bench_archive *archive, struct tcn_err *err);

/* Removes what was generated. An archive of zeros has nothing to remove. */
void tcn_bench_archive_drop(const struct tcn_bench_archive *archive);

TCN_MUST_USE enum tcn_rc
tcn_bench_archive_open(const struct tcn_bench_archive *archive,
    struct tcn_source **source, struct tcn_err *err);

/* Reads it once and hands take each article; bad lines are passed over. */
TCN_MUST_USE enum tcn_rc
tcn_bench_archive_read(const struct tcn_bench_archive *archive,
    tcn_bench_take_fn *take, void *ctx, struct tcn_err *err);

/* Takes an article through a pipeline; a tcn_bench_take_fn whose ctx is the
 * pipeline. */
TCN_MUST_USE enum tcn_rc tcn_bench_decide(void *ctx,
    const struct tcn_article *article, struct tcn_err *err);

#endif
