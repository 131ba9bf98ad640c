#include "tools/pipeline/compactor.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/base/mem.h"

/* What storing a story costs: its own row and some ten of its terms. */
#define ROWS_A_STORY 12

void
tcn_compactor_fini(struct tcn_compactor *compactor)
{
	tcn_mem_free(compactor->changed.at);
	tcn_mem_free(compactor->batch.at);
	*compactor = (struct tcn_compactor){ 0 };
}

void
tcn_compactor_mark_story(struct tcn_compactor *compactor, uint64_t story)
{
	struct tcn_compactor_ids *ids = &compactor->changed;
	uint64_t *at = tcn_mem_grow(ids->at, &ids->cap, ids->n + 1, sizeof *at);

	assert(story);
	ids->at = at;
	at[ids->n++] = story;
}

static int
by_id(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static enum tcn_rc
store_story(struct tcn_compactor *compactor, struct tcn_store_tx *tx,
    uint64_t story)
{
	struct tcn_window *window = tcn_detector_window(compactor->det);
	struct tcn_story_view view;

	tcn_story_read_view(tcn_window_story_index(window), story,
	    tcn_window_now_ms(window), NULL, &view);
	return tcn_store_put_story(tx, &view.story);
}

/* The stories that changed become the batch of a new round, in order, each
 * once. */
static void
begin_round(struct tcn_compactor *compactor)
{
	struct tcn_compactor_ids batch = compactor->changed;
	size_t n = 0;

	compactor->changed = compactor->batch;
	compactor->changed.n = 0;
	if (batch.n)
		qsort(batch.at, batch.n, sizeof *batch.at, by_id);
	for (size_t i = 0; i < batch.n; i++)
		if (n == 0 || batch.at[n - 1] != batch.at[i])
			batch.at[n++] = batch.at[i];
	batch.n = n;
	compactor->batch = batch;
	compactor->next = 0;
}

/* Stories that closed or merged meanwhile were stored at that moment. */
static enum tcn_rc
store_batch(struct tcn_compactor *compactor, struct tcn_store_tx *tx,
    size_t *work)
{
	struct tcn_story_index *stories =
	    tcn_window_story_index(tcn_detector_window(compactor->det));
	enum tcn_rc rc = TCN_OK;

	while (!rc && *work && compactor->next < compactor->batch.n) {
		uint64_t story = compactor->batch.at[compactor->next++];

		if (tcn_story_is_open(stories, story))
			rc = store_story(compactor, tx, story);
		*work -= *work < ROWS_A_STORY ? *work : ROWS_A_STORY;
	}
	return rc;
}

enum tcn_rc
tcn_compactor_flush_stories(struct tcn_compactor *compactor,
    struct tcn_store_tx *tx)
{
	size_t work = SIZE_MAX;
	enum tcn_rc rc = store_batch(compactor, tx, &work);

	compactor->in_round = false;
	begin_round(compactor);
	work = SIZE_MAX;
	return rc ? rc : store_batch(compactor, tx, &work);
}

enum tcn_rc
tcn_compactor_flush_state(struct tcn_compactor *compactor,
    struct tcn_store_tx *tx)
{
	(void)compactor;
	return tcn_store_compact(tx);
}

enum tcn_rc
tcn_compactor_step(struct tcn_compactor *compactor, struct tcn_store_tx *tx,
    size_t work)
{
	enum tcn_rc rc = TCN_OK;
	bool done = false;

	assert(work > 0);
	if (!compactor->in_round) {
		begin_round(compactor);
		rc = tcn_store_compact_begin(tx);
		compactor->in_round = true;
	}
	if (!rc)
		rc = store_batch(compactor, tx, &work);
	if (!rc && work)
		rc = tcn_store_compact_step(tx, work, &done);
	compactor->in_round = !done;
	return rc;
}

enum tcn_rc
tcn_compactor_flush_open(struct tcn_compactor *compactor,
    struct tcn_store_tx *tx)
{
	struct tcn_story_index *stories =
	    tcn_window_story_index(tcn_detector_window(compactor->det));
	uint64_t story = 0;
	enum tcn_rc rc = TCN_OK;

	while (!rc && (story = tcn_story_next(stories, story)))
		rc = store_story(compactor, tx, story);
	/* Of those that are listed none is left to store. */
	compactor->changed.n = 0;
	compactor->batch.n = compactor->next = 0;
	return rc;
}

enum tcn_rc
tcn_compactor_check(const struct tcn_compactor *compactor, struct tcn_err *err)
{
	const struct tcn_compactor_ids *batch = &compactor->batch;

	for (size_t i = 1; i < batch->n; i++)
		if (batch->at[i - 1] >= batch->at[i])
			return tcn_err_set(err, TCN_CORRUPT,
			    "the batch of stories is out of order at %zu", i);
	if (compactor->next > batch->n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu stories of a batch of %zu are stored", compactor->next,
		    batch->n);
	if (!compactor->in_round && compactor->next < batch->n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the round ended with stories left to store");
	return TCN_OK;
}
