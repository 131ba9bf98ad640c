#include <inttypes.h>
#include <string.h>

#include "engine/base/buf.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/lab/eval/csv.h"
#include "tools/lab/eval/sweep/sweep_view.h"

enum {
	GAP = 2,
	AGREED = 1u << TCN_SWEEP_BY_AGREEMENT,
	KNOWN = 1u << TCN_SWEEP_BY_KNOWN,
	LABELLED = 1u << TCN_SWEEP_BY_LABELS,
	ALWAYS = AGREED | KNOWN | LABELLED,
};

#define AT(member) offsetof(struct tcn_sweep_figures, member)
#define COUNT      TCN_MEASURE_COUNT

/* ---- what the columns hold ---- */

static const struct tcn_sweep_column columns[] = {
	{ { "alerts/day", AT(per_day), 2, ALWAYS }, "alerts/day", ALWAYS, 1 },
	{ { "alerts", AT(alerts), COUNT, AGREED | KNOWN }, NULL, 0, 4 },
	{ { "found", AT(detected), COUNT, KNOWN }, "known events detected",
	    KNOWN, 1 },
	{ { "recall", AT(recall), 4, LABELLED }, "recall", LABELLED, 1 },
	{ { "precision", AT(precision), 4, LABELLED }, "precision", LABELLED,
	    1 },
	{ { "F1", AT(f1), 4, LABELLED }, "F1", LABELLED, 1 },
	{ { "false/day", AT(false_per_day), 2, LABELLED }, "false/day",
	    LABELLED, 3 },
	{ { "delay", AT(delay_median_min), 1, KNOWN | LABELLED },
	    "median delay, min", KNOWN | LABELLED, 2 },
	{ { "p90", AT(delay_p90_min), 1, LABELLED }, "p90 delay, min", LABELLED,
	    4 },
	{ { "agreement", AT(agreement), 4, AGREED | KNOWN }, "agreement",
	    AGREED, 3 },
	{ { "shared by", AT(mean_share), 4, AGREED }, "shared by", AGREED, 2 },
};

enum {
	COLUMNS = sizeof columns / sizeof *columns,
	RANKS = 4,
};

const struct tcn_sweep_column *
tcn_sweep_columns(size_t *n)
{
	*n = COLUMNS;
	return columns;
}

static bool
is_shown(const struct tcn_sweep_view *view,
    const struct tcn_sweep_column *column, int rank)
{
	return column->figure.cases & 1u << view->by && column->rank <= rank;
}

/* Writes a cell, in place of what cell holds: "12", or "7/9" of those found. */
static void
put_cell(const struct tcn_sweep_column *column,
    const struct tcn_sweep_figures *f, struct tcn_buf *cell)
{
	tcn_buf_clear(cell);
	tcn_measure_show(&column->figure, f, "-", cell);
	if (column->figure.at == AT(detected))
		tcn_buf_printf(cell, "/%" PRIu64, f->true_events);
}

/* ---- how wide they are ---- */

static size_t
axis_width(const struct tcn_sweep_axis *axis)
{
	size_t width = strlen(tcn_sweep_axis_name(axis));

	for (size_t i = 0; i < axis->n; i++)
		if (axis->values[i].n > width)
			width = axis->values[i].n;
	return width;
}

static size_t
column_width(const struct tcn_sweep_view *view,
    const struct tcn_sweep_column *column)
{
	size_t width = strlen(column->figure.name);
	struct tcn_buf cell = { 0 };

	for (size_t i = 0; i < view->n; i++) {
		put_cell(column, &view->figures[i], &cell);
		if (cell.n > width)
			width = cell.n;
	}
	tcn_buf_fini(&cell);
	return width;
}

/*
 * Returns the lowest rank of columns that still fits; the first column is
 * always shown.
 */
static int
fit(const struct tcn_sweep_view *view, size_t width)
{
	int rank = RANKS;

	for (; rank > 1; rank--) {
		size_t sum = GAP;

		for (size_t i = 0; i < view->grid->axes_n; i++)
			sum += axis_width(&view->grid->axes[i]) + GAP;
		for (size_t i = 0; i < COLUMNS; i++)
			if (is_shown(view, &columns[i], rank))
				sum += column_width(view, &columns[i]) + GAP;
		if (sum - GAP <= width)
			break;
	}
	return rank;
}

