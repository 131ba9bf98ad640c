/*
 * Bench part "stories": what does the story tier alone cost an item, with
 * 200,000 items in the window? Items are headlines of ten words made by a
 * seed: most tell one of a few thousand running stories in some of its words
 * and some common ones, the rest stand alone. The baseline is one look-up of
 * each word in a map.
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/map.h"
#include "engine/mem.h"
#include "tools/bench.h"
#include "tools/exit.h"
#include "tools/say.h"
#include "window/story.h"

#define WORDS         10
#define WINDOW_ITEMS  200000
#define ITEMS_DEFAULT 200000
#define TOPICS        4000 /* running at a time */
#define TOPIC_WORDS   12
#define COMMON_WORDS  20000
#define RARE_WORDS    100000
#define SPAN_MS       ((int64_t)4 * 3600 * 1000)

struct data {
	uint64_t *terms; /* WORDS an item */
	size_t n;
};

struct result {
	double seconds, baseline;
	struct tcn_story_stats stats;
};

/* Small numbers are common, as with words (about 1/rank). */
static uint64_t
common_word(uint64_t bits)
{
	uint64_t scale = (uint64_t)1 << (bits >> 8) % 15;

	return 1 + ((bits >> 16) % scale + scale) % COMMON_WORDS;
}

static uint64_t
mix(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

/*
 * A topic lasts for some tens of items, then its place goes to another; an
 * item that stands alone takes rare words from anywhere.
 */
static void
make_item(uint64_t seed, uint64_t i, uint64_t *terms)
{
	uint64_t bits = mix(seed * 0x9e3779b97f4a7c15u + i);
	uint64_t topic = mix(bits) % TOPICS + i / (TOPICS * 20) * TOPICS;
	bool alone = bits % 4 == 0;

	for (size_t w = 0; w < WORDS; w++) {
		uint64_t own = mix(bits + w);
		uint64_t rare =
		    alone ? own % RARE_WORDS : topic * 64 + own % TOPIC_WORDS;

		terms[w] =
		    mix(w % 2 ? common_word(own) : rare + COMMON_WORDS + 1);
	}
}

static bool
make_data(struct data *data, size_t n, uint64_t seed)
{
	data->n = n;
	data->terms = tcn_malloc(n * WORDS * sizeof *data->terms);
	for (size_t i = 0; data->terms && i < n; i++)
		make_item(seed, i, data->terms + i * WORDS);
	return data->terms != NULL;
}

/* The doc of one item; a word that comes twice is one term. */
static void
make_doc(const uint64_t *ids, struct tcn_term *terms, uint32_t *words,
    struct tcn_doc *doc)
{
	*doc = (struct tcn_doc){ .terms = terms, .words = words };
	for (size_t w = 0; w < WORDS; w++) {
		size_t t = 0;

		while (t < doc->terms_n && terms[t].id != ids[w])
			t++;
		if (t == doc->terms_n)
			terms[doc->terms_n++] = (struct tcn_term){
				.id = ids[w],
				.word = { "word", 4 },
			};
		words[w] = (uint32_t)t;
	}
	doc->words_n = doc->title_n = doc->suffix_at = WORDS;
}

static enum tcn_rc
take(struct tcn_stories *s, const struct data *data, size_t i)
{
	int64_t now_ms = SPAN_MS * (int64_t)i / WINDOW_ITEMS;
	struct tcn_placement place = {
		.seq = i + 1, .ts_ms = now_ms, .publisher = i % 500 + 1
	};
	struct tcn_term terms[WORDS];
	uint32_t words[WORDS];
	struct tcn_story_verdict verdict;
	const struct tcn_story *closed;
	struct tcn_story_step step;
	struct tcn_doc doc;
	size_t closed_n;
	enum tcn_rc rc = tcn_stories_tick(s, now_ms, &closed, &closed_n);

	make_doc(data->terms + i * WORDS, terms, words, &doc);
	if (!rc)
		rc = tcn_stories_step(s, &doc, &place, now_ms, &step);
	if (!rc && step.items > 15)
		rc = tcn_stories_judge(s, step.story, now_ms, &verdict);
	if (!rc && step.items > 15 && verdict.held == TCN_HELD_NOT)
		rc = tcn_stories_fired(s, step.story);
	return rc;
}

static enum tcn_rc
measure_baseline(const struct data *data, size_t from, double *seconds)
{
	struct tcn_map map = { 0 };
	double start = tcn_bench_now();
	enum tcn_rc rc = TCN_OK;

	for (size_t i = from * WORDS; i < data->n * WORDS && !rc; i++) {
		uint64_t *value;

		rc = tcn_map_put(&map, data->terms[i], &value, NULL);
		if (!rc)
			++*value;
	}
	*seconds = tcn_bench_now() - start;
	tcn_map_fini(&map);
	return rc;
}

static enum tcn_rc
measure(const struct data *data, struct result *result)
{
	struct tcn_story_conf conf;
	struct tcn_stories *s = NULL;
	double start = 0;
	enum tcn_rc rc;

	tcn_story_conf_default(&conf);
	rc = tcn_stories_new(&conf, &s);
	for (size_t i = 0; i < data->n && !rc; i++) {
		if (i == WINDOW_ITEMS)
			start = tcn_bench_now();
		rc = take(s, data, i);
	}
	result->seconds = tcn_bench_now() - start;
	if (!rc)
		tcn_stories_stats(s, &result->stats);
	tcn_stories_free(s);
	return rc ? rc
		  : measure_baseline(data, WINDOW_ITEMS, &result->baseline);
}

static void
print_result(const struct tcn_bench_args *args, size_t n,
    const struct result *r)
{
	double rate = (double)n / r->seconds;
	double all = (double)(n + WINDOW_ITEMS);

	if (args->json)
		printf("{\"items\":%zu,\"seconds\":%.4f,"
		       "\"items_per_second\":%.0f,\"of_baseline\":%.4f,"
		       "\"window_items\":%" PRIu64 ",\"stories\":%" PRIu64
		       ",\"postings_per_item\":%.1f,\"bytes\":%" PRIu64 "}\n",
		    n, r->seconds, rate, r->baseline / r->seconds,
		    r->stats.items, r->stats.stories,
		    (double)r->stats.postings / all, r->stats.bytes);
	else
		printf("%9s %12s %12s %9s %9s %9s %9s\n"
		       "%9zu %12.0f %12.3f %9" PRIu64 " %9" PRIu64
		       " %9.1f %9.1f\n",
		    "items", "items/s", "of baseline", "in window", "stories",
		    "postings", "MiB", n, rate, r->baseline / r->seconds,
		    r->stats.items, r->stats.stories,
		    (double)r->stats.postings / all,
		    (double)r->stats.bytes / (1 << 20));
}

int
tcn_bench_stories(const struct tcn_bench_args *args)
{
	size_t n = args->items ? args->items : ITEMS_DEFAULT;
	struct data data = { 0 };
	struct result result = { 0 };
	int code = TCN_EXIT_OK;

	if (!make_data(&data, n + WINDOW_ITEMS, args->seed) ||
	    measure(&data, &result)) {
		tcn_say("out of memory");
		code = TCN_EXIT_FAILED;
	} else {
		print_result(args, n, &result);
	}
	tcn_free(data.terms);
	return code;
}
