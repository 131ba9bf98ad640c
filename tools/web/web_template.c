#include "tools/web/web_template.h"

#include <assert.h>
#include <math.h>

#include "engine/base/date.h"
#include "engine/base/url.h"
#include "engine/item/record.h"
#include "tools/base/event_words.h"
#include "tools/base/json_in.h"
#include "tools/base/target.h"
#include "tools/base/when.h"
#include "tools/web/web_html.h"

#define UINT_MAX_EXACT 9007199254740992.0 /* 2^53 */

static const struct {
	const char *name, *text;
} files[] = {
#include "tools/web/templates_data.h"
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
    const struct tcn_json_value *view)
{
	char iso[TCN_DATE_BYTES];

	(void)view;
	tcn_date_format(ms_of(value), iso);
	tcn_buf_z(out, iso);
}

static void
write_second(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	struct tcn_json_value whole = *value;

	whole.n = floor(whole.n);
	write_iso(out, &whole, view);
}

static void
write_clock(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	char text[TCN_WHEN_BYTES];

	(void)view;
	tcn_buf_z(out, tcn_when_clock(ms_of(value), text));
}

static void
write_short(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	char text[TCN_WHEN_BYTES];

	(void)view;
	tcn_buf_z(out, tcn_when_short(ms_of(value), text));
}

static void
write_whole(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	char text[TCN_WHEN_BYTES];

	(void)view;
	tcn_buf_z(out, tcn_when_text(ms_of(value), text));
}

static void
write_ago(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	struct tcn_json_value now = tcn_json_member(view, "now_at");
	int64_t age_ms = (int64_t)(1000 * (now.n - value->n));
	char text[TCN_WHEN_BYTES];

	if (age_ms < 60000)
		tcn_buf_z(out, "just now");
	else
		tcn_buf_printf(out, "%s ago",
		    tcn_when_span(age_ms - age_ms % 60000, text));
}

static void
write_span(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	char text[TCN_WHEN_BYTES];

	(void)view;
	tcn_buf_z(out, tcn_when_span((int64_t)(1000 * fabs(value->n)), text));
}

static void
write_ms(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	(void)view;
	tcn_buf_printf(out, "%.0f", 1000 * value->n);
}

static void
write_count(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	(void)view;
	tcn_web_html_count(out,
	    value->n > 0 && value->n <= UINT_MAX_EXACT ? (uint64_t)value->n
						       : 0);
}

static void
write_s(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	(void)view;
	tcn_buf_z(out, value->n < 1 || value->n > 1 ? "s" : "");
}

static void
write_percent(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	(void)view;
	if (value->n > 0)
		tcn_event_words_percent(value->n, out);
}

static void
write_rounded(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	(void)view;
	tcn_buf_printf(out, "%.0f", value->n);
}

static void
write_signed(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	(void)view;
	tcn_buf_printf(out, "%+.1f", value->n);
}

static void
write_hundredths(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	(void)view;
	tcn_buf_printf(out, "%.0f", 100 * value->n);
}

static void
write_tenths(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	(void)view;
	tcn_buf_printf(out, "%.1f", value->n);
}

static void
write_bar(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	(void)view;
	/* A part of weight 4 fills it. */
	tcn_buf_printf(out, "%.0f", 96 * fmin(1, fabs(value->n) / 4));
}

static void
write_site(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	(void)view;
	tcn_buf_str(out, tcn_url_site(value->s));
}

static void
write_trimmed(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	(void)view;
	tcn_buf_str(out, tcn_str_trim(value->s));
}

static void
write_segment(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_json_value *view)
{
	(void)view;
	tcn_target_segment(out, value->s);
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
