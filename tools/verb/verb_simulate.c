/*
 * tocsin-lab simulate: how many workers does a stream need, and what do
 * failures do to it?
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/quantity.h"
#include "tools/base/progress.h"
#include "tools/base/say.h"
#include "tools/lab/bench/bench_services.h"
#include "tools/lab/simulate/sim.h"
#include "tools/verb/verb.h"

#define WORKERS_DEFAULT 8
#define ROWS_MAX        64

struct args {
	const char *workers, *rate, *last, *surge, *sources, *skew, *partitions,
	    *batch, *brokers, *prepare, *decide, *commit, *client, *broker,
	    *linger, *offsets, *session, *lease, *restart, *election, *within,
	    *seed;
	struct tcn_opt_list fail;
	const char *input;
	struct tcn_opt_count items;
	bool whole, no_standby, json, quiet;
};

#define TEXT(name, arg, help, field)                                           \
	{                                                                      \
		name, 0, arg, help, TCN_OPT_TEXT, offsetof(struct args, field) \
	}

static const struct tcn_opt opts[] = {
	TEXT("workers", "N|A-B",
	    "number of workers, or each number from A to "
	    "B (1-8)",
	    workers),
	TEXT("rate", "N", "articles a second (12000)", rate),
	TEXT("for", "TIME", "how long articles come (5m)", last),
	TEXT("surge", "X",
	    "X times as many articles from a third of that time to half of it "
	    "(1)",
	    surge),
	TEXT("within", "TIME",
	    "target: 99 of 100 articles are decided within this time (5s)",
	    within),
	TEXT("sources", "N",
	    "sources that write the articles "
	    "(10000)",
	    sources),
	TEXT("skew", "X",
	    "how uneven sources are, the exponent of Zipf's law; 0: even (1)",
	    skew),
	TEXT("partitions", "N",
	    "partitions of the topic of articles "
	    "(64)",
	    partitions),
	TEXT("brokers", "N",
	    "brokers, which lead the partitions in turn "
	    "(3)",
	    brokers),
	TEXT("batch", "N", "records the detector commits at once (2000)",
	    batch),
	TEXT("input", "FILE",
	    "measure what an article costs on the articles of FILE; without it "
	    "on generated headlines",
	    input),
	{ "items", 0, "N", "measure with this many articles (50000)",
	    TCN_OPT_COUNT, offsetof(struct args, items) },
	{ "whole", 0, NULL,
	    "measure with records that have the words (kafka.records: whole)",
	    TCN_OPT_FLAG, offsetof(struct args, whole) },
	TEXT("prepare", "TIME[,P99]",
	    "processor time of a worker for an article, mean and 99th "
	    "percentile, such as 150us,900us; not measured then",
	    prepare),
	TEXT("decide", "TIME",
	    "processor time of the detector for a "
	    "record",
	    decide),
	TEXT("commit", "TIME", "time that a commit takes the detector", commit),
	TEXT("client", "TIME",
	    "processor time to receive or send a message (3us)", client),
	TEXT("broker", "TIME[,P99]",
	    "time from sending a batch until it can be read "
	    "(2ms,10ms)",
	    broker),
	TEXT("linger", "TIME", "how long a producer waits for more (5ms)",
	    linger),
	TEXT("offsets", "TIME",
	    "time between a worker's commits of offsets "
	    "(1s)",
	    offsets),
	{ "fail", 0, "PART@TIME",
	    "a worker, the detector or a broker fails: worker@1m; may be given "
	    "often",
	    TCN_OPT_LIST, offsetof(struct args, fail) },
	TEXT("session", "TIME",
	    "time after which a worker without heartbeats is taken for dead "
	    "(10s)",
	    session),
	TEXT("lease", "TIME",
	    "time after which a detector that does not renew its lease is "
	    "replaced (6s)",
	    lease),
	TEXT("restart", "TIME",
	    "time until a failed part is back "
	    "(30s)",
	    restart),
	TEXT("election", "TIME",
	    "time until the partitions of a dead broker are led by others (9s)",
	    election),
	{ "no-standby", 0, NULL, "run without a standby detector", TCN_OPT_FLAG,
	    offsetof(struct args, no_standby) },
	TEXT("seed", "N", "seed of the random numbers (1)", seed),
	{ "json", 0, NULL, "one JSON object", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ "quiet", 'q', NULL, "show no progress", TCN_OPT_FLAG,
	    offsetof(struct args, quiet) },
	{ 0 },
};

static const struct tcn_quantity_unit units[] = {
	{ "h", 3600u * 1000 * 1000 },
	{ "m", 60u * 1000 * 1000 },
	{ "s", 1000 * 1000 },
	{ "ms", 1000 },
	{ "us", 1 },
	{ NULL, 0 },
};

/* --- options into the plan --- */

