#include "tools/serve/deliver/notify.h"

#include <assert.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/item/severity.h"
#include "sql/store_read.h"
#include "tools/serve/deliver/channel.h"
#include "tools/serve/deliver/judge.h"

/* Why a receiver is told of the event. */
enum by {
	BY_RULE, /* its rule names it */
	BY_REACHED, /* a step of the escalation that has been reached */
	BY_UNREACHED, /* one that has not, or not by the counts of now */
	BY_TIME, /* one that will be when nobody acknowledges the event */
};

/* One change of an event, on its way to the receivers. */
struct notification {
	const struct tcn_notify *notify;
	struct tcn_store_tx *tx;
	const struct tcn_store *store; /* that of tx */
	const struct tcn_event *event; /* with terms and evidence */
	struct tcn_arena arena;
	struct tcn_message_content message;
	struct tcn_judge judge;
	int64_t held_ms; /* of the receiver's held message; TCN_UNDATED */
	enum by by;
	const struct tcn_rule_escalation *step; /* with all but BY_RULE */
	struct tcn_str desk; /* of the current receiver; empty: by itself */
	int64_t now_ms;
};

/*
 * A cap tells of what it has held for so long, also when a revision has taken
 * the place of another meanwhile: that one's age is handed on.
 */
static int64_t
created_ms(const struct notification *change,
    const struct tcn_judge_verdict *verdict)
{
	bool capped = verdict->by == TCN_OUTBOX_HOLD_RULE_CAP ||
	    verdict->by == TCN_OUTBOX_HOLD_RECEIVER_CAP;

	return capped && change->held_ms != TCN_UNDATED ? change->held_ms
							: change->now_ms;
}

/* step: of an escalation, or 0. */
static enum tcn_rc
put(struct notification *change, const struct tcn_receiver *receiver,
    uint32_t step, const struct tcn_judge_verdict *verdict)
{
	const struct tcn_event *e = change->event;
	const struct tcn_channel_outgoing named = {
		.receiver = receiver,
		.event = tcn_str(e->id),
		.revision = e->revision,
		.step = step,
	};
	struct tcn_buf key = { 0 }, body = { 0 };
	struct tcn_outbox_message m = {
		.event = tcn_str(e->id),
		.revision = e->revision,
		.story = e->story,
		.rule = e->rule,
		.desk = change->desk,
		.receiver = tcn_str(receiver->name),
		.created_ms = created_ms(change, verdict),
		.due_ms = verdict->due_ms,
		.state = verdict->state,
		.why = verdict->why,
		.kind = step ? TCN_OUTBOX_ESCALATION : TCN_OUTBOX_EVENT,
		.step = step,
		.severity = verdict->severity,
		.held_by = verdict->by,
		.silence = verdict->silence,
	};
	enum tcn_rc rc;

	tcn_message_idempotency_key(&named, &key);
	change->message.words = receiver->words;
	change->message.key = tcn_buf_view(&key);
	change->message.first = verdict->first && !verdict->goes_on;
	change->message.dossier.update = verdict->goes_on;
	change->message.step = step;
	receiver->channel->write(receiver, &change->message, &body);
	m.body = tcn_buf_view(&body);
	rc = tcn_outbox_put(change->tx, &m);
	tcn_buf_fini(&key);
	tcn_buf_fini(&body);
	return rc;
}

/*
 * Whether the receiver gets this change. It may not ask for the state and yet
 * have an earlier message that is still held ("open", say): then this revision
 * takes its place, so that the receiver gets the latest state, also when the
 * event closes. What goes on a story that it was told of is an update. One that
 * an escalation adds gets its first message whatever the
 * state, and none before the step is reached.
 */
static bool
gets(const struct notification *change, const struct tcn_receiver *receiver,
    const struct tcn_judge_verdict *verdict)
{
	bool held = change->held_ms != TCN_UNDATED;
	enum tcn_event_state state = change->event->state;

	if (change->by == BY_REACHED && verdict->first &&
	    state == TCN_EVENT_UPDATED)
		state = TCN_EVENT_OPEN;
	if (state == TCN_EVENT_OPEN && verdict->goes_on)
		state = TCN_EVENT_UPDATED;
	if (change->by == BY_UNREACHED && verdict->first && !held)
		return false;
	return held || (receiver->sends & tcn_receiver_state_bit(state)) != 0;
}

