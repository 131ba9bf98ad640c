/*
 * tocsin demo: a day of news from an invented world, replayed fast.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/base/out.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/base/when.h"
#include "tools/conf/conf.h"
#include "tools/conf/conf_stored.h"
#include "tools/conf/rulebook.h"
#include "tools/intake/input/source.h"
#include "tools/lab/demo/demo.h"
#include "tools/lab/eval/replay.h"
#include "tools/lab/eval/run_loop.h"
#include "tools/pipeline/setup.h"
#include "tools/tell/report/report_files.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_demo_live.h"

#define DIR_DEFAULT "tocsin-demo"

struct args {
	struct tcn_conf_args conf;
	struct tcn_opt_count seed, items, days, events, rewrites, speed, port;
	const char *dir, *address;
	bool live, print, cases, quiet;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	{ "dir", 'd', "DIR", "write everything into DIR (" DIR_DEFAULT ")",
	    TCN_OPT_TEXT, offsetof(struct args, dir) },
	{ "seed", 0, "N", "another seed makes other news (1)", TCN_OPT_COUNT,
	    offsetof(struct args, seed) },
	{ "items", 0, "N", "articles in all (18000)", TCN_OPT_COUNT,
	    offsetof(struct args, items) },
	{ "days", 0, "N",
	    "days over which the articles are spread "
	    "(1)",
	    TCN_OPT_COUNT, offsetof(struct args, days) },
	{ "events", 0, "N",
	    "breaking events among the articles "
	    "(6)",
	    TCN_OPT_COUNT, offsetof(struct args, events) },
	{ "rewrites", 0, "N",
	    "reports a day that other desks tell in their own words (0)",
	    TCN_OPT_COUNT, offsetof(struct args, rewrites) },
	{ "live", 0, NULL,
	    "replay the day into a running daemon, and serve its page, until "
	    "interrupted",
	    TCN_OPT_FLAG, offsetof(struct args, live) },
	{ "speed", 0, "N",
	    "with --live: seconds of the generated day that "
	    "pass in one second (60)",
	    TCN_OPT_COUNT, offsetof(struct args, speed) },
	{ "address", 0, "ADDRESS", "with --live: listen there (http.address)",
	    TCN_OPT_TEXT, offsetof(struct args, address) },
	{ "port", 0, "N", "with --live: and on this port (http.port)",
	    TCN_OPT_COUNT, offsetof(struct args, port) },
	{ "print", 0, NULL, "print the articles as NDJSON and do nothing else",
	    TCN_OPT_FLAG, offsetof(struct args, print) },
	{ "cases", 0, NULL,
	    "print what good reports of its events say, for 'tocsin-lab "
	    "judge', "
	    "and do nothing else",
	    TCN_OPT_FLAG, offsetof(struct args, cases) },
	{ "quiet", 'q', NULL, "no progress line, and no alerts on the terminal",
	    TCN_OPT_FLAG, offsetof(struct args, quiet) },
	{ 0 },
};

struct run {
	struct tcn_demo *demo;
	struct tcn_run_loop loop;
	struct tcn_replay *replay;
	int64_t *found_ms; /* by true event: of its alert, or TCN_UNDATED */
	uint64_t alerts;
	const char *dir;
	char db[512], alerts_path[512], reports[512];
};

static struct tcn_demo_conf
demo_conf(const struct args *args)
{
	struct tcn_demo_conf conf;

	tcn_demo_conf_init(&conf);
	if (args->seed.given)
		conf.seed = args->seed.n;
	if (args->items.given)
		conf.items = (uint32_t)args->items.n;
	if (args->days.given)
		conf.days = (uint32_t)args->days.n;
	if (args->events.given)
		conf.events = (uint32_t)args->events.n;
	if (args->rewrites.given)
		conf.rewrites = (uint32_t)args->rewrites.n;
	return conf;
}

static enum tcn_rc
make_demo(const struct args *args, struct tcn_demo **demo, struct tcn_err *err)
{
	const struct tcn_demo_conf conf = demo_conf(args);

	return tcn_demo_new(&conf, demo, err);
}

static int
print_cases(const struct args *args)
{
	const struct tcn_demo_conf conf = demo_conf(args);
	struct tcn_buf out = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_demo_cases(&conf, &out, &err);
	int code = rc ? tcn_say_rc(rc, &err) : tcn_say_out(&out);

	tcn_buf_fini(&out);
	return code;
}

