/*
 * How the daemon fares: whether it takes articles, what it did in its last day,
 * and which settings somebody has changed.
 */
#include "engine/item/record.h"
#include "tools/web/web_chart.h"
#include "tools/web/web_impl.h"

#define EVERY "6" /* minutes: 240 points a day */

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
#define CHARTS (sizeof charts / sizeof *charts)

struct samples {
	int64_t *at_ms;
	double *values[CHARTS];
	size_t n;
};

static bool
read_samples(struct tcn_web_page *page, const struct tcn_json_value *answer,
    struct samples *samples)
{
	struct tcn_json_value list = tcn_json_member(answer, "minutes");
	struct tcn_json_value at = tcn_json_first(&list);
	size_t n = 0;

	for (; at.node; at = tcn_json_next(&at))
		n++;
	*samples = (struct samples){ 0 };
	samples->at_ms = tcn_arena_zalloc(&page->arena, n + 1, sizeof(int64_t));
	for (size_t c = 0; c < CHARTS; c++) {
		samples->values[c] =
		    tcn_arena_zalloc(&page->arena, n + 1, sizeof(double));
		if (!samples->values[c] || !samples->at_ms)
			return false;
	}
	for (at = tcn_json_first(&list); at.node; at = tcn_json_next(&at)) {
		n = samples->n;
		samples->at_ms[n] = tcn_json_in_ms(&at, "at");
		/* The clock may have been set back. */
		if (samples->at_ms[n] == TCN_UNDATED ||
		    (n && samples->at_ms[n] <= samples->at_ms[n - 1]))
			continue;
		for (size_t c = 0; c < CHARTS; c++) {
			double value =
			    tcn_json_in_number(&at, charts[c].member);

			samples->values[c][n] =
			    value > 0 ? value / charts[c].divided : 0;
		}
		samples->n++;
	}
	return true;
}

static void
put_charts(struct tcn_web_page *page)
{
	struct tcn_buf *out = &page->out;
	struct tcn_json_value answer;
	struct samples samples;
	struct tcn_str why;

	tcn_buf_z(out, "<section>\n<h2>The last 24 hours</h2>\n");
	if (tcn_web_page_try(page, "/v1/minutes?every=" EVERY, &answer, &why) !=
	    200) {
		tcn_web_page_failed(page, "The charts are missing", why);
	} else if (!read_samples(page, &answer, &samples)) {
		out->failed = true;
	} else if (!samples.n) {
		tcn_buf_z(out,
		    "<p>Figures are kept since the start; the first come after "
		    "a minute.</p>\n");
	} else {
		tcn_buf_z(out, "<div class=\"charts\">\n");
		for (size_t c = 0; c < CHARTS; c++) {
			const struct tcn_web_chart chart = {
				.id = charts[c].id,
				.title = charts[c].title,
				.unit = charts[c].unit,
				.at_ms = samples.at_ms,
				.n = samples.n,
				.values = { samples.values[c] },
				.names = { "most" },
				.whole = charts[c].whole,
			};

			tcn_web_chart(out, &chart);
		}
		tcn_buf_z(out, "</div>\n");
	}
	tcn_buf_z(out, "</section>\n");
}

/* --- the head --- */

static void
put_count(struct tcn_buf *out, uint64_t n, const char *name)
{
	tcn_buf_z(out, "<li><b>");
	tcn_web_html_count(out, n);
	tcn_buf_printf(out, "</b> <span>%s</span></li>\n", name);
}

static void
put_stats(struct tcn_buf *out, const struct tcn_json_value *stats)
{
	struct tcn_json_value in = tcn_json_member(stats, "articles");
	struct tcn_json_value stories = tcn_json_member(stats, "stories");

	tcn_buf_z(out, "<ul class=\"figures\">\n");
	put_count(out, tcn_json_in_uint(&in, "stored"),
	    "articles since the start");
	put_count(out, tcn_json_in_uint(&in, "rejected"), "refused");
	put_count(out, tcn_json_in_uint(&stories, "open"), "stories open");
	put_count(out, tcn_json_in_uint(stats, "events"),
	    "events since the start");
	tcn_buf_z(out, "</ul>\n");
}

/* "3 feeds fail", as a link to where that is mended; nothing for 0. */
static void
put_need(struct tcn_buf *out, uint64_t n, const char *one, const char *what,
    const char *path, bool *any)
{
	if (!n)
		return;
	tcn_buf_printf(out, "%s<li><a href=\"%s\">",
	    *any ? "" : "<ul class=\"wanting\">\n", path);
	tcn_web_html_counted(out, n, one);
	tcn_buf_printf(out, "</a> %s</li>\n", what);
	*any = true;
}

/* What somebody should look at. A part that cannot be asked is left out: it
 * fails on its own page. */
