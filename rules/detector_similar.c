/*
 * Rules that count what lies within a radius of the item. One look-up serves
 * all rules of a radius: it is as wide as the widest of them and counts
 * first, without listing; only an item that has enough around it for some
 * rule pays for the list.
 */
#include <stdlib.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "rules/detector_internal.h"

static uint64_t
member_key(uint64_t rule_key, uint64_t seq)
{
	uint64_t pair[2] = { rule_key, seq };

	return XXH3_64bits(pair, sizeof pair);
}

void
tcn_detector_look_around(struct tcn_detector *det)
{
	for (size_t r = 0; r < TCN_RADII; r++)
		det->around[r].asked = false;
	for (size_t i = 0; i < det->mine_n; i++) {
		const struct tcn_rule *rule = det->rules[det->mine[i]].rule;
		struct tcn_around *around = &det->around[rule->radius];

		if (rule->kind != TCN_RULE_SIMILAR || rule->watch)
			continue;
		if (!around->asked) {
			around->asked = true;
			around->counted = around->listed = false;
			around->within_ms = 0;
		}
		if (rule->within_ms > around->within_ms)
			around->within_ms = rule->within_ms;
	}
}

static int
by_time(const void *a, const void *b)
{
	const struct tcn_near_hit *x = a, *y = b;

	if (x->ts_ms != y->ts_ms)
		return x->ts_ms < y->ts_ms ? -1 : 1;
	return (x->seq > y->seq) - (x->seq < y->seq);
}

static enum tcn_rc
count(struct tcn_detector *det, unsigned radius, struct tcn_around *around)
{
	if (around->counted)
		return TCN_OK;
	around->counted = true;
	return tcn_near_count(tcn_window_near(det->window),
	    det->item->fingerprint, radius, det->now_ms - around->within_ms,
	    det->now_ms, &around->counts);
}

static enum tcn_rc
list(struct tcn_detector *det, unsigned radius, struct tcn_around *around)
{
	enum tcn_rc rc;

	if (around->listed)
		return TCN_OK;
	around->listed = true;
	rc = tcn_near_find(tcn_window_near(det->window), det->item->fingerprint,
	    radius, det->now_ms - around->within_ms, det->now_ms,
	    &around->hits);
	if (!rc && around->hits.n)
		qsort(around->hits.at, around->hits.n, sizeof *around->hits.at,
		    by_time);
	return rc;
}

static int
by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static uint32_t
distinct(uint64_t *numbers, size_t n)
{
	uint32_t found = 0;

	if (n)
		qsort(numbers, n, sizeof *numbers, by_number);
	for (size_t i = 0; i < n; i++)
		found += i == 0 || numbers[i] != numbers[i - 1];
	return found;
}

static enum tcn_rc
count_own(struct tcn_detector *det, struct tcn_near_counts *counts)
{
	size_t n = det->own.n;
	uint64_t *numbers = tcn_arena_zalloc(&det->arena, n, sizeof *numbers);

	if (!numbers)
		return TCN_NOMEM;
	counts->items = (uint32_t)n;
	for (size_t i = 0; i < n; i++)
		numbers[i] = det->own.at[i].origin;
	counts->origins = distinct(numbers, n);
	for (size_t i = 0; i < n; i++)
		numbers[i] = det->own.at[i].publisher;
	counts->publishers = distinct(numbers, n);
	return TCN_OK;
}

/* Of what lies around, what this rule counts. */
static enum tcn_rc
pick_own(struct tcn_detector *det, const struct tcn_posed *posed,
    const struct tcn_near_hits *hits, struct tcn_near_counts *counts)
{
	int64_t after_ms = det->now_ms - posed->rule->within_ms;
	struct tcn_near_hit *own =
	    tcn_mem_fit(det->own.at, &det->own.cap, hits->n + 1, sizeof *own);

	if (!own)
		return TCN_NOMEM;
	det->own.at = own;
	det->own.n = 0;
	for (size_t i = 0; i < hits->n; i++) {
		const struct tcn_near_hit *hit = &hits->at[i];

		if (hit->ts_ms > after_ms &&
		    (!posed->asks ||
			tcn_met_has(&det->met, hit->seq, posed->key)))
			own[det->own.n++] = *hit;
	}
	return count_own(det, counts);
}

static bool
is_enough(const struct tcn_rule *rule, const struct tcn_near_counts *n)
{
	return tcn_unit_of(rule->unit, n->items, n->origins, n->publishers) >
	    rule->more_than &&
	    n->origins >= rule->min_origins &&
	    n->publishers >= rule->min_publishers;
}

