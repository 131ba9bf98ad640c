/*
 * tools/lab/bench/paper/paper_plans.c - the storage experiment: what does a
 * look-up of one fingerprint cost when 64 bits are cut into blocks, and what
 * does it miss?
 *
 * Three plans (8 blocks of 8 bits, 4 of 16, 5 of 13), each in two ways: "exact
 * block" compares with all that has a block in common, as published
 * (paper_blocks.h); "probing" is the window's index (window/near), which also
 * looks at neighbouring block values and so misses nothing up to 7 bits. Random
 * members are looked up. Times are processor time, less what reading the clock
 * takes. Precision and recall are counted, for a part of the queries, against a
 * linear scan.
 */
#include <stdio.h>

#include "engine/base/mem.h"
#include "tools/lab/bench/bench_pairs.h"
#include "tools/lab/bench/paper/paper_blocks.h"
#include "tools/lab/bench/paper/paper_impl.h"
#include "tools/lab/bench/paper/paper_look_ups.h"
#include "window/base/popcount.h"
#include "window/near/near.h"

#define ITEMS_DEFAULT   9600000
#define ITEMS_MIN       1000
#define ITEMS_MAX       200000000
#define QUERIES_DEFAULT 10000
#define QUERIES_MAX     1000000
#define PUBLISHED_N     8388608.0 /* 2^23: what the paper reckons with */

static const struct plan {
	enum tcn_near_plan_kind kind;
	const char *name, *look_up, *meets;
	double seconds; /* published; NaN: not */
	double met; /* reckoned in the publication */
} plans[] = {
	{ TCN_NEAR_PLAN_8X8, "8 x 8", "a look-up, 8 blocks of 8 bits",
	    "entries a look-up meets, 8 blocks of 8 bits", NAN, 262144 },
	{ TCN_NEAR_PLAN_4X16, "4 x 16", "a look-up, 4 blocks of 16 bits",
	    "entries a look-up meets, 4 blocks of 16 bits", 0.003646, 512 },
	{ TCN_NEAR_PLAN_5X13, "5 x 13", "a look-up, 5 blocks of 13 bits",
	    "entries a look-up meets, 5 blocks of 13 bits", 0.019747, 5120 },
};

enum {
	PLANS = sizeof plans / sizeof *plans,
	FIT_4X16 = 1,
	FIT_5X13 = 2,
};

struct run {
	struct tcn_paper *paper;
	struct tcn_paper_sample sample;
	uint64_t *fingerprints;
	size_t n, cap;
	uint64_t state; /* of the random numbers */
	uint64_t steps, steps_all; /* for the progress */
	bool given;
};

/* ---- fingerprints ---- */

static enum tcn_rc
take(void *ctx, const struct tcn_paper_item *item, struct tcn_err *err)
{
	struct run *run = ctx;
	uint64_t *fit;

	(void)err;
	if (!item->place->has_fingerprint)
		return TCN_OK;
	fit =
	    tcn_mem_grow(run->fingerprints, &run->cap, run->n + 1, sizeof *fit);
	run->fingerprints = fit;
	fit[run->n++] = item->place->fingerprint;
	return TCN_OK;
}

static enum tcn_rc
make_fingerprints(struct run *run, struct tcn_buf *data, struct tcn_err *err)
{
	const struct tcn_bench_args *args = run->paper->args;
	size_t n = args->items ? args->items : ITEMS_DEFAULT;
	struct tcn_paper_streamed streamed;
	enum tcn_rc rc;

	if (run->given) {
		rc = tcn_paper_stream(run->paper, 0, take, run, &streamed, err);
		if (rc)
			return rc;
		tcn_paper_stream_text(run->paper, &streamed, data);
		tcn_buf_printf(data,
		    " The %zu fingerprints that they have, in "
		    "the order they came.",
		    run->n);
		return run->n >= 2 ? TCN_OK
				   : tcn_err_set(err, TCN_INVALID,
					 "the stream has no two articles with "
					 "a fingerprint");
	}
	if (n < ITEMS_MIN || n > ITEMS_MAX)
		return tcn_err_set(err, TCN_INVALID,
		    "plans takes %d to %d items", ITEMS_MIN, ITEMS_MAX);
	run->fingerprints = tcn_mem_alloc(n * sizeof *run->fingerprints);
	run->n = n;
	tcn_bench_families(&run->state, run->fingerprints, n);
	tcn_table_count(n, data);
	tcn_buf_z(data,
	    " made-up fingerprints, of which 80 % are random and 20 % come in "
	    "families of 2 to 100 with 0 to 7 bits flipped.");
	return TCN_OK;
}

static void
see_step(void *ctx)
{
	struct run *run = ctx;

	tcn_paper_progress_step(run->paper, ++run->steps, run->steps_all);
}

/* ---- the section ---- */

