#include "tools/deliver/deliver.h"

#include <event2/event.h>
#include <inttypes.h>
#include <stdio.h>
#include <xxhash.h>

#include "engine/base/arena.h"
#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/deliver/carry.h"

#define LOOK_MS  ((int64_t)2000) /* other programs write to the outbox too */
#define TIDY_MS  ((int64_t)60000) /* between two looks at what is old */
#define HELD_MAX 100 /* released in one transaction */

/* One receiver, and the message it is being sent. */
struct lane {
	struct tcn_deliver *deliver;
	const struct tcn_receiver *receiver;
	bool sending, finished; /* neither: idle */
	struct tcn_arena arena; /* the message at hand */
	struct tcn_message *message;
	struct tcn_sending what;
	int64_t began_ms; /* by the monotonic clock */
	int64_t rests_ms; /* until then, by the wall clock */
	uint32_t failures; /* in a row */
	struct tcn_deliver_counts counts;

	/* What came of it, until it is marked. */
	bool ok, for_good;
	int64_t ended_ms, took_ms, status, retry_after_ms;
	struct tcn_str error, handle; /* in arena */
};

struct tcn_deliver {
	struct tcn_deliver_conf conf;
	struct tcn_store *store;
	struct event_base *base;
	struct event *due;
	struct tcn_carry *carry;
	struct lane *lanes;
	size_t lanes_n;
	struct tcn_arena arena; /* of one step */
	int64_t tidied_ms;
	bool failed;
};

int64_t
tcn_deliver_next_ms(const struct tcn_deliver_conf *conf, uint64_t id,
    uint32_t tries, int64_t now_ms)
{
	int64_t wait_ms = conf->retry_least_ms;
	uint64_t hash = XXH3_64bits_withSeed(&id, sizeof id, tries);

	for (uint32_t i = 1; i < tries && wait_ms < conf->retry_most_ms; i++)
		wait_ms *= 2;
	if (wait_ms > conf->retry_most_ms)
		wait_ms = conf->retry_most_ms;
	return now_ms + wait_ms / 2 +
	    (int64_t)(hash % (uint64_t)(wait_ms / 2 + 1));
}

/* --- what came of a message --- */

static void
log_try(const struct lane *lane, enum tcn_message_state state)
{
	const char *word = state == TCN_MESSAGE_SENT ? "sent"
	    : state == TCN_MESSAGE_DEAD              ? "dead"
						     : "retry";
	struct tcn_log log;

	tcn_log_begin(&log,
	    state == TCN_MESSAGE_SENT       ? TCN_LOG_INFO
		: state == TCN_MESSAGE_DEAD ? TCN_LOG_ERROR
					    : TCN_LOG_WARN,
	    word);
	tcn_log_str(&log, "receiver", tcn_str(lane->receiver->name));
	tcn_log_str(&log, "event", lane->message->event);
	tcn_log_count(&log, "revision", lane->message->revision);
	tcn_log_count(&log, "message", lane->message->id);
	tcn_log_count(&log, "took_ms", (uint64_t)lane->took_ms);
	if (lane->error.n)
		tcn_log_str(&log, "error", lane->error);
	tcn_log_end(&log);
}

/* It was to change what is gone there: it is sent anew in its place. */
static bool
is_gone(const struct lane *lane)
{
	return lane->status == 404 && lane->what.handle.n != 0;
}

/* Where the message goes from here, and when. */
static enum tcn_message_state
judge(struct lane *lane, int64_t *at_ms)
{
	const struct tcn_deliver_conf *conf = &lane->deliver->conf;
	const struct tcn_message *m = lane->message;
	uint32_t tries = m->tries + 1;
	int64_t next_ms =
	    tcn_deliver_next_ms(conf, m->id, tries, lane->ended_ms);

	*at_ms = lane->ended_ms;
	if (lane->ok)
		return TCN_MESSAGE_SENT;
	if (next_ms < lane->ended_ms + lane->retry_after_ms)
		next_ms = lane->ended_ms + lane->retry_after_ms;
	if (is_gone(lane) && tries < conf->tries_max)
		return TCN_MESSAGE_PENDING;
	if (lane->for_good || tries >= conf->tries_max ||
	    next_ms - m->created_ms > conf->age_max_ms)
		return TCN_MESSAGE_DEAD;
	*at_ms = next_ms;
	return TCN_MESSAGE_PENDING;
}

