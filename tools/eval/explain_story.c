/*
 * tools/eval/explain_story.c - follows stories through the stream: their
 * figures, which gate stopped them, and which story they merged into.
 */
#include <assert.h>

#include "engine/base/mem.h"
#include "tools/eval/explain_impl.h"

struct tcn_story_index *
tcn_explain_stories(const struct tcn_explain *explain)
{
	return tcn_window_story_index(
	    tcn_detector_window(tcn_pipeline_detector(explain->pipe)));
}

int64_t
tcn_explain_now_ms(const struct tcn_explain *explain,
    const struct tcn_placement *place)
{
	int64_t now = tcn_window_now_ms(
	    tcn_detector_window(tcn_pipeline_detector(explain->pipe)));

	return now == TCN_UNDATED ? place->ts_ms : now;
}

/*
 * Copies what people call an item; its number alone when its name is no longer
 * known.
 */
enum tcn_rc
tcn_explain_name_item(struct tcn_explain *explain, uint64_t seq,
    struct tcn_explain_name *name)
{
	const struct tcn_item_name *item =
	    tcn_item_names_find(tcn_pipeline_item_names(explain->pipe), seq);

	*name = (struct tcn_explain_name){ .seq = seq, .ts_ms = TCN_UNDATED };
	if (!item)
		return TCN_OK;
	name->ts_ms = item->ts_ms;
	return tcn_arena_str(&explain->arena, item->id, &name->id) &&
		tcn_arena_str(&explain->arena, item->source, &name->source) &&
		tcn_arena_str(&explain->arena, item->title, &name->title)
	    ? TCN_OK
	    : TCN_NOMEM;
}

struct tcn_explain_story *
tcn_explain_find_story(const struct tcn_explain *explain, uint64_t id)
{
	const uint64_t *at = tcn_map_find(&explain->by_id, id);

	return at ? &explain->stories[*at] : NULL;
}

/* Returns the record of a story, and makes one when there is none. */
enum tcn_rc
tcn_explain_get_story(struct tcn_explain *explain, uint64_t id,
    struct tcn_explain_story **story)
{
	struct tcn_explain_story *stories;
	uint64_t *at;
	bool added;

	stories = tcn_mem_grow(explain->stories, &explain->stories_cap,
	    explain->stories_n + 1, sizeof *stories);
	if (!stories)
		return TCN_NOMEM;
	explain->stories = stories;
	if (tcn_map_put(&explain->by_id, id, &at, &added))
		return TCN_NOMEM;
	if (added) {
		*at = explain->stories_n;
		stories[explain->stories_n++] = (struct tcn_explain_story){
			.id = id,
			.into = TCN_EXPLAIN_NONE,
		};
	}
	*story = &stories[*at];
	return TCN_OK;
}

uint32_t
tcn_explain_final_story(const struct tcn_explain *explain, uint32_t story)
{
	assert(story < explain->stories_n);
	while (explain->stories[story].into != TCN_EXPLAIN_NONE)
		story = explain->stories[story].into;
	return story;
}

/* Copies a verdict with its words, because the story tier may free them. */
enum tcn_rc
tcn_explain_keep_verdict(struct tcn_explain *explain,
    struct tcn_story_verdict *v)
{
	bool kept = tcn_arena_str(&explain->arena, v->top_burst_term,
	    &v->top_burst_term);

	kept &= tcn_arena_str(&explain->arena, v->family_name, &v->family_name);
	for (size_t i = 0; i < 3; i++)
		kept &=
		    tcn_arena_str(&explain->arena, v->phrase[i], &v->phrase[i]);
	return kept ? TCN_OK : TCN_NOMEM;
}

static enum tcn_rc
keep_moment(struct tcn_explain *explain, const struct tcn_rule *rule,
    const struct tcn_story_verdict *v, int64_t at_ms,
    struct tcn_explain_snapshot *moment)
{
	*moment = (struct tcn_explain_snapshot){ at_ms, rule, *v };
	return tcn_explain_keep_verdict(explain, &moment->verdict);
}

/* Notes the gate that stopped the story when it differs from the last one. */
static enum tcn_rc
note_judged(struct tcn_explain *explain, struct tcn_explain_story *story,
    const struct tcn_detector_ruling *ruling, int64_t at_ms)
{
	const struct tcn_story_verdict *v = &ruling->verdict;
	struct tcn_explain_snapshot *changes = story->changes;

	story->judged++;
	if (story->changes_n &&
	    changes[story->changes_n - 1].verdict.gate == v->gate)
		return TCN_OK;
	changes = tcn_mem_grow(changes, &story->changes_cap,
	    story->changes_n + 1, sizeof *changes);
	if (!changes)
		return TCN_NOMEM;
	story->changes = changes;
	return keep_moment(explain, ruling->rule, v, at_ms,
	    &changes[story->changes_n++]);
}

/*
 * Takes the figures of a story that has just fired back to what they were
 * before: measured after it fired, the story counts as reported and would be
 * compared with itself.
 */
static void
undo_fired(const struct tcn_story_verdict *given, struct tcn_story_verdict *v)
{
	v->reported_share = given->reported_share;
	if (!given->baseline_known)
		return;
	v->baseline = given->baseline;
	v->volume_ratio = given->volume_ratio;
	v->publisher_volume = given->publisher_volume;
	v->burst_ratio = given->burst_ratio;
	v->term_burst = given->term_burst;
	v->top_burst_term = given->top_burst_term;
	v->score = given->score;
}

