#include "tools/lab/eval/explain_rule.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "engine/base/suggest.h"
#include "tools/pipeline/alert.h"

/*
 * What would have become of a rule's messages, for one receiver that hears of
 * all changes but closings. The order is that of tools/serve/deliver:
 * inhibition, quiet hours, cooldown, cap.
 */

static uint64_t
open_key(uint64_t rule_key, uint64_t story)
{
	uint64_t pair[2] = { rule_key, story };

	return XXH3_64bits(pair, sizeof pair);
}

/* Notes which events of the rules under not_while are open. */
static void
note_open(struct tcn_explain_rule *e, const struct tcn_event *event)
{
	const struct tcn_rule_strs *names = &e->rule->not_while;
	uint64_t *value,
	    key = open_key(tcn_rule_key(event->rule), event->story);

	for (size_t i = 0; i < names->n && event->story; i++) {
		if (!tcn_str_equal(names->at[i], event->rule))
			continue;
		if (event->state != TCN_EVENT_CLOSED) {
			tcn_map_put(&e->open, key, &value, NULL);
			return;
		}
		tcn_map_remove(&e->open, key);
	}
}

static bool
is_inhibited(const struct tcn_explain_rule *e, const struct tcn_event *event)
{
	const struct tcn_rule_strs *names = &e->rule->not_while;

	for (size_t i = 0; i < names->n && event->story; i++)
		if (tcn_map_find(&e->open,
			open_key(tcn_rule_key(names->at[i]), event->story)))
			return true;
	return false;
}

/* Is the hour's number of messages reached? Else this one is noted. */
static void
count_sent(struct tcn_explain_rule *e, int64_t now_ms, bool *capped)
{
	int64_t *at;

	while (e->sent_at < e->sent_n &&
	    e->sent_ms[e->sent_at] <= now_ms - TCN_HOUR_MS)
		e->sent_at++;
	*capped = e->rule->max_per_hour &&
	    e->sent_n - e->sent_at >= e->rule->max_per_hour;
	if (*capped)
		return;
	at = tcn_mem_grow(e->sent_ms, &e->sent_cap, e->sent_n + 1, sizeof *at);
	e->sent_ms = at;
	at[e->sent_n++] = now_ms;
}

static void
tell(struct tcn_explain_rule *e, const struct tcn_event *event)
{
	struct tcn_explain_rule_messages *n = &e->messages;
	uint64_t *last;
	bool is_first, capped;

	tcn_map_put(&e->last_sent, XXH3_64bits(event->id, strlen(event->id)),
	    &last, &is_first);
	if (is_first)
		*last = (uint64_t)INT64_MIN;
	if (is_inhibited(e, event)) {
		n->inhibited++;
	} else if (e->hours &&
	    tcn_hours_quiet(e->hours, event->changed_ms, NULL)) {
		n->quiet++;
	} else if ((int64_t)*last != INT64_MIN &&
	    event->changed_ms - (int64_t)*last < e->rule->cooldown_ms) {
		n->cooldown++;
	} else {
		count_sent(e, event->changed_ms, &capped);
		n->capped += capped;
		n->told += !capped;
		if (!capped)
			*last = (uint64_t)event->changed_ms;
	}
}

/* What would have become of the messages of a step. */
static void
rule_tell(struct tcn_explain_rule *e,
    const struct tcn_detector_changes *changes)
{
	for (size_t i = 0; i < changes->events_n; i++)
		note_open(e, &changes->events[i]);
	for (size_t i = 0; i < changes->events_n; i++)
		if (changes->events[i].state != TCN_EVENT_CLOSED &&
		    tcn_str_equal(changes->events[i].rule, e->rule->name))
			tell(e, &changes->events[i]);
}

/* A story of fewer items is not measured where a rule is about every item. */
#define MEASURED_MIN 4

const struct tcn_rule_term *
tcn_explain_rule_term(const struct tcn_explain_rule *e, size_t i,
    enum tcn_match_part *part)
{
	const struct tcn_rule_where *where = &e->rule->where;
	const struct tcn_rule_terms *lists[] = { &where->any, &where->all,
		&where->none };
	static const enum tcn_match_part parts[] = { TCN_MATCH_ANY,
		TCN_MATCH_ALL, TCN_MATCH_NONE };

