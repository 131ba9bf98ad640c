#include "tools/lab/eval/replay.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "sql/store_read.h"
#include "tools/base/out.h"
#include "tools/base/say.h"
#include "tools/intake/input/prefetch.h"
#include "tools/lab/eval/run_loop.h"
#include "tools/pipeline/alert.h"
#include "tools/pipeline/assign.h"
#include "tools/pipeline/seqset.h"

/* Compares a replay with known events while it runs. */

static void
note_alert(struct tcn_known *known, const struct tcn_event *event,
    const struct tcn_item_names *names)
{
	const struct tcn_item_name *central =
	    tcn_item_names_find(names, event->central);

	tcn_known_alert(known, tcn_str(event->id),
	    central ? central->title : tcn_str(""), event->fired_ms,
	    event->evidence, event->evidence_n);
}

/* Takes an outcome into a list of known events (tools/lab/eval/known.h). */
static void
known_add(struct tcn_known *known, const struct tcn_pipeline_outcome *outcome,
    const struct tcn_item_names *names)
{
	const struct tcn_placement *item = &outcome->placement;
	const struct tcn_item_name *called;

	assert(known && names);
	if (outcome->repeat_of)
		return;
	called = tcn_item_names_find(names, item->seq);
	if (called)
		tcn_known_item(known, item->seq, item->ts_ms, called->title);
	for (size_t i = 0; i < outcome->changes.events_n; i++)
		if (outcome->changes.events[i].revision == 1)
			note_alert(known, &outcome->changes.events[i], names);
}

static void
score_close(struct tcn_replay_scorer *run)
{
	if (!run->open)
		return;
	tcn_truth_free(run->truth);
	tcn_score_findings_fini(&run->findings);
	tcn_mem_free(run->evidence);
	tcn_score_fini(&run->score);
	*run = (struct tcn_replay_scorer){ 0 };
}

static void
score_note_alert(struct tcn_replay_scorer *run, const struct tcn_event *event,
    const struct tcn_item_names *names)
{
	uint32_t *items = tcn_mem_grow(run->evidence, &run->evidence_cap,
	    event->evidence_n + 1, sizeof *items);
	size_t n = 0;

	run->evidence = items;
	for (size_t i = 0; i < event->evidence_n; i++) {
		const struct tcn_item_name *item =
		    tcn_item_names_find(names, event->evidence[i]);

		if (item)
			items[n++] = tcn_truth_find(run->truth, item->id);
	}
	tcn_score_findings_alert(&run->findings, (double)event->fired_ms / 1000,
	    items, n);
}

/* Notes an article. One without a date takes that of the one before. */
static enum tcn_rc
note_article(struct tcn_replay_scorer *run, const struct tcn_article *article,
    const struct tcn_pipeline_outcome *outcome, uint32_t *item)
{
	if (article->ts_ms != TCN_UNDATED)
		run->last_s = (double)article->ts_ms / 1000;
	else if (run->last_s == 0)
		run->last_s = (double)outcome->placement.ts_ms / 1000;
	return tcn_truth_add(run->truth, article->id, run->last_s,
	    article->label, item);
}

static void
place_in_cluster(struct tcn_replay_scorer *run,
    const struct tcn_pipeline_outcome *outcome, uint32_t item)
{
	const struct tcn_detector_changes *changes = &outcome->changes;
	uint64_t cluster = outcome->placement.cluster;

	tcn_score_findings_place(&run->findings, item, cluster);
	for (size_t i = 0; i < changes->clusters_merged_n; i++)
		tcn_score_findings_merge(&run->findings,
		    changes->clusters_merged[i], cluster);
}

