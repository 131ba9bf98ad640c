#include "tools/pipeline/event_text.h"

#include <inttypes.h>

#include "engine/item/severity.h"
#include "sql/outbox.h"
#include "sql/store_reasons.h"
#include "tools/base/event_words.h"
#include "tools/base/plural.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/pipeline/silence_text.h"

enum {
	ITEMS_WIDTH = 11, /* "9999 items " */
};

void
tcn_event_text_field(struct tcn_buf *out, const char *name,
    struct tcn_str value)
{
	if (!value.n)
		return;
	tcn_buf_printf(out, "%-12s", name);
	tcn_safe_terminal(out, value);
	tcn_buf_char(out, '\n');
}

static void
item_line(struct tcn_buf *out, const struct tcn_store_item_row *item)
{
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "  %s  ", tcn_when_short(item->place.ts_ms, when));
	tcn_safe_terminal(out, item->article.id);
	tcn_buf_z(out, item->place.duplicate_of ? "  (copy) " : "  ");
	tcn_safe_terminal(out, item->article.source);
	tcn_buf_z(out, ": ");
	tcn_safe_terminal(out, item->article.title);
	tcn_buf_char(out, '\n');
}

void
tcn_event_text_items(struct tcn_buf *out, const char *heading,
    const struct tcn_store_item_list *items)
{
	if (items->n)
		tcn_buf_printf(out, "\n%s\n", heading);
	for (size_t i = 0; i < items->n; i++)
		item_line(out, &items->at[i]);
}

static void
revision_line(struct tcn_buf *out, const struct tcn_event *event)
{
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "  %s  revision %" PRIu32 ", %s: ",
	    tcn_when_short(event->changed_ms, when), event->revision,
	    tcn_event_words_state(event->state));
	tcn_plural(out, event->items, "item");
	tcn_buf_z(out, ", ");
	tcn_plural(out, event->origins, "origin");
	tcn_buf_z(out, ", ");
	tcn_plural(out, event->publishers, "publisher");
	if (event->why) {
		tcn_buf_z(out, "; ");
		tcn_event_words_why(event->why, out);
	}
	if (*event->merged_into)
		tcn_buf_printf(out, " into %s", event->merged_into);
	tcn_buf_char(out, '\n');
}

/* "name        since WHEN, by WHOM" */
static void
desk_line(struct tcn_buf *out, const char *name, int64_t ms, struct tcn_str by)
{
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "%-12s%s by ", name, tcn_when_text(ms, when));
	tcn_safe_terminal(out, by);
	tcn_buf_char(out, '\n');
}

static void
desk_lines(struct tcn_buf *out, const struct tcn_store_desk_status *desk)
{
	if (desk->acked_ms != TCN_UNDATED)
		desk_line(out, "acked", desk->acked_ms, desk->acked_by);
	tcn_event_text_field(out, "owner", desk->owner);
	if (desk->closed || desk->reopened)
		desk_line(out, desk->closed ? "closed" : "reopened",
		    desk->state_ms, desk->state_by);
}

static void
terms_line(struct tcn_buf *out, const struct tcn_event *event)
{
	for (size_t i = 0; i < event->terms_n; i++) {
		if (i == 0)
			tcn_buf_printf(out, "%-12s", "terms");
		tcn_buf_z(out, i ? ", " : "");
		tcn_safe_terminal(out, event->terms[i].word);
	}
	tcn_buf_z(out, event->terms_n ? "\n" : "");
}

enum tcn_rc
tcn_event_text(const struct tcn_store *store, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_store_event_list history;
	struct tcn_store_item_list evidence;
	struct tcn_store_item_row *central = NULL;
	struct tcn_store_desk_status desk;
	enum tcn_rc rc =
	    tcn_store_event_history(store, event->id, arena, &history);

	if (!rc)
		rc = tcn_store_item(store, event->central, arena, &central);
	if (!rc)
		rc = tcn_store_items_of(store, event->evidence,
		    event->evidence_n, arena, &evidence);
	if (!rc)
		rc = tcn_store_desk(store, event->id, arena, &desk);
	if (rc)
		return rc;
	tcn_event_text_field(out, "event", tcn_str(event->id));
	if (central)
		tcn_event_text_field(out, "title", central->article.title);
	tcn_event_text_field(out, "rule", event->rule);
	tcn_event_text_field(out, "severity",
	    tcn_str(tcn_severity_name(event->severity)));
	tcn_event_text_field(out, "split from", tcn_str(event->split_from));
	if (event->story)
		tcn_buf_printf(out, "%-12s%" PRIu64 "\n", "story",
		    event->story);
	terms_line(out, event);
	desk_lines(out, &desk);
	tcn_buf_z(out, "\nhistory\n");
	for (size_t i = 0; i < history.n; i++)
		revision_line(out, &history.at[i]);
	tcn_event_text_items(out, "evidence: the items counted when it fired",
	    &evidence);
	return TCN_OK;
}

