/*
 * tools/lab/bench/bench_articles.h - the articles of the generated stream, one
 * by one or as a list.
 */
#ifndef TCN_TOOLS_LAB_BENCH_BENCH_ARTICLES_H
#define TCN_TOOLS_LAB_BENCH_BENCH_ARTICLES_H

#include <stddef.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/item/article.h"
#include "tools/lab/bench/bench.h"

/* Takes an article, which lives until it returns. */
typedef enum tcn_rc tcn_bench_take_fn(void *ctx,
    const struct tcn_article *article, struct tcn_err *err);

/* Hands take the articles of tcn_bench_stream(args, items). */
TCN_MUST_USE enum tcn_rc tcn_bench_generate(const struct tcn_bench_args *args,
    uint64_t items, tcn_bench_take_fn *take, void *ctx, struct tcn_err *err);

/* Copies of articles, in the order they came. */
struct tcn_bench_articles {
	struct tcn_article *at;
	size_t n, cap;
	struct tcn_arena arena; /* what they refer to */
};

void tcn_bench_articles_init(struct tcn_bench_articles *articles);
void tcn_bench_articles_fini(struct tcn_bench_articles *articles);

/* Appends a copy; a tcn_bench_take_fn whose ctx is the list. */
TCN_MUST_USE enum tcn_rc tcn_bench_articles_add(void *ctx,
    const struct tcn_article *article, struct tcn_err *err);

/* Appends copies of the articles of tcn_bench_stream(args, items), their texts
 * left out. */
TCN_MUST_USE enum tcn_rc tcn_bench_headlines(const struct tcn_bench_args *args,
    uint64_t items, struct tcn_bench_articles *articles, struct tcn_err *err);

#endif
