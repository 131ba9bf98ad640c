/*
 * Bench part "retain": for how long does removing old rows hold up the intake
 * of a daemon? A store is filled with the first nine tenths of a stream; the
 * rest goes in as by a daemon, some articles a commit, each of which waits for
 * the disk. The first half of that rest has no retention beside it: this is
 * the baseline. Beside the second half there is a step of retention after each
 * commit, for as long as a pass lasts that removes all that may go.
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/base/say.h"
#include "tools/bench/bench_archive.h"
#include "tools/bench/bench_db.h"
#include "tools/pipeline/retention.h"

#define ITEMS_DEFAULT 100000
#define FILL_COMMIT   2000 /* articles a commit, while the store is filled */
#define LIVE_COMMIT   20 /* and afterwards */

enum kind {
	ALONE,
	BESIDE,
	REMOVE,
	MERGE,
	SHRINK,
	COPY,
	KINDS
};

static const char *const names[KINDS] = { "intake alone", "intake beside",
	"remove", "merge", "shrink", "copy" };

/* What one kind of work took, each time: seconds. */
struct took {
	double *cpu, *wall;
	size_t n, cpu_cap, wall_cap;
};

struct run {
	const struct tcn_bench_articles *live;
	struct tcn_pipeline *pipe;
	struct tcn_retention retention;
	struct took took[KINDS];
	struct tcn_err *err;
};

static enum tcn_rc
note(struct took *took, double cpu, double wall)
{
	double *to_cpu = tcn_mem_grow(took->cpu, &took->cpu_cap, took->n + 1,
	    sizeof *to_cpu);
	double *to_wall;

	if (!to_cpu)
		return TCN_NOMEM;
	took->cpu = to_cpu;
	to_wall = tcn_mem_grow(took->wall, &took->wall_cap, took->n + 1,
	    sizeof *to_wall);
	if (!to_wall)
		return TCN_NOMEM;
	took->wall = to_wall;
	to_cpu[took->n] = cpu;
	to_wall[took->n++] = wall;
	return TCN_OK;
}

/* --- the two kinds of work --- */

static enum tcn_rc
take_batch(struct run *run, size_t *at, enum kind kind)
{
	double cpu = tcn_bench_cpu(), wall = tcn_bench_now();
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < LIVE_COMMIT && *at < run->live->n; i++)
		rc = tcn_bench_decide(run->pipe, &run->live->at[(*at)++],
		    run->err);
	if (!rc)
		rc = tcn_pipeline_commit_delta(run->pipe, run->err);
	return rc ? rc
		  : note(&run->took[kind], tcn_bench_cpu() - cpu,
			tcn_bench_now() - wall);
}

static const enum kind kinds[] = {
	[TCN_RETENTION_REMOVES] = REMOVE,
	[TCN_RETENTION_MERGES] = MERGE,
	[TCN_RETENTION_SHRINKS] = SHRINK,
	[TCN_RETENTION_COPIES] = COPY,
};

static enum tcn_rc
take_step(struct run *run)
{
	enum kind kind = kinds[run->retention.phase];
	double cpu = tcn_bench_cpu(), wall = tcn_bench_now();
	enum tcn_rc rc = tcn_retention_step(&run->retention, run->pipe,
	    TCN_RETENTION_WORK, run->err);

	return rc ? rc
		  : note(&run->took[kind], tcn_bench_cpu() - cpu,
			tcn_bench_now() - wall);
}

