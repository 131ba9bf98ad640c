/*
 * The detector's validator: the rules as they were bound, what is remembered
 * of items and stories, and the parts' own validators.
 */
#include <assert.h>

#include "rules/detector_impl.h"

/* Is a rule what its record says, and found by its key? */
static enum tcn_rc
check_rule(const struct tcn_detector *det, size_t i, struct tcn_err *err)
{
	const struct tcn_detector_bound_rule *bound = &det->rules[i];
	const struct tcn_rule *rules =
	    det->conf.rules_n ? det->conf.rules : &det->conf.rule;
	const uint64_t *at = tcn_map_find(&det->by_key, bound->key);

	if (bound->rule != &rules[i])
		return tcn_err_set(err, TCN_CORRUPT,
		    "rule %zu is not the one that the detector was given", i);
	if (bound->key != tcn_rule_key(bound->rule->name))
		return tcn_err_set(err, TCN_CORRUPT,
		    "rule %zu has the key of another name", i);
	if (!at || *at != i)
		return tcn_err_set(err, TCN_CORRUPT,
		    "rule %zu is not found by its key", i);
	if (bound->has_where == tcn_rule_where_is_empty(&bound->rule->where))
		return tcn_err_set(err, TCN_CORRUPT,
		    "rule %zu: the detector is wrong about its `where`", i);
	if (bound->history !=
	    (det->conf.rules_n ? bound->key : TCN_STORY_ALERTS_OWN))
		return tcn_err_set(err, TCN_CORRUPT,
		    "rule %zu goes by the alerts of another", i);
	return TCN_OK;
}

/* What is known of all rules together: the longest window, and the list of
 * those without conditions. */
static enum tcn_rc
check_summary(const struct tcn_detector *det, struct tcn_err *err)
{
	int64_t within_ms = 0;
	size_t always_n = 0;
	bool similar = false, clusters = false;

	for (size_t i = 0; i < det->rules_n; i++) {
		const struct tcn_detector_bound_rule *bound = &det->rules[i];

		if (bound->rule->within_ms > within_ms)
			within_ms = bound->rule->within_ms;
		similar |= bound->rule->kind == TCN_RULE_SIMILAR;
		clusters |= bound->rule->kind == TCN_RULE_CLUSTER;
		if (bound->has_where)
			continue;
		if (always_n == det->always_n || det->always[always_n] != i)
			return tcn_err_set(err, TCN_CORRUPT,
			    "rule %zu counts all items, but is not listed", i);
		always_n++;
	}
	if (always_n != det->always_n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu rules are listed as counting all items, %zu do",
		    det->always_n, always_n);
	if (within_ms != det->within_ms || similar != det->similar ||
	    clusters != det->clusters)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the detector is wrong about its rules' longest window, "
		    "or their kinds");
	return TCN_OK;
}

static enum tcn_rc
check_bound(const struct tcn_detector *det, struct tcn_err *err)
{
	size_t n = det->conf.rules_n ? det->conf.rules_n : 1;
	enum tcn_rc rc = tcn_map_check(&det->by_key, err);

	if (!rc && (det->rules_n != n || det->by_key.n != n))
		return tcn_err_set(err, TCN_CORRUPT,
		    "of %zu rules %zu are bound, %zu known by key", n,
		    det->rules_n, det->by_key.n);
	for (size_t i = 0; i < n && !rc; i++)
		rc = check_rule(det, i, err);
	return rc ? rc : check_summary(det, err);
}

/* Items that "similar" rules have counted belong to events named by items. */
static enum tcn_rc
check_members(const struct tcn_recent *members, struct tcn_err *err)
{
	struct tcn_recent_row row;
	uint32_t cursor = 0;

	while (tcn_recent_next(members, &cursor, &row))
		if (row.value < TCN_LIFECYCLE_ITEM_GROUP(0))
			return tcn_err_set(err, TCN_CORRUPT,
			    "a similar item belongs to the event of a story");
	return tcn_recent_check(members, err);
}

/* A story goes on an earlier one, and stories are numbered as they open. */
static enum tcn_rc
check_splits(const struct tcn_recent *splits, struct tcn_err *err)
{
	struct tcn_recent_row row;
	uint32_t cursor = 0;

	while (tcn_recent_next(splits, &cursor, &row))
		if (row.value == 0 || row.value >= row.key)
			return tcn_err_set(err, TCN_CORRUPT,
			    "story %llu goes on story %llu, which is no "
			    "earlier one",
			    (unsigned long long)row.key,
			    (unsigned long long)row.value);
	return tcn_recent_check(splits, err);
}

enum tcn_rc
tcn_detector_check_rules(const struct tcn_detector *det, struct tcn_err *err)
{
	enum tcn_rc rc;

	assert(det);
	rc = check_bound(det, err);
	if (!rc)
		rc = tcn_recent_check(&det->keys, err);
	if (!rc)
		rc = check_members(&det->members, err);
	if (!rc)
		rc = check_splits(&det->splits, err);
	if (!rc)
		rc = tcn_rule_hits_check(&det->rule_hits, err);
	return rc ? rc : tcn_lifecycle_check(&det->lifecycle, err);
}

enum tcn_rc
tcn_detector_check(const struct tcn_detector *det, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_detector_check_rules(det, err);

	return rc ? rc : tcn_window_check(det->window, err);
}
