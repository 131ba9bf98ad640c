/*
 * Bench part "sensitivity": how much do the streams mind when one of the
 * numbers of detection (window/story/numbers.h) is halved or doubled?
 *
 * Each stream is replayed with the defaults, and then twice for each number:
 * with its half and with its double, all others as they are. Without input it
 * is the generated stream. A stream whose lines bear labels is scored by them
 * (tools/eval/score.h): F1 of the alerts, B-cubed F1 of the placements; of
 * another only its alerts are counted. A one-at-a-time analysis: what two
 * numbers do together it does not see.
 *
 * Bench part "ablation": the same for the features of the score
 * (window/story/news_score.h), each with the weight 0 in its turn.
 *
 * With a table of known events (tools/eval/known.h), each figure also has how
 * many of them were detected.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/progress.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/bench/bench_archive.h"
#include "tools/bench/bench_db.h"
#include "tools/eval/replay_score.h"

enum {
	ITEMS = 18000,
	STREAMS_MAX = 8,
};

struct stream {
	struct tcn_bench_archive archive;
	struct tcn_score_conf score;
	const char *name; /* the file's, without its folder */
};

/* What one replay came to. */
struct figures {
	uint64_t alerts;
	bool labelled; /* the two below are known */
	double f1, b3_f1;
	size_t detected, known; /* events; known 0: none are asked for */
};

/* What a replay decides by. */
struct settings {
	struct tcn_numbers numbers;
	struct tcn_news_weights weights;
};

struct run {
	const struct tcn_bench_args *args;
	bool ablation; /* of features, not numbers by half and double */
	struct tcn_pipeline_conf conf;
	struct stream streams[STREAMS_MAX];
	size_t streams_n;
	struct figures defaults[STREAMS_MAX];
	struct tcn_progress progress;
	struct tcn_progress_now now;
	struct tcn_err err;
};

/* One replay under way. */
struct replay {
	struct run *run;
	struct tcn_pipeline *pipe;
	struct tcn_replay_scorer scorer;
	struct tcn_known known;
};

static enum tcn_rc
take(void *ctx, const struct tcn_article *article, struct tcn_err *err)
{
	struct replay *replay = ctx;
	struct tcn_pipeline_outcome outcome;
	enum tcn_rc rc = tcn_pipeline_article(replay->pipe, article,
	    TCN_CLOCK_NO_BOUND, &outcome, err);

	replay->run->now.items++;
	tcn_progress_step(&replay->run->progress, &replay->run->now);
	if (tcn_stop_requested())
		return TCN_DONE;
	if (!rc)
		rc = tcn_replay_score_add(&replay->scorer, article, &outcome,
		    tcn_pipeline_item_names(replay->pipe));
	if (!rc && replay->known.n)
		rc = tcn_replay_known_add(&replay->known, &outcome,
		    tcn_pipeline_item_names(replay->pipe));
	return rc;
}

static enum tcn_rc
score(struct replay *replay, struct figures *figures)
{
	size_t lines;
	enum tcn_rc rc = tcn_replay_score_finish(&replay->scorer);

	*figures = (struct figures){
		.alerts = tcn_pipeline_counts(replay->pipe)->events,
		.labelled =
		    tcn_truth_labelled(replay->scorer.truth, &lines) > 0,
		.f1 = replay->scorer.score.f1,
		.b3_f1 = replay->scorer.score.b3_f1,
		.known = replay->known.n,
	};
	for (size_t i = 0; i < replay->known.n; i++)
		figures->detected += replay->known.events[i].alert != SIZE_MAX;
	return rc;
}

static enum tcn_rc
open_known(const struct run *run, const struct stream *stream,
    struct replay *replay, struct tcn_err *err)
{
	tcn_known_init(&replay->known, stream->score.count,
	    (int64_t)(stream->score.window_s * 1000));
	return run->args->known
	    ? tcn_known_read(&replay->known, run->args->known, err)
	    : TCN_OK;
}

/* Replays the stream with these settings. */
static enum tcn_rc
replay_once(struct run *run, const struct stream *stream,
    const struct settings *settings, struct figures *figures)
{
	struct tcn_pipeline_conf conf = run->conf;
	struct replay replay = { .run = run };
	enum tcn_rc rc;

	conf.detector.window.story.numbers = settings->numbers;
	conf.detector.window.story.weights = settings->weights;
	rc = tcn_pipeline_open(&conf, NULL, &replay.pipe, &run->err);
	if (rc)
		return rc;
	rc = tcn_replay_score_open(&replay.scorer, &stream->score);
	if (!rc)
		rc = open_known(run, stream, &replay, &run->err);
	if (!rc)
		rc = tcn_bench_archive_read(&stream->archive, take, &replay,
		    &run->err);
	if (!rc && tcn_stop_requested())
		rc = TCN_DONE;
	if (!rc)
		rc = score(&replay, figures);
	tcn_known_fini(&replay.known);
	tcn_replay_score_close(&replay.scorer);
	tcn_pipeline_close(replay.pipe);
	run->now.done++;
	return rc;
}