	for (size_t l = 0; l < 3; l++) {
		if (i < lists[l]->n) {
			*part = parts[l];
			return &lists[l]->at[i];
		}
		i -= lists[l]->n;
	}
	return NULL;
}

static size_t
terms_n(const struct tcn_rule *rule)
{
	return rule->where.any.n + rule->where.all.n + rule->where.none.n;
}

/*
 * `none` is looked at first, and holds of many an item that nothing else of the
 * rule is about. That it kept an item out is said only where it alone did.
 */
static void
look_past_none(struct tcn_explain_rule *e, const struct tcn_doc *doc)
{
	struct tcn_match_list list;
	struct tcn_match_why why;

	tcn_match_doc(e->plain_match, doc, &list);
	tcn_match_explain(e->plain_match, 0, &why);
	if (!why.matched)
		e->why = why;
}

/* Calls the matcher for the detector, and asks it about the rule. */
static void
match(void *ctx, const struct tcn_doc *doc, const uint32_t **rules, size_t *n)
{
	struct tcn_explain_rule *e = ctx;

	e->inner(e->inner_ctx, doc, rules, n);
	tcn_match_explain(e->match, e->at, &e->why);
	if (e->plain_match && !e->why.matched && e->why.part == TCN_MATCH_NONE)
		look_past_none(e, doc);
}

static enum tcn_rc
make_plain(struct tcn_explain_rule *e, struct tcn_err *err)
{
	e->plain = *e->rule;
	e->plain.where.none = (struct tcn_rule_terms){ NULL, 0 };
	return e->rule->where.none.n &&
		!tcn_rule_where_is_empty(&e->plain.where)
	    ? tcn_match_new(&e->plain, 1, &e->plain_match, err)
	    : TCN_OK;
}

static enum tcn_rc
no_such_rule(const struct tcn_rulebook *book, const char *name,
    struct tcn_err *err)
{
	struct tcn_suggest nearest;
	const char *best;

	tcn_suggest_init(&nearest, name);
	for (size_t i = 0; i < book->set.n; i++)
		tcn_suggest_offer(&nearest, book->set.rules[i].name.at);
	best = tcn_suggest_find(&nearest);
	return best
	    ? tcn_err_set(err, TCN_INVALID,
		  "there is no rule '%s'; did you mean '%s'?", name, best)
	    : tcn_err_set(err, TCN_INVALID,
		  "there is no rule '%s'; 'tocsin rules list' names "
		  "them",
		  name);
}

enum tcn_rc
tcn_explain_rule_open(struct tcn_explain_rule *e,
    const struct tcn_rulebook *book, const char *name,
    struct tcn_explain_query *queries, size_t queries_n,
    struct tcn_pipeline_conf *conf, struct tcn_err *err)
{
	enum tcn_rc rc;

	*e = (struct tcn_explain_rule){
		.rules = book->set.rules,
		.rules_n = book->set.n,
		.story_conf = conf->detector.window.story,
		.queries = queries,
		.queries_n = queries_n,
		.match = book->match,
		.inner = conf->detector.match,
		.inner_ctx = conf->detector.match_ctx,
		.why = { .matched = true, .part = TCN_MATCH_ALWAYS },
	};
	tcn_arena_init(&e->arena, 0);
	while (e->at < e->rules_n &&
	    !tcn_str_equal(e->rules[e->at].name, tcn_str(name)))
		e->at++;
	if (e->at == e->rules_n)
		return no_such_rule(book, name, err);
	e->rule = &e->rules[e->at];
	e->found = tcn_mem_calloc(terms_n(e->rule) + 1, sizeof *e->found);
	rc = make_plain(e, err);
	if (rc)
		return rc;
	if (!tcn_rule_where_is_empty(&e->rule->where)) {
		assert(e->match && e->inner);
		conf->detector.match = match;
		conf->detector.match_ctx = e;
	}
	return e->rule->quiet.zone.n
	    ? tcn_hours_new(&e->rule->quiet, &e->hours, err)
	    : TCN_OK;
}

