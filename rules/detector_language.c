/*
 * Rules that link languages: one event in two languages is one event.
 *
 * Which stories tell of one event is decided by window/story/story_link.h. A
 * story joins the open event of a story that it is linked with, whatever its
 * size; and linked stories that are in no event yet are counted together, so
 * that nine items in one language and nine in another fire as eighteen would:
 * the story at hand is judged with what all of them count.
 *
 * Two events that were open before their stories were linked become one: the
 * later one closes as merged into the earlier one, whose id goes on.
 *
 * An event takes in no second story of a language it has one of: stories of
 * one language that did not merge are two events, and a story in another
 * language that is linked with both does not change that.
 */
#include <assert.h>
#include <string.h>

#include "rules/detector_impl.h"

#define LANGUAGES_MAX                                                          \
	32 /* that the items of one event are in; of more, the first */

static struct tcn_story_index *
index_of(const struct tcn_detector *det)
{
	return tcn_window_story_index(det->window);
}

/* The stories that the one at hand is linked with, if the rule links them. */
static const struct tcn_story_link *
links_of(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound, size_t *n)
{
	*n = 0;
	if (bound->rule->languages != TCN_RULE_LANGUAGES_LINK ||
	    !det->step.story)
		return NULL;
	return tcn_story_links_of(index_of(det), det->step.story, n);
}

bool
tcn_detector_has_links(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound)
{
	size_t n;

	links_of(det, bound, &n);
	return n > 0;
}

/* Has the event no story in the main language of this one? */
static bool
may_hold(const struct tcn_detector *det,
    const struct tcn_lifecycle_entry *entry, uint64_t story)
{
	const struct tcn_story_index *index = index_of(det);
	const char *lang = tcn_story_main_language(index, story);
	const struct tcn_lifecycle_link *at = NULL;
	uint64_t group;

	while ((group = tcn_lifecycle_next_group(entry, &at)))
		if (tcn_lifecycle_group_is_story(group) &&
		    strcmp(tcn_story_main_language(index, group), lang) == 0)
			return false;
	return *lang != '\0';
}

/* Is no story of the one in a language that the other one has? */
static bool
may_unite(const struct tcn_detector *det, const struct tcn_lifecycle_entry *a,
    const struct tcn_lifecycle_entry *b)
{
	const struct tcn_lifecycle_link *at = NULL;
	uint64_t group;

	while ((group = tcn_lifecycle_next_group(a, &at)))
		if (tcn_lifecycle_group_is_story(group) &&
		    !may_hold(det, b, group))
			return false;
	return true;
}

/*
 * The active event of the rule with the best link to the story at hand that may
 * take it in: for self, another one that may unite with it; for NULL, any that
 * may hold the story. NULL: there is none.
 */
static struct tcn_lifecycle_entry *
find_best(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    const struct tcn_lifecycle_entry *self)
{
	struct tcn_lifecycle_entry *best = NULL;
	double score = 0;
	size_t n;
	const struct tcn_story_link *links = links_of(det, bound, &n);

	for (size_t i = 0; i < n; i++) {
		struct tcn_lifecycle_entry *entry =
		    tcn_lifecycle_find(&det->lifecycle, bound->key,
			links[i].story);

		if (!entry || entry == self ||
		    !tcn_lifecycle_is_active(entry) || links[i].score <= score)
			continue;
		if (self ? !may_unite(det, self, entry)
			 : !may_hold(det, entry, det->step.story))
			continue;
		best = entry;
		score = links[i].score;
	}
	return best;
}

struct tcn_lifecycle_entry *
tcn_detector_find_linked(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound)
{
	return find_best(det, bound, NULL);
}

/* Did a fire before b? Of two that fired at the same time, by their ids. */
static bool
is_earlier(const struct tcn_lifecycle_entry *a,
    const struct tcn_lifecycle_entry *b)
{
	const struct tcn_event *x = tcn_lifecycle_event(a);
	const struct tcn_event *y = tcn_lifecycle_event(b);

	if (x->fired_ms != y->fired_ms)
		return x->fired_ms < y->fired_ms;
	return strcmp(x->id, y->id) < 0;
}

