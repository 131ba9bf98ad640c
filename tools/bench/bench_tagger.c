/*
 * Parts of speech by the taggers that are installed: headlines and full texts,
 * many at once and one after the other, beside preparing the same texts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "engine/base/mem.h"
#include "engine/item/prepare.h"
#include "tools/base/exit.h"
#include "tools/base/say.h"
#include "tools/bench/bench.h"
#include "tools/bench/bench_articles.h"
#include "tools/tagger/tagger.h"

#define ITEMS_DEFAULT 20000
#define FULL_BYTES    3000
#define FULL_EVERY    10 /* headlines for each full text */
#define AT_ONCE       128 /* as tools/input/prefetch.h hands them on */
#define ONE_BY_ONE    1000 /* of these at most */

enum {
	HEADLINES,
	FULL,
	KINDS
};

static const char *const kinds[KINDS] = { "headlines", "full" };

/* Texts of one kind, in languages that have a tagger. */
struct texts {
	struct tcn_bench_articles articles;
	size_t bytes;
};

struct bench {
	const struct tcn_bench_args *args;
	struct tcn_taggers *taggers;
	struct texts texts[KINDS];
	struct tcn_buf joined; /* texts of one language, until they are full */
	char lang[8]; /* of it */
};

/* Processor time of this process and of those that have ended. */
static double
processor(void)
{
	double seconds = 0;

	for (int i = 0; i < 2; i++) {
		struct rusage used;

		getrusage(i ? RUSAGE_CHILDREN : RUSAGE_SELF, &used);
		seconds += (double)used.ru_utime.tv_sec +
		    (double)used.ru_stime.tv_sec +
		    (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) /
			1e6;
	}
	return seconds;
}

static enum tcn_rc
add(struct texts *texts, const struct tcn_article *article, struct tcn_str text,
    struct tcn_err *err)
{
	struct tcn_article copy = *article;

	copy.text = text;
	copy.plain = true;
	texts->bytes += copy.title.n + text.n;
	return tcn_bench_articles_add(&texts->articles, &copy, err);
}

/* Every title is a headline; the texts of one language are joined. */
static enum tcn_rc
take(void *ctx, const struct tcn_article *article, struct tcn_err *err)
{
	struct bench *bench = ctx;
	struct texts *texts = bench->texts;
	char lang[sizeof bench->lang];
	enum tcn_rc rc;

	snprintf(lang, sizeof lang, "%.*s", TCN_STR_ARG(article->lang));
	if (!tcn_taggers_name(bench->taggers, lang))
		return TCN_OK;
	rc = add(&texts[HEADLINES], article, (struct tcn_str){ "", 0 }, err);
	if (!bench->lang[0])
		memcpy(bench->lang, lang, sizeof lang);
	if (rc || strcmp(lang, bench->lang) != 0 ||
	    texts[FULL].articles.n > texts[HEADLINES].articles.n / FULL_EVERY)
		return rc;
	tcn_buf_str(&bench->joined, article->text);
	tcn_buf_char(&bench->joined, '\n');
	if (bench->joined.n < FULL_BYTES)
		return TCN_OK;
	rc = bench->joined.failed
	    ? tcn_err_set(err, TCN_NOMEM, "out of memory")
	    : add(&texts[FULL], article, tcn_buf_view(&bench->joined), err);
	tcn_buf_clear(&bench->joined);
	return rc;
}

static enum tcn_rc
count_words(void *ctx, size_t text, const struct tcn_content_word *words,
    size_t n)
{
	uint64_t *sum = ctx;

	(void)text, (void)words;
	*sum += n;
	return TCN_OK;
}

/* Tags the first n of the texts, so many at once. */
static enum tcn_rc
tag(const struct bench *bench, const struct texts *texts, size_t n,
    size_t at_once, uint64_t *words)
{
	struct tcn_tagger_text list[AT_ONCE];
	char langs[AT_ONCE][8];
	struct tcn_tagger *tagger;
	enum tcn_rc rc = tcn_tagger_new(bench->taggers, &tagger);

	for (size_t i = 0; i < n && !rc; i += at_once) {
		size_t most = n - i < at_once ? n - i : at_once;

		for (size_t k = 0; k < most; k++) {
			const struct tcn_article *article =
			    &texts->articles.at[i + k];

			snprintf(langs[k], sizeof langs[k], "%.*s",
			    TCN_STR_ARG(article->lang));
			list[k] = (struct tcn_tagger_text){ langs[k],
				article->title, article->text };
		}
		rc = tcn_tagger_run(tagger, list, most, count_words, words);
	}
	tcn_tagger_free(tagger); /* its programs end, and their time counts */
	return rc;
}

