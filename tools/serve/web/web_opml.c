/*
 * Lists of feeds (OPML), as other feed readers write them: what came of each
 * line.
 */
#include "tools/serve/http/http_session.h"
#include "tools/serve/web/web_impl.h"

void
tcn_web_opml_taken(struct tcn_web_page *page, int status,
    const struct tcn_json_value *answer)
{
	const struct tcn_web_view view = { .name = "opml",
		.frame = { .name = TCN_WORDS("OPML import"),
		    .nav = "feeds",
		    .narrow = true,
		    .lists = true } };
	struct tcn_json_value at = tcn_json_member(answer, "feeds");
	struct tcn_json_value refused = { 0 };

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		if (tcn_str_equal(tcn_json_in_str(&at, "result"),
			tcn_str("refused")))
			tcn_json_push(&page->arena, &refused, &at);
	page->status = status == 200 ? 0 : status;
	if (status == 200)
		tcn_web_page_set(page, "taken", answer);
	tcn_web_page_set(page, "refused", &refused);
	tcn_web_page_set_str(page, "why", tcn_json_in_str(answer, "error"));
	tcn_web_page_set_str(page, "opml",
	    tcn_str(tcn_http_call_field(page->call, "opml")));
	tcn_web_view_send(page, &view);
}
