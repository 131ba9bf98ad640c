/*
 * tocsin bench keys: how fast is the window's ring of keys?
 *
 * For each size and each number of keys an item: texts of which 80 % share
 * nothing and 20 % are cuts of one text each, two to ten of them, half of its
 * keys and some foreign ones; one key in a hundred is one of a hundred that
 * many texts have. A ring is filled with them and slid on by half its content,
 * then by a quarter with each call timed, to see the longest; members of the
 * window and sets of new keys are looked up over the whole horizon. The
 * baseline is a merge of the sorted keys with those of every item in the
 * window, as whoever had no ring would look.
 */
#include "tools/bench/bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tools/base/exit.h"
#include "tools/base/say.h"
#include "tools/bench/bench_pairs.h"
#include "tools/bench/bench_window.h"
#include "window/keys/keys.h"

enum {
	SPACING_MS = 10, /* between items, in stream time */
	LOOKUPS = 20000,
	SCANS = 20,
	LEAST = 3, /* shared keys of a hit */
	COMMON = 100, /* keys that many texts have */
	COMMON_SHARE = 100, /* one key in so many is one of those */
	ITEMS_MIN = 1000,
	ITEMS_MAX = 10000000,
};

struct bench {
	uint64_t state; /* of the random numbers */
	size_t n; /* items in the window */
	size_t each; /* keys an item */
	size_t stream_n; /* items that fill the ring and slide it on */
	uint32_t *stream; /* their keys, side by side */
	struct tcn_keys *keys;
	struct tcn_keys_hits hits;
	struct tcn_bench_window taken;
	double few, some, scan; /* of one look-up */
	double found; /* records of a member's look-up, mean */
	double bytes; /* an item */
	uint64_t answers; /* sum of all results: the compiler must keep them */
};

static uint32_t
next_key(struct bench *bench)
{
	uint64_t r = tcn_bench_random(&bench->state);

	return r % COMMON_SHARE ? (uint32_t)(r >> 16)
				: (uint32_t)(r >> 16) % COMMON;
}

static int
compare(const void *left, const void *right)
{
	const uint32_t *a = left, *b = right;

	return *a < *b ? -1 : *a > *b;
}

/* Puts a set in order; of equal keys the later ones become others. */
static void
order(uint32_t *keys, size_t n)
{
	qsort(keys, n, sizeof *keys, compare);
	for (size_t i = 1; i < n; i++)
		if (keys[i] <= keys[i - 1])
			keys[i] = keys[i - 1] + 1;
}

/* Item i is new, or a cut of the item where its family began. */
static void
make_stream(struct bench *bench)
{
	size_t family = 0, left = 0;

	for (size_t i = 0; i < bench->stream_n; i++) {
		uint32_t *keys = bench->stream + i * bench->each;
		uint64_t r = tcn_bench_random(&bench->state);

		for (size_t j = 0; j < bench->each; j++)
			keys[j] = next_key(bench);
		if (left) {
			memcpy(keys, bench->stream + family * bench->each,
			    bench->each / 2 * sizeof *keys);
			left--;
		} else if (r % 25 == 0) {
			family = i;
			left = 1 + (size_t)(r >> 32) % 9;
		}
		order(keys, bench->each);
	}
}

static struct tcn_keys_set
set_of(const struct bench *bench, size_t i)
{
	return (struct tcn_keys_set){
		.at = bench->stream + i * bench->each,
		.n = bench->each,
	};
}

static enum tcn_rc
take(void *ctx, size_t i)
{
	struct bench *bench = ctx;
	struct tcn_keys_item item = {
		.set = set_of(bench, i),
		.seq = i,
		.ts_ms = (int64_t)i * SPACING_MS,
		.publisher = i % 500,
		.origin = i,
	};
	enum tcn_rc rc = tcn_keys_insert(bench->keys, &item);

	tcn_keys_expire(bench->keys, item.ts_ms);
	return rc;
}

static enum tcn_rc
fill(struct bench *bench)
{
	struct tcn_keys_conf conf = {
		.horizon_ms = (int64_t)bench->n * SPACING_MS,
	};
	struct tcn_keys_stats stats;
	enum tcn_rc rc = tcn_keys_new(&conf, &bench->keys);

	if (!rc)
		rc =
		    tcn_bench_window_feed(take, bench, bench->n, &bench->taken);
	if (rc)
		return rc;
	tcn_keys_stats(bench->keys, &stats);
	bench->bytes = (double)stats.bytes / (double)stats.items;
	return TCN_OK;
}

static enum tcn_rc
look(struct bench *bench, const struct tcn_keys_set *set)
{
	enum tcn_rc rc = tcn_keys_find(bench->keys, set, LEAST, INT64_MIN,
	    INT64_MAX, &bench->hits);

	bench->answers += bench->hits.n;
	return rc;
}

