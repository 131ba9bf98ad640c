/*
 * engine/page/page_impl.h - a web page as nodes and blocks. Private to
 * engine/page.
 *
 * A node is an element that stands for more than a few words in a line: div,
 * section, p, li and so on. A block is text without a node between its words: a
 * paragraph, a heading, an item of a list, a row of a table. Both stand in the
 * page's order, so that the blocks below a node are one stretch of the list.
 *
 * The order of work: tcn_page_tidy() takes out what is never text and what
 * could keep the parser busy, tcn_page_read() has libxml2 read the rest into
 * nodes and blocks, tcn_page_noise() finds the nodes that are not the
 * article's, tcn_page_choose() takes the article's blocks.
 */
#ifndef TCN_ENGINE_PAGE_PAGE_IMPL_H
#define TCN_ENGINE_PAGE_PAGE_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/rc.h"
#include "engine/base/sections.h"
#include "engine/base/str.h"
#include "engine/page/extract.h"

/* What an element is to a reader of the page. */
enum tcn_page_kind {
	TCN_PAGE_UNKNOWN, /* its tags are left out */
	TCN_PAGE_STYLE, /* b, font and the like: its tags are left out */
	TCN_PAGE_RAW, /* no text: left out with its content */
	TCN_PAGE_SKIP, /* left out with its content, which is HTML */
	TCN_PAGE_INPUT, /* left out with its content: a field of a form */
	TCN_PAGE_VOID, /* has no content, and says nothing */
	TCN_PAGE_INLINE,
	TCN_PAGE_LINK, /* a */
	TCN_PAGE_BR,
	TCN_PAGE_META,
	TCN_PAGE_LINK_REL, /* link */
	TCN_PAGE_TITLE,
	TCN_PAGE_TIME, /* and abbr, which had that part before HTML 5 */
	TCN_PAGE_CELL, /* of a table */
	/* From here on: nodes. */
	TCN_PAGE_HTML,
	TCN_PAGE_BODY,
	TCN_PAGE_DIV,
	TCN_PAGE_P,
	TCN_PAGE_HEADING,
	TCN_PAGE_LI,
	TCN_PAGE_ROW,
	TCN_PAGE_QUOTE, /* and pre */
	TCN_PAGE_CAPTION,
	TCN_PAGE_ARTICLE,
	TCN_PAGE_MAIN,
	TCN_PAGE_NAV,
	TCN_PAGE_ASIDE,
	TCN_PAGE_HEADER,
	TCN_PAGE_FOOTER,
	TCN_PAGE_FORM,
	TCN_PAGE_FIGURE,
	TCN_PAGE_KINDS
};

/* How sure it is that a node is not the article's. */
enum tcn_page_doubt {
	TCN_PAGE_TRUSTED,
	TCN_PAGE_WEAK, /* unless it holds most of the page's prose */
	TCN_PAGE_SURE, /* unless it holds the page's main part */
};

struct tcn_page_node {
	uint32_t parent; /* index; of the first node, itself */
	uint32_t first, end; /* its blocks: first <= i < end */
	enum tcn_page_kind kind;
	enum tcn_page_doubt doubt;
	bool h1;
	bool body; /* itemprop=articleBody */
	bool has_main; /* a main part or body is in it */
	uint32_t names; /* hash of its class and kind */
	bool noise; /* it, or a node around it, is not the article's */
	uint32_t inputs; /* fields to fill in, and buttons */
	uint32_t kids, cards; /* nodes right below; those that are teasers */
};

struct tcn_page_block {
	uint32_t node; /* the innermost */
	uint32_t at, n; /* in the page's text */
	uint32_t words, links; /* and how many of them are in links */
	bool led; /* it begins with a link of several words */
	bool noise;
	bool taken; /* it is part of the article */
};

#define TCN_PAGE_DATA_MAX 32 /* scripts of JSON-LD that are read */

struct tcn_page {
	struct tcn_arena *arena; /* the strings below live there */
	struct tcn_buf text; /* of all blocks */
	struct tcn_page_node *nodes;
	size_t nodes_n, nodes_cap;
	struct tcn_page_block *blocks;
	size_t blocks_n, blocks_cap;
	uint32_t heading; /* the block that is the title; or UINT32_MAX */

	/* What the page says about itself; may be empty. */
	struct tcn_str title; /* its title element */
	struct tcn_str og_title, site_name, section;
	struct tcn_str published; /* the date, as written */
	struct tcn_str time; /* of the first time element */
	struct tcn_str lang, canonical, og_url;
	struct tcn_str og_image, twitter_image;
	struct tcn_str data[TCN_PAGE_DATA_MAX]; /* parts of the HTML */
	size_t data_n;
};

/* The kind of the element of that name, in small letters. */
enum tcn_page_kind tcn_page_element(const char *name, size_t n);

/* Copies html into out without what is never text, and notes scripts of
 * JSON-LD in page. O(bytes). */
void tcn_page_tidy(struct tcn_str html, struct tcn_page *page,
    struct tcn_buf *out);

/* Reads what tcn_page_tidy() has left. */
void tcn_page_read(struct tcn_str html, struct tcn_page *page);
void tcn_page_fini(struct tcn_page *page);

/* noise.txt, the file of words that mark noise in class names; for its test. */
extern const struct tcn_sections_file tcn_page_noise_files[];

/* How sure an element's class, id and role make it that the element is not the
 * article's. */
enum tcn_page_doubt tcn_page_class_doubt(enum tcn_page_kind kind,
    const char *names);

/*
 * Marks the nodes and blocks that are not the article's. live: the article is a
 * list of posts. captions: captions of pictures may be the article; set in a
 * second call, for a page without other text.
 */
void tcn_page_noise(struct tcn_page *page, bool live, bool captions);

/* The page's article as its JSON-LD describes it; strings may be empty. */
struct tcn_page_data {
	struct tcn_str body, headline, published, lang, publisher, section;
	struct tcn_str url, image;
	bool live; /* a live blog: its posts are the article */
	unsigned rank; /* how much it looks like the page's own article */
};

/* Reads the page's scripts of JSON-LD; a broken script is skipped. */
TCN_MUST_USE enum tcn_rc tcn_page_data(const struct tcn_page *page,
    struct tcn_page_data *data);

/*
 * Marks the blocks of the article as taken. live: the article may be a list of
 * posts. Sets *how to the evidence it was found by, and *words to its number of
 * words; 0: there is no article.
 */
void tcn_page_choose(struct tcn_page *page, bool live,
    enum tcn_extract_how *how, size_t *words);

/* The text of a block. */
static inline struct tcn_str
tcn_page_block_text(const struct tcn_page *page,
    const struct tcn_page_block *block)
{
	return (struct tcn_str){ page->text.at + block->at, block->n };
}

#endif
