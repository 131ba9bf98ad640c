/*
 * tools/serve/deliver/linker.h - signs the links to reports in a message, when
 * it is sent.
 *
 * The outbox holds messages with plain links, "ADDRESS/v1/events/ID/report",
 * because it holds no secret: a signature opens the report to whoever has it.
 * Each time a message is sent, each such link becomes "ADDRESS/r/ID?link=
 * SIGNATURE" (tools/base/link_keys.h). What is signed is the plain path, so
 * that a signature opens both, and revoking ends both. It is one parameter, as
 * an "&" would have to be escaped in some forms of message; the characters of a
 * signature mean themselves in JSON, in each kind of chat, and in mail, whose
 * body is packed as base64 and is unpacked for that.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_LINKER_H
#define TCN_TOOLS_SERVE_DELIVER_LINKER_H

#include "engine/base/buf.h"
#include "tools/base/link_keys.h"

#define TCN_LINKER_PARAMETER "link" /* of the report's address */
#define TCN_LINKER_SHORT     "/r/" /* before the event's id */

/* All zero: links stay as they are. */
struct tcn_linker {
	const struct tcn_link_keys *keys; /* or NULL */
	const char *address; /* of the daemon, without a slash at its end */
	int64_t lifetime_ms; /* of a link */
};

/* The path of an event's report, as it is signed. */
void tcn_linker_path(struct tcn_str event, struct tcn_buf *out);

/* The event whose report's path that is; empty: it is no such path. */
struct tcn_str tcn_linker_event(struct tcn_str path);

/* Appends the body with its links signed. mail: it is a mail with headers.
 * False: it has no link, and nothing was appended. */
bool tcn_linker_sign(const struct tcn_linker *linker, struct tcn_str body,
    bool mail, int64_t now_ms, struct tcn_buf *out);

#endif
