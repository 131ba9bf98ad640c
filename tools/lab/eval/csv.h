/*
 * tools/lab/eval/csv.h - a table of text, row by row, as a spreadsheet saves
 * it.
 *
 * RFC 4180 with what people do to it: the separator is a comma, a semicolon or
 * a tab, whichever comes first in the first line; empty lines and those that
 * begin with '#' are passed over; cells are trimmed; a byte order mark is
 * passed over. What the columns are called and mean is the caller's concern.
 *
 * Call order: open; row until it does not return TCN_OK. There is nothing to
 * close. Cells point into the text, or, where they were quoted, into the
 * caller's arena. Cost: O(bytes).
 */
#ifndef TCN_TOOLS_LAB_EVAL_CSV_H
#define TCN_TOOLS_LAB_EVAL_CSV_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

enum {
	TCN_CSV_CELLS_MAX = 64, /* of one row; one more is refused */
	TCN_CSV_BYTES_MAX = 1024 * 1024, /* of a file */
};

struct tcn_csv_cell {
	struct tcn_str text;
	unsigned long line, column; /* column 0: the row has no such cell */
};

struct tcn_csv {
	struct tcn_csv_cell cells[TCN_CSV_CELLS_MAX]; /* of the row */
	size_t cells_n;

	const char *name; /* of the file, for errors */
	struct tcn_arena *arena;
	struct tcn_err *err;
	const char *at, *end;
	const char *line_at; /* where the line begins */
	unsigned long line;
	char separator;
};

/*
 * Begins to read a table. All arguments must outlive it; errors name `name`.
 * TCN_INVALID: it is no UTF-8.
 */
TCN_MUST_USE enum tcn_rc tcn_csv_open(struct tcn_csv *csv, const char *name,
    struct tcn_str text, struct tcn_arena *arena, struct tcn_err *err);

/*
 * Reads the next row; TCN_DONE behind the last. TCN_INVALID: err names the
 * place and what to mend.
 */
TCN_MUST_USE enum tcn_rc tcn_csv_row(struct tcn_csv *csv);

/* A cell of the row by its place; an empty one where the row is shorter, or
 * where place is below 0. */
struct tcn_csv_cell tcn_csv_cell(const struct tcn_csv *csv, int place);

/* Whether the cell is this ASCII word, in any case. */
bool tcn_csv_is(const struct tcn_csv_cell *cell, const char *word);

/* Fills in err with the cell's place, and returns TCN_INVALID. */
enum tcn_rc tcn_csv_refuse(const struct tcn_csv *csv,
    const struct tcn_csv_cell *cell, const char *fmt, ...) TCN_PRINTF(3, 4);

/*
 * Reads all of a file, plain or packed, of at most TCN_CSV_BYTES_MAX bytes.
 * what is said of a longer one: "this is no list of events".
 */
TCN_MUST_USE enum tcn_rc tcn_csv_load(const char *path, const char *what,
    struct tcn_buf *all, struct tcn_err *err);

/* Appends a cell as RFC 4180 has it: in quotes where it needs them. */
void tcn_csv_put(struct tcn_buf *out, struct tcn_str text);

#endif
