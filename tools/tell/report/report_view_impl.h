/*
 * tools/tell/report/report_view_impl.h - what a report shows, derived once for
 * all formats. Private to tools/tell/report/report*.c.
 *
 * tcn_report_view_make cleans, sorts, counts and chooses; the writers (see
 * report_impl.h) only put the view into their markup. All strings here are
 * clean (tools/base/safe.h) but not escaped. Everything lives in the arena.
 */
#ifndef TCN_TOOLS_TELL_REPORT_REPORT_VIEW_IMPL_H
#define TCN_TOOLS_TELL_REPORT_REPORT_VIEW_IMPL_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/facts/figure.h"
#include "tools/tell/report/report.h"
#include "tools/tell/summary/copies.h"
#include "tools/tell/summary/names.h"
#include "tools/tell/summary/summary.h"

struct tcn_report_view_item {
	const struct tcn_report_item *item;
	struct tcn_str id;
	struct tcn_str title; /* never empty */
	struct tcn_str source; /* never empty */
	struct tcn_str url; /* may be empty; may be cut unless is_link */
	struct tcn_str lang; /* a language tag, or empty */
	struct tcn_str excerpt_id; /* of what it is an excerpt of, or empty */
	struct tcn_str excerpt_of; /* its publisher, or what else names it */
	struct tcn_str credit; /* whom it credits (copies.h), or empty */
	size_t publisher; /* index into sources[] */
	uint64_t origin;
	uint32_t sightings; /* items of the view of this origin */
	bool is_link; /* url may be linked to */
	bool is_excerpt, is_rewrite; /* and no copy */
	bool counted; /* is part of the evidence */
};

struct tcn_report_view_source {
	struct tcn_str name;
	size_t first; /* index of its first item */
	uint32_t items; /* sightings, copies included */
	uint32_t copies, excerpts, rewrites;
};

struct tcn_report_view_lang {
	struct tcn_str code; /* empty: not known */
	struct tcn_str name; /* in the reader's language */
	uint32_t items;
};

/* What a headline rests on. */
struct tcn_report_view_rests {
	uint32_t origins; /* that tell it in this form */
	size_t first; /* index of the first item that does */
};

/* A quoted sentence. */
struct tcn_report_view_line {
	struct tcn_str text;
	size_t item; /* index into items[] */
	struct tcn_summary_line line; /* what it is for, who says so too */
};

/* A language that the event is told in, of several; or another matter, which
 * has lines if it is a third of all items or more. */
struct tcn_report_view_section {
	size_t lang; /* index into langs */
	size_t first; /* index of its first item */
	uint32_t items, publishers;
	/* Of what it says alone; of the first section these are the view's. */
	struct tcn_str headline; /* empty: no title of it can stand */
	size_t central; /* index of the headline's item, if there is one */
	struct tcn_report_view_line *lines;
	size_t lines_n;
};

/* A figure that is shown. */
struct tcn_report_view_figure {
	const struct tcn_figure *figure;
	struct tcn_str said; /* in words */
	size_t item; /* index of who told the leading value first */
};

enum tcn_report_view_kind {
	TCN_REPORT_VIEW_FIRST, /* the first item */
	TCN_REPORT_VIEW_NEWS, /* something new was told */
	TCN_REPORT_VIEW_FIRED, /* the event crossed its threshold */
	TCN_REPORT_VIEW_CLOSED, /* the story has gone quiet */
};

/* Another value of a figure leads. */
struct tcn_report_view_change {
	const struct tcn_figure *figure;
	const struct tcn_figure_value *value;
	const struct tcn_figure_value *before; /* NULL: it is the first */
};

/* A row of the timeline: a moment, and the items up to the next row's. */
struct tcn_report_view_entry {
	enum tcn_report_view_kind kind;
	int64_t from_ms, to_ms; /* equal of fired and closed */
	size_t at; /* index of the item it begins with */
	size_t item; /* index of the item that it shows; items_n: none */
	struct tcn_str
	    line; /* of that item; empty: its figures alone are new */
	size_t lang; /* that begins here, index into langs; langs_n: none */
	size_t episode; /* that fired, from 1, and `line` is its headline; or 0
			 */
	const struct tcn_report_view_change *changes; /* by figure */
	size_t changes_n;
	uint32_t permille; /* of all news, since the row before */
	uint32_t items, copies, excerpts, rewrites, publishers;
	uint32_t total; /* items by the end of it */
};

/* A point of the growth chart: the totals at a time. */
struct tcn_report_view_point {
	int64_t ms;
	uint32_t items, origins;
};

