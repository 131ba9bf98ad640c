#include "tools/tell/report/report_gather.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <xxhash.h>

#include "engine/base/duration.h"
#include "engine/base/map.h"
#include "engine/base/real.h"
#include "engine/item/headline.h"
#include "engine/item/sketch.h"
#include "engine/text/markup.h"
#include "rules/rule.h"
#include "sql/store_dossier.h"
#include "sql/store_group.h"
#include "sql/store_members.h"
#include "sql/store_reasons.h"
#include "sql/store_retain.h"
#include "sql/store_sketches.h"
#include "tools/tell/report/report_brief.h"

#define ITEMS_MAX   20000 /* a page with more could hardly be read */
#define RELATED_MAX 20 /* that are looked at */
#define AROUND_MS   (7 * TCN_DAY_MS) /* related stories are not further away */

/* Takes over a stored item. The store cleans the titles of originals only; a
 * copy's own title is as it was sent. */
static void
take_item(const struct tcn_store_item_row *stored, struct tcn_arena *arena,
    struct tcn_report_item *item)
{
	const struct tcn_article *article = &stored->article;

	*item = (struct tcn_report_item){
		.seq = stored->place.seq,
		.ts_ms = stored->place.ts_ms,
		.id = article->id,
		.source = article->source,
		.url = article->url,
		.title = article->title,
		.text = article->text,
		.lang = article->lang,
		.category = article->category,
		.predicted = article->predicted,
		.probability = article->probability,
		.duplicate_of = stored->place.duplicate_of,
		.origin = stored->place.origin,
		.rewrite_of = stored->place.rewrite_of,
		.excerpt_of = stored->place.excerpt_of,
		.excerpt_ms = TCN_UNDATED,
		.shared = stored->place.shared,
		.compared = stored->place.sentences,
		.publisher = stored->place.publisher,
	};
	if (item->duplicate_of)
		tcn_markup_strip(article->title, arena, &item->title);
}

static void
take_items(const struct tcn_store_item_list *stored, struct tcn_arena *arena,
    struct tcn_report_item *items, size_t *n)
{
	for (size_t i = 0; i < stored->n; i++)
		take_item(&stored->at[i], arena, &items[(*n)++]);
}

/* How much of the latest version is not in the first. */
static enum tcn_rc
compare_versions(const struct tcn_store *st, uint64_t first, uint64_t last,
    struct tcn_arena *arena, struct tcn_report_item *item)
{
	struct tcn_sketch before, now = { 0 };
	struct tcn_sketch_shared shared;
	enum tcn_rc rc = tcn_store_sketch(st, first, arena, &before);

	if (rc == TCN_OK)
		rc = tcn_store_sketch(st, last, arena, &now);
	if (rc != TCN_OK || !before.n || !now.n)
		return rc;
	shared = tcn_sketch_compare(now, before);
	item->sentences = shared.na;
	item->differ = shared.na - shared.m;
	return TCN_OK;
}

/* Notes how the pages of the items were revised. */
static enum tcn_rc
note_revisions(const struct tcn_store *st, struct tcn_arena *arena,
    struct tcn_report_item *items, size_t n)
{
	struct tcn_store_revisions revisions;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < n && rc == TCN_OK; i++) {
		struct tcn_report_item *item = &items[i];

		rc = tcn_store_revisions(st, item->seq, &revisions);
		if (rc != TCN_OK || !revisions.n)
			continue;
		item->revised = (uint32_t)revisions.n;
		item->revised_ms = revisions.last_ms;
		rc = compare_versions(st,
		    item->duplicate_of ? item->duplicate_of : item->seq,
		    revisions.last, arena, item);
	}
	return rc;
}

/* Counts the copies of the items that the store has no rows of. */
static enum tcn_rc
count_gone(const struct tcn_store *st, struct tcn_report *report)
{
	enum tcn_rc rc = TCN_OK;
	uint64_t gone;

	for (size_t i = 0; i < report->items_n && rc == TCN_OK; i++) {
		if (report->items[i].duplicate_of)
			continue;
		rc = tcn_store_copies_gone(st, report->items[i].seq, &gone);
		report->copies_gone += gone;
	}
	return rc;
}

