/*
 * tools/eval/sweep/sweep_history_text.c - writes a history for the terminal and
 * as JSON.
 */
#include <inttypes.h>
#include <math.h>

#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/eval/sweep/sweep_history.h"

/* "1 h 20 min", or nothing. */
static const char *
span_text(double minutes, char span[TCN_WHEN_BYTES + 1])
{
	if (isnan(minutes))
		return "";
	if (minutes < 0) {
		tcn_when_span((int64_t)(-minutes * 60000), span + 1);
		span[0] = '-';
		return span;
	}
	return tcn_when_span((int64_t)(minutes * 60000), span);
}

static void
put_points(const struct tcn_sweep_history *history, struct tcn_buf *out)
{
	char a[TCN_WHEN_BYTES + 1], b[TCN_WHEN_BYTES + 1],
	    c[TCN_WHEN_BYTES + 1];

	tcn_buf_printf(out,
	    "  %-12s  found  others/day  alerts/day  again  %13s %13s %13s\n",
	    tcn_sweep_axis_name(history->sweep->conf.grid->axes), "from start",
	    "from crossing", "90 % within");
	for (size_t i = 0; i < history->points_n; i++) {
		const struct tcn_sweep_history_point *p = &history->points[i];
		struct tcn_str value = tcn_sweep_history_value(history, i);

		tcn_buf_printf(out,
		    "%c %-12.*s %3zu/%-3zu %9.2f  %10.2f  %5zu  %13s %13s "
		    "%13s\n",
		    i == history->base ? '*' : ' ', TCN_STR_ARG(value),
		    p->found, history->events_n, p->others_per_day,
		    p->alerts_per_day, p->repeats, span_text(p->from_start, a),
		    span_text(p->delay, b), span_text(p->delay_p90, c));
	}
}

static void
put_events(const struct tcn_sweep_history *history, struct tcn_buf *out)
{
	for (size_t i = 0; i < history->events_n; i++) {
		const struct tcn_sweep_history_event *e = &history->events[i];
		const struct tcn_known_event *known =
		    &history->known->events[e->event];
		char when[TCN_WHEN_BYTES];

		tcn_buf_z(out, "    ");
		for (size_t p = 0; p < history->points_n; p++)
			tcn_buf_char(out,
			    tcn_sweep_history_found(history, p, e->event)
				? '#'
				: '.');
		tcn_buf_printf(out, "  %s  ",
		    tcn_when_day(known->start_ms, when));
		tcn_safe_terminal(out, known->name);
		if (known->crossed_ms == INT64_MIN)
			tcn_buf_printf(out,
			    " (at most %" PRIu64 " items at once)",
			    known->most);
		tcn_buf_char(out, '\n');
	}
}

void
tcn_sweep_history_text(const struct tcn_sweep_history *history,
    struct tcn_buf *out)
{
	put_points(history, out);
	tcn_buf_z(out,
	    "others: alerts about no known event; again: about one that was "
	    "detected before;\ndelays: medians, from the start of an event "
	    "and from the item that made it large\nenough; *: the settings as "
	    "they are\n\nEach event by these points, from the fewest alerts "
	    "to the most (#: detected):\n");
	put_events(history, out);
}

/* ---- JSON ---- */

static void
json_minutes(struct tcn_buf *out, const char *key, double minutes)
{
	if (isnan(minutes))
		tcn_json_null(out, key);
	else
		tcn_json_rounded(out, key, minutes, 1);
}

static void
json_point(const struct tcn_sweep_history *history, size_t i,
    struct tcn_buf *out)
{
	const struct tcn_sweep_history_point *p = &history->points[i];

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "value", tcn_sweep_history_value(history, i));
	tcn_json_uint(out, "found", p->found);
	tcn_json_rounded(out, "recall",
	    (double)p->found / (double)history->events_n, 4);
	tcn_json_uint(out, "alerts", p->alerts);
	tcn_json_rounded(out, "alerts_per_day", p->alerts_per_day, 4);
	tcn_json_uint(out, "others", p->others);
	tcn_json_rounded(out, "others_per_day", p->others_per_day, 4);
	tcn_json_uint(out, "repeats", p->repeats);
	json_minutes(out, "from_start_min", p->from_start);
	json_minutes(out, "from_crossing_min", p->delay);
	json_minutes(out, "from_crossing_p90_min", p->delay_p90);
	tcn_json_close(out, '}');
}

static void
json_event(const struct tcn_sweep_history *history,
    const struct tcn_sweep_history_event *e, struct tcn_buf *out)
{
	const struct tcn_known_event *known = &history->known->events[e->event];

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "name", known->name);
	tcn_json_time(out, "start", known->start_ms);
	tcn_json_uint(out, "items", known->items);
	tcn_json_bool(out, "crossed", known->crossed_ms != INT64_MIN);
	tcn_json_open(out, "from_start_min", '[');
	for (size_t p = 0; p < history->points_n; p++)
		json_minutes(out, NULL,
		    history->delays[p * history->events_n + e->event]);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
}

void
tcn_sweep_history_json(const struct tcn_sweep_history *history,
    struct tcn_buf *out)
{
	const struct tcn_sweep *sweep = history->sweep;

	tcn_json_open(out, NULL, '{');
	tcn_json_uint(out, "items", sweep->items);
	tcn_json_time(out, "from", sweep->first_ms);
	tcn_json_time(out, "to", sweep->last_ms);
	tcn_json_rounded(out, "days", history->days, 3);
	tcn_json_str(out, "setting", tcn_str(sweep->conf.grid->axes->row->key));
	tcn_json_open(out, "points", '[');
	for (size_t i = 0; i < history->points_n; i++)
		json_point(history, i, out);
	tcn_json_close(out, ']');
	tcn_json_open(out, "known", '[');
	for (size_t i = 0; i < history->events_n; i++)
		json_event(history, &history->events[i], out);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}
