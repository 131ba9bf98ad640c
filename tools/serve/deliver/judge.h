/*
 * tools/serve/deliver/judge.h - may a message about this event go to this
 * receiver now?
 *
 * The answer is the state in which the message stands in the outbox
 * (sql/outbox.h):
 *
 *   dropped   it is an update of an event that somebody has acknowledged or
 *             closed by hand, or was acknowledged while it was held; or the
 *             event has closed and the receiver never heard of it, and nothing
 *             was waiting to be told; or the receiver was told of the story
 *             by an open event of another rule, and as severe (see FOLD)
 *   held      by a silence; while an event of a rule is open that the rule
 *             names in not_while, about the same story or most of the same
 *             items (inhibition); by the quiet hours of the rule; by its
 *             cooldown (the receiver was told of this story by this rule less
 *             than that ago, and not with a lower severity); until the next
 *             full hour, where updates of dossiers are gathered in digests; or
 *             by a cap on the messages of an hour. Of several the one that
 *             lasts longest counts
 *   pending   otherwise
 *
 * What is held is told when the hold ends, also when the event has closed
 * meanwhile. Silences and inhibition are the exception, as in Prometheus
 * Alertmanager: what began and ended while it was silenced or inhibited is not
 * told. What is still open when that ends is told then; so is the end of what
 * the receiver had heard of before.
 *
 * CAPS. A receiver gets at most `cap` messages in any 60 minutes, and at most
 * max_per_hour of one rule. A message counts against those of its severity and
 * higher ones only, so that what matters less never uses up the room of what
 * matters more. When there is none, the next ones are held for a minute, told
 * of in one digest, and what comes after that is held until the first of the
 * hour's messages is an hour old. Critical ones do not wait for so long: a
 * digest tells of them at the latest five minutes after the last one did.
 *
 * SEVERITY. An event has the highest of: that with which it fired, those of the
 * steps of its rule's escalation that it has reached by its counts, any that a
 * receiver was told, which steps by time may have raised, and those of the open
 * events of other rules on its story.
 *
 * FOLD. Rules that fire for one story tell a receiver of it once: the first
 * message names all of them, and what follows comes by one of the events, the
 * one that was told with the highest severity, and of these the one that fired
 * first. A later rule that raises the severity is told. Ends are told of each
 * event that the receiver has heard of.
 *
 * Nothing is written here. Cost: the silences in force are all tried for an
 * event, and a few look-ups for a receiver.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_JUDGE_H
#define TCN_TOOLS_SERVE_DELIVER_JUDGE_H

#include "rules/rule.h"
#include "sql/outbox_hold.h"
#include "sql/store_desk.h"
#include "sql/store_group.h"
#include "tools/serve/deliver/notify.h"
#include "tools/serve/deliver/receiver.h"

/* What is the same for all receivers of an event. */
struct tcn_judge {
	const struct tcn_notify *notify;
	const struct tcn_store *store;
	const struct tcn_event *event; /* with terms and evidence */
	const struct tcn_rule *rule;
	struct tcn_arena *arena; /* holds the reasons */
	int64_t now_ms;
	struct tcn_store_desk_status desk;
	const struct tcn_silence *silence; /* that covers it now, or NULL */
	struct tcn_str inhibited; /* by what, in words; empty: by nothing */
	enum tcn_severity severity; /* see above */
	struct tcn_store_besides beside; /* open, of other rules */
};

struct tcn_judge_verdict {
	enum tcn_outbox_state state; /* pending, held or dropped */
	enum tcn_outbox_hold by; /* what holds it */
	struct tcn_str why;
	int64_t due_ms; /* of a held one; later than now if judged again */
	bool first; /* the receiver has not heard of the event before */
	bool goes_on; /* but of its dossier: the event is an update of that */
	enum tcn_severity severity; /* of the event, or of the step */
	bool is_acked; /* dropped since somebody acknowledged or closed it */
	uint64_t silence; /* that holds or drops it; 0: none does */
	bool summary; /* held by a cap, and the digest of it is due */
};

/* Reads what is the same for all receivers. event and arena must outlive it.
 * The store's errors. */
TCN_MUST_USE enum tcn_rc tcn_judge_begin(const struct tcn_notify *notify,
    const struct tcn_store *store, const struct tcn_event *event,
    int64_t now_ms, struct tcn_arena *arena, struct tcn_judge *judge);

/*
 * Judges a new message for the receiver; waiting: an earlier one about the
 * event is still held. receiver is its name; it may be gone from the file.
 */
TCN_MUST_USE enum tcn_rc tcn_judge_new(const struct tcn_judge *judge,
    struct tcn_str receiver, bool waiting, struct tcn_judge_verdict *verdict);

/* Judges a held message again, whose time has come. */
TCN_MUST_USE enum tcn_rc tcn_judge_held(const struct tcn_judge *judge,
    const struct tcn_outbox_message *message,
    struct tcn_judge_verdict *verdict);

/*
 * Judges a step of an escalation, whose time has come: it is dropped when
 * somebody has acknowledged or closed the event, or when it has closed.
 */
TCN_MUST_USE enum tcn_rc tcn_judge_escalation(const struct tcn_judge *judge,
    const struct tcn_outbox_message *message,
    struct tcn_judge_verdict *verdict);

/*
 * Judges a pending message again: by what a desk did since it was written or
 * released, and by nothing else.
 */
TCN_MUST_USE enum tcn_rc tcn_judge_pending(const struct tcn_judge *judge,
    const struct tcn_outbox_message *message,
    struct tcn_judge_verdict *verdict);

#endif
