/*
 * tools/lab/bench/paper/paper_sentences.c - sentences as shingles: result sets
 * in which each text is shown once, and what a sketch of sentences still finds.
 *
 * The times are those of `paper_collapse.h`. Then texts with sentences enough
 * are altered as papers alter them (cut, extended, edited), and for each kind
 * of change it is counted how many are found again by their sketches of several
 * sizes, and by their fingerprints. Last, the stream goes through the pipeline,
 * to see which share of it are near-duplicates.
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/item/fprint.h"
#include "engine/item/prepare.h"
#include "tools/lab/bench/paper/paper_altered.h"
#include "tools/lab/bench/paper/paper_collapse.h"
#include "tools/lab/bench/paper/paper_impl.h"

#define GENERATED 30000 /* articles of the stream */
#define TEXTS     600 /* that are altered */
#define THRESHOLD 0.5

static const uint32_t sizes[] = { 8, 16, 64 };

enum {
	SIZES = sizeof sizes / sizeof *sizes,
};

struct counts {
	uint64_t contained[SIZES]; /* found by containment */
	uint64_t jaccard, fingerprint;
};

struct run {
	struct tcn_paper *paper;
	struct tcn_paper_collapse collapse;
	struct tcn_prepare *prep;
	struct tcn_arena arena; /* of one text */
	struct tcn_buf text; /* altered */
	size_t texts; /* that were altered */
	struct counts counts[TCN_PAPER_ALTERED_KINDS];
	uint64_t items, copies, excerpts; /* of the stream */
	struct tcn_paper_streamed streamed;
};

/* ---- what is found of altered texts ---- */

struct sketched {
	struct tcn_doc doc;
	uint64_t fingerprint;
	bool has_fingerprint;
};

static void
sketch(struct run *run, const struct tcn_article *article,
    struct sketched *sketched)
{
	struct tcn_fprint_weights weights = { 0 };

	tcn_prepare(run->prep, article, &run->arena, &sketched->doc);
	weights.df = tcn_arena_zalloc(&run->arena, sketched->doc.terms_n + 1,
	    sizeof *weights.df);
	sketched->has_fingerprint =
	    tcn_fprint_doc(&sketched->doc, &weights, &sketched->fingerprint);
}

/* The sketch that a smaller k would have left. */
static struct tcn_sketch
cut_to(struct tcn_sketch whole, uint32_t k)
{
	whole.n = whole.n < k ? whole.n : k;
	return whole;
}

static void
count_found(struct counts *counts, const struct sketched *before,
    const struct sketched *after)
{
	struct tcn_sketch a = before->doc.sketch, b = after->doc.sketch;

	for (size_t i = 0; i < SIZES; i++)
		counts->contained[i] +=
		    tcn_sketch_containment(tcn_sketch_compare(cut_to(a,
								  sizes[i]),
			cut_to(b, sizes[i]))) >= THRESHOLD;
	counts->jaccard +=
	    tcn_sketch_jaccard(tcn_sketch_compare(a, b)) >= THRESHOLD;
	counts->fingerprint += before->has_fingerprint &&
	    after->has_fingerprint &&
	    tcn_fprint_distance(before->fingerprint, after->fingerprint) <= 3;
}

/* Alters the text in every way; `foreign` is another one. */
static void
alter(struct run *run, const struct tcn_article *article,
    const struct tcn_str *sentences, size_t n, const struct tcn_str *foreign,
    size_t foreign_n)
{
	struct sketched before, after;

	sketch(run, article, &before);
	for (int kind = 0; kind < TCN_PAPER_ALTERED_KINDS; kind++) {
		struct tcn_article altered = *article;

		tcn_buf_clear(&run->text);
		tcn_paper_altered(kind, sentences, n, foreign, foreign_n,
		    run->paper->args->seed + run->texts, &run->text);
		altered.text = tcn_buf_view(&run->text);
		altered.plain = true;
		sketch(run, &altered, &after);
		count_found(&run->counts[kind], &before, &after);
	}
	run->texts++;
}

/* The sentences of an article that count, in the order of the text. */
static void
cut_sentences(struct run *run, const struct tcn_article *article,
    struct tcn_str **sentences, size_t *n)
{
	const struct tcn_sketch_sentence *cut;
	struct tcn_doc doc;

