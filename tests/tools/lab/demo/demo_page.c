#include "tests/tools/lab/demo/demo_page.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/tools/lab/demo/demo_page_impl.h"
#include "tools/lab/demo/demo_rng.h"
#include "tools/lab/demo/demo_text_impl.h"

#define STRIDE   7919 /* a prime */
#define DAY_MS   INT64_C(86400000)
#define START_MS INT64_C(1772496000000) /* 2026-03-03 */

/* One page that is being made. */
struct making {
	const struct tcn_demo_pages *pages;
	const struct tcn_demo_shape_of_page *shape;
	struct tcn_demo_page *page;
	struct tcn_demo_rng rng;
	size_t lang;
	char host[64], site[48];
	struct tcn_str paragraphs[24];
	size_t paragraphs_n;
	uint64_t start, drawn;
	bool has_lead; /* the first one was written already */
};

/* --- writing --- */

/* The next text; none comes twice on a page of ordinary size. */
static struct tcn_str
draw(struct making *m, const struct tcn_demo_page_texts *texts)
{
	m->drawn++;
	return texts->at[(m->start + m->drawn * STRIDE) % texts->n];
}

/* Writes a text that is not the article's, and notes it. */
static void
write_noise(struct making *m, struct tcn_str s)
{
	tcn_demo_text_html(&m->page->html, s);
	tcn_buf_str(&m->page->noise, s);
	tcn_buf_char(&m->page->noise, '\n');
}

static void
write_headline(struct making *m, const char *open, const char *close)
{
	tcn_buf_z(&m->page->html, open);
	write_noise(m, draw(m, &m->pages->titles[m->lang]));
	tcn_buf_z(&m->page->html, close);
}

static void
write_some(struct making *m)
{
	write_noise(m, draw(m, &m->pages->paragraphs[m->lang]));
}

/* The first word of a headline. */
static void
write_word(struct making *m)
{
	struct tcn_str s = draw(m, &m->pages->titles[m->lang]);
	const char *space = memchr(s.at, ' ', s.n);

	if (space)
		s.n = (size_t)(space - s.at);
	s.n = s.n > 18 ? 18 : s.n;
	while (s.n && (s.at[s.n] & 0xc0) == 0x80)
		s.n--;
	tcn_demo_text_html(&m->page->html, s);
}

/* Begins a block of the article in the truth. */
static void
note(struct making *m, struct tcn_str s)
{
	tcn_buf_str(&m->page->text, s);
	tcn_buf_char(&m->page->text, '\n');
}

/* Writes a paragraph; with INLINE its second word is bold and its third a
 * link. */
static void
write_paragraph(struct making *m, struct tcn_str s)
{
	struct tcn_buf *out = &m->page->html;
	const char *a = memchr(s.at, ' ', s.n);
	const char *b =
	    a ? memchr(a + 1, ' ', (size_t)(s.at + s.n - a - 1)) : NULL;

	tcn_buf_z(out, m->shape->open);
	if ((m->shape->body & TCN_DEMO_BODY_INLINE) && b) {
		tcn_demo_text_html(out,
		    (struct tcn_str){ s.at, (size_t)(a - s.at) });
		tcn_buf_z(out, " <strong><a href=\"/topic/x\" title='y'>");
		tcn_demo_text_html(out,
		    (struct tcn_str){ a + 1, (size_t)(b - a - 1) });
		tcn_buf_z(out, "</a></strong>");
		s.n -= (size_t)(b - s.at);
		s.at = b;
	}
	tcn_demo_text_html(out, s);
	tcn_buf_z(out, m->shape->close);
}

static void expand(struct making *m, const char *html);