static int
print_demo(struct tcn_demo *demo)
{
	struct tcn_str line;
	enum tcn_rc rc;

	while ((rc = tcn_demo_next(demo, &line)) == TCN_OK) {
		fwrite(line.at, 1, line.n, stdout);
		putchar('\n');
		if (ferror(stdout))
			break;
	}
	if (rc && rc != TCN_DONE)
		return tcn_say_rc(rc, NULL);
	return tcn_say_flush();
}

/* Returns the label that more than half of the evidence bears; empty: none. */
static struct tcn_str
label_of(const struct tcn_event *event, const struct tcn_item_names *names)
{
	for (size_t i = 0; i < event->evidence_n; i++) {
		const struct tcn_item_name *a, *b;
		size_t n = 0;

		a = tcn_item_names_find(names, event->evidence[i]);
		for (size_t k = 0; a && k < event->evidence_n; k++) {
			b = tcn_item_names_find(names, event->evidence[k]);
			n += b && tcn_str_equal(a->label, b->label);
		}
		if (a && a->label.n && n * 2 > event->evidence_n)
			return a->label;
	}
	return tcn_str("");
}

/* The first alert counts. */
static void
note_found(int64_t *found_ms, int64_t fired_ms)
{
	if (*found_ms == TCN_UNDATED || fired_ms < *found_ms)
		*found_ms = fired_ms;
}

static void
fired(void *ctx, const struct tcn_event *event,
    const struct tcn_item_names *names)
{
	struct run *run = ctx;
	struct tcn_str label = label_of(event, names);
	const struct tcn_demo_event *events;
	size_t n;

	run->alerts++;
	events = tcn_demo_events(run->demo, &n);
	for (size_t i = 0; i < n; i++) {
		if (tcn_str_equal(label, tcn_str(events[i].label)))
			note_found(&run->found_ms[i], event->fired_ms);
	}
}

static void
now_at(void *ctx, struct tcn_progress_now *now)
{
	struct run *run = ctx;

	tcn_replay_now(run->replay, now);
}

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct run *run = ctx;

	return tcn_replay_step(run->replay, run->loop.source, err);
}

static enum tcn_rc
replay_demo(struct run *run, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_run_loop_all(&run->loop, err);

	return rc ? rc
		  : tcn_replay_finish(run->replay, run->loop.rejects.n, err);
}

static void
say_found(const struct run *run)
{
	const struct tcn_demo_event *events;
	size_t n, found = 0;

	events = tcn_demo_events(run->demo, &n);
	for (size_t i = 0; i < n; i++)
		found += run->found_ms[i] != TCN_UNDATED;
	printf("\n%" PRIu64 " articles, %" PRIu64 " alerts; %zu of %zu hidden "
	       "events found\n",
	    tcn_pipeline_counts(tcn_replay_pipeline(run->replay))->items,
	    run->alerts, found, n);
	for (size_t i = 0; i < n; i++) {
		bool is_found = run->found_ms[i] != TCN_UNDATED;
		char when[TCN_WHEN_BYTES];

		printf("  %s  %s  %s (%" PRIu32 " items)\n",
		    is_found ? "found " : "MISSED",
		    tcn_when_short(is_found ? run->found_ms[i]
					    : events[i].threshold_ms,
			when),
		    events[i].what, events[i].items);
	}
}

static void
say_report(void *ctx, const char *path)
{
	(void)ctx;
	printf("special reports: %s\n", path);
}

static int
write_reports(struct run *run, const struct tcn_conf *conf)
{
	const struct tcn_store *store =
	    tcn_pipeline_store(tcn_replay_pipeline(run->replay));
	struct tcn_report_job job = tcn_report_job(conf, store, run->reports);
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	size_t n;

	rc = tcn_report_files_period(&job, INT64_MIN, INT64_MAX, say_report,
	    NULL, &n, &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	printf("store: %s   alerts: %s\n", run->db, run->alerts_path);
	return tcn_say_flush();
}

/*
 * Makes the directory. A demonstration starts anew, so the store that an
 * earlier one left is removed.
 */
static enum tcn_rc
make_dir(struct run *run, struct tcn_err *err)
{
	static const char *const parts[] = { "", "-wal", "-shm" };
	char path[600];
	enum tcn_rc rc;

	if (strlen(run->dir) > 400)
		return tcn_err_set(err, TCN_INVALID,
		    "--dir: the name is over "
		    "400 bytes long");
	rc = tcn_out_mkdir(run->dir, err);
	if (rc)
		return rc;
	snprintf(run->db, sizeof run->db, "%s/news.db", run->dir);
	snprintf(run->alerts_path, sizeof run->alerts_path, "%s/alerts.ndjson",
	    run->dir);
	snprintf(run->reports, sizeof run->reports, "%s/reports", run->dir);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		snprintf(path, sizeof path, "%s%s", run->db, parts[i]);
		if (unlink(path) && errno != ENOENT)
			return tcn_err_set(err, TCN_IO, "cannot replace %s: %s",
			    path, strerror(errno));
	}
	return TCN_OK;
}

