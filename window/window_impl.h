/* window/window_impl.h - the members of a window. Private to window/. */
#ifndef TCN_WINDOW_WINDOW_IMPL_H
#define TCN_WINDOW_WINDOW_IMPL_H

#include "engine/text/zone_day.h"
#include "window/base/recent.h"
#include "window/window.h"

struct tcn_window {
	struct tcn_window_conf conf;
	struct tcn_clock clock;
	struct tcn_version_pages pages;
	bool clock_changed; /* since the last save */
	bool is_late; /* the item placed last is too old to count */
	struct tcn_near *near;
	struct tcn_story_index *stories;
	struct tcn_keys *keys; /* of sentences; NULL: they are not compared */
	struct tcn_keys_hits hits; /* scratch */
	/* of runs of words; used if keys is set */
	struct tcn_reprints reprints;
	/* NULL: no vector came, or none is kept */
	struct tcn_vector_ring *vectors;
	struct tcn_pairs *pairs; /* NULL: rewrites are not searched */
	struct tcn_zone_day *day; /* the days of rewrite_zone, or NULL */
	struct tcn_vector_ring_hits near_vectors; /* scratch */
	/* The item placed last as the later one of pairs; seq 0: none. `rare`
	 * holds its rare words: first those of the title, then all of them. */
	struct tcn_rewrite_item pair;
	struct tcn_pairs_room room; /* the memory of its vector */
	uint64_t *rare;
	size_t rare_cap;
	struct tcn_pairs_hits pair_hits; /* scratch */
	struct tcn_rewrite_pair *rewrites; /* of the item placed last */
	size_t rewrites_n, rewrites_cap;
	struct tcn_clusters *clusters; /* NULL: clusters are off */
	bool clusters_on;
	struct tcn_clusters_step cluster_step;
	struct tcn_recent texts; /* text key -> original */
	/* an article -> its text, if that is another article's */
	struct tcn_recent excerpts;
	/* a copy -> its original, if its text is another's */
	struct tcn_recent copies;
	struct tcn_recent versions; /* a later version -> the first */
	/* how far back texts are remembered: the longer horizon */
	int64_t reach_ms;
	struct tcn_recent names; /* of sources: their hashes */
	bool names_changed; /* since the last save */
	size_t vector_length; /* of the stream's vectors; 0: none has come */
	bool vector_length_changed; /* since the last save */
	bool drop_suffix; /* the title placed last ends in an outlet's name */
	double *df; /* of the terms of one doc */
	size_t df_cap;
};

/* window_vectors.c: sets the length of the stream's vectors by the first one;
 * files a vector, if vectors are kept and it has that length */
void tcn_window_note_vector_length(struct tcn_window *w,
    const struct tcn_doc *doc);
void tcn_window_file_vector(struct tcn_window *w, uint64_t seq, int64_t ts_ms,
    const float *vector, size_t n);
/* Fills in which item this one rewrites, unless it is a copy or a version. To
 * be called once text and page are found and df is set. */
void tcn_window_find_rewrite(struct tcn_window *w, const struct tcn_doc *doc,
    int64_t after_ms, struct tcn_placement *place);

/* Sets *hits to the k nearest items by vector with a cosine of at least `least`
 * and after_ms < t; none where vectors are not kept or have another length. */
void tcn_window_near_vectors(struct tcn_window *w, const float *vector,
    size_t n, size_t k, double least, int64_t after_ms,
    struct tcn_vector_ring_hits *hits);

/* Files the item placed last in w->pairs, unless tcn_window_find_rewrite()
 * skipped it. */
void tcn_window_index_pair_item(struct tcn_window *w,
    const struct tcn_placement *place);

/* window_cluster.c: inserts an item into its cluster. */
void tcn_window_cluster_item(struct tcn_window *window,
    const struct tcn_doc *doc, struct tcn_placement *item, int64_t now_ms);

#endif
