#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/compare.h"
#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/lab/demo/demo_plan_impl.h"
#include "tools/lab/demo/demo_text_impl.h"

static void plan_events(struct tcn_demo_plan *plan);

#define SITES_MAX 64

/* Parts of the stream, each with its own random numbers. */
enum part {
	PART_EVERYDAY = 10,
	PART_SMALL,
	PART_SERIES,
	PART_COPY,
	PART_NOTICE,
	PART_CUT,
	PART_REWRITE
};

#define CUT_SITES 24
#define CUT_HOURS 2

#define REWRITE_HOURS 6

/* A kind of recurring notice. */
struct notice {
	uint8_t hours[4]; /* of the day at which it comes, then 0 */
	uint8_t minutes; /* after the hour, at most */
	uint8_t weight; /* share of the notices, in percent */
	bool one_source; /* from a business wire; else from local outlets */
	bool syndicated; /* the same text on many sites */
};

/* In the order of the rule "notices" of the English grammar. */
static const struct notice notices[] = {
	{ { 7, 8, 17 }, 50, 18, true, false }, /* net asset values */
	{ { 9, 14 }, 40, 8, true, false }, /* dividends */
	{ { 6, 12, 18 }, 30, 22, false, false }, /* weather */
	{ { 5 }, 55, 14, false, true }, /* horoscope */
	{ { 21, 22 }, 40, 12, false, false }, /* results */
	{ { 7, 8, 16 }, 45, 10, false, false }, /* traffic */
	{ { 9, 13, 17 }, 25, 10, false, false }, /* markets */
	{ { 20 }, 30, 6, false, false }, /* lottery */
};
#define NOTICES (sizeof notices / sizeof *notices)

/* How many of 136 items are published in each hour of the day. */
static const uint8_t hour_weights[24] = { 2, 1, 1, 1, 2, 4, 6, 8, 9, 9, 9, 8, 8,
	8, 8, 8, 8, 7, 7, 6, 5, 4, 3, 4 };

void
tcn_demo_plan_fini(struct tcn_demo_plan *plan)
{
	tcn_mem_free(plan->slots);
	tcn_mem_free(plan->events);
	*plan = (struct tcn_demo_plan){ 0 };
}

/* Adds a slot; it gets its `order` here. */
static void
plan_add(struct tcn_demo_plan *plan, const struct tcn_demo_slot *slot)
{
	struct tcn_demo_slot *slots =
	    tcn_mem_grow(plan->slots, &plan->cap, plan->n + 1, sizeof *slots);

	plan->slots = slots;
	slots[plan->n] = *slot;
	slots[plan->n].order = (uint32_t)plan->n;
	plan->n++;
}

/* Draws a source of a language. */
static uint16_t
plan_source(const struct tcn_demo_plan *plan, enum tcn_demo_lang lang,
    struct tcn_demo_rng *rng)
{
	const struct tcn_demo_world *w = plan->world;

	return (uint16_t)(w->lang_first[lang] +
	    tcn_demo_below(rng, w->lang_sources_n[lang]));
}

/* Draws up to n different sources of a language, each with the same chance, and
 * returns how many there are. */
static uint32_t
plan_sources(const struct tcn_demo_plan *plan, enum tcn_demo_lang lang,
    struct tcn_demo_rng *rng, uint16_t *sources, uint32_t n)
{
	const struct tcn_demo_world *w = plan->world;
	uint32_t of = w->lang_sources_n[lang];
	uint32_t at = tcn_demo_below(rng, of);
	uint32_t taken = 0;

	/* Selection sampling (Knuth, The Art of Computer Programming 2, 3.4.2,
	 * algorithm S), in the order of the table from `at` on. */
	for (uint32_t left = of; left > 0 && taken < n; left--, at++) {
		if (tcn_demo_below(rng, left) < n - taken)
			sources[taken++] =
			    (uint16_t)(w->lang_first[lang] + at % of);
	}
	return taken;
}

static int64_t
time_of_day(const struct tcn_demo_plan *plan, struct tcn_demo_rng *rng)
{
	uint32_t day = tcn_demo_below(rng, plan->conf->days);
	uint32_t at = tcn_demo_below(rng, 136);
	uint32_t hour = 0;

	while (at >= hour_weights[hour])
		at -= hour_weights[hour++];
	return plan->conf->start_ms + day * TCN_DAY_MS + hour * TCN_HOUR_MS +
	    tcn_demo_below(rng, (uint32_t)TCN_HOUR_MS);
}

