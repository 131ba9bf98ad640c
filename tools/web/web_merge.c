/*
 * The page on which events are merged: which one is meant, what would become
 * one, and then it is done (web_act.c). It stands by itself, and the script
 * shows the same in a dialog.
 */
#include <event2/keyvalq_struct.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "engine/item/record.h"
#include "engine/text/fold.h"
#include "tools/http/http_session.h"
#include "tools/web/web_event_impl.h"

enum {
	CANDIDATES = 200, /* shown; the rest are found by their words */
	CANDIDATES_READ = 600, /* open ones and related ones */
	TERMS_SHOWN = 3, /* of those that two events share */
};

/* --- which event is meant --- */

/* An event that may become part of this one. */
struct candidate {
	struct tcn_json_value row;
	bool related; /* the interface calls it so */
	unsigned shared; /* terms */
	size_t place; /* in the interface's order */
};

struct candidates {
	struct candidate *at;
	size_t n;
};

static unsigned
count_shared(const struct tcn_json_value *a, const struct tcn_json_value *b)
{
	struct tcn_json_value terms = tcn_json_member(a, "terms");
	struct tcn_json_value others = tcn_json_member(b, "terms");
	struct tcn_json_value at = tcn_json_first(&terms);
	unsigned n = 0;

	for (; at.node; at = tcn_json_next(&at))
		n += tcn_web_words_has(&others, at.s);
	return n;
}

/* Whether it stands for itself: not what has become part of another. */
static bool
stands(const struct tcn_json_value *event)
{
	struct tcn_json_value desk = tcn_json_member(event, "desk");

	return !tcn_json_in_str(event, "merged_into").n &&
	    !tcn_json_in_str(&desk, "part_of").n;
}

static bool
is_known(const struct candidates *all, struct tcn_str id)
{
	for (size_t i = 0; i < all->n; i++)
		if (tcn_str_equal(tcn_json_in_str(&all->at[i].row, "event"),
			id))
			return true;
	return false;
}

static void
add_candidates(struct candidates *all, const struct tcn_web_event *e,
    const struct tcn_json_value *list, bool related)
{
	struct tcn_json_value at = tcn_json_first(list);

	for (; at.node && all->n < CANDIDATES_READ; at = tcn_json_next(&at)) {
		struct tcn_str id = tcn_json_in_str(&at, "event");

		if (!id.n || tcn_str_equal(id, e->id) || !stands(&at) ||
		    is_known(all, id))
			continue;
		all->at[all->n] = (struct candidate){
			.row = at,
			.related = related,
			.shared = count_shared(&e->event, &at),
			.place = all->n,
		};
		all->n++;
	}
}

/* The related ones first, then those that share most words. */
static int
compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->related != y->related)
		return y->related - x->related;
	if (x->shared != y->shared)
		return x->shared > y->shared ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/* Events that are open, and those that are related. False: the page was
 * sent. */
static bool
read_candidates(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct candidates *all)
{
	struct tcn_json_value now, related, list;
	struct tcn_buf target = { 0 };
	struct tcn_str why;
	int status;

	*all = (struct candidates){ .at = tcn_arena_zalloc(&page->arena,
					CANDIDATES_READ, sizeof *all->at) };
	if (!all->at) {
		tcn_web_page_fail(page, 503, tcn_str("out of memory"));
		return false;
	}
	tcn_buf_z(&target, "/v1/events/");
	tcn_target_segment(&target, e->id);
	tcn_buf_z(&target, "/related");
	status = tcn_web_page_try(page, target.at, &related, &why);
	tcn_buf_fini(&target);
	list = tcn_json_member(&related, "related");
	if (status == 200)
		add_candidates(all, e, &list, true);
	if (!tcn_web_page_ask(page, "/v1/now?limit=500", &now))
		return false;
	list = tcn_json_member(&now, "rows");
	add_candidates(all, e, &list, false);
	qsort(all->at, all->n, sizeof *all->at, compare_candidates);
	return true;
}

/* The next word of a text, without what is around it; n 0: there is none. */
static struct tcn_str
next_word(struct tcn_str *text)
{
	struct tcn_str word;

	while (text->n && strchr(" \t\r\n", *text->at))
		text->at++, text->n--;
	word = (struct tcn_str){ text->at, 0 };
	while (text->n && !strchr(" \t\r\n", *text->at))
		text->at++, text->n--, word.n++;
	return word;
}

