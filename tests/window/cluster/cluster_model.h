/*
 * tests/window/cluster/cluster_model.h - clusters as a double loop over all
 * items finds them, to hold window/cluster against.
 */
#ifndef TCN_TESTS_WINDOW_CLUSTER_CLUSTER_MODEL_H
#define TCN_TESTS_WINDOW_CLUSTER_CLUSTER_MODEL_H

#include "window/cluster/clusters.h"

enum {
	MODEL_ITEMS = 4000,
	MODEL_VALUES = 120,
	MODEL_WORDS = 30,
};

struct model_item {
	uint64_t seq;
	int64_t ts_ms;
	uint64_t origin;
	uint64_t cluster; /* its name now */
	uint32_t words[MODEL_WORDS];
	size_t words_n;
	bool is_signed;
	uint32_t values[MODEL_VALUES], bands[MODEL_VALUES];
};

struct model {
	struct tcn_clusters_conf conf;
	struct tcn_minhash *minhash;
	struct model_item *items;
	size_t n;
};

void model_init(struct model *model, const struct tcn_clusters_conf *conf);
void model_fini(struct model *model);

/* What two items have in common. */
uint32_t model_bands(const struct model *model, const struct model_item *a,
    const struct model_item *b);
uint32_t model_equal(const struct model *model, const struct model_item *a,
    const struct model_item *b);

/* Whether they are linked. */
bool model_links(const struct model *model, const struct model_item *a,
    const struct model_item *b);

/* Signs the item and puts it into a cluster: model->items[model->n++]. */
const struct model_item *model_add(struct model *model,
    const struct model_item *item, int64_t now_ms);

/* What the clusters are given of it. */
struct tcn_clusters_item model_view(const struct model_item *item);

/* Asserts that the cluster of this name has just the model's items. */
void model_compare(const struct model *model,
    const struct tcn_clusters *clusters, uint64_t cluster, int64_t now_ms);

#endif
