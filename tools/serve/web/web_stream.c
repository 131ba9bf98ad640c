/*
 * The page Stream: articles as they come, the last first, each with the event
 * that it belongs to; texts that are copies are folded.
 */
#include "tools/base/json_out.h"
#include "tools/serve/web/web_impl.h"

#define FILTERS "source lang story copies"

void
tcn_web_get_stream(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	/* A page further back stays as it is. */
	bool first = !tcn_web_page_query(&page, "after").n;
	struct tcn_web_view view = { .name = "stream",
		.frame = { .name = TCN_WORDS("Stream"),
		    .nav = "stream",
		    .kind = "articles",
		    .stream = tcn_str(first ? "articles" : ""),
		    .lists = true },
		.query = FILTERS,
		.asks = { { "?stream", "/v1/articles", FILTERS " after" },
		    { "?intake", "/v1/intake", NULL } } };
	struct tcn_json_value answer;
	struct tcn_buf data = { 0 };

	if (!tcn_web_view_ask(&page, &view))
		return;
	if (first) {
		/* What the script asks for: JSON. */
		struct tcn_buf target = { 0 };

		tcn_buf_z(&target, "/v1/articles");
		tcn_web_page_pass(&page, FILTERS, &target);
		tcn_json_open(&data, NULL, '{');
		tcn_json_str(&data, "articles", tcn_buf_view(&target));
		tcn_json_close(&data, '}');
		tcn_buf_fini(&target);
	}
	view.frame.data = tcn_buf_view(&data);
	answer = tcn_json_member(&page.view, "stream");
	tcn_web_page_set_next(&page, "/stream", FILTERS, &answer);
	tcn_web_page_set_now(&page);
	tcn_web_view_send(&page, &view);
	tcn_buf_fini(&data);
}
