#include "tests/base/run.h"

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "tools/intake/feeds/discover.h"
#include "tools/intake/feeds/opml.h"

static const char page_text[] =
    "<html><head><base href='/news/'>"
    "<link rel='stylesheet alternate' type='text/css' href='x.css'>"
    "<link rel='Alternate' type='application/rss+xml; x' title='Wire' "
    "href='../feed'><link rel=alternate type=application/atom+xml href=b>"
    "<link rel=alternate type=application/atom+xml href=b></head></html>";

START_TEST(lists_read_back_as_written)
{
	static const char text[] =
	    "<?xml version='1.0'?><opml version='1.0'><body>"
	    "<outline text='A &amp; B'><outline text='T &quot;x&quot;' "
	    "xmlUrl=' http://a.example/?a=1&b=2 ' htmlUrl='http://a.example/'/>"
	    "</outline><outline title='U' xmlurl='http://b.example/'/>"
	    "<outline text='empty'/></body></opml>";
	struct tcn_opml opml, again;
	struct tcn_buf out = { 0 };
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_opml_parse(tcn_str(text), &arena, &opml, NULL),
	    TCN_OK);
	for (int i = 0; i < 2; i++) {
		ck_assert_uint_eq(opml.n, 2);
		ck_assert(tcn_str_equal(opml.feeds[0].url,
		    tcn_str("http://a.example/?a=1&b=2")));
		ck_assert(tcn_str_equal(opml.feeds[0].title,
		    tcn_str("T \"x\"")));
		ck_assert(tcn_str_equal(opml.feeds[0].folder,
		    tcn_str("A & B")));
		ck_assert(tcn_str_equal(opml.feeds[1].title, tcn_str("U")));
		ck_assert_uint_eq(opml.feeds[1].folder.n, 0);
		tcn_opml_write(&opml, &out);
		ck_assert_int_eq(tcn_opml_parse(tcn_buf_view(&out), &arena,
				     &again, NULL),
		    TCN_OK);
		opml = again;
		tcn_buf_clear(&out);
	}
	ck_assert_int_eq(tcn_opml_parse(tcn_str("<rss/>"), &arena, &opml, NULL),
	    TCN_INVALID);
	ck_assert_int_eq(tcn_opml_parse(tcn_str(""), &arena, &opml, NULL),
	    TCN_INVALID);
	tcn_buf_fini(&out);
	tcn_arena_fini(&arena);
}
END_TEST

/* A comment takes its lines, as they stand in what the reader sees. */
START_TEST(a_feed_knows_its_line_and_a_list_where_it_is_broken)
{
	static const char whole[] =
	    ("<opml>\n<!-- a\ncomment -->\n<body>\n"
	     "<outline xmlUrl='http://a/'/>\n\n"
	     "<outline text='b'\n xmlUrl='b'/>\n</body></opml>");
	static const char broken[] =
	    ("<opml>\n<body>\n<outline xmlUrl='http://a/'/>\n"
	     "<outline xmlUrl='b'></oops>\n</body></opml>");
	struct tcn_arena arena;
	struct tcn_opml opml;

	tcn_arena_init(&arena, 0);
	ck_assert(!tcn_opml_parse(tcn_str(whole), &arena, &opml, NULL));
	ck_assert_uint_eq(opml.n, 2);
	ck_assert_uint_eq(opml.feeds[0].line, 5);
	ck_assert_uint_eq(opml.feeds[1].line, 8);
	ck_assert_uint_eq(opml.broken_line, 0);
	ck_assert(!tcn_opml_parse(tcn_str(broken), &arena, &opml, NULL));
	ck_assert_uint_ge(opml.n, 1);
	ck_assert_uint_eq(opml.feeds[0].line, 3);
	ck_assert_uint_eq(opml.broken_line, 4);
	tcn_arena_fini(&arena);
}
END_TEST

START_TEST(pages_name_their_feeds)
{
	struct tcn_discover_feeds found;
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	tcn_discover(tcn_str(page_text), (struct tcn_str){ 0 },
	    tcn_str("http://a.example/x"), &arena, &found);
	ck_assert_uint_eq(found.n, 2);
	ck_assert(tcn_str_equal(found.at[0].url,
	    tcn_str("http://a.example/feed")));
	ck_assert(tcn_str_equal(found.at[0].title, tcn_str("Wire")));
	ck_assert(tcn_str_equal(found.at[1].url,
	    tcn_str("http://a.example/news/b")));
	tcn_arena_fini(&arena);
}
END_TEST

static const char *const endless[] = { "a%d= ", "<p a%d='' ", "a%d='>' ",
	"a%d/ " };

/* What stands ahead of a tag that the parser would take minutes for is read:
 * half a megabyte of attributes took ten seconds. */
START_TEST(a_page_may_have_endless_tags)
{
	struct tcn_discover_feeds found;
	struct tcn_buf page = { 0 };
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	tcn_buf_z(&page, page_text);
	tcn_buf_z(&page, "<p ");
	for (int i = 0; i < 60000; i++) {
		const char *at = strstr(endless[_i], "%d");

		tcn_buf_add(&page, endless[_i], (size_t)(at - endless[_i]));
		tcn_buf_printf(&page, "%d%s", i, at + 2);
	}
	tcn_buf_z(&page,
	    "><link rel=alternate type=application/rss+xml href=/late>");
	tcn_discover(tcn_buf_view(&page), (struct tcn_str){ 0 },
	    tcn_str("http://a.example/x"), &arena, &found);
	ck_assert_uint_eq(found.n, 2);
	tcn_buf_fini(&page);
	tcn_arena_fini(&arena);
}
END_TEST

TCN_TESTS(opml)
{
	tcase_add_test(tc, lists_read_back_as_written);
	tcase_add_test(tc, a_feed_knows_its_line_and_a_list_where_it_is_broken);
	tcase_add_test(tc, pages_name_their_feeds);
	TCN_EACH(a_page_may_have_endless_tags, endless);
}