/* The lane rests: after a failure longer and longer, whichever message. */
static void
rest(struct lane *lane)
{
	const struct tcn_deliver_conf *conf = &lane->deliver->conf;

	lane->failures = lane->ok || lane->for_good ? 0 : lane->failures + 1;
	lane->rests_ms = lane->ended_ms + lane->receiver->pause_ms;
	if (lane->failures)
		lane->rests_ms = tcn_deliver_next_ms(conf, 0, lane->failures,
		    lane->ended_ms);
	if (lane->rests_ms < lane->ended_ms + lane->retry_after_ms)
		lane->rests_ms = lane->ended_ms + lane->retry_after_ms;
}

static enum tcn_rc
mark(struct lane *lane)
{
	const struct tcn_message_try one = {
		.at_ms = lane->ended_ms - lane->took_ms,
		.took_ms = lane->took_ms,
		.status = lane->status,
		.error = lane->error,
	};
	struct tcn_store *store = lane->deliver->store;
	int64_t at_ms;
	enum tcn_message_state state = judge(lane, &at_ms);
	enum tcn_rc rc = tcn_store_put_try(store, lane->message->id, &one);

	if (!rc)
		rc = tcn_store_settle_message(store, lane->message->id, state,
		    at_ms,
		    state == TCN_MESSAGE_DEAD ? lane->error : tcn_str(""),
		    lane->handle);
	if (!rc && is_gone(lane))
		rc = tcn_store_forget_handle(store, lane->message->event,
		    lane->message->receiver);
	if (rc)
		return rc;
	rest(lane);
	lane->counts.sent += state == TCN_MESSAGE_SENT;
	lane->counts.dead += state == TCN_MESSAGE_DEAD;
	lane->counts.failed += !lane->ok;
	lane->counts.took_ms += lane->took_ms;
	log_try(lane, state);
	lane->finished = false;
	lane->message = NULL;
	return TCN_OK;
}

static void
on_carried(void *ctx, const struct tcn_carried *carried)
{
	struct lane *lane = ctx;
	const char *error = carried->error ? carried->error : "";

	lane->ok = carried->ok;
	lane->for_good = carried->for_good;
	lane->ended_ms = tcn_now_wall_ms();
	lane->took_ms = tcn_now_monotonic_ms() - lane->began_ms;
	lane->status = carried->status;
	lane->retry_after_ms = carried->retry_after_ms;
	lane->handle = (struct tcn_str){ 0 };
	if (!tcn_arena_str(&lane->arena, tcn_str(error), &lane->error))
		lane->error = tcn_str("");
	if (carried->handle.n &&
	    !tcn_arena_str(&lane->arena, carried->handle, &lane->handle))
		lane->handle = (struct tcn_str){ 0 };
	lane->sending = false;
	lane->finished = true;
	tcn_deliver_wake(lane->deliver);
}

/* --- one step --- */

static enum tcn_rc
store_failed(struct tcn_deliver *d, enum tcn_rc rc)
{
	if (!rc)
		return rc;
	tcn_store_rollback(d->store);
	d->failed = true;
	d->conf.failed(d->conf.ctx, rc, tcn_store_error(d->store));
	return rc;
}

static void
sooner(int64_t *at_ms, int64_t other_ms)
{
	if (other_ms < *at_ms)
		*at_ms = other_ms;
}

