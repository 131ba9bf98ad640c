/*
 * tools/base/html_page.h - the frame of the HTML pages that tocsin writes.
 *
 * Special reports, their index and the page of a sweep are one HTML file each,
 * without scripts and without anything to fetch. They share what stands here:
 * the head with its content security policy, the style sheet, the foot, and the
 * element for a time. Pure; functions append to out.
 */
#ifndef TCN_TOOLS_BASE_HTML_PAGE_H
#define TCN_TOOLS_BASE_HTML_PAGE_H

#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"

/*
 * From <!DOCTYPE html> to <main>. lang: the language of the page's own words,
 * "en"; title is escaped here; more_style is CSS that follows the style sheet
 * of all pages, "" for none, and is not escaped.
 */
void tcn_html_page_head(const char *lang, struct tcn_str title,
    const char *more_style, struct tcn_buf *out);

/* From <footer> to </html>; made: says what it was made of, as below. */
void tcn_html_page_foot(const char *made, struct tcn_buf *out);

/* The sentence by which a page says that it quotes the articles it lists, and
 * in which zone its times are. A message (tools/tell/words/words.h). */
extern const char tcn_html_page_made[];

/* text, escaped, in a <time> element; without the element when ms (unix
 * milliseconds) is TCN_UNDATED or no date that can be written. */
void tcn_html_page_time(int64_t ms, struct tcn_str text, struct tcn_buf *out);

/* The style sheet of all pages: CSS, zero terminated. */
extern const char tcn_html_style[];

#endif
