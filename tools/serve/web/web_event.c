/*
 * The page of one event: how it stands, why it fired, what is said, and beside
 * it what the desk did and what was sent. Each act of a desk is a form that
 * works without scripts, and one that the reader's scope forbids is not shown.
 */
#include <stdio.h>
#include <string.h>

#include "engine/item/record.h"
#include "engine/text/zone.h"
#include "tools/base/event_words.h"
#include "tools/serve/web/web_event_impl.h"
#include "tools/serve/web/web_map.h"

/* --- asking --- */

bool
tcn_web_event_ask_part(struct tcn_web_page *page, struct tcn_str id,
    const char *part, struct tcn_json_value *answer)
{
	struct tcn_buf target = { 0 };
	bool asked;

	tcn_buf_z(&target, "/v1/events/");
	tcn_target_segment(&target, id);
	tcn_buf_z(&target, part);
	asked = tcn_web_page_ask(page, target.at, answer);
	tcn_buf_fini(&target);
	return asked;
}

bool
tcn_web_event_ask(struct tcn_web_page *page, struct tcn_web_event *e)
{
	return tcn_web_event_ask_about(page,
	    tcn_str(tcn_http_call_arg(page->call, 0)), e);
}

/* What a template cannot tell by itself. */
static void
add_derived(struct tcn_web_page *page, struct tcn_json_value *event)
{
	struct tcn_json_value desk = tcn_json_member(event, "desk");
	struct tcn_str said = tcn_json_in_str(&desk, "said");
	int64_t first = tcn_json_in_ms(event, "first_at");
	int64_t fired = tcn_json_in_ms(event, "fired_at");
	char span[TCN_WORDS_BYTES];

	/* What the desk said, else the stream. Whatever is not over is open. */
	tcn_json_put_bool(&page->arena, event, "open",
	    !tcn_str_equal(said.n ? said : tcn_json_in_str(event, "state"),
		tcn_str("closed")));
	if (first != TCN_UNDATED && fired != TCN_UNDATED && fired >= first)
		tcn_json_put_str(&page->arena, event, "alarm_after",
		    tcn_words_span(page->words, fired - first, span));
}

bool
tcn_web_event_ask_about(struct tcn_web_page *page, struct tcn_str id,
    struct tcn_web_event *e)
{
	/* What was counted may be thousands of articles: no more are asked for
	 * than are shown. */
	if (!tcn_web_event_ask_part(page, id, "?evidence=100", &e->answer) ||
	    !tcn_web_event_ask_part(page, id, "/history?evidence=0",
		&e->history))
		return false;
	e->event = tcn_json_member(&e->answer, "event");
	e->id = tcn_json_in_str(&e->event, "event");
	add_derived(page, &e->event);
	tcn_web_page_set(page, "answer", &e->answer);
	tcn_web_page_set(page, "history", &e->history);
	tcn_web_page_set(page, "about", &e->event);
	return true;
}

void
tcn_web_event_send(struct tcn_web_page *page, const struct tcn_web_event *e,
    const char *name, const char *heading)
{
	tcn_web_event_send_as(page, e, name, name, heading);
}

void
tcn_web_event_send_as(struct tcn_web_page *page, const struct tcn_web_event *e,
    const char *kind, const char *name, const char *heading)
{
	struct tcn_str title = tcn_json_in_str(&e->event, "title");
	struct tcn_buf data = { 0 }, stream = { 0 };
	struct tcn_web_view view = {
		.name = name,
		.frame = { .title = title.n ? title : e->id,
		    .kind = kind,
		    .narrow = strcmp(kind, "event") != 0 },
	};

	tcn_json_open(&data, NULL, '{');
	tcn_json_str(&data, "event", e->id);
	tcn_json_uint(&data, "revision",
	    tcn_json_in_uint(&e->event, "revision"));
	tcn_json_close(&data, '}');
	tcn_buf_z(&stream, "event:");
	tcn_buf_str(&stream, e->id);
	view.frame.data = tcn_buf_view(&data);
	view.frame.stream = tcn_buf_view(&stream);
	tcn_web_page_set_str(page, "heading", tcn_str(heading));
	tcn_web_view_send(page, &view);
	tcn_buf_fini(&data);
	tcn_buf_fini(&stream);
}