/* Says what each excerpt is one of, which may be of another story, or gone. */
static enum tcn_rc
name_excerpts(const struct tcn_store *st, struct tcn_arena *arena,
    struct tcn_report_item *items, size_t n)
{
	struct tcn_map at = { 0 };
	uint64_t *place;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < n; i++) {
		tcn_map_put(&at, items[i].seq, &place, NULL);
		*place = i;
	}
	for (size_t i = 0; i < n && rc == TCN_OK; i++) {
		struct tcn_report_item *item = &items[i];
		struct tcn_store_item_row *other = NULL;

		if (!item->excerpt_of)
			continue;
		place = tcn_map_find(&at, item->excerpt_of);
		if (place) {
			item->excerpt_id = items[*place].id;
			item->excerpt_source = items[*place].source;
			item->excerpt_ms = items[*place].ts_ms;
			continue;
		}
		rc = tcn_store_item(st, item->excerpt_of, arena, &other);
		if (rc == TCN_OK && other) {
			item->excerpt_id = other->article.id;
			item->excerpt_source = other->article.source;
			item->excerpt_ms = other->place.ts_ms;
		}
	}
	tcn_map_fini(&at);
	return rc;
}

static enum tcn_rc
take_all(const struct tcn_store *st, const struct tcn_store_item_list *own,
    const struct tcn_store_item_list *others, struct tcn_arena *arena,
    struct tcn_report *report)
{
	struct tcn_report_item *items =
	    tcn_arena_zalloc(arena, own->n + others->n, sizeof *items);
	enum tcn_rc rc;

	report->items = items;
	take_items(own, arena, items, &report->items_n);
	take_items(others, arena, items, &report->items_n);
	rc = note_revisions(st, arena, items, report->items_n);
	if (rc == TCN_OK)
		rc = name_excerpts(st, arena, items, report->items_n);
	return rc == TCN_OK ? count_gone(st, report) : rc;
}

/* The articles of an event that a desk merged with others, or split. */
static enum tcn_rc
gather_members(const struct tcn_store *st, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_report *report)
{
	const struct tcn_store_item_list none = { 0 };
	struct tcn_store_item_list items = { 0 };
	struct tcn_store_member_list members;
	uint64_t *seqs;
	size_t n;
	enum tcn_rc rc = tcn_store_members(st, event->id, arena, &members);

	n = members.n < ITEMS_MAX ? members.n : ITEMS_MAX;
	seqs = tcn_arena_zalloc(arena, n, sizeof *seqs);
	for (size_t i = 0; rc == TCN_OK && i < n; i++)
		seqs[i] = members.at[i].seq;
	if (rc == TCN_OK)
		rc = tcn_store_items_of(st, seqs, n, arena, &items);
	return rc == TCN_OK ? take_all(st, &items, &none, arena, report) : rc;
}

struct gathering {
	const struct tcn_store *st;
	const struct tcn_event *event;
	const struct tcn_report_period *beside;
	struct tcn_arena *arena;
	struct tcn_store_cut cut; /* all there is */
	struct tcn_store_group group; /* of the event */
	uint64_t stories; /* in the store */
};

/* Whether the event stands for itself in its group, and that is told in several
 * languages. */
static bool
is_several(const struct tcn_store_group *group, const struct tcn_event *event)
{
	bool among = false;

	for (size_t i = 0; i < group->events.n; i++)
		among |= strcmp(group->events.at[i].id, event->id) == 0;
	return among && group->several;
}

/* The articles of an event that is told in several languages. */
static enum tcn_rc
gather_group(const struct gathering *g, struct tcn_report *report)
{
	const struct tcn_store_item_list none = { 0 };
	struct tcn_store_item_list items;
	enum tcn_rc rc = tcn_store_group_items_at(g->st, &g->cut, &g->group,
	    ITEMS_MAX, g->arena, &items);

	return rc ? rc : take_all(g->st, &items, &none, g->arena, report);
}

