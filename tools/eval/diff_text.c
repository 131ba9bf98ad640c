#include "tools/eval/diff_view.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/conf/conf_value.h"

enum {
	ITEMS_SHOWN = 3,
};

static void
add_value(struct tcn_buf *out, const struct tcn_conf *conf,
    const struct tcn_conf_row *row)
{
	tcn_conf_value_print(row, (const char *)conf + row->at, out);
}

size_t
tcn_diff_setting(const struct tcn_diff_view *view, size_t i)
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
	size_t i = tcn_diff_setting(view, 0);

	if (!tcn_conf_row(i))
		tcn_buf_z(out, "A and B have the same settings\n");
	for (; tcn_conf_row(i); i = tcn_diff_setting(view, i + 1)) {
		const struct tcn_conf_row *row = tcn_conf_row(i);

		tcn_buf_printf(out, "%s: A ", row->key);
		add_value(out, view->confs[0], row);
		tcn_buf_z(out, ", B ");
		add_value(out, view->confs[1], row);
		tcn_buf_char(out, '\n');
	}
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
}

static void
add_event(struct tcn_buf *out, const char *side,
    const struct tcn_diff_event *event)
{
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out,
	    "    %s  %s  %s  %" PRIu32 " items, %" PRIu32 " origins, %" PRIu32
	    " publishers\n",
	    side, tcn_when_short(event->event.fired_ms, when), event->event.id,
	    event->event.items, event->event.origins, event->event.publishers);
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

/* "later by 38 min" */
static void
add_kind(struct tcn_buf *out, const struct tcn_diff_entry *d)
{
	char span[TCN_WHEN_BYTES];
	int64_t ms = 0;

	tcn_buf_z(out, tcn_diff_kind_name(d->kind));
	if (d->a && d->b)
		ms = d->b->event.fired_ms - d->a->event.fired_ms;
	if (d->kind == TCN_DIFF_EARLIER || d->kind == TCN_DIFF_LATER)
		tcn_buf_printf(out, " by %s",
		    tcn_when_span(ms < 0 ? -ms : ms, span));
	tcn_buf_z(out, "  ");
}

static void
add_difference(struct tcn_buf *out, const struct tcn_diff_entry *d)
{
	tcn_buf_char(out, '\n');
	add_kind(out, d);
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
