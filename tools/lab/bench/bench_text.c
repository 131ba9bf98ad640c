/*
 * Bench part "text": from the title and text of an article to its
 * fingerprint, without reading JSON and without decisions. The baseline is
 * copying the same bytes; the word scan stands beside its own reference, the
 * loop over bytes.
 */
#include <stdio.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/fprint.h"
#include "engine/item/json_article.h"
#include "engine/item/prepare.h"
#include "engine/text/markup.h"
#include "engine/text/tokenizer.h"
#include "tools/base/say.h"
#include "tools/lab/bench/bench_articles.h"

#define ITEMS_DEFAULT   50000
#define FULL_TEXT_BYTES 3000
#define FULL_EVERY      5 /* one text of that size for so many headlines */
#define LARGEST_BYTES   65536
#define ROUNDS          3 /* the fastest counts */
#define WORDS_MAX       20000 /* of one article */

enum kind {
	HEADLINES,
	FULL,
	HTML,
	KINDS,
};

/* Articles of one kind. */
struct texts {
	const char *name;
	struct tcn_article *list;
	size_t n, cap;
	size_t bytes; /* of titles and texts */
	struct tcn_arena arena; /* memory of the articles */
};

/* The memory and the results of one pass through the texts. */
struct work {
	struct tcn_arena arena; /* one article's */
	struct tcn_tokenizer *tokenizer;
	struct tcn_prepare *prep;
	double *df; /* zeros: no term was seen before */
	char *copy;
	size_t words;
	uint64_t sum; /* sum of all results: the compiler must keep them */
};

static void
add(struct texts *texts, const struct tcn_article *article, struct tcn_str text)
{
	struct tcn_article *list =
	    tcn_mem_grow(texts->list, &texts->cap, texts->n + 1, sizeof *list);
	struct tcn_article copy = *article;

	texts->list = list;
	copy.text = text;
	tcn_article_copy(&copy, &texts->arena, &list[texts->n++]);
	texts->bytes += copy.title.n + copy.text.n;
}

/* The texts of one language, joined. */
struct joined {
	struct tcn_buf plain, html;
};

static void
join(struct joined *joined, struct tcn_str text, struct tcn_arena *arena)
{
	tcn_markup_strip(text, arena, &text);
	tcn_buf_str(&joined->plain, text);
	tcn_buf_char(&joined->plain, '\n');
	tcn_buf_z(&joined->html, "<p class=\"text\">");
	tcn_buf_str(&joined->html, text);
	tcn_buf_z(&joined->html, "</p>\n");
}

/* What is made of the stream's articles. */
struct filling {
	struct texts *kinds; /* KINDS of them */
	struct joined joined;
	struct tcn_arena arena; /* one article's */
};

/*
 * Takes an article. Every title is a headline; full texts are made until there
 * are enough.
 */
static enum tcn_rc
take(void *ctx, const struct tcn_article *article, struct tcn_err *err)
{
	struct filling *filling = ctx;
	struct texts *kinds = filling->kinds;
	struct joined *joined = &filling->joined;

	(void)err;
	add(&kinds[HEADLINES], article, (struct tcn_str){ "", 0 });
	if (!tcn_str_equal(article->lang, tcn_str("en")) ||
	    kinds[FULL].n > kinds[HEADLINES].n / FULL_EVERY)
		return TCN_OK;
	tcn_arena_reset(&filling->arena);
	join(joined, article->text, &filling->arena);
	if (joined->plain.n < FULL_TEXT_BYTES)
		return TCN_OK;
	add(&kinds[FULL], article, tcn_buf_view(&joined->plain));
	add(&kinds[HTML], article, tcn_buf_view(&joined->html));
	tcn_buf_clear(&joined->plain);
	tcn_buf_clear(&joined->html);
	return TCN_OK;
}

static enum tcn_rc
fill(const struct tcn_bench_args *args, struct texts kinds[KINDS],
    struct tcn_err *err)
{
	struct filling filling = { .kinds = kinds };
	enum tcn_rc rc;

	tcn_arena_init(&filling.arena, 0);
	rc = tcn_bench_generate(args, ITEMS_DEFAULT, take, &filling, err);
	tcn_buf_fini(&filling.joined.plain);
	tcn_buf_fini(&filling.joined.html);
	tcn_arena_fini(&filling.arena);
	return rc;
}

static enum tcn_rc
copy(struct work *work, const struct tcn_article *article)
{
	size_t title_n = article->title.n, text_n = article->text.n;

	if (title_n + text_n > LARGEST_BYTES)
		return TCN_INVALID;
	memcpy(work->copy, article->title.at, title_n);
	memcpy(work->copy + title_n, article->text.at, text_n);
	work->sum += (unsigned char)work->copy[title_n / 2];
	return TCN_OK;
}

typedef void scan_fn(struct tcn_tokenizer_scan *scan,
    struct tcn_tokenizer *tokenizer, struct tcn_str text, const char *lang);

static void
scan_words(struct work *work, struct tcn_str text, scan_fn *begin)
{
	struct tcn_tokenizer_scan scan;
	struct tcn_tokenizer_token token;

	begin(&scan, work->tokenizer, text, "en");
	while (tcn_tokenizer_next(&scan, &token)) {
		work->words++;
		work->sum += token.n;
	}
}

static enum tcn_rc
scan_slowly(struct work *work, const struct tcn_article *article)
{
	scan_words(work, article->title, tcn_tokenizer_scan_scalar);
	scan_words(work, article->text, tcn_tokenizer_scan_scalar);
	return TCN_OK;
}

