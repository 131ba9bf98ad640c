/*
 * Two revisions of an event side by side, or two events: what is the same, what
 * was added and what is gone.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/item/record.h"
#include "tools/base/event_words.h"
#include "tools/web/web_event_impl.h"

/* Both sides: events, or revisions. */
struct pair {
	struct tcn_json_value a, b;
	char names[2][64]; /* "Revision 1" */
};

/* --- rows --- */

static void
open_row(struct tcn_buf *out, const char *name, bool same)
{
	tcn_buf_printf(out, "<tr%s><th scope=\"row\">%s</th><td>",
	    same ? "" : " class=\"differs\"", name);
}

static void
next_cell(struct tcn_buf *out)
{
	tcn_buf_z(out, "</td><td>");
}

static void
close_row(struct tcn_buf *out)
{
	tcn_buf_z(out, "</td></tr>\n");
}

static void
put_text(struct tcn_buf *out, const struct pair *pair, const char *name,
    const char *member)
{
	struct tcn_str a = tcn_json_in_str(&pair->a, member);
	struct tcn_str b = tcn_json_in_str(&pair->b, member);

	if (!a.n && !b.n)
		return;
	open_row(out, name, tcn_str_equal(a, b));
	tcn_web_html_foreign(out, (struct tcn_str){ 0 }, a);
	next_cell(out);
	tcn_web_html_foreign(out, (struct tcn_str){ 0 }, b);
	close_row(out);
}

static void
put_title(struct tcn_buf *out, const struct pair *pair)
{
	open_row(out, "headline",
	    tcn_str_equal(tcn_web_words_headline(&pair->a),
		tcn_web_words_headline(&pair->b)));
	tcn_web_words_title(out, &pair->a);
	next_cell(out);
	tcn_web_words_title(out, &pair->b);
	close_row(out);
}

static void
put_time(struct tcn_buf *out, const struct pair *pair, const char *name,
    const char *member)
{
	int64_t a = tcn_json_in_ms(&pair->a, member);
	int64_t b = tcn_json_in_ms(&pair->b, member);

	open_row(out, name, a == b);
	tcn_web_html_time(out, a, TCN_WEB_HTML_SHORT);
	next_cell(out);
	tcn_web_html_time(out, b, TCN_WEB_HTML_SHORT);
	close_row(out);
}

/* The figure, and by how much the second differs. */
static void
put_count(struct tcn_buf *out, const struct pair *pair, const char *name,
    const char *member)
{
	uint64_t a = tcn_json_in_uint(&pair->a, member);
	uint64_t b = tcn_json_in_uint(&pair->b, member);

	open_row(out, name, a == b);
	tcn_web_html_count(out, a);
	next_cell(out);
	tcn_web_html_count(out, b);
	if (a != b) {
		tcn_buf_z(out, b > a ? " <b>+" : " <b>\xe2\x88\x92");
		tcn_web_html_count(out, b > a ? b - a : a - b);
		tcn_buf_z(out, "</b>");
	}
	close_row(out);
}

static void
put_share(struct tcn_buf *out, const struct pair *pair, const char *name,
    const char *member)
{
	double a = tcn_json_in_number(&pair->a, member);
	double b = tcn_json_in_number(&pair->b, member);

	if (!(a > 0) && !(b > 0))
		return;
	open_row(out, name, !(a > b) && !(b > a));
	if (a > 0)
		tcn_event_words_percent(a, out);
	next_cell(out);
	if (b > 0)
		tcn_event_words_percent(b, out);
	close_row(out);
}

/* --- lists of words --- */

/* Those of a list; what the other has not stands in an element of its own. */
static void
put_words(struct tcn_buf *out, const struct tcn_json_value *list,
    const struct tcn_json_value *other, const char *tag)
{
	struct tcn_json_value at = tcn_json_first(list);

	for (const char *gap = ""; at.node;
	     at = tcn_json_next(&at), gap = ", ") {
		bool alone = !tcn_web_words_has(other, at.s);

		tcn_buf_z(out, gap);
		if (alone)
			tcn_buf_printf(out, "<%s>", tag);
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, at.s);
		if (alone)
			tcn_buf_printf(out, "</%s>", tag);
	}
}

static void
put_list(struct tcn_buf *out, const struct pair *pair, const char *name,
    const char *member)
{
	struct tcn_json_value a = tcn_json_member(&pair->a, member);
	struct tcn_json_value b = tcn_json_member(&pair->b, member);
	struct tcn_json_value at = tcn_json_first(&a);
	bool same = true;

	for (; same && at.node; at = tcn_json_next(&at))
		same = tcn_web_words_has(&b, at.s);
	at = tcn_json_first(&b);
	for (; same && at.node; at = tcn_json_next(&at))
		same = tcn_web_words_has(&a, at.s);
	open_row(out, name, same);
	put_words(out, &a, &b, "del");
	next_cell(out);
	put_words(out, &b, &a, "ins");
	close_row(out);
}

