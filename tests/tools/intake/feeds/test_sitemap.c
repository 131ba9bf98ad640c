/*
 * robots.txt and sitemaps as documents; test_sitemap_site.c has a site of them.
 */
#include "tests/base/run.h"

#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/record.h"
#include "engine/text/markup.h"
#include "tools/intake/feeds/crawl.h"
#include "tools/intake/feeds/robots.h"
#include "tools/intake/feeds/sitemap.h"

/* --- robots.txt --- */

static const struct {
	const char *file, *url;
	bool allowed;
} rules[] = {
	{ "", "http://a.example/x", true },
	{ "<html>not found</html>", "http://a.example/x", true },
	{ "User-agent: *\nDisallow: /", "http://a.example/", false },
	{ "User-agent: *\nDisallow:", "http://a.example/", true },
	{ "User-agent: *\nDisallow: /a", "http://a.example/abc", false },
	{ "User-agent: *\nDisallow: /a", "http://a.example/b/a", true },
	{ "User-agent: *\nDisallow: /a", "http://a.example", true },
	/* Ours count, and then nobody else's. */
	{ "User-agent: *\nDisallow: /\n\nUser-agent: TOCSIN\nDisallow: /b",
	    "http://a.example/a", true },
	{ "User-agent: tocsinette\nDisallow: /", "http://a.example/a", true },
	{ "User-agent: x\nUser-agent: tocsin\nUser-agent: y\nDisallow: /",
	    "http://a.example/a", false },
	{ "User-agent: tocsin\nDisallow: /a\nUser-agent: x\nAllow: /\n"
	  "User-agent: tocsin\nDisallow: /b",
	    "http://a.example/b", false },
	{ "Disallow: /", "http://a.example/a", true }, /* for nobody */
	/* The longest decides; of two as long the one that allows. */
	{ "User-agent: *\nDisallow: /a\nAllow: /a/b", "http://a.example/a/b/c",
	    true },
	{ "User-agent: *\nAllow: /a\nDisallow: /a/b", "http://a.example/a/b/c",
	    false },
	{ "User-agent: *\nDisallow: /a\nAllow: /a", "http://a.example/a",
	    true },
	/* '*' and '$' */
	{ "User-agent: *\nDisallow: /*.pdf$", "http://a.example/x/y.pdf",
	    false },
	{ "User-agent: *\nDisallow: /*.pdf$", "http://a.example/y.pdf?z",
	    true },
	{ "User-agent: *\nDisallow: /*a*b*c", "http://a.example/xxaxbxcx",
	    false },
	{ "User-agent: *\nDisallow: /*a*b*c", "http://a.example/xxcxbxa",
	    true },
	{ "User-agent: *\nDisallow: /*?", "http://a.example/a?b", false },
	{ "User-agent: *\nDisallow: /$", "http://a.example/", false },
	{ "User-agent: *\nDisallow: /$", "http://a.example/a", true },
	/* One spelling. */
	{ "User-agent: *\nDisallow: /%7ejoe", "http://a.example/~joe", false },
	{ "User-agent: *\nDisallow: /\xc3\xbc", "http://a.example/%c3%bc",
	    false },
	{ "User-agent: *\nDisallow: /a%2fb", "http://a.example/a/b", true },
	{ "User-agent: *\nDisallow: /a%2Fb", "http://a.example/a%2fb", false },
	/* As people write it. */
	{ "\xef\xbb\xbfuser-agent:*\r\n\r\nDISALLOW :/a # all of it",
	    "http://a.example/ab", false },
	{ "User-agent: *\rDisallow: /a\r", "http://a.example/a", false },
	{ "User-agent: *\nCrawl-delay: 2\nDisallow: /a", "http://a.example/a",
	    false },
};