/* --- the parts of the page --- */

/* The event as it was when it fired: the last of the revisions. */
static void
set_fired(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_json_value list = tcn_json_member(&e->answer, "revisions");
	struct tcn_json_value at = tcn_json_first(&list), last = at;

	for (; at.node; at = tcn_json_next(&at))
		last = at;
	tcn_web_page_set(page, "fired", &last);
}

static void
set_map(struct tcn_web_page *page, const struct tcn_json_value *event)
{
	struct tcn_json_value list = tcn_json_member(event, "places");
	struct tcn_event_places places = tcn_event_words_places_of(&list);
	struct tcn_json_value map =
	    tcn_web_map(&page->web->zones, &places, &page->arena);

	if (map.node)
		tcn_web_page_set(page, "map", &map);
}

/* The special report's parts, as they are in the report, by the clocks of the
 * reader, whose zone the script notes in a cookie. */
static void
set_report(struct tcn_web_page *page)
{
	struct tcn_str zone = tcn_web_page_cookie(page, "tocsin-zone");
	struct tcn_buf target = { 0 }, sections = { 0 };

	tcn_web_page_target(page, "/v1/events/{}/report?format=sections",
	    &target);
	tcn_target_param(&target, "lang", tcn_str(tcn_words_code(page->words)));
	if (tcn_zone_known(zone))
		tcn_target_param(&target, "zone", zone);
	if (tcn_web_page_fetch(page, target.at, &sections) == 200)
		tcn_web_page_set_str(page, "report", tcn_buf_view(&sections));
	tcn_buf_fini(&sections);
	tcn_buf_fini(&target);
}

/* The events that it holds by a merge, each with the last order that says so;
 * what came with another part has none here. */
static void
set_held(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_json_value parts = tcn_json_member(&e->event, "parts");
	struct tcn_json_value part = tcn_json_first(&parts), held = { 0 };

	for (; part.node; part = tcn_json_next(&part)) {
		struct tcn_json_value at =
		    tcn_json_member(&e->history, "actions");
		struct tcn_json_value order = { 0 }, row = { 0 };

		for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
			if (tcn_str_equal(tcn_json_in_str(&at, "kind"),
				tcn_str("merge")) &&
			    tcn_str_equal(tcn_json_in_str(&at, "event"),
				part.s) &&
			    tcn_str_equal(tcn_json_in_str(&at, "value"), e->id))
				order = at;
		tcn_json_put(&page->arena, &row, "part", &part);
		tcn_json_put(&page->arena, &row, "merge", &order);
		tcn_json_push(&page->arena, &held, &row);
	}
	tcn_web_page_set(page, "held", &held);
}

void
tcn_web_get_dossier(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_view dossier = {
		.asks = { { "dossier", "/v1/events/{}/dossier", NULL } },
	};
	struct tcn_web_event e;

	if (tcn_web_event_ask(&page, &e) && tcn_web_view_ask(&page, &dossier))
		tcn_web_event_send(&page, &e, "dossier", TCN_WORDS("Dossier"));
}

void
tcn_web_get_event(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_view
	    related = { .asks = {
			    { "?related", "/v1/events/{}/related", NULL },
			    { "?dossier", "/v1/events/{}/dossier", NULL },
			} };
	struct tcn_json_value reason;
	struct tcn_web_event e;
	char last[24];

	if (!tcn_web_event_ask(&page, &e) || !tcn_web_view_ask(&page, &related))
		return;
	reason = tcn_json_member(&e.answer, "reason");
	tcn_web_words_add_parts(&page, &reason);
	tcn_web_page_set(&page, "reason", &reason);
	set_fired(&page, &e);
	set_map(&page, &e.event);
	set_report(&page);
	set_held(&page, &e);
	tcn_web_event_set_since(&page, &e);
	snprintf(last, sizeof last, "%.0f",
	    tcn_json_in_number(&e.event, "revision"));
	tcn_web_compare_choose(&page, &e, tcn_str("1"), tcn_str(last));
	tcn_web_event_send(&page, &e, "event", "");
}
