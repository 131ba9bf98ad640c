#include "tools/lab/eval/rubric/rubric.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/compare.h"
#include "engine/base/json_value.h"
#include "engine/base/mem.h"
#include "engine/base/splitmix.h"
#include "tools/base/file.h"
#include "tools/base/json_in.h"
#include "tools/base/json_out.h"

enum {
	DRAWS = 2000,
	SEED = 18, /* any will do, but always the same */
};

/* How the rows of a measure become one figure. */
enum kind {
	MEAN, /* of the rows' shares */
	POOL, /* all sums together: of lines, an event has few */
	MEDIAN,
};

struct measure {
	const char *name;
	enum kind kind;
	bool more; /* is better */
	double goal; /* what the method asks for; NAN: no bar */
};

static const struct measure measures[TCN_RUBRIC_MEASURES] = {
	[TCN_RUBRIC_FOUND] = { "found", POOL, true, 1 },
	[TCN_RUBRIC_FACTS] = { "facts", MEAN, true, 0.85 },
	[TCN_RUBRIC_LEADING] = { "leading", MEAN, true, 1 },
	[TCN_RUBRIC_LEADING_TIME] = { "leading_time", MEAN, true, 0.9 },
	[TCN_RUBRIC_STALE] = { "superseded", POOL, false, 0 },
	[TCN_RUBRIC_WRONG] = { "wrong", POOL, false, 0 },
	[TCN_RUBRIC_FOREIGN] = { "foreign", POOL, false, 0.02 },
	[TCN_RUBRIC_REPEATED] = { "repeated", POOL, false, 0 },
	[TCN_RUBRIC_STEPS] = { "repeated_steps", POOL, false, 0 },
	[TCN_RUBRIC_BROKEN] = { "broken", POOL, false, 0 },
	[TCN_RUBRIC_FIRST] = { "first", POOL, true, 0.9 },
	[TCN_RUBRIC_DELAY] = { "delay", MEDIAN, false, 10 },
	[TCN_RUBRIC_EVENNESS] = { "evenness", MEAN, false, 0.3 },
	[TCN_RUBRIC_TOLD_AGAIN] = { "told_again", POOL, false, 0 },
	[TCN_RUBRIC_NEVER_TOLD] = { "never_told", MEAN, false, 0.02 },
	[TCN_RUBRIC_ROUGE1] = { "rouge1", MEAN, true, NAN },
	[TCN_RUBRIC_ROUGE2] = { "rouge2", MEAN, true, NAN },
};

const char *
tcn_rubric_measure_name(enum tcn_rubric_measure measure)
{
	return measures[measure].name;
}

/* --- rows --- */

void
tcn_rubric_rows_init(struct tcn_rubric_rows *rows)
{
	*rows = (struct tcn_rubric_rows){ 0 };
	tcn_arena_init(&rows->arena, 0);
}

void
tcn_rubric_rows_fini(struct tcn_rubric_rows *rows)
{
	tcn_mem_free(rows->at);
	tcn_arena_fini(&rows->arena);
}

struct tcn_rubric_row *
tcn_rubric_rows_add(struct tcn_rubric_rows *rows)
{
	struct tcn_rubric_row *at =
	    tcn_mem_grow(rows->at, &rows->cap, rows->n + 1, sizeof *at);

	rows->at = at;
	at[rows->n] = (struct tcn_rubric_row){ .part = TCN_RUBRIC_TUNE };
	return &at[rows->n++];
}

/* --- totals --- */

/* The sums of a row; of two programs in pairs those of each. */
struct pair {
	double sum, of;
	double sum_before, of_before;
};

/* The figure of the rows that were drawn, of now or of before. */
static double
figure_of(enum kind kind, const struct pair *pairs, const size_t *drawn,
    size_t n, bool before, double *room)
{
	double sum = 0, of = 0;
	size_t shares = 0;

	for (size_t i = 0; i < n; i++) {
		const struct pair *p = &pairs[drawn[i]];
		double s = before ? p->sum_before : p->sum;
		double o = before ? p->of_before : p->of;

		if (kind == POOL) {
			sum += s;
			of += o;
			continue;
		}
		room[shares++] = s / o;
		sum += s / o;
		of++;
	}
	if (kind == MEDIAN) {
		if (!shares)
			return 0;
		qsort(room, shares, sizeof *room, tcn_compare_double);
		return (room[(shares - 1) / 2] + room[shares / 2]) / 2;
	}
	return of > 0 ? sum / of : 0;
}

/* Draws as many rows as there are, some of them more than once. */
static void
draw(uint64_t *nth, size_t *drawn, size_t n)
{
	for (size_t i = 0; i < n; i++)
		drawn[i] = (size_t)(((tcn_splitmix(SEED, ++*nth) >> 32) *
					(uint64_t)n) >>
		    32);
}

static void
total_of(enum kind kind, const struct pair *pairs, size_t n, bool paired,
    struct tcn_rubric_total *total)
{
	double *at = tcn_mem_calloc(DRAWS + n, sizeof *at);
	size_t *drawn = tcn_mem_calloc(n + 1, sizeof *drawn);
	double *room = at + DRAWS;
	uint64_t nth = 0;

