/*
 * What a desk may do about an event, what it did, and what was sent.
 *
 * Each act is a form that works without scripts. An act that the reader's
 * scope forbids is not shown.
 */
#include <stdio.h>
#include <string.h>

#include "engine/item/record.h"
#include "tools/web/web_event_impl.h"

#define NOTE_MAX 4000 /* characters, as of the interface */

/* --- acts --- */

/* A button of the form "desk": at once, without questions. */
static void
put_button(struct tcn_buf *out, const char *act, struct tcn_str id,
    const char *text)
{
	tcn_buf_printf(out, "<button form=\"desk\" name=\"%s\"", act);
	tcn_web_html_attr(out, "value", id);
	tcn_buf_printf(out, " data-act=\"%s\">%s</button>\n", act, text);
}

/* An act that asks for something first: folded until it is wanted. */
static void
open_act(struct tcn_web_page *page, const struct tcn_web_event *e,
    const char *act, const char *text)
{
	struct tcn_buf back = { 0 };

	tcn_web_words_event_path(&back, e->id, "");
	tcn_buf_printf(&page->out,
	    "<details class=\"act\" data-act=\"%s\"><summary>%s</summary>\n",
	    act, text);
	tcn_web_page_form(page, NULL, tcn_buf_view(&back));
	tcn_web_html_hidden(&page->out, "act", tcn_str(act));
	tcn_web_html_hidden(&page->out, "event", e->id);
	page->out.failed |= back.failed;
	tcn_buf_fini(&back);
}

static void
close_act(struct tcn_buf *out, const char *text)
{
	tcn_buf_printf(out, "<button>%s</button></form></details>\n", text);
}

/* An act that needs a page of its own; the script shows it in a dialog. */
static void
put_dialog(struct tcn_buf *out, const struct tcn_web_event *e, const char *act,
    const char *text)
{
	tcn_buf_z(out, "<a class=\"button\" data-dialog href=\"");
	tcn_web_words_event_path(out, e->id, "/");
	tcn_buf_printf(out, "%s\" data-act=\"%s\">%s\xe2\x80\xa6</a>\n", act,
	    act, text);
}

static void
put_own(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_str user = tcn_str(tcn_http_call_user(page->call));
	struct tcn_buf *out = &page->out;

	open_act(page, e, "own", "Own\xe2\x80\xa6");
	tcn_buf_z(out,
	    "<label>Whose it is; empty: nobody's <input name=\"owner\" "
	    "maxlength=\"100\"");
	tcn_web_html_attr(out, "value", user);
	tcn_buf_z(out, "></label>\n");
	close_act(out, "Set");
}

static void
put_note(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	open_act(page, e, "note", "Note\xe2\x80\xa6");
	tcn_buf_printf(&page->out,
	    "<label>A note, for all who see this event <textarea name=\"text\" "
	    "rows=\"4\" maxlength=\"%d\" required></textarea></label>\n",
	    NOTE_MAX);
	close_act(&page->out, "Add the note");
}

static void
put_silence(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_buf *out = &page->out;

	open_act(page, e, "silence", "Silence\xe2\x80\xa6");
	tcn_web_html_hidden(out, "kind", tcn_str("event"));
	tcn_web_html_hidden(out, "value", e->id);
	tcn_buf_z(out,
	    "<p class=\"note\">No messages about it; it stays on this page."
	    "</p>\n");
	tcn_web_words_spans(out);
	tcn_buf_z(out,
	    "<label>Why <input name=\"reason\" "
	    "maxlength=\"400\"></label>\n");
	close_act(out, "Silence it");
}

void
tcn_web_desk_acts(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_buf *out = &page->out, back = { 0 };
	bool acked = tcn_json_in_ms(&e->desk, "acknowledged_at") != TCN_UNDATED;

	tcn_buf_z(out, "<section class=\"acts\" aria-label=\"Acts\">\n");
	if (!tcn_web_page_may(page, TCN_HTTP_SCOPE_WRITE)) {
		tcn_buf_z(out,
		    "<p class=\"note\">Read only: your token may look, not "
		    "act.</p>\n</section>\n");
		return;
	}
	tcn_web_words_event_path(&back, e->id, "");
	tcn_web_page_form(page, "desk", tcn_buf_view(&back));
	tcn_buf_z(out, "</form>\n");
	if (acked)
		put_button(out, "unack", e->id,
		    "Take the acknowledgement back");
	else
		put_button(out, "ack", e->id, "Acknowledge");
	put_own(page, e);
	put_note(page, e);
	if (tcn_web_page_may(page, TCN_HTTP_SCOPE_ADMIN))
		put_silence(page, e);
	if (e->is_open)
		put_button(out, "close", e->id, "Close");
	else
		put_button(out, "reopen", e->id, "Reopen");
	if (!tcn_json_in_str(&e->desk, "part_of").n)
		put_dialog(out, e, "merge", "Merge");
	put_dialog(out, e, "split", "Split");
	tcn_buf_z(out, "</section>\n");
	out->failed |= back.failed;
	tcn_buf_fini(&back);
}

