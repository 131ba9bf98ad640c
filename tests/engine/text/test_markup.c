#include "tests/base/run.h"

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/text/markup.h"
#include "tests/base/random.h"

#include <stdio.h>

static struct tcn_arena arena;

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

static struct tcn_str
plain(struct tcn_str raw)
{
	struct tcn_str out;

	tcn_markup_strip(raw, &arena, &out);
	return out;
}

static const struct {
	const char *raw;
	const char *plain;
} cases[] = {
	{ "", "" },
	{ "Plain text, a < b > c.", "Plain text, a < b > c." },
	/* tickers are not markup, not even those named as elements are */
	{ "STANDARD OIL <SRD> TO FORM UNIT",
	    "STANDARD OIL <SRD> TO FORM UNIT" },
	{ "Ford <F>, Sears <S>, Philips <P> rose",
	    "Ford <F>, Sears <S>, Philips <P> rose" },
	{ "if x<b then", "if x<b then" },
	{ "<p>One</p><p>two</p>", "One\ntwo" },
	{ "One<br/>two", "One\ntwo" },
	{ "<P>One<P>two<P>three", "One\ntwo\nthree" },
	{ "<b>in</b>side", "inside" },
	{ "<p>Oil &amp; gas:\n   up&nbsp;5&#37;</p>",
	    "Oil & gas: up\xc2\xa0"
	    "5%" },
	{ "<ul><li>a</li><li>b</li></ul>", "a\nb" },
	{ "<td>1</td><td>2</td>", "1\n2" },
	{ "x<script>var y = '<p>no</p>';</script>z", "xz" },
	{ "<style>p { color: red }</style><p>yes</p>", "yes" },
	{ "a<!-- not this -->b", "ab" },
	{ "<article>One</article><footer>two</footer>", "One\ntwo" },
	{ "<p>Shares of Acme <ACM> rose</p>", "Shares of Acme <acm> rose" },
	{ "AT&amp;T &quot;up&quot; &#8364;5 &#x20AC;6 &apos;97",
	    "AT&T \"up\" \xe2\x82\xac"
	    "5 \xe2\x82\xac"
	    "6 '97" },
	{ "AT&T & co; &unknown; &#0; &#xd800; &#99999999; &",
	    "AT&T & co; &unknown; &#0; &#xd800; &#99999999; &" },
	{ "&lt;p&gt;escaped &amp;amp; all&lt;/p&gt;", "escaped & all" },
	/* what stands in for an object, or behind a frame never closed */
	{ "Video: <object data='v'><p>Ten missing</p></object> after",
	    "Video:\nTen missing\nafter" },
	{ "Look <iframe src='v'> ten missing", "Look\nten missing" },
	{ "<iframe src='v'/>ten missing", "ten missing" },
	{ "<blink>Dam</blink> <nobr>bursts</nobr>", "Dam bursts" },
	{ "<ruby>\xe6\xbc\xa2<rt>kan</rt></ruby>", "\xe6\xbc\xa2kan" },
	{ "<math><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></math> <p>c</p>",
	    "a+b\nc" },
	/* characters by the numbers of windows-1252 */
	{ "don&#146;t &#x93;x&#148; &#129;",
	    "don\xe2\x80\x99t \xe2\x80\x9cx\xe2\x80\x9d \xc2\x81" },
	{ "<p>don&#146;t &#128;5 \xc2\xa9</p>",
	    "don\xe2\x80\x99t \xe2\x82\xac"
	    "5 \xc2\xa9" },
	{ "caf&eacute; <em>cr\xc3\xa8me</em>", "caf\xc3\xa9 cr\xc3\xa8me" },
};

START_TEST(plain_text_of)
{
	struct tcn_str out = plain(tcn_str(cases[_i].raw));

	ck_assert_msg(tcn_str_equal(out, tcn_str(cases[_i].plain)),
	    "%s: got \"%.*s\"", cases[_i].raw, TCN_STR_ARG(out));
}
END_TEST

START_TEST(twice_is_once)
{
	struct tcn_str once = plain(tcn_str(cases[_i].raw));

	ck_assert(tcn_str_equal(plain(once), once));
}
END_TEST

