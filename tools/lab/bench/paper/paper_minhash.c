/*
 * tools/lab/bench/paper/paper_minhash.c - clusters of headlines by MinHash and
 * locality-sensitive hashing: how long it takes, and how good they are.
 *
 * The times are those of `paper_clusters.h`, of the first 10,000 headlines
 * of the stream, or of generated ones; the publication measured nothing else.
 * With labels, the rule that counts the items of a cluster is then tried with
 * the published thresholds and with others, over one reading of the stream, and
 * its alerts are scored beside those of the rule that counts stories.
 */
#include <inttypes.h>
#include <string.h>

#include "engine/base/quantity.h"
#include "tools/lab/bench/paper/paper_clusters.h"
#include "tools/lab/bench/paper/paper_impl.h"
#include "tools/lab/bench/paper/paper_known.h"
#include "tools/lab/demo/demo.h"

#define HEADLINES 10000 /* as published */
#define FEW       1000
#define GENERATED 30000 /* articles that are scored */

struct run {
	struct tcn_paper *paper;
	struct tcn_paper_words words;
	struct tcn_demo *demo; /* of a generated stream */
	struct tcn_sweep_grid grid;
	struct tcn_paper_known known;
	struct tcn_score_conf score;
	uint64_t events; /* that the labels name */
	uint64_t items; /* that were scored, and from when to when */
	int64_t first_ms, last_ms;
};

/* 120 values in 40 bands of 3; a link has three equal bands and a likeness of
 * .778, the signatures taken as sets. */
static struct tcn_clusters_conf
published_conf(void)
{
	struct tcn_clusters_conf conf = tcn_clusters_conf_default;

	conf.minhash.bands = 40;
	conf.minhash.rows = 3;
	conf.least_bands = 3;
	conf.jaccard = 0.778;
	conf.estimate = TCN_MINHASH_SETS;
	conf.horizon_ms = 0;
	return conf;
}

/* ---- times ---- */

static const struct tcn_table_column stage_columns[] = {
	{ "stream", "headlines", TCN_TABLE_TEXT },
	{ "items", "how many", TCN_TABLE_COUNT },
	{ "sign", "signatures", TCN_TABLE_SECONDS },
	{ "bands", "bands", TCN_TABLE_SECONDS },
	{ "lsh", "LSH", TCN_TABLE_SECONDS },
	{ "total", "words to clusters", TCN_TABLE_SECONDS },
	{ "candidates", "candidates", TCN_TABLE_COUNT },
	{ "links", "links", TCN_TABLE_COUNT },
	{ "clusters", "clusters", TCN_TABLE_COUNT },
	{ "bytes", "bytes an item", TCN_TABLE_FIGURE },
};

static void
add_stages(struct run *run, struct tcn_table *table, const char *stream,
    size_t n, const struct tcn_paper_clusters *f)
{
	union tcn_table_cell *row =
	    tcn_paper_report_row(&run->paper->report, table);

	row[0].text = tcn_str(stream);
	row[1].n = n;
	row[2].x = f->sign;
	row[3].x = f->bands;
	row[4].x = f->lsh;
	row[5].x = f->total;
	row[6].n = f->stats.lsh.candidates;
	row[7].n = f->stats.links;
	row[8].n = f->stats.groups;
	row[9].x = f->bytes;
}

static enum tcn_rc
make_words(struct run *run, enum tcn_paper_words_kind kind, struct tcn_err *err)
{
	struct tcn_bench_args args = *run->paper->args;

	tcn_paper_words_fini(&run->words);
	args.items = HEADLINES;
	if (tcn_paper_is_given(run->paper))
		return tcn_paper_words_read(&args, &run->words, err);
	tcn_paper_words_make(kind, HEADLINES, args.seed, &run->words);
	return TCN_OK;
}

static void
claim(struct run *run, const char *what, double published, const char *there,
    double ours, const char *here)
{
	tcn_paper_report_claim(&run->paper->report, what, TCN_PAPER_SECONDS,
	    published, there, ours, here);
}