void
tcn_explain_rule_start(struct tcn_explain_rule *e, struct tcn_pipeline *pipe)
{
	e->pipe = pipe;
}

void
tcn_explain_rule_close(struct tcn_explain_rule *e)
{
	tcn_hours_free(e->hours);
	tcn_match_free(e->plain_match);
	tcn_mem_free(e->found);
	tcn_mem_free(e->stories);
	tcn_mem_free(e->sent_ms);
	tcn_map_fini(&e->by_id);
	tcn_map_fini(&e->open);
	tcn_map_fini(&e->last_sent);
	tcn_arena_fini(&e->arena);
	*e = (struct tcn_explain_rule){ 0 };
}

/* --- one item --- */

static void
get_story(struct tcn_explain_rule *e, uint64_t id, uint32_t *at)
{
	struct tcn_explain_rule_story *stories;
	uint64_t *value;
	bool is_new;

	tcn_map_put(&e->by_id, id, &value, &is_new);
	if (is_new) {
		stories = tcn_mem_grow(e->stories, &e->stories_cap,
		    e->stories_n + 1, sizeof *stories);
		e->stories = stories;
		stories[e->stories_n] =
		    (struct tcn_explain_rule_story){ .id = id };
		*value = e->stories_n++;
	}
	*at = (uint32_t)*value;
}

static void
keep(struct tcn_explain_rule *e, struct tcn_str *s)
{
	tcn_arena_str(&e->arena, *s, s);
}

static uint32_t
unit_count(const struct tcn_rule *rule, const struct tcn_story_verdict *v)
{
	return rule->unit == TCN_RULE_ITEMS  ? v->items
	    : rule->unit == TCN_RULE_ORIGINS ? v->origins
					     : v->publishers;
}

/* Takes the figures of the item's story if it is larger than it ever was. */
static void
measure(struct tcn_explain_rule *e, struct tcn_explain_rule_story *story,
    const struct tcn_pipeline_outcome *outcome)
{
	bool every = tcn_rule_where_is_empty(&e->rule->where);
	uint32_t most = every ? outcome->changes.story_items : story->matched;
	struct tcn_story_verdict verdict;
	uint32_t n;
	const struct tcn_item_name *item;

	if (e->rule->kind != TCN_RULE_STORY || e->rule->watch || story->fired ||
	    most <= story->most || (every && most < MEASURED_MIN))
		return;
	tcn_detector_measure(tcn_pipeline_detector(e->pipe), e->at, story->id,
	    &verdict);
	n = unit_count(e->rule, &verdict);
	if (n <= story->most)
		return;
	story->most = n;
	/* The words of a verdict may be freed by the next step. */
	item = tcn_item_names_find(tcn_pipeline_item_names(e->pipe),
	    outcome->placement.seq);
	story->verdict = verdict;
	story->most_ms = outcome->placement.ts_ms;
	story->title = item ? item->title : tcn_str("");
	keep(e, &story->title);
	keep(e, &story->verdict.phrase[0]);
	keep(e, &story->verdict.phrase[1]);
	keep(e, &story->verdict.phrase[2]);
	keep(e, &story->verdict.top_burst_term);
}

static bool
is_asked(struct tcn_explain_rule *e, const struct tcn_article *article,
    const struct tcn_item_name *item)
{
	bool asked = false;

	for (size_t i = 0; i < e->queries_n; i++) {
		struct tcn_explain_query *query = &e->queries[i];
		bool by_id = tcn_str_equal(article->id, tcn_str(query->text));

		if (!by_id &&
		    !(item && query->pattern &&
			tcn_pattern_matches(query->pattern, item->title)))
			continue;
		query->is_id |= by_id;
		query->matched++;
		asked = true;
	}
	return asked;
}