/* A time no later than the stream's last millisecond. */
static int64_t
in_stream(const struct tcn_demo_plan *plan, int64_t ts_ms)
{
	int64_t last = plan->conf->start_ms + plan->conf->days * TCN_DAY_MS - 1;

	return ts_ms > last ? last : ts_ms;
}

/* The language of a source drawn at random, so that all write equally much. */
static enum tcn_demo_lang
any_lang(const struct tcn_demo_plan *plan, struct tcn_demo_rng *rng)
{
	return plan->world->sources[tcn_demo_below(rng, plan->world->sources_n)]
	    .lang;
}

/* The language of stories that several outlets write about: mostly English, the
 * language of most outlets. */
static enum tcn_demo_lang
mostly_english(const struct tcn_demo_plan *plan, struct tcn_demo_rng *rng)
{
	if (tcn_demo_chance(rng, 70))
		return TCN_DEMO_EN;
	return any_lang(plan, rng);
}

/* A slot of a new story: draws its source, topic, place and facts. */
static struct tcn_demo_slot
new_slot(const struct tcn_demo_plan *plan, enum tcn_demo_kind kind,
    enum tcn_demo_lang lang, struct tcn_demo_rng *rng)
{
	struct tcn_demo_slot slot = { .kind = (uint8_t)kind };
	const struct tcn_demo_source *source;

	slot.source = plan_source(plan, lang, rng);
	source = &plan->world->sources[slot.source];
	slot.topic = (uint8_t)tcn_demo_below(rng,
	    tcn_demo_rule_alternatives(lang, "topics"));
	slot.country = (uint8_t)source->country;
	slot.town = (uint8_t)tcn_demo_below(rng, TCN_DEMO_TOWNS);
	slot.facts = tcn_demo_draw(rng);
	slot.wording = (uint32_t)tcn_demo_draw(rng);
	slot.ts_ms = time_of_day(plan, rng);
	return slot;
}

static void
plan_everyday(struct tcn_demo_plan *plan, size_t until)
{
	struct tcn_demo_rng rng = { tcn_demo_subseed(plan->conf->seed,
	    PART_EVERYDAY) };

	while (plan->n < until) {
		struct tcn_demo_slot slot = new_slot(plan, TCN_DEMO_EVERYDAY,
		    any_lang(plan, &rng), &rng);

		plan_add(plan, &slot);
	}
}

/*
 * Adds the items of one story: a slot for each source, within so many hours of
 * the slot's time. Those of a wire's feature are copies of the first; others
 * are worded anew.
 */
static void
add_story(struct tcn_demo_plan *plan, struct tcn_demo_slot slot,
    const uint16_t *sources, uint32_t n, uint32_t hours,
    struct tcn_demo_rng *rng)
{
	bool copies = slot.kind == TCN_DEMO_COPY;
	int64_t first_ms = slot.ts_ms;

	for (uint32_t i = 0; i < n; i++) {
		slot.source = sources[i];
		slot.copied = copies && i > 0;
		if (!copies)
			slot.wording = (uint32_t)tcn_demo_draw(rng);
		if (!copies || i > 0)
			slot.ts_ms = in_stream(plan,
			    first_ms +
				tcn_demo_below(rng,
				    hours * (uint32_t)TCN_HOUR_MS));
		plan_add(plan, &slot);
	}
}

/* Plans stories of two to six outlets, each in its own words, within 3 h. */
static void
plan_small(struct tcn_demo_plan *plan, size_t until)
{
	struct tcn_demo_rng rng = { tcn_demo_subseed(plan->conf->seed,
	    PART_SMALL) };
	uint16_t sources[SITES_MAX];
	uint16_t story = 0;

	while (plan->n < until) {
		enum tcn_demo_lang lang = mostly_english(plan, &rng);
		struct tcn_demo_slot slot =
		    new_slot(plan, TCN_DEMO_SMALL, lang, &rng);
		uint32_t n = plan_sources(plan, lang, &rng, sources,
		    (uint32_t)tcn_demo_between(&rng, 2, 6));

		slot.story = ++story;
		add_story(plan, slot, sources, n, 3, &rng);
	}
}

