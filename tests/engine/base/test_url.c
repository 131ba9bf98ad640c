#include "tests/base/in_arena.h"

#include "engine/base/url.h"
#include "tests/base/check_str.h"
#include "tests/base/random.h"

static const struct {
	const char *url, *canonical, *host;
} table[] = {
	{ "http://www.Example.com/a/b?x=1&y=2",
	    "http://www.example.com/a/b?x=1&y=2", "www.Example.com" },
	{ "HTTPS://M.example.com:443/Path/#top", "https://m.example.com/Path",
	    "M.example.com" },
	{ "http://example.com:80", "http://example.com", "example.com" },
	{ "http://example.com:0080/", "http://example.com", "example.com" },
	{ "http://example.com:443/", "http://example.com:443", "example.com" },
	{ "https://example.com:8443/x//", "https://example.com:8443/x",
	    "example.com" },
	{ "http://example.com:/x", "http://example.com/x", "example.com" },
	{ "http://user:pass@example.com./x", "http://example.com/x",
	    "example.com" },
	{ "http://www.m.bbc.co.uk/", "http://www.m.bbc.co.uk",
	    "www.m.bbc.co.uk" },
	{ "http://m.com/", "http://m.com", "m.com" },
	{ "http://www.com/", "http://www.com", "www.com" },
	{ "http://media.example.com/", "http://media.example.com",
	    "media.example.com" },
	{ "http://e.com/?utm_source=a&utm_medium=b&UTM_X=c", "http://e.com",
	    "e.com" },
	{ "http://e.com/a/?id=7&fbclid=Iw&gclid=&page=2#c",
	    "http://e.com/a?id=7&page=2", "e.com" },
	{ "http://e.com/a?gclid", "http://e.com/a", "e.com" },
	{ "http://e.com/a?gclids=1&my_utm_source=2&utm=3",
	    "http://e.com/a?gclids=1&my_utm_source=2&utm=3", "e.com" },
	{ "http://e.com/a?&&b=1&&c&", "http://e.com/a?b=1&c", "e.com" },
	{ "http://e.com?q=a/b/", "http://e.com?q=a/b/", "e.com" },
	{ "http://e.com#x?utm_source=1", "http://e.com", "e.com" },
	{ " http://e.com/a\n b ", "http://e.com/ab", "e.com" },
	{ "http://[::1]:80/x", "http://[::1]/x", "[::1]" },
	{ "http://münchen.de/Ä", "http://münchen.de/Ä", "münchen.de" },
	{ "https://example.com\\@evil.com/", "https://example.com\\@evil.com",
	    "example.com" },
	{ "http://a:80:80/", "http://a:80:80/", "" },
	{ "http://[::1", "http://[::1", "" },
	{ "http://", "http://", "" },
	{ "http:///x/", "http:///x/", "" },
	{ "http://.../x/", "http://.../x/", "" },
	{ "http://<b>/x/", "http://<b>/x/", "" },
	{ "ftp://Example.com/a/", "ftp://Example.com/a/", "" },
	{ "tag:example.com,2014:7#x", "tag:example.com,2014:7#x", "" },
	{ "www.example.com/a/", "www.example.com/a/", "" },
	{ "http", "http", "" },
	{ "", "", "" },
};

START_TEST(canonical_and_host)
{
	struct tcn_str url = tcn_str(table[_i].url);
	struct tcn_str got;

	tcn_url_canonical(&arena, url, &got);
	check_str(got, table[_i].canonical);
	tcn_url_canonical(&arena, got, &got);
	check_str(got, table[_i].canonical);
	check_str(tcn_url_host(url), table[_i].host);
}
END_TEST

