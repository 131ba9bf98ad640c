/*
 * tools/eval/known_csv.c - the table of known events, as a spreadsheet saves
 * it.
 *
 * RFC 4180 with what people do to it: the separator is a comma, a semicolon
 * or a tab, whichever comes first in the first line; that line names the
 * columns, in any order; empty lines and those that begin with '#' are passed
 * over. Cost: O(bytes).
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "tools/conf/conf_value.h"
#include "tools/eval/known.h"
#include "tools/input/input_file.h"

#define TABLE_MAX ((size_t)1024 * 1024) /* bytes */

enum column {
	C_NAME,
	C_START,
	C_PATTERN,
	C_WITHIN,
	C_UNTIL,
	C_COLUMNS
};

static const char *const names[C_COLUMNS] = { "name", "start", "pattern",
	"within", "until" };

enum {
	CELLS_MAX = 64
};

struct cell {
	struct tcn_str text;
	unsigned long line, column;
};

struct reader {
	struct tcn_known *known;
	const char *name; /* of the file */
	struct tcn_err *err;
	const char *at, *end;
	const char *line_at; /* where the line begins */
	unsigned long line;
	char separator;
	struct cell cells[CELLS_MAX]; /* of one row */
	size_t cells_n;
	int places[C_COLUMNS]; /* index of its cell; -1: the table lacks it */
};

static enum tcn_rc TCN_PRINTF(3, 4)
    refuse(struct reader *r, const struct cell *cell, const char *fmt, ...)
{
	va_list args;
	char text[400];

	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	tcn_err_at(r->err, r->name, cell->line, cell->column);
	return tcn_err_set(r->err, TCN_INVALID, "%s", text);
}

static void
end_line(struct reader *r)
{
	r->line++;
	r->line_at = r->at;
}

static struct cell
cell_here(const struct reader *r)
{
	return (struct cell){
		.line = r->line,
		.column = (unsigned long)(r->at - r->line_at) + 1,
	};
}

/*
 * Reads a quoted cell, "a ""word""", into the arena; r->at then is behind the
 * closing quote.
 */
static enum tcn_rc
read_quoted(struct reader *r, struct cell *cell)
{
	struct tcn_buf text = { 0 };
	bool closed = false;

	for (r->at++; !closed && r->at < r->end; r->at++) {
		if (*r->at == '"' && r->at + 1 < r->end && r->at[1] == '"')
			r->at++;
		else if (*r->at == '"')
			closed = true;
		if (closed)
			continue;
		tcn_buf_char(&text, *r->at);
		if (*r->at == '\n') {
			r->line++;
			r->line_at = r->at + 1;
		}
	}
	if (text.failed ||
	    !tcn_arena_str(&r->known->arena, tcn_buf_view(&text),
		&cell->text)) {
		tcn_buf_fini(&text);
		return TCN_NOMEM;
	}
	tcn_buf_fini(&text);
	if (!closed)
		return refuse(r, cell, "this quote has no end");
	while (r->at < r->end && (*r->at == ' ' || *r->at == '\r'))
		r->at++;
	if (r->at < r->end && *r->at != r->separator && *r->at != '\n')
		return refuse(r, cell,
		    "something stands behind the closing quote; write a "
		    "quote inside quotes twice");
	return TCN_OK;
}

static enum tcn_rc
read_cell(struct reader *r, struct cell *cell)
{
	const char *from;

	while (r->at < r->end && *r->at == ' ')
		r->at++;
	*cell = cell_here(r);
	if (r->at < r->end && *r->at == '"')
		return read_quoted(r, cell);
	for (from = r->at;
	     r->at < r->end && *r->at != r->separator && *r->at != '\n';)
		r->at++;
	cell->text =
	    tcn_str_trim((struct tcn_str){ from, (size_t)(r->at - from) });
	return TCN_OK;
}

