#include "rules/life.h"

#include <assert.h>
#include <stdio.h>
#include <time.h>
#include <xxhash.h>

#include "engine/mem.h"

struct tcn_live {
	uint64_t group;
	int64_t seen_ms; /* its last item */
	uint32_t told; /* items when it was last told */
	uint32_t pad;
	struct tcn_event event;
};

void
tcn_life_init(struct tcn_life *life, const struct tcn_life_conf *conf)
{
	*life = (struct tcn_life){ .conf = *conf, .due_ms = INT64_MAX };
}

void
tcn_life_fini(struct tcn_life *life)
{
	for (size_t i = 0; i < life->events_n; i++)
		tcn_free(life->events[i]);
	tcn_free(life->events);
	tcn_map_fini(&life->by_group);
}

struct tcn_live *
tcn_life_find(const struct tcn_life *life, uint64_t group)
{
	const uint64_t *at = tcn_map_find(&life->by_group, group);

	return at ? (struct tcn_live *)(uintptr_t)*at : NULL;
}

const struct tcn_event *
tcn_live_event(const struct tcn_live *live)
{
	return &live->event;
}

static void
set_id(struct tcn_event *event, uint64_t id_key)
{
	time_t day = (time_t)(event->first_ms / 1000);
	uint64_t hash;
	struct tm tm;

	if (!gmtime_r(&day, &tm))
		tm = (struct tm){ .tm_year = 70, .tm_mday = 1 };
	hash = XXH3_64bits_withSeed(event->rule.at, event->rule.n, id_key);
	snprintf(event->id, sizeof event->id, "%04u%02u%02u-%010llx",
	    (unsigned)(tm.tm_year + 1900) % 10000, (unsigned)tm.tm_mon + 1,
	    (unsigned)tm.tm_mday, (unsigned long long)(hash >> 24));
}

static void
set_counts(struct tcn_event *event, const struct tcn_life_counts *counts)
{
	event->first_ms = counts->first_ms;
	event->last_ms = counts->last_ms;
	event->items = counts->items;
	event->origins = counts->origins;
	event->publishers = counts->publishers;
	event->central = counts->central;
}

/* Files a live event under its group; takes ownership when it succeeds. */
static enum tcn_rc
enrol(struct tcn_life *life, struct tcn_live *live)
{
	uint64_t *at;
	struct tcn_live **events = tcn_mem_fit(life->events, &life->events_cap,
	    life->events_n + 1, sizeof *events);
	enum tcn_rc rc;

	if (!events)
		return TCN_NOMEM;
	life->events = events;
	rc = tcn_map_put(&life->by_group, live->group, &at, NULL);
	if (rc)
		return rc;
	*at = (uintptr_t)live;
	life->events[life->events_n++] = live;
	if (live->seen_ms + life->conf.quiet_ms < life->due_ms)
		life->due_ms = live->seen_ms + life->conf.quiet_ms;
	return TCN_OK;
}

enum tcn_rc
tcn_life_open(struct tcn_life *life, uint64_t group, struct tcn_str rule,
    uint64_t story, uint64_t id_key, int64_t now_ms,
    const struct tcn_life_counts *counts, struct tcn_live **out)
{
	struct tcn_live *live = tcn_calloc(1, sizeof *live);
	enum tcn_rc rc;

	assert(!tcn_life_find(life, group));
	if (!live)
		return TCN_NOMEM;
	live->group = group;
	live->seen_ms = counts->last_ms;
	live->told = counts->items;
	live->event = (struct tcn_event){
		.rule = rule,
		.story = story,
		.revision = 1,
		.state = TCN_EVENT_OPEN,
		.fired_ms = now_ms,
		.changed_ms = now_ms,
	};
	set_counts(&live->event, counts);
	set_id(&live->event, id_key);
	rc = enrol(life, live);
	if (rc) {
		tcn_free(live);
		return rc;
	}
	*out = live;
	return TCN_OK;
}

void
tcn_life_touch(struct tcn_live *live, int64_t ts_ms)
{
	if (ts_ms > live->seen_ms)
		live->seen_ms = ts_ms;
}

bool
tcn_life_grown(const struct tcn_life *life, const struct tcn_live *live,
    uint32_t items)
{
	return items >= live->told * life->conf.update_factor;
}

void
tcn_life_update(struct tcn_live *live, int64_t now_ms,
    const struct tcn_life_counts *counts)
{
	int64_t first_ms = live->event.first_ms;

	set_counts(&live->event, counts);
	if (first_ms < live->event.first_ms)
		live->event.first_ms = first_ms;
	live->told = counts->items;
	live->event.revision++;
	live->event.state = TCN_EVENT_UPDATED;
	live->event.changed_ms = now_ms;
}

