/*
 * The page Search: a form, what was found with the words marked, and the
 * searches that were saved.
 */
#include <string.h>

#include "tools/web/web_impl.h"
#include "tools/web/web_words.h"

/* The parameters of a search, as in addresses, but for the page's cursor. */
#define ASKED "q since until source lang category event copies order"

/* --- the form --- */

static void
put_field(struct tcn_web_page *page, const char *name, const char *text,
    const char *hint, int size)
{
	struct tcn_buf *out = &page->out;

	tcn_buf_printf(out,
	    "<label>%s <input name=\"%s\" size=\"%d\" placeholder=\"%s\"", text,
	    name, size, hint);
	tcn_web_html_attr(out, "value", tcn_web_page_query(page, name));
	tcn_buf_z(out, "></label>\n");
}

static void
put_choice(struct tcn_web_page *page, const char *name, const char *text,
    const char *const values[2], const char *const shown[2])
{
	struct tcn_str current = tcn_web_page_query(page, name);

	tcn_buf_printf(&page->out, "<label>%s <select name=\"%s\">", text,
	    name);
	for (int i = 0; i < 2; i++)
		tcn_web_html_option(&page->out, values[i], shown[i], current);
	tcn_buf_z(&page->out, "</select></label>\n");
}

static void
put_form(struct tcn_web_page *page)
{
	static const char *const copies[2] = { "", "all" };
	static const char *const copies_shown[2] = { "each text once",
		"every article" };
	static const char *const orders[2] = { "", "best" };
	static const char *const orders_shown[2] = { "newest first",
		"best first" };
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out,
	    "<form action=\"/search\" role=\"search\" class=\"find\">\n"
	    "<label class=\"q\">Words <input type=\"search\" name=\"q\" "
	    "id=\"q\" maxlength=\"1000\" placeholder=\"ferry &quot;new "
	    "york&quot; quak*\"");
	tcn_web_html_attr(out, "value", tcn_web_page_query(page, "q"));
	tcn_buf_z(out, "></label>\n<button>Search</button>\n");
	put_field(page, "since", "Since", "2026-03-03", 12);
	put_field(page, "until", "Until", "2026-03-04", 12);
	put_field(page, "source", "Source", "any", 14);
	put_field(page, "lang", "Language", "any", 4);
	put_field(page, "category", "Category", "any", 10);
	put_field(page, "event", "Event", "any", 20);
	put_choice(page, "copies", "Show", copies, copies_shown);
	put_choice(page, "order", "Order", orders, orders_shown);
	tcn_buf_z(out, "</form>\n");
}

/* --- a hit --- */

/* A text in parts, [["the ", false], ["ferry", true]], with marks. */
static void
put_parts(struct tcn_buf *out, const struct tcn_json_value *parts)
{
	struct tcn_json_value at = tcn_json_first(parts);

	for (; at.node; at = tcn_json_next(&at)) {
		struct tcn_json_value text = tcn_json_first(&at);
		bool marked = text.node && tcn_json_next(&text).n != 0;

		tcn_buf_z(out, marked ? "<mark>" : "");
		tcn_web_html_text(out, text.s);
		tcn_buf_z(out, marked ? "</mark>" : "");
	}
}

/* "/search?" and what this page asks for, with one parameter changed; value
 * empty: without it. As the value of an attribute. */
static void
put_path(struct tcn_web_page *page, const char *name, struct tcn_str value)
{
	static const char *const names[] = { "q", "since", "until", "source",
		"lang", "category", "event", "copies", "order", "after" };
	struct tcn_buf path = { 0 };

	tcn_buf_z(&path, "/search");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct tcn_str now = tcn_web_page_query(page, names[i]);

		if (strcmp(names[i], name) == 0)
			now = value;
		else if (strcmp(names[i], "after") == 0)
			now.n = 0;
		if (now.n)
			tcn_target_param(&path, names[i], now);
	}
	tcn_web_html_text(&page->out, tcn_buf_view(&path));
	page->out.failed |= path.failed;
	tcn_buf_fini(&path);
}

static void
put_hit(struct tcn_web_page *page, const struct tcn_json_value *hit)
{
	struct tcn_buf *out = &page->out;
	struct tcn_json_value snippet = tcn_json_member(hit, "snippet");
	uint64_t copies = tcn_json_in_uint(hit, "copies_n");

	tcn_buf_z(out, "<li><article>");
	tcn_web_words_article(out, hit);
	if (snippet.kind == TCN_JSON_ARRAY) {
		tcn_buf_z(out, "\n<p class=\"snippet\" dir=\"auto\"");
		tcn_web_words_lang(out, hit);
		tcn_buf_char(out, '>');
		put_parts(out, &snippet);
		tcn_buf_z(out, "</p>\n");
	}
	tcn_web_words_event_of(out, hit);
	if (copies && !tcn_web_page_query(page, "copies").n) {
		tcn_buf_z(out, "<p class=\"note\"><a href=\"");
		put_path(page, "copies", tcn_str("all"));
		tcn_buf_z(out, "\">and ");
		tcn_web_html_count(out, copies);
		tcn_buf_z(out, " more with this text</a></p>\n");
	}
	tcn_buf_z(out, "</article></li>\n");
}

/* --- what came of it --- */

