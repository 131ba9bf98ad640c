#include "tools/serve/deliver/judge.h"

#include <assert.h>
#include <inttypes.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "sql/store_read.h"
#include "tools/base/when.h"
#include "tools/pipeline/desk.h"

#define CAP_SPAN_MS TCN_HOUR_MS

/* How long a cap gathers what it holds before it tells of it. */
#define CAP_WAIT_MS ((int64_t)60000)

/* The least time between two digests of what a cap holds, and the same when
 * the latter has critical events to tell: that of Prometheus Alertmanager's
 * group_interval. */
#define CAP_DIGESTS_MS      CAP_SPAN_MS
#define CRITICAL_DIGESTS_MS (5 * TCN_MINUTE_MS)

/* How long an inhibition holds before it is looked at again. */
#define INHIBITION_MS (10 * TCN_MINUTE_MS)

/* When a hold should have ended by now, it is judged again after this. */
#define LEAST_MS ((int64_t)1000)

/* Moves the text to the arena, and frees it. */
static void
keep(const struct tcn_judge *judge, struct tcn_buf *text, struct tcn_str *kept)
{
	tcn_arena_str(judge->arena, tcn_buf_view(text), kept);
	tcn_buf_fini(text);
}

/* --- what is the same for all receivers --- */

static enum tcn_rc
find_severity(struct tcn_judge *judge)
{
	const struct tcn_event *e = judge->event;
	enum tcn_severity told,
	    counts = tcn_rule_severity(judge->rule, e->items, e->origins,
		e->publishers);
	bool any;
	enum tcn_rc rc =
	    tcn_outbox_told_severity(judge->store, tcn_str(e->id), &told, &any);

	judge->severity = e->severity;
	if (judge->rule->escalate.n && counts > judge->severity)
		judge->severity = counts;
	if (any && told > judge->severity)
		judge->severity = told;
	for (size_t i = 0; i < judge->beside.n; i++)
		if (judge->beside.at[i].severity > judge->severity)
			judge->severity = judge->beside.at[i].severity;
	return rc;
}

/* Looks for an open event of a rule that the event's rule must not speak
 * beside. */
static enum tcn_rc
find_inhibition(struct tcn_judge *judge)
{
	const struct tcn_rule_strs *rules = &judge->rule->not_while;
	char other[TCN_EVENT_ID_BYTES] = "";
	struct tcn_buf text = { 0 };
	enum tcn_rc rc = TCN_OK;

	judge->inhibited = tcn_str("");
	for (size_t i = 0; !rc && i < rules->n && !*other; i++) {
		rc = tcn_store_open_event_beside(judge->store, judge->event,
		    rules->at[i], other);
		if (*other)
			tcn_buf_printf(&text,
			    "inhibited by event %s (rule "
			    "%.*s)",
			    other, TCN_STR_ARG(rules->at[i]));
	}
	if (*other && !rc) {
		keep(judge, &text, &judge->inhibited);
		return TCN_OK;
	}
	tcn_buf_fini(&text);
	return rc;
}

enum tcn_rc
tcn_judge_begin(const struct tcn_notify *notify, const struct tcn_store *store,
    const struct tcn_event *event, int64_t now_ms, struct tcn_arena *arena,
    struct tcn_judge *judge)
{
	enum tcn_rc rc;

	*judge = (struct tcn_judge){
		.notify = notify,
		.store = store,
		.event = event,
		.rule = notify->rule(notify->ctx, event->rule),
		.arena = arena,
		.now_ms = now_ms,
	};
	assert(judge->rule);
	rc = tcn_store_desk(store, event->id, arena, &judge->desk);
	if (!rc)
		rc = tcn_desk_silenced(store, notify->prep, event, now_ms,
		    arena, &judge->silence);
	if (!rc)
		rc = find_inhibition(judge);
	if (!rc)
		rc = tcn_store_beside(store, event->id, arena, &judge->beside);
	return rc ? rc : find_severity(judge);
}

/* --- verdicts --- */

static void
drop(struct tcn_judge_verdict *verdict, const char *why)
{
	verdict->state = TCN_OUTBOX_DROPPED;
	verdict->by = TCN_OUTBOX_HOLD_NONE;
	verdict->why = tcn_str(why);
}

