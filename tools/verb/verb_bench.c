/*
 * tocsin bench: how fast are the parts on this machine?
 */
#include <string.h>

#include "tools/base/say.h"
#include "tools/bench/bench.h"
#include "tools/bench/paper/paper.h"
#include "tools/verb/verb.h"

struct args {
	struct tcn_opt_count items, seconds, seed, samples, queries;
	bool json, markdown;
	const char *number, *db, *over, *html, *known, *labels, *within;
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
	    "categories: the articles of FILE; collapse: result sets of "
	    "them; extract: write "
	    "the pages to this folder; index: what look-ups meet on the "
	    "articles of FILE; minhash: the titles of FILE; recommend: the "
	    "articles of FILE; rules: what "
	    "10 and 100 rules cost in a replay of it; sensitivity and "
	    "ablation: the streams to replay, may be given several times; "
	    "vectors: write them to this file, as float32; "
	    "paper: the stream to do the experiments on",
	    TCN_OPT_LIST, offsetof(struct args, input) },
	{ "markdown", 0, NULL, "sensitivity, ablation: the table in Markdown",
	    TCN_OPT_FLAG, offsetof(struct args, markdown) },
	{ "number", 0, "NAME",
	    "sensitivity: only this number; ablation: only this feature",
	    TCN_OPT_TEXT, offsetof(struct args, number) },
	{ "known", 0, "FILE",
	    "sensitivity, ablation: count the known events of this table that "
	    "are detected, too; paper: the events of 'paper events'",
	    TCN_OPT_TEXT, offsetof(struct args, known) },
	{ "labels", 0, "FIELD",
	    "paper, recommend: the field of each article that names its "
	    "story",
	    TCN_OPT_TEXT, offsetof(struct args, labels) },
	{ "within", 0, "TIME",
	    "paper distance: compare with the articles of so long before (4h)",
	    TCN_OPT_TEXT, offsetof(struct args, within) },
	{ "samples", 0, "N",
	    "paper distance: articles that are compared with those before "
	    "(4000)",
	    TCN_OPT_COUNT, offsetof(struct args, samples) },
	{ "queries", 0, "N", "paper plans: look-ups (10000)", TCN_OPT_COUNT,
	    offsetof(struct args, queries) },
	{ "over", 0, "KEY=V,V...",
	    "history: the setting to try, and its values; its threshold by "
	    "default",
	    TCN_OPT_TEXT, offsetof(struct args, over) },
	{ "html", 0, "FILE",
	    "history: write a page with curves; paper: a page with all tables "
	    "and plots",
	    TCN_OPT_TEXT, offsetof(struct args, html) },
	TCN_SOURCE_OPTS(struct args, source),
	TCN_CONF_OPTS(struct args, conf),
	{ 0 },
};

static const struct part {
	const char *name;
	int (*run)(const struct tcn_bench_args *args);
	bool takes_files;
} parts[] = {
	{ "ablation", tcn_bench_ablation, false },
	{ "categories", tcn_bench_categories, false },
	{ "collapse", tcn_bench_collapse, false },
	{ "edition", tcn_bench_edition, false },
	{ "extract", tcn_bench_extract, false },
	{ "history", tcn_bench_history, true },
	{ "http", tcn_bench_http, false },
	{ "index", tcn_bench_index, false },
	{ "keys", tcn_bench_keys, false },
	{ "minhash", tcn_bench_minhash, false },
	{ "page", tcn_bench_page, false },
	{ "paper", tcn_paper_bench, true },
	{ "recommend", tcn_bench_recommend, false },
	{ "replay", tcn_bench_replay, false },
	{ "report", tcn_bench_report, false },
	{ "retain", tcn_bench_retain, false },
	{ "rules", tcn_bench_rules, false },
	{ "sensitivity", tcn_bench_sensitivity, false },
	{ "soak", tcn_bench_soak, false },
	{ "start", tcn_bench_start, false },
	{ "store", tcn_bench_store, false },
	{ "stories", tcn_bench_stories, false },
	{ "sweep", tcn_bench_sweep, false },
	{ "tagger", tcn_bench_tagger, false },
	{ "text", tcn_bench_text, false },
	{ "vectors", tcn_bench_vectors, false },
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
		.number = args->number,
		.markdown = args->markdown,
		.known = args->known,
		.over = args->over,
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
		if (argc == 1 || parts[i].takes_files)
			return parts[i].run(&bench);
		tcn_say("%s takes no more arguments, and not '%s'", argv[0],
		    argv[1]);
		return TCN_EXIT_USAGE;
	}
	tcn_say("no part is called '%s'; 'tocsin bench --help' lists them",
	    argv[0]);
	return TCN_EXIT_USAGE;
}