/* What is too old to be told, and what need not be kept any longer. */
static enum tcn_rc
tidy(struct tcn_deliver *d, int64_t now_ms)
{
	struct tcn_log log;
	uint64_t n = 0;
	enum tcn_rc rc = tcn_store_age_messages(d->store,
	    now_ms - d->conf.age_max_ms, now_ms, &n);

	if (!rc)
		rc = tcn_store_forget_messages(d->store,
		    now_ms - d->conf.keep_ms);
	d->tidied_ms = now_ms;
	if (rc || !n)
		return rc;
	tcn_log_begin(&log, TCN_LOG_ERROR, "dead");
	tcn_log_count(&log, "messages", n);
	tcn_log_str(&log, "error", tcn_str("too old to be told"));
	tcn_log_end(&log);
	return TCN_OK;
}

/* Marks what has finished, moves on what was held: one transaction, if any. */
static enum tcn_rc
write_all(struct tcn_deliver *d, const struct tcn_message_list *held,
    int64_t now_ms)
{
	bool tidies = now_ms - d->tidied_ms >= TIDY_MS;
	bool any = held->n || tidies;
	enum tcn_rc rc;

	for (size_t i = 0; i < d->lanes_n; i++)
		any |= d->lanes[i].finished;
	if (!any)
		return TCN_OK;
	rc = tcn_store_begin(d->store);
	for (size_t i = 0; !rc && i < d->lanes_n; i++)
		if (d->lanes[i].finished)
			rc = mark(&d->lanes[i]);
	for (size_t i = 0; !rc && i < held->n; i++)
		rc = d->conf.release(d->conf.ctx, &held->at[i], now_ms);
	if (!rc && tidies)
		rc = tidy(d, now_ms);
	return rc ? rc : tcn_store_commit(d->store);
}

/* Sends a lane's message; when it cannot even begin, it is tried again. */
static enum tcn_rc
set_off(struct lane *lane, int64_t now_ms)
{
	struct tcn_deliver *d = lane->deliver;
	const struct tcn_message *m = lane->message;
	const struct tcn_carried nomem = { .error = "out of memory" };
	enum tcn_rc rc;

	lane->what = (struct tcn_sending){
		.receiver = lane->receiver,
		.event = m->event,
		.revision = m->revision,
		.body = m->body,
		.now_ms = now_ms,
	};
	rc = tcn_store_message_handle(d->store, m->event,
	    tcn_str(lane->receiver->name), &lane->arena, &lane->what.handle);
	if (rc)
		return rc;
	lane->sending = true;
	lane->began_ms = tcn_now_monotonic_ms();
	if (tcn_carry_send(d->carry, &lane->what, on_carried, lane))
		on_carried(lane, &nomem);
	return TCN_OK;
}

static enum tcn_rc
fill_lane(struct lane *lane, int64_t now_ms, int64_t *next_ms)
{
	int64_t due_ms;
	enum tcn_rc rc;

	if (lane->sending || lane->finished)
		return TCN_OK;
	if (lane->rests_ms > now_ms) {
		sooner(next_ms, lane->rests_ms);
		return TCN_OK;
	}
	tcn_arena_reset(&lane->arena);
	rc = tcn_store_next_message(lane->deliver->store,
	    tcn_str(lane->receiver->name), now_ms, &lane->arena, &lane->message,
	    &due_ms);
	sooner(next_ms, due_ms);
	return rc || !lane->message ? rc : set_off(lane, now_ms);
}

static enum tcn_rc
step(struct tcn_deliver *d, int64_t *next_ms)
{
	int64_t now_ms = tcn_now_wall_ms(), held_ms;
	struct tcn_message_list held;
	enum tcn_rc rc;

	*next_ms = now_ms + LOOK_MS;
	tcn_arena_reset(&d->arena);
	rc = tcn_store_held_messages(d->store, now_ms, HELD_MAX, &d->arena,
	    &held, &held_ms);
	sooner(next_ms, rc ? INT64_MAX : held_ms);
	if (!rc)
		rc = write_all(d, &held, now_ms);
	for (size_t i = 0; !rc && i < d->lanes_n; i++)
		rc = fill_lane(&d->lanes[i], now_ms, next_ms);
	*next_ms = *next_ms > now_ms ? *next_ms - now_ms : 0;
	return rc;
}