/* Whether a hold until then would last longer than what holds it already. */
static bool
lasts_longer(const struct tcn_judge *judge,
    const struct tcn_judge_verdict *verdict, int64_t until_ms)
{
	if (verdict->state == TCN_OUTBOX_DROPPED || until_ms <= judge->now_ms)
		return false;
	return verdict->state == TCN_OUTBOX_PENDING ||
	    until_ms > verdict->due_ms;
}

static void
hold(const struct tcn_judge *judge, struct tcn_judge_verdict *verdict,
    enum tcn_outbox_hold by, int64_t until_ms, struct tcn_str why)
{
	if (until_ms <= judge->now_ms)
		until_ms = judge->now_ms + LEAST_MS;
	verdict->state = TCN_OUTBOX_HELD;
	verdict->by = by;
	verdict->why = why;
	verdict->due_ms = until_ms;
}

/* --- what a desk did --- */

/*
 * An acknowledgement stops updates, and whatever was written before it. The
 * end of an event that the receiver has heard of is told all the same, so that
 * nothing stays open there.
 */
static void
judge_desk(const struct tcn_judge *judge, uint32_t revision, int64_t since_ms,
    struct tcn_judge_verdict *verdict)
{
	const struct tcn_store_desk_status *desk = &judge->desk;
	const struct tcn_event *e = judge->event;
	bool update = e->state == TCN_EVENT_UPDATED;

	if (e->state == TCN_EVENT_CLOSED && e->revision == revision &&
	    !verdict->first)
		return;
	if (desk->merged_into.n)
		drop(verdict, "a desk made the event part of another one");
	else if (desk->closed && (update || desk->state_ms >= since_ms))
		drop(verdict, "the event was closed by hand");
	else if (desk->acked_ms != TCN_UNDATED &&
	    (update || desk->acked_ms >= since_ms))
		drop(verdict, "the event is acknowledged");
	verdict->is_acked = verdict->state == TCN_OUTBOX_DROPPED;
}

/*
 * A silence or an inhibition, why in words: what ends meanwhile is not told to
 * those who never heard of it.
 */
static void
mute(const struct tcn_judge *judge, enum tcn_outbox_hold by, int64_t until_ms,
    struct tcn_str why, struct tcn_judge_verdict *verdict)
{
	bool over = judge->event->state == TCN_EVENT_CLOSED && verdict->first;
	struct tcn_buf text = { 0 };

	if (!over && lasts_longer(judge, verdict, until_ms))
		hold(judge, verdict, by, until_ms, why);
	if (!over)
		return;
	tcn_buf_printf(&text, "it ended while %.*s", TCN_STR_ARG(why));
	keep(judge, &text, &why);
	drop(verdict, why.at);
}

static void
judge_silence(const struct tcn_judge *judge, struct tcn_judge_verdict *verdict)
{
	const struct tcn_silence *by = judge->silence;
	struct tcn_buf text = { 0 };
	struct tcn_str why;

	if (!by || verdict->state == TCN_OUTBOX_DROPPED)
		return;
	tcn_buf_printf(&text, "silenced by %.*s (silence %" PRIu64 ")",
	    TCN_STR_ARG(by->author), by->id);
	verdict->silence = by->id;
	keep(judge, &text, &why);
	mute(judge, TCN_OUTBOX_HOLD_SILENCE, by->expires_ms, why, verdict);
}

/* It is judged again when the other event closes; if not, after a while. */
static void
judge_inhibition(const struct tcn_judge *judge,
    struct tcn_judge_verdict *verdict)
{
	if (judge->inhibited.n && verdict->state != TCN_OUTBOX_DROPPED)
		mute(judge, TCN_OUTBOX_HOLD_INHIBITED,
		    judge->now_ms + INHIBITION_MS, judge->inhibited, verdict);
}

/* --- fold --- */

/* Whether what a receiver was told of the other event stands for this one, of
 * which it was told as `own` says. */
static bool
stands_for(const struct tcn_judge *judge, const struct tcn_store_beside *other,
    const struct tcn_outbox_told *told, const struct tcn_outbox_told *own)
{
	const struct tcn_event *e = judge->event;

	if (!told->told || told->severity < judge->severity)
		return false;
	if (!own->told || told->severity > own->severity)
		return true;
	return other->fired_ms != e->fired_ms ? other->fired_ms < e->fired_ms
					      : strcmp(other->id, e->id) < 0;
}