/* --- the page --- */

static void
put_table(struct tcn_buf *out, const struct pair *pair)
{
	static const char *const counts[][2] = { { "items", "items" },
		{ "distinct texts", "origins" },
		{ "publishers", "publishers" } };

	tcn_buf_printf(out,
	    "<div class=\"wide\"><table class=\"compare\"><thead><tr><td></td>"
	    "<th scope=\"col\">%s</th><th scope=\"col\">%s</th></tr></thead>\n"
	    "<tbody>\n",
	    pair->names[0], pair->names[1]);
	put_title(out, pair);
	put_text(out, pair, "severity", "severity");
	put_text(out, pair, "state", "state");
	put_text(out, pair, "rule", "rule");
	put_time(out, pair, "fired", "fired_at");
	put_time(out, pair, "changed", "changed_at");
	put_time(out, pair, "last item", "last_at");
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		put_count(out, pair, counts[i][0], counts[i][1]);
	put_share(out, pair, "likely news", "probability");
	put_list(out, pair, "languages", "languages");
	put_list(out, pair, "key terms", "terms");
	tcn_buf_z(out, "</tbody></table></div>\n");
	tcn_buf_z(out,
	    "<p class=\"note\">Rows that differ are set off; words that only "
	    "the left one has are struck through, those that only the right "
	    "one has underlined.</p>\n");
}

/* One revision; false: the page was sent. */
static bool
ask_revision(struct tcn_web_page *page, const struct tcn_web_event *e,
    const char *number, struct tcn_json_value *revision, char name[64])
{
	struct tcn_buf target = { 0 };
	bool asked;

	tcn_buf_z(&target, "/v1/events/");
	tcn_target_segment(&target, e->id);
	tcn_buf_z(&target, "/revisions/");
	tcn_target_segment(&target, tcn_str(number));
	asked = tcn_web_page_ask(page, target.at, revision);
	tcn_buf_fini(&target);
	if (asked)
		snprintf(name, 64, "Revision %.0f",
		    tcn_json_in_number(revision, "revision"));
	return asked;
}

static void
compare_revisions(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_str from = tcn_web_page_query(page, "from");
	struct tcn_str to = tcn_web_page_query(page, "to");
	char last[24];
	struct pair pair;

	snprintf(last, sizeof last, "%.0f",
	    tcn_json_in_number(&e->event, "revision"));
	if (!ask_revision(page, e, from.n ? from.at : "1", &pair.a,
		pair.names[0]) ||
	    !ask_revision(page, e, to.n ? to.at : last, &pair.b, pair.names[1]))
		return;
	tcn_web_event_begin(page, e, "compare");
	tcn_web_event_heading(page, e, "What changed");
	tcn_web_compare_form(page, e, from.n ? from.at : "1",
	    to.n ? to.at : last);
	put_table(&page->out, &pair);
	tcn_web_page_send(page);
}

static void
compare_events(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct tcn_str with)
{
	struct pair pair = { .a = e->event,
		.names = { "This event", "The other" } };
	struct tcn_json_value answer;
	struct tcn_buf target = { 0 }, *out = &page->out;
	bool asked;

	tcn_buf_z(&target, "/v1/events/");
	tcn_target_segment(&target, with);
	asked = tcn_web_page_ask(page, target.at, &answer);
	tcn_buf_fini(&target);
	if (!asked)
		return;
	pair.b = tcn_json_member(&answer, "event");
	tcn_web_event_begin(page, e, "compare");
	tcn_web_event_heading(page, e, "Two events side by side");
	tcn_buf_z(out, "<p>The other: ");
	tcn_web_words_event_link(out, &pair.b);
	tcn_buf_z(out, "</p>\n");
	put_table(out, &pair);
	if (tcn_web_page_may(page, TCN_HTTP_SCOPE_WRITE)) {
		tcn_buf_z(out, "<p><a class=\"button\" href=\"");
		tcn_web_words_event_path(out, e->id, "/merge?with=");
		tcn_target_escape(out, with);
		tcn_buf_z(out, "\">Merge\xe2\x80\xa6</a></p>\n");
	}
	tcn_web_page_send(page);
}

void
tcn_web_get_compare(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_str with = tcn_web_page_query(&page, "with");
	struct tcn_web_event e;

	if (!tcn_web_event_ask(&page, &e))
		return;
	if (with.n)
		compare_events(&page, &e, with);
	else
		compare_revisions(&page, &e);
}
