/*
 * A live run: articles without a date and with wrong ones, against a wall
 * clock that goes on, stands, or is set back.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <xxhash.h>

#include "engine/base/arena.h"
#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "sql/store_check.h"
#include "sql/store_read.h"
#include "tests/base/long.h"
#include "tests/base/store_digest.h"
#include "tests/base/temp.h"
#include "tools/conf/conf.h"
#include "tools/pipeline/pipeline.h"
#include "tools/pipeline/setup.h"

#define START_MS INT64_C(1795341267000)

static char dir[TEMP_BYTES];
static struct tcn_pipeline *pipe_now;
static struct tcn_arena arena;
static struct tcn_err err;
static int taken; /* articles, in this run */
static uint64_t fired; /* events, by all articles */
static int64_t fired_ms; /* of the last one */
static char db[TEMP_BYTES + 16];

static struct tcn_pipeline *
open_pipe(const char *path)
{
	struct tcn_pipeline_conf pipe_conf;
	struct tcn_pipeline *pipe;
	struct tcn_conf conf;

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	conf.rules.kind = TCN_CONF_RULE_SIMILAR;
	conf.rules.more_than = 2;
	conf.rules.within_ms = 2 * TCN_HOUR_MS;
	conf.rules.quiet_ms = 3 * TCN_HOUR_MS;
	tcn_setup_pipeline(&conf, &pipe_conf);
	pipe_conf.prepare.textcat_dir = NULL;
	pipe_conf.commit_every = 7;
	ck_assert_msg(!tcn_pipeline_open(&pipe_conf, path, &pipe, &err), "%s",
	    err.text);
	tcn_conf_fini(&conf);
	return pipe;
}

static void
setup(void)
{
	temp_dir(dir);
	snprintf(db, sizeof db, "%s/live.db", dir);
	tcn_arena_init(&arena, 0);
	fired = 0;
	fired_ms = TCN_UNDATED;
	pipe_now = open_pipe(db);
}

