/*
 * tools/eval/sweep/sweep_history.h - what a list of remembered events costs in
 * alerts, over the range of one setting.
 *
 * A sweep of one axis (a threshold) with known events (tools/eval/known.h) is
 * worked out point by point: how many of the events are detected, how long
 * after their start and after the item that crossed, and how many alerts a day
 * are about none of them. Points stand in the order of the latter, so that they
 * are a curve: what does one more event cost?
 *
 * The writers (terminal, JSON, HTML) only read it. Call order: make, read,
 * fini. Memory: 8 bytes for each point and event.
 */
#ifndef TCN_TOOLS_EVAL_SWEEP_SWEEP_HISTORY_H
#define TCN_TOOLS_EVAL_SWEEP_SWEEP_HISTORY_H

#include "engine/base/buf.h"
#include "tools/eval/sweep/sweep.h"

/* Delays are in minutes; NaN where there are none. */
struct tcn_sweep_history_point {
	size_t point; /* of the grid */
	size_t found; /* events detected */
	size_t alerts, others, repeats; /* others: about no known event */
	double alerts_per_day, others_per_day;
	double from_start; /* median */
	double delay, delay_p90; /* from the item that crossed */
};

struct tcn_sweep_history_event {
	size_t event; /* of the list */
	size_t found; /* by how many points */
};

struct tcn_sweep_history {
	const struct tcn_sweep *sweep;
	struct tcn_known *known;
	double days; /* from the first item to the last */
	struct tcn_sweep_history_point *points; /* fewest other alerts first */
	size_t points_n;
	size_t base; /* the point of the settings as they are; SIZE_MAX: none */
	struct tcn_sweep_history_event *events; /* found most often first */
	size_t events_n;
	/* Minutes from the start, by point as above and event of the list;
	 * NaN: missed. */
	double *delays;
};

/*
 * Works out the history of a finished sweep, which has known events and an
 * axis; both must outlive it. Call fini in every case.
 */
TCN_MUST_USE enum tcn_rc tcn_sweep_history_make(const struct tcn_sweep *sweep,
    struct tcn_sweep_history *history);
void tcn_sweep_history_fini(struct tcn_sweep_history *history);

/*
 * Works out one point by itself, from a table of known events that was just
 * compared with its alerts (tcn_sweep_known_match) and the days from the first
 * item to the last. delays: minutes from the start by event, NaN: missed.
 */
void tcn_sweep_history_figures(const struct tcn_known *known, double days,
    struct tcn_sweep_history_point *point, double *delays);

/* The value of the setting at a point of the history. */
struct tcn_str tcn_sweep_history_value(const struct tcn_sweep_history *history,
    size_t point);

/* Whether the point (of the history) detects the event (of the list). */
bool tcn_sweep_history_found(const struct tcn_sweep_history *history,
    size_t point, size_t event);

/* The writers. Nothing fails: look at out->failed afterwards. */
void tcn_sweep_history_text(const struct tcn_sweep_history *history,
    struct tcn_buf *out);
void tcn_sweep_history_json(const struct tcn_sweep_history *history,
    struct tcn_buf *out);
void tcn_sweep_history_html(const struct tcn_sweep_history *history,
    struct tcn_buf *out);

#endif