enum tcn_rc
tcn_event_line(const struct tcn_store *store, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	char when[TCN_WHEN_BYTES];
	struct tcn_store_item_row *central = NULL;
	struct tcn_store_desk_status desk;
	size_t column;
	enum tcn_rc rc = tcn_store_item(store, event->central, arena, &central);

	if (!rc)
		rc = tcn_store_desk(store, event->id, arena, &desk);
	if (rc)
		return rc;
	tcn_buf_printf(out, "%s  %s  %-8s  %-8s  ", event->id,
	    tcn_when_short(event->fired_ms, when),
	    desk.closed         ? "closed"
		: desk.reopened ? "reopened"
				: tcn_event_words_state(event->state),
	    tcn_severity_name(event->severity));
	column = out->n + ITEMS_WIDTH;
	tcn_plural(out, event->items, "item");
	do
		tcn_buf_char(out, ' ');
	while (out->n < column && !out->failed);
	if (desk.acked_ms != TCN_UNDATED)
		tcn_buf_z(out, "acked  ");
	if (desk.owner.n) {
		tcn_buf_char(out, '[');
		tcn_safe_terminal(out, desk.owner);
		tcn_buf_z(out, "]  ");
	}
	tcn_safe_terminal(out, event->rule);
	tcn_buf_z(out, ": ");
	tcn_safe_terminal(out, central ? central->article.title : tcn_str(""));
	tcn_buf_char(out, '\n');
	return TCN_OK;
}

static void
action_line(struct tcn_buf *out, const struct tcn_store_action *a)
{
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "  %s  ", tcn_when_short(a->at_ms, when));
	tcn_safe_terminal(out, a->author);
	tcn_buf_printf(out, ", at revision %" PRIu32 ": %s", a->revision,
	    tcn_store_action_name(a->kind));
	if (a->old_value.n) {
		tcn_buf_z(out, ", was ");
		tcn_safe_terminal(out, a->old_value);
	}
	if (a->value.n) {
		tcn_buf_z(out, a->old_value.n ? ", now " : " ");
		tcn_safe_terminal(out, a->value);
	}
	tcn_buf_char(out, '\n');
}

static void
delivery_line(struct tcn_buf *out, const struct tcn_outbox_message *m)
{
	char when[TCN_WHEN_BYTES];
	bool done = m->done_ms != TCN_UNDATED;

	tcn_buf_printf(out, "  %s  revision %" PRIu32 " to ",
	    tcn_when_short(done ? m->done_ms : m->created_ms, when),
	    m->revision);
	tcn_safe_terminal(out, m->receiver);
	tcn_buf_printf(out, ": %s", tcn_outbox_state_name(m->state));
	if (m->why.n || m->error.n) {
		tcn_buf_z(out, " (");
		tcn_safe_terminal(out, m->why.n ? m->why : m->error);
		tcn_buf_char(out, ')');
	}
	tcn_buf_char(out, '\n');
}

static void
reason_lines(struct tcn_buf *out, const struct tcn_store_reason_row *r)
{
	char span[TCN_WHEN_BYTES];

	if (!r)
		return;
	tcn_buf_printf(out,
	    "\nwhy it fired\n  more than %" PRIu32 " within %s; %" PRIu32
	    " on-topic texts of %" PRIu32 " needed",
	    r->more_than, tcn_when_span(r->within_ms, span), r->on_topic_texts,
	    r->required_texts);
	if (r->burst_ratio > 0)
		tcn_buf_printf(out, "; %.1f times the baseline, threshold %.1f",
		    r->burst_ratio, r->threshold);
	if (r->top_burst_term.n) {
		tcn_buf_z(out, "; strongest burst: ");
		tcn_safe_terminal(out, r->top_burst_term);
	}
	tcn_buf_char(out, '\n');
}

enum tcn_rc
tcn_event_history(const struct tcn_store *store, struct tcn_prepare *prep,
    const struct tcn_event *event, int64_t now_ms, struct tcn_arena *arena,
    struct tcn_buf *out)
{
	struct tcn_store_event_list revisions;
	struct tcn_store_action_list actions;
	struct tcn_store_silence_list silences;
	struct tcn_outbox_list sent;
	struct tcn_store_reason_row *reason = NULL;
	const struct tcn_outbox_filter filter = {
		.event = tcn_str(event->id),
	};
	enum tcn_rc rc =
	    tcn_store_event_history(store, event->id, arena, &revisions);

	if (!rc)
		rc = tcn_store_actions(store, event->id, arena, &actions);
	if (!rc)
		rc = tcn_desk_silences_of(store, prep, event, arena, &silences);
	if (!rc)
		rc = tcn_outbox_find(store, &filter, arena, &sent);
	if (!rc)
		rc = tcn_store_reason(store, event->id, arena, &reason);
	if (rc)
		return rc;
	tcn_buf_printf(out, "event %s\n\nwhat happened (stream time)\n",
	    event->id);
	for (size_t i = 0; i < revisions.n; i++)
		revision_line(out, &revisions.at[i]);
	reason_lines(out, reason);
	tcn_buf_z(out, actions.n ? "\nwhat was done\n" : "");
	for (size_t i = 0; i < actions.n; i++)
		action_line(out, &actions.at[i]);
	tcn_buf_z(out, sent.n ? "\nwhat was sent\n" : "");
	for (size_t i = sent.n; i-- > 0;)
		delivery_line(out, &sent.at[i]);
	tcn_buf_z(out, silences.n ? "\nsilences that name it\n" : "");
	for (size_t i = 0; i < silences.n; i++)
		tcn_silence_text(&silences.at[i], now_ms, out);
	return TCN_OK;
}
