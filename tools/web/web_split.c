/*
 * The page on which some items of an event become one of their own: which
 * ones, what that would be, and then it is done (web_act.c). It stands by
 * itself, and the script shows the same in a dialog.
 *
 * What was chosen comes by POST, as there may be hundreds of ids; those of
 * other pages of the list are carried along as hidden fields.
 */
#include <event2/keyvalq_struct.h>
#include <inttypes.h>
#include <string.h>
#include <sys/queue.h>

#include "engine/base/url.h"
#include "engine/item/record.h"
#include "tools/http/http_session.h"
#include "tools/web/web_event_impl.h"

#define FILTERS    "order source lang"
#define PUBLISHERS 200 /* offered as a whole */

static const char *
field(const struct tcn_web_page *page, const char *name)
{
	const char *value = tcn_http_call_field(page->call, name);

	return value ? value : "";
}

/* Whether the form has a field of that name with this value. */
static bool
is_chosen(const struct tcn_web_page *page, const char *name,
    struct tcn_str value)
{
	const struct evkeyval *at;

	TAILQ_FOREACH (at, tcn_http_call_fields(page->call), next)
		if (strcmp(at->key, name) == 0 &&
		    tcn_str_equal(tcn_str(at->value), value))
			return true;
	return false;
}

static size_t
count_chosen(const struct tcn_web_page *page, const char *name)
{
	const struct evkeyval *at;
	size_t n = 0;

	TAILQ_FOREACH (at, tcn_http_call_fields(page->call), next)
		n += strcmp(at->key, name) == 0;
	return n;
}

/* --- which items --- */

static bool
stands_in(const struct tcn_json_value *list, const char *member,
    struct tcn_str value)
{
	struct tcn_json_value at = tcn_json_first(list);

	for (; at.node; at = tcn_json_next(&at))
		if (tcn_str_equal(tcn_json_in_str(&at, member), value))
			return true;
	return false;
}

/* What was chosen and has no box on this page. */
static void
put_carried(struct tcn_web_page *page, const struct tcn_json_value *items)
{
	const struct evkeyval *at;

	TAILQ_FOREACH (at, tcn_http_call_fields(page->call), next)
		if (strcmp(at->key, "items") == 0 &&
		    !stands_in(items, "id", tcn_str(at->value)))
			tcn_web_html_hidden(&page->out, at->key,
			    tcn_str(at->value));
}

static void
put_box(struct tcn_web_page *page, const char *name, struct tcn_str value)
{
	tcn_buf_printf(&page->out, "<input type=\"checkbox\" name=\"%s\"",
	    name);
	tcn_web_html_attr(&page->out, "value", value);
	if (is_chosen(page, name, value))
		tcn_buf_z(&page->out, " checked");
	tcn_buf_z(&page->out, "> ");
}

static void
put_item(struct tcn_web_page *page, const struct tcn_json_value *item)
{
	struct tcn_str url = tcn_json_in_str(item, "url");
	struct tcn_str source = tcn_json_in_str(item, "source");
	uint64_t copies = tcn_json_in_uint(item, "copies_n");
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<li><label>");
	put_box(page, "items", tcn_json_in_str(item, "id"));
	tcn_buf_z(out, "<span>");
	tcn_web_words_title(out, item);
	tcn_buf_z(out, "</span></label><p class=\"note\">");
	tcn_web_html_time(out, tcn_json_in_ms(item, "at"), TCN_WEB_HTML_SHORT);
	tcn_buf_char(out, ' ');
	tcn_web_html_link(out, url, (struct tcn_str){ 0 },
	    source.n ? source : tcn_url_site(url));
	if (copies) {
		tcn_buf_z(out, ", with ");
		tcn_web_html_count(out, copies);
		tcn_buf_z(out, copies == 1 ? " copy" : " copies");
	}
	tcn_buf_z(out, "</p></li>\n");
}

/* --- publishers, as a whole --- */

struct publisher {
	struct tcn_str name;
	size_t items;
};

struct publishers {
	struct publisher at[PUBLISHERS];
	size_t n;
};

static void
count_publisher(struct publishers *all, struct tcn_str name)
{
	size_t i = 0;

	while (i < all->n && !tcn_str_equal(all->at[i].name, name))
		i++;
	if (!name.n || i == PUBLISHERS)
		return;
	if (i == all->n)
		all->at[all->n++] = (struct publisher){ name, 0 };
	all->at[i].items++;
}

/* Of all items, with their copies. What fails is left out: items can be chosen
 * without it. */