static enum tcn_rc
gather_items(const struct tcn_store *st, const struct tcn_event *event,
    uint64_t story, struct tcn_arena *arena, struct tcn_report *report)
{
	struct tcn_store_item_list own = { 0 }, others = { 0 };
	uint64_t *missing =
	    tcn_arena_zalloc(arena, event->evidence_n, sizeof *missing);
	size_t missing_n = 0;
	enum tcn_rc rc;
	bool ordered = false;

	rc = tcn_store_is_ordered(st, event->id, &ordered);
	if (rc == TCN_OK && ordered)
		return gather_members(st, event, arena, report);
	if (rc == TCN_OK && story)
		rc = tcn_store_story_items(st, story, ITEMS_MAX, arena, &own);
	if (rc == TCN_OK) {
		/* Finds the evidence that is not among the story's items:
		 * seqs[0 .. *n). */
		struct tcn_map there = { 0 };
		uint64_t *value;

		missing_n = 0;
		for (size_t i = 0; i < own.n; i++)
			tcn_map_put(&there, own.at[i].place.seq, &value, NULL);
		for (size_t i = 0; i < event->evidence_n; i++) {
			if (!tcn_map_find(&there, event->evidence[i]))
				missing[(missing_n)++] = event->evidence[i];
		}
		tcn_map_fini(&there);
	}
	if (rc == TCN_OK && missing_n)
		rc = tcn_store_items_of(st, missing, missing_n, arena, &others);
	if (rc != TCN_OK)
		return rc;
	return take_all(st, &own, &others, arena, report);
}

/* The terms of the event's own story, or of the event. */
struct ours {
	const struct tcn_story_term *terms;
	size_t n;
	double *idf; /* of each */
};

static enum tcn_rc
take_ours(const struct gathering *g, const struct tcn_story *own,
    struct ours *ours)
{
	bool has_own = own && own->terms_n;
	uint64_t *with;
	enum tcn_rc rc;

	ours->terms = has_own ? own->terms : g->event->terms;
	ours->n = has_own ? own->terms_n : g->event->terms_n;
	with = tcn_arena_zalloc(g->arena, ours->n, sizeof *with);
	ours->idf = tcn_arena_zalloc(g->arena, ours->n, sizeof *ours->idf);
	rc = tcn_store_stories_with(g->st, ours->terms, ours->n, with);
	for (size_t i = 0; i < ours->n; i++)
		if (with[i])
			ours->idf[i] = tcn_real_log(1 +
			    (double)g->stories / (double)with[i]);
	return rc;
}

/* Finds the terms that both stories have, in the order of ours. */
static void
find_shared(const struct gathering *g, const struct ours *ours,
    const struct tcn_story *other, struct tcn_report_related *related)
{
	struct tcn_str *shared =
	    tcn_arena_zalloc(g->arena, ours->n, sizeof *shared);
	double *idf = tcn_arena_zalloc(g->arena, ours->n, sizeof *idf);

	related->shared = shared;
	related->idf = idf;
	for (size_t i = 0; i < ours->n; i++) {
		struct tcn_str word = ours->terms[i].word;
		size_t k = 0;

		while (k < other->terms_n &&
		    !tcn_str_equal(word, other->terms[k].word))
			k++;
		if (k == other->terms_n)
			continue;
		idf[related->shared_n] = ours->idf[i];
		shared[related->shared_n++] = word;
	}
}

/* The title of an article, or what stands for it. */
static struct tcn_str
title_of(const struct tcn_article *article)
{
	return article->title.n
	    ? tcn_headline(article->title, article->source, article->url)
	    : tcn_headline_fallback(article->text, article->url, article->id);
}

/* Sets *page to the name of the page of the story's event, if it is beside. */
static enum tcn_rc
find_page(const struct gathering *g, uint64_t story, struct tcn_str *page)
{
	struct tcn_event event = { 0 };
	enum tcn_rc rc = tcn_store_story_fired(g->st, story,
	    g->beside->since_ms, g->beside->until_ms, event.id);

	if (rc != TCN_OK || !*event.id)
		return rc;
	tcn_report_page_name(&event, g->arena, page);
	return TCN_OK;
}