static void
write_extra(struct making *m, size_t i)
{
	struct tcn_buf *out = &m->page->html;
	unsigned body = m->shape->body;
	struct tcn_str one = draw(m, &m->pages->paragraphs[m->lang]);
	struct tcn_str two = draw(m, &m->pages->paragraphs[m->lang]);
	struct tcn_str head = draw(m, &m->pages->titles[m->lang]);

	if ((body & TCN_DEMO_BODY_HEADS) && i % 3 == 1) {
		tcn_buf_z(out, "\n<h2 class=\"sub\">");
		tcn_demo_text_html(out, head);
		tcn_buf_z(out, "</h2>\n");
		note(m, head);
	}
	if ((body & TCN_DEMO_BODY_LIST) && i == 2) {
		tcn_buf_z(out, "\n<ul><li>");
		tcn_demo_text_html(out, one);
		tcn_buf_z(out, "</li>\n<li>");
		tcn_demo_text_html(out, two);
		tcn_buf_z(out, "</li></ul>\n");
		note(m, one);
		note(m, two);
	}
	if ((body & TCN_DEMO_BODY_QUOTE) && i == 3) {
		tcn_buf_z(out, "\n<blockquote><p>");
		tcn_demo_text_html(out, one);
		tcn_buf_z(out, "</p></blockquote>\n");
		note(m, one);
	}
	if ((body & TCN_DEMO_BODY_TABLE) && i == 2) {
		tcn_buf_z(out, "\n<table class=\"data\"><tr><th>");
		tcn_demo_text_html(out, one);
		tcn_buf_z(out, "</th><td>1,204</td></tr>\n<tr><th>");
		tcn_demo_text_html(out, two);
		tcn_buf_z(out, "</th><td>377</td></tr></table>\n");
		note(m, one);
		note(m, tcn_str("1,204"));
		note(m, two);
		note(m, tcn_str("377"));
	}
	if ((body & TCN_DEMO_BODY_FIGURE) && i == 1)
		expand(m,
		    "<figure><img src=\"/i/1.jpg\" alt=\"[[head]]\">"
		    "<figcaption>[[some]]</figcaption></figure>\n");
	if ((body & (TCN_DEMO_BODY_LINKS | TCN_DEMO_BODY_ADS)) && i % 3 == 2)
		expand(m, m->shape->between);
}

static void
write_body(struct making *m)
{
	for (size_t i = m->has_lead; i < m->paragraphs_n; i++) {
		write_paragraph(m, m->paragraphs[i]);
		note(m, m->paragraphs[i]);
		if (i + 1 < m->paragraphs_n)
			write_extra(m, i);
	}
}

static void
write_lead(struct making *m)
{
	tcn_demo_text_html(&m->page->html, m->paragraphs[0]);
	note(m, m->paragraphs[0]);
	m->has_lead = true;
}

/* JSON-LD; share: how many of the paragraphs it has, in percent. */
static void
write_ld(struct making *m, size_t share)
{
	struct tcn_buf *out = &m->page->html, text = { 0 };
	size_t n = (m->paragraphs_n * share + 99) / 100;

	tcn_buf_z(out,
	    "<script type=\"application/ld+json\">{\"@context\":"
	    "\"https://schema.org\",\"@type\":\"NewsArticle\",\"headline\":");
	tcn_buf_json(out, tcn_buf_view(&m->page->title));
	tcn_buf_printf(out, ",\"datePublished\":\"%s\",\"inLanguage\":\"%s\",",
	    m->page->date, m->page->lang);
	tcn_buf_printf(out,
	    "\"publisher\":{\"@type\":\"Organization\",\"name\":\"%s\"}",
	    m->site);
	for (size_t i = 0; i < n; i++) {
		tcn_buf_str(&text, m->paragraphs[i]);
		tcn_buf_z(&text, i + 1 < n ? "\n\n" : "");
	}
	if (n) {
		tcn_buf_z(out, ",\"articleBody\":");
		tcn_buf_json(out, tcn_buf_view(&text));
	}
	tcn_buf_z(out, "}</script>\n");
	tcn_buf_fini(&text);
}

