#include "tools/lab/eval/csv.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "engine/base/utf8.h"
#include "tools/intake/input/input_file.h"

enum tcn_rc
tcn_csv_refuse(const struct tcn_csv *csv, const struct tcn_csv_cell *cell,
    const char *fmt, ...)
{
	va_list args;
	char text[400];

	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	tcn_err_at(csv->err, csv->name, cell->line, cell->column);
	return tcn_err_set(csv->err, TCN_INVALID, "%s", text);
}

static void
end_line(struct tcn_csv *csv)
{
	csv->line++;
	csv->line_at = csv->at;
}

static struct tcn_csv_cell
cell_here(const struct tcn_csv *csv)
{
	return (struct tcn_csv_cell){
		.line = csv->line,
		.column = (unsigned long)(csv->at - csv->line_at) + 1,
	};
}

/*
 * Reads a quoted cell, "a ""word""", into the arena; csv->at then is behind the
 * closing quote.
 */
static enum tcn_rc
read_quoted(struct tcn_csv *csv, struct tcn_csv_cell *cell)
{
	struct tcn_buf text = { 0 };
	bool closed = false;

	for (csv->at++; !closed && csv->at < csv->end; csv->at++) {
		if (*csv->at == '"' && csv->at + 1 < csv->end &&
		    csv->at[1] == '"')
			csv->at++;
		else if (*csv->at == '"')
			closed = true;
		if (closed)
			continue;
		tcn_buf_char(&text, *csv->at);
		if (*csv->at == '\n') {
			csv->line++;
			csv->line_at = csv->at + 1;
		}
	}
	tcn_arena_str(csv->arena, tcn_buf_view(&text), &cell->text);
	tcn_buf_fini(&text);
	if (!closed)
		return tcn_csv_refuse(csv, cell, "this quote has no end");
	while (csv->at < csv->end && (*csv->at == ' ' || *csv->at == '\r'))
		csv->at++;
	if (csv->at < csv->end && *csv->at != csv->separator &&
	    *csv->at != '\n')
		return tcn_csv_refuse(csv, cell,
		    "something stands behind the closing quote; write a "
		    "quote inside quotes twice");
	return TCN_OK;
}

static enum tcn_rc
read_cell(struct tcn_csv *csv, struct tcn_csv_cell *cell)
{
	const char *from;

	while (csv->at < csv->end && *csv->at == ' ')
		csv->at++;
	*cell = cell_here(csv);
	if (csv->at < csv->end && *csv->at == '"')
		return read_quoted(csv, cell);
	for (from = csv->at; csv->at < csv->end && *csv->at != csv->separator &&
	     *csv->at != '\n';)
		csv->at++;
	cell->text =
	    tcn_str_trim((struct tcn_str){ from, (size_t)(csv->at - from) });
	return TCN_OK;
}

/* Passes over empty lines and comments. */
static void
skip_blank(struct tcn_csv *csv)
{
	while (csv->at < csv->end) {
		const char *to =
		    memchr(csv->at, '\n', (size_t)(csv->end - csv->at));
		struct tcn_str line = { csv->at,
			(size_t)((to ? to : csv->end) - csv->at) };

		line = tcn_str_trim(line);
		if (line.n && line.at[0] != '#')
			return;
		csv->at = to ? to + 1 : csv->end;
		end_line(csv);
	}
}

enum tcn_rc
tcn_csv_row(struct tcn_csv *csv)
{
	skip_blank(csv);
	csv->cells_n = 0;
	if (csv->at == csv->end)
		return TCN_DONE;
	for (;;) {
		struct tcn_csv_cell *cell = &csv->cells[csv->cells_n];
		enum tcn_rc rc;

		if (csv->cells_n == TCN_CSV_CELLS_MAX)
			return tcn_csv_refuse(csv,
			    &csv->cells[TCN_CSV_CELLS_MAX - 1],
			    "over %d columns", TCN_CSV_CELLS_MAX - 1);
		rc = read_cell(csv, cell);
		if (rc)
			return rc;
		csv->cells_n++;
		if (csv->at == csv->end || *csv->at == '\n')
			break;
		csv->at++;
	}
	if (csv->at < csv->end)
		csv->at++;
	end_line(csv);
	return TCN_OK;
}

