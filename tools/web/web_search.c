/*
 * The page Search: a form, what was found, how it can be narrowed, and the
 * searches that were saved.
 */
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <string.h>
#include <sys/queue.h>

#include "engine/item/record.h"
#include "tools/base/json_out.h"
#include "tools/web/web_search.h"
#include "tools/web/web_words.h"

/* --- what is asked --- */

/* Puts the parameters of a saved search where the address says nothing. */
static void
take_query(struct tcn_web_search *search, struct tcn_str query)
{
	struct evkeyvalq pairs;
	struct tcn_str z;

	TAILQ_INIT(&pairs);
	if (!tcn_arena_str(&search->page.arena, query, &z)) {
		search->page.out.failed = true;
		return;
	}
	if (evhttp_parse_query_str(z.at, &pairs))
		return;
	for (int i = 0; i < TCN_WEB_ASKED_AFTER; i++) {
		const char *value = evhttp_find_header(&pairs,
		    tcn_web_search_name((enum tcn_web_asked)i));

		if (value && !search->asked[i].n &&
		    !tcn_arena_str(&search->page.arena, tcn_str(value),
			&search->asked[i]))
			search->page.out.failed = true;
	}
	evhttp_clear_headers(&pairs);
}

/* Reads the address; of "s" the search of that name. False: there is none, and
 * the page was sent. */
static bool
take(struct tcn_web_search *search)
{
	struct tcn_str name = tcn_web_page_query(&search->page, "s");
	struct tcn_json_value answer, at;

	for (int i = 0; i < TCN_WEB_ASKED; i++)
		search->asked[i] = tcn_web_page_query(&search->page,
		    tcn_web_search_name((enum tcn_web_asked)i));
	if (!name.n)
		return true;
	if (!tcn_web_page_ask(&search->page, "/v1/searches", &answer))
		return false;
	at = tcn_json_member(&answer, "searches");
	at = tcn_json_first(&at);
	while (at.node && !tcn_str_equal(tcn_json_in_str(&at, "name"), name))
		at = tcn_json_next(&at);
	if (!at.node) {
		tcn_web_page_fail(&search->page, 404,
		    tcn_str("no search is saved under this name"));
		return false;
	}
	search->saved = name;
	take_query(search, tcn_json_in_str(&at, "query"));
	return true;
}

/* --- the form --- */

/* Marks a field when the interface's sentence about a mistake begins with its
 * name. */
static void
put_mark(struct tcn_buf *out, const char *name, struct tcn_str why)
{
	size_t n = strlen(name);

	if (why.n > n && memcmp(why.at, name, n) == 0 &&
	    strchr(" :=,", why.at[n]))
		tcn_buf_z(out,
		    " aria-invalid=\"true\" aria-describedby=\"wrong\"");
}

static void
put_field(struct tcn_web_search *search, enum tcn_web_asked which,
    const char *text, const char *hint, int size, struct tcn_str why)
{
	const char *name = tcn_web_search_name(which);
	struct tcn_buf *out = &search->page.out;

	tcn_buf_printf(out,
	    "<label>%s <input name=\"%s\" size=\"%d\" placeholder=\"%s\"", text,
	    name, size, hint);
	tcn_web_html_attr(out, "value", search->asked[which]);
	put_mark(out, name, why);
	tcn_buf_z(out, "></label>\n");
}

static void
put_choice(struct tcn_web_search *search, enum tcn_web_asked which,
    const char *text, const char *const values[2], const char *const shown[2])
{
	struct tcn_buf *out = &search->page.out;

	tcn_buf_printf(out, "<label>%s <select name=\"%s\">", text,
	    tcn_web_search_name(which));
	for (int i = 0; i < 2; i++)
		tcn_web_html_option(out, values[i], shown[i],
		    search->asked[which]);
	tcn_buf_z(out, "</select></label>\n");
}

/* Whether more is asked than words. */
static bool
has_filter(const struct tcn_web_search *search)
{
	for (int i = TCN_WEB_ASKED_Q + 1; i < TCN_WEB_ASKED_AFTER; i++)
		if (search->asked[i].n)
			return true;
	return false;
}

