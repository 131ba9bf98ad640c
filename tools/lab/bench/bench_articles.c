#include "tools/lab/bench/bench_articles.h"

#include <assert.h>

#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "tools/lab/demo/demo.h"

enum tcn_rc
tcn_bench_generate(const struct tcn_bench_args *args, uint64_t items,
    tcn_bench_take_fn *take, void *ctx, struct tcn_err *err)
{
	struct tcn_article article;
	struct tcn_arena arena;
	struct tcn_demo *demo;
	struct tcn_str line;
	enum tcn_rc rc = tcn_bench_stream(args, items, &demo, err);

	assert(take);
	if (rc)
		return rc;
	tcn_arena_init(&arena, 0);
	while (!rc && (rc = tcn_demo_next(demo, &line)) == TCN_OK) {
		tcn_arena_reset(&arena);
		rc = tcn_json_article(line, NULL, &arena, &article, err);
		if (!rc)
			rc = take(ctx, &article, err);
	}
	tcn_arena_fini(&arena);
	tcn_demo_free(demo);
	return rc == TCN_DONE ? TCN_OK : rc;
}

void
tcn_bench_articles_init(struct tcn_bench_articles *articles)
{
	*articles = (struct tcn_bench_articles){ .at = NULL };
	tcn_arena_init(&articles->arena, 0);
}

void
tcn_bench_articles_fini(struct tcn_bench_articles *articles)
{
	tcn_mem_free(articles->at);
	tcn_arena_fini(&articles->arena);
	*articles = (struct tcn_bench_articles){ .at = NULL };
}

enum tcn_rc
tcn_bench_articles_add(void *ctx, const struct tcn_article *article,
    struct tcn_err *err)
{
	struct tcn_bench_articles *articles = ctx;
	struct tcn_article *at = tcn_mem_grow(articles->at, &articles->cap,
	    articles->n + 1, sizeof *at);

	(void)err;
	articles->at = at;
	tcn_article_copy(article, &articles->arena, &at[articles->n++]);
	return TCN_OK;
}

static enum tcn_rc
add_headline(void *ctx, const struct tcn_article *article, struct tcn_err *err)
{
	struct tcn_article headline = *article;

	headline.text = tcn_str("");
	return tcn_bench_articles_add(ctx, &headline, err);
}

enum tcn_rc
tcn_bench_headlines(const struct tcn_bench_args *args, uint64_t items,
    struct tcn_bench_articles *articles, struct tcn_err *err)
{
	return tcn_bench_generate(args, items, add_headline, articles, err);
}
