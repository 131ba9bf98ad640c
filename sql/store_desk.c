#include "sql/store_desk.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "sql/query_record.h"
#include "sql/store_members.h"
#include "sql/store_told.h"

const char *const tcn_store_action_kinds[] = {
	[TCN_STORE_ACTION_ACK] = "ack",
	[TCN_STORE_ACTION_UNACK] = "unack",
	[TCN_STORE_ACTION_OWN] = "own",
	[TCN_STORE_ACTION_NOTE] = "note",
	[TCN_STORE_ACTION_CLOSE] = "close",
	[TCN_STORE_ACTION_REOPEN] = "reopen",
	[TCN_STORE_ACTION_MERGE] = "merge",
	[TCN_STORE_ACTION_UNMERGE] = "unmerge",
	[TCN_STORE_ACTION_SPLIT] = "split",
	NULL,
};

#define F(...)  TCN_FIELD(struct tcn_store_action, __VA_ARGS__)
#define AS(...) TCN_FIELD_AS(struct tcn_store_action, __VA_ARGS__)
static const struct tcn_field fields[] = {
	F(U64, id, .key = "action", .flags = TCN_FIELD_AUTO, .least = 1),
	F(ID, event),
	F(U32, revision, .least = 1),
	AS(TIME, at_ms, .name = "at"),
	F(WORD, kind, .words = tcn_store_action_kinds),
	F(TEXT, author),
	AS(TEXT, old_value, .name = "was"),
	F(TEXT, value),
	{ 0 },
};

const struct tcn_fields tcn_store_action_record = {
	.table = "actions",
	.fields = fields,
	.bytes = sizeof(struct tcn_store_action),
	.chars = 4000,
};

/* All rows of q, which it ends. */
static enum tcn_rc
collect(struct tcn_query q, struct tcn_arena *arena,
    struct tcn_store_action_list *list)
{
	list->at = tcn_query_get_records(&q, &tcn_store_action_record, arena,
	    &list->n);
	return q.rc;
}

enum tcn_rc
tcn_store_actions(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_action_list *list)
{
	static const char sql[] = "WHERE event = ? ORDER BY id";

	return collect(TCN_RECORDS(st, &tcn_store_action_record, sql, event),
	    arena, list);
}

enum tcn_rc
tcn_store_orders_naming(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_action_list *list)
{
	static const char sql[] =
	    "WHERE value = ? AND kind BETWEEN 6 AND 8 ORDER BY id";

	return collect(TCN_RECORDS(st, &tcn_store_action_record, sql, event),
	    arena, list);
}

enum tcn_rc
tcn_store_actions_after(const struct tcn_store *st, uint64_t id, size_t limit,
    struct tcn_arena *arena, struct tcn_store_action_list *list)
{
	static const char sql[] = "WHERE id > ? ORDER BY id LIMIT ?";

	return collect(TCN_RECORDS(st, &tcn_store_action_record, sql, id,
			   tcn_query_limit(limit)),
	    arena, list);
}

enum tcn_rc
tcn_store_desk_last(const struct tcn_store *st, uint64_t *action,
    uint64_t *silence)
{
	static const char sql[] =
	    "SELECT (SELECT coalesce(max(id), 0) FROM actions),"
	    " (SELECT coalesce(max(id), 0) FROM silences)";
	struct tcn_query q = tcn_query(st, sql);

	*action = *silence = 0;
	return TCN_QUERY_ONE(&q, NULL, action, silence);
}

void
tcn_store_desk_fold(const struct tcn_store_action_list *list,
    struct tcn_store_desk_status *desk)
{
	*desk = (struct tcn_store_desk_status){ .acked_ms = TCN_UNDATED,
		.state_ms = TCN_UNDATED,
		.merged_ms = TCN_UNDATED };
	for (size_t i = 0; i < list->n; i++) {
		const struct tcn_store_action *a = &list->at[i];
		bool acks = a->kind == TCN_STORE_ACTION_ACK;

		switch (a->kind) {
		case TCN_STORE_ACTION_ACK:
		case TCN_STORE_ACTION_UNACK:
			desk->acked_ms = acks ? a->at_ms : TCN_UNDATED;
			desk->acked_by = acks ? a->author : tcn_str("");
			break;
		case TCN_STORE_ACTION_OWN:
			desk->owner = a->value;
			break;
		case TCN_STORE_ACTION_NOTE:
			desk->notes++;
			break;
		case TCN_STORE_ACTION_CLOSE:
		case TCN_STORE_ACTION_REOPEN:
			desk->closed = a->kind == TCN_STORE_ACTION_CLOSE;
			desk->reopened = !desk->closed;
			desk->state_ms = a->at_ms;
			desk->state_by = a->author;
			break;
		case TCN_STORE_ACTION_MERGE:
			desk->merged_into = a->value;
			desk->merge = a->id;
			desk->merged_ms = a->at_ms;
			desk->merged_by = a->author;
			break;
		case TCN_STORE_ACTION_UNMERGE:
			desk->merged_into = tcn_str("");
			desk->merge = 0;
			desk->merged_ms = TCN_UNDATED;
			desk->merged_by = tcn_str("");
			break;
		case TCN_STORE_ACTION_SPLIT:
			break;
		}
	}
}