static enum tcn_rc
judge_fold(const struct tcn_judge *judge, struct tcn_str receiver,
    const struct tcn_outbox_told *own, struct tcn_judge_verdict *verdict)
{
	bool ends = judge->event->state == TCN_EVENT_CLOSED && own->told;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && !ends && i < judge->beside.n &&
	     verdict->state != TCN_OUTBOX_DROPPED;
	     i++) {
		const struct tcn_store_beside *other = &judge->beside.at[i];
		struct tcn_outbox_told told;
		struct tcn_buf text = { 0 };
		struct tcn_str why;

		rc = tcn_outbox_told(judge->store, tcn_str(other->id),
		    other->rule, 0, receiver, judge->now_ms, &told);
		if (rc || !stands_for(judge, other, &told, own))
			continue;
		tcn_buf_printf(&text, "told with event %s (rule %.*s)",
		    other->id, TCN_STR_ARG(other->rule));
		keep(judge, &text, &why);
		drop(verdict, why.at);
	}
	return rc;
}

/* --- dossiers --- */

/* Whether it goes on what the receiver was told of. */
static enum tcn_rc
find_goes_on(const struct tcn_judge *judge, struct tcn_str receiver,
    struct tcn_judge_verdict *verdict)
{
	const struct tcn_event *e = judge->event;

	if (!e->goes_on || !verdict->first ||
	    judge->notify->episodes == TCN_CONF_EPISODES_ALERT)
		return TCN_OK;
	return tcn_outbox_told_dossier(judge->store, tcn_str(e->dossier),
	    tcn_str(e->id), receiver, &verdict->goes_on);
}

static void
judge_dossier(const struct tcn_judge *judge, struct tcn_judge_verdict *verdict)
{
	int64_t until_ms = (judge->now_ms / TCN_HOUR_MS + 1) * TCN_HOUR_MS;

	if (verdict->goes_on &&
	    judge->notify->episodes == TCN_CONF_EPISODES_DIGEST &&
	    lasts_longer(judge, verdict, until_ms))
		hold(judge, verdict, TCN_OUTBOX_HOLD_DOSSIER, until_ms,
		    tcn_str("it continues a story that was sent before"));
}

/* --- hours, cooldown, caps --- */

static void
judge_hours(const struct tcn_judge *judge, struct tcn_judge_verdict *verdict)
{
	int64_t until_ms = judge->notify->quiet(judge->notify->ctx, judge->rule,
	    judge->now_ms);

	if (lasts_longer(judge, verdict, until_ms))
		hold(judge, verdict, TCN_OUTBOX_HOLD_QUIET, until_ms,
		    tcn_str("quiet hours"));
}

static void
judge_cooldown(const struct tcn_judge *judge,
    const struct tcn_outbox_told *told, struct tcn_judge_verdict *verdict)
{
	bool raised = told->told && judge->severity > told->severity;
	int64_t until_ms = told->last_ms == TCN_UNDATED
	    ? judge->now_ms
	    : told->last_ms + judge->rule->cooldown_ms;

	if (!raised && lasts_longer(judge, verdict, until_ms))
		hold(judge, verdict, TCN_OUTBOX_HOLD_COOLDOWN, until_ms,
		    tcn_str("cooldown"));
}

/*
 * When a digest may tell of what a cap holds: when that has been gathered, and
 * there was no other for some time; but nothing waits for longer than that
 * because others are more severe and told of more often.
 */
static int64_t
digest_due_ms(int64_t first_ms, int64_t last_digest_ms,
    enum tcn_severity severity)
{
	int64_t every_ms = severity == TCN_SEVERITY_CRITICAL
	    ? CRITICAL_DIGESTS_MS
	    : CAP_DIGESTS_MS;
	int64_t due_ms = first_ms + CAP_WAIT_MS;

	if (last_digest_ms == TCN_UNDATED)
		return due_ms;
	if (last_digest_ms > first_ms)
		last_digest_ms = first_ms;
	return due_ms > last_digest_ms + every_ms ? due_ms
						  : last_digest_ms + every_ms;
}

