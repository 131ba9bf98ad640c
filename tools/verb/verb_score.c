/*
 * tocsin tune score: scores alerts against a labelled stream.
 */
#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/json_out.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/conf/conf.h"
#include "tools/intake/input/input_ndjson.h"
#include "tools/intake/input/rejects.h"
#include "tools/lab/eval/truth_read.h"
#include "tools/pipeline/setup.h"
#include "tools/verb/verb.h"

struct args {
	struct tcn_conf_args conf;
	const char *truth, *labels, *alerts, *assignments;
	bool json, list;
};

static const struct tcn_opt opts[] = {
	{ "truth", 0, "STREAM", "the labelled stream", TCN_OPT_TEXT,
	    offsetof(struct args, truth) },
	{ "alerts", 0, "FILE",
	    "the alerts, as --alerts of a replay writes them", TCN_OPT_TEXT,
	    offsetof(struct args, alerts) },
	{ "assignments", 0, "FILE",
	    "the story of each item, as --assignments of a replay writes them",
	    TCN_OPT_TEXT, offsetof(struct args, assignments) },
	{ "labels", 0, "FIELD",
	    "the field of the stream that holds the label (story)",
	    TCN_OPT_TEXT, offsetof(struct args, labels) },
	{ "list", 0, NULL,
	    "list the events that were missed and the alerts that detect "
	    "nothing",
	    TCN_OPT_FLAG, offsetof(struct args, list) },
	{ "json", 0, NULL, "print one JSON object", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	TCN_CONF_OPTS(struct args, conf),
	{ 0 },
};

struct run {
	const struct tcn_conf *conf;
	struct tcn_truth *truth;
	struct tcn_truth_reader reader;
	struct tcn_score_findings found;
	struct tcn_intern stories;
	struct tcn_arena arena; /* one line's */
	struct tcn_rejects rejects;
};

typedef enum tcn_rc take_fn(struct run *run, struct tcn_str line,
    struct tcn_err *err);

static enum tcn_rc
take_truth(struct run *run, struct tcn_str line, struct tcn_err *err)
{
	uint32_t item;

	return tcn_truth_read(&run->reader, line, &item, err);
}

static enum tcn_rc
take_alert(struct run *run, struct tcn_str line, struct tcn_err *err)
{
	return tcn_truth_read_alert(run->truth, line, &run->arena, &run->found,
	    err);
}

static enum tcn_rc
take_place(struct run *run, struct tcn_str line, struct tcn_err *err)
{
	return tcn_truth_read_placement(run->truth, line, &run->arena,
	    &run->stories, &run->found, err);
}

/*
 * Reads a line. A bad line of the stream is passed over as a replay does; but
 * alerts and assignments must be whole, because figures without some of them
 * would be wrong.
 */
static enum tcn_rc
read_line(struct run *run, struct tcn_input *in, take_fn *take,
    struct tcn_err *err)
{
	struct tcn_str line;
	unsigned long number;
	enum tcn_rc rc;

	*err = (struct tcn_err){ 0 };
	rc = tcn_input_next(in, &line, &number, err);
	if (!rc) {
		tcn_arena_reset(&run->arena);
		rc = take(run, line, err);
		tcn_err_at(err, tcn_input_name(in), number, err->column);
	}
	if (rc != TCN_INVALID || take != take_truth)
		return rc;
	return tcn_rejects_add(&run->rejects, tcn_input_name(in), number, err);
}

static enum tcn_rc
read_file(struct run *run, const char *path, take_fn *take, struct tcn_err *err)
{
	struct tcn_input *in;
	enum tcn_rc rc;

	if (!path)
		return TCN_OK;
	rc = tcn_input_open(path, run->conf->input.line_max_bytes, &in, err);
	if (rc)
		return rc;
	while (!rc && !tcn_stop_requested())
		rc = read_line(run, in, take, err);
	tcn_input_close(in);
	return rc == TCN_DONE ? TCN_OK : rc;
}

static enum tcn_rc
read_all(struct run *run, const struct args *args, struct tcn_err *err)
{
	struct tcn_score_conf conf;
	enum tcn_rc rc;

	tcn_score_conf_set(run->conf, &conf);
	run->truth = tcn_truth_new(&conf);
	run->reader = (struct tcn_truth_reader){
		.truth = run->truth,
		.field = args->labels,
		.arena = &run->arena,
	};
	rc = read_file(run, args->truth, take_truth, err);
	if (!rc)
		tcn_truth_seal(run->truth);
	run->found.placed = args->assignments != NULL;
	if (!rc)
		rc = read_file(run, args->alerts, take_alert, err);
	if (!rc)
		rc = read_file(run, args->assignments, take_place, err);
	return rc;
}

static int
print(const struct run *run, const struct args *args)
{
	struct tcn_score score;
	struct tcn_buf out = { 0 };
	int code;

	tcn_score(run->truth, &run->found, &score);
	tcn_score_warn(run->truth, run->reader.field);
	if (args->json) {
		tcn_json_open(&out, NULL, '{');
		tcn_score_members(&score, &out);
	} else {
		tcn_score_text(&score, &out);
	}
	if (args->list)
		tcn_score_list(run->truth, &run->found, &score, args->json,
		    &out);
	if (args->json) {
		tcn_json_close(&out, '}');
		tcn_buf_char(&out, '\n');
	}
	code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	tcn_score_fini(&score);
	return code;
}

static int
score_with(const struct args *args, const struct tcn_conf *conf)
{
	struct run run = { .conf = conf };
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	int code;

	run.rejects.strict = conf->input.strict;
	tcn_intern_init(&run.stories);
	tcn_arena_init(&run.arena, 0);
	tcn_stop_watch();
	rc = read_all(&run, args, &err);
	if (rc)
		code = tcn_say_rc(rc, &err);
	else if (tcn_stop_requested())
		code = TCN_EXIT_FAILED;
	else
		code = print(&run, args);
	tcn_score_findings_fini(&run.found);
	tcn_truth_free(run.truth);
	tcn_intern_fini(&run.stories);
	tcn_arena_fini(&run.arena);
	return code;
}

static int
run_score(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_conf conf;
	int code;

	(void)argc;
	(void)argv;
	if (!args->truth || !args->alerts) {
		tcn_say("score needs --truth STREAM and --alerts FILE");
		return TCN_EXIT_USAGE;
	}
	code = tcn_conf_start(&args->conf, &conf);
	if (!code)
		code = score_with(args, &conf);
	tcn_conf_fini(&conf);
	return code;
}

const struct tcn_verb tcn_verb_score = {
	.name = "tune score",
	.was = "score",
	.summary = "compare alerts with a labelled stream",
	.usage = "--truth STREAM --alerts FILE [OPTION]...",
	.details = "Prints recall, precision, delays and other figures, one a "
		   "line. The settings score.* say which alerts count, e.g. "
		   "--set score.warmup=14d. Files may be plain, gzip or zstd. "
		   "'tocsin replay --labels' gives the same figures in one go.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.run = run_score,
};
