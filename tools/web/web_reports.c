/*
 * The archive: events by day, each with its special report in all formats.
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/date.h"
#include "engine/item/record.h"
#include "tools/base/when.h"
#include "tools/web/web_impl.h"
#include "tools/web/web_words.h"

#define DAYS_MAX 400 /* shown beside the list */
#define DAY_MS   ((int64_t)86400000)

/* The filters that the page's address may have. */
#define FILTERS "severity min_items"

struct reports {
	struct tcn_json_value days, events;
	struct tcn_json_value answer; /* of the events */
	char day[TCN_DATE_BYTES]; /* "2026-03-03"; empty: the latest */
};

/* "2026-03-03" */
static void
name_day(int64_t ms, char day[TCN_DATE_BYTES])
{
	tcn_date_format(ms, day);
	day[strcspn(day, "T")] = '\0';
}

/* --- asking --- */

/* The day that the address names, or the last on which an event fired. False:
 * the page was sent. */
static bool
take_day(struct tcn_web_page *page, struct reports *r)
{
	const char *named = tcn_http_call_arg(page->call, 0);
	struct tcn_json_value first;
	char again[TCN_DATE_BYTES];
	int64_t ms;

	r->day[0] = '\0';
	if (*named) {
		if (strlen(named) == 10 &&
		    !tcn_when_option("day", named, &ms, NULL)) {
			name_day(ms, again);
			if (strcmp(again, named) == 0) {
				snprintf(r->day, sizeof r->day, "%s", named);
				return true;
			}
		}
		tcn_web_page_fail(page, 404,
		    tcn_str("a day is written as 2026-03-03"));
		return false;
	}
	first = tcn_json_member(&r->days, "days");
	first = tcn_json_first(&first);
	if (first.node)
		name_day(tcn_json_in_ms(&first, "at"), r->day);
	return true;
}

static bool
ask_events(struct tcn_web_page *page, struct reports *r)
{
	struct tcn_buf target = { 0 };
	char until[TCN_DATE_BYTES];
	int64_t ms = 0;
	bool asked;

	if (!r->day[0] || tcn_when_option("day", r->day, &ms, NULL)) {
		r->answer = r->events = (struct tcn_json_value){ 0 };
		return true;
	}
	name_day(ms + DAY_MS, until);
	tcn_buf_printf(&target,
	    "/v1/events?order=newest&limit=100&since=%s&until=%s", r->day,
	    until);
	tcn_web_page_pass(page, FILTERS " after", &target);
	asked = tcn_web_page_ask(page, target.at, &r->answer);
	tcn_buf_fini(&target);
	if (asked)
		r->events = tcn_json_member(&r->answer, "events");
	return asked;
}

/* --- writing --- */

static void
put_path(struct tcn_web_page *page, const char *day, struct tcn_str after)
{
	struct tcn_buf path = { 0 };

	tcn_buf_printf(&path, "/reports/%s", day);
	tcn_web_page_pass(page, FILTERS, &path);
	if (after.n)
		tcn_target_param(&path, "after", after);
	tcn_web_html_text(&page->out, tcn_buf_view(&path));
	page->out.failed |= path.failed;
	tcn_buf_fini(&path);
}

static void
put_days(struct tcn_web_page *page, const struct reports *r)
{
	struct tcn_json_value list = tcn_json_member(&r->days, "days");
	struct tcn_json_value at = tcn_json_first(&list);
	struct tcn_buf *out = &page->out;
	char day[TCN_DATE_BYTES], name[TCN_WHEN_BYTES];

	tcn_buf_z(out,
	    "<nav class=\"days\" aria-label=\"Days\"><h2>Days</h2>\n<ul>\n");
	for (size_t n = 0; at.node && n < DAYS_MAX;
	     at = tcn_json_next(&at), n++) {
		int64_t ms = tcn_json_in_ms(&at, "at");

		name_day(ms, day);
		tcn_buf_z(out, "<li><a href=\"");
		put_path(page, day, (struct tcn_str){ 0 });
		tcn_buf_printf(out, "\"%s>%s</a> ",
		    strcmp(day, r->day) == 0 ? " aria-current=\"page\"" : "",
		    tcn_when_day(ms, name));
		tcn_web_html_count(out, tcn_json_in_uint(&at, "events"));
		tcn_buf_z(out, "</li>\n");
	}
	tcn_buf_z(out, "</ul></nav>\n");
}

