/*
 * All items of an event, a page at a time; and one of its revisions, as it was.
 */
#include <inttypes.h>
#include <string.h>

#include "tools/web/web_event_impl.h"

/* The filters that the page's address may have. */
#define FILTERS "order source lang copies"

/* This page with these parameters, and from which item on. */
static void
put_path(struct tcn_web_page *page, const struct tcn_web_event *e,
    uint64_t after)
{
	struct tcn_buf path = { 0 };

	tcn_web_words_event_path(&path, e->id, "/items");
	tcn_web_page_pass(page, FILTERS, &path);
	if (after)
		tcn_buf_printf(&path, "%cafter=%" PRIu64,
		    memchr(path.at, '?', path.n) ? '&' : '?', after);
	tcn_web_html_text(&page->out, tcn_buf_view(&path));
	page->out.failed |= path.failed;
	tcn_buf_fini(&path);
}

static void
put_filter(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_str order = tcn_web_page_query(page, "order");
	struct tcn_str copies = tcn_web_page_query(page, "copies");
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<form action=\"");
	tcn_web_words_event_path(out, e->id, "/items");
	tcn_buf_z(out,
	    "\" class=\"pick always\">\n<label>Order "
	    "<select name=\"order\">");
	tcn_web_html_option(out, "oldest", "oldest first", order);
	tcn_web_html_option(out, "newest", "newest first", order);
	tcn_buf_z(out,
	    "</select></label>\n<label>Copies "
	    "<select name=\"copies\">");
	tcn_web_html_option(out, "fold", "folded", copies);
	tcn_web_html_option(out, "all", "all", copies);
	tcn_buf_z(out,
	    "</select></label>\n<label>Source "
	    "<input name=\"source\" size=\"16\"");
	tcn_web_html_attr(out, "value", tcn_web_page_query(page, "source"));
	tcn_buf_z(out,
	    "></label>\n<label>Language "
	    "<input name=\"lang\" size=\"3\" maxlength=\"12\"");
	tcn_web_html_attr(out, "value", tcn_web_page_query(page, "lang"));
	tcn_buf_z(out, "></label>\n<button>Show</button></form>\n");
}

static void
put_items(struct tcn_web_page *page, const struct tcn_web_event *e,
    const struct tcn_json_value *answer)
{
	struct tcn_json_value list = tcn_json_member(answer, "items");
	struct tcn_json_value at = tcn_json_first(&list);
	uint64_t next = tcn_json_in_uint(answer, "next");
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<p class=\"note\">");
	tcn_web_html_counted(out, tcn_json_in_uint(answer, "matching"), "item");
	tcn_buf_z(out, ", ");
	tcn_web_html_counted(out, tcn_json_in_uint(answer, "texts"), "text");
	tcn_buf_z(out, ".</p>\n<ol class=\"archive\">\n");
	for (; at.node; at = tcn_json_next(&at)) {
		struct tcn_json_value copies = tcn_json_member(&at, "copies_n");

		tcn_buf_z(out, "<li>");
		tcn_web_words_article(out, &at);
		if (copies.kind == TCN_JSON_NUMBER && copies.n > 0) {
			tcn_buf_z(out, "<p class=\"note\">+ ");
			tcn_web_html_count(out, (uint64_t)copies.n);
			tcn_buf_printf(out, " cop%s</p>",
			    copies.n > 1 ? "ies" : "y");
		}
		tcn_buf_z(out, "</li>\n");
	}
	tcn_buf_z(out, "</ol>\n");
	if (!next)
		return;
	tcn_buf_z(out, "<p class=\"next\"><a rel=\"next\" href=\"");
	put_path(page, e, next);
	tcn_buf_z(out, "\">More items</a></p>\n");
}

void
tcn_web_get_items(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_buf target = { 0 };
	struct tcn_json_value answer;
	struct tcn_web_event e;
	bool asked;

	if (!tcn_web_event_ask(&page, &e))
		return;
	tcn_web_page_target(&page, "/v1/events/{}/items", &target);
	tcn_web_page_pass(&page, FILTERS " after", &target);
	asked = tcn_web_page_ask(&page, target.at, &answer);
	tcn_buf_fini(&target);
	if (!asked)
		return;
	tcn_web_event_begin(&page, &e, "items");
	tcn_web_event_heading(&page, &e, "Items");
	put_filter(&page, &e);
	put_items(&page, &e, &answer);
	tcn_web_page_send(&page);
}

/* --- a revision --- */

static void
put_revision(struct tcn_buf *out, const struct tcn_json_value *revision)
{
	struct tcn_json_value terms = tcn_json_member(revision, "terms");
	struct tcn_json_value langs = tcn_json_member(revision, "languages");
	struct tcn_json_value at;

	tcn_buf_z(out, "<p class=\"why\">As it was on ");
	tcn_web_html_time(out, tcn_json_in_ms(revision, "changed_at"),
	    TCN_WEB_HTML_WHOLE);
	tcn_buf_z(out, ": ");
	tcn_web_html_text(out, tcn_json_in_str(revision, "state"));
	tcn_buf_z(out, ".</p>\n<h2>Headline</h2>\n<p class=\"headline\">");
	tcn_web_words_title(out, revision);
	tcn_buf_z(out, "</p>\n");
	tcn_web_event_figures(out, revision, revision);
	tcn_buf_z(out, "<h2>Languages</h2>\n<p>");
	tcn_web_words_languages(out, &langs);
	tcn_buf_z(out, "</p>\n<h2>Key terms</h2>\n<ul class=\"terms\">");
	for (at = tcn_json_first(&terms); at.node; at = tcn_json_next(&at)) {
		tcn_buf_z(out, "<li>");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, at.s);
		tcn_buf_z(out, "</li>");
	}
	tcn_buf_z(out, "</ul>\n");
}

void
tcn_web_get_revision(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_json_value revision;
	struct tcn_buf target = { 0 }, title = { 0 };
	struct tcn_web_event e;
	bool asked;

	if (!tcn_web_event_ask(&page, &e))
		return;
	tcn_web_page_target(&page, "/v1/events/{}/revisions/", &target);
	tcn_target_segment(&target, tcn_str(tcn_http_call_arg(call, 1)));
	asked = tcn_web_page_ask(&page, target.at, &revision);
	tcn_buf_fini(&target);
	if (!asked)
		return;
	tcn_buf_printf(&title, "Revision %.0f of %.0f",
	    tcn_json_in_number(&revision, "revision"),
	    tcn_json_in_number(&e.event, "revision"));
	tcn_web_event_begin(&page, &e, "revision");
	tcn_web_event_heading(&page, &e, title.at ? title.at : "Revision");
	put_revision(&page.out, &revision);
	page.out.failed |= title.failed;
	tcn_buf_fini(&title);
	tcn_web_page_send(&page);
}
