/* Which text, title, date, language and address a page is found to have. */
#include "tests/base/in_arena.h"

#include <stdio.h>

#include "engine/item/record.h"
#include "engine/page/extract.h"
#include "engine/text/markup.h"
#include "tests/base/check_str.h"

#define ONE                                                                    \
	"The council of Harwick voted late on Monday to close the old swing "  \
	"bridge for nine months while its bearings are replaced at last."
#define TWO                                                                    \
	"Traders on the quay had fought the plan for most of the winter, and " \
	"said that they would go on doing so."
#define OTHER                                                                  \
	"Another town has opened a library in which nobody may speak, read "   \
	"or sit down, and is said to be very proud of it."

static struct tcn_extract found;

static enum tcn_rc
extract(const char *html, const char *url)
{
	const struct tcn_extract_page page = { .html = tcn_str(html),
		.url = tcn_str(url) };

	tcn_markup_init();
	return tcn_extract(&page, &arena, &found, NULL);
}

/* Both paragraphs and nothing else. */
static void
must_find(const char *html, enum tcn_extract_how how)
{
	ck_assert_msg(extract(html, NULL) == TCN_OK, "nothing in %s", html);
	check_str(found.text, ONE "\n" TWO);
	ck_assert_str_eq(tcn_extract_how_text(found.how),
	    tcn_extract_how_text(how));
}

/* --- the text --- */

START_TEST(each_way_finds_it)
{
	must_find("<script type='application/ld+json'>{\"@type\":"
		  "\"NewsArticle\",\"articleBody\":\"" ONE "\\n" TWO
		  "\"}</script><p>" OTHER "</p>",
	    TCN_EXTRACT_DATA);
	must_find("<main><p>" OTHER "</p><div itemprop=articleBody><p>" ONE
		  "</p><p>" TWO "</p></div><p>" OTHER "</p></main>",
	    TCN_EXTRACT_MARKED);
	must_find("<p>" OTHER "</p><article><p>" ONE "<p>" TWO
		  "</article><p>" OTHER "</p>",
	    TCN_EXTRACT_ARTICLE);
	must_find("<div>" OTHER "</div><main><p>" ONE "</p><p>" TWO
		  "</p></main>",
	    TCN_EXTRACT_MAIN);
	must_find("<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>"
		  "<div><p>" ONE "</p><p>" TWO "</p></div>",
	    TCN_EXTRACT_DENSITY);
}
END_TEST

/* In an article, before and behind its two paragraphs. */
static const char *const noise[] = {
	"<nav><p>" OTHER "</p></nav>",
	"<aside><p>" OTHER "</p></aside>",
	"<footer><p>" OTHER "</p></footer>",
	"<form><p>" OTHER "</p><input></form>",
	"<figure><figcaption>" OTHER "</figcaption></figure>",
	"<p hidden>" OTHER "</p>",
	"<div style='display: none'><p>" OTHER "</p></div>",
	"<div class=related-posts><p>" OTHER "</p></div>",
	"<div class='c relatedPosts'><p>" OTHER "</p></div>",
	"<div id=cookie-banner><p>" OTHER "</p></div>",
	"<div role=complementary><p>" OTHER "</p></div>",
	"<div><p>Our letter, every day, in your box.</p><button>x</button>"
	"<input type=email></div>",
	"<p>Read more: <a href=/x>Another town has opened a library</a></p>",
	"<ul><li><a href=/a>Another town</a></li><li><a href=/b>has opened"
	"</a></li></ul>",
	"<script>var a = '<p>" OTHER "</p>';</script>",
	"<style>p { content: '" OTHER "' }</style>",
	"<noscript><p>" OTHER "</p></noscript>",
	"<template><p>" OTHER "</p></template>",
	"<svg><text>" OTHER "</text></svg>",
	"<!-- <p>" OTHER "</p> -->",
	"<amp-sidebar><p>" OTHER "</p></amp-sidebar>",
	"<div class=ad>Advertisement</div>",
	"<p>Advertisement</p>",
	"<div><div class=c><h4><a href=/a>Another town has "
	"opened</a></h4><p>" OTHER
	"</p></div><div class=c><h4><a href=/b>A library in which nobody"
	"</a></h4><p>" OTHER "</p></div></div>",
	"<p>Copyright 2026 A Paper. All rights reserved.</p>",
};

START_TEST(noise_is_left_out)
{
	char html[8192];

	snprintf(html, sizeof html,
	    "<article><h1>A</h1>%s<p>" ONE "</p>%s<p>" TWO "</p>%s</article>",
	    noise[_i], noise[_i], noise[_i]);
	must_find(html, TCN_EXTRACT_ARTICLE);
	snprintf(html, sizeof html,
	    "<div>%s</div><div><h1>A</h1><p>" ONE "</p><p>" TWO
	    "</p></div><div>%s</div>",
	    noise[_i], noise[_i]);
	must_find(html, TCN_EXTRACT_DENSITY);
}
END_TEST