/* Passes over empty lines and comments. */
static void
skip_blank(struct reader *r)
{
	while (r->at < r->end) {
		const char *to = memchr(r->at, '\n', (size_t)(r->end - r->at));
		struct tcn_str line = { r->at,
			(size_t)((to ? to : r->end) - r->at) };

		line = tcn_str_trim(line);
		if (line.n && line.at[0] != '#')
			return;
		r->at = to ? to + 1 : r->end;
		end_line(r);
	}
}

/* Reads the next row's cells; TCN_DONE behind the last row. */
static enum tcn_rc
read_row(struct reader *r)
{
	skip_blank(r);
	r->cells_n = 0;
	if (r->at == r->end)
		return TCN_DONE;
	for (;;) {
		struct cell *cell = &r->cells[r->cells_n];
		enum tcn_rc rc;

		if (r->cells_n == CELLS_MAX)
			return refuse(r, &r->cells[CELLS_MAX - 1],
			    "over %d columns", CELLS_MAX - 1);
		rc = read_cell(r, cell);
		if (rc)
			return rc;
		r->cells_n++;
		if (r->at == r->end || *r->at == '\n')
			break;
		r->at++;
	}
	if (r->at < r->end)
		r->at++;
	end_line(r);
	return TCN_OK;
}

/*
 * Takes as separator whichever of comma, semicolon and tab comes first in the
 * first line.
 */
static void
find_separator(struct reader *r)
{
	r->separator = ',';
	skip_blank(r);
	for (const char *at = r->at; at < r->end && *at != '\n'; at++)
		if (strchr(",;\t", *at)) {
			r->separator = *at;
			return;
		}
}

static bool
is_named(struct tcn_str text, const char *name)
{
	return text.n == strlen(name) &&
	    strncasecmp(text.at, name, text.n) == 0;
}

static enum tcn_rc
read_header(struct reader *r)
{
	enum tcn_rc rc = read_row(r);

	for (int i = 0; i < C_COLUMNS; i++)
		r->places[i] = -1;
	for (size_t c = 0; !rc && c < r->cells_n; c++) {
		const struct cell *cell = &r->cells[c];
		int i = 0;

		while (i < C_COLUMNS && !is_named(cell->text, names[i]))
			i++;
		if (i == C_COLUMNS)
			return refuse(r, cell,
			    "no column is called '%.*s'; the first line names "
			    "the columns: name,start,pattern,within,until",
			    (int)(cell->text.n < 40 ? cell->text.n : 40),
			    cell->text.at);
		r->places[i] = (int)c;
	}
	if (rc == TCN_DONE)
		return tcn_err_set(r->err, TCN_INVALID,
		    "%s is empty; its first line names the columns: "
		    "name,start,pattern,within,until",
		    r->name);
	for (int i = C_NAME; !rc && i <= C_PATTERN; i++)
		if (r->places[i] < 0)
			return refuse(r, &r->cells[0],
			    "the column '%s' is missing", names[i]);
	return rc;
}

/* Returns the cell of a column; an empty one when the row is shorter. */
static struct cell
cell_of(const struct reader *r, enum column column)
{
	int place = r->places[column];

	if (place >= 0 && (size_t)place < r->cells_n)
		return r->cells[place];
	return (struct cell){ { "", 0 }, r->cells[0].line, 0 };
}

/* Reads a date: RFC 3339 as everywhere, or a day, or "day hh:mm" in UTC. */
static enum tcn_rc
read_date(struct reader *r, const struct cell *cell, int64_t *ms)
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
	return refuse(r, cell,
	    "'%.*s' is no date; write it as 2026-03-03 04:40 (UTC) or "
	    "2026-03-03T04:40:00+01:00",
	    (int)(t.n < 40 ? t.n : 40), t.at);
}

static enum tcn_rc
read_span(struct reader *r, const struct cell *cell, int64_t *ms)
{
	static const struct tcn_conf_row row = { "within", TCN_CONF_DURATION, 0,
		"24h", "1m", "400d", NULL, NULL };
	struct tcn_err why = { 0 };

	if (tcn_conf_value_read(&row, cell->text, ms, &r->known->arena, &why))
		return refuse(r, cell, "%s", why.text);
	return TCN_OK;
}

