/*
 * rules/detector.h - from a doc to what changed: the facade of rules/.
 *
 * One detector, one stream, one thread. For each article, in order of
 * arrival: tcn_detector_step() gives it a time, finds out what it copies and
 * which story it belongs to, files it, and lists the events that opened,
 * grew or closed by it. Nothing else moves the detector: no clock, no file.
 * Two detectors fed the same docs with the same configuration hold the same
 * state and give the same answers, byte for byte.
 *
 * Two rules, each a first-class choice:
 *   story    more than N items of one story in the sliding window, past the
 *            gates of window/usual.h (the default);
 *   similar  more than N items whose fingerprints lie within a radius of this
 *            item's, itself included, in the sliding window.
 *
 * A step that returns an error has left the detector unusable: free it and
 * restore another from the store (see tools/pipeline.h).
 */
#ifndef TCN_RULES_DETECTOR_H
#define TCN_RULES_DETECTOR_H

#include "engine/doc.h"
#include "engine/rc.h"
#include "engine/record.h"
#include "rules/life.h"
#include "rules/rule.h"
#include "window/window.h"

struct tcn_rule_conf {
	enum tcn_rule_kind kind;
	uint32_t more_than; /* items; fires at one more */
	int64_t within_ms; /* the sliding window: (now - within, now] */
	unsigned radius; /* Hamming, of "similar"; 0..7 */
	uint32_t min_origins; /* of "similar"; the story tier has its own */
	uint32_t min_publishers;
};

struct tcn_detector_conf {
	struct tcn_window_conf window;
	struct tcn_rule_conf rule;
	struct tcn_life_conf life;
};

/* What one step changed, in order. Lives until the next call. */
struct tcn_changes {
	const struct tcn_event *events;
	size_t events_n;
	const struct tcn_story *closed; /* went quiet; see forget_closed */
	size_t closed_n;
	uint64_t story_opened; /* a new story's id, or 0 */
	uint64_t merged_from, merged_into; /* story ids, or 0 */
	double score; /* similarity that made the item join; 0: none did */
	uint32_t story_items; /* of its story in the window now */
	const struct tcn_story_verdict *verdict; /* the story's, when judged */
};

struct tcn_detector;

TCN_MUST_USE enum tcn_rc tcn_detector_new(const struct tcn_detector_conf *conf,
    struct tcn_detector **det);
void tcn_detector_free(struct tcn_detector *det);

/* The rule's name as it stands in alerts: "story" or "similar". */
struct tcn_str tcn_rule_name(enum tcn_rule_kind kind);

/*
 * Takes in one article. seq: its arrival number, larger than any before.
 * bound_ms: the wall clock, or TCN_CLOCK_NO_BOUND (see window/clock.h).
 * placement and changes are filled in. doc is not needed afterwards.
 */
TCN_MUST_USE enum tcn_rc tcn_detector_step(struct tcn_detector *det,
    const struct tcn_doc *doc, uint64_t seq, int64_t bound_ms,
    struct tcn_placement *placement, struct tcn_changes *changes);

/*
 * The same for a detector whose window follows another's (window/window.h),
 * under the rule "story": what the leader found in place of what the own
 * window would. bound_ms was the leader's.
 */
TCN_MUST_USE enum tcn_rc tcn_detector_follow(struct tcn_detector *det,
    const struct tcn_doc *doc, const struct tcn_lead *lead,
    struct tcn_placement *placement, struct tcn_changes *changes);

struct tcn_window *tcn_detector_window(struct tcn_detector *det);

/*
 * Saving and restoring. tcn_detector_save() hands every row of state that
 * changed since the last save to sink. A new detector that was given all
 * rows by (kind, id), then the end of them, then the items still in reach by
 * seq, goes on exactly where the old one stood.
 */
TCN_MUST_USE enum tcn_rc tcn_detector_save(struct tcn_detector *det,
    tcn_state_fn *sink, void *ctx);
TCN_MUST_USE enum tcn_rc tcn_detector_restore_row(struct tcn_detector *det,
    const struct tcn_state *row);
TCN_MUST_USE enum tcn_rc tcn_detector_restore_end(struct tcn_detector *det);
TCN_MUST_USE enum tcn_rc tcn_detector_restore_item(struct tcn_detector *det,
    uint64_t article_key, const struct tcn_placement *placement);

/* How far back items must be restored, from the stream's time. */
int64_t tcn_detector_reach_ms(const struct tcn_detector *det);

#endif
