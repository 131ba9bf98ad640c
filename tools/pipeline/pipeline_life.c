/*
 * tools/pipeline/pipeline_life.c - how much an event has come to.
 *
 * When it fires, an event has what its rule counted. Each later revision, and
 * so its last, has what its stories came to since they began, as the window
 * knows it of open ones and the store of closed ones: no restart and no
 * retention changes that. Without a store a story that closed before its event
 * is not counted, and nobody is told of that. Lists, pages, messages, editions
 * and reports show these counts. Its first item is that of its stories from
 * the beginning, so that the time from there to the alarm is one.
 */
#include "sql/store_group.h"
#include "tools/pipeline/pipeline_impl.h"

static struct tcn_story_life
life_of(const struct tcn_story *story)
{
	return (struct tcn_story_life){ story->first_ms, story->last_ms,
		story->items, story->origins, story->publishers };
}

/* What the store says of a story that is not open; all zero where it knows
 * none. */
static enum tcn_rc
read_closed(struct tcn_pipeline *pipe, uint64_t id, struct tcn_story_life *life)
{
	struct tcn_story *story = NULL;
	enum tcn_rc rc = TCN_OK;

	if (pipe->store)
		rc = tcn_store_resolve_story(pipe->store, id, &id);
	if (!rc && pipe->store)
		rc = tcn_store_story(pipe->store, id, &pipe->events, &story);
	if (!rc && story)
		*life = life_of(story);
	return rc;
}

/* Adds a story: an open one, one that closes in this step, or a closed one. */
static enum tcn_rc
add_story(struct tcn_pipeline *pipe, const struct tcn_detector_changes *changes,
    uint64_t id, struct tcn_story_life *all)
{
	const struct tcn_story_index *stories =
	    tcn_window_story_index(tcn_detector_window(pipe->det));
	struct tcn_story_life one = { 0 };
	bool known = tcn_story_read_life(stories, id, &one);
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < changes->closed_n && !known; i++) {
		const struct tcn_story *story = &changes->closed[i];

		known = story->id == id;
		if (known)
			one = life_of(story);
	}
	if (!known)
		rc = read_closed(pipe, id, &one);
	if (!rc && one.items) {
		/* Adds what a story came to. Publishers may be those of another
		 * story, too: of these the most are taken. */
		if (!all->items || one.first_ms < all->first_ms)
			all->first_ms = one.first_ms;
		if (!all->items || one.last_ms > all->last_ms)
			all->last_ms = one.last_ms;
		all->items += one.items;
		all->origins += one.origins;
		if (one.publishers > all->publishers)
			all->publishers = one.publishers;
	}
	return rc;
}

/* Has the event no fewer than these. */
static void
raise_counts(struct tcn_event *event, const struct tcn_story_life *life)
{
	if (event->items < life->items)
		event->items = life->items;
	if (event->origins < life->origins)
		event->origins = life->origins;
	if (event->publishers < life->publishers)
		event->publishers = life->publishers;
	if (event->last_ms < life->last_ms)
		event->last_ms = life->last_ms;
}

/* Has it no fewer than its last revision had, which stories since may have
 * left. */
static enum tcn_rc
keep_counts(struct tcn_pipeline *pipe, struct tcn_event *event)
{
	struct tcn_story_life life;
	struct tcn_event before;
	bool known;
	enum tcn_rc rc =
	    tcn_store_event_counts(pipe->store, event->id, &before, &known);

	if (rc || !known)
		return rc;
	life = (struct tcn_story_life){ before.first_ms, before.last_ms,
		before.items, before.origins, before.publishers };
	raise_counts(event, &life);
	if (life.first_ms < event->first_ms)
		event->first_ms = life.first_ms;
	return TCN_OK;
}

enum tcn_rc
tcn_pipeline_count_life(struct tcn_pipeline *pipe,
    const struct tcn_detector_changes *changes, struct tcn_event *event)
{
	struct tcn_story_life life = { 0 };
	struct tcn_store_ids took = { 0 };
	enum tcn_rc rc = TCN_OK;

	/* Adds all stories of an event: those that it is told to be of, or
	 * those that it took in; else its own. */
	if (!event->stories_n && event->revision > 1 && pipe->store)
		rc = tcn_store_event_stories(pipe->store, event->id,
		    &pipe->events, &took);
	for (size_t i = 0; i < event->stories_n && !rc; i++)
		rc = add_story(pipe, changes, event->stories[i].story, &life);
	for (size_t i = 0; i < took.n && !rc; i++)
		rc = add_story(pipe, changes, took.at[i], &life);
	if (!rc && !event->stories_n && !took.n && event->story)
		rc = add_story(pipe, changes, event->story, &life);

	if (rc)
		return rc;
	if (life.items && life.first_ms < event->first_ms)
		event->first_ms = life.first_ms;
	if (event->revision == 1)
		return TCN_OK;
	raise_counts(event, &life);
	return pipe->store ? keep_counts(pipe, event) : TCN_OK;
}
