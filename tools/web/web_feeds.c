/*
 * The pages Feeds: what is read and how it fares, those that fail first; and
 * one feed with its last fetches.
 */
#include <inttypes.h>
#include <string.h>

#include "engine/item/record.h"
#include "tools/base/now.h"
#include "tools/web/web_feeds.h"
#include "tools/web/web_words.h"

enum {
	PAGE_ROWS = 200
};

/* How a feed fares: what fails stands first, what is paused last. */
enum state {
	FAILING,
	NEW,
	WELL,
	PAUSED
};

static const struct {
	const char *class, *word;
} states[] = {
	[FAILING] = { "failing", "failing" },
	[NEW] = { "new", "not read yet" },
	[WELL] = { "well", "well" },
	[PAUSED] = { "paused", "paused" },
};
#define STATES (sizeof states / sizeof *states)

static enum state
state_of(const struct tcn_json_value *feed)
{
	if (tcn_json_in_bool(feed, "paused"))
		return PAUSED;
	if (tcn_json_in_uint(feed, "failures"))
		return FAILING;
	return tcn_json_in_ms(feed, "succeeded_at") == TCN_UNDATED ? NEW : WELL;
}

static struct tcn_str
name_of(const struct tcn_json_value *feed)
{
	struct tcn_str title = tcn_json_in_str(feed, "title");

	return title.n ? title : tcn_json_in_str(feed, "url");
}

static void
put_path(struct tcn_buf *out, const struct tcn_json_value *feed)
{
	tcn_buf_z(out, "/feeds/");
	tcn_target_segment(out, tcn_json_in_str(feed, "id"));
}

/* --- what can be done --- */

static void
put_acts(struct tcn_web_page *page, const struct tcn_json_value *feed,
    const char *back)
{
	if (!tcn_web_page_may(page, TCN_HTTP_SCOPE_ADMIN))
		return;
	tcn_buf_z(&page->out, "<div class=\"acts\">");
	tcn_web_page_button(page, "fetch-feed", "feed",
	    tcn_json_in_str(feed, "id"), back, "Fetch now");
	if (tcn_json_in_bool(feed, "paused"))
		tcn_web_page_button(page, "resume-feed", "feed",
		    tcn_json_in_str(feed, "id"), back, "Resume");
	else
		tcn_web_page_button(page, "pause-feed", "feed",
		    tcn_json_in_str(feed, "id"), back, "Pause");
	tcn_buf_z(&page->out, "</div>\n");
}

/* --- the list --- */

static void
put_times(struct tcn_buf *out, const struct tcn_json_value *feed,
    int64_t now_ms)
{
	uint64_t failures = tcn_json_in_uint(feed, "failures");
	int64_t good_ms = tcn_json_in_ms(feed, "succeeded_at");

	if (good_ms == TCN_UNDATED) {
		tcn_buf_z(out, "never read");
	} else {
		tcn_buf_z(out, failures ? "last good " : "read ");
		tcn_web_html_age(out, good_ms, now_ms);
	}
	if (!tcn_json_in_bool(feed, "paused")) {
		tcn_buf_z(out, ", next ");
		tcn_web_html_time(out, tcn_json_in_ms(feed, "due_at"),
		    TCN_WEB_HTML_SHORT);
	}
	tcn_buf_z(out, ", ");
	tcn_web_html_count(out, tcn_json_in_uint(feed, "entries"));
	tcn_buf_z(out, " new in all");
}

static void
put_error(struct tcn_buf *out, const struct tcn_json_value *feed)
{
	uint64_t failures = tcn_json_in_uint(feed, "failures");

	if (!failures)
		return;
	tcn_buf_z(out, "<p class=\"failed\">");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_json_in_str(feed, "error"));
	tcn_buf_printf(out, " (%" PRIu64 " time%s in a row)</p>\n", failures,
	    failures == 1 ? "" : "s");
}

static void
put_row(struct tcn_web_page *page, const struct tcn_json_value *feed,
    int64_t now_ms)
{
	struct tcn_buf *out = &page->out;
	enum state state = state_of(feed);

	tcn_buf_printf(out,
	    "<li class=\"feed %s\"><p><b class=\"state\">%s</b> <a href=\"",
	    states[state].class, states[state].word);
	put_path(out, feed);
	tcn_buf_z(out, "\">");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 }, name_of(feed));
	tcn_buf_z(out, "</a></p>\n<p class=\"by\">");
	put_times(out, feed, now_ms);
	tcn_buf_z(out, "</p>\n");
	put_error(out, feed);
	put_acts(page, feed, "/feeds");
	tcn_buf_z(out, "</li>\n");
}

