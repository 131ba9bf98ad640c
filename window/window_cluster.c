/*
 * window/window_cluster.c - clusters in the window.
 */
#include "window/window_impl.h"

void
tcn_window_set_clusters(struct tcn_window *w, bool on)
{
	w->clusters_on = on;
	if (on && !w->clusters)
		w->clusters = tcn_clusters_new(&w->conf.clusters);
	if (!on) {
		tcn_clusters_free(w->clusters);
		w->clusters = NULL;
	}
}

const struct tcn_clusters_step *
tcn_window_cluster_step(const struct tcn_window *w)
{
	return &w->cluster_step;
}

/* An item as clusters see it. */
static struct tcn_clusters_item
view_of(const struct tcn_window *w, const struct tcn_doc *doc)
{
	return (struct tcn_clusters_item){
		.words = doc->numbers,
		.words_n = w->conf.clusters.title_only ? doc->title_numbers_n
						       : doc->numbers_n,
	};
}

void
tcn_window_cluster_item(struct tcn_window *w, const struct tcn_doc *doc,
    struct tcn_placement *item, int64_t now_ms)
{
	struct tcn_clusters_item taken = view_of(w, doc);

	taken.seq = item->seq;
	taken.ts_ms = item->ts_ms;
	taken.publisher = item->publisher;
	taken.origin = item->text;
	tcn_clusters_insert(w->clusters, &taken, now_ms, &w->cluster_step);
	item->cluster = w->cluster_step.cluster;
}

void
tcn_window_cluster_nearest(struct tcn_window *w, const struct tcn_doc *doc,
    struct tcn_clusters_near *near, size_t max, size_t *n)
{
	const struct tcn_clusters_item asked = view_of(w, doc);
	int64_t now_ms = w->clock.now_ms;

	*n = 0;
	if (!w->clusters)
		return;
	if (now_ms == TCN_UNDATED)
		now_ms = doc->ts_ms;
	tcn_clusters_nearest(w->clusters, &asked, now_ms, near, max, n);
}
