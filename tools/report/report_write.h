/*
 * tools/report/report_write.h - the writers of a report's view, one a format,
 * and what they share. Internal to tools/report/report*.c.
 *
 * Writers append and never fail: out->failed is looked at once, at the end.
 */
#ifndef TCN_TOOLS_REPORT_REPORT_WRITE_H
#define TCN_TOOLS_REPORT_REPORT_WRITE_H

#include "engine/base/buf.h"
#include "tools/report/report_view.h"

void tcn_report_html(const struct tcn_report_view *view, struct tcn_buf *out);
void tcn_report_md(const struct tcn_report_view *view, struct tcn_buf *out);
void tcn_report_json(const struct tcn_report_view *view, struct tcn_buf *out);
void tcn_report_ninjs(const struct tcn_report_view *view, struct tcn_buf *out);

/* The growth chart: an <svg> element, or nothing without two dated items. */
void tcn_report_chart(const struct tcn_report_view *view, struct tcn_buf *out);

/* From <!DOCTYPE html> to <main>: title is escaped here. more_style follows
 * the style sheet of all pages. */
void tcn_report_html_head(struct tcn_str title, const char *more_style,
    struct tcn_buf *out);
void tcn_report_html_foot(struct tcn_buf *out);

/* text as a <time>, or bare when ms has no date. */
void tcn_report_html_time(int64_t ms, struct tcn_str text, struct tcn_buf *out);

/* The style sheet of all pages. */
extern const char tcn_report_style[];

/* Sentences in plain text, to be escaped by the caller. */

/* What made it fire, when, and in how long. */
void tcn_report_say_fired(const struct tcn_report_view *view,
    struct tcn_buf *out);

/* Its revision and what there is by now. */
void tcn_report_say_now(const struct tcn_report_view *view,
    struct tcn_buf *out);

/* What happened in a row of the timeline, without its title. */
void tcn_report_say_entry(const struct tcn_report_view *view,
    const struct tcn_report_view_entry *entry, struct tcn_buf *out);

/* "Sat 21 Nov 2026, 13:30-13:45 UTC", or one time. */
void tcn_report_say_when(const struct tcn_report_view_entry *entry,
    struct tcn_buf *out);

/* What an item is a copy of; nothing when it is none. */
void tcn_report_say_copy(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_buf *out);

/* Sources beyond these are only counted (JSON has them all). */
#define TCN_REPORT_SOURCES_MAX  40
#define TCN_REPORT_EVIDENCE_MAX 200

#endif
