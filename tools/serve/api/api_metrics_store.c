/*
 * The metrics of the store: its size, its commits, and what retention removed.
 */
#include <stdio.h>

#include "tools/serve/api/api_metrics.h"
#include "tools/serve/api/openmetrics.h"

static void
add_space(const struct tcn_store *store, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family
	    all = { "store_bytes", false, "Size of the store's file." },
	    unused = { "store_free_bytes", false, "Of it, free to be used." };
	struct tcn_store_space space;

	if (tcn_store_space(store, &space))
		return;
	tcn_openmetrics_add(&all, (double)(space.pages * space.page_bytes),
	    out);
	tcn_openmetrics_add(&unused,
	    (double)(space.free_pages * space.page_bytes), out);
}

static void
add_retention(const struct tcn_retain_counts *n, uint64_t copies,
    struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family
	    removed = { "store_removed", true, "Rows removed as too old." },
	    steps = { "retention_steps", true, "Steps of removing old rows." },
	    took = { "retention_seconds", true, "Time that they took." },
	    longest = { "retention_longest_seconds", false,
		    "The longest of them." };
	char labels[64];

	tcn_openmetrics_begin(&removed, out);
	for (unsigned i = 0; i < TCN_STORE_KEPT_KINDS; i++) {
		snprintf(labels, sizeof labels, "kind=\"%s\"",
		    tcn_store_retained_kind_name((enum tcn_store_kept)i));
		tcn_openmetrics_sample(&removed, labels,
		    (double)(i == TCN_STORE_KEPT_COPIES ? copies
							: n->removed[i]),
		    out);
	}
	tcn_openmetrics_add(&steps, (double)n->steps, out);
	tcn_openmetrics_add(&took, (double)n->took_ms / 1000, out);
	tcn_openmetrics_add(&longest, (double)n->longest_ms / 1000, out);
}

static void
add_collapse(const struct tcn_collapse_cache *cache, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family
	    hits = { "collapse_cache_hits", true,
		    "Lists of articles whose near-duplicates were found in the "
		    "cache." },
	    misses = { "collapse_cache_misses", true,
		    "Lists of articles that were compared." },
	    entries = { "collapse_cache_entries", false,
		    "Lists of articles whose near-duplicates are in the "
		    "cache." };
	struct tcn_collapse_cache_counts counts =
	    tcn_collapse_cache_counts(cache);

	tcn_openmetrics_add(&hits, (double)counts.hits, out);
	tcn_openmetrics_add(&misses, (double)counts.misses, out);
	tcn_openmetrics_add(&entries, (double)counts.entries, out);
}

void
tcn_api_metrics_store(const struct tcn_api *api, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family commits = { "commits", true,
		"Commits." };
	const struct tcn_store *store = tcn_pipeline_store(api->pipe);

	tcn_openmetrics_add(&commits, (double)tcn_store_commits(store), out);
	add_space(store, out);
	if (api->collapse_cache)
		add_collapse(api->collapse_cache, out);
	if (api->retain)
		add_retention(tcn_retain_counts(api->retain),
		    tcn_pipeline_counts(api->pipe)->copies_dropped, out);
}
