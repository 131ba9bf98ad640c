/*
 * Retention changes no decision: a store that forgets as much as it may comes
 * to the same events as one that keeps everything, also over restarts.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "sql/store_read.h"
#include "tests/base/long.h"
#include "tests/base/temp.h"
#include "tests/tools/pipeline/piped.h"
#include "tools/lab/demo/demo.h"
#include "tools/pipeline/retention.h"

#define ITEMS_MOST 3000
#define ITEMS      long_or(ITEMS_MOST, 2000)
#define EVERY      40 /* articles between two passes */
#define REOPEN     500 /* and between two restarts */
#define DAY_MS     ((int64_t)86400000)

static char *lines[ITEMS_MOST];
static size_t lines_n;
static char dir[TEMP_BYTES];
static int64_t wall_ms = INT64_MAX;
static const char *copies; /* the setting */

static void
setup(void)
{
	struct tcn_demo_conf conf;
	struct tcn_demo *demo;
	struct tcn_str line;

	tcn_demo_conf_init(&conf);
	conf.items = ITEMS;
	conf.days = 4;
	conf.events = 12;
	ck_assert_int_eq(tcn_demo_new(&conf, &demo, NULL), TCN_OK);
	for (lines_n = 0;
	     lines_n < ITEMS && tcn_demo_next(demo, &line) == TCN_OK; lines_n++)
		lines[lines_n] = tcn_mem_dupz(line.at, line.n);
	tcn_demo_free(demo);
	temp_dir(dir);
	copies = "store.copies=sighting";
}

static void
teardown(void)
{
	for (size_t i = 0; i < lines_n; i++)
		tcn_mem_free(lines[i]);
	temp_drop(dir);
}

static const char *const variants[] = { "rules.kind=story",
	"rules.kind=similar" };

static struct tcn_pipeline *
open_pipe(const char *variant, const char *name)
{
	const char *const settings[] = { "rules.more_than=3", "near.horizon=5h",
		"rules.reopen=6h", variant, copies, NULL };
	char path[TEMP_BYTES + 16];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	return piped_open(path, settings, UINT64_MAX);
}

static void
add_event(struct tcn_buf *out, const struct tcn_event *e)
{
	tcn_buf_printf(out, "event %s %u state %d at %lld: %u %u %u %llu",
	    e->id, e->revision, e->state, (long long)e->changed_ms, e->items,
	    e->origins, e->publishers, (unsigned long long)e->central);
	for (size_t i = 0; i < e->evidence_n; i++)
		tcn_buf_printf(out, " %llu",
		    (unsigned long long)e->evidence[i]);
	for (size_t i = 0; i < e->terms_n; i++)
		tcn_buf_printf(out, " %.*s", TCN_STR_ARG(e->terms[i].word));
	tcn_buf_char(out, '\n');
}

/* An article; true when it was known already. i: for alerts. */
static bool
feed_line(struct tcn_pipeline *pipe, const char *line, size_t i,
    struct tcn_buf *alerts)
{
	struct tcn_pipeline_outcome outcome;
	struct tcn_article article;
	struct tcn_err err = { 0 };
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_json_article(tcn_str(line), NULL, &arena, &article,
			     &err),
	    TCN_OK);
	ck_assert_msg(!tcn_pipeline_article(pipe, &article, TCN_CLOCK_NO_BOUND,
			  &outcome, &err),
	    "%s", err.text);
	for (size_t k = 0; alerts && k < outcome.changes.events_n; k++)
		add_event(alerts, &outcome.changes.events[k]);
	if (alerts && !outcome.repeat_of)
		tcn_buf_printf(alerts, "%zu in %llu copies %llu\n", i,
		    (unsigned long long)outcome.placement.story,
		    (unsigned long long)outcome.placement.duplicate_of);
	tcn_arena_fini(&arena);
	return outcome.repeat_of != 0;
}

static bool
feed(struct tcn_pipeline *pipe, size_t i, struct tcn_buf *alerts)
{
	return feed_line(pipe, lines[i], i, alerts);
}

static void
must(enum tcn_rc rc, const struct tcn_err *err)
{
	ck_assert_msg(!rc, "%s", err->text);
}

