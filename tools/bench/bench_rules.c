/*
 * Bench part "rules", first half: what do many watch rules cost? The baseline
 * is the same pass without rules: the words of each article, or all decisions
 * about it. A rule watches for two names of two words; one in twenty has a
 * pattern. The second half is bench_rules_many.c; with --input it is all.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "tools/base/say.h"
#include "tools/bench/bench_rules_impl.h"
#include "tools/conf/rulebook.h"
#include "tools/pipeline/setup.h"

enum {
	ITEMS_DEFAULT = 20000,
	ROUNDS = 3, /* the fastest counts */
	WORD_MIN = 4, /* bytes of a word that rules are made of */
};

static const size_t counts[] = { 0, 1, 1000, 10000 };

static enum tcn_rc
read_stream(struct tcn_bench_rules *b)
{
	enum tcn_rc rc = tcn_bench_archive_make(b->args, ITEMS_DEFAULT,
	    &b->archive, &b->err);

	if (!rc)
		rc = tcn_bench_archive_read(&b->archive, tcn_bench_articles_add,
		    &b->articles, &b->err);
	return !rc && !b->articles.n
	    ? tcn_err_set(&b->err, TCN_INVALID, "the stream has no articles")
	    : rc;
}

void
tcn_bench_rules_word(struct tcn_buf *out, const struct tcn_bench_rules *b,
    struct tcn_demo_rng *rng)
{
	size_t n = out->n;

	assert(b->articles.n > 0);
	for (int tries = 0; tries < 8 && out->n < n + WORD_MIN; tries++) {
		struct tcn_str title =
		    b->articles.at[tcn_demo_draw(rng) % b->articles.n].title;
		size_t at = title.n ? tcn_demo_draw(rng) % title.n : 0;

		while (at && title.at[at - 1] != ' ')
			at--;
		out->n = n;
		for (; at < title.n && title.at[at] != ' '; at++)
			if (!strchr("/\\()[]{}?*+|^$.#", title.at[at]))
				tcn_buf_char(out, title.at[at]);
	}
}

/* Appends a word that the stream does not have. */
static void
put_invented(struct tcn_buf *out, struct tcn_demo_rng *rng)
{
	for (int i = 0; i < 4; i++) {
		tcn_buf_char(out, "bdfgklmnprstvz"[tcn_demo_draw(rng) % 14]);
		tcn_buf_char(out, "aeiou"[tcn_demo_draw(rng) % 5]);
	}
}

/*
 * Appends a text to watch for: a name. One in ten is made of two words of the
 * stream; of the others one word is in the stream and the whole is not.
 */
static void
put_text(struct tcn_buf *out, const struct tcn_bench_rules *b,
    struct tcn_demo_rng *rng, bool known, bool pattern)
{
	struct tcn_buf text = { 0 };

	tcn_buf_z(&text, pattern ? "/\\b" : "");
	tcn_bench_rules_word(&text, b, rng);
	tcn_buf_z(&text, pattern ? "\\s+" : " ");
	if (known)
		tcn_bench_rules_word(&text, b, rng);
	else
		put_invented(&text, rng);
	tcn_buf_z(&text, pattern ? "/i" : "");
	tcn_buf_json(out, tcn_buf_view(&text));
	tcn_buf_fini(&text);
}

static enum tcn_rc
make_rules(struct tcn_bench_rules *b, size_t n, struct tcn_rulebook *book)
{
	struct tcn_demo_rng rng = { tcn_demo_subseed(b->args->seed, n) };
	struct tcn_buf text = { 0 };
	enum tcn_rc rc;

	*book = (struct tcn_rulebook){ .match = NULL };
	if (!n)
		return TCN_OK;
	tcn_buf_z(&text, "rules:\n");
	for (size_t i = 0; i < n; i++) {
		tcn_buf_printf(&text,
		    "- {name: w%zu, watch: true, where: {%s: [", i,
		    i % 20 == 1 ? "all" : "any");
		put_text(&text, b, &rng, i % 10 == 0, i % 20 == 3);
		tcn_buf_z(&text, ", ");
		put_text(&text, b, &rng, false, false);
		tcn_buf_z(&text, "]}}\n");
	}
	rc = text.failed ? TCN_NOMEM
			 : tcn_rulebook_read(&b->conf, "rules",
			       tcn_buf_view(&text), NULL, book, &b->err);
	tcn_buf_fini(&text);
	return rc;
}