static enum tcn_rc
refuse(const char *name, const char *text, const char *takes,
    struct tcn_err *err)
{
	char excerpt[TCN_QUANTITY_EXCERPT_BYTES];

	return tcn_err_set(err, TCN_INVALID, "--%s takes %s, not '%s'", name,
	    takes, tcn_quantity_excerpt(tcn_str(text), excerpt));
}

static enum tcn_rc
read_time(const char *name, const char *text, double *seconds,
    struct tcn_err *err)
{
	uint64_t us;

	if (!text)
		return TCN_OK;
	if (strcmp(text, "0") == 0) {
		*seconds = 0;
		return TCN_OK;
	}
	if (!tcn_quantity_parse_units(tcn_str(text), units, &us))
		return refuse(name, text, "a time such as 10s, 5ms or 150us",
		    err);
	*seconds = (double)us / 1e6;
	return TCN_OK;
}

/* "MEAN" or "MEAN,P99". */
static enum tcn_rc
read_delay(const char *name, const char *text, struct tcn_sim_delay *delay,
    struct tcn_err *err)
{
	const char *comma = text ? strchr(text, ',') : NULL;
	char mean[64];
	enum tcn_rc rc;

	if (!text)
		return TCN_OK;
	snprintf(mean, sizeof mean, "%.*s",
	    comma ? (int)(comma - text) : (int)sizeof mean - 1, text);
	rc = read_time(name, mean, &delay->mean, err);
	delay->p99 = delay->mean;
	return rc || !comma ? rc : read_time(name, comma + 1, &delay->p99, err);
}

static enum tcn_rc
read_number(const char *name, const char *text, double *x, struct tcn_err *err)
{
	if (text && !tcn_quantity_parse_number(tcn_str(text), x))
		return refuse(name, text, "a number", err);
	return TCN_OK;
}

static enum tcn_rc
read_count(const char *name, const char *text, uint64_t *n, struct tcn_err *err)
{
	if (text && !tcn_quantity_parse_count(tcn_str(text), n))
		return refuse(name, text, "a whole number", err);
	return TCN_OK;
}

/* One that fits an unsigned; what is too large for a plan stays too large. */
static enum tcn_rc
read_small(const char *name, const char *text, unsigned *n, struct tcn_err *err)
{
	uint64_t large = *n;
	enum tcn_rc rc = read_count(name, text, &large, err);

	*n = large > 1u << 30 ? 1u << 30 : (unsigned)large;
	return rc;
}

static enum tcn_rc
read_failure(const char *text, struct tcn_sim_failure *failure,
    struct tcn_err *err)
{
	static const char *const parts[] = { "worker@", "detector@",
		"broker@" };

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		const size_t n = strlen(parts[i]);

		if (strncmp(text, parts[i], n) != 0)
			continue;
		failure->part = (enum tcn_sim_part)i;
		return read_time("fail", text + n, &failure->at, err);
	}
	return refuse("fail", text,
	    "worker@TIME, detector@TIME or "
	    "broker@TIME",
	    err);
}

