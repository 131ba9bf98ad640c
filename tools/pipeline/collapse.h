/*
 * tools/pipeline/collapse.h - shows each text of a list once: a result set
 * without near-duplicates.
 *
 * The list is in the order in which it will be shown. An item is hidden when it
 * is a near-duplicate of one before it that is shown; the first such stands for
 * it. So the best ranked of each group stays, and the outcome depends on
 * nothing but the list.
 *
 * Near-duplicates are items with the same normalized text, with fingerprints
 * within 3 bits (as copies are), or whose sketches are alike
 * (engine/item/sketch.h): those of short texts, which have no sketch, by the
 * first two alone.
 *
 * Comparing all pairs would be n (n - 1) / 2 comparisons. An inverted index
 * from the numbers of the sketches to the items shown so far leaves only those
 * that share a sentence at all.
 *
 * Cost: O(numbers of all sketches) for texts that have little in common, about
 * 20 us for 100 articles, and n comparisons of fingerprints an item.
 */
#ifndef TCN_TOOLS_PIPELINE_COLLAPSE_H
#define TCN_TOOLS_PIPELINE_COLLAPSE_H

#include "engine/base/arena.h"
#include "engine/item/doc.h"
#include "sql/store_sketches.h"
#include "tools/pipeline/collapse_cache.h"

#define TCN_COLLAPSE_MAX   1000 /* items of a list */
#define TCN_COLLAPSE_SHOWN UINT16_MAX /* an item that is not hidden */

struct tcn_collapse_conf {
	double t; /* from which on texts are near-duplicates; 0 < t <= 1 */
	enum tcn_sketch_measure measure;
};

/* Jaccard of a half, as is usual for result sets. */
#define TCN_COLLAPSE_CONF_DEFAULT                                              \
	((struct tcn_collapse_conf){ .t = 0.5, .measure = TCN_SKETCH_JACCARD })

/* Reads "jaccard" or "containment"; false: it is neither. */
bool tcn_collapse_measure(struct tcn_str word,
    enum tcn_sketch_measure *measure);

/* Sets under[i], for each of n <= TCN_COLLAPSE_MAX items, to the index of the
 * item that stands for it, or to TCN_COLLAPSE_SHOWN. Works in scratch. */
void tcn_collapse(const struct tcn_store_likeness *items, size_t n,
    const struct tcn_collapse_conf *conf, struct tcn_arena *scratch,
    uint16_t *under);

/*
 * The same for stored items by seq, of which those that are not stored are
 * shown. cache may be NULL; generation: a number that changes when items were
 * removed from the store. Errors: the store's.
 */
TCN_MUST_USE enum tcn_rc tcn_collapse_stored(const struct tcn_store *store,
    struct tcn_collapse_cache *cache, uint64_t generation, const uint64_t *seqs,
    size_t n, const struct tcn_collapse_conf *conf, struct tcn_arena *scratch,
    uint16_t *under);

/*
 * What a prepared article that is not stored is compared by. All words count as
 * equally rare for its fingerprint, so it can be compared with others of its
 * kind only. The sketch stays the doc's.
 */
void tcn_collapse_doc(const struct tcn_doc *doc, struct tcn_arena *scratch,
    struct tcn_store_likeness *likeness);

#endif