/* A whole pass, in small steps. */
static void
run_pass(struct tcn_retention *r, struct tcn_pipeline *pipe)
{
	struct tcn_err err = { 0 };

	must(tcn_retention_begin(r, pipe, wall_ms, &err), &err);
	while (tcn_retention_is_active(r))
		must(tcn_retention_step(r, pipe, 50, &err), &err);
}

static uint64_t
items_in(const struct tcn_store *st)
{
	struct tcn_store_removed removed[TCN_STORE_KEPT_KINDS];
	uint64_t last;

	ck_assert_int_eq(tcn_store_last_seq(st, &last), TCN_OK);
	ck_assert_int_eq(tcn_store_removed(st, removed), TCN_OK);
	return last - removed[TCN_STORE_KEPT_ITEMS].n;
}

static uint64_t
run_forgetting(const char *variant, const struct tcn_retention_conf *keep,
    struct tcn_buf *alerts)
{
	struct tcn_pipeline *pipe = open_pipe(variant, "forgets.db");
	struct tcn_retention r;
	struct tcn_err err = { 0 };
	uint64_t most = 0;

	tcn_retention_init(&r, keep);
	for (size_t i = 0; i < lines_n; i++) {
		feed(pipe, i, alerts);
		if (i % EVERY == 0) {
			run_pass(&r, pipe);
			if (items_in(tcn_pipeline_store(pipe)) > most)
				most = items_in(tcn_pipeline_store(pipe));
		}
		if (i % REOPEN == REOPEN - 1) {
			must(tcn_pipeline_commit_delta(pipe, &err), &err);
			tcn_pipeline_close(pipe);
			pipe = open_pipe(variant, "forgets.db");
		}
	}
	/* What has gone is known all the same. */
	for (size_t i = 0; i < lines_n; i += 7)
		ck_assert(feed(pipe, i, NULL));
	piped_finish(pipe);
	return most;
}

/* Shows the first line that differs. */
static void
ck_same_lines(const char *a, const char *b)
{
	while (*a && *b) {
		size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");

		ck_assert_msg(n == m && memcmp(a, b, n) == 0, "%.*s\n%.*s",
		    (int)n, a, (int)m, b);
		a += n + 1;
		b += n + 1;
	}
	ck_assert(!*a && !*b);
}

START_TEST(what_follows_is_the_same)
{
	const struct tcn_retention_conf keep = {
		.keep_ms = { [TCN_STORE_KEPT_ITEMS] = 1,
		    [TCN_STORE_KEPT_STORIES] = 1,
		    [TCN_STORE_KEPT_EVENTS] = 1,
		    [TCN_STORE_KEPT_REPORTS] = 1 },
	};
	struct tcn_buf with = { 0 }, without = { 0 };
	struct tcn_pipeline *pipe = open_pipe(variants[_i], "keeps.db");

	for (size_t i = 0; i < lines_n; i++)
		feed(pipe, i, &without);
	piped_finish(pipe);
	ck_assert_uint_lt(run_forgetting(variants[_i], &keep, &with),
	    lines_n / 2);
	ck_assert_ptr_nonnull(strstr(with.at, "state 2"));
	ck_same_lines(with.at, without.at);
	tcn_buf_fini(&with);
	tcn_buf_fini(&without);
}
END_TEST

/* --- store.copies --- */

/* The lines with copies dropped, and the store broken off and opened again;
 * then the last articles, long after. */
static struct tcn_pipeline *
run_dropping(const char *variant, size_t reopen, struct tcn_buf *alerts)
{
	char last[128];
	struct tcn_pipeline *pipe = open_pipe(variant, "drops.db");
	struct tcn_err err = { 0 };

	for (size_t i = 0; i < lines_n; i++) {
		feed(pipe, i, alerts);
		if (i % 9 == 0)
			must(tcn_pipeline_commit_delta(pipe, &err), &err);
		if (i % 711 == 0)
			must(tcn_pipeline_commit(pipe, &err), &err);
		if (i % reopen == reopen - 1) {
			must(tcn_pipeline_commit_delta(pipe, &err), &err);
			tcn_pipeline_close(pipe);
			pipe = open_pipe(variant, "drops.db");
		}
	}
	for (size_t i = 0; i < lines_n; i += 7)
		ck_assert(feed(pipe, i, NULL));
	for (int i = 0; i < 20; i++) { /* one alone does not move the time */
		snprintf(last, sizeof last,
		    "{\"id\":\"z%d\",\"ts\":%d,\"source\":\"site %d\","
		    "\"title\":\"Quiet day %d at last\"}",
		    i, 2000000000 + i, i, i);
		ck_assert(!feed_line(pipe, last, 0, NULL));
	}
	return pipe;
}