/* ---- the table ---- */

static void
put_right(struct tcn_buf *out, size_t width, struct tcn_str s)
{
	tcn_buf_printf(out, "%*s%.*s", (int)(width > s.n ? width - s.n : 0), "",
	    TCN_STR_ARG(s));
}

static void
put_row(const struct tcn_sweep_view *view, size_t point, int rank,
    struct tcn_buf *out)
{
	size_t from = out->n;
	struct tcn_buf cell = { 0 };

	for (size_t i = 0; i < view->grid->axes_n; i++)
		put_right(out, GAP + axis_width(&view->grid->axes[i]),
		    tcn_sweep_grid_value(view->grid, point, i));
	for (size_t i = 0; i < COLUMNS; i++) {
		if (!is_shown(view, &columns[i], rank))
			continue;
		put_cell(&columns[i], &view->figures[point], &cell);
		put_right(out, GAP + column_width(view, &columns[i]),
		    tcn_buf_view(&cell));
	}
	tcn_buf_fini(&cell);
	if (point == view->best)
		out->at[from] = '*';
	tcn_buf_char(out, '\n');
}

static void
put_rows(const struct tcn_sweep_view *view, int rank, size_t rows_max,
    struct tcn_buf *out)
{
	bool best = false;

	for (size_t i = 0; i < view->n && i < rows_max; i++) {
		put_row(view, view->order[i], rank, out);
		best |= view->order[i] == view->best;
	}
	if (view->n <= rows_max)
		return;
	if (!best)
		put_row(view, view->best, rank, out);
	tcn_buf_printf(out,
	    "  ... and %zu more; --csv, --json and --html have all\n",
	    view->n - rows_max - !best);
}

void
tcn_sweep_table(const struct tcn_sweep_view *view, size_t width,
    size_t rows_max, struct tcn_buf *out)
{
	int rank = fit(view, width);
	size_t gap = GAP;

	for (size_t i = 0; i < view->grid->axes_n; i++, gap = GAP) {
		const struct tcn_sweep_axis *axis = &view->grid->axes[i];

		put_right(out, gap + axis_width(axis),
		    tcn_str(tcn_sweep_axis_name(axis)));
	}
	for (size_t i = 0; i < COLUMNS; i++)
		if (is_shown(view, &columns[i], rank))
			put_right(out, GAP + column_width(view, &columns[i]),
			    tcn_str(columns[i].figure.name));
	tcn_buf_char(out, '\n');
	put_rows(view, rank, rows_max, out);
	if (view->by == TCN_SWEEP_BY_AGREEMENT)
		tcn_buf_z(out,
		    "shared by: the mean share of points that detect what this "
		    "one detects\nagreement: of that and of how much it "
		    "detects of what others do\n");
	else if (rank > 1)
		tcn_buf_z(out,
		    view->by == TCN_SWEEP_BY_KNOWN
			? "delay: median minutes from the start of an event\n"
			: "delay: median minutes from the moment an event is "
			  "true; p90: nine in ten\n");
}

/* ---- the sentence ---- */

static void
say_point(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	if (view->grid->axes_n)
		tcn_sweep_grid_print(view->grid, view->best, out);
	else
		tcn_buf_z(out, "The settings as they are");
}

static void
say_found(const struct tcn_sweep_figures *f, struct tcn_buf *out)
{
	tcn_buf_printf(out, "finds %" PRIu64 " of %" PRIu64 " events (%.1f %%)",
	    f->detected, f->true_events, f->recall * 100);
	if (f->alerts)
		tcn_buf_printf(out,
		    ", and %.1f %% of its %.2f alerts a day "
		    "are right",
		    f->precision * 100, f->per_day);
}

static void
say_known(const struct tcn_sweep_figures *f, struct tcn_buf *out)
{
	tcn_buf_printf(out,
	    "detects %" PRIu64 " of the %" PRIu64 " known events, with %.2f "
	    "alerts a day",
	    f->detected, f->true_events, f->per_day);
}

