/*
 * How the daemon fares: whether it takes articles, what it did in its last
 * hour, day or week, and which settings somebody has changed.
 */
#include "engine/base/duration.h"
#include "tools/serve/web/web_chart.h"
#include "tools/serve/web/web_impl.h"

/* What is drawn of each sample. */
static const struct {
	const char *id, *title, *unit, *member;
	double divided; /* 0: by the minutes of a point */
	bool whole;
} charts[] = {
	{ "articles", TCN_WORDS("Articles a minute"), "", "articles", 0,
	    false },
	{ "events", TCN_WORDS("Events"), "", "events", 1, true },
	{ "wait", TCN_WORDS("Answer time of POST, 99th percentile"),
	    TCN_WORDS(" ms"), "wait_seconds", 1e-3, false },
	{ "sent", TCN_WORDS("Messages sent"), "", "sent", 1, true },
	{ "refused", TCN_WORDS("Rejected or deferred articles"), "", "refused",
	    1, true },
	{ "memory", TCN_WORDS("Memory"), TCN_WORDS(" MB"), "memory_bytes", 1e6,
	    false },
	{ "listeners", TCN_WORDS("Stream listeners"), "", "listeners", 1,
	    true },
};

/* What is looked back at: 240 points of a day and of a week. */
static const struct range {
	const char *name, *target;
	int minutes; /* of a point */
	int64_t span_ms;
} ranges[] = {
	{ "24h", "/v1/minutes?every=6", 6, TCN_DAY_MS },
	{ "1h", "/v1/minutes?hours=1", 1, TCN_HOUR_MS },
	{ "7d", "/v1/minutes?every=42&hours=168", 42, 7 * TCN_DAY_MS },
};

/* The one that the address has, or else the first. */
static const struct range *
range_of(const struct tcn_web_page *page)
{
	struct tcn_str name = tcn_web_page_query(page, "range");

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (tcn_str_equal(name, tcn_str(ranges[i].name)))
			return &ranges[i];
	return ranges;
}

static void
set_charts(struct tcn_web_page *page, const struct range *range)
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
			.names = { TCN_WORDS("most") },
			.divided = charts[c].divided > 0 ? charts[c].divided
							 : range->minutes,
			.span_ms = range->span_ms,
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
	const struct range *range = range_of(&page);
	const struct tcn_web_view view = { .name = "health",
		.frame = { .name = TCN_WORDS("Health"), .nav = "health" },
		.asks = { { "?ready", "/readyz", NULL },
		    { "?stats", "/v1/stats", NULL },
		    { "?intake", "/v1/intake?brief=true", NULL },
		    { "?receivers", "/v1/receivers", NULL },
		    { "?samples", range->target, NULL },
		    { "?settings", "/v1/settings", NULL } } };

	if (!tcn_web_view_ask(&page, &view))
		return;
	set_sum(&page, "dead");
	set_sum(&page, "waiting");
	set_charts(&page, range);
	tcn_web_page_set_str(&page, "range", tcn_str(range->name));
	tcn_web_view_send(&page, &view);
}