/* Is over its cap until then; ahead of that a digest may tell of it. */
static enum tcn_rc
hold_for_cap(const struct tcn_judge *judge, enum tcn_outbox_hold by,
    struct tcn_str receiver, struct tcn_str rule, int64_t until_ms, bool again,
    struct tcn_judge_verdict *verdict)
{
	int64_t now_ms = judge->now_ms, digest_ms, first_ms;
	char when[TCN_WHEN_BYTES];
	struct tcn_buf text = { 0 };
	enum tcn_rc rc = tcn_outbox_last_digest_ms(judge->store, receiver, rule,
	    by, &digest_ms);

	if (!rc)
		rc = tcn_outbox_first_held_ms(judge->store, receiver, rule, by,
		    verdict->severity, &first_ms);
	if (rc)
		return rc;
	/* What is pending keeps a cap full, however long it has waited. */
	if (until_ms <= now_ms)
		until_ms = now_ms + CAP_WAIT_MS;
	tcn_buf_printf(&text,
	    "over the cap of the %s; messages go out again "
	    "from %s",
	    by == TCN_OUTBOX_HOLD_RULE_CAP ? "rule" : "receiver",
	    tcn_when_text(until_ms, when));
	hold(judge, verdict, by, until_ms, tcn_str(""));
	if (first_ms == TCN_UNDATED || first_ms > now_ms)
		first_ms = now_ms;
	digest_ms = digest_due_ms(first_ms, digest_ms, verdict->severity);
	verdict->summary = again && digest_ms <= now_ms;
	if (!verdict->summary && digest_ms < until_ms)
		verdict->due_ms = digest_ms;
	keep(judge, &text, &verdict->why);
	return TCN_OK;
}

static enum tcn_rc
judge_cap(const struct tcn_judge *judge, enum tcn_outbox_hold by, uint64_t cap,
    struct tcn_str receiver, bool again, struct tcn_judge_verdict *verdict)
{
	struct tcn_str rule =
	    by == TCN_OUTBOX_HOLD_RULE_CAP ? judge->event->rule : tcn_str("");
	int64_t first_ms;
	uint64_t n;
	enum tcn_rc rc;

	if (!cap || verdict->state != TCN_OUTBOX_PENDING)
		return TCN_OK;
	rc = tcn_outbox_count_told(judge->store, receiver, rule,
	    verdict->severity, judge->now_ms - CAP_SPAN_MS, judge->now_ms, &n,
	    &first_ms);
	if (rc || n < cap)
		return rc;
	return hold_for_cap(judge, by, receiver, rule, first_ms + CAP_SPAN_MS,
	    again, verdict);
}

static enum tcn_rc
judge_caps(const struct tcn_judge *judge, struct tcn_str receiver, bool again,
    struct tcn_judge_verdict *verdict)
{
	const struct tcn_receiver *to =
	    tcn_receiver_find(judge->notify->receivers, receiver);
	enum tcn_rc rc = judge_cap(judge, TCN_OUTBOX_HOLD_RULE_CAP,
	    judge->rule->max_per_hour, receiver, again, verdict);

	return rc || !to ? rc
			 : judge_cap(judge, TCN_OUTBOX_HOLD_RECEIVER_CAP,
			       to->cap, receiver, again, verdict);
}

/* --- all together --- */

/* since_ms: what a desk did from then on counts also when it is no update. */
static enum tcn_rc
judge_all(const struct tcn_judge *judge, struct tcn_str receiver, bool waiting,
    int64_t since_ms, bool again, struct tcn_judge_verdict *verdict)
{
	const struct tcn_event *e = judge->event;
	struct tcn_outbox_told told;
	enum tcn_rc rc = tcn_outbox_told(judge->store, tcn_str(e->id), e->rule,
	    e->story, receiver, judge->now_ms, &told);

	*verdict = (struct tcn_judge_verdict){
		.state = TCN_OUTBOX_PENDING,
		.why = tcn_str(""),
		.due_ms = judge->now_ms,
		.first = !told.told,
		.severity = judge->severity,
	};
	if (rc)
		return rc;
	if (e->state == TCN_EVENT_CLOSED && !told.told && !waiting)
		drop(verdict, "no earlier message was sent");
	else if (e->state == TCN_EVENT_CLOSED && !told.told && *e->merged_into)
		drop(verdict, "the event became part of another one");
	else
		judge_desk(judge, e->revision, since_ms, verdict);
	rc = judge_fold(judge, receiver, &told, verdict);
	if (!rc)
		rc = find_goes_on(judge, receiver, verdict);
	if (rc)
		return rc;
	if (!again)
		judge_dossier(judge, verdict);
	judge_silence(judge, verdict);
	judge_inhibition(judge, verdict);
	judge_hours(judge, verdict);
	judge_cooldown(judge, &told, verdict);
	return judge_caps(judge, receiver, again, verdict);
}

