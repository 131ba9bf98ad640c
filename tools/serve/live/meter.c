#include "tools/serve/live/meter.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <xxhash.h>

#include "engine/base/arena.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "sql/store_latest.h"

#define MINUTE_MS ((int64_t)60000)
#define AT_ONCE   5000 /* items of one query */

/* Counts by bucket, as a ring: bucket number modulo its length. */
struct source {
	char *name; /* NULL: all others */
	uint32_t taken[TCN_METER_BUCKETS], copies[TCN_METER_BUCKETS];
};

struct tcn_meter {
	const struct tcn_store *store;
	uint64_t seq; /* the last item that was counted */
	int64_t since_ms; /* where it began */
	int64_t bucket, minute; /* the latest, since 1970 */
	uint32_t minutes[2][TCN_METER_MINUTES]; /* taken, copies */
	struct tcn_map names; /* hash of a name -> place in sources */
	struct source **sources; /* the first is of all others */
	size_t n, cap;
	bool begun;
};

static struct source *
add_source(struct tcn_meter *meter, struct tcn_str name)
{
	struct source **sources = tcn_mem_grow(meter->sources, &meter->cap,
	    meter->n + 1, sizeof(struct source *));
	struct source *source;

	meter->sources = sources;
	source = tcn_mem_calloc(1, sizeof *source);
	if (name.at)
		source->name = tcn_mem_dupz(name.at, name.n);
	sources[meter->n++] = source;
	return source;
}

struct tcn_meter *
tcn_meter_new(const struct tcn_store *store)
{
	struct tcn_meter *meter = tcn_mem_calloc(1, sizeof *meter);

	assert(store);
	meter->store = store;
	(void)add_source(meter, (struct tcn_str){ 0 });
	return meter;
}

void
tcn_meter_free(struct tcn_meter *meter)
{
	if (!meter)
		return;
	for (size_t i = 0; i < meter->n; i++) {
		tcn_mem_free(meter->sources[i]->name);
		tcn_mem_free(meter->sources[i]);
	}
	tcn_mem_free(meter->sources);
	tcn_map_fini(&meter->names);
	tcn_mem_free(meter);
}

/* The source of that name; one too many is counted with all others. */
static struct source *
find_source(struct tcn_meter *meter, struct tcn_str name)
{
	uint64_t *place;
	bool added;

	tcn_map_put(&meter->names, XXH3_64bits(name.at, name.n), &place,
	    &added);
	if (added && meter->n <= TCN_METER_SOURCES) {
		(void)add_source(meter, name);
		*place = meter->n - 1;
	} else if (added) { /* not remembered: names may be without end */
		tcn_map_remove(&meter->names, XXH3_64bits(name.at, name.n));
		return meter->sources[0];
	}
	return meter->sources[*place];
}

/* --- time goes on --- */

/* Empties the slots of a ring that `from` exclusive to `to` inclusive take. */
static void
empty_slots(uint32_t *ring, int64_t length, int64_t from, int64_t to)
{
	if (to - from > length)
		from = to - length;
	for (int64_t i = from + 1; i <= to; i++)
		ring[i % length] = 0;
}

static void
move_to(struct tcn_meter *meter, int64_t stream_ms)
{
	int64_t bucket = stream_ms / TCN_METER_BUCKET_MS;
	int64_t minute = stream_ms / MINUTE_MS;

	for (size_t i = 0; i < meter->n && bucket > meter->bucket; i++) {
		empty_slots(meter->sources[i]->taken, TCN_METER_BUCKETS,
		    meter->bucket, bucket);
		empty_slots(meter->sources[i]->copies, TCN_METER_BUCKETS,
		    meter->bucket, bucket);
	}
	for (int i = 0; i < 2 && minute > meter->minute; i++)
		empty_slots(meter->minutes[i], TCN_METER_MINUTES, meter->minute,
		    minute);
	if (bucket > meter->bucket)
		meter->bucket = bucket;
	if (minute > meter->minute)
		meter->minute = minute;
}

/* --- items --- */

static void
count(struct tcn_meter *meter, const struct tcn_store_arrival *item)
{
	int64_t bucket = item->ts_ms / TCN_METER_BUCKET_MS;
	int64_t minute = item->ts_ms / MINUTE_MS;
	struct source *source;

	source = find_source(meter, item->source);
	if (bucket <= meter->bucket &&
	    bucket > meter->bucket - TCN_METER_BUCKETS) {
		source->taken[bucket % TCN_METER_BUCKETS]++;
		source->copies[bucket % TCN_METER_BUCKETS] += item->is_copy;
	}
	if (minute <= meter->minute &&
	    minute > meter->minute - TCN_METER_MINUTES) {
		meter->minutes[0][minute % TCN_METER_MINUTES]++;
		meter->minutes[1][minute % TCN_METER_MINUTES] += item->is_copy;
	}
	meter->seq = item->seq;
}

