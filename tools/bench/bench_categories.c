/*
 * tocsin bench categories [--input FILE]: how fast are categories guessed and
 * learnt, and how often is the guess right?
 *
 * The words of the articles are made ready before. Speed is that of guessing
 * and learning alone, beside a bare look-up of each word in a map. Then two
 * questions are asked. Does each article have the category that those before it
 * say (in a stream, articles of one story follow each other, which helps)? And
 * of the last 30 % of the time, what do the first 70 % say, with nothing learnt
 * from then on, as who trains a classifier once would ask? Of both, and of the
 * last 30 % of the first, a table says whether guesses are as often right as
 * their probability says.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/item/prepare.h"
#include "tools/base/json_out.h"
#include "tools/base/say.h"
#include "tools/bench/bench.h"
#include "tools/bench/bench_archive.h"
#include "tools/conf/conf.h"
#include "tools/eval/category_score.h"
#include "tools/pipeline/setup.h"

#define ITEMS_DEFAULT 100000
#define FIRST_SHARE   .7

/* An article: its words that count, and what it was sent with. */
struct item {
	struct tcn_term *terms;
	size_t terms_n;
	struct tcn_str category;
	int64_t ts_ms;
};

struct bench {
	struct tcn_category_conf conf;
	struct tcn_prepare *prep;
	struct tcn_arena words, scratch;
	struct item *items;
	size_t n, cap;
	size_t words_n; /* of all */
	double map, guess, both; /* seconds of all items */
	struct tcn_category_figures stream, last, frozen;
	struct tcn_category_stats stats;
};

/* --- the articles --- */

static enum tcn_rc
take(void *ctx, const struct tcn_article *article, struct tcn_err *err)
{
	struct bench *bench = ctx;
	struct tcn_doc doc;
	struct item *items = tcn_mem_grow(bench->items, &bench->cap,
	    bench->n + 1, sizeof *items);
	struct item *item;

	tcn_err_set(err, TCN_NOMEM, "out of memory");
	if (!items)
		return TCN_NOMEM;
	bench->items = items;
	tcn_arena_reset(&bench->scratch);
	if (tcn_prepare(bench->prep, article, &bench->scratch, &doc))
		return TCN_NOMEM;
	item = &items[bench->n];
	*item = (struct item){ .ts_ms = article->ts_ms };
	item->terms = tcn_arena_zalloc(&bench->words, TCN_CATEGORY_WORDS,
	    sizeof *item->terms);
	if (!item->terms ||
	    !tcn_arena_str(&bench->words, article->category, &item->category))
		return TCN_NOMEM;
	for (size_t i = 0;
	     i < doc.terms_n && item->terms_n < TCN_CATEGORY_WORDS; i++)
		if (!(doc.terms[i].flags & (TCN_TERM_STOP | TCN_TERM_SUFFIX)))
			item->terms[item->terms_n++].id = doc.terms[i].id;
	bench->words_n += item->terms_n;
	bench->n++;
	return TCN_OK;
}

static struct tcn_doc
doc_of(const struct item *item)
{
	return (struct tcn_doc){ .terms = item->terms,
		.terms_n = item->terms_n };
}

/* --- speed --- */

/* The least that counting words could cost: one look-up of each. */
static enum tcn_rc
run_map(struct bench *bench)
{
	struct tcn_map map = { 0 };
	double start = tcn_bench_cpu();
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < bench->n && !rc; i++)
		for (size_t k = 0; k < bench->items[i].terms_n && !rc; k++)
			rc = tcn_map_count(&map, bench->items[i].terms[k].id);
	bench->map = tcn_bench_cpu() - start;
	tcn_map_fini(&map);
	return rc;
}

/* One article: guesses its category, and learns it when that is asked for. */
static enum tcn_rc
step(struct tcn_category *model, const struct item *item, bool learn,
    struct tcn_category_score *score)
{
	struct tcn_doc doc = doc_of(item);
	struct tcn_expect_guess guess = { .asked = true };
	enum tcn_rc rc;

	tcn_category_set_now(model, item->ts_ms);
	rc = tcn_category_guess(model, &doc, &guess.best);
	if (!rc && learn)
		rc = tcn_category_test(model, &guess.best, item->category);
	if (!rc && score)
		rc = tcn_category_name(model, item->category, &guess.sent);
	if (!rc && score)
		rc = tcn_category_score_add(score, item->ts_ms, &guess);
	return rc || !learn ? rc
			    : tcn_category_learn(model, &doc, item->category);
}

