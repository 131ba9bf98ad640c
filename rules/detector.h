/*
 * rules/detector.h - from articles to the events that they change: the facade
 * of rules/.
 *
 * One detector, one stream, one thread. For each article, in order of arrival:
 * tcn_detector_step() gives it a time, finds the item it copies and the story
 * it belongs to, files it, and lists the events that it opened, updated or
 * closed. Nothing else moves the detector: no clock, no file. Two detectors fed
 * the same docs with the same configuration hold the same state and give the
 * same answers, byte for byte.
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
 * A rule counts the items that match it. Matches are noted when items come,
 * under the rule's name. So a rule that is added to a running detector counts
 * the items in the window if it has no conditions on an item, else only items
 * from then on. Events of a rule that was removed stay known, and close when
 * they go quiet.
 *
 * Rules do not affect each other: the events of one are the same whatever
 * other rules there are (window/story/story_alerts.h).
 *
 * The cost of an item depends on the rules that it matches and those without
 * conditions, not on the number of all rules.
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
 * Sets *rules to the indexes, ascending, of the rules with conditions on an
 * item that match the doc; valid until the next call. The result must depend on
 * the doc alone.
 */
typedef void tcn_detector_match_fn(void *ctx, const struct tcn_doc *doc,
    const uint32_t **rules, size_t *n);

/*
 * window.story.within_ms is the window in which stories are made; a rule may
 * look back further (window/story/story_tail.h). The rules and all they refer
 * to must outlive the detector.
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

/* The verdict of one rule on the item's story. */
struct tcn_detector_ruling {
	const struct tcn_rule *rule;
	struct tcn_story_verdict verdict;
};

/* What one step changed, in order. Lives until the next call. */
struct tcn_detector_changes {
	const struct tcn_event *events;
	size_t events_n;
	/* stories that went quiet; see forget_closed */
	const struct tcn_story *closed;
	size_t closed_n;
	uint64_t story_opened; /* a new story's id, or 0 */
	uint64_t merged_from, merged_into; /* story ids, or 0 */
	uint64_t split_from; /* story_opened was split from that story; or 0 */
	/* Items whose stored origin has changed, in order. */
	const struct tcn_item_origin *moved;
	size_t moved_n;
	/* Clusters that were merged into the item's cluster
	 * (placement.cluster). */
	const uint64_t *clusters_merged;
	size_t clusters_merged_n;
	/* the similarity with which the item joined; 0: it did not */
	double score;
	uint32_t story_items; /* of its story in the window now */
	const struct tcn_detector_ruling *rulings; /* in the rules' order */
	size_t rulings_n;
};

struct tcn_detector;

TCN_MUST_USE enum tcn_rc tcn_detector_new(const struct tcn_detector_conf *conf,
    struct tcn_detector **det);
void tcn_detector_free(struct tcn_detector *det);

/* Replaces the rules from the next step on; see above for the events of removed
 * rules. The strings of the old rules are no longer needed. */
void tcn_detector_set_rules(struct tcn_detector *det,
    const struct tcn_rule *rules, size_t n, tcn_detector_match_fn *match,
    void *match_ctx);

/* Replaces the lexicon of words in several languages from the next step on;
 * NULL: none. The caller owns it; it must outlive the detector. */
struct tcn_lexicon;
void tcn_detector_set_lexicon(struct tcn_detector *det,
    const struct tcn_lexicon *lexicon);

/* The longest time for which an item may count: the longest window of any rule
 * and of the stories. */
int64_t tcn_detector_within_ms(const struct tcn_detector *det);

/*
 * Processes one article, and fills in *placement and *changes. seq: its arrival
 * number, larger than any before. bound_ms: the wall clock, or
 * TCN_CLOCK_NO_BOUND (see window/base/clock.h). doc is not needed afterwards.
 */
void tcn_detector_step(struct tcn_detector *det, const struct tcn_doc *doc,
    uint64_t seq, int64_t bound_ms, struct tcn_placement *placement,
    struct tcn_detector_changes *changes);

/*
 * tcn_detector_step() for a detector whose window follows another's
 * (window/window.h) and without rules that count similar items or clusters: it
 * takes the leader's results in place of its own window's. bound_ms must be
 * that of the leader.
 */
void tcn_detector_follow(struct tcn_detector *det, const struct tcn_doc *doc,
    const struct tcn_window_shared *lead, struct tcn_placement *placement,
    struct tcn_detector_changes *changes);

