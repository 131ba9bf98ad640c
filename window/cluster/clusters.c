#include "window/cluster/clusters.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "window/cluster/clusters_impl.h"

enum {
	BUCKETS = 4, /* of a horizon */
	NONE = UINT32_MAX, /* no place */
	MERGED_MAX = 1 << 24, /* names that are remembered */
};

#define BUCKET_EVER_MS INT64_C(100000000000000) /* without a horizon */

const struct tcn_clusters_conf tcn_clusters_conf_default = {
	.minhash = { .bands = 40, .rows = 3, .seed = 1 },
	.least_bands = 2,
	.jaccard = 0.25,
	.estimate = TCN_MINHASH_POSITIONS,
	.link = TCN_CLUSTERS_SINGLE,
	.least_words = 2,
	.horizon_ms = 4 * 3600 * 1000,
};

/* The fewest equal positions with which two items are alike enough. */
static uint32_t
least_equal(const struct tcn_clusters *c)
{
	uint32_t values = tcn_minhash_values(c->minhash), equal = 0;

	while (equal < values &&
	    tcn_minhash_likeness(c->conf.estimate, equal, values) <
		c->conf.jaccard)
		equal++;
	return equal;
}

struct tcn_lsh_conf
tcn_clusters_lsh_conf(const struct tcn_clusters_conf *conf)
{
	return (struct tcn_lsh_conf){
		.bands = conf->minhash.bands,
		.rows = conf->minhash.rows,
		.least_bands = conf->least_bands,
		.bucket_ms = conf->horizon_ms
		    ? (conf->horizon_ms + BUCKETS - 1) / BUCKETS
		    : BUCKET_EVER_MS,
		.cap_bytes = conf->cap_bytes,
		.expected = conf->expected,
	};
}

struct tcn_clusters *
tcn_clusters_new(const struct tcn_clusters_conf *conf)
{
	struct tcn_clusters *c = tcn_mem_calloc(1, sizeof *c);
	const struct tcn_lsh_conf lsh = tcn_clusters_lsh_conf(conf);

	assert(conf->jaccard >= 0 && conf->jaccard <= 1);
	c->conf = *conf;
	c->free = NONE;
	tcn_recent_init(&c->merged, MERGED_MAX);
	c->minhash = tcn_minhash_new(&conf->minhash);
	c->lsh = tcn_lsh_new(&lsh);
	c->least_equal = least_equal(c);
	return c;
}

void
tcn_clusters_free(struct tcn_clusters *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->places_n; i++)
		tcn_slab_free(&c->slab, c->places[i].members,
		    c->places[i].cap * sizeof *c->places[i].members);
	for (size_t i = c->chunks_at; i < c->chunks_n; i++)
		tcn_mem_free(c->chunks[i]);
	tcn_mem_free(c->chunks);
	tcn_mem_free(c->places);
	tcn_map_fini(&c->place_of);
	tcn_slab_fini(&c->slab);
	tcn_recent_fini(&c->merged);
	tcn_buf_fini(&c->pending);
	tcn_mem_free(c->gone.at);
	tcn_mem_free(c->lost);
	tcn_lsh_hits_fini(&c->hits);
	tcn_lsh_free(c->lsh);
	tcn_minhash_free(c->minhash);
	tcn_mem_free(c);
}

/* The window's edge: items at or before this time have left the window. */
static int64_t
cluster_edge(const struct tcn_clusters *c, int64_t now_ms)
{
	return c->conf.horizon_ms ? now_ms - c->conf.horizon_ms : INT64_MIN;
}

bool
tcn_clusters_sign(struct tcn_clusters *c, const uint32_t *words, size_t n)
{
	if (!n || !tcn_minhash_has_words(words, n, c->conf.least_words))
		return false;
	tcn_minhash_sign(c->minhash, words, n, c->values);
	tcn_minhash_bands(c->minhash, c->values, c->bands);
	return true;
}

/* The item whose signature was made last, in the form that the index takes. */
static struct tcn_lsh_item
clusters_signed(const struct tcn_clusters *c, int64_t ts_ms, uint32_t number)
{
	return (struct tcn_lsh_item){
		.values = c->values,
		.bands = c->bands,
		.ts_ms = ts_ms,
		.number = number,
	};
}

/* A place for a cluster of this name. */
static struct tcn_clusters_cluster *
add_cluster(struct tcn_clusters *c, uint64_t name)
{
	uint32_t at = c->free;
	uint64_t *place;

	if (at == NONE) {
		at = (uint32_t)c->places_n;
		c->places = tcn_mem_grow(c->places, &c->places_cap,
		    c->places_n + 1, sizeof *c->places);
	}
	tcn_map_put(&c->place_of, name, &place, NULL);
	*place = at;
	if (at == c->free)
		c->free = c->places[at].live;
	else
		c->places_n++;
	c->places[at] = (struct tcn_clusters_cluster){
		.name = name,
		.last_ms = INT64_MIN,
	};
	c->clusters_n++;
	return &c->places[at];
}

