/*
 * The page Now: open events in their order, grouped, and beside them the
 * newest, what comes in, and what does not.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "engine/item/record.h"
#include "tools/base/json_out.h"
#include "tools/base/plural.h"
#include "tools/web/web_impl.h"
#include "tools/web/web_rail.h"
#include "tools/web/web_row.h"
#include "tools/web/web_words.h"

enum {
	ROWS_WHOLE = 100, /* the rest have one line each */
	MEMBERS = 3, /* shown of those that belong to a row */
	NEWEST = 10, /* in the rail */
	EVERY_MIN = 10, /* seconds between two loads of the page */
	EVERY_MAX = 3600,
};

struct now {
	struct tcn_json_value answer;
	struct tcn_web_row_view view;
	const struct tcn_web_kept_list *list;
};

/* --- filters --- */

/* The address of this page with one parameter changed; none: without all. */
static void
put_filter_path(struct tcn_web_page *page, const char *name, const char *value)
{
	static const char *const names[] = { "severity", "lang", "owner",
		"state", "every" };
	struct tcn_buf path = { 0 };

	tcn_buf_char(&path, '/');
	for (size_t i = 0; name && i < sizeof names / sizeof *names; i++) {
		struct tcn_str now = tcn_web_page_query(page, names[i]);

		if (strcmp(names[i], name) == 0)
			now = tcn_str(value);
		if (now.n)
			tcn_target_param(&path, names[i], now);
	}
	tcn_web_html_text(&page->out, tcn_buf_view(&path));
	page->out.failed |= path.failed;
	tcn_buf_fini(&path);
}

static void
put_view(struct tcn_web_page *page, const struct now *now, const char *text,
    const char *member, const char *name, const char *value)
{
	struct tcn_buf *out = &page->out;
	bool is = name
	    ? tcn_str_equal(tcn_web_page_query(page, name), tcn_str(value))
	    : !tcn_web_page_query(page, "state").n &&
		!tcn_web_page_query(page, "owner").n;

	tcn_buf_z(out, "<li><a href=\"");
	put_filter_path(page, name, value);
	tcn_buf_printf(out, "\"%s>%s", is ? " aria-current=\"true\"" : "",
	    text);
	if (member) {
		tcn_buf_printf(out, " <b data-count=\"%s\">", member);
		tcn_web_html_count(out, tcn_json_in_uint(&now->answer, member));
		tcn_buf_z(out, "</b>");
	}
	tcn_buf_z(out, "</a></li>");
}

static void
put_filters(struct tcn_web_page *page, const struct now *now)
{
	struct tcn_buf *out = &page->out;
	struct tcn_str lang = tcn_web_page_query(page, "lang");

	tcn_buf_z(out,
	    "<div class=\"filters\">\n<ul aria-label=\"Which events\">");
	put_view(page, now, "All", "open", NULL, NULL);
	put_view(page, now, "Unacknowledged", "unacknowledged", "state",
	    "unacked");
	put_view(page, now, "Mine", NULL, "owner", "me");
	put_view(page, now, "Silenced", "silenced", "state", "silenced");
	tcn_buf_z(out,
	    "<li class=\"fold\"><a href=\"#pick\">Filter</a></li></ul>\n"
	    "<form action=\"/\" class=\"pick\" id=\"pick\">");
	if (tcn_web_page_query(page, "state").n)
		tcn_web_html_hidden(out, "state",
		    tcn_web_page_query(page, "state"));
	if (tcn_web_page_query(page, "owner").n)
		tcn_web_html_hidden(out, "owner",
		    tcn_web_page_query(page, "owner"));
	if (tcn_web_page_query(page, "every").n)
		tcn_web_html_hidden(out, "every",
		    tcn_web_page_query(page, "every"));
	tcn_web_words_severities(out, tcn_web_page_query(page, "severity"));
	tcn_buf_z(out,
	    "<label>Language <input name=\"lang\" size=\"3\" "
	    "maxlength=\"12\" placeholder=\"any\"");
	tcn_web_html_attr(out, "value", lang);
	tcn_buf_z(out, "></label>\n<button>Show</button></form>\n</div>\n");
}

/* --- rows --- */

/* The rows that belong to a head stand behind it and name it. */
static bool
belongs(const struct tcn_json_value *row, const struct tcn_json_value *head)
{
	struct tcn_str group = tcn_json_in_str(row, "group");

	return group.n && tcn_str_equal(group, tcn_json_in_str(head, "event"));
}