/* --- the rail --- */

static void
put_by(struct tcn_buf *out, const struct tcn_json_value *row, const char *who,
    const char *when)
{
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_json_in_str(row, who));
	tcn_buf_char(out, ' ');
	tcn_web_html_time(out, tcn_json_in_ms(row, when), TCN_WEB_HTML_SHORT);
}

static void
put_notes(struct tcn_buf *out, const struct tcn_web_event *e)
{
	struct tcn_json_value list = tcn_json_member(&e->history, "actions");
	struct tcn_json_value at = tcn_json_first(&list);

	for (; at.node; at = tcn_json_next(&at)) {
		if (!tcn_str_equal(tcn_json_in_str(&at, "kind"),
			tcn_str("note")))
			continue;
		tcn_buf_z(out, "<blockquote class=\"noted\"><p dir=\"auto\">");
		tcn_web_html_text(out, tcn_json_in_str(&at, "value"));
		tcn_buf_z(out, "</p><p class=\"by\">");
		put_by(out, &at, "author", "at");
		tcn_buf_z(out, "</p></blockquote>\n");
	}
}

static void
put_desk(struct tcn_buf *out, const struct tcn_web_event *e)
{
	struct tcn_str owner = tcn_json_in_str(&e->desk, "owner");

	tcn_buf_z(out,
	    "<section id=\"desk-box\">\n<h2>Desk</h2>\n<dl>\n<dt>Owner</dt>"
	    "<dd data-t=\"owner\">");
	if (owner.n)
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, owner);
	else
		tcn_buf_z(out, "nobody");
	tcn_buf_z(out, "</dd>\n<dt>Acknowledged</dt><dd data-t=\"ack\">");
	if (tcn_json_in_ms(&e->desk, "acknowledged_at") == TCN_UNDATED)
		tcn_buf_z(out, "no");
	else
		put_by(out, &e->desk, "acknowledged_by", "acknowledged_at");
	tcn_buf_z(out, "</dd>\n");
	if (tcn_json_in_str(&e->desk, "said").n) {
		tcn_buf_z(out, "<dt>");
		tcn_buf_z(out,
		    tcn_str_equal(tcn_json_in_str(&e->desk, "said"),
			tcn_str("closed"))
			? "Closed"
			: "Reopened");
		tcn_buf_z(out, "</dt><dd>");
		put_by(out, &e->desk, "said_by", "said_at");
		tcn_buf_z(out, "</dd>\n");
	}
	tcn_buf_z(out, "</dl>\n");
	put_notes(out, e);
	tcn_buf_z(out, "</section>\n");
}

void
tcn_web_desk_unmerge(struct tcn_web_page *page, double merge)
{
	if (tcn_web_page_may(page, TCN_HTTP_SCOPE_WRITE) && merge > 0)
		tcn_buf_printf(&page->out,
		    " <button form=\"desk\" name=\"unmerge\" value=\"%.0f\">"
		    "take it back</button>",
		    merge);
}

/* Who merged an event into this one, and when: of the last order that says so.
 * What came with another part has none here. */
static void
put_merge(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct tcn_str part)
{
	struct tcn_json_value list = tcn_json_member(&e->history, "actions");
	struct tcn_json_value at = tcn_json_first(&list), last = { 0 };

	for (; at.node; at = tcn_json_next(&at))
		if (tcn_str_equal(tcn_json_in_str(&at, "kind"),
			tcn_str("merge")) &&
		    tcn_str_equal(tcn_json_in_str(&at, "event"), part) &&
		    tcn_str_equal(tcn_json_in_str(&at, "value"), e->id))
			last = at;
	if (!last.node)
		return;
	tcn_buf_z(&page->out, "<p class=\"note\">");
	put_by(&page->out, &last, "author", "at");
	tcn_web_desk_unmerge(page, tcn_json_in_number(&last, "action"));
	tcn_buf_z(&page->out, "</p>");
}

/* The events that it holds by a merge, each with a button that takes it
 * back. */
static void
put_parts(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_json_value parts = tcn_json_member(&e->event, "parts");
	struct tcn_json_value at = tcn_json_first(&parts);
	struct tcn_buf *out = &page->out;

	if (!at.node)
		return;
	tcn_buf_z(out,
	    "<section id=\"parts\">\n<h2>Holds by a merge</h2>\n"
	    "<ul class=\"rows\">\n");
	for (; at.node; at = tcn_json_next(&at)) {
		tcn_buf_z(out, "<li><p><a href=\"");
		tcn_web_words_event_path(out, at.s, "");
		tcn_buf_z(out, "\">");
		tcn_web_html_text(out, at.s);
		tcn_buf_z(out, "</a></p>");
		put_merge(page, e, at.s);
		tcn_buf_z(out, "</li>\n");
	}
	tcn_buf_z(out, "</ul>\n</section>\n");
}

