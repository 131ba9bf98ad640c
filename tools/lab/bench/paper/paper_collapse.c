/*
 * Result sets of 100 articles of some twenty sentences, each text shown once.
 * Where no stream is given, three in ten of the articles
 * are cut, extended or copied from another of the set, and one sentence in ten
 * is common to all.
 *
 * Comparing all pairs ends early, which is how the method was published. A
 * search is the whole answer of GET /v1/search without the connection. Times
 * are processor time.
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/prepare.h"
#include "tools/lab/bench/bench_archive.h"
#include "tools/lab/bench/bench_db.h"
#include "tools/lab/bench/paper/paper_collapse.h"
#include "tools/pipeline/collapse.h"
#include "tools/serve/api/api_local.h"

#define ITEMS_DEFAULT 10000
#define SET_N         TCN_PAPER_COLLAPSE_SET
#define ROUNDS_MAX    20000
#define SENTENCES     20
#define WORDS         9
#define SEARCHES      300

struct bench {
	const struct tcn_bench_args *args;
	struct tcn_paper_collapse *found; /* what came out */
	struct tcn_arena arena; /* the sketches */
	struct tcn_arena scratch; /* of one set */
	struct tcn_store_likeness *items;
	struct tcn_prepare *prep;
	struct tcn_bench_db db;
	struct tcn_pipeline *pipe;
	struct tcn_api_local *local;
	struct tcn_collapse_cache *cache;
	double *took;
	size_t sets;
	uint64_t seed;
};

static uint32_t
below(struct bench *bench, uint32_t n)
{
	bench->seed = bench->seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(bench->seed >> 33) % n;
}

/* --- articles --- */

/* Writes sentence number n: words that the number alone decides. One in ten
 * has "announced". */
static void
write_sentence(struct tcn_buf *out, uint64_t n)
{
	static const char letters[] = "bdfgklmnprst", vowels[] = "aeiou";
	uint64_t x = n * 0x9e3779b97f4a7c15u;

	for (int word = 0; word < WORDS; word++) {
		tcn_buf_z(out, word ? " " : "");
		for (int part = 0; part < 3; part++) {
			x = x * 6364136223846793005u + 1442695040888963407u;
			tcn_buf_char(out,
			    (char)(letters[(x >> 33) % 12] -
				(word + part ? 0 : 'a' - 'A')));
			tcn_buf_char(out, vowels[(x >> 40) % 5]);
		}
	}
	tcn_buf_z(out, n % 200 ? " today. " : " announced today. ");
}

/* Article i: its own sentences, or half of those of one before and perhaps
 * others. */
static void
write_text(struct bench *bench, struct tcn_buf *out, uint64_t i)
{
	uint64_t of = i;
	int kind = (int)below(bench, 10), from = 0, own = 0;

	if (kind < 3 && i % SET_N) {
		of = i - 1 - below(bench, (uint32_t)(i % SET_N));
		from = kind == 0 ? SENTENCES / 2 : 0;
		own = kind == 1 ? SENTENCES / 3 : 0;
	}
	for (int s = from; s < SENTENCES; s++)
		write_sentence(out,
		    s % 10 == 9 ? (uint64_t)s : of * SENTENCES + (uint64_t)s);
	for (int s = 0; s < own; s++)
		write_sentence(out, (i + 1000000) * SENTENCES + (uint64_t)s);
}

static enum tcn_rc
make_article(struct bench *bench, struct tcn_buf *text, uint64_t i)
{
	struct tcn_article article = {
		.ts_ms = 1000 * (int64_t)i, .lang = tcn_str("en"), .plain = true
	};
	char title[64];
	enum tcn_rc rc;

	tcn_buf_clear(text);
	write_text(bench, text, i);
	snprintf(title, sizeof title, "Number %" PRIu64 " of this day", i);
	article.title = tcn_str(title);
	article.text = tcn_buf_view(text);
	rc = tcn_article_finish(&article, NULL, &bench->scratch, NULL);
	if (rc)
		return rc;
	return tcn_bench_articles_add(&bench->found->articles, &article, NULL);
}

/* Takes an article of a stream, if it has enough text. */
static enum tcn_rc
take(void *ctx, const struct tcn_article *article, struct tcn_err *err)
{
	struct bench *bench = ctx;
	struct tcn_doc doc;

	tcn_arena_reset(&bench->scratch);
	tcn_prepare(bench->prep, article, &bench->scratch, &doc);
	return doc.sketch.n
	    ? tcn_bench_articles_add(&bench->found->articles, article, err)
	    : TCN_OK;
}

