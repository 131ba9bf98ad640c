#include "tools/serve/deliver/sender.h"

#include <assert.h>
#include <event2/event.h>
#include <inttypes.h>
#include <stdio.h>
#include <xxhash.h>

#include "engine/base/arena.h"
#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/base/timeval.h"
#include "tools/serve/deliver/recheck.h"
#include "tools/serve/deliver/release.h"
#include "tools/serve/deliver/transport.h"

/* Other programs write to the outbox too, without waking the loop. */
#define POLL_MS ((int64_t)2000)

/* Time between two searches for old messages. */
#define EXPIRE_MS ((int64_t)60000)

/* One receiver, and the message that is being sent to it. */
struct lane {
	struct tcn_sender *sender;
	const struct tcn_receiver *receiver;
	bool sending, finished; /* at most one of them; neither: idle */
	struct tcn_arena arena; /* holds the message and its result */
	struct tcn_outbox_message *message; /* NULL: idle */
	struct tcn_channel_outgoing outgoing;
	int64_t began_ms; /* of this try, by the monotonic clock */
	int64_t backoff_until_ms; /* by the monotonic clock */
	uint32_t failures; /* in a row */
	struct tcn_sender_counts counts;

	/* The result of the try, until the message is marked. */
	bool ok, permanent;
	int64_t ended_ms, took_ms, status, retry_after_ms;
	struct tcn_str error, handle; /* in arena */
};

struct tcn_sender {
	struct tcn_sender_conf conf;
	const struct tcn_store *store;
	struct event_base *base;
	struct event *due;
	struct tcn_transport *transport;
	const struct tcn_gate *gate; /* NULL: always open */
	struct lane *lanes;
	size_t lanes_n;
	struct tcn_arena arena; /* of one step */
	struct tcn_recheck again;
	int64_t expire_ms; /* the next search, by the monotonic clock */
	bool failed;
};

int64_t
tcn_sender_retry_at_ms(const struct tcn_sender_conf *conf, uint64_t id,
    uint32_t tries, int64_t now_ms)
{
	int64_t wait_ms = conf->retry_least_ms;
	uint64_t hash = XXH3_64bits_withSeed(&id, sizeof id, tries);

	assert(tries > 0 && wait_ms > 0);
	for (uint32_t i = 1; i < tries && wait_ms < conf->retry_most_ms; i++)
		wait_ms *= 2;
	if (wait_ms > conf->retry_most_ms)
		wait_ms = conf->retry_most_ms;
	return now_ms + wait_ms / 2 +
	    (int64_t)(hash % (uint64_t)(wait_ms / 2 + 1));
}

/* --- the result of a try --- */

static void
log_try(const struct lane *lane, enum tcn_outbox_state state)
{
	struct tcn_log log;

	if (state == TCN_OUTBOX_SENT)
		tcn_log_begin(&log, TCN_LOG_INFO, "sent");
	else if (state == TCN_OUTBOX_DEAD)
		tcn_log_begin(&log, TCN_LOG_ERROR, "dead");
	else
		tcn_log_begin(&log, TCN_LOG_WARN, "retry");
	tcn_log_str(&log, "receiver", tcn_str(lane->receiver->name));
	tcn_log_str(&log, "event", lane->message->event);
	tcn_log_count(&log, "revision", lane->message->revision);
	tcn_log_count(&log, "message", lane->message->id);
	tcn_log_count(&log, "took_ms", (uint64_t)lane->took_ms);
	if (lane->error.n)
		tcn_log_str(&log, "error", lane->error);
	tcn_log_end(&log);
}

/* The message was to edit an earlier one, which the receiver no longer has: it
 * is sent as a new one at the next try. */
static bool
is_gone(const struct lane *lane)
{
	return lane->status == 404 && lane->outgoing.handle.n != 0;
}

