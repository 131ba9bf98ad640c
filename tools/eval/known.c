#include "tools/eval/known.h"

#include <assert.h>

#include "engine/base/mem.h"

/* An item is about an event; the links of one item form a list. */
struct tcn_known_link {
	uint32_t event, next; /* the next link's index, plus 1; 0: the end */
};

void
tcn_known_init(struct tcn_known *known, uint64_t count, int64_t window_ms)
{
	*known = (struct tcn_known){
		.count = count,
		.window_ms = window_ms,
		.first_ms = INT64_MIN,
		.last_ms = INT64_MIN,
	};
	tcn_arena_init(&known->arena, 0);
}

void
tcn_known_fini(struct tcn_known *known)
{
	for (size_t i = 0; i < known->n; i++) {
		tcn_pattern_free(known->events[i].pattern);
		tcn_mem_free(known->events[i].times);
	}
	tcn_mem_free(known->events);
	tcn_mem_free(known->links);
	tcn_mem_free(known->alerts);
	tcn_map_fini(&known->about);
	tcn_arena_fini(&known->arena);
	*known = (struct tcn_known){ 0 };
}

/*
 * Counts the item for the event. A ring of the latest count + 1 times says
 * whether that many lie within the window.
 */
static void
count_item(const struct tcn_known *known, struct tcn_known_event *event,
    int64_t ts_ms)
{
	size_t ring = known->count + 1, n;

	event->times[event->items++ % ring] = ts_ms;
	n = event->items < ring ? event->items : ring;
	while (n > 1 &&
	    event->times[(event->items - n) % ring] < ts_ms - known->window_ms)
		n--;
	if (n > event->most)
		event->most = n;
	if (n == ring && event->crossed_ms == INT64_MIN)
		event->crossed_ms = ts_ms;
}

static enum tcn_rc
link_item(struct tcn_known *known, uint64_t item, size_t event)
{
	struct tcn_known_link *links = tcn_mem_grow(known->links,
	    &known->links_cap, known->links_n + 1, sizeof *links);
	uint64_t *head;

	if (!links)
		return TCN_NOMEM;
	known->links = links;
	if (tcn_map_put(&known->about, item, &head, NULL))
		return TCN_NOMEM;
	links[known->links_n] =
	    (struct tcn_known_link){ (uint32_t)event, (uint32_t)*head };
	*head = ++known->links_n;
	return TCN_OK;
}

enum tcn_rc
tcn_known_item(struct tcn_known *known, uint64_t item, int64_t ts_ms,
    struct tcn_str title)
{
	enum tcn_rc rc = TCN_OK;

	if (known->first_ms == INT64_MIN || ts_ms < known->first_ms)
		known->first_ms = ts_ms;
	if (ts_ms > known->last_ms)
		known->last_ms = ts_ms;
	for (size_t i = 0; !rc && i < known->n; i++) {
		struct tcn_known_event *event = &known->events[i];

		if (ts_ms < event->from_ms || ts_ms > event->until_ms ||
		    !tcn_pattern_matches(event->pattern, title))
			continue;
		count_item(known, event, ts_ms);
		rc = link_item(known, item, i);
	}
	return rc;
}

static bool
is_about(const struct tcn_known *known, uint64_t item, size_t event)
{
	const uint64_t *head = tcn_map_find(&known->about, item);
	uint32_t at = head ? (uint32_t)*head : 0;

	while (at && known->links[at - 1].event != event)
		at = known->links[at - 1].next;
	return at != 0;
}

/* Returns the event that most of the items, and more than half, are about. */
static uint32_t
event_of(const struct tcn_known *known, int64_t fired_ms, const uint64_t *items,
    size_t n)
{
	uint32_t best = TCN_KNOWN_MAX;
	size_t most = n / 2;

	for (size_t i = 0; i < known->n; i++) {
		const struct tcn_known_event *event = &known->events[i];
		size_t about = 0;

		if (fired_ms < event->from_ms || fired_ms > event->until_ms)
			continue;
		for (size_t k = 0; k < n; k++)
			about += is_about(known, items[k], i);
		if (about <= most)
			continue;
		most = about;
		best = (uint32_t)i;
	}
	return best;
}

