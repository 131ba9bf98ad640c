#include "tools/lab/eval/sweep/sweep.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tools/pipeline/dictionary_words.h"
#include "tools/pipeline/setup.h"

/*
 * A batch is full at either. Large batches are kinder to the caches, because a
 * point finds the same words and stories again: they take a tenth less time
 * than batches of 4,096.
 */
enum {
	BATCH_ITEMS = 16384,
	BATCH_BYTES = 16 << 20,
};

/*
 * Whether the point shares nothing but the reading. Rule "similar" asks the
 * index at each item's own moment, so its points cannot follow a stage that is
 * batches ahead.
 */
static bool
is_unshared(const struct tcn_sweep *sweep, const struct tcn_pipeline_conf *pipe)
{
	return sweep->conf.unshared ||
	    pipe->detector.rule.kind != TCN_RULE_STORY;
}

static void
add_task(struct tcn_sweep *sweep, void *ctx,
    enum tcn_rc (*run)(void *, uint64_t, struct tcn_err *), size_t after)
{
	sweep->tasks[sweep->tasks_n++] =
	    (struct tcn_task_pool_task){ ctx, run, after };
}

/* Returns the group's stage, and makes it for the group's first point. */
static enum tcn_rc
get_stage(struct tcn_sweep *sweep, size_t group,
    const struct tcn_pipeline_conf *pipe, struct tcn_err *err)
{
	struct tcn_sweep_stage *stage = sweep->stages[group];
	enum tcn_rc rc = TCN_OK;

	if (!stage)
		rc = tcn_sweep_stage_new(pipe, sweep->batches, &stage, err);
	if (rc)
		return rc;
	sweep->stages[group] = stage;
	if (pipe->detector.rule.within_ms > stage->names_ms)
		stage->names_ms = pipe->detector.rule.within_ms;
	return TCN_OK;
}

/* The dictionaries of point i: those of a point before it, or read now. */
static enum tcn_rc
get_lexicon(struct tcn_sweep *sweep, size_t i, struct tcn_err *err)
{
	const struct tcn_conf *points = sweep->conf.grid->points;
	const char *dir = points[i].story.dictionaries;

	for (size_t k = 0; k < i; k++) {
		const char *other = points[k].story.dictionaries;

		if (strcmp(other ? other : "", dir ? dir : "") == 0) {
			sweep->lexicons[i] = sweep->lexicons[k];
			return TCN_OK;
		}
	}
	return tcn_dictionary_words_load(dir, &sweep->lexicons[i], err);
}

/* Each is that of its first point. */
static void
free_lexicons(struct tcn_sweep *sweep)
{
	for (size_t i = 0; sweep->lexicons && i < sweep->conf.grid->points_n;
	     i++) {
		size_t k = 0;

		while (sweep->lexicons[k] != sweep->lexicons[i])
			k++;
		if (k == i)
			tcn_lexicon_free(sweep->lexicons[i]);
	}
	tcn_mem_free(sweep->lexicons);
}

static enum tcn_rc
make_point(struct tcn_sweep *sweep, size_t i, struct tcn_err *err)
{
	const struct tcn_sweep_grid *grid = sweep->conf.grid;
	struct tcn_sweep_stage *stage = NULL;
	struct tcn_pipeline_conf pipe;
	char path[4096];
	enum tcn_rc rc = get_lexicon(sweep, i, err);

	if (rc)
		return rc;
	tcn_setup_pipeline(&grid->points[i], &pipe);
	pipe.detector.window.story.lexicon = sweep->lexicons[i];
	pipe.dictionaries = NULL;
	if (!is_unshared(sweep, &pipe)) {
		rc =
		    get_stage(sweep, tcn_sweep_grid_group(grid, i), &pipe, err);
		stage = sweep->stages[tcn_sweep_grid_group(grid, i)];
	}
	if (rc)
		return rc;
	if (sweep->conf.alerts_dir)
		snprintf(path, sizeof path, "%.4000s/%zu.ndjson",
		    sweep->conf.alerts_dir, i + 1);
	sweep->points_n++;
	rc = tcn_sweep_point_init(&sweep->points[i], &pipe, stage,
	    sweep->batches, sweep->conf.alerts_dir ? path : NULL, err);
	sweep->points[i].fired = &sweep->fired;
	return rc;
}

/*
 * Lists the pool's tasks: stages first, because their points come after them.
 */
static void
list_tasks(struct tcn_sweep *sweep)
{
	size_t *at = sweep->stages_task;

	for (size_t i = 0; i < sweep->stages_n; i++) {
		at[i] = sweep->tasks_n;
		if (sweep->stages[i])
			add_task(sweep, sweep->stages[i], tcn_sweep_stage_run,
			    TCN_TASK_POOL_NO_DEP);
	}
	for (size_t i = 0; i < sweep->points_n; i++)
		add_task(sweep, &sweep->points[i], tcn_sweep_point_run,
		    sweep->points[i].stage
			? at[tcn_sweep_grid_group(sweep->conf.grid, i)]
			: TCN_TASK_POOL_NO_DEP);
}

