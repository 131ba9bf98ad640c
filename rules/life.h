/*
 * rules/life.h - events that are alive: opened, told again, closed.
 *
 *     (none) --fires--> open --doubled--> updated --quiet--> closed
 *                          \________________________________/
 *
 * Every step on that way is a revision, counted from 1. An event's id is
 * made of what was known when it fired and of nothing that came later or
 * depends on the order of arrival: the UTC day of its earliest item and a
 * hash of that item's article key and the rule's name. "Earliest" goes by
 * date, then by key.
 */
#ifndef TCN_RULES_LIFE_H
#define TCN_RULES_LIFE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/map.h"
#include "engine/rc.h"
#include "engine/record.h"

struct tcn_life_conf {
	int64_t quiet_ms; /* closed this long after its last item */
	double update_factor; /* told again when it has grown by this, > 1 */
};

/* What an event was found to hold at a moment. */
struct tcn_life_counts {
	int64_t first_ms, last_ms;
	uint32_t items, origins, publishers;
	uint64_t central; /* seq */
};

struct tcn_live; /* one living event */

struct tcn_life {
	struct tcn_life_conf conf;
	struct tcn_live **events; /* in the order they opened */
	size_t events_n, events_cap;
	struct tcn_map by_group; /* story id or leader seq -> tcn_live */
	int64_t due_ms; /* no event goes quiet before this */
};

void tcn_life_init(struct tcn_life *life, const struct tcn_life_conf *conf);
void tcn_life_fini(struct tcn_life *life);

/* The living event of this group (a story's id; any number), or NULL. */
struct tcn_live *tcn_life_find(const struct tcn_life *life, uint64_t group);

/* The event as a record; terms and evidence are left empty. */
const struct tcn_event *tcn_live_event(const struct tcn_live *live);

/*
 * Opens the group's event. id_key: of the earliest item counted. The group
 * must have none. TCN_NOMEM changes nothing.
 */
TCN_MUST_USE enum tcn_rc tcn_life_open(struct tcn_life *life, uint64_t group,
    struct tcn_str rule, uint64_t story, uint64_t id_key, int64_t now_ms,
    const struct tcn_life_counts *counts, struct tcn_live **live);

/* Sees another item of the event; it is not quiet. */
void tcn_life_touch(struct tcn_live *live, int64_t ts_ms);

/* Is this many items enough of a change to tell? */
bool tcn_life_grown(const struct tcn_life *life, const struct tcn_live *live,
    uint32_t items);

/* Tells it again: the next revision, updated. */
void tcn_life_update(struct tcn_live *live, int64_t now_ms,
    const struct tcn_life_counts *counts);

/*
 * The group `from` is now part of `into`: its event moves along, unless that
 * one has its own. Then the event of `from` is to be closed by the caller:
 * returned, still alive.
 */
TCN_MUST_USE enum tcn_rc tcn_life_merge(struct tcn_life *life, uint64_t from,
    uint64_t into, struct tcn_live **superseded);

/*
 * An event that went quiet at or before now_ms and the moment it did, or
 * NULL: the one quiet first. O(1) until the next deadline is due.
 */
struct tcn_live *tcn_life_quiet(struct tcn_life *life, int64_t now_ms,
    int64_t *quiet_ms);

/* The last revision, closed; *event is its record, the life forgets it. */
void tcn_life_close(struct tcn_life *life, struct tcn_live *live,
    int64_t now_ms, struct tcn_event *event);

uint64_t tcn_live_group(const struct tcn_live *live);

/* Appends a living event to buf, for the next start; and back. */
void tcn_live_save(const struct tcn_live *live, struct tcn_buf *buf);
TCN_MUST_USE enum tcn_rc tcn_life_restore(struct tcn_life *life,
    const void *bytes, size_t n, struct tcn_str rule, struct tcn_live **live);

#endif
