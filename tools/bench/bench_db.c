#include "tools/bench/bench_db.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/arena.h"
#include "engine/item/json_article.h"
#include "tools/base/scratch.h"
#include "tools/conf/conf.h"
#include "tools/demo/demo.h"
#include "tools/pipeline/setup.h"

enum tcn_rc
tcn_bench_db_make(struct tcn_bench_db *db, struct tcn_err *err)
{
	const char *tmp = getenv("TMPDIR");

	tcn_scratch_name(db->dir, sizeof db->dir, tmp ? tmp : "/tmp");
	if (!mkdtemp(db->dir))
		return tcn_err_set(err, TCN_IO,
		    "cannot make a directory in %s for the store", db->dir);
	snprintf(db->path, sizeof db->path, "%s/bench.db", db->dir);
	return TCN_OK;
}

void
tcn_bench_db_drop(const struct tcn_bench_db *db)
{
	static const char *const ends[] = { "", "-wal", "-shm" };
	char path[320];

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		snprintf(path, sizeof path, "%s%s", db->path, ends[i]);
		unlink(path);
	}
	rmdir(db->dir);
}

enum tcn_rc
tcn_bench_conf(struct tcn_pipeline_conf *pipe)
{
	struct tcn_conf conf;
	enum tcn_rc rc = tcn_conf_init(&conf);

	if (!rc)
		tcn_setup_pipeline(&conf, pipe);
	tcn_conf_fini(&conf);
	return rc;
}

enum tcn_rc
tcn_bench_headlines(const struct tcn_bench_args *args, uint64_t items,
    tcn_bench_article_fn *fn, void *ctx, struct tcn_err *err)
{
	struct tcn_article article;
	struct tcn_arena arena;
	struct tcn_demo *demo;
	struct tcn_str line;
	enum tcn_rc rc = tcn_bench_stream(args, items, &demo, err);

	assert(fn);
	if (rc)
		return rc;
	tcn_arena_init(&arena, 0);
	while (!rc && (rc = tcn_demo_next(demo, &line)) == TCN_OK) {
		tcn_arena_reset(&arena);
		rc = tcn_json_article(line, NULL, &arena, &article, err);
		article.text = tcn_str("");
		if (!rc)
			rc = fn(ctx, &article);
	}
	tcn_arena_fini(&arena);
	tcn_demo_free(demo);
	return rc == TCN_DONE ? TCN_OK : rc;
}
