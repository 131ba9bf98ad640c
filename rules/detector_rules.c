/*
 * Binds the rules, and finds those that match an item. Rules without
 * conditions on an item (`where`) are few, and match each; of the others the
 * matcher names those that do.
 */
#include <assert.h>

#include "engine/base/mem.h"
#include "rules/detector_impl.h"

static void
bind_all(struct tcn_detector *det, const struct tcn_rule *rules, size_t n)
{
	uint64_t *at;

	tcn_map_reserve(&det->by_key, n);
	for (size_t i = 0; i < n; i++) {
		struct tcn_detector_bound_rule *bound = &det->rules[i];

		bound->rule = &rules[i];
		bound->key = tcn_rule_key(rules[i].name);
		bound->history =
		    det->conf.rules_n ? bound->key : TCN_STORY_ALERTS_OWN;
		bound->has_where = !tcn_rule_where_is_empty(&rules[i].where);
		if (!bound->has_where)
			det->always[det->always_n++] = (uint32_t)i;
		if (rules[i].within_ms > det->within_ms)
			det->within_ms = rules[i].within_ms;
		det->similar |= rules[i].kind == TCN_RULE_SIMILAR;
		det->clusters |= rules[i].kind == TCN_RULE_CLUSTER;
		tcn_map_put(&det->by_key, bound->key, &at, NULL);
		*at = i;
	}
}

void
tcn_detector_bind_rules(struct tcn_detector *det)
{
	bool own = det->conf.rules_n == 0;
	const struct tcn_rule *rules = own ? &det->conf.rule : det->conf.rules;
	size_t n = own ? 1 : det->conf.rules_n;

	tcn_mem_free(det->rules);
	tcn_mem_free(det->always);
	tcn_map_clear(&det->by_key);
	det->always_n = 0;
	det->within_ms = 0;
	det->similar = det->clusters = false;
	det->rules = tcn_mem_calloc(n, sizeof *det->rules);
	det->always = tcn_mem_calloc(n, sizeof *det->always);
	det->rules_n = n;
	det->has_unseen = !own && det->conf.rule.kind == TCN_RULE_STORY &&
	    det->conf.rule.within_ms > 0;
	det->unseen = (struct tcn_detector_bound_rule){
		.rule = &det->conf.rule,
		.history = TCN_STORY_ALERTS_OWN,
	};
	bind_all(det, rules, n);
}

void
tcn_detector_keep_histories(struct tcn_detector *det)
{
	uint64_t *keys = tcn_mem_calloc(det->rules_n, sizeof *keys);

	for (size_t i = 0; i < det->rules_n; i++)
		keys[i] = det->rules[i].key;
	tcn_story_index_keep_rules(tcn_window_story_index(det->window), keys,
	    det->rules_n);
	tcn_mem_free(keys);
}

const struct tcn_detector_bound_rule *
tcn_detector_find_rule(const struct tcn_detector *det, uint64_t key)
{
	const uint64_t *at = tcn_map_find(&det->by_key, key);

	return at ? &det->rules[*at] : NULL;
}

/* Both lists ascend. */
static void
merge_lists(struct tcn_detector *det, const uint32_t *rule_hits,
    size_t rule_hits_n)
{
	size_t p = 0, m = 0;

	while (p < det->always_n || m < rule_hits_n) {
		bool always = m == rule_hits_n ||
		    (p < det->always_n && det->always[p] < rule_hits[m]);

		assert(always || rule_hits[m] < det->rules_n);
		det->matched[det->matched_n++] =
		    always ? det->always[p++] : rule_hits[m++];
	}
}

void
tcn_detector_match_item(struct tcn_detector *det)
{
	const uint32_t *rule_hits = NULL;
	uint64_t *keys;
	size_t rule_hits_n = 0;

	if (det->conf.match)
		det->conf.match(det->conf.match_ctx, det->doc, &rule_hits,
		    &rule_hits_n);
	det->matched_n = 0;
	det->matched = tcn_mem_grow(det->matched, &det->matched_cap,
	    det->always_n + rule_hits_n + 1, sizeof *det->matched);
	merge_lists(det, rule_hits, rule_hits_n);
	if (!rule_hits_n)
		return;
	keys = tcn_mem_grow(det->matched_keys, &det->matched_keys_cap,
	    rule_hits_n, sizeof *keys);
	det->matched_keys = keys;
	for (size_t i = 0; i < rule_hits_n; i++)
		keys[i] = det->rules[rule_hits[i]].key;
	tcn_rule_hits_add(&det->rule_hits, det->item->seq, det->item->ts_ms,
	    keys, rule_hits_n);
}
