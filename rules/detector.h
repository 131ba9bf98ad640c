/*
 * rules/detector.h - takes in articles, and lists the events that they change:
 * the facade of rules/.
 *
 * One detector, one stream, one thread. For each article, in order of
 * arrival: tcn_detector_step() gives it a time, finds out what it copies and
 * which story it belongs to, files it, and lists the events that opened,
 * grew or closed by it. Nothing else moves the detector: no clock, no file.
 * Two detectors fed the same docs with the same configuration hold the same
 * state and give the same answers, byte for byte.
 *
 * Rules (rules/rule.h), any number of them at once:
 *   story    more than N items of one story in the sliding window, past the
 *            gates of window/story/story_judge.c;
 *   similar  more than N items whose fingerprints lie within a radius of this
 *            item's, itself included, in the sliding window;
 *   cluster  more than N items of one cluster of similar words
 *            (window/cluster/clusters.h), in the sliding window;
 *   watch    an item that matches and is no copy: its story, or the item
 *            itself when it has none.
 *
 * A rule counts the items that match it. Which these are is noted as they
 * come, under the rule's name. So a rule that joins a running detector counts
 * what is in the window if it has no conditions on an item, else the items
 * from then on. Events of a rule that is gone stay known, and close when they
 * go quiet.
 *
 * Rules do not affect each other: the events of one are the same whatever
 * other rules there are (window/story/story_alerts.h).
 *
 * An item costs what the rules that it matches cost, with those that have no
 * conditions; the number of all rules does not matter.
 *
 * A step that returns an error has left the detector unusable: free it and
 * restore another from the store (see tools/pipeline/pipeline.h).
 */
#ifndef TCN_RULES_DETECTOR_H
#define TCN_RULES_DETECTOR_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/doc.h"
#include "engine/item/record.h"
#include "rules/lifecycle.h"
#include "rules/rule.h"
#include "window/window.h"

/*
 * Which rules match a doc, of those that have conditions on an item: their
 * indexes, ascending, until the next call. Must follow from the doc alone.
 */
typedef void tcn_detector_match_fn(void *ctx, const struct tcn_doc *doc,
    const uint32_t **rules, size_t *n);

/*
 * window.story.within_ms is the window in which stories are made; a rule may
 * look back longer (window/story/story_tail.h). The rules, and what they refer
 * to, must outlive the detector.
 */
struct tcn_detector_conf {
	struct tcn_window_conf window;
	struct tcn_rule rule; /* the only one when there are no others */
	const struct tcn_rule *rules; /* names are unique */
	size_t rules_n;
	tcn_detector_match_fn *match; /* NULL: no rule has conditions */
	void *match_ctx;
	struct tcn_lifecycle_conf lifecycle;
};

/* How a rule judged the item's story. */
struct tcn_detector_ruling {
	const struct tcn_rule *rule;
	struct tcn_story_verdict verdict;
};

/* What one step changed, in order. Lives until the next call. */
struct tcn_detector_changes {
	const struct tcn_event *events;
	size_t events_n;
	const struct tcn_story *closed; /* went quiet; see forget_closed */
	size_t closed_n;
	uint64_t story_opened; /* a new story's id, or 0 */
	uint64_t merged_from, merged_into; /* story ids, or 0 */
	uint64_t split_from; /* story_opened goes on that story, or 0 */
	/* Items whose stored origin is another now, in order. */
	const struct tcn_item_origin *moved;
	size_t moved_n;
	/* Clusters that became part of that of the item (of its placement). */
	const uint64_t *clusters_merged;
	size_t clusters_merged_n;
	double score; /* similarity that made the item join; 0: none did */
	uint32_t story_items; /* of its story in the window now */
	const struct tcn_detector_ruling *rulings; /* in the rules' order */
	size_t rulings_n;
};

struct tcn_detector;

TCN_MUST_USE enum tcn_rc tcn_detector_new(const struct tcn_detector_conf *conf,
    struct tcn_detector **det);
void tcn_detector_free(struct tcn_detector *det);

/* From the next step on these are the rules; see above for what becomes of the
 * old ones' events. The strings of the old ones are not needed any more. */
void tcn_detector_set_rules(struct tcn_detector *det,
    const struct tcn_rule *rules, size_t n, tcn_detector_match_fn *match,
    void *match_ctx);

/* From the next step on these are what words of several languages mean; NULL:
 * nothing. They are not the detector's and must outlive it. */
struct tcn_lexicon;
void tcn_detector_set_lexicon(struct tcn_detector *det,
    const struct tcn_lexicon *lexicon);

/* How long an item may be counted: the longest window of any rule, and of the
 * stories. */
int64_t tcn_detector_within_ms(const struct tcn_detector *det);

/*
 * Takes in one article. seq: its arrival number, larger than any before.
 * bound_ms: the wall clock, or TCN_CLOCK_NO_BOUND (see window/base/clock.h).
 * placement and changes are filled in. doc is not needed afterwards.
 */