/* The next state of the message; *at_ms: since when, or when it is due. */
static enum tcn_outbox_state
judge(struct lane *lane, int64_t *at_ms)
{
	const struct tcn_sender_conf *conf = &lane->sender->conf;
	const struct tcn_outbox_message *m = lane->message;
	int64_t written_ms =
	    m->released_ms == TCN_UNDATED ? m->created_ms : m->released_ms;
	uint32_t tries = m->tries + 1;
	int64_t next_ms =
	    tcn_sender_retry_at_ms(conf, m->id, tries, lane->ended_ms);

	*at_ms = lane->ended_ms;
	if (lane->ok)
		return TCN_OUTBOX_SENT;
	if (next_ms < lane->ended_ms + lane->retry_after_ms)
		next_ms = lane->ended_ms + lane->retry_after_ms;
	if (is_gone(lane) && tries < conf->tries_max)
		return TCN_OUTBOX_PENDING;
	if (lane->permanent || tries >= conf->tries_max ||
	    next_ms - written_ms > conf->age_max_ms)
		return TCN_OUTBOX_DEAD;
	*at_ms = next_ms;
	return TCN_OUTBOX_PENDING;
}

/*
 * Sets when the lane may send again: after the receiver's pause, or after a
 * failure (of whichever message) after the back-off.
 */
static void
back_off(struct lane *lane)
{
	const struct tcn_sender_conf *conf = &lane->sender->conf;
	int64_t now_ms = lane->began_ms + lane->took_ms;

	lane->failures = lane->ok || lane->permanent ? 0 : lane->failures + 1;
	lane->backoff_until_ms = now_ms + lane->receiver->pause_ms;
	if (lane->failures)
		lane->backoff_until_ms =
		    tcn_sender_retry_at_ms(conf, 0, lane->failures, now_ms);
	if (lane->backoff_until_ms < now_ms + lane->retry_after_ms)
		lane->backoff_until_ms = now_ms + lane->retry_after_ms;
}

/* Stores the try and the message's new state. */
static enum tcn_rc
mark(struct lane *lane, struct tcn_store_tx *tx)
{
	const struct tcn_outbox_attempt one = {
		.at_ms = lane->ended_ms - lane->took_ms,
		.took_ms = lane->took_ms,
		.status = lane->status,
		.error = lane->error,
	};
	int64_t at_ms;
	enum tcn_outbox_state state = judge(lane, &at_ms);
	enum tcn_rc rc = tcn_outbox_put_attempt(tx, lane->message->id, &one);

	if (!rc)
		rc = tcn_outbox_set_state(tx, lane->message->id, state, at_ms,
		    state == TCN_OUTBOX_DEAD ? lane->error : tcn_str(""),
		    lane->handle);
	if (!rc && is_gone(lane))
		rc = tcn_outbox_forget_handle(tx, lane->message->event,
		    lane->message->receiver);
	if (!rc && state == TCN_OUTBOX_PENDING)
		rc = lane->sender->conf.recheck(lane->sender->conf.ctx, tx,
		    lane->message, lane->ended_ms);
	if (rc)
		return rc;
	back_off(lane);
	lane->counts.sent += state == TCN_OUTBOX_SENT;
	lane->counts.dead += state == TCN_OUTBOX_DEAD;
	lane->counts.failed += !lane->ok;
	lane->counts.took_ms += lane->took_ms;
	log_try(lane, state);
	lane->finished = false;
	lane->message = NULL;
	return TCN_OK;
}

static void
on_result(void *ctx, const struct tcn_transport_result *result)
{
	struct lane *lane = ctx;
	const char *error = result->error ? result->error : "";

	assert(lane->sending && !lane->finished && lane->message);
	lane->ok = result->ok;
	lane->permanent = result->permanent;
	lane->ended_ms = tcn_now_wall_ms();
	lane->took_ms = tcn_now_monotonic_ms() - lane->began_ms;
	lane->status = result->status;
	lane->retry_after_ms = result->retry_after_ms;
	lane->handle = (struct tcn_str){ 0 };
	tcn_arena_str(&lane->arena, tcn_str(error), &lane->error);
	if (result->handle.n)
		tcn_arena_str(&lane->arena, result->handle, &lane->handle);
	lane->sending = false;
	lane->finished = true;
	tcn_sender_wake(lane->sender);
}

/* --- one step --- */

static enum tcn_rc
store_failed(struct tcn_sender *sender, enum tcn_rc rc)
{
	if (!rc)
		return rc;
	sender->failed = true;
	sender->conf.failed(sender->conf.ctx, rc,
	    tcn_store_error(sender->store));
	return rc;
}

