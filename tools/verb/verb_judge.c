/*
 * tocsin-lab judge: judges reports by cases of what they must say.
 */
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store_read.h"
#include "tools/base/out.h"
#include "tools/base/say.h"
#include "tools/conf/conf.h"
#include "tools/lab/eval/rubric/rubric_run.h"
#include "tools/verb/verb.h"

enum {
	STEPS = 12,
	STEPS_MAX = 1000,
};

struct args {
	struct tcn_conf_args conf;
	const char *db, *stores, *part, *against, *bars, *output;
	struct tcn_opt_count steps;
	bool list, json;
};

static const struct tcn_opt opts[] = {
	{ "db", 0, "FILE", "the store that a replay of the stream made",
	    TCN_OPT_TEXT, offsetof(struct args, db) },
	{ "stores", 0, "DIR",
	    "in place of --db: the store of each file of cases is "
	    "DIR/STREAM.db, by the stream that it names",
	    TCN_OPT_TEXT, offsetof(struct args, stores) },
	{ "part", 0, "PART", "only these cases: tune or held", TCN_OPT_TEXT,
	    offsetof(struct args, part) },
	{ "steps", 0, "N",
	    "reports to ask for between alarm and close, for measures of time; "
	    "0: none (12)",
	    TCN_OPT_COUNT, offsetof(struct args, steps) },
	{ "against", 0, "FILE",
	    "show the differences from a file that --output of another version "
	    "wrote",
	    TCN_OPT_TEXT, offsetof(struct args, against) },
	{ "bars", 0, "FILE",
	    "exit with 1 when a measure misses its bar: a JSON object of "
	    "measures and numbers",
	    TCN_OPT_TEXT, offsetof(struct args, bars) },
	{ "list", 0, NULL,
	    "a row for each case: what is missing, and what is wrong",
	    TCN_OPT_FLAG, offsetof(struct args, list) },
	{ "output", 'o', "FILE", "write rows and totals there, as JSON",
	    TCN_OPT_TEXT, offsetof(struct args, output) },
	{ "json", 0, NULL, "print that JSON in place of tables", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	TCN_CONF_OPTS(struct args, conf),
	{ 0 },
};

struct run {
	const struct args *args;
	const struct tcn_conf *conf;
	unsigned parts;
	struct tcn_rubric_rows rows, before;
};

static enum tcn_rc
judge_cases(struct run *run, const struct tcn_rubric_cases *cases,
    struct tcn_err *err)
{
	const struct args *args = run->args;
	struct tcn_rubric_job job = {
		.lines_max = run->conf->report.sentences,
		.steps = args->steps.given ? (unsigned)args->steps.n : STEPS,
		.parts = run->parts,
	};
	struct tcn_buf path = { 0 };
	struct tcn_store *st = NULL;
	enum tcn_rc rc;

	if (args->db)
		tcn_buf_z(&path, args->db);
	else
		tcn_buf_printf(&path, "%s/%.*s.db", args->stores,
		    TCN_STR_ARG(cases->stream));
	rc = tcn_store_open(path.at, TCN_STORE_READ_ONLY, &st, err);
	job.st = st;
	if (!rc)
		rc = tcn_rubric_run(&job, cases, &run->rows, err);
	tcn_store_close(st);
	tcn_buf_fini(&path);
	return rc;
}

static enum tcn_rc
judge_all(struct run *run, int n, char **paths, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; i < n && !rc; i++) {
		struct tcn_rubric_cases cases;

		rc = tcn_rubric_cases_read(paths[i], &cases, err);
		if (!rc)
			rc = judge_cases(run, &cases, err);
		tcn_rubric_cases_fini(&cases);
	}
	if (!rc && run->args->against)
		rc =
		    tcn_rubric_rows_read(run->args->against, &run->before, err);
	return rc;
}

