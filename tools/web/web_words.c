#include "tools/web/web_words.h"

#include "engine/base/url.h"
#include "tools/base/event_words.h"
#include "tools/base/json_in.h"
#include "tools/base/safe.h"
#include "tools/base/target.h"
#include "tools/web/web_html.h"

/* The gravest first. */
static const char *const severities[] = { "critical", "high", "medium", "low",
	"info" };
#define SEVERITIES (sizeof severities / sizeof *severities)

const char *
tcn_web_words_known_severity(struct tcn_str severity)
{
	for (size_t i = 0; i < SEVERITIES; i++)
		if (tcn_str_equal(severity, tcn_str(severities[i])))
			return severities[i];
	return "";
}

void
tcn_web_words_severity(struct tcn_buf *out, struct tcn_str severity)
{
	const char *known = tcn_web_words_known_severity(severity);

	if (*known)
		tcn_buf_printf(out, "<b class=\"sev %s\">%s</b>", known, known);
}

void
tcn_web_words_severities(struct tcn_buf *out, struct tcn_str current)
{
	tcn_buf_z(out, "<label>Severity, at least <select name=\"severity\">");
	tcn_web_html_option(out, "", "any", current);
	for (size_t i = 0; i + 1 < SEVERITIES; i++)
		tcn_web_html_option(out, severities[i], severities[i], current);
	tcn_buf_z(out, "</select></label>\n");
}

void
tcn_web_words_spans(struct tcn_buf *out)
{
	static const char *const spans[] = { "30m", "2h", "8h", "24h", "7d" };
	static const char *const names[] = { "30 minutes", "2 hours", "8 hours",
		"1 day", "7 days" };

	tcn_buf_z(out, "<label>For <select name=\"for\">");
	for (size_t i = 0; i < sizeof spans / sizeof *spans; i++)
		tcn_web_html_option(out, spans[i], names[i], tcn_str("2h"));
	tcn_buf_z(out, "</select></label>\n");
}

void
tcn_web_words_formats(struct tcn_buf *out, struct tcn_str id)
{
	static const char *const names[] = { "html", "md", "json", "ninjs" };

	tcn_buf_z(out, "<span class=\"formats\">");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		tcn_buf_z(out, "<a href=\"/v1/events/");
		tcn_target_segment(out, id);
		tcn_buf_printf(out, "/report?format=%s\">%s</a> ", names[i],
		    names[i]);
	}
	tcn_buf_z(out, "</span>");
}

struct tcn_str
tcn_web_words_state(const struct tcn_json_value *event)
{
	const struct tcn_json_value desk = tcn_json_member(event, "desk");
	struct tcn_str said = tcn_json_in_str(&desk, "said");
	struct tcn_str state = said.n ? said : tcn_json_in_str(event, "state");

	/* Whatever is not over is open. */
	return tcn_str_equal(state, tcn_str("closed")) ? state
						       : tcn_str("open");
}

struct tcn_str
tcn_web_words_headline(const struct tcn_json_value *row)
{
	struct tcn_str title = tcn_json_in_str(row, "title");

	if (!title.n)
		title = tcn_json_in_str(row, "beginning");
	return title.n || !row->node ? title : tcn_str("(without a headline)");
}

void
tcn_web_words_lang(struct tcn_buf *out, const struct tcn_json_value *row)
{
	struct tcn_str lang = tcn_json_in_str(row, "lang");

	if (lang.n && tcn_safe_is_lang(lang))
		tcn_web_html_attr(out, "lang", lang);
}

void
tcn_web_words_title(struct tcn_buf *out, const struct tcn_json_value *event)
{
	tcn_web_html_foreign(out, tcn_json_in_str(event, "lang"),
	    tcn_web_words_headline(event));
}

bool
tcn_web_words_has(const struct tcn_json_value *list, struct tcn_str text)
{
	struct tcn_json_value at = tcn_json_first(list);

	for (; at.node; at = tcn_json_next(&at))
		if (tcn_str_equal(at.s, text))
			return true;
	return false;
}

void
tcn_web_words_languages(struct tcn_buf *out, const struct tcn_json_value *codes)
{
	struct tcn_json_value at = tcn_json_first(codes);

	for (const char *gap = ""; at.node;
	     at = tcn_json_next(&at), gap = " ") {
		tcn_buf_z(out, gap);
		tcn_web_html_text(out, at.s);
	}
}

void
tcn_web_words_event_path(struct tcn_buf *out, struct tcn_str id,
    const char *more)
{
	tcn_buf_z(out, "/e/");
	tcn_target_segment(out, id);
	tcn_buf_z(out, more);
}

bool
tcn_web_words_is_led(const struct tcn_json_value *event,
    struct tcn_json_value *leader)
{
	struct tcn_json_value list = tcn_json_member(event, "also_told");

	for (*leader = tcn_json_first(&list); leader->node;
	     *leader = tcn_json_next(leader))
		if (tcn_json_in_bool(leader, "leads"))
			return true;
	return false;
}

