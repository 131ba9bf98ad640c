#include "tests/base/run.h"

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/base/safe.h"

static const struct {
	const char *in;
	size_t max;
	const char *out;
} texts[] = {
	{ "", 10, "" },
	{ "  a \t\r\n b  ", 10, "a b" },
	{ "a\x01\x7f"
	  "b",
	    10, "a b" },
	{ "evil\xe2\x80\xae"
	  "cod.exe",
	    20, "evilcod.exe" }, /* U+202E */
	{ "\xe2\x81\xa6x\xe2\x81\xa9", 20, "x" }, /* isolates */
	{ "zero\xe2\x80\x8bwidth\xef\xbb\xbf", 20, "zerowidth" },
	{ "\xe2\x80\xa8line\xe2\x80\xa9", 20, "line" },
	{ "\xd9\x86\xe2\x80\x8c\xd9\x85", 20, /* Persian needs its joiner */
	    "\xd9\x86\xe2\x80\x8c\xd9\x85" },
	{ "bad\xff\xc3", 20, "bad\xef\xbf\xbd\xef\xbf\xbd" },
	{ "\xed\xa0\x80", 20, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
	{ "abcdefghij", 10, "abcdefghij" },
	{ "abcdefghijk", 10, "abcdefghi\xe2\x80\xa6" },
	{ "two words", 8, "two wor\xe2\x80\xa6" },
	{ "the longer words", 15, "the longer\xe2\x80\xa6" },
	{ "caf\x65\xcc\x81s!", 5, "caf\xe2\x80\xa6" }, /* e with an accent */
	{ "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", 2,
	    "\xe6\x97\xa5\xe2\x80\xa6" },
};

START_TEST(text_is_cleaned)
{
	struct tcn_arena arena;
	struct tcn_str out;

	tcn_arena_init(&arena, 0);
	tcn_safe_text(&arena, tcn_str(texts[_i].in), texts[_i].max, &out);
	ck_assert_uint_eq(out.n, strlen(texts[_i].out));
	ck_assert_mem_eq(out.at, texts[_i].out, out.n);
	tcn_arena_fini(&arena);
}
END_TEST

/* Cleaning what is clean changes nothing, and never exceeds the limit. */
START_TEST(cleaning_twice_is_once)
{
	static const char alphabet[] = "a \n\x01\xe2\x80\xae\xcc\x81\xf0\x9f";
	struct tcn_arena arena;
	unsigned seed = (unsigned)_i * 2654435761u + 1;
	char bytes[64];
	size_t n = (size_t)_i % sizeof bytes, chars = 0;
	struct tcn_str once, twice;

	for (size_t i = 0; i < n; i++) {
		seed = seed * 1664525u + 1013904223u;
		bytes[i] = alphabet[(seed >> 16) % (sizeof alphabet - 1)];
	}
	tcn_arena_init(&arena, 0);
	tcn_safe_text(&arena, (struct tcn_str){ bytes, n }, 12, &once);
	tcn_safe_text(&arena, once, 12, &twice);
	ck_assert(tcn_str_equal(once, twice));
	for (size_t i = 0; i < once.n; i++)
		chars += (once.at[i] & 0xc0) != 0x80;
	ck_assert_uint_le(chars, 12);
	tcn_arena_fini(&arena);
}
END_TEST

static const struct {
	const char *url;
	bool link;
} urls[] = {
	{ "https://example.org/a?b=c#d", true },
	{ "HTTP://www.Example.org", true },
	{ "http://[::1]/", true },
	{ "https://b\xc3\xbc"
	  "cher.example/",
	    true },
	{ "", false },
	{ "https://", false },
	{ "https:///etc", false },
	{ "javascript:alert(1)", false },
	{ " javascript:alert(1)", false },
	{ "JaVaScRiPt:alert(1)//https://x", false },
	{ "data:text/html,<script>", false },
	{ "vbscript:x", false },
	{ "file:///etc/passwd", false },
	{ "//example.org", false },
	{ "https:example.org", false },
	{ "https://a b", false },
	{ "https://a\nb", false },
	{ "https://a\\b", false },
	{ "https://a/\\b", true },
	{ "https://a?\\b", true },
	{ "https://a\xe2\x80\xae"
	  "b",
	    false },
	{ "https://a\xff", false },
};

START_TEST(links_are_few)
{
	struct tcn_str url = tcn_str(urls[_i].url);

	ck_assert_int_eq(tcn_safe_is_link(url), urls[_i].link);
}
END_TEST

START_TEST(long_links_are_none)
{
	char url[2100];

	memset(url, 'a', sizeof url);
	memcpy(url, "https://", 8);
	ck_assert(tcn_safe_is_link((struct tcn_str){ url, 2048 }));
	ck_assert(!tcn_safe_is_link((struct tcn_str){ url, 2049 }));
}
END_TEST

START_TEST(language_tags)
{
	static const char *const good[] = { "en", "pt-BR", "zh-Hans", "fil",
		"es-419" };
	static const char *const bad[] = { "", "e", "en\"", "en ", "en-", "-en",
		"123", "x>y", "abcdefghi", "en--us" };

	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		ck_assert_msg(tcn_safe_is_lang(tcn_str(good[i])), "%s",
		    good[i]);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_msg(!tcn_safe_is_lang(tcn_str(bad[i])), "%s", bad[i]);
}
END_TEST

static const struct {
	const char *in, *html, *md;
} escapes[] = {
	{ "plain (text), 4.2 - 5", "plain (text), 4.2 - 5",
	    "plain (text), 4.2 - 5" },
	{ "<b>&\"'", "&lt;b&gt;&amp;&quot;&#39;", "&lt;b&gt;&\"'" },
	{ "R&D, a &amp; b &#39; &", "R&amp;D, a &amp;amp; b &amp;#39; &amp;",
	    "R&D, a &amp;amp; b &amp;#39; &" },
	{ "a|b`c`", "a|b`c`", "a\\|b\\`c\\`" },
	{ "[x](y) ![z]", "[x](y) ![z]", "\\[x\\](y) !\\[z\\]" },
	{ "a &lt", "a &amp;lt", "a &amp;lt" },
	{ "Now! Go!", "Now! Go!", "Now! Go\\!" },
	{ "*a* _b_ ~c~ $d$", "*a* _b_ ~c~ $d$",
	    "\\*a\\* \\_b\\_ \\~c\\~ \\$d\\$" },
	{ "# head", "# head", "\\# head" },
	{ "- item #1", "- item #1", "\\- item #1" },
	{ "12. item 3.", "12. item 3.", "12\\. item 3." },
	{ "7.5 shakes", "7.5 shakes", "7.5 shakes" },
	{ "1) item", "1) item", "1\\) item" },
	{ "http://x.y www.z a@b", "http://x.y www.z a@b",
	    "http\\://x.y www\\.z a\\@b" },
	{ "\\", "\\", "\\\\" },
};

START_TEST(escaping)
{
	struct tcn_buf buf = { 0 };

	tcn_safe_html(&buf, tcn_str(escapes[_i].in));
	ck_assert_str_eq(buf.at, escapes[_i].html);
	tcn_buf_clear(&buf);
	tcn_safe_md(&buf, tcn_str(escapes[_i].in));
	ck_assert_str_eq(buf.at, escapes[_i].md);
	tcn_buf_fini(&buf);
}
END_TEST

START_TEST(markdown_destination)
{
	struct tcn_buf buf = { 0 };

	tcn_safe_md_url(&buf, tcn_str("https://a/(b)>|`\"<c\\"));
	ck_assert_str_eq(buf.at, "<https://a/(b)%3E%7C%60%22%3Cc%5C>");
	tcn_buf_fini(&buf);
}
END_TEST

TCN_TESTS(safe)
{
	TCN_EACH(text_is_cleaned, texts);
	tcase_add_loop_test(tc, cleaning_twice_is_once, 0, 500);
	TCN_EACH(links_are_few, urls);
	tcase_add_test(tc, long_links_are_none);
	tcase_add_test(tc, language_tags);
	TCN_EACH(escaping, escapes);
	tcase_add_test(tc, markdown_destination);
}
