/*
 * tools/report/report_figure.c - figures in words, and their steps drawn.
 */
#include <assert.h>
#include <inttypes.h>

#include "engine/base/duration.h"
#include "tools/base/plural.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/report/report_brief.h"
#include "tools/report/report_facts_impl.h"
#include "tools/report/report_impl.h"

#define BEFORE_MAX 6 /* values told before that are named */
#define OTHERS_MAX 3 /* contradicting values */
#define NAMES_MAX  3 /* sources of one of them */

/* What stands around a value. */
static const struct {
	const char *before, *after;
} words[TCN_SLOTS] = {
	[TCN_SLOT_DEAD] = { "", " dead" },
	[TCN_SLOT_INJURED] = { "", " injured" },
	[TCN_SLOT_MISSING] = { "", " missing" },
	[TCN_SLOT_RESCUED] = { "", " rescued" },
	[TCN_SLOT_EVACUATED] = { "", " evacuated or displaced" },
	[TCN_SLOT_ARRESTED] = { "", " arrested" },
	[TCN_SLOT_ABOARD] = { "", " aboard" },
	[TCN_SLOT_MAGNITUDE] = { "magnitude ", "" },
	[TCN_SLOT_AFTERSHOCK] = { "aftershock of magnitude ", "" },
	[TCN_SLOT_SPEED] = { "a speed of ", "" },
	[TCN_SLOT_WATER] = { "water at ", "" },
	[TCN_SLOT_PRICE] = { "a price of ", "" },
	[TCN_SLOT_DAMAGE] = { "damage of ", "" },
	[TCN_SLOT_FINE] = { "a fine of ", "" },
};

static const struct {
	int64_t lo, hi;
	const char *word;
} vague[] = {
	{ 20, 99, "dozens" },
	{ 24, 99, "dozens" },
	{ 40, 199, "scores" },
	{ 200, 999, "hundreds" },
	{ 2000, 9999, "thousands" },
	{ 20000, 99999, "tens of thousands" },
	{ 200000, 999999, "hundreds of thousands" },
};

static const struct {
	int64_t size;
	const char *name;
} large[] = {
	{ INT64_C(1000000000000), " trillion" },
	{ INT64_C(1000000000), " billion" },
	{ INT64_C(1000000), " million" },
};

/* Digits in groups of three. */
static void
say_whole(int64_t n, struct tcn_buf *out)
{
	if (n >= 1000) {
		say_whole(n / 1000, out);
		tcn_buf_printf(out, ",%03" PRId64, n % 1000);
	} else {
		tcn_buf_printf(out, "%" PRId64, n);
	}
}

/* Thousandths without zeros at their end. */
static void
say_number(int64_t thousandths, struct tcn_buf *out)
{
	int64_t rest = thousandths % TCN_READING_ONE;
	int digits = 3;

	say_whole(thousandths / TCN_READING_ONE, out);
	if (!rest)
		return;
	for (; rest % 10 == 0; rest /= 10)
		digits--;
	tcn_buf_printf(out, ".%0*" PRId64, digits, rest);
}

static void
say_bound(int64_t value, struct tcn_buf *out)
{
	for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
		int64_t whole = value / TCN_READING_ONE;

		if (whole < large[i].size)
			continue;
		say_number(value / large[i].size, out);
		tcn_buf_z(out, large[i].name);
		return;
	}
	say_number(value, out);
}

static void
say_value(struct tcn_str unit, int64_t lo, int64_t hi, struct tcn_buf *out)
{
	for (size_t i = 0; i < sizeof vague / sizeof *vague; i++) {
		if (lo == vague[i].lo * TCN_READING_ONE &&
		    hi == vague[i].hi * TCN_READING_ONE) {
			tcn_buf_z(out, vague[i].word);
			return;
		}
	}
	say_bound(lo, out);
	if (hi != lo) {
		tcn_buf_z(out, " to ");
		say_bound(hi, out);
	}
	tcn_buf_z(out, unit.n ? " " : "");
	tcn_buf_str(out, unit);
}

void
tcn_report_say_value(const struct tcn_figure *figure, int64_t lo, int64_t hi,
    struct tcn_buf *out)
{
	say_value(tcn_str(figure->unit), lo, hi, out);
}

/* "10:40" on the day of the story's end, else "21 Nov 10:40". */
static void
say_time(const struct tcn_report_view *view, int64_t ms, struct tcn_buf *out)
{
	const struct tcn_report_view_item *last =
	    &view->items[view->items_n - 1];
	char text[TCN_WHEN_BYTES];

	if (ms / TCN_DAY_MS == last->item->ts_ms / TCN_DAY_MS)
		tcn_buf_z(out, tcn_when_clock(ms, text));
	else
		tcn_buf_z(out, tcn_when_short(ms, text));
}