/* Plans stories that run through all days, with four to nine items a day. */
static void
plan_series(struct tcn_demo_plan *plan)
{
	struct tcn_demo_rng rng = { tcn_demo_subseed(plan->conf->seed,
	    PART_SERIES) };
	uint32_t topics = tcn_demo_rule_alternatives(TCN_DEMO_EN, "series");

	for (uint32_t i = 0; i < plan->conf->series; i++) {
		struct tcn_demo_slot slot =
		    new_slot(plan, TCN_DEMO_SERIES, TCN_DEMO_EN, &rng);

		slot.topic = (uint8_t)(i % topics);
		slot.story = (uint16_t)(i + 1);
		for (uint32_t day = 0; day < plan->conf->days; day++) {
			int64_t n = tcn_demo_between(&rng, 4, 9);

			while (n-- > 0) {
				slot.source =
				    plan_source(plan, TCN_DEMO_EN, &rng);
				slot.wording = (uint32_t)tcn_demo_draw(&rng);
				slot.ts_ms = plan->conf->start_ms +
				    day * TCN_DAY_MS + 6 * TCN_HOUR_MS +
				    tcn_demo_below(&rng,
					16 * (uint32_t)TCN_HOUR_MS);
				plan_add(plan, &slot);
			}
		}
	}
}

/* Plans a wire's features, each on 4 to 26 sites within two hours. */
static void
plan_copies(struct tcn_demo_plan *plan, size_t until)
{
	struct tcn_demo_rng rng = { tcn_demo_subseed(plan->conf->seed,
	    PART_COPY) };
	uint16_t sources[SITES_MAX];

	while (plan->n < until) {
		enum tcn_demo_lang lang = mostly_english(plan, &rng);
		struct tcn_demo_slot slot =
		    new_slot(plan, TCN_DEMO_COPY, lang, &rng);
		uint32_t n = plan_sources(plan, lang, &rng, sources,
		    (uint32_t)tcn_demo_between(&rng, 4,
			tcn_demo_chance(&rng, 5) ? 26 : 8));

		add_story(plan, slot, sources, n, 2, &rng);
	}
}

static uint8_t
pick_notice(struct tcn_demo_rng *rng)
{
	uint32_t at = tcn_demo_below(rng, 100);
	uint8_t i = 0;

	while (at >= notices[i].weight)
		at -= notices[i++].weight;
	return i;
}

static int64_t
notice_time(const struct tcn_demo_plan *plan, const struct notice *notice,
    struct tcn_demo_rng *rng)
{
	uint32_t hours = 0;

	while (hours < 4 && notice->hours[hours])
		hours++;
	return plan->conf->start_ms +
	    tcn_demo_below(rng, plan->conf->days) * TCN_DAY_MS +
	    notice->hours[tcn_demo_below(rng, hours)] * TCN_HOUR_MS +
	    tcn_demo_below(rng, notice->minutes * (uint32_t)TCN_MINUTE_MS);
}

/* Plans the notices; in other languages only those that their grammars have. */
static void
plan_notices(struct tcn_demo_plan *plan, size_t until)
{
	struct tcn_demo_rng rng = { tcn_demo_subseed(plan->conf->seed,
	    PART_NOTICE) };

	while (plan->n < until) {
		uint8_t which = pick_notice(&rng);
		const struct notice *notice = &notices[which];
		bool english = which < 2 || which > 4;
		struct tcn_demo_slot slot = new_slot(plan, TCN_DEMO_NOTICE,
		    english ? TCN_DEMO_EN : any_lang(plan, &rng), &rng);

		slot.topic = which;
		slot.ts_ms = notice_time(plan, notice, &rng);
		if (notice->one_source)
			slot.source = (uint16_t)(which +
			    plan->world->lang_first[TCN_DEMO_EN]);
		if (notice->syndicated) {
			int64_t day =
			    (slot.ts_ms - plan->conf->start_ms) / TCN_DAY_MS;

			slot.wording = (uint32_t)tcn_demo_below(&rng, 12);
			slot.facts = tcn_demo_subseed(plan->conf->seed,
			    (uint64_t)day * 12 + slot.wording);
			slot.copied = true;
		}
		plan_add(plan, &slot);
	}
}

/* Whether an event of the stream is of this topic: its label ends in it. */
static bool
is_events_topic(const struct tcn_demo_plan *plan, uint32_t topic)
{
	struct tcn_str name = tcn_demo_rule_nth(TCN_DEMO_EN, "events", topic);

	for (size_t i = 0; i < plan->events_n; i++) {
		const char *dash = strchr(plan->events[i].label, '-');

		if (dash && tcn_str_equal(tcn_str(dash + 1), name))
			return true;
	}
	return false;
}

