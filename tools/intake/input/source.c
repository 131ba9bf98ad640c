#include "tools/intake/input/source_kind.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/when.h"

void
tcn_source_close(struct tcn_source *source)
{
	if (source)
		source->kind->close(source);
}

bool
tcn_source_may_wait(const struct tcn_source_conf *conf)
{
	struct stat st;

	for (size_t i = 0; !conf->db && i < conf->paths_n; i++) {
		const char *path = conf->paths[i];
		int failed = strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &st)
						    : stat(path, &st);

		if (failed || !S_ISREG(st.st_mode))
			return true;
	}
	return false;
}

void
tcn_source_set_vector_length(struct tcn_source *source, size_t n)
{
	if (source->vector_length)
		*source->vector_length = n;
}

enum tcn_rc
tcn_source_next(struct tcn_source *source, struct tcn_arena *arena,
    struct tcn_article *article, struct tcn_err *err)
{
	return source->kind->next(source, arena, article, err);
}

void
tcn_source_at(const struct tcn_source *source, struct tcn_source_at *at)
{
	source->kind->at(source, at);
}

const struct tcn_placement *
tcn_source_place(const struct tcn_source *source)
{
	return source->place;
}

enum tcn_rc
tcn_source_check(const struct tcn_source *source, struct tcn_err *err)
{
	return source->kind->check ? source->kind->check(source, err) : TCN_OK;
}

static enum tcn_rc
check_args(const struct tcn_source_args *args, int paths_n, struct tcn_err *err)
{
	if (args->elsewhere && (args->db || paths_n > 0))
		return tcn_err_set(err, TCN_INVALID,
		    "read from one place: files, a store (--from-db) or a log "
		    "(--kafka)");
	if (args->elsewhere)
		return TCN_OK;
	if (args->db && paths_n > 0)
		return tcn_err_set(err, TCN_INVALID,
		    "read from files or from a store (--from-db), not both");
	if (!args->db && paths_n == 0)
		return tcn_err_set(err, TCN_INVALID,
		    "nothing to read: name a file, '-' for standard input, or "
		    "a store with --from-db");
	if (!args->db && (args->since || args->until))
		return tcn_err_set(err, TCN_INVALID,
		    "--since and --until go with --from-db");
	return TCN_OK;
}

enum tcn_rc
tcn_source_args(const struct tcn_source_args *args, const struct tcn_conf *conf,
    int paths_n, char *const *paths, struct tcn_source_conf *source,
    struct tcn_err *err)
{
	enum tcn_rc rc = check_args(args, paths_n, err);

	*source = (struct tcn_source_conf){
		.paths = paths,
		.paths_n = (size_t)paths_n,
		.line_max_bytes = conf->input.line_max_bytes,
		.limits = { .vector_n = conf->input.vector_max },
		.db = args->db,
		.since_ms = INT64_MIN,
		.until_ms = INT64_MAX,
		.clock = {
			.lateness_ms = conf->time.lateness_ms,
			.jump_ms = conf->time.jump_ms,
			.future_ms = conf->time.future_ms,
		},
	};
	if (!rc)
		rc = tcn_when_option("--since", args->since, &source->since_ms,
		    err);
	if (!rc)
		rc = tcn_when_option("--until", args->until, &source->until_ms,
		    err);
	return rc;
}
