#include "rules/lifecycle.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "rules/lifecycle_impl.h"
#include "rules/rule.h"

enum {
	LANGUAGE_ITEMS_MIN = 2, /* items that make a language join */
	PUBLISHERS_FACTOR = 2, /* growth in publishers that is reported */
	PUBLISHERS_RECOUNT = 16, /* a share of the items: see set_recount() */
};

void
tcn_lifecycle_init(struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_conf *conf)
{
	assert(conf->quiet_ms >= 0 && conf->reopen_ms >= 0);
	*lifecycle = (struct tcn_lifecycle){ .conf = *conf };
}

static void
free_all(struct tcn_lifecycle_heap *heap)
{
	for (size_t i = 0; i < heap->n; i++)
		tcn_lifecycle_free_entry(heap->at[i]);
	tcn_mem_free(heap->at);
}

void
tcn_lifecycle_fini(struct tcn_lifecycle *lifecycle)
{
	free_all(&lifecycle->active);
	free_all(&lifecycle->closed);
	tcn_map_fini(&lifecycle->by_id);
	tcn_map_fini(&lifecycle->by_rule_group);
	tcn_map_fini(&lifecycle->by_group);
	tcn_map_fini(&lifecycle->latest);
	tcn_mem_free(lifecycle->gone.at);
}

const struct tcn_event *
tcn_lifecycle_event(const struct tcn_lifecycle_entry *entry)
{
	return &entry->event;
}

bool
tcn_lifecycle_is_pending(const struct tcn_lifecycle_entry *entry)
{
	return entry->pending != 0;
}

uint64_t
tcn_lifecycle_entry_rule(const struct tcn_lifecycle_entry *entry)
{
	return entry->rule_key;
}

uint64_t
tcn_lifecycle_entry_group(const struct tcn_lifecycle_entry *entry)
{
	return entry->own.group;
}

/* The day of the earliest item and a hash that no known event has there. */
static void
set_id(const struct tcn_lifecycle *lifecycle, struct tcn_event *event,
    uint64_t id_key)
{
	time_t day = (time_t)(event->first_ms / 1000);
	uint64_t hash = id_key;
	struct tm tm;

	if (!gmtime_r(&day, &tm))
		tm = (struct tm){ .tm_year = 70, .tm_mday = 1 };
	do {
		hash =
		    XXH3_64bits_withSeed(event->rule.at, event->rule.n, hash);
		snprintf(event->id, sizeof event->id, "%04u%02u%02u-%010llx",
		    (unsigned)(tm.tm_year + 1900) % 10000,
		    (unsigned)tm.tm_mon + 1, (unsigned)tm.tm_mday,
		    (unsigned long long)(hash >> 24));
	} while (tcn_map_find(&lifecycle->by_id, tcn_lifecycle_row_id(event)));
}

static void
set_counts(struct tcn_lifecycle_entry *entry,
    const struct tcn_lifecycle_counts *counts)
{
	struct tcn_event *event = &entry->event;

	event->first_ms = counts->first_ms;
	event->last_ms = counts->last_ms;
	event->items = counts->items;
	event->origins = counts->origins;
	event->publishers = counts->publishers;
	event->central = counts->central;
	event->languages = counts->languages;
	entry->reported = counts->items;
	entry->reported_publishers = counts->publishers;
	entry->steps |= counts->steps;
	if (counts->severity > event->severity)
		event->severity = counts->severity;
}

/*
 * Sets how many more items could make a change worth reporting: an item adds
 * one at the most. Publishers grow slowly in a large event, so for their sake
 * it is counted again only after a 16th of its items. A step of escalation is
 * never missed.
 */
static void
set_recount(const struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry,
    const struct tcn_lifecycle_counts *counts)
{
	double items = ceil(entry->reported * lifecycle->conf.update_factor) -
	    counts->items - counts->ahead;
	double publishers =
	    (double)PUBLISHERS_FACTOR * entry->reported_publishers -
	    counts->publishers - counts->ahead;
	double share = counts->items / PUBLISHERS_RECOUNT;
	double after = fmin(items, fmax(publishers, share));
	double step = (double)counts->next_step - counts->ahead;

	if (counts->next_step)
		after = fmin(after, step);

	entry->uncounted = 0;
	entry->recount_after = (uint32_t)fmin(fmax(after, 1), 1e9);
}