/* Takes an article and its outcome in; names knows the items of its alerts. */
static enum tcn_rc
score_add(struct tcn_replay_scorer *run, const struct tcn_article *article,
    const struct tcn_pipeline_outcome *outcome,
    const struct tcn_item_names *names)
{
	const struct tcn_detector_changes *changes = &outcome->changes;
	uint32_t item;
	enum tcn_rc rc = note_article(run, article, outcome, &item);

	assert(run->open);
	if (rc || outcome->repeat_of)
		return rc;
	for (size_t i = 0; i < changes->events_n; i++)
		if (changes->events[i].revision == 1)
			score_note_alert(run, &changes->events[i], names);
	if (run->clusters) {
		place_in_cluster(run, outcome, item);
		return TCN_OK;
	}
	tcn_score_findings_place(&run->findings, item,
	    outcome->placement.story);
	if (changes->merged_from)
		tcn_score_findings_merge(&run->findings, changes->merged_from,
		    changes->merged_into);
	return TCN_OK;
}

/* Fills in run->score. */
static void
score_finish(struct tcn_replay_scorer *run)
{
	tcn_truth_seal(run->truth);
	assert(run->open);
	run->findings.placed = true;
	tcn_score(run->truth, &run->findings, &run->score);
}

struct tcn_replay {
	struct tcn_replay_conf conf;
	struct tcn_pipeline *pipe;
	struct tcn_prefetch *prefetch; /* NULL until the first step */
	struct tcn_arena arena; /* of the stored alerts of one item */
	struct tcn_replay_scorer score;
	struct tcn_category_score categories;
	struct tcn_assign assign; /* without a store */
	struct tcn_seqset items; /* with a store: items of this input */
	struct tcn_out alerts;
	struct tcn_buf line;
	struct timespec began;
	uint64_t first_seq; /* the first number given out by this run */
	uint64_t rejected; /* bad lines, known at the end */
};

/*
 * Begins scoring, unless the store holds an earlier run: half a run has half
 * the alerts, and its score would mislead.
 */
static enum tcn_rc
open_score(struct tcn_replay *replay, struct tcn_err *err)
{
	const struct tcn_detector_conf *detector =
	    &replay->conf.pipeline.detector;

	if (!replay->conf.score && !replay->conf.known)
		return TCN_OK;
	if (tcn_pipeline_next_seq(replay->pipe) > 1)
		return tcn_err_set(err, TCN_INVALID,
		    "%s holds articles of an earlier run, and only a whole "
		    "run can be scored; name a new file, or leave --db out",
		    replay->conf.db);
	if (!replay->conf.score)
		return TCN_OK;
	/* A struct of zeros is not open, and may be closed. */
	assert(!replay->score.open);
	replay->score = (struct tcn_replay_scorer){ .open = true };
	replay->score.truth = tcn_truth_new(replay->conf.score);
	replay->score.clusters = detector->rules_n > 0;
	for (size_t i = 0; i < detector->rules_n; i++)
		replay->score.clusters &=
		    detector->rules[i].kind == TCN_RULE_CLUSTER;
	return TCN_OK;
}

/* Whether an alert is shown, written or scored, or a store keeps it: else it is
 * only counted. */
static bool
is_read(const struct tcn_replay_conf *conf)
{
	return conf->db || conf->alerts || conf->terminal || conf->fired ||
	    conf->score || conf->known;
}

/* With a store, assignments are read from the rows of all items. */
static enum tcn_rc
refuse_drop(const struct tcn_replay_conf *conf, struct tcn_err *err)
{
	if (!conf->assignments || !conf->db || !conf->pipeline.drop_copies)
		return TCN_OK;
	return tcn_err_set(err, TCN_INVALID,
	    "assignments need the row of every copy, and store.copies: drop "
	    "lets them go: add --set store.copies=sighting, or leave out --db");
}

enum tcn_rc
tcn_replay_open(const struct tcn_replay_conf *conf, struct tcn_replay **out,
    struct tcn_err *err)
{
	struct tcn_replay *replay = tcn_mem_calloc(1, sizeof *replay);
	enum tcn_rc rc;