/* why: what is wrong with what was asked, or empty. */
static void
put_form(struct tcn_web_search *search, struct tcn_str why)
{
	static const char *const copies[2] = { "", "all" };
	static const char *const copies_shown[2] = { "each text once",
		"every article" };
	static const char *const orders[2] = { "", "best" };
	static const char *const orders_shown[2] = { "newest first",
		"best first" };
	struct tcn_buf *out = &search->page.out;

	tcn_buf_z(out,
	    "<form action=\"/search\" role=\"search\" class=\"find\">\n"
	    "<label class=\"q\">Words <input type=\"search\" name=\"q\" "
	    "id=\"q\" maxlength=\"1000\" placeholder=\"ferry &quot;new "
	    "york&quot; quak*\"");
	tcn_web_html_attr(out, "value", search->asked[TCN_WEB_ASKED_Q]);
	put_mark(out, "q", why);
	tcn_buf_printf(out,
	    "></label>\n<button>Search</button>\n<details class=\"more-of-it\""
	    "%s><summary>Filters</summary>\n<div class=\"find\">\n",
	    has_filter(search) ? " open" : "");
	put_field(search, TCN_WEB_ASKED_SINCE, "Since", "2026-03-03", 12, why);
	put_field(search, TCN_WEB_ASKED_UNTIL, "Until", "2026-03-04", 12, why);
	put_field(search, TCN_WEB_ASKED_SOURCE, "Source", "any", 14, why);
	put_field(search, TCN_WEB_ASKED_LANG, "Language", "any", 4, why);
	put_field(search, TCN_WEB_ASKED_CATEGORY, "Category", "any", 10, why);
	put_field(search, TCN_WEB_ASKED_EVENT, "Event", "any", 20, why);
	put_choice(search, TCN_WEB_ASKED_COPIES, "Show", copies, copies_shown);
	put_choice(search, TCN_WEB_ASKED_ORDER, "Order", orders, orders_shown);
	tcn_buf_z(out, "</div></details></form>\n");
	if (!why.n)
		return;
	tcn_buf_z(out, "<p class=\"failed\" id=\"wrong\" role=\"alert\">");
	tcn_web_html_text(out, why);
	tcn_buf_z(out, ".</p>\n");
}

/* --- saved searches --- */

/* "/search?s=NAME" */
static void
put_saved_link(struct tcn_buf *out, struct tcn_str name)
{
	struct tcn_buf path = { 0 };

	tcn_buf_z(&path, "/search");
	tcn_target_param(&path, "s", name);
	tcn_buf_z(out, "<li><a");
	tcn_web_html_attr(out, "href", tcn_buf_view(&path));
	tcn_buf_char(out, '>');
	out->failed |= path.failed;
	tcn_buf_fini(&path);
}

static void
put_saved(struct tcn_web_page *page)
{
	struct tcn_buf *out = &page->out;
	struct tcn_json_value answer, at;
	struct tcn_str why;
	bool may = tcn_web_page_may(page, TCN_HTTP_SCOPE_WRITE);

	tcn_buf_z(out, "<h2>Saved searches</h2>\n");
	if (tcn_web_page_try(page, "/v1/searches", &answer, &why) != 200) {
		tcn_web_page_failed(page, "The saved searches", why);
		return;
	}
	at = tcn_json_member(&answer, "searches");
	at = tcn_json_first(&at);
	if (!at.node)
		tcn_buf_z(out, "<p class=\"note\">None yet.</p>\n");
	for (tcn_buf_z(out, at.node ? "<ul class=\"saved\">\n" : ""); at.node;
	     at = tcn_json_next(&at)) {
		put_saved_link(out, tcn_json_in_str(&at, "name"));
		tcn_web_html_foreign(out, (struct tcn_str){ 0 },
		    tcn_json_in_str(&at, "name"));
		tcn_buf_z(out, "</a> ");
		if (may) {
			tcn_web_page_button(page, "drop-search", "search",
			    tcn_json_in_str(&at, "name"), "/search", "Remove");
		}
		tcn_buf_z(out, "</li>\n");
		if (!tcn_json_next(&at).node)
			tcn_buf_z(out, "</ul>\n");
	}
}

