#include "tools/lab/bench/paper/paper_clusters.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "engine/item/prepare.h"
#include "tools/lab/bench/bench_archive.h"
#include "tools/lab/bench/bench_pairs.h"

enum {
	ITEMS_DEFAULT = 10000,
	ROUNDS = 5,
	VOCABULARY = 30000,
	EVENT_WORDS = 14,
	EVENT_ITEMS = 60, /* reports of one event */
	WORDS_MAX = 64, /* of a headline that is read */
	SPAN_HOURS = 4,
};

/* --- headlines --- */

static void
add(struct tcn_paper_words *words, struct tcn_str *at, size_t n, int64_t ts_ms)
{
	struct tcn_paper_headline *p = tcn_mem_grow(words->at, &words->cap,
	    words->n + 1, sizeof *words->at);

	words->at = p;
	p += words->n++;
	*p = (struct tcn_paper_headline){ at, n, ts_ms };
}

void
tcn_paper_words_fini(struct tcn_paper_words *words)
{
	tcn_mem_free(words->at);
	tcn_arena_fini(&words->arena);
	*words = (struct tcn_paper_words){ 0 };
}

/* A word that the number decides; low numbers are common ones. */
static void
make_word(struct tcn_paper_words *words, uint64_t number, struct tcn_str *word)
{
	char text[24];
	int n = snprintf(text, sizeof text, "w%" PRIx64, number * 2654435761u);
	char *at = tcn_arena_alloc(&words->arena, (size_t)n);

	memcpy(at, text, (size_t)n);
	*word = (struct tcn_str){ at, (size_t)n };
}

/* Common words come often, as in a language: the square of an even draw. */
static uint64_t
draw_word(uint64_t *state)
{
	double u = (double)(tcn_bench_random(state) >> 11) / (1ull << 53);

	return (uint64_t)(u * u * VOCABULARY);
}

static void
make_headline(struct tcn_paper_words *words, uint64_t event, int64_t ts_ms,
    uint64_t *state)
{
	size_t n = 7 + tcn_bench_random(state) % 8;
	struct tcn_str *at = tcn_arena_zalloc(&words->arena, n, sizeof *at);

	for (size_t i = 0; i < n; i++) {
		uint64_t r = tcn_bench_random(state);
		uint64_t word = event && r % 3
		    ? VOCABULARY + event * EVENT_WORDS + (r >> 8) % EVENT_WORDS
		    : draw_word(state);

		make_word(words, word, &at[i]);
	}
	add(words, at, n, ts_ms);
}

void
tcn_paper_words_make(enum tcn_paper_words_kind kind, size_t n, uint64_t seed,
    struct tcn_paper_words *words)
{
	int64_t span_ms = SPAN_HOURS * TCN_HOUR_MS;

	*words = (struct tcn_paper_words){ 0 };
	tcn_arena_init(&words->arena, 0);
	for (size_t i = 0; i < n; i++) {
		bool in_event = kind == TCN_PAPER_WORDS_BURSTS &&
		    tcn_bench_random(&seed) % 2;
		uint64_t event =
		    1 + tcn_bench_random(&seed) % (n / EVENT_ITEMS / 2 + 1);

		make_headline(words, in_event ? event : 0,
		    span_ms / (int64_t)n * (int64_t)i, &seed);
	}
}

struct reading {
	struct tcn_paper_words *words;
	struct tcn_prepare *prep;
	struct tcn_arena arena; /* of one article */
};

