/*
 * Bench part "store": what does it cost to have articles safe on disk, by how
 * many of them share a commit? Headlines go through the whole pipeline into a
 * store whose commits wait for the disk, as a daemon's do. The baseline is a
 * file to which the bytes of as many lines are appended at a time, each time
 * waiting for the disk: what the disk allows.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/say.h"
#include "tools/lab/bench/bench_articles.h"
#include "tools/lab/bench/bench_db.h"

#define ITEMS_DEFAULT 20000

struct run {
	struct tcn_pipeline *pipe;
	int fd; /* of the baseline's file; -1: the pipeline's turn */
	uint64_t batch_n, items, commits;
	struct tcn_buf bytes; /* bytes that are still to be appended */
	struct tcn_err *err;
};

static const uint64_t batches[] = { 1, 20, 200, 2000 };

static enum tcn_rc
commit(struct run *run)
{
	run->commits++;
	if (run->fd >= 0) {
		bool written = write(run->fd, run->bytes.at, run->bytes.n) ==
			(ssize_t)run->bytes.n &&
		    fdatasync(run->fd) == 0;

		tcn_buf_clear(&run->bytes);
		return written
		    ? TCN_OK
		    : tcn_err_set(run->err, TCN_IO,
			  "cannot append to a file beside the store");
	}
	return tcn_pipeline_commit_delta(run->pipe, run->err);
}

static enum tcn_rc
take(struct run *run, const struct tcn_article *article)
{
	struct tcn_pipeline_outcome outcome;
	enum tcn_rc rc = TCN_OK;

	if (run->fd >= 0) {
		tcn_buf_str(&run->bytes, article->id);
		tcn_buf_str(&run->bytes, article->source);
		tcn_buf_str(&run->bytes, article->url);
		tcn_buf_str(&run->bytes, article->title);
	} else {
		rc = tcn_pipeline_article(run->pipe, article,
		    TCN_CLOCK_NO_BOUND, &outcome, run->err);
	}
	run->items++;
	return rc || run->items % run->batch_n ? rc : commit(run);
}

static enum tcn_rc
open_target(struct run *run, const struct tcn_pipeline_conf *conf,
    const char *path)
{
	enum tcn_rc rc;

	if (run->fd >= 0) {
		run->fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
		return run->fd >= 0
		    ? TCN_OK
		    : tcn_err_set(run->err, TCN_IO, "cannot make %s", path);
	}
	rc = tcn_pipeline_open(conf, path, &run->pipe, run->err);
	return rc ? rc : tcn_pipeline_set_durable(run->pipe, run->err);
}

/*
 * Returns how many articles to take: fewer when each has a commit of its own,
 * because that takes long.
 */
static size_t
items_of(const struct tcn_bench_articles *headlines, uint64_t batch_n)
{
	return batch_n == 1 ? (headlines->n + 9) / 10 : headlines->n;
}

static enum tcn_rc
measure(const struct tcn_bench_articles *headlines,
    const struct tcn_pipeline_conf *conf, struct run *run, double *seconds)
{
	size_t n = items_of(headlines, run->batch_n);
	struct tcn_bench_db db;
	double began;
	enum tcn_rc rc = tcn_bench_db_make(&db, run->err);

	if (rc)
		return rc;
	rc = open_target(run, conf, db.path);
	began = tcn_bench_now();
	for (size_t i = 0; !rc && i < n; i++)
		rc = take(run, &headlines->at[i]);
	if (!rc)
		rc = commit(run);
	*seconds = tcn_bench_now() - began;
	tcn_pipeline_close(run->pipe);
	if (run->fd >= 0)
		close(run->fd);
	tcn_buf_fini(&run->bytes);
	tcn_bench_db_drop(&db);
	return rc;
}

static enum tcn_rc
measure_all(const struct tcn_bench_args *args,
    const struct tcn_bench_articles *headlines,
    const struct tcn_pipeline_conf *conf, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	if (!args->json)
		printf("%10s %9s %9s %12s %12s\n", "a commit", "items",
		    "commits", "items/s", "of baseline");
	for (size_t i = 0; !rc && i < sizeof batches / sizeof *batches; i++) {
		struct run plain = { .batch_n = batches[i], .err = err };
		struct run stored = {
			.batch_n = batches[i], .fd = -1, .err = err
		};
		double baseline, seconds;

		rc = measure(headlines, conf, &plain, &baseline);
		if (!rc)
			rc = measure(headlines, conf, &stored, &seconds);
		if (!rc) {
			if (args->json)
				printf("{\"batch\":%" PRIu64
				       ",\"items\":%" PRIu64
				       ",\"commits\":%" PRIu64
				       ",\"items_per_second\":%.0f,\"of_"
				       "baseline\":%.4f}\n",
				    stored.batch_n, stored.items,
				    stored.commits,
				    (double)stored.items / seconds,
				    baseline / seconds);
			else
				printf("%10" PRIu64 " %9" PRIu64 " %9" PRIu64
				       " %12.0f %12.3f\n",
				    stored.batch_n, stored.items,
				    stored.commits,
				    (double)stored.items / seconds,
				    baseline / seconds);
			fflush(stdout);
		}
	}
	return rc;
}

int
tcn_bench_store(const struct tcn_bench_args *args)
{
	struct tcn_pipeline_conf conf;
	struct tcn_err err = { 0 };
	struct tcn_bench_articles headlines; /* made before the time is taken */
	enum tcn_rc rc = tcn_bench_conf(&conf);

	conf.commit_every = UINT64_MAX;
	conf.long_running = true;
	tcn_bench_articles_init(&headlines);
	if (!rc)
		rc = tcn_bench_headlines(args, ITEMS_DEFAULT, &headlines, &err);
	if (!rc)
		rc = measure_all(args, &headlines, &conf, &err);
	tcn_bench_articles_fini(&headlines);
	return rc ? tcn_say_rc(rc, &err) : tcn_say_flush();
}
