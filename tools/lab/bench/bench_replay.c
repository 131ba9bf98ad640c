/*
 * Bench part "replay": what does an item cost from its line of JSON to the
 * decision, and what does each step add? The baseline is reading the line
 * (tcn_json_article) and nothing else.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "tools/base/say.h"
#include "tools/lab/bench/bench_articles.h"
#include "tools/lab/bench/bench_db.h"

#define ITEMS_DEFAULT   50000
#define FULL_TEXT_BYTES 3000

/* The lines of one kind of stream, one after the other. */
struct stream {
	const char *name;
	struct tcn_buf bytes;
	size_t *ends;
	size_t n, cap;
	uint64_t text_bytes; /* of titles and texts alone */
};

/* One measured step. */
struct row {
	const char *stream, *step;
	uint64_t items, text_bytes;
	double seconds, baseline;
};

static void
print_row(const struct tcn_bench_args *args, const struct row *row)
{
	double rate = (double)row->items / row->seconds;
	double mb = (double)row->text_bytes / row->seconds / 1e6;
	double ratio = row->baseline / row->seconds;

	if (args->json)
		printf("{\"stream\":\"%s\",\"step\":\"%s\",\"items\":%" PRIu64
		       ",\"seconds\":%.4f,\"items_per_second\":%.0f,"
		       "\"text_mb_per_second\":%.2f,\"of_baseline\":%.4f}\n",
		    row->stream, row->step, row->items, row->seconds, rate, mb,
		    ratio);
	else
		printf("%-10s %-16s %9" PRIu64 " %12.0f %10.1f %12.3f\n",
		    row->stream, row->step, row->items, rate, mb, ratio);
	fflush(stdout);
}

/* Adds the article as a line: its title alone, or with a text of some size
 * made of its own sentences again and again. */
static void
add_line(struct stream *s, const struct tcn_article *a, bool full)
{
	struct tcn_buf text = { 0 };
	size_t *ends =
	    tcn_mem_grow(s->ends, &s->cap, s->n + 1, sizeof *s->ends);

	s->ends = ends;
	tcn_buf_printf(&s->bytes,
	    "{\"id\":\"%zu\",\"ts\":%.3f,\"source\":", s->n,
	    (double)a->ts_ms / 1000);
	tcn_buf_json(&s->bytes, a->source);
	tcn_buf_z(&s->bytes, ",\"url\":");
	tcn_buf_json(&s->bytes, a->url);
	tcn_buf_z(&s->bytes, ",\"lang\":");
	tcn_buf_json(&s->bytes, a->lang);
	tcn_buf_z(&s->bytes, ",\"title\":");
	tcn_buf_json(&s->bytes, a->title);
	while (full && a->text.n && text.n < FULL_TEXT_BYTES) {
		tcn_buf_str(&text, a->text);
		tcn_buf_char(&text, ' ');
	}
	if (text.n) {
		tcn_buf_z(&s->bytes, ",\"text\":");
		tcn_buf_json(&s->bytes, tcn_buf_view(&text));
	}
	tcn_buf_char(&s->bytes, '}');
	s->text_bytes += a->title.n + text.n;
	ends[s->n++] = s->bytes.n;
	tcn_buf_fini(&text);
}

/* The two kinds of stream that are made of the same articles. */
struct streams {
	struct stream *headlines, *full;
};

static enum tcn_rc
take(void *ctx, const struct tcn_article *article, struct tcn_err *err)
{
	const struct streams *streams = ctx;

	(void)err;
	add_line(streams->headlines, article, false);
	if (streams->headlines->n % 5 == 0)
		add_line(streams->full, article, true);
	return TCN_OK;
}

static struct tcn_str
line_at(const struct stream *s, size_t i)
{
	size_t from = i ? s->ends[i - 1] : 0;

	return (struct tcn_str){ s->bytes.at + from, s->ends[i] - from };
}

/*
 * Reads all lines; with prep it also finds their words, and with pipe it
 * decides.
 */
static enum tcn_rc
go_through(const struct stream *s, struct tcn_prepare *prep,
    struct tcn_pipeline *pipe, double *seconds, struct tcn_err *err)
{
	struct tcn_arena arena;
	double began = tcn_bench_now();
	enum tcn_rc rc = TCN_OK;

