#include "tests/base/run.h"

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/base/err.h"
#include "engine/text/markup.h"
#include "tools/intake/feeds/feed.h"

#define ATOM "<feed xmlns='http://www.w3.org/2005/Atom'>"

static struct tcn_arena arena;
static struct tcn_feed feed;
static struct tcn_err err;

static void
setup(void)
{
	tcn_markup_init();
	tcn_arena_init(&arena, 0);
	err = (struct tcn_err){ 0 };
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
}

static enum tcn_rc
parse_n(const char *bytes, size_t n)
{
	const struct tcn_feed_doc doc = {
		.bytes = { bytes, n },
		.url = tcn_str("http://wire.example/news/feed.xml"),
	};

	return tcn_feed_parse(&doc, &arena, &feed, &err);
}

static enum tcn_rc
parse(const char *z)
{
	return parse_n(z, strlen(z));
}

static void
must_be(struct tcn_str got, const char *want)
{
	ck_assert_msg(tcn_str_equal(got, tcn_str(want)), "'%.*s', not '%s'",
	    TCN_STR_ARG(got), want);
}

/* One entry in every format; a field of NULL may have any value. */
static const struct {
	const char *doc;
	enum tcn_feed_kind kind;
	const char *id, *url, *title, *text, *source, *lang, *category, *date;
} feeds[] = {
	{ "<rss version='2.0'><channel><title>The Wire</title>"
	  "<language>en</language><image><title>Logo</title></image>"
	  "<item><title>Dam &amp; bridge fall</title>"
	  "<link>http://a.example/1</link><guid>g1</guid>"
	  "<description>short</description>"
	  "<content:encoded xmlns:content="
	  "'http://purl.org/rss/1.0/modules/content/'><![CDATA[<p>long</p>]]>"
	  "</content:encoded><category>World</category>"
	  "<pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate></item>"
	  "</channel></rss>",
	    TCN_FEED_RSS, "g1", "http://a.example/1", "Dam & bridge fall",
	    "<p>long</p>", "The Wire", "en", "World", "2004-01-01T19:48:21Z" },
	{ "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
	  "xmlns='http://purl.org/rss/1.0/' "
	  "xmlns:dc='http://purl.org/dc/elements/1.1/'>"
	  "<channel rdf:about='x'><title>R</title></channel>"
	  "<image><title>No</title></image>"
	  "<item rdf:about='http://a.example/2'><title>T</title>"
	  "<dc:date>2004-05-06</dc:date><dc:subject>Law</dc:subject></item>"
	  "</rdf:RDF>",
	    TCN_FEED_RDF, "http://a.example/2", "http://a.example/2", "T", "",
	    "R", "", "Law", "2004-05-06T00:00:00Z" },
	{ ATOM "<title>A</title><entry xml:lang='fr' xml:base='/b/'>"
	       "<id>u:1</id><link rel='self' href='/self'/>"
	       "<link href='c?d=1&amp;e=2&f=3'/><title type='html'>x "
	       "&lt;b>y&lt;/b></title>"
	       "<content type='xhtml'><div>a &lt; b<br/></div></content>"
	       "<category term='t' label='L'/>"
	       "<updated>2005-01-01T00:00:00Z</updated>"
	       "<published>2004-01-01T00:00:00+01:00</published>"
	       "<source><title>Other</title></source></entry></feed>",
	    TCN_FEED_ATOM, "u:1", "http://wire.example/b/c?d=1&e=2&f=3",
	    "x <b>y</b>", "<div>a &lt; b<br></br></div>", "Other", "fr", "L",
	    "2003-12-31T23:00:00Z" },
	{ "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"J\","
	  "\"language\":\"de\",\"items\":[{\"id\":7,\"url\":\"/x\","
	  "\"title\":\"T\",\"content_text\":\"body\",\"tags\":[\"a\",\"b\"],"
	  "\"date_published\":\"2010-02-07T14:04:00-05:00\"}]}",
	    TCN_FEED_JSON, "7", "http://wire.example/x", "T", "body", "J", "de",
	    "a", "2010-02-07T19:04:00Z" },
	/* no address but a guid that is one; prefixes nobody declared */
	{ "<rss><channel><item><guid>http://a.example/3</guid>"
	  "<dc:title>T</dc:title><media:group><media:description>D"
	  "</media:description></media:group></item></channel></rss>",
	    TCN_FEED_RSS, "http://a.example/3", "http://a.example/3", "T", "D",
	    "", "", "", NULL },
	{ "<rss><channel><item><guid isPermaLink='false'>http://a.example/3"
	  "</guid><title>T</title></item></channel></rss>",
	    TCN_FEED_RSS, "http://a.example/3", "", "T", NULL, NULL, NULL, NULL,
	    NULL },
	/* the item's own outlet, as aggregators give it */
	{ "<rss><channel><title>Agg</title><item><title>T</title>"
	  "<link>http://a.example/4</link>"
	  "<source url='http://o.example/'>Outlet</source></item>"
	  "</channel></rss>",
	    TCN_FEED_RSS, "http://a.example/4", "http://a.example/4", "T", NULL,
	    "Outlet", NULL, NULL, NULL },
	/* base64 */
	{ ATOM "<entry><id>i</id><title mode='base64'>VGl0bGU=</title>"
	       "<content type='application/octet-stream'>/////w==</content>"
	       "</entry></feed>",
	    TCN_FEED_ATOM, "i", "", "Title", "", NULL, NULL, NULL, NULL },
};

