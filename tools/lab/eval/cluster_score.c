#include "tools/lab/eval/cluster_score.h"

enum tcn_rc
tcn_cluster_score(const struct tcn_cluster *c, struct tcn_score *score)
{
	struct tcn_score_findings found = { .placed = true };
	const struct tcn_cluster_item *items;
	struct tcn_score_conf conf;
	struct tcn_truth *truth = NULL;
	enum tcn_rc rc = TCN_OK;
	size_t n;

	items = tcn_cluster_items(c, &n);
	tcn_score_conf_default(&conf);
	conf.warmup_s = 0; /* of a batch, everything counts */
	truth = tcn_truth_new(&conf);
	for (size_t i = 0; i < n && !rc; i++) {
		uint32_t item;

		rc =
		    tcn_truth_add(truth, items[i].id, 0, items[i].label, &item);
		if (!rc)
			tcn_score_findings_place(&found, item,
			    items[i].group + 1);
	}
	if (!rc)
		tcn_truth_seal(truth);
	if (!rc)
		tcn_score(truth, &found, score);
	tcn_truth_free(truth);
	tcn_score_findings_fini(&found);
	return rc;
}
