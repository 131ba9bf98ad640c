#include "rules/life.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "rules/life_internal.h"

#define LANGUAGE_ITEMS 2 /* of a language that joins */
#define TIER           2 /* publishers are told of at multiples of this */
#define RARELY         16 /* a share of the items: see set_need() */

void
tcn_life_init(struct tcn_life *life, const struct tcn_life_conf *conf)
{
	*life = (struct tcn_life){ .conf = *conf };
}

static void
free_all(struct tcn_live_heap *heap)
{
	for (size_t i = 0; i < heap->n; i++)
		tcn_free(heap->at[i]);
	tcn_free(heap->at);
}

void
tcn_life_fini(struct tcn_life *life)
{
	free_all(&life->alive);
	free_all(&life->resting);
	tcn_map_fini(&life->by_id);
	tcn_map_fini(&life->by_pair);
	tcn_map_fini(&life->by_group);
	tcn_free(life->gone);
}

uint64_t
tcn_life_rule_key(struct tcn_str rule)
{
	return XXH3_64bits(rule.at, rule.n);
}

const struct tcn_event *
tcn_live_event(const struct tcn_live *live)
{
	return &live->event;
}

bool
tcn_live_is_alive(const struct tcn_live *live)
{
	return live->event.state != TCN_EVENT_CLOSED;
}

bool
tcn_live_is_pending(const struct tcn_live *live)
{
	return live->pending != 0;
}

uint64_t
tcn_live_rule_key(const struct tcn_live *live)
{
	return live->rule_key;
}

uint64_t
tcn_live_group(const struct tcn_live *live)
{
	return live->group;
}

static void
set_id(const struct tcn_life *life, struct tcn_event *event, uint64_t id_key)
{
	time_t day = (time_t)(event->first_ms / 1000);
	uint64_t hash;
	struct tm tm;

	if (!gmtime_r(&day, &tm))
		tm = (struct tm){ .tm_year = 70, .tm_mday = 1 };
	hash = id_key;
	do {
		hash =
		    XXH3_64bits_withSeed(event->rule.at, event->rule.n, hash);
		snprintf(event->id, sizeof event->id, "%04u%02u%02u-%010llx",
		    (unsigned)(tm.tm_year + 1900) % 10000,
		    (unsigned)tm.tm_mon + 1, (unsigned)tm.tm_mday,
		    (unsigned long long)(hash >> 24));
	} while (tcn_map_find(&life->by_id, tcn_live_row(event)));
}

static void
set_counts(struct tcn_live *live, const struct tcn_life_counts *counts)
{
	struct tcn_event *event = &live->event;

	event->first_ms = counts->first_ms;
	event->last_ms = counts->last_ms;
	event->items = counts->items;
	event->origins = counts->origins;
	event->publishers = counts->publishers;
	event->central = counts->central;
	live->told = counts->items;
	live->told_publishers = counts->publishers;
}

/* How many more items could make it worth telling. Publishers, which grow
 * slowly in a large event, are counted at times only. */
static void
set_need(const struct tcn_life *life, struct tcn_live *live,
    const struct tcn_life_counts *counts)
{
	double items = ceil(live->told * life->conf.update_factor) -
	    counts->items - counts->ahead;
	double publishers = (double)TIER * live->told_publishers -
	    counts->publishers - counts->ahead;
	double need = fmax(publishers, counts->items / RARELY);

	need = fmin(items, need);
	live->touched = 0;
	live->need = need < 1 ? 1 : need > 1e9 ? 1000000000 : (uint32_t)need;
}

enum tcn_rc
tcn_life_open(struct tcn_life *life, const struct tcn_life_opening *o,
    struct tcn_live **out)
{
	struct tcn_live *live = tcn_calloc(1, sizeof *live + o->rule.n);
	enum tcn_rc rc;

	assert(!tcn_life_find(life, o->rule_key, o->group));
	if (!live)
		return TCN_NOMEM;
	memcpy(live->name, o->rule.at, o->rule.n);
	live->rule_key = o->rule_key;
	live->group = o->group;
	live->opened_seq = o->seq;
	live->keep_ms = o->keep_ms;
	live->seen_ms = o->counts.last_ms;
	live->dirty = true;
	live->event = (struct tcn_event){
		.rule = { live->name, o->rule.n },
		.severity = o->severity,
		.story = o->group & TCN_LIFE_LED(0) ? 0 : o->group,
		.revision = 1,
		.state = TCN_EVENT_OPEN,
		.fired_ms = o->now_ms,
		.changed_ms = o->now_ms,
	};
	if (o->split_from)
		snprintf(live->event.split_from, sizeof live->event.split_from,
		    "%s", o->split_from);
	set_counts(live, &o->counts);
	set_need(life, live, &o->counts);
	set_id(life, &live->event, o->id_key);
	rc = tcn_live_enrol(life, live);
	if (rc) {
		tcn_free(live);
		return rc;
	}
	*out = live;
	return TCN_OK;
}

/* The entry of a language, a new one when there is room, or NULL. */
static struct tcn_live_lang *
find_lang(struct tcn_live *live, const char *code)
{
	for (uint32_t i = 0; i < live->langs_n; i++)
		if (strncmp(live->langs[i].code, code,
			sizeof live->langs[i].code) == 0)
			return &live->langs[i];
	if (!*code || live->langs_n == TCN_LIVE_LANGS)
		return NULL;
	strncpy(live->langs[live->langs_n].code, code,
	    sizeof live->langs->code - 1);
	return &live->langs[live->langs_n++];
}