static void
add_claims(struct run *run, size_t n, const struct tcn_paper_clusters *f,
    const struct tcn_paper_clusters *few)
{
	claim(run, "a signature of 120 values", 1e-3,
	    "a story of ten words or so; program and machine are not described",
	    f->sign / (double)n,
	    "a headline's words as numbers to its signature, mean processor "
	    "time");
	claim(run, "locality-sensitive hashing of 10,000", 3e-3,
	    "40 bands of 3; program and machine are not described",
	    f->lsh * HEADLINES / (double)n,
	    "looking up and filing the bands, and comparing the signatures of "
	    "all candidates; how many there are depends on the headlines");
	claim(run, "10,000 stories, all together", 10,
	    "signatures, hashing, checking and clustering; program and machine "
	    "are not described",
	    f->total * HEADLINES / (double)n,
	    "from words to clusters, one by one as they come, on one core");
	claim(run, "1,000 stories, all together", 1,
	    "signatures, hashing, checking and clustering; program and machine "
	    "are not described",
	    few->total * FEW / (double)(n < FEW ? n : FEW),
	    "from words to clusters, the first of them, on one core");
}

static enum tcn_rc
measure(struct run *run, struct tcn_table **table, const char *name,
    enum tcn_paper_words_kind kind, struct tcn_err *err)
{
	struct tcn_clusters_conf conf = published_conf();
	struct tcn_paper_clusters all, few;
	enum tcn_rc rc = make_words(run, kind, err);
	size_t n = run->words.n;

	conf.expected = n; /* a batch, of which it is known how many they are */
	if (!rc && n < 2)
		rc = tcn_err_set(err, TCN_DONE,
		    "minhash needs articles with titles");
	if (!rc)
		tcn_paper_clusters_run(&run->words, &conf, &all);
	if (!rc) {
		run->words.n = n < FEW ? n : FEW;
		tcn_paper_clusters_run(&run->words, &conf, &few);
		run->words.n = n;
	}
	if (rc)
		return rc;
	if (!*table) {
		add_claims(run, n, &all, &few);
		*table = tcn_paper_report_table(&run->paper->report, "stages",
		    "Stage by stage, with the published thresholds",
		    stage_columns,
		    sizeof stage_columns / sizeof *stage_columns);
	}
	add_stages(run, *table, name, n, &all);
	return TCN_OK;
}

static enum tcn_rc
run_times(struct run *run, struct tcn_err *err)
{
	struct tcn_table *table = NULL;
	enum tcn_rc rc;

	if (tcn_paper_is_given(run->paper))
		return measure(run, &table, "of the stream",
		    TCN_PAPER_WORDS_QUIET, err);
	rc = measure(run, &table, "half of them about events",
	    TCN_PAPER_WORDS_BURSTS, err);
	return rc ? rc
		  : measure(run, &table, "hardly any alike",
			TCN_PAPER_WORDS_QUIET, err);
}

/* ---- the chance to become a candidate ---- */

static const struct curve {
	const char *name;
	unsigned bands, rows, least;
} curves[] = {
	{ "40 x 3, 1 band", 40, 3, 1 },
	{ "40 x 3, 3 bands", 40, 3, 3 },
	{ "60 x 4, 3 bands", 60, 4, 3 },
	{ "80 x 3, 3 bands", 80, 3, 3 },
};

enum {
	CURVES = sizeof curves / sizeof *curves,
	CURVE_POINTS = 51,
};

/* At least `least` of the bands are equal: one less the binomial chances of
 * fewer. */
static double
chance(const struct curve *curve, double likeness)
{
	double q = 1, fewer = 0, term = 1;

	for (unsigned i = 0; i < curve->rows; i++)
		q *= likeness;
	if (q >= 1)
		return 1;
	for (unsigned i = 0; i < curve->bands; i++)
		term *= 1 - q;
	for (unsigned k = 0; k < curve->least; k++) {
		fewer += term;
		term *= (double)(curve->bands - k) / (k + 1) * q / (1 - q);
	}
	return fewer < 1 ? 1 - fewer : 0;
}

