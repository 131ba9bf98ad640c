/*
 * window/window.h - the recent past of the stream as one object: the facade of
 * window/.
 *
 * For each doc, in order of arrival: tcn_window_place() reads the window and
 * says when the item is, whose copy it is and what its fingerprint is; then
 * tcn_window_insert() files it and says which story it is in. In between the
 * caller may expire what is too old.
 *
 * A copy is an item whose normal form equals that of an item in the window
 * (distance 0 by definition: drifting document frequencies may have moved its
 * fingerprint), or whose fingerprint lies within 3 bits of one. Copies of
 * copies are copies of the one original: `duplicate_of` names it, `distance`
 * is to the nearest copy. Whose text is neither is looked up by its sentences:
 * it may be a copy or an excerpt still (excerpt.h). Texts are then one, and
 * `text` names the first of them, which is what counts of origins go by.
 *
 * Many windows can share one's work when they differ in their stories alone:
 * a *leader* places each item and learns its terms, but keeps no stories;
 * its *followers* take what it found (struct tcn_window_shared) in place of
 * tcn_window_place(), and keep nothing but stories and terms. A follower
 * decides what a whole window with its configuration would, as long as the
 * dictionary forgets nothing: which terms go depends on the stories that hold
 * them, so there tcn_window_lead() ends with TCN_LIMIT, before anything
 * differs.
 *
 * An item that is none of these may say what another does in other words, or be
 * the same form filled in again: `rewrite_of` and `form_of` (rewrite.h).
 *
 * What comes again at the address of an item, from its source, with a title or
 * a text like it, is a version of it (version.h): `version_of` names the first
 * of them, whose text it is of. It is filed for look-ups, so that what copies
 * it is found, but joins no story and counts in no rule.
 */
#ifndef TCN_WINDOW_WINDOW_H
#define TCN_WINDOW_WINDOW_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/doc.h"
#include "engine/item/record.h"
#include "window/base/clock.h"
#include "window/cluster/clusters.h"
#include "window/excerpt.h"
#include "window/keys/keys.h"
#include "window/near/near.h"
#include "window/pairs/pairs.h"
#include "window/reprint.h"
#include "window/rewrite.h"
#include "window/story/story.h"
#include "window/vector/vector_ring.h"
#include "window/version.h"

/* Hamming distances with names (see ARCHITECTURE.md, "two tiers"). */
enum {
	TCN_WINDOW_RADIUS_COPY = 3,
	TCN_WINDOW_RADIUS_SIMILAR = 7,
};

enum tcn_window_role {
	TCN_WINDOW_WHOLE,
	TCN_WINDOW_LEADER,
	TCN_WINDOW_FOLLOWER,
};

struct tcn_window_conf {
	enum tcn_window_role role;
	struct tcn_near_conf near; /* near.horizon_ms: copies and related */
	/* keys.horizon_ms: texts with the same sentences or runs of words; 0:
	 * not looked for */
	struct tcn_keys_conf keys;
	uint32_t least_shared; /* sentences that they have in common, > 0 */
	/* pairs.span_ms: rewrites; 0: they are not looked for */
	struct tcn_pairs_conf pairs;
	struct tcn_rewrite_conf rewrite;
	size_t rewrite_terms; /* of a vector, 1 to TCN_FEATURE_MAX */
	bool rewrite_origin; /* a rewrite is of the text it rewrites */
	/* A time zone (engine/text/zone_day.h): rewrites are looked for in the
	 * same local day only; pairs.span_ms is longer than one. NULL: in
	 * pairs.span_ms, wherever it begins. Read when a window is made. */
	const char *rewrite_zone;
	/* Found by the vectors that came with articles, in place of their
	 * words: an article without one has no rewrite. */
	bool rewrite_given;
	struct tcn_story_conf story;
	struct tcn_clock_conf clock;
	size_t items_max; /* items remembered by key and text, at most */
	bool similar; /* placements say what an item is similar to, though it be
		       * no copy: four times a look-up for copies */
	bool keep_vectors; /* tcn_window_nearest() will be asked */
	size_t vectors_bytes; /* of these, at most; 0: no cap */
	bool plain_weights; /* of fingerprints: fprint.h */
	struct tcn_clusters_conf clusters; /* where they are looked for */
	bool fold_versions; /* later versions of a page are no items of their
			     * own: version.h */
};

struct tcn_window;

TCN_MUST_USE enum tcn_rc tcn_window_new(const struct tcn_window_conf *conf,
    struct tcn_window **window);
void tcn_window_free(struct tcn_window *window);

/* The stream's time. TCN_UNDATED before the first dated item. */
int64_t tcn_window_now_ms(const struct tcn_window *window);

/* Whether an item with this date moves the time only if the date is confirmed,
 * or others bear it out (tcn_clock_leaps). */
bool tcn_window_leaps(const struct tcn_window *window, int64_t ts_ms);

/* How items fared under the late-data policy, by enum tcn_clock_case. */
const uint64_t *tcn_window_clock_counts(const struct tcn_window *window);

/* Numbers in the vectors of the stream, which is that of the first one; 0: none
 * has come. One of another length is of no use to look-ups and stories: whoever
 * reads articles refuses it (tcn_article_limits.vector_length). */
size_t tcn_window_vector_length(const struct tcn_window *window);

/* Moves the clock; fills in placement but for its story. */
void tcn_window_place(struct tcn_window *window, const struct tcn_doc *doc,
    uint64_t seq, int64_t bound_ms, struct tcn_placement *placement);