static enum tcn_rc
take_related(const struct gathering *g, const struct ours *ours,
    const struct tcn_story *story, struct tcn_report_related *related)
{
	struct tcn_store_item_row *central = NULL;
	enum tcn_rc rc =
	    tcn_store_item(g->st, story->central, g->arena, &central);

	*related = (struct tcn_report_related){ .story = story->id,
		.first_ms = story->first_ms,
		.last_ms = story->last_ms,
		.items = story->items };
	if (rc == TCN_OK && central) {
		related->title = title_of(&central->article);
		related->url = central->article.url;
	}
	if (rc == TCN_OK && g->beside)
		rc = find_page(g, story->id, &related->page);
	if (rc != TCN_OK)
		return rc;
	find_shared(g, ours, story, related);
	return TCN_OK;
}

/* Whether a story is one that the event is told in. */
static enum tcn_rc
is_same(const struct gathering *g, uint64_t story, bool *same)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < g->group.events.n && !rc && !*same; i++) {
		struct tcn_store_ids own;

		rc = tcn_store_member_stories(g->st, g->group.events.at[i].id,
		    g->arena, &own);
		for (size_t k = 0; k < own.n && !rc; k++)
			*same |= own.at[k] == story;
	}
	return rc;
}

static enum tcn_rc
gather_related(const struct gathering *g, uint64_t story,
    struct tcn_report *report)
{
	const struct tcn_event *event = g->event;
	struct tcn_store_story_list others = { 0 };
	struct tcn_story *own = NULL;
	struct tcn_report_related *related;
	struct ours ours;
	enum tcn_rc rc = tcn_store_story(g->st, story, g->arena, &own);

	if (rc == TCN_OK)
		rc = tcn_store_related_stories(g->st, story,
		    event->first_ms - AROUND_MS, event->last_ms + AROUND_MS,
		    RELATED_MAX, g->arena, &others);
	if (rc != TCN_OK || !others.n)
		return rc;
	rc = take_ours(g, own, &ours);
	related = tcn_arena_zalloc(g->arena, others.n, sizeof *related);
	report->related = related;
	for (size_t i = 0; i < others.n && rc == TCN_OK; i++) {
		bool same = false;

		if (report->several)
			rc = is_same(g, others.at[i].id, &same);
		if (rc || same)
			continue;
		rc = take_related(g, &ours, &others.at[i],
		    &related[report->related_n]);
		report->related_n += rc == TCN_OK;
	}
	return rc;
}

/* An episode before or after the event; none where it is gone. */
static enum tcn_rc
gather_episode(const struct gathering *g, const char *id,
    struct tcn_report_episode *episode)
{
	struct tcn_article shown;
	struct tcn_event *event;
	int64_t since_ms;
	bool open;
	enum tcn_rc rc = tcn_store_event_brief(g->st, id, g->arena, &event,
	    &since_ms, &open);

	if (rc || !event)
		return rc;
	rc = tcn_store_headline(g->st, tcn_headline_item(event), g->arena,
	    &shown);
	*episode = (struct tcn_report_episode){ .event = tcn_str(event->id),
		.title = event->headline.text.n ? event->headline.text
						: title_of(&shown),
		.fired_ms = event->fired_ms };
	if (g->beside && event->fired_ms >= g->beside->since_ms &&
	    event->fired_ms < g->beside->until_ms)
		tcn_report_page_name(event, g->arena, &episode->page);
	return rc;
}

static enum tcn_rc
gather_dossier(const struct gathering *g, struct tcn_report *report)
{
	struct tcn_store_dossier stored;
	struct tcn_report_dossier *dossier;
	enum tcn_rc rc =
	    tcn_store_dossier(g->st, NULL, g->event->id, g->arena, &stored);

	if (rc || stored.n < 2)
		return rc;
	report->dossier = dossier =
	    tcn_arena_zalloc(g->arena, 1, sizeof *dossier);
	dossier->n = stored.n;
	dossier->here = stored.here;
	tcn_arena_str(g->arena, tcn_str(stored.id), &dossier->id);
	if (stored.here)
		rc = gather_episode(g, stored.at[stored.here - 1].id,
		    &dossier->previous);
	if (!rc && stored.here + 1 < stored.n)
		rc = gather_episode(g, stored.at[stored.here + 1].id,
		    &dossier->next);
	return rc;
}

