/*
 * window/window.h - the recent past of the stream as one object: the facade of
 * window/.
 *
 * For each doc, in order of arrival: tcn_window_place() reads the window and
 * finds the item's time, its fingerprint and the item it copies; then
 * tcn_window_insert() files it and finds its story. In between the caller may
 * expire old items.
 *
 * A copy is an item whose normal form equals that of an item in the window
 * (distance 0 by definition: drifting document frequencies may have moved its
 * fingerprint), or whose fingerprint lies within 3 bits of one. Copies of
 * copies are copies of the one original: `duplicate_of` names it, `distance` is
 * to the nearest copy. An item that is no copy is looked up by its sentences:
 * it may still be a copy or an excerpt (excerpt.h). Such texts are one text,
 * and `text` names its first item, by which origins are counted.
 *
 * Many windows can share one's work when they differ in their stories alone: a
 * *leader* places each item and learns its terms, but keeps no stories; its
 * *followers* take its results (struct tcn_window_shared) in place of
 * tcn_window_place(), and keep nothing but stories and terms. A follower
 * decides as a whole window with its configuration would, as long as the
 * dictionary evicts nothing: evictions depend on the stories of each window, so
 * tcn_window_lead() returns TCN_LIMIT before one is due.
 *
 * An item that is none of these may rewrite another in other words, or be the
 * same form filled in again: `rewrite_of` and `form_of` (rewrite.h).
 *
 * A later item at the same address, from the same source, with a like title or
 * text, is a version of the earlier one (version.h): `version_of` names the
 * first version, whose text it shares. It is filed for look-ups, so that copies
 * of it are found, but joins no story and counts in no rule.
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
	/* keys.horizon_ms: how far back texts with the same sentences or runs
	 * of words are searched; 0: not at all */
	struct tcn_keys_conf keys;
	uint32_t least_shared; /* least number of common sentences, > 0 */
	/* pairs.span_ms: how far back rewrites are searched; 0: not at all */
	struct tcn_pairs_conf pairs;
	struct tcn_rewrite_conf rewrite;
	size_t rewrite_terms; /* of a vector, 1 to TCN_FEATURE_MAX */
	/* a rewrite has the origin of the text that it rewrites */
	bool rewrite_origin;
	/* A time zone (engine/text/zone_day.h): rewrites are searched in the
	 * same local day only, which pairs.span_ms must exceed. NULL: in
	 * pairs.span_ms. Read when a window is made. */
	const char *rewrite_zone;
	/* Rewrites are found by the vectors that came with articles, in place
	 * of their words; an article without a vector has none. */
	bool rewrite_given;
	struct tcn_story_conf story;
	struct tcn_clock_conf clock;
	size_t items_max; /* items remembered by key and text, at most */
	bool similar; /* placements say what an item is similar to, though it be
		       * no copy: four times a look-up for copies */
	bool keep_vectors; /* for tcn_window_nearest() */
	size_t vectors_bytes; /* the most bytes of these; 0: no cap */
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

/* The number of items in each case of the late-data policy, by enum
 * tcn_clock_case. */
const uint64_t *tcn_window_clock_counts(const struct tcn_window *window);

/* The length of the stream's vectors, set by the first one; 0: none has come.
 * Look-ups and stories need equal lengths, so readers of articles refuse any
 * other (tcn_article_limits.vector_length). */
size_t tcn_window_vector_length(const struct tcn_window *window);

/* Places an item: moves the clock, and fills in all of *placement but its
 * story. */
void tcn_window_place(struct tcn_window *window, const struct tcn_doc *doc,
    uint64_t seq, int64_t bound_ms, struct tcn_placement *placement);

/*
 * Finds the text, the fingerprint, and the copied or similar items of a doc as
 * if it came now, but not its time and story; seq is 0. Changes nothing.
 */
void tcn_window_preview(struct tcn_window *window, const struct tcn_doc *doc,
    struct tcn_placement *placement);

/*
 * Replaces tcn_window_place() for an item that was decided earlier: *stored is
 * its placement, with its story (0: it joins none), and is copied to
 * *placement. Moves the clock.
 */
void tcn_window_adopt(struct tcn_window *window, const struct tcn_doc *doc,
    const struct tcn_placement *stored, struct tcn_placement *placement);

/* A leader's results for an item, which followers only read. */
struct tcn_window_shared {
	struct tcn_placement placement; /* but for its story */
	int64_t now_ms; /* the stream's time, or TCN_UNDATED */
	bool late; /* too old to count */
};