/* One message: to whom, what became of it, and a button to send it again. */
static void
put_message(struct tcn_web_page *page, const struct tcn_web_event *e,
    const struct tcn_json_value *message)
{
	struct tcn_str error = tcn_json_in_str(message, "error");
	struct tcn_str why = tcn_json_in_str(message, "why");
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<li><p><b>");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_json_in_str(message, "receiver"));
	tcn_buf_z(out, "</b> ");
	tcn_web_html_text(out, tcn_json_in_str(message, "state"));
	tcn_buf_char(out, ' ');
	tcn_web_html_time(out,
	    tcn_json_in_ms(message,
		tcn_json_in_ms(message, "done_at") == TCN_UNDATED ? "created_at"
								  : "done_at"),
	    TCN_WEB_HTML_CLOCK);
	tcn_buf_z(out, ", revision ");
	tcn_web_html_count(out, tcn_json_in_uint(message, "revision"));
	if (tcn_web_page_may(page, TCN_HTTP_SCOPE_ADMIN)) {
		tcn_buf_printf(out,
		    " <button form=\"desk\" name=\"resend\" value=\"%.0f\">"
		    "again</button>",
		    tcn_json_in_number(message, "message"));
	}
	tcn_buf_z(out, "</p>");
	if (error.n || why.n) {
		tcn_buf_z(out, "<p class=\"note\">");
		tcn_web_html_text(out, error.n ? error : why);
		tcn_buf_z(out, "</p>");
	}
	tcn_buf_z(out, "</li>\n");
	(void)e;
}

static void
put_sent(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_json_value list = tcn_json_member(&e->history, "deliveries");
	struct tcn_json_value at = tcn_json_first(&list);

	tcn_buf_z(&page->out,
	    at.node ? "<section>\n<h2>Sent</h2>\n<ul class=\"rows\">\n"
		    : "<section>\n<h2>Sent</h2>\n<p class=\"note\">Nothing was "
		      "sent about it.</p>\n");
	for (; at.node; at = tcn_json_next(&at))
		put_message(page, e, &at);
	tcn_buf_z(&page->out, tcn_json_first(&list).node ? "</ul>\n" : "");
	tcn_buf_z(&page->out, "</section>\n");
}

static void
put_silences(struct tcn_buf *out, const struct tcn_web_event *e)
{
	struct tcn_json_value list = tcn_json_member(&e->history, "silences");
	struct tcn_json_value at = tcn_json_first(&list);

	tcn_buf_z(out, "<section>\n<h2>Silences</h2>\n");
	if (!at.node)
		tcn_buf_z(out, "<p class=\"note\">None.</p>\n");
	for (; at.node; at = tcn_json_next(&at)) {
		tcn_buf_z(out, "<p>");
		tcn_web_html_text(out, tcn_json_in_str(&at, "kind"));
		tcn_buf_char(out, ' ');
		tcn_web_html_foreign(out, (struct tcn_str){ 0 },
		    tcn_json_in_str(&at, "value"));
		tcn_buf_z(out,
		    tcn_json_in_bool(&at, "holds") ? ", until " : ", over ");
		tcn_web_html_time(out,
		    tcn_json_in_ms(&at,
			tcn_json_in_ms(&at, "ended_at") == TCN_UNDATED
			    ? "expires_at"
			    : "ended_at"),
		    TCN_WEB_HTML_SHORT);
		tcn_buf_z(out, "</p>\n");
	}
	tcn_buf_z(out, "</section>\n");
}

/* Those of the related events that are open, or those that are over. */
static void
put_relatives(struct tcn_buf *out, struct tcn_str id,
    const struct tcn_json_value *list, bool open)
{
	struct tcn_json_value at = tcn_json_first(list);
	size_t n = 0;

	for (; at.node; at = tcn_json_next(&at)) {
		if (tcn_json_in_bool(&at, "open") != open)
			continue;
		tcn_buf_z(out, n++ ? "" : "<ul class=\"rows\">\n");
		tcn_buf_z(out, "<li><p>");
		tcn_web_words_event_link(out, &at);
		tcn_buf_z(out, "</p><p class=\"note\">");
		tcn_web_html_time(out, tcn_json_in_ms(&at, "fired_at"),
		    TCN_WEB_HTML_SHORT);
		tcn_buf_z(out, ", ");
		tcn_web_html_counted(out, tcn_json_in_uint(&at, "items"),
		    "item");
		tcn_buf_z(out, " <a href=\"");
		tcn_web_words_event_path(out, id, "/compare?with=");
		tcn_target_escape(out, tcn_json_in_str(&at, "event"));
		tcn_buf_z(out, "\">compare</a></p></li>\n");
	}
	tcn_buf_z(out, n ? "</ul>\n" : "<p class=\"note\">None.</p>\n");
}

