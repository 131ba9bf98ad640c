/*
 * Plans the breaking events: how many items they have, when, of which sources,
 * and how similar.
 */
#include "tools/demo/demo_plan_impl.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "engine/base/compare.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tools/demo/demo_text_impl.h"

#define WITHIN_MS     (4 * TCN_HOUR_MS) /* the rule that the truth goes by: */
#define MORE_THAN     15 /* more items than this within that time */
#define PART_EVENTS   100 /* the part of the first event: see demo_plan.c */
#define ITEMS_MAX     256
#define FRAGMENT_PART 5 /* the first of so many parts is fragments */

struct shape {
	const char *topics[3]; /* rules of the English grammar, in turn */
	uint16_t items_min, items_max;
	uint16_t minutes; /* from its first to its last item, at most */
	int8_t skew; /* > 0: most come early; < 0: most come late */
	uint8_t foreign_pct; /* items in any language that has the topic */
};

static const struct shape shapes[TCN_DEMO_SHAPES] = {
	[TCN_DEMO_SUDDEN] = { { "quake", "bridge", "blast" }, 130, 170, 360, 2,
	    20 },
	[TCN_DEMO_SLOW] = { { "flood", "wildfire", "cabinet" }, 75, 100, 600,
	    -1, 0 },
	[TCN_DEMO_LOCAL] = { { "train", "leak", "train" }, 22, 28, 50, 0, 0 },
	[TCN_DEMO_MULTILINGUAL] = { { "ferry", "quake", "ferry" }, 110, 140,
	    420, 1, 55 },
	[TCN_DEMO_WIRE] = { { "bank", "recall", "bank" }, 42, 50, 150, 1, 0 },
	[TCN_DEMO_FRAGMENTED] = { { "blast", "blackout", "blast" }, 60, 80, 300,
	    1, 0 },
};

/* One event while it is planned. */
struct event_draft {
	struct tcn_demo_plan *plan;
	const struct shape *shape;
	struct tcn_demo_event *event;
	struct tcn_demo_rng rng;
	struct tcn_demo_slot slot; /* what its items have in common */
	int64_t times[ITEMS_MAX];
	uint32_t n;
};

/* Draws an offset of 0 .. span-1: uniform, or, by skew, the product of several
 * uniform numbers (early) or the larger of two (late). */
static int64_t
offset(struct event_draft *m, int64_t span)
{
	uint64_t u = tcn_demo_draw(&m->rng) >> 32;
	uint64_t x = u;

	if (m->shape->skew < 0) {
		x = tcn_demo_draw(&m->rng) >> 32;
		x = x > u ? x : u;
	}
	for (int i = 0; i < m->shape->skew; i++)
		x = x * u >> 32;
	return (int64_t)(x * (uint64_t)span >> 32);
}

static void
draw_times(struct event_draft *m, int64_t start_ms, int64_t end_ms)
{
	int64_t span = m->shape->minutes * TCN_MINUTE_MS;

	if (span > end_ms - start_ms)
		span = end_ms - start_ms;
	m->n = (uint32_t)tcn_demo_between(&m->rng, m->shape->items_min,
	    m->shape->items_max);
	assert(m->n > 0 && m->n <= ITEMS_MAX && start_ms >= 0);
	for (uint32_t i = 0; i < m->n; i++)
		m->times[i] = start_ms + offset(m, span);
	/* No time is negative: they sort like unsigned numbers. */
	qsort(m->times, m->n, sizeof *m->times, tcn_compare_u64);
}

/* When the event crosses its threshold; 0: never. */
static int64_t
crossing(const struct event_draft *m)
{
	for (uint32_t i = MORE_THAN; i < m->n; i++) {
		if (m->times[i] - m->times[i - MORE_THAN] <= WITHIN_MS)
			return m->times[i];
	}
	return 0;
}

static bool
has_grammar(enum tcn_demo_lang lang, struct tcn_str topic)
{
	char rule[32];

	snprintf(rule, sizeof rule, "%.*s.t1", TCN_STR_ARG(topic));
	return tcn_demo_rule_alternatives(lang, rule) > 0;
}

/* Draws the source of an item. A local event stays in its country. */
static uint16_t
pick_source(struct event_draft *m, struct tcn_str topic)
{
	const struct tcn_demo_world *w = m->plan->world;
	enum tcn_demo_lang lang = TCN_DEMO_EN;
	uint16_t source;

	if (tcn_demo_chance(&m->rng, m->shape->foreign_pct)) {
		lang =
		    (enum tcn_demo_lang)tcn_demo_below(&m->rng, TCN_DEMO_LANGS);
		if (!has_grammar(lang, topic) || !w->lang_sources_n[lang])
			lang = TCN_DEMO_EN;
	}
	for (int tries = 0; tries < 40; tries++) {
		source = tcn_demo_plan_source(m->plan, lang, &m->rng);
		if (m->event->shape != TCN_DEMO_LOCAL ||
		    w->sources[source].country == m->slot.country)
			break;
	}
	return source;
}

/*
 * Adds the items of a wire event. Every fifth text is an outlet's own; the
 * others are copies of one, each on another site as long as there are any.
 */
