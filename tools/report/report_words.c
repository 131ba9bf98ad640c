#include <assert.h>
#include <inttypes.h>

#include "engine/base/buf.h"
#include "tools/base/event_words.h"
#include "tools/base/plural.h"
#include "tools/base/when.h"
#include "tools/report/report_facts_impl.h"
#include "tools/report/report_impl.h"

/* Appends "16 items, 12 distinct texts, from 9 publishers". */
static void
say_counts(struct tcn_buf *out, uint32_t items, uint32_t origins,
    uint32_t publishers)
{
	tcn_plural(out, items, "item");
	tcn_buf_z(out, ", ");
	tcn_plural(out, origins, "distinct text");
	tcn_buf_z(out, ", from ");
	tcn_plural(out, publishers, "publisher");
}

static void
say_rule(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_report *report = view->report;
	char span[TCN_WHEN_BYTES];

	if (view->rule.n)
		tcn_buf_printf(out, " by the rule \"%.*s\"",
		    TCN_STR_ARG(view->rule));
	if (report->more_than && report->within_ms > 0)
		tcn_buf_printf(out, " (more than %" PRIu32 " items in %s)",
		    report->more_than, tcn_when_span(report->within_ms, span));
}

/* Says how much of the evidence the store no longer has. */
static void
say_missing(const struct tcn_report_view *view, struct tcn_buf *out)
{
	if (!view->evidence_missing)
		return;
	tcn_buf_z(out, " ");
	tcn_plural(out, view->evidence_missing, "more item");
	tcn_buf_z(out, " counted then, not kept since.");
}

void
tcn_report_say_fired(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_report_view_counts *fired = &view->fired;
	char text[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "Fired %s",
	    tcn_when_text(view->report->event->fired_ms, text));
	say_rule(view, out);
	if (fired->items) {
		tcn_buf_z(out, ": ");
		say_counts(out, fired->items, fired->origins,
		    fired->publishers);
		if (fired->first_ms != TCN_UNDATED)
			tcn_buf_printf(out, " in %s",
			    tcn_when_span(fired->last_ms - fired->first_ms,
				text));
	}
	tcn_buf_z(out, ".");
	say_missing(view, out);
}

void
tcn_report_say_now(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_event *event = view->report->event;
	char text[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "Revision %" PRIu32 ", %s %s", event->revision,
	    tcn_event_words_state(event->state),
	    tcn_when_text(event->changed_ms, text));
	if (event->why) {
		tcn_buf_z(out, " (");
		tcn_event_words_why(event->why, out);
		tcn_buf_char(out, ')');
	}
	tcn_buf_char(out, '.');
	if (!view->all.items)
		return;
	tcn_buf_z(out, " In all: ");
	say_counts(out, view->all.items, view->all.origins,
	    view->all.publishers);
	if (view->all.first_ms != TCN_UNDATED)
		tcn_buf_printf(out, ", over %s",
		    tcn_when_span(view->all.last_ms - view->all.first_ms,
			text));
	tcn_buf_z(out, ".");
	if (!view->report->copies_gone)
		return;
	tcn_buf_printf(out, " And %" PRIu64 " %s not kept.",
	    view->report->copies_gone,
	    view->report->copies_gone == 1 ? "copy of them that was"
					   : "copies of them that were");
}

void
tcn_report_say_sure(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_event_reason *reason = view->report->event->reason;
	size_t at = out->n;

	assert(reason);
	tcn_event_words_percent(reason->probability, out);
	if (!out->failed && out->at[at] == 'm')
		out->at[at] = 'M';
	tcn_buf_z(out, " likely news when it fired");
	if (reason->least > 0) {
		tcn_buf_z(out, "; the rule asked for ");
		tcn_event_words_percent(reason->least, out);
	}
	tcn_buf_char(out, '.');
}

/* " (2 copies, 1 excerpt": the next of what some of the items are. */
static void
say_some(uint32_t n, const char *one, const char *more, bool *begun,
    struct tcn_buf *out)
{
	if (!n)
		return;
	tcn_buf_printf(out, "%s%" PRIu32 " %s", *begun ? ", " : " (", n,
	    n == 1 ? one : more);
	*begun = true;
}

static void
say_growth(const struct tcn_report_view_entry *entry, struct tcn_buf *out)
{
	bool begun = false;

	tcn_plural(out, entry->items, "item");
	say_some(entry->copies, "copy", "copies", &begun, out);
	say_some(entry->excerpts, "excerpt", "excerpts", &begun, out);
	say_some(entry->rewrites, "rewrite", "rewrites", &begun, out);
	if (begun)
		tcn_buf_char(out, ')');
	tcn_buf_z(out, " from ");
	tcn_plural(out, entry->publishers, "publisher");
	tcn_buf_printf(out, "; %" PRIu32 " so far", entry->total);
}

