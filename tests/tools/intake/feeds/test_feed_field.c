/*
 * Which element a field is taken from, where several could give it; and
 * languages, base64 and addresses.
 */
#include "tests/base/run.h"

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/text/markup.h"
#include "tools/intake/feeds/feed.h"

#define ATOM  "<feed xmlns='http://www.w3.org/2005/Atom'>"
#define XHTML "xmlns='http://www.w3.org/1999/xhtml'"
#define ITEM  "<rss><channel><item>"
#define END   "</item></channel></rss>"

static struct tcn_arena arena;
static struct tcn_feed feed;
static struct tcn_err err;

static void
setup(void)
{
	tcn_markup_init();
	tcn_arena_init(&arena, 0);
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
}

static const struct tcn_article *
parse(const char *z, const char *lang)
{
	const struct tcn_feed_doc doc = {
		.bytes = tcn_str(z),
		.lang = tcn_str(lang),
		.url = tcn_str("http://wire.example/news/feed.xml"),
	};

	ck_assert_msg(tcn_feed_parse(&doc, &arena, &feed, &err) == TCN_OK,
	    "%s: %s", z, err.text);
	ck_assert_uint_eq(feed.entries_n, 1);
	return feed.entries;
}

static void
must_be(struct tcn_str got, const char *want, const char *doc)
{
	ck_assert_msg(tcn_str_equal(got, tcn_str(want)), "'%.*s', not '%s': %s",
	    TCN_STR_ARG(got), want, doc);
}

/* The text of the entry. */
static const struct {
	const char *doc, *text;
} texts[] = {
	{ ITEM "<body " XHTML "><p>b</p></body>" END, "<p>b</p>" },
	{ ITEM "<xhtml:body><p>b</p></xhtml:body>" END, "<p>b</p>" },
	{ ITEM "<body>b</body><description>d</description>" END, "b" },
	{ ITEM "<description>d</description><fullitem>f</fullitem>" END, "f" },
	{ ITEM "<description>d</description><encoded xmlns='http://purl.org/"
	       "rss/1.0/modules/content/'>e</encoded>" END,
	    "e" },
	{ ATOM "<entry><summary>s</summary><content>c</content></entry></feed>",
	    "c" },
	{ ATOM "<entry><content>c</content><summary>longer than the content"
	       "</summary></entry></feed>",
	    "c" },
	/* a content without a word is none, unless there is nothing else */
	{ ATOM "<entry><content type='html'>&lt;img src='x'/&gt;</content>"
	       "<summary>s</summary></entry></feed>",
	    "s" },
	{ ATOM "<entry><content type='html'>&lt;img src='x'/&gt;</content>"
	       "</entry></feed>",
	    "<img src='x'/>" },
	{ ATOM "<entry><content src='c.html' type='text/html'/><summary>s"
	       "</summary></entry></feed>",
	    "s" },
	{ ITEM "<media:description>m</media:description><dc:description>d"
	       "</dc:description>" END,
	    "d" },
	{ "<channel><item href='http://a.example/'><abstract>a</abstract>"
	  "</item></channel>",
	    "a" },
	/* characters by the numbers of windows-1252 */
	{ ITEM "<description>don&#146;t &#x93;x&#148; &#128;</description>" END,
	    "don\xe2\x80\x99t \xe2\x80\x9cx\xe2\x80\x9d \xe2\x82\xac" },
	{ ITEM "<description>don\xc2\x92t &#129;</description>" END,
	    "don\xe2\x80\x99t \xc2\x81" },
	/* base64 where Atom has it, and nowhere else */
	{ ATOM "<entry><content mode='base64'>VGV4\ndA==</content></entry>"
	       "</feed>",
	    "Text" },
	{ ATOM "<entry><content type='application/octet-stream'>VGV4dA=="
	       "</content></entry></feed>",
	    "Text" },
	{ ATOM "<entry><content type='image/png'>iVBORw0KGgo="
	       "</content><summary>s</summary></entry></feed>",
	    "s" },
	{ ATOM "<entry><content mode='base64'>Dam bursts above the valley, ten "
	       "missing</content></entry></feed>",
	    "Dam bursts above the valley, ten missing" },
	{ ATOM "<entry><content type='application/x-wire'>Evacuation"
	       "</content></entry></feed>",
	    "Evacuation" },
	{ ATOM "<entry><content type='application/x-wire'>Strikers"
	       "</content></entry></feed>",
	    "Strikers" },
	{ ATOM "<entry><content type='text/plain'>VGV4dA==</content></entry>"
	       "</feed>",
	    "VGV4dA==" },
	{ ATOM "<entry><content type='application/xhtml+xml'>VGV4dA==</content>"
	       "</entry></feed>",
	    "VGV4dA==" },
	{ ITEM "<description type='image/png'>Test</description>" END, "Test" },
};