static enum tcn_rc
make_articles(struct bench *bench, struct tcn_err *err)
{
	struct tcn_bench_archive archive = { .items_max = bench->args->items };
	uint64_t n = bench->args->items ? bench->args->items : ITEMS_DEFAULT;
	struct tcn_buf text = { 0 };
	enum tcn_rc rc = TCN_OK;

	if (bench->args->input ||
	    (bench->args->source && bench->args->source->db)) {
		rc = tcn_bench_archive_make(bench->args, n, &archive, err);
		if (!rc)
			rc = tcn_bench_archive_read(&archive, take, bench, err);
		tcn_bench_archive_drop(&archive);
		return rc;
	}
	for (uint64_t i = 0; i < n && !rc; i++) {
		tcn_arena_reset(&bench->scratch);
		rc = make_article(bench, &text, i);
	}
	tcn_buf_fini(&text);
	return rc;
}

/* --- rows --- */

/* Adds the row of what took the first n of bench->took. */
static void
add_row(struct bench *bench, enum tcn_paper_collapse_way way, size_t n)
{
	struct tcn_paper_collapse_row *row = &bench->found->rows[way];
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += bench->took[i];
	*row = (struct tcn_paper_collapse_row){
		.mean = n ? sum / (double)n : 0,
		.p50 = tcn_bench_quantile(bench->took, n, 0.5),
		.p99 = tcn_bench_quantile(bench->took, n, 0.99),
	};
}

/* The published way: each with each that is shown. */
static void
compare_pairs(const struct tcn_store_likeness *items, uint16_t *under)
{
	for (size_t i = 0; i < SET_N; i++) {
		under[i] = TCN_COLLAPSE_SHOWN;
		for (size_t k = 0; k < i && under[i] == TCN_COLLAPSE_SHOWN; k++)
			if (under[k] == TCN_COLLAPSE_SHOWN &&
			    tcn_sketch_is_near(items[k].sketch, items[i].sketch,
				TCN_SKETCH_JACCARD, 0.5, 1))
				under[i] = (uint16_t)k;
	}
}

static enum tcn_rc
collapse_set(struct bench *bench, enum tcn_paper_collapse_way way, size_t set,
    uint16_t *under)
{
	const struct tcn_collapse_conf conf = TCN_COLLAPSE_CONF_DEFAULT;
	const struct tcn_store_likeness *items = &bench->items[set * SET_N];
	uint64_t seqs[SET_N];

	tcn_arena_reset(&bench->scratch);
	for (size_t i = 0; i < SET_N; i++)
		seqs[i] = set * SET_N + i + 1;
	switch (way) {
	case TCN_PAPER_COLLAPSE_PAIRS:
		compare_pairs(items, under);
		return TCN_OK;
	case TCN_PAPER_COLLAPSE_INDEX:
		tcn_collapse(items, SET_N, &conf, &bench->scratch, under);
		return TCN_OK;
	default:
		return tcn_collapse_stored(tcn_pipeline_store(bench->pipe),
		    way == TCN_PAPER_COLLAPSE_STORE ? NULL : bench->cache, 0,
		    seqs, SET_N, &conf, &bench->scratch, under);
	}
}

/* Collapses every set `rounds` times. */
static enum tcn_rc
run_way(struct bench *bench, enum tcn_paper_collapse_way way, size_t rounds)
{
	enum tcn_rc rc = TCN_OK;
	size_t n = 0;

	for (size_t round = 0; round < rounds; round++)
		for (size_t set = 0; set < bench->sets && !rc; set++) {
			uint16_t under[SET_N];
			double began = tcn_bench_cpu();

			rc = collapse_set(bench, way, set, under);
			if (n < ROUNDS_MAX)
				bench->took[n++] = tcn_bench_cpu() - began;
		}
	if (!rc)
		add_row(bench, way, n);
	return rc;
}

/* Answers searches for words of the articles. */
static enum tcn_rc
run_search(struct bench *bench, enum tcn_paper_collapse_way way,
    const char *collapse)
{
	struct tcn_buf answer = { 0 };
	char target[128];
	size_t n = 0;

	for (size_t i = 0; i < SEARCHES && i < ROUNDS_MAX; i++) {
		double began = tcn_bench_cpu();
		int status;

		snprintf(target, sizeof target, "/v1/search?q=%s&limit=%d%s",
		    i % 2 ? "announced" : "today", SET_N, collapse);
		tcn_buf_clear(&answer);
		status = tcn_api_local_call(bench->local, EVHTTP_REQ_GET,
		    target, tcn_str(""), &answer);
		bench->took[n++] = tcn_bench_cpu() - began;
		if (status != 200) {
			tcn_buf_fini(&answer);
			return TCN_IO;
		}
	}
	tcn_buf_fini(&answer);
	add_row(bench, way, n);
	return TCN_OK;
}