static void
on_due(evutil_socket_t fd, short what, void *of)
{
	struct tcn_deliver *d = of;
	struct timeval in;
	int64_t wait_ms;

	(void)fd, (void)what;
	if (d->failed || (d->conf.busy && d->conf.busy(d->conf.ctx)))
		return; /* woken again by the commit */
	if (store_failed(d, step(d, &wait_ms)))
		return;
	in = (struct timeval){ .tv_sec = wait_ms / 1000,
		.tv_usec = wait_ms % 1000 * 1000 };
	if (!evtimer_pending(d->due, NULL))
		evtimer_add(d->due, &in);
}

void
tcn_deliver_wake(struct tcn_deliver *d)
{
	struct timeval now = { 0 };

	evtimer_add(d->due, &now);
}

enum tcn_rc
tcn_deliver_mark(struct tcn_deliver *d)
{
	const struct tcn_message_list none = { 0 };

	if (d->failed)
		return TCN_OK;
	return store_failed(d, write_all(d, &none, tcn_now_wall_ms()));
}

/* --- beginning and end --- */

static void
close_lanes(struct tcn_deliver *d)
{
	tcn_carry_free(d->carry);
	d->carry = NULL;
	for (size_t i = 0; i < d->lanes_n; i++)
		tcn_arena_fini(&d->lanes[i].arena);
	tcn_free(d->lanes);
	d->lanes = NULL;
	d->lanes_n = 0;
}

static enum tcn_rc
open_lanes(struct tcn_deliver *d, const struct tcn_receivers *receivers)
{
	d->lanes = tcn_calloc(receivers->n + 1, sizeof *d->lanes);
	if (!d->lanes)
		return TCN_NOMEM;
	for (; d->lanes_n < receivers->n; d->lanes_n++) {
		struct lane *lane = &d->lanes[d->lanes_n];

		lane->deliver = d;
		lane->receiver = &receivers->at[d->lanes_n];
		tcn_arena_init(&lane->arena, 4096);
	}
	return tcn_carry_new(d->base, d->conf.user_agent, &d->carry);
}

enum tcn_rc
tcn_deliver_new(struct event_base *base, const struct tcn_deliver_conf *conf,
    const struct tcn_receivers *receivers, struct tcn_store *store,
    struct tcn_deliver **out)
{
	struct tcn_deliver *d = tcn_calloc(1, sizeof *d);
	enum tcn_rc rc;

	*out = NULL;
	if (!d)
		return TCN_NOMEM;
	d->conf = *conf;
	d->store = store;
	d->base = base;
	tcn_arena_init(&d->arena, 4096);
	d->due = evtimer_new(base, on_due, d);
	rc = d->due ? open_lanes(d, receivers) : TCN_NOMEM;
	if (rc) {
		tcn_deliver_free(d);
		return rc;
	}
	tcn_deliver_wake(d);
	*out = d;
	return TCN_OK;
}

void
tcn_deliver_free(struct tcn_deliver *d)
{
	if (!d)
		return;
	close_lanes(d);
	if (d->due)
		event_free(d->due);
	tcn_arena_fini(&d->arena);
	tcn_free(d);
}

enum tcn_rc
tcn_deliver_change(struct tcn_deliver *d, const struct tcn_receivers *receivers)
{
	enum tcn_rc rc = tcn_deliver_mark(d);

	if (rc)
		return rc;
	close_lanes(d);
	rc = open_lanes(d, receivers);
	if (!rc)
		tcn_deliver_wake(d);
	return rc;
}

const char *
tcn_deliver_lane(const struct tcn_deliver *d, size_t i,
    struct tcn_deliver_counts *counts)
{
	if (i >= d->lanes_n)
		return NULL;
	*counts = d->lanes[i].counts;
	return d->lanes[i].receiver->name;
}