enum tcn_rc
tcn_known_alert(struct tcn_known *known, struct tcn_str id,
    struct tcn_str title, int64_t fired_ms, const uint64_t *items, size_t n)
{
	struct tcn_known_alert *alerts = tcn_mem_grow(known->alerts,
	    &known->alerts_cap, known->alerts_n + 1, sizeof *alerts);
	struct tcn_known_alert *alert;

	assert(items || n == 0);
	if (!alerts)
		return TCN_NOMEM;
	known->alerts = alerts;
	alert = &alerts[known->alerts_n];
	*alert = (struct tcn_known_alert){
		.fired_ms = fired_ms,
		.event = event_of(known, fired_ms, items, n),
	};
	if (!tcn_arena_str(&known->arena, id, &alert->id) ||
	    !tcn_arena_str(&known->arena, title, &alert->title))
		return TCN_NOMEM;
	if (alert->event != TCN_KNOWN_MAX) {
		struct tcn_known_event *event = &known->events[alert->event];

		if (event->alert == SIZE_MAX)
			event->alert = known->alerts_n;
		else
			event->repeats++;
	}
	known->alerts_n++;
	return TCN_OK;
}

void
tcn_known_reset_alerts(struct tcn_known *known)
{
	known->alerts_n = 0;
	for (size_t i = 0; i < known->n; i++) {
		known->events[i].alert = SIZE_MAX;
		known->events[i].repeats = 0;
	}
}

/* The alerts about an event: the first one and how many follow it. */
static enum tcn_rc
check_alerts(const struct tcn_known *known, size_t event, struct tcn_err *err)
{
	const struct tcn_known_event *e = &known->events[event];
	size_t first = SIZE_MAX;
	uint64_t n = 0;

	for (size_t i = 0; i < known->alerts_n; i++) {
		if (known->alerts[i].event != event)
			continue;
		first = n++ ? first : i;
	}
	if (e->alert != first || e->repeats != (n ? n - 1 : 0))
		return tcn_err_set(err, TCN_CORRUPT,
		    "event %zu has %llu alerts, not the first and %llu "
		    "repeats that it lists",
		    event, (unsigned long long)n,
		    (unsigned long long)e->repeats);
	return TCN_OK;
}

static enum tcn_rc
check_event(const struct tcn_known *known, size_t event, struct tcn_err *err)
{
	const struct tcn_known_event *e = &known->events[event];
	bool crossed = e->crossed_ms != INT64_MIN;

	if (e->most > known->count + 1 || e->most > e->items)
		return tcn_err_set(err, TCN_CORRUPT,
		    "event %zu had %llu items in a window, of %llu", event,
		    (unsigned long long)e->most, (unsigned long long)e->items);
	if (crossed != (e->most == known->count + 1))
		return tcn_err_set(err, TCN_CORRUPT,
		    "event %zu %s with %llu items in a window", event,
		    crossed ? "crossed" : "did not cross",
		    (unsigned long long)e->most);
	return check_alerts(known, event, err);
}

enum tcn_rc
tcn_known_check(const struct tcn_known *known, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_map_check(&known->about, err);

	for (size_t i = 0; !rc && i < known->links_n; i++)
		if (known->links[i].event >= known->n ||
		    known->links[i].next > i)
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "link %zu leads to event %u and link %u", i,
			    known->links[i].event, known->links[i].next);
	for (size_t i = 0; !rc && i < known->alerts_n; i++)
		if (known->alerts[i].event >= known->n &&
		    known->alerts[i].event != TCN_KNOWN_MAX)
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "alert %zu is about event %u, which does not exist",
			    i, known->alerts[i].event);
	for (size_t i = 0; !rc && i < known->n; i++)
		rc = check_event(known, i, err);
	return rc;
}
