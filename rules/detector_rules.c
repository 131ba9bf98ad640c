/*
 * The rules made ready, and which of them an item is about. Those that ask
 * nothing of an item are few and looked at each time; of the others only
 * those that the matcher names.
 */
#include "engine/base/mem.h"
#include "rules/detector_internal.h"

static bool
asks(const struct tcn_rule_where *where)
{
	return where->any.n || where->all.n || where->none.n ||
	    where->languages.n || where->categories.n || where->sources.n;
}

static enum tcn_rc
pose_all(struct tcn_detector *det, const struct tcn_rule *rules, size_t n)
{
	uint64_t *at;
	enum tcn_rc rc = tcn_map_reserve(&det->by_key, n);

	for (size_t i = 0; i < n && !rc; i++) {
		struct tcn_posed *posed = &det->rules[i];

		posed->rule = &rules[i];
		posed->key = tcn_life_rule_key(rules[i].name);
		posed->asks = asks(&rules[i].where);
		if (!posed->asks)
			det->plain[det->plain_n++] = (uint32_t)i;
		if (rules[i].within_ms > det->within_ms)
			det->within_ms = rules[i].within_ms;
		det->similar |= rules[i].kind == TCN_RULE_SIMILAR;
		rc = tcn_map_put(&det->by_key, posed->key, &at, NULL);
		if (!rc)
			*at = i;
	}
	return rc;
}

enum tcn_rc
tcn_detector_pose(struct tcn_detector *det)
{
	bool own = det->conf.rules_n == 0;
	const struct tcn_rule *rules = own ? &det->conf.rule : det->conf.rules;
	size_t n = own ? 1 : det->conf.rules_n;

	tcn_free(det->rules);
	tcn_free(det->plain);
	tcn_map_clear(&det->by_key);
	det->plain_n = 0;
	det->within_ms = 0;
	det->similar = false;
	det->rules = tcn_calloc(n, sizeof *det->rules);
	det->plain = tcn_calloc(n, sizeof *det->plain);
	det->rules_n = det->rules ? n : 0;
	if (!det->rules || !det->plain)
		return TCN_NOMEM;
	return pose_all(det, rules, n);
}

const struct tcn_posed *
tcn_detector_rule(const struct tcn_detector *det, uint64_t key)
{
	const uint64_t *at = tcn_map_find(&det->by_key, key);

	return at ? &det->rules[*at] : NULL;
}

/* Both lists ascend. */
static void
merge_lists(struct tcn_detector *det, const uint32_t *met, size_t met_n)
{
	size_t p = 0, m = 0;

	while (p < det->plain_n || m < met_n) {
		bool plain =
		    m == met_n || (p < det->plain_n && det->plain[p] < met[m]);

		det->mine[det->mine_n++] = plain ? det->plain[p++] : met[m++];
	}
}

enum tcn_rc
tcn_detector_meet(struct tcn_detector *det)
{
	const uint32_t *met = NULL;
	uint32_t *mine;
	uint64_t *keys;
	size_t met_n = 0;
	enum tcn_rc rc = TCN_OK;

	if (det->conf.match)
		rc = det->conf.match(det->conf.match_ctx, det->doc, &met,
		    &met_n);
	if (rc)
		return rc;
	det->mine_n = 0;
	mine = tcn_mem_fit(det->mine, &det->mine_cap, det->plain_n + met_n + 1,
	    sizeof *mine);
	if (!mine)
		return TCN_NOMEM;
	det->mine = mine;
	merge_lists(det, met, met_n);
	if (!met_n)
		return TCN_OK;
	keys = tcn_mem_fit(det->mine_keys, &det->mine_keys_cap, met_n,
	    sizeof *keys);
	if (!keys)
		return TCN_NOMEM;
	det->mine_keys = keys;
	for (size_t i = 0; i < met_n; i++)
		keys[i] = det->rules[met[i]].key;
	return tcn_met_add(&det->met, det->item->seq, det->item->ts_ms, keys,
	    met_n);
}
