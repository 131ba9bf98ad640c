/*
 * Rules that count the items whose fingerprints lie within a radius of this
 * item's. One look-up serves all rules of a radius: it goes back as far as the
 * longest of them, and it counts before it lists. Only an item that has enough
 * neighbors for some rule pays for the list.
 */
#include <assert.h>
#include <stdlib.h>
#include <xxhash.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"
#include "rules/detector_impl.h"

static uint64_t
member_key(uint64_t rule_key, uint64_t seq)
{
	uint64_t pair[2] = { rule_key, seq };

	return XXH3_64bits(pair, sizeof pair);
}

void
tcn_detector_plan_lookups(struct tcn_detector *det)
{
	for (size_t r = 0; r < TCN_DETECTOR_RADII; r++)
		det->neighbors[r].asked = false;
	for (size_t i = 0; i < det->matched_n; i++) {
		const struct tcn_rule *rule = det->rules[det->matched[i]].rule;
		struct tcn_detector_neighbors *neighbors =
		    &det->neighbors[rule->radius];

		if (rule->kind != TCN_RULE_SIMILAR || rule->watch)
			continue;
		assert(rule->radius < TCN_DETECTOR_RADII);
		if (!neighbors->asked) {
			neighbors->asked = true;
			neighbors->counted = neighbors->listed = false;
			neighbors->within_ms = 0;
		}
		if (rule->within_ms > neighbors->within_ms)
			neighbors->within_ms = rule->within_ms;
	}
}

static int
by_time(const void *a, const void *b)
{
	const struct tcn_near_hit *x = a, *y = b;

	return tcn_compare_moment(x->ts_ms, x->seq, y->ts_ms, y->seq);
}

static void
count_neighbors(struct tcn_detector *det, unsigned radius,
    struct tcn_detector_neighbors *neighbors)
{
	if (neighbors->counted)
		return;
	neighbors->counted = true;
	tcn_near_count(tcn_window_near(det->window), det->item->fingerprint,
	    radius, det->now_ms - neighbors->within_ms, det->now_ms,
	    &neighbors->counts);
}

static void
count_hits(struct tcn_detector *det, const struct tcn_near_hits *hits,
    struct tcn_near_counts *counts)
{
	struct tcn_tally *tally = &det->tally;

	counts->items = (uint32_t)hits->n;
	tcn_tally_begin(tally, hits->n);
	for (size_t i = 0; i < hits->n; i++)
		tcn_tally_add(tally, hits->at[i].origin);
	counts->origins = tally->n;
	tcn_tally_begin(tally, hits->n);
	for (size_t i = 0; i < hits->n; i++)
		tcn_tally_add(tally, hits->at[i].publisher);
	counts->publishers = tally->n;
}

/* Takes later versions of pages out of the list, and of the counts. */
static void
leave_out_versions(struct tcn_detector *det,
    struct tcn_detector_neighbors *neighbors)
{
	struct tcn_near_hits *hits = &neighbors->hits;
	size_t n = 0;

	for (size_t i = 0; i < hits->n; i++)
		if (!tcn_window_is_version(det->window, hits->at[i].seq))
			hits->at[n++] = hits->at[i];
	if (n == hits->n)
		return;
	hits->n = n;
	count_hits(det, hits, &neighbors->counts);
}

/* The counts are of the list then, without versions. */
static void
list_neighbors(struct tcn_detector *det, unsigned radius,
    struct tcn_detector_neighbors *neighbors)
{
	if (neighbors->listed)
		return;
	neighbors->listed = true;
	tcn_near_find(tcn_window_near(det->window), det->item->fingerprint,
	    radius, det->now_ms - neighbors->within_ms, det->now_ms,
	    &neighbors->hits);
	if (neighbors->hits.n)
		qsort(neighbors->hits.at, neighbors->hits.n,
		    sizeof *neighbors->hits.at, by_time);
	leave_out_versions(det, neighbors);
}

void
tcn_detector_pick_hits(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    const struct tcn_near_hits *hits, struct tcn_near_counts *counts)
{
	int64_t after_ms = det->now_ms - bound->rule->within_ms;
	struct tcn_near_hit *picked = tcn_mem_grow(det->picked.at,
	    &det->picked.cap, hits->n + 1, sizeof *picked);

	det->picked.at = picked;
	det->picked.n = 0;
	for (size_t i = 0; i < hits->n; i++) {
		const struct tcn_near_hit *hit = &hits->at[i];

		if (hit->ts_ms > after_ms &&
		    (!bound->has_where ||
			tcn_rule_hits_has(&det->rule_hits, hit->seq,
			    bound->key)))
			picked[det->picked.n++] = *hit;
	}
	count_hits(det, &det->picked, counts);
}

bool
tcn_detector_is_enough_hits(const struct tcn_rule *rule,
    const struct tcn_near_counts *n)
{
	return tcn_detector_unit_count(rule->unit, n->items, n->origins,
		   n->publishers) > rule->more_than &&
	    n->origins >= rule->min_origins &&
	    n->publishers >= rule->min_publishers;
}

/*
 * The rule's event that these items belong to: the first, from the oldest item
 * on, that is active or may be reopened; else one that is closed for good; or
 * NULL.
 */
