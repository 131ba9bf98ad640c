/*
 * All items of an event, a page at a time; and one of its revisions, as it was.
 */
#include <stdio.h>

#include "tools/serve/web/web_event_impl.h"

/* The filters that the page's address may have. */
#define FILTERS "order source lang copies"

void
tcn_web_get_items(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_view view = { .query = FILTERS,
		.asks = {
		    { "items", "/v1/events/{}/items", FILTERS " after" },
		} };
	struct tcn_json_value items;
	struct tcn_web_event e;

	if (!tcn_web_event_ask(&page, &e) || !tcn_web_view_ask(&page, &view))
		return;
	items = tcn_json_member(&page.view, "items");
	tcn_web_page_set_next(&page, "/e/{}/items", FILTERS, &items);
	tcn_web_event_send(&page, &e, "items", TCN_WORDS("Items"));
}

void
tcn_web_get_revision(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_view view = { .asks = {
					       { "revision",
						   "/v1/events/{}/revisions/{}",
						   NULL },
					   } };
	struct tcn_json_value revision;
	struct tcn_buf heading = { 0 };
	char numbers[2][24];
	struct tcn_web_event e;

	if (!tcn_web_event_ask(&page, &e) || !tcn_web_view_ask(&page, &view))
		return;
	revision = tcn_json_member(&page.view, "revision");
	snprintf(numbers[0], sizeof numbers[0], "%.0f",
	    tcn_json_in_number(&revision, "revision"));
	snprintf(numbers[1], sizeof numbers[1], "%.0f",
	    tcn_json_in_number(&e.event, "revision"));
	tcn_words_say(page.words, "Revision {n} of {all}",
	    TCN_WITH({ "n", tcn_str(numbers[0]) },
		{ "all", tcn_str(numbers[1]) }),
	    &heading);
	tcn_web_event_send(&page, &e, "revision", heading.at);
	tcn_buf_fini(&heading);
}
