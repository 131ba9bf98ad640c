/*
 * tools/lab/eval/explain_cluster.c - by which words an item came into its
 * cluster, where a rule counts clusters: what was nearest to it when it came.
 */
#include <inttypes.h>

#include "engine/base/buf.h"
#include "tools/base/json_out.h"
#include "tools/lab/eval/explain_impl.h"

static struct tcn_window *
window_of(const struct tcn_explain *e)
{
	return tcn_detector_window(tcn_pipeline_detector(e->pipe));
}

void
tcn_explain_ask_cluster(struct tcn_explain *e,
    const struct tcn_article *article)
{
	struct tcn_doc doc;

	e->near_n = 0;
	if (!tcn_window_clusters(window_of(e)))
		return;
	tcn_prepare(tcn_pipeline_prepare(e->pipe), article, &e->arena, &doc);
	tcn_window_cluster_nearest(window_of(e), &doc, e->near,
	    TCN_EXPLAIN_NEAR_MAX, &e->near_n);
}

void
tcn_explain_note_cluster(struct tcn_explain *e, struct tcn_explain_item *item)
{
	const struct tcn_clusters_step *step =
	    tcn_window_cluster_step(window_of(e));

	item->clustered = tcn_window_clusters(window_of(e)) != NULL;
	if (!item->clustered)
		return;
	item->cluster_items = step->items;
	item->clusters_merged = (uint32_t)step->merged_n;
	for (size_t i = 0; i < e->near_n; i++) {
		struct tcn_explain_near *near = &item->near[item->near_n++];

		near->is = e->near[i];
		tcn_explain_name_item(e, near->is.seq, &near->name);
	}
}

/* ---- text ---- */

static void
add_near(const struct tcn_explain_near *near, struct tcn_buf *out)
{
	tcn_buf_printf(out,
	    "              %.3f, %" PRIu32 " bands: ", near->is.likeness,
	    near->is.bands);
	tcn_explain_add_name(out, &near->name);
	tcn_explain_add_quoted(out, near->name.title);
	tcn_buf_printf(out, ", in the cluster of #%" PRIu64 "\n",
	    near->is.cluster);
}

void
tcn_explain_add_cluster(const struct tcn_explain *e,
    const struct tcn_explain_item *item, struct tcn_buf *out)
{
	if (!item->clustered)
		return;
	tcn_buf_z(out, "  cluster     ");
	if (!item->place.cluster) {
		tcn_buf_printf(out,
		    "none: it has fewer than %" PRIu32
		    " different words (lsh.least_words)\n",
		    e->clusters.least_words);
		return;
	}
	if (item->place.cluster == item->place.seq)
		tcn_buf_z(out, "its own: nothing in the window is like it");
	else
		tcn_buf_printf(out,
		    "that of #%" PRIu64 ", now of %" PRIu32 " items",
		    item->place.cluster, item->cluster_items);
	if (item->clusters_merged)
		tcn_buf_printf(out, "; it made one of %" PRIu32 " clusters",
		    item->clusters_merged + 1);
	tcn_buf_printf(out,
	    "\n              a likeness of %.3g is enough, with %" PRIu32
	    " of %" PRIu32 " bands%s\n",
	    e->clusters.jaccard, e->clusters.least_bands,
	    e->clusters.minhash.bands, item->near_n ? "; nearest:" : "");
	for (size_t i = 0; i < item->near_n; i++)
		add_near(&item->near[i], out);
}

/* ---- JSON ---- */

void
tcn_explain_put_cluster(const struct tcn_explain *e,
    const struct tcn_explain_item *item, struct tcn_buf *out)
{
	if (!item->clustered)
		return;
	tcn_json_open(out, "cluster", '{');
	if (item->place.cluster)
		tcn_json_uint(out, "cluster", item->place.cluster);
	else
		tcn_json_null(out, "cluster");
	tcn_json_uint(out, "items_then", item->cluster_items);
	tcn_json_uint(out, "merged", item->clusters_merged);
	tcn_json_rounded(out, "jaccard", e->clusters.jaccard, 4);
	tcn_json_uint(out, "least_bands", e->clusters.least_bands);
	tcn_json_uint(out, "bands", e->clusters.minhash.bands);
	tcn_json_open(out, "nearest", '[');
	for (size_t i = 0; i < item->near_n; i++) {
		const struct tcn_explain_near *near = &item->near[i];

		tcn_json_open(out, NULL, '{');
		tcn_explain_put_name(&near->name, out);
		tcn_json_uint(out, "cluster", near->is.cluster);
		tcn_json_uint(out, "bands", near->is.bands);
		tcn_json_rounded(out, "likeness", near->is.likeness, 6);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
}