static void
put_related(struct tcn_web_page *page, struct tcn_str id)
{
	struct tcn_buf target = { 0 };
	struct tcn_json_value answer, list;
	struct tcn_str why;

	tcn_web_page_target(page, "/v1/events/{}/related", &target);
	if (tcn_web_page_try(page, target.at, &answer, &why) == 200) {
		list = tcn_json_member(&answer, "related");
		tcn_buf_z(&page->out, "<section>\n<h2>Related now</h2>\n");
		put_relatives(&page->out, id, &list, true);
		tcn_buf_z(&page->out,
		    "</section>\n<section>\n<h2>Before</h2>\n");
		put_relatives(&page->out, id, &list, false);
		tcn_buf_z(&page->out, "</section>\n");
	} else {
		tcn_web_page_failed(page, "Related events", why);
	}
	tcn_buf_fini(&target);
}

/* The choice of two revisions. */
static void
put_choice(struct tcn_web_page *page, const struct tcn_web_event *e,
    const char *name, const char *label, const char *current)
{
	struct tcn_json_value list = tcn_json_member(&e->answer, "revisions");
	struct tcn_json_value at = tcn_json_first(&list);
	struct tcn_buf *out = &page->out;

	tcn_buf_printf(out, "<label>%s <select name=\"%s\">", label, name);
	for (; at.node; at = tcn_json_next(&at)) {
		char number[24];

		snprintf(number, sizeof number, "%.0f",
		    tcn_json_in_number(&at, "revision"));
		tcn_web_html_option(out, number, number, tcn_str(current));
	}
	tcn_buf_z(out, "</select></label>\n");
}

void
tcn_web_compare_form(struct tcn_web_page *page, const struct tcn_web_event *e,
    const char *from, const char *to)
{
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<form class=\"pick always\" action=\"");
	tcn_web_words_event_path(out, e->id, "/compare");
	tcn_buf_z(out, "\">");
	put_choice(page, e, "from", "Compare", from);
	put_choice(page, e, "to", "with", to);
	tcn_buf_z(out, "<button>Compare</button></form>\n");
}

/* The revisions, the last first, each with what had changed. */
static void
put_revisions(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_buf *out = &page->out;
	char last[24];
	struct tcn_json_value list = tcn_json_member(&e->answer, "revisions");
	struct tcn_json_value at = tcn_json_first(&list), why;

	tcn_buf_z(out, "<section>\n<h2>Revisions</h2>\n<ol class=\"rows\">\n");
	for (; at.node; at = tcn_json_next(&at)) {
		tcn_buf_z(out, "<li><p><a href=\"");
		tcn_web_words_event_path(out, e->id, "/r/");
		tcn_buf_printf(out, "%.0f\">",
		    tcn_json_in_number(&at, "revision"));
		tcn_web_html_count(out, tcn_json_in_uint(&at, "revision"));
		tcn_buf_z(out, "</a> ");
		tcn_web_html_time(out, tcn_json_in_ms(&at, "changed_at"),
		    TCN_WEB_HTML_SHORT);
		tcn_buf_z(out, " ");
		tcn_web_html_counted(out, tcn_json_in_uint(&at, "items"),
		    "item");
		why = tcn_json_member(&at, "why");
		for (why = tcn_json_first(&why); why.node;
		     why = tcn_json_next(&why)) {
			tcn_buf_z(out, "; ");
			tcn_web_html_text(out, why.s);
		}
		tcn_buf_z(out, "</p></li>\n");
	}
	tcn_buf_z(out, "</ol>\n");
	snprintf(last, sizeof last, "%.0f",
	    tcn_json_in_number(&e->event, "revision"));
	if (strcmp(last, "1") != 0)
		tcn_web_compare_form(page, e, "1", last);
	tcn_buf_z(out, "<p><a href=\"");
	tcn_web_words_event_path(out, e->id, "/history");
	tcn_buf_z(out, "\">All that was done and sent</a></p>\n</section>\n");
}

void
tcn_web_desk_rail(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	put_desk(&page->out, e);
	put_parts(page, e);
	put_sent(page, e);
	put_silences(&page->out, e);
	put_related(page, e->id);
	put_revisions(page, e);
	tcn_buf_z(&page->out, "<section>\n<h2>Special report</h2>\n<p>");
	tcn_web_words_formats(&page->out, e->id);
	tcn_buf_z(&page->out, "</p>\n</section>\n");
}
