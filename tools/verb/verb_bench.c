/*
 * tocsin-lab bench: how fast are the parts on this machine?
 */
#include <string.h>

#include "tools/base/say.h"
#include "tools/lab/bench/bench.h"
#include "tools/lab/bench/paper/paper.h"
#include "tools/verb/verb.h"

struct args {
	struct tcn_opt_count items, seconds, seed, samples, queries;
	bool json;
	const char *db, *html, *known, *labels, *within;
	struct tcn_opt_list input;
	struct tcn_conf_args conf;
	struct tcn_source_args source;
};

static const struct tcn_opt opts[] = {
	{ "items", 0, "N", "how many items; what suits the part by default",
	    TCN_OPT_COUNT, offsetof(struct args, items) },
	{ "seconds", 0, "N", "soak: how long it takes (3600)", TCN_OPT_COUNT,
	    offsetof(struct args, seconds) },
	{ "db", 0, "FILE",
	    "soak: the daemon begins with a copy of this store, which a replay "
	    "of the days before made, and its clock runs as fast as the day",
	    TCN_OPT_TEXT, offsetof(struct args, db) },
	{ "seed", 0, "N", "another seed makes other data (1)", TCN_OPT_COUNT,
	    offsetof(struct args, seed) },
	{ "json", 0, NULL, "a line of JSON for each row", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ "input", 0, "FILE",
	    "index: what look-ups meet on the articles of FILE; soak: the "
	    "day; paper: the stream to do the experiments on, may be given "
	    "several times",
	    TCN_OPT_LIST, offsetof(struct args, input) },
	{ "known", 0, "FILE", "paper: the events of 'paper events'",
	    TCN_OPT_TEXT, offsetof(struct args, known) },
	{ "labels", 0, "FIELD",
	    "paper: the field of each article that names its story",
	    TCN_OPT_TEXT, offsetof(struct args, labels) },
	{ "within", 0, "TIME",
	    "paper distance: how far back articles are compared (4h)",
	    TCN_OPT_TEXT, offsetof(struct args, within) },
	{ "samples", 0, "N",
	    "paper distance: how many articles are compared with earlier ones "
	    "(4000)",
	    TCN_OPT_COUNT, offsetof(struct args, samples) },
	{ "queries", 0, "N", "paper plans: look-ups (10000)", TCN_OPT_COUNT,
	    offsetof(struct args, queries) },
	{ "html", 0, "FILE", "paper: write a page with all tables and plots",
	    TCN_OPT_TEXT, offsetof(struct args, html) },
	TCN_SOURCE_OPTS(struct args, source),
	TCN_CONF_OPTS(struct args, conf),
	{ 0 },
};

static const struct part {
	const char *name;
	int (*run)(const struct tcn_bench_args *args);
	bool takes_names;
} parts[] = {
	{ "http", tcn_bench_http, false },
	{ "index", tcn_bench_index, false },
	{ "page", tcn_bench_page, false },
	{ "paper", tcn_paper_bench, true },
	{ "replay", tcn_bench_replay, false },
	{ "soak", tcn_bench_soak, false },
	{ "store", tcn_bench_store, false },
	{ "text", tcn_bench_text, false },
};

static int
run(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_bench_args bench = {
		.items = args->items.n,
		.seconds = args->seconds.n,
		.seed = args->seed.given ? args->seed.n : 1,
		.json = args->json,
		.db = args->db,
		.input =
		    args->input.n ? args->input.at[args->input.n - 1] : NULL,
		.inputs = args->input.at,
		.inputs_n = args->input.n,
		.known = args->known,
		.html = args->html,
		.conf = &args->conf,
		.source = &args->source,
		.labels = args->labels,
		.within = args->within,
		.samples = args->samples.n,
		.queries = args->queries.n,
		.args = (const char *const *)argv + 1,
		.args_n = (size_t)argc - 1,
	};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		if (strcmp(parts[i].name, argv[0]) != 0)
			continue;
		if (argc == 1 || parts[i].takes_names)
			return parts[i].run(&bench);
		tcn_say("%s takes no more arguments, and not '%s'", argv[0],
		    argv[1]);
		return TCN_EXIT_USAGE;
	}
	tcn_say("no part is called '%s'; 'tocsin-lab bench --help' lists them",
	    argv[0]);
	return TCN_EXIT_USAGE;
}

const struct tcn_verb tcn_verb_bench = {
	.name = "bench",
	.summary = "measure how fast the parts are on this machine",
	.usage = "[OPTION]... PART | paper [PART]...",
	.details =
	    "PART is one of:\n"
	    "  http     a daemon under load: articles one by one and in "
	    "batches, 10,000 listeners, idle connections\n"
	    "  index    look-ups, joins and expiry in the window's index of "
	    "fingerprints, beside a linear scan\n"
	    "  page     the newsroom's pages with 500 and 2,476 open events: "
	    "bytes and time beside /healthz, and intake with 0, 100 and 1,000 "
	    "pages open\n"
	    "  paper    the experiments that were published with the methods "
	    "of "
	    "this program, each with the published figure, ours, and under "
	    "which conditions: plans, distance, events, minhash, "
	    "sentences, pairs, or "
	    "all\n"
	    "  replay   from a line of NDJSON to a decision: headlines and "
	    "full text, without and with a store\n"
	    "  soak     a day of headlines in an hour: is memory flat, and how "
	    "long from POST to webhook?\n"
	    "  store    headlines safe on disk, 1 to 2,000 a commit, beside "
	    "appending their bytes to a file\n"
	    "  text     from title and text to a fingerprint, beside copying "
	    "the bytes and looking at each\n\n"
	    "Every part measures a baseline of its own in the same run; "
	    "ratios to it can be compared between machines, times cannot.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = 7,
	.run = run,
};
