#include "tools/serve/web/web_template.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "engine/base/date.h"
#include "engine/base/url.h"
#include "engine/item/record.h"
#include "tools/base/event_words.h"
#include "tools/base/json_out.h"
#include "tools/base/target.h"
#include "tools/base/when.h"

#define UINT_MAX_EXACT 9007199254740992.0 /* 2^53 */

static const struct {
	const char *name, *text;
} files[] = {
#include "tools/serve/web/templates_data.h"
};

/* --- ways to write a value --- */

static int64_t
ms_of(const struct tcn_json_value *value)
{
	int64_t ms;

	return value->kind == TCN_JSON_NUMBER &&
		!tcn_date_from_seconds(value->n, &ms, NULL)
	    ? ms
	    : TCN_UNDATED;
}

static void
write_iso(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	char iso[TCN_DATE_BYTES];

	(void)with;
	tcn_date_format(ms_of(value), iso);
	tcn_buf_z(out, iso);
}

static void
write_second(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	struct tcn_json_value whole = *value;

	whole.n = floor(whole.n);
	write_iso(out, &whole, with);
}

static void
write_clock(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	char text[TCN_WHEN_BYTES];

	(void)with;
	tcn_buf_z(out, tcn_when_clock(ms_of(value), text));
}

static void
write_short(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	char text[TCN_WHEN_BYTES];

	(void)with;
	tcn_buf_z(out, tcn_when_short(ms_of(value), text));
}

static void
write_whole(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	char text[TCN_WHEN_BYTES];

	(void)with;
	tcn_buf_z(out, tcn_when_text(ms_of(value), text));
}

static void
write_ago(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	struct tcn_json_value now = tcn_json_member(with, "now_at");
	int64_t at_ms = ms_of(value), age_ms = ms_of(&now) - at_ms;
	char text[TCN_WHEN_BYTES];

	if (at_ms == TCN_UNDATED)
		return;

	if (age_ms < 60000)
		tcn_buf_z(out, "just now");
	else
		tcn_buf_printf(out, "%s ago",
		    tcn_when_span(age_ms - age_ms % 60000, text));
}

static void
write_span(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	char text[TCN_WHEN_BYTES];

	(void)with;
	tcn_buf_z(out,
	    tcn_when_span((int64_t)(1000 * fmin(fabs(value->n), 1e12)), text));
}

static void
write_ms(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_printf(out, "%.0f", 1000 * value->n);
}

static void
write_count(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	bool fits = value->n > 0 && value->n <= UINT_MAX_EXACT;
	char digits[24];
	int length = snprintf(digits, sizeof digits, "%" PRIu64,
	    fits ? (uint64_t)value->n : 0);

	(void)with;
	for (int i = 0; i < length; i++) {
		if (i && (length - i) % 3 == 0)
			tcn_buf_char(out, ',');
		tcn_buf_char(out, digits[i]);
	}
}

/* Whole numbers as counts, others to two digits. */
static void
write_figure(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	char number[TCN_JSON_ROUNDED_BYTES];

	if (floor(value->n) >= value->n && value->n <= UINT_MAX_EXACT)
		write_count(out, value, with);
	else
		tcn_buf_z(out, tcn_json_round(value->n, 2, number));
}

static void
write_s(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_z(out, value->n < 1 || value->n > 1 ? "s" : "");
}

static void
write_percent(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	if (value->n > 0)
		tcn_event_words_percent(value->n, out);
}

static void
write_rounded(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_printf(out, "%.0f", value->n);
}

static void
write_signed(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_printf(out, "%+.1f", value->n);
}

static void
write_hundredths(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_printf(out, "%.0f", 100 * value->n);
}

static void
write_tenths(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_printf(out, "%.1f", value->n);
}

static void
write_bar(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	/* A part of weight 4 fills it. */
	tcn_buf_printf(out, "%.0f", 96 * fmin(1, fabs(value->n) / 4));
}

static void
write_site(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_str(out, tcn_url_site(value->s));
}

static void
write_trimmed(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_str(out, tcn_str_trim(value->s));
}

static void
write_segment(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_target_segment(out, value->s);
}

static void
write_day(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	char text[TCN_WHEN_BYTES];

	(void)with;
	tcn_buf_z(out, tcn_when_day(ms_of(value), text));
}

