#include "tools/web/web_html.h"

#include <inttypes.h>
#include <stdio.h>

#include "engine/base/date.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"

void
tcn_web_html_text(struct tcn_buf *out, struct tcn_str text)
{
	tcn_safe_html(out, text);
}

void
tcn_web_html_attr(struct tcn_buf *out, const char *name, struct tcn_str value)
{
	if (!value.at)
		return;
	tcn_buf_printf(out, " %s=\"", name);
	tcn_safe_html(out, value);
	tcn_buf_char(out, '"');
}

void
tcn_web_html_foreign(struct tcn_buf *out, struct tcn_str lang,
    struct tcn_str text)
{
	tcn_buf_z(out, "<bdi dir=\"auto\"");
	if (lang.n && tcn_safe_is_lang(lang))
		tcn_web_html_attr(out, "lang", lang);
	tcn_buf_char(out, '>');
	tcn_safe_html(out, text);
	tcn_buf_z(out, "</bdi>");
}

/* <time datetime="..." data-as="..." title="...">, or nothing; as: NULL for an
 * age. */
static bool
open_time(struct tcn_buf *out, int64_t ms, const char *as, bool titled)
{
	char iso[TCN_DATE_BYTES], whole[TCN_WHEN_BYTES];

	tcn_date_format(ms, iso);
	if (!iso[0] || !tcn_when_known(ms))
		return false;
	tcn_buf_printf(out, "<time datetime=\"%s\"", iso);
	if (as)
		tcn_buf_printf(out, " data-as=\"%s\"", as);
	if (titled)
		tcn_buf_printf(out, " title=\"%s\"", tcn_when_text(ms, whole));
	tcn_buf_char(out, '>');
	return true;
}

void
tcn_web_html_time(struct tcn_buf *out, int64_t ms, enum tcn_web_html_time form)
{
	static const struct {
		const char *as;
		const char *(*write)(int64_t ms, char out[TCN_WHEN_BYTES]);
		const char *behind;
	} forms[] = {
		[TCN_WEB_HTML_CLOCK] = { "clock", tcn_when_clock, " UTC" },
		[TCN_WEB_HTML_SHORT] = { "short", tcn_when_short, " UTC" },
		[TCN_WEB_HTML_WHOLE] = { "whole", tcn_when_text, "" },
	};
	char text[TCN_WHEN_BYTES];

	if (!open_time(out, ms, forms[form].as, form != TCN_WEB_HTML_WHOLE)) {
		tcn_buf_z(out, "never");
		return;
	}
	tcn_buf_printf(out, "%s%s</time>", forms[form].write(ms, text),
	    forms[form].behind);
}

void
tcn_web_html_age(struct tcn_buf *out, int64_t ms, int64_t now_ms)
{
	int64_t minutes;
	char text[TCN_WHEN_BYTES];

	/* There are many of them: they have no more than they need, the time to
	 * the second. The script adds a title where somebody points at one. */
	if (!open_time(out, ms - ms % 1000, NULL, false)) {
		tcn_buf_z(out, "never");
		return;
	}
	/* Not before it is known to be a time. */
	minutes = (now_ms - ms) / 60000;
	if (now_ms - ms < 60000)
		tcn_buf_z(out, "just now");
	else
		tcn_buf_printf(out, "%s ago",
		    tcn_when_span(minutes * 60000, text));
	tcn_buf_z(out, "</time>");
}

void
tcn_web_html_link(struct tcn_buf *out, struct tcn_str url, struct tcn_str lang,
    struct tcn_str text)
{
	if (!tcn_safe_is_link(url)) {
		tcn_web_html_foreign(out, lang, text);
		return;
	}
	tcn_buf_z(out, "<a");
	tcn_web_html_attr(out, "href", url);
	tcn_buf_z(out,
	    " target=\"_blank\" rel=\"noopener noreferrer nofollow\">");
	tcn_web_html_foreign(out, lang, text);
	tcn_buf_z(out, "</a>");
}

void
tcn_web_html_count(struct tcn_buf *out, uint64_t n)
{
	char digits[24];
	int length = snprintf(digits, sizeof digits, "%" PRIu64, n);

	for (int i = 0; i < length; i++) {
		if (i && (length - i) % 3 == 0)
			tcn_buf_char(out, ',');
		tcn_buf_char(out, digits[i]);
	}
}

void
tcn_web_html_counted(struct tcn_buf *out, uint64_t n, const char *one)
{
	tcn_web_html_count(out, n);
	tcn_buf_printf(out, " %s%s", one, n == 1 ? "" : "s");
}

void
tcn_web_html_hidden(struct tcn_buf *out, const char *name, struct tcn_str value)
{
	tcn_buf_printf(out, "<input type=\"hidden\" name=\"%s\"", name);
	tcn_web_html_attr(out, "value", value.at ? value : tcn_str(""));
	tcn_buf_char(out, '>');
}

void
tcn_web_html_option(struct tcn_buf *out, const char *value, const char *shown,
    struct tcn_str current)
{
	tcn_buf_z(out, "<option");
	tcn_web_html_attr(out, "value", tcn_str(value));
	if (tcn_str_equal(tcn_str(value), current))
		tcn_buf_z(out, " selected");
	tcn_buf_char(out, '>');
	tcn_safe_html(out, tcn_str(shown));
	tcn_buf_z(out, "</option>");
}

enum {
	SPARK_STEP = 2, /* between two points */
	SPARK_HEIGHT = 24,
	SPARK_BOTTOM = 26,
};

/* Where a point lies, from the top. */
static int
spark_y(uint64_t value, uint64_t most)
{
	return (int)(SPARK_BOTTOM -
	    (2 * SPARK_HEIGHT * value + most) / (2 * most));
}

/* Steps from point to point: half the bytes of their places, on a page that may
 * draw a hundred lines. */
void
tcn_web_html_spark(struct tcn_buf *out, const uint32_t *values, size_t n,
    const char *name)
{
	uint64_t most = 1;
	size_t last = 0;

	tcn_buf_z(out, "<svg viewBox=\"0 0 94 28\"");
	if (name) {
		tcn_buf_z(out, " role=\"img\"");
		tcn_web_html_attr(out, "aria-label", tcn_str(name));
	} else {
		tcn_buf_z(out, " aria-hidden=\"true\"");
	}
	tcn_buf_z(out, "><path d=\"");
	for (size_t i = 0; i < n; i++)
		most = values[i] > most ? values[i] : most;
	if (n)
		tcn_buf_printf(out, "M0 %d", spark_y(values[0], most));
	for (size_t i = 1; i < n; i++) {
		int by = spark_y(values[i], most) - spark_y(values[last], most);

		/* A point between two of its own height says nothing. */
		if (i + 1 < n && values[i] == values[i - 1] &&
		    values[i] == values[i + 1])
			continue;
		tcn_buf_printf(out, "%c%zu%s%d", last ? ' ' : 'l',
		    SPARK_STEP * (i - last), by < 0 ? "" : " ", by);
		last = i;
	}
	tcn_buf_z(out, "\"/></svg>");
}
