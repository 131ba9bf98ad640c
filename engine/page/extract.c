#include "engine/page/extract.h"

#include <assert.h>
#include <libxml/uri.h>

#include "engine/base/ascii.h"
#include "engine/base/url.h"
#include "engine/item/record.h"
#include "engine/page/page_impl.h"
#include "engine/text/date_words.h"
#include "engine/text/markup.h"
#include "engine/text/title_suffix.h"

#define BYTES_MAX ((size_t)256 << 20) /* of a page; libxml2 counts in int */
#define PROBES    8 /* places at which JSON-LD is compared with the page */
#define PROBE     28 /* bytes */

struct work {
	const struct tcn_extract_page *in;
	struct tcn_arena *arena;
	struct tcn_page page;
	struct tcn_page_data data;
	struct tcn_extract *out;
	size_t least;
};

const char *
tcn_extract_how_text(enum tcn_extract_how how)
{
	static const char *const texts[TCN_EXTRACT_HOWS] = {
		[TCN_EXTRACT_DATA] = "json-ld",
		[TCN_EXTRACT_MARKED] = "articleBody",
		[TCN_EXTRACT_ARTICLE] = "article",
		[TCN_EXTRACT_MAIN] = "main",
		[TCN_EXTRACT_DENSITY] = "density",
	};

	assert(how < TCN_EXTRACT_HOWS);
	return texts[how];
}

/* --- the title --- */

/* Copies the letters and digits of s, in small letters where they are ASCII;
 * how many bytes. */
static size_t
letters_of(struct tcn_str s, char *to, size_t room)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n && n < room; i++)
		if (tcn_ascii_is_alnum(s.at[i]) || (s.at[i] & 0x80))
			to[n++] = tcn_ascii_lower(s.at[i]);
	return n;
}

/* Whether two titles say the same, or the longer one only adds to the other. */
static bool
is_same_title(struct tcn_str a, struct tcn_str b)
{
	char x[512], y[512];
	size_t x_n = letters_of(a, x, sizeof x);
	size_t y_n = letters_of(b, y, sizeof y);

	if (x_n == y_n)
		return x_n && memcmp(x, y, x_n) == 0;
	if (x_n > y_n)
		return y_n >= 8 && y_n * 2 >= x_n && memmem(x, x_n, y, y_n);
	return x_n >= 8 && x_n * 2 >= y_n && memmem(y, y_n, x, x_n);
}

/* The title without the outlet's name at its end. */
static struct tcn_str
without_name(const struct work *w, struct tcn_str title)
{
	struct tcn_str name, rest = title;
	size_t at;

	if (!tcn_title_suffix_find(title, &at, &name))
		return title;
	rest.n = at;
	if (is_same_title(name, w->page.site_name) ||
	    is_same_title(name, w->data.publisher) ||
	    tcn_title_suffix_is_source(name,
		w->data.publisher.n ? w->data.publisher : w->page.site_name,
		tcn_url_site(w->in->url), rest))
		return tcn_str_trim(rest);
	return title;
}

static bool
is_heading(const struct work *w, size_t i)
{
	const struct tcn_page_block *block = &w->page.blocks[i];

	return w->page.nodes[block->node].kind == TCN_PAGE_HEADING;
}

/* The block that says what the page calls its title: a heading, or, where no
 * heading does, any other that is no link. */
static uint32_t
find_block(const struct work *w, struct tcn_str title, bool heading)
{
	for (size_t i = 0; title.n && i < w->page.blocks_n; i++) {
		const struct tcn_page_block *block = &w->page.blocks[i];

		if ((heading ? is_heading(w, i) : block->links == 0) &&
		    is_same_title(title, tcn_page_block_text(&w->page, block)))
			return (uint32_t)i;
	}
	return UINT32_MAX;
}

static void
find_heading(struct work *w)
{
	const struct tcn_str titles[] = { w->data.headline, w->page.og_title,
		w->page.title };
	size_t n = sizeof titles / sizeof *titles;
	bool titled = false;

	w->page.heading = UINT32_MAX;
	for (size_t i = 0; i < 2 * n && w->page.heading == UINT32_MAX; i++) {
		w->page.heading = find_block(w, titles[i % n], i < n);
		titled |= titles[i % n].n > 0;
	}
	for (size_t i = 0; !titled && i < w->page.blocks_n; i++) {
		const struct tcn_page_block *block = &w->page.blocks[i];

		titled = w->page.nodes[block->node].h1;
		if (titled)
			w->page.heading = (uint32_t)i;
	}
}

static void
plain(const struct work *w, struct tcn_str *s)
{
	tcn_markup_strip(*s, w->arena, s);
	*s = tcn_str_trim(*s);
}

