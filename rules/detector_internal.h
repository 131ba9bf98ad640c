/*
 * rules/detector_internal.h - the detector's parts, for rules/detector*.c only.
 */
#ifndef TCN_RULES_DETECTOR_INTERNAL_H
#define TCN_RULES_DETECTOR_INTERNAL_H

#include "engine/arena.h"
#include "rules/detector.h"
#include "window/recent.h"

struct tcn_detector {
	struct tcn_detector_conf conf;
	struct tcn_window *window;
	struct tcn_life life;
	struct tcn_recent keys; /* seq -> article key, for event ids */
	struct tcn_recent members; /* seq -> group, of "similar" events */
	uint64_t *saved; /* groups that have a row in the store */
	size_t saved_n, saved_cap;
	struct tcn_near_hits hits;
	struct tcn_arena arena; /* what changes point to; reset each step */
	struct tcn_event *events;
	size_t events_n, events_cap;
	struct tcn_story_verdict verdict; /* of this step, when judged */
	bool judged;
};

#endif