START_TEST(one_entry_reads_the_same_in_every_format)
{
	const struct tcn_article *entry;
	char date[TCN_DATE_BYTES];

	ck_assert_msg(parse(feeds[_i].doc) == TCN_OK, "%s", err.text);
	ck_assert_int_eq(feed.kind, feeds[_i].kind);
	ck_assert_uint_eq(feed.entries_n, 1);
	ck_assert_str_eq(feed.damage.text, "");
	entry = feed.entries;
	must_be(entry->id, feeds[_i].id);
	must_be(entry->url, feeds[_i].url);
	must_be(entry->title, feeds[_i].title);
	if (feeds[_i].text)
		must_be(entry->text, feeds[_i].text);
	if (feeds[_i].source)
		must_be(entry->source, feeds[_i].source);
	if (feeds[_i].lang)
		must_be(entry->lang, feeds[_i].lang);
	if (feeds[_i].category)
		must_be(entry->category, feeds[_i].category);
	tcn_date_format(entry->ts_ms, date);
	ck_assert_str_eq(date, feeds[_i].date ? feeds[_i].date : "");
	ck_assert_uint_eq(feed.undated_n, feeds[_i].date == NULL);
}
END_TEST

/* Broken in ways that feeds are; the title of the first entry is plain. */
static const struct {
	const char *doc, *title;
	size_t entries;
	bool damaged;
} broken[] = {
	{ " \n\t<?xml version='1.0'?><rss><channel><item><title>a & b</title>"
	  "</item></channel></rss>",
	    "a & b", 1, false },
	{ "<rss><channel><item><title>a&nbsp;b &eacute; &mdash; &bogus; &amp "
	  "x</title></item></channel></rss>",
	    "a\xc2\xa0"
	    "b \xc3\xa9 \xe2\x80\x94 &bogus; &amp x",
	    1, false },
	{ "<rss><channel><item><title>1 < 2 &#11;&#0;&#xd800;\x01\x1f</title>"
	  "</item></channel></rss>",
	    "1 < 2", 1, false },
	{ "<rss><channel><item><title>t</title><description>cut", "t", 1,
	    true },
	{ "<rss><channel><item><title>t</title></itm><item>"
	  "<title>u</title></item></channel></rss>",
	    "t", 1, true },
	{ "<rss><channel><item><title><![CDATA[never ended</title></item>",
	    "never ended</title></item>", 1, true },
	{ "<!-- - -- --><rss><channel><!-- <item/> --><item><title>t</title>"
	  "</item></channel></rss>",
	    "t", 1, false },
	/* nothing a document declares is expanded */
	{ "<!DOCTYPE rss [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>"
	  "<!ENTITY x SYSTEM 'file:///etc/passwd'>]><rss><channel><item>"
	  "<title>&b;&x;</title></item></channel></rss>",
	    "&b;&x;", 1, true },
	/* encodings: what the bytes show, then what is said */
	{ "<?xml version='1.0' encoding='utf-8'?><rss><channel><item><title>"
	  "caf\xe9 \x93q\x94</title></item></channel></rss>",
	    "caf\xc3\xa9 \xe2\x80\x9cq\xe2\x80\x9d", 1, true },
	{ "<?xml version='1.0' encoding='iso-8859-1'?><rss><channel><item>"
	  "<title>caf\xc3\xa9</title></item></channel></rss>",
	    "caf\xc3\xa9", 1, false },
	{ "<?xml version='1.0' encoding='koi8-r'?><rss><channel><item>"
	  "<title>\xd7\xcf\xca\xce\xc1</title></item></channel></rss>",
	    "\xd0\xb2\xd0\xbe\xd0\xb9\xd0\xbd\xd0\xb0", 1, false },
	{ "<?xml version='1.0' encoding='no-such'?><rss><channel><item>"
	  "<title>\xe9</title></item></channel></rss>",
	    "\xc3\xa9", 1, false },
	{ "\xef\xbb\xbf\xef\xbb\xbf \xef\xbb\xbf<rss><channel><item>"
	  "<title>t</title></item></channel></rss>",
	    "t", 1, false },
	{ "\xef\xbb\xbf\xef\xbb\xbf{\"version\":\"1\",\"items\":[{\"title\":"
	  "\"t\"}]}",
	    "t", 1, false },
	{ "\xef\xbb\xbf<rss><channel><item><title>t</title></item></channel>"
	  "</rss>",
	    "t", 1, false },
	/* what stands ahead of the document */
	{ "\xff<?xml version='1.0'?><rss><channel><item><title>t</title>"
	  "</item></channel></rss>",
	    "t", 1, true },
	{ "<br />\n<b>Warning</b>: x in <b>y.php</b><br />\n<?xml "
	  "version='1.0'?><rss><channel><item><title>t</title></item>"
	  "</channel></rss>",
	    "t", 1, true },
	{ "Notice: x\n<rss><channel><item><title>t</title></item></channel>"
	  "</rss>",
	    "t", 1, true },
	{ "{\"version\":\"1\",\"items\":[{\"title\":\"a\\u0000b \\ud83d c "
	  "\\ud83d\\ude00 \\\\ud83d\"},{\"title\":\"u\"}]}",
	    "a\xef\xbf\xbd"
	    "b \xef\xbf\xbd c \xf0\x9f\x98\x80 \\ud83d",
	    2, true },
	/* surrogates, as programs write them that count in UTF-16 */
	{ "<rss><channel><item><title>a &#xD83D;&#56832; &#xD83D;b&#xDE00;"
	  "&#xD83D;&#x41;</title></item></channel></rss>",
	    "a \xf0\x9f\x98\x80 bA", 1, false },
};

