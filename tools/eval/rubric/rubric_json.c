/*
 * Rows as JSON, and back; bars.
 */
#include <math.h>

#include "engine/base/json_value.h"
#include "tools/base/file.h"
#include "tools/base/json_in.h"
#include "tools/base/json_out.h"
#include "tools/eval/rubric/rubric.h"

#define DIGITS 9

/* --- writing --- */

static void
put_row(const struct tcn_rubric_row *row, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "stream", row->stream);
	tcn_json_str(out, "name", row->name);
	tcn_json_str(out, "part", tcn_str(tcn_rubric_part_name(row->part)));
	tcn_json_open(out, "measures", '{');
	for (int m = 0; m < TCN_RUBRIC_MEASURES; m++) {
		if (!(row->tally.of[m] > 0))
			continue;
		tcn_json_open(out,
		    tcn_rubric_measure_name((enum tcn_rubric_measure)m), '[');
		tcn_json_rounded(out, NULL, row->tally.sum[m], DIGITS);
		tcn_json_rounded(out, NULL, row->tally.of[m], DIGITS);
		tcn_json_close(out, ']');
	}
	tcn_json_close(out, '}');
	tcn_json_str(out, "notes", row->notes);
	tcn_json_close(out, '}');
}

static enum tcn_rc
put_totals(const struct tcn_rubric_rows *rows, unsigned parts, const char *key,
    struct tcn_buf *out)
{
	enum tcn_rc rc = TCN_OK;

	tcn_json_open(out, key, '{');
	for (int m = 0; m < TCN_RUBRIC_MEASURES && !rc; m++) {
		enum tcn_rubric_measure measure = (enum tcn_rubric_measure)m;
		struct tcn_rubric_total total;

		rc = tcn_rubric_total(rows, parts, measure, &total);
		if (rc || !total.of)
			continue;
		tcn_json_open(out, tcn_rubric_measure_name(measure), '{');
		tcn_json_rounded(out, "value", total.value, DIGITS);
		tcn_json_rounded(out, "low", total.low, DIGITS);
		tcn_json_rounded(out, "high", total.high, DIGITS);
		tcn_json_uint(out, "rows", total.of);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, '}');
	return rc;
}

enum tcn_rc
tcn_rubric_json(const struct tcn_rubric_rows *rows, unsigned parts,
    struct tcn_buf *out)
{
	enum tcn_rc rc = TCN_OK;

	tcn_json_open(out, NULL, '{');
	for (int p = 0; p < TCN_RUBRIC_PARTS && !rc; p++)
		if (parts & 1u << p)
			rc = put_totals(rows, 1u << p,
			    tcn_rubric_part_name((enum tcn_rubric_part)p), out);
	tcn_json_open(out, "rows", '[');
	for (size_t i = 0; i < rows->n; i++)
		if (parts & 1u << rows->at[i].part)
			put_row(&rows->at[i], out);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
	return rc ? rc : out->failed ? TCN_NOMEM : TCN_OK;
}

/* --- reading --- */

static enum tcn_rc
read_json(const char *path, struct tcn_arena *arena,
    struct tcn_json_value *root, struct tcn_err *err)
{
	struct tcn_buf text = { 0 };
	enum tcn_rc rc = tcn_file_read(path, TCN_RUBRIC_FILE_BYTES, &text, err);

	if (!rc) {
		rc = tcn_json_read(tcn_buf_view(&text), arena, root, err);
		tcn_err_at(err, path, 0, err->column);
	}
	tcn_buf_fini(&text);
	return rc;
}

/* The measure of that name; TCN_RUBRIC_MEASURES: none. */
static int
measure_of(struct tcn_str name)
{
	int m = 0;

	while (m < TCN_RUBRIC_MEASURES &&
	    !tcn_str_equal(name,
		tcn_str(tcn_rubric_measure_name((enum tcn_rubric_measure)m))))
		m++;
	return m;
}

/* A measure that this program does not know is passed over. */
static void
take_measures(const struct tcn_json_value *row, struct tcn_rubric_tally *tally)
{
	struct tcn_json_value list = tcn_json_member(row, "measures");

	for (struct tcn_json_value at = tcn_json_first(&list); at.node;
	     at = tcn_json_next(&at)) {
		int m = measure_of(tcn_json_name(&at));
		struct tcn_json_value sum = tcn_json_first(&at), of = sum;

		if (m == TCN_RUBRIC_MEASURES || !sum.node)
			continue;
		of = tcn_json_next(&sum);
		if (!(of.n > 0))
			continue;
		tally->sum[m] = sum.n;
		tally->of[m] = of.n;
	}
}

enum tcn_rc
tcn_rubric_rows_read(const char *path, struct tcn_rubric_rows *rows,
    struct tcn_err *err)
{
	struct tcn_json_value root = { 0 }, list;
	enum tcn_rc rc = read_json(path, &rows->arena, &root, err);

	if (rc)
		return rc;
	list = tcn_json_member(&root, "rows");
	if (list.kind != TCN_JSON_ARRAY)
		return tcn_err_set(err, TCN_INVALID,
		    "there is no list \"rows\": give what 'tocsin-lab judge "
		    "--json' wrote");
	for (struct tcn_json_value at = tcn_json_first(&list); at.node;
	     at = tcn_json_next(&at)) {
		struct tcn_rubric_row *row = tcn_rubric_rows_add(rows);

		if (!row)
			return tcn_err_set(err, TCN_NOMEM, "out of memory");
		row->stream = tcn_json_in_str(&at, "stream");
		row->name = tcn_json_in_str(&at, "name");
		row->notes = tcn_json_in_str(&at, "notes");
		if (tcn_str_equal(tcn_json_in_str(&at, "part"),
			tcn_str(tcn_rubric_part_name(TCN_RUBRIC_HELD))))
			row->part = TCN_RUBRIC_HELD;
		take_measures(&at, &row->tally);
	}
	return TCN_OK;
}

enum tcn_rc
tcn_rubric_bars_read(const char *path, struct tcn_rubric_bars *bars,
    struct tcn_err *err)
{
	struct tcn_arena arena;
	struct tcn_json_value root = { 0 };
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	for (int m = 0; m < TCN_RUBRIC_MEASURES; m++)
		bars->at[m] = NAN;
	rc = read_json(path, &arena, &root, err);
	for (struct tcn_json_value at = tcn_json_first(&root); at.node && !rc;
	     at = tcn_json_next(&at)) {
		struct tcn_str name = tcn_json_name(&at);
		int m = measure_of(name);

		if (m == TCN_RUBRIC_MEASURES)
			rc = tcn_err_set(err, TCN_INVALID,
			    "no measure is called '%.40s'; 'tocsin-lab judge' "
			    "prints them all",
			    name.at);
		else if (at.kind != TCN_JSON_NUMBER)
			rc = tcn_err_set(err, TCN_INVALID,
			    "%.40s: a bar must be a number", name.at);
		else
			bars->at[m] = at.n;
	}
	tcn_arena_fini(&arena);
	return rc;
}