/* Whether a word of the text holds this one, whatever their case. */
static bool
holds_word(struct tcn_str text, struct tcn_str wanted, bool *failed)
{
	struct tcn_buf word = { 0 }, is = { 0 };
	bool found = false;

	*failed |= tcn_fold(wanted, &is) != TCN_OK;
	while (!found && !*failed && text.n) {
		struct tcn_str next = next_word(&text);

		*failed |= tcn_fold(next, &word) != TCN_OK;
		found = !*failed && is.n &&
		    memmem(word.at, word.n, is.at, is.n) != NULL;
	}
	tcn_buf_fini(&word);
	tcn_buf_fini(&is);
	return found;
}

/* Whether its headline holds each word that was typed. */
static bool
is_asked_for(const struct candidate *c, struct tcn_str q, bool *failed)
{
	while (q.n) {
		struct tcn_str word = next_word(&q);

		if (word.n &&
		    !holds_word(tcn_web_words_headline(&c->row), word, failed))
			return false;
	}
	return true;
}

/* What two events have in common, in words. */
static void
put_shared(struct tcn_buf *out, const struct tcn_json_value *a,
    const struct tcn_json_value *b)
{
	struct tcn_json_value terms = tcn_json_member(a, "terms");
	struct tcn_json_value others = tcn_json_member(b, "terms");
	struct tcn_json_value at = tcn_json_first(&terms);
	const char *gap = "; both say ";

	for (unsigned n = 0; at.node && n < TERMS_SHOWN;
	     at = tcn_json_next(&at)) {
		if (!tcn_web_words_has(&others, at.s))
			continue;
		tcn_buf_z(out, gap);
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, at.s);
		gap = ", ";
		n++;
	}
}

static void
put_candidate(struct tcn_buf *out, const struct tcn_web_event *e,
    const struct candidate *c)
{
	tcn_buf_z(out,
	    "<li><label><input type=\"radio\" name=\"with\" required");
	tcn_web_html_attr(out, "value", tcn_json_in_str(&c->row, "event"));
	tcn_buf_z(out, "> <span>");
	tcn_web_words_severity(out, tcn_json_in_str(&c->row, "severity"));
	tcn_buf_char(out, ' ');
	tcn_web_words_title(out, &c->row);
	tcn_buf_z(out, "</span></label><p class=\"note\">");
	if (c->related)
		tcn_buf_z(out, "related, ");
	tcn_web_html_counted(out, tcn_json_in_uint(&c->row, "items"), "item");
	tcn_buf_z(out, ", fired ");
	tcn_web_html_time(out, tcn_json_in_ms(&c->row, "fired_at"),
	    TCN_WEB_HTML_SHORT);
	put_shared(out, &e->event, &c->row);
	tcn_buf_z(out, "</p></li>\n");
}

static void
put_candidates(struct tcn_web_page *page, const struct tcn_web_event *e,
    const struct candidates *all, struct tcn_str q)
{
	struct tcn_buf *out = &page->out;
	size_t n = 0;

	tcn_buf_z(out, "<form action=\"");
	tcn_web_words_event_path(out, e->id, "/merge");
	tcn_buf_z(out, "\">\n<ol class=\"choices\">\n");
	for (size_t i = 0; i < all->n; i++) {
		if (!is_asked_for(&all->at[i], q, &out->failed))
			continue;
		if (n++ < CANDIDATES)
			put_candidate(out, e, &all->at[i]);
	}
	tcn_buf_z(out, "</ol>\n");
	if (n > CANDIDATES)
		tcn_buf_printf(out,
		    "<p class=\"note\">The nearest %d of %zu are shown: find "
		    "others by their words.</p>\n",
		    CANDIDATES, n);
	if (n)
		tcn_buf_z(out,
		    "<p class=\"buttons\"><button>See what it would "
		    "be</button></p>\n");
	else
		tcn_buf_printf(out, "<p class=\"note\">%s</p>\n",
		    q.n ? "No event that is open or related has such words."
			: "No other event is open, and none is related.");
	tcn_buf_z(out, "</form>\n");
}

static void
show_list(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_str q = tcn_web_page_query(page, "q");
	struct tcn_buf *out = &page->out;
	struct candidates all;

	if (!read_candidates(page, e, &all))
		return;
	tcn_web_event_begin(page, e, "merge");
	tcn_web_event_heading(page, e, "Which event is part of it?");
	tcn_buf_z(out,
	    "<p class=\"why\">Events that are open or related, the nearest "
	    "first. Nothing is done before you have seen what would become "
	    "one.</p>\n<form class=\"find\" action=\"");
	tcn_web_words_event_path(out, e->id, "/merge");
	tcn_buf_z(out,
	    "\"><label class=\"q\">Words of its headline "
	    "<input type=\"search\" name=\"q\" data-filter autofocus");
	tcn_web_html_attr(out, "value", q);
	tcn_buf_z(out, "></label> <button>Find</button></form>\n");
	put_candidates(page, e, &all, q);
	tcn_web_page_send(page);
}

/* --- what would become one --- */

