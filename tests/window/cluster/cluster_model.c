#include "tests/window/cluster/cluster_model.h"

#include <check.h>
#include <stdlib.h>

void
model_init(struct model *model, const struct tcn_clusters_conf *conf)
{
	*model = (struct model){ .conf = *conf };
	ck_assert_uint_eq(conf->minhash.bands * conf->minhash.rows,
	    MODEL_VALUES);
	model->minhash = tcn_minhash_new(&conf->minhash);
	model->items = calloc(MODEL_ITEMS, sizeof *model->items);
	ck_assert_ptr_nonnull(model->items);
}

void
model_fini(struct model *model)
{
	tcn_minhash_free(model->minhash);
	free(model->items);
}

uint32_t
model_bands(const struct model *model, const struct model_item *a,
    const struct model_item *b)
{
	uint32_t bands = 0;

	for (uint32_t i = 0; i < model->conf.minhash.bands; i++)
		bands += a->bands[i] == b->bands[i];
	return bands;
}

uint32_t
model_equal(const struct model *model, const struct model_item *a,
    const struct model_item *b)
{
	uint32_t equal = 0;

	(void)model;
	for (size_t i = 0; i < MODEL_VALUES; i++)
		equal += (uint16_t)a->values[i] == (uint16_t)b->values[i];
	return equal;
}

bool
model_links(const struct model *model, const struct model_item *a,
    const struct model_item *b)
{
	return model_bands(model, a, b) >= model->conf.least_bands &&
	    tcn_minhash_likeness(model->conf.estimate, model_equal(model, a, b),
		MODEL_VALUES) >= model->conf.jaccard;
}

static bool
is_in(const struct model *model, const struct model_item *item, int64_t now_ms)
{
	return item->is_signed &&
	    (!model->conf.horizon_ms ||
		item->ts_ms > now_ms - model->conf.horizon_ms);
}

static void
rename_all(struct model *model, uint64_t from, uint64_t to)
{
	for (size_t i = 0; i < model->n; i++)
		if (model->items[i].cluster == from)
			model->items[i].cluster = to;
}

static void
link_all(struct model *model, struct model_item *item, int64_t now_ms)
{
	item->cluster = item->seq;
	for (size_t i = 0; i < model->n; i++) {
		const struct model_item *other = &model->items[i];
		uint64_t a = item->cluster, b = other->cluster;

		if (!is_in(model, other, now_ms) || a == b ||
		    !model_links(model, item, other))
			continue;
		rename_all(model, a > b ? a : b, a > b ? b : a);
		if (a > b)
			item->cluster = b;
	}
}

/* Whether a is the better candidate. */
static bool
is_nearer(const struct model *model, const struct model_item *item,
    const struct model_item *a, const struct model_item *b)
{
	uint32_t ea = model_equal(model, item, a);
	uint32_t eb = model_equal(model, item, b);
	uint32_t ba = model_bands(model, item, a);
	uint32_t bb = model_bands(model, item, b);

	if (ea != eb)
		return ea > eb;
	if (ba != bb)
		return ba > bb;
	return a->ts_ms != b->ts_ms ? a->ts_ms > b->ts_ms : a->seq > b->seq;
}

static const struct model_item *
nearest_of(const struct model *model, const struct model_item *item,
    int64_t now_ms)
{
	const struct model_item *best = NULL;

	for (size_t i = 0; i < model->n; i++) {
		const struct model_item *other = &model->items[i];

		if (is_in(model, other, now_ms) &&
		    model_bands(model, item, other) >=
			model->conf.least_bands &&
		    (!best || is_nearer(model, item, other, best)))
			best = other;
	}
	return best;
}

static void
follow_leader(struct model *model, struct model_item *item,
    const struct model_item *nearest, int64_t now_ms)
{
	item->cluster = item->seq;
	if (!nearest || !model_links(model, item, nearest))
		return;
	for (size_t i = 0; i < model->n; i++) {
		const struct model_item *leader = &model->items[i];

		if (leader->cluster != nearest->cluster ||
		    !is_in(model, leader, now_ms))
			continue;
		if (model_links(model, item, leader))
			item->cluster = leader->cluster;
		return;
	}
}

const struct model_item *
model_add(struct model *model, const struct model_item *item, int64_t now_ms)
{
	struct model_item *added = &model->items[model->n];
	const struct model_item *nearest;

	ck_assert_uint_lt(model->n, MODEL_ITEMS);
	*added = *item;
	added->is_signed = tcn_minhash_has_words(item->words, item->words_n,
	    model->conf.least_words);
	added->cluster = 0;
	if (added->is_signed) {
		tcn_minhash_sign(model->minhash, item->words, item->words_n,
		    added->values);
		tcn_minhash_bands(model->minhash, added->values, added->bands);
		nearest = nearest_of(model, added, now_ms);
		if (nearest &&
		    model_bands(model, added, nearest) ==
			model->conf.minhash.bands)
			added->origin = nearest->origin;
		if (model->conf.link == TCN_CLUSTERS_SINGLE)
			link_all(model, added, now_ms);
		else
			follow_leader(model, added, nearest, now_ms);
	}
	model->n++;
	return added;
}

struct tcn_clusters_item
model_view(const struct model_item *item)
{
	return (struct tcn_clusters_item){
		.words = item->words,
		.words_n = item->words_n,
		.seq = item->seq,
		.ts_ms = item->ts_ms,
		.publisher = item->seq % 7,
		.origin = item->origin,
	};
}

void
model_compare(const struct model *model, const struct tcn_clusters *clusters,
    uint64_t cluster, int64_t now_ms)
{
	struct tcn_clusters_members members = { 0 };
	int64_t after_ms = model->conf.horizon_ms
	    ? now_ms - model->conf.horizon_ms
	    : INT64_MIN;
	size_t n = 0, wrong = 0;

	tcn_clusters_list(clusters, cluster, after_ms, &members);
	for (size_t i = 0; i < model->n; i++)
		n += is_in(model, &model->items[i], now_ms) &&
		    model->items[i].cluster == cluster;
	ck_assert_uint_eq(members.n, n);
	for (size_t i = 0; i < members.n; i++) {
		const struct tcn_clusters_member *member = &members.at[i];
		const struct model_item *item =
		    &model->items[member->seq - model->items[0].seq];

		wrong += item->cluster != cluster ||
		    item->origin != member->origin ||
		    item->ts_ms != member->ts_ms ||
		    (i > 0 && member[-1].ts_ms > member->ts_ms);
	}
	ck_assert_uint_eq(wrong, 0);
	tcn_clusters_members_fini(&members);
}