/* "Nothing was found", and why not. */
static void
put_nothing(struct tcn_web_page *page, const struct tcn_json_value *answer)
{
	struct tcn_buf *out = &page->out;
	struct tcn_json_value words = tcn_json_member(answer, "words");
	struct tcn_json_value meant = tcn_json_member(answer, "did_you_mean");
	struct tcn_str q = tcn_json_in_str(&meant, "q");

	tcn_buf_z(out, "<p>No article holds all of this.");
	for (words = tcn_json_first(&words); words.node;
	     words = tcn_json_next(&words)) {
		if (tcn_json_in_uint(&words, "articles"))
			continue;
		tcn_buf_z(out, " None has <b>");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 },
		    tcn_json_in_str(&words, "word"));
		tcn_buf_z(out, "</b>.");
	}
	if (q.n) {
		tcn_buf_z(out, " Did you mean <a href=\"");
		put_path(page, "q", q);
		tcn_buf_z(out, "\">");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, q);
		tcn_buf_z(out, "</a> (");
		if (tcn_json_in_bool(&meant, "about"))
			tcn_buf_z(out, "about ");
		tcn_web_html_count(out, tcn_json_in_uint(&meant, "found"));
		tcn_buf_z(out, ")?");
	}
	tcn_buf_z(out, "</p>\n");
}

/* The rule that tells of what this search will find, to be tried. */
static void
put_rule_link(struct tcn_web_page *page)
{
	struct tcn_buf target = { 0 }, link = { 0 };
	struct tcn_json_value rule;
	struct tcn_str why;

	tcn_buf_z(&target, "/v1/rules/propose");
	tcn_web_page_pass(page, ASKED, &target);
	if (!target.failed &&
	    tcn_web_page_try(page, target.at, &rule, &why) == 200) {
		tcn_buf_z(&link, "/rules/try");
		tcn_target_param(&link, "add", tcn_json_in_str(&rule, "yaml"));
		tcn_buf_z(&page->out, " <a class=\"button\" href=\"");
		tcn_web_html_text(&page->out, tcn_buf_view(&link));
		tcn_buf_z(&page->out, "\">Make it a rule</a>");
	}
	page->out.failed |= target.failed || link.failed;
	tcn_buf_fini(&target);
	tcn_buf_fini(&link);
}

/* A form that gives this search a name. */
static void
put_save(struct tcn_web_page *page)
{
	struct tcn_buf query = { 0 };

	if (!tcn_web_page_may(page, TCN_HTTP_SCOPE_WRITE))
		return;
	tcn_web_page_pass(page, ASKED, &query);
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

static void
put_count(struct tcn_web_page *page, const struct tcn_json_value *answer)
{
	struct tcn_buf *out = &page->out;
	struct tcn_json_value found = tcn_json_member(answer, "found");

	tcn_buf_z(out, "<p class=\"found\" role=\"status\">");
	if (found.kind == TCN_JSON_NUMBER) {
		if (tcn_json_in_bool(answer, "about"))
			tcn_buf_z(out, "about ");
		tcn_web_html_counted(out, tcn_json_in_uint(answer, "found"),
		    "hit");
	} else {
		tcn_buf_z(out,
		    tcn_web_page_query(page, "after").n ? "further hits"
							: "count not taken");
	}
	put_rule_link(page);
	tcn_buf_z(out, "</p>\n");
}

static void
put_found(struct tcn_web_page *page, const struct tcn_json_value *answer)
{
	struct tcn_buf *out = &page->out;
	struct tcn_json_value at = tcn_json_member(answer, "articles");
	struct tcn_str next = tcn_json_in_str(answer, "next");

	at = tcn_json_first(&at);
	put_count(page, answer);
	if (!at.node && !next.n) {
		put_nothing(page, answer);
		return;
	}
	tcn_buf_z(out, "<ol class=\"hits\">\n");
	for (; at.node; at = tcn_json_next(&at))
		put_hit(page, &at);
	tcn_buf_z(out, "</ol>\n");
	if (next.n) {
		tcn_buf_z(out, "<p><a class=\"button\" rel=\"next\" href=\"");
		put_path(page, "after", next);
		tcn_buf_z(out, "\">Older</a></p>\n");
	}
}

/* --- saved searches --- */

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
	for (tcn_buf_z(out, at.node ? "<ul>\n" : ""); at.node;
	     at = tcn_json_next(&at)) {
		tcn_buf_z(out, "<li><a href=\"");
		tcn_web_html_text(out, tcn_json_in_str(&at, "page"));
		tcn_buf_z(out, "\">");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 },
		    tcn_json_in_str(&at, "name"));
		tcn_buf_z(out, "</a> ");
		if (may) {
			tcn_web_page_form(page, NULL, tcn_str("/search"));
			tcn_web_html_hidden(out, "act", tcn_str("drop-search"));
			tcn_web_html_hidden(out, "search",
			    tcn_json_in_str(&at, "name"));
			tcn_buf_z(out, "<button>Remove</button></form>");
		}
		tcn_buf_z(out, "</li>\n");
		if (!tcn_json_next(&at).node)
			tcn_buf_z(out, "</ul>\n");
	}
}

void
tcn_web_get_search(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_frame frame = {
		.title = tcn_str("Search"),
		.nav = TCN_WEB_NAV_SEARCH,
		.kind = "search",
	};
	struct tcn_json_value answer;
	struct tcn_buf target = { 0 };
	struct tcn_str why;
	bool asks;

	tcn_buf_z(&target, "/v1/search");
	tcn_web_page_pass(&page, ASKED " after", &target);
	asks = target.n > strlen("/v1/search");
	tcn_web_page_begin(&page, &frame);
	tcn_buf_z(&page.out, "<h1>Search</h1>\n");
	put_form(&page);
	if (asks && !target.failed) {
		if (tcn_web_page_try(&page, target.at, &answer, &why) == 200) {
			put_found(&page, &answer);
			put_save(&page);
		} else {
			tcn_web_page_failed(&page, "The search", why);
		}
	}
	put_saved(&page);
	page.out.failed |= target.failed;
	tcn_buf_fini(&target);
	tcn_web_page_send(&page);
}
