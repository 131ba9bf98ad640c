/*
 * What a search has found: hits with the words marked, which of the words
 * nothing holds, and how many hits there are of each source, language, category
 * and event.
 */
#include <string.h>

#include "tools/web/web_search.h"
#include "tools/web/web_words.h"

const char *
tcn_web_search_name(enum tcn_web_asked which)
{
	static const char *const names[TCN_WEB_ASKED] = { "q", "since", "until",
		"source", "lang", "category", "event", "copies", "order",
		"after" };

	return names[which];
}

void
tcn_web_search_target(const struct tcn_web_search *search, size_t n,
    struct tcn_buf *target)
{
	for (size_t i = 0; i < n; i++)
		if (search->asked[i].n)
			tcn_target_param(target,
			    tcn_web_search_name((enum tcn_web_asked)i),
			    search->asked[i]);
}

void
tcn_web_search_path(struct tcn_web_search *search, enum tcn_web_asked which,
    struct tcn_str value)
{
	struct tcn_web_search changed = *search;
	struct tcn_buf path = { 0 };

	changed.asked[TCN_WEB_ASKED_AFTER].n = 0;
	changed.asked[which] = value;
	tcn_buf_z(&path, "/search");
	tcn_web_search_target(&changed, TCN_WEB_ASKED, &path);
	tcn_web_html_text(&search->page.out, tcn_buf_view(&path));
	search->page.out.failed |= path.failed;
	tcn_buf_fini(&path);
}

/* A link to the search with one parameter changed, as far as its text. */
static void
open_link(struct tcn_web_search *search, enum tcn_web_asked which,
    struct tcn_str value)
{
	tcn_buf_z(&search->page.out, "<a href=\"");
	tcn_web_search_path(search, which, value);
	tcn_buf_z(&search->page.out, "\">");
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

static void
put_hit(struct tcn_web_search *search, const struct tcn_json_value *hit)
{
	struct tcn_buf *out = &search->page.out;
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
	if (copies && !search->asked[TCN_WEB_ASKED_COPIES].n) {
		tcn_buf_z(out, "<p class=\"note\">");
		open_link(search, TCN_WEB_ASKED_COPIES, tcn_str("all"));
		tcn_buf_z(out, "and ");
		tcn_web_html_count(out, copies);
		tcn_buf_z(out, " more with this text</a></p>\n");
	}
	tcn_buf_z(out, "</article></li>\n");
}

/* --- nothing --- */

/* The query without this word, or with another one in its place. */
static void
open_changed(struct tcn_web_search *search, struct tcn_str word,
    struct tcn_str other)
{
	struct tcn_str q = search->asked[TCN_WEB_ASKED_Q];
	const char *at = memmem(q.at, q.n, word.at, word.n);
	struct tcn_buf changed = { 0 };

	if (at && word.n) {
		tcn_buf_add(&changed, q.at, (size_t)(at - q.at));
		tcn_buf_str(&changed, other);
		tcn_buf_add(&changed, at + word.n,
		    q.n - (size_t)(at - q.at) - word.n);
	}
	open_link(search, TCN_WEB_ASKED_Q,
	    tcn_str_trim(tcn_buf_view(&changed)));
	search->page.out.failed |= changed.failed;
	tcn_buf_fini(&changed);
}

/* The words one by one; those that nothing holds are underlined, with why. */
static void
put_words(struct tcn_web_search *search, const struct tcn_json_value *answer)
{
	struct tcn_json_value at = tcn_json_member(answer, "words");
	struct tcn_buf *out = &search->page.out;

	at = tcn_json_first(&at);
	if (!at.node)
		return;
	tcn_buf_z(out, "<ul class=\"asked\">\n");
	for (; at.node; at = tcn_json_next(&at)) {
		struct tcn_str word = tcn_json_in_str(&at, "word");
		struct tcn_str other = tcn_json_in_str(&at, "instead");
		uint64_t n = tcn_json_in_uint(&at, "articles");

		tcn_buf_z(out, n ? "<li><b>" : "<li><b class=\"bad\">");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, word);
		tcn_buf_z(out, "</b> <span>");
		if (n) {
			tcn_web_html_counted(out, n, "article");
		} else {
			tcn_buf_z(out, "no article has it; ");
			open_changed(search, word, other);
			tcn_buf_z(out, other.n ? "try " : "leave it out");
			tcn_web_html_foreign(out, (struct tcn_str){ 0 }, other);
			tcn_buf_z(out, "</a>");
		}
		tcn_buf_z(out, "</span></li>\n");
	}
	tcn_buf_z(out, "</ul>\n");
}

/* "Nothing was found", and why not. */
static void
put_nothing(struct tcn_web_search *search, const struct tcn_json_value *answer)
{
	struct tcn_buf *out = &search->page.out;
	struct tcn_json_value meant = tcn_json_member(answer, "did_you_mean");
	struct tcn_str q = tcn_json_in_str(&meant, "q");

	tcn_buf_z(out, "<p>No article holds all of this.");
	if (q.n) {
		tcn_buf_z(out, " Did you mean ");
		open_link(search, TCN_WEB_ASKED_Q, q);
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, q);
		tcn_buf_z(out, "</a> (");
		if (tcn_json_in_bool(&meant, "about"))
			tcn_buf_z(out, "about ");
		tcn_web_html_count(out, tcn_json_in_uint(&meant, "found"));
		tcn_buf_z(out, ")?");
	}
	tcn_buf_z(out, "</p>\n");
	put_words(search, answer);
}

/* --- all of it --- */