static void
unite(struct tcn_detector *det, struct tcn_lifecycle_entry *from,
    struct tcn_lifecycle_entry *into)
{
	const struct tcn_lifecycle_link *at = NULL;
	uint64_t group;

	tcn_lifecycle_note_merged(into);
	while ((group = tcn_lifecycle_next_group(from, &at)))
		if (tcn_lifecycle_group_is_story(group))
			tcn_lifecycle_join_language(into,
			    tcn_story_main_language(index_of(det), group));
	tcn_detector_close_event(det, from, det->now_ms, into);
}

void
tcn_detector_merge_linked(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    struct tcn_lifecycle_entry **entry)
{
	struct tcn_lifecycle_entry *other;

	while ((other = find_best(det, bound, *entry))) {
		bool first = is_earlier(*entry, other);

		unite(det, first ? other : *entry, first ? *entry : other);
		if (!first)
			*entry = other;
	}
}

void
tcn_detector_list_linked(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    const struct tcn_story_query *ask, struct tcn_detector_stories *stories)
{
	size_t n;
	const struct tcn_story_link *links = links_of(det, bound, &n);

	*stories = (struct tcn_detector_stories){ 0 };
	stories->at[stories->n++] = det->step.story;
	for (size_t i = 0; i < n; i++) {
		struct tcn_story_counts counts;

		if (tcn_lifecycle_find(&det->lifecycle, bound->key,
			links[i].story))
			continue;
		tcn_story_count_items(index_of(det), links[i].story,
		    det->now_ms, ask, &counts);
		if (counts.items)
			stories->at[stories->n++] = links[i].story;
	}
}

void
tcn_detector_count_linked(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    const struct tcn_story_query *ask, struct tcn_story_counts *counts,
    bool *enough)
{
	struct tcn_detector_stories stories;
	struct tcn_detector_evidence c;

	tcn_detector_list_linked(det, bound, ask, &stories);
	*enough = false;
	if (stories.n < 2)
		return;
	tcn_detector_view_stories(det, &stories, ask, &c);
	if (!tcn_detector_is_enough(bound->rule, &c.counts))
		return;
	*enough = true;
	*counts = (struct tcn_story_counts){
		.items = c.counts.items,
		.origins = c.counts.origins,
		.publishers = c.counts.publishers,
	};
	/* How many of their items the rule has reported before. */
	counts->reported = 0;
	for (size_t i = 0; i < stories.n; i++) {
		struct tcn_story_counts one;

		tcn_story_count_items(index_of(det), stories.at[i], det->now_ms,
		    ask, &one);
		counts->reported += one.reported;
	}
}

/* --- what a change says of it --- */

/* The stories of an event, and the other events that they are linked to. */
struct kin {
	struct tcn_event_story *stories;
	size_t stories_n;
	struct tcn_event_id *linked;
	size_t linked_n;
};

/* Is the story linked with another one of the event? */
static bool
is_linked_within(const struct tcn_detector *det,
    const struct tcn_lifecycle_entry *entry, uint64_t story)
{
	size_t n;
	const struct tcn_story_link *links =
	    tcn_story_links_of(index_of(det), story, &n);

	for (size_t i = 0; i < n; i++)
		if (tcn_lifecycle_find(&det->lifecycle,
			tcn_lifecycle_entry_rule(entry),
			links[i].story) == entry)
			return true;
	return false;
}

/* Lists the stories that it is told in: its own, and those that it took in for
 * their language, not for a rule that groups or for a name. */
static void
list_stories(struct tcn_detector *det, const struct tcn_lifecycle_entry *entry,
    struct kin *kin)
{
	const struct tcn_lifecycle_link *at = NULL;
	uint64_t own = tcn_lifecycle_entry_group(entry), group;
	size_t n = 0;

	while (tcn_lifecycle_next_group(entry, &at))
		n++;
	kin->stories = tcn_arena_zalloc(&det->arena, n, sizeof *kin->stories);
	at = NULL;
	while ((group = tcn_lifecycle_next_group(entry, &at))) {
		const char *lang;

		if (!tcn_lifecycle_group_is_story(group) ||
		    (group != own && !is_linked_within(det, entry, group)))
			continue;
		lang = tcn_story_main_language(index_of(det), group);
		if (!*lang)
			continue;
		kin->stories[kin->stories_n].story = group;
		strncpy(kin->stories[kin->stories_n++].lang, lang,
		    TCN_EVENT_LANGUAGE_BYTES - 1);
	}
}