void
tcn_web_words_also(struct tcn_buf *out, const struct tcn_json_value *event)
{
	struct tcn_json_value list = tcn_json_member(event, "also_told");
	struct tcn_json_value at = tcn_json_first(&list), leader;

	if (!at.node)
		return;
	tcn_buf_z(out, "<p class=\"moved\">Also told ");
	for (const char *gap = ""; at.node;
	     at = tcn_json_next(&at), gap = "; ") {
		tcn_buf_printf(out, "%sin ", gap);
		tcn_web_html_text(out, tcn_json_in_str(&at, "lang"));
		tcn_buf_z(out, ": ");
		tcn_web_words_event_link(out, &at);
	}
	if (tcn_web_words_is_led(event, &leader))
		tcn_buf_z(out, "; that one's report is of all of them");
	tcn_buf_z(out, "</p>\n");
}

void
tcn_web_words_event_link(struct tcn_buf *out,
    const struct tcn_json_value *event)
{
	tcn_buf_z(out, "<a href=\"");
	tcn_web_words_event_path(out, tcn_json_in_str(event, "event"), "");
	tcn_buf_z(out, "\">");
	tcn_web_words_title(out, event);
	tcn_buf_z(out, "</a>");
}

/* ", +24 items"; nothing for 0. */
static void
put_more(struct tcn_buf *out, const struct tcn_json_value *news,
    const char *member, const char *one, const char **gap)
{
	uint64_t n = tcn_json_in_uint(news, member);

	if (!n)
		return;
	tcn_buf_printf(out, "%s+", *gap);
	tcn_web_html_counted(out, n, one);
	*gap = ", ";
}

void
tcn_web_words_news(struct tcn_buf *out, const struct tcn_json_value *seen)
{
	struct tcn_json_value langs = tcn_json_member(seen, "languages");
	const char *gap = "";

	if (!tcn_json_in_uint(seen, "items"))
		return;
	tcn_buf_z(out, "<p class=\"news\"><b>New since ");
	tcn_web_html_time(out, tcn_json_in_ms(seen, "at"), TCN_WEB_HTML_CLOCK);
	tcn_buf_z(out, ":</b> ");
	put_more(out, seen, "items", "item", &gap);
	put_more(out, seen, "origins", "text", &gap);
	put_more(out, seen, "publishers", "publisher", &gap);
	if (tcn_json_first(&langs).node) {
		tcn_buf_z(out, gap);
		tcn_web_words_languages(out, &langs);
		tcn_buf_z(out, " joined");
	}
	tcn_buf_z(out, "</p>\n");
}

/* What it repeats, if it does. */
static void
put_likeness(struct tcn_buf *out, const struct tcn_json_value *article)
{
	static const struct {
		const char *member, *word;
	} kinds[] = {
		{ "version_of", "new version" },
		{ "duplicate_of", "copy" },
		{ "excerpt_of", "excerpt" },
		{ "rewrite_of", "rewrite" },
	};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (!tcn_json_in_uint(article, kinds[i].member))
			continue;
		tcn_buf_printf(out, " <span class=\"copy\">%s</span>",
		    kinds[i].word);
		return;
	}
}

void
tcn_web_words_article(struct tcn_buf *out, const struct tcn_json_value *article)
{
	struct tcn_str url = tcn_json_in_str(article, "url");
	struct tcn_str source = tcn_json_in_str(article, "source");

	tcn_buf_z(out, "<p class=\"by\">");
	tcn_web_html_time(out, tcn_json_in_ms(article, "at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, " <b>");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    source.n ? source : tcn_url_site(url));
	tcn_buf_z(out, "</b> ");
	tcn_web_html_text(out, tcn_json_in_str(article, "lang"));
	put_likeness(out, article);
	tcn_buf_z(out, "</p>\n<p>");
	tcn_web_html_link(out, url, tcn_json_in_str(article, "lang"),
	    tcn_web_words_headline(article));
	tcn_buf_z(out, "</p>");
}

void
tcn_web_words_event_of(struct tcn_buf *out,
    const struct tcn_json_value *article)
{
	struct tcn_json_value event = tcn_json_member(article, "event");

	if (event.kind != TCN_JSON_OBJECT)
		return;
	tcn_buf_z(out, "<p class=\"of\">of ");
	tcn_web_words_severity(out, tcn_json_in_str(&event, "severity"));
	tcn_buf_char(out, ' ');
	tcn_web_words_event_link(out, &event);
	tcn_buf_z(out, "</p>\n");
}

/* The parts that are so, as {"parts": [...]}; nothing where there is none. */
static void
add_side(struct tcn_web_page *page, struct tcn_json_value *verdict,
    const char *name, bool (*is)(double part))
{
	struct tcn_json_value at = tcn_json_member(verdict, "parts");
	struct tcn_json_value parts = { 0 }, side = { 0 };

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		if (is(tcn_json_in_number(&at, "part")))
			tcn_json_push(&page->arena, &parts, &at);
	if (!parts.node)
		return;
	tcn_json_put(&page->arena, &side, "parts", &parts);
	tcn_json_put(&page->arena, verdict, name, &side);
}

void
tcn_web_words_add_parts(struct tcn_web_page *page,
    struct tcn_json_value *verdict)
{
	add_side(page, verdict, "spoke_for", tcn_event_words_is_for);
	add_side(page, verdict, "spoke_against", tcn_event_words_is_against);
}

void
tcn_web_words_refused(struct tcn_buf *out, struct tcn_str why)
{
	if (!why.n)
		return;
	tcn_buf_z(out, "<p class=\"failed\" role=\"alert\">");
	tcn_web_html_text(out, why);
	tcn_buf_z(out, ".</p>\n");
}