struct tcn_report_view_related {
	const struct tcn_report_related *related;
	struct tcn_str title; /* never empty */
	struct tcn_str url;
	bool is_link;
	struct tcn_str *shared; /* words that say something, heaviest first */
	size_t shared_n;
};

/* An episode before or after the event. */
struct tcn_report_view_episode {
	const struct tcn_report_episode *episode;
	struct tcn_str id, title; /* the latter is never empty */
};

/* A name that the texts tell of. */
struct tcn_report_view_name {
	struct tcn_str text;
	enum tcn_name_kind kind;
	uint32_t origins; /* that use it */
};

/* Parts of the score that are shown, on each side. */
#define TCN_REPORT_VIEW_PARTS 3

struct tcn_report_view_part {
	struct tcn_str name, says;
	bool stored; /* as it is stored, in English: no message is known */
	double part; /* above 0: spoke for it */
};

/* The category that most items have. */
struct tcn_report_view_category {
	struct tcn_str name; /* empty: none has one */
	uint32_t items;
	uint32_t predicted; /* of these: expected, as they came with none */
	uint32_t likely_n; /* of these: with a probability */
	double probability; /* of these, the mean; 0: there are none */
};

struct tcn_report_view_counts {
	uint32_t items, origins, publishers;
	int64_t first_ms, last_ms; /* TCN_UNDATED: no dated item */
};

struct tcn_report_view {
	const struct tcn_report *report;
	const struct tcn_words *words;
	struct tcn_words *own_words; /* NULL: they are the report's */
	struct tcn_str id; /* of the event */
	struct tcn_str rule;
	struct tcn_str headline;
	struct tcn_str why; /* this headline, in a sentence */
	struct tcn_report_view_rests rests_on; /* unless it is of terms */
	size_t central; /* index of the headline's item; items_n: none */
	/* Those of the event, by time, then seq; behind them, by time, near_n
	 * more that are only near it and count nowhere but as evidence. */
	struct tcn_report_view_item *items;
	size_t items_n;
	size_t near_n;
	/* What the story holds beside its event
	 * (tools/tell/summary/summary_matter.h): so many, or 0, of near_n, the
	 * last. */
	struct tcn_report_view_section matter;
	bool few; /* evidence is kept as the event's that would be near */
	const struct tcn_summary_text *texts; /* the items, as they are read */
	const double
	    *ranks; /* of the items: tools/tell/summary/summary_about.h */
	struct tcn_report_view_counts all; /* of everything here */
	/* Of the event's life, which every view of it shows: as it closed, or
	 * of everything here and what is near it. */
	struct tcn_report_view_counts life;
	uint32_t since; /* items that came after it closed */
	struct tcn_report_view_counts fired; /* of the evidence */
	uint32_t excerpts; /* items that are some */
	size_t evidence_missing; /* evidence that the store no longer has */
	struct tcn_report_view_source *sources; /* most items first */
	size_t sources_n;
	struct tcn_copies copies; /* who copied whom */
	struct tcn_report_view_lang *langs; /* most items first */
	size_t langs_n;
	/* Of an event that is told in several: first the one in which the
	 * report speaks of it, its reader's or else that of most items; then
	 * the others, most items first. Else there are none. */
	struct tcn_report_view_section *sections;
	size_t sections_n;
	struct tcn_report_view_category category;
	size_t step; /* of making it: the next */
	/* Only while the view is made. */
	struct tcn_facts *facts;
	struct tcn_prepare *prep;
	struct tcn_summary_core core;
	struct tcn_summary_read read; /* the items' texts */
	struct tcn_terms *terms_of; /* of the texts; NULL: not read yet */
	struct tcn_figures figures; /* all that was read */
	const struct tcn_figure_told *told; /* place: index into items[] */
	size_t told_n;
	struct tcn_report_view_figure *shown; /* of figures */
	size_t shown_n;
	bool collection; /* no event: lines are subjects (summary.h) */
	struct tcn_report_view_line *lines;
	size_t lines_n;
	struct tcn_report_view_entry *entries;
	size_t entries_n;
	struct tcn_report_view_point *points;
	size_t points_n;
	struct tcn_str *terms; /* of the event, heaviest first */
	size_t terms_n;
	struct tcn_report_view_name *names; /* most origins first */
	size_t names_n;
	struct tcn_report_view_related *related;
	size_t related_n;
	struct tcn_str dossier; /* its id; empty: it stands alone */
	/* Those beside it, or all of a report on the dossier; by time. */
	struct tcn_report_view_episode *episodes;
	size_t episodes_n;
	/* The heaviest for it, then the heaviest against it. */
	struct tcn_report_view_part parts[2 * TCN_REPORT_VIEW_PARTS];
	size_t parts_n;
};