/*
 * Takes as separator whichever of comma, semicolon and tab comes first in the
 * first line.
 */
static void
find_separator(struct tcn_csv *csv)
{
	csv->separator = ',';
	skip_blank(csv);
	for (const char *at = csv->at; at < csv->end && *at != '\n'; at++)
		if (strchr(",;\t", *at)) {
			csv->separator = *at;
			return;
		}
}

enum tcn_rc
tcn_csv_open(struct tcn_csv *csv, const char *name, struct tcn_str text,
    struct tcn_arena *arena, struct tcn_err *err)
{
	assert(csv && name && arena && err);
	*csv = (struct tcn_csv){
		.name = name,
		.arena = arena,
		.err = err,
		.at = text.at,
		.end = text.at + text.n,
		.line_at = text.at,
		.line = 1,
	};
	tcn_err_at(err, name, 0, 0);
	if (!tcn_utf8_valid(text))
		return tcn_err_set(err, TCN_INVALID,
		    "%s is not UTF-8; save it as such", name);
	if (text.n >= 3 && memcmp(text.at, "\xef\xbb\xbf", 3) == 0)
		csv->at = csv->line_at = text.at + 3;
	find_separator(csv);
	return TCN_OK;
}

struct tcn_csv_cell
tcn_csv_cell(const struct tcn_csv *csv, int place)
{
	if (place >= 0 && (size_t)place < csv->cells_n)
		return csv->cells[place];
	return (struct tcn_csv_cell){ { "", 0 }, csv->cells[0].line, 0 };
}

bool
tcn_csv_is(const struct tcn_csv_cell *cell, const char *word)
{
	return cell->text.n == strlen(word) &&
	    strncasecmp(cell->text.at, word, cell->text.n) == 0;
}

/* Reads all of a file, at most TCN_CSV_BYTES_MAX bytes of it. */
static enum tcn_rc
read_bytes(struct tcn_input_file *bytes, const char *what, struct tcn_buf *all,
    struct tcn_err *err)
{
	char part[4096];
	enum tcn_rc rc = TCN_OK;

	while (!rc && all->n <= TCN_CSV_BYTES_MAX) {
		size_t got = 0;

		rc = tcn_input_file_read(bytes, part, sizeof part, &got);
		tcn_buf_add(all, part, got);
	}
	if (all->n > TCN_CSV_BYTES_MAX)
		return tcn_err_set(err, TCN_INVALID, "over 1 MiB: this is %s",
		    what);
	return rc == TCN_DONE
	    ? TCN_OK
	    : tcn_err_set(err, rc, "%s", tcn_input_file_error(bytes));
}

enum tcn_rc
tcn_csv_load(const char *path, const char *what, struct tcn_buf *all,
    struct tcn_err *err)
{
	struct tcn_input_file *bytes;
	enum tcn_rc rc = tcn_input_file_open(path, &bytes, err);

	if (rc)
		return rc;
	tcn_err_at(err, path, 0, 0);
	rc = read_bytes(bytes, what, all, err);
	tcn_input_file_close(bytes);
	return rc;
}

void
tcn_csv_put(struct tcn_buf *out, struct tcn_str text)
{
	bool plain = text.n == 0 ||
	    (text.at[0] != ' ' && text.at[0] != '#' &&
		text.at[text.n - 1] != ' ');

	for (size_t i = 0; plain && i < text.n; i++)
		plain = !strchr(",;\t\"\r\n", text.at[i]);
	if (plain) {
		tcn_buf_str(out, text);
		return;
	}
	tcn_buf_char(out, '"');
	for (size_t i = 0; i < text.n; i++) {
		if (text.at[i] == '"')
			tcn_buf_char(out, '"');
		tcn_buf_char(out, text.at[i]);
	}
	tcn_buf_char(out, '"');
}