/* Returns, of several rules' rulings, that which came nearest to firing. */
static const struct tcn_detector_ruling *
best_ruling(const struct tcn_detector_changes *changes)
{
	const struct tcn_detector_ruling *best = NULL;

	for (size_t i = 0; i < changes->rulings_n; i++) {
		const struct tcn_detector_ruling *ruling = &changes->rulings[i];

		if (!best || ruling->verdict.gate == TCN_STORY_GATE_NONE ||
		    (best->verdict.gate != TCN_STORY_GATE_NONE &&
			ruling->verdict.gate > best->verdict.gate))
			best = ruling;
	}
	return best;
}

/*
 * Returns the verdict that was given, or else why none was, with every figure.
 */
enum tcn_rc
tcn_explain_measure(const struct tcn_explain *explain,
    const struct tcn_detector_changes *changes, uint64_t story, int64_t at_ms,
    struct tcn_story_verdict *v)
{
	struct tcn_story_verdict given = { .gate = TCN_STORY_GATE_COUNT };
	const struct tcn_detector_ruling *ruling = best_ruling(changes);
	enum tcn_rc rc;

	if (ruling)
		given = ruling->verdict;
	else if (changes->story_items > explain->rule.more_than)
		given.gate = TCN_STORY_GATE_FIRED;
	*v = given;
	if (ruling && (explain->rules_n > 1 || given.family))
		return TCN_OK; /* as far, and by the counts, it was judged */
	rc = tcn_story_measure(tcn_explain_stories(explain), story, at_ms, NULL,
	    v);
	if (given.gate == TCN_STORY_GATE_NONE)
		undo_fired(&given, v);
	return rc;
}

/* Takes every figure of the story when it is larger than it ever was. */
enum tcn_rc
tcn_explain_note_peak(struct tcn_explain *explain,
    struct tcn_explain_story *story, const struct tcn_detector_changes *changes,
    int64_t at_ms)
{
	struct tcn_story_index *stories = tcn_explain_stories(explain);
	const struct tcn_detector_ruling *ruling = best_ruling(changes);
	struct tcn_story_verdict v;
	struct tcn_explain_name central;
	struct tcn_story_view view;
	enum tcn_rc rc;

	if (changes->story_items < story->most.verdict.items ||
	    !tcn_story_is_open(stories, story->id))
		return TCN_OK;
	rc = tcn_explain_measure(explain, changes, story->id, at_ms, &v);
	if (!rc)
		rc = keep_moment(explain, ruling ? ruling->rule : NULL, &v,
		    at_ms, &story->most);
	if (!rc)
		rc =
		    tcn_story_take_view(stories, story->id, at_ms, NULL, &view);
	if (!rc)
		rc = tcn_explain_name_item(explain, view.story.central,
		    &central);
	if (!rc && central.title.n)
		story->title = central.title;
	return rc;
}

static enum tcn_rc
note_merge(struct tcn_explain *explain,
    const struct tcn_detector_changes *changes, int64_t at_ms)
{
	struct tcn_explain_story *from, *into;
	enum tcn_rc rc;

	from = tcn_explain_find_story(explain, changes->merged_from);
	if (!from && !tcn_explain_find_story(explain, changes->merged_into))
		return TCN_OK;
	rc = tcn_explain_get_story(explain, changes->merged_into, &into);
	if (!rc)
		rc =
		    tcn_explain_get_story(explain, changes->merged_from, &from);
	if (rc)
		return rc;
	into = tcn_explain_find_story(explain, changes->merged_into);
	from->into = (uint32_t)(into - explain->stories);
	from->into_ms = at_ms;
	into->watched |= from->watched;
	return TCN_OK;
}

static enum tcn_rc
note_fired(struct tcn_explain *explain, const struct tcn_event *event)
{
	struct tcn_explain_story *story;
	enum tcn_rc rc;

	if (!event->story || event->revision != 1)
		return TCN_OK;
	rc = tcn_explain_get_story(explain, event->story, &story);
	if (rc)
		return rc;
	story->fired_ms = event->fired_ms;
	return tcn_arena_str(&explain->arena, tcn_str(event->id), &story->event)
	    ? TCN_OK
	    : TCN_NOMEM;
}

enum tcn_rc
tcn_explain_track(struct tcn_explain *explain,
    const struct tcn_pipeline_outcome *outcome)
{
	const struct tcn_detector_changes *changes = &outcome->changes;
	const struct tcn_detector_ruling *ruling = best_ruling(changes);
	int64_t at_ms = tcn_explain_now_ms(explain, &outcome->placement);
	struct tcn_explain_story *story;
	enum tcn_rc rc = TCN_OK;

	if (changes->merged_from)
		rc = note_merge(explain, changes, at_ms);
	if (!rc && ruling) {
		rc = tcn_explain_get_story(explain, outcome->placement.story,
		    &story);
		if (!rc)
			rc = note_judged(explain, story, ruling, at_ms);
	}
	for (size_t i = 0; !rc && i < changes->events_n; i++)
		rc = note_fired(explain, &changes->events[i]);
	story = tcn_explain_find_story(explain, outcome->placement.story);
	if (!rc && story && story->watched)
		rc = tcn_explain_note_peak(explain, story, changes, at_ms);
	return rc;
}
