/*
 * tools/web/web_html.h - the parts that pages are written of.
 *
 * All text from outside passes one of these functions, which escape it where
 * it is put out. Pages hold no style attribute and no code: their content
 * security policy allows none. Functions append to out, and never fail:
 * out->failed is looked at once, at the end. Pure.
 */
#ifndef TCN_TOOLS_WEB_WEB_HTML_H
#define TCN_TOOLS_WEB_WEB_HTML_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"

/* Text, escaped; the same as the inside of a quoted attribute. */
void tcn_web_html_text(struct tcn_buf *out, struct tcn_str text);

/* ` name="value"`; nothing when value.at is NULL. */
void tcn_web_html_attr(struct tcn_buf *out, const char *name,
    struct tcn_str value);

/* Text in any script and direction, as a <bdi> of its own; lang: its language,
 * or empty. */
void tcn_web_html_foreign(struct tcn_buf *out, struct tcn_str lang,
    struct tcn_str text);

/* How a time is written. The script writes it anew for the reader's zone, and
 * by the reader's locale. */
enum tcn_web_html_time {
	TCN_WEB_HTML_CLOCK, /* "05:03 UTC" */
	TCN_WEB_HTML_SHORT, /* "3 Mar 05:03 UTC" */
	TCN_WEB_HTML_WHOLE, /* "Tue 3 Mar 2026, 05:03 UTC" */
};

/* A <time>; "never" where ms (unix milliseconds) is no date. */
void tcn_web_html_time(struct tcn_buf *out, int64_t ms,
    enum tcn_web_html_time form);

/* The same as an age at now_ms: "4 min ago". The script keeps it true. */
void tcn_web_html_age(struct tcn_buf *out, int64_t ms, int64_t now_ms);

/* A link to another site, which opens in a tab of its own and is not told where
 * it was followed from; only text when url may not become a link. */
void tcn_web_html_link(struct tcn_buf *out, struct tcn_str url,
    struct tcn_str lang, struct tcn_str text);

/* "1,240" */
void tcn_web_html_count(struct tcn_buf *out, uint64_t n);

/* "1,240 items": one is the noun for 1, to which an s is added for others. */
void tcn_web_html_counted(struct tcn_buf *out, uint64_t n, const char *one);

/* A hidden field of a form. */
void tcn_web_html_hidden(struct tcn_buf *out, const char *name,
    struct tcn_str value);

/* One <option>; chosen when value equals current. */
void tcn_web_html_option(struct tcn_buf *out, const char *value,
    const char *shown, struct tcn_str current);

/* The points of a growth line, drawn. */
#define TCN_WEB_HTML_SPARK 48

/* n <= TCN_WEB_HTML_SPARK figures, oldest first, as a line; name is what is
 * read aloud in its place, NULL if the text beside it says as much. The script
 * draws the same points. */
void tcn_web_html_spark(struct tcn_buf *out, const uint32_t *values, size_t n,
    const char *name);

#endif
