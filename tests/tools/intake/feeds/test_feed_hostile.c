/*
 * Documents made to exhaust their reader: what they cost is bounded, what
 * comes ahead of the attack is read, and that something was left out is told.
 */
#include "tests/base/run.h"

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/text/markup.h"
#include "tools/intake/feeds/feed.h"

#define ARENA_MAX ((size_t)64 << 20)

static struct tcn_arena arena;
static struct tcn_feed feed;
static struct tcn_buf doc;

static void
setup(void)
{
	tcn_markup_init();
	tcn_arena_init(&arena, 0);
	tcn_buf_clear(&doc);
	tcn_buf_z(&doc, "<rss><channel><item><title>first</title></item>");
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
	tcn_buf_fini(&doc);
}

static void
repeat(const char *z, size_t n)
{
	while (n--)
		tcn_buf_z(&doc, z);
}

/* Reads what stands in doc; damage is part of what must be told, NULL:
 * nothing. */
static void
must_read(size_t entries, const char *damage)
{
	const struct tcn_feed_doc whole = { .bytes = tcn_buf_view(&doc) };
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_feed_parse(&whole, &arena, &feed, &err), TCN_OK);
	ck_assert_uint_eq(feed.entries_n, entries);
	ck_assert(tcn_str_equal(feed.entries[0].title, tcn_str("first")));
	ck_assert_msg(damage ? strstr(feed.damage.text, damage) != NULL
			     : feed.damage.text[0] == 0,
	    "%s", feed.damage.text);
	ck_assert_uint_le(tcn_arena_bytes(&arena), ARENA_MAX);
}

static void
end_document(void)
{
	tcn_buf_z(&doc, "<item><title>last</title></item></channel></rss>");
}

/* 2^30 characters, had they been expanded; and a file. */
START_TEST(entities_are_not_expanded)
{
	tcn_buf_clear(&doc);
	tcn_buf_z(&doc, "<!DOCTYPE rss [<!ENTITY e0 'laugh'>");
	for (int i = 1; i < 30; i++)
		tcn_buf_printf(&doc, "<!ENTITY e%d '&e%d;&e%d;'>", i, i - 1,
		    i - 1);
	tcn_buf_z(&doc,
	    "<!ENTITY file SYSTEM 'file:///etc/passwd'>"
	    "<!ENTITY % more SYSTEM 'http://127.0.0.1:9/x'>%more;]>\n"
	    "<rss><channel><item><title>first</title>"
	    "<description>&e29; &file;</description></item>");
	end_document();
	must_read(2, "entities it declares are not expanded");
	ck_assert_uint_eq(feed.damage.line, 1);
	ck_assert(tcn_str_equal(feed.entries[0].text, tcn_str("&e29; &file;")));
}
END_TEST

START_TEST(a_document_type_alone_is_no_damage)
{
	struct tcn_buf rest = { 0 };

	end_document();
	tcn_buf_str(&rest, tcn_buf_view(&doc));
	tcn_buf_clear(&doc);
	tcn_buf_z(&doc,
	    "<!DOCTYPE rss PUBLIC '-//Netscape Communications//DTD RSS "
	    "0.91//EN' 'http://my.netscape.com/publish/formats/rss-0.91.dtd'>");
	tcn_buf_str(&doc, tcn_buf_view(&rest));
	must_read(2, NULL);
	tcn_buf_fini(&rest);
}
END_TEST

/* libxml2 compares each attribute with all before it: these took a minute. */
START_TEST(a_tag_has_so_many_attributes)
{
	static const struct {
		const char *before, *after;
	} forms[] = { { "a", "=''" }, { "xmlns:a", "='u'" },
		{ "a", "=\"'>\"" } };

	tcn_buf_z(&doc, "<x ");
	for (int i = 0; i < 100000; i++) {
		tcn_buf_char(&doc, i % 9 ? ' ' : '\n');
		tcn_buf_printf(&doc, "%s%d%s", forms[_i].before, i,
		    forms[_i].after);
	}
	tcn_buf_z(&doc, "/>");
	end_document();
	must_read(2, "has over 256 attributes");
}
END_TEST

START_TEST(a_tag_may_have_many_attributes)
{
	tcn_buf_z(&doc, "<x");
	for (int i = 0; i < 200; i++)
		tcn_buf_printf(&doc, " a%d='>'", i);
	tcn_buf_z(&doc, ">y</x>");
	end_document();
	must_read(2, NULL);
}
END_TEST

START_TEST(depth_is_bounded)
{
	repeat("<a>", 100000);
	repeat("</a>", 100000);
	end_document();
	must_read(2, "elements nested more than 256 deep");
}
END_TEST

START_TEST(depth_within_a_text_is_bounded)
{
	tcn_buf_z(&doc, "<item><description>");
	repeat("<b>", 100000);
	repeat("</b>", 100000);
	tcn_buf_z(&doc, "</description></item>");
	end_document();
	must_read(3, "elements nested more than 256 deep");
}
END_TEST

/* A single thing larger than libxml2 reads; the entry ahead of it stays. */
static const struct {
	const char *before, *after;
} huge[] = {
	{ "<x a='", "'/>" },
	{ "<", "/>" },
	{ "<x ", "=''/>" },
};

START_TEST(one_huge_thing_ends_it)
{
	tcn_buf_z(&doc, huge[_i].before);
	repeat("xxxxxxxxxxxxxxxx", (size_t)800000);
	tcn_buf_z(&doc, huge[_i].after);
	end_document();
	must_read(1, "over 10 MB");
}
END_TEST

/* Things that open and never close, a million times. */
static const char *const openings[] = { "<![CDATA[", "<!--", "<!DOCTYPE ",
	"<!DOCTYPE [", "<?", "<", "&", "&#", "<a ='", "</", "<a b='&",
	"<item>" };

START_TEST(what_never_closes_costs_its_length)
{
	const struct tcn_feed_doc whole = { .bytes = { NULL, 0 } };
	struct tcn_feed_doc read = whole;
	struct tcn_err err = { 0 };

	repeat(openings[_i], 300000);
	read.bytes = tcn_buf_view(&doc);
	ck_assert_int_eq(tcn_feed_parse(&read, &arena, &feed, &err), TCN_OK);
	ck_assert_uint_ge(feed.entries_n, 1);
	ck_assert(tcn_str_equal(feed.entries[0].title, tcn_str("first")));
	ck_assert_uint_le(tcn_arena_bytes(&arena), ARENA_MAX);
}
END_TEST

START_TEST(entries_are_counted_beyond_the_limit)
{
	repeat("<item/>", 200000);
	end_document();
	must_read(10000, NULL);
	ck_assert_uint_eq(feed.entries_more, 200002 - 10000);
}
END_TEST

TCN_TESTS(feed_hostile)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, entities_are_not_expanded);
	tcase_add_test(tc, a_document_type_alone_is_no_damage);
	tcase_add_loop_test(tc, a_tag_has_so_many_attributes, 0, 3);
	tcase_add_test(tc, a_tag_may_have_many_attributes);
	tcase_add_test(tc, depth_is_bounded);
	tcase_add_test(tc, depth_within_a_text_is_bounded);
	TCN_EACH(one_huge_thing_ends_it, huge);
	TCN_EACH(what_never_closes_costs_its_length, openings);
	tcase_add_test(tc, entries_are_counted_beyond_the_limit);
}
