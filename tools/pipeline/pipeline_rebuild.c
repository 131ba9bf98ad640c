/*
 * A saved state that cannot be read is made anew. What was decided stays
 * decided: the detector takes in the articles that the store holds, each into
 * the story that it is in, judges as it would, and fires nothing; then it is
 * told of the events. So it knows what is usual, which stories are open, and
 * what was alerted of. It reads back SPAN half-lives of what it learns: what
 * came before weighs a sixteenth.
 */
#include <string.h>

#include "engine/base/map.h"
#include "sql/store_read.h"
#include "sql/store_rebuild.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/base/say.h"
#include "tools/pipeline/assign.h"
#include "tools/pipeline/pipeline_impl.h"

#define SPAN   4 /* half-lives */
#define SAY_MS 5000 /* between two lines of progress */

struct rebuild {
	struct tcn_pipeline *pipe;
	struct tcn_map merged; /* story -> the story it was merged into */
	struct tcn_arena arena; /* an item's */
	struct tcn_store_reading reading;
	uint64_t taken; /* items */
	int64_t said_ms;
};

static void
say(const struct rebuild *r, const char *what)
{
	struct tcn_log log;

	if (!r->pipe->conf.long_running) {
		tcn_say("the detector's state is made anew from the articles: "
			"%llu of %llu, %s",
		    (unsigned long long)r->taken,
		    (unsigned long long)r->reading.items, what);
		return;
	}
	tcn_log_begin(&log, TCN_LOG_WARN, "state made anew");
	tcn_log_str(&log, "step", tcn_str(what));
	tcn_log_count(&log, "articles", r->taken);
	tcn_log_count(&log, "of", r->reading.items);
	tcn_log_end(&log);
}

static void
note_redirect(void *ctx, uint64_t story, uint64_t into)
{
	struct rebuild *r = ctx;
	uint64_t *at;

	tcn_map_put(&r->merged, story, &at, NULL);
	*at = into;
}

/* Nobody is asked for its content words again. */
static enum tcn_rc
adopt_item(struct rebuild *r, struct tcn_store_item_row *item,
    struct tcn_err *err)
{
	struct tcn_pipeline *pipe = r->pipe;
	struct tcn_article *article = &item->article, expected;
	struct tcn_store_event_list fired;
	struct tcn_expect_guess guess;
	struct tcn_doc doc, told;
	enum tcn_rc rc = tcn_store_fired_with(pipe->store, item->place.seq,
	    &r->arena, &fired);

	item->place.story = tcn_assign_resolve(&r->merged, item->place.story);
	if (article->content.source == TCN_CONTENT_NONE)
		article->content.source = TCN_CONTENT_WORDS;
	tcn_arena_reset(&pipe->arena);
	if (!rc)
		tcn_prepare(pipe->prep, article, &pipe->arena, &doc);
	if (!rc)
		rc = tcn_pipeline_read_dictionaries(pipe, doc.lang, err);
	if (!rc)
		tcn_expect_doc(&pipe->expect, &doc,
		    tcn_pipeline_stream_ms(pipe), &told, &expected, &guess);
	if (!rc)
		tcn_detector_adopt(pipe->det, &told, &item->place, fired.at,
		    fired.n);
	if (rc)
		return rc;
	tcn_expect_learn(&pipe->expect, &doc);
	return TCN_OK;
}

static enum tcn_rc
adopt_items(struct rebuild *r, struct tcn_err *err)
{
	struct tcn_store_item_row *item;
	uint64_t after = r->reading.first ? r->reading.first - 1 : 0;
	enum tcn_rc rc = TCN_OK;

	r->said_ms = tcn_now_monotonic_ms();
	while (!rc) {
		int64_t now_ms = tcn_now_monotonic_ms();

		if (now_ms - r->said_ms >= SAY_MS) {
			say(r, "going on");
			r->said_ms = now_ms;
		}
		tcn_arena_reset(&r->arena);
		rc = tcn_store_next_item(r->pipe->store, after, INT64_MIN,
		    INT64_MAX, &r->arena, &item);
		if (rc || !item)
			break;
		after = item->place.seq;
		r->taken++;
		if (!item->unreadable)
			rc = adopt_item(r, item, err);
	}
	return rc;
}

static enum tcn_rc
adopt_event(void *ctx, struct tcn_event *event, uint64_t *stories, size_t n)
{
	struct rebuild *r = ctx;

	event->story = tcn_assign_resolve(&r->merged, event->story);
	for (size_t i = 0; i < n; i++)
		stories[i] = tcn_assign_resolve(&r->merged, stories[i]);
	return tcn_detector_adopt_event(r->pipe->det, event, stories, n);
}

static bool
is_open(void *ctx, uint64_t story)
{
	struct tcn_window *window = tcn_detector_window(ctx);

	return tcn_story_is_open(tcn_window_story_index(window), story);
}

/* All in the open transaction: a kill leaves the state that cannot be read. */
static enum tcn_rc
rebuild(struct rebuild *r, struct tcn_err *err)
{
	struct tcn_pipeline *pipe = r->pipe;
	int64_t reach_ms = tcn_detector_reach_ms(pipe->det);
	int64_t span_ms = SPAN * pipe->conf.detector.window.story.half_life_ms;
	enum tcn_rc rc = tcn_store_forget_state(pipe->tx);

	if (!rc)
		rc = tcn_store_each_redirect(pipe->store, note_redirect, r);
	if (!rc)
		rc = tcn_store_read_again(pipe->store,
		    span_ms > reach_ms ? span_ms : reach_ms, &r->reading);
	if (rc)
		return rc;
	say(r, "begun");
	rc = adopt_items(r, err);
	if (!rc)
		rc = tcn_store_each_past_event(pipe->store, r->reading.since_ms,
		    &r->arena, adopt_event, r);
	if (!rc)
		rc = tcn_store_close_stories(pipe->tx, is_open, pipe->det);
	pipe->versioned = false;
	if (!rc)
		rc = tcn_pipeline_save_state(pipe);
	return rc ? rc : tcn_store_compact(pipe->tx);
}

enum tcn_rc
tcn_pipeline_rebuild(struct tcn_pipeline *pipe, struct tcn_err *err)
{
	struct rebuild r = { .pipe = pipe };
	enum tcn_rc rc = tcn_pipeline_empty(pipe);

	tcn_arena_init(&r.arena, 0);
	if (!rc)
		rc = tcn_store_begin(pipe->store, &pipe->tx);
	if (!rc)
		rc = rebuild(&r, err);
	if (pipe->tx)
		rc = tcn_store_end(pipe->store, rc);
	pipe->tx = NULL;
	if (!rc)
		say(&r, "done");
	tcn_map_fini(&r.merged);
	tcn_arena_fini(&r.arena);
	if (!rc)
		rc = tcn_pipeline_empty(pipe);
	return tcn_pipeline_store_failed(pipe, rc, err);
}
