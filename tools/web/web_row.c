#include "tools/web/web_row.h"

#include <inttypes.h>

#include "engine/item/record.h"
#include "tools/base/json_in.h"
#include "tools/web/web_html.h"
#include "tools/web/web_words.h"

/* <li>, of the row's severity; id: whether others may lead to it. A revision is
 * told from the second on. */
static void
open_item(struct tcn_buf *out, const struct tcn_json_value *row,
    const char *class, bool id)
{
	const char *severity =
	    tcn_web_words_known_severity(tcn_json_in_str(row, "severity"));
	uint64_t revision = tcn_json_in_uint(row, "revision");

	tcn_buf_printf(out, "<li class=\"%s%s%s\"", class, *severity ? " " : "",
	    severity);
	if (id && tcn_json_in_str(row, "event").n) {
		tcn_buf_z(out, " id=\"e-");
		tcn_web_html_text(out, tcn_json_in_str(row, "event"));
		tcn_buf_char(out, '"');
	}
	if (revision > 1)
		tcn_buf_printf(out, " data-rev=\"%" PRIu64 "\"", revision);
	tcn_buf_char(out, '>');
}

/* Its word; its colour is the item's. */
static void
put_severity(struct tcn_buf *out, const struct tcn_json_value *row)
{
	const char *severity =
	    tcn_web_words_known_severity(tcn_json_in_str(row, "severity"));

	if (*severity)
		tcn_buf_printf(out, "<b>%s</b> ", severity);
}

static void
put_link(struct tcn_buf *out, const struct tcn_json_value *row)
{
	tcn_buf_z(out, "<a href=\"");
	tcn_web_words_event_path(out, tcn_json_in_str(row, "event"), "");
	tcn_buf_char(out, '"');
	/* What the document says of itself is not said again. */
	if (!tcn_str_equal(tcn_json_in_str(row, "lang"), tcn_str("en")))
		tcn_web_words_lang(out, row);
	tcn_buf_char(out, '>');
	tcn_web_html_text(out, tcn_web_words_headline(row));
	tcn_buf_z(out, "</a>");
}

/* member: the time that the age counts from. */
static void
put_age(struct tcn_buf *out, const struct tcn_json_value *row,
    const char *member, int64_t now_ms)
{
	int64_t at = tcn_json_in_ms(row, member);

	if (at == TCN_UNDATED)
		tcn_buf_z(out, "<time></time>");
	else
		tcn_web_html_age(out, at, now_ms);
}

static void
put_spark(struct tcn_buf *out, const struct tcn_json_value *row)
{
	struct tcn_json_value list = tcn_json_member(row, "spark");
	struct tcn_json_value at = tcn_json_first(&list);
	uint32_t values[TCN_WEB_HTML_SPARK];
	size_t n = 0;

	for (; at.node && n < TCN_WEB_HTML_SPARK; at = tcn_json_next(&at))
		values[n++] =
		    at.n > 0 && at.n < UINT32_MAX ? (uint32_t)at.n : 0;
	/* How much came of late stands beside it, as text. */
	tcn_web_html_spark(out, values, n, NULL);
}

/* A figure and its unit. */
static void
put_number(struct tcn_buf *out, const struct tcn_json_value *row,
    const char *name, const char *unit)
{
	uint64_t n = tcn_json_in_uint(row, name);

	tcn_buf_z(out, "<b>");
	tcn_web_html_count(out, n);
	tcn_buf_printf(out, "</b> %s%s ", unit, n == 1 ? "" : "s");
}

/* Whose it is and who has seen it. */
static void
put_desk(struct tcn_buf *out, const struct tcn_json_value *row)
{
	struct tcn_json_value desk = tcn_json_member(row, "desk");
	struct tcn_str owner = tcn_json_in_str(&desk, "owner");
	struct tcn_str by = tcn_json_in_str(&desk, "acknowledged_by");
	int64_t at = tcn_json_in_ms(&desk, "acknowledged_at");

	tcn_buf_z(out, "<span>");
	if (owner.n) {
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, owner);
		tcn_buf_z(out, " owns");
	}
	tcn_buf_z(out, "</span><span>");
	if (at == TCN_UNDATED) {
		tcn_buf_z(out, row->node ? "not acknowledged" : "");
	} else {
		tcn_buf_z(out, "acknowledged by ");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, by);
		tcn_buf_char(out, ' ');
		tcn_web_html_time(out, at, TCN_WEB_HTML_CLOCK);
	}
	tcn_buf_z(out, "</span>");
}

