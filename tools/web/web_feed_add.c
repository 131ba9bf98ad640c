/*
 * The page of an address that may become a feed: the feeds that it leads to are
 * looked at first, and one of them is added by a button.
 */
#include <string.h>

#include "engine/base/mem.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/web/web_impl.h"
#include "tools/web/web_words.h"

/* The page while the address is looked at. */
struct look {
	struct tcn_web_page page;
	struct tcn_buf body;
};

static void
put_form(struct tcn_web_page *page)
{
	tcn_buf_z(&page->out,
	    "<p class=\"note\"><a href=\"/feeds\">Feeds</a></p>\n"
	    "<h1>Add a feed</h1>\n"
	    "<form action=\"/feeds/add\" class=\"find\"><label class=\"q\">"
	    "Address of a feed, or of a page that names it <input "
	    "name=\"address\" maxlength=\"2000\" required");
	tcn_web_html_attr(&page->out, "value",
	    tcn_web_page_query(page, "address"));
	tcn_buf_z(&page->out, "></label> <button>Look</button></form>\n");
}

/* What the site's robots.txt says, where that matters. */
static void
put_robots(struct tcn_buf *out, const struct tcn_json_value *candidate)
{
	struct tcn_str robots = tcn_json_in_str(candidate, "robots");

	if (tcn_str_equal(robots, tcn_str("disallowed")))
		tcn_buf_z(out,
		    "<p class=\"failed\">The site's robots.txt asks programs "
		    "not to fetch it.</p>\n");
	else if (tcn_str_equal(robots, tcn_str("allowed")))
		tcn_buf_z(out, "<p class=\"note\">robots.txt allows it.</p>\n");
}

static void
put_titles(struct tcn_buf *out, const struct tcn_json_value *candidate)
{
	struct tcn_json_value at = tcn_json_member(candidate, "titles");

	at = tcn_json_first(&at);
	if (!at.node)
		return;
	tcn_buf_z(out, "<ul>\n");
	for (; at.node; at = tcn_json_next(&at)) {
		tcn_buf_z(out, "<li>");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, at.s);
		tcn_buf_z(out, "</li>\n");
	}
	tcn_buf_z(out, "</ul>\n");
}

static void
put_candidate(struct tcn_web_page *page, const struct tcn_json_value *candidate)
{
	struct tcn_buf *out = &page->out;
	struct tcn_str url = tcn_json_in_str(candidate, "url");
	struct tcn_str title = tcn_json_in_str(candidate, "title");
	struct tcn_str error = tcn_json_in_str(candidate, "error");

	tcn_buf_z(out, "<li><h2>");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 }, title.n ? title : url);
	tcn_buf_z(out, "</h2>\n<p class=\"by\">");
	tcn_web_html_link(out, url, (struct tcn_str){ 0 }, url);
	tcn_buf_z(out, "</p>\n");
	if (error.n) {
		tcn_buf_z(out, "<p class=\"failed\">");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, error);
		tcn_buf_z(out, "</p>\n");
	} else {
		tcn_buf_z(out, "<p>");
		tcn_web_html_counted(out,
		    tcn_json_in_uint(candidate, "entries"), "headline");
		tcn_buf_z(out, "</p>\n");
	}
	put_titles(out, candidate);
	put_robots(out, candidate);
	if (tcn_safe_is_link(url) &&
	    tcn_web_page_may(page, TCN_HTTP_SCOPE_ADMIN)) {
		tcn_web_page_form(page, NULL, tcn_str("/feeds"));
		tcn_web_html_hidden(out, "act", tcn_str("add-feed"));
		tcn_web_html_hidden(out, "url", url);
		tcn_web_html_hidden(out, "title", title);
		tcn_buf_z(out, "<button>Add this one</button></form>\n");
	}
	tcn_buf_z(out, "</li>\n");
}

static void
put_found(struct tcn_web_page *page, const struct tcn_json_value *answer)
{
	struct tcn_json_value at = tcn_json_member(answer, "candidates");
	struct tcn_str error = tcn_json_in_str(answer, "error");

	at = tcn_json_first(&at);
	if (!at.node)
		tcn_web_page_failed(page, "No feed is added there",
		    error.n ? error : tcn_str("it names none"));
	tcn_buf_z(&page->out, at.node ? "<ul class=\"feeds\">\n" : "");
	for (bool any = at.node; any; any = at.node) {
		put_candidate(page, &at);
		at = tcn_json_next(&at);
		if (!at.node)
			tcn_buf_z(&page->out, "</ul>\n");
	}
}

static void
begin(struct tcn_web_page *page)
{
	const struct tcn_web_frame frame = {
		.title = tcn_str("Add a feed"),
		.nav = "feeds",
		.kind = "feed-add",
		.narrow = true,
	};

	tcn_web_page_begin(page, &frame);
	put_form(page);
}

/* What was found is there: perhaps seconds after it was asked for. */
static void
on_found(void *of, int status, const struct tcn_buf *bytes)
{
	struct look *look = of;
	struct tcn_web_page *page = &look->page;
	struct tcn_json_value answer = { 0 };
	struct tcn_str why;

	begin(page);
	if (tcn_json_read(tcn_buf_view(bytes), &page->arena, &answer, NULL))
		answer = (struct tcn_json_value){ 0 };
	why = tcn_json_in_str(&answer, "error");
	if (status == 200)
		put_found(page, &answer);
	else
		tcn_web_page_failed(page, "It was not looked at",
		    why.n ? why : tcn_str("there was no answer"));
	tcn_web_page_send(page);
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
		begin(&page);
		tcn_web_page_send(&page);
		return;
	}
	look = tcn_mem_calloc(1, sizeof *look);
	if (!look) {
		tcn_web_page_fail(&page, 503,
		    tcn_str("Memory is short: try again"));
		return;
	}
	look->page = page;
	tcn_json_open(&look->body, NULL, '{');
	tcn_json_str(&look->body, "url", address);
	tcn_json_close(&look->body, '}');
	tcn_http_call_inner(call, page.web->api, page.web->api_ctx,
	    EVHTTP_REQ_POST, "/v1/feeds/discover", tcn_buf_view(&look->body),
	    on_found, look);
}