/*
 * Those that belong to a head: a few, and the rest folded. Returns the row
 * behind them.
 */
static struct tcn_json_value
put_members(struct tcn_buf *out, const struct tcn_json_value *head,
    const struct tcn_web_row_view *view)
{
	struct tcn_json_value at = tcn_json_next(head), more = { 0 };
	size_t n = 0;

	if (!at.node || !belongs(&at, head))
		return at;
	tcn_buf_z(out,
	    "\n<ul class=\"members\" aria-label=\"belongs to "
	    "it\">\n");
	for (; at.node && belongs(&at, head); at = tcn_json_next(&at), n++)
		if (n < MEMBERS)
			tcn_web_row_line(out, &at, view);
		else if (!more.node)
			more = at;
	if (n > MEMBERS) {
		tcn_buf_printf(out,
		    "<li><details><summary>%zu more</summary><ul>\n",
		    n - MEMBERS);
		for (; more.node && belongs(&more, head);
		     more = tcn_json_next(&more))
			tcn_web_row_line(out, &more, view);
		tcn_buf_z(out, "</ul></details></li>\n");
	}
	tcn_buf_z(out, "</ul>\n");
	return at;
}

static void
put_rows(struct tcn_buf *out, const struct tcn_json_value *rows,
    const struct tcn_web_row_view *view)
{
	struct tcn_json_value at = tcn_json_first(rows);

	tcn_buf_z(out,
	    "<h2 class=\"unseen\">By rank</h2>\n"
	    "<ol class=\"now\" id=\"rows\">\n");
	for (size_t n = 0; at.node; n++) {
		if (n >= ROWS_WHOLE) {
			tcn_web_row_line(out, &at, view);
			at = tcn_json_next(&at);
			continue;
		}
		tcn_web_row_open(out, &at, view);
		at = put_members(out, &at, view);
		tcn_web_row_close(out);
	}
	tcn_buf_z(out, "</ol>\n");
}

/* What is over, of the last day. The script fills it, too. */
static void
put_closed(struct tcn_buf *out, const struct tcn_json_value *rows,
    const struct tcn_web_row_view *view)
{
	struct tcn_json_value at = tcn_json_first(rows);

	tcn_buf_printf(out,
	    "<section id=\"closed\"%s>\n<h2>Closed in the last day</h2>\n"
	    "<ol class=\"now\">\n",
	    at.node ? "" : " hidden");
	for (; at.node; at = tcn_json_next(&at))
		tcn_web_row_over(out, &at, view);
	tcn_buf_z(out, "</ol>\n</section>\n");
}

/* Empty never looks like broken. */
static void
put_nothing(struct tcn_web_page *page)
{
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<p class=\"nothing\" id=\"nothing\">");
	tcn_buf_z(out,
	    tcn_http_call_query(page->call, "state") ||
		    tcn_http_call_query(page->call, "severity") ||
		    tcn_http_call_query(page->call, "owner") ||
		    tcn_http_call_query(page->call, "lang")
		? "Nothing that is open is so. <a href=\"/\">All events</a>. "
		: "Nothing is breaking. ");
	tcn_web_rail_quiet(page);
	tcn_buf_z(out, "</p>\n");
}

static void
put_next(struct tcn_web_page *page, const struct now *now)
{
	uint64_t next = tcn_json_in_uint(&now->answer, "next");
	struct tcn_buf *out = &page->out, path = { 0 };

	if (!next)
		return;
	tcn_buf_char(&path, '/');
	tcn_web_page_pass(page, "severity lang owner state", &path);
	tcn_buf_printf(&path, "%cafter=%" PRIu64,
	    memchr(path.at, '?', path.n) ? '&' : '?', next);
	tcn_buf_z(out, "<p class=\"next\"><a rel=\"next\" href=\"");
	tcn_web_html_text(out, tcn_buf_view(&path));
	tcn_buf_z(out, "\">More events</a></p>\n");
	out->failed |= path.failed;
	tcn_buf_fini(&path);
}

/* --- the rail --- */