void
tcn_life_spoke(struct tcn_live *live, const char *lang)
{
	struct tcn_live_lang *at = find_lang(live, lang);

	if (at)
		at->items = LANGUAGE_ITEMS;
}

bool
tcn_life_touch(struct tcn_live *live, int64_t ts_ms, const char *lang)
{
	struct tcn_live_lang *at = find_lang(live, lang);

	live->dirty = true;
	if (ts_ms > live->seen_ms)
		live->seen_ms = ts_ms;
	if (at && at->items < LANGUAGE_ITEMS && ++at->items == LANGUAGE_ITEMS)
		live->pending |= TCN_WHY_LANGUAGE;
	live->touched++;
	return live->touched >= live->need || live->pending;
}

unsigned
tcn_life_changed(const struct tcn_life *life, struct tcn_live *live,
    const struct tcn_life_counts *counts)
{
	unsigned why = live->pending;

	if (counts->items >= live->told * life->conf.update_factor)
		why |= TCN_WHY_GREW;
	if (counts->publishers >= TIER * live->told_publishers)
		why |= TCN_WHY_PUBLISHERS;
	set_need(life, live, counts);
	live->dirty = true;
	return why;
}

void
tcn_life_update(struct tcn_life *life, struct tcn_live *live, int64_t now_ms,
    unsigned why, const struct tcn_life_counts *counts)
{
	int64_t first_ms = live->event.first_ms;
	bool rested = !tcn_live_is_alive(live);

	set_counts(live, counts);
	if (first_ms < live->event.first_ms)
		live->event.first_ms = first_ms;
	set_need(life, live, counts);
	live->pending = 0;
	live->dirty = true;
	live->event.why = why;
	live->event.revision++;
	live->event.changed_ms = now_ms;
	if (!rested) {
		live->event.state = TCN_EVENT_UPDATED;
		return;
	}
	tcn_live_unlist(life, live);
	live->event.state = TCN_EVENT_REOPENED;
	if (counts->last_ms > live->seen_ms)
		live->seen_ms = counts->last_ms;
	tcn_live_list(life, live);
}

bool
tcn_life_may_reopen(const struct tcn_life *life, const struct tcn_live *live,
    int64_t now_ms)
{
	return !tcn_live_is_alive(live) &&
	    now_ms - live->event.changed_ms < life->conf.reopen_ms;
}

/* What `into` has already is superseded if it is alive, else forgotten. */
enum tcn_rc
tcn_life_merge(struct tcn_life *life, uint64_t from, uint64_t into,
    struct tcn_live **superseded, struct tcn_live **survivor)
{
	struct tcn_live *live = NULL, *twin;
	enum tcn_rc rc = TCN_OK;

	*superseded = NULL;
	for (live = tcn_life_next(life, into, NULL); live;
	     live = tcn_life_next(life, into, live)) {
		live->need = live->touched; /* what it counts has jumped */
		live->dirty = true;
	}
	while (!rc && (live = tcn_life_next(life, from, NULL))) {
		twin = tcn_life_find(life, live->rule_key, into);
		if (twin && tcn_live_is_alive(twin) &&
		    tcn_live_is_alive(live)) {
			twin->pending |= TCN_WHY_MERGED;
			*superseded = live;
			*survivor = twin;
			return TCN_OK;
		}
		if (twin && tcn_live_is_alive(twin)) {
			rc = tcn_live_retire(life, live);
			continue;
		}
		if (twin)
			rc = tcn_live_retire(life, twin);
		if (!rc)
			rc = tcn_live_move(life, live, into);
	}
	return rc;
}

/* An item's arrival only ever moves a deadline back, so an event is moved in
 * the heap when it comes to the top. */
struct tcn_live *
tcn_life_quiet(struct tcn_life *life, int64_t now_ms, int64_t *quiet_ms)
{
	while (life->alive.n && now_ms >= life->alive.at[0]->due_ms) {
		struct tcn_live *first = life->alive.at[0];

		*quiet_ms = first->seen_ms + life->conf.quiet_ms;
		if (first->due_ms == *quiet_ms)
			return first;
		tcn_live_note_due(life, first);
	}
	return NULL;
}

enum tcn_rc
tcn_life_close(struct tcn_life *life, struct tcn_live *live, int64_t now_ms,
    const struct tcn_live *into, struct tcn_event *event)
{
	enum tcn_rc rc = TCN_OK;

	tcn_live_unlist(life, live);
	live->event.revision++;
	live->event.state = TCN_EVENT_CLOSED;
	live->event.why = into ? TCN_WHY_MERGED : 0;
	live->event.changed_ms = now_ms;
	if (live->seen_ms > live->event.last_ms)
		live->event.last_ms = live->seen_ms;
	live->pending = 0;
	live->dirty = true;
	tcn_live_list(life, live);
	*event = live->event;
	if (into) {
		memcpy(event->merged_into, into->event.id,
		    sizeof event->merged_into);
		rc = tcn_live_retire(life, live);
	}
	return rc;
}

void
tcn_life_end_group(struct tcn_life *life, uint64_t group)
{
	struct tcn_live *live = NULL;

	while ((live = tcn_life_next(life, group, live))) {
		live->ended = true;
		live->dirty = true;
		tcn_live_note_due(life, live);
	}
}

enum tcn_rc
tcn_life_sweep(struct tcn_life *life, int64_t now_ms)
{
	enum tcn_rc rc = TCN_OK;

	while (life->resting.n && !rc && now_ms >= life->resting.at[0]->due_ms)
		rc = tcn_live_forget(life, life->resting.at[0]);
	return rc;
}
