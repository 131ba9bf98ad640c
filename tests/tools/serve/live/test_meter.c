/*
 * What came in over the last day: however items and time go on, the meter says
 * what a count of all items says.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/splitmix.h"
#include "tools/serve/live/meter.h"

#define MINUTE  INT64_C(60000)
#define START   (INT64_C(1772500000) * 1000)
#define ITEMS   1500
#define SOURCES 7

static struct tcn_store *st;
static struct tcn_meter *meter;
static uint64_t dice;
static int64_t stream_ms;
static struct {
	int64_t ts_ms;
	unsigned source;
	bool copy;
} items[ITEMS];
static size_t n;

static unsigned
roll(unsigned sides)
{
	return (unsigned)(tcn_splitmix(11, ++dice) % sides);
}

static void
setup(void)
{
	ck_assert_int_eq(tcn_store_open(":memory:", TCN_STORE_CREATE, &st,
			     NULL),
	    TCN_OK);
	meter = tcn_meter_new(st);
	stream_ms = START;
	dice = n = 0;
}

static void
teardown(void)
{
	tcn_meter_free(meter);
	tcn_store_close(st);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static void
add_item(void)
{
	char id[32], source[32];
	struct tcn_article article = { .lang = TCN_STR("en"),
		.title = TCN_STR("A title") };
	struct tcn_placement place = { .seq = n + 1 };
	struct tcn_store_tx *tx;

	items[n].ts_ms = stream_ms - roll(30) * MINUTE * roll(60);
	items[n].source = roll(roll(SOURCES) + 1);
	items[n].copy = n > 0 && roll(3) == 0;
	snprintf(id, sizeof id, "i%zu", n);
	snprintf(source, sizeof source, "Outlet %u", items[n].source);
	article.id = tcn_str(id);
	article.source = tcn_str(source);
	article.key[0] = article.key[1] = place.seq;
	article.ts_ms = place.ts_ms = items[n].ts_ms;
	place.origin = place.text = place.seq;
	if (items[n].copy)
		place.duplicate_of = place.origin = place.text = 1;
	n++;
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_article(tx, &article, "en", &place),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
}

/* How many items, of one source or all, lie in so many slots up to now. */
static uint64_t
count(int source, bool copies, int64_t slot_ms, int64_t slots)
{
	int64_t latest = stream_ms / slot_ms;
	uint64_t found = 0;

	for (size_t i = 0; i < n; i++) {
		int64_t slot = items[i].ts_ms / slot_ms;

		found += (source < 0 || items[i].source == (unsigned)source) &&
		    (!copies || items[i].copy) && slot <= latest &&
		    slot > latest - slots;
	}
	return found;
}

static void
compare(void)
{
	struct tcn_meter_source sources[SOURCES + 1];
	struct tcn_meter_totals totals;
	uint64_t sum = 0, before = UINT64_MAX;
	unsigned source;
	size_t shown;

	ck_assert_int_eq(tcn_meter_refresh(meter, stream_ms), TCN_OK);
	tcn_meter_totals(meter, &totals);
	ck_assert_uint_eq(totals.hour_taken, count(-1, false, MINUTE, 60));
	ck_assert_uint_eq(totals.hour_copies, count(-1, true, MINUTE, 60));
	ck_assert_uint_eq(totals.taken, count(-1, false, 15 * MINUTE, 96));
	ck_assert_uint_eq(totals.copies, count(-1, true, 15 * MINUTE, 96));
	ck_assert_uint_eq(totals.minutes[59], count(-1, false, MINUTE, 1));
	shown = tcn_meter_sources(meter, sources, SOURCES + 1);
	ck_assert_uint_eq(shown, totals.sources);
	for (size_t i = 0; i < shown; i++) {
		ck_assert_int_eq(sscanf(sources[i].name.at, "Outlet %u",
				     &source),
		    1);
		ck_assert_uint_eq(sources[i].taken,
		    count((int)source, false, 15 * MINUTE, 96));
		ck_assert_uint_eq(sources[i].buckets[95],
		    count((int)source, false, 15 * MINUTE, 1));
		ck_assert_uint_le(sources[i].taken, before);
		before = sources[i].taken;
		sum += before;
	}
	ck_assert_uint_eq(sum, totals.taken);
	shown = tcn_meter_sources(meter, sources, 2);
	ck_assert_uint_eq(shown, totals.sources < 2 ? totals.sources : 2);
	if (totals.sources > 2) {
		ck_assert_uint_eq(sources[1].name.n, 0);
		ck_assert_uint_eq(sources[0].taken + sources[1].taken, sum);
	}
}

START_TEST(it_counts_as_a_count_of_all_does)
{
	for (int step = 0; step < 400; step++) {
		for (unsigned k = roll(6); k > 0 && n < ITEMS; k--)
			add_item();
		if (roll(4) == 0)
			stream_ms += roll(40) * MINUTE;
		if (roll(60) == 0)
			stream_ms += 30 * 60 * MINUTE; /* more than a day */
		compare();
	}
	/* One that begins now sees the same: after a restart. */
	tcn_meter_free(meter);
	meter = tcn_meter_new(st);
	compare();
}
END_TEST

TCN_TESTS(meter)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, it_counts_as_a_count_of_all_does);
}