/* The cluster has no item any more, or they are another's now. */
static void
end_cluster(struct tcn_clusters *c, struct tcn_clusters_cluster *cluster)
{
	(void)tcn_map_remove(&c->place_of, cluster->name);
	tcn_slab_free(&c->slab, cluster->members,
	    cluster->cap * sizeof *cluster->members);
	*cluster = (struct tcn_clusters_cluster){ .live = c->free };
	c->free = (uint32_t)(cluster - c->places);
	c->clusters_n--;
}

struct tcn_clusters_cluster *
tcn_clusters_find(const struct tcn_clusters *c, uint64_t name)
{
	const uint64_t *place = tcn_map_find(&c->place_of, name);

	return place ? &c->places[*place] : NULL;
}

/* Makes room for n more members; forgets the dead ones first. */
static void
fit_members(struct tcn_clusters *c, struct tcn_clusters_cluster *cluster,
    uint32_t n)
{
	uint32_t kept = 0;

	if (cluster->n + n <= cluster->cap)
		return;
	for (uint32_t i = 0; i < cluster->n; i++)
		if (tcn_clusters_lives(c, cluster->members[i]))
			cluster->members[kept++] = cluster->members[i];
	cluster->n = kept;
	cluster->members = tcn_slab_fit(&c->slab, cluster->members, cluster->n,
	    &cluster->cap, (size_t)cluster->n + n, sizeof *cluster->members);
}

/* Makes room for one more item in the queue. */
static void
fit_queue(struct tcn_clusters *c)
{
	size_t used = (c->end - c->base) / TCN_CLUSTERS_CHUNK + 1;
	void *p;

	if (c->chunks_n - c->chunks_at >= used)
		return;
	p = tcn_mem_grow(c->chunks, &c->chunks_cap, c->chunks_n + 1,
	    sizeof *c->chunks);
	c->chunks = p;
	p = tcn_mem_alloc(TCN_CLUSTERS_CHUNK * sizeof **c->chunks);
	c->chunks[c->chunks_n++] = p;
}

void
tcn_clusters_file(struct tcn_clusters *c,
    const struct tcn_clusters_member *item, uint64_t name)
{
	const struct tcn_lsh_item filed =
	    clusters_signed(c, item->ts_ms, c->end);
	struct tcn_clusters_cluster *cluster = tcn_clusters_find(c, name);
	uint64_t row = 0;

	if (!cluster)
		cluster = add_cluster(c, name);
	fit_members(c, cluster, 1);
	fit_queue(c);
	tcn_lsh_insert(c->lsh, &filed, &row);
	*tcn_clusters_entry(c, c->end) = (struct tcn_clusters_entry){
		.is = *item,
		.row = row,
		.cluster = (uint32_t)(cluster - c->places),
	};
	cluster->members[cluster->n++] = c->end++;
	cluster->live++;
	if (item->ts_ms > cluster->last_ms)
		cluster->last_ms = item->ts_ms;
}

/* Moves the items of the one cluster, which ends, to the other. */
static void
move_members(struct tcn_clusters *c, struct tcn_clusters_cluster *from,
    struct tcn_clusters_cluster *to)
{
	fit_members(c, to, from->n);
	for (uint32_t i = 0; i < from->n; i++) {
		uint32_t number = from->members[i];

		if (!tcn_clusters_lives(c, number))
			continue;
		to->members[to->n++] = number;
		tcn_clusters_entry(c, number)->cluster =
		    (uint32_t)(to - c->places);
	}
	to->live += from->live;
	if (from->last_ms > to->last_ms)
		to->last_ms = from->last_ms;
	end_cluster(c, from);
}

/* Two clusters become one, under the smaller name: the list that is shorter
 * moves, so that no item moves more often than lists double. */
static void
merge_clusters(struct tcn_clusters *c, uint64_t lost, uint64_t name)
{
	struct tcn_clusters_cluster *loser = tcn_clusters_find(c, lost);
	struct tcn_clusters_cluster *winner = tcn_clusters_find(c, name);
	uint64_t *place;

	c->lost =
	    tcn_mem_grow(c->lost, &c->lost_cap, c->lost_n + 1, sizeof *c->lost);
	c->lost[c->lost_n++] = lost;
	c->merges++;
	c->merged_changed = true;
	tcn_recent_put(&c->merged, lost, name, loser->last_ms);
	if (loser->n <= winner->n) {
		move_members(c, loser, winner);
		return;
	}
	move_members(c, winner, loser);
	/* Gives the cluster another name: that of one that is part of it
	 * now. */
	tcn_map_put(&c->place_of, name, &place, NULL);
	*place = (uint64_t)(loser - c->places);
	(void)tcn_map_remove(&c->place_of, loser->name);
	loser->name = name;
}

