/*
 * Lists of feeds (OPML), as other feed readers write them: the form, and what
 * came of each line.
 */
#include <inttypes.h>

#include "tools/http/http_session.h"
#include "tools/web/web_feeds.h"

void
tcn_web_feeds_opml_form(struct tcn_web_page *page, struct tcn_str opml,
    bool open)
{
	struct tcn_buf *out = &page->out;

	tcn_buf_printf(out,
	    "<details class=\"act\"%s><summary>Add a list (OPML)\xe2\x80\xa6"
	    "</summary>\n",
	    open ? " open" : "");
	tcn_web_page_form(page, "opml-form", tcn_str("/feeds"));
	tcn_web_html_hidden(out, "act", tcn_str("take-opml"));
	/* A text area drops a line feed that it begins with. */
	tcn_buf_z(out,
	    "<label for=\"opml\">The list, as another feed reader saved it"
	    "</label>\n<textarea id=\"opml\" name=\"opml\" class=\"code\" "
	    "rows=\"10\" spellcheck=\"false\" autocapitalize=\"off\" "
	    "wrap=\"off\" required>\n");
	tcn_web_html_text(out, opml);
	tcn_buf_z(out,
	    "</textarea>\n<div class=\"buttons\"><button>Add them</button>"
	    "</div></form></details>\n");
}

static void
put_line(struct tcn_buf *out, const struct tcn_json_value *feed)
{
	struct tcn_str title = tcn_json_in_str(feed, "title");

	tcn_buf_printf(out, "<li>line %" PRIu64 ": <span class=\"failed\">",
	    tcn_json_in_uint(feed, "line"));
	tcn_web_html_text(out, tcn_json_in_str(feed, "why"));
	tcn_buf_z(out, "</span> <bdi>");
	tcn_web_html_text(out, title.n ? title : tcn_json_in_str(feed, "url"));
	tcn_buf_z(out, "</bdi> ");
	if (title.n) {
		tcn_buf_z(out, "<code>");
		tcn_web_html_text(out, tcn_json_in_str(feed, "url"));
		tcn_buf_z(out, "</code>");
	}
	tcn_buf_z(out, "</li>\n");
}

static void
put_refused(struct tcn_buf *out, const struct tcn_json_value *answer)
{
	struct tcn_json_value at = tcn_json_member(answer, "feeds");
	bool any = false;

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		if (!tcn_str_equal(tcn_json_in_str(&at, "result"),
			tcn_str("refused")))
			continue;
		tcn_buf_z(out,
		    any ? "" : "<h2>Refused</h2>\n<ul class=\"mistakes\">\n");
		put_line(out, &at);
		any = true;
	}
	tcn_buf_z(out, any ? "</ul>\n" : "");
}

static void
put_counts(struct tcn_buf *out, const struct tcn_json_value *answer)
{
	static const char *const names[] = { "added", "known", "refused" };
	uint64_t line = tcn_json_in_uint(answer, "broken_line");

	tcn_buf_z(out, "<ul class=\"figures\">\n");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		tcn_buf_z(out, "<li><b>");
		tcn_web_html_count(out, tcn_json_in_uint(answer, names[i]));
		tcn_buf_printf(out, "</b> <span>%s</span></li>\n", names[i]);
	}
	tcn_buf_z(out, "</ul>\n");
	if (line)
		tcn_buf_printf(out,
		    "<p class=\"failed\">The list is broken at line %" PRIu64
		    ": what stands behind it may be missing.</p>\n",
		    line);
}

void
tcn_web_opml_taken(struct tcn_web_page *page, int status,
    const struct tcn_json_value *answer)
{
	const struct tcn_web_frame frame = {
		.title = tcn_str("A list of feeds"),
		.nav = "feeds",
		.narrow = true,
		.lists = true,
	};
	struct tcn_str why = tcn_json_in_str(answer, "error");

	page->status = status == 200 ? 0 : status;
	tcn_web_page_begin(page, &frame);
	tcn_buf_z(&page->out,
	    "<p class=\"note\"><a href=\"/feeds\">Feeds</a></p>\n"
	    "<h1>A list of feeds</h1>\n");
	if (status == 200) {
		put_counts(&page->out, answer);
		put_refused(&page->out, answer);
	} else {
		tcn_web_page_failed(page, "Nothing was added",
		    why.n ? why : tcn_str("there was no answer"));
		tcn_web_feeds_opml_form(page,
		    tcn_str(tcn_http_call_field(page->call, "opml")), true);
	}
	tcn_web_page_send(page);
}
