#include "tests/base/in_arena.h"

#include "engine/item/publisher.h"
#include "tests/base/check_str.h"

static struct tcn_str
name_of(const char *url, const char *source)
{
	struct tcn_str name;

	tcn_publisher_name(&arena, tcn_str(url), tcn_str(source), &name);
	return name;
}

static const struct {
	const char *url, *publisher;
} table[] = {
	{ "http://www.Example.com/a/b?x=1&y=2", "example.com" },
	{ "HTTPS://M.example.com:443/Path/#top", "example.com" },
	{ "http://example.com:80", "example.com" },
	{ "http://example.com:0080/", "example.com" },
	{ "http://example.com:443/", "example.com" },
	{ "https://example.com:8443/x//", "example.com" },
	{ "http://example.com:/x", "example.com" },
	{ "http://user:pass@example.com./x", "example.com" },
	{ "http://www.m.bbc.co.uk/", "bbc.co.uk" },
	{ "http://m.com/", "m.com" },
	{ "http://www.com/", "www.com" },
	{ "http://media.example.com/", "media.example.com" },
	{ "http://e.com/?utm_source=a&utm_medium=b&UTM_X=c", "e.com" },
	{ "http://e.com/a/?id=7&fbclid=Iw&gclid=&page=2#c", "e.com" },
	{ "http://e.com/a?gclid", "e.com" },
	{ "http://e.com/a?gclids=1&my_utm_source=2&utm=3", "e.com" },
	{ "http://e.com/a?&&b=1&&c&", "e.com" },
	{ "http://e.com?q=a/b/", "e.com" },
	{ "http://e.com#x?utm_source=1", "e.com" },
	{ " http://e.com/a\n b ", "e.com" },
	{ "http://[::1]:80/x", "[::1]" },
	{ "http://münchen.de/Ä", "münchen.de" },
	{ "https://example.com\\@evil.com/", "example.com" },
	{ "http://a:80:80/", "the source" },
	{ "http://[::1", "the source" },
	{ "http://", "the source" },
	{ "http:///x/", "the source" },
	{ "http://.../x/", "the source" },
	{ "http://<b>/x/", "the source" },
	{ "ftp://Example.com/a/", "the source" },
	{ "tag:example.com,2014:7#x", "the source" },
	{ "www.example.com/a/", "the source" },
	{ "http", "the source" },
	{ "", "the source" },
};

START_TEST(the_site_or_else_the_source)
{
	check_str(name_of(table[_i].url, " The  \t Source "),
	    table[_i].publisher);
}
END_TEST

START_TEST(source_is_folded)
{
	check_str(name_of("", "LE  MÉDIA"), "le média");
	check_str(name_of("", ""), "");
	check_str(name_of("", " \t"), "");
	check_str(name_of("", " \x01The Source"), "the source");
}
END_TEST

TCN_TESTS(publisher)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(the_site_or_else_the_source, table);
	tcase_add_test(tc, source_is_folded);
}
