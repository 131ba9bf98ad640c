#include "tools/web/web_rail.h"

#include <inttypes.h>
#include <math.h>

#include "engine/item/record.h"
#include "tools/base/when.h"

enum {
	BARS = 60, /* minutes */
	BAR_STEP = 4, /* between two bars, in the units of the drawing */
	BAR_HEIGHT = 40,
	FAILING = 3, /* feeds that are named */
};

static int
ask(struct tcn_web_page *page, struct tcn_json_value *answer,
    struct tcn_str *why)
{
	return tcn_web_page_try(page, "/v1/intake?brief=true", answer, why);
}

/* One line for each minute, from the ground up; the script draws the same, and
 * rounds a half up. */
static void
put_bars(struct tcn_buf *out, const struct tcn_json_value *intake)
{
	struct tcn_json_value list = tcn_json_member(intake, "minutes");
	struct tcn_json_value at = tcn_json_first(&list);
	double most = 1;

	for (; at.node; at = tcn_json_next(&at))
		most = at.n > most ? at.n : most;
	tcn_buf_printf(out,
	    "<svg class=\"bars\" viewBox=\"0 0 %d %d\" role=\"img\" "
	    "preserveAspectRatio=\"none\" aria-label=\"Articles in each of the "
	    "last %d minutes\"><path d=\"",
	    BARS * BAR_STEP, BAR_HEIGHT, BARS);
	at = tcn_json_first(&list);
	for (int i = 0; at.node && i < BARS; at = tcn_json_next(&at), i++)
		if (at.n > 0)
			tcn_buf_printf(out, "M%d %dV%.0f",
			    i * BAR_STEP + BAR_STEP / 2, BAR_HEIGHT,
			    floor(BAR_HEIGHT - BAR_HEIGHT * at.n / most + .5));
	tcn_buf_z(out, "\"/></svg>\n");
}

static void
put_count(struct tcn_buf *out, const char *slot, uint64_t n, const char *says)
{
	tcn_buf_printf(out, "<b data-n=\"%s\">", slot);
	tcn_web_html_count(out, n);
	tcn_buf_printf(out, "</b> %s", says);
}

static void
put_taken(struct tcn_buf *out, const struct tcn_json_value *intake)
{
	tcn_buf_z(out, "<h2>Intake, last hour</h2>\n");
	put_bars(out, intake);
	tcn_buf_z(out, "<p class=\"note\">");
	put_count(out, "taken", tcn_json_in_uint(intake, "taken"), "in, ");
	put_count(out, "copies", tcn_json_in_uint(intake, "copies"), "copies");
	tcn_buf_z(out, "; the latest ");
	tcn_web_html_time(out, tcn_json_in_ms(intake, "last_at"),
	    TCN_WEB_HTML_CLOCK);
	tcn_buf_z(out, "</p>\n");
}

/* A few of those that fail, and why. */
static void
put_failing(struct tcn_web_page *page)
{
	struct tcn_json_value answer, list, at;
	struct tcn_buf *out = &page->out;
	struct tcn_str why, title;

	if (tcn_web_page_try(page, "/v1/feeds?failing=true", &answer, &why) !=
	    200)
		return;
	list = tcn_json_member(&answer, "feeds");
	at = tcn_json_first(&list);
	tcn_buf_z(out, "<ul class=\"newest\">\n");
	for (int n = 0; at.node && n < FAILING; at = tcn_json_next(&at), n++) {
		title = tcn_json_in_str(&at, "title");
		tcn_buf_z(out, "<li><a href=\"/feeds/");
		tcn_target_segment(out, tcn_json_in_str(&at, "id"));
		tcn_buf_z(out, "\">");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 },
		    title.n ? title : tcn_json_in_str(&at, "url"));
		tcn_buf_z(out, "</a> <span class=\"note\">");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 },
		    tcn_json_in_str(&at, "error"));
		tcn_buf_z(out, "</span></li>\n");
	}
	tcn_buf_z(out, "</ul>\n");
}

static void
put_feeds(struct tcn_web_page *page, const struct tcn_json_value *feeds)
{
	struct tcn_buf *out = &page->out;
	uint64_t n = tcn_json_in_uint(feeds, "n");
	uint64_t failing = tcn_json_in_uint(feeds, "failing");

	if (!n)
		return;
	tcn_buf_z(out, "<p class=\"note\"><a href=\"/feeds\">");
	put_count(out, "failing", failing, "of ");
	put_count(out, "feeds", n, n == 1 ? "feed" : "feeds");
	tcn_buf_z(out, failing == 1 ? " fails</a></p>\n" : " fail</a></p>\n");
	if (failing)
		put_failing(page);
}

/* What comes is an archive, or a day that is replayed. The script shows and
 * hides it. */