const struct tcn_verb tcn_verb_bench = {
	.name = "bench",
	.summary = "measure how fast the parts are on this machine",
	.usage = "[OPTION]... PART | history STREAM KNOWN | paper [PART]...",
	.details =
	    "PART is one of:\n"
	    "  ablation  what each feature of the score adds: the streams "
	    "without it\n"
	    "  categories  guessing and learning categories, beside a bare "
	    "look-up of each word; how often the guess is right\n"
	    "  collapse  result sets of 100 articles without near-duplicates: "
	    "compared by pairs, by an index, from a store, from the cache, and "
	    "in a search\n"
	    "  edition  an edition of 50 events of 100 texts, and the next "
	    "one, "
	    "beside reading their articles from a store\n"
	    "  extract  articles out of generated pages whose articles are "
	    "known: precision, recall, MB/s\n"
	    "  history  STREAM KNOWN: of the known events of a table, how many "
	    "are detected at how many other alerts a day, over the range of a "
	    "threshold\n"
	    "  http     a daemon under load: articles one by one and in "
	    "batches, 10,000 listeners, idle connections\n"
	    "  index    look-ups, joins and expiry in the window's index of "
	    "fingerprints, beside a linear scan\n"
	    "  keys     look-ups and expiry in the window's ring of shared "
	    "keys, beside comparing with every item\n"
	    "  minhash  from the words of headlines to MinHash clusters, stage "
	    "by stage\n"
	    "  page     the newsroom's pages with 500 and 2,476 open events: "
	    "bytes and time beside /healthz, and intake with 0, 100 and 1,000 "
	    "pages open\n"
	    "  paper    the experiments that were published with the methods "
	    "of "
	    "this program, each with the published figure, ours, and under "
	    "which conditions: plans, distance, events, minhash, "
	    "sentences, pairs, or "
	    "all\n"
	    "  recommend  how long an answer to a reader of 50 articles takes, "
	    "and whether it is about the story that was read\n"
	    "  replay   from a line of NDJSON to a decision: headlines and "
	    "full text, without and with a store\n"
	    "  report   a special report of 500 and of 5,000 texts, and its "
	    "figures, beside finding the words of the same texts\n"
	    "  retain   the longest step of removing old rows beside intake, "
	    "by processor time and clock, with and without\n"
	    "  rules    1, 1,000 and 10,000 watch rules; a replay with 10 and "
	    "100 rules, beside one\n"
	    "  sensitivity  what halving and doubling each number of detection "
	    "does to the streams\n"
	    "  soak     a day of headlines in an hour: is memory flat, and how "
	    "long from POST to webhook?\n"
	    "  start    back after a stop, with a million headlines in the "
	    "window: seconds and memory\n"
	    "  store    headlines safe on disk, 1 to 2,000 a commit, beside "
	    "appending their bytes to a file\n"
	    "  stories  the story tier alone, with up to 200,000 items in the "
	    "window\n"
	    "  sweep    4, 16 and 100 points of a sweep, beside as many "
	    "replays\n"
	    "  tagger   parts of speech by the taggers that are installed, "
	    "beside preparing the same texts\n"
	    "  text     from title and text to a fingerprint, beside copying "
	    "the bytes and looking at each\n"
	    "  vectors  the ten nearest of 100,000 and a million vectors, "
	    "beside "
	    "the cosine with each\n\n"
	    "Every part measures a baseline of its own in the same run; "
	    "ratios to it can be compared between machines, times cannot.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = 7,
	.run = run,
};
