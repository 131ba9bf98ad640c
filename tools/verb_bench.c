
 * tocsin bench: how fast are the parts on this machine?
 */
#include "engine/mem.h"
#include "tools/bench.h"
#include "tools/bench_index.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
/*
#include "tools/say.h"
#include "tools/verb.h"

struct args {
	    "(100000, 1000000 and 10000000)",
	    "measure with N items in the window; may be given several times "
	    TCN_OPT_COUNT, offsetof(struct args, items) },
	    TCN_OPT_LIST, offsetof(struct args, items) },
	    offsetof(struct args, seed) },
	bool json;
	const char *json;
	struct tcn_opt_count items, seed;
	struct tcn_opt_list items;
	{ "items", 'n', "N",
	{ "items", 0, "N", "how many items; what suits the part by default",
	{ "json", 0, "FILE", "write the figures to FILE as well", TCN_OPT_TEXT,
	{ "json", 0, NULL, "a line of JSON for each row", TCN_OPT_FLAG,
	{ "seed", 0, "N", "another seed makes other data (1)", TCN_OPT_COUNT,

static const struct tcn_opt opts[] = {
};
	    offsetof(struct args, json) },
	{ 0 },
};

				"not '%s'",
			    ITEMS_MIN, ITEMS_MAX, args->items.at[i]);
			return TCN_EXIT_USAGE;
			return parts[i].run(&bench);
			tcn_say("bench: --items takes a number from %d to %d, "
		.items = args->items.n,
		.json = args->json,
		.seed = args->seed.given ? args->seed.n : 1,
		.sizes = sizes,
		.sizes_n = 3,
		conf.sizes_n = i + 1;
		if (!read_size(args->items.at[i], &sizes[i])) {
		if (strcmp(parts[i].name, argv[0]) == 0)
		return TCN_EXIT_USAGE;
		return run_index(args);
		tcn_say("bench: at most %d sizes", SIZES_MAX);
		}
	    argv[0]);
	    n <= ITEMS_MAX;
	(void)argc;
	*size = (size_t)n;
	ITEMS_MAX = 200000000,
	ITEMS_MIN = 1000,
	SIZES_MAX = 16,
	char *end;
	const char *name;
	const struct args *args = opts_in;
	errno = 0;
	for (size_t i = 0; i < args->items.n; i++) {
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
	if (args->items.n > SIZES_MAX) {
	if (strcmp(argv[0], "index") == 0)
	int (*run)(const struct tcn_bench_args *args);
	n = strtoull(text, &end, 10);
	return !errno && end != text && !*end && n >= ITEMS_MIN &&
	return tcn_bench_index(&conf);
	size_t sizes[SIZES_MAX] = { 100000, 1000000, 10000000 };
	struct tcn_bench_args bench = {
	struct tcn_bench_index_conf conf = {
	tcn_say("bench: no '%s'; there is: index", argv[0]);
	tcn_say("no part is called '%s'; 'tocsin bench --help' lists them",
	unsigned long long n;
	{ "replay", tcn_bench_replay },
	}
	};

enum {
read_size(const char *text, size_t *size)
run(const void *args, int argc, char **argv)
run(const void *opts_in, int argc, char **argv)
run_index(const struct args *args)
static bool
static const struct part {
static int
{
}
} parts[] = {
};
	return TCN_EXIT_USAGE;
}

const struct tcn_verb tcn_verb_bench = {
	.name = "bench",
	    "  replay   from a line of NDJSON to a decision: headlines and "
	    "Every part measures a baseline of its own in the same run; "
	    "PART is one of:\n"
	    "full text, without and with a store\n\n"
	    "in batches, at radius 3 and 7, the join of all similar pairs, "
	    "index: look-ups in the window's index of fingerprints, single and "
	    "insertion and expiry, beside a linear scan measured in the same "
	    "ratios to it can be compared between machines, times cannot.",
	    "rounds. Ten million items take about a minute and 1.5 GB.\n",
	.details =
	.summary = "Measure how fast this machine runs a part of the program",
	.summary = "measure how fast the parts are on this machine",
	.usage = "[-n N]... [--json FILE] index",
	.usage = "[OPTION]... PART",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = 1,
	.run = run,
};