static void
sooner(int64_t *at_ms, int64_t other_ms)
{
	if (other_ms < *at_ms)
		*at_ms = other_ms;
}

/* Messages that are too old die. */
static enum tcn_rc
expire_old(struct tcn_sender *sender, struct tcn_store_tx *tx, int64_t now_ms)
{
	struct tcn_log log;
	uint64_t n = 0;
	enum tcn_rc rc =
	    tcn_outbox_expire(tx, now_ms - sender->conf.age_max_ms, now_ms, &n);

	sender->expire_ms = tcn_now_monotonic_ms() + EXPIRE_MS;
	if (rc || !n)
		return rc;
	tcn_log_begin(&log, TCN_LOG_ERROR, "dead");
	tcn_log_count(&log, "messages", n);
	tcn_log_str(&log, "error",
	    tcn_str("expired: older than deliver.age_max"));
	tcn_log_end(&log);
	return TCN_OK;
}

static bool
is_sending(const struct tcn_sender *sender, uint64_t id)
{
	for (size_t i = 0; i < sender->lanes_n; i++)
		if (sender->lanes[i].message &&
		    sender->lanes[i].message->id == id)
			return true;
	return false;
}

/* A message that is under way is judged when its try has failed (mark). */
static enum tcn_rc
judge_again(struct tcn_sender *sender, struct tcn_store_tx *tx, int64_t now_ms)
{
	struct tcn_outbox_list pending;
	enum tcn_rc rc = tcn_recheck_write(&sender->again, tx, now_ms,
	    &sender->arena, &pending);

	for (size_t i = 0; !rc && i < pending.n; i++)
		if (!is_sending(sender, pending.at[i].id))
			rc = sender->conf.recheck(sender->conf.ctx, tx,
			    &pending.at[i], now_ms);
	return rc;
}

/*
 * In one transaction: marks finished messages, judges again what has to be,
 * releases held ones that are due, and now and then gives up old ones. None is
 * begun for nothing.
 */
static enum tcn_rc
write_all(struct tcn_sender *sender, const struct tcn_outbox_list *held,
    bool judges, int64_t now_ms)
{
	bool expires = tcn_now_monotonic_ms() >= sender->expire_ms &&
	    tcn_gate_is_open(sender->gate);
	bool any = held->n || expires || judges;
	struct tcn_store_tx *tx;
	enum tcn_rc rc;

	for (size_t i = 0; i < sender->lanes_n; i++)
		any |= sender->lanes[i].finished;
	if (!any)
		return TCN_OK;
	rc = sender->conf.begin(sender->conf.ctx, &tx);
	for (size_t i = 0; !rc && i < sender->lanes_n; i++)
		if (sender->lanes[i].finished)
			rc = mark(&sender->lanes[i], tx);
	if (!rc && held->n)
		rc = sender->conf.release(sender->conf.ctx, tx, held, now_ms);
	if (!rc && judges)
		rc = judge_again(sender, tx, now_ms);
	if (!rc && expires)
		rc = expire_old(sender, tx, now_ms);
	return sender->conf.end(sender->conf.ctx, rc);
}

/* Sends the lane's message. A start that fails counts as a failed try. */
static enum tcn_rc
send_message(struct lane *lane, int64_t now_ms)
{
	struct tcn_sender *sender = lane->sender;
	const struct tcn_outbox_message *m = lane->message;
	struct tcn_transport_result failed = { .ok = false };
	enum tcn_rc rc;

	lane->outgoing = (struct tcn_channel_outgoing){
		.receiver = lane->receiver,
		.event = m->event,
		.revision = m->revision,
		.step = m->step,
		.body = m->body,
		.handle = tcn_str(""),
		.now_ms = now_ms,
	};
	/* An escalation is to be noticed: it edits no earlier message. */
	rc = m->step ? TCN_OK
		     : tcn_outbox_handle(sender->store, m->event,
			   tcn_str(lane->receiver->name), &lane->arena,
			   &lane->outgoing.handle);
	if (rc)
		return rc;
	lane->sending = true;
	lane->began_ms = tcn_now_monotonic_ms();
	failed.error = "it cannot be started";
	if (tcn_transport_send(sender->transport, &lane->outgoing, on_result,
		lane))
		on_result(lane, &failed);
	return TCN_OK;
}

