#include <assert.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "tools/base/event_words.h"
#include "tools/base/json_out.h"
#include "tools/conf/conf_value.h"
#include "tools/eval/diff_view.h"

static void
add_value(struct tcn_buf *out, const char *key, const struct tcn_conf *conf,
    const struct tcn_conf_row *row)
{
	struct tcn_buf value = { 0 };

	tcn_conf_value_print(row, (const char *)conf + row->at, &value);
	tcn_json_str(out, key, tcn_buf_view(&value));
	out->failed |= value.failed;
	tcn_buf_fini(&value);
}

static void
add_settings(struct tcn_buf *out, const struct tcn_diff_view *view)
{
	tcn_json_open(out, "settings", '[');
	for (size_t i = tcn_diff_setting(view, 0); tcn_conf_row(i);
	     i = tcn_diff_setting(view, i + 1)) {
		const struct tcn_conf_row *row = tcn_conf_row(i);

		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "key", tcn_str(row->key));
		add_value(out, "a", view->confs[0], row);
		add_value(out, "b", view->confs[1], row);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

static void
add_counts(struct tcn_buf *out, const struct tcn_diff_view *view)
{
	tcn_json_open(out, "counts", '{');
	tcn_json_uint(out, "a", view->events[0]->n);
	tcn_json_uint(out, "b", view->events[1]->n);
	tcn_json_uint(out, "same", view->list->same);
	for (int kind = 0; kind < TCN_DIFF_KINDS; kind++)
		tcn_json_uint(out, tcn_diff_kind_name((enum tcn_diff_kind)kind),
		    view->list->counts[kind]);
	tcn_json_close(out, '}');
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
add_items(struct tcn_buf *out, const struct tcn_diff_event *event)
{
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
}

static void
add_event(struct tcn_buf *out, const char *key,
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
	tcn_json_str(out, "title", event->title);
	tcn_event_words_terms(out, event->event.terms, event->event.terms_n);
	tcn_json_uint(out, "origins", event->event.origins);
	tcn_json_uint(out, "publishers", event->event.publishers);
	add_items(out, event);
	tcn_json_uint(out, "articles", event->members_n);
	tcn_json_close(out, '}');
}

static void
add_difference(struct tcn_buf *out, const struct tcn_diff_entry *d)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "kind", tcn_str(tcn_diff_kind_name(d->kind)));
	if (d->a && d->b)
		tcn_json_seconds(out, "shift",
		    d->b->event.fired_ms - d->a->event.fired_ms);
	else
		tcn_json_null(out, "shift");
	tcn_json_rounded(out, "overlap", d->overlap, 4);
	add_event(out, "a", d->a);
	add_event(out, "b", d->b);
	tcn_json_close(out, '}');
}

void
tcn_diff_json(struct tcn_buf *out, const struct tcn_diff_view *view)
{
	assert(view->list && view->events[0] && view->events[1]);
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "$schema", tcn_str("tocsin-diff-1"));
	add_settings(out, view);
	add_counts(out, view);
	add_days(out, view);
	tcn_json_open(out, "differences", '[');
	for (size_t i = 0; i < view->list->n; i++)
		add_difference(out, &view->list->at[i]);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}