/* The step of making the view that corrects the languages that items claim. */
void tcn_report_langs(struct tcn_arena *arena, struct tcn_report_view *view);

/* The step that separates the event's items from those near it: sets items,
 * items_n and what follows them, up to ranks. O(bytes). */
void tcn_report_about(struct tcn_arena *arena, struct tcn_report_view *view);

/* The language of a tag: "pt-BR" is counted as "pt". */
struct tcn_str tcn_report_lang_code(struct tcn_str tag);

/* Sections of an event that is told in several languages, at most. */
#define TCN_REPORT_VIEW_SECTIONS 6

/* The step that finds whether the event is told in several languages, and in
 * which. O(items * languages). */
void tcn_report_several(struct tcn_arena *arena, struct tcn_report_view *view);

/* The texts of a section, by which headline and lines are chosen. */
struct tcn_report_view_texts {
	struct tcn_summary_text *texts;
	size_t *places; /* of each: index into items[] */
	size_t n;
	struct tcn_summary_core core; /* needs fini */
	struct tcn_summary_read read; /* of the view's: what is of these */
	const double *ranks;
};

/* Reads them, in arena; part needs fini in every case. O(bytes). */
void tcn_report_texts_make(const struct tcn_report_view *view,
    const struct tcn_report_view_section *of, struct tcn_arena *arena,
    struct tcn_report_view_texts *part);
void tcn_report_texts_fini(struct tcn_report_view_texts *part);

/* Says that the leading value of a figure was told in one language alone, if it
 * was: "Told only in Spanish." */
void tcn_report_say_only(const struct tcn_report_view *view,
    const struct tcn_figure *figure, struct tcn_buf *out);

/* The step that chooses headline and lines. O(bytes of the texts). */
void tcn_report_said(struct tcn_arena *arena, struct tcn_report_view *view);

/* Says what the headline rests on. */
void tcn_report_say_headline(const struct tcn_report_view *view,
    struct tcn_buf *out);

/* The step that finds the names and chooses the key terms, of which `terms` has
 * all before. O(bytes). */
void tcn_report_names(struct tcn_arena *arena, struct tcn_report_view *view);

/* Words that were chosen as terms. */
struct tcn_report_view_terms {
	struct tcn_str *at; /* clean */
	size_t *from; /* of each: index of its word */
	size_t n;
};

/* Chooses those of words[0 .. n) that say something
 * (tools/tell/summary/terms.h); of a view without items none. O(words), and the
 * first time O(bytes of the titles). */
void tcn_report_choose_terms(struct tcn_arena *arena,
    struct tcn_report_view *view, const struct tcn_str *words, size_t n,
    struct tcn_report_view_terms *chosen);

/* The step that finds which sources copied which. */
void tcn_report_copies(struct tcn_arena *arena, struct tcn_report_view *view);

/* The step that chooses the related stories and what they share; their titles
 * are set by a later step. */
void tcn_report_related(struct tcn_arena *arena, struct tcn_report_view *view);

/* The step that finds the category of the event. O(items). */
void tcn_report_category(struct tcn_arena *arena, struct tcn_report_view *view);

/* Begins to make the view of a report, which must outlive it; it needs fini in
 * every case. */
void tcn_report_view_begin(const struct tcn_report *report,
    struct tcn_report_view *view);

/* Does the next step of making it, all of which have one arena; true: it was
 * the last. */
bool tcn_report_view_step(struct tcn_arena *arena,
    struct tcn_report_view *view);

/* Makes the view of a report at once, as the two above. */
void tcn_report_view_make(const struct tcn_report *report,
    struct tcn_arena *arena, struct tcn_report_view *view);
void tcn_report_view_fini(struct tcn_report_view *view);

/*
 * Checks the view: orders, indices, and totals that must agree. TCN_INVALID
 * with a sentence in err when something is wrong. Cost: O(view). Asserted
 * before pages are written.
 */
TCN_MUST_USE enum tcn_rc
tcn_report_view_check(const struct tcn_report_view *view, struct tcn_err *err);

/* Titles and sentences are cut to this many characters. */
#define TCN_REPORT_VIEW_TERM_CHARS     60
#define TCN_REPORT_VIEW_TITLE_CHARS    200
#define TCN_REPORT_VIEW_SENTENCE_CHARS 400

#endif