/* The words of a title, as they are written, once each. */
static enum tcn_rc
take(void *ctx, const struct tcn_article *article, struct tcn_err *err)
{
	struct reading *reading = ctx;
	struct tcn_arena *arena = &reading->words->arena;
	struct tcn_str *at;
	struct tcn_doc doc;
	size_t n = 0;

	(void)err;
	tcn_arena_reset(&reading->arena);
	tcn_prepare(reading->prep, article, &reading->arena, &doc);
	at = tcn_arena_zalloc(arena, WORDS_MAX, sizeof *at);
	for (size_t i = 0; i < doc.terms_n && n < WORDS_MAX; i++) {
		const struct tcn_term *term = &doc.terms[i];
		char *copy;

		if (!(term->flags & TCN_TERM_TITLE) ||
		    term->flags & TCN_TERM_STOP)
			continue;
		copy = tcn_arena_alloc(arena, term->word.n);
		memcpy(copy, term->word.at, term->word.n);
		at[n++] = (struct tcn_str){ copy, term->word.n };
	}
	if (n)
		add(reading->words, at, n,
		    doc.ts_ms == TCN_UNDATED ? 0 : doc.ts_ms);
	return TCN_OK;
}

enum tcn_rc
tcn_paper_words_read(const struct tcn_bench_args *args,
    struct tcn_paper_words *words, struct tcn_err *err)
{
	struct tcn_bench_archive archive = { .items_max = args->items };
	struct reading reading = { .words = words };
	enum tcn_rc rc;

	*words = (struct tcn_paper_words){ 0 };
	tcn_arena_init(&words->arena, 0);
	tcn_arena_init(&reading.arena, 0);
	reading.prep = tcn_prepare_new(NULL);
	rc = tcn_bench_archive_make(args, ITEMS_DEFAULT, &archive, err);
	if (!rc)
		rc = tcn_bench_archive_read(&archive, take, &reading, err);
	tcn_bench_archive_drop(&archive);
	tcn_prepare_free(reading.prep);
	tcn_arena_fini(&reading.arena);
	if (rc)
		tcn_paper_words_fini(words);
	return rc;
}

/* --- stages --- */

struct bench {
	const struct tcn_paper_words *words;
	const struct tcn_clusters_conf *conf;
	struct tcn_paper_clusters *out;
	struct tcn_minhash *minhash;
	uint32_t *numbers, *firsts; /* of all words; where an item's begin */
	uint32_t *values, *bands; /* of all items */
};

static void
note(double *best, double seconds, int round)
{
	if (!round || seconds < *best)
		*best = seconds;
}

static uint32_t
number_words(const struct tcn_paper_headline *headline, uint32_t *numbers)
{
	for (size_t i = 0; i < headline->n; i++)
		numbers[i] = (uint32_t)crc32_z(0,
		    (const Bytef *)headline->words[i].at, headline->words[i].n);
	return (uint32_t)headline->n;
}

static void
run_numbers(struct bench *bench)
{
	uint32_t at = 0;

	for (size_t i = 0; i < bench->words->n; i++) {
		bench->firsts[i] = at;
		at += number_words(&bench->words->at[i], bench->numbers + at);
	}
}

static double
run_sign(struct bench *bench)
{
	uint32_t n = tcn_minhash_values(bench->minhash);
	double from = tcn_bench_cpu();

	for (size_t i = 0; i < bench->words->n; i++)
		tcn_minhash_sign(bench->minhash,
		    bench->numbers + bench->firsts[i], bench->words->at[i].n,
		    bench->values + i * n);
	return tcn_bench_cpu() - from;
}

static double
run_bands(struct bench *bench)
{
	uint32_t n = tcn_minhash_values(bench->minhash);
	double from = tcn_bench_cpu();

	for (size_t i = 0; i < bench->words->n; i++)
		tcn_minhash_bands(bench->minhash, bench->values + i * n,
		    bench->bands + i * bench->conf->minhash.bands);
	return tcn_bench_cpu() - from;
}