static enum tcn_rc
run_speed(struct bench *bench)
{
	struct tcn_category *model;
	enum tcn_rc rc = tcn_category_new(&bench->conf, &model);
	double start = tcn_bench_cpu();

	for (size_t i = 0; i < bench->n && !rc; i++)
		rc = step(model, &bench->items[i], true, NULL);
	bench->both = tcn_bench_cpu() - start;
	start = tcn_bench_cpu();
	for (size_t i = 0; i < bench->n && !rc; i++)
		rc = step(model, &bench->items[i], false, NULL);
	bench->guess = tcn_bench_cpu() - start;
	if (!rc)
		tcn_category_stats(model, &bench->stats);
	tcn_category_free(model);
	return rc;
}

/* --- right or wrong --- */

/* frozen: nothing is learnt after FIRST_SHARE of the time, and only what comes
 * then is counted. last_30: of the last 30 % alone; or NULL. */
static enum tcn_rc
run_score(struct bench *bench, bool frozen,
    struct tcn_category_figures *figures, struct tcn_category_figures *last_30)
{
	int64_t first_ms = bench->items[0].ts_ms;
	double span_ms = (double)(bench->items[bench->n - 1].ts_ms - first_ms);
	struct tcn_category_score score;
	struct tcn_category *model;
	enum tcn_rc rc = tcn_category_new(&bench->conf, &model);

	tcn_category_score_init(&score);
	for (size_t i = 0; i < bench->n && !rc; i++) {
		const struct item *item = &bench->items[i];
		bool last =
		    (double)(item->ts_ms - first_ms) > FIRST_SHARE * span_ms;

		rc = step(model, item, !frozen || !last,
		    last || !frozen ? &score : NULL);
	}
	if (!rc)
		rc = tcn_category_score_figures(&score, 1, figures);
	if (!rc && last_30)
		rc = tcn_category_score_figures(&score, 1 - FIRST_SHARE,
		    last_30);
	tcn_category_score_fini(&score);
	tcn_category_free(model);
	return rc;
}

/* --- the run --- */

/* The three questions. */
static const struct question {
	const char *name, *text;
	size_t at; /* of its figures */
} questions[] = {
	{ "stream", "each, by those before it",
	    offsetof(struct bench, stream) },
	{ "last", "of these, the last 30 % of time",
	    offsetof(struct bench, last) },
	{ "frozen", "last 30 % of time, by the first 70",
	    offsetof(struct bench, frozen) },
};

static const struct tcn_category_figures *
figures_of(const struct bench *bench, const struct question *question)
{
	return (const void *)((const char *)bench + question->at);
}

static void
put_figures(const struct question *question,
    const struct tcn_category_figures *f, struct tcn_buf *out)
{
	double all = f->guessed ? (double)f->guessed : 1;
	double sure = f->sure ? (double)f->sure : 1;

	tcn_buf_printf(out, "%-34s %9" PRIu64 " %9.3f %9.3f %9.3f %9.3f",
	    question->text, f->guessed, (double)f->right / all,
	    (double)f->sure / all, (double)f->sure_right / sure, f->macro_f1);
	if (tcn_reliability_n(&f->reliability))
		tcn_buf_printf(out, " %9.4f",
		    tcn_reliability_error(&f->reliability));
	tcn_buf_char(out, '\n');
}

static enum tcn_rc
put_reliability(const struct question *question,
    const struct tcn_category_figures *f, struct tcn_buf *out)
{
	struct tcn_arena arena;
	struct tcn_table table;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc = tcn_reliability_table(&f->reliability, &arena, &table);
	table.title = question->text;
	if (!rc && table.rows_n)
		tcn_table_text(&table, TCN_RELIABILITY_BINS, out);
	tcn_arena_fini(&arena);
	return rc;
}