static bool
is_of_settings(struct tcn_str rule)
{
	return tcn_str_equal(rule,
		   tcn_str(tcn_rule_kind_name(TCN_RULE_STORY))) ||
	    tcn_str_equal(rule, tcn_str(tcn_rule_kind_name(TCN_RULE_SIMILAR)));
}

/*
 * Sets threshold and window to those the event fired by. Where the store has
 * none, the caller's values hold for events of the rule that settings describe,
 * unless it would not have fired with them, as they have changed since; and for
 * others they are not known.
 */
static enum tcn_rc
gather_threshold(const struct tcn_store *st, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_report *report)
{
	struct tcn_store_reason_row *reason;
	enum tcn_rc rc = tcn_store_reason(st, event->id, arena, &reason);

	if (rc)
		return rc;
	/* What was counted when it fired. */
	if (reason && reason->within_ms) {
		report->more_than = reason->more_than;
		report->within_ms = reason->within_ms;
	} else if (!is_of_settings(event->rule) ||
	    (event->fired_n ? event->fired_n : event->evidence_n) <=
		report->more_than) {
		report->more_than = 0;
	}
	return rc;
}

/* Sets the event's first revision, which an event that has no other is. */
static enum tcn_rc
gather_first(const struct tcn_store *st, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_report *report)
{
	struct tcn_event *first;
	enum tcn_rc rc;

	report->first = event;
	if (event->revision == 1)
		return TCN_OK;
	rc = tcn_store_event_revision(st, event->id, 1, arena, &first);
	report->first = rc ? NULL : first;
	return rc;
}

/* Adds the items of an episode that others have not. */
static enum tcn_rc
join_items(const struct gathering *g, const struct tcn_event *event,
    struct tcn_map *seqs, struct tcn_report_item *items, size_t *n)
{
	struct tcn_report one = { .alone = true };
	enum tcn_rc rc = tcn_report_gather(g->st, event, NULL, g->arena, &one);

	for (size_t i = 0; i < one.items_n && !rc && *n < ITEMS_MAX; i++) {
		uint64_t *value;
		bool added;

		tcn_map_put(seqs, one.items[i].seq, &value, &added);
		if (added)
			items[(*n)++] = one.items[i];
	}
	return rc;
}

/* The episodes of a dossier; of too many items the latest ones' stay. */
static enum tcn_rc
gather_episodes(const struct gathering *g,
    const struct tcn_store_dossier *stored, struct tcn_event *whole,
    struct tcn_report *report)
{
	struct tcn_report_episode *all =
	    tcn_arena_zalloc(g->arena, stored->n, sizeof *all);
	struct tcn_report_dossier *dossier =
	    tcn_arena_zalloc(g->arena, 1, sizeof *dossier);
	struct tcn_report_item *items =
	    tcn_arena_zalloc(g->arena, ITEMS_MAX, sizeof *items);
	struct tcn_map seqs = { 0 };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = stored->n; i-- && !rc;) {
		struct tcn_event *event;

		rc = tcn_store_event(g->st, stored->at[i].id, g->arena, &event);
		if (!rc && event)
			rc = gather_episode(g, event->id, &all[i]);
		if (!rc && event)
			rc = join_items(g, event, &seqs, items,
			    &report->items_n);
		if (rc || !event)
			continue;
		if (i + 1 == stored->n)
			*whole = *event;
		if (i == stored->head)
			whole->headline = event->headline;
		whole->fired_ms = event->fired_ms;
		if (event->first_ms < whole->first_ms)
			whole->first_ms = event->first_ms;
	}
	tcn_map_fini(&seqs);
	dossier->n = stored->n;
	dossier->here = stored->here;
	dossier->all = all;
	tcn_arena_str(g->arena, tcn_str(stored->id), &dossier->id);
	report->dossier = dossier;
	report->items = items;
	return rc;
}

