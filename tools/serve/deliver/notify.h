/*
 * tools/serve/deliver/notify.h - decides which receivers get a message when an
 * event changes, and when.
 *
 * It is called within the transaction that stores the change, and each of its
 * decisions is a row of the outbox (sql/outbox.h) with the bytes to send.
 * Candidates are the receivers of the desks that the event's rule names (if it
 * names none: of every desk; if there are no desks: every receiver), as far
 * as they ask for events in this state. Whether the row is pending, held or
 * dropped is decided in tools/serve/deliver/judge.h. A later revision
 * supersedes a held one, so that the receiver gets the latest state, also when
 * the event has closed meanwhile. A held message that becomes due is judged
 * again (tools/serve/deliver/release.h).
 *
 * ESCALATION. A step by count that the event has reached adds receivers. A step
 * by time is a row of its own from the beginning, held until then, so that it
 * is sent after a restart, too; it is dropped when somebody has acknowledged
 * the event by then, or it has closed.
 *
 * DOSSIERS. The first message of an event that goes on a story, to a receiver
 * that was told of that, is an update: who asks for no updates does not get it,
 * and it may be gathered in digests. It is an alert where the setting says so,
 * and where the event is a turn (tools/pipeline/dossiers.h).
 *
 * The terms are those of Prometheus Alertmanager: silences, inhibition, and
 * cooldown, which is called group_interval there. The difference: nothing is
 * dropped without a trace. A revision makes at most one row for each receiver,
 * and a row that is not sent says why.
 *
 * Cost: a few look-ups in the store for each event and receiver; the silences
 * in force are all tried.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_NOTIFY_H
#define TCN_TOOLS_SERVE_DELIVER_NOTIFY_H

#include "engine/item/prepare.h"
#include "rules/rule.h"
#include "sql/outbox.h"
#include "tools/conf/conf.h"
#include "tools/serve/deliver/gate.h"
#include "tools/serve/deliver/receiver.h"

struct tcn_notify {
	const struct tcn_receiver_set *receivers; /* NULL: there are none */
	const char *address; /* the daemon's own, for links; or NULL */
	struct tcn_prepare *prep;
	/* The rule of that name; defaults for one that is gone, never NULL. */
	const struct tcn_rule *(*rule)(void *ctx, struct tcn_str name);
	/* When the rule's quiet hours end, if now_ms lies in them; else
	 * now_ms. */
	int64_t (*quiet)(void *ctx, const struct tcn_rule *rule,
	    int64_t now_ms);
	void *ctx;
	const struct tcn_gate *gate; /* NULL: always open */
	uint64_t digest_over; /* more held messages are told of in a digest */
	enum tcn_conf_episodes episodes; /* of dossiers: how they are told */
};

/* Writes the messages of an event that changed to tx, the open transaction in
 * which the change itself was stored. The store's errors. */
TCN_MUST_USE enum tcn_rc tcn_notify_event(const struct tcn_notify *notify,
    struct tcn_store_tx *tx, const struct tcn_event *event, int64_t now_ms);

#endif