static void
put_holding(struct tcn_buf *out, const struct tcn_json_value *holds)
{
	tcn_web_html_counted(out, tcn_json_in_uint(holds, "items"), "item");
	tcn_buf_z(out, ", ");
	tcn_web_html_counted(out, tcn_json_in_uint(holds, "origins"), "text");
	tcn_buf_z(out, ", ");
	tcn_web_html_counted(out, tcn_json_in_uint(holds, "publishers"),
	    "publisher");
}

static void
put_side(struct tcn_buf *out, const struct tcn_json_value *event,
    const struct tcn_json_value *holds)
{
	tcn_buf_z(out, "<p class=\"line\">");
	tcn_web_words_severity(out, tcn_json_in_str(event, "severity"));
	tcn_buf_z(out, " <span>fired ");
	tcn_web_html_time(out, tcn_json_in_ms(event, "fired_at"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, "</span></p>\n<p class=\"headline\">");
	tcn_web_words_event_link(out, event);
	tcn_buf_z(out, "</p>\n<p class=\"note\">");
	put_holding(out, holds);
	tcn_buf_z(out, "</p>\n");
}

static void
put_waiting(struct tcn_buf *out, const struct tcn_json_value *answer)
{
	uint64_t n = tcn_json_in_uint(answer, "messages_dropped");

	if (!n)
		return;
	tcn_buf_z(out, "<p class=\"note\">");
	tcn_web_html_counted(out, n, "message");
	tcn_buf_printf(out, " about it wait%s to be sent, and will not be.</p>",
	    n == 1 ? "s" : "");
}

/* One that is to become part of e. Its form's fields, when it may. Returns
 * whether it may. */
static bool
put_part(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct tcn_str id, struct tcn_json_value *answer)
{
	struct tcn_buf body = { 0 }, *out = &page->out;
	struct tcn_json_value event, holds, desk;
	struct tcn_str why, into;
	int status;

	tcn_json_open(&body, NULL, '{');
	tcn_json_str(&body, "event", id);
	tcn_json_str(&body, "into", e->id);
	tcn_json_close(&body, '}');
	status =
	    tcn_web_page_post(page, "/v1/merges/preview", &body, answer, &why);
	tcn_buf_fini(&body);
	tcn_buf_z(out, "<li class=\"entry\">");
	if (status != 200) {
		tcn_web_page_failed(page, "It cannot be shown", why);
		tcn_buf_z(out, "</li>\n");
		return false;
	}
	event = tcn_json_member(answer, "event");
	holds = tcn_json_member(answer, "event_holds");
	desk = tcn_json_member(&event, "desk");
	into = tcn_json_in_str(&desk, "part_of");
	put_side(out, &event, &holds);
	if (into.n) {
		tcn_buf_z(out, "<p class=\"moved\">It is part of <a href=\"");
		tcn_web_words_event_path(out, into, "");
		tcn_buf_z(out,
		    tcn_str_equal(into, e->id) ? "\">this event"
					       : "\">another");
		tcn_buf_z(out, "</a> already, by ");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 },
		    tcn_json_in_str(&desk, "part_of_by"));
		tcn_buf_z(out, ".</p></li>\n");
		return false;
	}
	put_waiting(out, answer);
	tcn_web_html_hidden(out, "event", id);
	tcn_buf_printf(out,
	    "<input type=\"hidden\" name=\"if_revision\" value=\"%.0f\">"
	    "</li>\n",
	    tcn_json_in_number(&event, "revision"));
	return true;
}

/* The parts of a list "ID,ID"; returns how many may be merged. */
static size_t
put_parts(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct tcn_str with, size_t *n, struct tcn_json_value *answer)
{
	size_t may = 0;

	*n = 0;
	while (with.n && *n < TCN_WEB_ACT_EVENTS) {
		const char *comma = memchr(with.at, ',', with.n);
		struct tcn_str id = { with.at,
			comma ? (size_t)(comma - with.at) : with.n };

		with.at += id.n + (comma != NULL);
		with.n -= id.n + (comma != NULL);
		if (!id.n || tcn_str_equal(id, e->id))
			continue;
		may += put_part(page, e, id, answer);
		++*n;
	}
	return may;
}