static void
write_comment(struct making *m, size_t i)
{
	tcn_buf_printf(&m->page->html,
	    "<li class=\"depth-%zu\"><div><b>reader%u</b> <span>%zu h</span>"
	    "<p>",
	    i % 3 + 1, (unsigned)tcn_demo_below(&m->rng, 9999), i + 1);
	write_some(m);
	tcn_buf_z(&m->page->html,
	    "</p><a href=\"#r\">&#8617;</a></div></li>\n");
}

static void
write_script(struct making *m, size_t bytes)
{
	struct tcn_buf *out = &m->page->html;
	size_t end = out->n + bytes;

	tcn_buf_z(out, "<script>window.q=window.q||[];");
	while (out->n < end)
		tcn_buf_printf(out,
		    "if(a<%u&&b>2){q.push(\"<div class='x'>text %u</div>\");}",
		    (unsigned)tcn_demo_below(&m->rng, 9999),
		    (unsigned)tcn_demo_below(&m->rng, 9999));
	tcn_buf_z(out, "</script>\n");
}

static void
write_many(struct making *m, const char *hole, size_t n)
{
	static const struct {
		const char *hole, *open, *between, *close;
	} lists[] = {
		{ "links", "<li><a href=\"/n/12-a\">", NULL, "</a></li>\n" },
		{ "cards", "<div class=\"c\"><h3><a href=\"/n/12-a\">",
		    "</a></h3><p>", "</p></div>\n" },
		{ "acards", "<article class=\"t\"><a href=\"/n/12-a\"><h3>",
		    "</h3></a><p>", "</p></article>\n" },
	};

	for (size_t i = 0; i < n; i++) {
		if (strcmp(hole, "menu") == 0) {
			tcn_buf_printf(&m->page->html, "<li><a href=\"/s%zu\">",
			    i);
			write_word(m);
			tcn_buf_z(&m->page->html, "</a></li>\n");
		} else if (strcmp(hole, "talk") == 0) {
			write_comment(m, i);
		}
		for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
			if (strcmp(hole, lists[k].hole) != 0)
				continue;
			write_headline(m, lists[k].open,
			    lists[k].between ? lists[k].between
					     : lists[k].close);
			if (!lists[k].between)
				continue;
			write_some(m);
			tcn_buf_z(&m->page->html, lists[k].close);
		}
	}
}

/* Holes with one value. */
static bool
write_value(struct making *m, const char *hole)
{
	struct tcn_buf *out = &m->page->html;
	const struct {
		const char *hole, *value;
		bool noise;
	} values[] = {
		{ "title", m->page->title.at, false },
		{ "site", m->site, false },
		{ "host", m->host, false },
		{ "url", m->page->url.at, false },
		{ "iso", m->page->date, false },
		{ "lang", m->page->lang, false },
		{ "name", "M. Arlen", false },
		{ "ads", tcn_demo_page_texts_notes[m->lang].ads, false },
		{ "cookies", tcn_demo_page_texts_notes[m->lang].cookies, true },
		{ "letter", tcn_demo_page_texts_notes[m->lang].letter, true },
		{ "rights", tcn_demo_page_texts_notes[m->lang].rights, true },
		{ "more", tcn_demo_page_texts_notes[m->lang].more, false },
	};

	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		if (strcmp(hole, values[i].hole) != 0)
			continue;
		if (values[i].noise)
			write_noise(m, tcn_str(values[i].value));
		else
			tcn_demo_text_html(out, tcn_str(values[i].value));
		return true;
	}
	return false;
}

static void
fill(struct making *m, const char *hole, size_t n)
{
	if (write_value(m, hole))
		return;
	if (strcmp(hole, "body") == 0)
		write_body(m);
	else if (strcmp(hole, "lead") == 0)
		write_lead(m);
	else if (strcmp(hole, "some") == 0)
		write_some(m);
	else if (strcmp(hole, "head") == 0)
		write_headline(m, "", "");
	else if (strcmp(hole, "line") == 0)
		write_headline(m, "<a href=\"/n/12-a\">", "</a>");
	else if (strcmp(hole, "ld") == 0)
		write_ld(m, 0);
	else if (strcmp(hole, "ldtext") == 0)
		write_ld(m, 100);
	else if (strcmp(hole, "ldcut") == 0)
		write_ld(m, 20);
	else if (strcmp(hole, "js") == 0)
		write_script(m, n);
	else
		write_many(m, hole, n);
}