static enum tcn_rc
prepare(const struct texts *texts, uint64_t *words)
{
	struct tcn_prepare *prep;
	struct tcn_arena arena;
	struct tcn_doc doc;
	enum tcn_rc rc = tcn_prepare_new(NULL, &prep, NULL);

	tcn_arena_init(&arena, 0);
	for (size_t i = 0; i < texts->articles.n && !rc; i++) {
		tcn_arena_reset(&arena);
		rc = tcn_prepare(prep, &texts->articles.at[i], &arena, &doc);
		*words += rc ? 0 : doc.words_n;
	}
	tcn_arena_fini(&arena);
	tcn_prepare_free(prep);
	return rc;
}

static const struct step {
	const char *name;
	size_t at_once; /* 0: not tagged but prepared */
} steps[] = {
	{ "prepare (baseline)", 0 },
	{ "tagger, 128 at once", AT_ONCE },
	{ "tagger, one by one", 1 },
};

static enum tcn_rc
time_step(const struct bench *bench, const struct step *step, int kind,
    double *baseline)
{
	const struct texts *texts = &bench->texts[kind];
	size_t all = texts->articles.n;
	size_t n = step->at_once == 1 && all > ONE_BY_ONE ? ONE_BY_ONE : all;
	double clock = tcn_bench_now(), used = processor(), each;
	uint64_t words = 0;
	enum tcn_rc rc = step->at_once
	    ? tag(bench, texts, n, step->at_once, &words)
	    : prepare(texts, &words);

	clock = tcn_bench_now() - clock;
	used = processor() - used;
	each = n ? used / (double)n : 0;
	if (!step->at_once)
		*baseline = each;
	if (rc || !n)
		return rc;
	if (bench->args->json)
		printf("{\"texts\":\"%s\",\"step\":\"%s\",\"items\":%zu,"
		       "\"bytes_each\":%zu,\"seconds\":%.4f,"
		       "\"processor_seconds\":%.4f,\"items_per_second\":%.0f,"
		       "\"items_per_processor_second\":%.0f,\"words\":%llu,"
		       "\"of_baseline\":%.5f}\n",
		    kinds[kind], step->name, n, texts->bytes / all, clock, used,
		    (double)n / clock, (double)n / used,
		    (unsigned long long)words, *baseline / each);
	else
		printf("%-10s %-20s %8zu %8zu %12.0f %14.0f %12.4f\n",
		    kinds[kind], step->name, n, texts->bytes / all,
		    (double)n / clock, (double)n / used, *baseline / each);
	fflush(stdout);
	return TCN_OK;
}

static enum tcn_rc
run_all(const struct bench *bench)
{
	enum tcn_rc rc = TCN_OK;

	if (!bench->args->json)
		printf("%-10s %-20s %8s %8s %12s %14s %12s\n", "texts", "step",
		    "items", "bytes", "a second", "a processor s",
		    "of baseline");
	for (int kind = 0; kind < KINDS; kind++) {
		double baseline = 0;

		for (size_t i = 0; i < sizeof steps / sizeof *steps && !rc; i++)
			rc = time_step(bench, &steps[i], kind, &baseline);
	}
	return rc;
}

int
tcn_bench_tagger(const struct tcn_bench_args *args)
{
	struct bench bench = { .args = args };
	struct tcn_taggers_conf how = { NULL, TCN_TAGGER_DEADLINE_MS };
	struct tcn_err err = { .text = "" };
	struct tcn_conf conf;
	enum tcn_rc rc = tcn_conf_init(&conf);

	for (int i = 0; i < KINDS; i++)
		tcn_bench_articles_init(&bench.texts[i].articles);
	how.dir = conf.text.tagger_data;
	if (!rc)
		rc = tcn_taggers_open(&how, &bench.taggers, &err);
	if (!rc && !tcn_taggers_langs(bench.taggers))
		rc = tcn_err_set(&err, TCN_INVALID,
		    "no tagger is installed in %s; on Debian, install apertium "
		    "and apertium-spa-cat",
		    how.dir);
	if (!rc)
		rc =
		    tcn_bench_generate(args, ITEMS_DEFAULT, take, &bench, &err);
	if (!rc)
		rc = run_all(&bench);
	for (int i = 0; i < KINDS; i++)
		tcn_bench_articles_fini(&bench.texts[i].articles);
	tcn_buf_fini(&bench.joined);
	tcn_taggers_close(bench.taggers);
	tcn_conf_fini(&conf);
	return rc ? tcn_say_rc(rc, &err) : TCN_EXIT_OK;
}