void tcn_detector_step(struct tcn_detector *det, const struct tcn_doc *doc,
    uint64_t seq, int64_t bound_ms, struct tcn_placement *placement,
    struct tcn_detector_changes *changes);

/*
 * The same for a detector whose window follows another's (window/window.h),
 * and no rule counts similar items or clusters: it takes what the leader found
 * in place of what its own window would find. bound_ms was the leader's.
 */
void tcn_detector_follow(struct tcn_detector *det, const struct tcn_doc *doc,
    const struct tcn_window_shared *lead, struct tcn_placement *placement,
    struct tcn_detector_changes *changes);

/*
 * Time goes on though no article comes: closes the events that have been quiet
 * up to now_ms, as the next step would, and changes nothing else. changes is
 * filled in. O(1) when none closes.
 */
void tcn_detector_advance(struct tcn_detector *det, int64_t now_ms,
    struct tcn_detector_changes *changes);

/*
 * For a detector whose time has run ahead: it begins anew at now_ms. Events
 * that are active close; all stay known, with the items of rules that count
 * similar ones, so that these do not fire a second time. Stories, what was
 * learnt of them, and which rules an item met are forgotten. What is saved next
 * is all of its state; the items in reach are to be restored by a detector that
 * reads it. changes lists the events.
 */
void tcn_detector_mend_clock(struct tcn_detector *det, int64_t now_ms,
    struct tcn_detector_changes *changes);

struct tcn_window *tcn_detector_window(struct tcn_detector *det);

/* What it was made with, with the rules and the lexicon that it has now. */
const struct tcn_detector_conf *
tcn_detector_conf(const struct tcn_detector *det);

/*
 * How far the story is from making the rule (by its index) fire, with the
 * figures of every gate. It must be the open story of the last step's item, and
 * the rule one that counts stories. Changes nothing.
 */
void tcn_detector_measure(const struct tcn_detector *det, size_t rule,
    uint64_t story, struct tcn_story_verdict *verdict);

/*
 * Saving and restoring. tcn_detector_save() hands every row of state that
 * changed since the last save to sink. A new detector that was given all
 * rows by (kind, id), then the end of them, then the items still in reach by
 * seq, goes on exactly where the old one stood.
 */
TCN_MUST_USE enum tcn_rc tcn_detector_save(struct tcn_detector *det,
    tcn_state_fn *sink, void *ctx);
TCN_MUST_USE enum tcn_rc tcn_detector_restore_row(struct tcn_detector *det,
    const struct tcn_state_row *row);
void tcn_detector_restore_end(struct tcn_detector *det);
void tcn_detector_restore_item(struct tcn_detector *det, uint64_t article_key,
    const struct tcn_placement *placement);

/*
 * A detector whose saved state is of no use begins anew, and is told what was
 * decided: by seq each item, with its placement and the events that fired with
 * it, then the events. What the detector learns of items it learns again;
 * no rule fires. Stories that were merged are one from the beginning: stored
 * says in which story an item is now.
 */
void tcn_detector_adopt(struct tcn_detector *det, const struct tcn_doc *doc,
    const struct tcn_placement *stored, const struct tcn_event *fired,
    size_t fired_n);

/*
 * An event at its latest revision, with its evidence, once all items were
 * adopted; those of each rule as they fired. stories: those that it took in
 * besides its own.
 */
TCN_MUST_USE enum tcn_rc tcn_detector_adopt_event(struct tcn_detector *det,
    const struct tcn_event *event, const uint64_t *stories, size_t n);

/* The sketch and the shingles of an item's text, when it is no copy: after the
 * items. */
void tcn_detector_restore_sketch(struct tcn_detector *det,
    const struct tcn_placement *placement, struct tcn_sketch sketch,
    struct tcn_sketch shingles);

/* The vector that an item came with: after the items. */
void tcn_detector_restore_vector(struct tcn_detector *det,
    const struct tcn_placement *placement, const float *vector, size_t n);

/* Whether the event with this id may still change, or its id be given again:
 * it is open, or has not been forgotten since it closed. O(1). */
bool tcn_detector_knows_event(const struct tcn_detector *det, const char *id);

/* How far back items must be restored, from the stream's time. */
int64_t tcn_detector_reach_ms(const struct tcn_detector *det);

/*
 * Whether the invariants hold: the rules as they are bound, what is remembered
 * of items and stories, the events, and the window. TCN_CORRUPT and a sentence
 * when not. Reads everything; for tests and `tocsin check`.
 */
TCN_MUST_USE enum tcn_rc tcn_detector_check(const struct tcn_detector *det,
    struct tcn_err *err);

/* The same without the window, which is by far the most of it. */
TCN_MUST_USE enum tcn_rc
tcn_detector_check_rules(const struct tcn_detector *det, struct tcn_err *err);

#endif
