/*
 * tools/lab/eval/rubric/rubric_line.h - what an editor would not print:
 * fragments, retweets, cut lines, questions.
 *
 * It is written apart from engine/facts/statement.h on purpose, which chooses
 * what a report quotes: a fault that both overlook in the same way would never
 * be found. Pure; O(bytes).
 */
#ifndef TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_LINE_H
#define TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_LINE_H

#include "engine/base/str.h"

enum tcn_rubric_fault {
	TCN_RUBRIC_SHORT, /* under five words; a headline: under three */
	TCN_RUBRIC_CUT, /* ends in dots, or on a word that wants another */
	TCN_RUBRIC_RETWEET,
	TCN_RUBRIC_QUESTION,
	TCN_RUBRIC_MARKUP, /* "&amp;", "<br>" */
	TCN_RUBRIC_HASHTAGS, /* three or more */
	TCN_RUBRIC_LINK,
	TCN_RUBRIC_OPEN, /* a bracket or a quotation that does not close */
	TCN_RUBRIC_PREFIX, /* "UPDATE 3-", "VIDEO:" */
	TCN_RUBRIC_TABLE, /* a quarter of it are digits */
	TCN_RUBRIC_SHOUT, /* "!!", or in capitals with "!" */
	TCN_RUBRIC_FAULTS
};

/* The name of a fault, for notes. */
const char *tcn_rubric_fault_name(enum tcn_rubric_fault fault);

/* The fault of a line that is found first; TCN_RUBRIC_FAULTS: none. lang may
 * be empty: then no last word is a fault. */
enum tcn_rubric_fault tcn_rubric_line_fault(struct tcn_str line,
    struct tcn_str lang, bool headline);

#endif
