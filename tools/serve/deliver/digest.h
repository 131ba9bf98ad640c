/*
 * tools/serve/deliver/digest.h - one message that tells of many events, which
 * were held until now.
 *
 * It names the most severe events, each with its headline, counts and link, and
 * says how many more there are, how many were acknowledged or silenced while
 * they were held, and, when a cap holds them, from when on events are told one
 * by one again. For templates and channels that show one event it has a
 * made-up one, whose headline says what the digest is.
 *
 * A digest is a row of the outbox like any other: revision 1 of the event
 * digest-N, where N is the number of the first message that it tells of. So
 * its idempotency key is its own, and the same after a repeat.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_DIGEST_H
#define TCN_TOOLS_SERVE_DELIVER_DIGEST_H

#include "sql/outbox.h"
#include "tools/serve/deliver/message.h"
#include "tools/serve/deliver/notify.h"

#define TCN_DIGEST_LINES_MAX 50 /* events that are named */

struct tcn_digest_content {
	enum tcn_outbox_hold by; /* what held them */
	const struct tcn_message_content *lines; /* most severe first */
	size_t lines_n;
	const struct tcn_str *more; /* ids of the events that have no line */
	size_t more_n;
	uint64_t told; /* events, those that are not named too */
	uint64_t acknowledged, silenced; /* meanwhile; not among them */
	int64_t resumes_ms; /* TCN_UNDATED: now */
};

/* What a digest is made of: messages that were held for one receiver. */
struct tcn_digest_part {
	const struct tcn_outbox_message *message;
	const struct tcn_event *event;
	enum tcn_severity severity;
	bool first; /* as in tcn_message_content */
};

struct tcn_digest_parts {
	const struct tcn_digest_part *at; /* n > 0 */
	size_t n;
	enum tcn_outbox_hold by;
	uint64_t cap; /* messages an hour, if a cap held them; or 0 */
	uint64_t acknowledged, silenced;
	int64_t resumes_ms;
};

/*
 * Writes the digest of the parts, which are sorted most severe first, for the
 * receiver, and notes at each of their messages that it tells of them. The
 * store's errors.
 */
TCN_MUST_USE enum tcn_rc tcn_digest_put(const struct tcn_notify *notify,
    struct tcn_store_tx *tx, const struct tcn_receiver *receiver,
    const struct tcn_digest_parts *parts, int64_t now_ms,
    struct tcn_arena *arena);

/* Appends "2 critical, 5 high; 1 acknowledged and 2 silenced meanwhile; events
 * are told one by one again from ...". */
void tcn_digest_summary(const struct tcn_message_content *message,
    struct tcn_buf *out);

#endif
