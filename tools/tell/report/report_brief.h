/*
 * tools/tell/report/report_brief.h - what a report says of an event, in short,
 * for who tells of many events at once (tools/tell/edition).
 *
 * It is the view that the pages of a report show (report_view_impl.h), as far
 * as it fits into a paragraph: headline, key sentences, counts, sources,
 * languages, growth. All strings are clean (tools/base/safe.h) but not escaped.
 *
 * Items are read as of a cut (sql/store_cut.h), so that the same brief can be
 * made again later.
 */
#ifndef TCN_TOOLS_TELL_REPORT_REPORT_BRIEF_H
#define TCN_TOOLS_TELL_REPORT_REPORT_BRIEF_H

#include "engine/facts/slot.h"
#include "sql/store_cut.h"
#include "tools/tell/report/report.h"

struct tcn_report_brief_line {
	struct tcn_str text;
	struct tcn_str source; /* never empty */
	struct tcn_str url; /* may be linked to, or empty */
	struct tcn_str lang;
	struct tcn_summary_terms terms; /* its words */
};

/* A figure that is followed through the story: its leading values. */
struct tcn_report_brief_figure {
	enum tcn_slot slot;
	struct tcn_str unit; /* "USD"; empty of people and magnitudes */
	int64_t lo, hi; /* thousandths */
	uint32_t origins; /* that say so */
	struct tcn_str leads; /* "At least 65 dead" */
	struct tcn_str
	    said; /* "65 dead (4 origins, since 10:40). Before: ..." */
	uint64_t key; /* a hash of what it is of, and of the leading value */
};

struct tcn_report_brief_source {
	struct tcn_str name;
	uint64_t first_seq; /* of its first item */
	uint32_t items;
};

struct tcn_report_brief {
	struct tcn_str headline; /* never empty */
	struct tcn_str url; /* of the headline's item, or empty */
	struct tcn_str lang; /* of the headline: a tag, or empty */
	struct tcn_str category; /* of most items, or empty */
	uint32_t items, origins, publishers;
	int64_t first_ms, last_ms; /* TCN_UNDATED: no dated item */
	const struct tcn_report_brief_line *lines; /* what happened first */
	size_t lines_n;
	const struct tcn_report_brief_figure *figures;
	size_t figures_n;
	const struct tcn_report_brief_source *sources; /* most items first */
	size_t sources_n;
	/* Codes, most items first; of the others those of one item in 20 and
	 * more, as the language of a short text may be a mistake. */
	const struct tcn_str *langs;
	const uint32_t *langs_items;
	size_t langs_n;
};

/*
 * Fills in report->event, items and related (none) from the store as of the
 * cut; event is at its revision of then. The rest is the caller's. Errors are
 * the store's.
 */
TCN_MUST_USE enum tcn_rc tcn_report_gather_at(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_report *report);

/* Makes it of a report, in arena. */
void tcn_report_brief(const struct tcn_report *report, struct tcn_arena *arena,
    struct tcn_report_brief *brief);

/* Appends a value as figures say it: "1,200 dead", "Magnitude 7.2", "Dozens
 * injured"; bare: without what it counts, "1,200". */
void tcn_report_brief_say(const struct tcn_words *words, enum tcn_slot slot,
    struct tcn_str unit, int64_t lo, int64_t hi, bool bare,
    struct tcn_buf *out);

#endif