static void
find_title(struct work *w)
{
	struct tcn_str title = w->data.headline;

	if (title.n)
		plain(w, &title);
	if (!title.n)
		title = without_name(w, w->page.og_title);
	if (!title.n && w->page.heading != UINT32_MAX)
		title = tcn_page_block_text(&w->page,
		    &w->page.blocks[w->page.heading]);
	if (!title.n)
		title = without_name(w, w->page.title);
	for (size_t i = 0; !title.n && i < w->page.blocks_n; i++)
		if (is_heading(w, i) && !w->page.blocks[i].noise)
			title =
			    tcn_page_block_text(&w->page, &w->page.blocks[i]);
	tcn_arena_str(w->arena, title, &w->out->title);
}

/* --- what the page says of itself --- */

static void
find_date(struct work *w)
{
	const struct tcn_str dates[] = { w->data.published, w->page.published,
		w->page.time };

	w->out->ts_ms = TCN_UNDATED;
	for (size_t i = 0; i < sizeof dates / sizeof *dates; i++)
		if (dates[i].n &&
		    tcn_date_words(dates[i], w->out->lang, &w->out->ts_ms) ==
			TCN_OK)
			return;
}

/* An address that a page gives, made absolute; or empty. */
static struct tcn_str
absolute(const struct work *w, struct tcn_str given)
{
	struct tcn_str base = w->in->url, url = { 0 };
	xmlChar *full;

	if (!given.n || (!tcn_url_web(given).n && !base.n))
		return url;
	if (base.n)
		tcn_arena_str(w->arena, base, &base);
	full = xmlBuildURI((const xmlChar *)given.at,
	    base.n ? (const xmlChar *)base.at : NULL);
	if (!full)
		return url;
	tcn_arena_str(w->arena, tcn_url_web(tcn_str((const char *)full)), &url);
	xmlFree(full);
	return url;
}

/* The address that a page gives itself; empty when it is of another site, or
 * only its front page though the page is not. */
static void
own_address(const struct work *w, struct tcn_str given, struct tcn_str *url)
{
	struct tcn_str base = w->in->url, site, path;

	*url = absolute(w, given);
	site = tcn_url_site(*url);
	if (!site.n || !base.n)
		return;
	path = (struct tcn_str){ site.at + site.n,
		(size_t)(url->at + url->n - site.at) - site.n };
	if (!tcn_str_equal(site, tcn_url_site(base)) || path.n < 2)
		url->n = 0;
}

static void
find_address(struct work *w)
{
	const struct tcn_str given[] = { w->page.canonical, w->page.og_url };

	w->out->url = w->in->url;
	for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
		struct tcn_str url;

		own_address(w, given[i], &url);
		if (url.n) {
			w->out->url = url;
			break;
		}
	}
}

static void
find_image(struct work *w)
{
	const struct tcn_str given[] = { w->page.og_image,
		w->page.twitter_image, w->data.image };

	for (size_t i = 0; !w->out->image.n && i < 3; i++)
		w->out->image = absolute(w, given[i]);
}

static void
find_facts(struct work *w)
{
	struct tcn_str publisher =
	    w->data.publisher.n ? w->data.publisher : w->page.site_name;
	struct tcn_str section =
	    w->data.section.n ? w->data.section : w->page.section;
	struct tcn_str lang;
	char *copy;

	find_title(w);
	/* Writes "en_US" as "en-US". */
	lang = w->data.lang.n ? w->data.lang : w->page.lang;
	lang.n = lang.n < 32 ? lang.n : 0;
	copy = tcn_arena_zalloc(w->arena, lang.n + 1, 1);
	for (size_t i = 0; i < lang.n; i++)
		copy[i] = lang.at[i] == '_' ? '-' : lang.at[i];
	w->out->lang = (struct tcn_str){ copy, lang.n };
	find_date(w);
	find_address(w);
	find_image(w);
	plain(w, &publisher);
	plain(w, &section);
	w->out->publisher = publisher;
	w->out->section = section;
}

/* --- the text --- */

size_t
tcn_extract_words(struct tcn_str text)
{
	size_t words = 0, high = 0;
	bool in_word = false;

	for (size_t i = 0; i < text.n; i++) {
		bool space = tcn_ascii_is_space(text.at[i]);

		words += !space && !in_word;
		in_word = !space;
		high += (text.at[i] & 0xf0) == 0xe0;
	}
	return high / 2 > words ? high / 2 : words;
}

/* Joins white space, as blocks have it. */
static void
join_spaces(const struct work *w, struct tcn_str text, struct tcn_str *joined)
{
	char *to = tcn_arena_alloc(w->arena, text.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++) {
		bool space = tcn_ascii_is_space(text.at[i]);

		if (!space || (n && to[n - 1] != ' '))
			to[n++] = space ? ' ' : text.at[i];
	}
	*joined = (struct tcn_str){ to, n };
}