/* "at least 65 dead" */
static void
say_slot(const struct tcn_figure *figure, int64_t lo, int64_t hi,
    enum tcn_reading_sense sense, struct tcn_buf *out)
{
	tcn_buf_z(out, words[figure->slot].before);
	if (sense == TCN_READING_LEAST)
		tcn_buf_z(out, "at least ");
	else if (sense == TCN_READING_ABOUT)
		tcn_buf_z(out, "about ");
	tcn_report_say_value(figure, lo, hi, out);
	tcn_buf_z(out, words[figure->slot].after);
}

void
tcn_report_say_leader(const struct tcn_figure *figure, struct tcn_buf *out)
{
	const struct tcn_figure_value *leader = &figure->values[figure->leader];
	size_t at = out->n;
	bool family = figure->lo != leader->lo || figure->hi != leader->hi;

	say_slot(figure, figure->lo, figure->hi,
	    family ? TCN_READING_EXACT : leader->sense, out);
	if (family)
		tcn_buf_z(out, ", by source");
	tcn_words_capital(out, at);
}

void
tcn_report_brief_say(enum tcn_slot slot, struct tcn_str unit, int64_t lo,
    int64_t hi, bool bare, struct tcn_buf *out)
{
	size_t at = out->n;

	assert(slot < TCN_SLOTS);
	tcn_buf_z(out, bare ? "" : words[slot].before);
	say_value(unit, lo, hi, out);
	tcn_buf_z(out, bare ? "" : words[slot].after);
	if (!bare)
		tcn_words_capital(out, at);
}

void
tcn_report_say_change(const struct tcn_report_view_change *change,
    struct tcn_buf *out)
{
	const struct tcn_figure_value *value = change->value;

	say_slot(change->figure, value->lo, value->hi, value->sense, out);
	/* Another aftershock is another, and no other value of the same. */
	if (!change->before || change->figure->slot == TCN_SLOT_AFTERSHOCK)
		return;
	tcn_buf_z(out, " (");
	tcn_report_say_value(change->figure, change->before->lo,
	    change->before->hi, out);
	tcn_buf_z(out, " before)");
}

/* Names the sources that told a value, the first ones. */
static void
say_sources(const struct tcn_report_view *view, const struct tcn_figure *figure,
    const struct tcn_figure_value *value, struct tcn_buf *out)
{
	size_t names[NAMES_MAX], n = 0, k;

	for (size_t i = 0; i < view->told_n && n < NAMES_MAX; i++) {
		const struct tcn_figure_told *told = &view->told[i];
		size_t name = view->items[told->place].publisher;

		if (told->reading.slot != figure->slot ||
		    told->reading.lo != value->lo ||
		    told->reading.hi != value->hi)
			continue;
		for (k = 0; k < n && names[k] != name;)
			k++;
		if (k < n)
			continue;
		tcn_buf_z(out, n ? ", " : "");
		tcn_buf_str(out, view->sources[name].name);
		names[n++] = name;
	}
}

static void
say_before(const struct tcn_report_view *view, const struct tcn_figure *figure,
    struct tcn_buf *out)
{
	size_t n = 0, skip = 0, k = 0;

	for (size_t i = 0; i < figure->values_n; i++)
		n += figure->values[i].state == TCN_FIGURE_SUPERSEDED;
	if (!n)
		return;
	skip = n > BEFORE_MAX ? n - BEFORE_MAX : 0;
	tcn_buf_z(out, " Before");
	if (skip)
		tcn_buf_printf(out, ", the last %zu of %zu", n - skip, n);
	tcn_buf_z(out, ": ");
	for (size_t i = 0; i < figure->values_n; i++) {
		const struct tcn_figure_value *value = &figure->values[i];

		if (value->state != TCN_FIGURE_SUPERSEDED || k++ < skip)
			continue;
		tcn_buf_z(out, k > skip + 1 ? ", " : "");
		tcn_report_say_value(figure, value->lo, value->hi, out);
		tcn_buf_z(out, " at ");
		say_time(view, value->accepted_ms, out);
	}
	tcn_buf_char(out, '.');
}

/* The contradicting value that most say after `last`, which is NULL at first.
 */
static const struct tcn_figure_value *
next_other(const struct tcn_figure *figure, const struct tcn_figure_value *last)
{
	const struct tcn_figure_value *next = NULL;

	for (size_t i = 0; i < figure->values_n; i++) {
		const struct tcn_figure_value *value = &figure->values[i];

		if (value->state != TCN_FIGURE_CONTRADICTING ||
		    (last &&
			(value->origins > last->origins ||
			    (value->origins == last->origins &&
				value <= last))))
			continue;
		if (!next || value->origins > next->origins)
			next = value;
	}
	return next;
}

/* What others say at the same time. */
static void
say_others(const struct tcn_report_view *view, const struct tcn_figure *figure,
    struct tcn_buf *out)
{
	const struct tcn_figure_value *value = next_other(figure, NULL);
	size_t n = 0;

