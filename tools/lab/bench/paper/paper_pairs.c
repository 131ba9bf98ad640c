/*
 * tools/lab/bench/paper/paper_pairs.c - articles that say the same in other
 * words: how many have a partner, and how many partners.
 *
 * The stream goes through the pairs of the program (tools/lab/eval/pair_list.h)
 * several times: with the published thresholds, where nothing but cosine and
 * content words is asked for, and with stricter ones. The publication used a
 * document vector that was trained in advance; here the vectors are the
 * weighted words of each article.
 *
 * Where the stream has labels, as the generated one has for its events, they
 * are the truth: how many of the rewrites are of one story, and how many of the
 * pairs of one story are named rewrites and not forms. The generated one also
 * has reports that desks tell in their own words, and of these it is known how
 * many pairs there are in all, however unlike their words.
 */
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/map.h"
#include "tools/base/stop.h"
#include "tools/lab/bench/paper/paper_impl.h"
#include "tools/lab/demo/demo.h"
#include "tools/lab/eval/pair_list.h"
#include "tools/pipeline/setup.h"

#define GENERATED 10000 /* articles */
#define REPORTS   60 /* a day, of these, that are told in other words */

static const struct setting {
	const char *name;
	double cosine, likeness, lengths;
	uint32_t least_words;
} settings[] = {
	{ "published: .60, then .10", 0.6, 0.1, 0, 0 },
	{ "the same, lengths alike", 0.6, 0.1, 0.5, 30 },
	{ "for rewrites: .50, then .30", 0.5, 0.3, 0.5, 30 },
	{ "for related texts: .40, then .20", 0.4, 0.2, 0.5, 30 },
};

enum {
	SETTINGS = sizeof settings / sizeof *settings,
};

/* What the labels of a stream say of its pairs, but for those that are unlike
 * in length or content. */
struct truth {
	uint64_t one; /* pairs whose articles are of one story */
	uint64_t told; /* rewrites of which an article has a story */
	uint64_t right; /* of both */
	uint64_t retold, retold_found; /* pairs of one retold report */
};

struct run {
	struct tcn_paper *paper;
	struct tcn_demo *demo;
	struct tcn_run_loop loop;
	struct tcn_pair_list list;
	uint64_t passing; /* pairs whose content words are alike enough */
	double least; /* likeness of those */
	struct truth truth;
	struct tcn_map reports; /* number of a retold report -> its articles */
};

/* ---- one run ---- */

/* Whether the label is of a report of the generated stream that desks tell in
 * their own words. */
static bool
is_retold(const struct run *run, struct tcn_str label)
{
	return run->demo && label.n > 0 && label.at[0] == 'w';
}

static void
hold_against(struct truth *truth, const struct tcn_rewrite_pair *pair,
    struct tcn_str a, struct tcn_str b)
{
	bool told = pair->kind == TCN_REWRITE_SAME;
	bool one = a.n > 0 && tcn_str_equal(a, b);

	if (pair->kind == TCN_REWRITE_UNLIKE)
		return;
	truth->one += one;
	truth->told += told && (a.n || b.n);
	truth->right += told && one;
}

static enum tcn_rc
take_pair(void *ctx, const struct tcn_rewrite_pair *pair,
    const struct tcn_item_name *earlier, const struct tcn_item_name *later,
    struct tcn_err *err)
{
	struct run *run = ctx;

	(void)err;
	hold_against(&run->truth, pair, earlier->label, later->label);
	if (pair->kind == TCN_REWRITE_SAME && is_retold(run, later->label))
		run->truth.retold_found +=
		    tcn_str_equal(earlier->label, later->label);
	run->passing += pair->likeness >= run->least;
	return TCN_OK;
}

/* Counts the pairs of the article that came last with others that retell the
 * same; its desks do so within hours, which is within the span. */
static void
count_retold(struct run *run)
{
	const struct tcn_item_name *name =
	    tcn_item_names_find(&run->list.names, run->list.last);
	uint64_t *n;
	bool added;

	if (!name || !is_retold(run, name->label))
		return;
	tcn_map_put(&run->reports, strtoul(name->label.at + 1, NULL, 10), &n,
	    &added);
	if (added)
		*n = 0;
	run->truth.retold += (*n)++;
}

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct run *run = ctx;
	const struct tcn_pair_list_counts *counts = &run->list.counts;
	const struct tcn_pair_list_counts before = *counts;
	uint64_t most = run->paper->args->items;
	enum tcn_rc rc;

	if (most && counts->items >= most)
		return TCN_DONE;
	rc = tcn_pair_list_step(&run->list, run->loop.source, err);
	if (!rc && counts->items > before.items &&
	    counts->copies == before.copies)
		count_retold(run);
	return rc;
}

