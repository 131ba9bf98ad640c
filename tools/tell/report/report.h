/*
 * tools/tell/report/report.h - writes the special report of an event, and the
 * index of several.
 *
 * tools/tell/report/report_gather fills in a struct tcn_report from the store
 * (or a test does, by hand); tcn_report_pages turns it into pages. Writing is
 * pure: no clock, no file, no environment; the same facts and language give the
 * same bytes. It has two steps: report_view.c derives once what is shown
 * (cleans, sorts, counts and chooses), and a writer for each format puts the
 * view into its markup (report_impl.h).
 *
 * The facts own nothing: what they point to must outlive the call. They may
 * be hostile: every text is cleaned and escaped before it is written
 * (tools/base/safe.h), and all counts shown are counted from the items.
 *
 * Cost: O(bytes of text) to find sentences, O(sentences * lines) to choose
 * among them; a few milliseconds for an event of some hundred articles.
 */
#ifndef TCN_TOOLS_TELL_REPORT_REPORT_H
#define TCN_TOOLS_TELL_REPORT_REPORT_H

#include "engine/base/buf.h"
#include "engine/base/str.h"
#include "engine/facts/facts.h"
#include "engine/facts/slot.h"
#include "engine/item/prepare.h"
#include "engine/item/record.h"
#include "tools/tell/summary/summary_terms.h"
#include "tools/tell/words/words.h"

enum tcn_report_format {
	TCN_REPORT_HTML,
	TCN_REPORT_MD,
	TCN_REPORT_JSON,
	/* Answers of the interface, and no pages of a folder of reports: */
	TCN_REPORT_NINJS, /* IPTC ninjs 3.0, for systems that import news */
	/* Sections in HTML, to be set into a page that has the style sheet of
	 * all pages: the figures, what is said, the timeline with its chart,
	 * the sources and the key terms. */
	TCN_REPORT_SECTIONS,
};

#define TCN_REPORT_FORMATS 3 /* of files */

/* The suffix of a file name: "html", "md", "json". */
const char *tcn_report_suffix(enum tcn_report_format format);

/* One sighting: an article, or a copy of one. */
struct tcn_report_item {
	uint64_t seq;
	int64_t ts_ms; /* TCN_UNDATED: not known */
	struct tcn_str id;
	struct tcn_str source;
	struct tcn_str url;
	struct tcn_str title;
	struct tcn_str text; /* plain, no markup */
	struct tcn_str lang;
	uint64_t duplicate_of; /* seq of the original, or 0 */
	uint64_t origin; /* as in struct tcn_placement; 0: its own */
	uint64_t rewrite_of; /* the item it says in other words; or 0 */
	/* The item that it shares sentences with (struct tcn_placement): its
	 * seq, id and time; so many of its own, of those compared. 0: none. */
	uint64_t excerpt_of;
	struct tcn_str excerpt_id, excerpt_source;
	int64_t excerpt_ms;
	uint32_t shared, compared;
	uint64_t publisher; /* as in struct tcn_placement; 0: by source */
	/* How its page was revised since, which counts nowhere. */
	uint32_t revised; /* times */
	int64_t revised_ms; /* the last time, when revised */
	/* So many of the sentences of the latest version are not in this one;
	 * 0 and 0: not known. */
	uint32_t differ, sentences;
	struct tcn_str category; /* as sent */
	struct tcn_str predicted; /* of one that came with none; or empty */
	double probability; /* that it is right, 0 to 1; 0: not known */
};

/* Another story that shares terms with this one: which of them are shown is
 * chosen (tools/tell/summary/related.h). */
struct tcn_report_related {
	uint64_t story;
	struct tcn_str title;
	struct tcn_str url; /* of its most central article; may be empty */
	struct tcn_str page; /* its report's file, without suffix; or empty */
	int64_t first_ms, last_ms;
	uint32_t items;
	const struct tcn_str *shared; /* terms in common, heaviest first */
	size_t shared_n;
	const double *idf; /* of each: ln(1 + stories / stories with it) */
};

/* Another episode of the dossier that the event is one of. */
struct tcn_report_episode {
	struct tcn_str event; /* its id; empty: there is none */
	struct tcn_str title; /* its headline */
	struct tcn_str page; /* its report's file, without suffix; or empty */
	int64_t fired_ms;
};

/* The saga that the event is an episode of (sql/store_dossier.h). */
struct tcn_report_dossier {
	struct tcn_str id;
	size_t n, here; /* episodes; this one's number, from 0 */
	struct tcn_report_episode previous, next;
	const struct tcn_report_episode *all; /* n; NULL unless of_dossier */
};

/* A leading value that was told. */
struct tcn_report_told_figure {
	enum tcn_slot slot;
	struct tcn_str unit;
	int64_t lo, hi; /* thousandths */
};