/* In order of time, whatever the order of the options. */
static enum tcn_rc
read_failures(const struct tcn_opt_list *list, struct tcn_sim_plan *plan,
    struct tcn_err *err)
{
	if (list->n > TCN_SIM_FAILURES_MAX)
		return tcn_err_set(err, TCN_INVALID,
		    "--fail: at most %d failures", TCN_SIM_FAILURES_MAX);
	for (size_t i = 0; i < list->n; i++) {
		struct tcn_sim_failure failure = { 0 };
		enum tcn_rc rc = read_failure(list->at[i], &failure, err);
		size_t at = plan->failures_n++;

		if (rc)
			return rc;
		for (; at && plan->failures[at - 1].at > failure.at; at--)
			plan->failures[at] = plan->failures[at - 1];
		plan->failures[at] = failure;
	}
	return TCN_OK;
}

static enum tcn_rc
read_times(const struct args *args, struct tcn_sim_plan *plan,
    struct tcn_err *err)
{
	const struct {
		const char *name, *text;
		double *to;
	} rows[] = {
		{ "for", args->last, &plan->seconds },
		{ "within", args->within, &plan->within },
		{ "decide", args->decide, &plan->decide },
		{ "commit", args->commit, &plan->commit },
		{ "client", args->client, &plan->client },
		{ "linger", args->linger, &plan->linger },
		{ "offsets", args->offsets, &plan->offsets },
		{ "session", args->session, &plan->session },
		{ "lease", args->lease, &plan->lease },
		{ "restart", args->restart, &plan->restart },
		{ "election", args->election, &plan->election },
	};
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < sizeof rows / sizeof *rows; i++)
		rc = read_time(rows[i].name, rows[i].text, rows[i].to, err);
	if (!rc)
		rc = read_delay("prepare", args->prepare, &plan->prepare, err);
	return rc ? rc : read_delay("broker", args->broker, &plan->broker, err);
}

static enum tcn_rc
read_plan(const struct args *args, struct tcn_sim_plan *plan,
    struct tcn_err *err)
{
	enum tcn_rc rc = read_times(args, plan, err);

	if (!rc)
		rc = read_number("rate", args->rate, &plan->rate, err);
	if (!rc)
		rc = read_number("surge", args->surge, &plan->surge, err);
	if (!rc)
		rc = read_number("skew", args->skew, &plan->skew, err);
	if (!rc)
		rc = read_count("sources", args->sources, &plan->sources, err);
	if (!rc)
		rc = read_count("seed", args->seed, &plan->seed, err);
	if (!rc)
		rc = read_small("partitions", args->partitions,
		    &plan->partitions, err);
	if (!rc)
		rc = read_small("batch", args->batch, &plan->batch, err);
	if (!rc)
		rc = read_small("brokers", args->brokers, &plan->brokers, err);
	plan->standby = !args->no_standby;
	return rc ? rc : read_failures(&args->fail, plan, err);
}

/* "4" or "1-8". */
static enum tcn_rc
read_workers(const char *text, unsigned *from, unsigned *to,
    struct tcn_err *err)
{
	unsigned long a, b;
	char end;

	*from = 1;
	*to = WORKERS_DEFAULT;
	if (!text)
		return TCN_OK;
	if (sscanf(text, "%4lu%c", &a, &end) == 1)
		b = a;
	else if (sscanf(text, "%4lu-%4lu%c", &a, &b, &end) != 2)
		return refuse("workers", text, "a number, or two as in 2-16",
		    err);
	if (a < 1 || b < a || b > TCN_SIM_WORKERS_MAX || b - a >= ROWS_MAX)
		return tcn_err_set(err, TCN_INVALID,
		    "--workers: from 1 to %d, and at most %d numbers at once",
		    TCN_SIM_WORKERS_MAX, ROWS_MAX);
	*from = (unsigned)a;
	*to = (unsigned)b;
	return TCN_OK;
}

/* --- what was not said is measured --- */