/* ---- printing ---- */

static void
put_cell(const struct run *run, const struct figures *figures)
{
	char text[96], known[48] = "";

	if (figures->known)
		snprintf(known, sizeof known, "%zu/%zu ", figures->detected,
		    figures->known);
	if (figures->labelled)
		snprintf(text, sizeof text, "%.4f %.4f %s%" PRIu64, figures->f1,
		    figures->b3_f1, known, figures->alerts);
	else
		snprintf(text, sizeof text, "%s%" PRIu64, known,
		    figures->alerts);
	printf(run->args->markdown ? " %s |" : " %24s", text);
}

static void
put_json(const char *row, double value, const char *unit, const char *stream,
    const char *which, const struct figures *figures)
{
	printf("{\"name\":\"%s\",\"value\":%.10g,\"unit\":\"%s\","
	       "\"stream\":\"%s\",\"which\":\"%s\",\"alerts\":%" PRIu64,
	    row, value, unit, stream, which, figures->alerts);
	if (figures->labelled)
		printf(",\"f1\":%.4f,\"b3_f1\":%.4f", figures->f1,
		    figures->b3_f1);
	if (figures->known)
		printf(",\"detected\":%zu,\"known\":%zu", figures->detected,
		    figures->known);
	printf("}\n");
}

static void
put_first(const struct run *run, const char *name, const char *value,
    const char *unit)
{
	if (run->args->markdown)
		printf("| %s | %s | %s |", name, value, unit);
	else
		printf("%-22s %8s %-9s", name, value, unit);
}

/* The heads of the columns, and the row of the defaults. */
static void
put_head(const struct run *run)
{
	bool markdown = run->args->markdown;
	char head[300];

	put_first(run, "name", "default", "unit");
	for (size_t i = 0; i < run->streams_n; i++) {
		snprintf(head, sizeof head, markdown ? " %s |" : " %24s",
		    run->streams[i].name);
		printf("%s", head);
		if (!run->ablation)
			printf(markdown ? " double |" : " %24s", "double");
	}
	printf(markdown ? "\n|---|---|---|" : "\n");
	for (size_t i = 0; markdown && i < run->streams_n; i++)
		printf(run->ablation ? "---|" : "---|---|");
	printf(markdown ? "\n" : "");
	put_first(run, "(the defaults)", "", "");
	for (size_t i = 0; i < run->streams_n; i++) {
		put_cell(run, &run->defaults[i]);
		if (!run->ablation)
			put_cell(run, &run->defaults[i]);
	}
	printf("\n");
	fflush(stdout);
}

/* ---- measuring ---- */

static struct settings
defaults(void)
{
	return (struct settings){ *tcn_numbers_default(),
		*tcn_news_weights_default() };
}

static enum tcn_rc
measure_defaults(struct run *run)
{
	struct settings settings = defaults();
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < run->streams_n && !rc; i++) {
		rc = replay_once(run, &run->streams[i], &settings,
		    &run->defaults[i]);
		if (!rc && run->args->json)
			put_json("", 0, "", run->streams[i].name, "default",
			    &run->defaults[i]);
	}
	return rc;
}

static enum tcn_rc
measure_one(struct run *run, const struct tcn_numbers_row *row,
    const struct stream *stream, double factor)
{
	struct settings settings = defaults();
	double *value = tcn_numbers_at(&settings.numbers, row);
	struct figures figures;
	enum tcn_rc rc;

	*value *= factor;
	rc = replay_once(run, stream, &settings, &figures);
	if (rc)
		return rc;
	if (run->args->json)
		put_json(row->name, *value, row->unit, stream->name,
		    factor < 1 ? "half" : "double", &figures);
	else
		put_cell(run, &figures);
	return TCN_OK;
}

static enum tcn_rc
measure_row(struct run *run, const struct tcn_numbers_row *row)
{
	struct tcn_numbers numbers = *tcn_numbers_default();
	char value[32];
	enum tcn_rc rc = TCN_OK;

	snprintf(value, sizeof value, "%.4g", *tcn_numbers_at(&numbers, row));
	if (!run->args->json)
		put_first(run, row->name, value, row->unit);
	for (size_t i = 0; i < run->streams_n && !rc; i++) {
		rc = measure_one(run, row, &run->streams[i], 0.5);
		if (!rc)
			rc = measure_one(run, row, &run->streams[i], 2);
	}
	if (!run->args->json)
		printf("\n");
	fflush(stdout);
	return rc;
}

