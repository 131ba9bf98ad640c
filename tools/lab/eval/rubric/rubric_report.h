/*
 * tools/lab/eval/rubric/rubric_report.h - a report as a reader sees it:
 * headline, lines, figures, steps.
 *
 * It is read from the report's own JSON (man/tocsin-report.schema.json), so
 * that the rubric judges what is published and nothing behind it.
 */
#ifndef TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_REPORT_H
#define TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_rubric_line {
	struct tcn_str text; /* may be empty: a step that quotes nothing */
	uint64_t item; /* its seq, or 0 */
	struct tcn_str lang; /* of the item, or empty */
};

/* A figure as it leads. */
struct tcn_rubric_leader {
	struct tcn_str slot, says;
	double low, high;
};

struct tcn_rubric_report {
	struct tcn_rubric_line headline;
	struct tcn_rubric_line *lines;
	size_t lines_n;
	struct tcn_rubric_line *steps; /* those that quote something */
	size_t steps_n;
	struct tcn_rubric_leader *leaders;
	size_t leaders_n;
	uint64_t first; /* the first item's seq, or 0 */
};

/* Reads the JSON of a report; what is read lives in arena. TCN_INVALID: it is
 * none. O(bytes). */
TCN_MUST_USE enum tcn_rc tcn_rubric_report_read(struct tcn_str json,
    struct tcn_arena *arena, struct tcn_rubric_report *report,
    struct tcn_err *err);

/* Headline, lines and what the figures say, a line each: all that a fact may
 * stand in. */
void tcn_rubric_report_text(const struct tcn_rubric_report *report,
    struct tcn_arena *arena, struct tcn_str *text);

#endif