/* "rank 100: critical 40, 62 new texts in 30 min 25, ..." */
static void
put_rank(struct tcn_buf *out, const struct tcn_json_value *row)
{
	struct tcn_json_value parts = tcn_json_member(row, "parts");
	struct tcn_json_value at = tcn_json_first(&parts);
	const char *gap = ": ";

	tcn_buf_printf(out, "<p class=\"rank\">rank <b>%.0f</b><span>",
	    tcn_json_in_number(row, "rank"));
	for (; at.node; at = tcn_json_next(&at)) {
		double points = tcn_json_in_number(&at, "points");

		if (points >= 0.5 || points <= -0.5) {
			tcn_buf_z(out, gap);
			tcn_web_html_text(out, tcn_json_in_str(&at, "says"));
			tcn_buf_printf(out, " %.0f", points);
			gap = ", ";
		}
	}
	tcn_buf_z(out, "</span></p>");
}

static void
put_button(struct tcn_buf *out, const char *act, const char *text,
    const struct tcn_json_value *row)
{
	tcn_buf_printf(out, "<button form=\"desk\" name=\"%s\"", act);
	tcn_web_html_attr(out, "value", tcn_json_in_str(row, "event"));
	tcn_buf_printf(out, ">%s</button>", text);
}

static void
put_buttons(struct tcn_buf *out, const struct tcn_json_value *row)
{
	struct tcn_json_value desk = tcn_json_member(row, "desk");
	bool acked = tcn_json_in_ms(&desk, "acknowledged_at") != TCN_UNDATED;
	bool owned = tcn_json_in_str(&desk, "owner").n > 0;

	tcn_buf_z(out, "<p class=\"buttons\">");
	put_button(out, acked ? "unack" : "ack", acked ? "Unack" : "Ack", row);
	put_button(out, owned ? "disown" : "own", owned ? "Give up" : "Own",
	    row);
	tcn_buf_z(out, "</p>");
}

void
tcn_web_row_open(struct tcn_buf *out, const struct tcn_json_value *row,
    const struct tcn_web_row_view *view)
{
	struct tcn_json_value langs = tcn_json_member(row, "languages");

	open_item(out, row, "row", true);
	tcn_buf_z(out, "<article><p class=\"line\">");
	put_severity(out, row);
	put_age(out, row, "fired_at", view->now_ms);
	tcn_buf_z(out, " <span>");
	tcn_web_words_languages(out, &langs);
	tcn_buf_z(out, "</span></p><h3>");
	put_link(out, row);
	tcn_buf_z(out, "</h3><p class=\"figs\">");
	put_number(out, row, "items", "item");
	put_number(out, row, "origins", "text");
	put_number(out, row, "publishers", "publisher");
	put_desk(out, row);
	tcn_buf_z(out, "</p>");
	put_rank(out, row);
	if (view->may_act)
		put_buttons(out, row);
	put_spark(out, row);
	tcn_buf_z(out, "</article>");
}

void
tcn_web_row_close(struct tcn_buf *out)
{
	tcn_buf_z(out, "</li>\n");
}

static void
put_line(struct tcn_buf *out, const struct tcn_json_value *row,
    const char *class, const char *member, const struct tcn_web_row_view *view)
{
	open_item(out, row, class, false);
	put_severity(out, row);
	put_link(out, row);
	tcn_buf_z(out, " <span>");
	tcn_web_html_count(out, tcn_json_in_uint(row, "items"));
	tcn_buf_z(out, "</span> ");
	put_age(out, row, member, view->now_ms);
	tcn_buf_z(out, "</li>\n");
}

void
tcn_web_row_line(struct tcn_buf *out, const struct tcn_json_value *row,
    const struct tcn_web_row_view *view)
{
	put_line(out, row, "short", "fired_at", view);
}

void
tcn_web_row_over(struct tcn_buf *out, const struct tcn_json_value *row,
    const struct tcn_web_row_view *view)
{
	put_line(out, row, "short over", "changed_at", view);
}

void
tcn_web_row_templates(struct tcn_buf *out, const struct tcn_web_row_view *view)
{
	const struct tcn_json_value nothing = { 0 };

	tcn_buf_z(out, "<template id=\"row\">");
	tcn_web_row_open(out, &nothing, view);
	tcn_web_row_close(out);
	tcn_buf_z(out, "</template>\n<template id=\"line\">");
	tcn_web_row_line(out, &nothing, view);
	tcn_buf_z(out, "</template>\n");
}
