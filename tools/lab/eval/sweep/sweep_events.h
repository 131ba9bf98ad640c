/*
 * tools/lab/eval/sweep/sweep_events.h - which alerts of different points are
 * about one thing.
 *
 * This is single-pass clustering of alerts by the items they share. Alerts are
 * taken in the order they fired, whichever point they are of. Each item that an
 * alert counted is then owned by that alert's event. A later alert belongs to
 * the event that owns most of its items, when these are at least half of what
 * it counted, or of what the event's first alert counted (a wider window counts
 * more items of the same thing). Otherwise it begins an event of its own. An
 * event is *stable* when most points detect it, and *marginal* when about half
 * of them do: there the setting decides.
 *
 * Cost: O(items counted by all alerts).
 */
#ifndef TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_EVENTS_H
#define TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_EVENTS_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/lab/eval/sweep/sweep_point.h"

struct tcn_sweep_event {
	int64_t first_ms, last_ms; /* first and last time a point fired it */
	size_t points_n; /* points that detect it */
	double share; /* of all points */
	size_t first_n; /* items its first alert counted */
	size_t point, alert; /* its first alert; see tcn_sweep_events_show() */
};

struct tcn_sweep_events {
	struct tcn_sweep_event *at; /* by first_ms */
	size_t n, cap;
	uint32_t **of; /* [point][alert]: its event */
	uint8_t *fired; /* a bit for each event and point: it detects it */
	size_t points_n;
};

/*
 * Finds the events of finished points; items is how many the stream had. Call
 * tcn_sweep_events_fini() in every case.
 */
void tcn_sweep_events_find(const struct tcn_sweep_point *points,
    size_t points_n, uint64_t items, struct tcn_sweep_events *events);
void tcn_sweep_events_fini(struct tcn_sweep_events *events);

/* Whether the point detects the event. */
bool tcn_sweep_events_fired(const struct tcn_sweep_events *events, size_t event,
    size_t point);

/* Shows the events that this point detects by its own alerts from now on. */
void tcn_sweep_events_show(struct tcn_sweep_events *events,
    const struct tcn_sweep_point *points, size_t point);

#endif