/* Replays every stream without one feature. */
static enum tcn_rc
measure_feature(struct run *run, enum tcn_news_feature feature)
{
	const char *name = tcn_news_score_name(feature);
	struct settings settings = defaults();
	struct figures figures;
	char value[32];
	enum tcn_rc rc = TCN_OK;

	snprintf(value, sizeof value, "%.4g", settings.weights.weight[feature]);
	settings.weights.weight[feature] = 0;
	if (!run->args->json)
		put_first(run, name, value, "weight");
	for (size_t i = 0; i < run->streams_n && !rc; i++) {
		rc = replay_once(run, &run->streams[i], &settings, &figures);
		if (!rc && run->args->json)
			put_json(name, 0, "weight", run->streams[i].name,
			    "without", &figures);
		else if (!rc)
			put_cell(run, &figures);
	}
	if (!run->args->json)
		printf("\n");
	fflush(stdout);
	return rc;
}

static bool
is_feature(const char *name)
{
	for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++)
		if (strcmp(tcn_news_score_name((enum tcn_news_feature)i),
			name) == 0)
			return true;
	return false;
}

static enum tcn_rc
ablate(struct run *run)
{
	const char *only = run->args->number;
	enum tcn_rc rc;

	if (only && !is_feature(only))
		return tcn_err_set(&run->err, TCN_INVALID,
		    "no feature is called '%s'", only);
	run->now.total = ((only ? 1 : TCN_NEWS_FEATURES) + 1) * run->streams_n;
	rc = measure_defaults(run);
	if (!rc && !run->args->json)
		put_head(run);
	for (unsigned i = 0; i < TCN_NEWS_FEATURES && !rc; i++) {
		enum tcn_news_feature feature = (enum tcn_news_feature)i;

		if (!only || strcmp(only, tcn_news_score_name(feature)) == 0)
			rc = measure_feature(run, feature);
	}
	return rc;
}

static bool
is_known(const char *number)
{
	size_t n;
	const struct tcn_numbers_row *rows = tcn_numbers_rows(&n);

	for (size_t i = 0; i < n && number; i++)
		if (strcmp(rows[i].name, number) == 0)
			return true;
	return !number;
}

static enum tcn_rc
measure(struct run *run)
{
	size_t n;
	const struct tcn_numbers_row *rows = tcn_numbers_rows(&n);
	enum tcn_rc rc;

	if (!is_known(run->args->number))
		return tcn_err_set(&run->err, TCN_INVALID,
		    "no number is called '%s'", run->args->number);
	run->now.total = (2 * (run->args->number ? 1 : n) + 1) * run->streams_n;
	rc = measure_defaults(run);
	if (!rc && !run->args->json)
		put_head(run);
	for (size_t i = 0; i < n && !rc; i++)
		if (!run->args->number ||
		    strcmp(run->args->number, rows[i].name) == 0)
			rc = measure_row(run, &rows[i]);
	return rc;
}

static enum tcn_rc
add_stream(struct run *run, const char *input)
{
	struct tcn_bench_args args = *run->args;
	struct stream *stream = &run->streams[run->streams_n];
	const char *slash = input ? strrchr(input, '/') : NULL;

	if (run->streams_n == STREAMS_MAX)
		return tcn_err_set(&run->err, TCN_INVALID, "at most %d streams",
		    (int)STREAMS_MAX);
	args.input = input;
	tcn_score_conf_default(&stream->score);
	if (!input)
		stream->score.warmup_s = 0; /* it is three days long */
	stream->name = !input ? "generated" : slash ? slash + 1 : input;
	run->streams_n++;
	return tcn_bench_archive_make(&args, ITEMS, &stream->archive,
	    &run->err);
}

static int
run_part(const struct tcn_bench_args *args, bool ablation)
{
	struct run run = {
		.args = args,
		.ablation = ablation,
		.now.stream_ms = TCN_UNDATED,
	};
	enum tcn_rc rc = tcn_bench_conf(&run.conf);

	tcn_stop_watch();
	if (!rc && !args->inputs_n)
		rc = add_stream(&run, NULL);
	for (size_t i = 0; i < args->inputs_n && !rc; i++)
		rc = add_stream(&run, args->inputs[i]);
	tcn_progress_init(&run.progress, args->json);
	if (!rc)
		rc = ablation ? ablate(&run) : measure(&run);
	tcn_progress_end(&run.progress, &run.now);
	for (size_t i = 0; i < run.streams_n; i++)
		tcn_bench_archive_drop(&run.streams[i].archive);
	if (rc == TCN_DONE)
		return tcn_stop_exit();
	return rc ? tcn_say_rc(rc, &run.err) : tcn_say_flush();
}

int
tcn_bench_sensitivity(const struct tcn_bench_args *args)
{
	return run_part(args, false);
}

int
tcn_bench_ablation(const struct tcn_bench_args *args)
{
	return run_part(args, true);
}