static enum tcn_rc
fill_store(struct bench *bench, const struct tcn_pipeline_conf *conf,
    struct tcn_err *err)
{
	enum tcn_rc rc = tcn_bench_db_make(&bench->db, err);

	if (!rc)
		rc = tcn_pipeline_open(conf, bench->db.path, &bench->pipe, err);
	for (size_t i = 0; i < bench->found->articles.n && !rc; i++)
		rc = tcn_bench_decide(bench->pipe,
		    &bench->found->articles.at[i], err);
	if (!rc)
		rc = tcn_pipeline_finish(bench->pipe, err);
	return rc ? rc
		  : tcn_api_local_open(bench->db.path, TCN_STORE_READ_ONLY,
			NULL, &bench->local, err);
}

static enum tcn_rc
run_rows(struct bench *bench)
{
	static const size_t rounds[] = {
		[TCN_PAPER_COLLAPSE_PAIRS] = 10,
		[TCN_PAPER_COLLAPSE_INDEX] = 50,
		[TCN_PAPER_COLLAPSE_STORE] = 2,
		[TCN_PAPER_COLLAPSE_COLD] = 1,
		[TCN_PAPER_COLLAPSE_CACHED] = 100,
	};
	enum tcn_rc rc = TCN_OK;

	for (enum tcn_paper_collapse_way way = TCN_PAPER_COLLAPSE_PAIRS;
	     way <= TCN_PAPER_COLLAPSE_CACHED && !rc; way++)
		rc = run_way(bench, way, rounds[way]);
	if (!rc)
		rc = run_search(bench, TCN_PAPER_COLLAPSE_SEARCH, "");
	return rc ? rc
		  : run_search(bench, TCN_PAPER_COLLAPSE_COLLAPSED,
			"&collapse=similar");
}

static enum tcn_rc
set_up(struct bench *bench, struct tcn_err *err)
{
	struct tcn_pipeline_conf conf;
	enum tcn_rc rc = tcn_bench_conf(&conf);

	if (!rc)
		bench->prep = tcn_prepare_new(&conf.prepare);
	if (!rc)
		bench->cache =
		    tcn_collapse_cache_new(TCN_COLLAPSE_CACHE_ENTRIES);
	if (!rc)
		rc = make_articles(bench, err);
	if (!rc) {
		size_t n = bench->found->articles.n;

		bench->items = tcn_mem_calloc(n + 1, sizeof *bench->items);
		bench->took = tcn_mem_calloc(ROUNDS_MAX, sizeof *bench->took);
		bench->sets = n / SET_N;
		for (size_t i = 0; i < n; i++) {
			struct tcn_doc doc;

			tcn_prepare(bench->prep, &bench->found->articles.at[i],
			    &bench->arena, &doc);
			tcn_collapse_doc(&doc, &bench->arena, &bench->items[i]);
		}
	}
	if (!rc && !bench->sets)
		rc = tcn_err_set(err, TCN_INVALID,
		    "there are fewer than %d articles with text enough", SET_N);
	return rc ? rc : fill_store(bench, &conf, err);
}

enum tcn_rc
tcn_paper_collapse_measure(const struct tcn_bench_args *args,
    struct tcn_paper_collapse *found, struct tcn_err *err)
{
	struct bench bench = {
		.args = args,
		.found = found,
		.seed = args->seed,
	};
	enum tcn_rc rc;

	*found = (struct tcn_paper_collapse){ 0 };
	tcn_bench_articles_init(&found->articles);
	tcn_arena_init(&bench.arena, 0);
	tcn_arena_init(&bench.scratch, 0);
	rc = set_up(&bench, err);
	if (!rc)
		rc = run_rows(&bench);
	tcn_api_local_close(bench.local);
	tcn_pipeline_close(bench.pipe);
	if (*bench.db.dir)
		tcn_bench_db_drop(&bench.db);
	tcn_collapse_cache_free(bench.cache);
	tcn_prepare_free(bench.prep);
	tcn_mem_free(bench.items);
	tcn_mem_free(bench.took);
	tcn_arena_fini(&bench.scratch);
	tcn_arena_fini(&bench.arena);
	return rc;
}
