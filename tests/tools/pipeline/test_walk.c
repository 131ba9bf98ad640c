/*
 * Random walks of a pipeline with a store: articles that copy, resemble, cut,
 * rewrite and replace each other, under ids that are new or were used, with any
 * date or none; and between them commits, compaction, breaks, time that goes
 * on, what desks order, retention. Whatever comes, the store takes each
 * article, each number in an item names what is stored, and store and pipeline
 * are whole.
 *
 * TOCSIN_STEPS says how many steps are taken (make check-walk: ten million),
 * and TOCSIN_SEED with which walk to begin.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "sql/store_check.h"
#include "sql/store_read.h"
#include "tests/base/temp.h"
#include "tests/tools/pipeline/walk_lines.h"
#include "tools/conf/conf.h"
#include "tools/pipeline/retention.h"
#include "tools/pipeline/setup.h"
#include "tools/pipeline/split.h"

enum {
	STEPS = 6000, /* of `make check` */
	STEPS_A_WALK = 1500,
	CHECK_EVERY = 500, /* steps */
	BEGIN = 1700000000,
};

struct walk {
	struct walk_lines lines;
	uint64_t seed;
	char db[TEMP_BYTES + 16];
	struct tcn_pipeline_conf conf;
	struct tcn_pipeline *pipe;
	struct tcn_retention_conf keep;
	bool live; /* by the wall clock */
	/* By seq: whether the item has an article of its own. */
	bool is_article[STEPS_A_WALK + 1];
	struct tcn_arena arena;
};

static char dir[TEMP_BYTES];

/* How often each thing happened, in all walks. */
enum sight {
	REPEATS,
	COPIES,
	VERSIONS,
	COPIED_VERSIONS,
	EXCERPTS,
	REWRITES,
	SIMILAR,
	MERGES,
	REVISIONS,
	ORDERED,
	RESTARTS,
	SPLITS, /* rare, from here on */
	MOVES,
	SIGHTS,
};
static uint64_t seen[SIGHTS];

static void
make_dir(void)
{
	temp_dir(dir);
}

#define must(w, rc, err)                                                       \
	ck_assert_msg(!(rc), "walk %llu, step %u: %s",                         \
	    (unsigned long long)(w)->seed, (w)->lines.step, (err)->text)

/* --- settings --- */

static const char *const fixed[] = { "rules.least=0", "rules.min_origins=1",
	"rules.within=1h", "rules.quiet=20m", "rules.reopen=2h",
	"near.items_max=1000", "story.items_max=1000", "story.stories_max=100",
	"category.least=1", "shingle.least_words=1", "pairs.least_words=0",
	"pairs.span=2h", "time.lateness=1h" };

/* One of each row is drawn. */
static const char *const drawn[][4] = {
	{ "rules.kind=story", "rules.kind=similar", "rules.kind=cluster",
	    "rules.kind=story" },
	{ "rules.more_than=1", "rules.more_than=2", "rules.more_than=3",
	    "rules.more_than=5" },
	{ "input.versions=fold", "input.versions=fold", "input.versions=fold",
	    "input.versions=count" },
	{ "pairs.on=false", "pairs.on=true", "pairs.on=true",
	    "pairs.on=false" },
	{ "pairs.origin=true", "pairs.origin=false", "pairs.cosine=0.3",
	    "pairs.likeness=0" },
	{ "near.horizon=1h", "near.horizon=3h", "near.horizon=1d",
	    "near.horizon=10m" },
	{ "shingle.horizon=auto", "shingle.horizon=30m", "shingle.horizon=5h",
	    "shingle.origin=false" },
	{ "shingle.least_shared=1", "shingle.least_shared=2",
	    "shingle.least_shared=3", "shingle.least_shared=1" },
	{ "store.copies=sighting", "store.copies=drop", "store.copies=text",
	    "store.copies=drop" },
	{ "story.join=0.17", "story.join=0.05", "story.merge=0.1",
	    "story.merge=0.5" },
	{ "rules.languages=link", "rules.languages=apart",
	    "rules.languages=link", "rules.group=1h" },
	{ "time.jump=1h", "time.jump=10m", "time.jump=1d", "rules.reopen=0s" },
};