/* Sends the lane's next message if it is idle; lowers *next_ms to its turn. */
static enum tcn_rc
fill_lane(struct lane *lane, int64_t now_ms, int64_t *next_ms)
{
	int64_t due_ms, wait_ms;
	enum tcn_rc rc;

	if (lane->sending || lane->finished ||
	    !tcn_gate_is_open(lane->sender->gate))
		return TCN_OK;
	wait_ms = lane->backoff_until_ms - tcn_now_monotonic_ms();
	if (wait_ms > 0) {
		sooner(next_ms, now_ms + wait_ms);
		return TCN_OK;
	}
	tcn_arena_reset(&lane->arena);
	rc = tcn_outbox_next(lane->sender->store, tcn_str(lane->receiver->name),
	    now_ms, &lane->arena, &lane->message, &due_ms);
	sooner(next_ms, due_ms);
	return rc || !lane->message ? rc : send_message(lane, now_ms);
}

static enum tcn_rc
mark_finished(struct tcn_sender *sender)
{
	const struct tcn_outbox_list none = { 0 };

	return write_all(sender, &none, false, tcn_now_wall_ms());
}

/*
 * Writes results, then, unless the gate is shut, fills the lanes; *next_ms: how
 * long to wait then. More to judge comes first, in the next step.
 */
static enum tcn_rc
step(struct tcn_sender *sender, int64_t *next_ms)
{
	int64_t now_ms = tcn_now_wall_ms(), held_ms = INT64_MAX;
	struct tcn_outbox_list held = { 0 };
	bool judges, more;
	enum tcn_rc rc;

	*next_ms = POLL_MS;
	if (!tcn_gate_is_open(sender->gate))
		return mark_finished(sender);
	*next_ms += now_ms;
	tcn_arena_reset(&sender->arena);
	rc = tcn_recheck_look(&sender->again, now_ms, tcn_now_monotonic_ms(),
	    &judges);
	if (!rc)
		rc = tcn_outbox_due_held(sender->store, now_ms, TCN_RELEASE_MAX,
		    &sender->arena, &held, &held_ms);
	sooner(next_ms, held_ms);
	if (!rc)
		rc = write_all(sender, &held, judges, now_ms);
	more = held.n || judges;
	if (more)
		*next_ms = now_ms;
	for (size_t i = 0; !rc && !more && i < sender->lanes_n; i++)
		rc = fill_lane(&sender->lanes[i], now_ms, next_ms);
	*next_ms = *next_ms > now_ms ? *next_ms - now_ms : 0;
	return rc;
}

static void
on_due(evutil_socket_t fd, short what, void *of)
{
	struct tcn_sender *sender = of;
	struct timeval in;
	int64_t wait_ms;

	(void)fd, (void)what;
	if (sender->failed ||
	    (sender->conf.busy && sender->conf.busy(sender->conf.ctx)))
		return; /* the commit will wake the sender */
	if (store_failed(sender, step(sender, &wait_ms)))
		return;
	in = tcn_timeval(wait_ms);
	if (!evtimer_pending(sender->due, NULL))
		evtimer_add(sender->due, &in);
}

void
tcn_sender_wake(struct tcn_sender *sender)
{
	struct timeval now = { 0 };

	evtimer_add(sender->due, &now);
}

void
tcn_sender_set_gate(struct tcn_sender *sender, const struct tcn_gate *gate)
{
	sender->gate = gate;
	tcn_transport_set_gate(sender->transport, gate);
}

void
tcn_sender_recheck(struct tcn_sender *sender, unsigned holds)
{
	tcn_recheck_mark_held(&sender->again, holds);
	tcn_sender_wake(sender);
}

enum tcn_rc
tcn_sender_flush(struct tcn_sender *sender)
{
	return sender->failed ? TCN_OK
			      : store_failed(sender, mark_finished(sender));
}

/* --- beginning and end --- */

static void
close_lanes(struct tcn_sender *sender)
{
	tcn_transport_free(sender->transport);
	sender->transport = NULL;
	for (size_t i = 0; i < sender->lanes_n; i++)
		tcn_arena_fini(&sender->lanes[i].arena);
	tcn_mem_free(sender->lanes);
	sender->lanes = NULL;
	sender->lanes_n = 0;
}