static enum tcn_rc
measure(const struct args *args, struct tcn_sim_plan *plan, struct tcn_err *err)
{
	const struct tcn_bench_args bench = { .input = args->input,
		.items = args->items.given ? args->items.n : 0,
		.whole = args->whole,
		.seed = 1 };
	struct tcn_bench_services found;
	enum tcn_rc rc;

	if (args->prepare && args->decide && args->commit)
		return TCN_OK;
	if (!args->quiet)
		tcn_say("measuring what an article costs here");
	rc = tcn_bench_services(&bench, &found, err);
	if (rc)
		return rc;
	plan->record_bytes = found.record_bytes;
	if (!args->prepare)
		plan->prepare = (struct tcn_sim_delay){ found.prepare,
			found.prepare_p99 > found.prepare ? found.prepare_p99
							  : found.prepare };
	if (!args->decide)
		plan->decide = found.decide;
	if (!args->commit)
		plan->commit = found.commit;
	return TCN_OK;
}

/* --- runs --- */

struct watch {
	struct tcn_progress progress;
	size_t done, n; /* runs */
};

static void
step(void *ctx, double share)
{
	struct watch *watch = ctx;
	const struct tcn_progress_now now = {
		.items = TCN_PROGRESS_OTHERS,
		.events = TCN_PROGRESS_OTHERS,
		.done = (uint64_t)(((double)watch->done + share) * 1000),
		.total = watch->n * 1000,
	};

	tcn_progress_tick(&watch->progress, &now);
}

static enum tcn_rc
run_all(struct tcn_sim_row *rows, size_t n, bool quiet, struct tcn_err *err)
{
	struct watch watch = { .n = n };
	enum tcn_rc rc = TCN_OK;

	tcn_progress_init(&watch.progress, quiet);
	for (; !rc && watch.done < n; watch.done++)
		rc = tcn_sim_run(&rows[watch.done].plan,
		    &rows[watch.done].result, step, &watch, err);
	step(&watch, 0);
	tcn_say_call_hook();
	return rc;
}

static enum tcn_rc
simulate(const struct args *args, const struct tcn_sim_plan *plan,
    struct tcn_buf *out, struct tcn_err *err)
{
	unsigned from, to;
	struct tcn_sim_row *rows;
	enum tcn_rc rc = read_workers(args->workers, &from, &to, err);
	size_t n = 0;

	if (rc)
		return rc;
	rows = tcn_mem_calloc(to - from + 1, sizeof *rows);
	for (unsigned w = from; w <= to; w++) {
		rows[n].plan = *plan;
		rows[n++].plan.workers = w;
	}
	rc = run_all(rows, n, args->quiet, err);
	if (!rc && args->json)
		tcn_sim_json(rows, n, out);
	else if (!rc)
		tcn_sim_text(rows, n, out);
	tcn_mem_free(rows);
	return rc;
}

static int
run(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_sim_plan plan;
	struct tcn_buf out = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	int code;

	(void)argc;
	(void)argv;
	tcn_sim_plan_init(&plan);
	rc = read_plan(args, &plan, &err);
	if (!rc)
		rc = measure(args, &plan, &err);
	if (!rc)
		rc = simulate(args, &plan, &out, &err);
	code = rc ? tcn_say_rc(rc, &err) : tcn_say_out(&out);
	tcn_buf_fini(&out);
	return code;
}

const struct tcn_verb tcn_verb_simulate = {
	.name = "simulate",
	.summary = "plan how many workers a stream needs",
	.usage = "[OPTION]...",
	.details =
	    "Simulates articles that come through a log to workers, which "
	    "prepare them, and on to the detector, and prints for each number "
	    "of workers how long it takes from an article to its decision, how "
	    "many wait at most, and what failures do. What an article costs "
	    "is measured on this machine unless it is said; a worker is one "
	    "processor. Nothing is sent, and no broker is needed.\n\n"
	    "tocsin-simulate(1) says what the model holds and leaves out.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.run = run,
};