static void
say_agreed(const struct tcn_sweep_figures *f, struct tcn_buf *out)
{
	tcn_buf_printf(out,
	    "agrees best with the others: what it detects, with %.2f alerts a "
	    "day, %.0f %% of the points detect on average",
	    f->per_day, f->mean_share * 100);
}

static void
say_choice(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	static void (*const say[])(const struct tcn_sweep_figures *f,
	    struct tcn_buf *out) = {
		[TCN_SWEEP_BY_AGREEMENT] = say_agreed,
		[TCN_SWEEP_BY_KNOWN] = say_known,
		[TCN_SWEEP_BY_LABELS] = say_found,
	};
	const struct tcn_sweep_figures *f = &view->figures[view->best];

	if (view->why == TCN_SWEEP_OVER_BUDGET) {
		tcn_buf_printf(out,
		    "comes nearest to %.4g alerts a day, with %.2f; no point "
		    "keeps to it",
		    view->budget.per_day, f->per_day);
		return;
	}
	say[view->by](f, out);
	if (view->why == TCN_SWEEP_WITHIN_BUDGET)
		tcn_buf_printf(out,
		    ": the %s of the %zu point%s with at most %.4g a day",
		    view->by == TCN_SWEEP_BY_LABELS      ? "best F1"
			: view->by == TCN_SWEEP_BY_KNOWN ? "most"
							 : "best",
		    view->within_n, view->within_n == 1 ? "" : "s",
		    view->budget.per_day);
	else if (view->by == TCN_SWEEP_BY_LABELS)
		tcn_buf_printf(out, ": the best F1 of all, %.4f", f->f1);
	else if (view->by == TCN_SWEEP_BY_KNOWN)
		tcn_buf_z(out,
		    ": no point detects more of them, and of those that detect "
		    "as many this one fires least");
}

void
tcn_sweep_say_best(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	if (view->n == 1 && !view->grid->axes_n) {
		say_point(view, out);
		tcn_buf_printf(out, " fire %.2f alerts a day",
		    view->figures[0].per_day);
	} else {
		say_point(view, out);
		tcn_buf_char(out, ' ');
		say_choice(view, out);
	}
	tcn_buf_char(out, '.');
}

/* ---- figures by name, for CSV and JSON alike ---- */

static const struct tcn_measure figures[] = {
	{ "alerts", AT(alerts), COUNT, ALWAYS },
	{ "alerts_per_day", AT(per_day), 4, ALWAYS },
	{ "mean_share", AT(mean_share), 4, ALWAYS },
	{ "agreement", AT(agreement), 4, ALWAYS },
	{ "true_events", AT(true_events), COUNT, KNOWN | LABELLED },
	{ "detected", AT(detected), COUNT, KNOWN | LABELLED },
	{ "recall", AT(recall), 4, KNOWN | LABELLED },
	{ "precision", AT(precision), 4, LABELLED },
	{ "f1", AT(f1), 4, LABELLED },
	{ "missed", AT(missed), 4, KNOWN | LABELLED },
	{ "false_per_day", AT(false_per_day), 4, LABELLED },
	{ "repeats", AT(repeats), COUNT, LABELLED },
	{ "late", AT(late), COUNT, LABELLED },
	{ "unfounded", AT(unfounded), COUNT, LABELLED },
	{ "impure", AT(impure), COUNT, LABELLED },
	{ "delay_min_median", AT(delay_median_min), 1, KNOWN | LABELLED },
	{ "delay_min_p90", AT(delay_p90_min), 1, LABELLED },
};

enum {
	FIGURES = sizeof figures / sizeof *figures,
};

static bool
is_known(const struct tcn_sweep_view *view, const struct tcn_measure *figure)
{
	return figure->cases & 1u << view->by;
}

/* ---- CSV (RFC 4180, with line feeds) ---- */

static void
csv_header(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	tcn_buf_z(out, "point");
	for (size_t i = 0; i < view->grid->axes_n; i++) {
		tcn_buf_char(out, ',');
		tcn_csv_put(out, tcn_str(view->grid->axes[i].row->key));
	}
	for (size_t i = 0; i < FIGURES; i++)
		if (is_known(view, &figures[i]))
			tcn_buf_printf(out, ",%s", figures[i].name);
	tcn_buf_z(out, ",frontier,recommended\n");
}