static void
run_lsh(struct bench *bench, double *seconds)
{
	const struct tcn_clusters_conf *conf = bench->conf;
	const struct tcn_lsh_conf lsh_conf = tcn_clusters_lsh_conf(conf);
	uint32_t n = tcn_minhash_values(bench->minhash);
	struct tcn_lsh_hits hits = { 0 };
	struct tcn_lsh *lsh = tcn_lsh_new(&lsh_conf);
	double from = tcn_bench_cpu();
	uint64_t row;

	for (size_t i = 0; i < bench->words->n; i++) {
		const struct tcn_lsh_item item = {
			.values = bench->values + i * n,
			.bands = bench->bands + i * conf->minhash.bands,
			.ts_ms = bench->words->at[i].ts_ms,
			.number = (uint32_t)i,
		};
		int64_t edge_ms = conf->horizon_ms
		    ? item.ts_ms - conf->horizon_ms
		    : INT64_MIN;

		tcn_lsh_expire(lsh, edge_ms);
		tcn_lsh_find(lsh, &item, edge_ms, &hits);
		tcn_lsh_insert(lsh, &item, &row);
	}
	*seconds = tcn_bench_cpu() - from;
	tcn_lsh_free(lsh);
	tcn_lsh_hits_fini(&hits);
}

/* From the words on, as if nothing had been done yet. */
static void
run_all(struct bench *bench, double *seconds)
{
	struct tcn_clusters *clusters = NULL;
	struct tcn_clusters_step step;
	uint32_t numbers[WORDS_MAX];
	double from;

	clusters = tcn_clusters_new(bench->conf);
	from = tcn_bench_cpu();
	for (size_t i = 0; i < bench->words->n; i++) {
		const struct tcn_paper_headline *headline =
		    &bench->words->at[i];
		struct tcn_clusters_item item = {
			.words = numbers,
			.words_n = number_words(headline, numbers),
			.seq = i + 1,
			.ts_ms = headline->ts_ms,
			.origin = i + 1,
		};

		tcn_clusters_expire(clusters, item.ts_ms);
		tcn_clusters_insert(clusters, &item, item.ts_ms, &step);
	}
	*seconds = tcn_bench_cpu() - from;
	tcn_clusters_stats(clusters, &bench->out->stats);
	bench->out->bytes = (double)bench->out->stats.bytes /
	    (double)(bench->out->stats.items + !bench->out->stats.items);
	tcn_clusters_free(clusters);
}

static void
run_rounds(struct bench *bench)
{
	struct tcn_paper_clusters *out = bench->out;
	const struct tcn_minhash_form *best = NULL;
	double seconds;

	for (size_t i = 0; tcn_minhash_form_at(i); i++)
		best = tcn_minhash_form_at(i);
	for (int round = 0; round < ROUNDS; round++) {
		run_numbers(bench);
		tcn_minhash_set_form(bench->minhash, best);
		note(&out->sign, run_sign(bench), round);
		note(&out->bands, run_bands(bench), round);
		run_lsh(bench, &seconds);
		note(&out->lsh, seconds, round);
		run_all(bench, &seconds);
		note(&out->total, seconds, round);
	}
}

static void
allocate(struct bench *bench)
{
	const struct tcn_minhash_conf *conf = &bench->conf->minhash;
	size_t n = bench->words->n, words = 0;

	for (size_t i = 0; i < n; i++)
		words += bench->words->at[i].n;
	bench->numbers = tcn_mem_alloc(words * sizeof *bench->numbers);
	bench->firsts = tcn_mem_alloc(n * sizeof *bench->firsts);
	bench->values =
	    tcn_mem_alloc(n * conf->bands * conf->rows * sizeof *bench->values);
	bench->bands = tcn_mem_alloc(n * conf->bands * sizeof *bench->bands);
	bench->minhash = tcn_minhash_new(conf);
}

void
tcn_paper_clusters_run(const struct tcn_paper_words *words,
    const struct tcn_clusters_conf *conf, struct tcn_paper_clusters *figures)
{
	struct bench bench = { .words = words, .conf = conf, .out = figures };

	*figures = (struct tcn_paper_clusters){ 0 };
	allocate(&bench);
	run_rounds(&bench);
	tcn_minhash_free(bench.minhash);
	tcn_mem_free(bench.numbers);
	tcn_mem_free(bench.firsts);
	tcn_mem_free(bench.values);
	tcn_mem_free(bench.bands);
}
