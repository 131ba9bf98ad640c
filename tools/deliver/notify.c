#include "tools/deliver/notify.h"

#include <assert.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/item/severity.h"
#include "rules/rule.h"
#include "sql/store_read.h"
#include "tools/deliver/channel.h"
#include "tools/pipeline/desk.h"

/* The state in which a message enters the outbox. */
struct verdict {
	enum tcn_outbox_state state;
	struct tcn_str why;
	int64_t due_ms;
};

/* One change of an event, on its way to the receivers. */
struct notification {
	const struct tcn_notify *notify;
	struct tcn_store_tx *tx;
	const struct tcn_store *store; /* that of tx */
	const struct tcn_event *event; /* with terms and evidence */
	const struct tcn_rule *rule;
	struct tcn_arena arena;
	struct tcn_message_content message;
	struct verdict verdict; /* as far as it is the same for all receivers */
	struct tcn_str desk; /* of the current receiver; empty: by itself */
	int64_t now_ms;
};

static void
drop(struct verdict *verdict, const char *why)
{
	verdict->state = TCN_OUTBOX_DROPPED;
	verdict->why = tcn_str(why);
}

/* Holds the message until then, unless it is held longer already. */
static void
defer_until(struct verdict *verdict, int64_t until_ms, const char *why)
{
	if (verdict->state == TCN_OUTBOX_DROPPED || until_ms <= verdict->due_ms)
		return;
	verdict->state = TCN_OUTBOX_HELD;
	verdict->why = tcn_str(why);
	verdict->due_ms = until_ms;
}

static enum tcn_rc
judge_silences(struct notification *change)
{
	const struct tcn_silence *by;
	struct tcn_buf why = { 0 };
	enum tcn_rc rc = tcn_desk_silenced(change->store, change->notify->prep,
	    change->event, change->now_ms, &change->arena, &by);

	if (rc || !by)
		return rc;
	tcn_buf_printf(&why, "silenced by %.*s (silence %llu)",
	    TCN_STR_ARG(by->author), (unsigned long long)by->id);
	change->verdict.state = TCN_OUTBOX_DROPPED;
	if (why.failed ||
	    !tcn_arena_str(&change->arena, tcn_buf_view(&why),
		&change->verdict.why))
		rc = TCN_NOMEM;
	tcn_buf_fini(&why);
	return rc;
}

/* Updates of an event that a desk has acknowledged or closed are dropped. */
static enum tcn_rc
judge_desk(struct notification *change)
{
	struct tcn_store_desk_status desk;
	enum tcn_rc rc = tcn_store_desk(change->store, change->event->id,
	    &change->arena, &desk);

	if (rc || change->event->state != TCN_EVENT_UPDATED)
		return rc;
	if (desk.closed)
		drop(&change->verdict, "the event was closed by hand");
	else if (desk.acked_ms != TCN_UNDATED)
		drop(&change->verdict, "the event is acknowledged");
	return TCN_OK;
}

/* The part of the verdict that does not depend on the receiver. */
static enum tcn_rc
judge(struct notification *change)
{
	enum tcn_rc rc;

	change->verdict =
	    (struct verdict){ TCN_OUTBOX_PENDING, tcn_str(""), change->now_ms };
	rc = judge_desk(change);
	if (!rc && change->verdict.state == TCN_OUTBOX_PENDING)
		rc = judge_silences(change);
	if (!rc)
		defer_until(&change->verdict,
		    change->notify->quiet(change->notify->ctx, change->rule,
			change->now_ms),
		    "quiet hours");
	return rc;
}

/* The verdict for this receiver: what is common to all, and its cooldown. */
static enum tcn_rc
judge_receiver(struct notification *change, struct tcn_str receiver,
    struct verdict *verdict)
{
	const struct tcn_event *e = change->event;
	int64_t sent_ms;
	enum tcn_rc rc = tcn_outbox_last_sent_ms(change->store, tcn_str(e->id),
	    e->rule, e->story, receiver, &sent_ms);

	*verdict = change->verdict;
	if (rc)
		return rc;
	if (sent_ms == TCN_UNDATED) {
		if (e->state == TCN_EVENT_CLOSED)
			drop(verdict, "no earlier message was sent");
		return TCN_OK;
	}
	defer_until(verdict, sent_ms + change->rule->cooldown_ms, "cooldown");
	return TCN_OK;
}

static enum tcn_rc
put(struct notification *change, const struct tcn_receiver *receiver,
    const struct verdict *verdict)
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
	};
	enum tcn_rc rc;

	tcn_channel_idempotency_key(&named, &key);
	change->message.key = tcn_buf_view(&key);
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
 * the receiver gets the latest state.
 */
static enum tcn_rc
notify_receiver(struct notification *change,
    const struct tcn_receiver *receiver)
{
	const struct tcn_event *e = change->event;
	struct tcn_str name = tcn_str(receiver->name);
	bool asked = (receiver->sends & tcn_receiver_state_bit(e->state)) != 0;
	struct verdict verdict;
	bool held;
	enum tcn_rc rc =
	    tcn_outbox_is_held(change->store, tcn_str(e->id), name, &held);

	if (rc || !(asked || (held && e->state != TCN_EVENT_CLOSED)))
		return rc;
	rc = judge_receiver(change, name, &verdict);
	if (!rc && held && verdict.state != TCN_OUTBOX_DROPPED)
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
	const struct tcn_rule_strs *named = &change->rule->notify;
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
	enum tcn_rc rc;

	tcn_arena_init(&change->arena, 0);
	rc = tcn_store_event(change->store, id.at, &change->arena, &event);
	change->event = event;
	if (rc || !event)
		return rc;
	change->rule = change->notify->rule(change->notify->ctx, event->rule);
	assert(change->rule);
	return judge(change);
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
	rc = begin(&change, tcn_str(event->id));
	if (!rc && change.event)
		rc = tcn_message_gather(change.store, change.event,
		    tcn_severity_name(change.event->severity), notify->address,
		    &change.arena, &change.message);
	change.message.now_ms = now_ms;
	if (!rc && change.event)
		rc = notify_all(&change);
	tcn_arena_fini(&change.arena);
	return rc;
}

enum tcn_rc
tcn_notify_release(const struct tcn_notify *notify, struct tcn_store_tx *tx,
    const struct tcn_outbox_message *m, int64_t now_ms)
{
	struct notification change = {
		.notify = notify,
		.tx = tx,
		.store = tcn_store_of(tx),
		.now_ms = now_ms,
	};
	struct verdict verdict = { TCN_OUTBOX_PENDING, tcn_str(""), now_ms };
	enum tcn_rc rc = begin(&change, m->event);

	if (!rc && change.event)
		rc = judge_receiver(&change, m->receiver, &verdict);
	if (!rc && change.event && change.event->state == TCN_EVENT_CLOSED &&
	    change.event->revision > m->revision)
		drop(&verdict, "the event closed meanwhile");
	if (!rc)
		rc = tcn_outbox_set_state(tx, m->id, verdict.state,
		    verdict.due_ms, verdict.why, (struct tcn_str){ 0 });
	tcn_arena_fini(&change.arena);
	return rc;
}
