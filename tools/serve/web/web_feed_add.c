/*
 * The page of an address that may become a feed: the feeds that it leads to are
 * looked at first, and one of them is added by a button.
 */
#include "engine/base/mem.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/serve/web/web_impl.h"

/* The page while the address is looked at. */
struct look {
	struct tcn_web_page page;
	struct tcn_buf body;
};

static void
send_page(struct tcn_web_page *page)
{
	const struct tcn_web_view view = { .name = "feed-add",
		.frame = { .name = TCN_WORDS("Add a feed"),
		    .nav = "feeds",
		    .kind = "feed-add",
		    .narrow = true } };

	tcn_web_page_set_query(page, "address");
	tcn_web_view_send(page, &view);
}

/* What was found is there: perhaps seconds after it was asked for. */
static void
on_found(void *of, int status, const struct tcn_buf *bytes)
{
	struct look *look = of;
	struct tcn_web_page *page = &look->page;
	struct tcn_json_value answer = { 0 }, at;
	struct tcn_str why;

	if (tcn_json_read(tcn_buf_view(bytes), &page->arena, &answer, NULL))
		answer = (struct tcn_json_value){ 0 };
	why = tcn_json_in_str(&answer, "error");
	at = tcn_json_member(&answer, "candidates");
	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		tcn_json_put_bool(&page->arena, &at, "may_add",
		    tcn_safe_is_link(tcn_json_in_str(&at, "url")));
	if (status == 200)
		tcn_web_page_set(page, "found", &answer);
	else
		tcn_web_page_set_str(page, "failed",
		    why.n ? why : tcn_str("there was no answer"));
	send_page(page);
	tcn_buf_fini(&look->body);
	tcn_mem_free(look);
}

void
tcn_web_get_feed_add(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_str address = tcn_web_page_query(&page, "address");
	struct look *look;

	if (!address.n) {
		send_page(&page);
		return;
	}
	look = tcn_mem_calloc(1, sizeof *look);
	look->page = page;
	tcn_json_open(&look->body, NULL, '{');
	tcn_json_str(&look->body, "url", address);
	tcn_json_close(&look->body, '}');
	tcn_http_call_inner(call, page.web->api, page.web->api_ctx,
	    EVHTTP_REQ_POST, "/v1/feeds/discover", tcn_buf_view(&look->body),
	    on_found, look);
}