START_TEST(broken_feeds_are_read_as_far_as_they_go)
{
	ck_assert_msg(parse(broken[_i].doc) == TCN_OK, "%s", err.text);
	ck_assert_uint_ge(feed.entries_n, broken[_i].entries);
	must_be(feed.entries[0].title, broken[_i].title);
	ck_assert_int_eq(feed.damage.text[0] != 0, broken[_i].damaged);
}
END_TEST

START_TEST(sixteen_bit_text_is_read)
{
	static const char narrow[] =
	    "<?xml version='1.0' encoding='UTF-16'?><rss><channel><item>"
	    "<title>t</title></item></channel></rss>";
	char wide[2 * sizeof narrow + 2];

	for (size_t marked = 0; marked < 2; marked++) {
		size_t n = marked * 2;

		memcpy(wide, "\xfe\xff", 2);
		for (size_t i = 0; i < sizeof narrow - 1; i++) {
			wide[n++] = 0;
			wide[n++] = narrow[i];
		}
		ck_assert_int_eq(parse_n(wide, n), TCN_OK);
		must_be(feed.entries[0].title, "t");
	}
}
END_TEST

static const struct {
	const char *doc, *why;
} others[] = {
	{ "", "the document is empty" },
	{ " \n", "the document is empty" },
	{ "hello", "begins with 'hello'" },
	{ "<!DOCTYPE html><html><body/></html>", "HTML page" },
	{ "<opml version='2.0'><body/></opml>", "OPML" },
	{ "<config/>", "root element is <config>" },
	{ "<!-- only this -->", "no element" },
	{ "{\"items\":[]}", "no JSON Feed" },
	{ "{\"version\":\"1.1\",\"items\":3}", "no JSON Feed" },
	{ "{\"version\":", "no sound JSON" },
};