	tcn_prepare(run->prep, article, &run->arena, &doc);
	cut = tcn_prepare_sentences(run->prep, n);
	*sentences = tcn_arena_zalloc(&run->arena, *n + 1, sizeof **sentences);
	for (size_t i = 0; i < *n; i++)
		(*sentences)[i] = cut[i].text;
}

static void
run_altered(struct run *run)
{
	struct tcn_prepare_conf conf = { .sketch = TCN_SKETCH_CONF_DEFAULT };
	const struct tcn_bench_articles *all;

	run->prep = tcn_prepare_new(&conf);
	tcn_arena_init(&run->arena, 0);
	all = &run->collapse.articles;
	for (size_t i = 0; i + 1 < all->n && run->texts < TEXTS; i++) {
		struct tcn_str *own, *foreign;
		size_t own_n, foreign_n;

		tcn_arena_reset(&run->arena);
		cut_sentences(run, &all->at[i], &own, &own_n);
		if (own_n < TCN_PAPER_ALTERED_LEAST)
			continue;
		cut_sentences(run, &all->at[i + 1], &foreign, &foreign_n);
		if (foreign_n)
			alter(run, &all->at[i], own, own_n, foreign, foreign_n);
	}
	tcn_prepare_free(run->prep);
	tcn_arena_fini(&run->arena);
	tcn_buf_fini(&run->text);
}

/* ---- the stream ---- */

static enum tcn_rc
take(void *ctx, const struct tcn_paper_item *item, struct tcn_err *err)
{
	struct run *run = ctx;

	(void)err;
	run->items++;
	run->copies += item->place->duplicate_of != 0;
	run->excerpts += item->place->excerpt_of != 0;
	return TCN_OK;
}

/* ---- the section ---- */

static void
add_claims(struct run *run)
{
	struct tcn_paper_report *report = &run->paper->report;
	const struct tcn_paper_collapse_row *rows = run->collapse.rows;
	const struct tcn_paper_collapse_row *whole =
	    &rows[TCN_PAPER_COLLAPSE_COLLAPSED];

	tcn_paper_report_claim(report, "comparing a set of 100, all pairs",
	    TCN_PAPER_SECONDS, 1e-3,
	    "less than this, on a service's real data; some 10,000 "
	    "comparisons in memory; threshold 50 %",
	    rows[TCN_PAPER_COLLAPSE_PAIRS].mean,
	    "mean processor time; up to 4,950 comparisons of sketches in "
	    "memory, which end early; threshold 50 %");
	tcn_paper_report_claim(report, "comparing a set of 100, by an index",
	    TCN_PAPER_SECONDS, 1e-3,
	    "less than this, on a service's real data; all pairs compared",
	    rows[TCN_PAPER_COLLAPSE_INDEX].mean,
	    "mean processor time; only texts that share a sentence are "
	    "compared, which is what this program does");
	tcn_paper_report_claim(report, "the whole answer with 100 results",
	    TCN_PAPER_SECONDS, 10e-3,
	    "at most this: reading the sketches, comparing, answering",
	    whole->p99,
	    "99th percentile of processor time: a full-text search in a "
	    "store, its articles read, collapsed and written as JSON, without "
	    "the connection");
	tcn_paper_report_claim(report, "answers a second", TCN_PAPER_NUMBER,
	    10000.0 / 60,
	    "\"tens of thousands\" a minute and server at peak, taken as "
	    "10,000",
	    1 / whole->mean, "of such searches, on one core");
	tcn_paper_report_claim(report, "near-duplicates among all articles",
	    TCN_PAPER_SHARE, 0.2,
	    "20 to 40 % of a crawl of blogs and news sites",
	    run->items
		? (double)(run->copies + run->excerpts) / (double)run->items
		: (double)NAN,
	    "copies, and texts that share half of their sentences with one "
	    "before, within near.horizon and shingle.horizon");
}

static const struct tcn_table_column set_columns[] = {
	{ "way", "way", TCN_TABLE_TEXT },
	{ "mean", "a set of 100", TCN_TABLE_SECONDS },
	{ "p50", "p50", TCN_TABLE_SECONDS },
	{ "p99", "p99", TCN_TABLE_SECONDS },
	{ "per_second", "sets a second", TCN_TABLE_FIGURE },
};