static void
now_at(void *ctx, struct tcn_progress_now *now)
{
	const struct run *run = ctx;

	tcn_pair_list_now(&run->list, now);
}

static void
set_up(const struct tcn_paper *paper, const struct setting *setting,
    struct tcn_pipeline_conf *pipe)
{
	struct tcn_conf conf = *paper->conf;

	conf.pairs.on = true;
	conf.pairs.cosine = setting->cosine;
	conf.pairs.likeness = setting->likeness;
	conf.pairs.lengths = setting->lengths;
	conf.pairs.least_words = setting->least_words;
	tcn_setup_pipeline(&conf, pipe);
}

/* What a run came to. */
struct outcome {
	struct tcn_pair_list_counts counts;
	uint64_t passing;
	struct truth truth;
	double seconds;
};

static enum tcn_rc
run_once(struct tcn_paper *paper, const struct setting *setting,
    struct outcome *outcome, struct tcn_err *err)
{
	struct run run = { .paper = paper, .least = setting->likeness };
	struct tcn_pipeline_conf pipe;
	double from = tcn_bench_cpu_all();
	enum tcn_rc rc;

	tcn_run_loop_init(&run.loop, paper->conf->input.strict);
	run.loop.step = step;
	run.loop.now = now_at;
	run.loop.ctx = &run;
	run.loop.quiet = paper->quiet;
	run.loop.brief_end = true;
	set_up(paper, setting, &pipe);
	rc = tcn_paper_stream_open(paper, GENERATED, REPORTS, &run.demo,
	    &run.loop, err);
	if (!rc)
		rc = tcn_pair_list_open(&run.list, &pipe, 1, take_pair, &run,
		    err);
	if (!rc)
		rc = tcn_run_loop_all(&run.loop, err);
	if (!rc)
		tcn_pair_list_finish(&run.list);
	*outcome = (struct outcome){
		.counts = run.list.counts,
		.passing = run.passing,
		.truth = run.truth,
		.seconds = tcn_bench_cpu_all() - from,
	};
	tcn_pair_list_close(&run.list);
	tcn_run_loop_close(&run.loop);
	tcn_demo_free(run.demo);
	tcn_map_fini(&run.reports);
	return rc;
}

/* ---- the section ---- */

static double
share(uint64_t part, uint64_t of)
{
	return of ? (double)part / (double)of : (double)NAN;
}

static void
claim(struct tcn_paper *paper, const char *what, double published, double ours)
{
	tcn_paper_report_claim(&paper->report, what, TCN_PAPER_NUMBER,
	    published,
	    "of one day each; a document vector trained in advance; nouns, "
	    "names, numbers and verbs of a parser, Spanish; forms are among "
	    "them",
	    ours,
	    "within 24 hours; vectors of weighted words; content words "
	    "without a parser unless text.tagger names one; no copies, and "
	    "forms left out");
}

static void
add_claims(struct tcn_paper *paper, const struct outcome *outcome)
{
	const struct tcn_pair_list_counts *n = &outcome->counts;

	tcn_paper_report_claim(&paper->report, "articles with a partner",
	    TCN_PAPER_SHARE, 2125.0 / 15800,
	    "2,125 of about 15,800 articles of nine days from 120 "
	    "Spanish-language sites; cosine .60, then Jaccard .10 of content "
	    "words",
	    share(n->with_partner, n->items),
	    "the same thresholds, on the articles named above; copies have "
	    "been taken out, and forms are told apart");
	claim(paper, "partners of an article that has any, mean", 56.65,
	    n->with_partner ? n->partners_mean : (double)NAN);
	claim(paper, "partners of such an article, median", 7,
	    n->with_partner ? n->partners_median : (double)NAN);
	claim(paper, "partners of such an article, third quartile", 77.5,
	    n->with_partner ? n->partners_quartile : (double)NAN);
	claim(paper, "partners of such an article, most", 407,
	    n->with_partner ? n->partners_most : (double)NAN);
	tcn_paper_report_claim(&paper->report, "articles a second",
	    TCN_PAPER_NUMBER, 1.1,
	    "the parser alone: four hours for 15,800; machine not said",
	    (double)n->items / outcome->seconds,
	    "all of it, reading and detection included, per second of "
	    "processor time");
}

