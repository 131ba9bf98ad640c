#include "tools/pipeline/settle.h"

#include <stdlib.h>

#include "engine/base/mem.h"

/* A story is looked at, and is a row with some ten others. */
#define ROWS_A_STORY 12

void
tcn_settle_fini(struct tcn_settle *settle)
{
	tcn_free(settle->changed.at);
	tcn_free(settle->late.at);
	*settle = (struct tcn_settle){ 0 };
}

enum tcn_rc
tcn_settle_note(struct tcn_settle *settle, uint64_t story)
{
	struct tcn_settle_ids *ids = &settle->changed;
	uint64_t *at = tcn_mem_fit(ids->at, &ids->cap, ids->n + 1, sizeof *at);

	if (!at)
		return TCN_NOMEM;
	ids->at = at;
	at[ids->n++] = story;
	return TCN_OK;
}

static int
by_id(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static enum tcn_rc
store_story(struct tcn_settle *settle, uint64_t story)
{
	struct tcn_window *window = tcn_detector_window(settle->det);
	struct tcn_story_view view;
	enum tcn_rc rc = tcn_stories_view(tcn_window_stories(window), story,
	    tcn_window_now_ms(window), NULL, &view);

	return rc ? rc : tcn_store_put_story(settle->store, &view.story);
}

/* Those that changed are late from now on, once each, in order. */
static void
take_changed(struct tcn_settle *settle)
{
	struct tcn_settle_ids late = settle->changed;
	size_t n = 0;

	settle->changed = settle->late;
	settle->changed.n = 0;
	if (late.n)
		qsort(late.at, late.n, sizeof *late.at, by_id);
	for (size_t i = 0; i < late.n; i++)
		if (n == 0 || late.at[n - 1] != late.at[i])
			late.at[n++] = late.at[i];
	late.n = n;
	settle->late = late;
	settle->next = 0;
}

/* Those that closed or merged in between were stored then. */
static enum tcn_rc
store_late(struct tcn_settle *settle, size_t *work)
{
	struct tcn_stories *stories =
	    tcn_window_stories(tcn_detector_window(settle->det));
	enum tcn_rc rc = TCN_OK;

	while (!rc && *work && settle->next < settle->late.n) {
		uint64_t story = settle->late.at[settle->next++];

		if (tcn_stories_is_open(stories, story))
			rc = store_story(settle, story);
		*work -= *work < ROWS_A_STORY ? *work : ROWS_A_STORY;
	}
	return rc;
}

enum tcn_rc
tcn_settle_stories(struct tcn_settle *settle)
{
	size_t work = SIZE_MAX;
	enum tcn_rc rc = store_late(settle, &work);

	settle->under_way = false;
	take_changed(settle);
	work = SIZE_MAX;
	return rc ? rc : store_late(settle, &work);
}

enum tcn_rc
tcn_settle_state(struct tcn_settle *settle)
{
	return tcn_store_settle_state(settle->store);
}

enum tcn_rc
tcn_settle_some(struct tcn_settle *settle, size_t work)
{
	enum tcn_rc rc = TCN_OK;
	bool done = false;

	if (!settle->under_way) {
		take_changed(settle);
		rc = tcn_store_settle_begin(settle->store);
		settle->under_way = true;
	}
	if (!rc)
		rc = store_late(settle, &work);
	if (!rc && work)
		rc = tcn_store_settle_some(settle->store, work, &done);
	settle->under_way = !done;
	return rc;
}

enum tcn_rc
tcn_settle_open(struct tcn_settle *settle)
{
	struct tcn_stories *stories =
	    tcn_window_stories(tcn_detector_window(settle->det));
	uint64_t story = 0;
	enum tcn_rc rc = TCN_OK;

	while (!rc && (story = tcn_stories_next(stories, story)))
		rc = store_story(settle, story);
	return rc;
}