static void
put_head(struct tcn_web_page *page, const size_t counts[STATES], size_t all)
{
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<h1>Feeds</h1>\n<p>");
	tcn_web_html_counted(out, all, "feed");
	for (size_t i = 0; i < STATES; i++)
		if (counts[i] && i != WELL) {
			tcn_buf_z(out, ", ");
			tcn_web_html_count(out, counts[i]);
			tcn_buf_printf(out, " %s", states[i].word);
		}
	tcn_buf_z(out,
	    ". <a class=\"button\" href=\"/v1/feeds.opml\">Save as "
	    "OPML</a></p>\n");
	if (!tcn_web_page_may(page, TCN_HTTP_SCOPE_ADMIN))
		return;
	tcn_buf_z(out,
	    "<form action=\"/feeds/add\" class=\"find\"><label>Add a feed, or "
	    "the page that names it <input name=\"address\" size=\"40\" "
	    "maxlength=\"2000\" placeholder=\"https://\" required></label> "
	    "<button>Look</button></form>\n");
	tcn_web_feeds_opml_form(page, (struct tcn_str){ "", 0 }, false);
}

/* Which part of the list is shown: the page's number, from 0. */
static size_t
page_number(const struct tcn_web_page *page)
{
	struct tcn_str text = tcn_web_page_query(page, "page");
	size_t n = 0;

	for (size_t i = 0; i < text.n && n < 100000; i++)
		if (text.at[i] >= '0' && text.at[i] <= '9')
			n = n * 10 + (size_t)(text.at[i] - '0');
	return n ? n - 1 : 0;
}

/* The rows of one part of the list, in the order of their states. */
static void
put_rows(struct tcn_web_page *page, const struct tcn_json_value *feeds,
    size_t all)
{
	size_t number = page_number(page), from = number * PAGE_ROWS, n = 0;
	int64_t now_ms = tcn_now_wall_ms();

	tcn_buf_z(&page->out, "<ul class=\"feeds\">\n");
	for (size_t state = 0; state < STATES; state++) {
		struct tcn_json_value at = tcn_json_first(feeds);

		for (; at.node; at = tcn_json_next(&at)) {
			if (state_of(&at) != (enum state)state)
				continue;
			if (n >= from && n < from + PAGE_ROWS)
				put_row(page, &at, now_ms);
			n++;
		}
	}
	tcn_buf_z(&page->out, "</ul>\n");
	if (all > from + PAGE_ROWS)
		tcn_buf_printf(&page->out,
		    "<p><a class=\"button\" rel=\"next\" "
		    "href=\"/feeds?page=%zu\">Next</a></p>\n",
		    number + 2);
}

void
tcn_web_get_feeds(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_frame frame = {
		.title = tcn_str("Feeds"),
		.nav = "feeds",
		.kind = "feeds",
		.lists = true,
		.narrow = true,
	};
	struct tcn_json_value answer, feeds, at;
	size_t counts[STATES] = { 0 }, all = 0;

	if (!tcn_web_page_ask(&page, "/v1/feeds", &answer))
		return;
	feeds = tcn_json_member(&answer, "feeds");
	for (at = tcn_json_first(&feeds); at.node; at = tcn_json_next(&at)) {
		counts[state_of(&at)]++;
		all++;
	}
	tcn_web_page_begin(&page, &frame);
	put_head(&page, counts, all);
	if (all)
		put_rows(&page, &feeds, all);
	else
		tcn_buf_z(&page.out,
		    "<p class=\"note\">No feed is read. Articles may still "
		    "come by POST.</p>\n");
	tcn_web_page_send(&page);
}

/* --- one feed --- */