START_TEST(the_text_is_the_content)
{
	must_be(parse(texts[_i].doc, NULL)->text, texts[_i].text,
	    texts[_i].doc);
}
END_TEST

/* The languages of the feed and its entry; `server` is the Content-Language. */
static const struct {
	const char *doc, *server, *feed, *entry;
} langs[] = {
	{ ATOM "<entry><content xml:lang='fr'>c</content></entry></feed>", "",
	    "", "fr" },
	{ ATOM "<entry><title xml:lang='de'>t</title><content xml:lang='fr'>c"
	       "</content></entry></feed>",
	    "", "", "fr" },
	{ ATOM "<entry><title xml:lang='de'>t</title><content>c</content>"
	       "</entry></feed>",
	    "", "", "de" },
	{ ATOM "<entry><content type='xhtml'><div " XHTML " xml:lang='it'>c"
	       "</div></content></entry></feed>",
	    "", "", "it" },
	{ ATOM "<entry><content type='xhtml'><div " XHTML ">a <i xml:lang='it'>"
	       "c</i></div></content></entry></feed>",
	    "", "", "" },
	/* the language of the text that is taken, not of another */
	{ ATOM "<entry xml:lang='en'><summary xml:lang='de'>s</summary>"
	       "<content>c</content></entry></feed>",
	    "", "", "en" },
	{ ATOM "<entry xml:lang='en'><id xml:lang='de'>1</id><title>t</title>"
	       "</entry></feed>",
	    "", "", "en" },
	{ "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='en_us'><entry>"
	  "<title>t</title></entry></feed>",
	    "de", "en-US", "en-US" },
	{ "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='en'><title "
	  "xml:lang='fr'>F</title><entry xml:lang='de'><title>t</title></entry>"
	  "</feed>",
	    "", "en", "de" },
	{ ATOM "<title xml:lang='fr'>F</title><entry><title>t</title></entry>"
	       "</feed>",
	    "de", "fr", "fr" },
	{ "<rss xml:lang='de'><channel><language>pt_br</language><item>"
	  "<title>t</title></item></channel></rss>",
	    "en", "pt-BR", "de" },
	{ "<rss><channel><language>ZH-hant-tw</language><item><title>t</title>"
	  "<dc:language>sr_LATN</dc:language></item></channel></rss>",
	    "en", "zh-Hant-TW", "sr-Latn" },
	{ "<rss><channel><item xml:lang='fr'><title>t</title><dc:language>en"
	  "</dc:language></item></channel></rss>",
	    "", "", "fr" },
	{ ITEM "<title>t</title>" END, "da-dk", "da-DK", "da-DK" },
	{ ITEM "<title>t</title>" END, "da, en", "", "" },
	{ "{\"version\":\"1.1\",\"language\":\"en_GB\",\"items\":[{\"title\":"
	  "\"t\",\"language\":\"FR\"}]}",
	    "", "en-GB", "fr" },
	{ "{\"version\":\"1.1\",\"items\":[{\"title\":\"t\"}]}", "en_GB",
	    "en-GB", "en-GB" },
	/* what is no tag of a language stays as it was sent */
	{ "<rss><channel><language>US English (default)</language><item>"
	  "<title>t</title></item></channel></rss>",
	    "", "US English (default)", "US English (default)" },
	/* the document breaks off in the entry */
	{ ATOM "<entry><title xml:lang='de'>t</title>", "", "", "de" },
};