/* Whether a is the better of two candidates: the likest; of equal ones the one
 * with more equal bands, then the latest. */
static bool
is_nearer(const struct tcn_clusters *c, const struct tcn_lsh_hit *a,
    const struct tcn_lsh_hit *b)
{
	if (a->equal != b->equal)
		return a->equal > b->equal;
	if (a->bands != b->bands)
		return a->bands > b->bands;
	if (a->ts_ms != b->ts_ms)
		return a->ts_ms > b->ts_ms;
	return tcn_clusters_entry(c, a->number)->is.seq >
	    tcn_clusters_entry(c, b->number)->is.seq;
}

static uint64_t
name_of(const struct tcn_clusters *c, uint32_t number)
{
	return c->places[tcn_clusters_entry(c, number)->cluster].name;
}

/* Links the item with all that are alike; the name of what they become, 0 when
 * there are none. */
static void
link_all(struct tcn_clusters *c, uint64_t *name)
{
	*name = 0;
	for (size_t i = 0; i < c->hits.n; i++) {
		const struct tcn_lsh_hit *hit = &c->hits.at[i];
		uint64_t its;

		if (hit->equal < c->least_equal)
			continue;
		its = name_of(c, hit->number);
		c->links++;
		if (!*name || its < *name)
			*name = its;
	}
	for (size_t i = 0; i < c->hits.n; i++) {
		const struct tcn_lsh_hit *hit = &c->hits.at[i];

		if (hit->equal >= c->least_equal &&
		    name_of(c, hit->number) != *name)
			merge_clusters(c, name_of(c, hit->number), *name);
	}
}

/* The earliest of the cluster's items later than after_ms. */
static const struct tcn_clusters_entry *
leader_of(const struct tcn_clusters *c, uint64_t name, int64_t after_ms)
{
	const struct tcn_clusters_cluster *cluster = tcn_clusters_find(c, name);
	const struct tcn_clusters_entry *leader = NULL;

	for (uint32_t i = 0; i < cluster->n; i++) {
		const struct tcn_clusters_entry *entry;

		if (!tcn_clusters_lives(c, cluster->members[i]))
			continue;
		entry = tcn_clusters_entry(c, cluster->members[i]);
		if (entry->is.ts_ms > after_ms &&
		    (!leader || entry->is.seq < leader->is.seq))
			leader = entry;
	}
	return leader;
}

/* The cluster of the likest candidate, if the item is alike to its leader. */
static uint64_t
follow_leader(struct tcn_clusters *c, const struct tcn_lsh_hit *nearest,
    int64_t after_ms)
{
	const struct tcn_clusters_entry *leader;
	uint64_t name;

	if (!nearest || nearest->equal < c->least_equal)
		return 0;
	name = name_of(c, nearest->number);
	leader = leader_of(c, name, after_ms);
	for (size_t i = 0; leader && i < c->hits.n; i++)
		if (c->hits.at[i].row == leader->row &&
		    c->hits.at[i].equal >= c->least_equal) {
			c->links++;
			return name;
		}
	return 0;
}

/* Looks the item that was signed up: the likest candidate, or NULL. */
static const struct tcn_lsh_hit *
look_up(struct tcn_clusters *c, int64_t after_ms)
{
	const struct tcn_lsh_item asked = clusters_signed(c, 0, 0);
	const struct tcn_lsh_hit *nearest = NULL;
	size_t kept = 0;

	tcn_lsh_find(c->lsh, &asked, after_ms, &c->hits);
	for (size_t i = 0; i < c->hits.n; i++)
		if (tcn_clusters_lives(c, c->hits.at[i].number))
			c->hits.at[kept++] = c->hits.at[i];
	c->hits.n = kept;
	for (size_t i = 0; i < c->hits.n; i++)
		if (!nearest || is_nearer(c, &c->hits.at[i], nearest))
			nearest = &c->hits.at[i];
	return nearest;
}

static double
likeness(const struct tcn_clusters *c, const struct tcn_lsh_hit *hit)
{
	return tcn_minhash_likeness(c->conf.estimate, hit->equal,
	    tcn_minhash_values(c->minhash));
}