static void
put_filter(struct tcn_web_page *page, const struct reports *r)
{
	struct tcn_buf *out = &page->out;

	tcn_buf_printf(out, "<form action=\"/reports/%s\" class=\"pick\">\n",
	    r->day);
	tcn_web_words_severities(out, tcn_web_page_query(page, "severity"));
	tcn_buf_z(out,
	    "<label>At least <input name=\"min_items\" inputmode=\"numeric\" "
	    "pattern=\"[0-9]*\" size=\"4\" maxlength=\"6\"");
	tcn_web_html_attr(out, "value", tcn_web_page_query(page, "min_items"));
	tcn_buf_z(out, "> items</label>\n<button>Show</button></form>\n");
}

static void
put_event(struct tcn_buf *out, const struct tcn_json_value *event)
{
	struct tcn_json_value langs = tcn_json_member(event, "languages");

	tcn_buf_z(out, "<li>\n<p class=\"line\">");
	tcn_web_words_severity(out, tcn_json_in_str(event, "severity"));
	tcn_web_html_time(out, tcn_json_in_ms(event, "fired_at"),
	    TCN_WEB_HTML_CLOCK);
	tcn_buf_z(out, "<span>");
	tcn_web_html_text(out, tcn_web_words_state(event));
	tcn_buf_z(out, "</span><span class=\"langs\">");
	tcn_web_words_languages(out, &langs);
	tcn_buf_z(out, "</span></p>\n<h3>");
	tcn_web_words_event_link(out, event);
	tcn_buf_z(out, "</h3>\n<p class=\"figs\"><b>");
	tcn_web_html_count(out, tcn_json_in_uint(event, "items"));
	tcn_buf_printf(out, "</b> item%s <b>",
	    tcn_json_in_uint(event, "items") == 1 ? "" : "s");
	tcn_web_html_count(out, tcn_json_in_uint(event, "publishers"));
	tcn_buf_printf(out, "</b> publisher%s ",
	    tcn_json_in_uint(event, "publishers") == 1 ? "" : "s");
	tcn_web_words_formats(out, tcn_json_in_str(event, "event"));
	tcn_buf_z(out, "</p>\n");
	tcn_web_words_also(out, event);
	tcn_buf_z(out, "</li>\n");
}

/* Whether it is told of at another event of the list, which tells of the same
 * in another language. */
static bool
is_told_there(const struct reports *r, const struct tcn_json_value *event)
{
	struct tcn_json_value at = tcn_json_first(&r->events), leader;

	if (!tcn_web_words_is_led(event, &leader))
		return false;
	for (; at.node; at = tcn_json_next(&at))
		if (tcn_str_equal(tcn_json_in_str(&at, "event"),
			tcn_json_in_str(&leader, "event")))
			return true;
	return false;
}

static void
put_list(struct tcn_web_page *page, const struct reports *r)
{
	struct tcn_json_value at = tcn_json_first(&r->events);
	struct tcn_str next = tcn_json_in_str(&r->answer, "next");
	struct tcn_buf *out = &page->out;

	if (!at.node)
		tcn_buf_printf(out, "<p class=\"nothing\">%s</p>\n",
		    !r->day[0] ? "No event has fired yet."
			       : "No event of that day is so.");
	tcn_buf_z(out, "<ol class=\"archive\">\n");
	for (; at.node; at = tcn_json_next(&at))
		if (!is_told_there(r, &at))
			put_event(out, &at);
	tcn_buf_z(out, "</ol>\n");
	if (!next.n)
		return;
	tcn_buf_z(out, "<p class=\"next\"><a rel=\"next\" href=\"");
	put_path(page, r->day, next);
	tcn_buf_z(out, "\">Earlier that day</a></p>\n");
}

void
tcn_web_get_reports(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_frame frame = {
		.title = tcn_str("Reports"),
		.nav = "reports",
		.kind = "reports",
	};
	char name[TCN_WHEN_BYTES];
	struct reports r;
	int64_t ms;

	if (!tcn_web_page_ask(&page, "/v1/events/days", &r.days) ||
	    !take_day(&page, &r) || !ask_events(&page, &r))
		return;
	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(&page.out, "<div class=\"two\">\n<div>\n<h1>Reports");
	if (r.day[0] && !tcn_when_option("day", r.day, &ms, NULL))
		tcn_buf_printf(&page.out, " of %s", tcn_when_day(ms, name));
	tcn_buf_z(&page.out, "</h1>\n");
	put_filter(&page, &r);
	put_list(&page, &r);
	tcn_buf_z(&page.out,
	    "</div>\n<aside class=\"rail\">\n"
	    "<p><a href=\"/editions\">Editions</a></p>\n");
	put_days(&page, &r);
	tcn_buf_z(&page.out, "</aside>\n</div>\n");
	tcn_web_page_send(&page);
}
