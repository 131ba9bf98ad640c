/*
 * window/window_vectors.c - the vectors of the window's items: how long they
 * are, and the ring of those by which related items are found.
 *
 * The ring is made with the first vector, which says how long they are. It is
 * filled again from the store at a start.
 */
#include "window/window_impl.h"

size_t
tcn_window_vector_length(const struct tcn_window *w)
{
	return w->vector_length;
}

void
tcn_window_note_vector_length(struct tcn_window *w, const struct tcn_doc *doc)
{
	if (w->vector_length || !doc->article->vector_n)
		return;
	w->vector_length = doc->article->vector_n;
	w->vector_length_changed = true;
}

void
tcn_window_file_vector(struct tcn_window *w, uint64_t seq, int64_t ts_ms,
    const float *vector, size_t n)
{
	const struct tcn_vector_ring_conf conf = {
		.length = n,
		.horizon_ms = w->conf.near.horizon_ms,
		.cap_bytes = w->conf.vectors_bytes,
	};

	if (!w->conf.keep_vectors || !n || n != w->vector_length)
		return;
	if (!w->vectors)
		w->vectors = tcn_vector_ring_new(&conf);
	tcn_vector_ring_insert(w->vectors, seq, ts_ms, vector);
}

void
tcn_window_restore_vector(struct tcn_window *w,
    const struct tcn_placement *item, const float *vector, size_t n)
{
	tcn_window_file_vector(w, item->seq, item->ts_ms, vector, n);
}

void
tcn_window_near_vectors(struct tcn_window *w, const float *vector, size_t n,
    size_t k, double least, int64_t after_ms, struct tcn_vector_ring_hits *hits)
{
	hits->n = 0;
	if (w->vectors && n == w->vector_length)
		tcn_vector_ring_nearest(w->vectors, vector, k, least, after_ms,
		    hits);
}

void
tcn_window_nearest(struct tcn_window *w, const float *vector, size_t n,
    size_t k, struct tcn_vector_ring_hits *hits)
{
	int64_t after_ms = w->clock.now_ms == TCN_UNDATED
	    ? INT64_MIN
	    : w->clock.now_ms - w->conf.near.horizon_ms;

	tcn_window_near_vectors(w, vector, n, k, w->conf.story.vector_join,
	    after_ms, hits);
}
