/*
 * Rules: what each is about and what it fired, and the file that they stand in.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/item/record.h"
#include "tools/web/web_chart.h"
#include "tools/web/web_impl.h"
#include "tools/web/web_rules.h"
#include "tools/web/web_words.h"

#define PLACE_MAX 500 /* bytes of a line that is shown */

/* --- the file --- */

/* Line n of the text, from 1; empty: it has fewer. */
static struct tcn_str
line_of(struct tcn_str text, uint64_t n)
{
	const char *end;

	for (; n > 1 && text.n; n--) {
		end = memchr(text.at, '\n', text.n);
		if (!end)
			return (struct tcn_str){ 0 };
		text.n -= (size_t)(end + 1 - text.at);
		text.at = end + 1;
	}
	end = text.n ? memchr(text.at, '\n', text.n) : NULL;
	return end ? (struct tcn_str){ text.at, (size_t)(end - text.at) }
		   : text;
}

/* The line with a mark below the column, which counts characters. */
static void
put_place(struct tcn_buf *out, struct tcn_str line, uint64_t n, uint64_t column)
{
	char number[24];
	int width = snprintf(number, sizeof number, "%" PRIu64, n);
	uint64_t at = 1;

	if (!line.n || line.n > PLACE_MAX)
		return;
	tcn_buf_printf(out, "<pre class=\"place\"><span>%s</span> ", number);
	tcn_web_html_text(out, line);
	tcn_buf_printf(out, "\n%*s ", width, "");
	for (size_t i = 0; i < line.n && at < column; i++)
		if (((unsigned char)line.at[i] & 0xc0) != 0x80) {
			tcn_buf_char(out, line.at[i] == '\t' ? '\t' : ' ');
			at++;
		}
	tcn_buf_z(out, "<b>^</b></pre>\n");
}

void
tcn_web_rules_mistakes(struct tcn_buf *out, const struct tcn_json_value *answer,
    struct tcn_str yaml)
{
	struct tcn_json_value list = tcn_json_member(answer, "errors");
	struct tcn_json_value at = tcn_json_first(&list);

	if (!at.node)
		return;
	tcn_buf_z(out, "<ul class=\"mistakes\">\n");
	for (; at.node; at = tcn_json_next(&at)) {
		uint64_t line = tcn_json_in_uint(&at, "line");
		uint64_t column = tcn_json_in_uint(&at, "column");
		bool error = tcn_str_equal(tcn_json_in_str(&at, "severity"),
		    tcn_str("error"));

		tcn_buf_printf(out, "<li%s", error ? " class=\"failed\"" : "");
		if (line)
			tcn_buf_printf(out,
			    " data-line=\"%" PRIu64 "\">line %" PRIu64
			    ", column %" PRIu64 ": ",
			    line, line, column);
		else
			tcn_buf_char(out, '>');
		tcn_web_html_text(out, tcn_json_in_str(&at, "text"));
		tcn_buf_printf(out, "%s\n", error ? "" : " (warning)");
		if (line)
			put_place(out, line_of(yaml, line), line, column);
		tcn_buf_z(out, "</li>\n");
	}
	tcn_buf_z(out, "</ul>\n");
}

void
tcn_web_rules_kept(struct tcn_buf *out, const struct tcn_json_value *file)
{
	struct tcn_json_value list = tcn_json_member(file, "kept");
	struct tcn_json_value at = tcn_json_first(&list);

	if (!at.node)
		return;
	tcn_buf_z(out,
	    "<details><summary>Older files</summary>\n<ul class=\"rows\">\n");
	for (; at.node; at = tcn_json_next(&at)) {
		struct tcn_buf link = { 0 };

		tcn_buf_z(&link, "/rules/try");
		tcn_target_param(&link, "kept", tcn_json_in_str(&at, "name"));
		tcn_buf_z(out, "<li><a");
		tcn_web_html_attr(out, "href", tcn_buf_view(&link));
		tcn_buf_z(out, ">replaced ");
		tcn_web_html_time(out, tcn_json_in_ms(&at, "replaced_at"),
		    TCN_WEB_HTML_SHORT);
		tcn_buf_z(out, "</a></li>\n");
		out->failed |= link.failed;
		tcn_buf_fini(&link);
	}
	tcn_buf_z(out, "</ul></details>\n");
}

static void
put_file(struct tcn_web_page *page)
{
	struct tcn_buf *out = &page->out;
	struct tcn_json_value file;
	struct tcn_str why;

	tcn_buf_z(out, "<section>\n<h2>The file</h2>\n");
	if (tcn_web_page_try(page, "/v1/rules/file", &file, &why) != 200) {
		tcn_buf_z(out, "<p>");
		tcn_web_html_text(out, why);
		tcn_buf_z(out, ".</p>\n</section>\n");
		return;
	}
	tcn_buf_z(out, "<p><code>");
	tcn_web_html_text(out, tcn_json_in_str(&file, "file"));
	tcn_buf_z(out, "</code></p>\n");
	if (tcn_json_in_bool(&file, "in_force"))
		tcn_buf_z(out, "<p class=\"note\">It is in force.</p>\n");
	else
		tcn_buf_z(out,
		    "<p class=\"failed\">It was changed since it was read: "
		    "what is listed here is in force, not what it holds "
		    "now.</p>\n");
	tcn_web_rules_mistakes(out, &file, tcn_json_in_str(&file, "yaml"));
	tcn_buf_z(out,
	    "<p><a class=\"button\" href=\"/rules/try\">Edit and "
	    "try</a></p>\n");
	tcn_web_rules_kept(out, &file);
	tcn_buf_z(out, "</section>\n");
}

