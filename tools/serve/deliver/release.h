/*
 * tools/serve/deliver/release.h - sends held messages when their time has come.
 *
 * The sender hands over the held messages of one receiver that are due. Each is
 * judged again (tools/serve/deliver/judge.h). Those that were held for one
 * reason and may go out now are told of together, in one digest
 * (tools/serve/deliver/digest.h), when they are
 *
 *   over notify.digest_over, which is what the end of quiet hours brings, or
 *   any that a cap holds, once for each hour that it lasts, or
 *   updates of dossiers, where these are gathered
 *
 * and one by one otherwise. What was acknowledged or silenced meanwhile is not
 * told, but counted in the digest.
 *
 * Messages that are pending are judged again when a desk has acted.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_RELEASE_H
#define TCN_TOOLS_SERVE_DELIVER_RELEASE_H

#include "sql/outbox.h"
#include "tools/serve/deliver/notify.h"

/* At most so many messages are released together, and named in a digest. */
#define TCN_RELEASE_MAX 500

/* Judges held messages of one receiver, which are due, and writes to tx what
 * becomes of each. None of them is due again at now_ms. The store's errors. */
TCN_MUST_USE enum tcn_rc tcn_release_held(const struct tcn_notify *notify,
    struct tcn_store_tx *tx, const struct tcn_outbox_list *messages,
    int64_t now_ms);

/* Judges a pending message again, and drops or holds it if a desk has acted. */
TCN_MUST_USE enum tcn_rc tcn_release_pending(const struct tcn_notify *notify,
    struct tcn_store_tx *tx, const struct tcn_outbox_message *message,
    int64_t now_ms);

#endif
