/*
 * tools/tell/report/report_facts_impl.h - the figures of a report's view.
 * Private to tools/tell/report/report*.c.
 *
 * What titles and texts tell (tools/tell/summary/summary_read.h) is followed
 * through time (engine/facts/figure.h). An origin is one witness, however often
 * it says something; but its later texts are read too, as a report that is sent
 * again has new figures. A text of a language without a table, and one without
 * a date, says nothing here.
 */
#ifndef TCN_TOOLS_TELL_REPORT_REPORT_FACTS_IMPL_H
#define TCN_TOOLS_TELL_REPORT_REPORT_FACTS_IMPL_H

#include "engine/facts/reading.h"
#include "tools/tell/report/report_view_impl.h"

/* Reads the texts, and sets view->read, ->figures and ->told. O(bytes of the
 * texts). */
void tcn_report_facts_read(struct tcn_arena *arena,
    struct tcn_report_view *view);

/* A step of making the view: the same, and sets view->shown. */
void tcn_report_facts(struct tcn_arena *arena, struct tcn_report_view *view);

/* Appends a figure in words: "65 dead (4 origins, since 10:40). Before: 42 at
 * 05:08, 53 at 06:12." */
void tcn_report_say_figure(const struct tcn_report_view *view,
    const struct tcn_figure *figure, struct tcn_buf *out);

/* Appends the leading value in words: "At least 65 dead". */
void tcn_report_say_leader(const struct tcn_words *words,
    const struct tcn_figure *figure, struct tcn_buf *out);

/* Appends what a change says: "65 dead (53 before)". */
void tcn_report_say_change(const struct tcn_words *words,
    const struct tcn_report_view_change *change, struct tcn_buf *out);

/* Appends a value as a reader wants it: "1,200", "7.2", "1.5 billion",
 * "dozens". */
void tcn_report_say_value(const struct tcn_words *words,
    const struct tcn_figure *figure, int64_t lo, int64_t hi,
    struct tcn_buf *out);

#endif
