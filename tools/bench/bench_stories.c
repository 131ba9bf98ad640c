/*
 * Bench part "stories": what does the story tier alone cost an item, and does
 * that grow with the window? The items are headlines made by a seed to be
 * like real ones in what the tier's cost depends on: of a stream of 267,000
 * headlines an item has 9.1 terms, looks at 15 postings and 11 candidates, and
 * nine in ten join a story, which then has 27 items and 110 words. The table
 * shows the same figures. A window of more items has as many more stories, as
 * if more such streams came together. The baseline is one look-up of each
 * word in a map.
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/duration.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "tools/base/exit.h"
#include "tools/base/say.h"
#include "tools/bench/bench.h"
#include "window/story/story.h"

#define WORDS         11
#define WINDOW_ITEMS  200000
#define ITEMS_DEFAULT 100000
#define TOPICS        4096 /* running at a time, in the largest window */
#define COMMON_WORDS  ((uint64_t)1 << 16)
#define OWN_WORDS     200000
#define SPAN_MS       (4 * TCN_HOUR_MS)

static const size_t windows[] = { WINDOW_ITEMS / 16, WINDOW_ITEMS / 4,
	WINDOW_ITEMS };

/* A headline. A word that occurs twice is one term. */
struct headline {
	uint64_t terms[WORDS];
	uint8_t words[WORDS]; /* index into terms */
	uint8_t terms_n;
};

/* The items that fill a window, and those that are measured after it. */
struct data {
	struct headline *items;
	size_t window, n;
};

struct result {
	double seconds, baseline;
	uint64_t joined;
	struct tcn_story_stats warm, stats; /* before and after */
};

/*
 * Returns a number below 2^octaves. Small numbers are common, as with words
 * (about 1/rank, Zipf's law).
 */
static uint64_t
skewed(uint64_t bits, unsigned octaves)
{
	uint64_t scale = (uint64_t)1 << (bits >> 8) % octaves;

	return (bits >> 16) % scale + scale - 1;
}