static bool
has_id(const struct kin *kin, const char *id)
{
	for (size_t i = 0; i < kin->linked_n; i++)
		if (strcmp(kin->linked[i].at, id) == 0)
			return true;
	return false;
}

/* Lists the other events of the rule, ended or not, that its stories have links
 * to, and that it might unite with. */
static void
list_events(struct tcn_detector *det, const struct tcn_lifecycle_entry *entry,
    struct kin *kin)
{
	kin->linked = tcn_arena_zalloc(&det->arena,
	    kin->stories_n * TCN_STORY_LINKS_MAX, sizeof *kin->linked);
	for (size_t i = 0; i < kin->stories_n; i++) {
		size_t n;
		const struct tcn_story_link *links =
		    tcn_story_links_of(index_of(det), kin->stories[i].story,
			&n);

		for (size_t k = 0; k < n; k++) {
			const struct tcn_lifecycle_entry *other =
			    tcn_lifecycle_find(&det->lifecycle,
				tcn_lifecycle_entry_rule(entry),
				links[k].story);
			const char *id;

			if (!other || other == entry ||
			    !may_unite(det, entry, other))
				continue;
			id = tcn_lifecycle_event(other)->id;
			if (!has_id(kin, id))
				memcpy(kin->linked[kin->linked_n++].at, id,
				    TCN_EVENT_ID_BYTES);
		}
	}
}

static void
note_kin(struct tcn_detector *det, struct tcn_event *event)
{
	uint64_t rule = tcn_rule_key(event->rule);
	const struct tcn_detector_bound_rule *bound =
	    tcn_detector_find_rule(det, rule);
	const struct tcn_lifecycle_entry *entry = event->story
	    ? tcn_lifecycle_find(&det->lifecycle, rule, event->story)
	    : NULL;
	struct kin kin = { 0 };

	if (!bound || bound->rule->languages != TCN_RULE_LANGUAGES_LINK ||
	    !entry || strcmp(tcn_lifecycle_event(entry)->id, event->id) != 0)
		return;
	list_stories(det, entry, &kin);
	list_events(det, entry, &kin);
	if (kin.stories_n < 2 && !kin.linked_n)
		return;
	event->stories = kin.stories;
	event->stories_n = kin.stories_n;
	event->linked = kin.linked;
	event->linked_n = kin.linked_n;
}

void
tcn_detector_note_languages(struct tcn_detector *det)
{
	for (size_t i = 0; i < det->events_n; i++)
		note_kin(det, &det->events[i]);
}

/*
 * Most items first; those of equal ones as they came. What fewer than two
 * items, or than a twentieth of all, are in is taken for a mistake.
 */
void
tcn_detector_set_languages(struct tcn_detector_evidence *c)
{
	struct tcn_event_languages *languages = &c->counts.languages;
	const char *codes[LANGUAGES_MAX];
	uint32_t items[LANGUAGES_MAX] = { 0 }, n = 0, known = 0;

	for (size_t i = 0; i < c->n; i++) {
		uint32_t k = 0;

		while (k < n && strcmp(codes[k], c->langs[i]) != 0)
			k++;
		if (!*c->langs[i] || k == LANGUAGES_MAX)
			continue;
		if (k == n)
			codes[n++] = c->langs[i];
		items[k]++;
		known++;
	}
	*languages = (struct tcn_event_languages){ 0 };
	while (languages->n < TCN_EVENT_LANGUAGES && n) {
		uint32_t most = 0;

		for (uint32_t k = 1; k < n; k++)
			if (items[k] > items[most])
				most = k;
		if (!items[most] ||
		    (languages->n &&
			(items[most] < 2 || items[most] * 20 < known)))
			break;
		strncpy(languages->at[languages->n++], codes[most],
		    TCN_EVENT_LANGUAGE_BYTES - 1);
		items[most] = 0;
	}
}
