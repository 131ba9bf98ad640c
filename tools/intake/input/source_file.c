/*
 * A source that reads one file of NDJSON, or standard input.
 */
#include "tools/intake/input/source_kind.h"

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "tools/intake/input/input_ndjson.h"

struct file {
	struct tcn_source source;
	struct tcn_input *in;
	struct tcn_article_limits limits;
};

static enum tcn_rc
next(struct tcn_source *source, struct tcn_arena *arena,
    struct tcn_article *article, struct tcn_err *err)
{
	struct file *file = (struct file *)source;
	struct tcn_err why = { 0 };
	struct tcn_str line;
	unsigned long number;
	enum tcn_rc rc = tcn_input_next(file->in, &line, &number, &why);

	if (!rc) {
		rc =
		    tcn_json_article(line, &file->limits, arena, article, &why);
		tcn_err_at(&why, tcn_input_name(file->in), number, why.column);
		article->file = tcn_input_name(file->in);
		article->line = number;
	}
	if (rc && err)
		*err = why;
	return rc;
}

static void
at(const struct tcn_source *source, struct tcn_source_at *at)
{
	const struct file *file = (const struct file *)source;

	at->done = tcn_input_bytes_read(file->in);
	at->total = tcn_input_bytes_total(file->in);
}

static void
close_file(struct tcn_source *source)
{
	struct file *file = (struct file *)source;

	tcn_input_close(file->in);
	tcn_mem_free(file);
}

static const struct tcn_source_kind kind = { next, at, close_file, NULL };

enum tcn_rc
tcn_source_open_file(const struct tcn_source_conf *conf, const char *path,
    struct tcn_source **source, struct tcn_err *err)
{
	struct file *file = tcn_mem_calloc(1, sizeof *file);
	enum tcn_rc rc;

	file->source.kind = &kind;
	file->limits = conf->limits;
	if (!file->limits.vector_length)
		file->limits.vector_length = &file->source.own_length;
	file->source.vector_length = file->limits.vector_length;
	rc = tcn_input_open(path, conf->line_max_bytes, &file->in, err);
	if (rc) {
		tcn_mem_free(file);
		return rc;
	}
	*source = &file->source;
	return TCN_OK;
}