/*
 * The event that the oldest hit belongs to which has one that is alive or may
 * come back; else one that rests; or NULL.
 */
static struct tcn_live *
event_of(const struct tcn_detector *det, const struct tcn_posed *posed,
    const struct tcn_near_hits *hits)
{
	struct tcn_live *resting = NULL;

	for (size_t i = 0; i < hits->n; i++) {
		const uint64_t *group = tcn_recent_find(&det->members,
		    member_key(posed->key, hits->at[i].seq), INT64_MIN);
		struct tcn_live *live = group
		    ? tcn_life_find(&det->life, posed->key, *group)
		    : NULL;

		if (live &&
		    (tcn_live_is_alive(live) ||
			tcn_life_may_reopen(&det->life, live, det->now_ms)))
			return live;
		if (!resting)
			resting = live;
	}
	return resting;
}

static enum tcn_rc
enrol(struct tcn_detector *det, const struct tcn_posed *posed,
    const struct tcn_near_hits *hits, uint64_t group)
{
	for (size_t i = 0; i < hits->n; i++) {
		const struct tcn_near_hit *hit = &hits->at[i];
		uint64_t key = member_key(posed->key, hit->seq);
		enum tcn_rc rc;

		if (tcn_recent_find(&det->members, key, INT64_MIN))
			continue;
		rc = tcn_recent_put(&det->members, key, group, hit->ts_ms);
		if (rc)
			return rc;
	}
	return TCN_OK;
}

static enum tcn_rc
keep_hits(struct tcn_detector *det, const struct tcn_near_hits *hits,
    const struct tcn_near_counts *counts, struct tcn_counted *c)
{
	c->n = hits->n;
	c->seqs = tcn_arena_zalloc(&det->arena, c->n, sizeof *c->seqs);
	c->ts_ms = tcn_arena_zalloc(&det->arena, c->n, sizeof *c->ts_ms);
	if (!c->seqs || !c->ts_ms)
		return TCN_NOMEM;
	for (size_t i = 0; i < c->n; i++) {
		c->seqs[i] = hits->at[i].seq;
		c->ts_ms[i] = hits->at[i].ts_ms;
	}
	c->counts = (struct tcn_life_counts){
		.first_ms = c->n ? c->ts_ms[0] : 0,
		.last_ms = c->n ? c->ts_ms[c->n - 1] : 0,
		.items = counts->items,
		.origins = counts->origins,
		.publishers = counts->publishers,
		.central = det->item->seq,
	};
	return TCN_OK;
}

/* Enough lies around: an event opens, grows or comes back. */
static enum tcn_rc
ring(struct tcn_detector *det, const struct tcn_posed *posed,
    const struct tcn_near_hits *hits, const struct tcn_near_counts *n)
{
	struct tcn_live *live = event_of(det, posed, hits);
	uint64_t group =
	    live ? tcn_live_group(live) : TCN_LIFE_LED(det->item->seq);
	struct tcn_counted c = { 0 };
	unsigned why = 0;
	enum tcn_rc rc;

	if (live && !tcn_live_is_alive(live) &&
	    !tcn_life_may_reopen(&det->life, live, det->now_ms))
		return TCN_OK; /* it has been told */
	rc = enrol(det, posed, hits, group);
	if (rc)
		return rc;
	c.counts.items = n->items;
	c.counts.publishers = n->publishers;
	if (live && tcn_live_is_alive(live)) {
		tcn_life_touch(live, det->item->ts_ms, "");
		why = tcn_life_changed(&det->life, live, &c.counts);
		if (!why)
			return TCN_OK;
	}
	rc = keep_hits(det, hits, n, &c);
	if (rc)
		return rc;
	if (live)
		return tcn_detector_update(det, live, why, &c);
	return tcn_detector_open(det, posed, group, &c, &live);
}

enum tcn_rc
tcn_detector_similar(struct tcn_detector *det, const struct tcn_posed *posed)
{
	const struct tcn_rule *rule = posed->rule;
	struct tcn_around *around = &det->around[rule->radius];
	bool whole = !posed->asks && rule->within_ms == around->within_ms;
	struct tcn_near_counts n;
	enum tcn_rc rc = count(det, rule->radius, around);

	if (rc || !is_enough(rule, &around->counts))
		return rc;
	rc = list(det, rule->radius, around);
	if (rc || whole)
		return rc ? rc
			  : ring(det, posed, &around->hits, &around->counts);
	rc = pick_own(det, posed, &around->hits, &n);
	if (rc || !is_enough(rule, &n))
		return rc;
	return ring(det, posed, &det->own, &n);
}
