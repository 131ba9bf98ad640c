/*
 * tools/lab/bench/paper/paper_distance.c - how alike are two texts at each
 * Hamming distance of their fingerprints?
 *
 * The publication draws its thresholds (3 bits: a near-duplicate; 4 to 7: a
 * similar text) from such a table, and does not print it. What the table says
 * depends on language and length of the texts, so everybody should make it of
 * their own.
 */
#include <math.h>
#include <stdio.h>

#include "engine/base/duration.h"
#include "tools/conf/conf_value.h"
#include "tools/lab/bench/paper/paper_impl.h"
#include "tools/lab/bench/paper/paper_neighbours.h"
#include "tools/lab/eval/intern.h"

#define GENERATED       30000 /* articles */
#define SAMPLES_DEFAULT 4000
#define EACH_TO         32 /* rows 0 to here, then every fourth */
#define STEP            4

struct run {
	struct tcn_paper *paper;
	struct tcn_paper_neighbours neighbours;
	struct tcn_intern labels;
	bool labelled; /* labels are looked at */
};

static enum tcn_rc
read_within(struct tcn_paper *paper, int64_t *ms, struct tcn_err *err)
{
	static const struct tcn_conf_row row = { "--within", TCN_CONF_DURATION,
		0, "", "1s", "400d", NULL, "" };

	*ms = 4 * TCN_HOUR_MS;
	return paper->args->within
	    ? tcn_conf_value_read(&row, tcn_str(paper->args->within), ms,
		  &paper->report.arena, err)
	    : TCN_OK;
}

static enum tcn_rc
label_of(struct run *run, const struct tcn_article *article, uint32_t *label)
{
	*label = TCN_PAPER_NO_LABEL;
	if (!run->labelled || !article->label.n)
		return TCN_OK;
	return tcn_intern_put(&run->labels, article->label, label);
}

static enum tcn_rc
take(void *ctx, const struct tcn_paper_item *item, struct tcn_err *err)
{
	struct run *run = ctx;
	struct tcn_paper_neighbour neighbour = {
		.fingerprint = item->place->fingerprint,
		.ts_ms = item->place->ts_ms,
		.features = item->features,
		.features_n = item->features_n,
	};
	enum tcn_rc rc;

	(void)err;
	if (!item->place->has_fingerprint)
		return TCN_OK;
	rc = label_of(run, item->article, &neighbour.label);
	if (rc)
		return rc;
	tcn_paper_neighbours_add(&run->neighbours, &neighbour);
	return TCN_OK;
}

/* How many articles there will be: what is given is read once to know. */
static enum tcn_rc
count(struct tcn_paper *paper, uint64_t *items, struct tcn_err *err)
{
	const struct tcn_bench_args *args = paper->args;
	struct tcn_paper_streamed streamed;
	enum tcn_rc rc;

	*items = args->items ? args->items : GENERATED;
	if (!tcn_paper_is_given(paper))
		return TCN_OK;
	if (tcn_paper_is_piped(paper))
		return tcn_err_set(err, TCN_INVALID,
		    "distance reads its input twice: give a file, not '-'");
	rc = tcn_paper_stream(paper, 0, NULL, NULL, &streamed, err);
	*items = streamed.lines;
	return rc;
}

/* ---- the section ---- */

static const struct tcn_table_column columns[] = {
	{ "distance", "bits", TCN_TABLE_COUNT },
	{ "pairs", "pairs", TCN_TABLE_COUNT },
	{ "cosine", "mean cosine", TCN_TABLE_FIGURE },
	{ "estimate", "cos(pi d / 64)", TCN_TABLE_FIGURE },
	{ "one_story", "of one story", TCN_TABLE_SHARE },
	{ "recall", "recall up to here", TCN_TABLE_SHARE },
};

/* What is said of one distance, or of a span of them. */
struct figures {
	double cosine, one_story, recall;
};

static double
share(double part, double of)
{
	return of > 0 ? part / of : (double)NAN;
}