	*total = (struct tcn_rubric_total){ .of = n };
	for (size_t d = 0; d <= DRAWS && n; d++) {
		double x;

		if (d)
			draw(&nth, drawn, n);
		for (size_t i = 0; i < n && !d; i++)
			drawn[i] = i;
		x = figure_of(kind, pairs, drawn, n, false, room);
		if (paired)
			x -= figure_of(kind, pairs, drawn, n, true, room);
		if (d)
			at[d - 1] = x;
		else
			total->value = x;
	}
	if (n) {
		qsort(at, DRAWS, sizeof *at, tcn_compare_double);
		total->low = at[DRAWS * 25 / 1000];
		total->high = at[DRAWS * 975 / 1000 - 1];
	}
	tcn_mem_free(at);
	tcn_mem_free(drawn);
}

void
tcn_rubric_total(const struct tcn_rubric_rows *rows, unsigned parts,
    enum tcn_rubric_measure measure, struct tcn_rubric_total *total)
{
	struct pair *pairs = tcn_mem_calloc(rows->n + 1, sizeof *pairs);
	size_t n = 0;

	for (size_t i = 0; i < rows->n; i++) {
		const struct tcn_rubric_tally *tally = &rows->at[i].tally;

		if (!(parts & 1u << rows->at[i].part) ||
		    !(tally->of[measure] > 0))
			continue;
		pairs[n].sum = tally->sum[measure];
		pairs[n++].of = tally->of[measure];
	}
	total_of(measures[measure].kind, pairs, n, false, total);
	tcn_mem_free(pairs);
}

static const struct tcn_rubric_row *
same_case(const struct tcn_rubric_rows *rows, const struct tcn_rubric_row *row)
{
	for (size_t i = 0; i < rows->n; i++)
		if (tcn_str_equal(rows->at[i].name, row->name) &&
		    tcn_str_equal(rows->at[i].stream, row->stream))
			return &rows->at[i];
	return NULL;
}

void
tcn_rubric_difference(const struct tcn_rubric_rows *now,
    const struct tcn_rubric_rows *before, unsigned parts,
    enum tcn_rubric_measure measure, struct tcn_rubric_total *difference)
{
	struct pair *pairs = tcn_mem_calloc(now->n + 1, sizeof *pairs);
	size_t n = 0;

	for (size_t i = 0; i < now->n; i++) {
		const struct tcn_rubric_row *old =
		    same_case(before, &now->at[i]);

		if (!old || !(parts & 1u << now->at[i].part) ||
		    !(now->at[i].tally.of[measure] > 0) ||
		    !(old->tally.of[measure] > 0))
			continue;
		pairs[n++] = (struct pair){ now->at[i].tally.sum[measure],
			now->at[i].tally.of[measure], old->tally.sum[measure],
			old->tally.of[measure] };
	}
	total_of(measures[measure].kind, pairs, n, true, difference);
	tcn_mem_free(pairs);
}

/* --- bars --- */

void
tcn_rubric_bars_check(const struct tcn_rubric_bars *bars,
    const struct tcn_rubric_rows *rows, unsigned parts, size_t *failed,
    struct tcn_buf *out)
{
	*failed = 0;
	for (int m = 0; m < TCN_RUBRIC_MEASURES; m++) {
		enum tcn_rubric_measure measure = (enum tcn_rubric_measure)m;
		struct tcn_rubric_total total;
		double over;

		if (isnan(bars->at[m]))
			continue;
		tcn_rubric_total(rows, parts, measure, &total);
		over = measures[m].more ? bars->at[m] - total.value
					: total.value - bars->at[m];
		if (total.of && over <= 1e-9)
			continue;
		++*failed;
		tcn_buf_printf(out, "%s is %.4f; the bar is at %s %.4f\n",
		    measures[m].name, total.value,
		    measures[m].more ? "least" : "most", bars->at[m]);
	}
}

/*
 * Totals and rows, for people.
 */

/* Columns of a row: what one looks for first. */
static const enum tcn_rubric_measure shown[] = { TCN_RUBRIC_FACTS,
	TCN_RUBRIC_LEADING, TCN_RUBRIC_STALE, TCN_RUBRIC_WRONG,
	TCN_RUBRIC_FOREIGN, TCN_RUBRIC_REPEATED, TCN_RUBRIC_STEPS,
	TCN_RUBRIC_BROKEN, TCN_RUBRIC_FIRST };

#define SHOWN (sizeof shown / sizeof *shown)

/* Rows that were written and read again differ by less. */
#define ROUNDING 1e-6

/* Whether a total that is told misses what the method asks for. */
static bool
misses(const struct tcn_rubric_total *total, enum tcn_rubric_measure measure)
{
	double goal = measures[measure].goal;

	if (!total->of || isnan(goal))
		return false;
	return measures[measure].more ? total->value < goal - 1e-9
				      : total->value > goal + 1e-9;
}

static void
put_difference(const struct tcn_rubric_rows *rows,
    const struct tcn_rubric_rows *before, unsigned parts,
    enum tcn_rubric_measure measure, struct tcn_buf *out)
{
	struct tcn_rubric_total d = { 0 };
	bool counts, better;

