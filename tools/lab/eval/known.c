#include "tools/lab/eval/known.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/conf/conf_value.h"
#include "tools/lab/eval/csv.h"

/* An item is about an event; the links of one item form a list. */
struct tcn_known_link {
	uint32_t event, next; /* the next link's index, plus 1; 0: the end */
};

void
tcn_known_init(struct tcn_known *known, uint64_t count, int64_t window_ms)
{
	*known = (struct tcn_known){
		.count = count,
		.window_ms = window_ms,
		.first_ms = INT64_MIN,
		.last_ms = INT64_MIN,
	};
	tcn_arena_init(&known->arena, 0);
}

void
tcn_known_fini(struct tcn_known *known)
{
	for (size_t i = 0; i < known->n; i++) {
		tcn_pattern_free(known->events[i].pattern);
		tcn_mem_free(known->events[i].times);
	}
	tcn_mem_free(known->events);
	tcn_mem_free(known->links);
	tcn_mem_free(known->alerts);
	tcn_map_fini(&known->about);
	tcn_arena_fini(&known->arena);
	*known = (struct tcn_known){ 0 };
}

/*
 * Counts the item for the event. A ring of the latest count + 1 times says
 * whether that many lie within the window.
 */
static void
count_item(const struct tcn_known *known, struct tcn_known_event *event,
    int64_t ts_ms)
{
	size_t ring = known->count + 1, n;

	event->times[event->items++ % ring] = ts_ms;
	n = event->items < ring ? event->items : ring;
	while (n > 1 &&
	    event->times[(event->items - n) % ring] < ts_ms - known->window_ms)
		n--;
	if (n > event->most)
		event->most = n;
	if (n == ring && event->crossed_ms == INT64_MIN)
		event->crossed_ms = ts_ms;
}

void
tcn_known_item(struct tcn_known *known, uint64_t item, int64_t ts_ms,
    struct tcn_str title)
{
	if (known->first_ms == INT64_MIN || ts_ms < known->first_ms)
		known->first_ms = ts_ms;
	if (ts_ms > known->last_ms)
		known->last_ms = ts_ms;
	for (size_t i = 0; i < known->n; i++) {
		struct tcn_known_event *event = &known->events[i];
		struct tcn_known_link *links;
		uint64_t *head;

		if (ts_ms < event->from_ms || ts_ms > event->until_ms ||
		    !tcn_pattern_matches(event->pattern, title))
			continue;
		count_item(known, event, ts_ms);
		links = tcn_mem_grow(known->links, &known->links_cap,
		    known->links_n + 1, sizeof *links);
		known->links = links;
		tcn_map_put(&known->about, item, &head, NULL);
		links[known->links_n] =
		    (struct tcn_known_link){ (uint32_t)i, (uint32_t)*head };
		*head = ++known->links_n;
	}
}

static bool
is_about(const struct tcn_known *known, uint64_t item, size_t event)
{
	const uint64_t *head = tcn_map_find(&known->about, item);
	uint32_t at = head ? (uint32_t)*head : 0;

	while (at && known->links[at - 1].event != event)
		at = known->links[at - 1].next;
	return at != 0;
}

/* Returns the event that most of the items, and more than half, are about. */
static uint32_t
event_of(const struct tcn_known *known, int64_t fired_ms, const uint64_t *items,
    size_t n)
{
	uint32_t best = TCN_KNOWN_MAX;
	size_t most = n / 2;

	for (size_t i = 0; i < known->n; i++) {
		const struct tcn_known_event *event = &known->events[i];
		size_t about = 0;

		if (fired_ms < event->from_ms || fired_ms > event->until_ms)
			continue;
		for (size_t k = 0; k < n; k++)
			about += is_about(known, items[k], i);
		if (about <= most)
			continue;
		most = about;
		best = (uint32_t)i;
	}
	return best;
}

void
tcn_known_alert(struct tcn_known *known, struct tcn_str id,
    struct tcn_str title, int64_t fired_ms, const uint64_t *items, size_t n)
{
	struct tcn_known_alert *alerts = tcn_mem_grow(known->alerts,
	    &known->alerts_cap, known->alerts_n + 1, sizeof *alerts);
	struct tcn_known_alert *alert;