static const struct tcn_table_column columns[] = {
	{ "setting", "thresholds", TCN_TABLE_TEXT },
	{ "pairs", "pairs by cosine", TCN_TABLE_COUNT },
	{ "passing", "alike in content", TCN_TABLE_COUNT },
	{ "rewrites", "rewrites", TCN_TABLE_COUNT },
	{ "forms", "forms", TCN_TABLE_COUNT },
	{ "right", "of these, of one story", TCN_TABLE_SHARE },
	{ "found", "pairs of one story: named", TCN_TABLE_SHARE },
	{ "retold", "pairs of reports retold", TCN_TABLE_COUNT },
	{ "retold_found", "of these: found", TCN_TABLE_SHARE },
	{ "with_partner", "articles with a partner", TCN_TABLE_SHARE },
	{ "mean", "partners, mean", TCN_TABLE_FIGURE },
	{ "median", "median", TCN_TABLE_COUNT },
	{ "quartile_3", "3rd quartile", TCN_TABLE_COUNT },
	{ "most", "most", TCN_TABLE_COUNT },
	{ "per_second", "articles a second", TCN_TABLE_FIGURE },
};

static void
add_row(struct tcn_paper *paper, struct tcn_table *table,
    const struct setting *setting, const struct outcome *outcome)
{
	const struct tcn_pair_list_counts *n = &outcome->counts;
	union tcn_table_cell *row = tcn_paper_report_row(&paper->report, table);

	row[0].text = tcn_str(setting->name);
	row[1].n = n->pairs;
	row[2].n = outcome->passing;
	row[3].n = n->rewrites;
	row[4].n = n->forms;
	row[5].x = share(outcome->truth.right, outcome->truth.told);
	row[6].x = share(outcome->truth.right, outcome->truth.one);
	row[7].n = outcome->truth.retold;
	row[8].x = share(outcome->truth.retold_found, outcome->truth.retold);
	row[9].x = share(n->with_partner, n->items);
	row[10].x = n->partners_mean;
	row[11].n = n->partners_median;
	row[12].n = n->partners_quartile;
	row[13].n = n->partners_most;
	row[14].x = (double)n->items / outcome->seconds;
}

static void
put_data(struct tcn_paper *paper, const struct tcn_pair_list_counts *n)
{
	struct tcn_buf data = { 0 };

	tcn_paper_source_text(paper, &data);
	tcn_buf_char(&data, ' ');
	tcn_table_count(n->items, &data);
	tcn_buf_z(&data, " of them, ");
	tcn_table_count(n->copies, &data);
	tcn_buf_z(&data, " of these copies.");
	tcn_paper_report_data(&paper->report, &data);
	tcn_buf_fini(&data);
}

enum tcn_rc
tcn_paper_pairs(struct tcn_paper *paper, struct tcn_err *err)
{
	struct outcome outcomes[SETTINGS];
	struct tcn_table *table;
	enum tcn_rc rc = TCN_OK;
	size_t n = 0; /* settings that were tried */

	if (tcn_paper_is_piped(paper))
		return tcn_err_set(err, TCN_INVALID,
		    "pairs reads its input several times: give a file, not "
		    "'-'");
	for (; n < SETTINGS && !rc && !tcn_stop_requested(); n++)
		rc = run_once(paper, &settings[n], &outcomes[n], err);
	if (rc || !n)
		return rc;
	tcn_paper_report_begin(&paper->report, "pairs",
	    "Articles that say the same in other words",
	    "Deduplication of Spanish-language articles before event coding "
	    "(project report, 2019): pairs whose vectors are alike, then those "
	    "whose names, nouns, numbers and verbs are.",
	    "");
	put_data(paper, &outcomes[0].counts);
	add_claims(paper, &outcomes[0]);
	table = tcn_paper_report_table(&paper->report, "settings",
	    "Pairs by the thresholds of both stages: cosine, then content "
	    "words",
	    columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < n; i++)
		add_row(paper, table, &settings[i], &outcomes[i]);
	return TCN_OK;
}