static void
open_lanes(struct tcn_sender *sender, const struct tcn_receiver_set *receivers)
{
	sender->lanes = tcn_mem_calloc(receivers->n + 1, sizeof *sender->lanes);
	for (; sender->lanes_n < receivers->n; sender->lanes_n++) {
		struct lane *lane = &sender->lanes[sender->lanes_n];

		lane->sender = sender;
		lane->receiver = &receivers->at[sender->lanes_n];
		tcn_arena_init(&lane->arena, 4096);
	}
	sender->transport =
	    tcn_transport_new(sender->base, sender->conf.user_agent);
	tcn_transport_set_linker(sender->transport, sender->conf.linker);
	tcn_transport_set_gate(sender->transport, sender->gate);
	tcn_transport_set_browser(sender->transport, sender->conf.browser);
}

struct tcn_sender *
tcn_sender_new(struct event_base *base, const struct tcn_sender_conf *conf,
    const struct tcn_receiver_set *receivers, const struct tcn_store *store)
{
	struct tcn_sender *sender = tcn_mem_calloc(1, sizeof *sender);

	assert(base && receivers && store && conf->begin && conf->end &&
	    conf->release && conf->recheck && conf->failed);
	assert(conf->retry_least_ms > 0 && conf->retry_most_ms > 0);
	sender->conf = *conf;
	sender->store = store;
	sender->base = base;
	tcn_recheck_init(&sender->again, store);
	/* What grew old while no daemon ran is tried before it expires. */
	sender->expire_ms = tcn_now_monotonic_ms() + EXPIRE_MS;
	tcn_arena_init(&sender->arena, 4096);
	sender->due = evtimer_new(base, on_due, sender);
	if (!sender->due)
		tcn_mem_end();
	open_lanes(sender, receivers);
	tcn_sender_wake(sender);
	return sender;
}

void
tcn_sender_free(struct tcn_sender *sender)
{
	if (!sender)
		return;
	close_lanes(sender);
	if (sender->due)
		event_free(sender->due);
	tcn_arena_fini(&sender->arena);
	tcn_mem_free(sender);
}

enum tcn_rc
tcn_sender_set_receivers(struct tcn_sender *sender,
    const struct tcn_receiver_set *receivers)
{
	enum tcn_rc rc = tcn_sender_flush(sender);

	if (rc)
		return rc;
	close_lanes(sender);
	tcn_sender_recheck(sender, TCN_RECHECK_ALL);
	open_lanes(sender, receivers);
	tcn_sender_wake(sender);
	return TCN_OK;
}

const char *
tcn_sender_lane(const struct tcn_sender *sender, size_t i,
    struct tcn_sender_counts *counts)
{
	if (i >= sender->lanes_n)
		return NULL;
	*counts = sender->lanes[i].counts;
	return sender->lanes[i].receiver->name;
}

/* --- the validator --- */

static enum tcn_rc
check_lane(const struct tcn_sender *sender, const struct lane *lane,
    struct tcn_err *err)
{
	const char *wrong = NULL;

	if (lane->sender != sender || !lane->receiver)
		wrong = "has no receiver or another sender";
	else if (lane->sending && lane->finished)
		wrong = "sends a message that has finished";
	else if ((lane->sending || lane->finished) != (lane->message != NULL))
		wrong = "has a message while it is idle, or none while it "
			"sends";
	else if (lane->message && lane->outgoing.receiver != lane->receiver)
		wrong = "sends to another's receiver";
	return wrong ? tcn_err_set(err, TCN_CORRUPT, "lane %zu %s",
			   (size_t)(lane - sender->lanes), wrong)
		     : TCN_OK;
}

enum tcn_rc
tcn_sender_check(const struct tcn_sender *sender, struct tcn_err *err)
{
	size_t sending = 0, requests = 0;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < sender->lanes_n; i++) {
		rc = check_lane(sender, &sender->lanes[i], err);
		sending += sender->lanes[i].sending;
	}
	if (!rc && sender->transport)
		rc = tcn_transport_check(sender->transport, &requests, err);
	if (!rc && requests != sending)
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "%zu lanes send, but %zu requests are under way", sending,
		    requests);
	return rc;
}
