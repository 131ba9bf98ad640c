#include "engine/base/buf.h"
#include "sql/outbox_hold.h"
#include "sql/store_reasons.h"
#include "tools/base/json_out.h"
#include "tools/base/json_record.h"
#include "tools/pipeline/desk.h"
#include "tools/serve/live/api_json.h"

/* A text from outside, or null where there is none. */
static void
put(struct tcn_buf *out, const char *key, struct tcn_str s,
    struct tcn_arena *arena)
{
	tcn_json_record_text(out, key, s, TCN_DESK_NOTE_CHARS, 0, arena);
}

static void
put_number(struct tcn_buf *out, const char *key, uint64_t n)
{
	if (n)
		tcn_json_uint(out, key, n);
	else
		tcn_json_null(out, key);
}

void
tcn_api_json_desk(const char *key, const struct tcn_store_desk_status *desk,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	tcn_json_open(out, key, '{');
	tcn_json_time(out, "acknowledged_at", desk->acked_ms);
	put(out, "acknowledged_by", desk->acked_by, arena);
	put(out, "owner", desk->owner, arena);
	put(out, "said",
	    tcn_str(desk->closed     ? "closed"
		    : desk->reopened ? "reopened"
				     : ""),
	    arena);
	tcn_json_time(out, "said_at", desk->state_ms);
	put(out, "said_by", desk->state_by, arena);
	tcn_json_uint(out, "notes", desk->notes);
	put(out, "part_of", desk->merged_into, arena);
	tcn_json_time(out, "part_of_since", desk->merged_ms);
	put(out, "part_of_by", desk->merged_by, arena);
	put_number(out, "merge", desk->merge);
	tcn_json_close(out, '}');
}

enum tcn_rc
tcn_api_json_silence(const struct tcn_store *store,
    const struct tcn_silence *silence, int64_t now_ms, struct tcn_arena *arena,
    struct tcn_buf *out)
{
	struct tcn_silence shown = *silence;
	enum tcn_rc rc = tcn_outbox_count_silenced(store, silence->id,
	    &shown.messages, &shown.events);

	shown.holds = tcn_silence_is_active(silence, now_ms);
	tcn_json_object(out, NULL, &tcn_record_silence, &shown, arena);
	return rc;
}

/* Those about the event, and those about others that name it, in order. */
static enum tcn_rc
add_actions(const struct tcn_store *store, const char *event,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_store_action_list own, others;
	size_t i = 0, k = 0;
	enum tcn_rc rc = tcn_store_actions(store, event, arena, &own);

	if (!rc)
		rc = tcn_store_orders_naming(store, event, arena, &others);
	tcn_json_open(out, "actions", '[');
	while (!rc && (i < own.n || k < others.n)) {
		bool is_own = k == others.n ||
		    (i < own.n && own.at[i].id < others.at[k].id);

		tcn_json_object(out, NULL, &tcn_store_action_record,
		    is_own ? &own.at[i++] : &others.at[k++], arena);
	}
	tcn_json_close(out, ']');
	return rc;
}

static enum tcn_rc
add_silences(const struct tcn_store *store, struct tcn_prepare *prep,
    const struct tcn_event *event, int64_t now_ms, struct tcn_arena *arena,
    struct tcn_buf *out)
{
	struct tcn_store_silence_list list;
	enum tcn_rc rc = tcn_desk_silences_of(store, prep, event, arena, &list);

	tcn_json_open(out, "silences", '[');
	for (size_t i = 0; !rc && i < list.n; i++)
		rc = tcn_api_json_silence(store, &list.at[i], now_ms, arena,
		    out);
	tcn_json_close(out, ']');
	return rc;
}

static void
add_delivery(const struct tcn_outbox_message *m, struct tcn_arena *arena,
    struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_uint(out, "message", m->id);
	tcn_json_uint(out, "revision", m->revision);
	put(out, "receiver", m->receiver, arena);
	put(out, "desk", m->desk, arena);
	tcn_json_str(out, "state",
	    tcn_str(tcn_field_word(tcn_outbox_states, m->state)));
	tcn_json_time(out, "created_at", m->created_ms);
	tcn_json_time(out, "done_at", m->done_ms);
	tcn_json_uint(out, "tries", m->tries);
	put(out, "why", m->why, arena);
	put(out, "error", m->error, arena);
	tcn_json_close(out, '}');
}

/* The messages about the event, in the order they were written. */
static enum tcn_rc
add_deliveries(const struct tcn_store *store, const char *event,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	const struct tcn_outbox_filter filter = { .event = tcn_str(event) };
	struct tcn_outbox_list list;
	enum tcn_rc rc = tcn_outbox_find(store, &filter, arena, &list);

	tcn_json_open(out, "deliveries", '[');
	for (size_t i = rc ? 0 : list.n; i-- > 0;)
		add_delivery(&list.at[i], arena, out);
	tcn_json_close(out, ']');
	return rc;
}

/* What the rule asked for and what the story had when it fired; or null. */
enum tcn_rc
tcn_api_json_reason(const struct tcn_store *store, const char *event,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_store_reason_row *r;
	enum tcn_rc rc = tcn_store_reason(store, event, arena, &r);

	if (rc || !r)
		tcn_json_null(out, "reason");
	else
		tcn_json_object(out, "reason", &tcn_store_reason_record, r,
		    arena);
	return rc;
}

enum tcn_rc
tcn_api_json_history(const struct tcn_store *store, struct tcn_prepare *prep,
    const struct tcn_event *event, uint64_t evidence_max, int64_t now_ms,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_store_desk_status desk;
	enum tcn_rc rc = tcn_store_desk(store, event->id, arena, &desk);

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "event", tcn_str(event->id));
	if (!rc)
		tcn_api_json_desk("desk", &desk, arena, out);
	if (!rc)
		rc = tcn_api_json_reason(store, event->id, arena, out);
	if (!rc) {
		struct tcn_store_event_list list;

		rc = tcn_store_event_history(store, event->id, arena, &list);
		tcn_json_open(out, "revisions", '[');
		for (size_t i = 0; !rc && i < list.n; i++) {
			if (list.at[i].evidence_n > evidence_max)
				list.at[i].evidence_n = (size_t)evidence_max;
			rc = tcn_api_json_event(store, &list.at[i], arena, out);
		}
		tcn_json_close(out, ']');
	}
	if (!rc)
		rc = add_actions(store, event->id, arena, out);
	if (!rc)
		rc = add_silences(store, prep, event, now_ms, arena, out);
	if (!rc)
		rc = add_deliveries(store, event->id, arena, out);
	tcn_json_close(out, '}');
	return rc;
}
