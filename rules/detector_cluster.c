/*
 * Rules that count the items of one cluster: items with similar words, which
 * the window links as they come (window/cluster/clusters.h). Their events go by
 * the cluster's name; when clusters meet, so do their events.
 */
#include <assert.h>

#include "engine/base/mem.h"
#include "rules/detector_impl.h"

void
tcn_detector_merge_clusters(struct tcn_detector *det)
{
	const struct tcn_clusters_step *step =
	    tcn_window_cluster_step(det->window);
	struct tcn_lifecycle_entry *superseded, *survivor;

	det->clustered_listed = false;
	for (size_t i = 0; i < step->merged_n; i++) {
		uint64_t from = TCN_LIFECYCLE_CLUSTER_GROUP(step->merged[i]);
		uint64_t into = TCN_LIFECYCLE_CLUSTER_GROUP(step->cluster);

		do {
			tcn_lifecycle_merge(&det->lifecycle, from, into,
			    &superseded, &survivor);
			if (superseded)
				tcn_detector_close_event(det, superseded,
				    det->now_ms, survivor);
		} while (superseded);
	}
}

/* Lists the items of the cluster at hand, once for all rules. */
static void
list_items(struct tcn_detector *det)
{
	struct tcn_clusters_members *members = &det->members_of;
	struct tcn_near_hit *hits;

	if (det->clustered_listed)
		return;
	tcn_clusters_list(tcn_window_clusters(det->window), det->item->cluster,
	    det->now_ms - det->within_ms, members);
	hits = tcn_mem_grow(det->clustered.at, &det->clustered.cap,
	    members->n + 1, sizeof *hits);
	det->clustered.at = hits;
	det->clustered.n = members->n;
	for (size_t i = 0; i < members->n; i++)
		hits[i] = (struct tcn_near_hit){
			.seq = members->at[i].seq,
			.ts_ms = members->at[i].ts_ms,
			.publisher = members->at[i].publisher,
			.origin = members->at[i].origin,
		};
	det->clustered_listed = true;
}

void
tcn_detector_apply_cluster(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound)
{
	uint64_t group = TCN_LIFECYCLE_CLUSTER_GROUP(det->item->cluster);
	struct tcn_near_counts n = { 0 };

	assert(det->item->cluster);
	if (tcn_window_cluster_step(det->window)->items <=
	    bound->rule->more_than)
		return;
	list_items(det);
	tcn_detector_pick_hits(det, bound, &det->clustered, &n);
	if (tcn_detector_is_enough_hits(bound->rule, &n))
		tcn_detector_fire_hits(det, bound, group,
		    tcn_lifecycle_find(&det->lifecycle, bound->key, group),
		    &det->picked, &n);
}
