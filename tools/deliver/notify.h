/*
 * tools/deliver/notify.h - who is told of an event's change, and when.
 *
 * Called in the transaction of the change; what it decides are rows of the
 * outbox (sql/outbox.h), with the bytes to send. For each receiver of the
 * desks that the event's rule names (none named: every desk; no desks: every
 * receiver) and that asks for events in this state:
 *
 *   dropped     it is silenced; it is an update of an event that somebody
 *               has acknowledged or closed by hand; or it has closed, and the
 *               receiver never heard of it
 *   held        it is the rule's quiet hours; or the receiver was told of
 *               this story by this rule less than the rule's cooldown ago.
 *               A later revision takes the place of one that is held, so that
 *               the latest is told at the end
 *   pending     all others: they go out after the commit
 *
 * What is held is judged again when its time has come: by then its event may
 * have closed, been silenced or acknowledged.
 *
 * Nobody is told twice by one revision, and what is not told leaves a row
 * that says why.
 */
#ifndef TCN_TOOLS_DELIVER_NOTIFY_H
#define TCN_TOOLS_DELIVER_NOTIFY_H

#include "engine/item/prepare.h"
#include "rules/rule.h"
#include "sql/outbox.h"
#include "tools/deliver/receiver.h"

struct tcn_notify {
	const struct tcn_receiver_set *receivers; /* NULL: nobody is told */
	const char *address; /* the daemon's own, for links; or NULL */
	struct tcn_prepare *prep;
	/* The rule of that name. Never NULL: one that is gone has defaults. */
	const struct tcn_rule *(*rule)(void *ctx, struct tcn_str name);
	/* The end of its quiet hours that now_ms lies in; now_ms: in none. */
	int64_t (*quiet)(void *ctx, const struct tcn_rule *rule,
	    int64_t now_ms);
	void *ctx;
};

/* Writes the messages of an event that changed; it must be stored. The
 * store's errors. */
TCN_MUST_USE enum tcn_rc tcn_notify_event(const struct tcn_notify *notify,
    struct tcn_store *store, const struct tcn_event *event, int64_t now_ms);

/* Judges a held message that is due, again. */
TCN_MUST_USE enum tcn_rc tcn_notify_release(const struct tcn_notify *notify,
    struct tcn_store *store, const struct tcn_outbox_message *message,
    int64_t now_ms);

#endif