static struct tcn_lifecycle_entry *
find_event(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    const struct tcn_near_hits *hits)
{
	struct tcn_lifecycle_entry *closed = NULL;

	for (size_t i = 0; i < hits->n; i++) {
		const uint64_t *group = tcn_recent_find(&det->members,
		    member_key(bound->key, hits->at[i].seq),
		    det->now_ms - bound->rule->within_ms);
		struct tcn_lifecycle_entry *entry = group
		    ? tcn_lifecycle_find(&det->lifecycle, bound->key, *group)
		    : NULL;

		if (entry &&
		    (tcn_lifecycle_is_active(entry) ||
			tcn_lifecycle_may_reopen(&det->lifecycle, entry,
			    det->now_ms)))
			return entry;
		if (!closed)
			closed = entry;
	}
	return closed;
}

void
tcn_detector_add_member(struct tcn_detector *det, uint64_t rule_key,
    uint64_t seq, uint64_t group, int64_t ts_ms)
{
	tcn_recent_put(&det->members, member_key(rule_key, seq), group, ts_ms);
}

static void
set_evidence(struct tcn_detector *det, const struct tcn_near_hits *hits,
    const struct tcn_near_counts *counts, struct tcn_detector_evidence *c)
{
	c->n = hits->n;
	c->seqs = tcn_arena_zalloc(&det->arena, c->n, sizeof *c->seqs);
	c->ts_ms = tcn_arena_zalloc(&det->arena, c->n, sizeof *c->ts_ms);
	for (size_t i = 0; i < c->n; i++) {
		c->seqs[i] = hits->at[i].seq;
		c->ts_ms[i] = hits->at[i].ts_ms;
	}
	c->counts = (struct tcn_lifecycle_counts){
		.first_ms = c->n ? c->ts_ms[0] : 0,
		.last_ms = c->n ? c->ts_ms[c->n - 1] : 0,
		.items = counts->items,
		.origins = counts->origins,
		.publishers = counts->publishers,
		.central = det->item->seq,
	};
}

/* Whether the rule has alerted of this, and is done with it. */
static bool
is_over(const struct tcn_detector *det, const struct tcn_lifecycle_entry *entry)
{
	return entry && !tcn_lifecycle_is_active(entry) &&
	    !tcn_lifecycle_may_reopen(&det->lifecycle, entry, det->now_ms);
}

void
tcn_detector_fire_hits(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound, uint64_t group,
    struct tcn_lifecycle_entry *entry, const struct tcn_near_hits *hits,
    const struct tcn_near_counts *n)
{
	struct tcn_detector_evidence c = { 0 };
	unsigned why = 0;

	if (is_over(det, entry))
		return;
	c.counts.items = n->items;
	c.counts.origins = n->origins;
	c.counts.publishers = n->publishers;
	tcn_detector_set_steps(bound->rule, &c.counts);
	if (entry && tcn_lifecycle_is_active(entry)) {
		tcn_lifecycle_add_item(entry, det->item->ts_ms, "");
		why = tcn_lifecycle_changed(&det->lifecycle, entry, &c.counts);
		if (!why)
			return;
	}
	set_evidence(det, hits, n, &c);
	if (entry)
		tcn_detector_update_event(det, entry, why, &c);
	else
		(void)tcn_detector_open_event(det, bound, group, &c);
}

/* There are enough neighbors: an event opens, grows or is reopened. */
static void
fire_similar(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    const struct tcn_near_hits *hits, const struct tcn_near_counts *n)
{
	struct tcn_lifecycle_entry *entry = find_event(det, bound, hits);
	uint64_t group = entry ? tcn_lifecycle_entry_group(entry)
			       : TCN_LIFECYCLE_ITEM_GROUP(det->item->seq);

	if (is_over(det, entry))
		return;
	for (size_t i = 0; i < hits->n; i++) {
		const struct tcn_near_hit *hit = &hits->at[i];
		uint64_t key = member_key(bound->key, hit->seq);

		if (tcn_recent_find(&det->members, key,
			det->now_ms - bound->rule->within_ms))
			continue;
		tcn_recent_put(&det->members, key, group, hit->ts_ms);
	}
	tcn_detector_fire_hits(det, bound, group, entry, hits, n);
}

void
tcn_detector_apply_similar(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound)
{
	const struct tcn_rule *rule = bound->rule;
	struct tcn_detector_neighbors *neighbors =
	    &det->neighbors[rule->radius];
	bool whole =
	    !bound->has_where && rule->within_ms == neighbors->within_ms;
	struct tcn_near_counts n;

	assert(neighbors->asked); /* tcn_detector_plan_lookups() comes first */
	count_neighbors(det, rule->radius, neighbors);
	if (!tcn_detector_is_enough_hits(rule, &neighbors->counts))
		return;
	list_neighbors(det, rule->radius, neighbors);
	if (!tcn_detector_is_enough_hits(rule, &neighbors->counts))
		return;
	if (whole) {
		fire_similar(det, bound, &neighbors->hits, &neighbors->counts);
		return;
	}
	tcn_detector_pick_hits(det, bound, &neighbors->hits, &n);
	if (tcn_detector_is_enough_hits(rule, &n))
		fire_similar(det, bound, &det->picked, &n);
}