/* Keeps what the rule says of an item that was asked about. */
static void
choose(struct tcn_explain_rule *e, const struct tcn_article *article,
    const struct tcn_pipeline_outcome *outcome, uint32_t story)
{
	const struct tcn_placement *place = &outcome->placement;
	const struct tcn_item_name *item =
	    tcn_item_names_find(tcn_pipeline_item_names(e->pipe), place->seq);
	struct tcn_explain_rule_item *one;

	if (!is_asked(e, article, item) ||
	    ++e->chosen_n > TCN_EXPLAIN_RULE_CHOSEN)
		return;
	one = &e->chosen[e->chosen_n - 1];
	*one = (struct tcn_explain_rule_item){
		.name = { .seq = place->seq,
		    .id = article->id,
		    .source = article->source,
		    .title = item ? item->title : article->title,
		    .ts_ms = place->ts_ms },
		.why = e->why,
		.copy = place->duplicate_of != 0,
		.story = story,
	};
	keep(e, &one->name.id);
	keep(e, &one->name.source);
	keep(e, &one->name.title);
}

/* --- what the rule made of it --- */

static void
note_event(struct tcn_explain_rule *e, const struct tcn_event *event)
{
	struct tcn_explain_rule_event *at;
	uint64_t *value;

	e->updated += event->state == TCN_EVENT_UPDATED;
	e->closed += event->state == TCN_EVENT_CLOSED;
	e->reopened += event->state == TCN_EVENT_REOPENED;
	value = event->story ? tcn_map_find(&e->by_id, event->story) : NULL;
	if (value)
		e->stories[*value].fired = true;
	if (event->state != TCN_EVENT_OPEN ||
	    e->opened++ >= TCN_EXPLAIN_RULE_EVENTS)
		return;
	at = &e->events[e->opened - 1];
	memcpy(at->id, event->id, sizeof at->id);
	at->fired_ms = event->fired_ms;
	at->title = tcn_alert_title(event, tcn_pipeline_item_names(e->pipe));
	keep(e, &at->title);
}

static void
note_changes(struct tcn_explain_rule *e,
    const struct tcn_detector_changes *changes)
{
	for (size_t i = 0; i < changes->rulings_n; i++)
		if (changes->rulings[i].rule == e->rule)
			e->judged[changes->rulings[i].verdict.gate]++;
	for (size_t i = 0; i < changes->events_n; i++)
		if (tcn_str_equal(changes->events[i].rule, e->rule->name))
			note_event(e, &changes->events[i]);
	rule_tell(e, changes);
}

enum tcn_rc
tcn_explain_rule_step(struct tcn_explain_rule *e,
    const struct tcn_article *article, struct tcn_err *err)
{
	struct tcn_pipeline_outcome outcome;
	uint32_t story = TCN_EXPLAIN_NONE;
	enum tcn_rc rc;
	enum tcn_match_part part;
	const struct tcn_rule_term *term;

	assert(e->pipe);
	rc = tcn_pipeline_article(e->pipe, article, TCN_CLOCK_NO_BOUND,
	    &outcome, err);
	if (rc)
		return rc == TCN_INVALID ? TCN_CORRUPT : rc;
	if (outcome.repeat_of)
		return TCN_OK;
	e->items++;
	e->matched += e->why.matched;
	e->copies += e->why.matched && outcome.placement.duplicate_of;
	if (!e->why.matched)
		e->failed[e->why.part]++;
	for (size_t i = 0;
	     e->why.term && (term = tcn_explain_rule_term(e, i, &part)) != NULL;
	     i++)
		e->found[i] += term == e->why.term;
	if (e->why.matched && outcome.placement.story) {
		get_story(e, outcome.placement.story, &story);
		e->stories[story].matched++;
		measure(e, &e->stories[story], &outcome);
	}
	choose(e, article, &outcome, story);
	note_changes(e, &outcome.changes);
	return TCN_OK;
}

const struct tcn_explain_rule_story *
tcn_explain_rule_nearest(const struct tcn_explain_rule *e)
{
	const struct tcn_explain_rule_story *best = NULL;

	for (size_t i = 0; i < e->stories_n; i++) {
		const struct tcn_explain_rule_story *story = &e->stories[i];

		if (!story->fired && story->most &&
		    (!best || story->most > best->most))
			best = story;
	}
	return best;
}