/*
 * Whether JSON-LD has the article, where the page shows so many words of it:
 * all of it, or more, as where the rest is to be paid for.
 */
static void
is_data_better(const struct work *w, struct tcn_str body, size_t shown,
    bool *better)
{
	size_t words = tcn_extract_words(body);
	struct tcn_str joined;
	unsigned found;
	struct tcn_str all;

	join_spaces(w, body, &joined);
	*better = false;
	if (words < w->least)
		return;
	/* At how many of the places that are tried the text is on the page. */
	all = tcn_buf_view(&w->page.text);
	found = 0;
	for (size_t i = 0; i < PROBES && joined.n > 2 * PROBE; i++) {
		size_t at = (joined.n - PROBE) * i / PROBES;

		found += all.n &&
		    memmem(all.at, all.n, joined.at + at, PROBE) != NULL;
	}
	if (shown < w->least)
		*better = true;
	else if (found * 4 >= PROBES)
		*better = words * 10 >= shown * 7;
	else
		*better = words > 2 * shown;
}

/* Whether paragraphs were glued together when the text was written. */
static bool
is_glued(struct tcn_str text)
{
	unsigned places = 0;

	for (size_t i = 1; i + 1 < text.n; i++)
		places += text.at[i] == '.' && text.at[i - 1] >= 'a' &&
		    text.at[i - 1] <= 'z' && text.at[i + 1] >= 'A' &&
		    text.at[i + 1] <= 'Z';
	return places >= 2 && !memchr(text.at, '\n', text.n);
}

static void
take_blocks(struct work *w, size_t words)
{
	struct tcn_buf text = { 0 };

	for (size_t i = 0; i < w->page.blocks_n; i++) {
		if (!w->page.blocks[i].taken)
			continue;
		if (text.n)
			tcn_buf_char(&text, '\n');
		tcn_buf_str(&text,
		    tcn_page_block_text(&w->page, &w->page.blocks[i]));
	}
	tcn_arena_str(w->arena, tcn_buf_view(&text), &w->out->text);
	w->out->words = words;
	tcn_buf_fini(&text);
}

static enum tcn_rc
find_text(struct work *w)
{
	struct tcn_str body = w->data.body;
	enum tcn_extract_how how;
	bool better = false;
	size_t words;

	tcn_page_choose(&w->page, w->data.live, &how, &words);
	if (words < w->least && !body.n) {
		tcn_page_noise(&w->page, true, true); /* of pictures? */
		tcn_page_choose(&w->page, true, &how, &words);
	}
	if (body.n)
		plain(w, &body);
	if (body.n && !w->data.live)
		is_data_better(w, body, words, &better);
	if (better && is_glued(body) &&
	    words * 10 >= tcn_extract_words(body) * 9)
		better = false;
	if (better) {
		w->out->text = body;
		w->out->words = tcn_extract_words(body);
		w->out->how = TCN_EXTRACT_DATA;
		return TCN_OK;
	}
	w->out->how = how;
	if (words < w->least)
		return TCN_INVALID;
	take_blocks(w, words);
	return TCN_OK;
}

static enum tcn_rc
work_through(struct work *w)
{
	struct tcn_buf tidy = { 0 };
	enum tcn_rc rc;

	tcn_page_tidy(w->in->html, &w->page, &tidy);
	tcn_page_read(tcn_buf_view(&tidy), &w->page);
	tcn_buf_fini(&tidy);
	rc = tcn_page_data(&w->page, &w->data);
	if (rc)
		return rc;
	find_heading(w);
	tcn_page_noise(&w->page, w->data.live, false);
	find_facts(w);
	return find_text(w);
}

enum tcn_rc
tcn_extract(const struct tcn_extract_page *page, struct tcn_arena *arena,
    struct tcn_extract *article, struct tcn_err *err)
{
	struct work w = {
		.in = page,
		.arena = arena,
		.out = article,
		.page.arena = arena,
		.least = page->least_words ? page->least_words
					   : TCN_EXTRACT_LEAST_WORDS,
	};
	enum tcn_rc rc;

	*article = (struct tcn_extract){ .ts_ms = TCN_UNDATED };
	if (page->html.n > BYTES_MAX)
		return tcn_err_set(err, TCN_INVALID,
		    "the page is larger than %zu MiB", BYTES_MAX >> 20);
	rc = work_through(&w);
	tcn_page_fini(&w.page);
	if (rc == TCN_INVALID)
		tcn_err_set(err, rc,
		    "the page has no article: fewer than %zu words of text "
		    "that are not links, menus or notes",
		    w.least);
	return rc;
}
