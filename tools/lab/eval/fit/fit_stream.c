#include "tools/lab/eval/fit/fit_stream.h"

#include <assert.h>

#include "engine/base/mem.h"

/* In place of an index: the item was there, and joined no story. */
#define ALONE (UINT32_MAX - 1)

void
tcn_fit_stream_open(struct tcn_fit_stream *stream, struct tcn_pipeline *pipe,
    const struct tcn_fit_stories *judged, bool all, uint32_t more_than)
{
	size_t n = judged ? judged->n : 0;

	assert(pipe && (judged || all));
	*stream = (struct tcn_fit_stream){
		.pipe = pipe,
		.judged = judged,
		.all = all,
		.more_than = more_than,
		.found = tcn_mem_calloc(n, sizeof *stream->found),
	};
	tcn_arena_init(&stream->arena, 0);
	for (size_t i = 0; i < n; i++)
		stream->found[i] = TCN_FIT_NONE;
}

void
tcn_fit_stream_close(struct tcn_fit_stream *stream)
{
	tcn_mem_free(stream->stories);
	tcn_mem_free(stream->found);
	tcn_map_fini(&stream->by_id);
	tcn_arena_fini(&stream->arena);
	*stream = (struct tcn_fit_stream){ 0 };
}

static struct tcn_story_index *
index_of(const struct tcn_fit_stream *stream)
{
	return tcn_window_story_index(
	    tcn_detector_window(tcn_pipeline_detector(stream->pipe)));
}

static struct tcn_fit_story *
find_story(const struct tcn_fit_stream *stream, uint64_t id)
{
	const uint64_t *at = tcn_map_find(&stream->by_id, id);

	return at ? &stream->stories[*at] : NULL;
}

/* The story's record, made when there is none. */
static struct tcn_fit_story *
get_story(struct tcn_fit_stream *stream, uint64_t id)
{
	struct tcn_fit_story *stories = tcn_mem_grow(stream->stories,
	    &stream->stories_cap, stream->stories_n + 1, sizeof *stories);
	uint64_t *at;
	bool added;

	stream->stories = stories;
	tcn_map_put(&stream->by_id, id, &at, &added);
	if (added) {
		*at = stream->stories_n;
		stories[stream->stories_n++] = (struct tcn_fit_story){
			.id = id,
			.into = TCN_FIT_NONE,
		};
	}
	return &stories[*at];
}

const struct tcn_fit_story *
tcn_fit_stream_final(const struct tcn_fit_stream *stream, uint32_t story)
{
	while (!stream->stories[story].items &&
	    stream->stories[story].into != TCN_FIT_NONE)
		story = stream->stories[story].into;
	return &stream->stories[story];
}

/* ---- which stories ---- */

/* Marks the story when this id was judged; story 0: the item is alone. */
static void
note_id(struct tcn_fit_stream *stream, struct tcn_str id, uint64_t story)
{
	uint32_t row = stream->judged
	    ? tcn_intern_find(&stream->judged->ids, id)
	    : TCN_INTERN_NONE;
	struct tcn_fit_story *record;

	if (row == TCN_INTERN_NONE || stream->found[row] < ALONE)
		return;
	stream->found[row] = ALONE;
	if (!story)
		return;
	record = get_story(stream, story);
	record->judged = true;
	stream->found[row] = (uint32_t)(record - stream->stories);
}

static void
note_merge(struct tcn_fit_stream *stream,
    const struct tcn_detector_changes *changes)
{
	struct tcn_fit_story *from, *into;

	if (!changes->merged_from || !find_story(stream, changes->merged_from))
		return;
	into = get_story(stream, changes->merged_into);
	from = find_story(stream, changes->merged_from);
	from->into = (uint32_t)(into - stream->stories);
	into->judged |= from->judged;
}

/* ---- what is said of them ---- */

static struct tcn_str
title_of(const struct tcn_fit_stream *stream, uint64_t seq)
{
	const struct tcn_item_name *item =
	    tcn_item_names_find(tcn_pipeline_item_names(stream->pipe), seq);

	return item ? item->title : tcn_str("");
}

static void
keep(struct tcn_fit_stream *stream, struct tcn_str text, struct tcn_str *copy)
{
	tcn_arena_str(&stream->arena, text, copy);
}

/*
 * Takes what a person would know the story by. The names of items are copied
 * again only when it has grown by half.
 */
static void
take_names(struct tcn_fit_stream *stream, struct tcn_fit_story *story,
    const struct tcn_story_view *view)
{
	const struct tcn_item_names *names =
	    tcn_pipeline_item_names(stream->pipe);
	const struct tcn_item_name *first =
	    tcn_item_names_find(names, story->id);
	size_t n = view->items_n;

	if (story->shown && story->items < story->shown + story->shown / 2)
		return;
	story->shown = story->items;
	if (!first && n)
		first = tcn_item_names_find(names, view->items[0].seq);
	if (!story->first_item.n && first)
		keep(stream, first->id, &story->first_item);
	keep(stream, title_of(stream, view->story.central), &story->title);
	for (size_t i = 0; i < TCN_FIT_SAMPLES && n; i++)
		keep(stream,
		    title_of(stream,
			view->items[i * (n - 1) / TCN_FIT_SAMPLES].seq),
		    &story->more[i]);
}