/*
 * Makes a leader place and file an item and learn its terms. Sets the word of
 * each of doc->terms to the surface form seen first, which the leader owns.
 * TCN_LIMIT: the dictionary is full; nothing was changed.
 */
TCN_MUST_USE enum tcn_rc tcn_window_lead(struct tcn_window *window,
    struct tcn_doc *doc, uint64_t seq, int64_t bound_ms,
    struct tcn_window_shared *lead);

/* Replaces tcn_window_place() in a follower. */
void tcn_window_follow(struct tcn_window *window,
    const struct tcn_window_shared *lead, struct tcn_placement *placement);

/* Files the item placed last; fills in placement->story and step. A late item
 * is filed for look-ups but joins no story (story 0). */
void tcn_window_insert(struct tcn_window *window, const struct tcn_doc *doc,
    struct tcn_placement *placement, struct tcn_story_step *step);

/*
 * Removes the items beyond the horizon and closes quiet stories; *closed lists
 * those until the next call.
 */
void tcn_window_expire(struct tcn_window *window,
    const struct tcn_story **closed, size_t *closed_n);

/*
 * Resets the window at now_ms, as if no item had come: forgets items, stories
 * and all learnt counts, but not the names of sources. The next save writes the
 * whole state.
 */
void tcn_window_restart(struct tcn_window *window, int64_t now_ms);

/* Whether that item, if it is recent enough for copies, is a later version of a
 * page, which counts nowhere. */
bool tcn_window_is_version(const struct tcn_window *window, uint64_t seq);

/* Turns clusters on or off (they are off at first); turning them off forgets
 * the existing clusters. */
void tcn_window_set_clusters(struct tcn_window *window, bool on);

/* The step of the item that was inserted last; all 0 without clusters. */
const struct tcn_clusters_step *
tcn_window_cluster_step(const struct tcn_window *window);

/* The candidates that a doc would have if it came now: as
 * tcn_clusters_nearest(). */
void tcn_window_cluster_nearest(struct tcn_window *window,
    const struct tcn_doc *doc, struct tcn_clusters_near *near, size_t max,
    size_t *n);

/* The near tier of the window, for look-ups and counts; NULL in a follower. */
struct tcn_near *tcn_window_near(struct tcn_window *window);

/*
 * Sets *hits to the k items within near.horizon whose vectors are nearest to
 * this one of n numbers, with a cosine of at least story.vector_join; none
 * where vectors are not kept, or have another length.
 */
void tcn_window_nearest(struct tcn_window *window, const float *vector,
    size_t n, size_t k, struct tcn_vector_ring_hits *hits);

/* The index of sentences; NULL: sentences are not compared. */
struct tcn_keys *tcn_window_keys(struct tcn_window *window);

/* The ring of runs of words; empty where sentences are not compared. */
const struct tcn_reprints *tcn_window_reprints(const struct tcn_window *window);

/* The clusters; NULL: they are off. */
struct tcn_clusters *tcn_window_clusters(struct tcn_window *window);

/* The stories of the window. */
struct tcn_story_index *tcn_window_story_index(struct tcn_window *window);

/* The index of texts by weighted terms; NULL: rewrites are not searched. */
struct tcn_pairs *tcn_window_pairs(struct tcn_window *window);

/* The pairs of the item placed last, with the highest cosine first; valid until
 * the next item is placed. */
const struct tcn_rewrite_pair *
tcn_window_rewrites(const struct tcn_window *window, size_t *n);

/* Sets *hits to the texts of the window that share enough sentences with a
 * sketch to be excerpts, its own text among them. None when sentences are not
 * compared, or the sketch is empty. */
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

/* Restores the sketch and the shingles of an item's text, if it is no copy: by
 * seq, after the items. */
void tcn_window_restore_sketch(struct tcn_window *window,
    const struct tcn_placement *placement, struct tcn_sketch sketch,
    struct tcn_sketch shingles);

/* Restores the vector that an item came with: by seq, after the items. */
void tcn_window_restore_vector(struct tcn_window *window,
    const struct tcn_placement *placement, const float *vector, size_t n);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, when an invariant of the
 * clock, the near tier, the stories or the maps by key is broken. Reads
 * everything; for tests and `tocsin check`.
 */
TCN_MUST_USE enum tcn_rc tcn_window_check(const struct tcn_window *window,
    struct tcn_err *err);

#endif