START_TEST(rules_say_what_may_be_fetched)
{
	struct tcn_robots robots;
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	tcn_robots_parse(tcn_str(rules[_i].file),
	    tcn_str("tocsin/1.0 (+http://b.example)"), &arena, &robots);
	ck_assert_msg(tcn_robots_allows(&robots, tcn_str(rules[_i].url),
			  &arena) == rules[_i].allowed,
	    "%s of\n%s", rules[_i].url, rules[_i].file);
	tcn_arena_fini(&arena);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(robots_name_sitemaps_and_a_delay)
{
	static const char file[] =
	    "Sitemap: http://a.example/1.xml\nUser-agent: *\n"
	    "Crawl-delay: 7.5\nsitemap:http://a.example/2.xml\n"
	    "Disallow: /x\nUser-agent: slow\nCrawl-delay: 4000\n";
	struct tcn_robots robots;
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	tcn_robots_parse(tcn_str(file), tcn_str("tocsin"), &arena, &robots);
	ck_assert_uint_eq(robots.sitemaps_n, 2);
	ck_assert_str_eq(robots.sitemaps[1].at, "http://a.example/2.xml");
	ck_assert_int_eq(robots.delay_ms, 7000);
	ck_assert(!tcn_robots_allows(&robots, tcn_str("http://a.example/x"),
	    &arena));
	tcn_robots_parse(tcn_str(file), tcn_str("slow/2"), &arena, &robots);
	ck_assert_int_eq(robots.delay_ms, 60000);
	ck_assert(tcn_robots_allows(&robots, tcn_str("http://a.example/x"),
	    &arena));
	tcn_arena_fini(&arena);
}
END_TEST

/* A file that is made to be slow to match is given up, and allows nothing. */
START_TEST(a_file_of_many_stars_is_given_up)
{
	struct tcn_buf file = { 0 }, url = { 0 };
	struct tcn_robots robots;
	struct tcn_arena arena;
	bool allowed = true;

	tcn_buf_z(&file, "User-agent: *\n");
	for (int i = 0; i < 1000; i++) {
		tcn_buf_z(&file, "Disallow: /*");
		for (int j = 0; j < 100; j++)
			tcn_buf_z(&file, "aaaa*");
		tcn_buf_z(&file, "b\n");
	}
	tcn_buf_z(&url, "http://a.example/");
	for (int i = 0; i < 8000; i++)
		tcn_buf_char(&url, 'a');
	tcn_arena_init(&arena, 0);
	tcn_robots_parse(tcn_buf_view(&file), tcn_str("tocsin"), &arena,
	    &robots);
	robots.steps = 10000000; /* in place of seconds of them */
	for (int i = 0; i < 100; i++)
		allowed =
		    tcn_robots_allows(&robots, tcn_buf_view(&url), &arena);
	ck_assert(!allowed && robots.steps == 0);
	tcn_arena_fini(&arena);
	tcn_buf_fini(&file);
	tcn_buf_fini(&url);
}
END_TEST

/* --- sitemaps --- */

#define NEWS                                                                   \
	"xmlns:n='http://www.google.com/schemas/sitemap-news/0.9' "            \
	"xmlns:i='http://www.google.com/schemas/sitemap-image/1.1' "           \
	"xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'"

/* One line for each entry: url|title|source|lang, dates as seconds; behind it
 * its picture. */
static const struct {
	const char *document, *entries; /* NULL: it is none */
} maps[] = {
	{ "<urlset/>", "" },
	{ "<urlset><url><loc> http://a.example/1?a&amp;b </loc></url>"
	  "<url><lastmod>2026-01-01</lastmod></url>"
	  "<url><loc>ftp://a.example/</loc></url></urlset>",
	    "http://a.example/1?a&b||||-|-\n" },
	{ "<urlset " NEWS "><url><loc>http://a.example/2</loc>"
	  "<n:news><n:publication><n:name>The Wire</n:name>"
	  "<n:language>pt-BR</n:language></n:publication>"
	  "<n:publication_date>2026-11-22T10:00:00Z</n:publication_date>"
	  "<n:title><![CDATA[Dam bursts & floods]]></n:title></n:news>"
	  "<i:image><i:loc>http://a.example/2.jpg</i:loc>"
	  "<i:title>Dam</i:title></i:image>"
	  "<lastmod>2026-11-22T12:00:00+01:00</lastmod></url></urlset>",
	    "http://a.example/2|Dam bursts & floods|The Wire|pt-BR|1795345200|"
	    "1795341600 http://a.example/2.jpg\n" },
	/* Undeclared, cut off, and declared entities that are not expanded. */
	{ "<urlset><url><loc>http://a.example/3</loc><news:news><news:title>"
	  "Strike</news:title></news:news></url><url><loc>http://a.exam",
	    "http://a.example/3|Strike|||-|-\n" },
	{ "<!DOCTYPE urlset [<!ENTITY a 'aaaa'>]><urlset><url>"
	  "<loc>http://a.example/&a;</loc></url></urlset>",
	    "http://a.example/&a;||||-|-\n" },
	{ "http://a.example/4\r\n\nhttp://a.example/5\nno address\n",
	    "http://a.example/4||||-|-\nhttp://a.example/5||||-|-\n" },
	{ "<rss><channel/></rss>", NULL },
	{ "<html><body>http://a.example/</body></html>", NULL },
	{ "", NULL },
	{ "just words\nhttp://a.example/\n", NULL },
};

static void
put_date(int64_t ms, struct tcn_buf *out)
{
	if (ms == TCN_UNDATED)
		tcn_buf_z(out, "|-");
	else
		tcn_buf_printf(out, "|%lld", (long long)(ms / 1000));
}

START_TEST(sitemaps_are_read)
{
	struct tcn_buf got = { 0 };
	struct tcn_err err = { 0 };
	struct tcn_sitemap map;
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_markup_init();
	tcn_arena_init(&arena, 0);
	rc = tcn_sitemap_parse(tcn_str(maps[_i].document), tcn_str(""), 10,
	    &arena, &map, &err);
	ck_assert_int_eq(rc, maps[_i].entries ? TCN_OK : TCN_INVALID);
	ck_assert_int_eq(rc == TCN_INVALID, err.text[0] != '\0');
	for (size_t i = 0; i < map.n; i++) {
		const struct tcn_sitemap_entry *e = &map.entries[i];

		tcn_buf_printf(&got, "%.*s|%.*s|%.*s|%.*s", TCN_STR_ARG(e->url),
		    TCN_STR_ARG(e->title), TCN_STR_ARG(e->source),
		    TCN_STR_ARG(e->lang));
		put_date(e->modified_ms, &got);
		put_date(e->published_ms, &got);
		if (e->image.n)
			tcn_buf_printf(&got, " %.*s", TCN_STR_ARG(e->image));
		tcn_buf_char(&got, '\n');
	}
	if (maps[_i].entries)
		ck_assert_str_eq(got.at ? got.at : "", maps[_i].entries);
	tcn_buf_fini(&got);
	tcn_arena_fini(&arena);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(a_limit_is_kept_and_told)
{
	struct tcn_buf document = { 0 };
	struct tcn_err err = { 0 };
	struct tcn_sitemap map;
	struct tcn_arena arena;

	tcn_buf_z(&document, "<sitemapindex>");
	for (int i = 0; i < 25; i++)
		tcn_buf_printf(&document,
		    "<sitemap><loc>http://a.example/%d</loc></sitemap>", i);
	tcn_buf_z(&document, "</sitemapindex>");
	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_sitemap_parse(tcn_buf_view(&document), tcn_str(""),
			     10, &arena, &map, &err),
	    TCN_OK);
	ck_assert(map.is_index);
	ck_assert_uint_eq(map.n, 10);
	ck_assert_uint_eq(map.more, 15);
	tcn_arena_fini(&arena);
	tcn_buf_fini(&document);
}
END_TEST

TCN_TESTS(sitemap)
{
	TCN_EACH(rules_say_what_may_be_fetched, rules);
	tcase_add_test(tc, robots_name_sitemaps_and_a_delay);
	tcase_add_test(tc, a_file_of_many_stars_is_given_up);
	TCN_EACH(sitemaps_are_read, maps);
	tcase_add_test(tc, a_limit_is_kept_and_told);
}