static void
measure(struct tcn_fit_stream *stream, struct tcn_fit_story *story,
    const struct tcn_detector_changes *changes, int64_t now_ms)
{
	struct tcn_story_index *index = index_of(stream);
	struct tcn_story_view view;

	if (changes->story_items <= stream->more_than ||
	    changes->story_items <= story->items ||
	    !tcn_story_is_open(index, story->id))
		return;
	tcn_fit_read_score(index, story->id, now_ms, story);
	story->items = changes->story_items;
	story->at_ms = now_ms;
	tcn_story_read_view(index, story->id, now_ms, NULL, &view);
	story->publishers = view.publishers;
	take_names(stream, story, &view);
}

enum tcn_rc
tcn_fit_stream_step(struct tcn_fit_stream *stream,
    const struct tcn_article *article, struct tcn_err *err)
{
	struct tcn_pipeline_outcome outcome;
	const struct tcn_detector_changes *changes = &outcome.changes;
	struct tcn_fit_story *story;
	uint64_t id;
	enum tcn_rc rc;

	assert(stream->pipe);
	rc = tcn_pipeline_article(stream->pipe, article, TCN_CLOCK_NO_BOUND,
	    &outcome, err);
	if (rc)
		return rc == TCN_INVALID ? TCN_CORRUPT : rc;
	if (outcome.repeat_of)
		return TCN_OK;
	id = outcome.placement.story;
	note_id(stream, article->id, id);
	for (size_t i = 0; i < changes->events_n; i++)
		if (changes->events[i].revision == 1)
			note_id(stream, tcn_str(changes->events[i].id),
			    changes->events[i].story);
	note_merge(stream, changes);
	if (stream->all && id && changes->story_items > stream->more_than)
		get_story(stream, id);
	story = find_story(stream, id);
	if (story)
		measure(stream, story, changes,
		    tcn_window_now_ms(tcn_detector_window(
			tcn_pipeline_detector(stream->pipe))));
	return TCN_OK;
}

/* ---- the outcome ---- */

/* Counts a row that gave no story, and notes its line. */
static void
count_lost(const struct tcn_fit_stream *stream, size_t row,
    struct tcn_fit_counts *counts)
{
	uint32_t found = stream->found[row];

	if (found == TCN_FIT_NONE)
		counts->missing++;
	else if (found == ALONE)
		counts->alone++;
	else
		counts->small++;
	if (counts->lines_n < sizeof counts->lines / sizeof *counts->lines)
		counts->lines[counts->lines_n++] =
		    stream->judged->rows[row].line;
}

/* What the rows say of one story. */
struct verdicts {
	uint32_t first; /* row, plus 1 */
	bool contrary;
};

static void
add_row(const struct tcn_fit_stream *stream, const struct tcn_fit_story *story,
    uint32_t judged, struct tcn_fit *fit)
{
	struct tcn_fit_row row = {
		.id = tcn_intern_at(&stream->judged->ids, judged),
		.title = story->title,
		.real = stream->judged->rows[judged].real,
		.now = story->p,
	};

	for (size_t i = 0; i < fit->features_n; i++) {
		row.x[i] = story->x[i];
		row.is_known[i] = story->is_known[i];
	}
	tcn_fit_add(fit, &row);
}

void
tcn_fit_stream_rows(const struct tcn_fit_stream *stream, struct tcn_fit *fit,
    struct tcn_fit_counts *counts)
{
	const struct tcn_fit_judged *rows = stream->judged->rows;
	struct verdicts *verdicts =
	    tcn_mem_calloc(stream->stories_n, sizeof *verdicts);

	*counts = (struct tcn_fit_counts){ .judged = stream->judged->n };
	for (uint32_t i = 0; i < stream->judged->n; i++) {
		const struct tcn_fit_story *story = stream->found[i] < ALONE
		    ? tcn_fit_stream_final(stream, stream->found[i])
		    : NULL;
		struct verdicts *said;

		if (!story || !story->items) {
			count_lost(stream, i, counts);
			continue;
		}
		said = &verdicts[story - stream->stories];
		if (!said->first)
			said->first = i + 1;
		else if (rows[said->first - 1].real != rows[i].real)
			said->contrary = true;
		else
			counts->again++;
	}
	for (size_t s = 0; s < stream->stories_n; s++) {
		counts->contrary += verdicts[s].contrary;
		if (!verdicts[s].first || verdicts[s].contrary)
			continue;
		counts->used++;
		add_row(stream, &stream->stories[s], verdicts[s].first - 1,
		    fit);
	}
	tcn_mem_free(verdicts);
}