static void
put_own_clock(struct tcn_buf *out, const struct tcn_json_value *intake)
{
	tcn_buf_printf(out,
	    "<p class=\"note\" id=\"own-clock\"%s><b>Its own clock.</b> The "
	    "articles that come are not of today, the latest is of ",
	    tcn_json_in_bool(intake, "own_clock") ? "" : " hidden");
	tcn_web_html_time(out, tcn_json_in_ms(intake, "last_at"),
	    TCN_WEB_HTML_WHOLE);
	tcn_buf_z(out, ": times and ages on these pages are theirs.</p>\n");
}

/* Silence for longer than usual, which is none of an archive. The script shows
 * and hides it. */
static void
put_blind(struct tcn_buf *out, const struct tcn_json_value *intake)
{
	double silent = tcn_json_in_number(intake, "silent_seconds");
	double limit = tcn_json_in_number(intake, "silence_seconds");
	bool is_blind = limit > 0 && silent > limit &&
	    !tcn_json_in_bool(intake, "own_clock");
	char span[TCN_WHEN_BYTES];

	tcn_buf_printf(out,
	    "<p class=\"blind\"%s><b>Quiet or blind?</b> No article has come "
	    "for <span data-t=\"silent\">%s</span>. <a href=\"/stream\">What "
	    "came</a>, <a href=\"/health\">how it fares</a></p>\n",
	    is_blind ? "" : " hidden",
	    tcn_when_span((int64_t)(1000 * silent), span));
}

/* Who leads, where it says its address as a link. */
static void
put_leader(struct tcn_buf *out, struct tcn_str host, struct tcn_str url)
{
	if (url.n && host.n) {
		tcn_buf_z(out, "<a href=\"");
		tcn_web_html_text(out, url);
		tcn_buf_z(out, "\">");
	}
	tcn_web_html_text(out,
	    host.n ? host : tcn_str("a detector that is not known"));
	if (url.n && host.n)
		tcn_buf_z(out, "</a>");
}

/* Of several detectors: whether this one leads, or where who does is. */
static void
put_lease(struct tcn_buf *out, const struct tcn_json_value *intake)
{
	struct tcn_json_value lease = tcn_json_member(intake, "lease");
	struct tcn_str host = tcn_json_in_str(&lease, "host");
	struct tcn_str url = tcn_json_in_str(&lease, "url");

	if (lease.kind != TCN_JSON_OBJECT)
		return;
	tcn_buf_z(out, "<p class=\"note\" id=\"lease\">");
	if (tcn_json_in_bool(&lease, "leads")) {
		tcn_buf_z(out, "Leads");
	} else {
		tcn_buf_z(out, "Standby of ");
		put_leader(out, host, url);
	}
	tcn_buf_printf(out, ", epoch %" PRIu64 ", ",
	    tcn_json_in_uint(&lease, "epoch"));
	tcn_web_html_counted(out, tcn_json_in_uint(&lease, "behind"),
	    "message");
	tcn_buf_z(out, " behind</p>\n");
}

void
tcn_web_rail_standby(struct tcn_web_page *page)
{
	struct tcn_json_value ready, intake, standby = { 0 }, lease;
	struct tcn_str why;

	if (tcn_web_page_try(page, "/readyz", &ready, &why) != 200 ||
	    tcn_json_member(&ready, "leads").kind == TCN_JSON_ABSENT ||
	    tcn_json_in_bool(&ready, "leads"))
		return;
	(void)ask(page, &intake, &why);
	lease = tcn_json_member(&intake, "lease");
	tcn_json_put(&page->arena, &standby, "of", &lease);
	tcn_web_page_set(page, "standby", &standby);
}

void
tcn_web_rail(struct tcn_web_page *page)
{
	struct tcn_buf *out = &page->out;
	struct tcn_json_value intake, feeds;
	struct tcn_str why;

	tcn_buf_z(out, "<section id=\"intake\">\n");
	if (ask(page, &intake, &why) == 200) {
		feeds = tcn_json_member(&intake, "feeds");
		put_lease(out, &intake);
		put_blind(out, &intake);
		put_taken(out, &intake);
		put_own_clock(out, &intake);
		put_feeds(page, &feeds);
	} else {
		tcn_web_page_failed(page, "What comes in", why);
	}
	tcn_buf_z(out, "</section>\n");
}

void
tcn_web_rail_quiet(struct tcn_web_page *page)
{
	struct tcn_buf *out = &page->out;
	struct tcn_json_value intake;
	struct tcn_str why;
	int64_t fired_ms;

	if (ask(page, &intake, &why) != 200)
		return;
	fired_ms = tcn_json_in_ms(&intake, "last_fired_at");
	tcn_web_html_counted(out, tcn_json_in_uint(&intake, "taken"),
	    "article");
	tcn_buf_z(out, " in the last hour, the latest ");
	tcn_web_html_time(out, tcn_json_in_ms(&intake, "last_at"),
	    TCN_WEB_HTML_SHORT);
	if (fired_ms == TCN_UNDATED) {
		tcn_buf_z(out, "; no event has fired yet.");
		return;
	}
	tcn_buf_z(out, "; the last event fired ");
	tcn_web_html_time(out, fired_ms, TCN_WEB_HTML_SHORT);
	tcn_buf_char(out, '.');
}