	replay->conf = *conf;
	replay->conf.pipeline.no_headlines |= !is_read(conf);
	replay->conf.pipeline.no_names |= !is_read(conf);
	tcn_arena_init(&replay->arena, 0);
	tcn_category_score_init(&replay->categories);
	clock_gettime(CLOCK_MONOTONIC, &replay->began);
	rc = refuse_drop(conf, err);
	if (!rc)
		rc = tcn_pipeline_open(&replay->conf.pipeline, conf->db,
		    &replay->pipe, err);
	if (!rc && conf->alerts)
		rc = tcn_out_open(&replay->alerts, conf->alerts, err);
	if (!rc && conf->assignments && !conf->db)
		rc = tcn_assign_open(&replay->assign, err);
	if (!rc)
		rc = open_score(replay, err);
	if (rc) {
		tcn_replay_close(replay);
		return rc;
	}
	replay->first_seq = tcn_pipeline_next_seq(replay->pipe);
	*out = replay;
	return TCN_OK;
}

void
tcn_replay_close(struct tcn_replay *replay)
{
	if (!replay)
		return;
	tcn_prefetch_close(replay->prefetch);
	tcn_pipeline_close(replay->pipe);
	tcn_assign_close(&replay->assign);
	score_close(&replay->score);
	tcn_category_score_fini(&replay->categories);
	tcn_seqset_fini(&replay->items);
	tcn_out_discard(&replay->alerts);
	tcn_arena_fini(&replay->arena);
	tcn_buf_fini(&replay->line);
	tcn_mem_free(replay);
}

static enum tcn_rc
write_alert(struct tcn_replay *replay, const struct tcn_event *event,
    const struct tcn_item_names *names, struct tcn_err *err)
{
	if (!replay->conf.alerts)
		return TCN_OK;
	tcn_buf_clear(&replay->line);
	tcn_alert_json(&replay->line, event, names);
	return tcn_out_add(&replay->alerts, tcn_buf_view(&replay->line), err);
}

static enum tcn_rc
print_alert(struct tcn_replay *replay, const struct tcn_event *event,
    struct tcn_err *err)
{
	const struct tcn_item_names *names =
	    tcn_pipeline_item_names(replay->pipe);
	enum tcn_rc rc = write_alert(replay, event, names, err);

	if (!rc && replay->conf.fired)
		replay->conf.fired(replay->conf.ctx, event, names);
	if (rc || !replay->conf.terminal)
		return rc;
	tcn_buf_clear(&replay->line);
	tcn_alert_text(&replay->line, event, names);
	tcn_say_call_hook();
	fwrite(replay->line.at, 1, replay->line.n, replay->conf.terminal);
	fflush(replay->conf.terminal);
	return TCN_OK;
}

static enum tcn_rc
note_assignment(struct tcn_replay *replay, struct tcn_str id,
    const struct tcn_pipeline_outcome *outcome, struct tcn_err *err)
{
	const struct tcn_detector_changes *changes = &outcome->changes;
	enum tcn_rc rc =
	    tcn_assign_add(&replay->assign, id, &outcome->placement, err);

	if (!rc && changes->merged_from)
		tcn_assign_merge(&replay->assign, changes->merged_from,
		    changes->merged_into);
	return rc;
}

/* Writes the alerts that fired when an earlier run took this item in. */
static enum tcn_rc
replay_stored_alert(struct tcn_replay *replay, uint64_t seq,
    struct tcn_err *err)
{
	const struct tcn_store *store = tcn_pipeline_store(replay->pipe);
	struct tcn_store_event_list events;
	enum tcn_rc rc, write_rc = TCN_OK;

	rc = tcn_store_fired_with(store, seq, &replay->arena, &events);
	for (size_t i = 0; !rc && !write_rc && i < events.n; i++) {
		struct tcn_item_names names = { 0 };

		rc = tcn_item_names_load_event(&names, store, &events.at[i],
		    &replay->arena);
		if (!rc)
			write_rc =
			    write_alert(replay, &events.at[i], &names, err);
		tcn_item_names_fini(&names);
	}
	if (rc)
		*err = *tcn_store_error(store);
	return rc ? rc : write_rc;
}