/* The rule that tells of what this search will find, to be tried. */
static void
put_rule_link(struct tcn_web_search *search)
{
	struct tcn_buf target = { 0 }, link = { 0 };
	struct tcn_web_page *page = &search->page;
	struct tcn_json_value rule;
	struct tcn_str why;

	tcn_buf_z(&target, "/v1/rules/propose");
	tcn_web_search_target(search, TCN_WEB_ASKED_AFTER, &target);
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

static void
put_count(struct tcn_web_search *search, const struct tcn_json_value *answer)
{
	struct tcn_buf *out = &search->page.out;
	struct tcn_json_value found = tcn_json_member(answer, "found");

	tcn_buf_z(out, "<p class=\"found\" role=\"status\">");
	if (found.kind == TCN_JSON_NUMBER) {
		if (tcn_json_in_bool(answer, "about"))
			tcn_buf_z(out, "about ");
		tcn_web_html_counted(out, tcn_json_in_uint(answer, "found"),
		    "hit");
	} else {
		tcn_buf_z(out,
		    search->asked[TCN_WEB_ASKED_AFTER].n ? "further hits"
							 : "count not taken");
	}
	put_rule_link(search);
	tcn_buf_z(out, "</p>\n");
}

void
tcn_web_search_found(struct tcn_web_search *search,
    const struct tcn_json_value *answer)
{
	struct tcn_buf *out = &search->page.out;
	struct tcn_json_value at = tcn_json_member(answer, "articles");
	struct tcn_str next = tcn_json_in_str(answer, "next");

	at = tcn_json_first(&at);
	put_count(search, answer);
	if (!at.node && !next.n) {
		put_nothing(search, answer);
		return;
	}
	tcn_buf_z(out, "<ol class=\"hits\">\n");
	for (; at.node; at = tcn_json_next(&at))
		put_hit(search, &at);
	tcn_buf_z(out, "</ol>\n");
	if (next.n) {
		tcn_buf_z(out, "<p><a class=\"button\" rel=\"next\" href=\"");
		tcn_web_search_path(search, TCN_WEB_ASKED_AFTER, next);
		tcn_buf_z(out, "\">Older</a></p>\n");
	}
}

/* --- facets --- */

/* What a search is narrowed by: where it stands in the answer and what it is
 * called. */
static const struct {
	enum tcn_web_asked which;
	const char *title;
} facets[] = {
	{ TCN_WEB_ASKED_EVENT, "Event" },
	{ TCN_WEB_ASKED_SOURCE, "Source" },
	{ TCN_WEB_ASKED_LANG, "Language" },
	{ TCN_WEB_ASKED_CATEGORY, "Category" },
};

/* A value with the number of hits that it would leave. */
static void
put_value(struct tcn_web_search *search, enum tcn_web_asked which,
    const struct tcn_json_value *is)
{
	struct tcn_buf *out = &search->page.out;
	struct tcn_str value = tcn_json_in_str(is, "value");

	tcn_buf_z(out, "<li>");
	open_link(search, which, value);
	if (which == TCN_WEB_ASKED_EVENT)
		tcn_web_words_title(out, is);
	else
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, value);
	tcn_buf_z(out, "</a> <b>");
	tcn_web_html_count(out, tcn_json_in_uint(is, "n"));
	tcn_buf_z(out, "</b></li>\n");
}

static void
put_facet(struct tcn_web_search *search, const struct tcn_json_value *answer,
    size_t i)
{
	enum tcn_web_asked which = facets[i].which;
	struct tcn_json_value facet =
	    tcn_json_member(answer, tcn_web_search_name(which));
	struct tcn_json_value at = tcn_json_member(&facet, "values");
	uint64_t all = tcn_json_in_uint(&facet, "all"), shown = 0;
	struct tcn_buf *out = &search->page.out;

	at = tcn_json_first(&at);
	if (search->asked[which].n) {
		tcn_buf_printf(out, "<h3>%s</h3>\n<p>", facets[i].title);
		tcn_web_html_foreign(out, (struct tcn_str){ 0 },
		    search->asked[which]);
		tcn_buf_z(out, " ");
		open_link(search, which, (struct tcn_str){ 0 });
		tcn_buf_z(out, "any</a></p>\n");
		return;
	}
	if (!at.node)
		return;
	tcn_buf_printf(out, "<h3>%s</h3>\n<ul class=\"facet\">\n",
	    facets[i].title);
	for (; at.node; at = tcn_json_next(&at), shown++)
		put_value(search, which, &at);
	tcn_buf_z(out, "</ul>\n");
	if (all > shown) {
		tcn_buf_z(out, "<p class=\"note\">and ");
		tcn_web_html_count(out, all - shown);
		tcn_buf_z(out, " more</p>\n");
	}
}

void
tcn_web_search_facets(struct tcn_web_search *search)
{
	struct tcn_buf *out = &search->page.out, target = { 0 };
	struct tcn_json_value answer;
	struct tcn_str why;

	tcn_buf_z(&target, "/v1/search/facets");
	tcn_web_search_target(search, TCN_WEB_ASKED_ORDER, &target);
	tcn_buf_z(out, "<h2 id=\"narrow\">Narrow it</h2>\n");
	if (target.failed) {
		out->failed = true;
	} else if (tcn_web_page_try(&search->page, target.at, &answer, &why) !=
	    200) {
		tcn_web_page_failed(&search->page, "Nothing was counted", why);
	} else {
		for (size_t i = 0; i < sizeof facets / sizeof *facets; i++)
			put_facet(search, &answer, i);
		if (!tcn_json_in_bool(&answer, "whole"))
			tcn_buf_printf(out,
			    "<p class=\"note\">Counted among the newest %.0f "
			    "articles.</p>\n",
			    tcn_json_in_number(&answer, "looked_at"));
	}
	tcn_buf_fini(&target);
}