/* Plans the wire reports that each site cuts in its own way. */
static void
plan_cuts(struct tcn_demo_plan *plan, uint32_t n)
{
	struct tcn_demo_rng rng = { tcn_demo_subseed(plan->conf->seed,
	    PART_CUT) };
	uint32_t topics = tcn_demo_rule_alternatives(TCN_DEMO_EN, "events");
	uint16_t sources[CUT_SITES];

	for (uint32_t i = 0; i < n; i++) {
		struct tcn_demo_slot slot =
		    new_slot(plan, TCN_DEMO_CUT, TCN_DEMO_EN, &rng);
		uint32_t sites =
		    plan_sources(plan, TCN_DEMO_EN, &rng, sources, CUT_SITES);

		slot.topic = (uint8_t)(tcn_demo_draw(&rng) % topics);
		for (uint32_t j = 0;
		     j < topics && is_events_topic(plan, slot.topic); j++)
			slot.topic = (uint8_t)((slot.topic + 1u) % topics);
		for (uint32_t j = 0; j < sites; j++) {
			slot.source = sources[j];
			plan_add(plan, &slot);
			slot.ts_ms = in_stream(plan,
			    slot.ts_ms +
				tcn_demo_below(&rng,
				    CUT_HOURS * (uint32_t)TCN_HOUR_MS /
					CUT_SITES));
		}
	}
}

/* Plans the reports that each desk tells in its own words. */
static void
plan_rewrites(struct tcn_demo_plan *plan, uint32_t n)
{
	struct tcn_demo_rng rng = { tcn_demo_subseed(plan->conf->seed,
	    PART_REWRITE) };
	uint16_t sources[SITES_MAX];

	for (uint32_t i = 0; i < n; i++) {
		enum tcn_demo_lang lang =
		    tcn_demo_chance(&rng, 60) ? TCN_DEMO_EN : TCN_DEMO_ES;
		struct tcn_demo_slot slot =
		    new_slot(plan, TCN_DEMO_REWRITE, lang, &rng);
		uint32_t desks = plan_sources(plan, lang, &rng, sources,
		    (uint32_t)tcn_demo_between(&rng, 3, 6));

		slot.topic = (uint8_t)(slot.facts %
		    tcn_demo_rule_alternatives(lang, "rewrites"));
		slot.story = (uint16_t)(i + 1);
		add_story(plan, slot, sources, desks, REWRITE_HOURS, &rng);
	}
}

