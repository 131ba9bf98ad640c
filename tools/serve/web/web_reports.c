/*
 * The archive: events by day, each with its special report in all formats.
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/date.h"
#include "engine/item/record.h"
#include "tools/base/when.h"
#include "tools/serve/web/web_impl.h"

#define DAY_MS ((int64_t)86400000)

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

/* --- the page --- */

/* Where each day has its page, which of them this is, and where it goes on. */
static void
add_paths(struct tcn_web_page *page, const struct reports *r)
{
	struct tcn_json_value at = tcn_json_member(&r->days, "days");
	struct tcn_buf text = { 0 };
	char day[TCN_DATE_BYTES];

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		name_day(tcn_json_in_ms(&at, "at"), day);
		tcn_buf_clear(&text);
		tcn_buf_printf(&text, "/reports/%s", day);
		tcn_web_page_pass(page, FILTERS, &text);
		tcn_json_put_str(&page->arena, &at, "path",
		    tcn_buf_view(&text));
		tcn_json_put_bool(&page->arena, &at, "current",
		    strcmp(day, r->day) == 0);
	}
	tcn_buf_clear(&text);
	tcn_buf_printf(&text, "/reports/%s", r->day);
	tcn_web_page_set_next(page, text.at, FILTERS, &r->answer);
	tcn_buf_fini(&text);
}

/* Whether it is told of at another event of the list, which tells of the same
 * in another language. */
static bool
is_told_there(const struct reports *r, const struct tcn_json_value *event)
{
	struct tcn_json_value led = tcn_json_member(event, "also_told");
	struct tcn_json_value at = tcn_json_first(&r->events);

	for (led = tcn_json_first(&led); led.node; led = tcn_json_next(&led))
		if (tcn_json_in_bool(&led, "leads"))
			break;
	for (; led.node && at.node; at = tcn_json_next(&at))
		if (tcn_str_equal(tcn_json_in_str(&at, "event"),
			tcn_json_in_str(&led, "event")))
			return true;
	return false;
}

void
tcn_web_get_reports(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_view view = { .name = "reports",
		.frame = { .name = TCN_WORDS("Reports"),
		    .nav = "reports",
		    .kind = "reports" },
		.query = FILTERS,
		.asks = { { "days", "/v1/events/days", NULL } } };
	struct tcn_json_value at, list = { 0 };
	struct reports r;
	int64_t ms = 0;

	if (!tcn_web_view_ask(&page, &view))
		return;
	r.days = tcn_json_member(&page.view, "days");
	if (!take_day(&page, &r) || !ask_events(&page, &r))
		return;
	for (at = tcn_json_first(&r.events); at.node; at = tcn_json_next(&at))
		if (!is_told_there(&r, &at))
			tcn_json_push(&page.arena, &list, &at);
	add_paths(&page, &r);
	if (r.day[0] && !tcn_when_option("day", r.day, &ms, NULL))
		tcn_web_page_set_number(&page, "day_at", (double)ms / 1000);
	tcn_web_page_set(&page, "events", &list);
	tcn_web_page_set(&page, "answer", &r.answer);
	tcn_web_page_set_str(&page, "day", tcn_str(r.day));
	tcn_web_view_send(&page, &view);
}
