/*
 * tools/lab/eval/score.h - what a run found, scored against a labelled stream.
 *
 * Some lines of a stream bear a label: which story they belong to. A *true
 * event* is a label with more than `count` items inside some `window_s`; it
 * crosses at the item that makes it so. An alert names the label that more
 * than half of its items bear; when there is none, it is impure. A true event
 * is detected by the first alert that names it and fires at most `late_s`
 * after it crossed. Every other alert is a repeat (the event is detected
 * already), late, or unfounded (the label is no true event). Events that
 * cross, and alerts that fire, in the first `warmup_s` of the stream are left
 * out of all figures. These are the miss, the false alarm and the detection
 * delay of topic detection and tracking (Allan et al. 1998, Topic detection and
 * tracking pilot study: final report), for events in place of stories.
 *
 *     recall     detected / true events
 *     precision  detected / alerts
 *     purity     alerts that name a label / alerts
 *     delay      minutes from crossing to firing; negative is early
 *     B-cubed    precision, recall and F1 of the placements over labelled
 *                items (Bagga and Baldwin 1998, Entity-based cross-document
 *                coreferencing using the vector space model)
 *
 * Order of calls:
 *
 *     tcn_truth_new; tcn_truth_add for each line; tcn_truth_seal
 *     for each run:  tcn_score_findings_place, tcn_score_findings_merge and
 *                    tcn_score_findings_alert as they come; tcn_score
 *
 * A sealed truth never changes: any number of threads may score their own
 * runs against it. Items are known by the number tcn_truth_add() gave. Times
 * are seconds since 1970, as the stream writes them.
 *
 * Cost: adding O(id), about 110 bytes an item besides its id; sealing
 * O(n log n); scoring O(items placed + items of alerts).
 */
#ifndef TCN_TOOLS_LAB_EVAL_SCORE_H
#define TCN_TOOLS_LAB_EVAL_SCORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "tools/conf/conf.h"
#include "tools/lab/eval/truth.h"

struct tcn_score_conf {
	double window_s; /* 4 h */
	uint64_t count; /* 15 */
	double late_s; /* 4 h */
	double warmup_s; /* 7 days */
};

/* Sets the defaults of the settings score.*. */
void tcn_score_conf_default(struct tcn_score_conf *conf);

/* Copies the section "score" of the settings. */
void tcn_score_conf_set(const struct tcn_conf *conf,
    struct tcn_score_conf *score);

/* ---- what one run found; used by one thread ---- */

struct tcn_score_findings_alert {
	double fired_s;
	size_t at, n; /* its items, in tcn_score_findings.items */
};

/* A struct of zeros is empty. */
struct tcn_score_findings {
	struct tcn_score_findings_alert *alerts; /* as they were added */
	size_t alerts_n, alerts_cap;
	uint32_t *items;
	size_t items_n, items_cap;
	uint64_t *stories; /* by item; see TCN_SCORE_UNPLACED */
	size_t stories_n, stories_cap;
	struct tcn_map merged; /* story -> the story it went into */
	bool placed; /* assignments were given, even if none */
};

/* The story of an item that was never placed. */
#define TCN_SCORE_UNPLACED UINT64_MAX

void tcn_score_findings_fini(struct tcn_score_findings *found);

/* Adds an alert and the items it counted, unknown ones among them. */
void tcn_score_findings_alert(struct tcn_score_findings *found, double fired_s,
    const uint32_t *items, size_t n);

/*
 * Puts the item into the story; of several calls for one item the last counts.
 * Story 0 (none) is a cluster like any other.
 */
void tcn_score_findings_place(struct tcn_score_findings *found, uint32_t item,
    uint64_t story);

/* Notes that the story `from` merged into another, which goes on. */
void tcn_score_findings_merge(struct tcn_score_findings *found, uint64_t from,
    uint64_t into);

/* ---- the figures ---- */

/* What became of an alert. */
enum tcn_score_kind {
	TCN_SCORE_DETECTS,
	TCN_SCORE_REPEATS,
	TCN_SCORE_LATE,
	TCN_SCORE_UNFOUNDED,
	TCN_SCORE_IMPURE,
};

struct tcn_score_alert {
	size_t alert; /* its number in struct tcn_score_findings */
	enum tcn_score_kind kind;
	uint32_t event; /* in tcn_truth_events(), or TCN_TRUTH_UNKNOWN */
	double delay_min; /* of one that detects */
};

/* Unrounded; tcn_score_text() and tcn_score_json() round. */
struct tcn_score {
	uint64_t items, true_events, alerts_n;
	uint64_t detected, impure, repeats, unfounded, late, unknown_ids;
	double days, recall, precision, f1, purity, alerts_per_day;
	double delay_median_min, delay_p90_min; /* NaN: nothing detected */
	bool placed; /* the run placed items, and b3 is known */
	double b3_precision, b3_recall, b3_f1;
	uint64_t unassigned; /* labelled items never placed */

	struct tcn_score_alert *alerts; /* those that count, by time */
	double *delays_min; /* ascending, one for each detected */
};

/* Scores what was found. Call tcn_score_fini() when done. */
void tcn_score(const struct tcn_truth *truth,
    const struct tcn_score_findings *found, struct tcn_score *score);
void tcn_score_fini(struct tcn_score *score);

/*
 * Writes a line for each figure, "recall 0.8", rounded as in JSON.
 */
void tcn_score_text(const struct tcn_score *score, struct tcn_buf *out);

/* Writes the figures as members of the JSON object that is open in out. */
void tcn_score_members(const struct tcn_score *score, struct tcn_buf *out);

/* Writes them as an object; key NULL: one that stands alone. */
void tcn_score_json(const struct tcn_score *score, const char *key,
    struct tcn_buf *out);

/*
 * What is behind the figures, by time: each event that was missed, with the
 * id of the item that made it cross, for tocsin explain; and each alert that
 * detects nothing, by its number from 1. As JSON two arrays, "missed" and
 * "false_alerts". O(lines).
 */
void tcn_score_list(const struct tcn_truth *truth,
    const struct tcn_score_findings *findings, const struct tcn_score *score,
    bool json, struct tcn_buf *out);

/*
 * Warns on standard error when there was nothing to score, and says why. field:
 * where labels were looked for; NULL: "story".
 */
void tcn_score_warn(const struct tcn_truth *truth, const char *field);

#endif
