/*
 * tests/tools/serve/web/pages.h - calls pages over an interface that answers
 * what the test says.
 */
#ifndef TCN_TESTS_TOOLS_SERVE_WEB_PAGES_H
#define TCN_TESTS_TOOLS_SERVE_WEB_PAGES_H

#include "engine/base/buf.h"

/* A text that wants to be more than text, as it stands in JSON. */
#define PAGES_JSON "<script>alert(1)</script>\\\"><svg onload=x>'{{7*7}}</p>"

/* From now on the interface answers a GET (or POST) of this target, which must
 * match to the byte, with status and body; the texts must outlive the test. Any
 * other answers 404. At most 16. */
void pages_answer(const char *target, int status, const char *body);

/* The page of that target, which has this status; it is valid until the next
 * call, or pages_done(). */
const char *pages_get(const char *target, int status);

/* Fails unless the page holds it, or does not. */
void pages_has(const char *page, const char *text);
void pages_lacks(const char *page, const char *text);

/* How often the page holds it. */
size_t pages_count(const char *page, const char *text);

/*
 * Fails unless all elements are closed in the right order, attributes quoted,
 * each id unique, no style or handler attribute and no link that runs code: a
 * page that could not be broken out of.
 */
void pages_check_html(const char *page);

/* Forgets the answers; fails when memory was lost. */
void pages_done(void);

#endif