static size_t
groups_of(const struct tcn_sweep_grid *grid)
{
	size_t most = 0;

	for (size_t i = 0; i < grid->points_n; i++)
		if (tcn_sweep_grid_group(grid, i) > most)
			most = tcn_sweep_grid_group(grid, i);
	return most + 1;
}

static void
make_room(struct tcn_sweep *sweep)
{
	const struct tcn_sweep_grid *grid = sweep->conf.grid;
	size_t n = grid->points_n;

	sweep->stages_n = groups_of(grid);
	sweep->stages = tcn_mem_calloc(sweep->stages_n, sizeof *sweep->stages);
	sweep->stages_task =
	    tcn_mem_calloc(sweep->stages_n, sizeof *sweep->stages_task);
	sweep->points = tcn_mem_calloc(n, sizeof *sweep->points);
	sweep->lexicons = tcn_mem_calloc(n, sizeof *sweep->lexicons);
	sweep->tasks =
	    tcn_mem_calloc(n + sweep->stages_n, sizeof *sweep->tasks);
	for (size_t i = 0; i < TCN_TASK_POOL_QUEUE; i++) {
		struct tcn_sweep_batch *batch = &sweep->batches[i];

		tcn_arena_init(&batch->arena, 0);
		batch->articles =
		    tcn_mem_calloc(BATCH_ITEMS, sizeof *batch->articles);
	}
}

static enum tcn_rc
open_parts(struct tcn_sweep *sweep, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	make_room(sweep);
	if (sweep->conf.score)
		sweep->truth = tcn_truth_new(sweep->conf.score);
	for (size_t i = 0; !rc && i < sweep->conf.grid->points_n; i++)
		rc = make_point(sweep, i, err);
	if (rc)
		return rc;
	list_tasks(sweep);
	rc = tcn_task_pool_new(sweep->tasks, sweep->tasks_n, sweep->conf.jobs,
	    &sweep->pool, err);
	if (!rc)
		tcn_task_pool_set_tick(sweep->pool, sweep->conf.tick,
		    sweep->conf.ctx);
	return rc;
}

enum tcn_rc
tcn_sweep_open(const struct tcn_sweep_conf *conf, struct tcn_sweep **out,
    struct tcn_err *err)
{
	struct tcn_sweep *sweep = tcn_mem_calloc(1, sizeof *sweep);
	enum tcn_rc rc;

	assert(conf->grid && conf->grid->points && conf->jobs > 0);
	sweep->conf = *conf;
	sweep->first_ms = sweep->last_ms = sweep->dated_ms = TCN_UNDATED;
	rc = open_parts(sweep, err);
	if (rc) {
		tcn_sweep_close(sweep);
		return rc;
	}
	*out = sweep;
	return TCN_OK;
}

void
tcn_sweep_close(struct tcn_sweep *sweep)
{
	if (!sweep)
		return;
	tcn_task_pool_free(sweep->pool);
	for (size_t i = 0; i < sweep->points_n; i++) {
		tcn_sweep_point_fini(&sweep->points[i]);
		if (sweep->scores)
			tcn_score_fini(&sweep->scores[i]);
	}
	for (size_t i = 0; sweep->stages && i < sweep->stages_n; i++)
		tcn_sweep_stage_free(sweep->stages[i]);
	for (size_t i = 0; i < TCN_TASK_POOL_QUEUE; i++) {
		tcn_arena_fini(&sweep->batches[i].arena);
		tcn_mem_free(sweep->batches[i].articles);
	}
	tcn_truth_free(sweep->truth);
	tcn_mem_free(sweep->truths);
	tcn_mem_free(sweep->scores);
	tcn_mem_free(sweep->stages);
	tcn_mem_free(sweep->stages_task);
	tcn_mem_free(sweep->points);
	free_lexicons(sweep);
	tcn_mem_free(sweep->tasks);
	tcn_mem_free(sweep);
}

static struct tcn_sweep_batch *
filling(struct tcn_sweep *sweep)
{
	return &sweep->batches[sweep->batches_n % TCN_TASK_POOL_QUEUE];
}

/* Hands the full batch to the pool, waits for room and begins the next. */
static enum tcn_rc
hand_over(struct tcn_sweep *sweep, struct tcn_err *err)
{
	struct tcn_sweep_batch *batch;
	enum tcn_rc rc;

	tcn_task_pool_submit(sweep->pool);
	sweep->batches_n++;
	rc = tcn_task_pool_wait_room(sweep->pool, err);
	if (rc)
		return rc;
	for (size_t i = 0; i < sweep->stages_n; i++)
		if (sweep->stages[i])
			tcn_sweep_stage_release(sweep->stages[i],
			    sweep->batches_n);
	batch = filling(sweep);
	tcn_arena_reset(&batch->arena);
	batch->n = 0;
	batch->first = sweep->items;
	return TCN_OK;
}