/*
 * Advances the time without an article: closes the events that have been quiet
 * up to now_ms, as the next step would, and changes nothing else. Fills in
 * *changes. O(1) when none closes.
 */
void tcn_detector_advance(struct tcn_detector *det, int64_t now_ms,
    struct tcn_detector_changes *changes);

/*
 * Resets a detector whose time has run ahead to now_ms. Active events close;
 * all events stay known, with the items of rules that count similar ones, so
 * that these do not fire a second time. Stories, all counts learnt from them,
 * and matches of rules are forgotten. The next save writes the whole state; a
 * detector that reads it must restore the items in reach. *changes lists the
 * closed events.
 */
void tcn_detector_mend_clock(struct tcn_detector *det, int64_t now_ms,
    struct tcn_detector_changes *changes);

/* The window of the detector; owned by it. */
struct tcn_window *tcn_detector_window(struct tcn_detector *det);

/* The configuration of the detector, with its current rules and lexicon. */
const struct tcn_detector_conf *
tcn_detector_conf(const struct tcn_detector *det);

/*
 * Measures how far the story is from making the rule (by its index) fire, with
 * the figures of every gate. The story must be the open one of the last step's
 * item, and the rule must count stories. Changes nothing.
 */
void tcn_detector_measure(const struct tcn_detector *det, size_t rule,
    uint64_t story, struct tcn_story_verdict *verdict);

/*
 * Saving and restoring. tcn_detector_save() passes every row of state that
 * changed since the last save to sink. A new detector that is given all rows by
 * (kind, id), then their end, then the items still in reach by seq, continues
 * exactly where the old one stood.
 */
TCN_MUST_USE enum tcn_rc tcn_detector_save(struct tcn_detector *det,
    tcn_state_fn *sink, void *ctx);
TCN_MUST_USE enum tcn_rc tcn_detector_restore_row(struct tcn_detector *det,
    const struct tcn_state_row *row);
void tcn_detector_restore_end(struct tcn_detector *det);
void tcn_detector_restore_item(struct tcn_detector *det, uint64_t article_key,
    const struct tcn_placement *placement);

/*
 * Rebuilds a detector whose saved state is unusable from stored decisions: call
 * it by seq for each item, with its placement and the events that fired with
 * it, then tcn_detector_adopt_event() for the events. The detector learns from
 * the items again, but no rule fires. Stories that were merged are one from the
 * beginning: *stored has the story that the item is in now.
 */
void tcn_detector_adopt(struct tcn_detector *det, const struct tcn_doc *doc,
    const struct tcn_placement *stored, const struct tcn_event *fired,
    size_t fired_n);

/*
 * Adds a stored event at its latest revision, with its evidence, once all items
 * were adopted; the events of each rule in the order in which they fired.
 * stories: the stories that it took in besides its own.
 */
TCN_MUST_USE enum tcn_rc tcn_detector_adopt_event(struct tcn_detector *det,
    const struct tcn_event *event, const uint64_t *stories, size_t n);

/* Restores the sketch and the shingles of an item's text, if it is no copy:
 * after the items. */
void tcn_detector_restore_sketch(struct tcn_detector *det,
    const struct tcn_placement *placement, struct tcn_sketch sketch,
    struct tcn_sketch shingles);

/* Restores the vector that an item came with: after the items. */
void tcn_detector_restore_vector(struct tcn_detector *det,
    const struct tcn_placement *placement, const float *vector, size_t n);

/* Whether the event with this id may still change, or its id be reused: it is
 * open, or not yet forgotten since it closed. O(1). */
bool tcn_detector_knows_event(const struct tcn_detector *det, const char *id);

/* How far back from the stream's time items must be restored. */
int64_t tcn_detector_reach_ms(const struct tcn_detector *det);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, when an invariant of the bound
 * rules, of the notes on items and stories, of the events or of the window is
 * broken. Reads everything; for tests and `tocsin check`.
 */
TCN_MUST_USE enum tcn_rc tcn_detector_check(const struct tcn_detector *det,
    struct tcn_err *err);

/* tcn_detector_check() without the window, which takes most of its time. */
TCN_MUST_USE enum tcn_rc
tcn_detector_check_rules(const struct tcn_detector *det, struct tcn_err *err);

#endif