/* --- drawings, as the script draws them, too --- */

enum {
	POINTS = 48, /* of a growth line */
	LINE_STEP = 2, /* between two points */
	LINE_HEIGHT = 24,
	LINE_BOTTOM = 26,
	BARS = 60, /* minutes */
	BAR_STEP = 4,
	BAR_HEIGHT = 40,
};

/* Where a point lies, from the top. */
static int
line_y(uint64_t value, uint64_t most)
{
	return (int)(LINE_BOTTOM -
	    (2 * LINE_HEIGHT * value + most) / (2 * most));
}

/* Reads the counts of a list as POINTS, of which each is the sum of as many as
 * it takes; returns how many points there are. */
static size_t
read_points(const struct tcn_json_value *list, uint64_t points[POINTS],
    uint64_t *most)
{
	struct tcn_json_value at = tcn_json_first(list);
	size_t n = 0, each = 1;

	for (; at.node; at = tcn_json_next(&at))
		n++;
	each = n > POINTS ? n / POINTS : 1;
	n = 0;
	*most = 1;
	for (at = tcn_json_first(list); at.node && n < each * POINTS;
	     at = tcn_json_next(&at), n++) {
		points[n / each] = n % each ? points[n / each] : 0;
		points[n / each] +=
		    at.n > 0 && at.n < UINT32_MAX ? (uint64_t)at.n : 0;
		if (points[n / each] > *most)
			*most = points[n / each];
	}
	return n / each;
}

/* Steps from point to point: half the bytes of their places, on a page that may
 * draw a hundred lines. */
static void
write_line(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	uint64_t points[POINTS], most;
	size_t n = read_points(value, points, &most), last = 0;

	(void)with;
	if (n)
		tcn_buf_printf(out, "M0 %d", line_y(points[0], most));
	for (size_t i = 1; i < n; i++) {
		int by = line_y(points[i], most) - line_y(points[last], most);

		/* A point between two of its own height says nothing. */
		if (i + 1 < n && points[i] == points[i - 1] &&
		    points[i] == points[i + 1])
			continue;
		tcn_buf_printf(out, "%c%zu%s%d", last ? ' ' : 'l',
		    LINE_STEP * (i - last), by < 0 ? "" : " ", by);
		last = i;
	}
}

/* One line for each minute, from the ground up; a half is rounded up. */
static void
write_bars(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	struct tcn_json_value at = tcn_json_first(value);
	double most = 1;

	(void)with;
	for (; at.node; at = tcn_json_next(&at))
		most = at.n > most ? at.n : most;
	at = tcn_json_first(value);
	for (int i = 0; at.node && i < BARS; at = tcn_json_next(&at), i++)
		if (at.n > 0)
			tcn_buf_printf(out, "M%d %dV%.0f",
			    i * BAR_STEP + BAR_STEP / 2, BAR_HEIGHT,
			    floor(BAR_HEIGHT - BAR_HEIGHT * at.n / most + .5));
}

static const struct tcn_mustache_form forms[] = {
	{ "iso", write_iso },
	{ "second", write_second },
	{ "clock", write_clock },
	{ "short", write_short },
	{ "whole", write_whole },
	{ "ago", write_ago },
	{ "span", write_span },
	{ "ms", write_ms },
	{ "count", write_count },
	{ "figure", write_figure },
	{ "s", write_s },
	{ "percent", write_percent },
	{ "rounded", write_rounded },
	{ "signed", write_signed },
	{ "hundredths", write_hundredths },
	{ "tenths", write_tenths },
	{ "bar", write_bar },
	{ "site", write_site },
	{ "trimmed", write_trimmed },
	{ "segment", write_segment },
	{ "day", write_day },
	{ "line", write_line },
	{ "bars", write_bars },
	{ NULL, NULL },
};

enum tcn_rc
tcn_web_template_init(struct tcn_mustache *set, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	*set =
	    (struct tcn_mustache){ .kind = TCN_MUSTACHE_HTML, .forms = forms };
	for (size_t i = 0; !rc && i < sizeof files / sizeof *files; i++) {
		tcn_err_at(err, files[i].name, 0, 0);
		rc = tcn_mustache_add(set, files[i].name,
		    tcn_str(files[i].text), err);
	}
	return rc ? rc : tcn_mustache_link(set, err);
}