/* A blank in a tag leaves it to the parser, with the same meaning. */
START_TEST(paragraphs_are_read_as_the_parser_does)
{
	static const char *const parts[] = { "<p>", "</p>", "<br>", "</p>\n<p>",
		"a", "B.", " ", "\n", "\t", "\r\n", "\x01", "\x0c",
		"caf\xc3\xa9", "\xc2\x92", "\xe3\x80\x82", "\xef\xbb\xbf",
		"\xef\xbf\xbe", "\x7f", "\xff", "&amp;", "&", "&lt;p&gt;",
		"&#146;", "&#32;", "&nbsp;", "&eacute;", "&eacute", "&#0;",
		"&#9;", "&apos;", "&amp;lt;", "&zz;", "<", "<b>", "<P>",
		"</br>" };
	const size_t n = sizeof parts / sizeof *parts;
	uint64_t seed = 1;

	for (int round = 0; round < 20000; round++) {
		struct tcn_buf quick = { 0 }, slow = { 0 };
		struct tcn_str a, b;

		for (uint32_t i = random_below(&seed, 12) + 1; i > 0; i--) {
			/* Most rounds are of what is plain. */
			uint32_t nth =
			    random_below(&seed, round % 4 ? 8 : (uint32_t)n);
			const char *part = parts[nth];
			size_t bytes = strlen(part);
			bool tag = nth < 4;

			tcn_buf_z(&quick, part);
			tcn_buf_add(&slow, part, bytes - tag);
			tcn_buf_z(&slow, tag ? " >" : "");
		}
		a = plain(tcn_buf_view(&quick));
		b = plain(tcn_buf_view(&slow));
		ck_assert_msg(tcn_str_equal(a, b),
		    "'%.*s': '%.*s', the parser: '%.*s'",
		    TCN_STR_ARG(tcn_buf_view(&quick)), TCN_STR_ARG(a),
		    TCN_STR_ARG(b));
		tcn_buf_fini(&quick);
		tcn_buf_fini(&slow);
		tcn_arena_reset(&arena);
	}
}
END_TEST

START_TEST(plain_text_is_not_copied)
{
	struct tcn_str raw = tcn_str("Nothing <SRD> to do & no copy made");

	ck_assert_ptr_eq(plain(raw).at, raw.at);
	ck_assert_uint_eq(tcn_arena_bytes(&arena), 0);
}
END_TEST

/* The most tags that the parser is given must not take long. */
START_TEST(hostile_nesting)
{
	static const char *const parts[] = { "<i>", "</b>", "<div>",
		"<a href=", "<!--", "<p title='", "<table><td>", "&amp;",
		"&#" };
	const char *part = parts[_i];
	struct tcn_buf buf = { 0 };

	tcn_buf_z(&buf, "<p>start</p> ");
	for (int i = 0; i < 3900; i++)
		tcn_buf_z(&buf, part);
	for (int i = 0; i < 3900; i++)
		tcn_buf_z(&buf, "</u>");
	tcn_buf_z(&buf, "<p>end</p>");
	plain(tcn_buf_view(&buf));
	tcn_buf_fini(&buf);
}
END_TEST

/* Four megabytes of each: a quadratic step would run into the time limit. */
START_TEST(hostile_size)
{
	static const char *const parts[] = { "<!--", "<zz a", "<p ", "a",
		"a=b" };
	struct tcn_buf buf = { 0 };
	char number[16];

	tcn_buf_z(&buf, "<p>start</p><p ");
	for (unsigned i = 0; buf.n < 4000000; i++) {
		snprintf(number, sizeof number, "%u ", i);
		tcn_buf_z(&buf, parts[_i]);
		tcn_buf_z(&buf, number);
	}
	plain(tcn_buf_view(&buf));
	tcn_buf_z(&buf, ">end");
	plain(tcn_buf_view(&buf));
	tcn_buf_fini(&buf);
}
END_TEST

TCN_TESTS(markup)
{
	int n = sizeof cases / sizeof *cases;

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, plain_text_of, 0, n);
	tcase_add_loop_test(tc, twice_is_once, 0, n);
	tcase_add_test(tc, paragraphs_are_read_as_the_parser_does);
	tcase_add_test(tc, plain_text_is_not_copied);
	tcase_add_loop_test(tc, hostile_nesting, 0, 9);
	tcase_add_loop_test(tc, hostile_size, 0, 5);
}