static const struct tcn_table_column look_up_columns[] = {
	{ "plan", "plan", TCN_TABLE_TEXT },
	{ "way", "way", TCN_TABLE_TEXT },
	{ "mean", "a look-up", TCN_TABLE_SECONDS },
	{ "p50", "p50", TCN_TABLE_SECONDS },
	{ "p99", "p99", TCN_TABLE_SECONDS },
	{ "longest", "longest", TCN_TABLE_SECONDS },
	{ "places", "places", TCN_TABLE_FIGURE },
	{ "met", "met", TCN_TABLE_FIGURE },
	{ "reckoned", "reckoned", TCN_TABLE_FIGURE },
	{ "precision_3", "precision 0..3", TCN_TABLE_FIGURE },
	{ "precision_7", "precision 0..7", TCN_TABLE_FIGURE },
	{ "recall_3", "recall 0..3", TCN_TABLE_FIGURE },
	{ "recall_4_7", "recall 4..7", TCN_TABLE_FIGURE },
	{ "bytes", "bytes an item", TCN_TABLE_FIGURE },
};

static void
add_row(struct run *run, struct tcn_table *table, const char *plan,
    const char *way, const struct tcn_paper_look_ups *f)
{
	const double figures[] = { f->mean, f->p50, f->p99, f->longest,
		f->places, f->met, f->reckoned, f->precision_3, f->precision_7,
		f->recall_3, f->recall_7, f->bytes };
	union tcn_table_cell *row =
	    tcn_paper_report_row(&run->paper->report, table);

	row[0].text = tcn_str(plan);
	row[1].text = tcn_str(way);
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
		row[2 + i].x = figures[i];
}

static void
claim_times(struct run *run, const struct tcn_paper_look_ups exact_ups[PLANS],
    const struct tcn_paper_look_ups *probing_up)
{
	struct tcn_paper_report *report = &run->paper->report;
	static const char there[] =
	    "9.6 million fingerprints in a cloud blob store, one blob for "
	    "each place; "
	    "10,000 of them sampled; mean time of a retrieval";
	struct tcn_buf here = { 0 };

	tcn_table_count(run->n, &here);
	tcn_buf_z(&here, " fingerprints in the memory of one process; ");
	tcn_table_count(run->sample.queries_n, &here);
	tcn_buf_z(&here,
	    " of them sampled; mean processor time; the same blocks");
	for (size_t i = FIT_4X16; i < PLANS; i++)
		tcn_paper_report_claim(report, plans[i].look_up,
		    TCN_PAPER_SECONDS, plans[i].seconds, there,
		    exact_ups[i].mean, here.at);
	tcn_buf_fini(&here);
	tcn_paper_report_claim(report,
	    "a look-up, 4 blocks of 16 bits, nothing missed up to 7 bits",
	    TCN_PAPER_SECONDS, plans[FIT_4X16].seconds,
	    "9.6 million fingerprints in a cloud blob store; finds what has a "
	    "block in common only",
	    probing_up->mean,
	    "our fingerprints in the window's index, which probes neighbouring "
	    "values too; mean processor time");
	tcn_paper_report_claim(report, "13 bits a block in place of 16: time",
	    TCN_PAPER_NUMBER, plans[FIT_5X13].seconds / plans[FIT_4X16].seconds,
	    "quotient of the two published times of a look-up",
	    exact_ups[FIT_5X13].mean / exact_ups[FIT_4X16].mean,
	    "quotient of our two times, exact blocks");
}

static void
claim_met(struct run *run)
{
	for (size_t i = 0; i < PLANS; i++)
		tcn_paper_report_claim(&run->paper->report, plans[i].meets,
		    TCN_PAPER_NUMBER, plans[i].met,
		    "reckoned for 2^23 random fingerprints",
		    tcn_paper_blocks_reckon(plans[i].kind, PUBLISHED_N),
		    i == FIT_5X13
			? "the sum of n / 2^bits over the blocks, for the same "
			  "number; five blocks of 13 bits would be 65 bits, so "
			  "one has 12 and twice as many entries"
			: "the sum of n / 2^bits over the blocks, for the same "
			  "number");
}

static void
run_plans(struct run *run)
{
	struct tcn_paper_look_ups exact_ups[PLANS] = { 0 },
				  probing_ups[PLANS] = { 0 };
	struct tcn_table *table;

	for (size_t i = 0; i < PLANS; i++) {
		tcn_paper_look_ups_exact(&run->sample, plans[i].kind,
		    &exact_ups[i]);
		tcn_paper_look_ups_probing(&run->sample, plans[i].kind,
		    &probing_ups[i]);
	}
	claim_times(run, exact_ups, &probing_ups[FIT_4X16]);
	claim_met(run);
	table = tcn_paper_report_table(&run->paper->report, "look_ups",
	    "One look-up: cost, what it meets, what it finds", look_up_columns,
	    sizeof look_up_columns / sizeof *look_up_columns);
	for (size_t i = 0; i < PLANS; i++) {
		add_row(run, table, plans[i].name, "exact block",
		    &exact_ups[i]);
		add_row(run, table, plans[i].name, "probing", &probing_ups[i]);
	}
}