enum tcn_rc
tcn_store_desk(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_desk_status *desk)
{
	struct tcn_store_action_list list;
	enum tcn_rc rc = tcn_store_actions(st, event, arena, &list);

	tcn_store_desk_fold(&list, desk);
	return rc;
}

/* The event's revision and the detector's word on it; 0: there is none. */
static enum tcn_rc
look_at(const struct tcn_store *st, const char *event, uint32_t *revision,
    bool *closed)
{
	static const char sql[] =
	    "SELECT e.revision, r.state FROM events e JOIN event_revisions r "
	    "ON r.event = e.id AND r.revision = e.revision WHERE e.id = ?";
	struct tcn_query q = TCN_QUERY(st, sql, event);

	*revision = 0;
	*closed = false;
	if (tcn_query_next(&q)) {
		*revision = tcn_query_get_u32(&q);
		*closed = tcn_query_get_int(&q) == TCN_EVENT_CLOSED;
	}
	return tcn_query_end(&q);
}

/* Would it change nothing? */
static bool
changes_nothing(const struct tcn_store_desk_status *desk,
    const struct tcn_store_action *a, bool closed)
{
	switch (a->kind) {
	case TCN_STORE_ACTION_ACK:
		return desk->acked_ms != TCN_UNDATED;
	case TCN_STORE_ACTION_UNACK:
		return desk->acked_ms == TCN_UNDATED;
	case TCN_STORE_ACTION_OWN:
		return tcn_str_equal(desk->owner, a->value);
	case TCN_STORE_ACTION_CLOSE:
		return desk->closed;
	case TCN_STORE_ACTION_REOPEN:
		return desk->reopened || (!closed && !desk->closed);
	case TCN_STORE_ACTION_NOTE:
	case TCN_STORE_ACTION_MERGE: /* judged in sql/store_members.c */
	case TCN_STORE_ACTION_UNMERGE:
	case TCN_STORE_ACTION_SPLIT:
		break;
	}
	return false;
}

/* Whether the action is an order about what events hold. */
static bool
is_order(const struct tcn_store_action *a)
{
	return a->kind == TCN_STORE_ACTION_MERGE ||
	    a->kind == TCN_STORE_ACTION_UNMERGE ||
	    a->kind == TCN_STORE_ACTION_SPLIT;
}

/* An event that a desk has closed is over, until it comes back or is reopened;
 * one that is part of another is not told of by itself. is_over: what holds of
 * it otherwise. */
static enum tcn_rc
set_open(struct tcn_store_tx *tx, const struct tcn_store_action *a,
    bool is_over)
{
	static const char sql[] = "UPDATE events SET open = ? WHERE id = ?";
	bool opens = a->kind == TCN_STORE_ACTION_REOPEN ||
	    (a->kind == TCN_STORE_ACTION_UNMERGE && !is_over);
	struct tcn_query q;

	if (!opens && a->kind != TCN_STORE_ACTION_CLOSE &&
	    a->kind != TCN_STORE_ACTION_MERGE)
		return TCN_OK;
	q = TCN_QUERY_TX(tx, sql, opens, a->event);
	return tcn_query_run(&q);
}

/* An order is told of both events that it names. */
static enum tcn_rc
put_and_tell(struct tcn_store_tx *tx, struct tcn_store_action *a, bool is_over)
{
	struct tcn_store_told told = {
		.kind =
		    is_order(a) ? TCN_STORE_TOLD_MERGE : TCN_STORE_TOLD_DESK,
	};
	enum tcn_rc rc =
	    tcn_query_put_record(tx, &tcn_store_action_record, a, &a->id);

	if (!rc)
		rc = set_open(tx, a, is_over);
	memcpy(told.event, a->event, sizeof told.event);
	told.number = a->id;
	if (!rc)
		rc = tcn_store_tell(tx, &told);
	if (rc || !is_order(a))
		return rc;
	snprintf(told.event, sizeof told.event, "%.*s", TCN_STR_ARG(a->value));
	return tcn_store_tell(tx, &told);
}

enum tcn_rc
tcn_store_put_action(struct tcn_store_tx *tx, struct tcn_store_action *action,
    struct tcn_arena *arena, enum tcn_store_act_result *result)
{
	struct tcn_store_desk_status desk;
	bool closed;
	enum tcn_rc rc = tcn_db_require_tx(tx);

	assert((unsigned)action->kind < TCN_STORE_ACTION_KINDS);
	*result = TCN_STORE_ACT_NO_EVENT;
	if (!rc)
		rc = look_at(tx->st, action->event, &action->revision, &closed);
	if (rc || !action->revision)
		return rc;
	rc = tcn_store_desk(tx->st, action->event, arena, &desk);
	if (rc)
		return rc;
	*result = TCN_STORE_ACT_UNCHANGED;
	if (changes_nothing(&desk, action, closed))
		return TCN_OK;
	if (action->kind == TCN_STORE_ACTION_OWN)
		action->old_value = desk.owner;
	*result = TCN_STORE_ACT_DONE;
	return put_and_tell(tx, action,
	    desk.closed || (closed && !desk.reopened));
}
