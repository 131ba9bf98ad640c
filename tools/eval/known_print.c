/*
 * tools/eval/known_print.c - what became of known events, and what else fired.
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/base/duration.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/eval/known.h"

#define OTHERS_SHOWN 20 /* to a person; the JSON has them all */

static size_t
detected_n(const struct tcn_known *known)
{
	size_t n = 0;

	for (size_t i = 0; i < known->n; i++)
		n += known->events[i].alert != SIZE_MAX;
	return n;
}

static size_t
others_n(const struct tcn_known *known)
{
	size_t n = 0;

	for (size_t i = 0; i < known->alerts_n; i++)
		n += known->alerts[i].event == TCN_KNOWN_MAX;
	return n;
}

static double
days(const struct tcn_known *known)
{
	int64_t ms = known->last_ms - known->first_ms;

	return known->first_ms == INT64_MIN || ms <= 0
	    ? 1
	    : (double)ms / (double)TCN_DAY_MS;
}

/* Writes a delay, "14 min after its start". */
static void
add_delay(struct tcn_buf *out, int64_t ms, const char *what)
{
	char span[TCN_WHEN_BYTES];

	if (ms == 0) {
		tcn_buf_printf(out, "at %s", what);
		return;
	}
	tcn_buf_printf(out, "%s %s %s", tcn_when_span(ms < 0 ? -ms : ms, span),
	    ms < 0 ? "before" : "after", what);
}

static void
text_detected(const struct tcn_known *known,
    const struct tcn_known_event *event, struct tcn_buf *out)
{
	const struct tcn_known_alert *alert = &known->alerts[event->alert];

	tcn_buf_z(out, "            ");
	add_delay(out, alert->fired_ms - event->start_ms, "its start");
	if (event->crossed_ms != INT64_MIN) {
		char what[48];

		snprintf(what, sizeof what, "matching item %" PRIu64,
		    known->count + 1);
		tcn_buf_z(out, ", ");
		add_delay(out, alert->fired_ms - event->crossed_ms, what);
	}
	tcn_buf_printf(out, ": %s ", alert->id.at);
	tcn_safe_terminal(out, alert->title);
	if (event->repeats)
		tcn_buf_printf(out, "; repeated %" PRIu64 " times",
		    event->repeats);
	tcn_buf_char(out, '\n');
}

static void
text_missed(const struct tcn_known *known, const struct tcn_known_event *event,
    struct tcn_buf *out)
{
	char when[TCN_WHEN_BYTES], span[TCN_WHEN_BYTES];

	tcn_buf_printf(out,
	    "            %" PRIu64 " items match, at most %s%" PRIu64
	    " inside %s",
	    event->items, event->crossed_ms == INT64_MIN ? "" : "more than ",
	    event->crossed_ms == INT64_MIN ? event->most : known->count,
	    tcn_when_span(known->window_ms, span));
	if (event->crossed_ms != INT64_MIN)
		tcn_buf_printf(out, ", first at %s",
		    tcn_when_short(event->crossed_ms, when));
	tcn_buf_z(out,
	    event->items ? "; see tocsin explain --why-not\n"
			 : "; is the pattern right?\n");
}

static void
text_others(const struct tcn_known *known, struct tcn_buf *out)
{
	size_t n = others_n(known), shown = 0;
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "%zu other alerts, %.2f a day\n", n,
	    (double)n / days(known));
	for (size_t i = 0; i < known->alerts_n && shown < OTHERS_SHOWN; i++) {
		const struct tcn_known_alert *alert = &known->alerts[i];

		if (alert->event != TCN_KNOWN_MAX)
			continue;
		shown++;
		tcn_buf_printf(out, "  %s  %s  ",
		    tcn_when_short(alert->fired_ms, when), alert->id.at);
		tcn_safe_terminal(out, alert->title);
		tcn_buf_char(out, '\n');
	}
	if (n > shown)
		tcn_buf_printf(out, "  ... and %zu more\n", n - shown);
}

void
tcn_known_text(const struct tcn_known *known, struct tcn_buf *out)
{
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "%zu of %zu known events detected\n",
	    detected_n(known), known->n);
	for (size_t i = 0; i < known->n; i++) {
		const struct tcn_known_event *event = &known->events[i];
		bool found = event->alert != SIZE_MAX;

		tcn_buf_printf(out, "  %s  %s  ",
		    found ? "detected" : "MISSED  ",
		    tcn_when_short(event->start_ms, when));
		tcn_safe_terminal(out, event->name);
		tcn_buf_char(out, '\n');
		if (found)
			text_detected(known, event, out);
		else
			text_missed(known, event, out);
		if (tcn_pattern_given_up(event->pattern))
			tcn_buf_printf(out,
			    "            the pattern is so costly that %" PRIu64
			    " texts were given up; make it simpler\n",
			    tcn_pattern_given_up(event->pattern));
	}
	text_others(known, out);
}

static void
json_alert(const struct tcn_known_alert *alert, struct tcn_buf *out)
{
	tcn_json_str(out, "event", alert->id);
	tcn_json_seconds(out, "fired_at", alert->fired_ms);
	tcn_json_str(out, "title", alert->title);
}

static void
json_event(const struct tcn_known *known, const struct tcn_known_event *event,
    struct tcn_buf *out)
{
	bool found = event->alert != SIZE_MAX;

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "name", event->name);
	tcn_json_seconds(out, "start", event->start_ms);
	tcn_json_uint(out, "items", event->items);
	tcn_json_uint(out, "most_in_window", event->most);
	tcn_json_time(out, "crossed_at", event->crossed_ms);
	tcn_json_bool(out, "detected", found);
	if (found) {
		const struct tcn_known_alert *alert =
		    &known->alerts[event->alert];

		json_alert(alert, out);
		tcn_json_rounded(out, "min_after_start",
		    (double)(alert->fired_ms - event->start_ms) / TCN_MINUTE_MS,
		    1);
		if (event->crossed_ms != INT64_MIN)
			tcn_json_rounded(out, "min_after_crossing",
			    (double)(alert->fired_ms - event->crossed_ms) /
				TCN_MINUTE_MS,
			    1);
	}
	tcn_json_uint(out, "repeats", event->repeats);
	tcn_json_close(out, '}');
}

void
tcn_known_json(const struct tcn_known *known, const char *key,
    struct tcn_buf *out)
{
	tcn_json_open(out, key, '{');
	tcn_json_uint(out, "known", known->n);
	tcn_json_uint(out, "detected", detected_n(known));
	tcn_json_rounded(out, "other_alerts_per_day",
	    (double)others_n(known) / days(known), 2);
	tcn_json_open(out, "events", '[');
	for (size_t i = 0; i < known->n; i++)
		json_event(known, &known->events[i], out);
	tcn_json_close(out, ']');
	tcn_json_open(out, "other_alerts", '[');
	for (size_t i = 0; i < known->alerts_n; i++) {
		if (known->alerts[i].event != TCN_KNOWN_MAX)
			continue;
		tcn_json_open(out, NULL, '{');
		json_alert(&known->alerts[i], out);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
}