void
tcn_report_say_growth(const struct tcn_report_view_entry *entry,
    struct tcn_buf *out)
{
	if (entry->items > 1)
		say_growth(entry, out);
}

/* What is new in a step beside its line. */
static void
say_news(const struct tcn_report_view *view,
    const struct tcn_report_view_entry *entry, struct tcn_buf *out)
{
	for (size_t i = 0; i < entry->changes_n; i++) {
		tcn_buf_z(out, out->n ? "; " : "");
		tcn_report_say_change(&entry->changes[i], out);
	}
	if (entry->lang == view->langs_n)
		return;
	tcn_buf_z(out, out->n ? "; first in " : "First in ");
	tcn_buf_str(out, view->langs[entry->lang].name);
}

void
tcn_report_say_entry(const struct tcn_report_view *view,
    const struct tcn_report_view_entry *entry, struct tcn_buf *out)
{
	char span[TCN_WHEN_BYTES];

	switch (entry->kind) {
	case TCN_REPORT_VIEW_FIRST:
		tcn_buf_z(out, "First item");
		say_news(view, entry, out);
		break;
	case TCN_REPORT_VIEW_NEWS:
		say_news(view, entry, out);
		tcn_report_capital(out, 0);
		break;
	case TCN_REPORT_VIEW_FIRED:
		tcn_buf_z(out, "Threshold crossed");
		if (view->all.first_ms != TCN_UNDATED &&
		    entry->from_ms >= view->all.first_ms)
			tcn_buf_printf(out, ", %s after the first item",
			    tcn_when_span(entry->from_ms - view->all.first_ms,
				span));
		break;
	case TCN_REPORT_VIEW_CLOSED:
		tcn_buf_z(out, "Closed: the story has gone quiet");
		break;
	}
}

void
tcn_report_say_excerpt(const struct tcn_report_view_item *show,
    struct tcn_buf *out)
{
	const struct tcn_report_item *item = show->item;
	int64_t before_ms = item->ts_ms - item->excerpt_ms;
	char span[TCN_WHEN_BYTES];

	if (!show->is_excerpt)
		return;
	tcn_buf_printf(out,
	    "shares %" PRIu32 " of its %" PRIu32 " sentences with ",
	    item->shared, item->compared);
	if (show->excerpt_id.n)
		tcn_buf_str(out, show->excerpt_id);
	else
		tcn_buf_z(out, "an earlier item");
	if (tcn_when_known(item->ts_ms) && tcn_when_known(item->excerpt_ms))
		tcn_buf_printf(out, ", %s %s",
		    tcn_when_span(before_ms < 0 ? -before_ms : before_ms, span),
		    before_ms < 0 ? "later" : "earlier");
}

void
tcn_report_say_source(const struct tcn_report_view_source *source,
    const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	if (source->rewrites)
		tcn_plural(out, source->rewrites, "rewrite");
	if (!source->excerpts)
		return;
	if (source->rewrites)
		tcn_buf_z(out, ", ");
	tcn_plural(out, source->excerpts, "excerpt");
	if (!show->is_excerpt)
		return;
	tcn_buf_z(out, source->items > 1 ? "; the first item " : ": it ");
	tcn_report_say_excerpt(show, out);
}

static void
say_copy(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	char when[TCN_WHEN_BYTES];

	tcn_report_say_excerpt(show, out);
	if (!show->item->duplicate_of)
		return;
	for (size_t i = 0; i < view->items_n + view->near_n; i++) {
		const struct tcn_report_view_item *other = &view->items[i];

		if (other->item->seq != show->item->duplicate_of)
			continue;
		tcn_buf_printf(out, "copy of %.*s, %s",
		    TCN_STR_ARG(other->source),
		    tcn_when_short(other->item->ts_ms, when));
		return;
	}
	tcn_buf_z(out, "copy of an earlier item");
}

static void
say_revised(const struct tcn_report_item *item, struct tcn_buf *out)
{
	char when[TCN_WHEN_BYTES];

	if (!item->revised)
		return;
	tcn_buf_z(out, out->n ? "; revised " : "revised ");
	if (item->revised == 1)
		tcn_buf_z(out, "once, ");
	else
		tcn_buf_printf(out, "%" PRIu32 " times, last ", item->revised);
	tcn_buf_z(out, tcn_when_short(item->revised_ms, when));
	if (item->sentences)
		tcn_buf_printf(out,
		    ": %" PRIu32 " of %" PRIu32 " sentences differ",
		    item->differ, item->sentences);
}

void
tcn_report_say_item(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	say_copy(view, show, out);
	say_revised(show->item, out);
}
