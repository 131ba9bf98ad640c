#include "tools/deliver/notify.h"

#include <assert.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/item/severity.h"
#include "sql/store_read.h"
#include "tools/deliver/channel.h"
#include "tools/deliver/judge.h"

/* One change of an event, on its way to the receivers. */
struct notification {
	const struct tcn_notify *notify;
	struct tcn_store_tx *tx;
	const struct tcn_store *store; /* that of tx */
	const struct tcn_event *event; /* with terms and evidence */
	struct tcn_arena arena;
	struct tcn_message_content message;
	struct tcn_judge judge;
	struct tcn_str desk; /* of the current receiver; empty: by itself */
	int64_t now_ms;
};

static enum tcn_rc
put(struct notification *change, const struct tcn_receiver *receiver,
    const struct tcn_judge_verdict *verdict)
{
	const struct tcn_event *e = change->event;
	const struct tcn_channel_outgoing named = {
		.receiver = receiver,
		.event = tcn_str(e->id),
		.revision = e->revision,
	};
	struct tcn_buf key = { 0 }, body = { 0 };
	struct tcn_outbox_message m = {
		.event = tcn_str(e->id),
		.revision = e->revision,
		.story = e->story,
		.rule = e->rule,
		.desk = change->desk,
		.receiver = tcn_str(receiver->name),
		.created_ms = change->now_ms,
		.due_ms = verdict->due_ms,
		.state = verdict->state,
		.why = verdict->why,
		.severity = e->severity,
		.held_by = verdict->by,
	};
	enum tcn_rc rc;

	tcn_channel_idempotency_key(&named, &key);
	change->message.key = tcn_buf_view(&key);
	change->message.first = verdict->first;
	rc = key.failed
	    ? TCN_NOMEM
	    : receiver->channel->write(receiver, &change->message, &body);
	m.body = tcn_buf_view(&body);
	if (!rc)
		rc = tcn_outbox_put(change->tx, &m);
	tcn_buf_fini(&key);
	tcn_buf_fini(&body);
	return rc;
}

/*
 * A receiver may not ask for this state and yet have an earlier message that
 * is still held ("open", say): then this revision takes its place, so that
 * the receiver gets the latest state. That is so when the event closes, too.
 */
static enum tcn_rc
notify_receiver(struct notification *change,
    const struct tcn_receiver *receiver)
{
	const struct tcn_event *e = change->event;
	struct tcn_str name = tcn_str(receiver->name);
	bool asked = (receiver->sends & tcn_receiver_state_bit(e->state)) != 0;
	struct tcn_judge_verdict verdict;
	bool held, ends = e->state == TCN_EVENT_CLOSED;
	enum tcn_rc rc =
	    tcn_outbox_is_held(change->store, tcn_str(e->id), name, &held);

	if (rc || !(asked || held))
		return rc;
	rc = tcn_judge_new(&change->judge, name, held, &verdict);
	if (!rc && held && (ends || verdict.state != TCN_OUTBOX_DROPPED))
		rc = tcn_outbox_supersede(change->tx, tcn_str(e->id), name,
		    change->now_ms);
	return rc ? rc : put(change, receiver, &verdict);
}

static enum tcn_rc
notify_desk(struct notification *change, const struct tcn_receiver_desk *desk)
{
	enum tcn_rc rc = TCN_OK;

	change->desk = tcn_str(desk->name);
	for (size_t i = 0; !rc && i < desk->names.n; i++)
		rc = notify_receiver(change, desk->receivers[i]);
	return rc;
}

/* A rule may name a desk, or a receiver by itself. */
static enum tcn_rc
notify_named(struct notification *change, struct tcn_str name)
{
	const struct tcn_receiver_set *all = change->notify->receivers;
	const struct tcn_receiver_desk *desk =
	    tcn_receiver_desk_find(all, name);
	const struct tcn_receiver *one = tcn_receiver_find(all, name);

	change->desk = tcn_str("");
	if (desk)
		return notify_desk(change, desk);
	return one ? notify_receiver(change, one) : TCN_OK;
}

static enum tcn_rc
notify_all(struct notification *change)
{
	const struct tcn_receiver_set *all = change->notify->receivers;
	const struct tcn_rule_strs *named = &change->judge.rule->notify;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < named->n; i++)
		rc = notify_named(change, named->at[i]);
	if (named->n)
		return rc;
	for (size_t i = 0; !rc && i < all->desks_n; i++)
		rc = notify_desk(change, &all->desks[i]);
	for (size_t i = 0; !rc && !all->desks_n && i < all->n; i++)
		rc = notify_receiver(change, &all->at[i]);
	return rc;
}

/* Reads the event in full, finds its rule, and judges for all receivers. */
static enum tcn_rc
begin(struct notification *change, struct tcn_str id)
{
	struct tcn_event *event;
	enum tcn_rc rc =
	    tcn_store_event(change->store, id.at, &change->arena, &event);

	change->event = event;
	if (!rc && event)
		rc = tcn_judge_begin(change->notify, change->store, event,
		    change->now_ms, &change->arena, &change->judge);
	if (!rc && event)
		rc = tcn_message_gather(change->store, event,
		    tcn_severity_name(event->severity), change->notify->address,
		    &change->arena, &change->message);
	change->message.now_ms = change->now_ms;
	return rc;
}

enum tcn_rc
tcn_notify_event(const struct tcn_notify *notify, struct tcn_store_tx *tx,
    const struct tcn_event *event, int64_t now_ms)
{
	struct notification change = {
		.notify = notify,
		.tx = tx,
		.store = tcn_store_of(tx),
		.now_ms = now_ms,
	};
	enum tcn_rc rc;

	assert(notify->rule && notify->quiet && change.store && event);
	if (!notify->receivers || !notify->receivers->n)
		return TCN_OK;
	tcn_arena_init(&change.arena, 0);
	rc = begin(&change, tcn_str(event->id));
	if (!rc && change.event)
		rc = notify_all(&change);
	tcn_arena_fini(&change.arena);
	return rc;
}