/* A canonical form is its own canonical form, whatever it was made of. */
START_TEST(twice_changes_nothing)
{
	static const char *const pieces[] = { "http://", "HTTPS://", "www.",
		"m.", "a", "B.c", ":80", ":443", ":", "0", "/", "//", "?", "&",
		"=", "#", "utm_x", "gclid", "@", ".", " ", "\\", "[", "]",
		"%41", "é", "\t" };
	uint64_t seed = 7;

	for (int round = 0; round < 100000; round++) {
		struct tcn_str once, twice;
		char url[128];
		size_t n = 0;

		for (int i = 0; i < 10; i++) {
			uint32_t at = random_below(&seed, i ? 27 : 2);
			const char *piece = pieces[at];

			memcpy(url + n, piece, strlen(piece));
			n += strlen(piece);
		}
		tcn_arena_reset(&arena);
		tcn_url_canonical(&arena, (struct tcn_str){ url, n }, &once);
		tcn_url_canonical(&arena, once, &twice);
		ck_assert_msg(tcn_str_equal(once, twice), "%.*s\n%.*s\n%.*s",
		    (int)n, url, TCN_STR_ARG(once), TCN_STR_ARG(twice));
	}
}
END_TEST

static const struct {
	const char *url;
	bool web;
} links[] = {
	{ "http://example.com/", true },
	{ "HTTPS://Example.com:8443/a b?x=1#c", true },
	{ " https://m\xc3\xbcnchen.de/\xc3\x84 \n", true },
	{ "http://user:pass@example.com", true },
	{ "http://[2001:db8::1]:80/x", true },
	{ "http://example.com/?u=javascript:alert(1)", true },
	{ "javascript:alert(1)", false },
	{ "JavaScript:alert(1)", false },
	{ " \tjavascript:alert(1)", false },
	{ "java\tscript:alert(1)", false },
	{ "java\nscript:alert(1)", false },
	{ "\x01javascript:alert(1)", false },
	{ "javascript\n:alert(1)", false },
	{ "javascript://example.com/%0aalert(1)", false },
	{ "javascript%3aalert(1)", false },
	{ "%6aavascript:alert(1)", false },
	{ "&#106;avascript:alert(1)", false },
	{ "feed:javascript:alert(1)", false },
	{ "view-source:http://example.com/", false },
	{ "data:text/html;base64,PHNjcmlwdD4=", false },
	{ "DATA:text/html,x", false },
	{ "vbscript:msgbox(1)", false },
	{ "VbScript:x", false },
	{ "file:///etc/passwd", false },
	{ "FILE://host/x", false },
	{ "ftp://example.com/", false },
	{ "blob:https://example.com/x", false },
	{ "about:blank", false },
	{ "mailto:a@example.com", false },
	{ "tag:example.com,2014:7", false },
	{ "urn:uuid:1", false },
	{ "//example.com/x", false },
	{ "/x", false },
	{ "example.com/x", false },
	{ "http:example.com", false },
	{ "http:/example.com", false },
	{ "http:\\\\example.com", false },
	{ "http://", false },
	{ "http:///x", false },
	{ "http://%6aavascript/", false },
	{ "http://exa\tmple.com/", false },
	{ "http://example.com/\r\nSet-Cookie: a=b", false },
	{ "http://example.com/\x7f", false },
	{ "ht\ntp://example.com/", false },
	{ "", false },
};

START_TEST(only_http_is_linked)
{
	struct tcn_str url = tcn_str(links[_i].url);

	ck_assert_msg(tcn_str_equal(tcn_url_web(url),
			  links[_i].web ? tcn_str_trim(url) : tcn_str("")),
	    "%s", links[_i].url);
}
END_TEST

/* Each byte before, inside and behind the scheme; each in any case. */
START_TEST(no_byte_makes_a_script_a_link)
{
	static const char *const schemes[] = { "javascript:alert(1)",
		"vbscript:x", "data:text/html,x", "file:///x" };

	for (size_t i = 0; i < 4; i++)
		for (size_t at = 0; at <= 12; at++)
			for (int c = 0; c < 256; c++) {
				char url[64];
				size_t n = strlen(schemes[i]);

				memcpy(url, schemes[i], n);
				if (at > n)
					continue;
				memmove(url + at + 1, url + at, n - at);
				url[at] = (char)c;
				ck_assert_uint_eq(tcn_url_web((struct tcn_str){
								  url, n + 1 })
						      .n,
				    0);
			}
}
END_TEST

TCN_TESTS(url)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(canonical_and_host, table);
	tcase_add_test(tc, twice_changes_nothing);
	TCN_EACH(only_http_is_linked, links);
	tcase_add_test(tc, no_byte_makes_a_script_a_link);
}
