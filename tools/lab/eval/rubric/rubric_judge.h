/*
 * tools/lab/eval/rubric/rubric_judge.h - one report beside its case.
 *
 * A subject is a case whose articles were found in a store: it knows by arrival
 * what is due when. Nothing here reads the store. Cost of a report: O(patterns
 * * bytes + lines * lines).
 */
#ifndef TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_JUDGE_H
#define TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_JUDGE_H

#include "engine/base/map.h"
#include "tools/lab/eval/rubric/rubric.h"
#include "tools/lab/eval/rubric/rubric_report.h"

#define TCN_RUBRIC_NEVER UINT64_MAX

/* When something may be said, and when it must: seqs of articles. */
struct tcn_rubric_due {
	uint64_t from, must; /* or TCN_RUBRIC_NEVER */
};

struct tcn_rubric_subject {
	const struct tcn_rubric_case *of;
	struct tcn_rubric_due *facts; /* by fact */
	struct tcn_rubric_due **values; /* by figure and value */
	struct tcn_map own, foreign, first; /* seqs */
};

/* Adds what the report is worth as of a cut to tally. what is the cut's name,
 * for notes. */
void tcn_rubric_judge(const struct tcn_rubric_subject *subject,
    const struct tcn_rubric_report *report, uint64_t cut, const char *what,
    struct tcn_arena *arena, struct tcn_rubric_tally *tally,
    struct tcn_buf *notes);

/* The figures alone: how many are due at the cut, and of how many the right
 * value leads. */
void tcn_rubric_judge_leading(const struct tcn_rubric_subject *subject,
    const struct tcn_rubric_report *report, uint64_t cut, double *right,
    double *of);

/* Facts, and behind them figures, by number: whether one is due, and its id or
 * slot. */
bool tcn_rubric_judge_is_due(const struct tcn_rubric_subject *subject,
    size_t nth, uint64_t cut);
struct tcn_str tcn_rubric_judge_name(const struct tcn_rubric_subject *subject,
    size_t nth);

/* Whether the fact, or behind the facts the figure, of that number is in the
 * report, of which text is all that it says. */
bool tcn_rubric_report_states(const struct tcn_rubric_subject *subject,
    size_t nth, const struct tcn_rubric_report *report, struct tcn_str text,
    uint64_t cut);

/* How the steps of a timeline share its new words: the largest share; 0: there
 * are fewer than three steps. */
void tcn_rubric_judge_evenness(const struct tcn_rubric_report *report,
    struct tcn_arena *arena, double *largest);

#endif
