/*
 * tools/lab/demo/demo_plan_impl.h - plans which items the stream has, before
 * any is written. Private to tools/lab/demo/demo*.c.
 *
 * The plan is one array of slots, one for each item. A slot has time, source,
 * topic and seeds; writing its line (tools/lab/demo/demo.c) is a function of
 * the slot alone. Two slots with the same facts are of the same story; with the
 * same wording as well, they have the same text.
 */
#ifndef TCN_TOOLS_LAB_DEMO_DEMO_PLAN_IMPL_H
#define TCN_TOOLS_LAB_DEMO_DEMO_PLAN_IMPL_H

#include <stdbool.h>

#include "tools/lab/demo/demo.h"
#include "tools/lab/demo/demo_rng.h"
#include "tools/lab/demo/demo_world_impl.h"

struct tcn_demo_slot {
	int64_t ts_ms;
	uint64_t facts; /* seed of what happened */
	uint32_t wording; /* seed of how it is worded */
	uint32_t order; /* number in the order of planning, for equal times */
	uint16_t source;
	uint16_t story; /* number within its kind, from 1; 0: none */
	uint8_t topic; /* row of its kind's list of topics */
	uint8_t country, town; /* where it happens */
	uint8_t kind; /* enum tcn_demo_kind */
	uint8_t phase; /* of the event: 0 .. TCN_DEMO_PHASES - 1 */
	bool fragment; /* an early report, with few words of the story */
	bool copied; /* a copy of another slot's text */
};

struct tcn_demo_plan {
	const struct tcn_demo_conf *conf;
	const struct tcn_demo_world *world;
	struct tcn_demo_slot *slots;
	size_t n, cap;
	struct tcn_demo_event *events;
	size_t events_n;
};

/* Plans everything; slots are sorted by time, events by their planned start.
 * conf and world must outlive the plan. */
void tcn_demo_plan_make(struct tcn_demo_plan *plan,
    const struct tcn_demo_conf *conf, const struct tcn_demo_world *world);
void tcn_demo_plan_fini(struct tcn_demo_plan *plan);

/* Checks orders and ranges: TCN_INVALID with a sentence in err when something
 * is wrong. O(slots). Asserted when a stream is planned. */
TCN_MUST_USE enum tcn_rc tcn_demo_plan_check(const struct tcn_demo_plan *plan,
    struct tcn_err *err);

/* The name that the rules of a slot's topic begin with: "quake", "weather". */
struct tcn_str tcn_demo_plan_topic(const struct tcn_demo_plan *plan,
    const struct tcn_demo_slot *slot);

#endif