static enum tcn_rc
print(struct run *run, struct tcn_buf *out, struct tcn_err *err)
{
	const struct args *args = run->args;
	struct tcn_buf json = { 0 };
	enum tcn_rc rc = TCN_OK;

	tcn_rubric_json(&run->rows, run->parts, &json);
	if (args->output)
		rc = tcn_out_write(args->output, tcn_buf_view(&json), err);
	if (!rc && args->json)
		tcn_buf_str(out, tcn_buf_view(&json));
	else if (!rc)
		tcn_rubric_text(&run->rows, args->against ? &run->before : NULL,
		    run->parts, args->list, out);
	tcn_buf_fini(&json);
	return rc;
}

static enum tcn_rc
check_bars(struct run *run, int *code, struct tcn_err *err)
{
	struct tcn_rubric_bars bars;
	struct tcn_buf out = { 0 };
	size_t failed = 0;
	enum tcn_rc rc = tcn_rubric_bars_read(run->args->bars, &bars, err);

	if (!rc)
		tcn_rubric_bars_check(&bars, &run->rows, run->parts, &failed,
		    &out);
	if (!rc && failed) {
		tcn_say_line(tcn_buf_view(&out));
		*code = TCN_EXIT_NO;
	}
	tcn_buf_fini(&out);
	return rc;
}

static int
judge_with(struct run *run, int argc, char **argv)
{
	struct tcn_buf out = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc = judge_all(run, argc, argv, &err);
	int code = TCN_EXIT_OK;

	if (!rc)
		rc = print(run, &out, &err);
	if (!rc)
		code = tcn_say_out(&out);
	if (!rc && !code && run->args->bars)
		rc = check_bars(run, &code, &err);
	tcn_buf_fini(&out);
	return rc ? tcn_say_rc(rc, &err) : code;
}

/* Returns what is wrong on the command line; NULL: nothing. */
static const char *
wrong(const struct args *args, unsigned *parts)
{
	*parts = TCN_RUBRIC_ALL;
	if (!args->db == !args->stores)
		return "judge needs --db FILE or --stores DIR";
	if (args->steps.given && args->steps.n > STEPS_MAX)
		return "judge: --steps must be at most 1000";
	if (!args->part)
		return NULL;
	for (int i = 0; i < TCN_RUBRIC_PARTS; i++) {
		enum tcn_rubric_part part = (enum tcn_rubric_part)i;

		if (strcmp(args->part, tcn_rubric_part_name(part)) != 0)
			continue;
		*parts = 1u << part;
		return NULL;
	}
	return "judge: --part is tune or held";
}

static int
run_judge(const void *opts_in, const struct tcn_conf *conf, int argc,
    char **argv)
{
	const struct args *args = opts_in;
	struct run run = { .args = args, .conf = conf };
	const char *what = wrong(args, &run.parts);
	int code;

	if (what) {
		tcn_say("%s", what);
		return TCN_EXIT_USAGE;
	}
	tcn_rubric_rows_init(&run.rows);
	tcn_rubric_rows_init(&run.before);
	code = judge_with(&run, argc, argv);
	tcn_rubric_rows_fini(&run.before);
	tcn_rubric_rows_fini(&run.rows);
	return code;
}

const struct tcn_verb tcn_verb_judge = {
	.name = "judge",
	.summary = "judge reports by cases of what they must say",
	.usage = "--db FILE|--stores DIR [OPTION]... CASES...",
	.details =
	    "CASES is a JSON file that a person wrote who had read the "
	    "articles: of each event the facts that a good report holds, the "
	    "figures and what supersedes them, and what must not be said. "
	    "Reports are asked for as of the alarm, an hour later and the "
	    "close, and at some times in between. 'tocsin demo --cases' prints "
	    "such a file for its own day.\n\n"
	    "Shown are the total of each measure and the middle 95 of 100 "
	    "totals of cases drawn anew (bootstrap); ! misses the bar of the "
	    "method. With --against a difference counts when its interval "
	    "leaves out 0.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run_conf = run_judge,
	.conf_at = offsetof(struct args, conf),
};