static uint64_t
mix(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

/*
 * Returns the topic that item i is about. The first quarter of the topics
 * occurs more often than the rest; each topic is replaced after a window's
 * time.
 */
static uint64_t
topic_of(uint64_t bits, size_t window, uint64_t i)
{
	uint64_t topics = TOPICS * window / WINDOW_ITEMS;
	uint64_t place = (bits >> 16) % (topics >> (bits >> 8) % 3);

	return place + (i + mix(place) % window) / window * TOPICS;
}

/*
 * Returns one of the few words of a topic; one in 16 is a name that other
 * topics have too.
 */
static uint64_t
topic_word(uint64_t topic, uint64_t bits)
{
	uint64_t word = mix(topic * 64 + skewed(bits, 4));

	return COMMON_WORDS +
	    (word % 16 ? (word >> 8) % OWN_WORDS : skewed(word >> 8, 17));
}

static void
add_word(struct headline *item, size_t w, uint64_t term)
{
	uint8_t t = 0;

	while (t < item->terms_n && item->terms[t] != term)
		t++;
	if (t == item->terms_n)
		item->terms[item->terms_n++] = term;
	item->words[w] = t;
}

/*
 * Makes item i. A third of its words are common; an item that stands alone has
 * random words for the others.
 */
static void
make_item(uint64_t seed, size_t window, uint64_t i, struct headline *item)
{
	uint64_t bits = mix(seed * 0x9e3779b97f4a7c15u + i);
	uint64_t topic = topic_of(mix(bits), window, i);
	bool alone = bits % 14 == 0;

	item->terms_n = 0;
	for (size_t w = 0; w < WORDS; w++) {
		uint64_t own = mix(bits + w), word;

		if (w % 3 == 1)
			word = skewed(own, 15);
		else if (alone)
			word = COMMON_WORDS + own % OWN_WORDS;
		else
			word = topic_word(topic, own);
		add_word(item, w, mix(word + 1));
	}
}

static bool
make_data(struct data *data, size_t window, size_t n, uint64_t seed)
{
	data->window = window;
	data->n = window + n;
	data->items = tcn_mem_alloc(data->n * sizeof *data->items);
	for (size_t i = 0; data->items && i < data->n; i++)
		make_item(seed, window, i, &data->items[i]);
	return data->items != NULL;
}

static void
make_doc(const struct headline *item, struct tcn_term *terms, uint32_t *words,
    struct tcn_doc *doc)
{
	*doc = (struct tcn_doc){
		.terms = terms,
		.terms_n = item->terms_n,
		.words = words,
		.words_n = WORDS,
		.title_n = WORDS,
		.suffix_at = WORDS,
	};
	for (size_t t = 0; t < item->terms_n; t++)
		terms[t] = (struct tcn_term){
			.id = item->terms[t],
			.word = { "word", 4 },
		};
	for (size_t w = 0; w < WORDS; w++)
		words[w] = item->words[w];
}

static enum tcn_rc
take(struct tcn_story_index *s, const struct data *data, size_t i,
    uint64_t *joined)
{
	int64_t now_ms = SPAN_MS * (int64_t)i / (int64_t)data->window;
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
	enum tcn_rc rc = tcn_story_index_tick(s, now_ms, &closed, &closed_n);

	make_doc(&data->items[i], terms, words, &doc);
	if (!rc)
		rc = tcn_story_index_step(s, &doc, &place, now_ms, &step);
	if (!rc)
		*joined += !step.opened;
	if (rc || step.items <= 15 || step.fired)
		return rc;
	rc = tcn_story_judge(s, step.story, now_ms, NULL, &verdict);
	if (!rc && verdict.gate == TCN_STORY_GATE_NONE)
		rc = tcn_story_mark_fired(s, step.story, 0);
	return rc;
}

static enum tcn_rc
measure_baseline(const struct data *data, double *seconds)
{
	struct tcn_map map = { 0 };
	double start = tcn_bench_cpu();
	enum tcn_rc rc = TCN_OK;

	for (size_t i = data->window; i < data->n && !rc; i++) {
		const struct headline *item = &data->items[i];

		for (size_t w = 0; w < WORDS && !rc; w++)
			rc = tcn_map_count(&map, item->terms[item->words[w]]);
	}
	*seconds = tcn_bench_cpu() - start;
	tcn_map_fini(&map);
	return rc;
}

static enum tcn_rc
measure(const struct data *data, struct result *result)
{
	struct tcn_story_conf conf;
	struct tcn_story_index *s = NULL;
	double start = 0;
	enum tcn_rc rc;

	tcn_story_conf_default(&conf);
	conf.forget_closed = true;
	rc = tcn_story_index_new(&conf, &s);
	for (size_t i = 0; i < data->n && !rc; i++) {
		if (i == data->window) {
			tcn_story_index_stats(s, &result->warm);
			result->joined = 0;
			start = tcn_bench_cpu();
		}
		rc = take(s, data, i, &result->joined);
	}
	result->seconds = tcn_bench_cpu() - start;
	if (!rc)
		tcn_story_index_stats(s, &result->stats);
	tcn_story_index_free(s);
	return rc ? rc : measure_baseline(data, &result->baseline);
}

/* Returns how many terms an item has on average. */
static double
count_terms(const struct data *data)
{
	size_t n = 0;

	for (size_t i = data->window; i < data->n; i++)
		n += data->items[i].terms_n;
	return (double)n / (double)(data->n - data->window);
}

static void
print_result(const struct tcn_bench_args *args, const struct data *data,
    const struct result *r)
{
	double n = (double)(data->n - data->window);
	double postings = (double)(r->stats.postings - r->warm.postings) / n;
	double candidates =
	    (double)(r->stats.candidates - r->warm.candidates) / n;

	printf(args->json
		? "{\"window\":%zu,\"items_per_second\":%.0f,"
		  "\"of_baseline\":%.4f,\"stories\":%" PRIu64
		  ",\"terms\":%.1f,\"postings\":%.1f,\"candidates\":%.1f,"
		  "\"joined\":%.2f,\"mib\":%.1f}\n"
		: "%9zu %10.0f %12.3f %9" PRIu64
		  " %7.1f %9.1f %11.1f %7.2f %7.1f\n",
	    data->window, n / r->seconds, r->baseline / r->seconds,
	    r->stats.stories, count_terms(data), postings, candidates,
	    (double)r->joined / n, (double)r->stats.bytes / (1 << 20));
	fflush(stdout);
}

static bool
bench_window(const struct tcn_bench_args *args, size_t window)
{
	struct data data = { 0 };
	struct result result = { 0 };
	bool ok = make_data(&data, window,
		      args->items ? args->items : ITEMS_DEFAULT, args->seed) &&
	    measure(&data, &result) == TCN_OK;

	if (ok)
		print_result(args, &data, &result);
	tcn_mem_free(data.items);
	return ok;
}

int
tcn_bench_stories(const struct tcn_bench_args *args)
{
	if (!args->json)
		printf("%9s %10s %12s %9s %7s %9s %11s %7s %7s\n", "window",
		    "items/s", "of baseline", "stories", "terms", "postings",
		    "candidates", "joined", "MiB");
	for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
		if (!bench_window(args, windows[i])) {
			tcn_say("out of memory");
			return TCN_EXIT_FAILED;
		}
	return TCN_EXIT_OK;
}
