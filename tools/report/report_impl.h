/*
 * tools/report/report_impl.h - the writers of a report's view, one a format,
 * and what they share. Private to tools/report/report*.c.
 *
 * JSON and ninjs are trees of fields and walk the view on their own. HTML and
 * Markdown are pages for people: both have the same sections with the same
 * rows, so that one walk over the view (report_page.c) serves both, through a
 * table of what the two write differently.
 *
 * Writers append and never fail: out->failed is looked at once, at the end.
 */
#ifndef TCN_TOOLS_REPORT_REPORT_IMPL_H
#define TCN_TOOLS_REPORT_REPORT_IMPL_H

#include "engine/base/buf.h"
#include "tools/report/report_view_impl.h"

void tcn_report_html(const struct tcn_report_view *view, struct tcn_buf *out);
void tcn_report_sections(const struct tcn_report_view *view,
    struct tcn_buf *out);
void tcn_report_md(const struct tcn_report_view *view, struct tcn_buf *out);
void tcn_report_json(const struct tcn_report_view *view, struct tcn_buf *out);
void tcn_report_ninjs(const struct tcn_report_view *view, struct tcn_buf *out);

/* The lists of a page, one a section; the sources are a table. */
enum tcn_report_list {
	TCN_REPORT_LIST_FIGURES, /* dead, injured ... and who said so */
	TCN_REPORT_LIST_LINES, /* quoted sentences */
	TCN_REPORT_LIST_TIMELINE,
	TCN_REPORT_LIST_SOURCES,
	TCN_REPORT_LIST_NEAR, /* items only near the event */
	TCN_REPORT_LIST_RELATED,
	TCN_REPORT_LIST_PARTS, /* what spoke for and against it */
	TCN_REPORT_LIST_EVIDENCE,
};

/* What stands before and after a part of a page. */
struct tcn_report_marks {
	const char *open, *close;
};

/*
 * How a page is put into its markup. Strings that a writer is given are clean
 * but not escaped. `show` is the item that a row is about; where NULL is said
 * to be possible, there is none.
 */
struct tcn_report_page_writer {
	/* Everything ahead of the header; NULL: nothing. */
	void (*begin)(const struct tcn_report_view *view, struct tcn_buf *out);
	/* fired and now: what tcn_report_say_fired and _now said. show: the
	 * item whose title is the headline, or NULL. */
	void (*header)(const struct tcn_report_view *view,
	    const struct tcn_report_view_item *show, struct tcn_str fired,
	    struct tcn_str now, struct tcn_buf *out);
	void (*text)(struct tcn_buf *out, struct tcn_str text);
	/* said: what tcn_report_say_line said. */
	void (*line)(const struct tcn_report_view *view,
	    const struct tcn_report_view_item *show, struct tcn_str text,
	    struct tcn_str said, struct tcn_buf *out);
	/* show: who told the leading value first. */
	void (*figure)(const struct tcn_report_view *view,
	    const struct tcn_report_view_figure *figure,
	    const struct tcn_report_view_item *show, struct tcn_buf *out);
	/* The chart over the timeline; NULL: the format has no drawings. */
	void (*chart)(const struct tcn_report_view *view, struct tcn_buf *out);
	/* said, grown: what tcn_report_say_entry and _growth said, or empty.
	 * show may be NULL. */
	void (*entry)(const struct tcn_report_view *view,
	    const struct tcn_report_view_entry *entry, struct tcn_str said,
	    const struct tcn_report_view_item *show, struct tcn_str grown,
	    struct tcn_buf *out);
	/* Who copied whom, drawn; NULL: the format has no drawings. */
	void (*copies)(const struct tcn_report_view *view, struct tcn_buf *out);
	/* show: the publisher's first item; excerpts: what
	 * tcn_report_say_source said. */
	void (*source)(const struct tcn_report_view *view,
	    const struct tcn_report_view_source *source,
	    const struct tcn_report_view_item *show, struct tcn_str excerpts,
	    struct tcn_buf *out);
	void (*near)(const struct tcn_report_view *view,
	    const struct tcn_report_view_item *show, struct tcn_buf *out);
	void (*related)(const struct tcn_report_view *view,
	    const struct tcn_report_view_related *related, struct tcn_buf *out);
	/* Names of a kind, or the key terms; label says which, or is empty. */
	void (*terms)(const struct tcn_report_view *view, const char *label,
	    const struct tcn_str *terms, size_t n, struct tcn_buf *out);
	void (*part)(const struct tcn_report_view *view,
	    const struct tcn_report_view_part *part, struct tcn_buf *out);
	/* number counts from 1; said: what tcn_report_say_item said. */
	void (*evidence)(const struct tcn_report_view *view, uint32_t number,
	    const struct tcn_report_view_item *show, struct tcn_str said,
	    struct tcn_buf *out);
	/* Words at the head of a list, behind what opens it. */
	void (*list_head)(const struct tcn_report_view *view,
	    enum tcn_report_list list, struct tcn_buf *out);
	/* Everything behind the sections. */
	void (*end)(const struct tcn_report_view *view, struct tcn_buf *out);
	const char *section_open; /* up to a section's heading */
	const char *heading_close; /* from there to what it holds */
	const char *section_close;
	struct tcn_report_marks lists[TCN_REPORT_LIST_EVIDENCE + 1];
	struct tcn_report_marks note; /* a remark of our own */
	struct tcn_report_marks note_below; /* the same below rows */
};

/* Walks the view and has each part of it written. */
void tcn_report_page(const struct tcn_report_page_writer *writer,
    const struct tcn_report_view *view, struct tcn_buf *out);

/* The same of the sections that a page of ours may hold beside other things. */
void tcn_report_page_sections(const struct tcn_report_page_writer *writer,
    const struct tcn_report_view *view, struct tcn_buf *out);

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

/* What made it fire, when, and in how long. */
void tcn_report_say_fired(const struct tcn_report_view *view,
    struct tcn_buf *out);

/* Its revision and what there is by now. */
void tcn_report_say_now(const struct tcn_report_view *view,
    struct tcn_buf *out);

/* How likely it was that it is news, and what the rule asked for. */
void tcn_report_say_sure(const struct tcn_report_view *view,
    struct tcn_buf *out);

/* What there is in a language: "31 items from 12 publishers, first 3 Mar 12:48
 * by El Faro." */
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

/* "shares 11 of its 14 sentences with Evening Post, 1 Mar 05:00"; nothing when
 * it is no excerpt. */
void tcn_report_say_excerpt(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_buf *out);

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
