/*
 * What clusters save and restore, whom they have, their figures, and their
 * validator.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"
#include "window/base/state.h"
#include "window/cluster/clusters_impl.h"

#define TIME_MAX_MS (INT64_C(1) << 53)

/* A row of an item; its words follow. */
struct saved_item {
	uint64_t cluster; /* its name when the item came */
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t origin;
};

/* What stands before each row that waits. */
struct pending_row {
	uint64_t seq;
	uint64_t bytes; /* of the row */
};

void
tcn_clusters_note(struct tcn_clusters *c, const struct tcn_clusters_item *item,
    uint64_t name, uint64_t origin)
{
	const struct saved_item saved = {
		.cluster = name,
		.ts_ms = item->ts_ms,
		.publisher = item->publisher,
		.origin = origin,
	};
	const size_t bytes = item->words_n * sizeof *item->words;
	const struct pending_row row = {
		.seq = item->seq,
		.bytes = sizeof saved + bytes,
	};

	if (!c->conf.saved)
		return;
	tcn_buf_add(&c->pending, &row, sizeof row);
	tcn_buf_add(&c->pending, &saved, sizeof saved);
	tcn_buf_add(&c->pending, item->words, bytes);
}

/* What left is written last: it may have come since the last save. */
enum tcn_rc
tcn_clusters_save(struct tcn_clusters *c, tcn_state_fn *sink, void *ctx)
{
	struct tcn_state_out out = { .fn = sink, .ctx = ctx };
	enum tcn_rc rc;

	if (c->merged_changed)
		out.rc =
		    tcn_recent_save(&c->merged, TCN_STATE_CLUSTERS, sink, ctx);
	for (size_t at = 0; at < c->pending.n;) {
		struct pending_row pending;

		memcpy(&pending, c->pending.at + at, sizeof pending);
		at += sizeof pending;
		tcn_buf_add(&out.row, c->pending.at + at, pending.bytes);
		tcn_state_put(&out, TCN_STATE_CLUSTER_ITEM, pending.seq);
		at += pending.bytes;
	}
	tcn_state_gone(&out, TCN_STATE_CLUSTER_ITEM, &c->gone);
	rc = tcn_state_end(&out);
	if (rc)
		return rc;
	c->merged_changed = false;
	tcn_buf_clear(&c->pending);
	c->gone.n = 0;
	return TCN_OK;
}

static enum tcn_rc
restore_merged(struct tcn_clusters *c, const struct tcn_state_row *state)
{
	struct tcn_recent_row row;

	if (state->n % sizeof row)
		return TCN_CORRUPT;
	for (size_t at = 0; at < state->n; at += sizeof row) {
		memcpy(&row, (const char *)state->bytes + at, sizeof row);
		/* Names become smaller, so that this is no circle. */
		if (row.value >= row.key || !row.value)
			return TCN_CORRUPT;
		tcn_recent_put(&c->merged, row.key, row.value, row.ts_ms);
	}
	return TCN_OK;
}

static enum tcn_rc
restore_item(struct tcn_clusters *c, const struct tcn_state_row *row)
{
	uint32_t words[TCN_MINHASH_WORDS_MAX];
	struct tcn_clusters_member item = { .seq = row->id };
	struct saved_item saved;
	struct tcn_state_in in = { .at = row->bytes, .left = row->n };
	const uint64_t *into;
	size_t bytes;

	tcn_state_get_bytes(&in, &saved, sizeof saved);
	bytes = in.left;
	if (!bytes || bytes % sizeof *words || bytes > sizeof words ||
	    !saved.cluster || saved.cluster > row->id ||
	    saved.ts_ms < -TIME_MAX_MS || saved.ts_ms > TIME_MAX_MS ||
	    (c->first != c->end &&
		row->id <= tcn_clusters_entry(c, c->end - 1)->is.seq))
		return TCN_CORRUPT;
	tcn_state_get_bytes(&in, words, bytes);
	while ((into = tcn_recent_find(&c->merged, saved.cluster, INT64_MIN)))
		saved.cluster = *into;
	item.ts_ms = saved.ts_ms;
	item.publisher = saved.publisher;
	item.origin = saved.origin;
	if (!tcn_clusters_sign(c, words, bytes / sizeof *words))
		return TCN_OK; /* more words are asked for now */
	tcn_clusters_file(c, &item, saved.cluster);
	return TCN_OK;
}

enum tcn_rc
tcn_clusters_restore(struct tcn_clusters *c, const struct tcn_state_row *row)
{
	return row->kind == TCN_STATE_CLUSTERS ? restore_merged(c, row)
					       : restore_item(c, row);
}