static enum tcn_rc
begin_pass(struct run *run)
{
	struct tcn_retention_conf conf = { .size_max_bytes = 0 };
	const struct tcn_article *first = &run->live->at[0];

	for (unsigned i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		conf.keep_ms[i] = 1;
	tcn_retention_init(&run->retention, &conf);
	return tcn_retention_begin(&run->retention, run->pipe, first->ts_ms,
	    run->err);
}

static enum tcn_rc
measure(struct run *run)
{
	size_t at = 0;
	enum tcn_rc rc = TCN_OK;

	while (!rc && at < run->live->n / 2)
		rc = take_batch(run, &at, ALONE);
	if (!rc)
		rc = begin_pass(run);
	while (!rc && tcn_retention_is_active(&run->retention)) {
		if (at < run->live->n)
			rc = take_batch(run, &at, BESIDE);
		if (!rc)
			rc = take_step(run);
	}
	return rc;
}

/* --- the store --- */

static enum tcn_rc
fill(const struct tcn_bench_articles *all, size_t n,
    struct tcn_pipeline_conf conf, const char *path, struct tcn_err *err)
{
	struct tcn_pipeline *pipe;
	enum tcn_rc rc;

	conf.commit_every = FILL_COMMIT;
	rc = tcn_pipeline_open(&conf, path, &pipe, err);
	for (size_t i = 0; !rc && i < n; i++)
		rc = tcn_bench_decide(pipe, &all->at[i], err);
	if (!rc)
		rc = tcn_pipeline_finish(pipe, err);
	tcn_pipeline_close(pipe);
	return rc;
}

static enum tcn_rc
run_on(const struct tcn_bench_articles *all, struct run *run)
{
	size_t n = all->n - all->n / 10;
	struct tcn_bench_articles live = { .at = all->at + n, .n = all->n - n };
	struct tcn_pipeline_conf conf;
	struct tcn_bench_db db;
	enum tcn_rc rc = tcn_bench_conf(&conf);

	if (!rc && !live.n)
		rc = tcn_err_set(run->err, TCN_INVALID,
		    "too few articles: give 10 or more");
	if (rc)
		return rc;
	rc = tcn_bench_db_make(&db, run->err);
	if (rc)
		return rc;
	rc = fill(all, n, conf, db.path, run->err);
	conf.commit_every = UINT64_MAX;
	conf.long_running = true;
	if (!rc)
		rc = tcn_pipeline_open(&conf, db.path, &run->pipe, run->err);
	if (!rc)
		rc = tcn_pipeline_set_durable(run->pipe, run->err);
	run->live = &live;
	if (!rc)
		rc = measure(run);
	tcn_pipeline_close(run->pipe);
	tcn_bench_db_drop(&db);
	return rc;
}

/* --- the table --- */

static void
print(const struct tcn_bench_args *args, const char *name, struct took *took,
    double baseline)
{
	double cpu99 = 1e3 * tcn_bench_quantile(took->cpu, took->n, 0.99);
	double cpu = 1e3 * tcn_bench_quantile(took->cpu, took->n, 1);
	double wall99 = 1e3 * tcn_bench_quantile(took->wall, took->n, 0.99);
	double wall = 1e3 * tcn_bench_quantile(took->wall, took->n, 1);

	if (args->json)
		printf("{\"work\":\"%s\",\"n\":%zu,\"cpu_p99_ms\":%.2f,"
		       "\"cpu_longest_ms\":%.2f,\"wall_p99_ms\":%.2f,"
		       "\"wall_longest_ms\":%.2f,\"of_baseline\":%.2f}\n",
		    name, took->n, cpu99, cpu, wall99, wall, cpu / baseline);
	else
		printf("%-14s %7zu %9.2f %9.2f %9.2f %9.2f %12.2f\n", name,
		    took->n, cpu99, cpu, wall99, wall, cpu / baseline);
}

static void
print_all(const struct tcn_bench_args *args, struct run *run)
{
	double baseline = 1e3 *
	    tcn_bench_quantile(run->took[ALONE].cpu, run->took[ALONE].n, 1);

	if (!args->json)
		printf("%-14s %7s %19s %19s %12s\n%-14s %7s %9s %9s %9s %9s "
		       "%12s\n",
		    "", "", "processor, ms", "clock, ms", "longest of", "work",
		    "times", "p99", "longest", "p99", "longest", "baseline");
	for (int i = 0; i < KINDS; i++)
		print(args, names[i], &run->took[i], baseline);
}

int
tcn_bench_retain(const struct tcn_bench_args *args)
{
	struct tcn_bench_archive archive = { .made = false };
	struct tcn_bench_articles all;
	struct tcn_err err = { 0 };
	struct run run = { .err = &err };
	enum tcn_rc rc =
	    tcn_bench_archive_make(args, ITEMS_DEFAULT, &archive, &err);

	tcn_bench_articles_init(&all);
	if (!rc)
		rc = tcn_bench_archive_read(&archive, tcn_bench_articles_add,
		    &all, &err);
	if (!rc)
		rc = run_on(&all, &run);
	if (!rc)
		print_all(args, &run);
	for (int i = 0; i < KINDS; i++) {
		tcn_mem_free(run.took[i].cpu);
		tcn_mem_free(run.took[i].wall);
	}
	tcn_bench_articles_fini(&all);
	tcn_bench_archive_drop(&archive);
	return rc ? tcn_say_rc(rc, &err) : tcn_say_flush();
}