/* A report on the whole of a dossier. Sets of_dossier to false, and nothing
 * else, of an event that stands alone. */
static enum tcn_rc
gather_whole(const struct gathering *g, struct tcn_report *report)
{
	struct tcn_event *whole = tcn_arena_zalloc(g->arena, 1, sizeof *whole);
	struct tcn_store_dossier stored;
	enum tcn_rc rc =
	    tcn_store_dossier(g->st, NULL, g->event->id, g->arena, &stored);

	report->of_dossier = !rc && stored.n > 1;
	if (!report->of_dossier)
		return rc;
	rc = gather_episodes(g, &stored, whole, report);
	report->event = whole;
	report->first = NULL;
	report->more_than = 0;
	report->copies_gone = 0;
	/* What is of one episode alone. */
	whole->evidence_n = whole->fired_n = 0;
	whole->reason = NULL;
	whole->why = 0;
	return rc ? rc : count_gone(g->st, report);
}

enum tcn_rc
tcn_report_gather(const struct tcn_store *st, const struct tcn_event *event,
    const struct tcn_report_period *beside, struct tcn_arena *arena,
    struct tcn_report *report)
{
	struct gathering g = { .st = st,
		.event = event,
		.beside = beside,
		.arena = arena,
		.cut.as_of_ms = INT64_MAX };
	uint64_t story = event->story;
	enum tcn_rc rc = tcn_store_last_seq(st, &g.cut.seq);

	assert(event);
	report->event = event;
	report->items_n = report->related_n = 0;
	report->dossier = NULL;
	if (report->of_dossier && !rc)
		rc = gather_whole(&g, report);
	if (report->of_dossier)
		return rc;
	report->copies_gone = 0;
	if (rc == TCN_OK)
		rc = tcn_store_group_at(st, &g.cut, event->id, arena, &g.group);
	report->several = is_several(&g.group, event);
	if (rc == TCN_OK && story)
		rc = tcn_store_resolve_story(st, story, &story);
	if (rc == TCN_OK)
		rc = gather_threshold(st, event, arena, report);
	if (!rc)
		rc = gather_first(st, event, arena, report);
	if (rc == TCN_OK)
		rc = report->several
		    ? gather_group(&g, report)
		    : gather_items(st, event, story, arena, report);
	if (rc == TCN_OK && story && !report->alone)
		rc = tcn_store_story_count(st, &g.stories);
	report->stories = g.stories;
	if (rc == TCN_OK && story && !report->alone)
		rc = gather_related(&g, story, report);
	if (rc == TCN_OK && !report->alone)
		rc = gather_dossier(&g, report);
	return rc;
}

enum tcn_rc
tcn_report_gather_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_report *report)
{
	struct tcn_store_item_list stored;
	struct tcn_report_item *items;
	struct tcn_store_group group;
	enum tcn_rc rc = tcn_store_group_at(st, cut, event->id, arena, &group);

	report->event = event;
	report->items_n = report->related_n = 0;
	report->copies_gone = 0;
	report->several = is_several(&group, event);
	if (!rc && report->several)
		rc = tcn_store_group_items_at(st, cut, &group, ITEMS_MAX, arena,
		    &stored);
	else if (!rc)
		rc = tcn_store_event_items_at(st, cut, event, ITEMS_MAX, arena,
		    &stored);
	if (rc)
		return rc;
	items = tcn_arena_zalloc(arena, stored.n, sizeof *items);
	report->items = items;
	take_items(&stored, arena, items, &report->items_n);
	return TCN_OK;
}

static bool
is_plain(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '-';
}

void
tcn_report_page_name(const struct tcn_event *event, struct tcn_arena *arena,
    struct tcn_str *name)
{
	char hashed[32];
	bool plain = event->id[0] != '\0';

	for (const char *at = event->id; *at; at++)
		plain &= is_plain(*at);
	snprintf(hashed, sizeof hashed, "event-%016" PRIx64,
	    (uint64_t)XXH3_64bits(event->id, strlen(event->id)));
	*name = tcn_str(plain ? event->id : hashed);
	tcn_arena_str(arena, *name, name);
}