/* Sets that nobody has. */
static enum tcn_rc
look_few(struct bench *bench)
{
	uint32_t keys[TCN_KEYS_MAX];
	struct tcn_keys_set set = { .at = keys, .n = bench->each };
	double seconds = 0;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < LOOKUPS && !rc; i++) {
		double start;

		for (size_t j = 0; j < bench->each; j++)
			keys[j] = next_key(bench);
		order(keys, bench->each);
		start = tcn_bench_cpu();
		rc = look(bench, &set);
		seconds += tcn_bench_cpu() - start;
	}
	bench->few = seconds / LOOKUPS;
	return rc;
}

/* Returns a member of the window, by chance. */
static struct tcn_keys_set
member(struct bench *bench)
{
	return set_of(bench,
	    bench->stream_n - 1 -
		(size_t)(tcn_bench_random(&bench->state) % (bench->n - 1)));
}

static enum tcn_rc
look_some(struct bench *bench)
{
	uint64_t before = bench->answers;
	double start = tcn_bench_cpu();
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < LOOKUPS && !rc; i++) {
		struct tcn_keys_set set = member(bench);

		rc = look(bench, &set);
	}
	bench->some = (tcn_bench_cpu() - start) / LOOKUPS;
	bench->found = (double)(bench->answers - before) / LOOKUPS;
	return rc;
}

static uint32_t
merge(const uint32_t *a, const uint32_t *b, size_t n)
{
	uint32_t shared = 0;
	size_t i = 0, j = 0;

	while (i < n && j < n) {
		shared += a[i] == b[j];
		if (a[i] <= b[j])
			i++;
		else
			j++;
	}
	return shared;
}

static void
scan(struct bench *bench)
{
	size_t first = bench->stream_n - bench->n;
	double start = tcn_bench_cpu();

	for (int i = 0; i < SCANS; i++) {
		struct tcn_keys_set set = member(bench);

		for (size_t j = first; j < bench->stream_n; j++)
			bench->answers += merge(set.at, set_of(bench, j).at,
					      bench->each) >= LEAST;
	}
	bench->scan = (tcn_bench_cpu() - start) / SCANS;
}

static void
print(const struct bench *bench, bool json)
{
	if (json)
		printf("{\"part\":\"keys\",\"items\":%zu,\"keys\":%zu,"
		       "\"scan_us\":%.2f,\"few_us\":%.3f,\"some_us\":%.3f,"
		       "\"found\":%.2f,\"insert_us\":%.3f,"
		       "\"insert_expire_us\":%.3f,\"p999_us\":%.1f,"
		       "\"max_us\":%.1f,\"bytes\":%.0f}\n",
		    bench->n, bench->each, bench->scan * 1e6, bench->few * 1e6,
		    bench->some * 1e6, bench->found, bench->taken.insert * 1e6,
		    bench->taken.slide * 1e6, bench->taken.pause_p999 * 1e6,
		    bench->taken.pause_max * 1e6, bench->bytes);
	else
		printf("%9zu %5zu %10.1f %8.2f %8.2f %7.2f %8.2f %8.2f %8.1f "
		       "%8.1f %7.0f\n",
		    bench->n, bench->each, bench->scan * 1e6, bench->few * 1e6,
		    bench->some * 1e6, bench->found, bench->taken.insert * 1e6,
		    bench->taken.slide * 1e6, bench->taken.pause_p999 * 1e6,
		    bench->taken.pause_max * 1e6, bench->bytes);
	fflush(stdout);
}

static enum tcn_rc
bench_size(size_t n, size_t each, const struct tcn_bench_args *args)
{
	struct bench bench = {
		.state = args->seed,
		.n = n,
		.each = each,
		.stream_n = tcn_bench_window_stream(n),
	};
	enum tcn_rc rc = TCN_NOMEM;

	bench.stream =
	    tcn_mem_alloc(bench.stream_n * each * sizeof *bench.stream);
	if (bench.stream) {
		make_stream(&bench);
		rc = fill(&bench);
	}
	if (!rc)
		rc = look_few(&bench);
	if (!rc)
		rc = look_some(&bench);
	if (!rc) {
		scan(&bench);
		print(&bench, args->json);
	}
	tcn_keys_free(bench.keys);
	tcn_keys_hits_fini(&bench.hits);
	tcn_mem_free(bench.stream);
	return rc;
}

int
tcn_bench_keys(const struct tcn_bench_args *args)
{
	static const struct {
		size_t n, each;
	} sizes[] = { { 100000, 20 }, { 100000, 40 }, { 300000, 64 } };
	enum tcn_rc rc = TCN_OK;

	if (args->items &&
	    (args->items < ITEMS_MIN || args->items > ITEMS_MAX)) {
		tcn_say("bench keys takes from %d to %d items", ITEMS_MIN,
		    ITEMS_MAX);
		return TCN_EXIT_USAGE;
	}
	if (!args->json)
		printf("microseconds of one call\n%9s %5s %10s %8s %8s %7s "
		       "%8s %8s %8s %8s %7s\n",
		    "items", "keys", "scan", "nothing", "member", "found",
		    "insert", "+expire", "p99.9", "longest", "B/item");
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes && !rc; i++)
		rc = bench_size(args->items ? (size_t)args->items : sizes[i].n,
		    sizes[i].each, args);
	return rc ? tcn_say_rc(rc, NULL) : tcn_say_flush();
}