static enum tcn_rc
notify_receiver(struct notification *change,
    const struct tcn_receiver *receiver)
{
	const struct tcn_event *e = change->event;
	struct tcn_str id = tcn_str(e->id), name = tcn_str(receiver->name);
	struct tcn_judge_verdict verdict;
	bool held, was_put, ends = e->state == TCN_EVENT_CLOSED;
	enum tcn_rc rc =
	    tcn_outbox_is_put(change->store, id, e->revision, name, &was_put);

	if (rc || was_put) /* it stands in several desks */
		return rc;
	rc = tcn_outbox_held_since(change->store, id, name, &change->held_ms);
	held = change->held_ms != TCN_UNDATED;
	if (!rc && change->by == BY_RULE && !held &&
	    !(receiver->sends & tcn_receiver_state_bit(e->state)))
		return TCN_OK;
	if (!rc)
		rc = tcn_judge_new(&change->judge, name, held, &verdict);
	if (rc || !gets(change, receiver, &verdict))
		return rc;
	if (held && (ends || verdict.state != TCN_OUTBOX_DROPPED))
		rc = tcn_outbox_supersede(change->tx, id, name, change->now_ms);
	return rc ? rc : put(change, receiver, 0, &verdict);
}

/* The message of a step by time waits for somebody to acknowledge the event. */
static enum tcn_rc
await(struct notification *change, const struct tcn_receiver *receiver)
{
	const struct tcn_rule_escalations *all = &change->judge.rule->escalate;
	const struct tcn_judge_verdict verdict = {
		.state = TCN_OUTBOX_HELD,
		.by = TCN_OUTBOX_HOLD_ESCALATION,
		.why = TCN_STR("unless somebody acknowledges the event"),
		.due_ms = change->now_ms + change->step->unacknowledged_ms,
		.severity = change->judge.severity,
	};

	return put(change, receiver, (uint32_t)(change->step - all->at) + 1,
	    &verdict);
}

static enum tcn_rc
tell(struct notification *change, const struct tcn_receiver *receiver)
{
	return change->by == BY_TIME ? await(change, receiver)
				     : notify_receiver(change, receiver);
}

static enum tcn_rc
notify_desk(struct notification *change, const struct tcn_receiver_desk *desk)
{
	enum tcn_rc rc = TCN_OK;

	change->desk = tcn_str(desk->name);
	for (size_t i = 0; !rc && i < desk->names.n; i++)
		rc = tell(change, desk->receivers[i]);
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
	return one ? tell(change, one) : TCN_OK;
}

/* named n 0: all desks, or if there are none all receivers. */
static enum tcn_rc
notify_all(struct notification *change, const struct tcn_rule_strs *named)
{
	const struct tcn_receiver_set *all = change->notify->receivers;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < named->n; i++)
		rc = notify_named(change, named->at[i]);
	if (named->n)
		return rc;
	for (size_t i = 0; !rc && i < all->desks_n; i++)
		rc = notify_desk(change, &all->desks[i]);
	change->desk = tcn_str("");
	for (size_t i = 0; !rc && !all->desks_n && i < all->n; i++)
		rc = tell(change, &all->at[i]);
	return rc;
}

/*
 * The receivers that a step adds. A step by time without receivers tells those
 * of the rule again.
 */
static enum tcn_rc
escalate(struct notification *change, const struct tcn_rule_escalation *step)
{
	const struct tcn_event *e = change->event;
	const struct tcn_rule *rule = change->judge.rule;
	bool fires =
	    e->state == TCN_EVENT_OPEN || e->state == TCN_EVENT_REOPENED;
	enum tcn_rc rc = TCN_OK;

	change->step = step;
	change->by = tcn_rule_escalation_reached(step, e->items, e->origins,
			 e->publishers)
	    ? BY_REACHED
	    : BY_UNREACHED;
	if (step->notify.n)
		rc = notify_all(change, &step->notify);
	change->by = BY_TIME;
	if (!rc && step->unacknowledged_ms && fires)
		rc = notify_all(change,
		    step->notify.n ? &step->notify : &rule->notify);
	return rc;
}

static enum tcn_rc
notify_rule(struct notification *change)
{
	const struct tcn_rule *rule = change->judge.rule;
	enum tcn_rc rc;

	change->by = BY_RULE;
	rc = notify_all(change, &rule->notify);
	for (size_t i = 0; !rc && i < rule->escalate.n; i++)
		rc = escalate(change, &rule->escalate.at[i]);
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
		    tcn_severity_name(change->judge.severity),
		    change->notify->address, &change->arena, &change->message);
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
		rc = notify_rule(&change);
	tcn_arena_fini(&change.arena);
	return rc;
}