static void
teardown(void)
{
	tcn_pipeline_close(pipe_now);
	tcn_arena_fini(&arena);
	temp_drop(dir);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

/* Takes in an article with this date, or TCN_UNDATED, at this wall time. */
static void
take(const char *title, int source, int64_t ts_ms, int64_t wall_ms)
{
	struct tcn_pipeline_outcome outcome;
	struct tcn_article article;
	char line[512];

	snprintf(line, sizeof line,
	    "{\"id\":\"i%d\",\"source\":\"S%d\",\"url\":\"http://s%d.example/"
	    "%d\",\"title\":\"%s\"}",
	    taken, source, source, taken, title);
	taken++;
	tcn_arena_reset(&arena);
	ck_assert_int_eq(tcn_json_article(tcn_str(line), NULL, &arena, &article,
			     &err),
	    TCN_OK);
	article.ts_ms = ts_ms;
	ck_assert_msg(!tcn_pipeline_article(pipe_now, &article, wall_ms,
			  &outcome, &err),
	    "%s", err.text);
	for (size_t i = 0; i < outcome.changes.events_n; i++) {
		if (outcome.changes.events[i].revision != 1)
			continue;
		fired++;
		fired_ms = outcome.changes.events[i].fired_ms;
	}
}

static void
chatter(int i, int64_t ts_ms, int64_t wall_ms)
{
	char title[128];

	snprintf(title, sizeof title,
	    "alpha%d beta%d gamma%d delta%d epsilon%d", i, i, i, i, i);
	take(title, i % 5, ts_ms, wall_ms);
}

/* Three of one text, from three outlets: an event. */
static void
event(int i, int64_t ts_ms, int64_t wall_ms)
{
	char title[128];

	snprintf(title, sizeof title,
	    "Harbour%d engine%d violet%d thunder%d paper%d", i, i, i, i, i);
	for (int s = 0; s < 3; s++)
		take(title, s, ts_ms, wall_ms + s);
}

static int64_t
stream_ms(void)
{
	return tcn_window_now_ms(
	    tcn_detector_window(tcn_pipeline_detector(pipe_now)));
}

/* Ten hours in which nothing has a date: the time goes on, events fire. */
START_TEST(undated_is_now)
{
	int64_t wall_ms = START_MS;

	for (int i = 0; i < 60; i++, wall_ms += 10 * TCN_MINUTE_MS) {
		chatter(i, TCN_UNDATED, wall_ms);
		ck_assert_int_eq(stream_ms(), wall_ms);
		if (i % 12)
			continue;
		event(i, TCN_UNDATED, wall_ms);
		ck_assert_uint_eq(fired, (uint64_t)i / 12 + 1);
		ck_assert_int_ge(fired_ms, wall_ms);
	}
}
END_TEST

/* The same when others say that it is next year. */
START_TEST(no_wrong_dates_take_the_time_ahead)
{
	int64_t wall_ms = START_MS;

	for (int i = 0; i < 60; i++, wall_ms += 10 * TCN_MINUTE_MS) {
		for (int k = 0; k < 20; k++)
			chatter(100 + 20 * i + k,
			    wall_ms + (k + 1) * 500 * TCN_HOUR_MS, wall_ms);
		chatter(i, wall_ms - TCN_MINUTE_MS, wall_ms);
		ck_assert_int_le(stream_ms(), wall_ms);
		ck_assert_int_ge(stream_ms(), wall_ms - TCN_MINUTE_MS);
		if (i % 12)
			continue;
		event(i, wall_ms + 3 * TCN_HOUR_MS, wall_ms);
		ck_assert_uint_eq(fired, (uint64_t)i / 12 + 1);
	}
}
END_TEST

static void
add_digest(void *ctx, const char *table, uint64_t rows, uint64_t digest)
{
	uint64_t *sum = ctx;
	uint64_t parts[] = { *sum, rows, digest };

	if (strcmp(table, "meta") != 0) /* has when the last one came */
		*sum = XXH3_64bits_withSeed(parts, sizeof parts, strlen(table));
}

static uint64_t
finish(void)
{
	uint64_t sum = 0;

	ck_assert_msg(!tcn_pipeline_finish(pipe_now, &err), "%s", err.text);
	ck_assert_int_eq(store_digest(tcn_pipeline_store(pipe_now), add_digest,
			     &sum),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_check(tcn_pipeline_store(pipe_now), NULL,
			     NULL),
	    TCN_OK);
	return sum;
}

/* The store's articles in order, as `tocsin replay` reads them. */
static void
replay(const struct tcn_store *from)
{
	struct tcn_store_item_row *item;
	uint64_t after = 0;

	for (;;) {
		struct tcn_pipeline_outcome outcome;

		tcn_arena_reset(&arena);
		ck_assert_int_eq(tcn_store_next_item(from, after, INT64_MIN,
				     INT64_MAX, &arena, &item),
		    TCN_OK);
		if (!item)
			return;
		after = item->place.seq;
		ck_assert_msg(!tcn_pipeline_article(pipe_now, &item->article,
				  TCN_CLOCK_NO_BOUND, &outcome, &err),
		    "%s", err.text);
	}
}

/* As a daemon does while no article comes: a minute after the other. */
static uint64_t
advance(int64_t from_ms, int64_t to_ms)
{
	struct tcn_detector_changes changes;
	uint64_t closed = 0;

	for (; from_ms < to_ms; from_ms += TCN_MINUTE_MS) {
		ck_assert_int_eq(tcn_pipeline_advance(pipe_now, from_ms,
				     &changes, &err),
		    TCN_OK);
		for (size_t i = 0; i < changes.events_n; i++) {
			ck_assert_int_eq(changes.events[i].state,
			    TCN_EVENT_CLOSED);
			ck_assert_int_le(changes.events[i].changed_ms, from_ms);
			ck_assert_int_gt(changes.events[i].changed_ms,
			    from_ms - 3 * TCN_MINUTE_MS);
		}
		closed += changes.events_n;
	}
	return closed;
}

START_TEST(a_replay_of_its_store_decides_alike)
{
	uint64_t closed = 0;
	int64_t wall_ms = START_MS;
	struct tcn_pipeline *live;
	uint64_t sum;

	for (int i = 0; i < 300; i++) {
		int64_t before_ms = wall_ms;
		int64_t dates[] = { TCN_UNDATED, wall_ms, wall_ms + 5000,
			wall_ms + 40 * TCN_MINUTE_MS, wall_ms - 5000,
			wall_ms + 900 * TCN_HOUR_MS };

		int64_t clock_ms = wall_ms;

		if (i >= 150 && i < 155) /* it is set back for a while */
			clock_ms -= 9 * TCN_HOUR_MS;
		chatter(i, dates[i % 6], clock_ms);
		if (i % 10 == 0)
			event(i, dates[i / 10 % 6], clock_ms);
		wall_ms += (i == 100 ? 540 : 7) * TCN_MINUTE_MS;
		closed += advance(before_ms, wall_ms - TCN_MINUTE_MS);
	}
	ck_assert_uint_eq(fired, 30);
	ck_assert_uint_gt(closed, 10);
	sum = finish();
	live = pipe_now;
	snprintf(db, sizeof db, "%s/again.db", dir);
	pipe_now = open_pipe(db);
	replay(tcn_pipeline_store(live));
	ck_assert_uint_eq(finish(), sum);
	tcn_pipeline_close(live);
}
END_TEST

/* Closes the pipeline as a kill would, after its last commit, or in order. */
static void
restart(void)
{
	ck_assert_msg(!tcn_pipeline_commit_delta(pipe_now, &err), "%s",
	    err.text);
	tcn_pipeline_close(pipe_now);
	pipe_now = open_pipe(db);
}

struct night {
	bool dated, batch, restarts;
};

/* What a night's first articles are dated, of three: a feed may give first what
 * it had in the evening. */
static int64_t
morning_date(const struct night *night, int i, int64_t wall_ms)
{
	if (!night->dated)
		return TCN_UNDATED;
	return i == 0 ? wall_ms - 100 * TCN_MINUTE_MS : wall_ms - 2000;
}

/* One morning: its first articles are an event of now. */
static void
morning(const struct night *night, int n, int64_t wall_ms)
{
	char title[128];
	uint64_t before = fired;

	snprintf(title, sizeof title,
	    "Harbour%d engine%d violet%d thunder%d paper%d", n, n, n, n, n);
	for (int i = 0; i < 3; i++) {
		int64_t at_ms = night->batch ? wall_ms : wall_ms + i * 1000;

		take(title, i, morning_date(night, i, at_ms), at_ms);
		if (i || !night->dated)
			ck_assert_int_ge(stream_ms(), at_ms - 2000);
		ck_assert_int_le(stream_ms(), at_ms);
		if (night->restarts)
			restart();
	}
	ck_assert_uint_eq(fired, before + 1);
	ck_assert_int_ge(fired_ms, wall_ms - 2000);
}

/* A run over such nights; what its store comes to. */
static uint64_t
run_nights(const struct night *night)
{
	static const int gaps_h[] = { 2, 3, 5, 8, 13, 25, 51 };
	int64_t wall_ms = START_MS;

	taken = 0;
	for (int n = 0; n < (int)long_or(21, 7); n++) {
		for (int i = 0; i < 9; i++, wall_ms += 5 * TCN_MINUTE_MS)
			chatter(100 * n + i, i % 2 ? wall_ms : TCN_UNDATED,
			    wall_ms);
		wall_ms += gaps_h[n % 7] * TCN_HOUR_MS;
		morning(night, n, wall_ms);
		wall_ms += TCN_MINUTE_MS;
	}
	return finish();
}

START_TEST(after_a_quiet_night_it_is_now)
{
	struct night night = { .dated = _i & 1, .batch = _i & 2 };
	uint64_t sum = run_nights(&night);
	struct tcn_pipeline *live = pipe_now;

	snprintf(db, sizeof db, "%s/again.db", dir);
	pipe_now = open_pipe(db);
	replay(tcn_pipeline_store(live));
	ck_assert_uint_eq(finish(), sum);
	tcn_pipeline_close(live);
	tcn_pipeline_close(pipe_now);
	snprintf(db, sizeof db, "%s/restarted.db", dir);
	pipe_now = open_pipe(db);
	night.restarts = true;
	ck_assert_uint_eq(run_nights(&night), sum);
}
END_TEST

/* One that lies in the future cannot take the time beyond the clock, nor take
 * it anywhere when it is not the first. */
START_TEST(a_wrong_date_after_a_quiet_night_is_now_at_most)
{
	static const int64_t ahead_ms[] = { 1, 5 * TCN_MINUTE_MS,
		TCN_HOUR_MS + 1, 900 * TCN_HOUR_MS };
	int64_t wall_ms = START_MS;

	for (int i = 0; i < 5; i++)
		chatter(i, wall_ms, wall_ms);
	for (int i = 0; i < 4; i++) {
		wall_ms += 7 * TCN_HOUR_MS;
		chatter(10 + i, wall_ms + ahead_ms[i], wall_ms);
		ck_assert_int_eq(stream_ms(), wall_ms);
		wall_ms += 1000;
		chatter(20 + i, wall_ms, wall_ms);
		ck_assert_int_eq(stream_ms(), wall_ms);
	}
}
END_TEST

/* A store filled from a file of last month, and now a live run. */
START_TEST(a_replayed_store_goes_live)
{
	int64_t wall_ms = START_MS + 700 * TCN_HOUR_MS;

	for (int i = 0; i < 20; i++)
		chatter(i, START_MS + i * TCN_MINUTE_MS, TCN_CLOCK_NO_BOUND);
	restart();
	chatter(100, TCN_UNDATED, wall_ms);
	ck_assert_int_eq(stream_ms(), wall_ms);
}
END_TEST

/* Old articles that come live one after the other are no silence: one that is
 * dated now takes the time along only when others do, too. */
START_TEST(an_archive_sent_live_keeps_its_time)
{
	int64_t wall_ms = START_MS + 700 * TCN_HOUR_MS;

	for (int i = 0; i < 300; i++) {
		chatter(i, START_MS + i * TCN_MINUTE_MS,
		    wall_ms + i * 40 * TCN_SECOND_MS);
		ck_assert_int_eq(stream_ms(), START_MS + i * TCN_MINUTE_MS);
	}
	wall_ms += 4 * TCN_HOUR_MS;
	chatter(300, wall_ms, wall_ms);
	ck_assert_int_eq(stream_ms(), START_MS + 299 * TCN_MINUTE_MS);
}
END_TEST

TCN_TESTS(live)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, undated_is_now);
	tcase_add_test(tc, no_wrong_dates_take_the_time_ahead);
	tcase_add_test(tc, a_replay_of_its_store_decides_alike);
	tcase_add_loop_test(tc, after_a_quiet_night_it_is_now, 0, 4);
	tcase_add_test(tc, a_wrong_date_after_a_quiet_night_is_now_at_most);
	tcase_add_test(tc, a_replayed_store_goes_live);
	tcase_add_test(tc, an_archive_sent_live_keeps_its_time);
}