static enum tcn_rc
take(struct tcn_replay *replay, const struct tcn_doc *doc, struct tcn_err *err)
{
	const struct tcn_article *article = doc->article;
	struct tcn_pipeline_outcome outcome;
	enum tcn_rc rc = tcn_pipeline_doc(replay->pipe, doc, TCN_CLOCK_NO_BOUND,
	    &outcome, err);

	if (rc == TCN_INVALID) /* the store refuses it */
		tcn_err_at(err, article->file, article->line, 0);
	if (!rc && replay->conf.score)
		rc = score_add(&replay->score, article, &outcome,
		    tcn_pipeline_item_names(replay->pipe));
	if (!rc && replay->conf.known)
		known_add(replay->conf.known, &outcome,
		    tcn_pipeline_item_names(replay->pipe));
	if (!rc && replay->conf.db) {
		/* Notes an item of this input, once; only a run with a store
		 * needs it. */
		uint64_t seq = outcome.repeat_of ? outcome.repeat_of
						 : outcome.placement.seq;
		bool added;

		rc = TCN_OK;
		tcn_seqset_add(&replay->items, seq, &added);
		if (added && outcome.repeat_of && replay->conf.alerts)
			rc = replay_stored_alert(replay, seq, err);
	}
	if (rc || outcome.repeat_of)
		return rc;
	rc = tcn_category_score_add(&replay->categories,
	    outcome.placement.ts_ms, &outcome.guess);
	for (size_t i = 0; !rc && i < outcome.changes.events_n; i++) {
		if (outcome.changes.events[i].revision == 1)
			rc = print_alert(replay, &outcome.changes.events[i],
			    err);
	}
	if (!rc && replay->conf.assignments && !replay->conf.db)
		rc = note_assignment(replay, article->id, &outcome, err);
	return rc;
}

enum tcn_rc
tcn_replay_step(struct tcn_replay *replay, struct tcn_source *source,
    struct tcn_err *err)
{
	const struct tcn_doc *doc;
	enum tcn_rc rc = TCN_OK;

	assert(source);
	tcn_arena_reset(&replay->arena);
	if (!replay->prefetch) {
		size_t jobs = replay->conf.jobs ? replay->conf.jobs : 1;
		struct tcn_prepare_conf prepare = replay->conf.pipeline.prepare;

		if (jobs == 1)
			prepare.beside = tcn_pipeline_prepare(replay->pipe);
		rc = tcn_prefetch_open(source, &prepare,
		    replay->conf.pipeline.tagger, jobs, &replay->prefetch, err);
	}
	if (rc)
		return rc;
	rc = tcn_prefetch_next(replay->prefetch, &doc, err);
	if (!rc && replay->conf.wait)
		replay->conf.wait(replay->conf.ctx, doc->ts_ms);
	return rc ? rc : take(replay, doc, err);
}

void
tcn_replay_at(const struct tcn_replay *replay, struct tcn_source_at *at)
{
	*at = (struct tcn_source_at){ 0 };
	if (replay->prefetch)
		tcn_prefetch_at(replay->prefetch, at);
}

void
tcn_replay_now(const struct tcn_replay *replay, struct tcn_progress_now *now)
{
	struct tcn_source_at at;

	tcn_replay_at(replay, &at);
	tcn_run_loop_count(replay->pipe, &at, now);
}

static double
seconds_since(const struct timespec *began)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - began->tv_sec) +
	    (double)(now.tv_nsec - began->tv_nsec) / 1e9;
}

static void
add_time(struct tcn_buf *out, const char *name, int64_t ms)
{
	if (ms == TCN_UNDATED)
		tcn_buf_printf(out, ",\"%s\":null", name);
	else
		tcn_buf_printf(out, ",\"%s\":%.3f", name, (double)ms / 1000);
}

static void
add_cases(struct tcn_buf *out, const uint64_t *cases)
{
	tcn_buf_printf(out,
	    ",\"undated\":%" PRIu64 ",\"late\":%" PRIu64 ",\"future\":%" PRIu64,
	    cases[TCN_CLOCK_UNDATED], cases[TCN_CLOCK_LATE],
	    cases[TCN_CLOCK_FUTURE]);
}

