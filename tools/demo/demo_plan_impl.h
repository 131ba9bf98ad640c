/*
 * tools/demo/demo_plan_impl.h - which items the stream has, before any is
 * written.
 *
 * The plan is one array of slots. A slot says when, who, what about and from
 * which seeds; writing it out (tools/demo/demo.c) is a function of the slot
 * alone. Two slots with the same facts tell the same story; with the same
 * wording as well, they hold the same text.
 */
#ifndef TCN_TOOLS_DEMO_DEMO_PLAN_IMPL_H
#define TCN_TOOLS_DEMO_DEMO_PLAN_IMPL_H

#include <stdbool.h>

#include "tools/demo/demo.h"
#include "tools/demo/demo_rng.h"
#include "tools/demo/demo_world_impl.h"

struct tcn_demo_slot {
	int64_t ts_ms;
	uint64_t facts;
	uint32_t wording;
	uint32_t order; /* arrival in the plan, for ties of time */
	uint16_t source;
	uint16_t story; /* number within its kind, from 1; 0: none */
	uint8_t topic; /* which row of its kind's list of topics */
	uint8_t country, town; /* where it happens */
	uint8_t kind; /* enum tcn_demo_kind */
	uint8_t phase;
	bool fragment; /* an early headline that knows little */
	bool copied; /* a copy of a text another slot holds as well */
};

struct tcn_demo_plan {
	const struct tcn_demo_conf *conf;
	const struct tcn_demo_world *world;
	struct tcn_demo_slot *slots;
	size_t n, cap;
	struct tcn_demo_event *events;
	size_t events_n;
};

/* Plans everything; slots are sorted by time, events by their first item. */
TCN_MUST_USE enum tcn_rc tcn_demo_plan_make(struct tcn_demo_plan *plan,
    const struct tcn_demo_conf *conf, const struct tcn_demo_world *world);
void tcn_demo_plan_fini(struct tcn_demo_plan *plan);

/* The rule name a topic's sentences begin with ("quake", "weather"). */
struct tcn_str tcn_demo_plan_topic(const struct tcn_demo_plan *plan,
    const struct tcn_demo_slot *slot);

/* For the parts of the plan. */
TCN_MUST_USE enum tcn_rc tcn_demo_plan_add(struct tcn_demo_plan *plan,
    const struct tcn_demo_slot *slot);
TCN_MUST_USE enum tcn_rc tcn_demo_plan_events(struct tcn_demo_plan *plan);
uint16_t tcn_demo_plan_source(const struct tcn_demo_plan *plan,
    enum tcn_demo_lang lang, struct tcn_demo_rng *rng);
/* Fills in `n` different sources of a language; returns how many there are. */
uint32_t tcn_demo_plan_sources(const struct tcn_demo_plan *plan,
    enum tcn_demo_lang lang, struct tcn_demo_rng *rng, uint16_t *sources,
    uint32_t n);

#endif