static void
configure(struct walk *w)
{
	struct tcn_err err = { 0 };
	struct tcn_conf conf;

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		must(w, tcn_conf_set(&conf, fixed[i], &err), &err);
	for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
		must(w,
		    tcn_conf_set(&conf, drawn[i][walk_draw(&w->lines, 4)],
			&err),
		    &err);
	tcn_setup_pipeline(&conf, &w->conf);
	w->conf.prepare.textcat_dir = NULL;
	w->conf.category.none = NULL;
	w->conf.dictionaries = NULL;
	w->conf.commit_every = 20 + walk_draw(&w->lines, 3) * 200;
	w->conf.compact_every = 1 + walk_draw(&w->lines, 60);
	w->conf.compact_rows = 1 + walk_draw(&w->lines, 60);
	w->live = walk_once_in(&w->lines, 3);
	w->conf.long_running = walk_once_in(&w->lines, 2);
	w->conf.detector.window.similar = true;
	w->conf.no_headlines = !walk_once_in(&w->lines, 4);
	w->lines.gives_numbers = walk_once_in(&w->lines, 4);
	for (int i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		w->keep.keep_ms[i] =
		    1 + walk_draw(&w->lines, 2) * (int64_t)3600000;
	tcn_conf_fini(&conf);
}

static void
open_pipe(struct walk *w)
{
	struct tcn_err err = { 0 };

	must(w, tcn_pipeline_open(&w->conf, w->db, &w->pipe, &err), &err);
}

/* A number that must be an earlier item's, or 0. */
static void
names_earlier(const struct walk *w, uint64_t seq, uint64_t other)
{
	ck_assert_msg(other < seq, "walk %llu, step %u: %llu names %llu: %s",
	    (unsigned long long)w->seed, w->lines.step, (unsigned long long)seq,
	    (unsigned long long)other, w->lines.line.at);
}

static void
names_article(const struct walk *w, uint64_t seq, uint64_t other)
{
	ck_assert_msg(other && other <= seq && w->is_article[other],
	    "walk %llu, step %u: %llu names %llu, which is no article: %s",
	    (unsigned long long)w->seed, w->lines.step, (unsigned long long)seq,
	    (unsigned long long)other, w->lines.line.at);
}

static void
look_at(struct walk *w, const struct tcn_placement *p)
{
	ck_assert_uint_le(p->seq, STEPS_A_WALK);
	w->is_article[p->seq] = !p->duplicate_of;
	names_article(w, p->seq, p->duplicate_of ? p->duplicate_of : p->seq);
	names_article(w, p->seq, p->text);
	names_earlier(w, p->seq, p->version_of);
	names_earlier(w, p->seq, p->similar_to);
	names_earlier(w, p->seq, p->excerpt_of);
	names_earlier(w, p->seq, p->rewrite_of);
	names_earlier(w, p->seq, p->form_of);
	ck_assert_uint_le(p->origin, p->seq);
	ck_assert(!p->version_of || !p->story);
	seen[COPIES] += p->duplicate_of != 0;
	seen[VERSIONS] += p->version_of != 0;
	seen[COPIED_VERSIONS] += p->version_of && p->duplicate_of;
	seen[EXCERPTS] += p->excerpt_of != 0;
	seen[REWRITES] += p->rewrite_of != 0;
	seen[SIMILAR] += p->similar_to != 0;
}

/* What desks split from an event goes on with it, as the daemon has it. */
static void
follow(struct walk *w, const struct tcn_detector_changes *changes)
{
	struct tcn_store_event_list events;
	struct tcn_err err = { .text = "splits do not follow" };

	seen[MERGES] += changes->merged_from != 0;
	seen[SPLITS] += changes->split_from != 0;
	seen[MOVES] += changes->moved_n;
	seen[REVISIONS] += changes->events_n;
	for (size_t i = 0; i < changes->events_n; i++)
		must(w,
		    tcn_split_follow(tcn_pipeline_tx(w->pipe),
			tcn_pipeline_store(w->pipe),
			tcn_pipeline_prepare(w->pipe), &changes->events[i],
			&w->arena, &events),
		    &err);
}

static void
feed(struct walk *w)
{
	size_t vector_length = tcn_pipeline_vector_length(w->pipe);
	const struct tcn_article_limits limits = {
		.vector_length = &vector_length,
	};
	struct tcn_pipeline_outcome outcome;
	struct tcn_article article;
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	walk_put_article(&w->lines);
	rc = tcn_json_article(tcn_buf_view(&w->lines.line), &limits, &w->arena,
	    &article, &err);
	must(w, rc, &err);
	rc = tcn_pipeline_article(w->pipe, &article,
	    w->live ? w->lines.now_s * 1000 : TCN_CLOCK_NO_BOUND, &outcome,
	    &err);
	ck_assert_msg(!rc, "walk %llu, step %u: %s: %s",
	    (unsigned long long)w->seed, w->lines.step, err.text,
	    w->lines.line.at);
	seen[REPEATS] += outcome.repeat_of != 0;
	if (outcome.repeat_of)
		return;
	look_at(w, &outcome.placement);
	follow(w, &outcome.changes);
}

/* --- what happens between articles --- */

static void
commit(struct walk *w)
{
	struct tcn_err err = { 0 };

	must(w, tcn_pipeline_commit(w->pipe, &err), &err);
}

static void
commit_delta(struct walk *w)
{
	struct tcn_err err = { 0 };

	must(w, tcn_pipeline_commit_delta(w->pipe, &err), &err);
}

static void
compact(struct walk *w)
{
	struct tcn_err err = { 0 };

	commit_delta(w);
	must(w, tcn_pipeline_compact(w->pipe, &err), &err);
}

static void
check(struct walk *w)
{
	struct tcn_err err = { .text = "the store's check has findings" };

	must(w, tcn_pipeline_check(w->pipe, &err), &err);
	commit_delta(w);
	must(w, tcn_store_check(tcn_pipeline_store(w->pipe), NULL, NULL),
	    tcn_store_error(tcn_pipeline_store(w->pipe)));
}

/* With what was not committed, or without. */
static void
restart(struct walk *w)
{
	if (walk_once_in(&w->lines, 2))
		commit_delta(w);
	tcn_pipeline_close(w->pipe);
	open_pipe(w);
	seen[RESTARTS]++;
}

static void
advance(struct walk *w)
{
	struct tcn_detector_changes changes;
	struct tcn_err err = { 0 };

	must(w,
	    tcn_pipeline_advance(w->pipe,
		(w->lines.now_s + walk_draw(&w->lines, 4000)) * 1000, &changes,
		&err),
	    &err);
	follow(w, &changes);
}

static void
forget(struct walk *w)
{
	struct tcn_retention r;
	struct tcn_err err = { 0 };

	tcn_retention_init(&r, &w->keep);
	must(w, tcn_retention_begin(&r, w->pipe, w->lines.now_s * 1000, &err),
	    &err);
	while (tcn_retention_is_active(&r))
		must(w, tcn_retention_step(&r, w->pipe, 50, &err), &err);
}

/* A desk splits off what one article's publisher says, or the article. */
static enum tcn_rc
split(struct walk *w, struct tcn_store_tx *tx, const struct tcn_event *event)
{
	const struct tcn_store *st = tcn_pipeline_store(w->pipe);
	struct tcn_store_member_list members;
	struct tcn_split_order order = { .from = event,
		.author = TCN_STR("eva"),
		.at_ms = w->lines.now_s * 1000,
		.stream_ms = tcn_pipeline_stream_ms(w->pipe) };
	struct tcn_store_action action;
	enum tcn_split_result result;
	struct tcn_event made;
	enum tcn_rc rc =
	    tcn_store_own_members(st, event->id, &w->arena, &members);
	size_t at;

	if (rc || !members.n)
		return rc;
	seen[ORDERED]++;
	at = walk_draw(&w->lines, (unsigned)members.n);
	order.what.seqs = &members.at[at].seq;
	order.what.publishers = &members.at[at].publisher;
	order.what.publishers_n = walk_once_in(&w->lines, 2);
	order.what.seqs_n = !order.what.publishers_n;
	return tcn_split_make(tx, st, tcn_pipeline_prepare(w->pipe), &order,
	    &w->arena, &made, &action, &result);
}

static enum tcn_rc
act(struct walk *w, struct tcn_store_tx *tx, const struct tcn_event *event,
    const struct tcn_event *other)
{
	struct tcn_store_action action = { .at_ms = w->lines.now_s * 1000,
		.author = TCN_STR("eva"),
		.kind = (enum tcn_store_action_kind)walk_draw(&w->lines,
		    TCN_STORE_ACTION_REOPEN + 1) };
	enum tcn_store_order_result result;
	enum tcn_store_act_result done;

	snprintf(action.event, sizeof action.event, "%s", event->id);
	switch (walk_draw(&w->lines, 4)) {
	case 0:
		action.value = tcn_str(other->id);
		return tcn_store_merge(tx, &action, &w->arena, &result);
	case 1:
		return tcn_store_unmerge(tx, walk_draw(&w->lines, 30), &action,
		    &w->arena, &result);
	case 2:
		return split(w, tx, event);
	default:
		action.value = action.kind == TCN_STORE_ACTION_OWN ||
			action.kind == TCN_STORE_ACTION_NOTE
		    ? tcn_str("note")
		    : tcn_str("");
		return tcn_store_put_action(tx, &action, &w->arena, &done);
	}
}

static void
order(struct walk *w)
{
	struct tcn_store_event_list events;
	struct tcn_store_tx *tx;
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_pipeline_begin(w->pipe, &tx, &err);

	if (!rc)
		rc = tcn_store_events(tcn_pipeline_store(w->pipe), INT64_MIN,
		    INT64_MAX, 0, &w->arena, &events);
	if (!rc && events.n)
		rc = act(w, tx,
		    &events.at[walk_draw(&w->lines, (unsigned)events.n)],
		    &events.at[walk_draw(&w->lines, (unsigned)events.n)]);
	must(w, tcn_pipeline_end(w->pipe, rc, &err), &err);
}

static void
take_step(struct walk *w)
{
	static const struct {
		void (*act)(struct walk *w);
		unsigned once_in;
	} acts[] = {
		{ commit_delta, 40 },
		{ commit, 300 },
		{ compact, 150 },
		{ advance, 60 },
		{ order, 80 },
		{ forget, 300 },
		{ restart, 250 },
	};

	tcn_arena_reset(&w->arena);
	feed(w);
	for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
		if (walk_once_in(&w->lines, acts[i].once_in))
			acts[i].act(w);
}

/* A walk from a new store on. */
static void
take_walk(uint64_t seed, unsigned steps)
{
	struct walk *w = tcn_mem_calloc(1, sizeof *w);

	w->seed = seed;
	w->lines.random = seed * 1000003;
	w->lines.now_s = BEGIN;
	snprintf(w->db, sizeof w->db, "%s/walk.db", dir);
	tcn_arena_init(&w->arena, 0);
	configure(w);
	open_pipe(w);
	for (w->lines.step = 1; w->lines.step <= steps; w->lines.step++) {
		take_step(w);
		if (w->lines.step % CHECK_EVERY == 0)
			check(w);
	}
	check(w);
	tcn_pipeline_close(w->pipe);
	ck_assert_int_eq(unlink(w->db), 0);
	tcn_buf_fini(&w->lines.line);
	tcn_arena_fini(&w->arena);
	tcn_mem_free(w);
}

static void
show_seen(void)
{
	static const char *const names[] = { "repeats", "copies", "versions",
		"of these copies", "excerpts", "rewrites", "similar", "merges",
		"revisions of events", "splits by hand", "restarts", "splits",
		"origins moved" };

	for (int i = 0; i < SIGHTS; i++)
		printf("%llu %s%s", (unsigned long long)seen[i], names[i],
		    i + 1 < SIGHTS ? ", " : "\n");
}

START_TEST(whatever_comes_the_store_takes_it)
{
	const char *steps = getenv("TOCSIN_STEPS");
	const char *seed = getenv("TOCSIN_SEED");
	uint64_t left = steps ? strtoull(steps, NULL, 10) : STEPS;

	make_dir();
	for (uint64_t walk = seed && *seed ? strtoull(seed, NULL, 10) : 1; left;
	     walk++) {
		unsigned n =
		    left < STEPS_A_WALK ? (unsigned)left : STEPS_A_WALK;

		take_walk(walk, n);
		left -= n;
		if (steps && walk % 100 == 0)
			printf("walk %llu, %llu steps are left\n",
			    (unsigned long long)walk, (unsigned long long)left);
		fflush(stdout);
	}
	temp_drop(dir);
	if (steps)
		show_seen();
	for (int i = 0; !steps && i < SPLITS; i++) /* or it shows nothing */
		ck_assert_uint_gt(seen[i], 0);
}
END_TEST

TCN_TESTS(walk)
{
	tcase_set_timeout(tc, getenv("TOCSIN_STEPS") ? 0 : 60);
	tcase_add_test(tc, whatever_comes_the_store_takes_it);
}
