#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "tools/base/event_words.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/conf/conf_value.h"
#include "tools/lab/eval/diff_view.h"

enum {
	ITEMS_SHOWN = 3,
};

static void
add_value(struct tcn_buf *out, const struct tcn_conf *conf,
    const struct tcn_conf_row *row)
{
	tcn_conf_value_print(row, (const char *)conf + row->at, out);
}

/*
 * Returns the number of the first setting from row on that differs, or the
 * number of settings when none does.
 */
static size_t
diff_setting(const struct tcn_diff_view *view, size_t i)
{
	const struct tcn_conf_row *row;
	struct tcn_buf a = { 0 }, b = { 0 };
	bool same = true;

	for (; same && (row = tcn_conf_row(i)) != NULL; i += same) {
		if (row->kind == TCN_CONF_SECTION)
			continue;
		tcn_buf_clear(&a);
		tcn_buf_clear(&b);
		add_value(&a, view->confs[0], row);
		add_value(&b, view->confs[1], row);
		same = tcn_str_equal(tcn_buf_view(&a), tcn_buf_view(&b));
	}
	tcn_buf_fini(&a);
	tcn_buf_fini(&b);
	return i;
}

static void
add_settings(struct tcn_buf *out, const struct tcn_diff_view *view)
{
	size_t i = diff_setting(view, 0);

	if (!tcn_conf_row(i))
		tcn_buf_z(out, "A and B have the same settings\n");
	for (; tcn_conf_row(i); i = diff_setting(view, i + 1)) {
		const struct tcn_conf_row *row = tcn_conf_row(i);

		tcn_buf_printf(out, "%s: A ", row->key);
		add_value(out, view->confs[0], row);
		tcn_buf_z(out, ", B ");
		add_value(out, view->confs[1], row);
		tcn_buf_char(out, '\n');
	}
}

/* Events that go on from one another, so that who was told of the one is not
 * alerted again. */
static size_t
count_updates(const struct tcn_diff_events *events)
{
	size_t n = 0;

	for (size_t i = 0; i < events->n; i++)
		n += events->at[i].event.goes_on;
	return n;
}

static void
add_counts(struct tcn_buf *out, const struct tcn_diff_view *view)
{
	const struct tcn_diff_list *list = view->list;
	const char *comma = ": ";

	tcn_buf_printf(out, "A has %zu event%s, B %zu; %zu the same",
	    view->events[0]->n, view->events[0]->n == 1 ? "" : "s",
	    view->events[1]->n, list->same);
	for (int kind = 0; kind < TCN_DIFF_KINDS; kind++) {
		if (!list->counts[kind])
			continue;
		tcn_buf_printf(out, "%s%zu %s", comma[0] == ':' ? ", " : comma,
		    list->counts[kind],
		    tcn_diff_kind_name((enum tcn_diff_kind)kind));
		comma = ", ";
	}
	tcn_buf_char(out, '\n');
	if (count_updates(view->events[0]) || count_updates(view->events[1]))
		tcn_buf_printf(out, "updates of dossiers: A has %zu, B %zu\n",
		    count_updates(view->events[0]),
		    count_updates(view->events[1]));
}

static void
add_event(struct tcn_buf *out, const char *side,
    const struct tcn_diff_event *event)
{
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out,
	    "    %s  %s  %s  %" PRIu32 " items, %" PRIu32 " origins, %" PRIu32
	    " publishers%s%s%s\n",
	    side, tcn_when_short(event->event.fired_ms, when), event->event.id,
	    event->event.items, event->event.origins, event->event.publishers,
	    *event->event.dossier ? "; of dossier " : "", event->event.dossier,
	    event->event.goes_on ? ", an update" : "");
}

static void
add_items(struct tcn_buf *out, const struct tcn_diff_event *event)
{
	size_t n = event->items_n < ITEMS_SHOWN ? event->items_n : ITEMS_SHOWN;
	char when[TCN_WHEN_BYTES];

	for (size_t i = 0; i < n; i++) {
		const struct tcn_diff_item *item = &event->items[i];

		tcn_buf_printf(out, "        %s  ",
		    tcn_when_clock(item->ts_ms, when));
		if (item->source.n) {
			tcn_safe_terminal(out, item->source);
			tcn_buf_z(out, ": ");
		}
		tcn_safe_terminal(out, item->title.n ? item->title : item->id);
		tcn_buf_char(out, '\n');
	}
	if (event->items_n > n)
		tcn_buf_printf(out, "        ... and %zu more\n",
		    event->items_n - n);
}

static void
add_difference(struct tcn_buf *out, const struct tcn_diff_entry *d)
{
	char span[TCN_WHEN_BYTES];
	int64_t ms = 0;

	tcn_buf_char(out, '\n');
	/* "later by 38 min" */
	tcn_buf_z(out, tcn_diff_kind_name(d->kind));
	if (d->a && d->b)
		ms = d->b->event.fired_ms - d->a->event.fired_ms;
	if (d->kind == TCN_DIFF_EARLIER || d->kind == TCN_DIFF_LATER)
		tcn_buf_printf(out, " by %s",
		    tcn_when_span(ms < 0 ? -ms : ms, span));
	tcn_buf_z(out, "  ");
	tcn_safe_terminal(out, d->a ? d->a->title : d->b->title);
	tcn_buf_char(out, '\n');
	if (d->a)
		add_event(out, "A", d->a);
	if (d->b)
		add_event(out, "B", d->b);
	add_items(out, d->a ? d->a : d->b);
}

