/*
 * tools/lab/eval/truth_read.h - a labelled stream, alerts and assignments from
 * files.
 *
 * The stream is the one that was replayed, line for line; of it only the id,
 * the date and the label are read. The other two are as
 * tocsin-output(5) says, whoever wrote them: an alert is `fired_at` and
 * `items`, an assignment `id` and `story`.
 */
#ifndef TCN_TOOLS_LAB_EVAL_TRUTH_READ_H
#define TCN_TOOLS_LAB_EVAL_TRUTH_READ_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"
#include "tools/lab/eval/intern.h"
#include "tools/lab/eval/score.h"

/* What lasts from one line to the next. */
struct tcn_truth_reader {
	struct tcn_truth *truth;
	const char *field; /* that holds the label; NULL: "story" */
	struct tcn_arena *arena; /* one line's; the caller resets it */
	double last_s; /* of the line before, for one without a date */
	bool dated; /* some line before had a date */
};

/*
 * Adds one line of the stream to the truth. A line without a date takes that of
 * the one before; one without an id is named by its content, as everywhere.
 * TCN_INVALID: err says what to mend, and nothing was added. Every line that a
 * replay takes as an article is taken here.
 */
TCN_MUST_USE enum tcn_rc tcn_truth_read(struct tcn_truth_reader *reader,
    struct tcn_str line, uint32_t *item, struct tcn_err *err);

/* Adds a line of the alerts to what was found; the truth must be sealed. */
TCN_MUST_USE enum tcn_rc tcn_truth_read_alert(const struct tcn_truth *truth,
    struct tcn_str line, struct tcn_arena *arena,
    struct tcn_score_findings *found, struct tcn_err *err);

/*
 * Adds a line of the assignments. stories, which the caller has initialised,
 * gives each story its number.
 */
TCN_MUST_USE enum tcn_rc tcn_truth_read_placement(const struct tcn_truth *truth,
    struct tcn_str line, struct tcn_arena *arena, struct tcn_intern *stories,
    struct tcn_score_findings *found, struct tcn_err *err);

#endif