static void
summarise(struct tcn_replay *replay, struct tcn_buf *out)
{
	const struct tcn_pipeline_counts *n = tcn_pipeline_counts(replay->pipe);
	struct tcn_window *window =
	    tcn_detector_window(tcn_pipeline_detector(replay->pipe));
	double seconds = seconds_since(&replay->began);
	struct tcn_keys_stats keys = { 0 };
	struct tcn_near_stats near;
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	tcn_near_stats(tcn_window_near(window), &near);
	if (tcn_window_keys(window))
		tcn_keys_stats(tcn_window_keys(window), &keys);
	tcn_buf_printf(out,
	    "{\"items\":%" PRIu64 ",\"rejected\":%" PRIu64 ",\"known\":%" PRIu64
	    ",\"urls_refused\":%" PRIu64 ",\"duplicates\":%" PRIu64
	    ",\"excerpts\":%" PRIu64 ",\"rewrites\":%" PRIu64
	    ",\"forms\":%" PRIu64 ",\"versions\":%" PRIu64
	    ",\"stories\":%" PRIu64 ",\"events\":%" PRIu64,
	    n->items, replay->rejected, n->known, n->urls_refused,
	    n->duplicates, n->excerpts, n->rewrites, n->forms, n->versions,
	    n->stories, n->events);
	add_time(out, "first_ts", n->first_ms);
	add_time(out, "last_ts", n->last_ms);
	add_cases(out, tcn_window_clock_counts(window));
	tcn_buf_printf(out,
	    ",\"dropped_at_cap\":%" PRIu64
	    ",\"sketches_dropped_at_cap\":%" PRIu64,
	    near.dropped, keys.dropped);
	tcn_buf_printf(out,
	    ",\"peak_memory_bytes\":%ld,\"seconds\":%.3f"
	    ",\"items_per_second\":%.0f",
	    usage.ru_maxrss * 1024, seconds,
	    seconds > 0 ? (double)n->items / seconds : 0.0);
	if (replay->conf.score)
		tcn_score_json(&replay->score.score, "score", out);
	if (replay->conf.known)
		tcn_known_json(replay->conf.known, "known_events", out);
	tcn_category_score_json(&replay->categories, "categories", out);
	tcn_buf_z(out, "}\n");
}

static enum tcn_rc
write_assignments(struct tcn_replay *replay, struct tcn_err *err)
{
	struct tcn_out out;
	enum tcn_rc rc = tcn_out_open(&out, replay->conf.assignments, err);

	if (rc)
		return rc;
	if (replay->conf.db)
		rc = tcn_assign_write_stored(tcn_pipeline_store(replay->pipe),
		    &replay->items, &out, err);
	else
		rc = tcn_assign_write(&replay->assign, &out, err);
	if (rc) {
		tcn_out_discard(&out);
		return rc;
	}
	return tcn_out_commit(&out, err);
}

enum tcn_rc
tcn_replay_finish(struct tcn_replay *replay, uint64_t rejected,
    struct tcn_err *err)
{
	enum tcn_rc rc = tcn_pipeline_finish(replay->pipe, err);

	assert(replay->pipe);
	replay->rejected = rejected;
	if (!rc && replay->conf.alerts)
		rc = tcn_out_commit(&replay->alerts, err);
	if (!rc && replay->conf.assignments)
		rc = write_assignments(replay, err);
	if (!rc && replay->conf.score)
		score_finish(&replay->score);
	if (!rc && replay->conf.summary) {
		tcn_buf_clear(&replay->line);
		summarise(replay, &replay->line);
		rc = tcn_out_write(replay->conf.summary,
		    tcn_buf_view(&replay->line), err);
	}
	return rc;
}

struct tcn_pipeline *
tcn_replay_pipeline(struct tcn_replay *replay)
{
	return replay->pipe;
}

const struct tcn_category_score *
tcn_replay_categories(const struct tcn_replay *replay)
{
	return &replay->categories;
}

const struct tcn_replay_scorer *
tcn_replay_score(const struct tcn_replay *replay)
{
	return replay->conf.score ? &replay->score : NULL;
}