static void
add_sets(struct run *run)
{
	static const char *const ways[TCN_PAPER_COLLAPSE_WAYS] = { "all pairs",
		"by an index", "by an index, sketches from a store",
		"the same, cache cold", "the same, cached",
		"a search, nothing collapsed", "a search, collapsed" };
	struct tcn_paper_report *report = &run->paper->report;
	struct tcn_table *table = tcn_paper_report_table(report, "sets",
	    "Result sets of 100 articles, each text shown once", set_columns,
	    sizeof set_columns / sizeof *set_columns);

	for (size_t i = 0; i < TCN_PAPER_COLLAPSE_WAYS; i++) {
		const struct tcn_paper_collapse_row *from =
		    &run->collapse.rows[i];
		union tcn_table_cell *row = tcn_paper_report_row(report, table);

		row[0].text = tcn_str(ways[i]);
		row[1].x = from->mean;
		row[2].x = from->p50;
		row[3].x = from->p99;
		row[4].x = 1 / from->mean;
	}
}

static const struct tcn_table_column altered_columns[] = {
	{ "change", "change", TCN_TABLE_TEXT },
	{ "texts", "texts", TCN_TABLE_COUNT },
	{ "k8", "contained, k = 8", TCN_TABLE_SHARE },
	{ "k16", "k = 16", TCN_TABLE_SHARE },
	{ "k64", "k = 64", TCN_TABLE_SHARE },
	{ "jaccard", "Jaccard, k = 64", TCN_TABLE_SHARE },
	{ "fingerprint", "fingerprint, 3 bits", TCN_TABLE_SHARE },
};

static void
add_altered(struct run *run)
{
	struct tcn_paper_report *report = &run->paper->report;
	struct tcn_table *table = tcn_paper_report_table(report, "altered",
	    "Altered texts that are found again, half of the sentences shared",
	    altered_columns, sizeof altered_columns / sizeof *altered_columns);
	double n = (double)run->texts;

	for (int kind = 0; kind < TCN_PAPER_ALTERED_KINDS; kind++) {
		const struct counts *counts = &run->counts[kind];
		union tcn_table_cell *row = tcn_paper_report_row(report, table);

		row[0].text = tcn_str(tcn_paper_altered_name(kind));
		row[1].n = run->texts;
		for (size_t i = 0; i < SIZES; i++)
			row[2 + i].x = (double)counts->contained[i] / n;
		row[5].x = (double)counts->jaccard / n;
		row[6].x = (double)counts->fingerprint / n;
	}
}

static void
report(struct run *run)
{
	struct tcn_buf data = { 0 };

	tcn_paper_stream_text(run->paper, &run->streamed, &data);
	tcn_buf_z(&data, " Result sets are made of ");
	tcn_table_count(run->collapse.articles.n, &data);
	tcn_buf_printf(&data, " %s; %zu of them are altered.",
	    tcn_paper_is_given(run->paper)
		? "those of its texts that have enough sentences"
		: "other generated texts of twenty sentences",
	    run->texts);
	tcn_paper_report_begin(&run->paper->report, "sentences",
	    "Result sets without near-duplicates",
	    "Near-duplicate detection in result sets in real time "
	    "(engineering post, 2008): of each article the k smallest "
	    "checksums of its sentences are kept, and compared when a "
	    "set is shown.",
	    data.at);
	add_claims(run);
	add_sets(run);
	add_altered(run);
	tcn_buf_fini(&data);
}

enum tcn_rc
tcn_paper_sentences(struct tcn_paper *paper, struct tcn_err *err)
{
	struct run run = { .paper = paper };
	enum tcn_rc rc =
	    tcn_paper_collapse_measure(paper->args, &run.collapse, err);

	if (rc == TCN_INVALID && tcn_paper_is_given(paper))
		rc = TCN_DONE;
	if (!rc)
		run_altered(&run);
	if (!rc && !run.texts)
		rc = tcn_err_set(err, TCN_DONE,
		    "no article has the %d sentences that are altered",
		    TCN_PAPER_ALTERED_LEAST);
	if (!rc)
		rc = tcn_paper_stream(paper, GENERATED, take, &run,
		    &run.streamed, err);
	if (!rc)
		report(&run);
	tcn_bench_articles_fini(&run.collapse.articles);
	return rc;
}