	tcn_arena_init(&arena, 0);
	for (size_t i = 0; !rc && i < s->n; i++) {
		struct tcn_pipeline_outcome outcome;
		struct tcn_article article;
		struct tcn_doc doc;

		tcn_arena_reset(&arena);
		rc = tcn_json_article(line_at(s, i), NULL, &arena, &article,
		    err);
		if (!rc && prep)
			tcn_prepare(prep, &article, &arena, &doc);
		if (!rc && pipe)
			rc = tcn_pipeline_article(pipe, &article,
			    TCN_CLOCK_NO_BOUND, &outcome, err);
	}
	if (!rc && pipe)
		rc = tcn_pipeline_finish(pipe, err);
	*seconds = tcn_bench_now() - began;
	tcn_arena_fini(&arena);
	return rc;
}

/* Measures with a store of this run's own, which is removed afterwards. */
static enum tcn_rc
with_store(const struct stream *s, const struct tcn_pipeline_conf *conf,
    double *seconds, struct tcn_err *err)
{
	struct tcn_pipeline *pipe;
	struct tcn_bench_db db;
	enum tcn_rc rc = tcn_bench_db_make(&db, err);

	if (rc)
		return rc;
	rc = tcn_pipeline_open(conf, db.path, &pipe, err);
	if (!rc) {
		rc = go_through(s, NULL, pipe, seconds, err);
		tcn_pipeline_close(pipe);
	}
	tcn_bench_db_drop(&db);
	return rc;
}

static enum tcn_rc
without_store(const struct stream *s, const struct tcn_pipeline_conf *conf,
    double *seconds, struct tcn_err *err)
{
	struct tcn_pipeline *pipe;
	enum tcn_rc rc = tcn_pipeline_open(conf, NULL, &pipe, err);

	if (rc)
		return rc;
	rc = go_through(s, NULL, pipe, seconds, err);
	tcn_pipeline_close(pipe);
	return rc;
}

static enum tcn_rc
only_prepare(const struct stream *s, const struct tcn_pipeline_conf *conf,
    double *seconds, struct tcn_err *err)
{
	struct tcn_prepare *prep;
	enum tcn_rc rc;

	prep = tcn_prepare_new(&conf->prepare);
	rc = go_through(s, prep, NULL, seconds, err);
	tcn_prepare_free(prep);
	return rc;
}

static enum tcn_rc
only_read(const struct stream *s, const struct tcn_pipeline_conf *conf,
    double *seconds, struct tcn_err *err)
{
	(void)conf;
	return go_through(s, NULL, NULL, seconds, err);
}

static const struct step {
	const char *name;
	enum tcn_rc (*run)(const struct stream *s,
	    const struct tcn_pipeline_conf *conf, double *seconds,
	    struct tcn_err *err);
} steps[] = {
	{ "read (baseline)", only_read },
	{ "+ words", only_prepare },
	{ "+ decisions", without_store },
	{ "+ store", with_store },
};

static enum tcn_rc
measure(const struct tcn_bench_args *args, const struct stream *s,
    const struct tcn_pipeline_conf *conf, struct tcn_err *err)
{
	double baseline = 0;

	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		struct row row = {
			.stream = s->name,
			.step = steps[i].name,
			.items = s->n,
			.text_bytes = s->text_bytes,
		};
		enum tcn_rc rc = steps[i].run(s, conf, &row.seconds, err);

		if (rc)
			return rc;
		if (i == 0)
			baseline = row.seconds;
		row.baseline = baseline;
		print_row(args, &row);
	}
	return TCN_OK;
}

int
tcn_bench_replay(const struct tcn_bench_args *args)
{
	struct stream headlines = { .name = "headlines" };
	struct stream full = { .name = "full text" };
	struct streams streams = { &headlines, &full };
	struct tcn_pipeline_conf pipe_conf;
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_bench_conf(&pipe_conf);

	if (!rc)
		rc = tcn_bench_generate(args, ITEMS_DEFAULT, take, &streams,
		    &err);
	if (!rc && !args->json)
		printf("%-10s %-16s %9s %12s %10s %12s\n", "stream", "step",
		    "items", "items/s", "MB/s text", "of baseline");
	if (!rc)
		rc = measure(args, &headlines, &pipe_conf, &err);
	if (!rc)
		rc = measure(args, &full, &pipe_conf, &err);
	tcn_buf_fini(&headlines.bytes);
	tcn_buf_fini(&full.bytes);
	tcn_mem_free(headlines.ends);
	tcn_mem_free(full.ends);
	return rc ? tcn_say_rc(rc, &err) : tcn_say_flush();
}