	assert(items || n == 0);
	known->alerts = alerts;
	alert = &alerts[known->alerts_n];
	*alert = (struct tcn_known_alert){
		.fired_ms = fired_ms,
		.event = event_of(known, fired_ms, items, n),
	};
	tcn_arena_str(&known->arena, id, &alert->id);
	tcn_arena_str(&known->arena, title, &alert->title);
	if (alert->event != TCN_KNOWN_MAX) {
		struct tcn_known_event *event = &known->events[alert->event];

		if (event->alert == SIZE_MAX)
			event->alert = known->alerts_n;
		else
			event->repeats++;
	}
	known->alerts_n++;
}

void
tcn_known_reset_alerts(struct tcn_known *known)
{
	known->alerts_n = 0;
	for (size_t i = 0; i < known->n; i++) {
		known->events[i].alert = SIZE_MAX;
		known->events[i].repeats = 0;
	}
}

/*
 * The table of known events, as a spreadsheet saves it.
 *
 * The first line names the columns, in any order. Cost: O(bytes).
 */

enum column {
	C_NAME,
	C_START,
	C_PATTERN,
	C_WITHIN,
	C_UNTIL,
	C_LEAST,
	C_COLUMNS
};

static const char *const names[C_COLUMNS] = { "name", "start", "pattern",
	"within", "until", "least" };

struct reader {
	struct tcn_known *known;
	struct tcn_csv csv;
	int places[C_COLUMNS]; /* index of its cell; -1: the table lacks it */
};

static enum tcn_rc
read_header(struct reader *r)
{
	enum tcn_rc rc = tcn_csv_row(&r->csv);

	for (int i = 0; i < C_COLUMNS; i++)
		r->places[i] = -1;
	for (size_t c = 0; !rc && c < r->csv.cells_n; c++) {
		const struct tcn_csv_cell *cell = &r->csv.cells[c];
		int i = 0;

		while (i < C_COLUMNS && !tcn_csv_is(cell, names[i]))
			i++;
		if (i == C_COLUMNS)
			return tcn_csv_refuse(&r->csv, cell,
			    "no column is called '%.*s'; the first line names "
			    "the columns: name,start,pattern,within,until,"
			    "least",
			    (int)(cell->text.n < 40 ? cell->text.n : 40),
			    cell->text.at);
		r->places[i] = (int)c;
	}
	if (rc == TCN_DONE)
		return tcn_err_set(r->csv.err, TCN_INVALID,
		    "%s is empty; its first line names the columns: "
		    "name,start,pattern,within,until,least",
		    r->csv.name);
	for (int i = C_NAME; !rc && i <= C_PATTERN; i++)
		if (r->places[i] < 0)
			return tcn_csv_refuse(&r->csv, &r->csv.cells[0],
			    "the column '%s' is missing", names[i]);
	return rc;
}

/* Returns the cell of a column; an empty one when the row is shorter. */
static struct tcn_csv_cell
cell_of(const struct reader *r, enum column column)
{
	return tcn_csv_cell(&r->csv, r->places[column]);
}

/* Reads a date: RFC 3339 as everywhere, or a day, or "day hh:mm" in UTC. */
static enum tcn_rc
read_date(struct reader *r, const struct tcn_csv_cell *cell, int64_t *ms)
{
	char full[40];
	struct tcn_str t = cell->text;
	struct tcn_err why = { 0 };

	if (tcn_date_parse(t, ms, NULL) == TCN_OK)
		return TCN_OK;
	if (t.n == 10)
		snprintf(full, sizeof full, "%.10sT00:00:00Z", t.at);
	else if (t.n == 16)
		snprintf(full, sizeof full, "%.10sT%.5s:00Z", t.at, t.at + 11);
	else if (t.n == 19)
		snprintf(full, sizeof full, "%.10sT%.8sZ", t.at, t.at + 11);
	else
		full[0] = '\0';
	if (full[0] && tcn_date_parse(tcn_str(full), ms, &why) == TCN_OK)
		return TCN_OK;
	return tcn_csv_refuse(&r->csv, cell,
	    "'%.*s' is no date; write it as 2026-03-03 04:40 (UTC) or "
	    "2026-03-03T04:40:00+01:00",
	    (int)(t.n < 40 ? t.n : 40), t.at);
}

static enum tcn_rc
read_span(struct reader *r, const struct tcn_csv_cell *cell, int64_t *ms)
{
	static const struct tcn_conf_row row = { "within", TCN_CONF_DURATION, 0,
		"24h", "1m", "400d", NULL, NULL };
	struct tcn_err why = { 0 };

	if (tcn_conf_value_read(&row, cell->text, ms, &r->known->arena, &why))
		return tcn_csv_refuse(&r->csv, cell, "%s", why.text);
	return TCN_OK;
}