/* Where to begin: with the last day, but not too far back. */
static enum tcn_rc
begin(struct tcn_meter *meter, int64_t stream_ms)
{
	uint64_t first, last;
	enum tcn_rc rc;

	meter->since_ms = stream_ms - TCN_METER_BUCKETS * TCN_METER_BUCKET_MS;
	meter->bucket = stream_ms / TCN_METER_BUCKET_MS;
	meter->minute = stream_ms / MINUTE_MS;
	rc = tcn_store_last_seq(meter->store, &last);
	if (!rc)
		rc = tcn_store_seq_range(meter->store, meter->since_ms,
		    INT64_MAX, &first, &last);
	if (rc)
		return rc;
	if (last > TCN_METER_FIRST_MAX && first < last - TCN_METER_FIRST_MAX) {
		first = last - TCN_METER_FIRST_MAX + 1;
		meter->since_ms = TCN_UNDATED; /* of the first item then */
	}
	meter->seq = first ? first - 1 : 0;
	meter->begun = true;
	return TCN_OK;
}

enum tcn_rc
tcn_meter_refresh(struct tcn_meter *meter, int64_t stream_ms)
{
	bool more = true;
	enum tcn_rc rc = meter->begun ? TCN_OK : begin(meter, stream_ms);

	if (!rc)
		move_to(meter, stream_ms);
	while (!rc && more) {
		struct tcn_store_arrivals list;
		struct tcn_arena arena;

		tcn_arena_init(&arena, 0);
		rc = tcn_store_arrivals_after(meter->store, meter->seq, AT_ONCE,
		    &arena, &list);
		for (size_t i = 0; !rc && i < list.n; i++)
			count(meter, &list.at[i]);
		more = !rc && list.n == AT_ONCE;
		tcn_arena_fini(&arena);
	}
	return rc;
}

/* --- what it says --- */

/* A ring from its oldest slot to its latest; returns the sum. */
static uint64_t
unroll(const uint32_t *ring, int64_t length, int64_t latest, uint32_t *out)
{
	uint64_t sum = 0;

	for (int64_t i = 0; i < length; i++) {
		int64_t slot = latest - length + 1 + i;
		uint32_t n = slot < 0 ? 0 : ring[slot % length];

		sum += n;
		if (out)
			out[i] += n;
	}
	return sum;
}

static void
add_source_to(const struct tcn_meter *meter, const struct source *source,
    uint32_t *buckets, uint64_t *taken, uint64_t *copies)
{
	*taken +=
	    unroll(source->taken, TCN_METER_BUCKETS, meter->bucket, buckets);
	*copies +=
	    unroll(source->copies, TCN_METER_BUCKETS, meter->bucket, NULL);
}

void
tcn_meter_totals(const struct tcn_meter *meter, struct tcn_meter_totals *totals)
{
	*totals = (struct tcn_meter_totals){
		.since_ms = meter->since_ms,
		.until_ms = (meter->bucket + 1) * TCN_METER_BUCKET_MS,
	};
	for (size_t i = 0; i < meter->n; i++) {
		uint64_t before = totals->taken;

		add_source_to(meter, meter->sources[i], totals->buckets,
		    &totals->taken, &totals->copies);
		totals->sources += i > 0 && totals->taken > before;
	}
	totals->hour_taken = unroll(meter->minutes[0], TCN_METER_MINUTES,
	    meter->minute, totals->minutes);
	totals->hour_copies =
	    unroll(meter->minutes[1], TCN_METER_MINUTES, meter->minute, NULL);
}

static int
compare_sources(const void *a, const void *b)
{
	const struct tcn_meter_source *x = a, *y = b;

	if (x->taken != y->taken)
		return x->taken < y->taken ? 1 : -1;
	return tcn_str_compare(x->name, y->name);
}

/* All sources of the day in order, in memory of the meter's own; *n of them. */
static struct tcn_meter_source *
list_sources(const struct tcn_meter *meter, size_t *n)
{
	struct tcn_meter_source *all = tcn_mem_calloc(meter->n, sizeof *all);

	*n = 0;
	for (size_t i = 1; i < meter->n; i++) {
		struct tcn_meter_source *one = &all[*n];

		one->name = tcn_str(meter->sources[i]->name);
		add_source_to(meter, meter->sources[i], one->buckets,
		    &one->taken, &one->copies);
		if (one->taken)
			++*n;
		else
			*one = (struct tcn_meter_source){ 0 };
	}
	if (*n)
		qsort(all, *n, sizeof *all, compare_sources);
	return all;
}

size_t
tcn_meter_sources(struct tcn_meter *meter, struct tcn_meter_source *sources,
    size_t n)
{
	struct tcn_meter_source rest = { 0 };
	struct tcn_meter_source *all;
	size_t found, shown;

	assert(n > 0);
	all = list_sources(meter, &found);
	add_source_to(meter, meter->sources[0], rest.buckets, &rest.taken,
	    &rest.copies);
	shown = found > n || (rest.taken && found == n) ? n - 1 : found;
	for (size_t i = 0; i < shown; i++)
		sources[i] = all[i];
	for (size_t i = shown; i < found; i++) {
		rest.taken += all[i].taken;
		rest.copies += all[i].copies;
		for (int b = 0; b < TCN_METER_BUCKETS; b++)
			rest.buckets[b] += all[i].buckets[b];
	}
	tcn_mem_free(all);
	if (rest.taken)
		sources[shown++] = rest;
	return shown;
}