static int
by_time(const void *a, const void *b)
{
	const struct tcn_demo_slot *x = a, *y = b;

	if (x->ts_ms != y->ts_ms)
		return x->ts_ms < y->ts_ms ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

void
tcn_demo_plan_make(struct tcn_demo_plan *plan, const struct tcn_demo_conf *conf,
    const struct tcn_demo_world *world)
{
	size_t percent = conf->items / 100;
	size_t notices_n = percent * conf->notice_pct;
	size_t copies_n = percent * conf->copy_pct;
	size_t small_n = percent * conf->small_pct;
	size_t cuts_n = (size_t)conf->cuts * conf->days * CUT_SITES;

	*plan = (struct tcn_demo_plan){ .conf = conf, .world = world };
	plan_events(plan);
	plan_series(plan);
	plan_notices(plan, plan->n + notices_n);
	plan_copies(plan, plan->n + copies_n);
	plan_small(plan, plan->n + small_n);
	plan_rewrites(plan, conf->rewrites * conf->days);
	plan_everyday(plan, conf->items > cuts_n ? conf->items - cuts_n : 0);
	plan_cuts(plan, conf->cuts * conf->days);
	qsort(plan->slots, plan->n, sizeof *plan->slots, by_time);
}

struct tcn_str
tcn_demo_plan_topic(const struct tcn_demo_plan *plan,
    const struct tcn_demo_slot *slot)
{
	enum tcn_demo_lang lang = plan->world->sources[slot->source].lang;

	switch ((enum tcn_demo_kind)slot->kind) {
	case TCN_DEMO_NOTICE:
		return tcn_demo_rule_nth(TCN_DEMO_EN, "notices", slot->topic);
	case TCN_DEMO_SERIES:
		return tcn_demo_rule_nth(TCN_DEMO_EN, "series", slot->topic);
	case TCN_DEMO_EVENT:
	case TCN_DEMO_CUT:
		return tcn_demo_rule_nth(TCN_DEMO_EN, "events", slot->topic);
	case TCN_DEMO_REWRITE:
		return tcn_demo_rule_nth(lang, "rewrites", slot->topic);
	default:
		return tcn_demo_rule_nth(lang, "topics", slot->topic);
	}
}

static const char *
check_slots(const struct tcn_demo_plan *plan)
{
	for (size_t i = 0; i < plan->n; i++) {
		const struct tcn_demo_slot *slot = &plan->slots[i];

		if (i && by_time(&slot[-1], slot) >= 0)
			return "a slot is not in the order of time";
		if (slot->kind >= TCN_DEMO_KINDS)
			return "a slot is of no kind";
		if (slot->source >= plan->world->sources_n)
			return "a slot's source does not exist";
		if (slot->country >= TCN_DEMO_COUNTRIES ||
		    slot->town >= TCN_DEMO_TOWNS)
			return "a slot's place does not exist";
		if (slot->phase >= TCN_DEMO_PHASES)
			return "a slot is of no phase";
	}
	return NULL;
}

enum tcn_rc
tcn_demo_plan_check(const struct tcn_demo_plan *plan, struct tcn_err *err)
{
	const char *fault = check_slots(plan);

	for (size_t i = 0; i < plan->events_n && !fault; i++) {
		const struct tcn_demo_event *event = &plan->events[i];

		if (event->texts > event->items ||
		    event->last_ms < event->first_ms)
			fault = "an event's figures contradict each other";
	}
	return fault ? tcn_err_set(err, TCN_INVALID, "%s", fault) : TCN_OK;
}

/*
 * Plans the breaking events: how many items they have, when, of which sources,
 * and how similar.
 */

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
		source = plan_source(m->plan, lang, &m->rng);
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
static void
add_wire_items(struct event_draft *m, struct tcn_str topic)
{
	uint16_t sites[ITEMS_MAX];
	uint32_t sites_n =
	    plan_sources(m->plan, TCN_DEMO_EN, &m->rng, sites, m->n);
	uint32_t wording = (uint32_t)tcn_demo_draw(&m->rng);

	m->event->texts = 1;
	for (uint32_t i = 0; i < m->n; i++) {
		bool own = i % 5 == 4 || sites_n == 0;

		m->slot.ts_ms = m->times[i];
		m->slot.copied = !own && i > 0;
		m->slot.wording =
		    own ? (uint32_t)tcn_demo_draw(&m->rng) : wording;
		m->slot.phase = (uint8_t)(own ? i * TCN_DEMO_PHASES / m->n : 0);
		m->slot.source =
		    own ? pick_source(m, topic) : sites[i % sites_n];
		m->event->texts += own;
		plan_add(m->plan, &m->slot);
	}
}

static void
add_items(struct event_draft *m, struct tcn_str topic)
{
	m->event->texts = m->n;
	for (uint32_t i = 0; i < m->n; i++) {
		m->slot.ts_ms = m->times[i];
		m->slot.wording = (uint32_t)tcn_demo_draw(&m->rng);
		m->slot.phase = (uint8_t)(i * TCN_DEMO_PHASES / m->n);
		m->slot.source = pick_source(m, topic);
		m->slot.fragment = m->event->shape == TCN_DEMO_FRAGMENTED &&
		    i < m->n / FRAGMENT_PART;
		plan_add(m->plan, &m->slot);
	}
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
static void
name_event(struct event_draft *m, const char *topic, uint32_t nth)
{
	struct tcn_demo_scene scene = { .world = m->plan->world,
		.outlet = "",
		.facts = m->slot.facts,
		.country = m->slot.country,
		.town = m->slot.town };
	struct tcn_buf what = { 0 };
	char rule[32];

	snprintf(m->event->label, sizeof m->event->label, "e%02u-%s", nth + 1,
	    topic);
	snprintf(rule, sizeof rule, "%s.what", topic);
	tcn_demo_text_expand(&scene, &m->rng, rule, &what);
	snprintf(m->event->what, sizeof m->event->what, "%s", what.at);
	tcn_buf_fini(&what);
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

static void
plan_event(struct tcn_demo_plan *plan, uint32_t nth)
{
	static const uint8_t english[] = { 0, 1, 2, 9 };
	struct event_draft m = { .plan = plan, .event = &plan->events[nth] };
	const char *topic;

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
	name_event(&m, topic, nth);
	if (m.event->shape == TCN_DEMO_WIRE)
		add_wire_items(&m, tcn_str(topic));
	else
		add_items(&m, tcn_str(topic));
}

/* Plans the events and their slots. */
static void
plan_events(struct tcn_demo_plan *plan)
{
	uint32_t n = plan->conf->events;

	plan->events = tcn_mem_calloc(n, sizeof *plan->events);
	plan->events_n = n;
	for (uint32_t i = 0; i < n; i++)
		plan_event(plan, i);
}
