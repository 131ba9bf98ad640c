/*
 * Bench part "rules", second half: what do 10 and 100 rules of all kinds add
 * to a replay?
 *
 * The rules differ in what they count, from how many on, within which time and
 * of which items: a quarter is about every item, the others ask for words, for
 * a language or that words be missing. A round measures each number of rules
 * once, so that what else the machine does falls on all alike; a figure is the
 * median over the rounds of the ratio to the default rule alone in the same
 * round. Time is this thread's processor time, from the file to the decision.
 * The goal is less than 1.25 with 10 rules and less than 2 with 100.
 */
#include <inttypes.h>
#include <stdio.h>

#include "tools/bench/bench_rules_impl.h"
#include "tools/conf/rulebook.h"

enum {
	ROUNDS = 5,
	SIZES = 3,
};

static const struct size {
	size_t rules;
	double goal; /* times as long as one rule, at most */
} sizes[SIZES] = { { 1, 1 }, { 10, 1.25 }, { 100, 2 } };

/* What was measured of one number of rules. */
struct cost {
	struct tcn_rulebook book;
	struct tcn_pipeline_conf pipe;
	double seconds[ROUNDS], ratios[ROUNDS];
	struct tcn_pipeline_counts counts;
};

static void
put_words(struct tcn_buf *out, const struct tcn_bench_rules *b,
    struct tcn_demo_rng *rng, const char *key)
{
	tcn_buf_printf(out, ", where: {%s: [", key);
	for (int i = 0; i < 3; i++) {
		struct tcn_buf word = { 0 };

		tcn_buf_z(out, i ? ", " : "");
		tcn_bench_rules_word(&word, b, rng);
		tcn_buf_json(out, tcn_buf_view(&word));
		tcn_buf_fini(&word);
	}
	tcn_buf_z(out, "]}");
}

/*
 * Appends rule i. The first is the default rule; each other differs from it and
 * from its neighbours in every field.
 */
static void
put_rule(struct tcn_buf *out, const struct tcn_bench_rules *b,
    struct tcn_demo_rng *rng, size_t i)
{
	static const char *const units[] = { "items", "origins", "publishers" };
	static const char *const widths[] = { "1h", "2h", "4h", "90m", "3h" };
	static const unsigned least[] = { 15, 5, 8, 10, 20, 12, 30 };

	tcn_buf_printf(out, "- {name: r%zu", i);
	if (i)
		tcn_buf_printf(out, ", of: %s, more_than: %u, within: %s",
		    units[i % 3], least[i % 7], widths[i % 5]);
	switch (i % 4) {
	case 1:
		put_words(out, b, rng, "any");
		break;
	case 2:
		tcn_buf_z(out, ", where: {language: en}");
		break;
	case 3:
		put_words(out, b, rng, "none");
		break;
	default:
		break;
	}
	tcn_buf_z(out, "}\n");
}

static enum tcn_rc
make_rules(struct tcn_bench_rules *b, size_t n, struct cost *cost)
{
	struct tcn_demo_rng rng = { tcn_demo_subseed(b->args->seed, n) };
	struct tcn_buf text = { 0 };
	enum tcn_rc rc = TCN_OK;

	cost->pipe = b->pipe;
	if (n == 1)
		return TCN_OK;
	tcn_buf_z(&text, "rules:\n");
	for (size_t i = 0; i < n; i++)
		put_rule(&text, b, &rng, i);
	rc = text.failed ? TCN_NOMEM
			 : tcn_rulebook_read(&b->conf, "rules",
			       tcn_buf_view(&text), NULL, &cost->book, &b->err);
	tcn_buf_fini(&text);
	if (!rc)
		tcn_rulebook_use(&cost->book, &cost->pipe.detector);
	return rc;
}

static enum tcn_rc
measure_round(struct tcn_bench_rules *b, struct cost *costs, int round)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < SIZES && !rc; i++) {
		double began = tcn_bench_cpu();

		rc = tcn_bench_archive_replay(&b->archive, &costs[i].pipe,
		    &costs[i].counts, &b->err);
		costs[i].seconds[round] = tcn_bench_cpu() - began;
		costs[i].ratios[round] =
		    costs[i].seconds[round] / costs[0].seconds[round];
	}
	return rc;
}

static void
print_row(const struct tcn_bench_rules *b, const struct size *size,
    struct cost *cost)
{
	double ratio = tcn_bench_quantile(cost->ratios, ROUNDS, 0.5);
	double seconds = tcn_bench_quantile(cost->seconds, ROUNDS, 0.5);

	if (b->args->json)
		printf("{\"step\":\"replay\",\"rules\":%zu,\"items\":%" PRIu64
		       ",\"seconds\":%.4f,\"of_one_rule\":%.4f,"
		       "\"goal\":%.2f,\"events\":%" PRIu64 "}\n",
		    size->rules, cost->counts.items, seconds, ratio, size->goal,
		    cost->counts.events);
	else
		printf("%-10s %8zu %9" PRIu64 " %12.0f %12.3f %10" PRIu64
		       " events; goal %.2f\n",
		    "replay", size->rules, cost->counts.items,
		    (double)cost->counts.items / seconds, ratio,
		    cost->counts.events, size->goal);
	fflush(stdout);
}

enum tcn_rc
tcn_bench_rules_many(struct tcn_bench_rules *b)
{
	struct cost costs[SIZES] = { 0 };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < SIZES && !rc; i++)
		rc = make_rules(b, sizes[i].rules, &costs[i]);
	for (int round = 0; round < ROUNDS && !rc; round++)
		rc = measure_round(b, costs, round);
	if (!rc && !b->args->json)
		printf("%-10s %8s %9s %12s %12s %10s\n", "step", "rules",
		    "items", "items/s", "of one rule", "events");
	for (size_t i = 0; i < SIZES && !rc; i++)
		print_row(b, &sizes[i], &costs[i]);
	for (size_t i = 0; i < SIZES; i++)
		tcn_rulebook_close(&costs[i].book);
	return rc;
}