/* Works out the times between which the event is looked for. */
static enum tcn_rc
read_times(struct reader *r, struct tcn_known_event *event)
{
	struct cell start = cell_of(r, C_START), within = cell_of(r, C_WITHIN);
	struct cell until = cell_of(r, C_UNTIL);
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
		rc = refuse(r, &until, "the event ends before it starts");
	return rc;
}

static enum tcn_rc
read_pattern(struct reader *r, struct tcn_known_event *event)
{
	struct cell cell = cell_of(r, C_PATTERN);
	struct tcn_err why = { 0 };
	enum tcn_rc rc = tcn_pattern_new(cell.text, TCN_PATTERN_CASELESS,
	    &event->pattern, &why);

	return rc == TCN_INVALID ? refuse(r, &cell, "%s", why.text) : rc;
}

static enum tcn_rc
read_event(struct reader *r)
{
	struct tcn_known *known = r->known;
	struct tcn_known_event *event;
	struct cell name = cell_of(r, C_NAME);
	enum tcn_rc rc;

	if (!name.text.n)
		return refuse(r, &r->cells[0], "this event has no name");
	if (known->n == TCN_KNOWN_MAX)
		return refuse(r, &r->cells[0], "over %d events", TCN_KNOWN_MAX);
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
	return rc ? rc : read_pattern(r, event);
}

enum tcn_rc
tcn_known_parse(struct tcn_known *known, const char *name, struct tcn_str csv,
    struct tcn_err *err)
{
	struct reader r = {
		.known = known,
		.name = name,
		.err = err,
		.at = csv.at,
		.end = csv.at + csv.n,
		.line_at = csv.at,
		.line = 1,
	};
	enum tcn_rc rc;

	tcn_err_at(err, name, 0, 0);
	if (!tcn_utf8_valid(csv))
		return tcn_err_set(err, TCN_INVALID,
		    "%s is not UTF-8; save it as such", name);
	if (csv.n >= 3 && memcmp(csv.at, "\xef\xbb\xbf", 3) == 0)
		r.at = r.line_at = csv.at + 3;
	find_separator(&r);
	rc = read_header(&r);
	while (!rc) {
		rc = read_row(&r);
		if (!rc)
			rc = read_event(&r);
	}
	return rc == TCN_DONE ? TCN_OK : rc;
}

/* Reads all of a file, at most TABLE_MAX bytes of it. */
static enum tcn_rc
read_bytes(struct tcn_input_file *bytes, struct tcn_buf *all,
    struct tcn_err *err)
{
	char part[4096];
	enum tcn_rc rc = TCN_OK;

	while (!rc && all->n <= TABLE_MAX) {
		size_t got = 0;

		rc = tcn_input_file_read(bytes, part, sizeof part, &got);
		tcn_buf_add(all, part, got);
	}
	if (all->failed || rc == TCN_NOMEM)
		return TCN_NOMEM;
	if (all->n > TABLE_MAX)
		return tcn_err_set(err, TCN_INVALID,
		    "over 1 MiB: this is no list of events");
	return rc == TCN_DONE
	    ? TCN_OK
	    : tcn_err_set(err, rc, "%s", tcn_input_file_error(bytes));
}

enum tcn_rc
tcn_known_read(struct tcn_known *known, const char *path, struct tcn_err *err)
{
	struct tcn_buf all = { 0 };
	struct tcn_input_file *bytes;
	enum tcn_rc rc = tcn_input_file_open(path, &bytes, err);

	if (rc)
		return rc;
	tcn_err_at(err, path, 0, 0);
	rc = read_bytes(bytes, &all, err);
	if (!rc)
		rc = tcn_known_parse(known, path,
		    (struct tcn_str){ all.n ? all.at : "", all.n }, err);
	tcn_input_file_close(bytes);
	tcn_buf_fini(&all);
	return rc;
}
