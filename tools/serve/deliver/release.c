#include "tools/serve/deliver/release.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/item/severity.h"
#include "sql/outbox_hold.h"
#include "sql/store_read.h"
#include "tools/serve/deliver/channel.h"
#include "tools/serve/deliver/digest.h"
#include "tools/serve/deliver/judge.h"

/* A held message and what is to become of it. */
struct held {
	const struct tcn_outbox_message *message;
	const struct tcn_event *event; /* NULL: it is stored no longer */
	struct tcn_judge_verdict verdict;
	bool done; /* it was dealt with */
	bool folded; /* another of the digest tells of its story */
};

/* Messages of one receiver that are due. */
struct batch {
	const struct tcn_notify *notify;
	struct tcn_store_tx *tx;
	const struct tcn_receiver *receiver; /* NULL: gone from the file */
	struct tcn_arena arena;
	struct held *at;
	size_t n;
	int64_t now_ms;
};

static enum tcn_rc
judge(struct batch *batch, struct held *held)
{
	const struct tcn_store *store = tcn_store_of(batch->tx);
	struct tcn_event *event;
	struct tcn_judge judge;
	enum tcn_rc rc = tcn_store_event(store, held->message->event.at,
	    &batch->arena, &event);

	held->event = event;
	held->verdict = (struct tcn_judge_verdict){ TCN_OUTBOX_PENDING,
		.due_ms = batch->now_ms };
	if (rc || !event)
		return rc;
	rc = tcn_judge_begin(batch->notify, store, event, batch->now_ms,
	    &batch->arena, &judge);
	if (rc)
		return rc;
	return held->message->kind == TCN_OUTBOX_ESCALATION
	    ? tcn_judge_escalation(&judge, held->message, &held->verdict)
	    : tcn_judge_held(&judge, held->message, &held->verdict);
}

/* Sets the message to what its verdict says. */
static enum tcn_rc
apply(struct tcn_store_tx *tx, const struct tcn_outbox_message *m,
    const struct tcn_judge_verdict *verdict, int64_t now_ms)
{
	enum tcn_rc rc = verdict->silence
	    ? tcn_outbox_put_silence(tx, m->id, verdict->silence)
	    : TCN_OK;

	if (rc)
		return rc;
	switch (verdict->state) {
	case TCN_OUTBOX_PENDING:
		return tcn_outbox_release(tx, m->id, now_ms);
	case TCN_OUTBOX_HELD:
		return tcn_outbox_hold(tx, m->id, verdict->by, verdict->due_ms,
		    verdict->why);
	default:
		return tcn_outbox_set_state(tx, m->id, verdict->state, now_ms,
		    verdict->why, (struct tcn_str){ 0 });
	}
}

/* Writes the message anew, with the event as it is now, and releases it. */
static enum tcn_rc
release_anew(struct batch *batch, const struct held *held)
{
	const struct tcn_outbox_message *m = held->message;
	const struct tcn_channel_outgoing named = { .receiver = batch->receiver,
		.event = m->event,
		.revision = m->revision,
		.step = m->step };
	struct tcn_message_content message;
	struct tcn_buf key = { 0 }, body = { 0 };
	enum tcn_rc rc = tcn_message_gather(tcn_store_of(batch->tx),
	    held->event, tcn_severity_name(held->verdict.severity),
	    batch->notify->address, &batch->arena, &message);

	tcn_message_idempotency_key(&named, &key);
	message.words = batch->receiver->words;
	message.key = tcn_buf_view(&key);
	message.now_ms = batch->now_ms;
	message.first = held->verdict.first && !held->verdict.goes_on;
	message.dossier.update = held->verdict.goes_on;
	message.step = m->step;
	if (!rc)
		batch->receiver->channel->write(batch->receiver, &message,
		    &body);
	if (!rc)
		rc = tcn_outbox_release_as(batch->tx, m->id, batch->now_ms,
		    held->verdict.severity, tcn_buf_view(&body));
	tcn_buf_fini(&key);
	tcn_buf_fini(&body);
	return rc;
}

/*
 * What is released says how things are now: its event may have changed, which
 * was too old to be told when it came, and its date would be that of the night.
 */
static enum tcn_rc
release_one(struct batch *batch, const struct held *held)
{
	if (held->verdict.state == TCN_OUTBOX_PENDING && held->event &&
	    batch->receiver)
		return release_anew(batch, held);
	return apply(batch->tx, held->message, &held->verdict, batch->now_ms);
}

/* --- digests --- */

/* Whether both may stand in one digest: the same held them. */
static bool
belongs(const struct held *one, const struct held *other)
{
	enum tcn_outbox_hold by = one->message->held_by;

	if (one->done || by != other->message->held_by)
		return false;
	return by != TCN_OUTBOX_HOLD_RULE_CAP ||
	    tcn_str_equal(one->message->rule, other->message->rule);
}

static bool
is_told(const struct held *held)
{
	return held->event &&
	    (held->verdict.state == TCN_OUTBOX_PENDING ||
		held->verdict.summary);
}

/* Whether one that was written before tells of the same story, by another rule:
 * it stands for this one, which is judged again when that has been told. */
static bool
is_folded(const struct batch *batch, size_t i)
{
	const struct held *one = &batch->at[i];
	uint64_t story = one->event->story;

	for (size_t k = 0; k < i && story; k++) {
		const struct held *other = &batch->at[k];

		if (belongs(other, one) && is_told(other) &&
		    other->event->story == story &&
		    !tcn_str_equal(other->event->rule, one->event->rule))
			return true;
	}
	return false;
}

