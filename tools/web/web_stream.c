/*
 * The page Stream: articles as they come, the last first, each with the event
 * that it belongs to; texts that are copies are folded.
 */
#include "tools/base/now.h"
#include "tools/web/web_impl.h"
#include "tools/web/web_words.h"

#define FILTERS "source lang story copies"

static void
put_form(struct tcn_web_page *page)
{
	struct tcn_buf *out = &page->out;
	struct tcn_str copies = tcn_web_page_query(page, "copies");
	struct tcn_str story = tcn_web_page_query(page, "story");

	tcn_buf_z(out, "<form action=\"/stream\" class=\"find\">\n");
	if (story.n)
		tcn_web_html_hidden(out, "story", story);
	tcn_buf_z(out,
	    "<label>Source <input name=\"source\" size=\"16\" "
	    "placeholder=\"any\"");
	tcn_web_html_attr(out, "value", tcn_web_page_query(page, "source"));
	tcn_buf_z(out,
	    "></label>\n<label>Language <input name=\"lang\" size=\"4\" "
	    "placeholder=\"any\"");
	tcn_web_html_attr(out, "value", tcn_web_page_query(page, "lang"));
	tcn_buf_z(out, "></label>\n<label>Show <select name=\"copies\">");
	tcn_web_html_option(out, "", "each text once", copies);
	tcn_web_html_option(out, "all", "every article", copies);
	tcn_buf_z(out, "</select></label>\n<button>Show</button></form>\n");
}

static void
put_article(struct tcn_buf *out, const struct tcn_json_value *article)
{
	uint64_t copies = tcn_json_in_uint(article, "copies_n");

	tcn_buf_z(out, "<li><article>");
	tcn_web_words_article(out, article);
	tcn_web_words_event_of(out, article);
	if (copies) {
		tcn_buf_z(out, "<p class=\"note\">and ");
		tcn_web_html_count(out, copies);
		tcn_buf_z(out, " more with this text</p>\n");
	}
	tcn_buf_z(out, "</article></li>\n");
}

/* Whether it is quiet, or blind: an empty list says what there is. */
static void
put_nothing(struct tcn_web_page *page, const struct tcn_json_value *answer)
{
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<p>No article is like that. ");
	tcn_web_html_counted(out, tcn_json_in_uint(answer, "last"), "article");
	tcn_buf_z(out,
	    " came so far. <a href=\"/stream\">All of them</a></p>\n");
}

static void
put_list(struct tcn_web_page *page, const struct tcn_json_value *answer)
{
	struct tcn_buf *out = &page->out, target = { 0 }, number = { 0 };
	struct tcn_json_value at = tcn_json_member(answer, "articles");
	uint64_t next = tcn_json_in_uint(answer, "next");

	at = tcn_json_first(&at);
	if (!at.node && !next) {
		put_nothing(page, answer);
		return;
	}
	tcn_buf_z(out, "<ol class=\"hits\">\n");
	for (; at.node; at = tcn_json_next(&at))
		put_article(out, &at);
	tcn_buf_z(out, "</ol>\n");
	if (next) {
		tcn_buf_z(&target, "/stream");
		tcn_web_page_pass(page, FILTERS, &target);
		tcn_buf_printf(&number, "%.0f", (double)next);
		tcn_target_param(&target, "after", tcn_buf_view(&number));
		tcn_buf_z(out, "<p><a class=\"button\" rel=\"next\" href=\"");
		tcn_web_html_text(out, tcn_buf_view(&target));
		tcn_buf_z(out, "\">Older</a></p>\n");
	}
	out->failed |= target.failed || number.failed;
	tcn_buf_fini(&target);
	tcn_buf_fini(&number);
}

void
tcn_web_get_stream(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_frame frame = {
		.title = tcn_str("Stream"),
		.nav = TCN_WEB_NAV_STREAM,
		.kind = "articles",
		.narrow = true,
	};
	struct tcn_buf target = { 0 };
	struct tcn_json_value answer;
	struct tcn_str why;

	tcn_buf_z(&target, "/v1/articles");
	tcn_web_page_pass(&page, FILTERS " after", &target);
	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(&page.out, "<h1>Stream</h1>\n<p class=\"note\">As of ");
	tcn_web_html_time(&page.out, tcn_now_wall_ms(), TCN_WEB_HTML_CLOCK);
	tcn_buf_z(&page.out,
	    ". <a href=\"/health\">What comes in and what is "
	    "refused</a></p>\n");
	put_form(&page);
	if (target.failed)
		page.out.failed = true;
	else if (tcn_web_page_try(&page, target.at, &answer, &why) == 200)
		put_list(&page, &answer);
	else
		tcn_web_page_failed(&page, "The stream", why);
	tcn_buf_fini(&target);
	tcn_web_page_send(&page);
}
