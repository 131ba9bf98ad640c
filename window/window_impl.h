/*
 * window/window_impl.h - inside window/: the window's parts.
 */
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
	struct tcn_keys *keys; /* of sentences; NULL: they are not looked at */
	struct tcn_keys_hits hits; /* scratch */
	struct tcn_reprints reprints; /* of runs of words, with keys */
	struct tcn_vector_ring *vectors; /* NULL: none came, or none is kept */
	struct tcn_pairs *pairs; /* NULL: rewrites are not looked for */
	struct tcn_zone_day *day; /* of rewrite_zone, or NULL */
	struct tcn_vector_ring_hits near_vectors; /* scratch */
	/* The item placed last; seq 0: none. Its words are in `rare`: those of
	 * the title first, then all of them. */
	struct tcn_rewrite_item pair;
	struct tcn_pairs_room room; /* of its vector */
	uint64_t *rare;
	size_t rare_cap;
	struct tcn_pairs_hits pair_hits; /* scratch */
	struct tcn_rewrite_pair *rewrites; /* of the item placed last */
	size_t rewrites_n, rewrites_cap;
	struct tcn_clusters *clusters; /* NULL: nothing counts them */
	bool clusters_on;
	struct tcn_clusters_step cluster_step;
	struct tcn_recent texts; /* text key -> original */
	struct tcn_recent excerpts; /* an article -> its text, if another's */
	struct tcn_recent copies; /* a copy -> its article, if of other text */
	struct tcn_recent versions; /* a later version -> the first */
	int64_t reach_ms; /* of texts: the longer horizon */
	struct tcn_recent names; /* of sources: their hashes */
	bool names_changed; /* since the last save */
	size_t vector_length; /* of the stream's vectors; 0: none has come */
	bool vector_length_changed; /* since the last save */
	bool drop_suffix; /* the title placed last ends in an outlet's name */
	double *df; /* of the terms of one doc */
	size_t df_cap;
};

/* window_vectors.c: the first vector says how long they are; keeps one, if
 * vectors are kept and it is as long */
void tcn_window_note_vector_length(struct tcn_window *w,
    const struct tcn_doc *doc);
void tcn_window_file_vector(struct tcn_window *w, uint64_t seq, int64_t ts_ms,
    const float *vector, size_t n);
/* Fills in whose rewrite the item is, when it is no copy: after its text and
 * its page, with df set. */
void tcn_window_find_rewrite(struct tcn_window *w, const struct tcn_doc *doc,
    int64_t after_ms, struct tcn_placement *place);

/* The k nearest by vector, with a cosine of `least` or more and after_ms < t;
 * none where vectors are not kept or have another length. */
void tcn_window_near_vectors(struct tcn_window *w, const float *vector,
    size_t n, size_t k, double least, int64_t after_ms,
    struct tcn_vector_ring_hits *hits);

/* Files the item placed last. */
void tcn_window_file_pair(struct tcn_window *w,
    const struct tcn_placement *place);

/* window_cluster.c: puts an item into a cluster. */
void tcn_window_cluster_item(struct tcn_window *window,
    const struct tcn_doc *doc, struct tcn_placement *item, int64_t now_ms);

#endif
