/*
 * tools/pipeline/pipeline_headlines.c - events that changed get their headlines
 * and are stored, one after the other: a revision may follow one of the same
 * article.
 */
#include <string.h>

#include "tools/pipeline/pipeline_impl.h"
#include "tools/pipeline/reason.h"

/* A long run has no items in memory, and reads those of its store. What closes
 * an event is time, whether or not an item came: it is not the event's. */
static enum tcn_rc
set_headline(struct tcn_pipeline *pipe, uint64_t item, struct tcn_event *event)
{
	bool in_memory = event->revision == 1 && !pipe->conf.long_running;
	bool over = event->state == TCN_EVENT_CLOSED;

	if (in_memory) {
		tcn_headlines_choose_fired(pipe->headlines, &pipe->names,
		    event);
		return TCN_OK;
	}
	if (!pipe->store)
		return TCN_OK;
	return tcn_headlines_choose_revision(pipe->headlines, pipe->store,
	    item && over ? item - 1 : INT64_MAX, event);
}

static enum tcn_rc
store_event(struct tcn_pipeline *pipe,
    const struct tcn_detector_changes *changes, const struct tcn_event *asked,
    const struct tcn_event *event)
{
	enum tcn_rc rc = tcn_store_put_event(pipe->tx, event);

	if (!rc && event->revision == 1)
		rc = tcn_reason_store(pipe->tx, changes, asked, event);
	return rc;
}

/*
 * Says which event the store does not take. If it closed because time went by,
 * no article is at fault, and each that comes would meet with it again: then it
 * is a failure of the store.
 */
static enum tcn_rc
name_refused(struct tcn_pipeline *pipe, enum tcn_rc rc,
    const struct tcn_event *event, struct tcn_err *err)
{
	bool refused = rc == TCN_INVALID || rc == TCN_LIMIT;
	const struct tcn_err why = *tcn_store_error(pipe->store);

	if (!refused)
		return tcn_pipeline_store_failed(pipe, rc, err);
	if (event->state == TCN_EVENT_CLOSED && !event->merged_into[0])
		rc = TCN_CORRUPT;
	if (err)
		*err = (struct tcn_err){ 0 };
	return tcn_err_set(err, rc,
	    "the store refuses revision %u of event %s: %s",
	    (unsigned)event->revision, event->id, why.text);
}

enum tcn_rc
tcn_pipeline_take_events(struct tcn_pipeline *pipe, uint64_t item,
    struct tcn_detector_changes *changes, struct tcn_err *err)
{
	const struct tcn_event *asked = changes->events;
	size_t n = changes->events_n;
	struct tcn_event *events;
	enum tcn_rc rc = TCN_OK;

	if (!n)
		return TCN_OK;
	tcn_headlines_free_texts(pipe->headlines);
	tcn_arena_reset(&pipe->events);
	events = tcn_arena_alloc(&pipe->events, n * sizeof *events);
	memcpy(events, asked, n * sizeof *events);
	changes->events = events;
	for (size_t i = 0; i < n; i++) {
		events[i].item = item;
		rc = tcn_pipeline_count_life(pipe, changes, &events[i]);
		if (!rc && !pipe->conf.no_headlines)
			rc = set_headline(pipe, item, &events[i]);
		tcn_dossiers_take(pipe->dossiers, changes, &events[i]);
		if (!rc && pipe->store)
			rc = store_event(pipe, changes, &asked[i], &events[i]);
		if (rc)
			return pipe->store
			    ? name_refused(pipe, rc, &events[i], err)
			    : rc;
	}
	return TCN_OK;
}
