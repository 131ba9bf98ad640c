/*
 * How the daemon fares: whether it takes articles, what it did in its last day,
 * and which settings somebody has changed.
 */
#include "tools/serve/web/web_chart.h"
#include "tools/serve/web/web_impl.h"

/* What is drawn of each sample. */
static const struct {
	const char *id, *title, *unit, *member;
	double divided;
	bool whole;
} charts[] = {
	{ "articles", "Articles a minute", "", "articles", 6, false },
	{ "events", "Events", "", "events", 1, true },
	{ "wait", "How long senders waited for an answer, 99 in 100", " s",
	    "wait_seconds", 1, false },
	{ "sent", "Messages sent", "", "sent", 1, true },
	{ "refused", "Not taken: could not be read, or put off", "", "refused",
	    1, true },
	{ "memory", "Memory", " MB", "memory_bytes", 1e6, false },
	{ "listeners", "Listeners to the stream", "", "listeners", 1, true },
};

static void
set_charts(struct tcn_web_page *page)
{
	struct tcn_json_value answer = tcn_json_member(&page->view, "samples");
	struct tcn_json_value list = { 0 };

	for (size_t c = 0; c < sizeof charts / sizeof *charts; c++) {
		const struct tcn_web_chart is = {
			.id = charts[c].id,
			.title = charts[c].title,
			.unit = charts[c].unit,
			.list = tcn_json_member(&answer, "minutes"),
			.members = { charts[c].member },
			.names = { "most" },
			.divided = charts[c].divided,
			.whole = charts[c].whole,
		};
		struct tcn_json_value chart = tcn_web_chart(&page->arena, &is);

		if (chart.node)
			tcn_json_push(&page->arena, &list, &chart);
	}
	tcn_web_page_set(page, "charts", &list);
}

/* The sum of a member over all receivers. */
static void
set_sum(struct tcn_web_page *page, const char *member)
{
	struct tcn_json_value answer =
	    tcn_json_member(&page->view, "receivers");
	struct tcn_json_value at = tcn_json_member(&answer, "receivers");
	double sum = 0;

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		sum += tcn_json_in_number(&at, member);
	tcn_web_page_set_number(page, member, sum);
}

void
tcn_web_get_health(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_view view = { .name = "health",
		.frame = { .title = tcn_str("Health"), .nav = "health" },
		/* Six minutes a point: 240 a day. */
		.asks = { { "?ready", "/readyz", NULL },
		    { "?stats", "/v1/stats", NULL },
		    { "?intake", "/v1/intake?brief=true", NULL },
		    { "?receivers", "/v1/receivers", NULL },
		    { "?samples", "/v1/minutes?every=6", NULL },
		    { "?settings", "/v1/settings", NULL } } };

	if (!tcn_web_view_ask(&page, &view))
		return;
	set_sum(&page, "dead");
	set_sum(&page, "waiting");
	set_charts(&page);
	tcn_web_view_send(&page, &view);
}