void
tcn_clusters_members_fini(struct tcn_clusters_members *members)
{
	tcn_mem_free(members->at);
	*members = (struct tcn_clusters_members){ 0 };
}

static int
by_time(const void *left, const void *right)
{
	const struct tcn_clusters_member *a = left, *b = right;

	return tcn_compare_moment(a->ts_ms, a->seq, b->ts_ms, b->seq);
}

void
tcn_clusters_list(const struct tcn_clusters *c, uint64_t name, int64_t after_ms,
    struct tcn_clusters_members *members)
{
	const struct tcn_clusters_cluster *cluster = tcn_clusters_find(c, name);

	members->n = 0;
	if (!cluster)
		return;
	members->at = tcn_mem_grow(members->at, &members->cap, cluster->n + 1,
	    sizeof *members->at);
	for (uint32_t i = 0; i < cluster->n; i++) {
		const struct tcn_clusters_entry *entry;

		if (!tcn_clusters_lives(c, cluster->members[i]))
			continue;
		entry = tcn_clusters_entry(c, cluster->members[i]);
		if (entry->is.ts_ms > after_ms)
			members->at[members->n++] = entry->is;
	}
	if (members->n)
		qsort(members->at, members->n, sizeof *members->at, by_time);
}

void
tcn_clusters_stats(const struct tcn_clusters *c,
    struct tcn_clusters_stats *stats)
{
	*stats = (struct tcn_clusters_stats){
		.items = c->end - c->first,
		.clusters = c->clusters_n,
		.links = c->links,
		.merges = c->merges,
	};
	for (size_t i = 0; i < c->places_n; i++)
		stats->groups += c->places[i].name && c->places[i].live > 1;
	tcn_lsh_stats(c->lsh, &stats->lsh);
	stats->bytes = stats->lsh.bytes + sizeof *c +
	    (c->chunks_n - c->chunks_at) * TCN_CLUSTERS_CHUNK *
		sizeof **c->chunks +
	    c->chunks_cap * sizeof *c->chunks +
	    c->places_cap * sizeof *c->places + tcn_map_bytes(&c->place_of) +
	    c->slab.bytes + tcn_recent_bytes(&c->merged) + c->pending.cap +
	    c->gone.cap * sizeof *c->gone.at;
}

/* The living members of a cluster are as many as it says, and know it. */
static enum tcn_rc
check_cluster(const struct tcn_clusters *c, size_t place, struct tcn_err *err)
{
	const struct tcn_clusters_cluster *cluster = &c->places[place];
	const uint64_t *named = tcn_map_find(&c->place_of, cluster->name);
	uint32_t live = 0;

	if (!named || *named != place)
		return tcn_err_set(err, TCN_CORRUPT,
		    "cluster %llu is not found by its name",
		    (unsigned long long)cluster->name);
	for (uint32_t i = 0; i < cluster->n; i++) {
		const struct tcn_clusters_entry *entry;

		if (!tcn_clusters_lives(c, cluster->members[i]))
			continue;
		entry = tcn_clusters_entry(c, cluster->members[i]);
		live++;
		if (entry->cluster != place ||
		    entry->is.ts_ms > cluster->last_ms)
			return tcn_err_set(err, TCN_CORRUPT,
			    "item %llu is in cluster %llu and does not know",
			    (unsigned long long)entry->is.seq,
			    (unsigned long long)cluster->name);
	}
	return live == cluster->live && live
	    ? TCN_OK
	    : tcn_err_set(err, TCN_CORRUPT, "cluster %llu has %u items, not %u",
		  (unsigned long long)cluster->name, live, cluster->live);
}

enum tcn_rc
tcn_clusters_check(const struct tcn_clusters *c, struct tcn_err *err)
{
	uint64_t clusters = 0, items = 0;
	enum tcn_rc rc = tcn_lsh_check(c->lsh, err);

	if (!rc)
		rc = tcn_recent_check(&c->merged, err);
	for (size_t i = 0; i < c->places_n && !rc; i++) {
		if (!c->places[i].name)
			continue;
		clusters++;
		items += c->places[i].live;
		rc = check_cluster(c, i, err);
	}
	if (!rc && clusters != c->clusters_n)
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "there are %llu clusters, not %llu",
		    (unsigned long long)clusters,
		    (unsigned long long)c->clusters_n);
	if (!rc && items != c->end - c->first)
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "clusters have %llu items, the queue %u",
		    (unsigned long long)items, c->end - c->first);
	return rc;
}
