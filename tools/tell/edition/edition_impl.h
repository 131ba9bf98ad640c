/*
 * tools/tell/edition/edition_impl.h - the writers of an edition, and its
 * ledger. Private to tools/tell/edition/edition*.c.
 */
#ifndef TCN_TOOLS_TELL_EDITION_EDITION_IMPL_H
#define TCN_TOOLS_TELL_EDITION_EDITION_IMPL_H

#include "sql/store_large.h"
#include "tools/serve/deliver/message.h"
#include "tools/tell/edition/edition.h"

/* --- edition_told.c, edition_lines.c, edition_order.c --- */

/* A line as it goes into the ledger; its terms are those given. */
struct tcn_store_told_line tcn_edition_line(struct tcn_str text,
    struct tcn_summary_terms terms);

/* What was told of an event, NULL: nothing, as a report takes it; in arena. */
void tcn_edition_known(const struct tcn_store_told_event *told,
    struct tcn_arena *arena, struct tcn_report_told *known);

/* Whether a line says what another says: tools/tell/summary/summary_terms.h. */
bool tcn_edition_line_is_like(const struct tcn_store_told_line *a,
    const struct tcn_store_told_line *b);

/* Whether too few of the brief's lines are in the edition's language, in which
 * there may be more. */
bool tcn_edition_lacks_ours(const struct tcn_edition_conf *conf,
    const struct tcn_report_brief *brief);

/* Sets the entry's lines, in arena: at most `most` lines of the brief, each of
 * which adds to what earlier editions said. */
void tcn_edition_take_lines(const struct tcn_edition_conf *conf,
    struct tcn_edition_entry *entry, size_t most, struct tcn_arena *arena);

/*
 * Sets what the entry tells of and its rules: the event, or where several tell
 * of the same (sql/store_group.h) the one that goes on, which stands for all.
 * What an edition on the end of one event tells of is that one.
 */
TCN_MUST_USE enum tcn_rc tcn_edition_lead(const struct tcn_edition_job *job,
    struct tcn_arena *arena, const struct tcn_event *event,
    struct tcn_edition_entry *entry, bool *several);

/* What was told of an event before the job's edition, with what was told of
 * those that it had taken in by the cut; NULL: nothing. */
TCN_MUST_USE enum tcn_rc
tcn_edition_told_before(const struct tcn_edition_job *job,
    const struct tcn_event *event, struct tcn_arena *arena,
    const struct tcn_store_told_event **told);

/* Sets before and goes_on_from of an entry whose event was not told: the latest
 * episode before it of which an edition told; else before to what was told of
 * the event that it was split from, which is another matter. */
TCN_MUST_USE enum tcn_rc tcn_edition_goes_on(const struct tcn_edition_job *job,
    struct tcn_arena *arena, struct tcn_edition_entry *entry);

/* What was told of that event alone, or of a story by its name
 * (TCN_STORE_TOLD_STORY); NULL: nothing. */
TCN_MUST_USE enum tcn_rc tcn_edition_told_of(const struct tcn_edition_job *job,
    const char *event, struct tcn_arena *arena,
    const struct tcn_store_told_event **told);

/* The lines of the stories that editions of a dry run told from that number
 * on. */
void tcn_edition_ledger_stories(const struct tcn_edition_ledger *ledger,
    uint64_t from, struct tcn_arena *arena, struct tcn_store_told_event *told);

/* --- edition_fill.c --- */

/* What an edition may be filled up with. */
struct tcn_edition_fill {
	struct tcn_store_large_list stories; /* largest first */
	size_t next; /* of them */
	/* The words of matters that are told: of events, then of stories. */
	struct tcn_summary_terms *known;
	size_t known_n, events_n;
};

/* Whether the edition is one that is filled up: of a period of six hours or
 * more, of all rules and severities. */
bool tcn_edition_is_filled(const struct tcn_edition_job *job);

/* Finds the stories. */
TCN_MUST_USE enum tcn_rc
tcn_edition_fill_begin(const struct tcn_edition_job *job,
    struct tcn_arena *arena, struct tcn_edition_fill *fill);

/* Makes an entry of the next story, its headline for the ledger, too; *wanted:
 * nothing told of its matter. report says how it is read. */
TCN_MUST_USE enum tcn_rc
tcn_edition_fill_read(const struct tcn_edition_job *job,
    struct tcn_edition_fill *fill, struct tcn_arena *arena,
    struct tcn_report *report, struct tcn_edition_entry *entry, bool *wanted);

/* --- edition_figures.c --- */

/* Compares the brief's figures with what was told: sets figures, figures_n and
 * corrections, in arena. */
void tcn_edition_choose_figures(struct tcn_arena *arena,
    struct tcn_edition_entry *entry);

/* Appends a figure in words: "9 dead (4 in the last edition; 2 origins)". */
void tcn_edition_say_figure(const struct tcn_edition *edition,
    const struct tcn_edition_figure *figure, struct tcn_buf *out);

/* Appends what the edition of that number said: "4 in the last edition". */
void tcn_edition_say_before(const struct tcn_edition *edition, uint64_t number,
    struct tcn_str what, struct tcn_buf *out);

/* --- writers --- */

/* Append the edition as JSON, and as ninjs. */
void tcn_edition_json(const struct tcn_edition *edition, struct tcn_buf *out);
void tcn_edition_ninjs(const struct tcn_edition *edition, struct tcn_buf *out);

/* A page for people, in one of the three formats for them. */
void tcn_edition_page(const struct tcn_edition *edition,
    enum tcn_edition_format format, struct tcn_buf *out);

#endif