START_TEST(what_is_no_feed_is_named)
{
	ck_assert_int_eq(parse(others[_i].doc), TCN_INVALID);
	ck_assert_msg(strstr(err.text, others[_i].why) != NULL, "%s", err.text);
}
END_TEST

START_TEST(a_feed_without_entries_is_one)
{
	ck_assert_int_eq(parse("<rss version='2.0'/>"), TCN_OK);
	ck_assert_uint_eq(feed.entries_n, 0);
	ck_assert_int_eq(parse(ATOM "<title>T</title>"
				    "<link rel='self' href='/f'/><link "
				    "href='http://h.example/'/>"
				    "</feed>"),
	    TCN_OK);
	must_be(feed.title, "T");
	must_be(feed.self, "http://wire.example/f");
	must_be(feed.url, "http://h.example/");
	ck_assert_int_eq(parse("<rss><channel><ttl>60</ttl></channel></rss>"),
	    TCN_OK);
	ck_assert_int_eq(feed.ttl_ms, 3600000);
	ck_assert_int_eq(parse("<rss><channel><ttl>99999999999999999999</ttl>"
			       "</channel></rss>"),
	    TCN_OK);
	ck_assert_int_eq(feed.ttl_ms, (int64_t)527040 * 60000);
}
END_TEST

/* Depth and number are bounded. */
START_TEST(hostile_feeds_stay_small)
{
	struct tcn_buf doc = { 0 };
	struct tcn_feed_doc few = { .entries_max = 3 };

	tcn_buf_z(&doc, "<rss><channel>");
	for (int i = 0; i < 100000; i++)
		tcn_buf_z(&doc, "<a>");
	(void)parse_n(doc.at, doc.n);
	tcn_buf_clear(&doc);
	tcn_buf_z(&doc, "<rss><channel>");
	for (int i = 0; i < 5; i++)
		tcn_buf_printf(&doc, "<item><title>%d</title></item>", i);
	tcn_buf_z(&doc, "</channel></rss>");
	few.bytes = tcn_buf_view(&doc);
	ck_assert_int_eq(tcn_feed_parse(&few, &arena, &feed, &err), TCN_OK);
	ck_assert_uint_eq(feed.entries_n, 3);
	ck_assert_uint_eq(feed.entries_more, 2);
	must_be(feed.entries[2].title, "2");
	tcn_buf_fini(&doc);
}
END_TEST

#define JSON "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":["
#define A    "{\"id\":\"1\",\"title\":\"A\"}"
#define B    "{\"id\":\"2\",\"title\":\"B\"}"

/* JSON with text around it is read, and that is told with its place. */
static const struct {
	const char *doc, *last; /* the title of the last entry */
	size_t entries;
	const char *damage;
	unsigned long line, column;
} around[] = {
	{ "\xef\xbb\xbf\n\xef\xbb\xbf" JSON A "]}", "A", 1, NULL, 0, 0 },
	{ JSON A "," B "]}\n<!-- 0.2 s -->", "B", 2, "text behind the document",
	    2, 1 },
	{ ")]}',\n" JSON A "]}", "A", 1, "text ahead of the document", 1, 1 },
	{ "feed(" JSON A "]});", "A", 1, "text behind the document", 1, 0 },
};

START_TEST(text_around_json_is_passed_over)
{
	ck_assert_msg(parse(around[_i].doc) == TCN_OK, "%s", err.text);
	ck_assert_uint_eq(feed.entries_n, around[_i].entries);
	must_be(feed.entries[feed.entries_n - 1].title, around[_i].last);
	ck_assert_msg(around[_i].damage
		? strstr(feed.damage.text, around[_i].damage) != NULL
		: feed.damage.text[0] == 0,
	    "%s", feed.damage.text);
	if (around[_i].line)
		ck_assert_uint_eq(feed.damage.line, around[_i].line);
	if (around[_i].column)
		ck_assert_uint_eq(feed.damage.column, around[_i].column);
}
END_TEST