/* The newest of those shown, by when they fired. */
static void
put_newest(struct tcn_buf *out, const struct tcn_json_value *rows)
{
	struct tcn_json_value best[NEWEST];
	struct tcn_json_value at = tcn_json_first(rows);
	size_t n = 0;

	for (; at.node; at = tcn_json_next(&at)) {
		int64_t ms = tcn_json_in_ms(&at, "fired_at");
		size_t i = n < NEWEST ? n : NEWEST;

		while (i > 0 && tcn_json_in_ms(&best[i - 1], "fired_at") < ms)
			i--;
		if (i == NEWEST)
			continue;
		n += n < NEWEST;
		memmove(best + i + 1, best + i, (n - i - 1) * sizeof *best);
		best[i] = at;
	}
	tcn_buf_z(out,
	    "<section>\n<h2>Newest</h2>\n<ul class=\"newest\" "
	    "id=\"newest\">\n");
	for (size_t i = 0; i < n; i++) {
		tcn_buf_z(out, "<li>");
		tcn_web_html_time(out, tcn_json_in_ms(&best[i], "fired_at"),
		    TCN_WEB_HTML_CLOCK);
		tcn_buf_char(out, ' ');
		tcn_web_words_event_link(out, &best[i]);
		tcn_buf_z(out, "</li>\n");
	}
	tcn_buf_z(out, "</ul>\n</section>\n");
}

static void
put_rail(struct tcn_web_page *page, const struct now *now)
{
	tcn_buf_z(&page->out, "<aside class=\"rail\" aria-label=\"Beside\">\n");
	tcn_web_page_put_kept(page, &now->list->newest);
	tcn_web_rail(page);
	tcn_buf_z(&page->out, "</aside>\n");
}

/* --- the page --- */

/* What is new of an event since the reader looked at it; nothing when nothing
 * is. */
static void
put_seen(const struct tcn_json_value *seen, struct tcn_buf *json)
{
	static const char *const counts[] = { "revision", "items", "origins",
		"publishers" };
	struct tcn_json_value langs = tcn_json_member(seen, "languages");
	struct tcn_json_value at = tcn_json_first(&langs);

	if (!tcn_json_in_uint(seen, "items") || !seen->node->string)
		return;
	tcn_json_open(json, NULL, '{');
	tcn_json_str(json, "event", tcn_str(seen->node->string));
	tcn_json_time(json, "at", tcn_json_in_ms(seen, "at"));
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		tcn_json_uint(json, counts[i],
		    tcn_json_in_uint(seen, counts[i]));
	tcn_json_open(json, "languages", '[');
	for (; at.node; at = tcn_json_next(&at))
		tcn_json_str(json, NULL, at.s);
	tcn_json_close(json, ']');
	tcn_json_close(json, '}');
}

/* What differs between readers, and where the stream goes on. */
static void
put_data(const struct now *now, struct tcn_buf *json)
{
	struct tcn_json_value seen = tcn_json_member(&now->answer, "seen");
	struct tcn_json_value at = tcn_json_first(&seen);

	tcn_json_open(json, NULL, '{');
	tcn_json_uint(json, "seq", tcn_json_in_uint(&now->answer, "seq"));
	tcn_json_time(json, "stream_at",
	    tcn_json_in_ms(&now->answer, "stream_at"));
	tcn_json_uint(json, "open", tcn_json_in_uint(&now->answer, "open"));
	tcn_json_uint(json, "unacknowledged",
	    tcn_json_in_uint(&now->answer, "unacknowledged"));
	tcn_json_uint(json, "silenced",
	    tcn_json_in_uint(&now->answer, "silenced"));
	tcn_json_str(json, "you", tcn_json_in_str(&now->answer, "you"));
	tcn_json_open(json, "seen", '[');
	for (; at.node; at = tcn_json_next(&at))
		put_seen(&at, json);
	tcn_json_close(json, ']');
	tcn_json_close(json, '}');
}

/* How often the page loads itself anew without scripts, if it is to: by the
 * reader's choice only. */
static unsigned
every_s(const struct tcn_web_page *page)
{
	struct tcn_str every = tcn_web_page_query(page, "every");
	long n = every.n ? strtol(every.at, NULL, 10) : 0;

	return n < EVERY_MIN ? 0 : n > EVERY_MAX ? EVERY_MAX : (unsigned)n;
}

static void
begin(struct tcn_web_page *page, const struct now *now)
{
	struct tcn_buf data = { 0 };
	struct tcn_web_frame frame = {
		.title = tcn_str("Now"),
		.nav = "now",
		.kind = "now",
		.stream = tcn_str("now"),
		.every_s = every_s(page),
	};

	put_data(now, &data);
	frame.data = tcn_buf_view(&data);
	page->out.failed |= data.failed;
	tcn_web_page_begin(page, &frame);
	tcn_buf_fini(&data);
}