/* Works out the times between which the event is looked for. */
static enum tcn_rc
read_times(struct reader *r, struct tcn_known_event *event)
{
	struct tcn_csv_cell start = cell_of(r, C_START),
			    within = cell_of(r, C_WITHIN);
	struct tcn_csv_cell until = cell_of(r, C_UNTIL);
	int64_t span_ms = TCN_DAY_MS;
	enum tcn_rc rc = read_date(r, &start, &event->start_ms);

	if (!rc && within.text.n)
		rc = read_span(r, &within, &span_ms);
	event->from_ms = event->start_ms - span_ms;
	event->until_ms = event->start_ms + span_ms;
	if (rc || !until.text.n)
		return rc;
	rc = read_date(r, &until, &event->until_ms);
	if (!rc && event->until_ms <= event->start_ms)
		rc = tcn_csv_refuse(&r->csv, &until,
		    "the event ends before it starts");
	return rc;
}

/* Reads more than how many items the event must have. */
static enum tcn_rc
read_least(struct reader *r, struct tcn_known_event *event)
{
	static const struct tcn_conf_row row = { "least", TCN_CONF_COUNT, 0,
		"30", "0", "1000000", NULL, NULL };
	struct tcn_csv_cell cell = cell_of(r, C_LEAST);
	struct tcn_err why = { 0 };

	event->least = TCN_KNOWN_LEAST;
	if (cell.text.n &&
	    tcn_conf_value_read(&row, cell.text, &event->least,
		&r->known->arena, &why))
		return tcn_csv_refuse(&r->csv, &cell, "%s", why.text);
	return TCN_OK;
}

static enum tcn_rc
read_pattern(struct reader *r, struct tcn_known_event *event)
{
	struct tcn_csv_cell cell = cell_of(r, C_PATTERN);
	struct tcn_err why = { 0 };
	enum tcn_rc rc = tcn_pattern_new(cell.text, TCN_PATTERN_CASELESS,
	    &event->pattern, &why);

	return rc == TCN_INVALID
	    ? tcn_csv_refuse(&r->csv, &cell, "%s", why.text)
	    : rc;
}

static enum tcn_rc
read_event(struct reader *r)
{
	struct tcn_known *known = r->known;
	struct tcn_known_event *event;
	struct tcn_csv_cell name = cell_of(r, C_NAME);
	enum tcn_rc rc;

	if (!name.text.n)
		return tcn_csv_refuse(&r->csv, &r->csv.cells[0],
		    "this event has no name");
	if (known->n == TCN_KNOWN_MAX)
		return tcn_csv_refuse(&r->csv, &r->csv.cells[0],
		    "over %d events", TCN_KNOWN_MAX);
	event = tcn_mem_grow(known->events, &known->cap, known->n + 1,
	    sizeof *event);
	known->events = event;
	event += known->n;
	*event = (struct tcn_known_event){
		.crossed_ms = INT64_MIN,
		.alert = SIZE_MAX,
		.times = tcn_mem_calloc(known->count + 1, sizeof *event->times),
	};
	known->n++;
	tcn_arena_str(&known->arena, name.text, &event->name);
	rc = read_times(r, event);
	if (!rc)
		rc = read_least(r, event);
	return rc ? rc : read_pattern(r, event);
}

enum tcn_rc
tcn_known_parse(struct tcn_known *known, const char *name, struct tcn_str csv,
    struct tcn_err *err)
{
	struct reader r = { .known = known };
	enum tcn_rc rc = tcn_csv_open(&r.csv, name, csv, &known->arena, err);

	if (!rc)
		rc = read_header(&r);
	while (!rc) {
		rc = tcn_csv_row(&r.csv);
		if (!rc)
			rc = read_event(&r);
	}
	return rc == TCN_DONE ? TCN_OK : rc;
}

enum tcn_rc
tcn_known_read(struct tcn_known *known, const char *path, struct tcn_err *err)
{
	struct tcn_buf all = { 0 };
	enum tcn_rc rc = tcn_csv_load(path, "no list of events", &all, err);

	if (!rc)
		rc = tcn_known_parse(known, path,
		    (struct tcn_str){ all.n ? all.at : "", all.n }, err);
	tcn_buf_fini(&all);
	return rc;
}

/*
 * What became of known events, and what else fired.
 */

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
