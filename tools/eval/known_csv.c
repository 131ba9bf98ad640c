/*
 * tools/eval/known_csv.c - the table of known events, as a spreadsheet saves
 * it.
 *
 * The first line names the columns, in any order. Cost: O(bytes).
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/conf/conf_value.h"
#include "tools/eval/csv.h"
#include "tools/eval/known.h"

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
	if (!event)
		return TCN_NOMEM;
	known->events = event;
	event += known->n;
	*event = (struct tcn_known_event){
		.crossed_ms = INT64_MIN,
		.alert = SIZE_MAX,
		.times = tcn_mem_calloc(known->count + 1, sizeof *event->times),
	};
	known->n++;
	if (!event->times ||
	    !tcn_arena_str(&known->arena, name.text, &event->name))
		return TCN_NOMEM;
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
