/*
 * The page Stream: articles as they come, the last first, each with the event
 * that it belongs to; texts that are copies are folded.
 */
#include "tools/base/json_out.h"
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

	tcn_buf_printf(out, "<li data-seq=\"%.0f\"><article>",
	    tcn_json_in_number(article, "seq"));
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

	tcn_buf_z(out, "<p id=\"nothing\">No article is like that. ");
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
	if (!at.node && !next)
		put_nothing(page, answer);
	tcn_buf_z(out, "<ol class=\"hits\" id=\"stream\">\n");
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

/* --- what comes in and what does not --- */

/* Counts of 15 minutes each, as a line of twice as long ones. */
static void
put_line(struct tcn_buf *out, const struct tcn_json_value *row,
    const char *name)
{
	struct tcn_json_value at = tcn_json_member(row, "buckets");
	uint32_t sums[TCN_WEB_HTML_SPARK] = { 0 };
	size_t n = 0;

	for (at = tcn_json_first(&at); at.node && n < 2 * TCN_WEB_HTML_SPARK;
	     at = tcn_json_next(&at), n++)
		if (at.n > 0 && at.n < 1e9)
			sums[n / 2] += (uint32_t)at.n;
	tcn_web_html_spark(out, sums, TCN_WEB_HTML_SPARK, name);
}

/* A row of a table: what, drawn over a day, and how much. key: how the script
 * finds it again. */
static void
put_row(struct tcn_buf *out, const struct tcn_json_value *row,
    struct tcn_str name, struct tcn_str key, uint64_t n)
{
	tcn_buf_z(out, "<tr");
	tcn_web_html_attr(out, "data-key", key);
	tcn_buf_z(out, "><th scope=\"row\">");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 }, name);
	tcn_buf_z(out, "</th><td>");
	put_line(out, row, "over 24 hours");
	tcn_buf_z(out, "</td><td class=\"n\">");
	tcn_web_html_count(out, n);
	tcn_buf_z(out, "</td></tr>\n");
}

static void
put_sources(struct tcn_buf *out, const struct tcn_json_value *day)
{
	struct tcn_json_value at = tcn_json_member(day, "sources");

	tcn_buf_z(out,
	    "<h2>Came in, 24 hours</h2>\n<table class=\"in\">"
	    "<thead class=\"unseen\"><tr><th>source</th>"
	    "<th>over the day</th><th>articles</th></tr></thead>"
	    "<tbody>\n");
	put_row(out, day, tcn_str("all"), tcn_str("all"),
	    tcn_json_in_uint(day, "taken"));
	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		struct tcn_str name = tcn_json_in_str(&at, "source");

		put_row(out, &at, name.n ? name : tcn_str("all others"),
		    name.n ? name : tcn_str("all others"),
		    tcn_json_in_uint(&at, "taken"));
	}
	tcn_buf_z(out, "</tbody></table>\n");
}

static void
put_refused(struct tcn_buf *out, const struct tcn_json_value *intake)
{
	struct tcn_json_value at = tcn_json_member(intake, "refused");

	tcn_buf_z(out,
	    "<h2>Refused, or counts for less</h2>\n"
	    "<table class=\"in\"><thead class=\"unseen\"><tr>"
	    "<th>why</th><th>over the day</th><th>since the "
	    "start</th></tr></thead><tbody>\n");
	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		put_row(out, &at, tcn_json_in_str(&at, "says"),
		    tcn_json_in_str(&at, "why"), tcn_json_in_uint(&at, "n"));
	tcn_buf_z(out, "</tbody></table>\n<p class=\"note\">Counted since ");
	tcn_web_html_time(out, tcn_json_in_ms(intake, "refused_since"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, ".</p>\n");
}

static void
put_intake(struct tcn_web_page *page)
{
	struct tcn_json_value intake, day;
	struct tcn_str why;

	tcn_buf_z(&page->out, "<aside class=\"rail\" id=\"intake\">\n");
	if (tcn_web_page_try(page, "/v1/intake", &intake, &why) == 200) {
		day = tcn_json_member(&intake, "day");
		put_sources(&page->out, &day);
		put_refused(&page->out, &intake);
	} else {
		tcn_web_page_failed(page, "What comes in is not known", why);
	}
	tcn_buf_z(&page->out, "</aside>\n");
}

/* What the script asks for: JSON. */
static void
write_data(const struct tcn_web_page *page, struct tcn_buf *data)
{
	struct tcn_buf target = { 0 };

	tcn_buf_z(&target, "/v1/articles");
	tcn_web_page_pass(page, FILTERS, &target);
	tcn_json_open(data, NULL, '{');
	tcn_json_str(data, "articles", tcn_buf_view(&target));
	tcn_json_close(data, '}');
	data->failed |= target.failed;
	tcn_buf_fini(&target);
}

void
tcn_web_get_stream(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	/* A page further back stays as it is. */
	bool first = !tcn_web_page_query(&page, "after").n;
	struct tcn_web_frame frame = {
		.title = tcn_str("Stream"),
		.nav = "stream",
		.kind = "articles",
		.stream = tcn_str(first ? "articles" : ""),
		.lists = true,
	};
	struct tcn_buf target = { 0 }, data = { 0 };
	struct tcn_json_value answer;
	struct tcn_str why;

	write_data(&page, &data);
	frame.data = first ? tcn_buf_view(&data) : (struct tcn_str){ 0 };
	tcn_buf_z(&target, "/v1/articles");
	tcn_web_page_pass(&page, FILTERS " after", &target);
	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(&page.out,
	    "<div class=\"two\"><div>\n<h1>Stream</h1>\n<p class=\"line\" "
	    "id=\"pace\">As of ");
	tcn_web_html_time(&page.out, tcn_now_wall_ms(), TCN_WEB_HTML_CLOCK);
	tcn_buf_z(&page.out, "</p>\n");
	put_form(&page);
	tcn_buf_z(&page.out, "<p class=\"above\" id=\"above\"></p>\n");
	if (target.failed)
		page.out.failed = true;
	else if (tcn_web_page_try(&page, target.at, &answer, &why) == 200)
		put_list(&page, &answer);
	else
		tcn_web_page_failed(&page, "The stream", why);
	tcn_buf_z(&page.out, "</div>\n");
	put_intake(&page);
	tcn_buf_z(&page.out, "</div>\n");
	page.out.failed |= data.failed;
	tcn_buf_fini(&target);
	tcn_buf_fini(&data);
	tcn_web_page_send(&page);
}