/* A form that gives this search a name. */
static void
put_save(struct tcn_web_search *search)
{
	struct tcn_web_page *page = &search->page;
	struct tcn_buf query = { 0 };

	if (!tcn_web_page_may(page, TCN_HTTP_SCOPE_WRITE))
		return;
	tcn_web_search_target(search, TCN_WEB_ASKED_AFTER, &query);
	if (query.n) {
		tcn_web_page_form(page, "save", tcn_str("/search"));
		tcn_web_html_hidden(&page->out, "act", tcn_str("save-search"));
		tcn_web_html_hidden(&page->out, "query",
		    (struct tcn_str){ query.at + 1, query.n - 1 });
		tcn_buf_z(&page->out,
		    "<label>Save as <input name=\"name\" size=\"14\" "
		    "maxlength=\"60\" required></label> "
		    "<button>Save</button></form>\n");
	}
	page->out.failed |= query.failed;
	tcn_buf_fini(&query);
}

/* --- the page --- */

/* What the script needs, to tell of hits that are newer than the page: what to
 * ask for, and from when on. Nothing where new hits are not at the top. */
static void
write_data(const struct tcn_web_search *search,
    const struct tcn_json_value *answer, struct tcn_buf *data)
{
	struct tcn_json_value first = tcn_json_member(answer, "articles");
	struct tcn_buf target = { 0 };

	first = tcn_json_first(&first);
	if (search->asked[TCN_WEB_ASKED_UNTIL].n ||
	    search->asked[TCN_WEB_ASKED_AFTER].n ||
	    search->asked[TCN_WEB_ASKED_ORDER].n)
		return;
	tcn_buf_z(&target, "/v1/search");
	for (int i = 0; i < TCN_WEB_ASKED_ORDER; i++)
		if (i != TCN_WEB_ASKED_SINCE && search->asked[i].n)
			tcn_target_param(&target,
			    tcn_web_search_name((enum tcn_web_asked)i),
			    search->asked[i]);
	tcn_json_open(data, NULL, '{');
	tcn_json_str(data, "search", tcn_buf_view(&target));
	tcn_json_time(data, "newest",
	    first.node ? tcn_json_in_ms(&first, "at") : TCN_UNDATED);
	tcn_json_close(data, '}');
	data->failed |= target.failed;
	tcn_buf_fini(&target);
}

/* From <main> to the end; status: that of the answer, 0: nothing was asked. */
static void
put_page(struct tcn_web_search *search, int status,
    const struct tcn_json_value *answer, struct tcn_str why)
{
	struct tcn_buf *out = &search->page.out;
	struct tcn_json_value hits = tcn_json_member(answer, "articles");
	bool found = status == 200;

	tcn_buf_z(out, "<div class=\"two\"><div>\n<h1>Search");
	if (search->saved.n) {
		tcn_buf_z(out, ": ");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, search->saved);
	}
	tcn_buf_z(out, "</h1>\n");
	put_form(search, status == 400 ? why : (struct tcn_str){ 0 });
	if (found)
		tcn_web_search_found(search, answer);
	else if (status && status != 400)
		tcn_web_page_failed(&search->page, "The search", why);
	tcn_buf_z(out, "</div>\n<aside class=\"rail\">\n");
	if (found && tcn_json_first(&hits).node)
		tcn_web_search_facets(search);
	put_saved(&search->page);
	if (found)
		put_save(search);
	tcn_buf_z(out, "</aside></div>\n");
}

void
tcn_web_get_search(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_search search = { .page = tcn_web_page(ctx, call) };
	struct tcn_web_frame frame = {
		.title = tcn_str("Search"),
		.nav = "search",
		.kind = "search",
		.lists = true,
	};
	struct tcn_buf target = { 0 }, data = { 0 };
	struct tcn_json_value answer = { 0 };
	struct tcn_str why = { 0 };
	int status = 0;

	if (!take(&search))
		return;
	tcn_buf_z(&target, "/v1/search");
	tcn_web_search_target(&search, TCN_WEB_ASKED, &target);
	if (!target.failed && target.n > strlen("/v1/search"))
		status =
		    tcn_web_page_try(&search.page, target.at, &answer, &why);
	if (status == 200)
		write_data(&search, &answer, &data);
	frame.data = tcn_buf_view(&data);
	tcn_web_page_begin(&search.page, &frame);
	put_page(&search, status, &answer, why);
	search.page.out.failed |= target.failed || data.failed;
	tcn_buf_fini(&target);
	tcn_buf_fini(&data);
	tcn_web_page_send(&search.page);
}