/* What its reader was told before: lines are chosen that add to it. */
struct tcn_report_told {
	const struct tcn_summary_terms *lines;
	size_t lines_n;
	const struct tcn_report_told_figure *figures;
	size_t figures_n;
};

/*
 * What pages for people say: the templates that are built in, and a newsroom's
 * own in their place. dir: of files named as those of
 * tools/tell/report/templates, NULL: there are none. TCN_INVALID, TCN_IO: err
 * says what is wrong, with its place, and how it is mended. Free it last of
 * all.
 */
struct tcn_report_templates;
TCN_MUST_USE enum tcn_rc tcn_report_templates_new(const char *dir,
    struct tcn_report_templates **templates, struct tcn_err *err);
void tcn_report_templates_free(struct tcn_report_templates *templates);

struct tcn_report {
	const struct tcn_event *event;
	const struct tcn_report_item *items; /* of the whole story; any order */
	size_t items_n;
	/* They are linked across languages (sql/store_group.h): each language
	 * is told of by itself. */
	bool several;
	/* It is told of in short (report_brief.h): in its reader's language
	 * only where a quarter of it is, and in others only where that says
	 * little. */
	bool brief;
	uint64_t copies_gone; /* copies of them whose rows were not kept */
	const struct tcn_report_related *related;
	size_t related_n;
	const struct tcn_report_dossier *dossier; /* NULL: it stands alone */
	/* It is on the whole of the dossier: the event is the latest episode,
	 * with the first one's beginning and the headline of the one that
	 * stands for all, and the items are those of all. */
	bool of_dossier;
	uint64_t stories; /* in the store; 0: not known */
	/* Its first revision as it was stored, for what it had counted when it
	 * fired; NULL: not known. */
	const struct tcn_event *first;
	uint32_t more_than; /* the rule's threshold; 0: not known */
	int64_t within_ms; /* the rule's window */
	size_t lines_max; /* of the summary; for 5 there are 8 of 60 items,
			   * and fewer of titles alone */
	struct tcn_report_told told; /* none: all zero */
	struct tcn_str index; /* the index's file, without suffix; or empty */
	bool alone; /* without what is related to it, and its dossier */
	/* The address of the newsroom's pages, without a slash at its end, into
	 * whose search names and terms lead, and to whose events episodes
	 * without a page beside this one; "": the page is one of them; NULL:
	 * they are no links. */
	const char *site;
	struct tcn_prepare *prep; /* splits words; NULL: one for this call */
	struct tcn_facts *facts; /* reads figures; NULL: the same */
	/* NULL: those that are built in, compiled for this call. */
	const struct tcn_report_templates *templates;
	/* Of its own words; AUTO: that of most items, if it is one of ours. */
	enum tcn_words_language language;
	const char *zone; /* of its times, as a setting names it; NULL: UTC */
	/* The same two, opened; NULL: for this call. */
	const struct tcn_words *words;
};

/*
 * Writes a page in steps, for who has other things to do between them: new;
 * step until it is done; free. What report points to, and itself, must outlive
 * the work; report->event is not NULL. The longest step is about a third of
 * all: of 5,000 articles some 40 ms.
 */
struct tcn_report_work;

struct tcn_report_work *tcn_report_work_new(const struct tcn_report *report,
    enum tcn_report_format format);
void tcn_report_work_free(struct tcn_report_work *work); /* or NULL */

/* Does a step; true: it was the last one, which appends the page to out. */
bool tcn_report_work_step(struct tcn_report_work *work, struct tcn_buf *out);

/* A report in several formats, with its headline. */
struct tcn_report_pages {
	struct tcn_buf at[TCN_REPORT_FORMATS];
	struct tcn_buf headline; /* plain text */
};

/*
 * Fills pages (all zero, or used before) in each format whose bit, 1 <<
 * format, is set. This costs less than one call for each format. pages need
 * fini in every case.
 */
void tcn_report_pages(const struct tcn_report *report, unsigned formats,
    struct tcn_report_pages *pages);
void tcn_report_pages_fini(struct tcn_report_pages *pages);

/* One entry of the index. */
struct tcn_report_entry {
	const struct tcn_event *event;
	struct tcn_str title; /* of the most central article */
	struct tcn_str page; /* file name of its report without the suffix */
	struct tcn_str dossier; /* the same of its dossier's; empty: none */
};

struct tcn_report_index {
	int64_t since_ms, until_ms; /* the period; TCN_UNDATED: no bound */
	enum tcn_words_language language; /* AUTO is English */
	const char *zone; /* as in a report */
	const struct tcn_report_entry *entries; /* in any order */
	size_t entries_n;
};

/* Appends the page that links to the reports of a run or a period, the latest
 * first. */
void tcn_report_index_write(const struct tcn_report_index *index,
    enum tcn_report_format format, struct tcn_buf *out);

#endif