struct tcn_lifecycle_entry *
tcn_lifecycle_open(struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_opening *o)
{
	struct tcn_lifecycle_entry *entry =
	    tcn_mem_calloc(1, sizeof *entry + o->rule.n);

	assert(o->rule_key == tcn_rule_key(o->rule));
	assert(!tcn_lifecycle_find(lifecycle, o->rule_key, o->group));
	memcpy(entry->name, o->rule.at, o->rule.n);
	entry->rule_key = o->rule_key;
	entry->own =
	    (struct tcn_lifecycle_link){ .entry = entry, .group = o->group };
	entry->came_ms = entry->until_ms = INT64_MIN;
	entry->opened_seq = o->seq;
	entry->keep_ms = o->keep_ms;
	entry->last_item_ms = o->counts.last_ms;
	entry->dirty = true;
	entry->event = (struct tcn_event){
		.rule = { entry->name, o->rule.n },
		.severity = o->severity,
		.kind = o->kind,
		.story = tcn_lifecycle_group_is_story(o->group) ? o->group : 0,
		.revision = 1,
		.state = TCN_EVENT_OPEN,
		.fired_ms = o->now_ms,
		.changed_ms = o->now_ms,
	};
	if (o->split_from)
		snprintf(entry->event.split_from,
		    sizeof entry->event.split_from, "%s", o->split_from);
	set_counts(entry, &o->counts);
	set_recount(lifecycle, entry, &o->counts);
	set_id(lifecycle, &entry->event, o->id_key);
	/* Its group is free, as asserted above, and it has no other. */
	(void)!tcn_lifecycle_enter(lifecycle, entry);
	return entry;
}

/* The record of a language, a new one if there is room, or NULL. */
static struct tcn_lifecycle_language *
find_lang(struct tcn_lifecycle_entry *entry, const char *code)
{
	for (uint32_t i = 0; i < entry->langs_n; i++)
		if (strncmp(entry->langs[i].code, code,
			sizeof entry->langs[i].code) == 0)
			return &entry->langs[i];
	if (!*code || entry->langs_n == TCN_LIFECYCLE_LANGUAGES)
		return NULL;
	strncpy(entry->langs[entry->langs_n].code, code,
	    sizeof entry->langs->code - 1);
	return &entry->langs[entry->langs_n++];
}

void
tcn_lifecycle_add_language(struct tcn_lifecycle_entry *entry, const char *lang)
{
	struct tcn_lifecycle_language *at = find_lang(entry, lang);

	if (at)
		at->items = LANGUAGE_ITEMS_MIN;
}

void
tcn_lifecycle_join_language(struct tcn_lifecycle_entry *entry, const char *lang)
{
	struct tcn_lifecycle_language *at = find_lang(entry, lang);

	/* One that a single item came in gives way. */
	for (uint32_t i = 0; !at && *lang && i < entry->langs_n; i++)
		if (entry->langs[i].items < LANGUAGE_ITEMS_MIN) {
			at = &entry->langs[i];
			memset(at, 0, sizeof *at);
			strncpy(at->code, lang, sizeof at->code - 1);
		}
	if (!at || at->items >= LANGUAGE_ITEMS_MIN)
		return;
	at->items = LANGUAGE_ITEMS_MIN;
	entry->pending |= TCN_EVENT_CHANGE_LANGUAGE;
	entry->dirty = true;
}

void
tcn_lifecycle_note_merged(struct tcn_lifecycle_entry *entry)
{
	assert(tcn_lifecycle_is_active(entry));
	entry->pending |= TCN_EVENT_CHANGE_MERGED;
	entry->dirty = true;
}

bool
tcn_lifecycle_add_item(struct tcn_lifecycle_entry *entry, int64_t ts_ms,
    const char *lang)
{
	struct tcn_lifecycle_language *at = find_lang(entry, lang);

	assert(tcn_lifecycle_is_active(entry));
	entry->dirty = true;
	if (ts_ms > entry->last_item_ms)
		entry->last_item_ms = ts_ms;
	if (at && at->items < LANGUAGE_ITEMS_MIN &&
	    ++at->items == LANGUAGE_ITEMS_MIN)
		entry->pending |= TCN_EVENT_CHANGE_LANGUAGE;
	entry->uncounted++;
	return entry->uncounted >= entry->recount_after || entry->pending;
}