static void
read_publishers(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct publishers *all)
{
	struct tcn_json_value answer, list, at;
	struct tcn_buf target = { 0 };
	struct tcn_str why;

	all->n = 0;
	tcn_buf_z(&target, "/v1/events/");
	tcn_target_segment(&target, e->id);
	tcn_buf_z(&target, "/items?copies=all&limit=1000");
	if (tcn_web_page_try(page, target.at, &answer, &why) == 200) {
		list = tcn_json_member(&answer, "items");
		at = tcn_json_first(&list);
		for (; at.node; at = tcn_json_next(&at))
			count_publisher(all, tcn_json_in_str(&at, "source"));
	}
	tcn_buf_fini(&target);
}

static void
put_publisher(struct tcn_web_page *page, struct tcn_str name, size_t items)
{
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<li><label>");
	put_box(page, "publishers", name);
	tcn_buf_z(out, "<span>");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 }, name);
	if (items)
		tcn_buf_printf(out, " %zu", items);
	tcn_buf_z(out, "</span></label></li>\n");
}

static void
put_publishers(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_buf *out = &page->out;
	const struct evkeyval *field;
	struct publishers all;

	read_publishers(page, e, &all);
	tcn_buf_printf(out, "<details%s><summary>Whole publishers</summary>\n",
	    count_chosen(page, "publishers") ? " open" : "");
	tcn_buf_z(out,
	    "<p class=\"note\">All of theirs, and what they will say of it "
	    "later, goes with it.</p>\n<ul class=\"choices columns\">\n");
	for (size_t i = 0; i < all.n; i++)
		put_publisher(page, all.at[i].name, all.at[i].items);
	TAILQ_FOREACH (field, tcn_http_call_fields(page->call), next) {
		size_t i = 0;

		while (i < all.n &&
		    !tcn_str_equal(all.at[i].name, tcn_str(field->value)))
			i++;
		if (i == all.n && strcmp(field->key, "publishers") == 0)
			put_publisher(page, tcn_str(field->value), 0);
	}
	tcn_buf_z(out, "</ul></details>\n");
}

static void
put_list(struct tcn_web_page *page, const struct tcn_web_event *e,
    const struct tcn_json_value *answer)
{
	struct tcn_json_value items = tcn_json_member(answer, "items");
	struct tcn_json_value at = tcn_json_first(&items);
	uint64_t next = tcn_json_in_uint(answer, "next");
	struct tcn_buf *out = &page->out, path = { 0 };

	tcn_web_words_event_path(&path, e->id, "/split");
	tcn_web_page_form_to(page, tcn_buf_view(&path));
	put_carried(page, &items);
	tcn_buf_z(out, "<ol class=\"choices\">\n");
	for (; at.node; at = tcn_json_next(&at))
		put_item(page, &at);
	tcn_buf_z(out, "</ol>\n");
	put_publishers(page, e);
	tcn_buf_z(out,
	    "<p class=\"buttons\"><button>See what it would be</button>");
	if (next)
		tcn_buf_printf(out,
		    " <button name=\"after\" value=\"%" PRIu64
		    "\">More items; these stay chosen</button>",
		    next);
	tcn_buf_z(out, "</p></form>\n");
	out->failed |= path.failed;
	tcn_buf_fini(&path);
}

/* The list, with what is chosen already; why: what was refused a moment ago,
 * or nothing. */
static void
show_list(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct tcn_str why)
{
	struct tcn_buf target = { 0 }, *out = &page->out;
	struct tcn_json_value answer;
	bool asked;

	tcn_buf_z(&target, "/v1/events/");
	tcn_target_segment(&target, e->id);
	tcn_buf_z(&target, "/items?copies=fold");
	if (*field(page, "after"))
		tcn_target_param(&target, "after",
		    tcn_str(field(page, "after")));
	tcn_web_page_pass(page, FILTERS, &target);
	asked = tcn_web_page_ask(page, target.at, &answer);
	tcn_buf_fini(&target);
	if (!asked)
		return;
	tcn_web_event_begin(page, e, "split");
	tcn_web_event_heading(page, e, "Which items are another event?");
	tcn_web_words_refused(out, why);
	tcn_buf_z(out,
	    "<p class=\"why\">Copies go with their text. Nothing is done "
	    "before you have seen what the new event would be.</p>\n");
	if (count_chosen(page, "items")) {
		tcn_buf_z(out, "<p class=\"note\">");
		tcn_web_html_counted(out, count_chosen(page, "items"), "item");
		tcn_buf_z(out, " chosen so far.</p>\n");
	}
	put_list(page, e, &answer);
	tcn_web_page_send(page);
}

/* --- what it would be --- */

static void
add_chosen(const struct tcn_web_page *page, const char *name,
    struct tcn_buf *body)
{
	const struct evkeyval *at;

	tcn_json_open(body, name, '[');
	TAILQ_FOREACH (at, tcn_http_call_fields(page->call), next)
		if (strcmp(at->key, name) == 0 && *at->value)
			tcn_json_str(body, NULL, tcn_str(at->value));
	tcn_json_close(body, ']');
}