	tcn_rubric_difference(rows, before, parts, measure, &d);
	if (!d.of)
		return;
	counts = d.low > ROUNDING || d.high < -ROUNDING;
	better = (d.value > 0) == measures[measure].more;
	tcn_buf_printf(out, "  %+8.3f  %+6.3f to %+-7.3f %s", d.value, d.low,
	    d.high,
	    !counts      ? ""
		: better ? "better"
			 : "worse");
}

static void
put_part(const struct tcn_rubric_rows *rows,
    const struct tcn_rubric_rows *before, enum tcn_rubric_part part,
    struct tcn_buf *out)
{
	size_t n = 0;

	for (size_t i = 0; i < rows->n; i++)
		n += rows->at[i].part == part;
	if (!n)
		return;
	tcn_buf_printf(out, "%s, %zu cases\n%-16s%7s    %8s  %-17s%s\n",
	    tcn_rubric_part_name(part), n, "", "bar", "", "of 95 in 100 draws",
	    before ? "    less before" : "");
	for (int m = 0; m < TCN_RUBRIC_MEASURES; m++) {
		enum tcn_rubric_measure measure = (enum tcn_rubric_measure)m;
		struct tcn_rubric_total total;
		double goal = measures[measure].goal;

		tcn_rubric_total(rows, 1u << part, measure, &total);
		tcn_buf_printf(out, "%-16s", tcn_rubric_measure_name(measure));
		if (isnan(goal))
			tcn_buf_printf(out, "%7s  ", "");
		else
			tcn_buf_printf(out, "%7.2f %c", goal,
			    misses(&total, measure) ? '!' : ' ');
		if (total.of)
			tcn_buf_printf(out, "  %8.3f  %6.3f to %-7.3f",
			    total.value, total.low, total.high);
		else
			tcn_buf_printf(out, "  %8s  %6s    %-7s", "-", "", "");
		if (before)
			put_difference(rows, before, 1u << part, measure, out);
		tcn_buf_char(out, '\n');
	}
	tcn_buf_char(out, '\n');
}

static void
put_row(const struct tcn_rubric_row *row, struct tcn_buf *out)
{
	tcn_buf_printf(out, "%.*s: %.*s (%s)\n ", TCN_STR_ARG(row->stream),
	    TCN_STR_ARG(row->name), tcn_rubric_part_name(row->part));
	for (size_t i = 0; i < SHOWN; i++) {
		enum tcn_rubric_measure m = shown[i];

		if (row->tally.of[m] > 0)
			tcn_buf_printf(out, " %s %g/%g",
			    tcn_rubric_measure_name(m), row->tally.sum[m],
			    row->tally.of[m]);
	}
	tcn_buf_char(out, '\n');
	for (size_t i = 0, from = 0; i < row->notes.n; i++) {
		if (row->notes.at[i] != '\n')
			continue;
		tcn_buf_printf(out, "    %.*s\n", (int)(i - from),
		    row->notes.at + from);
		from = i + 1;
	}
}

void
tcn_rubric_text(const struct tcn_rubric_rows *rows,
    const struct tcn_rubric_rows *before, unsigned parts, bool list,
    struct tcn_buf *out)
{
	for (size_t i = 0; i < rows->n && list; i++)
		if (parts & 1u << rows->at[i].part)
			put_row(&rows->at[i], out);
	for (int p = 0; p < TCN_RUBRIC_PARTS; p++)
		if (parts & 1u << p)
			put_part(rows, before, (enum tcn_rubric_part)p, out);
}

/*
 * Rows as JSON, and back; bars.
 */

#define DIGITS 9

/* --- writing --- */

static void
json_put_row(const struct tcn_rubric_row *row, struct tcn_buf *out)
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

static void
json_put_totals(const struct tcn_rubric_rows *rows, unsigned parts,
    const char *key, struct tcn_buf *out)
{
	tcn_json_open(out, key, '{');
	for (int m = 0; m < TCN_RUBRIC_MEASURES; m++) {
		enum tcn_rubric_measure measure = (enum tcn_rubric_measure)m;
		struct tcn_rubric_total total;

		tcn_rubric_total(rows, parts, measure, &total);
		if (!total.of)
			continue;
		tcn_json_open(out, tcn_rubric_measure_name(measure), '{');
		tcn_json_rounded(out, "value", total.value, DIGITS);
		tcn_json_rounded(out, "low", total.low, DIGITS);
		tcn_json_rounded(out, "high", total.high, DIGITS);
		tcn_json_uint(out, "rows", total.of);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, '}');
}

void
tcn_rubric_json(const struct tcn_rubric_rows *rows, unsigned parts,
    struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	for (int p = 0; p < TCN_RUBRIC_PARTS; p++)
		if (parts & 1u << p)
			json_put_totals(rows, 1u << p,
			    tcn_rubric_part_name((enum tcn_rubric_part)p), out);
	tcn_json_open(out, "rows", '[');
	for (size_t i = 0; i < rows->n; i++)
		if (parts & 1u << rows->at[i].part)
			json_put_row(&rows->at[i], out);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
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
