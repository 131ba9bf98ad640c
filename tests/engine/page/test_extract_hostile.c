/* Pages made to exhaust their reader, and broken ones. */
#include "tests/base/in_arena.h"

#include <time.h>

#include "engine/base/buf.h"
#include "engine/base/utf8.h"
#include "engine/page/extract.h"
#include "engine/text/markup.h"

#define PARAGRAPH                                                              \
	"<p>The council of Harwick voted late on Monday to close the old "     \
	"swing bridge for nine months while its bearings are replaced at "     \
	"last, and the traders on the quay had fought the plan all "           \
	"winter.</p>"

/* Its beginning, something many times, its end. */
static const struct {
	const char *before, *again;
	size_t times;
	const char *after;
	bool found; /* an article is */
} shapes[] = {
	{ "", "<div>", 100000, PARAGRAPH PARAGRAPH, true },
	{ PARAGRAPH "<div>", "<span>", 100000, "", true },
	{ PARAGRAPH, "</span>", 500000, "", true },
	{ PARAGRAPH, "</div></p></td>", 300000, "", true },
	{ PARAGRAPH "<p ", "a=1 b='2' ", 300000, ">" PARAGRAPH, true },
	{ PARAGRAPH "<p ", "x", 3000000, "=1>" PARAGRAPH, true },
	{ PARAGRAPH, "<", 3000000, "", true },
	{ PARAGRAPH, "<a ", 1000000, "", true },
	{ PARAGRAPH, "<!--", 700000, "", true },
	{ PARAGRAPH, "<script>", 300000, "", true },
	{ PARAGRAPH, "<button>", 300000, "", true },
	{ PARAGRAPH, "<svg>x", 300000, "", true },
	{ PARAGRAPH, "<rt>x", 500000, "", true },
	{ PARAGRAPH, "<dd><li><tr>", 200000, "", true },
	{ PARAGRAPH "<p>", "&lol;", 500000, "", true },
	{ PARAGRAPH "<!DOCTYPE x [<!ENTITY l 'lol'>", "<!ENTITY m '&l;&l;'>",
	    100000, "]><p>&m;&m;</p>", true },
	{ PARAGRAPH, "<p class='related comment share ad'>", 100000, "", true },
	{ PARAGRAPH, "<article><p>x", 100000, "", true },
	{ PARAGRAPH "<script type=application/ld+json>", "[", 1000000,
	    "</script>", true },
	{ PARAGRAPH "<script type=application/ld+json>[", "{\"a\":1},", 200000,
	    "0]</script>", true },
	{ "<p>", "word ", 1000000, "", true },
	{ "", "<a href=/x>some words </a>", 100000, "", false },
	{ "<p>", "\xc2\x80 \xe2\x80\x8b", 500000, "", false },
	{ "", "<p>", 1000000, "", false },
};

static enum tcn_rc
extract(const struct tcn_buf *html, struct tcn_extract *found)
{
	const struct tcn_extract_page page = { .html = tcn_buf_view(html),
		.url = tcn_str("https://a.example/b") };

	tcn_markup_init();
	return tcn_extract(&page, &arena, found, NULL);
}

/* The limit is twenty times what it takes, for slow machines and sanitizers. */
START_TEST(what_is_made_to_exhaust_does_not)
{
	struct tcn_buf html = { 0 };
	struct tcn_extract found;
	clock_t start;

	tcn_buf_z(&html, shapes[_i].before);
	for (size_t i = 0; i < shapes[_i].times; i++)
		tcn_buf_z(&html, shapes[_i].again);
	tcn_buf_z(&html, shapes[_i].after);
	start = clock();
	ck_assert_int_eq(extract(&html, &found),
	    shapes[_i].found ? TCN_OK : TCN_INVALID);
	ck_assert_int_lt((clock() - start) / CLOCKS_PER_SEC, 20);
	ck_assert(tcn_utf8_valid(found.text));
	ck_assert_uint_lt(tcn_mem_peak_bytes(), 16 * html.n + (96 << 20));
	tcn_buf_fini(&html);
}
END_TEST

static const char sample[] =
    "<!doctype html><html lang=en><head><title>Bridge to be closed | Post"
    "</title><meta property=og:site_name content=Post><link rel=canonical "
    "href='/n/1'><script type='application/ld+json'>[{\"@type\":"
    "\"NewsArticle\",\"headline\":\"Bridge &amp; quay\",\"articleBody\":"
    "\"The council of Harwick voted\",\"datePublished\":\"2026-03-03\"}]"
    "</script></head><body class='a b'><nav><a href=/>Home</a></nav><main>"
    "<article><h1>Bridge to be closed</h1><time "
    "datetime=2026-03-03>x</time>" PARAGRAPH
    "<div class=related><a href=/x>Another town has one</a></div>"
    "<x-y class=c>caf&eacute; \xe6\xa9\x8b <b>bold</b></x-y>" PARAGRAPH
    "<figure><figcaption>Pictured</figcaption></figure></article></main>"
    "<div id=comments><ul><li><i>me</i><p>no</ul></div></body></html>";

/* Whatever it is cut to, it is read or refused. */
START_TEST(any_beginning_is_read)
{
	for (size_t n = 0; n < sizeof sample; n++) {
		struct tcn_extract found;
		struct tcn_buf html = { 0 };

		tcn_buf_add(&html, sample, n);
		html.n = tcn_utf8_valid_n(tcn_buf_view(&html));
		(void)!extract(&html, &found);
		ck_assert(tcn_utf8_valid(found.text));
		ck_assert(tcn_utf8_valid(found.title));
		tcn_buf_fini(&html);
		tcn_arena_reset(&arena);
	}
}
END_TEST

TCN_TESTS(extract_hostile)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(what_is_made_to_exhaust_does_not, shapes);
	tcase_add_test(tc, any_beginning_is_read);
}