/* What is around an article, and must not be taken for noise. */
static const char *const frames[] = {
	"<form id=aspnetForm>%s</form>",
	"<body class='has-sidebar comments-open'>%s</body>",
	"<div class='sidebar-right widget-page'>%s</div>",
	"<div class=dialog-off-canvas-main-canvas><main>%s</main></div>",
	"<div class='post tag-banner category-comments'>%s</div>",
	"<table><tr><td>%s</td></tr></table>",
	"<div class=share-wrap><div itemprop=articleBody>%s</div></div>",
	"<x-story><x-text>%s</x-text></x-story>",
};

START_TEST(a_name_around_it_does_not_hide_it)
{
	const char *hole = strstr(frames[_i], "%s");
	char html[2048];

	snprintf(html, sizeof html,
	    "<ul><li><a href=/>Home</a></ul>%.*s<h1>A</h1><p>" ONE "</p><p>" TWO
	    "</p>%s",
	    (int)(hole - frames[_i]), frames[_i], hole + 2);
	ck_assert_int_eq(extract(html, NULL), TCN_OK);
	check_str(found.text, ONE "\n" TWO);
}
END_TEST

START_TEST(blocks_become_lines)
{
	ck_assert_int_eq(extract("<article><p>" ONE "<h2>And  then</h2><p>" TWO
				 "<ul><li>one of many<li>two &amp; "
				 "t&eacute;n</ul><p>A<b>b</b>c d&nbsp;e "
				 "&#146;f.<br>End.</article>",
			     NULL),
	    TCN_OK);
	check_str(found.text,
	    ONE "\nAnd then\n" TWO "\none of many\ntwo & tén\nAbc d e ’f.\n"
		"End.");
	ck_assert_int_eq(extract("<article><p>" ONE
				 "<table><tr><td>a<td>1<tr><td>b<td>2"
				 "</table><p>" TWO "</article>",
			     NULL),
	    TCN_OK);
	check_str(found.text, ONE "\na 1\nb 2\n" TWO);
}
END_TEST

/* Prose before a name and a time, three times. */
#define POST                                                                   \
	"<div class=p><b>someone</b><i>2 h</i><div>" OTHER                     \
	"</div><a href=#>Reply</a></div>"

START_TEST(comments_without_a_name_are_left_out)
{
	must_find("<h1>A</h1><div><p>" ONE "</p><p>" TWO
		  "</p></div><div>" POST POST POST "</div>",
	    TCN_EXTRACT_DENSITY);
}
END_TEST

START_TEST(a_second_story_below_is_left_out)
{
	must_find("<title>Bridge to be closed</title><main><article><h1>Bridge"
		  " to be closed</h1><p>" ONE "</p><p>" TWO
		  "</p></article><article><h1>A library</h1><p>" OTHER
		  "</p><p>" OTHER " " OTHER "</p></article></main>",
	    TCN_EXTRACT_ARTICLE);
}
END_TEST

START_TEST(few_words_are_no_article)
{
	struct tcn_extract_page page = {
		.html = tcn_str("<title>A film</title><h1>A film</h1><p>Press "
				"play to see it, and read nothing at all "
				"here.</p>")
	};
	struct tcn_err err;

	ck_assert_int_eq(tcn_extract(&page, &arena, &found, &err), TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(err.text, "fewer than 30 words"));
	check_str(found.title, "A film");
	ck_assert_uint_eq(found.text.n, 0);
	page.least_words = 3;
	ck_assert_int_eq(tcn_extract(&page, &arena, &found, &err), TCN_OK);
	check_str(found.text,
	    "Press play to see it, and read nothing at all here.");
	ck_assert_int_eq(extract("", NULL), TCN_INVALID);
}
END_TEST

START_TEST(captions_are_the_text_of_a_gallery)
{
	ck_assert_int_eq(extract("<article><h1>A</h1><figure><img>"
				 "<figcaption>" ONE "</figcaption></"
				 "figure><figure><figcaption>" TWO
				 "</figcaption></figure></article>",
			     NULL),
	    TCN_OK);
	check_str(found.text, ONE "\n" TWO);
}
END_TEST

/* --- JSON-LD --- */

#define SHOWN      "<main><p>" ONE "</p><p>" TWO "</p></main>"
#define DATA(json) "<script type=application/ld+json>" json "</script>"

