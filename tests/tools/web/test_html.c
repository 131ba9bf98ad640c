#include "tests/base/run.h"

#include <string.h>

#include "engine/base/mem.h"
#include "engine/item/record.h"
#include "tests/tools/web/pages.h"
#include "tools/web/web_html.h"

static struct tcn_buf out;

static void
is(const char *text)
{
	ck_assert(!out.failed);
	ck_assert_str_eq(out.at ? out.at : "", text);
	tcn_buf_fini(&out);
}

START_TEST(text_is_escaped)
{
	tcn_web_html_text(&out, tcn_str("<a href='x'>&\"</a>"));
	is("&lt;a href=&#39;x&#39;&gt;&amp;&quot;&lt;/a&gt;");
	tcn_web_html_attr(&out, "title", tcn_str("\" onload=\"x"));
	is(" title=\"&quot; onload=&quot;x\"");
	tcn_web_html_attr(&out, "title", (struct tcn_str){ 0 });
	is("");
	tcn_web_html_foreign(&out, tcn_str("ar"), tcn_str("<b>"));
	is("<bdi dir=\"auto\" lang=\"ar\">&lt;b&gt;</bdi>");
	tcn_web_html_foreign(&out, tcn_str("x\" onload=\"y"), tcn_str("a"));
	is("<bdi dir=\"auto\">a</bdi>");
	tcn_web_html_hidden(&out, "back", tcn_str("/?a=1&b=\"2\""));
	is("<input type=\"hidden\" name=\"back\" "
	   "value=\"/?a=1&amp;b=&quot;2&quot;\">");
}
END_TEST

START_TEST(only_pages_are_linked)
{
	tcn_web_html_link(&out, tcn_str("https://a.example/?b&c"),
	    tcn_str("fr"), tcn_str("\xc3\x80 <b>"));
	is("<a href=\"https://a.example/?b&amp;c\" target=\"_blank\" "
	   "rel=\"noopener noreferrer nofollow\"><bdi dir=\"auto\" "
	   "lang=\"fr\">\xc3\x80 &lt;b&gt;</bdi></a>");
	tcn_web_html_link(&out, tcn_str("javascript:alert(1)"),
	    (struct tcn_str){ 0 }, tcn_str("a"));
	is("<bdi dir=\"auto\">a</bdi>");
}
END_TEST

START_TEST(times_can_be_read_without_scripts)
{
	const int64_t ms = 1772514271669;

	tcn_web_html_time(&out, ms, TCN_WEB_HTML_CLOCK);
	is("<time datetime=\"2026-03-03T05:04:31.669Z\" data-as=\"clock\" "
	   "title=\"Tue 3 Mar 2026, 05:04 UTC\">05:04 UTC</time>");
	tcn_web_html_age(&out, ms, ms + 59999);
	pages_lacks(out.at, "data-as");
	pages_has(out.at, ">just now</time>");
	tcn_buf_fini(&out);
	tcn_web_html_age(&out, ms, ms + 3 * 3600000 + 119999);
	pages_has(out.at, ">3 h 1 min ago</time>");
	tcn_buf_fini(&out);
	tcn_web_html_age(&out, TCN_UNDATED, ms);
	is("never");
	tcn_web_html_time(&out, INT64_MAX, TCN_WEB_HTML_SHORT);
	is("never");
}
END_TEST

START_TEST(counts_are_grouped)
{
	static const struct {
		uint64_t n;
		const char *text;
	} counts[] = {
		{ 0, "0 items" },
		{ 1, "1 item" },
		{ 999, "999 items" },
		{ 1000, "1,000 items" },
		{ 1234567, "1,234,567 items" },
	};

	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		tcn_web_html_counted(&out, counts[i].n, "item");
		is(counts[i].text);
	}
}
END_TEST

START_TEST(a_line_stays_in_its_drawing)
{
	const uint32_t values[] = { 0, 4294967295u, 2147483648u };
	const uint32_t flat[] = { 0, 0, 0, 7, 7 };

	tcn_web_html_spark(&out, values, 3, "growth");
	pages_has(out.at, "<path d=\"M0 26l2-24 2 12\"/>");
	tcn_buf_fini(&out);
	tcn_web_html_spark(&out, flat, 5, "growth");
	pages_has(out.at, "<path d=\"M0 26l4 0 2-24 2 0\"/>");
	tcn_buf_fini(&out);
	tcn_web_html_spark(&out, values, 1, "growth");
	pages_has(out.at, "<path d=\"M0 26\"/>");
	tcn_buf_fini(&out);
	tcn_web_html_spark(&out, values, 0, "growth");
	pages_has(out.at, "<path d=\"\"/>");
	tcn_buf_fini(&out);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(html)
{
	tcase_add_test(tc, text_is_escaped);
	tcase_add_test(tc, only_pages_are_linked);
	tcase_add_test(tc, times_can_be_read_without_scripts);
	tcase_add_test(tc, counts_are_grouped);
	tcase_add_test(tc, a_line_stays_in_its_drawing);
}
