/*
 * The pages Feeds: what is read and how it fares, those that fail first; and
 * one feed with its last fetches.
 */
#include "engine/item/record.h"
#include "tools/serve/web/web_impl.h"

enum {
	PAGE_ROWS = 200
};

/* How a feed fares: what fails stands first, what is paused last. */
static const char *const states[] = { "failing", "new", "well", "paused" };
#define STATES (sizeof states / sizeof *states)

static size_t
state_of(const struct tcn_json_value *feed)
{
	if (tcn_json_in_bool(feed, "paused"))
		return 3;
	if (tcn_json_in_uint(feed, "failures"))
		return 0;
	return tcn_json_in_ms(feed, "succeeded_at") == TCN_UNDATED ? 1 : 2;
}

static void
add_state(struct tcn_web_page *page, struct tcn_json_value *feed)
{
	tcn_json_put_str(&page->arena, feed, "state",
	    tcn_str(states[state_of(feed)]));
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

/* The rows of one part of the list, in the order of their states, and how many
 * feeds are in each. */
static void
set_rows(struct tcn_web_page *page, const struct tcn_json_value *feeds)
{
	size_t number = page_number(page), from = number * PAGE_ROWS, all = 0;
	struct tcn_json_value rows = { 0 }, counts = { 0 };

	for (size_t state = 0; state < STATES; state++) {
		struct tcn_json_value at = tcn_json_first(feeds);
		size_t n = 0;

		for (; at.node; at = tcn_json_next(&at)) {
			if (state_of(&at) != state)
				continue;
			add_state(page, &at);
			if (all >= from && all < from + PAGE_ROWS)
				tcn_json_push(&page->arena, &rows, &at);
			all++;
			n++;
		}
		tcn_json_put_number(&page->arena, &counts, states[state],
		    (double)n);
	}
	tcn_web_page_set(page, "rows", &rows);
	tcn_web_page_set(page, "counts", &counts);
	if (all > from + PAGE_ROWS)
		tcn_web_page_set_number(page, "next_page",
		    (double)(number + 2));
}

void
tcn_web_get_feeds(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_view view = { .name = "feeds",
		.frame = { .name = TCN_WORDS("Feeds"),
		    .nav = "feeds",
		    .kind = "feeds",
		    .lists = true,
		    .narrow = true },
		.asks = { { "all", "/v1/feeds", NULL } } };
	struct tcn_json_value feeds;

	if (!tcn_web_view_ask(&page, &view))
		return;
	feeds = tcn_json_member(&page.view, "all");
	feeds = tcn_json_member(&feeds, "feeds");
	set_rows(&page, &feeds);
	tcn_web_page_set_now(&page);
	tcn_web_page_set_str(&page, "feeds_back", tcn_str("/feeds"));
	tcn_web_view_send(&page, &view);
}

void
tcn_web_get_feed(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_web_view view = { .name = "feed",
		.frame = { .nav = "feeds", .kind = "feed", .narrow = true },
		.asks = { { "feed", "/v1/feeds/{}", NULL } } };
	struct tcn_json_value feed;
	struct tcn_buf back = { 0 };

	if (!tcn_web_view_ask(&page, &view))
		return;
	feed = tcn_json_member(&page.view, "feed");
	add_state(&page, &feed);
	view.frame.title = tcn_json_in_str(&feed, "title");
	if (!view.frame.title.n)
		view.frame.title = tcn_json_in_str(&feed, "url");
	tcn_web_page_target(&page, "/feeds/{}", &back);
	tcn_web_page_set_str(&page, "feeds_back", tcn_buf_view(&back));
	tcn_web_page_set_now(&page);
	tcn_web_view_send(&page, &view);
	tcn_buf_fini(&back);
}
