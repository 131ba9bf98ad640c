/*
 * window/excerpt.h - is a text cut out of another, or around it?
 *
 * A wire text comes in many lengths: cut to half, updated, set among text of
 * the paper's own. Its fingerprint says nothing then, but its sentences do. Of
 * the texts of the window that share sentences with an item
 * (window/keys/keys.h), this says what follows:
 *
 *	a copy      Jaccard resemblance of at least EXCERPT_COPY: the same
 *	            sentences but for a few. The likest is the original.
 *	an excerpt  containment of at least EXCERPT_CONTAINMENT: one of the
 *	            two has at least half of the sentences of the other that
 *	            can be compared. The best by containment, then by how many
 *	            sentences, then the earliest, is what it is an excerpt of;
 *	            either may be the longer one.
 *
 * Both are one text with what they were found by, and so of one origin. All
 * others that share at least EXCERPT_LINK sentences with the item are named
 * beside (`also`), and where one of the two is shorter than EXCERPT_LONG
 * sentences, those that share one more: in short reports of two who were there
 * a statement and a figure are often the same. In the whole window that may be
 * a form, but in a story they are one origin with it
 * (window/story/story_text.c).
 *
 * The resemblance of sets as Broder has it (On the resemblance and containment
 * of documents, 1997).
 */
#ifndef TCN_WINDOW_EXCERPT_H
#define TCN_WINDOW_EXCERPT_H

#include "engine/item/record.h"
#include "engine/item/sketch.h"
#include "window/keys/keys.h"

#define TCN_EXCERPT_CONTAINMENT 0.5
#define TCN_EXCERPT_COPY        0.8
#define TCN_EXCERPT_LINK        2 /* sentences that link texts in a story */
#define TCN_EXCERPT_LONG        8 /* sentences; shorter ones need one more */

/* A sketch as a set of keys: a view of it. */
static inline struct tcn_keys_set
tcn_excerpt_set(struct tcn_sketch sketch)
{
	return (struct tcn_keys_set){
		.at = sketch.at,
		.n = sketch.n,
		.cut = sketch.full > sketch.n,
	};
}

/* What an item shares with a text that was found, its own numbers as na. */
static inline struct tcn_sketch_shared
tcn_excerpt_shared(const struct tcn_keys_hit *hit)
{
	return (struct tcn_sketch_shared){
		.na = hit->mine,
		.nb = hit->theirs,
		.m = hit->shared,
	};
}

/* Names the texts of all hits as those that the item has something in common
 * with (also), those with most first, while there is room. */
void tcn_excerpt_link(const struct tcn_keys_hits *hits,
    struct tcn_placement *item);

/* Fills in what is said of an item that is no copy by then: whose copy or
 * excerpt it is, of which text, by how many sentences. hits: of keys.h. */
void tcn_excerpt_place(const struct tcn_keys_hits *hits,
    struct tcn_placement *item);

#endif