/* The buttons below it; with: the other one, where there is one. */
static void
put_confirm(struct tcn_buf *out, const struct tcn_web_event *e,
    struct tcn_str with, size_t n, size_t may)
{
	tcn_buf_z(out, "<p class=\"buttons\">");
	if (may)
		tcn_buf_z(out,
		    "<button class=\"do\" autofocus>Merge</button> ");
	tcn_buf_z(out, "<a class=\"button\" href=\"");
	tcn_web_words_event_path(out, e->id, "/merge");
	tcn_buf_z(out, "\">Choose another</a>");
	if (n == 1 && may) {
		tcn_buf_z(out, " <a class=\"button\" href=\"");
		tcn_web_words_event_path(out, with, "/merge?with=");
		tcn_target_escape(out, e->id);
		tcn_buf_z(out, "\">The other way round</a>");
		tcn_buf_z(out, " <a class=\"button\" href=\"");
		tcn_web_words_event_path(out, e->id, "/compare?with=");
		tcn_target_escape(out, with);
		tcn_buf_z(out, "\">Compare them</a>");
	}
	tcn_buf_z(out, "</p>\n</form>\n");
}

/* The form: what becomes part of e, and the button. *answer: what the interface
 * says of the last of them. */
static void
put_form(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct tcn_str with, struct tcn_json_value *answer)
{
	struct tcn_buf *out = &page->out, back = { 0 };
	struct tcn_json_value together;
	size_t n, may;

	tcn_buf_z(out, "<h2>Becomes part of it</h2>\n");
	tcn_web_words_event_path(&back, e->id, "");
	tcn_web_page_form(page, NULL, tcn_buf_view(&back));
	tcn_web_html_hidden(out, "act", tcn_str("merge"));
	tcn_web_html_hidden(out, "into", e->id);
	tcn_buf_z(out, "<ul class=\"entries\">\n");
	may = put_parts(page, e, with, &n, answer);
	tcn_buf_z(out, "</ul>\n");
	if (!n)
		tcn_buf_z(out,
		    "<p class=\"failed\">Nothing was chosen but the event "
		    "itself.</p>\n");
	together = tcn_json_member(answer, "together");
	if (n == 1 && may) {
		tcn_buf_z(out, "<h2>Together</h2>\n");
		tcn_web_event_figures(out, &together, &together);
	}
	if (may)
		tcn_buf_z(out,
		    "<p class=\"why\">What comes later for it goes to the one "
		    "that stays, and nobody is told of it by itself. It can be "
		    "taken back.</p>\n");
	put_confirm(out, e, with, n, may);
	out->failed |= back.failed;
	tcn_buf_fini(&back);
}

/* What would become one; why: what was refused a moment ago, or nothing. */
static void
show_preview(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct tcn_str with, struct tcn_str why)
{
	struct tcn_json_value answer = { 0 }, holds;
	struct tcn_buf *out = &page->out, form;

	/* How much e holds is known with what the others do. */
	put_form(page, e, with, &answer);
	form = *out;
	*out = (struct tcn_buf){ 0 };
	tcn_web_event_begin(page, e, "merge");
	tcn_buf_z(out, "<h1>Make them one?</h1>\n");
	tcn_web_words_refused(out, why);
	holds = tcn_json_member(&answer, "into_holds");
	tcn_buf_z(out, "<h2>Stays</h2>\n<div class=\"entry\">");
	put_side(out, &e->event, holds.node ? &holds : &e->event);
	tcn_buf_z(out, "</div>\n");
	tcn_buf_str(out, tcn_buf_view(&form));
	out->failed |= form.failed;
	tcn_buf_fini(&form);
	tcn_web_page_send(page);
}

void
tcn_web_get_merge(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_str with = tcn_web_page_query(&page, "with");
	struct tcn_web_event e;

	if (!tcn_web_event_ask(&page, &e))
		return;
	if (with.n)
		show_preview(&page, &e, with, (struct tcn_str){ 0 });
	else
		show_list(&page, &e);
}

/* The fields of that name, "a,b". */
static struct tcn_str
join_fields(struct tcn_web_page *page, const char *name)
{
	struct tcn_str joined = { 0 };
	struct tcn_buf text = { 0 };
	const struct evkeyval *at;

	TAILQ_FOREACH (at, tcn_http_call_fields(page->call), next)
		if (strcmp(at->key, name) == 0)
			tcn_buf_printf(&text, "%s%s", text.n ? "," : "",
			    at->value);
	if (text.failed ||
	    !tcn_arena_str(&page->arena, tcn_buf_view(&text), &joined))
		page->out.failed = true;
	tcn_buf_fini(&text);
	return joined;
}

void
tcn_web_merge_failed(struct tcn_web_page *page, int status,
    const struct tcn_json_value *answer)
{
	struct tcn_str why = tcn_json_in_str(answer, "error");
	struct tcn_web_event e;

	if (status == 403) {
		tcn_web_page_fail(page, status, why);
		return;
	}
	if (!tcn_web_event_ask_about(page,
		tcn_str(tcn_http_call_field(page->call, "into")), &e))
		return;
	page->status = status;
	show_preview(page, &e, join_fields(page, "event"),
	    why.n ? why : tcn_str("It did not work"));
}