static void
put_fetch(struct tcn_buf *out, const struct tcn_json_value *fetch)
{
	uint64_t status = tcn_json_in_uint(fetch, "status");

	tcn_buf_z(out, "<tr><td>");
	tcn_web_html_time(out, tcn_json_in_ms(fetch, "at"), TCN_WEB_HTML_SHORT);
	if (status)
		tcn_buf_printf(out, "</td><td>%" PRIu64 "</td><td>", status);
	else
		tcn_buf_z(out, "</td><td>no answer</td><td>");
	tcn_web_html_count(out, tcn_json_in_uint(fetch, "took_ms"));
	tcn_buf_z(out, "</td><td>");
	tcn_web_html_count(out, tcn_json_in_uint(fetch, "bytes"));
	tcn_buf_z(out, "</td><td>");
	tcn_web_html_count(out, tcn_json_in_uint(fetch, "entries"));
	tcn_buf_z(out, "</td><td>");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_json_in_str(fetch, "error"));
	tcn_buf_z(out, "</td></tr>\n");
}

static void
put_fetches(struct tcn_buf *out, const struct tcn_json_value *feed)
{
	struct tcn_json_value at = tcn_json_member(feed, "fetches");

	tcn_buf_z(out, "<h2>Last fetches</h2>\n");
	at = tcn_json_first(&at);
	if (!at.node) {
		tcn_buf_z(out, "<p class=\"note\">None yet.</p>\n");
		return;
	}
	tcn_buf_z(out,
	    "<div class=\"wide\" tabindex=\"0\" role=\"region\" "
	    "aria-label=\"Last fetches\"><table><thead><tr><th>When</th>"
	    "<th>Status</th><th>ms</th><th>Bytes</th><th>New</th>"
	    "<th>Error</th></tr></thead>\n<tbody>\n");
	for (; at.node; at = tcn_json_next(&at))
		put_fetch(out, &at);
	tcn_buf_z(out, "</tbody></table></div>\n");
}

/* Forgetting a feed asks twice: the button is folded away. */
static void
put_removal(struct tcn_web_page *page, const struct tcn_json_value *feed)
{
	if (!tcn_web_page_may(page, TCN_HTTP_SCOPE_ADMIN))
		return;
	tcn_buf_z(&page->out,
	    "<details class=\"act\"><summary>Remove\xe2\x80\xa6</summary>\n"
	    "<p>It is forgotten with its fetches; its articles stay.</p>\n");
	tcn_web_page_button(page, "drop-feed", "feed",
	    tcn_json_in_str(feed, "id"), "/feeds", "Remove it");
	tcn_buf_z(&page->out, "</details>\n");
}

static void
put_feed(struct tcn_web_page *page, const struct tcn_json_value *feed)
{
	struct tcn_buf *out = &page->out;
	enum state state = state_of(feed);
	struct tcn_buf back = { 0 };
	struct tcn_str url = tcn_json_in_str(feed, "url");
	struct tcn_str site = tcn_json_in_str(feed, "site");

	put_path(&back, feed);
	tcn_buf_z(out, "<p class=\"note\"><a href=\"/feeds\">Feeds</a></p>\n");
	tcn_buf_z(out, "<h1>");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 }, name_of(feed));
	tcn_buf_printf(out,
	    "</h1>\n<p class=\"feed %s\"><b class=\"state\">%s</b> ",
	    states[state].class, states[state].word);
	put_times(out, feed, tcn_now_wall_ms());
	tcn_buf_z(out, "</p>\n");
	put_error(out, feed);
	tcn_buf_z(out, "<p>");
	tcn_web_html_link(out, url, (struct tcn_str){ 0 }, url);
	if (site.n) {
		tcn_buf_z(out, "<br>of ");
		tcn_web_html_link(out, site, (struct tcn_str){ 0 }, site);
	}
	tcn_buf_z(out, "</p>\n");
	if (!back.failed)
		put_acts(page, feed, back.at);
	out->failed |= back.failed;
	tcn_buf_fini(&back);
	put_fetches(out, feed);
	put_removal(page, feed);
}

void
tcn_web_get_feed(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_web_frame frame = {
		.nav = "feeds",
		.kind = "feed",
		.narrow = true,
	};
	struct tcn_buf target = { 0 };
	struct tcn_json_value feed;
	bool came;

	tcn_web_page_target(&page, "/v1/feeds/{}", &target);
	came = tcn_web_page_ask(&page, target.at, &feed);
	tcn_buf_fini(&target);
	if (!came)
		return;
	frame.title = name_of(&feed);
	tcn_web_page_begin(&page, &frame);
	put_feed(&page, &feed);
	tcn_web_page_send(&page);
}