	if (!value)
		return;
	for (; value && n < OTHERS_MAX; value = next_other(figure, value)) {
		tcn_buf_z(out, n++ ? "; " : " Others say ");
		tcn_report_say_value(figure, value->lo, value->hi, out);
		tcn_buf_z(out, " (");
		tcn_plural(out, value->origins, "origin");
		if (view->sources_n > 1) {
			tcn_buf_z(out, ": ");
			say_sources(view, figure, value, out);
		}
		tcn_buf_char(out, ')');
	}
	tcn_buf_char(out, '.');
}

void
tcn_report_say_figure(const struct tcn_report_view *view,
    const struct tcn_figure *figure, struct tcn_buf *out)
{
	const struct tcn_figure_value *leader = &figure->values[figure->leader];

	assert(view->items_n && figure->slot < TCN_SLOTS);
	tcn_report_say_leader(figure, out);
	if (figure->single) {
		tcn_buf_z(out, " (only one origin");
		if (view->sources_n > 1) {
			tcn_buf_z(out, ": ");
			say_sources(view, figure, leader, out);
		}
		tcn_buf_z(out, "; since ");
	} else {
		tcn_buf_z(out, " (");
		tcn_plural(out, leader->origins, "origin");
		tcn_buf_z(out, ", since ");
	}
	say_time(view, leader->accepted_ms, out);
	tcn_buf_z(out, ").");
	say_before(view, figure, out);
	say_others(view, figure, out);
}

/* --- the drawing --- */

/* Measures in its own units; the page scales it. */
enum {
	WIDTH = 640,
	HEIGHT = 96,
	LEFT = 12,
	RIGHT = 560,
	TOP = 26,
	BOTTOM = 88,
};

/* Whether a value led once. */
static bool
has_led(const struct tcn_figure_value *value)
{
	return value->state == TCN_FIGURE_SUPERSEDED ||
	    value->state == TCN_FIGURE_LEADING;
}

bool
tcn_report_figure_has_steps(const struct tcn_figure *figure)
{
	size_t n = 0;

	for (size_t i = 0; i < figure->values_n; i++)
		n += has_led(&figure->values[i]);
	return n >= 2;
}

/* The place of a value between two edges. */
static int
place(int64_t value, int64_t least, int64_t most, int from, int to)
{
	if (most <= least)
		return (from + to) / 2;
	return from +
	    (int)((double)(value - least) / (double)(most - least) *
		(to - from));
}

struct steps {
	int64_t from_ms, to_ms, lo, hi;
};

static struct steps
measure_steps(const struct tcn_report_view *view,
    const struct tcn_figure *figure)
{
	struct steps steps = { INT64_MAX,
		view->items[view->items_n - 1].item->ts_ms, INT64_MAX, 0 };

	for (size_t i = 0; i < figure->values_n; i++) {
		const struct tcn_figure_value *value = &figure->values[i];

		if (!has_led(value))
			continue;
		if (value->accepted_ms < steps.from_ms)
			steps.from_ms = value->accepted_ms;
		if (value->lo < steps.lo)
			steps.lo = value->lo;
		if (value->lo > steps.hi)
			steps.hi = value->lo;
	}
	return steps;
}

void
tcn_report_figure_chart(const struct tcn_report_view *view,
    const struct tcn_report_view_figure *show, struct tcn_buf *out)
{
	const struct tcn_figure *figure = show->figure;
	const struct steps steps = measure_steps(view, figure);
	struct tcn_buf labels = { 0 };
	bool begun = false;

	tcn_buf_printf(out,
	    "<svg viewBox=\"0 0 %d %d\" role=\"img\" "
	    "aria-labelledby=\"steps-%s%s\">\n<title id=\"steps-%s%s\">",
	    WIDTH, HEIGHT, tcn_slot_name(figure->slot), figure->unit,
	    tcn_slot_name(figure->slot), figure->unit);
	tcn_safe_html(out, show->said);
	tcn_buf_z(out, "</title>\n<path class=\"items\" d=\"");
	for (size_t i = 0; i < figure->values_n; i++) {
		const struct tcn_figure_value *value = &figure->values[i];
		int x = place(value->accepted_ms, steps.from_ms, steps.to_ms,
		    LEFT, RIGHT);
		int y = place(value->lo, steps.lo, steps.hi, BOTTOM, TOP);

		if (!has_led(value))
			continue;
		tcn_buf_printf(out, begun ? "H%dV%d" : "M%d %d", x, y);
		begun = true;
		tcn_buf_printf(&labels, "<text x=\"%d\" y=\"%d\">", x + 4,
		    y - 6);
		tcn_report_say_value(figure, value->lo, value->hi, &labels);
		tcn_buf_z(&labels, "</text>\n");
	}
	tcn_buf_printf(out, "H%d\"/>\n", RIGHT);
	tcn_buf_str(out, tcn_buf_view(&labels));
	tcn_buf_z(out, "</svg>\n");
	out->failed |= labels.failed;
	tcn_buf_fini(&labels);
}