static void
put_needs(struct tcn_web_page *page)
{
	struct tcn_json_value intake, receivers, feeds, at;
	uint64_t dead = 0, waiting = 0;
	struct tcn_str why;
	bool any = false;

	if (tcn_web_page_try(page, "/v1/intake?brief=true", &intake, &why) !=
	    200)
		intake = (struct tcn_json_value){ 0 };
	if (tcn_web_page_try(page, "/v1/receivers", &receivers, &why) != 200)
		receivers = (struct tcn_json_value){ 0 };
	feeds = tcn_json_member(&intake, "feeds");
	at = tcn_json_member(&receivers, "receivers");
	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		dead += tcn_json_in_uint(&at, "dead");
		waiting += tcn_json_in_uint(&at, "waiting");
	}
	put_need(&page->out, tcn_json_in_uint(&feeds, "failing"), "feed",
	    "cannot be read", "/feeds", &any);
	put_need(&page->out, dead, "message", "given up", "/receivers#dead",
	    &any);
	put_need(&page->out, waiting, "message", "waiting to be sent",
	    "/receivers", &any);
	tcn_buf_z(&page->out,
	    any ? "</ul>\n"
		: "<p class=\"why\">Nothing waits for a hand.</p>\n");
}

static void
put_head(struct tcn_web_page *page)
{
	struct tcn_json_value ready, stats;
	struct tcn_buf *out = &page->out;
	struct tcn_str why, no;
	bool has = tcn_web_page_try(page, "/v1/stats", &stats, &why) == 200;

	if (tcn_web_page_try(page, "/readyz", &ready, &no) == 200) {
		tcn_buf_z(out,
		    "<p class=\"line\"><b class=\"well\">Ready</b> it takes "
		    "articles, and they count.</p>\n");
	} else {
		tcn_buf_z(out,
		    "<p class=\"line\"><b class=\"failed\">Not ready</b> ");
		tcn_web_html_text(out, no);
		tcn_buf_z(out, ".</p>\n");
	}
	if (!has) {
		tcn_web_page_failed(page, "The figures are missing", why);
		return;
	}
	tcn_buf_printf(out, "<p class=\"why\">tocsin %s, started ",
	    TCN_VERSION);
	tcn_web_html_time(out, tcn_json_in_ms(&stats, "started_at"),
	    TCN_WEB_HTML_WHOLE);
	tcn_buf_z(out, "; the stream is at ");
	tcn_web_html_time(out, tcn_json_in_ms(&stats, "stream_at"),
	    TCN_WEB_HTML_WHOLE);
	tcn_buf_z(out, ".</p>\n");
	put_stats(out, &stats);
}

/* --- settings --- */

static void
put_setting(struct tcn_buf *out, const struct tcn_json_value *row)
{
	struct tcn_str initial = tcn_json_in_str(row, "default");

	tcn_buf_z(out, "<tr><th scope=\"row\"><code");
	tcn_web_html_attr(out, "title", tcn_json_in_str(row, "help"));
	tcn_buf_char(out, '>');
	tcn_web_html_text(out, tcn_json_in_str(row, "key"));
	tcn_buf_z(out, "</code></th><td>");
	tcn_web_html_text(out, tcn_json_in_str(row, "value"));
	tcn_buf_z(out, "</td><td>");
	tcn_web_html_text(out, initial.n ? initial : tcn_str("none"));
	tcn_buf_z(out, "</td></tr>\n");
}

static void
put_settings(struct tcn_web_page *page)
{
	struct tcn_buf *out = &page->out;
	struct tcn_json_value answer, at;
	struct tcn_str why;

	if (!tcn_web_page_may(page, TCN_HTTP_SCOPE_ADMIN))
		return;
	tcn_buf_z(out, "<section>\n<h2>Settings that were changed</h2>\n");
	if (tcn_web_page_try(page, "/v1/settings", &answer, &why) != 200) {
		tcn_web_page_failed(page, "The settings are missing", why);
		tcn_buf_z(out, "</section>\n");
		return;
	}
	at = tcn_json_member(&answer, "changed");
	at = tcn_json_first(&at);
	if (!at.node)
		tcn_buf_z(out, "<p>None: all are as they come.</p>\n");
	else
		tcn_buf_z(out,
		    "<table class=\"settings\"><thead><tr>"
		    "<th scope=\"col\">setting</th><th scope=\"col\">is</th>"
		    "<th scope=\"col\">default</th></tr></thead>\n<tbody>\n");
	for (bool any = at.node; any;) {
		put_setting(out, &at);
		at = tcn_json_next(&at);
		any = at.node;
		if (!any)
			tcn_buf_z(out, "</tbody></table>\n");
	}
	tcn_buf_z(out, "</section>\n");
}

void
tcn_web_get_health(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_frame frame = {
		.title = tcn_str("Health"),
		.nav = "health",
	};

	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(&page.out, "<h1>Health</h1>\n");
	put_head(&page);
	put_needs(&page);
	put_charts(&page);
	put_settings(&page);
	tcn_buf_z(&page.out,
	    "<p class=\"note\">All figures: <a href=\"/metrics\">/metrics</a>, "
	    "for Prometheus; the interface: <a href=\"/v1/openapi.json\">"
	    "/v1/openapi.json</a>. Who is logged in: "
	    "<a href=\"/sessions\">/sessions</a>.</p>\n");
	tcn_web_page_send(&page);
}