/* What is stored of copies. */
struct stored {
	const struct tcn_store *st;
	struct tcn_arena arena;
	uint64_t rows, gone;
};

static bool
is_named(const struct tcn_event *event, uint64_t seq)
{
	for (size_t k = 0; k < event->evidence_n; k++)
		if (event->evidence[k] == seq)
			return true;
	return event->central == seq || event->item == seq;
}

/* Whether any revision of an event names the item. */
static bool
is_cited(struct stored *stored, uint64_t seq)
{
	struct tcn_store_event_list events, history;

	ck_assert_int_eq(tcn_store_events(stored->st, INT64_MIN, INT64_MAX, 0,
			     &stored->arena, &events),
	    TCN_OK);
	for (size_t i = 0; i < events.n; i++) {
		ck_assert_int_eq(tcn_store_event_history(stored->st,
				     events.at[i].id, &stored->arena, &history),
		    TCN_OK);
		for (size_t k = 0; k < history.n; k++)
			if (is_named(&history.at[k], seq))
				return true;
		if (is_named(&events.at[i], seq))
			return true;
	}
	return false;
}

static enum tcn_rc
see_item(void *ctx, const struct tcn_store_assignment *item)
{
	struct stored *stored = ctx;
	uint64_t gone;

	if (item->seq > lines_n) /* of the last */
		return TCN_OK;
	if (item->original.at) {
		stored->rows++;
		ck_assert_msg(is_cited(stored, item->seq),
		    "the row of %llu is left", (unsigned long long)item->seq);
		return TCN_OK;
	}
	ck_assert_int_eq(tcn_store_copies_gone(stored->st, item->seq, &gone),
	    TCN_OK);
	stored->gone += gone;
	return TCN_OK;
}

START_TEST(copies_that_are_dropped_change_nothing)
{
	static const size_t reopens[] = { 500, 37 };
	struct tcn_buf with = { 0 }, without = { 0 };
	struct tcn_pipeline *pipe = open_pipe(variants[_i], "keeps.db");
	struct stored stored = { .rows = 0 };
	struct tcn_err err = { 0 };
	uint64_t all;

	for (size_t i = 0; i < lines_n; i++)
		feed(pipe, i, &without);
	all = tcn_pipeline_counts(pipe)->duplicates;
	piped_finish(pipe);
	copies = "store.copies=drop";
	pipe = run_dropping(variants[_i], reopens[_i], &with);
	must(tcn_pipeline_finish(pipe, &err), &err);
	ck_same_lines(with.at, without.at);
	ck_assert_ptr_nonnull(strstr(with.at, "state 2"));
	stored.st = tcn_pipeline_store(pipe);
	tcn_arena_init(&stored.arena, 0);
	ck_assert_int_eq(tcn_store_each_assigned(stored.st, 0, see_item,
			     &stored),
	    TCN_OK);
	ck_assert_uint_gt(stored.gone, all / 2);
	ck_assert_uint_eq(stored.rows + stored.gone, all);
	tcn_arena_fini(&stored.arena);
	piped_finish(pipe);
	tcn_buf_fini(&with);
	tcn_buf_fini(&without);
}
END_TEST

static uint64_t
used(const struct tcn_store *st)
{
	struct tcn_store_space space;

	ck_assert_int_eq(tcn_store_space(st, &space), TCN_OK);
	return (space.pages - space.free_pages) * space.page_bytes;
}