enum tcn_rc
tcn_judge_new(const struct tcn_judge *judge, struct tcn_str receiver,
    bool waiting, struct tcn_judge_verdict *verdict)
{
	return judge_all(judge, receiver, waiting, INT64_MAX, false, verdict);
}

enum tcn_rc
tcn_judge_held(const struct tcn_judge *judge,
    const struct tcn_outbox_message *m, struct tcn_judge_verdict *verdict)
{
	return judge_all(judge, m->receiver, true, m->created_ms, true,
	    verdict);
}

/* The step that this message is of; NULL: its rule has none like it. */
static const struct tcn_rule_escalation *
find_step(const struct tcn_judge *judge, uint32_t step)
{
	const struct tcn_rule_escalations *all = &judge->rule->escalate;

	return step && step <= all->n && all->at[step - 1].unacknowledged_ms
	    ? &all->at[step - 1]
	    : NULL;
}

enum tcn_rc
tcn_judge_escalation(const struct tcn_judge *judge,
    const struct tcn_outbox_message *m, struct tcn_judge_verdict *verdict)
{
	const struct tcn_rule_escalation *step = find_step(judge, m->step);
	const struct tcn_event *e = judge->event;
	struct tcn_outbox_told told;
	enum tcn_rc rc = tcn_outbox_told(judge->store, tcn_str(e->id), e->rule,
	    e->story, m->receiver, judge->now_ms, &told);

	*verdict = (struct tcn_judge_verdict){
		.state = TCN_OUTBOX_PENDING,
		.why = tcn_str(""),
		.due_ms = judge->now_ms,
		.first = !told.told,
		.severity = judge->severity,
	};
	if (rc)
		return rc;
	if (step && step->has_severity && step->severity > verdict->severity)
		verdict->severity = step->severity;
	if (step && m->created_ms + step->unacknowledged_ms > judge->now_ms)
		hold(judge, verdict, TCN_OUTBOX_HOLD_ESCALATION,
		    m->created_ms + step->unacknowledged_ms,
		    tcn_str("unless somebody acknowledges the event"));
	if (!step)
		drop(verdict, "its rule has no such step any more");
	else if (e->state == TCN_EVENT_CLOSED)
		drop(verdict, "the event has closed");
	else
		judge_desk(judge, e->revision, INT64_MIN, verdict);
	judge_silence(judge, verdict);
	judge_inhibition(judge, verdict);
	judge_hours(judge, verdict);
	return judge_caps(judge, m->receiver, true, verdict);
}

enum tcn_rc
tcn_judge_pending(const struct tcn_judge *judge,
    const struct tcn_outbox_message *m, struct tcn_judge_verdict *verdict)
{
	int64_t since_ms =
	    m->released_ms == TCN_UNDATED ? m->created_ms : m->released_ms;
	struct tcn_outbox_told told;
	enum tcn_rc rc = tcn_outbox_told(judge->store, m->event, m->rule,
	    m->story, m->receiver, judge->now_ms, &told);

	*verdict = (struct tcn_judge_verdict){
		.state = TCN_OUTBOX_PENDING,
		.why = tcn_str(""),
		.due_ms = m->due_ms,
		.first = !told.sent,
	};
	if (rc)
		return rc;
	judge_desk(judge, m->revision, since_ms, verdict);
	if (!judge->silence || judge->silence->created_ms < since_ms)
		return TCN_OK;
	judge_silence(judge, verdict);
	return TCN_OK;
}
