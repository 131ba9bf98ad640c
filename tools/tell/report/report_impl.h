/*
 * tools/tell/report/report_impl.h - the writers of a report's view, one a
 * format, and what they share. Private to tools/tell/report/report*.c.
 *
 * JSON and ninjs are trees of fields and walk the view on their own. HTML and
 * Markdown are pages for people: templates, which read one tree
 * (report_tree.c).
 *
 * Writers append, and cannot fail.
 */
#ifndef TCN_TOOLS_TELL_REPORT_REPORT_IMPL_H
#define TCN_TOOLS_TELL_REPORT_REPORT_IMPL_H

#include "engine/base/buf.h"
#include "tools/tell/report/report_view_impl.h"

/* The writers: each appends the view in its format. */
void tcn_report_html(const struct tcn_report_view *view, struct tcn_buf *out);
void tcn_report_sections(const struct tcn_report_view *view,
    struct tcn_buf *out);
void tcn_report_md(const struct tcn_report_view *view, struct tcn_buf *out);
void tcn_report_json(const struct tcn_report_view *view, struct tcn_buf *out);
void tcn_report_ninjs(const struct tcn_report_view *view, struct tcn_buf *out);

/* Whether a figure has had two values, and their steps as an <svg> element. */
bool tcn_report_figure_has_steps(const struct tcn_figure *figure);
void tcn_report_figure_chart(const struct tcn_report_view *view,
    const struct tcn_report_view_figure *show, struct tcn_buf *out);

/* The sources that were copied most, most first, as many as are named in words;
 * *all: how many were copied. */
#define TCN_REPORT_COPIED 5
size_t tcn_report_most_copied(const struct tcn_report_view *view,
    size_t most[static TCN_REPORT_COPIED], size_t *all);

/* How often a source was copied, and by whom first: "Wire: copied 3 times,
 * first by Coast, Post and Late". The same of all as an <svg> element. */
void tcn_report_say_copies(const struct tcn_report_view *view, size_t node,
    struct tcn_buf *out);
void tcn_report_copies_chart(const struct tcn_report_view *view,
    struct tcn_buf *out);

/* The growth chart: an <svg> element, or nothing without two dated items. */
void tcn_report_chart(const struct tcn_report_view *view, struct tcn_buf *out);

/* Sentences in plain text, in the language of the report, to be escaped by the
 * caller. */

/* "16 items", "12 distinct texts", "9 publishers", and all of them. */
void tcn_report_say_items(const struct tcn_words *words, uint64_t n,
    struct tcn_buf *out);
void tcn_report_say_texts(const struct tcn_words *words, uint64_t n,
    struct tcn_buf *out);
void tcn_report_say_publishers(const struct tcn_words *words, uint64_t n,
    struct tcn_buf *out);
void tcn_report_say_counts(const struct tcn_words *words, uint32_t items,
    uint32_t origins, uint32_t publishers, struct tcn_buf *out);

/* "closed", "scheduled" */
const char *tcn_report_state(const struct tcn_words *words,
    const struct tcn_event *event);
const char *tcn_report_kind(const struct tcn_words *words,
    const struct tcn_event *event);

/* Appends what made the event fire, when, and in how long. */
void tcn_report_say_fired(const struct tcn_report_view *view,
    struct tcn_buf *out);

/* Appends the event's revision and its counts by now. */
void tcn_report_say_now(const struct tcn_report_view *view,
    struct tcn_buf *out);

/* Appends how likely the event was news when it fired, and what the rule asked
 * for. A rule that judges nothing has only that, the first of the parts: then
 * tcn_report_says_asked() is true. */
bool tcn_report_says_asked(const struct tcn_report_view *view);
void tcn_report_say_sure(const struct tcn_report_view *view,
    struct tcn_buf *out);

/* "Told in Spanish"; "Another matter". */
void tcn_report_say_section_heading(const struct tcn_report_view *view,
    const struct tcn_report_view_section *section, struct tcn_buf *out);

/* Appends the counts of a section, one language of several: "31 items from 12
 * publishers, first 3 Mar 12:48 by El Faro."; or what another matter is. */
void tcn_report_say_section(const struct tcn_report_view *view,
    const struct tcn_report_view_section *section, struct tcn_buf *out);

/* "the newest of these; only this text says so"; may say nothing. */
void tcn_report_say_line(const struct tcn_report_view *view,
    const struct tcn_report_view_line *line, struct tcn_buf *out);

/* What happened in a row of the timeline, without its line: "65 dead (53
 * before); first in German". Nothing when the line says it all. out is empty
 * before. */
void tcn_report_say_entry(const struct tcn_report_view *view,
    const struct tcn_report_view_entry *entry, struct tcn_buf *out);

/* The items up to the next row: "12 items (3 copies) from 4 publishers; 34 so
 * far", without the publishers where the event has one. Nothing of a row of one
 * item or none. */
void tcn_report_say_growth(const struct tcn_report_view *view,
    const struct tcn_report_view_entry *entry, struct tcn_buf *out);

/* "1 rewrite, 2 excerpts; the first item shares ..."; nothing when a source has
 * none. show: its first item. */
void tcn_report_say_source(const struct tcn_report_view *view,
    const struct tcn_report_view_source *source,
    const struct tcn_report_view_item *show, struct tcn_buf *out);

/* What an item is a copy or excerpt of, and how often its page was revised;
 * nothing when neither is so. out is empty before. */
void tcn_report_say_item(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_buf *out);

/* Sources beyond these are only counted (JSON has them all). */
#define TCN_REPORT_SOURCES_MAX  12
#define TCN_REPORT_NEAR_MAX     100
#define TCN_REPORT_EVIDENCE_MAX 200

#endif
