/*
 * engine/page/extract.h - the article out of a web page.
 *
 * A page of a news site is mostly something else: menus, other stories,
 * comments, notes on cookies. This takes the article out of it, and what the
 * page says about it. The text is taken from the first of these that has it,
 * the most trusted first:
 *
 *  1. JSON-LD of a type such as NewsArticle (schema.org): its articleBody,
 *     unless it is only the beginning of what the page shows, or about
 *     something else than the page
 *  2. elements with itemprop="articleBody"
 *  3. the one article element, or the one with most of the text of all
 *  4. the main part (main, role=main)
 *  5. the whole page
 *
 * In 2 to 5 what is not the article's is left out: nav, aside, header, footer,
 * form, figure, script, style, what is hidden, what is called by a name that
 * says so ("related", "cookie", "comments"), lists of teasers; and of the rest
 * the run of paragraphs with many words and few links is taken
 * (engine/page/page_choose.c has the algorithm and its sources). One block is
 * one line of the text.
 *
 *	title      JSON-LD, og:title, the first h1, title; without
 *	           the outlet's name at its end
 *	ts         JSON-LD datePublished, article:published_time and its like,
 *	           the first time element with datetime; else none
 *	lang       JSON-LD inLanguage, the html element's lang, og:locale
 *	image      og:image, twitter:image, JSON-LD image
 *	url        link rel=canonical, if it is of the page's site and not its
 *	           front page; else the address the page came from
 *	publisher  JSON-LD publisher, og:site_name
 *	section    JSON-LD articleSection, article:section
 *
 * WHAT BOUNDS IT. Nothing is fetched or run, and no entity is expanded but the
 * characters of HTML. Text that could keep the parser (libxml2) busy is removed
 * first, see engine/page/page_tidy.c; tags, depth, blocks and the bytes of
 * JSON-LD are bounded, and what is beyond is not read. Cost: O(bytes). Memory:
 * a small multiple of the bytes that are not script, freed when the call ends,
 * but for the result. Thread safe once tcn_markup_init() (engine/text/markup.h)
 * has run.
 */
#ifndef TCN_ENGINE_PAGE_EXTRACT_H
#define TCN_ENGINE_PAGE_EXTRACT_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* Which evidence the text was found by, most trusted first. */
enum tcn_extract_how {
	TCN_EXTRACT_DATA, /* JSON-LD */
	TCN_EXTRACT_MARKED, /* itemprop=articleBody */
	TCN_EXTRACT_ARTICLE,
	TCN_EXTRACT_MAIN,
	TCN_EXTRACT_DENSITY,
	TCN_EXTRACT_HOWS
};

/* Fewer words are no article: a page of video or sound, a list. */
#define TCN_EXTRACT_LEAST_WORDS 30

struct tcn_extract_page {
	struct tcn_str html; /* valid UTF-8 */
	struct tcn_str url; /* where it came from; may be empty */
	size_t least_words; /* 0: TCN_EXTRACT_LEAST_WORDS */
};

/* The result; any string but the text may be empty. */
struct tcn_extract {
	struct tcn_str title, text, lang, url, image, publisher, section;
	int64_t ts_ms; /* or INT64_MIN: none (TCN_UNDATED) */
	enum tcn_extract_how how;
	size_t words; /* of text; two signs of Han or Thai count as one */
};

/*
 * Takes the article out of a page. All strings live in arena or in page.
 * TCN_INVALID, with a text in err: the page has no article; *article then has
 * the page's title, date and so on, and no text.
 */
TCN_MUST_USE enum tcn_rc tcn_extract(const struct tcn_extract_page *page,
    struct tcn_arena *arena, struct tcn_extract *article, struct tcn_err *err);

/* How many words a text has: separated by white space, or, where there is
 * hardly any, two characters of three bytes each make one. O(bytes). */
size_t tcn_extract_words(struct tcn_str text);

/* The name of how: "json-ld", "articleBody", "article", "main", "density". */
const char *tcn_extract_how_text(enum tcn_extract_how how);

#endif