void
tcn_sweep_csv(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	csv_header(view, out);
	for (size_t i = 0; i < view->n; i++) {
		tcn_buf_printf(out, "%zu", i + 1);
		for (size_t a = 0; a < view->grid->axes_n; a++) {
			tcn_buf_char(out, ',');
			tcn_csv_put(out,
			    tcn_sweep_grid_value(view->grid, i, a));
		}
		for (size_t k = 0; k < FIGURES; k++)
			if (is_known(view, &figures[k])) {
				tcn_buf_char(out, ',');
				tcn_measure_show(&figures[k], &view->figures[i],
				    "", out);
			}
		tcn_buf_printf(out, ",%d,%d\n", view->figures[i].frontier,
		    i == view->best);
	}
}

/* ---- JSON ---- */

static void
json_settings(const struct tcn_sweep_view *view, size_t point,
    struct tcn_buf *out)
{
	tcn_json_open(out, "settings", '{');
	for (size_t i = 0; i < view->grid->axes_n; i++)
		tcn_json_str(out, view->grid->axes[i].row->key,
		    tcn_sweep_grid_value(view->grid, point, i));
	tcn_json_close(out, '}');
}

static void
json_best(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	struct tcn_buf why = { 0 };

	tcn_json_open(out, "recommended", '{');
	tcn_json_uint(out, "point", view->best + 1);
	json_settings(view, view->best, out);
	if (view->budget.per_day > 0)
		tcn_json_rounded(out, "alerts_per_day_at_most",
		    view->budget.per_day, 4);
	tcn_sweep_say_best(view, &why);
	tcn_json_str(out, "why", tcn_buf_view(&why));
	tcn_buf_fini(&why);
	tcn_json_close(out, '}');
}

/*
 * Writes a text from outside as valid UTF-8, since it may be cut inside a
 * character.
 */
static void
json_text(struct tcn_buf *out, const char *key, struct tcn_str s)
{
	struct tcn_arena arena;
	struct tcn_str clean;

	tcn_arena_init(&arena, 0);
	tcn_safe_text(&arena, s, 400, &clean);
	tcn_json_str(out, key, clean);
	tcn_arena_fini(&arena);
}

static void
json_event(const struct tcn_sweep_view *view, size_t i, struct tcn_buf *out)
{
	const struct tcn_sweep_event *event = &view->events.at[i];
	const struct tcn_sweep_alert *alert = tcn_sweep_event_alert(view, i);

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "event", tcn_str(alert->id));
	json_text(out, "title", tcn_sweep_headline(view, i));
	json_text(out, "terms", alert->terms);
	tcn_json_time(out, "first_fired_at", event->first_ms);
	tcn_json_time(out, "last_fired_at", event->last_ms);
	tcn_json_uint(out, "points", event->points_n);
	tcn_json_rounded(out, "share", event->share, 4);
	tcn_json_bool(out, "recommended",
	    tcn_sweep_events_fired(&view->events, i, view->best));
	tcn_json_uint(out, "items", alert->n);
	tcn_json_uint(out, "origins", alert->origins);
	tcn_json_uint(out, "publishers", alert->publishers);
	tcn_json_close(out, '}');
}

void
tcn_sweep_json(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_uint(out, "items", view->sweep->items);
	tcn_json_uint(out, "rejected", view->sweep->rejected);
	tcn_json_time(out, "from", view->from_ms);
	tcn_json_time(out, "to", view->to_ms);
	tcn_json_bool(out, "labelled", view->by == TCN_SWEEP_BY_LABELS);
	json_best(view, out);
	if (view->known)
		tcn_known_json(view->known, "known_events", out);
	tcn_json_open(out, "points", '[');
	for (size_t i = 0; i < view->n; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_uint(out, "point", i + 1);
		json_settings(view, i, out);
		for (size_t k = 0; k < FIGURES; k++)
			if (is_known(view, &figures[k]))
				tcn_measure_json(&figures[k], &view->figures[i],
				    out);
		tcn_json_bool(out, "frontier", view->figures[i].frontier);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_json_open(out, "events", '[');
	for (size_t i = 0; i < view->events.n; i++)
		json_event(view, i, out);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}