/* The most severe first, and of one severity the oldest. */
static int
compare(const void *a, const void *b)
{
	const struct tcn_digest_part *one = a, *other = b;

	if (one->severity != other->severity)
		return one->severity > other->severity ? -1 : 1;
	return one->message->id < other->message->id ? -1 : 1;
}

/* Messages an hour, where a cap has held it; else 0. */
static uint64_t
cap_of(const struct batch *batch, const struct held *held)
{
	const struct tcn_notify *notify = batch->notify;

	if (held->message->held_by == TCN_OUTBOX_HOLD_RULE_CAP)
		return notify->rule(notify->ctx, held->message->rule)
		    ->max_per_hour;
	if (held->message->held_by == TCN_OUTBOX_HOLD_RECEIVER_CAP &&
	    batch->receiver)
		return batch->receiver->cap;
	return 0;
}

/* Gathers what belongs to the first, and counts what is not told. */
static void
gather(struct batch *batch, const struct held *first,
    struct tcn_digest_parts *parts, bool *summary)
{
	struct tcn_digest_part *at =
	    tcn_arena_zalloc(&batch->arena, batch->n, sizeof *at);

	*summary = false;
	*parts = (struct tcn_digest_parts){ .at = at,
		.by = first->message->held_by,
		.cap = cap_of(batch, first),
		.resumes_ms = TCN_UNDATED };
	for (size_t i = 0; i < batch->n; i++) {
		struct held *one = &batch->at[i];

		if (!belongs(one, first))
			continue;
		parts->acknowledged += one->verdict.is_acked;
		parts->silenced += one->verdict.by == TCN_OUTBOX_HOLD_SILENCE;
		one->folded = is_told(one) && is_folded(batch, i);
		if (!is_told(one) || one->folded)
			continue;
		*summary |= one->verdict.summary;
		if (one->verdict.summary)
			parts->resumes_ms = one->verdict.due_ms;
		at[parts->n++] = (struct tcn_digest_part){ one->message,
			one->event, one->verdict.severity,
			one->verdict.first && !one->verdict.goes_on };
	}
	qsort(at, parts->n, sizeof *at, compare);
}

static bool
is_digest(const struct batch *batch, const struct tcn_digest_parts *parts,
    bool summary)
{
	if (!batch->receiver || !parts->n)
		return false;
	return summary || parts->by == TCN_OUTBOX_HOLD_DOSSIER ||
	    parts->n > batch->notify->digest_over;
}

/* Deals with all that was held for the reason that held this one. */
static enum tcn_rc
release_like(struct batch *batch, const struct held *first)
{
	struct tcn_digest_parts parts;
	bool summary, digest;
	enum tcn_rc rc = TCN_OK;

	gather(batch, first, &parts, &summary);
	digest = is_digest(batch, &parts, summary);
	if (digest)
		rc = tcn_digest_put(batch->notify, batch->tx, batch->receiver,
		    &parts, batch->now_ms, &batch->arena);
	for (size_t i = 0; !rc && i < batch->n; i++) {
		struct held *one = &batch->at[i];

		if (!belongs(one, first))
			continue;
		/* Each that is told by itself uses up caps and cooldowns. */
		if (!digest || one->folded)
			rc = judge(batch, one);
		if (!rc && !(digest && is_told(one) && !one->folded))
			rc = release_one(batch, one);
		one->done = one != first;
	}
	return rc;
}

enum tcn_rc
tcn_release_held(const struct tcn_notify *notify, struct tcn_store_tx *tx,
    const struct tcn_outbox_list *messages, int64_t now_ms)
{
	struct batch batch = {
		.notify = notify, .tx = tx, .n = messages->n, .now_ms = now_ms
	};
	enum tcn_rc rc = TCN_OK;

	if (!messages->n)
		return TCN_OK;
	tcn_arena_init(&batch.arena, 0);
	batch.receiver =
	    tcn_receiver_find(notify->receivers, messages->at[0].receiver);
	batch.at = tcn_arena_zalloc(&batch.arena, batch.n, sizeof *batch.at);
	for (size_t i = 0; !rc && i < batch.n; i++) {
		batch.at[i].message = &messages->at[i];
		rc = judge(&batch, &batch.at[i]);
	}
	for (size_t i = 0; !rc && i < batch.n; i++) {
		if (!batch.at[i].done)
			rc = release_like(&batch, &batch.at[i]);
		batch.at[i].done = true;
	}
	tcn_arena_fini(&batch.arena);
	return rc;
}

/* --- pending ones --- */

enum tcn_rc
tcn_release_pending(const struct tcn_notify *notify, struct tcn_store_tx *tx,
    const struct tcn_outbox_message *m, int64_t now_ms)
{
	const struct tcn_store *store = tcn_store_of(tx);
	struct tcn_judge_verdict verdict;
	struct tcn_arena arena;
	struct tcn_event *event;
	struct tcn_judge judge;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc = tcn_store_event(store, m->event.at, &arena, &event);
	if (!rc && event) {
		rc = tcn_judge_begin(notify, store, event, now_ms, &arena,
		    &judge);
		if (!rc)
			rc = tcn_judge_pending(&judge, m, &verdict);
		if (!rc && verdict.state != TCN_OUTBOX_PENDING)
			rc = apply(tx, m, &verdict, now_ms);
	}
	tcn_arena_fini(&arena);
	return rc;
}
