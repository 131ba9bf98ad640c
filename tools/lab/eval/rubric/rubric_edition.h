/*
 * tools/lab/eval/rubric/rubric_edition.h - a chain of editions that tell one
 * event.
 *
 * Whoever reads every edition reads each fact once. So an edition is made every
 * hour from the alarm to the end, each with the ledger of those before
 * (tools/tell/edition/edition.h), in the language of most of the event's
 * articles if editions speak it, and nothing is stored.
 */
#ifndef TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_EDITION_H
#define TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_EDITION_H

#include "sql/store_read.h"
#include "tools/lab/eval/rubric/rubric_judge.h"
#include "tools/tell/edition/edition_conf.h"

struct tcn_rubric_chain {
	const struct tcn_store *st;
	const struct tcn_editions *editions;
	struct tcn_prepare *prep;
	struct tcn_facts *facts;
	const struct tcn_event *event;
	int64_t from_ms, until_ms; /* alarm and end */
};

/* Reads the descriptions by which the editions are made. */
TCN_MUST_USE enum tcn_rc tcn_rubric_edition_conf(struct tcn_editions **editions,
    struct tcn_err *err);

/* Adds to tally the lines that were told again, and the facts that none of the
 * editions told. Errors are the store's. */
TCN_MUST_USE enum tcn_rc
tcn_rubric_editions(const struct tcn_rubric_chain *chain,
    const struct tcn_rubric_subject *subject, struct tcn_rubric_tally *tally,
    struct tcn_buf *notes);

#endif
