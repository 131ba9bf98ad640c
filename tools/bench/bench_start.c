/*
 * Bench part "start": how long until a daemon that was stopped is back, and
 * what does it hold in memory then? The window is full of headlines. The
 * baseline is reading the window's rows from the store and nothing else.
 */
#include <inttypes.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "sql/store_read.h"
#include "tools/base/say.h"
#include "tools/bench/bench_archive.h"
#include "tools/bench/bench_db.h"

#define ITEMS_DEFAULT 1000000

struct row {
	uint64_t items;
	double seconds, baseline;
	double held_mb, resident_mb;
};

static enum tcn_rc
fill_store(const struct tcn_bench_args *args,
    const struct tcn_pipeline_conf *conf, const char *path, struct tcn_err *err)
{
	struct tcn_pipeline *pipe;
	enum tcn_rc rc = tcn_pipeline_open(conf, path, &pipe, err);

	if (rc)
		return rc;
	rc = tcn_bench_headlines(args, ITEMS_DEFAULT, tcn_bench_decide, pipe,
	    err);
	if (!rc)
		rc = tcn_pipeline_finish(pipe, err);
	tcn_pipeline_close(pipe);
	return rc;
}

/*
 * Fills the store in a child process, so that the memory which this needed is
 * no part of what the start is measured by.
 */
static enum tcn_rc
fill_apart(const struct tcn_bench_args *args,
    const struct tcn_pipeline_conf *conf, const char *path, struct tcn_err *err)
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		enum tcn_rc rc = fill_store(args, conf, path, err);

		_exit(rc ? tcn_say_rc(rc, err) : TCN_EXIT_OK);
	}
	if (pid > 0 && waitpid(pid, &status, 0) == pid && status == 0)
		return TCN_OK;
	return tcn_err_set(err, TCN_IO, "the store could not be filled");
}

static enum tcn_rc
see_state(void *ctx, const struct tcn_state_row *row)
{
	(void)ctx;
	(void)row;
	return TCN_OK;
}

static enum tcn_rc
see_item(void *ctx, const struct tcn_placement *item, const uint64_t key[2],
    const struct tcn_article *article)
{
	uint64_t *n = ctx;

	(void)item;
	(void)key;
	(void)article;
	++*n;
	return TCN_OK;
}

static enum tcn_rc
only_read(const char *path, struct row *row, struct tcn_err *err)
{
	struct tcn_store *store;
	double began = tcn_bench_now();
	enum tcn_rc rc = tcn_store_open(path, TCN_STORE_READ_ONLY, &store, err);

	if (rc)
		return rc;
	row->items = 0;
	rc = tcn_store_each_state(store, see_state, NULL);
	if (!rc)
		rc = tcn_store_each_placement(store, INT64_MIN, INT64_MAX,
		    see_item, &row->items);
	if (rc)
		*err = *tcn_store_error(store);
	tcn_store_close(store);
	row->baseline = tcn_bench_now() - began;
	return rc;
}

/* Returns the resident memory of this process in MB; 0: unknown. */
static double
resident_mb(void)
{
	FILE *file = fopen("/proc/self/status", "r");
	unsigned long kb = 0;
	char line[128];

	while (file && !kb && fgets(line, sizeof line, file))
		(void)!sscanf(line, "VmRSS: %lu", &kb);
	if (file)
		fclose(file);
	return (double)kb * 1024 / 1e6;
}

static enum tcn_rc
start(const struct tcn_pipeline_conf *conf, const char *path, struct row *row,
    struct tcn_err *err)
{
	struct tcn_pipeline *pipe;
	double began = tcn_bench_now();
	enum tcn_rc rc = tcn_pipeline_open(conf, path, &pipe, err);

	if (rc)
		return rc;
	row->seconds = tcn_bench_now() - began;
	tcn_pipeline_trim(pipe);
	row->held_mb = (double)tcn_mem_live_bytes() / 1e6;
	row->resident_mb = resident_mb();
	tcn_pipeline_close(pipe);
	return TCN_OK;
}

static void
print(const struct tcn_bench_args *args, const struct row *row)
{
	double ratio = row->baseline / row->seconds;

	if (args->json)
		printf("{\"items\":%" PRIu64 ",\"seconds\":%.3f,"
		       "\"held_mb\":%.1f,\"resident_mb\":%.1f,"
		       "\"of_baseline\":%.3f}\n",
		    row->items, row->seconds, row->held_mb, row->resident_mb,
		    ratio);
	else
		printf("%10s %9s %9s %12s %12s\n%10" PRIu64
		       " %9.2f %9.1f %12.1f %12.3f\n",
		    "items", "seconds", "held MB", "resident MB", "of baseline",
		    row->items, row->seconds, row->held_mb, row->resident_mb,
		    ratio);
}

int
tcn_bench_start(const struct tcn_bench_args *args)
{
	struct tcn_pipeline_conf conf;
	struct tcn_bench_db db;
	struct tcn_err err = { 0 };
	struct row row = { 0 };
	enum tcn_rc rc = tcn_bench_conf(&conf);

	conf.long_running = true; /* as in a daemon */
	if (!rc)
		rc = tcn_bench_db_make(&db, &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	rc = fill_apart(args, &conf, db.path, &err);
	/*
	 * Reads twice: the first pass only brings the file's pages into memory.
	 */
	if (!rc)
		rc = only_read(db.path, &row, &err);
	if (!rc)
		rc = only_read(db.path, &row, &err);
	if (!rc)
		rc = start(&conf, db.path, &row, &err);
	tcn_bench_db_drop(&db);
	if (!rc)
		print(args, &row);
	return rc ? tcn_say_rc(rc, &err) : tcn_say_flush();
}