static struct figures
figures_of(const struct run *run, unsigned from, unsigned to)
{
	const struct tcn_paper_neighbours *n = &run->neighbours;
	struct tcn_paper_at_distance at =
	    tcn_paper_neighbours_between(n, from, to);
	struct tcn_paper_at_distance upto =
	    tcn_paper_neighbours_between(n, 0, to);
	struct tcn_paper_at_distance all =
	    tcn_paper_neighbours_between(n, 0, TCN_PAPER_DISTANCES - 1);

	return (struct figures){
		.cosine = share(at.cosines, (double)at.cosines_n),
		.one_story = share((double)at.same, (double)at.labelled),
		.recall = share((double)upto.same, (double)all.same),
	};
}

/* cos(pi d / 64) for each d, by cos(x + h) = 2 cos h cos x - cos(x - h). */
static void
estimate(double cosines[static TCN_PAPER_DISTANCES])
{
	const double step = 0.99879545620517239; /* cos(pi / 64) */

	cosines[0] = 1;
	cosines[1] = step;
	for (unsigned d = 2; d < TCN_PAPER_DISTANCES; d++)
		cosines[d] = 2 * step * cosines[d - 1] - cosines[d - 2];
	cosines[TCN_PAPER_DISTANCES / 2] = 0;
}

static void
add_table(struct run *run)
{
	struct tcn_paper_report *report = &run->paper->report;
	struct tcn_table *table = tcn_paper_report_table(report, "distances",
	    "Pairs by the bits in which their fingerprints differ", columns,
	    sizeof columns / sizeof *columns);

	double estimates[TCN_PAPER_DISTANCES];

	estimate(estimates);
	for (unsigned d = 0; d < TCN_PAPER_DISTANCES;
	     d += d < EACH_TO ? 1 : STEP) {
		union tcn_table_cell *row = tcn_paper_report_row(report, table);
		struct figures figures = figures_of(run, d, d);

		row[0].n = d;
		row[1].n = run->neighbours.at[d].pairs;
		row[2].x = figures.cosine;
		row[3].x = estimates[d];
		row[4].x = figures.one_story;
		row[5].x = figures.recall;
	}
}

static void
add_plots(struct run *run)
{
	struct tcn_paper_report *report = &run->paper->report;
	double x[TCN_PAPER_DISTANCES], y[4][TCN_PAPER_DISTANCES];
	double estimates[TCN_PAPER_DISTANCES];
	struct tcn_paper_plot alike = {
		.name = "distance-cosine",
		.title = "How alike two texts are",
		.x_name = "bits that differ",
		.y_name = "cosine",
		.caption = "The estimate is that of random hyperplanes, "
			   "cos(pi d / 64).",
		.y_times = 1,
		.y_unit = "",
		.lines = { { .name = "measured" }, { .name = "estimate" } },
		.lines_n = 2,
	};
	struct tcn_paper_plot story = {
		.name = "distance-story",
		.title = "Are they of one story?",
		.x_name = "bits that differ",
		.y_name = "share",
		.caption =
		    "Recall: of the pairs of one story, which share lies "
		    "up to this distance.",
		.y_times = 100,
		.y_unit = " %",
		.lines = { { .name = "pairs of one story" },
		    { .name = "recall" } },
		.lines_n = 2,
	};

	estimate(estimates);
	for (unsigned d = 0; d < TCN_PAPER_DISTANCES; d++) {
		struct figures figures = figures_of(run, d, d);

		x[d] = d;
		y[0][d] = figures.cosine;
		y[1][d] = d <= 32 ? estimates[d] : (double)NAN;
		y[2][d] = figures.one_story;
		y[3][d] = figures.recall;
	}
	for (size_t i = 0; i < 4; i++) {
		struct tcn_paper_line *line =
		    &(i < 2 ? &alike : &story)->lines[i % 2];

		line->n = TCN_PAPER_DISTANCES;
		line->x = tcn_paper_report_numbers(report, x, line->n);
		line->y = tcn_paper_report_numbers(report, y[i], line->n);
	}
	tcn_paper_report_plot(report, &alike);
	if (run->labelled)
		tcn_paper_report_plot(report, &story);
}