/* JSON that is not sound is no feed: nothing is guessed. */
START_TEST(unsound_json_is_no_feed)
{
	static const char *const docs[] = { JSON A "," B ",]}",
		JSON A " " B "]}", JSON "/* x */" A "]}", JSON A "," B,
		JSON A "]}" JSON B "]}", JSON "{id:\"1\"}]}" };
	static const char whole[] = JSON A "," B "]}";
	char part[sizeof whole];

	for (size_t i = 0; i < sizeof docs / sizeof *docs; i++)
		ck_assert_msg(parse(docs[i]) == TCN_INVALID, "%s", docs[i]);
	for (size_t n = 1; n < sizeof whole - 1; n++) {
		memcpy(part, whole, n);
		part[n] = '\0';
		ck_assert_int_eq(parse(part), TCN_INVALID);
	}
}
END_TEST

/* Neither levels nor quotes nor white space cost more than their bytes. */
START_TEST(unsound_json_is_bounded)
{
	static const char *const more[] = { "[", "{\"a\":", "\"", "\" \t", ",",
		"/*", "\",a " };
	struct tcn_buf doc = { 0 };

	tcn_buf_z(&doc, JSON A ",");
	for (int i = 0; i < 200000; i++)
		tcn_buf_z(&doc, more[_i]);
	tcn_buf_z(&doc, "}");
	tcn_buf_char(&doc, '\0');
	ck_assert_int_eq(parse(doc.at), TCN_INVALID);
	tcn_buf_fini(&doc);
}
END_TEST

#undef A
#undef B

/* Dates are read in the language of the feed or of the entry; JSON may have
 * them as numbers. */
static const struct {
	const char *doc, *date; /* NULL: undated, and counted as bad */
} dated[] = {
	{ "<rss><channel><language>hr</language><item><title>T</title>"
	  "<pubDate>22 listopad 2026</pubDate></item></channel></rss>",
	    "2026-10-22T00:00:00Z" },
	{ "<rss><channel><item><title>T</title>"
	  "<pubDate>22 listopad 2026</pubDate></item></channel></rss>",
	    NULL },
	{ "<rss><channel><language>en-gb</language><item><title>T</title>"
	  "<pubDate>03/04/2026 10:00</pubDate></item></channel></rss>",
	    "2026-04-03T10:00:00Z" },
	{ "<rss><channel><item><title>T</title>"
	  "<pubDate>31 Feb 2026 10:00:00 GMT</pubDate></item></channel></rss>",
	    NULL },
	{ ATOM "<entry xml:lang='pl'><title>T</title>"
	       "<updated>22 listopad 2026</updated></entry></feed>",
	    "2026-11-22T00:00:00Z" },
	{ "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":"
	  "[{\"id\":\"1\",\"date_published\":1795340596123}]}",
	    "2026-11-22T09:43:16.123Z" },
	{ "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":"
	  "[{\"id\":\"1\",\"language\":\"hr\","
	  "\"date_published\":\"22 listopad 2026\"}]}",
	    "2026-10-22T00:00:00Z" },
};

START_TEST(dates_are_read_in_the_language)
{
	char out[TCN_DATE_BYTES] = "";

	ck_assert_int_eq(parse(dated[_i].doc), TCN_OK);
	ck_assert_uint_eq(feed.entries_n, 1);
	ck_assert_uint_eq(feed.dates_bad_n, dated[_i].date == NULL);
	if (!dated[_i].date) {
		ck_assert_int_eq(feed.entries[0].ts_ms, TCN_UNDATED);
		return;
	}
	tcn_date_format(feed.entries[0].ts_ms, out);
	ck_assert_str_eq(out, dated[_i].date);
}
END_TEST

TCN_TESTS(feed)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(one_entry_reads_the_same_in_every_format, feeds);
	TCN_EACH(broken_feeds_are_read_as_far_as_they_go, broken);
	tcase_add_test(tc, sixteen_bit_text_is_read);
	TCN_EACH(what_is_no_feed_is_named, others);
	tcase_add_test(tc, a_feed_without_entries_is_one);
	tcase_add_test(tc, hostile_feeds_stay_small);
	TCN_EACH(dates_are_read_in_the_language, dated);
	TCN_EACH(text_around_json_is_passed_over, around);
	tcase_add_test(tc, unsound_json_is_no_feed);
	tcase_add_loop_test(tc, unsound_json_is_bounded, 0, 7);
}