static const struct tcn_table_column size_columns[] = {
	{ "items", "fingerprints", TCN_TABLE_COUNT },
	{ "radius_3", "within 3 bits", TCN_TABLE_SECONDS },
	{ "radius_7", "within 7 bits", TCN_TABLE_SECONDS },
	{ "scan", "linear scan", TCN_TABLE_SECONDS },
	{ "times", "scan / within 7", TCN_TABLE_FIGURE },
};

/* The index at one size, beside a scan of as many. */
static void
run_size(struct run *run, size_t n, double figures[3])
{
	const struct tcn_popcount *popcount = tcn_popcount_best();
	struct tcn_near *near =
	    tcn_paper_look_ups_fill(&run->sample, TCN_NEAR_PLAN_4X16, n);

	for (int i = 0; i < 3; i++) {
		size_t queries =
		    i == 2 ? run->sample.scanned_n : run->sample.queries_n;
		double start = tcn_bench_cpu();

		for (size_t q = 0; q < queries; q++)
			run->sample.answers += i == 2
			    ? popcount->count64(run->fingerprints, n,
				  run->sample.queries[q], 7)
			    : tcn_near_items(near, run->sample.queries[q],
				  i ? 7 : 3, INT64_MIN, INT64_MAX);
		figures[i] = (tcn_bench_cpu() - start) / (double)queries;
		see_step(run);
	}
	tcn_near_free(near);
}

static void
run_sizes(struct run *run)
{
	struct tcn_paper_report *report = &run->paper->report;
	const size_t sizes[] = { 100000, 1000000, run->n };
	double x[3], lines[3][3];
	struct tcn_table *table = tcn_paper_report_table(report, "sizes",
	    "The window's index, 4 x 16, by size", size_columns,
	    sizeof size_columns / sizeof *size_columns);
	struct tcn_paper_plot plot = {
		.name = "plans-sizes",
		.title = "A look-up by how many are stored",
		.x_name = "fingerprints",
		.y_name = "microseconds",
		.caption = "Both axes are logarithmic.",
		.log_x = true,
		.log_y = true,
		.y_times = 1e6,
		.y_unit = "",
		.lines = { { .name = "within 3 bits" },
		    { .name = "within 7 bits" }, { .name = "linear scan" } },
		.lines_n = 3,
	};
	size_t n = 0;

	for (size_t i = 0; i < 3; i++) {
		union tcn_table_cell *row;
		double figures[3];

		if (i < 2 && sizes[i] >= run->n / 2)
			continue;
		run_size(run, sizes[i], figures);
		row = tcn_paper_report_row(report, table);
		row[0].n = sizes[i];
		for (size_t k = 0; k < 3; k++)
			row[1 + k].x = lines[k][n] = figures[k];
		row[4].x = figures[2] / figures[1];
		x[n++] = (double)sizes[i];
	}
	for (size_t k = 0; k < 3; k++) {
		plot.lines[k].x = tcn_paper_report_numbers(report, x, n);
		plot.lines[k].y = tcn_paper_report_numbers(report, lines[k], n);
		plot.lines[k].n = n;
	}
	if (n > 1)
		tcn_paper_report_plot(report, &plot);
}

static enum tcn_rc
run_all(struct run *run, struct tcn_err *err)
{
	struct tcn_buf data = { 0 };
	enum tcn_rc rc = make_fingerprints(run, &data, err);

	run->sample.step = see_step;
	run->sample.ctx = run;
	if (!rc)
		tcn_paper_sample_make(&run->sample, run->fingerprints, run->n,
		    run->paper->args->queries ? run->paper->args->queries
					      : QUERIES_DEFAULT,
		    &run->state);
	if (!rc)
		tcn_paper_report_begin(&run->paper->report, "plans",
		    "Look-ups among stored fingerprints",
		    "A simhash framework for news aggregators (conference "
		    "paper, 2017): 64 bits are cut into blocks, and a "
		    "fingerprint is stored under the value of each.",
		    data.at);
	tcn_buf_fini(&data);
	if (rc)
		return rc;
	run->steps_all =
	    TCN_PAPER_SCANNED_STEPS + TCN_PAPER_LOOK_UPS_STEPS * PLANS + 9;
	tcn_paper_progress_begin(run->paper);
	tcn_paper_sample_scan(&run->sample);
	run_plans(run);
	run_sizes(run);
	tcn_paper_progress_end(run->paper, run->steps_all);
	return TCN_OK;
}

enum tcn_rc
tcn_paper_plans(struct tcn_paper *paper, struct tcn_err *err)
{
	struct run run = {
		.paper = paper,
		.state = paper->args->seed,
		.given = tcn_paper_is_given(paper),
	};
	enum tcn_rc rc = TCN_OK;

	if (paper->args->queries > QUERIES_MAX)
		rc = tcn_err_set(err, TCN_INVALID,
		    "--queries takes 1 to %d, not %llu", QUERIES_MAX,
		    (unsigned long long)paper->args->queries);
	if (!rc)
		rc = run_all(&run, err);
	tcn_paper_sample_fini(&run.sample);
	tcn_mem_free(run.fingerprints);
	return rc;
}