static void
add_curves(struct run *run)
{
	struct tcn_paper_report *report = &run->paper->report;
	double x[CURVE_POINTS], y[CURVE_POINTS];
	struct tcn_paper_plot plot = {
		.name = "minhash-curves",
		.title = "The chance to become a candidate",
		.x_name = "Jaccard likeness of the words",
		.y_name = "chance",
		.caption =
		    "Reckoned: bands x rows of a signature, and how many "
		    "bands must be equal. Two headlines of one event "
		    "mostly share fewer than half of their words.",
		.y_times = 100,
		.y_unit = " %",
		.lines_n = CURVES,
	};

	for (size_t i = 0; i < CURVE_POINTS; i++)
		x[i] = (double)i / (CURVE_POINTS - 1);
	for (size_t c = 0; c < CURVES; c++) {
		for (size_t i = 0; i < CURVE_POINTS; i++)
			y[i] = chance(&curves[c], x[i]);
		plot.lines[c] = (struct tcn_paper_line){
			.name = curves[c].name,
			.x = tcn_paper_report_numbers(report, x, CURVE_POINTS),
			.y = tcn_paper_report_numbers(report, y, CURVE_POINTS),
			.n = CURVE_POINTS,
		};
	}
	tcn_paper_report_plot(report, &plot);
}

/* ---- how good the clusters are ---- */

/* The points that are shown, by their numbers in the grid below, whose last
 * axis changes fastest. */
static const char kinds[] = "rules.kind=cluster,story";
static const char bands[] = "lsh.least_bands=1,2,3";
static const char likenesses[] = "lsh.jaccard=0.2,0.25,0.3,0.35,0.5,0.778";

enum {
	BANDS = 3,
	LIKENESSES = 6,
};

static enum tcn_rc
open_stream(void *ctx, struct tcn_run_loop *loop, struct tcn_err *err)
{
	struct run *run = ctx;

	return tcn_paper_stream_open(run->paper, GENERATED, 0, &run->demo, loop,
	    err);
}

static const struct tcn_table_column score_columns[] = {
	{ "rule", "rule", TCN_TABLE_TEXT },
	{ "jaccard", "likeness", TCN_TABLE_FIGURE },
	{ "least_bands", "equal bands", TCN_TABLE_FIGURE },
	{ "recall", "recall", TCN_TABLE_SHARE },
	{ "precision", "precision", TCN_TABLE_SHARE },
	{ "f1", "F1", TCN_TABLE_FIGURE },
	{ "delay_min", "median minutes", TCN_TABLE_FIGURE },
	{ "alerts_per_day", "alerts a day", TCN_TABLE_FIGURE },
};

static void
add_score(struct run *run, struct tcn_table *table, const char *rule,
    double likeness, double least_bands, size_t point)
{
	const struct tcn_score *score = &run->known.run.sweep->scores[point];
	union tcn_table_cell *row =
	    tcn_paper_report_row(&run->paper->report, table);

	row[0].text = tcn_str(rule);
	row[1].x = likeness;
	row[2].x = least_bands;
	row[3].x = score->recall;
	row[4].x = score->precision;
	row[5].x = score->f1;
	row[6].x = score->delay_median_min;
	row[7].x = score->alerts_per_day;
}

static void
add_scores(struct run *run)
{
	static const double likeness[LIKENESSES] = { 0.2, 0.25, 0.3, 0.35, 0.5,
		0.778 };
	struct tcn_table *table = tcn_paper_report_table(&run->paper->report,
	    "scores",
	    "Events that the labels name, by the rule's thresholds; .778 and "
	    "3 bands are the published ones",
	    score_columns, sizeof score_columns / sizeof *score_columns);

	for (size_t b = 0; b < BANDS; b++)
		for (size_t i = 0; i < LIKENESSES; i++)
			add_score(run, table, "cluster", likeness[i],
			    (double)(b + 1), b * LIKENESSES + i);
	add_score(run, table, "story", (double)NAN, (double)NAN,
	    BANDS * LIKENESSES);
}