void
tcn_diff_text(struct tcn_buf *out, const struct tcn_diff_view *view,
    bool counts_only)
{
	assert(view->list && view->events[0] && view->events[1]);
	add_settings(out, view);
	add_counts(out, view);
	for (size_t i = 0; !counts_only && i < view->list->n; i++)
		add_difference(out, &view->list->at[i]);
}

static void
json_add_value(struct tcn_buf *out, const char *key,
    const struct tcn_conf *conf, const struct tcn_conf_row *row)
{
	struct tcn_buf value = { 0 };

	tcn_conf_value_print(row, (const char *)conf + row->at, &value);
	tcn_json_str(out, key, tcn_buf_view(&value));
	tcn_buf_fini(&value);
}

static void
json_add_settings(struct tcn_buf *out, const struct tcn_diff_view *view)
{
	tcn_json_open(out, "settings", '[');
	for (size_t i = diff_setting(view, 0); tcn_conf_row(i);
	     i = diff_setting(view, i + 1)) {
		const struct tcn_conf_row *row = tcn_conf_row(i);

		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "key", tcn_str(row->key));
		json_add_value(out, "a", view->confs[0], row);
		json_add_value(out, "b", view->confs[1], row);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

/* The day of an event: its midnight, UTC. */
static int64_t
day_of(const struct tcn_diff_event *event)
{
	int64_t ms = event->event.fired_ms, rest = ms % TCN_DAY_MS;

	return ms - (rest < 0 ? rest + TCN_DAY_MS : rest);
}

/* How many of the events fired on that day. *next: lowered to the first day
 * behind it on which one did. */
static size_t
count_day(const struct tcn_diff_events *events, int64_t day_ms, int64_t *next)
{
	size_t n = 0;

	for (size_t i = 0; i < events->n; i++) {
		int64_t at_ms = day_of(&events->at[i]);

		n += at_ms == day_ms;
		if (at_ms > day_ms && at_ms < *next)
			*next = at_ms;
	}
	return n;
}

/* The days on which any event fired, in order. */
static void
add_days(struct tcn_buf *out, const struct tcn_diff_view *view)
{
	int64_t day_ms = INT64_MIN;

	tcn_json_open(out, "days", '[');
	while (day_ms < INT64_MAX) {
		int64_t next_ms = INT64_MAX;
		size_t a = count_day(view->events[0], day_ms, &next_ms);
		size_t b = count_day(view->events[1], day_ms, &next_ms);

		if (a || b) {
			tcn_json_open(out, NULL, '{');
			tcn_json_time(out, "at", day_ms);
			tcn_json_uint(out, "a", a);
			tcn_json_uint(out, "b", b);
			tcn_json_close(out, '}');
		}
		day_ms = next_ms;
	}
	tcn_json_close(out, ']');
}

static void
json_add_event(struct tcn_buf *out, const char *key,
    const struct tcn_diff_event *event)
{
	if (!event) {
		tcn_json_null(out, key);
		return;
	}
	tcn_json_open(out, key, '{');
	tcn_json_str(out, "event", tcn_str(event->event.id));
	tcn_json_time(out, "fired_at", event->event.fired_ms);
	tcn_json_str(out, "rule", event->event.rule);
	tcn_event_words_dossier(out, &event->event);
	tcn_json_str(out, "title", event->title);
	tcn_event_words_terms(out, event->event.terms, event->event.terms_n);
	tcn_json_uint(out, "origins", event->event.origins);
	tcn_json_uint(out, "publishers", event->event.publishers);
	tcn_json_open(out, "items", '[');
	for (size_t i = 0; i < event->items_n; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "id", event->items[i].id);
		tcn_json_time(out, "at", event->items[i].ts_ms);
		tcn_json_str(out, "source", event->items[i].source);
		tcn_json_str(out, "title", event->items[i].title);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_json_uint(out, "articles", event->members_n);
	tcn_json_close(out, '}');
}

static void
json_add_difference(struct tcn_buf *out, const struct tcn_diff_entry *d)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "kind", tcn_str(tcn_diff_kind_name(d->kind)));
	if (d->a && d->b)
		tcn_json_seconds(out, "shift",
		    d->b->event.fired_ms - d->a->event.fired_ms);
	else
		tcn_json_null(out, "shift");
	tcn_json_rounded(out, "overlap", d->overlap, 4);
	json_add_event(out, "a", d->a);
	json_add_event(out, "b", d->b);
	tcn_json_close(out, '}');
}

void
tcn_diff_json(struct tcn_buf *out, const struct tcn_diff_view *view)
{
	assert(view->list && view->events[0] && view->events[1]);
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "$schema", tcn_str("tocsin-diff-1"));
	json_add_settings(out, view);
	tcn_json_open(out, "counts", '{');
	tcn_json_uint(out, "a", view->events[0]->n);
	tcn_json_uint(out, "b", view->events[1]->n);
	tcn_json_uint(out, "same", view->list->same);
	for (int kind = 0; kind < TCN_DIFF_KINDS; kind++)
		tcn_json_uint(out, tcn_diff_kind_name((enum tcn_diff_kind)kind),
		    view->list->counts[kind]);
	tcn_json_uint(out, "a_updates", count_updates(view->events[0]));
	tcn_json_uint(out, "b_updates", count_updates(view->events[1]));
	tcn_json_close(out, '}');
	add_days(out, view);
	tcn_json_open(out, "differences", '[');
	for (size_t i = 0; i < view->list->n; i++)
		json_add_difference(out, &view->list->at[i]);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}