/* --- the list --- */

/* What fired by the rule of that name: a member of the list; absent: none. */
static struct tcn_json_value
fired_by(const struct tcn_json_value *fired, struct tcn_str rule)
{
	struct tcn_json_value list = tcn_json_member(fired, "rules");
	struct tcn_json_value at = tcn_json_first(&list);

	while (at.node && !tcn_str_equal(tcn_json_in_str(&at, "rule"), rule))
		at = tcn_json_next(&at);
	return at;
}

/* Whether the rule cannot stand in a path by its name: another page is there,
 * or a browser takes it for a folder. */
static bool
is_reserved(struct tcn_str rule)
{
	static const char *const words[] = { "try", ".", ".." };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (tcn_str_equal(rule, tcn_str(words[i])))
			return true;
	return false;
}

static void
rule_path(struct tcn_buf *out, struct tcn_str rule)
{
	struct tcn_buf path = { 0 };

	tcn_buf_z(&path, "/rules/");
	if (is_reserved(rule)) {
		tcn_buf_z(&path, "rule");
		tcn_target_param(&path, "name", rule);
	} else {
		tcn_target_segment(&path, rule);
	}
	tcn_web_html_attr(out, "href", tcn_buf_view(&path));
	out->failed |= path.failed;
	tcn_buf_fini(&path);
}

/* The lines that say what it is about, but for the first, its name. */
static void
put_lines(struct tcn_buf *out, const struct tcn_json_value *rule)
{
	struct tcn_json_value at = tcn_json_member(rule, "lines");

	at = tcn_json_first(&at);
	tcn_buf_z(out, "<ul class=\"about\">\n");
	while (at.node && (at = tcn_json_next(&at)).node) {
		tcn_buf_z(out, "<li>");
		tcn_web_html_text(out, tcn_str_trim(at.s));
		tcn_buf_z(out, "</li>\n");
	}
	tcn_buf_z(out, "</ul>\n");
}

static void
put_rule(struct tcn_web_page *page, const struct tcn_json_value *rule,
    const struct tcn_json_value *fired)
{
	struct tcn_str name = tcn_json_in_str(rule, "rule");
	struct tcn_json_value is = fired_by(fired, name);
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<li class=\"entry\"><p class=\"line\">");
	tcn_web_words_severity(out, tcn_json_in_str(rule, "severity"));
	tcn_buf_z(out, " <span>");
	if (is.node) {
		tcn_web_html_counted(out, tcn_json_in_uint(&is, "events"),
		    "event");
		tcn_buf_z(out, " in 7 days, the last ");
		tcn_web_html_time(out, tcn_json_in_ms(&is, "last_fired_at"),
		    TCN_WEB_HTML_SHORT);
	} else {
		tcn_buf_z(out, "no event in 7 days");
	}
	tcn_buf_z(out, "</span></p>\n<h3><a");
	rule_path(out, name);
	tcn_buf_char(out, '>');
	tcn_web_html_foreign(out, (struct tcn_str){ 0 }, name);
	tcn_buf_z(out, "</a></h3>\n");
	put_lines(out, rule);
	tcn_buf_z(out, "</li>\n");
}

static void
put_list(struct tcn_web_page *page, const struct tcn_json_value *rules)
{
	struct tcn_json_value fired, at = tcn_json_member(rules, "rules");
	struct tcn_buf *out = &page->out;
	struct tcn_str why;

	if (tcn_web_page_try(page, "/v1/rules/fired", &fired, &why) != 200)
		tcn_web_page_failed(page, "What fired is not known", why);
	tcn_buf_z(out, "<ul class=\"entries\">\n");
	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		put_rule(page, &at, &fired);
	tcn_buf_z(out, "</ul>\n");
	if (tcn_json_in_bool(rules, "more"))
		tcn_buf_printf(out,
		    "<p class=\"next\"><a href=\"/rules?after=%.0f\">next"
		    "</a></p>\n",
		    tcn_json_in_number(rules, "next"));
}

void
tcn_web_get_rules(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_frame frame = {
		.title = tcn_str("Rules"),
		.nav = "rules",
	};
	struct tcn_buf target = { 0 };
	struct tcn_json_value rules;
	bool asked;

	tcn_buf_z(&target, "/v1/rules");
	tcn_web_page_pass(&page, "after", &target);
	asked = tcn_web_page_ask(&page, target.at, &rules);
	tcn_buf_fini(&target);
	if (!asked)
		return;
	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(&page.out, "<h1>Rules</h1>\n<div class=\"two\"><div>\n");
	put_list(&page, &rules);
	tcn_buf_z(&page.out, "</div>\n<aside class=\"rail\">\n");
	if (tcn_web_page_may(&page, TCN_HTTP_SCOPE_ADMIN))
		put_file(&page);
	tcn_buf_z(&page.out,
	    "<section><h2>What a rule may say</h2><p>tocsin-rules(5) tells; "
	    "<a href=\"/rules/try\">try a change</a> on the last days before "
	    "it is saved.</p></section>\n</aside></div>\n");
	tcn_web_page_send(&page);
}

