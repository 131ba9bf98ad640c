#include "tools/lab/eval/learn_categories.h"

#include <string.h>

#include "tools/base/stop.h"
#include "tools/lab/eval/run_loop.h"

struct learning {
	struct tcn_run_loop loop;
	struct tcn_expect *expect;
	struct tcn_prepare *prepare;
	uint64_t items;
	int64_t last_ms;
};

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct learning *learning = ctx;
	struct tcn_article article;
	struct tcn_doc doc;
	enum tcn_rc rc = tcn_run_loop_next(&learning->loop, &article, err);

	if (!rc)
		tcn_prepare(learning->prepare, &article, &learning->loop.arena,
		    &doc);
	if (rc)
		return rc;
	learning->items++;
	if (article.ts_ms != TCN_UNDATED)
		learning->last_ms = article.ts_ms;
	tcn_expect_archive(learning->expect, &doc);
	return TCN_OK;
}

static void
now(void *ctx, struct tcn_progress_now *now)
{
	const struct learning *learning = ctx;
	struct tcn_source_at at;

	tcn_source_at(learning->loop.source, &at);
	*now = (struct tcn_progress_now){
		.items = learning->items,
		.stream_ms = learning->last_ms,
		.done = at.done,
		.total = at.total,
	};
}

enum tcn_rc
tcn_learn_categories(struct tcn_expect *expect,
    const struct tcn_prepare_conf *prepare, const char *path, bool quiet,
    struct tcn_err *err)
{
	struct learning learning = { .expect = expect };
	char name[4096];
	char *paths[] = { name };
	const struct tcn_source_conf source = { .paths = paths, .paths_n = 1 };
	enum tcn_rc rc;

	if (!expect->model)
		return tcn_err_set(err, TCN_INVALID,
		    "category.on is false, and --learn-categories asks for it");
	if (strlen(path) >= sizeof name)
		return tcn_err_set(err, TCN_INVALID,
		    "the name of the archive is too long");
	strcpy(name, path);
	tcn_run_loop_init(&learning.loop, false);
	learning.loop.step = step;
	learning.loop.now = now;
	learning.loop.ctx = &learning;
	learning.loop.quiet = quiet;
	rc = tcn_run_loop_open(&learning.loop, &source, err);
	if (!rc)
		learning.prepare = tcn_prepare_new(prepare);
	if (!rc)
		rc = tcn_run_loop_all(&learning.loop, err);
	tcn_prepare_free(learning.prepare);
	tcn_run_loop_close(&learning.loop);
	if (!rc && !tcn_expect_knows(expect) && !tcn_stop_requested())
		rc = tcn_err_set(err, TCN_INVALID,
		    "%s: no article has a category, so there is nothing to "
		    "learn; name an archive whose articles have one",
		    path);
	return rc;
}