static enum tcn_rc
scan(struct work *work, const struct tcn_article *article)
{
	scan_words(work, article->title, tcn_tokenizer_scan);
	scan_words(work, article->text, tcn_tokenizer_scan);
	return TCN_OK;
}

static void
prepare(struct work *work, const struct tcn_article *article,
    struct tcn_doc *doc)
{
	tcn_arena_reset(&work->arena);
	tcn_prepare(work->prep, article, &work->arena, doc);
	work->words += doc->words_n;
	work->sum += doc->text_key;
}

static enum tcn_rc
terms(struct work *work, const struct tcn_article *article)
{
	struct tcn_doc doc;

	prepare(work, article, &doc);
	return TCN_OK;
}

static enum tcn_rc
fingerprint(struct work *work, const struct tcn_article *article)
{
	const struct tcn_fprint_weights weights = { .df = work->df };
	struct tcn_doc doc;
	uint64_t found;

	prepare(work, article, &doc);
	if (tcn_fprint_doc(&doc, &weights, &found))
		work->sum += found;
	return TCN_OK;
}

static enum tcn_rc
any_language(struct work *work, const struct tcn_article *article)
{
	struct tcn_article silent = *article;

	silent.lang = (struct tcn_str){ "", 0 };
	return fingerprint(work, &silent);
}

static const struct step {
	const char *name;
	enum tcn_rc (*run)(struct work *work,
	    const struct tcn_article *article);
} steps[] = {
	{ "copy (baseline)", copy },
	{ "words, by bytes", scan_slowly },
	{ "words", scan },
	{ "+ terms", terms },
	{ "+ fingerprint", fingerprint },
	{ "+ language", any_language },
};

static void
print_row(const struct tcn_bench_args *args, const struct texts *texts,
    const struct step *step, size_t words, double seconds, double baseline)
{
	double n = (double)texts->n, bytes = (double)texts->bytes;

	if (args->json)
		printf("{\"texts\":\"%s\",\"step\":\"%s\",\"items\":%zu,"
		       "\"seconds\":%.4f,\"items_per_second\":%.0f,"
		       "\"mb_per_second\":%.1f,\"m_words_per_second\":%.2f,"
		       "\"of_baseline\":%.5f}\n",
		    texts->name, step->name, texts->n, seconds, n / seconds,
		    bytes / seconds / 1e6, (double)words / seconds / 1e6,
		    baseline / seconds);
	else
		printf("%-10s %-16s %9zu %12.0f %10.1f %10.1f %12.4f\n",
		    texts->name, step->name, texts->n, n / seconds,
		    bytes / seconds / 1e6, (double)words / seconds / 1e6,
		    baseline / seconds);
	fflush(stdout);
}

/* Measures a step: the fastest of some rounds through all texts. */
static enum tcn_rc
time_step(const struct texts *texts, const struct step *step, struct work *work,
    double *seconds)
{
	enum tcn_rc rc = TCN_OK;

	for (int round = 0; !rc && round < ROUNDS; round++) {
		double began = tcn_bench_cpu(), took;

		work->words = 0;
		for (size_t i = 0; !rc && i < texts->n; i++)
			rc = step->run(work, &texts->list[i]);
		took = tcn_bench_cpu() - began;
		if (round == 0 || took < *seconds)
			*seconds = took;
	}
	return rc;
}

static enum tcn_rc
measure_all(const struct tcn_bench_args *args, const struct texts kinds[KINDS])
{
	struct work work = { 0 };
	enum tcn_rc rc = TCN_OK;

	tcn_arena_init(&work.arena, 0);
	work.copy = tcn_mem_alloc(LARGEST_BYTES);
	work.df = tcn_mem_calloc(WORDS_MAX, sizeof *work.df);
	work.tokenizer = tcn_tokenizer_new();
	work.prep = tcn_prepare_new(NULL);
	if (!args->json)
		printf("%-10s %-16s %9s %12s %10s %10s %12s\n", "texts", "step",
		    "items", "items/s", "MB/s", "M words/s", "of baseline");
	for (int kind = 0; !rc && kind < KINDS; kind++) {
		double baseline = 0;

		rc = TCN_OK;
		for (size_t i = 0; !rc && i < sizeof steps / sizeof *steps;
		     i++) {
			double seconds = 0;

			rc =
			    time_step(&kinds[kind], &steps[i], &work, &seconds);
			if (i == 0)
				baseline = seconds;
			if (!rc)
				print_row(args, &kinds[kind], &steps[i],
				    work.words, seconds, baseline);
		}
	}
	tcn_prepare_free(work.prep);
	tcn_tokenizer_free(work.tokenizer);
	tcn_mem_free(work.copy);
	tcn_mem_free(work.df);
	tcn_arena_fini(&work.arena);
	return rc;
}

int
tcn_bench_text(const struct tcn_bench_args *args)
{
	struct texts kinds[KINDS] = {
		[HEADLINES] = { .name = "headlines" },
		[FULL] = { .name = "full text" },
		[HTML] = { .name = "HTML" },
	};
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	for (int kind = 0; kind < KINDS; kind++)
		tcn_arena_init(&kinds[kind].arena, 0);
	rc = fill(args, kinds, &err);
	if (!rc)
		rc = measure_all(args, kinds);
	for (int kind = 0; kind < KINDS; kind++) {
		tcn_arena_fini(&kinds[kind].arena);
		tcn_mem_free(kinds[kind].list);
	}
	return rc ? tcn_say_rc(rc, &err) : tcn_say_flush();
}