static int
ask_preview(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct tcn_json_value *answer, struct tcn_str *why)
{
	struct tcn_buf target = { 0 }, body = { 0 };
	int status;

	tcn_buf_z(&target, "/v1/events/");
	tcn_target_segment(&target, e->id);
	tcn_buf_z(&target, "/split");
	tcn_json_open(&body, NULL, '{');
	add_chosen(page, "items", &body);
	add_chosen(page, "publishers", &body);
	tcn_json_bool(&body, "preview", true);
	tcn_json_close(&body, '}');
	status = tcn_web_page_post(page, target.at, &body, answer, why);
	tcn_buf_fini(&target);
	tcn_buf_fini(&body);
	return status;
}

/* How many items stay. */
static void
put_rest(struct tcn_buf *out, const struct tcn_web_event *e,
    const struct tcn_json_value *made)
{
	struct tcn_json_value holds = tcn_json_member(&e->event, "holds");
	uint64_t all =
	    tcn_json_in_uint(holds.node ? &holds : &e->event, "items");
	uint64_t gone = tcn_json_in_uint(made, "items");

	tcn_buf_z(out,
	    "<h2>Stays</h2>\n<div class=\"entry\">"
	    "<p class=\"headline\">");
	tcn_web_words_event_link(out, &e->event);
	tcn_buf_z(out, "</p>\n<p class=\"note\">");
	tcn_web_html_counted(out, all > gone ? all - gone : 0, "item");
	tcn_buf_z(out, "</p></div>\n");
}

/* The form that does it, or goes back to the list with what is chosen. */
static void
put_confirm(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_buf *out = &page->out, back = { 0 };
	const struct evkeyval *at;

	tcn_web_words_event_path(&back, e->id, "");
	tcn_web_page_form(page, NULL, tcn_buf_view(&back));
	tcn_web_html_hidden(out, "act", tcn_str("split"));
	tcn_web_html_hidden(out, "event", e->id);
	tcn_buf_printf(out,
	    "<input type=\"hidden\" name=\"if_revision\" value=\"%.0f\">",
	    tcn_json_in_number(&e->event, "revision"));
	TAILQ_FOREACH (at, tcn_http_call_fields(page->call), next)
		if (strcmp(at->key, "items") == 0 ||
		    strcmp(at->key, "publishers") == 0)
			tcn_web_html_hidden(out, at->key, tcn_str(at->value));
	tcn_buf_z(out,
	    "<p class=\"buttons\"><button class=\"do\" autofocus>Split it "
	    "off</button> "
	    "<button name=\"again\" value=\"1\" formaction=\"");
	tcn_web_words_event_path(out, e->id, "/split");
	tcn_buf_z(out, "\">Choose again</button></p></form>\n");
	out->failed |= back.failed;
	tcn_buf_fini(&back);
}

static void
show_preview(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	const struct tcn_json_value none = { 0 };
	struct tcn_json_value answer, made;
	struct tcn_buf *out = &page->out;
	struct tcn_str why;
	int status = ask_preview(page, e, &answer, &why);

	if (status != 200) {
		page->status = status;
		show_list(page, e, why);
		return;
	}
	made = tcn_json_member(&answer, "event");
	tcn_web_event_begin(page, e, "split");
	tcn_buf_z(out, "<h1>Make it two?</h1>\n");
	put_rest(out, e, &made);
	tcn_buf_z(out,
	    "<h2>A new event</h2>\n<div class=\"entry\">"
	    "<p class=\"headline\">");
	tcn_web_words_title(out, &made);
	tcn_buf_z(out, "</p></div>\n");
	tcn_web_event_figures(out, &none, &made);
	tcn_buf_z(out,
	    "<p class=\"why\">What was split off does not grow together "
	    "again by itself. To take it back, merge the two.</p>\n");
	put_confirm(page, e);
	tcn_web_page_send(page);
}

void
tcn_web_get_split(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_web_event e;

	if (tcn_web_event_ask(&page, &e))
		show_list(&page, &e, (struct tcn_str){ 0 });
}

void
tcn_web_post_split(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_web_event e;

	if (!tcn_web_event_ask(&page, &e))
		return;
	if (*field(&page, "after") || *field(&page, "again"))
		show_list(&page, &e, (struct tcn_str){ 0 });
	else
		show_preview(&page, &e);
}

void
tcn_web_split_failed(struct tcn_web_page *page, int status,
    const struct tcn_json_value *answer)
{
	struct tcn_str why = tcn_json_in_str(answer, "error");
	struct tcn_web_event e;

	if (status == 403) {
		tcn_web_page_fail(page, status, why);
		return;
	}
	if (!tcn_web_event_ask_about(page, tcn_str(field(page, "event")), &e))
		return;
	page->status = status;
	show_list(page, &e, why.n ? why : tcn_str("It did not work"));
}