static int
run_parts(struct run *run, const struct args *args, const struct tcn_conf *conf)
{
	struct tcn_replay_conf replay = {
		.db = run->db,
		.alerts = run->alerts_path,
		.terminal = args->quiet ? NULL : stdout,
		.fired = fired,
		.ctx = run,
	};
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	size_t n;

	tcn_setup_pipeline(conf, &replay.pipeline);
	replay.pipeline.verb = "demo";
	tcn_demo_events(run->demo, &n);
	run->found_ms = tcn_mem_calloc(n + 1, sizeof *run->found_ms);
	for (size_t i = 0; i < n; i++)
		run->found_ms[i] = TCN_UNDATED;
	rc = make_dir(run, &err);
	if (!rc)
		run->loop.source = tcn_source_open_demo(run->demo);
	if (!rc)
		rc = tcn_replay_open(&replay, &run->replay, &err);
	if (!rc)
		rc = tcn_setup_record(tcn_replay_pipeline(run->replay), conf,
		    NULL, &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	tcn_stop_watch();
	rc = replay_demo(run, &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	say_found(run);
	return write_reports(run, conf);
}

/* Returns enum tcn_exit. */
static int
run_live(const struct args *args)
{
	struct tcn_verb_demo_live live = {
		.conf = &args->conf,
		.dir = args->dir ? args->dir : DIR_DEFAULT,
		.address = args->address,
		.port = args->port.given ? (int)args->port.n : -1,
		.speed = args->speed.given ? (unsigned)args->speed.n
					   : TCN_VERB_DEMO_LIVE_SPEED,
	};
	const struct tcn_demo_conf day = demo_conf(args);
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	int code;

	live.start_ms = day.start_ms;
	live.until_ms = day.start_ms + day.days * TCN_DAY_MS;
	if (args->port.given && args->port.n > 65535) {
		tcn_say("demo: --port must be 0 to 65535");
		return TCN_EXIT_USAGE;
	}
	if (args->speed.given &&
	    (!args->speed.n || args->speed.n > TCN_VERB_DEMO_LIVE_SPEED_MAX)) {
		tcn_say("demo: --speed must be 1 to %d",
		    TCN_VERB_DEMO_LIVE_SPEED_MAX);
		return TCN_EXIT_USAGE;
	}
	rc = make_demo(args, &live.demo, &err);
	if (!rc)
		rc = tcn_out_mkdir(live.dir, &err);
	code = rc ? tcn_say_rc(rc, &err) : tcn_verb_demo_live(&live);
	tcn_demo_free(live.demo);
	return code;
}

static int
run_demo(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct run run = { .dir = args->dir ? args->dir : DIR_DEFAULT };
	struct tcn_err err = { 0 };
	struct tcn_conf conf;
	enum tcn_rc rc;
	int code;

	(void)argc;
	(void)argv;
	if (args->live)
		return run_live(args);
	if (args->cases)
		return print_cases(args);
	code = tcn_conf_start(&args->conf, &conf);
	tcn_run_loop_init(&run.loop, false);
	run.loop.step = step;
	run.loop.now = now_at;
	run.loop.ctx = &run;
	run.loop.quiet = args->quiet;
	tcn_rulebook_warn_ignored(&conf, "demo");
	if (!code) {
		rc = make_demo(args, &run.demo, &err);
		code = rc ? tcn_say_rc(rc, &err) : 0;
	}
	if (!code)
		code = args->print ? print_demo(run.demo)
				   : run_parts(&run, args, &conf);
	tcn_replay_close(run.replay);
	tcn_run_loop_close(&run.loop);
	tcn_demo_free(run.demo);
	tcn_mem_free(run.found_ms);
	tcn_conf_fini(&conf);
	return code;
}

const struct tcn_verb tcn_verb_demo = {
	.name = "demo",
	.summary = "replay a generated day of news and write special reports",
	.usage = "[OPTION]...",
	.details =
	    "The news is invented, but has the shapes of the real thing: "
	    "breaking events, copies of wire texts, recurring notices, several "
	    "languages. The same seed gives the same day. Alerts are shown as "
	    "they fire; at the end stand the paths of the special reports.\n\n"
	    "The directory then holds news.db (the store: try the other verbs "
	    "on it), alerts.ndjson and reports/.\n\n"
	    "With --live the day passes as it would in a newsroom, but faster: "
	    "open the address that is printed in a browser.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.run = run_demo,
};
