#include "tools/lab/eval/explain.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tools/lab/eval/explain_impl.h"

/*
 * Follows stories through the stream: their figures, which gate stopped them,
 * and which story they merged into.
 */

static struct tcn_story_index *
explain_stories(const struct tcn_explain *explain)
{
	return tcn_window_story_index(
	    tcn_detector_window(tcn_pipeline_detector(explain->pipe)));
}

/* The stream's time, or the item's before there is any. */
static int64_t
now_ms(const struct tcn_explain *explain, const struct tcn_placement *place)
{
	int64_t now = tcn_window_now_ms(
	    tcn_detector_window(tcn_pipeline_detector(explain->pipe)));

	return now == TCN_UNDATED ? place->ts_ms : now;
}

/*
 * Copies what people call an item; its number alone when its name is no longer
 * known.
 */
void
tcn_explain_name_item(struct tcn_explain *explain, uint64_t seq,
    struct tcn_explain_name *name)
{
	const struct tcn_item_name *item =
	    tcn_item_names_find(tcn_pipeline_item_names(explain->pipe), seq);

	*name = (struct tcn_explain_name){ .seq = seq, .ts_ms = TCN_UNDATED };
	if (!item)
		return;
	name->ts_ms = item->ts_ms;
	tcn_arena_str(&explain->arena, item->id, &name->id);
	tcn_arena_str(&explain->arena, item->source, &name->source);
	tcn_arena_str(&explain->arena, item->title, &name->title);
}

/*
 * A story's record, valid until the next one is made. find returns NULL when
 * there is none, get makes one.
 */
static struct tcn_explain_story *
find_story(const struct tcn_explain *explain, uint64_t id)
{
	const uint64_t *at = tcn_map_find(&explain->by_id, id);

	return at ? &explain->stories[*at] : NULL;
}

