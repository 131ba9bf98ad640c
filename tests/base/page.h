/*
 * tests/base/page.h - checks that a page is well formed, whatever hostile text
 * was put into it.
 *
 * This is no parser for HTML in general: it knows the elements and attributes
 * that our pages use, and refuses everything else.
 */
#ifndef TCN_TESTS_BASE_PAGE_H
#define TCN_TESTS_BASE_PAGE_H

#include <stdbool.h>

#include "engine/base/str.h"

struct page_fault {
	char text[256];
};

/*
 * Elements and attributes are known ones and nest; text holds no bare '<' or
 * '&'; every href is http, https or one of our own file names.
 */
bool page_is_html(struct tcn_str page, struct page_fault *fault);

/* No character that Markdown or HTML would take for markup is bare. */
bool page_is_md(struct tcn_str page, struct page_fault *fault);

/* UTF-8 throughout, with no control character but the line feed. */
bool page_is_text(struct tcn_str page, struct page_fault *fault);

#endif