enum tcn_rc
tcn_life_merge(struct tcn_life *life, uint64_t from, uint64_t into,
    struct tcn_live **superseded)
{
	struct tcn_live *live = tcn_life_find(life, from);
	uint64_t *at;
	enum tcn_rc rc;

	*superseded = NULL;
	if (!live)
		return TCN_OK;
	if (tcn_life_find(life, into)) {
		*superseded = live;
		return TCN_OK;
	}
	rc = tcn_map_put(&life->by_group, into, &at, NULL);
	if (rc)
		return rc;
	*at = (uintptr_t)live;
	tcn_map_remove(&life->by_group, from);
	live->group = into;
	live->event.story = into;
	return TCN_OK;
}

/* An item's arrival only ever moves a deadline back, so due_ms stays a bound.
 */
struct tcn_live *
tcn_life_quiet(struct tcn_life *life, int64_t now_ms, int64_t *quiet_ms)
{
	struct tcn_live *first = NULL;

	if (now_ms < life->due_ms)
		return NULL;
	for (size_t i = 0; i < life->events_n; i++) {
		if (!first || life->events[i]->seen_ms < first->seen_ms)
			first = life->events[i];
	}
	life->due_ms = first ? first->seen_ms + life->conf.quiet_ms : INT64_MAX;
	if (now_ms < life->due_ms)
		return NULL;
	*quiet_ms = life->due_ms;
	return first;
}

void
tcn_life_close(struct tcn_life *life, struct tcn_live *live, int64_t now_ms,
    struct tcn_event *event)
{
	size_t i = 0;

	while (life->events[i] != live)
		i++;
	memmove(&life->events[i], &life->events[i + 1],
	    (life->events_n - i - 1) * sizeof *life->events);
	life->events_n--;
	tcn_map_remove(&life->by_group, live->group);
	live->event.revision++;
	live->event.state = TCN_EVENT_CLOSED;
	live->event.changed_ms = now_ms;
	if (live->seen_ms > live->event.last_ms)
		live->event.last_ms = live->seen_ms;
	*event = live->event;
	tcn_free(live);
}

uint64_t
tcn_live_group(const struct tcn_live *live)
{
	return live->group;
}

/* A living event without pointers and without padding. */
struct saved {
	uint64_t group, story, central;
	int64_t seen_ms, fired_ms, changed_ms, first_ms, last_ms;
	uint32_t told, revision, state, items, origins, publishers;
	char id[TCN_EVENT_ID_BYTES];
};

void
tcn_live_save(const struct tcn_live *live, struct tcn_buf *buf)
{
	const struct tcn_event *e = &live->event;
	struct saved saved = {
		.group = live->group,
		.story = e->story,
		.central = e->central,
		.seen_ms = live->seen_ms,
		.fired_ms = e->fired_ms,
		.changed_ms = e->changed_ms,
		.first_ms = e->first_ms,
		.last_ms = e->last_ms,
		.told = live->told,
		.revision = e->revision,
		.state = e->state,
		.items = e->items,
		.origins = e->origins,
		.publishers = e->publishers,
	};

	_Static_assert(sizeof saved == 88 + TCN_EVENT_ID_BYTES, "no padding");
	memcpy(saved.id, e->id, sizeof saved.id);
	tcn_buf_add(buf, &saved, sizeof saved);
}

static void
load(struct tcn_live *live, const struct saved *saved, struct tcn_str rule)
{
	*live = (struct tcn_live){
		.group = saved->group,
		.seen_ms = saved->seen_ms,
		.told = saved->told,
		.event = {
			.rule = rule,
			.story = saved->story,
			.revision = saved->revision,
			.state = saved->state == TCN_EVENT_OPEN
			    ? TCN_EVENT_OPEN
			    : TCN_EVENT_UPDATED,
			.fired_ms = saved->fired_ms,
			.changed_ms = saved->changed_ms,
			.first_ms = saved->first_ms,
			.last_ms = saved->last_ms,
			.items = saved->items,
			.origins = saved->origins,
			.publishers = saved->publishers,
			.central = saved->central,
		},
	};
	memcpy(live->event.id, saved->id, sizeof saved->id);
	live->event.id[sizeof saved->id - 1] = '\0';
}

enum tcn_rc
tcn_life_restore(struct tcn_life *life, const void *bytes, size_t n,
    struct tcn_str rule, struct tcn_live **out)
{
	struct saved saved;
	struct tcn_live *live;
	enum tcn_rc rc;

	if (n != sizeof saved)
		return TCN_CORRUPT;
	memcpy(&saved, bytes, n);
	live = tcn_malloc(sizeof *live);
	if (!live)
		return TCN_NOMEM;
	load(live, &saved, rule);
	rc = tcn_life_find(life, live->group) ? TCN_CORRUPT : enrol(life, live);
	if (rc) {
		tcn_free(live);
		return rc;
	}
	*out = live;
	return TCN_OK;
}