unsigned
tcn_lifecycle_changed(const struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry,
    const struct tcn_lifecycle_counts *counts)
{
	unsigned why = entry->pending;

	if (counts->items >= entry->reported * lifecycle->conf.update_factor)
		why |= TCN_EVENT_CHANGE_GREW;
	if (counts->publishers >=
	    PUBLISHERS_FACTOR * entry->reported_publishers)
		why |= TCN_EVENT_CHANGE_PUBLISHERS;
	if (counts->steps & ~entry->steps)
		why |= TCN_EVENT_CHANGE_ESCALATED;
	set_recount(lifecycle, entry, counts);
	entry->dirty = true;
	return why;
}

void
tcn_lifecycle_update(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, int64_t now_ms, unsigned why,
    const struct tcn_lifecycle_counts *counts)
{
	int64_t first_ms = entry->event.first_ms;
	bool was_active = tcn_lifecycle_is_active(entry);

	set_counts(entry, counts);
	if (first_ms < entry->event.first_ms)
		entry->event.first_ms = first_ms;
	set_recount(lifecycle, entry, counts);
	entry->pending = 0;
	entry->dirty = true;
	entry->event.why = why;
	entry->event.revision++;
	entry->event.changed_ms = now_ms;
	if (was_active) {
		entry->event.state = TCN_EVENT_UPDATED;
		return;
	}
	tcn_lifecycle_unschedule(lifecycle, entry);
	entry->event.state = TCN_EVENT_REOPENED;
	if (counts->last_ms > entry->last_item_ms)
		entry->last_item_ms = counts->last_ms;
	tcn_lifecycle_schedule(lifecycle, entry);
}

bool
tcn_lifecycle_may_reopen(const struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_entry *entry, int64_t now_ms)
{
	return !tcn_lifecycle_is_active(entry) &&
	    now_ms - entry->event.changed_ms < lifecycle->conf.reopen_ms;
}

/* Deadlines of events that items have moved back are put right here. */
struct tcn_lifecycle_entry *
tcn_lifecycle_next_quiet(struct tcn_lifecycle *lifecycle, int64_t now_ms,
    int64_t *quiet_ms)
{
	while (lifecycle->active.n &&
	    now_ms >= lifecycle->active.at[0]->due_ms) {
		struct tcn_lifecycle_entry *first = lifecycle->active.at[0];

		*quiet_ms = tcn_lifecycle_quiet_ms(lifecycle, first);
		if (first->due_ms == *quiet_ms)
			return first;
		tcn_lifecycle_reschedule(lifecycle, first);
	}
	return NULL;
}

void
tcn_lifecycle_close(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, int64_t now_ms,
    struct tcn_lifecycle_entry *into, struct tcn_event *event)
{
	assert(tcn_lifecycle_is_active(entry) && entry != into);
	tcn_lifecycle_pass_latest(lifecycle, entry, into);
	tcn_lifecycle_unschedule(lifecycle, entry);
	entry->event.revision++;
	entry->event.state = TCN_EVENT_CLOSED;
	entry->event.why = into ? TCN_EVENT_CHANGE_MERGED : 0;
	entry->event.changed_ms = now_ms;
	if (entry->last_item_ms > entry->event.last_ms)
		entry->event.last_ms = entry->last_item_ms;
	entry->pending = 0;
	entry->dirty = true;
	tcn_lifecycle_schedule(lifecycle, entry);
	*event = entry->event;
	if (into) {
		memcpy(event->merged_into, into->event.id,
		    sizeof event->merged_into);
		tcn_lifecycle_move_groups(lifecycle, entry, into);
	}
}

void
tcn_lifecycle_expire(struct tcn_lifecycle *lifecycle, int64_t now_ms)
{
	while (lifecycle->closed.n && now_ms >= lifecycle->closed.at[0]->due_ms)
		tcn_lifecycle_forget(lifecycle, lifecycle->closed.at[0]);
}