/* Returns the record of a story, and makes one when there is none. */
static struct tcn_explain_story *
get_story(struct tcn_explain *explain, uint64_t id)
{
	struct tcn_explain_story *stories;
	uint64_t *at;
	bool added;

	stories = tcn_mem_grow(explain->stories, &explain->stories_cap,
	    explain->stories_n + 1, sizeof *stories);
	explain->stories = stories;
	tcn_map_put(&explain->by_id, id, &at, &added);
	if (added) {
		*at = explain->stories_n;
		stories[explain->stories_n++] = (struct tcn_explain_story){
			.id = id,
			.into = TCN_EXPLAIN_NONE,
		};
	}
	return &stories[*at];
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
static void
keep_verdict(struct tcn_explain *explain, struct tcn_story_verdict *v)
{
	tcn_arena_str(&explain->arena, v->top_burst_term, &v->top_burst_term);
	for (size_t i = 0; i < 3; i++)
		tcn_arena_str(&explain->arena, v->phrase[i], &v->phrase[i]);
}

static void
keep_moment(struct tcn_explain *explain, const struct tcn_rule *rule,
    const struct tcn_story_verdict *v, int64_t at_ms,
    struct tcn_explain_snapshot *moment)
{
	*moment = (struct tcn_explain_snapshot){ at_ms, rule, *v };
	keep_verdict(explain, &moment->verdict);
}

/* Notes the gate that stopped the story when it differs from the last one. */
static void
note_judged(struct tcn_explain *explain, struct tcn_explain_story *story,
    const struct tcn_detector_ruling *ruling, int64_t at_ms)
{
	const struct tcn_story_verdict *v = &ruling->verdict;
	struct tcn_explain_snapshot *changes = story->changes;

	story->judged++;
	if (story->changes_n &&
	    changes[story->changes_n - 1].verdict.gate == v->gate)
		return;
	changes = tcn_mem_grow(changes, &story->changes_cap,
	    story->changes_n + 1, sizeof *changes);
	story->changes = changes;
	keep_moment(explain, ruling->rule, v, at_ms,
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
static void
explain_measure(const struct tcn_explain *explain,
    const struct tcn_detector_changes *changes, uint64_t story, int64_t at_ms,
    struct tcn_story_verdict *v)
{
	struct tcn_story_verdict given = { .gate = TCN_STORY_GATE_COUNT };
	const struct tcn_detector_ruling *ruling = best_ruling(changes);

	if (ruling)
		given = ruling->verdict;
	else if (changes->story_items > explain->rule.more_than)
		given.gate = TCN_STORY_GATE_FIRED;
	*v = given;
	if (ruling && explain->rules_n > 1)
		return; /* as far, and by the counts, it was judged */
	tcn_story_measure(explain_stories(explain), story, at_ms, NULL, v);
	if (given.gate == TCN_STORY_GATE_NONE)
		undo_fired(&given, v);
}

/* Takes every figure of the story when it is larger than it ever was. */
static void
note_peak(struct tcn_explain *explain, struct tcn_explain_story *story,
    const struct tcn_detector_changes *changes, int64_t at_ms)
{
	struct tcn_story_index *stories = explain_stories(explain);
	const struct tcn_detector_ruling *ruling = best_ruling(changes);
	struct tcn_story_verdict v;
	struct tcn_explain_name central;
	struct tcn_story_view view;

	if (changes->story_items < story->most.verdict.items ||
	    !tcn_story_is_open(stories, story->id))
		return;
	explain_measure(explain, changes, story->id, at_ms, &v);
	keep_moment(explain, ruling ? ruling->rule : NULL, &v, at_ms,
	    &story->most);
	tcn_story_read_view(stories, story->id, at_ms, NULL, &view);
	tcn_explain_name_item(explain, view.story.central, &central);
	if (central.title.n)
		story->title = central.title;
}

static void
note_merge(struct tcn_explain *explain,
    const struct tcn_detector_changes *changes, int64_t at_ms)
{
	struct tcn_explain_story *from, *into;

	from = find_story(explain, changes->merged_from);
	if (!from && !find_story(explain, changes->merged_into))
		return;
	into = get_story(explain, changes->merged_into);
	from = get_story(explain, changes->merged_from);
	into = find_story(explain, changes->merged_into);
	from->into = (uint32_t)(into - explain->stories);
	from->into_ms = at_ms;
	into->watched |= from->watched;
}

static void
note_fired(struct tcn_explain *explain, const struct tcn_event *event)
{
	struct tcn_explain_story *story;

	if (!event->story || event->revision != 1)
		return;
	story = get_story(explain, event->story);
	story->fired_ms = event->fired_ms;
	tcn_arena_str(&explain->arena, tcn_str(event->id), &story->event);
}

/* Takes in what a step did to stories: joins, merges, ends and verdicts. */
static void
explain_track(struct tcn_explain *explain,
    const struct tcn_pipeline_outcome *outcome)
{
	const struct tcn_detector_changes *changes = &outcome->changes;
	const struct tcn_detector_ruling *ruling = best_ruling(changes);
	int64_t at_ms = now_ms(explain, &outcome->placement);
	struct tcn_explain_story *story;

	if (changes->merged_from)
		note_merge(explain, changes, at_ms);
	if (ruling) {
		story = get_story(explain, outcome->placement.story);
		note_judged(explain, story, ruling, at_ms);
	}
	for (size_t i = 0; i < changes->events_n; i++)
		note_fired(explain, &changes->events[i]);
	story = find_story(explain, outcome->placement.story);
	if (story && story->watched)
		note_peak(explain, story, changes, at_ms);
}

/*
 * Returns the rule whose figures are shown until an event or a judgement names
 * another.
 */
static struct tcn_rule
first_rule(const struct tcn_detector_conf *conf)
{
	for (size_t i = 0; i < conf->rules_n; i++)
		if (conf->rules[i].kind == TCN_RULE_STORY &&
		    !conf->rules[i].watch)
			return conf->rules[i];
	return conf->rules_n ? conf->rules[0] : conf->rule;
}

/*
 * Takes over the rule of that name: an event's figures are those of its rule.
 */
static void
take_rule(struct tcn_explain *explain, struct tcn_str name)
{
	for (size_t i = 0; i < explain->rules_n; i++)
		if (tcn_str_equal(explain->rules[i].name, name))
			explain->rule = explain->rules[i];
}

void
tcn_explain_open(struct tcn_explain *explain, struct tcn_pipeline *pipe,
    const struct tcn_pipeline_conf *conf, const char *what,
    struct tcn_explain_query *queries, size_t queries_n)
{
	assert(pipe && conf);
	assert(what || queries_n);
	*explain = (struct tcn_explain){
		.what = what,
		.queries = queries,
		.queries_n = queries_n,
		.rule = first_rule(&conf->detector),
		.rules = conf->detector.rules,
		.rules_n = conf->detector.rules_n,
		.story_conf = conf->detector.window.story,
		.clusters = conf->detector.window.clusters,
		.pipe = pipe,
	};
	if (explain->rule.kind !=
	    TCN_RULE_STORY) { /* shown for what a story would need */
		explain->rule.min_origins = explain->story_conf.min_origins;
		explain->rule.least = explain->story_conf.least * 100;
	}
	tcn_arena_init(&explain->arena, 0);
}

void
tcn_explain_close(struct tcn_explain *explain)
{
	for (size_t i = 0; i < explain->stories_n; i++)
		tcn_mem_free(explain->stories[i].changes);
	tcn_mem_free(explain->stories);
	tcn_mem_free(explain->items);
	tcn_mem_free(explain->excerpts);
	tcn_mem_free(explain->chosen);
	tcn_map_fini(&explain->by_id);
	tcn_arena_fini(&explain->arena);
	*explain = (struct tcn_explain){ 0 };
}

/* ---- an item ---- */

static void
name_stories(struct tcn_explain *explain, struct tcn_explain_item *item)
{
	for (size_t i = 0; i < item->trace.stories_n; i++) {
		struct tcn_explain_name central;

		tcn_explain_name_item(explain, item->trace.stories[i].central,
		    &central);
		item->titles[i] = central.title;
	}
}

/*
 * Finds the first item of its story with the same text: this item, or an
 * earlier one that it copies.
 */
static void
find_leader(struct tcn_explain *explain, struct tcn_explain_item *item)
{
	struct tcn_story_index *stories = explain_stories(explain);
	struct tcn_story_view view;

	if (!item->story || !tcn_story_is_open(stories, item->story))
		return;
	tcn_story_read_view(stories, item->story, now_ms(explain, &item->place),
	    NULL, &view);
	for (size_t i = 0; i < view.items_n; i++)
		if (view.items[i].seq == item->place.seq)
			item->leader = view.items[i].origin;
	if (item->leader)
		tcn_explain_name_item(explain, item->leader,
		    &item->leader_name);
}

static void
note_item(struct tcn_explain *explain,
    const struct tcn_pipeline_outcome *outcome)
{
	const struct tcn_detector_changes *changes = &outcome->changes;
	struct tcn_explain_item *items = tcn_mem_grow(explain->items,
	    &explain->items_cap, explain->items_n + 1, sizeof *items);
	struct tcn_explain_item *item;
	struct tcn_explain_story *story;

	explain->items = items;
	item = &items[explain->items_n];
	*item = (struct tcn_explain_item){
		.place = outcome->placement,
		.content_from = outcome->content_from,
		.trace = explain->trace,
		.story = outcome->placement.story,
		.score = changes->score,
		.opened = changes->story_opened,
		.merged_from = changes->merged_from,
		.items = changes->story_items,
	};
	tcn_explain_name_item(explain, outcome->placement.seq, &item->name);
	tcn_arena_str(&explain->arena, outcome->tagger, &item->tagger);
	for (size_t i = 0; i < item->trace.words_n; i++)
		tcn_arena_str(&explain->arena, item->trace.words[i].word,
		    &item->trace.words[i].word);
	name_stories(explain, item);
	find_leader(explain, item);
	tcn_explain_note_cluster(explain, item);
	explain->items_n++;
	if (!item->story)
		return;
	story = get_story(explain, item->story);
	story->watched = true;
}

/* ---- an event ---- */

static bool
is_new(struct tcn_map *seen, uint64_t key)
{
	uint64_t *value;
	bool added;

	tcn_map_put(seen, key, &value, &added);
	return added;
}

/*
 * Marks which of the event's items count as origins and publishers, as the
 * story itself does.
 */
static void
name_parts(struct tcn_explain *explain, const struct tcn_event *event,
    const struct tcn_story_view *view, struct tcn_explain_event *e)
{
	struct tcn_map origins = { 0 }, publishers = { 0 };
	size_t at = 0; /* both lists are by time */

	for (size_t i = 0; i < event->evidence_n; i++) {
		struct tcn_explain_counted *part = &e->parts[e->parts_n++];

		tcn_explain_name_item(explain, event->evidence[i], &part->name);
		if (!view)
			continue;
		part->linked = at == view->items_n ||
		    view->items[at].seq != event->evidence[i];
		if (part->linked)
			continue;
		part->origin = is_new(&origins, view->items[at].origin);
		part->publisher =
		    is_new(&publishers, view->items[at].publisher);
		at++;
	}
	tcn_map_fini(&origins);
	tcn_map_fini(&publishers);
}

/* Takes what the event's story is linked with now; what it no longer is, as
 * the other one has ended, stays. */
static void
note_links(struct tcn_explain *explain, uint64_t story)
{
	const struct tcn_story_index *stories = explain_stories(explain);
	struct tcn_explain_event *e = explain->event;
	const char *lang;
	size_t n;
	const struct tcn_story_link *links =
	    tcn_story_links_of(stories, story, &n);

	for (size_t i = 0; i < n; i++) {
		struct tcn_explain_link *link = e->links;

		while (link < e->links + e->links_n &&
		    link->story != links[i].story)
			link++;
		if (link == e->links + TCN_STORY_LINKS_MAX)
			continue;
		e->links_n += link == e->links + e->links_n;
		link->story = links[i].story;
		link->score = links[i].score;
		lang = tcn_story_main_language(stories, link->story);
		if (*lang) /* else it has none any more */
			snprintf(link->lang, sizeof link->lang, "%s", lang);
		tcn_story_link_compare(stories, story, link->story,
		    link->shared, &link->shared_n);
	}
}

static void
note_event(struct tcn_explain *explain, const struct tcn_event *event,
    const struct tcn_pipeline_outcome *outcome)
{
	struct tcn_explain_event *e =
	    tcn_arena_zalloc(&explain->arena, 1, sizeof *e);
	struct tcn_story_index *stories = explain_stories(explain);
	struct tcn_story_view view;

	take_rule(explain, event->rule);
	e->event = *event;
	tcn_arena_str(&explain->arena, event->rule, &e->event.rule);
	e->event.terms = NULL;
	e->event.evidence = NULL;
	e->event.terms_n = e->event.evidence_n = 0;
	e->story = TCN_EXPLAIN_NONE;
	e->parts = tcn_arena_zalloc(&explain->arena, event->evidence_n,
	    sizeof *e->parts);
	if (event->story) {
		struct tcn_explain_story *story =
		    find_story(explain, event->story);

		story->watched = true;
		e->story = (uint32_t)(story - explain->stories);
		explain_measure(explain, &outcome->changes, event->story,
		    event->fired_ms, &e->verdict);
		keep_verdict(explain, &e->verdict);
		note_peak(explain, story, &outcome->changes, event->fired_ms);
		tcn_story_read_view(stories, event->story, event->fired_ms,
		    NULL, &view);
		e->story_items = view.story.items;
	}
	name_parts(explain, event, event->story ? &view : NULL, e);
	explain->event = e;
}

/* ---- why not ---- */

static void
choose(struct tcn_explain *explain, const struct tcn_pipeline_outcome *outcome,
    uint32_t query, bool by_id)
{
	struct tcn_explain_chosen *chosen = tcn_mem_grow(explain->chosen,
	    &explain->chosen_cap, explain->chosen_n + 1, sizeof *chosen);
	struct tcn_explain_chosen *one;
	struct tcn_explain_story *story;

	explain->chosen = chosen;
	one = &chosen[explain->chosen_n++];
	*one = (struct tcn_explain_chosen){
		.story = TCN_EXPLAIN_NONE,
		.query = query,
		.by_id = by_id,
	};
	tcn_explain_name_item(explain, outcome->placement.seq, &one->name);
	if (!outcome->placement.story)
		return;
	story = get_story(explain, outcome->placement.story);
	story->watched = true;
	one->story = (uint32_t)(story - explain->stories);
}

/*
 * Chooses the article when a query asks about it. A text without a title is
 * matched by its beginning.
 */
static void
choose_asked(struct tcn_explain *explain, const struct tcn_article *article,
    const struct tcn_pipeline_outcome *outcome)
{
	const struct tcn_item_name *item =
	    tcn_item_names_find(tcn_pipeline_item_names(explain->pipe),
		outcome->placement.seq);

	for (uint32_t i = 0; i < explain->queries_n; i++) {
		struct tcn_explain_query *query = &explain->queries[i];

		if (tcn_str_equal(article->id, tcn_str(query->text))) {
			query->is_id = true;
			choose(explain, outcome, i, true);
		} else if (!query->is_id && query->pattern && item &&
		    tcn_pattern_matches(query->pattern, item->title))
			choose(explain, outcome, i, false);
	}
}

/* ---- the stream ---- */

static bool
is_asked(const struct tcn_explain *explain, const struct tcn_article *article)
{
	char number[32];

	if (!explain->what)
		return false;
	if (tcn_str_equal(article->id, tcn_str(explain->what)))
		return true;
	snprintf(number, sizeof number, "#%llu",
	    (unsigned long long)tcn_pipeline_next_seq(explain->pipe));
	return strcmp(number, explain->what) == 0;
}

enum tcn_rc
tcn_explain_step(struct tcn_explain *explain, const struct tcn_article *article,
    struct tcn_err *err)
{
	bool asked = is_asked(explain, article);
	struct tcn_pipeline_outcome outcome;
	enum tcn_rc rc;

	assert(explain->pipe);
	if (asked)
		tcn_explain_ask_cluster(explain, article);
	explain->trace = (struct tcn_story_trace){ 0 };
	tcn_story_index_trace(explain_stories(explain),
	    asked ? &explain->trace : NULL);
	rc = tcn_pipeline_article(explain->pipe, article, TCN_CLOCK_NO_BOUND,
	    &outcome, err);
	tcn_story_index_trace(explain_stories(explain), NULL);
	if (rc)
		return rc == TCN_INVALID ? TCN_CORRUPT : rc;
	if (outcome.repeat_of) {
		explain->repeats += asked;
		return TCN_OK;
	}
	if (asked)
		note_item(explain, &outcome);
	tcn_explain_note_excerpt(explain, &outcome.placement, article);
	choose_asked(explain, article, &outcome);
	explain_track(explain, &outcome);
	for (size_t i = 0; i < outcome.changes.events_n; i++) {
		const struct tcn_event *event = &outcome.changes.events[i];

		if (!explain->what || strcmp(event->id, explain->what) != 0)
			continue;
		if (event->revision == 1)
			note_event(explain, event, &outcome);
		if (explain->event && event->story)
			note_links(explain, event->story);
	}
	return TCN_OK;
}

/*
 * Whether the story that took the item in, or the one it merged into, has
 * closed.
 */
static bool
is_over(const struct tcn_explain *explain, uint32_t story)
{
	story = tcn_explain_final_story(explain, story);
	return !tcn_story_is_open(explain_stories(explain),
	    explain->stories[story].id);
}

/* An event is explained once it has fired and no story can be linked with its
 * own; an item, once its story is over. */
bool
tcn_explain_done(const struct tcn_explain *explain)
{
	const struct tcn_explain_item *item;

	if (!explain->what) {
		/* Whether only ids are asked about, each has been found and its
		 * story has closed. */
		for (size_t i = 0; i < explain->queries_n; i++)
			if (!explain->queries[i].is_id)
				return false;
		for (size_t i = explain->chosen_n; i-- > 0;) {
			const struct tcn_explain_chosen *one =
			    &explain->chosen[i];

			if (one->by_id && one->story != TCN_EXPLAIN_NONE &&
			    !is_over(explain, one->story))
				return false;
		}
		return true;
	}
	if (explain->event)
		return explain->event->story == TCN_EXPLAIN_NONE ||
		    explain->rule.languages == TCN_RULE_LANGUAGES_APART ||
		    is_over(explain, explain->event->story);
	if (!explain->items_n)
		return false;
	item = &explain->items[explain->items_n - 1];
	return !item->story ||
	    is_over(explain,
		(uint32_t)(find_story(explain, item->story) -
		    explain->stories));
}

void
tcn_explain_end(struct tcn_explain *explain)
{
	size_t n = 0;

	for (size_t i = 0; i < explain->chosen_n; i++) {
		const struct tcn_explain_chosen *one = &explain->chosen[i];
		struct tcn_explain_query *query = &explain->queries[one->query];

		if (one->by_id != query->is_id)
			continue;
		query->matched++;
		if (one->story != TCN_EXPLAIN_NONE)
			explain->stories[one->story].chosen++;
		explain->chosen[n++] = *one;
	}
	explain->chosen_n = n;
}

bool
tcn_explain_found(const struct tcn_explain *explain)
{
	return explain->items_n || explain->event || explain->chosen_n;
}

/*
 * Chosen items by the story they ended in.
 */

static int
by_size(const void *left, const void *right)
{
	const struct tcn_explain_group *a = left, *b = right;

	if (a->n != b->n)
		return a->n > b->n ? -1 : 1;
	return a->story < b->story ? -1 : a->story > b->story;
}

void
tcn_explain_group(const struct tcn_explain *explain,
    struct tcn_explain_groups *groups)
{
	size_t n = explain->stories_n, kept = 0;

	*groups = (struct tcn_explain_groups){
		.at = tcn_mem_calloc(n, sizeof *groups->at),
	};
	for (size_t i = 0; i < n; i++)
		groups->at[i].story = (uint32_t)i;
	for (size_t i = 0; i < explain->chosen_n; i++) {
		uint32_t story = explain->chosen[i].story;

		if (story == TCN_EXPLAIN_NONE)
			groups->late++;
		else
			groups->at[tcn_explain_final_story(explain, story)].n++;
	}
	for (size_t i = 0; i < n; i++)
		if (groups->at[i].n) {
			groups->fired += explain->stories[i].event.n != 0;
			groups->at[kept++] = groups->at[i];
		}
	groups->n = kept;
	qsort(groups->at, kept, sizeof *groups->at, by_size);
}

void
tcn_explain_groups_fini(struct tcn_explain_groups *groups)
{
	tcn_mem_free(groups->at);
	*groups = (struct tcn_explain_groups){ 0 };
}