static enum tcn_rc
add_wire_items(struct event_draft *m, struct tcn_str topic)
{
	uint16_t sites[ITEMS_MAX];
	uint32_t sites_n =
	    tcn_demo_plan_sources(m->plan, TCN_DEMO_EN, &m->rng, sites, m->n);
	uint32_t wording = (uint32_t)tcn_demo_draw(&m->rng);
	enum tcn_rc rc = TCN_OK;

	m->event->texts = 1;
	for (uint32_t i = 0; i < m->n && rc == TCN_OK; i++) {
		bool own = i % 5 == 4 || sites_n == 0;

		m->slot.ts_ms = m->times[i];
		m->slot.copied = !own && i > 0;
		m->slot.wording =
		    own ? (uint32_t)tcn_demo_draw(&m->rng) : wording;
		m->slot.phase = (uint8_t)(own ? i * TCN_DEMO_PHASES / m->n : 0);
		m->slot.source =
		    own ? pick_source(m, topic) : sites[i % sites_n];
		m->event->texts += own;
		rc = tcn_demo_plan_add(m->plan, &m->slot);
	}
	return rc;
}

static enum tcn_rc
add_items(struct event_draft *m, struct tcn_str topic)
{
	enum tcn_rc rc = TCN_OK;

	m->event->texts = m->n;
	for (uint32_t i = 0; i < m->n && rc == TCN_OK; i++) {
		m->slot.ts_ms = m->times[i];
		m->slot.wording = (uint32_t)tcn_demo_draw(&m->rng);
		m->slot.phase = (uint8_t)(i * TCN_DEMO_PHASES / m->n);
		m->slot.source = pick_source(m, topic);
		m->slot.fragment = m->event->shape == TCN_DEMO_FRAGMENTED &&
		    i < m->n / FRAGMENT_PART;
		rc = tcn_demo_plan_add(m->plan, &m->slot);
	}
	return rc;
}

static uint8_t
topic_number(const char *name)
{
	uint32_t n = tcn_demo_rule_alternatives(TCN_DEMO_EN, "events");

	for (uint32_t i = 0; i < n; i++) {
		if (tcn_str_equal(tcn_demo_rule_nth(TCN_DEMO_EN, "events", i),
			tcn_str(name)))
			return (uint8_t)i;
	}
	return 0;
}

/* Names the event in words: "ferry disaster, Velnador". */
static enum tcn_rc
name_event(struct event_draft *m, const char *topic, uint32_t nth)
{
	struct tcn_demo_scene scene = { .world = m->plan->world,
		.outlet = "",
		.facts = m->slot.facts,
		.country = m->slot.country,
		.town = m->slot.town };
	struct tcn_buf what = { 0 };
	char rule[32];
	bool failed;

	snprintf(m->event->label, sizeof m->event->label, "e%02u-%s", nth + 1,
	    topic);
	snprintf(rule, sizeof rule, "%s.what", topic);
	tcn_demo_text_expand(&scene, &m->rng, rule, &what);
	failed = what.failed;
	snprintf(m->event->what, sizeof m->event->what, "%s",
	    failed ? "" : what.at);
	tcn_buf_fini(&what);
	return failed ? TCN_NOMEM : TCN_OK;
}

/* Events are spread evenly. None starts in the first 5 h, in which the detector
 * has no history yet, nor in the last 5 h. */
static int64_t
start_of(const struct tcn_demo_conf *conf, uint32_t nth,
    struct tcn_demo_rng *rng)
{
	int64_t from = 5 * TCN_HOUR_MS;
	int64_t room = conf->days * TCN_DAY_MS - from - 5 * TCN_HOUR_MS;
	int64_t each = room / conf->events;

	return conf->start_ms + from + each * nth +
	    (int64_t)tcn_demo_below(rng, (uint32_t)(each / 2));
}

static enum tcn_rc
plan_event(struct tcn_demo_plan *plan, uint32_t nth)
{
	static const uint8_t english[] = { 0, 1, 2, 9 };
	struct event_draft m = { .plan = plan, .event = &plan->events[nth] };
	const char *topic;
	enum tcn_rc rc;

	m.rng.state = tcn_demo_subseed(plan->conf->seed, PART_EVENTS + nth);
	m.event->shape = (enum tcn_demo_shape)(nth % TCN_DEMO_SHAPES);
	m.shape = &shapes[m.event->shape];
	topic = m.shape->topics[nth / TCN_DEMO_SHAPES % 3];
	m.slot = (struct tcn_demo_slot){
		.facts = tcn_demo_draw(&m.rng),
		.kind = TCN_DEMO_EVENT,
		.topic = topic_number(topic),
		.story = (uint16_t)(nth + 1),
		.country = english[tcn_demo_below(&m.rng, sizeof english)],
		.town = (uint8_t)tcn_demo_below(&m.rng, TCN_DEMO_TOWNS),
	};
	draw_times(&m, start_of(plan->conf, nth, &m.rng),
	    plan->conf->start_ms + plan->conf->days * TCN_DAY_MS);
	m.event->items = m.n;
	m.event->first_ms = m.times[0];
	m.event->last_ms = m.times[m.n - 1];
	m.event->threshold_ms = crossing(&m);
	rc = name_event(&m, topic, nth);
	if (rc != TCN_OK)
		return rc;
	if (m.event->shape == TCN_DEMO_WIRE)
		return add_wire_items(&m, tcn_str(topic));
	return add_items(&m, tcn_str(topic));
}

enum tcn_rc
tcn_demo_plan_events(struct tcn_demo_plan *plan)
{
	uint32_t n = plan->conf->events;
	enum tcn_rc rc = TCN_OK;

	plan->events = tcn_mem_calloc(n, sizeof *plan->events);
	if (!plan->events)
		return TCN_NOMEM;
	plan->events_n = n;
	for (uint32_t i = 0; i < n && rc == TCN_OK; i++)
		rc = plan_event(plan, i);
	return rc;
}
