#include "tools/lab/eval/sweep/sweep_events.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/base/mem.h"

#define NOBODY UINT32_MAX

/* An alert that is being given its event. */
struct alert_ref {
	int64_t fired_ms;
	uint32_t point, alert;
};

static int
by_time(const void *left, const void *right)
{
	const struct alert_ref *a = left, *b = right;

	if (a->fired_ms != b->fired_ms)
		return a->fired_ms < b->fired_ms ? -1 : 1;
	if (a->point != b->point)
		return a->point < b->point ? -1 : 1;
	return a->alert < b->alert ? -1 : 1;
}

/* How many of an alert's items each event owns. */
struct votes {
	uint32_t *owners; /* by item: the event that owns it */
	uint32_t *counts; /* by event, 0 between alerts */
	size_t counts_cap;
};

static uint32_t
find_owner(const struct tcn_sweep_events *events, struct votes *votes,
    const uint32_t *items, size_t n)
{
	uint32_t best = NOBODY;

	for (size_t i = 0; i < n; i++) {
		uint32_t owner = votes->owners[items[i]];

		if (owner == NOBODY)
			continue;
		votes->counts[owner]++;
		if (best == NOBODY ||
		    votes->counts[owner] > votes->counts[best] ||
		    (votes->counts[owner] == votes->counts[best] &&
			owner < best))
			best = owner;
	}
	if (best != NOBODY) {
		size_t need =
		    events->at[best].first_n < n ? events->at[best].first_n : n;

		if (votes->counts[best] * (size_t)2 < need)
			best = NOBODY;
	}
	for (size_t i = 0; i < n; i++)
		if (votes->owners[items[i]] != NOBODY)
			votes->counts[votes->owners[items[i]]] = 0;
	return best;
}

static void
begin(struct tcn_sweep_events *events, struct votes *votes,
    const struct alert_ref *ref, size_t n, uint32_t *event)
{
	struct tcn_sweep_event *at =
	    tcn_mem_grow(events->at, &events->cap, events->n + 1, sizeof *at);
	uint32_t *counts;

	events->at = at;
	counts = tcn_mem_grow(votes->counts, &votes->counts_cap, events->n + 1,
	    sizeof *counts);
	votes->counts = counts;
	counts[events->n] = 0;
	at[events->n] = (struct tcn_sweep_event){
		.first_ms = ref->fired_ms,
		.first_n = n,
		.point = ref->point,
		.alert = ref->alert,
	};
	*event = (uint32_t)events->n++;
}

static void
assign(struct tcn_sweep_events *events, struct votes *votes,
    const struct tcn_sweep_point *points, const struct alert_ref *ref)
{
	const struct tcn_sweep_point *point = &points[ref->point];
	const struct tcn_sweep_alert *alert = &point->alerts[ref->alert];
	const uint32_t *items = point->evidence + alert->at;
	uint32_t event = find_owner(events, votes, items, alert->n);

	if (event == NOBODY)
		begin(events, votes, ref, alert->n, &event);
	for (size_t i = 0; i < alert->n; i++)
		if (votes->owners[items[i]] == NOBODY)
			votes->owners[items[i]] = event;
	events->at[event].last_ms = ref->fired_ms;
	events->of[ref->point][ref->alert] = event;
}

static void
list_alerts(const struct tcn_sweep_point *points, size_t points_n,
    struct alert_ref **out, size_t *out_n)
{
	struct alert_ref *refs;
	size_t n = 0;

	for (size_t i = 0; i < points_n; i++)
		n += points[i].alerts_n;
	*out_n = n;
	*out = refs = tcn_mem_calloc(n, sizeof *refs);
	for (size_t i = 0; i < points_n; i++)
		for (size_t a = 0; a < points[i].alerts_n; a++)
			*refs++ =
			    (struct alert_ref){ points[i].alerts[a].fired_ms,
				    (uint32_t)i, (uint32_t)a };
	qsort(*out, n, sizeof **out, by_time);
}

static void
make_room(struct tcn_sweep_events *events, const struct tcn_sweep_point *points)
{
	events->of = tcn_mem_calloc(events->points_n, sizeof *events->of);
	for (size_t i = 0; i < events->points_n; i++)
		events->of[i] =
		    tcn_mem_calloc(points[i].alerts_n, sizeof **events->of);
}

static size_t
bit_of(const struct tcn_sweep_events *events, size_t event, size_t point)
{
	return event * events->points_n + point;
}

bool
tcn_sweep_events_fired(const struct tcn_sweep_events *events, size_t event,
    size_t point)
{
	size_t bit = bit_of(events, event, point);

	assert(event < events->n && point < events->points_n);
	return events->fired[bit / 8] >> bit % 8 & 1;
}

/* Counts which points detect which events, and so each event's share. */
static void
count_points(struct tcn_sweep_events *events,
    const struct tcn_sweep_point *points)
{
	events->fired = tcn_mem_calloc(events->n * events->points_n / 8 + 1, 1);
	for (size_t p = 0; p < events->points_n; p++) {
		for (size_t a = 0; a < points[p].alerts_n; a++) {
			size_t event = events->of[p][a];
			size_t bit = bit_of(events, event, p);

			if (tcn_sweep_events_fired(events, event, p))
				continue;
			events->fired[bit / 8] |= (uint8_t)(1 << bit % 8);
			events->at[event].points_n++;
		}
	}
	for (size_t i = 0; i < events->n; i++)
		events->at[i].share =
		    (double)events->at[i].points_n / (double)events->points_n;
}

void
tcn_sweep_events_find(const struct tcn_sweep_point *points, size_t points_n,
    uint64_t items, struct tcn_sweep_events *events)
{
	struct votes votes = { 0 };
	struct alert_ref *refs = NULL;
	size_t n;

	*events = (struct tcn_sweep_events){ .points_n = points_n };
	votes.owners = tcn_mem_alloc(items * sizeof *votes.owners);
	make_room(events, points);
	list_alerts(points, points_n, &refs, &n);
	for (size_t i = 0; i < items; i++)
		votes.owners[i] = NOBODY;
	for (size_t i = 0; i < n; i++)
		assign(events, &votes, points, &refs[i]);
	count_points(events, points);
	tcn_mem_free(votes.owners);
	tcn_mem_free(votes.counts);
	tcn_mem_free(refs);
}

void
tcn_sweep_events_fini(struct tcn_sweep_events *events)
{
	for (size_t i = 0; events->of && i < events->points_n; i++)
		tcn_mem_free(events->of[i]);
	tcn_mem_free(events->of);
	tcn_mem_free(events->at);
	tcn_mem_free(events->fired);
	*events = (struct tcn_sweep_events){ 0 };
}

void
tcn_sweep_events_show(struct tcn_sweep_events *events,
    const struct tcn_sweep_point *points, size_t point)
{
	assert(point < events->points_n);
	for (size_t a = points[point].alerts_n; a-- > 0;) {
		struct tcn_sweep_event *event =
		    &events->at[events->of[point][a]];

		event->point = point;
		event->alert = a;
	}
}
