/*
 * Bench part "sweep": what does a point of a sweep cost, and what is shared?
 * The baseline is the same points as replays, one after the other.
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/err.h"
#include "tools/base/say.h"
#include "tools/bench/bench_archive.h"
#include "tools/conf/conf.h"
#include "tools/eval/sweep/sweep.h"
#include "tools/pipeline/setup.h"

#define ITEMS_DEFAULT 20000

/* The grids: four, sixteen and a hundred points. */
static const struct shape {
	const char *axes[2];
	size_t replays; /* run for the baseline, which is scaled up */
} shapes[] = {
	{ { "more_than=8,12,15,20", NULL }, 4 },
	{ { "more_than=8,12,15,20", "within=1h,2h,4h,8h" }, 4 },
	{ { "more_than=6,8,10,12,14,16,18,20,25,30",
	      "rules.least=0,10,20,30,40,50,60,70,80,90" },
	    4 },
};

/* Measures the seconds of one replay, the mean of a few. */
static enum tcn_rc
time_replays(const struct tcn_bench_archive *archive,
    const struct tcn_sweep_grid *grid, size_t n, double *seconds,
    struct tcn_err *err)
{
	double sum = 0;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < n; i++) {
		struct tcn_pipeline_counts counts;
		struct tcn_pipeline_conf conf;
		double began = tcn_bench_now();

		tcn_setup_pipeline(&grid->points[i * grid->points_n / n],
		    &conf);
		rc = tcn_bench_archive_replay(archive, &conf, &counts, err);
		sum += tcn_bench_now() - began;
	}
	*seconds = sum / (double)n;
	return rc;
}

static enum tcn_rc
time_sweep(const struct tcn_bench_archive *archive,
    const struct tcn_sweep_grid *grid, size_t jobs, double *seconds,
    struct tcn_err *err)
{
	struct tcn_sweep_conf conf = { .grid = grid, .jobs = jobs };
	struct tcn_source *source = NULL;
	struct tcn_sweep *sweep = NULL;
	double began = tcn_bench_now();
	enum tcn_rc rc = tcn_bench_archive_open(archive, &source, err);

	if (!rc)
		rc = tcn_sweep_open(&conf, &sweep, err);
	while (!rc)
		rc = tcn_sweep_step(sweep, source, err);
	if (rc == TCN_DONE)
		rc = tcn_sweep_finish(sweep, 0, err);
	*seconds = tcn_bench_now() - began;
	tcn_sweep_close(sweep);
	tcn_source_close(source);
	return rc;
}

static void
print_row(const struct tcn_bench_args *args, size_t points, size_t jobs,
    double seconds, double baseline)
{
	uint64_t items = args->items ? args->items : ITEMS_DEFAULT;
	double rate = (double)points * (double)items / seconds;

	if (args->json)
		printf("{\"points\":%zu,\"jobs\":%zu,\"items\":%" PRIu64
		       ",\"seconds\":%.4f,\"points_items_per_second\":%.0f,"
		       "\"replays_seconds\":%.4f,\"of_baseline\":%.4f}\n",
		    points, jobs, items, seconds, rate, baseline,
		    baseline / seconds);
	else
		printf("%6zu %5zu %9" PRIu64 " %9.2f %16.0f %11.2f %12.2f\n",
		    points, jobs, items, seconds, rate, baseline,
		    baseline / seconds);
	fflush(stdout);
}

static enum tcn_rc
measure(const struct tcn_bench_args *args,
    const struct tcn_bench_archive *archive, const struct tcn_conf *conf,
    const struct shape *shape, struct tcn_err *err)
{
	size_t all = tcn_task_pool_jobs_default();
	struct tcn_sweep_grid grid;
	double replay_s = 0, sweep_s;
	enum tcn_rc rc = TCN_OK;

	tcn_sweep_grid_init(&grid, conf);
	for (size_t i = 0; !rc && i < 2 && shape->axes[i]; i++)
		rc = tcn_sweep_grid_add(&grid, shape->axes[i], err);
	if (!rc)
		rc = tcn_sweep_grid_seal(&grid, err);
	if (!rc)
		rc = time_replays(archive, &grid, shape->replays, &replay_s,
		    err);
	for (size_t jobs = 1; !rc && jobs <= all; jobs = all) {
		rc = time_sweep(archive, &grid, jobs, &sweep_s, err);
		if (!rc)
			print_row(args, grid.points_n, jobs, sweep_s,
			    replay_s * (double)grid.points_n);
		if (jobs == all)
			break;
	}
	tcn_sweep_grid_fini(&grid);
	return rc;
}

int
tcn_bench_sweep(const struct tcn_bench_args *args)
{
	struct tcn_bench_archive archive = { .made = false };
	struct tcn_bench_args generated = *args;
	struct tcn_err err = { 0 };
	struct tcn_conf conf;
	enum tcn_rc rc = tcn_conf_init(&conf);

	generated.input = NULL;
	if (!rc)
		rc = tcn_bench_archive_make(&generated, ITEMS_DEFAULT, &archive,
		    &err);
	if (!rc && !args->json)
		printf("%6s %5s %9s %9s %16s %11s %12s\n", "points", "jobs",
		    "items", "seconds", "points*items/s", "as replays",
		    "times faster");
	for (size_t i = 0; !rc && i < sizeof shapes / sizeof *shapes; i++)
		rc = measure(args, &archive, &conf, &shapes[i], &err);
	tcn_bench_archive_drop(&archive);
	tcn_conf_fini(&conf);
	return rc ? tcn_say_rc(rc, &err) : tcn_say_flush();
}