/*
 * What would be found out about a doc, were it to come now: its text, its
 * fingerprint, what it copies or is similar to. Not its time and its story;
 * seq is 0. Nothing is changed.
 */
void tcn_window_peek(struct tcn_window *window, const struct tcn_doc *doc,
    struct tcn_placement *placement);

/*
 * In place of tcn_window_place(), for an item of which all is decided: stored
 * is its placement, with its story (0: it joins none), and becomes *placement.
 * Moves the clock.
 */
void tcn_window_adopt(struct tcn_window *window, const struct tcn_doc *doc,
    const struct tcn_placement *stored, struct tcn_placement *placement);

/* What a leader found out about an item: read only for all that follow. */
struct tcn_window_shared {
	struct tcn_placement placement; /* but for its story */
	int64_t now_ms; /* the stream's time, or TCN_UNDATED */
	bool late; /* too old to count */
};

/*
 * A leader takes in an item: places it, files it, learns its terms; in their
 * place in doc->terms come the words they were first seen as, which belong
 * to the leader. TCN_LIMIT: the dictionary is full, nothing was changed.
 */
TCN_MUST_USE enum tcn_rc tcn_window_lead(struct tcn_window *window,
    struct tcn_doc *doc, uint64_t seq, int64_t bound_ms,
    struct tcn_window_shared *lead);

/* A follower: in place of tcn_window_place(). */
void tcn_window_follow(struct tcn_window *window,
    const struct tcn_window_shared *lead, struct tcn_placement *placement);

/* Files the item placed last; fills in placement->story and step. A late item
 * is filed for look-ups but joins no story (story 0). */
void tcn_window_insert(struct tcn_window *window, const struct tcn_doc *doc,
    struct tcn_placement *placement, struct tcn_story_step *step);

/*
 * Gives back what lies beyond the horizon and closes quiet stories: *closed
 * lists them, until the next call.
 */
void tcn_window_expire(struct tcn_window *window,
    const struct tcn_story **closed, size_t *closed_n);

/*
 * Begins anew at now_ms, as if no item had come: items, stories and all that
 * was learnt are forgotten, but for the names of sources. What is saved next is
 * all of its state.
 */
void tcn_window_restart(struct tcn_window *window, int64_t now_ms);

/* Whether that item, as far as copies are looked for, is a later version of a
 * page, which counts nowhere. */
bool tcn_window_is_version(const struct tcn_window *window, uint64_t seq);

/* Whether items are put into clusters from now on: they are not at first. Those
 * there are are forgotten when they no longer are. */
void tcn_window_set_clusters(struct tcn_window *window, bool on);

/* Of the item that was inserted last. */
const struct tcn_clusters_step *
tcn_window_cluster_step(const struct tcn_window *window);

/* What a doc would find, were it to come now: as tcn_clusters_nearest(). */
void tcn_window_cluster_nearest(struct tcn_window *window,
    const struct tcn_doc *doc, struct tcn_clusters_near *near, size_t max,
    size_t *n);

/* Its parts, for those who count and look up. A follower has no near tier:
 * NULL. */
struct tcn_near *tcn_window_near(struct tcn_window *window);

/*
 * The k items of near.horizon whose vectors are nearest to this one of n
 * numbers, from a cosine of story.vector_join on, as those of one story are;
 * none where vectors are not kept, or of another length.
 */
void tcn_window_nearest(struct tcn_window *window, const float *vector,
    size_t n, size_t k, struct tcn_vector_ring_hits *hits);

/* NULL: sentences are not looked at. */
struct tcn_keys *tcn_window_keys(struct tcn_window *window);

/* NULL: clusters are not looked for. */
struct tcn_clusters *tcn_window_clusters(struct tcn_window *window);
struct tcn_story_index *tcn_window_story_index(struct tcn_window *window);

/* NULL: rewrites are not looked for. */
struct tcn_pairs *tcn_window_pairs(struct tcn_window *window);

/* What the item placed last was found to be a pair with, the highest cosine
 * first; until the next. */
const struct tcn_rewrite_pair *
tcn_window_rewrites(const struct tcn_window *window, size_t *n);

/* The texts of the window that share as many sentences with a sketch as an
 * excerpt must, its own text among them. None when they are not looked at, or
 * the sketch is none. */
void tcn_window_excerpts(struct tcn_window *window, struct tcn_sketch sketch,
    struct tcn_keys_hits *hits);

/* Saving and restoring: see rules/detector.h. */
TCN_MUST_USE enum tcn_rc tcn_window_save(struct tcn_window *window,
    tcn_state_fn *sink, void *ctx);
TCN_MUST_USE enum tcn_rc tcn_window_restore_row(struct tcn_window *window,
    const struct tcn_state_row *row);
void tcn_window_restore_end(struct tcn_window *window);
void tcn_window_restore_item(struct tcn_window *window,
    const struct tcn_placement *placement);

/* The sketch and the shingles of an item's text, when it is no copy: by seq,
 * after the items. */
void tcn_window_restore_sketch(struct tcn_window *window,
    const struct tcn_placement *placement, struct tcn_sketch sketch,
    struct tcn_sketch shingles);

/* The vector that an item came with: by seq, after the items. */
void tcn_window_restore_vector(struct tcn_window *window,
    const struct tcn_placement *placement, const float *vector, size_t n);

/*
 * Whether the invariants hold, of the clock, the near tier, the stories and
 * what is remembered by key: TCN_CORRUPT and a sentence when not. Reads
 * everything; for tests and `tocsin check`.
 */
TCN_MUST_USE enum tcn_rc tcn_window_check(const struct tcn_window *window,
    struct tcn_err *err);

#endif