static void
note_date(struct tcn_sweep *sweep, int64_t ms)
{
	if (ms == TCN_UNDATED)
		return;
	if (sweep->first_ms == TCN_UNDATED || ms < sweep->first_ms)
		sweep->first_ms = ms;
	if (sweep->last_ms == TCN_UNDATED || ms > sweep->last_ms)
		sweep->last_ms = ms;
}

/*
 * Notes the label of the item. An item without a date takes that of the one
 * before; before the first date nothing can be scored.
 */
static enum tcn_rc
note_truth(struct tcn_sweep *sweep, const struct tcn_article *article)
{
	uint32_t *truths = tcn_mem_grow(sweep->truths, &sweep->truths_cap,
	    sweep->items + 1, sizeof *truths);

	sweep->truths = truths;
	truths[sweep->items] = TCN_TRUTH_UNKNOWN;
	if (article->ts_ms != TCN_UNDATED)
		sweep->dated_ms = article->ts_ms;
	if (sweep->dated_ms == TCN_UNDATED)
		return TCN_OK;
	return tcn_truth_add(sweep->truth, article->id,
	    (double)sweep->dated_ms / 1000, article->label,
	    &truths[sweep->items]);
}

static bool
is_full(const struct tcn_sweep_batch *batch)
{
	return batch->n == BATCH_ITEMS ||
	    tcn_arena_bytes(&batch->arena) >= BATCH_BYTES;
}

/* Takes in the article that was read behind the last one of the batch. */
static enum tcn_rc
take(struct tcn_sweep *sweep, struct tcn_sweep_batch *batch,
    struct tcn_err *err)
{
	const struct tcn_article *article = &batch->articles[batch->n];
	enum tcn_rc rc;

	note_date(sweep, article->ts_ms);
	rc = sweep->truth ? note_truth(sweep, article) : TCN_OK;
	if (rc)
		return tcn_err_set(err, rc, "%s", tcn_rc_text(rc));
	if (sweep->conf.known)
		tcn_sweep_known_item(sweep->conf.known, sweep->items, article,
		    &batch->arena);
	batch->n++;
	sweep->items++;
	return is_full(batch) ? hand_over(sweep, err) : TCN_OK;
}

enum tcn_rc
tcn_sweep_step(struct tcn_sweep *sweep, struct tcn_source *source,
    struct tcn_err *err)
{
	struct tcn_sweep_batch *batch = filling(sweep);
	enum tcn_rc rc = tcn_source_next(source, &batch->arena,
	    &batch->articles[batch->n], err);

	if (rc)
		return rc;
	rc = take(sweep, batch, err);
	return rc == TCN_INVALID ? TCN_CORRUPT
				 : rc; /* a task's error, not a bad line */
}

/* Scores the point's alerts. */
static void
score_point(struct tcn_sweep *sweep, size_t i)
{
	const struct tcn_sweep_point *point = &sweep->points[i];
	struct tcn_score_findings found = { 0 };
	uint32_t *items = NULL;
	size_t cap = 0;

	for (size_t a = 0; a < point->alerts_n; a++) {
		const struct tcn_sweep_alert *alert = &point->alerts[a];

		items = tcn_mem_grow(items, &cap, alert->n, sizeof *items);
		for (size_t k = 0; k < alert->n; k++)
			items[k] =
			    sweep->truths[point->evidence[alert->at + k]];
		tcn_score_findings_alert(&found, (double)alert->fired_ms / 1000,
		    items, alert->n);
	}
	tcn_score(sweep->truth, &found, &sweep->scores[i]);
	tcn_score_findings_fini(&found);
	tcn_mem_free(items);
}

static void
score_all(struct tcn_sweep *sweep)
{
	tcn_truth_seal(sweep->truth);
	sweep->scores = tcn_mem_calloc(sweep->points_n, sizeof *sweep->scores);
	for (size_t i = 0; i < sweep->points_n; i++)
		score_point(sweep, i);
}

enum tcn_rc
tcn_sweep_finish(struct tcn_sweep *sweep, uint64_t rejected,
    struct tcn_err *err)
{
	enum tcn_rc rc;

	assert(sweep->pool && !sweep->scores);
	sweep->rejected = rejected;
	tcn_task_pool_submit(sweep->pool);
	sweep->batches_n++;
	rc = tcn_task_pool_drain(sweep->pool, err);
	for (size_t i = 0; !rc && i < sweep->points_n; i++)
		rc = tcn_sweep_point_finish(&sweep->points[i], err);
	if (rc || !sweep->truth)
		return rc;
	score_all(sweep);
	return TCN_OK;
}