static void
put_as_of(struct tcn_web_page *page, const struct now *now)
{
	struct tcn_buf *out = &page->out;
	unsigned every = every_s(page);

	tcn_buf_z(out, "<noscript><p class=\"note\">As of ");
	tcn_web_html_time(out, tcn_json_in_ms(&now->answer, "stream_at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, ". <a href=\"\">Reload</a>");
	if (every)
		tcn_buf_printf(out, "; it reloads every %u s: ", every);
	else
		tcn_buf_z(out, ", or ");
	tcn_buf_z(out, "<a href=\"");
	put_filter_path(page, "every", every ? "" : "60");
	tcn_buf_printf(out, "\">%s</a></p></noscript>\n",
	    every ? "stop that" : "every minute");
}

/* The form of all buttons, which lead back to this very page. */
static void
put_desk_form(struct tcn_web_page *page)
{
	struct tcn_buf back = { 0 };

	tcn_buf_char(&back, '/');
	tcn_web_page_pass(page, "severity lang owner state after every", &back);
	tcn_web_page_form(page, "desk", tcn_buf_view(&back));
	tcn_buf_z(&page->out, "</form>\n");
	page->out.failed |= back.failed;
	tcn_buf_fini(&back);
}

/* --- the list --- */

/* The time that ages count from: the minute that has begun, as of ranks, so
 * that all readers of a minute see the same. */
static int64_t
begun_minute(int64_t ms)
{
	return ms == TCN_UNDATED ? ms : ms - ms % 60000;
}

static void
write_list(struct tcn_web_kept_list *list, const struct tcn_json_value *answer,
    const struct tcn_web_row_view *view, struct tcn_str name)
{
	struct tcn_json_value rows = tcn_json_member(answer, "rows");
	struct tcn_json_value closed = tcn_json_member(answer, "closed");

	tcn_buf_clear(&list->rows.html);
	tcn_buf_clear(&list->closed.html);
	tcn_buf_clear(&list->newest.html);
	put_rows(&list->rows.html, &rows, view);
	put_closed(&list->closed.html, &closed, view);
	put_newest(&list->newest.html, &rows);
	list->empty = !tcn_json_first(&rows).node;
	tcn_web_kept_close(list, name);
}

/* Asks for the list, and writes it unless it is as it was. False: the page was
 * sent, and says why not. */
static bool
take_list(struct tcn_web_page *page, struct now *now)
{
	struct tcn_buf target = { 0 };
	struct tcn_web_kept_list *list;
	struct tcn_str name;
	bool asked;

	now->view.may_act = tcn_web_page_may(page, TCN_HTTP_SCOPE_WRITE);
	tcn_buf_z(&target, "/v1/now");
	tcn_web_page_pass(page, "severity lang owner state after", &target);
	now->list = list = tcn_web_kept_list(&page->web->kept,
	    tcn_buf_view(&target), now->view.may_act);
	if (list->name.n)
		tcn_target_param(&target, "known", tcn_buf_view(&list->name));
	asked = tcn_web_page_ask(page, target.at, &now->answer);
	tcn_buf_fini(&target);
	if (!asked)
		return false;
	name = tcn_json_in_str(&now->answer, "list");
	if (name.n && tcn_str_equal(name, tcn_buf_view(&list->name)))
		return true;
	now->view.now_ms =
	    begun_minute(tcn_json_in_ms(&now->answer, "stream_at"));
	write_list(list, &now->answer, &now->view, name);
	return true;
}

void
tcn_web_get_now(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_buf *out = &page.out;
	struct now now = { 0 };

	if (!take_list(&page, &now))
		return;
	begin(&page, &now);
	tcn_buf_z(out, "<h1 class=\"unseen\">What is breaking now</h1>\n");
	put_filters(&page, &now);
	put_as_of(&page, &now);
	tcn_buf_z(out,
	    "<p class=\"above\" id=\"above\"></p>\n"
	    "<div class=\"two\">\n<div>\n");
	if (now.view.may_act)
		put_desk_form(&page);
	if (now.list->empty)
		put_nothing(&page);
	tcn_web_page_put_kept(&page, &now.list->rows);
	put_next(&page, &now);
	tcn_web_page_put_kept(&page, &now.list->closed);
	tcn_buf_z(out, "</div>\n");
	put_rail(&page, &now);
	tcn_buf_z(out, "</div>\n");
	tcn_web_row_templates(out, &now.view);
	tcn_web_page_send(&page);
}
