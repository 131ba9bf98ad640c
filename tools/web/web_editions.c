/*
 * The archive of editions, and when the next are due.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/web/web_impl.h"
#include "tools/web/web_words.h"

static const char *const formats[] = { "html", "md", "json", "text", "ninjs" };

static void
put_links(struct tcn_buf *out, const struct tcn_json_value *row)
{
	struct tcn_str name = tcn_json_in_str(row, "name");
	uint64_t number = tcn_json_in_uint(row, "number");

	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		tcn_buf_printf(out, "%s<a href=\"/v1/editions/", i ? " " : "");
		tcn_target_segment(out, name);
		tcn_buf_printf(out, "/%" PRIu64 "?format=%s\">%s</a>", number,
		    formats[i], formats[i]);
	}
}

static void
put_edition(struct tcn_buf *out, const struct tcn_json_value *row)
{
	struct tcn_str title = tcn_json_in_str(row, "title");
	struct tcn_str reason = tcn_json_in_str(row, "reason");

	tcn_buf_z(out, "<li>\n<p class=\"line\">");
	tcn_web_html_time(out, tcn_json_in_ms(row, "due_at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, "<span>");
	tcn_web_html_text(out, tcn_json_in_str(row, "state"));
	tcn_buf_z(out, "</span></p>\n<h3>");
	tcn_web_html_text(out, title.n ? title : tcn_json_in_str(row, "name"));
	tcn_buf_z(out, "</h3>\n");
	if (reason.n) {
		tcn_buf_z(out, "<p>");
		tcn_web_html_text(out, reason);
		tcn_buf_z(out, "</p>\n");
	}
	if (tcn_json_in_uint(row, "number")) {
		tcn_buf_z(out, "<p class=\"figs\">");
		tcn_web_html_counted(out, tcn_json_in_uint(row, "events"),
		    "event");
		tcn_buf_char(out, ' ');
		put_links(out, row);
		tcn_buf_z(out, "</p>\n");
	}
	tcn_buf_z(out, "</li>\n");
}

static void
put_next(struct tcn_buf *out, const struct tcn_json_value *answer)
{
	struct tcn_json_value list = tcn_json_member(answer, "next");
	struct tcn_json_value at = tcn_json_first(&list);

	tcn_buf_z(out, "<h2>Next</h2>\n");
	if (!at.node)
		tcn_buf_z(out,
		    "<p class=\"nothing\">No file of editions is set "
		    "(report.editions).</p>\n");
	tcn_buf_z(out, "<ul>\n");
	for (; at.node; at = tcn_json_next(&at)) {
		struct tcn_str due = tcn_json_in_str(&at, "due_local");

		tcn_buf_z(out, "<li>");
		tcn_web_html_text(out, tcn_json_in_str(&at, "title"));
		tcn_buf_z(out, ": ");
		tcn_web_html_text(out,
		    due.n ? due : tcn_str("when an event closes"));
		tcn_buf_z(out, "</li>\n");
	}
	tcn_buf_z(out, "</ul>\n");
}

void
tcn_web_get_editions(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_frame frame = {
		.title = tcn_str("Editions"),
		.nav = "reports",
	};
	struct tcn_json_value answer, list, at;

	if (!tcn_web_page_ask(&page, "/v1/editions?limit=200", &answer))
		return;
	list = tcn_json_member(&answer, "editions");
	at = tcn_json_first(&list);
	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(&page.out, "<div class=\"two\">\n<div>\n<h1>Editions</h1>\n");
	if (!at.node)
		tcn_buf_z(&page.out,
		    "<p class=\"nothing\">None was made yet.</p>\n");
	tcn_buf_z(&page.out, "<ol class=\"archive\">\n");
	for (; at.node; at = tcn_json_next(&at))
		put_edition(&page.out, &at);
	tcn_buf_z(&page.out, "</ol>\n</div>\n<aside class=\"rail\">\n");
	put_next(&page.out, &answer);
	tcn_buf_z(&page.out,
	    "<p><a href=\"/v1/editions.atom\">As an Atom feed</a></p>\n"
	    "</aside>\n</div>\n");
	tcn_web_page_send(&page);
}

/* Where messages lead: the page as it was stored. */
void
tcn_web_get_edition(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_buf path = { 0 };

	tcn_buf_z(&path, "/v1/editions/");
	tcn_target_segment(&path, tcn_str(tcn_http_call_arg(call, 0)));
	tcn_buf_char(&path, '/');
	tcn_target_segment(&path, tcn_str(tcn_http_call_arg(call, 1)));
	tcn_buf_z(&path, "?format=html");
	tcn_web_page_redirect(&page, path.failed ? "/editions" : path.at);
	tcn_buf_fini(&path);
}