/* --- one rule --- */

static void
put_days(struct tcn_web_page *page, const struct tcn_json_value *fired)
{
	struct tcn_json_value at = tcn_json_member(fired, "days");
	struct tcn_web_days days;

	if (!tcn_web_rules_days(page, &at, "events", NULL, &days)) {
		page->out.failed = true;
		return;
	}
	if (days.n)
		tcn_web_chart(&page->out,
		    &(struct tcn_web_chart){ .id = "days",
			.title = "Events a day",
			.unit = "",
			.at_ms = days.at_ms,
			.n = days.n,
			.values = { days.values[0] },
			.names = { "events" },
			.days = true,
			.whole = true });
}

static void
put_events(struct tcn_buf *out, const struct tcn_json_value *fired)
{
	struct tcn_json_value at = tcn_json_member(fired, "events");

	at = tcn_json_first(&at);
	if (!at.node) {
		tcn_buf_z(out, "<p>It fired nothing then.</p>\n");
		return;
	}
	tcn_buf_z(out, "<ul class=\"entries\">\n");
	for (; at.node; at = tcn_json_next(&at)) {
		tcn_buf_z(out, "<li class=\"entry\"><p class=\"line\">");
		tcn_web_words_severity(out, tcn_json_in_str(&at, "severity"));
		tcn_buf_char(out, ' ');
		tcn_web_html_time(out, tcn_json_in_ms(&at, "fired_at"),
		    TCN_WEB_HTML_SHORT);
		tcn_buf_z(out, " <span>");
		tcn_web_html_counted(out, tcn_json_in_uint(&at, "items"),
		    "item");
		tcn_buf_z(out, "</span></p>\n<h3 class=\"head\">");
		tcn_web_words_event_link(out, &at);
		tcn_buf_z(out, "</h3></li>\n");
	}
	tcn_buf_z(out, "</ul>\n");
}

void
tcn_web_get_rule(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_str named = tcn_web_page_query(&page, "name");
	struct tcn_str name =
	    named.n ? named : tcn_str(tcn_http_call_arg(call, 0));
	const struct tcn_web_frame frame = {
		.title = name,
		.nav = "rules",
		.narrow = true,
	};
	struct tcn_buf target = { 0 }, *out = &page.out;
	struct tcn_json_value fired;
	bool asked;

	tcn_buf_z(&target, "/v1/rules/");
	tcn_target_segment(&target, name);
	tcn_buf_z(&target, "/fired");
	tcn_web_page_pass(&page, "since until", &target);
	asked = tcn_web_page_ask(&page, target.at, &fired);
	tcn_buf_fini(&target);
	if (!asked)
		return;
	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(out,
	    "<p class=\"note\"><a href=\"/rules\">Rules</a></p>\n<h1>");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 }, name);
	tcn_buf_z(out, "</h1>\n");
	if (!tcn_json_in_bool(&fired, "in_force"))
		tcn_buf_z(out,
		    "<p class=\"moved\">No rule in force has this name "
		    "now.</p>\n");
	tcn_buf_z(out, "<p class=\"why\">What it fired since ");
	tcn_web_html_time(out, tcn_json_in_ms(&fired, "since"),
	    TCN_WEB_HTML_WHOLE);
	tcn_buf_z(out, ".</p>\n");
	put_days(&page, &fired);
	put_events(out, &fired);
	tcn_web_page_send(&page);
}

bool
tcn_web_rules_days(struct tcn_web_page *page, const struct tcn_json_value *list,
    const char *first, const char *second, struct tcn_web_days *days)
{
	const char *const names[] = { first, second };
	struct tcn_json_value at = tcn_json_first(list);
	size_t n = 0;

	*days = (struct tcn_web_days){ 0 };
	for (; at.node; at = tcn_json_next(&at))
		n++;
	days->at_ms = tcn_arena_zalloc(&page->arena, n + 1, sizeof(int64_t));
	for (int i = 0; i < 2; i++) {
		days->values[i] =
		    tcn_arena_zalloc(&page->arena, n + 1, sizeof(double));
		if (!days->values[i] || !days->at_ms)
			return false;
	}
	for (at = tcn_json_first(list); at.node; at = tcn_json_next(&at)) {
		days->at_ms[days->n] = tcn_json_in_ms(&at, "at");
		for (int i = 0; i < 2 && names[i]; i++)
			days->values[i][days->n] =
			    (double)tcn_json_in_uint(&at, names[i]);
		/* What an interface of another version sends may be odd. */
		if (days->at_ms[days->n] != TCN_UNDATED &&
		    (!days->n ||
			days->at_ms[days->n] > days->at_ms[days->n - 1]))
			days->n++;
	}
	return true;
}