void
tcn_clusters_insert(struct tcn_clusters *c,
    const struct tcn_clusters_item *item, int64_t now_ms,
    struct tcn_clusters_step *step)
{
	int64_t after_ms = cluster_edge(c, now_ms);
	struct tcn_clusters_member member = {
		.seq = item->seq,
		.ts_ms = item->ts_ms,
		.publisher = item->publisher,
		.origin = item->origin,
	};
	const struct tcn_lsh_hit *nearest;

	*step = (struct tcn_clusters_step){ 0 };
	c->lost_n = 0;
	if (!tcn_clusters_sign(c, item->words, item->words_n))
		return;
	nearest = look_up(c, after_ms);
	if (nearest) {
		const struct tcn_clusters_entry *entry =
		    tcn_clusters_entry(c, nearest->number);

		step->nearest = entry->is.seq;
		step->bands = nearest->bands;
		step->likeness = likeness(c, nearest);
		if (nearest->bands == c->conf.minhash.bands)
			member.origin = entry->is.origin;
	}
	if (c->conf.link == TCN_CLUSTERS_SINGLE)
		link_all(c, &step->cluster);
	else
		step->cluster = follow_leader(c, nearest, after_ms);
	if (!step->cluster)
		step->cluster = item->seq;
	tcn_clusters_file(c, &member, step->cluster);
	tcn_clusters_note(c, item, step->cluster, member.origin);
	step->items = tcn_clusters_find(c, step->cluster)->live;
	step->merged = c->lost;
	step->merged_n = c->lost_n;
}

/* Gives back chunks that lie before the queue. */
static void
free_chunks(struct tcn_clusters *c)
{
	while (c->first - c->base >= TCN_CLUSTERS_CHUNK) {
		tcn_mem_free(c->chunks[c->chunks_at++]);
		c->base += TCN_CLUSTERS_CHUNK;
	}
	if (c->chunks_at * 2 <= c->chunks_n)
		return;
	c->chunks_n -= c->chunks_at;
	memmove(c->chunks, c->chunks + c->chunks_at,
	    c->chunks_n * sizeof *c->chunks);
	c->chunks_at = 0;
}

uint64_t
tcn_clusters_find_id(const struct tcn_clusters *c, uint64_t seq)
{
	uint32_t low = c->first, high = c->end;

	while (low != high) {
		uint32_t mid = low + (high - low) / 2;
		const struct tcn_clusters_entry *entry =
		    tcn_clusters_entry(c, mid);

		if (entry->is.seq == seq)
			return c->places[entry->cluster].name;
		if (entry->is.seq < seq)
			low = mid + 1;
		else
			high = mid;
	}
	return 0;
}

void
tcn_clusters_expire(struct tcn_clusters *c, int64_t now_ms)
{
	int64_t edge_ms = cluster_edge(c, now_ms);

	if (!c->conf.horizon_ms)
		return;
	while (c->first != c->end) {
		const struct tcn_clusters_entry *entry =
		    tcn_clusters_entry(c, c->first);
		struct tcn_clusters_cluster *cluster =
		    &c->places[entry->cluster];

		if (entry->is.ts_ms > edge_ms)
			break;
		if (c->conf.saved)
			tcn_journal_list_add(&c->gone, entry->is.seq);
		c->first++;
		if (--cluster->live == 0)
			end_cluster(c, cluster);
	}
	if (c->chunks_n)
		free_chunks(c);
	tcn_recent_expire(&c->merged, edge_ms);
	tcn_lsh_expire(c->lsh, edge_ms);
}

void
tcn_clusters_nearest(struct tcn_clusters *c,
    const struct tcn_clusters_item *item, int64_t now_ms,
    struct tcn_clusters_near *near, size_t max, size_t *n)
{
	const struct tcn_lsh_hit *nearest;

	*n = 0;
	if (!tcn_clusters_sign(c, item->words, item->words_n))
		return;
	nearest = look_up(c, cluster_edge(c, now_ms));
	while (nearest && *n < max) {
		const struct tcn_clusters_entry *entry =
		    tcn_clusters_entry(c, nearest->number);
		size_t at = (size_t)(nearest - c->hits.at);

		near[(*n)++] = (struct tcn_clusters_near){
			.seq = entry->is.seq,
			.cluster = c->places[entry->cluster].name,
			.bands = nearest->bands,
			.likeness = likeness(c, nearest),
		};
		c->hits.at[at] = c->hits.at[--c->hits.n];
		nearest = NULL;
		for (size_t i = 0; i < c->hits.n; i++)
			if (!nearest || is_nearer(c, &c->hits.at[i], nearest))
				nearest = &c->hits.at[i];
	}
}
