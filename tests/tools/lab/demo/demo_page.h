/*
 * tests/tools/lab/demo/demo_page.h - generates web pages around articles of the
 * invented world, with the truth about them.
 *
 * A page is a shape (how a kind of content system writes its pages: its
 * elements, classes, metadata, and what stands around the article) filled with
 * paragraphs of the generated stream. What the article is, and what on the page
 * is not, is known because it was put there; so the extraction of articles can
 * be measured. Every shape is made in several languages and lengths. The shapes
 * are written after the public structure of pages and copy none of them.
 *
 * The same seed gives the same pages.
 */
#ifndef TCN_TESTS_TOOLS_LAB_DEMO_DEMO_PAGE_H
#define TCN_TESTS_TOOLS_LAB_DEMO_DEMO_PAGE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_demo_page {
	const char *shape; /* "wordpress", ... */
	const char *lang; /* "en", ... */
	int64_t ts_ms; /* when it was published ... */
	char date[TCN_DATE_BYTES]; /* ... as the page writes it, if it does */
	struct tcn_buf html;
	struct tcn_buf title; /* the article's */
	struct tcn_buf url; /* the page's own address */
	struct tcn_buf text; /* the article's, a paragraph a line */
	struct tcn_buf noise; /* what is not the article's, one a line */
};

struct tcn_demo_pages;

/* Prepares the paragraphs. Errors: TCN_INVALID. */
TCN_MUST_USE enum tcn_rc tcn_demo_pages_new(uint64_t seed,
    struct tcn_demo_pages **pages, struct tcn_err *err);
void tcn_demo_pages_free(struct tcn_demo_pages *pages);

/* How many shapes there are. Pages 0 to this less 1 have each of them once, in
 * different languages; so have the next ones, and so on without end. */
size_t tcn_demo_pages_shapes(void);

/* Makes a page; its buffers are cleared first, and the caller's to end. */
void tcn_demo_pages_make(const struct tcn_demo_pages *pages, size_t nth,
    struct tcn_demo_page *page);
void tcn_demo_page_fini(struct tcn_demo_page *page);

#endif
