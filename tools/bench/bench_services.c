#include "tools/bench/bench_services.h"

#include "engine/base/arena.h"
#include "engine/base/mem.h"
#include "engine/item/prepare.h"
#include "tools/bench/bench_archive.h"
#include "tools/bench/bench_db.h"

#define ITEMS_DEFAULT 50000
#define BATCH         2000
#define CHUNK_BYTES   65536

struct run {
	struct tcn_source *source;
	struct tcn_pipeline *pipe;
	struct tcn_arena arena;
	double *prepares; /* seconds, of each article */
	uint64_t n, max, waiting;
	double decide, commit;
	uint64_t commits;
};

static enum tcn_rc
commit(struct run *run, struct tcn_err *err)
{
	const double began = tcn_bench_now();
	enum tcn_rc rc = tcn_pipeline_commit_delta(run->pipe, err);

	run->commit += tcn_bench_now() - began;
	run->commits++;
	run->waiting = 0;
	return rc;
}

/* A line that is no article is passed over. */
static enum tcn_rc
take(struct run *run, struct tcn_err *err)
{
	struct tcn_pipeline_outcome outcome;
	struct tcn_article article;
	struct tcn_doc doc;
	double began = tcn_bench_cpu();
	enum tcn_rc rc;

	tcn_arena_reset(&run->arena);
	rc = tcn_source_next(run->source, &run->arena, &article, err);
	if (rc)
		return rc == TCN_INVALID ? TCN_OK : rc;
	if (tcn_prepare(tcn_pipeline_prepare(run->pipe), &article, &run->arena,
		&doc))
		return TCN_NOMEM;
	run->prepares[run->n++] = tcn_bench_cpu() - began;
	began = tcn_bench_cpu();
	rc = tcn_pipeline_doc(run->pipe, &doc, TCN_CLOCK_NO_BOUND, &outcome,
	    err);
	run->decide += tcn_bench_cpu() - began;
	return !rc && ++run->waiting == BATCH ? commit(run, err) : rc;
}

static enum tcn_rc
measure(struct run *run, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	while (!rc && run->n < run->max)
		rc = take(run, err);
	return rc == TCN_DONE ? TCN_OK : rc;
}

static enum tcn_rc
sum_up(const struct run *run, struct tcn_bench_services *services,
    struct tcn_err *err)
{
	const double n = (double)run->n;
	double sum = 0;

	if (!run->commits)
		return tcn_err_set(err, TCN_INVALID,
		    "it takes at least %d articles to measure", BATCH);
	for (uint64_t i = 0; i < run->n; i++)
		sum += run->prepares[i];
	*services = (struct tcn_bench_services){ .articles = run->n,
		.prepare = sum / n,
		.prepare_p99 = tcn_bench_quantile(run->prepares, run->n, .99),
		.decide = run->decide / n,
		.commit = run->commit / (double)run->commits,
		.batch = BATCH };
	return TCN_OK;
}

static enum tcn_rc
with_store(struct run *run, struct tcn_bench_services *services,
    struct tcn_err *err)
{
	struct tcn_pipeline_conf conf;
	struct tcn_bench_db db;
	enum tcn_rc rc = tcn_bench_conf(&conf);

	if (rc)
		return rc;
	conf.commit_every = 2 * BATCH; /* we commit ourselves */
	rc = tcn_bench_db_make(&db, err);
	if (rc)
		return rc;
	rc = tcn_pipeline_open(&conf, db.path, &run->pipe, err);
	if (!rc) {
		rc = measure(run, err);
		tcn_pipeline_close(run->pipe);
	}
	tcn_bench_db_drop(&db);
	return rc ? rc : sum_up(run, services, err);
}

enum tcn_rc
tcn_bench_services(const struct tcn_bench_args *args,
    struct tcn_bench_services *services, struct tcn_err *err)
{
	struct run run = { .max = args->items ? args->items : ITEMS_DEFAULT };
	struct tcn_bench_archive archive;
	enum tcn_rc rc = tcn_bench_archive_make(args, run.max, &archive, err);

	tcn_arena_init(&run.arena, CHUNK_BYTES);
	run.prepares = tcn_mem_calloc(run.max, sizeof *run.prepares);
	if (!rc && !run.prepares)
		rc = TCN_NOMEM;
	if (!rc)
		rc = tcn_bench_archive_open(&archive, &run.source, err);
	if (!rc) {
		rc = with_store(&run, services, err);
		tcn_source_close(run.source);
	}
	tcn_bench_archive_drop(&archive);
	tcn_mem_free(run.prepares);
	tcn_arena_fini(&run.arena);
	return rc;
}
