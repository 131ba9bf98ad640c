#include "tools/web/web_impl.h"

void
tcn_web_get_now(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_frame frame = {
		.title = tcn_str("Now"),
		.nav = TCN_WEB_NAV_NOW,
		.kind = "now",
		.stream = tcn_str("now"),
	};
	struct tcn_json_value answer, at;

	if (!tcn_web_page_ask(&page, "/v1/events?order=newest", &answer))
		return;
	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(&page.out, "<h1 class=\"unseen\">Now</h1>\n<ol>\n");
	at = tcn_json_member(&answer, "events");
	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		tcn_buf_z(&page.out, "<li>");
		tcn_web_html_foreign(&page.out, (struct tcn_str){ 0 },
		    tcn_json_in_str(&at, "title"));
		tcn_buf_z(&page.out, "</li>\n");
	}
	tcn_buf_z(&page.out, "</ol>\n");
	tcn_web_page_send(&page);
}