START_TEST(the_language_is_that_of_the_words)
{
	const struct tcn_article *entry =
	    parse(langs[_i].doc, langs[_i].server);

	must_be(feed.lang, langs[_i].feed, langs[_i].doc);
	must_be(entry->lang, langs[_i].entry, langs[_i].doc);
}
END_TEST

/* The picture of the entry. */
#define MEDIA "xmlns:media='http://search.yahoo.com/mrss/'"
#define JSON  "{\"version\":\"1.1\",\"items\":[{\"title\":\"t\","
static const struct {
	const char *doc, *image;
} images[] = {
	{ ITEM "<media:content " MEDIA " medium='image' url='https://i.example/"
	       "a.jpg'/>" END,
	    "https://i.example/a.jpg" },
	{ ITEM "<media:content type='image/png' url='/a'/>" END,
	    "http://wire.example/a" },
	{ ITEM "<media:content url='a.jpg?w=1'/>" END,
	    "http://wire.example/news/a.jpg?w=1" },
	{ ITEM "<media:content type='video/mp4' medium='image' url='a.jpg'/>"
	       "<media:content medium='video' url='b.jpg'/>"
	       "<media:content url='c.mp4'/>"
	       "<media:content type='image/svg+xml' url='d.svg'/>" END,
	    "" },
	/* of several sizes the first that is large; a group holds them */
	{ ITEM "<media:group><media:content medium='image' width='140' url='a'"
	       "/><media:content medium='image' width='700' url='b'/>"
	       "<media:content medium='image' width='1400' url='c'/>"
	       "</media:group>" END,
	    "http://wire.example/news/b" },
	{ ITEM "<media:thumbnail url='a'/>" END, "http://wire.example/news/a" },
	{ ITEM "<media:content type='video/mp4' url='v'><media:thumbnail "
	       "url='a'/></media:content>" END,
	    "http://wire.example/news/a" },
	{ ITEM "<media:thumbnail url='a'/><media:content medium='image' "
	       "url='b'/>" END,
	    "http://wire.example/news/b" },
	{ ITEM "<enclosure type='audio/mpeg' url='a'/><enclosure "
	       "type='image/jpeg' length='7' url='b'/>" END,
	    "http://wire.example/news/b" },
	{ ITEM "<itunes:image href='a'/>" END, "http://wire.example/news/a" },
	{ ATOM "<entry xml:base='http://b.example/x/'><link rel='enclosure' "
	       "type='image/jpeg' href='a'/><link rel='icon' type='image/png' "
	       "href='i'/></entry></feed>",
	    "http://b.example/x/a" },
	{ ATOM "<entry><link rel='enclosure' type='audio/ogg' href='a'/>"
	       "</entry></feed>",
	    "" },
	{ JSON "\"image\":\"/a.jpg\",\"banner_image\":\"b\"}]}",
	    "http://wire.example/a.jpg" },
	{ JSON "\"banner_image\":\"b\"}]}", "http://wire.example/news/b" },
	{ JSON "\"attachments\":[{\"mime_type\":\"audio/mpeg\",\"url\":\"a\"},"
	       "{\"mime_type\":\"image/webp\",\"url\":\"b\"}]}]}",
	    "http://wire.example/news/b" },
	/* that of the feed is not the entry's */
	{ "<rss><channel><image><url>a</url></image><item><title>t</title>"
	  "</item></channel></rss>",
	    "" },
};

START_TEST(the_picture_is_the_largest_that_is_named)
{
	must_be(parse(images[_i].doc, NULL)->image, images[_i].image,
	    images[_i].doc);
}
END_TEST

