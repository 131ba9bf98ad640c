/*
 * Origins that are ours, and addresses that a browser stays with us by.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "tools/serve/http/origin.h"

static const struct {
	const char *origin, *scheme, *host;
	bool same;
} origins[] = {
	{ "http://localhost:8080", "http", "localhost:8080", true },
	{ "HTTP://LocalHost:8080", "http", "localhost:8080", true },
	{ "http://localhost", "http", "localhost:80", true },
	{ "http://localhost:80", "http", "localhost", true },
	{ "https://news.example", "https", "news.example:443", true },
	{ "http://[::1]:8080", "http", "[::1]:8080", true },
	{ "https://localhost:8080", "http", "localhost:8080", false },
	{ "http://localhost:8081", "http", "localhost:8080", false },
	{ "http://localhost", "http", "localhost:443", false },
	{ "https://news.example", "https", "news.example:80", false },
	{ "http://127.0.0.1:8080", "http", "localhost:8080", false },
	{ "http://localhost:8080.evil.example", "http", "localhost:8080",
	    false },
	{ "http://localhost:8080/", "http", "localhost:8080", false },
	{ "http://evil@localhost:8080", "http", "localhost:8080", false },
	{ "http:localhost:8080", "http", "localhost:8080", false },
	{ "http://", "http", "", false },
	{ "null", "http", "localhost:8080", false },
	{ "", "http", "localhost:8080", false },
};

START_TEST(an_origin_is_scheme_host_and_port)
{
	ck_assert_msg(tcn_origin_is(origins[_i].origin, origins[_i].scheme,
			  origins[_i].host) == origins[_i].same,
	    "%s and %s", origins[_i].origin, origins[_i].host);
}
END_TEST

static const struct {
	const char *origin, *url;
	bool same;
} urls[] = {
	{ "https://news.example", "https://news.example/tocsin", true },
	{ "https://news.example", "https://NEWS.example:443", true },
	{ "https://news.example:8443", "https://news.example:8443/?a", true },
	{ "http://news.example", "https://news.example/tocsin", false },
	{ "https://evil.example", "https://news.example/tocsin", false },
	{ "https://news.example", "https://news.example.evil.example", false },
	{ "https://news.example", "news.example", false },
	{ "https://", "https://", false },
	{ "null", "https://news.example", false },
};

START_TEST(an_origin_is_that_of_an_address)
{
	ck_assert_msg(tcn_origin_of(urls[_i].origin, urls[_i].url) ==
		urls[_i].same,
	    "%s and %s", urls[_i].origin, urls[_i].url);
}
END_TEST

static const struct {
	const char *path;
	bool ours;
} paths[] = {
	{ "/", true },
	{ "/e/E1?in=2#e-E1", true },
	{ "/feeds/add?address=https://a.example//b", true },
	{ "/a#//b", true },
	{ "", false },
	{ "e/E1", false },
	{ "//evil.example", false },
	{ "///evil.example", false },
	{ "/\\evil.example", false },
	{ "/e\\E1", false },
	{ "/a//b", false },
	{ "/a?b\\c", false },
	{ "\\/evil.example", false },
	{ "/\t/evil.example", false },
	{ "/\n/evil.example", false },
	{ "/ /evil.example", false },
	{ "/a\r\nSet-Cookie: x=y", false },
	{ "/a\x7f", false },
	{ "/\xc3\xa4", false },
	{ "https://evil.example/", false },
	{ "javascript:alert(1)", false },
};

START_TEST(an_own_path_stays_with_us)
{
	ck_assert_msg(tcn_origin_is_own_path(tcn_str(paths[_i].path)) ==
		paths[_i].ours,
	    "%s", paths[_i].path);
}
END_TEST

START_TEST(an_own_path_has_an_end)
{
	char path[TCN_ORIGIN_PATH_MAX + 1];

	memset(path, 'a', sizeof path);
	path[0] = '/';
	ck_assert(tcn_origin_is_own_path((struct tcn_str){
	    path, TCN_ORIGIN_PATH_MAX }));
	ck_assert(!tcn_origin_is_own_path((struct tcn_str){
	    path, TCN_ORIGIN_PATH_MAX + 1 }));
	ck_assert(!tcn_origin_is_own_path((struct tcn_str){ "/a\0b", 4 }));
}
END_TEST

TCN_TESTS(origin)
{
	TCN_EACH(an_origin_is_scheme_host_and_port, origins);
	TCN_EACH(an_origin_is_that_of_an_address, urls);
	TCN_EACH(an_own_path_stays_with_us, paths);
	tcase_add_test(tc, an_own_path_has_an_end);
}