static void
claim(struct run *run, const char *what, double ours, const char *there,
    const char *here)
{
	tcn_paper_report_claim(&run->paper->report, what, TCN_PAPER_SHARE, NAN,
	    there, ours, here);
}

static void
add_claims(struct run *run)
{
	static const char three[] =
	    "called near-duplicates; the table behind it was announced and not "
	    "printed";
	static const char seven[] =
	    "called similar; the table behind it was announced and not printed";
	static const char weighted[] =
	    "terms weighted as when the later one came";
	static const char labelled[] =
	    "of the pairs of which both have a label";
	struct figures low = figures_of(run, 0, 3);
	struct figures high = figures_of(run, 4, 7);
	struct figures far = figures_of(run, 32, 32);

	tcn_paper_report_claim(&run->paper->report, "mean cosine, 0 to 3 bits",
	    TCN_PAPER_NUMBER, NAN, three, low.cosine, weighted);
	tcn_paper_report_claim(&run->paper->report, "mean cosine, 4 to 7 bits",
	    TCN_PAPER_NUMBER, NAN, seven, high.cosine, weighted);
	tcn_paper_report_claim(&run->paper->report, "mean cosine, 32 bits",
	    TCN_PAPER_NUMBER, NAN, "not said", far.cosine,
	    "weighted terms of the moment the later one came; half of the bits "
	    "differ by chance");
	if (!run->labelled)
		return;
	claim(run,
	    "pairs at 0 to 3 bits that belong to one "
	    "story",
	    low.one_story, three, labelled);
	claim(run,
	    "pairs at 4 to 7 bits that belong to one "
	    "story",
	    high.one_story, seven, labelled);
	claim(run, "pairs of one story within 3 bits", low.recall, three,
	    "of all pairs of one story");
	claim(run, "pairs of one story within 7 bits", high.recall, seven,
	    "of all pairs of one story; so a rule that counts them finds "
	    "copies, not events");
}

static void
report(struct run *run, const struct tcn_paper_streamed *streamed)
{
	struct tcn_buf data = { 0 };

	tcn_paper_stream_text(run->paper, streamed, &data);
	tcn_buf_char(&data, ' ');
	tcn_table_count(run->neighbours.samples, &data);
	tcn_buf_printf(&data,
	    " of them, drawn by a hash of their number, are compared with all "
	    "of the %s before them.",
	    run->paper->args->within ? run->paper->args->within : "4h");
	tcn_paper_report_begin(&run->paper->report, "distance",
	    "How alike texts are at each distance",
	    "A simhash framework for news aggregators (conference "
	    "paper, 2017): fingerprints that differ in at most 3 bits "
	    "are near-duplicates, in 4 to 7 similar.",
	    data.at);
	add_claims(run);
	add_table(run);
	add_plots(run);
	tcn_buf_fini(&data);
}

enum tcn_rc
tcn_paper_distance(struct tcn_paper *paper, struct tcn_err *err)
{
	struct run run = {
		.paper = paper,
		.labelled = paper->args->labels || !tcn_paper_is_given(paper),
	};
	struct tcn_paper_neighbours_conf conf = {
		.seed = paper->args->seed,
		.samples = paper->args->samples ? paper->args->samples
						: SAMPLES_DEFAULT,
	};
	struct tcn_paper_streamed streamed;
	enum tcn_rc rc = read_within(paper, &conf.within_ms, err);

	if (rc)
		return rc;
	rc = count(paper, &conf.items, err);
	tcn_paper_neighbours_init(&run.neighbours, &conf);
	tcn_intern_init(&run.labels);
	if (!rc)
		rc = tcn_paper_stream(paper, GENERATED, take, &run, &streamed,
		    err);
	if (!rc)
		report(&run, &streamed);
	tcn_intern_fini(&run.labels);
	tcn_paper_neighbours_fini(&run.neighbours);
	return rc;
}