static enum tcn_rc
put_text(const struct bench *bench, struct tcn_buf *out)
{
	const size_t questions_n = sizeof questions / sizeof *questions;
	double n = (double)bench->n;
	enum tcn_rc rc = TCN_OK;

	tcn_buf_printf(out,
	    "%zu articles, %.1f words each, %zu words and %zu categories "
	    "known, %.1f MB\n",
	    bench->n, (double)bench->words_n / n, bench->stats.terms,
	    bench->stats.usable, (double)bench->stats.bytes / 1e6);
	tcn_buf_printf(out, "%-34s %12s %10s\n", "", "articles/s", "look-ups");
	tcn_buf_printf(out, "%-34s %12.0f %10.2f\n", "a look-up of each word",
	    n / bench->map, 1.0);
	tcn_buf_printf(out, "%-34s %12.0f %10.2f\n", "guess", n / bench->guess,
	    bench->guess / bench->map);
	tcn_buf_printf(out, "%-34s %12.0f %10.2f\n", "guess, then learn",
	    n / bench->both, bench->both / bench->map);
	tcn_buf_printf(out, "%-34s %9s %9s %9s %9s %9s %9s\n", "", "articles",
	    "right", "sure", "of sure", "macro F1", "ECE");
	for (size_t i = 0; i < questions_n; i++)
		put_figures(&questions[i], figures_of(bench, &questions[i]),
		    out);
	for (size_t i = 0; i < questions_n && !rc; i++)
		rc = put_reliability(&questions[i],
		    figures_of(bench, &questions[i]), out);
	return rc;
}

static void
put_json(const struct bench *bench, struct tcn_buf *out)
{
	double n = (double)bench->n;

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "part", tcn_str("categories"));
	tcn_json_uint(out, "items", bench->n);
	tcn_json_uint(out, "words", bench->words_n);
	tcn_json_uint(out, "bytes", bench->stats.bytes);
	tcn_json_rounded(out, "map_per_s", n / bench->map, 0);
	tcn_json_rounded(out, "guess_per_s", n / bench->guess, 0);
	tcn_json_rounded(out, "guess_learn_per_s", n / bench->both, 0);
	for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
		tcn_category_figures_json(figures_of(bench, &questions[i]),
		    questions[i].name, out);
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}

static enum tcn_rc
print(const struct bench *bench, bool json)
{
	struct tcn_buf out = { 0 };
	enum tcn_rc rc = TCN_OK;

	if (json)
		put_json(bench, &out);
	else
		rc = put_text(bench, &out);
	if (!rc && out.failed)
		rc = TCN_NOMEM;
	if (!rc)
		fwrite(out.at, 1, out.n, stdout);
	tcn_buf_fini(&out);
	return rc;
}

static enum tcn_rc
run(struct bench *bench, const struct tcn_bench_args *args, struct tcn_err *err)
{
	struct tcn_bench_archive archive = { .items_max = args->items };
	enum tcn_rc rc =
	    tcn_bench_archive_make(args, ITEMS_DEFAULT, &archive, err);

	if (!rc)
		rc = tcn_bench_archive_read(&archive, take, bench, err);
	tcn_bench_archive_drop(&archive);
	if (rc)
		return rc;
	if (!bench->n)
		return tcn_err_set(err, TCN_INVALID, "there are no articles");
	rc = run_map(bench);
	if (!rc)
		rc = run_speed(bench);
	if (!rc)
		rc = run_score(bench, false, &bench->stream, &bench->last);
	if (!rc)
		rc = run_score(bench, true, &bench->frozen, NULL);
	return rc ? tcn_err_set(err, rc, "out of memory") : TCN_OK;
}

int
tcn_bench_categories(const struct tcn_bench_args *args)
{
	struct bench bench = { .n = 0 };
	struct tcn_pipeline_conf parts;
	struct tcn_err err = { 0 };
	struct tcn_conf conf;
	int code = tcn_conf_start(args->conf, &conf);
	enum tcn_rc rc;

	if (code)
		return code;
	tcn_setup_pipeline(&conf, &parts);
	tcn_arena_init(&bench.words, 0);
	tcn_arena_init(&bench.scratch, 0);
	bench.conf = parts.category;
	rc = bench.conf.half_life_ms
	    ? tcn_prepare_new(&parts.prepare, &bench.prep, &err)
	    : tcn_err_set(&err, TCN_INVALID,
		  "category.on is false: there is nothing to measure");
	if (!rc)
		rc = run(&bench, args, &err);
	if (!rc && print(&bench, args->json))
		rc = tcn_err_set(&err, TCN_NOMEM, "out of memory");
	tcn_prepare_free(bench.prep);
	tcn_mem_free(bench.items);
	tcn_arena_fini(&bench.words);
	tcn_arena_fini(&bench.scratch);
	tcn_conf_fini(&conf);
	return rc ? tcn_say_rc(rc, &err) : tcn_say_flush();
}