/* The address and id of the entry. */
static const struct {
	const char *doc, *url, *id;
} links[] = {
	{ ATOM "<entry><link>http://a.example/1</link></entry></feed>",
	    "http://a.example/1", "http://a.example/1" },
	{ ATOM "<entry><link> /1 </link><link rel='edit' href='/e'/></entry>"
	       "</feed>",
	    "http://wire.example/1", NULL },
	{ ATOM "<entry><link rel='related' href='/r'/><link>/1</link></entry>"
	       "</feed>",
	    "http://wire.example/1", NULL },
	{ ATOM "<entry><link>/1</link><link href='/2'/></entry></feed>",
	    "http://wire.example/2", NULL },
	{ ATOM "<entry><link rel='via' href='/v'/></entry></feed>",
	    "http://wire.example/v", NULL },
	{ ATOM "<entry><link rel='http://www.iana.org/assignments/relation/"
	       "alternate' href='/a'/></entry></feed>",
	    "http://wire.example/a", NULL },
	{ ATOM "<entry><content src='../c'/></entry></feed>",
	    "http://wire.example/c", NULL },
	{ ATOM "<entry><id>/path/to</id></entry></feed>",
	    "http://wire.example/path/to", "http://wire.example/path/to" },
	{ ATOM "<entry xml:base='http://b.example/x/'><id>../to</id></entry>"
	       "</feed>",
	    "http://b.example/to", "http://b.example/to" },
	{ ATOM "<entry xml:base='/x/'><id>path/to</id></entry></feed>",
	    "http://wire.example/x/path/to", "http://wire.example/x/path/to" },
	{ ATOM "<entry><id>2004/17</id></entry></feed>", "", "2004/17" },
	{ ATOM "<entry><id>urn:uuid:1</id></entry></feed>", "", "urn:uuid:1" },
	{ ATOM "<entry><id>tag:a.example,2004:1/2</id></entry></feed>", "",
	    "tag:a.example,2004:1/2" },
	{ ATOM "<entry><id>17</id></entry></feed>", "", "17" },
	{ ITEM "<guid>/story/1</guid>" END, "http://wire.example/story/1",
	    "http://wire.example/story/1" },
	{ ITEM "<guid isPermaLink='false'>/story/1</guid>" END, "",
	    "/story/1" },
	{ ITEM "<link>http://a.example/1</link><a:link xmlns:a='http://www.w3."
	       "org/2005/Atom' href='http://b.example/'/>" END,
	    "http://a.example/1", NULL },
	{ "<channel><item href='http://a.example/c'/></channel>",
	    "http://a.example/c", NULL },
};

START_TEST(addresses_are_found_and_made_absolute)
{
	const struct tcn_article *entry = parse(links[_i].doc, NULL);

	must_be(entry->url, links[_i].url, links[_i].doc);
	if (links[_i].id)
		must_be(entry->id, links[_i].id, links[_i].doc);
}
END_TEST

/* Source and category are names: no markup is left in them. */
static const struct {
	const char *doc, *source, *category;
} names[] = {
	{ ITEM "<source url='u'>A &amp;amp; B</source>" END, "A & B", "" },
	{ "<rss><channel><title>The &lt;b&gt;Wire&lt;/b&gt;</title><item/>"
	  "</channel></rss>",
	    "The Wire", "" },
	{ ATOM "<entry><source><title type='html'>The &lt;i&gt;Wire&lt;/i&gt;"
	       "</title></source></entry></feed>",
	    "The Wire", "" },
	{ ATOM "<entry><source><title mode='base64'>VGhlIFdpcmU=</title>"
	       "</source></entry></feed>",
	    "The Wire", "" },
	{ ITEM "<itunes:category text='Technology'/>" END, "", "Technology" },
	{ ITEM "<media:category>Law</media:category>" END, "", "Law" },
	{ ITEM "<media:category>Law</media:category><category>World</"
	       "category>" END,
	    "", "World" },
	{ ITEM "<category>Arts &amp;amp; Letters</category>" END, "",
	    "Arts & Letters" },
};

START_TEST(names_are_plain)
{
	const struct tcn_article *entry = parse(names[_i].doc, NULL);

	must_be(entry->source, names[_i].source, names[_i].doc);
	must_be(entry->category, names[_i].category, names[_i].doc);
}
END_TEST

TCN_TESTS(feed_field)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(the_text_is_the_content, texts);
	TCN_EACH(the_language_is_that_of_the_words, langs);
	TCN_EACH(the_picture_is_the_largest_that_is_named, images);
	TCN_EACH(addresses_are_found_and_made_absolute, links);
	TCN_EACH(names_are_plain, names);
}