START_TEST(data_is_weighed_against_the_page)
{
	/* Its beginning, something else, no JSON: the page. */
	must_find(DATA("{\"@type\":\"Article\",\"articleBody\":\"The council "
		       "of Harwick voted ...\"}") SHOWN,
	    TCN_EXTRACT_MAIN);
	must_find(DATA("{\"@type\":\"Article\",\"articleBody\":\"" OTHER "\"}")
		      SHOWN,
	    TCN_EXTRACT_MAIN);
	must_find(DATA("{\"@type\":\"Article\",\"articleBody\":\"" ONE) SHOWN,
	    TCN_EXTRACT_MAIN);
	/* A product is no article. */
	must_find(DATA("{\"@type\":\"Product\",\"articleBody\":\"" OTHER "\"}")
		      SHOWN,
	    TCN_EXTRACT_MAIN);
	/* The page shows less than it: what is to be paid for. */
	must_find(DATA("{\"@type\":\"NewsArticle\",\"articleBody\":\"" ONE
		       "\\n" TWO "\"}") "<main><p>Pay here.</p></main>",
	    TCN_EXTRACT_DATA);
}
END_TEST

static const char *const wrapped[] = {
	"[{\"@type\":\"WebSite\"},%s]",
	"{\"@graph\":[{\"@type\":\"Person\"},%s]}",
	"{\"@type\":\"WebPage\",\"mainEntity\":%s}",
	"//<![CDATA[\n%s\n//]]>",
	"<!-- %s -->",
};

START_TEST(data_is_found_where_it_stands)
{
	const char *hole = strstr(wrapped[_i], "%s");
	char html[2048];

	snprintf(html, sizeof html,
	    "<script type=application/ld+json>%.*s{\"@type\":[\"X\","
	    "\"NewsArticle\"],\"articleBody\":\"&lt;p&gt;" ONE
	    "&lt;/p&gt;&lt;p&gt;" TWO "&lt;/p&gt;\"}%s</script>",
	    (int)(hole - wrapped[_i]), wrapped[_i], hole + 2);
	must_find(html, TCN_EXTRACT_DATA);
}
END_TEST

/* --- what the page says of itself --- */

#define BODY "<article><p>" ONE "</p><p>" TWO "</p></article>"

static const struct {
	const char *head, *title;
} titles[] = {
	{ DATA(
	      "{\"@type\":\"NewsArticle\",\"headline\":\"A &amp; B\"}") "<meta "
									"proper"
									"ty=og:"
									"title "
									"conten"
									"t=C>",
	    "A & B" },
	{ "<meta property=og:title content='The bridge is closed now - The "
	  "Post'><meta property=og:site_name content='The Post'><title>T"
	  "</title>",
	    "The bridge is closed now" },
	{ "<title>The Post - The bridge is closed</title></head><body><h1>The "
	  "bridge is closed</h1>",
	    "The bridge is closed" },
	{ "<title>The bridge is closed now | The Post</title>",
	    "The bridge is closed now" },
	{ "<h1>Only this</h1>", "Only this" },
	{ "", "" },
};

START_TEST(the_title_is_found)
{
	char html[2048];

	snprintf(html, sizeof html, "%s" BODY, titles[_i].head);
	ck_assert_int_eq(extract(html, NULL), TCN_OK);
	check_str(found.title, titles[_i].title);
	check_str(found.text, ONE "\n" TWO);
}
END_TEST

#define TEN INT64_C(1772532000000) /* 2026-03-03T10:00:00Z */

static const struct {
	const char *head;
	int64_t ts_ms;
} dates[] = {
	{ DATA("{\"@type\":\"NewsArticle\",\"datePublished\":"
	       "\"2026-03-03T11:00:00+01:00\"}") "<meta "
						 "property=article:published_"
						 "time content=2020-01-01>",
	    TEN },
	{ "<time datetime=2020-01-01></time><meta name=date "
	  "content=2020-01-02><meta property='article:published_time' "
	  "content='2026-03-03T10:00:00Z'>",
	    TEN },
	{ "<time datetime='2020-01-01'></time><time itemprop=datePublished "
	  "datetime='2026-03-03 10:00'></time>",
	    TEN },
	{ "<time datetime='2026-03-03T10:00Z'>now</time>", TEN },
	{ "<abbr class=published title='2026-03-03T10:00Z'>now</abbr>", TEN },
	{ "<meta name=date content='soon'><time datetime=2026-03-03T10:00Z>",
	    TEN },
	{ "<p>3 March 2026</p>", TCN_UNDATED },
};

START_TEST(the_date_is_found)
{
	char html[2048];

	snprintf(html, sizeof html, "%s" BODY, dates[_i].head);
	ck_assert_int_eq(extract(html, NULL), TCN_OK);
	ck_assert_int_eq(found.ts_ms, dates[_i].ts_ms);
}
END_TEST

