#include "tools/lab/bench/bench_archive.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/arena.h"
#include "tools/base/scratch.h"
#include "tools/lab/demo/demo.h"

static enum tcn_rc
fill(const struct tcn_bench_args *args, uint64_t items, FILE *file,
    struct tcn_err *err)
{
	struct tcn_demo *demo;
	struct tcn_str line;
	enum tcn_rc rc = tcn_bench_stream(args, items, &demo, err);

	if (rc)
		return rc;
	while ((rc = tcn_demo_next(demo, &line)) == TCN_OK)
		fprintf(file, "%.*s\n", TCN_STR_ARG(line));
	tcn_demo_free(demo);
	return rc == TCN_DONE ? TCN_OK : rc;
}

static enum tcn_rc
generate(const struct tcn_bench_args *args, uint64_t items,
    struct tcn_bench_archive *archive, struct tcn_err *err)
{
	const char *tmp = getenv("TMPDIR");
	FILE *file;
	enum tcn_rc rc;
	int fd;

	tcn_scratch_name(archive->path, sizeof archive->path,
	    tmp ? tmp : "/tmp");
	fd = mkstemp(archive->path);
	archive->made = fd >= 0;
	file = fd < 0 ? NULL : fdopen(fd, "w");
	if (!file)
		return tcn_err_set(err, TCN_IO, "cannot make the file %s: %s",
		    archive->path, strerror(errno));
	rc = fill(args, items, file, err);
	if (fclose(file) && !rc)
		rc = tcn_err_set(err, TCN_IO, "cannot write the stream: %s",
		    strerror(errno));
	return rc;
}

enum tcn_rc
tcn_bench_archive_make(const struct tcn_bench_args *args, uint64_t items,
    struct tcn_bench_archive *archive, struct tcn_err *err)
{
	*archive = (struct tcn_bench_archive){
		.items_max = args->items,
		.labels = args->labels,
		.db = args->source ? args->source->db : NULL,
	};
	if (archive->db)
		return TCN_OK;
	if (!args->input)
		return generate(args, items, archive, err);
	if (strlen(args->input) >= sizeof archive->path)
		return tcn_err_set(err, TCN_INVALID, "--input is too long");
	strcpy(archive->path, args->input);
	return TCN_OK;
}

void
tcn_bench_archive_drop(const struct tcn_bench_archive *archive)
{
	if (archive->made)
		unlink(archive->path);
}

enum tcn_rc
tcn_bench_archive_open(const struct tcn_bench_archive *archive,
    struct tcn_source **source, struct tcn_err *err)
{
	char path[sizeof archive->path];
	char *paths[] = { path };
	struct tcn_source_conf conf = {
		.paths = paths,
		.paths_n = !archive->db,
		.db = archive->db,
		.since_ms = INT64_MIN,
		.until_ms = INT64_MAX,
		.limits.label_field = archive->labels,
	};

	assert(archive->db || archive->path[0]);
	memcpy(path, archive->path, sizeof path);
	return tcn_source_open(&conf, source, err);
}

enum tcn_rc
tcn_bench_archive_read(const struct tcn_bench_archive *archive,
    tcn_bench_take_fn *take, void *ctx, struct tcn_err *err)
{
	struct tcn_source *source = NULL;
	struct tcn_arena arena;
	uint64_t n = 0;
	enum tcn_rc rc = tcn_bench_archive_open(archive, &source, err);

	assert(take);
	tcn_arena_init(&arena, 0);
	while (!rc && (!archive->items_max || n < archive->items_max)) {
		struct tcn_article article;

		tcn_arena_reset(&arena);
		rc = tcn_source_next(source, &arena, &article, err);
		n += !rc;
		if (!rc)
			rc = take(ctx, &article, err);
		else if (rc == TCN_INVALID)
			rc = TCN_OK;
	}
	tcn_arena_fini(&arena);
	tcn_source_close(source);
	return rc == TCN_DONE ? TCN_OK : rc;
}

enum tcn_rc
tcn_bench_decide(void *ctx, const struct tcn_article *article,
    struct tcn_err *err)
{
	struct tcn_pipeline_outcome outcome;

	return tcn_pipeline_article(ctx, article, TCN_CLOCK_NO_BOUND, &outcome,
	    err);
}
