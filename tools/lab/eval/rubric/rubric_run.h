/*
 * tools/lab/eval/rubric/rubric_run.h - judges the reports of a store by cases.
 *
 * Reports are made in process, by the code of `tocsin report`, as of a cut:
 * some 20 of an event, a few milliseconds each.
 */
#ifndef TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_RUN_H
#define TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_RUN_H

#include "sql/store_read.h"
#include "tools/lab/eval/rubric/rubric.h"

struct tcn_rubric_job {
	const struct tcn_store *st;
	size_t lines_max; /* of a report */
	unsigned steps; /* between alarm and close, beside those of due facts */
	unsigned parts; /* bits, 1 << part, of cases that are judged */
};

/* Adds a row for each case. Errors are the store's, with its text in err. */
TCN_MUST_USE enum tcn_rc tcn_rubric_run(const struct tcn_rubric_job *job,
    const struct tcn_rubric_cases *cases, struct tcn_rubric_rows *rows,
    struct tcn_err *err);

#endif