static enum tcn_rc
run_scores(struct run *run, struct tcn_err *err)
{
	struct tcn_paper_known_conf conf = {
		.conf = run->paper->conf,
		.grid = &run->grid,
		.score = &run->score,
		.quiet = run->paper->quiet,
		.once = tcn_paper_is_piped(run->paper),
		.items_max = run->paper->args->items,
		.open = open_stream,
		.ctx = run,
	};
	const char *const axes[] = { kinds, bands, likenesses };
	enum tcn_rc rc = TCN_OK;

	tcn_score_conf_set(run->paper->conf, &run->score);
	if (!tcn_paper_is_given(run->paper))
		run->score.warmup_s = 0; /* it is three days long */
	tcn_sweep_grid_init(&run->grid, run->paper->conf);
	for (size_t i = 0; i < sizeof axes / sizeof *axes && !rc; i++)
		rc = tcn_sweep_grid_add(&run->grid, axes[i], err);
	if (!rc)
		rc = tcn_sweep_grid_seal(&run->grid, err);
	if (!rc)
		rc = tcn_paper_known_run(&run->known, &conf, err);
	if (!rc && run->known.run.sweep->scores)
		run->events = run->known.run.sweep->scores[0].true_events;
	if (run->events)
		add_scores(run);
	if (!rc) {
		run->items = run->known.run.sweep->items;
		run->first_ms = run->known.run.sweep->first_ms;
		run->last_ms = run->known.run.sweep->last_ms;
	}
	tcn_paper_known_close(&run->known);
	tcn_sweep_grid_fini(&run->grid);
	tcn_demo_free(run->demo);
	return rc;
}

static void
put_span(double seconds, struct tcn_buf *data)
{
	tcn_quantity_print_units(data, (uint64_t)(seconds * 1000),
	    tcn_quantity_time_units);
}

/* Says why there is no table of scores. */
static void
put_nothing(const struct run *run, struct tcn_buf *data)
{
	tcn_buf_printf(data,
	    ". There is nothing to score: no label stands on more than %" PRIu64
	    " articles within ",
	    run->score.count);
	put_span(run->score.window_s, data);
	tcn_buf_z(data, ", not counting the first ");
	put_span(run->score.warmup_s, data);
	tcn_buf_z(data, " of the stream (score.warmup).");
}

static void
put_data(struct run *run, bool labelled)
{
	struct tcn_buf data = { 0 };

	if (labelled)
		tcn_paper_stream_text(run->paper,
		    &(struct tcn_paper_streamed){
			.lines = run->items,
			.first_ms = run->first_ms,
			.last_ms = run->last_ms,
		    },
		    &data);
	else
		tcn_paper_source_text(run->paper, &data);
	tcn_buf_z(&data,
	    tcn_paper_is_given(run->paper)
		? " The first 10,000 headlines are timed"
		: " 10,000 other generated headlines are timed");
	if (labelled && !run->events)
		put_nothing(run, &data);
	else if (labelled)
		tcn_buf_printf(&data,
		    "; all are scored by their labels, which name %" PRIu64
		    " events.",
		    run->events);
	else
		tcn_buf_char(&data, '.');
	tcn_paper_report_data(&run->paper->report, &data);
	tcn_buf_fini(&data);
}

enum tcn_rc
tcn_paper_minhash(struct tcn_paper *paper, struct tcn_err *err)
{
	struct run run = { .paper = paper };
	bool labelled = paper->args->labels || !tcn_paper_is_given(paper);
	enum tcn_rc rc;

	tcn_paper_report_begin(&paper->report, "minhash",
	    "Clusters of headlines by MinHash",
	    "Clustering the stories of a news aggregator with MinHash and "
	    "locality-sensitive hashing (engineering post, 2017).",
	    "");
	rc = run_times(&run, err);
	tcn_paper_words_fini(&run.words);
	if (!rc)
		add_curves(&run);
	if (!rc && labelled)
		rc = run_scores(&run, err);
	if (!rc)
		put_data(&run, labelled);
	return rc;
}
