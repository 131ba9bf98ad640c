/*
 * tools/tell/report/report_figure.c - figures in sentences, and their steps
 * drawn.
 */
#include <assert.h>

#include "tools/base/safe.h"
#include "tools/tell/report/report_facts_impl.h"
#include "tools/tell/report/report_impl.h"

#define BEFORE_MAX 6 /* values told before that are named */
#define OTHERS_MAX 3 /* contradicting values */
#define NAMES_MAX  3 /* sources of one of them */

/* "10:40" on the day of the story's end, else "21 Nov 10:40". */
static struct tcn_str
time_of(const struct tcn_report_view *view, int64_t ms,
    char out[static TCN_WORDS_BYTES])
{
	const struct tcn_report_view_item *last =
	    &view->items[view->items_n - 1];

	return tcn_words_time(view->words, ms,
	    tcn_words_is_same_day(view->words, ms, last->item->ts_ms)
		? TCN_WORDS_TIME_CLOCK
		: TCN_WORDS_TIME_SHORT,
	    out);
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

/* How many values led before. */
static size_t
count_before(const struct tcn_figure *figure)
{
	size_t n = 0;

	for (size_t i = 0; i < figure->values_n; i++)
		n += figure->values[i].state == TCN_FIGURE_SUPERSEDED;
	return n;
}

/* "42 at 05:08, 53 at 06:12", without the first ones. */
static void
list_before(const struct tcn_report_view *view, const struct tcn_figure *figure,
    size_t skip, struct tcn_buf *out)
{
	struct tcn_buf said = { 0 };
	char when[TCN_WORDS_BYTES];
	size_t n = 0;

	for (size_t i = 0; i < figure->values_n; i++) {
		const struct tcn_figure_value *value = &figure->values[i];

		if (value->state != TCN_FIGURE_SUPERSEDED || n++ < skip)
			continue;
		tcn_buf_z(out, n > skip + 1 ? ", " : "");
		tcn_buf_clear(&said);
		tcn_report_say_value(view->words, figure, value->lo, value->hi,
		    &said);
		tcn_words_say(view->words, "{value} at {when}",
		    TCN_WITH({ "value", tcn_buf_view(&said) },
			{ "when", time_of(view, value->accepted_ms, when) }),
		    out);
	}
	tcn_buf_fini(&said);
}

static void
say_before(const struct tcn_report_view *view, const struct tcn_figure *figure,
    struct tcn_buf *out)
{
	size_t n = count_before(figure);
	size_t skip = n > BEFORE_MAX ? n - BEFORE_MAX : 0;
	char shown[TCN_WORDS_BYTES], all[TCN_WORDS_BYTES];
	struct tcn_buf list = { 0 };

	if (!n)
		return;
	list_before(view, figure, skip, &list);
	tcn_buf_char(out, ' ');
	if (skip)
		tcn_words_say(view->words,
		    "Before, the last {shown} of {all}: {list}.",
		    TCN_WITH({ "shown",
				 tcn_words_number(view->words, n - skip,
				     shown) },
			{ "all", tcn_words_number(view->words, n, all) },
			{ "list", tcn_buf_view(&list) }),
		    out);
	else
		tcn_words_say(view->words, "Before: {list}.",
		    TCN_WITH({ "list", tcn_buf_view(&list) }), out);
	tcn_words_parts_fini(&list, 1);
}

/* The contradicting value with the most origins after `last`; NULL for `last`:
 * the first. */
static const struct tcn_figure_value *
next_contradiction(const struct tcn_figure *figure,
    const struct tcn_figure_value *last)
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

/* Writes a contradicting value and who says it: "67 (2 origins: The Herald, The
 * Post)". */
static void
say_contradiction(const struct tcn_report_view *view,
    const struct tcn_figure *figure, const struct tcn_figure_value *value,
    struct tcn_buf *out)
{
	struct tcn_buf parts[2] = { { 0 } };
	const struct tcn_words_with *with;

	tcn_report_say_value(view->words, figure, value->lo, value->hi,
	    &parts[0]);
	say_sources(view, figure, value, &parts[1]);
	with = TCN_WITH({ "value", tcn_buf_view(&parts[0]) },
	    { "sources", tcn_buf_view(&parts[1]) });
	if (view->sources_n > 1)
		tcn_words_count_with(view->words,
		    "{value} ({n} origin: {sources})",
		    "{value} ({n} origins: {sources})", value->origins, with,
		    out);
	else
		tcn_words_count_with(view->words, "{value} ({n} origin)",
		    "{value} ({n} origins)", value->origins, with, out);
	tcn_words_parts_fini(parts, 2);
}

/* Writes the leading value, who says so, and since when. */
static void
say_witnesses(const struct tcn_report_view *view,
    const struct tcn_figure *figure, struct tcn_buf *out)
{
	const struct tcn_figure_value *leader = &figure->values[figure->leader];
	struct tcn_buf parts[2] = { { 0 } };
	const struct tcn_words_with *with;
	char when[TCN_WORDS_BYTES];

	tcn_report_say_leader(view->words, figure, &parts[0]);
	say_sources(view, figure, leader, &parts[1]);
	with = TCN_WITH({ "figure", tcn_buf_view(&parts[0]) },
	    { "sources", tcn_buf_view(&parts[1]) },
	    { "when", time_of(view, leader->accepted_ms, when) });
	/* TRANSLATORS: an origin is a text of its own, no copy of another. */
	if (!figure->single)
		tcn_words_count_with(view->words,
		    "{figure} ({n} origin, since {when}).",
		    "{figure} ({n} origins, since {when}).", leader->origins,
		    with, out);
	else if (view->sources_n > 1)
		tcn_words_say(view->words,
		    "{figure} (only one origin: {sources}; since {when}).",
		    with, out);
	else
		tcn_words_say(view->words,
		    "{figure} (only one origin; since {when}).", with, out);
	tcn_words_parts_fini(parts, 2);
}

void
tcn_report_say_figure(const struct tcn_report_view *view,
    const struct tcn_figure *figure, struct tcn_buf *out)
{
	const struct tcn_figure_value *value;
	struct tcn_buf list = { 0 };

	assert(view->items_n && figure->slot < TCN_SLOTS);
	say_witnesses(view, figure, out);
	say_before(view, figure, out);
	/* Writes the values that contradict the leading one at the same
	 * time. */
	value = next_contradiction(figure, NULL);
	if (!value)
		return;
	for (size_t n = 0; value && n < OTHERS_MAX; n++) {
		tcn_buf_z(&list, n ? tcn_words_semicolon(view->words) : "");
		say_contradiction(view, figure, value, &list);
		value = next_contradiction(figure, value);
	}
	tcn_buf_char(out, ' ');
	tcn_words_say(view->words, "Others say {list}.",
	    TCN_WITH({ "list", tcn_buf_view(&list) }), out);
	tcn_words_parts_fini(&list, 1);
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
	LINE = 16, /* of text, and a letter's width */
	LETTER = 9,
	LABELS_MAX = 32,
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

static int
x_of(const struct tcn_figure_value *value, const struct steps *steps)
{
	return place(value->accepted_ms, steps->from_ms, steps->to_ms, LEFT,
	    RIGHT);
}

static int
y_of(const struct tcn_figure_value *value, const struct steps *steps)
{
	return place(value->lo, steps->lo, steps->hi, BOTTOM, TOP);
}

/* The label of a value, as wide as its text about is. */
struct label {
	int x, y, width;
};

/* Whether a label leaves those free that are drawn already. */
static bool
is_free(const struct label *drawn, size_t n, const struct label *label)
{
	for (size_t i = 0; i < n; i++)
		if (label->x < drawn[i].x + drawn[i].width &&
		    drawn[i].x < label->x + label->width &&
		    label->y < drawn[i].y + LINE &&
		    drawn[i].y < label->y + LINE)
			return false;
	return true;
}

/* Writes the values, the newest first: one that would lie on another is left
 * out, as all of them are told in words. */
static void
put_labels(const struct tcn_report_view *view, const struct tcn_figure *figure,
    const struct steps *steps, struct tcn_buf *out)
{
	struct label drawn[LABELS_MAX];
	struct tcn_buf text = { 0 };
	size_t n = 0;

	for (size_t i = figure->values_n; i-- > 0 && n < LABELS_MAX;) {
		const struct tcn_figure_value *value = &figure->values[i];
		struct label *label = &drawn[n];

		if (!has_led(value))
			continue;
		tcn_buf_clear(&text);
		tcn_report_say_value(view->words, figure, value->lo, value->hi,
		    &text);
		*label = (struct label){ x_of(value, steps) + 4,
			y_of(value, steps) - 6, (int)text.n * LETTER };
		if (!is_free(drawn, n, label))
			continue;
		tcn_buf_printf(out, "<text x=\"%d\" y=\"%d\">", label->x,
		    label->y);
		tcn_buf_str(out, tcn_buf_view(&text));
		tcn_buf_z(out, "</text>\n");
		n++;
	}
	tcn_buf_fini(&text);
}

void
tcn_report_figure_chart(const struct tcn_report_view *view,
    const struct tcn_report_view_figure *show, struct tcn_buf *out)
{
	const struct tcn_figure *figure = show->figure;
	const struct steps steps = measure_steps(view, figure);
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

		if (!has_led(value))
			continue;
		tcn_buf_printf(out, begun ? "H%dV%d" : "M%d %d",
		    x_of(value, &steps), y_of(value, &steps));
		begun = true;
	}
	tcn_buf_printf(out, "H%d\"/>\n", RIGHT);
	put_labels(view, figure, &steps, out);
	tcn_buf_z(out, "</svg>\n");
}