static void
expand(struct making *m, const char *html)
{
	const char *hole;
	char name[16];

	while ((hole = strstr(html, "[["))) {
		size_t n = strcspn(hole + 2, ":]");

		tcn_buf_add(&m->page->html, html, (size_t)(hole - html));
		assert(n < sizeof name);
		memcpy(name, hole + 2, n);
		name[n] = '\0';
		fill(m, name, strtoul(hole + 2 + n + 1, NULL, 10));
		html = strstr(hole, "]]") + 2;
	}
	tcn_buf_z(&m->page->html, html);
}

/* --- a page --- */

static const struct tcn_demo_shape_of_page *
nth_shape(size_t nth)
{
	static const struct tcn_demo_shape_of_page *const lists[] = {
		tcn_demo_page_systems, tcn_demo_page_papers,
		tcn_demo_page_others
	};

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (size_t k = 0; lists[i][k].name; k++)
			if (nth-- == 0)
				return &lists[i][k];
	return NULL;
}

size_t
tcn_demo_pages_shapes(void)
{
	size_t n = 0;

	while (nth_shape(n))
		n++;
	return n;
}

/* Draws what the article says. */
static void
draw_article(struct making *m)
{
	unsigned body = m->shape->body;
	size_t n = 5 + tcn_demo_below(&m->rng, 6);
	struct tcn_demo_page *page = m->page;

	if (body & TCN_DEMO_BODY_SHORT)
		n = 4;
	if (body & TCN_DEMO_BODY_LONG)
		n += 12;
	while (m->paragraphs_n < n)
		m->paragraphs[m->paragraphs_n++] =
		    draw(m, &m->pages->paragraphs[m->lang]);
	tcn_buf_str(&page->title, draw(m, &m->pages->titles[m->lang]));
	snprintf(m->site, sizeof m->site, "The %s %u", "Morning Post",
	    (unsigned)tcn_demo_below(&m->rng, 90));
	snprintf(m->host, sizeof m->host, "www.post%u.example",
	    (unsigned)tcn_demo_below(&m->rng, 90));
	tcn_buf_printf(&page->url, "https://%s/news/%u-story.html", m->host,
	    (unsigned)tcn_demo_below(&m->rng, 1000000));
	page->ts_ms = START_MS +
	    (int64_t)tcn_demo_below(&m->rng, 86400) * 1000 +
	    DAY_MS * tcn_demo_below(&m->rng, 200);
	tcn_date_format(page->ts_ms, page->date);
}

void
tcn_demo_pages_make(const struct tcn_demo_pages *pages, size_t nth,
    struct tcn_demo_page *page)
{
	struct tcn_buf *const bufs[] = { &page->html, &page->title, &page->url,
		&page->text, &page->noise };
	size_t shapes = tcn_demo_pages_shapes();
	struct making m = { .pages = pages,
		.shape = nth_shape(nth % shapes),
		.page = page,
		.rng = { tcn_demo_subseed(pages->seed, nth) },
		.lang =
		    (nth % shapes + nth / shapes * 3) % TCN_DEMO_PAGE_LANGS };

	for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++)
		tcn_buf_clear(bufs[i]);
	page->shape = m.shape->name;
	page->lang = tcn_demo_page_texts_langs[m.lang];
	m.start = tcn_demo_below(&m.rng, 1000000);
	draw_article(&m);
	expand(&m, m.shape->html);
	for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++) {
	}
}

void
tcn_demo_page_fini(struct tcn_demo_page *page)
{
	tcn_buf_fini(&page->html);
	tcn_buf_fini(&page->title);
	tcn_buf_fini(&page->url);
	tcn_buf_fini(&page->text);
	tcn_buf_fini(&page->noise);
}