static const struct {
	const char *head, *lang;
} langs[] = {
	{ "<html lang=de>", "de" },
	{ "<html xml:lang='pt-BR'>", "pt-BR" },
	{ "<meta property=og:locale content=fr_FR>", "fr-FR" },
	{ "<html lang=de>" DATA("{\"@type\":\"NewsArticle\",\"headline\":"
				"\"x\",\"inLanguage\":\"es\"}"),
	    "es" },
	{ "", "" },
};

START_TEST(the_language_is_found)
{
	char html[2048];

	snprintf(html, sizeof html, "%s" BODY, langs[_i].head);
	ck_assert_int_eq(extract(html, NULL), TCN_OK);
	check_str(found.lang, langs[_i].lang);
}
END_TEST

static const struct {
	const char *canonical, *from, *url;
} addresses[] = {
	{ "https://a.example/n/1", "https://a.example/n/1?utm_source=x",
	    "https://a.example/n/1" },
	{ "/n/1", "https://a.example/x/2", "https://a.example/n/1" },
	{ "https://www.a.example/n/1", "https://m.a.example/n/1",
	    "https://www.a.example/n/1" },
	{ "https://a.example/n/1", NULL, "https://a.example/n/1" },
	/* The front page, another site, a script: not this page's. */
	{ "https://a.example/", "https://a.example/n/1",
	    "https://a.example/n/1" },
	{ "https://b.example/n/1", "https://a.example/n/1",
	    "https://a.example/n/1" },
	{ "javascript:alert(1)", "https://a.example/n/1",
	    "https://a.example/n/1" },
	{ "/n/1", NULL, "" },
};

START_TEST(the_address_is_found)
{
	char html[2048];

	snprintf(html, sizeof html,
	    "<link rel=canonical href='%s'><meta property=og:site_name "
	    "content='The Post'><meta property=article:section "
	    "content=Town>" BODY,
	    addresses[_i].canonical);
	ck_assert_int_eq(extract(html, addresses[_i].from), TCN_OK);
	check_str(found.url, addresses[_i].url);
	check_str(found.publisher, "The Post");
	check_str(found.section, "Town");
}
END_TEST

static const struct {
	const char *head, *image;
} images[] = {
	{ "<meta property=og:image content='https://i.example/a.jpg'><meta "
	  "name=twitter:image content=/b.jpg>",
	    "https://i.example/a.jpg" },
	{ "<meta name=twitter:image content=../b.jpg>",
	    "https://a.example/b.jpg" },
	{ "<meta property=og:image content='data:image/gif,x'><meta "
	  "name=twitter:image content=b.jpg>",
	    "https://a.example/n/b.jpg" },
	{ "<script type=application/ld+json>{\"@type\":\"NewsArticle\","
	  "\"image\":[{\"@type\":\"ImageObject\",\"url\":\"/c.jpg\"}]}"
	  "</script>",
	    "https://a.example/c.jpg" },
	{ "<script type=application/ld+json>{\"@type\":\"NewsArticle\","
	  "\"image\":\"https://i.example/d.jpg\"}</script>",
	    "https://i.example/d.jpg" },
	{ "<script type=application/ld+json>{\"@type\":\"NewsArticle\","
	  "\"image\":{\"@id\":\"#p\",\"contentUrl\":\"/e.jpg\"}}</script>",
	    "https://a.example/e.jpg" },
	/* which only names what another object says */
	{ "<script type=application/ld+json>{\"@type\":\"NewsArticle\","
	  "\"image\":{\"@id\":\"#p\"}}</script>",
	    "" },
	{ "<meta property=og:image content='javascript:alert(1)'>", "" },
	{ "", "" },
};

START_TEST(the_image_is_found)
{
	char html[2048];

	snprintf(html, sizeof html, "%s" BODY, images[_i].head);
	ck_assert_int_eq(extract(html, "https://a.example/n/1"), TCN_OK);
	check_str(found.image, images[_i].image);
}
END_TEST

TCN_TESTS(extract)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, each_way_finds_it);
	TCN_EACH(noise_is_left_out, noise);
	TCN_EACH(a_name_around_it_does_not_hide_it, frames);
	tcase_add_test(tc, blocks_become_lines);
	tcase_add_test(tc, comments_without_a_name_are_left_out);
	tcase_add_test(tc, a_second_story_below_is_left_out);
	tcase_add_test(tc, few_words_are_no_article);
	tcase_add_test(tc, captions_are_the_text_of_a_gallery);
	tcase_add_test(tc, data_is_weighed_against_the_page);
	TCN_EACH(data_is_found_where_it_stands, wrapped);
	TCN_EACH(the_title_is_found, titles);
	TCN_EACH(the_date_is_found, dates);
	TCN_EACH(the_language_is_found, langs);
	TCN_EACH(the_address_is_found, addresses);
	TCN_EACH(the_image_is_found, images);
}
