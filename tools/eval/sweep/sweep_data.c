#include <inttypes.h>
#include <math.h>

#include "engine/base/buf.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/eval/sweep/sweep_view.h"

/* ---- figures by name, for CSV and JSON alike ---- */

enum kind {
	ALWAYS,
	KNOWN, /* with labels and with known events */
	LABELLED,
};

#define AT(member) offsetof(struct tcn_sweep_figures, member)

static const struct figure {
	const char *name;
	size_t at;
	int digits; /* behind the point; 0: a whole number */
	enum kind kind;
} figures[] = {
	{ "alerts", AT(alerts), 0, ALWAYS },
	{ "alerts_per_day", AT(per_day), 4, ALWAYS },
	{ "mean_share", AT(mean_share), 4, ALWAYS },
	{ "agreement", AT(agreement), 4, ALWAYS },
	{ "true_events", AT(true_events), 0, KNOWN },
	{ "detected", AT(detected), 0, KNOWN },
	{ "recall", AT(recall), 4, KNOWN },
	{ "precision", AT(precision), 4, LABELLED },
	{ "f1", AT(f1), 4, LABELLED },
	{ "missed", AT(missed), 4, KNOWN },
	{ "false_per_day", AT(false_per_day), 4, LABELLED },
	{ "repeats", AT(repeats), 0, LABELLED },
	{ "late", AT(late), 0, LABELLED },
	{ "unfounded", AT(unfounded), 0, LABELLED },
	{ "impure", AT(impure), 0, LABELLED },
	{ "delay_min_median", AT(delay_median_min), 1, KNOWN },
	{ "delay_min_p90", AT(delay_p90_min), 1, LABELLED },
};

enum {
	FIGURES = sizeof figures / sizeof *figures,
};

static bool
is_known(const struct tcn_sweep_view *view, const struct figure *figure)
{
	switch (figure->kind) {
	case ALWAYS:
		return true;
	case KNOWN:
		return view->by != TCN_SWEEP_BY_AGREEMENT;
	case LABELLED:
		break;
	}
	return view->by == TCN_SWEEP_BY_LABELS;
}

static const void *
field(const struct tcn_sweep_figures *f, const struct figure *figure)
{
	return (const char *)f + figure->at;
}

/* ---- CSV (RFC 4180, with line feeds) ---- */

static void
csv_cell(struct tcn_buf *out, struct tcn_str s)
{
	bool quote = false;

	for (size_t i = 0; i < s.n; i++)
		quote |= strchr(",\"\r\n", s.at[i]) != NULL;
	if (quote)
		tcn_buf_char(out, '"');
	for (size_t i = 0; i < s.n; i++) {
		if (s.at[i] == '"')
			tcn_buf_char(out, '"');
		tcn_buf_char(out, s.at[i]);
	}
	if (quote)
		tcn_buf_char(out, '"');
}

static void
csv_header(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	tcn_buf_z(out, "point");
	for (size_t i = 0; i < view->grid->axes_n; i++) {
		tcn_buf_char(out, ',');
		csv_cell(out, tcn_str(view->grid->axes[i].row->key));
	}
	for (size_t i = 0; i < FIGURES; i++)
		if (is_known(view, &figures[i]))
			tcn_buf_printf(out, ",%s", figures[i].name);
	tcn_buf_z(out, ",frontier,recommended\n");
}

static void
csv_figure(const struct tcn_sweep_figures *f, const struct figure *figure,
    struct tcn_buf *out)
{
	double x;

	if (!figure->digits) {
		tcn_buf_printf(out, ",%" PRIu64,
		    *(const uint64_t *)field(f, figure));
		return;
	}
	x = *(const double *)field(f, figure);
	if (isnan(x))
		tcn_buf_char(out, ',');
	else
		tcn_buf_printf(out, ",%.*f", figure->digits, x);
}

void
tcn_sweep_csv(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	csv_header(view, out);
	for (size_t i = 0; i < view->n; i++) {
		tcn_buf_printf(out, "%zu", i + 1);
		for (size_t a = 0; a < view->grid->axes_n; a++) {
			tcn_buf_char(out, ',');
			csv_cell(out, tcn_sweep_grid_value(view->grid, i, a));
		}
		for (size_t k = 0; k < FIGURES; k++)
			if (is_known(view, &figures[k]))
				csv_figure(&view->figures[i], &figures[k], out);
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
json_figure(const struct tcn_sweep_figures *f, const struct figure *figure,
    struct tcn_buf *out)
{
	double x;

	if (!figure->digits) {
		tcn_json_uint(out, figure->name,
		    *(const uint64_t *)field(f, figure));
		return;
	}
	x = *(const double *)field(f, figure);
	if (isnan(x))
		tcn_json_null(out, figure->name);
	else
		tcn_json_rounded(out, figure->name, x, figure->digits);
}

static void
json_point(const struct tcn_sweep_view *view, size_t i, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_uint(out, "point", i + 1);
	json_settings(view, i, out);
	for (size_t k = 0; k < FIGURES; k++)
		if (is_known(view, &figures[k]))
			json_figure(&view->figures[i], &figures[k], out);
	tcn_json_bool(out, "frontier", view->figures[i].frontier);
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
	out->failed |= why.failed;
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
	if (tcn_safe_text(&arena, s, 400, &clean))
		tcn_json_str(out, key, clean);
	else
		out->failed = true;
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
	for (size_t i = 0; i < view->n; i++)
		json_point(view, i, out);
	tcn_json_close(out, ']');
	tcn_json_open(out, "events", '[');
	for (size_t i = 0; i < view->events.n; i++)
		json_event(view, i, out);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}