/* Passes go on until the store fits, however much events have kept. */
START_TEST(by_size)
{
	struct tcn_retention_conf keep = { 0 };
	struct tcn_pipeline *pipe = open_pipe(variants[0], "size.db");
	struct tcn_store_space space;
	struct tcn_retention r;
	struct tcn_err err = { 0 };
	bool oversize = false;
	int passes = 0;

	for (size_t i = 0; i < lines_n; i++)
		feed(pipe, i, NULL);
	must(tcn_pipeline_commit(pipe, &err), &err);
	keep.size_max_bytes = used(tcn_pipeline_store(pipe)) / 4 * 3;
	tcn_retention_init(&r, &keep);
	do {
		run_pass(&r, pipe);
		must(tcn_retention_is_oversize(&r, pipe, INT64_MAX, &oversize,
			 &err),
		    &err);
		ck_assert_int_lt(passes++, 40);
	} while (oversize);
	ck_assert_int_gt(passes, 1);
	ck_assert_uint_le(used(tcn_pipeline_store(pipe)), keep.size_max_bytes);
	ck_assert_uint_gt(used(tcn_pipeline_store(pipe)),
	    keep.size_max_bytes / 4 * 3);
	ck_assert_int_eq(tcn_store_space(tcn_pipeline_store(pipe), &space),
	    TCN_OK);
	ck_assert_uint_lt(space.free_pages,
	    space.pages / 10 + 100); /* the rest was given back */
	run_pass(&r, pipe);
	ck_assert(!r.oversize);
	piped_finish(pipe);
}
END_TEST

/* Nothing that detection reads goes, however small the bound is. */
START_TEST(a_bound_that_cannot_be_kept)
{
	const struct tcn_retention_conf keep = { .size_max_bytes = 1 };
	struct tcn_pipeline *pipe = open_pipe(variants[0], "small.db");
	struct tcn_retention r;
	struct tcn_err err = { 0 };
	bool oversize;
	int passes = 0;

	tcn_retention_init(&r, &keep);
	for (size_t i = 0; i < lines_n; i++)
		feed(pipe, i, NULL);
	do {
		run_pass(&r, pipe);
		must(tcn_retention_is_oversize(&r, pipe, INT64_MAX, &oversize,
			 &err),
		    &err);
		ck_assert_int_lt(passes++, 200);
	} while (oversize);
	ck_assert(r.oversize);
	ck_assert_uint_gt(items_in(tcn_pipeline_store(pipe)), 50);
	piped_finish(pipe);
}
END_TEST

/* A stream that is ahead of the clock does not make its articles old. */
START_TEST(ahead_of_the_clock)
{
	const struct tcn_retention_conf keep = {
		.keep_ms = { [TCN_STORE_KEPT_ITEMS] = 1 },
	};
	struct tcn_pipeline *pipe = open_pipe(variants[0], "ahead.db");
	struct tcn_retention r;
	int64_t oldest_ms;

	tcn_retention_init(&r, &keep);
	for (size_t i = 0; i < lines_n; i++)
		feed(pipe, i, NULL);
	ck_assert_int_eq(tcn_store_oldest_ms(tcn_pipeline_store(pipe),
			     &oldest_ms),
	    TCN_OK);
	wall_ms = oldest_ms + 3600000;
	run_pass(&r, pipe);
	ck_assert_uint_eq(items_in(tcn_pipeline_store(pipe)), lines_n);
	wall_ms = INT64_MAX;
	run_pass(&r, pipe);
	ck_assert_uint_lt(items_in(tcn_pipeline_store(pipe)), lines_n);
	piped_finish(pipe);
}
END_TEST

/* A key that keeps coming stays, one that does not is forgotten in time. */
START_TEST(a_repeat_stays_known)
{
	struct tcn_retention_conf keep = {
		.keep_ms = { [TCN_STORE_KEPT_ITEMS] = 1,
		    [TCN_STORE_KEPT_KEYS] = DAY_MS },
	};
	struct tcn_pipeline *pipe = open_pipe(variants[0], "keys.db");
	struct tcn_retention r;
	size_t i = 0;

	tcn_retention_init(&r, &keep);
	for (; i < lines_n; i++) {
		feed(pipe, i, NULL);
		if (i % EVERY == 0) {
			run_pass(&r, pipe);
			ck_assert(feed(pipe, 0, NULL));
		}
	}
	ck_assert(feed(pipe, 0, NULL));
	ck_assert(!feed(pipe, 1, NULL));
	piped_finish(pipe);
}
END_TEST

TCN_TESTS(retention)
{
	tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(what_follows_is_the_same, variants);
	TCN_EACH(copies_that_are_dropped_change_nothing, variants);
	tcase_add_test(tc, by_size);
	tcase_add_test(tc, a_bound_that_cannot_be_kept);
	tcase_add_test(tc, ahead_of_the_clock);
	tcase_add_test(tc, a_repeat_stays_known);
}
