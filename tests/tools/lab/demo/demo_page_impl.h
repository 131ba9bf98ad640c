/*
 * tests/tools/lab/demo/demo_page_impl.h - the shapes of pages. Private to
 * tests/tools/lab/demo/demo_page*.c.
 *
 * A shape is HTML with holes in double brackets:
 *
 *	[[title]] [[site]] [[host]] [[url]] [[iso]] [[lang]] [[name]]
 *	[[body]]      the article, written as the shape's `body` says
 *	[[lead]]      its first paragraph, which body then leaves out
 *	[[menu:n]]    n links of one word, as <li>
 *	[[links:n]]   n links with headlines, as <li>
 *	[[line]]      a headline, in a link
 *	[[head]]      a headline
 *	[[some]]      a paragraph that is not the article's
 *	[[cards:n]]   n teasers: headline and paragraph, as <div>
 *	[[acards:n]]  the same as <article>
 *	[[talk:n]]    n comments
 *	[[ads]] [[cookies]] [[letter]] [[rights]] [[more]]
 *	              a label, and notes of such a page in its language
 *	[[ld]]        JSON-LD about the article without its text
 *	[[ldtext]]    with its text
 *	[[ldcut]]     with its beginning
 *	[[js:n]]      a script of about n bytes
 *
 * What comes of menu, links, line, head, some, cards, talk, cookies, letter and
 * rights is noise: it must not be in an extracted text.
 */
#ifndef TCN_TESTS_TOOLS_LAB_DEMO_DEMO_PAGE_IMPL_H
#define TCN_TESTS_TOOLS_LAB_DEMO_DEMO_PAGE_IMPL_H

#include <stddef.h>

#include "engine/base/arena.h"
#include "tests/tools/lab/demo/demo_page.h"

/* What a body has beside paragraphs; bits. */
enum {
	TCN_DEMO_BODY_HEADS = 1, /* headings between them */
	TCN_DEMO_BODY_LIST = 2,
	TCN_DEMO_BODY_QUOTE = 4,
	TCN_DEMO_BODY_LINKS = 8, /* a link to another story between them */
	TCN_DEMO_BODY_FIGURE = 16,
	TCN_DEMO_BODY_ADS = 32,
	TCN_DEMO_BODY_TABLE = 64,
	TCN_DEMO_BODY_SHORT = 128, /* two paragraphs */
	TCN_DEMO_BODY_LONG = 256,
	TCN_DEMO_BODY_INLINE = 512, /* links and bold words in sentences */
};

struct tcn_demo_shape_of_page {
	const char *name;
	unsigned body;
	const char *open, *close; /* around a paragraph */
	const char *between; /* as an advertisement or a link, in `body` */
	const char *html;
};

#define TCN_DEMO_PAGE_LANGS 8

struct tcn_demo_page_texts {
	struct tcn_str *at;
	size_t n;
};

/* By language. */
struct tcn_demo_pages {
	uint64_t seed;
	struct tcn_arena arena; /* all texts */
	struct tcn_demo_page_texts titles[TCN_DEMO_PAGE_LANGS];
	struct tcn_demo_page_texts paragraphs[TCN_DEMO_PAGE_LANGS];
};

struct tcn_demo_page_notes {
	const char *ads, *cookies, *letter, *rights, *more;
};

extern const char *const tcn_demo_page_texts_langs[TCN_DEMO_PAGE_LANGS];
extern const struct tcn_demo_page_notes
    tcn_demo_page_texts_notes[TCN_DEMO_PAGE_LANGS];

/* Each ends with a name of NULL. */
extern const struct tcn_demo_shape_of_page tcn_demo_page_systems[];
extern const struct tcn_demo_shape_of_page tcn_demo_page_papers[];
extern const struct tcn_demo_shape_of_page tcn_demo_page_others[];

#endif