/* Prepares and matches each article; *hits: rules that matched, over all. */
static enum tcn_rc
only_match(struct tcn_bench_rules *b, const struct tcn_rulebook *book,
    uint64_t *hits)
{
	struct tcn_match_list list = { NULL, 0 };
	struct tcn_prepare *prep;
	struct tcn_arena arena;
	struct tcn_doc doc;
	enum tcn_rc rc = tcn_prepare_new(&b->pipe.prepare, &prep, &b->err);

	if (rc)
		return rc;
	tcn_arena_init(&arena, 0);
	for (size_t i = 0; i < b->articles.n && !rc; i++) {
		tcn_arena_reset(&arena);
		rc = tcn_prepare(prep, &b->articles.at[i], &arena, &doc);
		if (!rc && book->match)
			rc = tcn_match_doc(book->match, &doc, &list);
		*hits += list.n;
	}
	tcn_arena_fini(&arena);
	tcn_prepare_free(prep);
	return rc;
}

/* Takes each article through all but the store; *hits: events. */
static enum tcn_rc
decide(struct tcn_bench_rules *b, const struct tcn_rulebook *book,
    uint64_t *hits)
{
	struct tcn_pipeline_conf conf = b->pipe;
	struct tcn_pipeline_outcome outcome;
	struct tcn_pipeline *pipe;
	enum tcn_rc rc;

	if (book->set.n)
		tcn_rulebook_use(book, &conf.detector);
	rc = tcn_pipeline_open(&conf, NULL, &pipe, &b->err);
	if (rc)
		return rc;
	for (size_t i = 0; i < b->articles.n && !rc; i++) {
		rc = tcn_pipeline_article(pipe, &b->articles.at[i],
		    TCN_CLOCK_NO_BOUND, &outcome, &b->err);
	}
	*hits = tcn_pipeline_counts(pipe)->events;
	tcn_pipeline_close(pipe);
	return rc;
}

static const struct step {
	const char *name, *unit;
	enum tcn_rc (*run)(struct tcn_bench_rules *b,
	    const struct tcn_rulebook *book, uint64_t *hits);
} steps[] = {
	{ "words", "rules met", only_match },
	{ "decisions", "events", decide },
};

static void
print_row(const struct tcn_bench_rules *b, const struct step *step,
    size_t rules, double seconds, double baseline, uint64_t hits)
{
	double rate = (double)b->articles.n / seconds;

	if (b->args->json)
		printf("{\"step\":\"%s\",\"rules\":%zu,\"items\":%zu,"
		       "\"seconds\":%.4f,\"items_per_second\":%.0f,"
		       "\"of_baseline\":%.4f,\"met\":%" PRIu64 "}\n",
		    step->name, rules, b->articles.n, seconds, rate,
		    baseline / seconds, hits);
	else
		printf("%-10s %8zu %9zu %12.0f %12.3f %10" PRIu64 " %s\n",
		    step->name, rules, b->articles.n, rate, baseline / seconds,
		    hits, step->unit);
	fflush(stdout);
}

static enum tcn_rc
measure(struct tcn_bench_rules *b, const struct step *step)
{
	double baseline = 0;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < sizeof counts / sizeof *counts && !rc; i++) {
		struct tcn_rulebook book;
		double best = 1e9;
		uint64_t hits = 0;

		rc = make_rules(b, counts[i], &book);
		for (int round = 0; round < ROUNDS && !rc; round++) {
			double began = tcn_bench_cpu(), took;

			hits = 0;
			rc = step->run(b, &book, &hits);
			took = tcn_bench_cpu() - began;
			best = took < best ? took : best;
		}
		tcn_rulebook_close(&book);
		if (i == 0)
			baseline = best;
		if (!rc)
			print_row(b, step, counts[i], best, baseline, hits);
	}
	return rc;
}

static enum tcn_rc
measure_watches(struct tcn_bench_rules *b)
{
	enum tcn_rc rc = TCN_OK;

	if (!b->args->json)
		printf("%-10s %8s %9s %12s %12s %10s\n", "step", "rules",
		    "items", "items/s", "of baseline", "met");
	for (size_t i = 0; i < sizeof steps / sizeof *steps && !rc; i++)
		rc = measure(b, &steps[i]);
	return rc;
}

int
tcn_bench_rules(const struct tcn_bench_args *args)
{
	struct tcn_bench_rules b = { .args = args };
	enum tcn_rc rc = tcn_conf_init(&b.conf);

	tcn_bench_articles_init(&b.articles);
	tcn_setup_pipeline(&b.conf, &b.pipe);
	if (!rc)
		rc = read_stream(&b);
	if (!rc && !args->input)
		rc = measure_watches(&b);
	if (!rc)
		rc = tcn_bench_rules_many(&b);
	tcn_bench_archive_drop(&b.archive);
	tcn_bench_articles_fini(&b.articles);
	tcn_conf_fini(&b.conf);
	return rc ? tcn_say_rc(rc, &b.err) : tcn_say_flush();
}
