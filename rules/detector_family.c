/*
 * Rules that count families: stories that share one risen name and little else
 * (window/story/story_family.h) are one event when together they count enough.
 *
 * They are not merged. The story at hand is judged with what the family counts,
 * items that hold the name, in place of its own; when it passes, an event opens
 * on all of them. A further story of the family joins that event, whatever its
 * size: it is one more side of what was reported. It does not join an event
 * that one story has opened by itself, for then the two are what they were
 * before they shared a name: two stories that did not merge.
 */
#include "rules/detector_impl.h"

static struct tcn_story_index *
index_of(const struct tcn_detector *det)
{
	return tcn_window_story_index(det->window);
}

bool
tcn_detector_may_be_family(const struct tcn_detector *det,
    const struct tcn_story_query *ask)
{
	return det->conf.window.story.families && det->step.story &&
	    (double)det->step.items >=
	    tcn_story_family_part(index_of(det), ask);
}

/* The family by its name, whatever became of its stories. */
static void
find_named(struct tcn_detector *det, const struct tcn_story_query *ask,
    struct tcn_story_family *family)
{
	struct tcn_detector_shared *shared = &det->shared;
	const struct tcn_story_query *of = &shared->family_of;

	if (shared->has_family && !ask->counts && of->unit == ask->unit &&
	    of->within_ms == ask->within_ms &&
	    of->more_than == ask->more_than) {
		*family = shared->family;
		return;
	}
	tcn_story_family_find(index_of(det), det->step.story, det->now_ms, ask,
	    family);
	if (ask->counts)
		return;
	shared->has_family = true;
	shared->family_of = *ask;
	shared->family = *family;
}

struct tcn_lifecycle_entry *
tcn_detector_find_family(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    const struct tcn_story_query *ask, struct tcn_story_family *family)
{
	struct tcn_lifecycle_entry *host = NULL;
	size_t n = 1;

	find_named(det, ask, family);
	for (size_t i = 1; i < family->n; i++) {
		struct tcn_lifecycle_entry *entry =
		    tcn_lifecycle_find(&det->lifecycle, bound->key,
			family->stories[i]);

		if (!entry)
			family->stories[n++] = family->stories[i];
		else if (!host && tcn_lifecycle_is_active(entry) &&
		    tcn_lifecycle_is_grouped(entry))
			host = entry;
	}
	family->n = n;
	return host;
}

void
tcn_detector_count_family(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    const struct tcn_story_query *ask, const struct tcn_story_family *family,
    struct tcn_story_counts *counts, bool *enough)
{
	struct tcn_lifecycle_counts sum = { 0 };

	*enough = false;
	if (family->n < 2)
		return;
	tcn_story_family_count(index_of(det), family, det->now_ms, ask, counts);
	sum.items = counts->items;
	sum.origins = counts->origins;
	sum.publishers = counts->publishers;
	*enough = tcn_detector_is_enough(bound->rule, &sum);
}

void
tcn_detector_add_family(struct tcn_detector_stories *stories,
    const struct tcn_story_family *family)
{
	for (size_t i = 1; i < family->n; i++) {
		size_t k = 0;

		while (k < stories->n && stories->at[k] != family->stories[i])
			k++;
		if (k == stories->n)
			stories->at[stories->n++] = family->stories[i];
	}
}
