/*
 * tools/deliver/message.h - what a message says of an event, whatever carries
 * it.
 *
 * The facts of one revision, made fit to be shown once (tools/base/safe.h), for
 * every channel to put in its own form: the headline, the counts, the terms,
 * a few of the items it rests on, and where to read more.
 */
#ifndef TCN_TOOLS_DELIVER_MESSAGE_H
#define TCN_TOOLS_DELIVER_MESSAGE_H

#include <stdbool.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/item/record.h"
#include "sql/store.h"

#define TCN_MESSAGE_ITEMS_MAX 10 /* shown at most */

struct tcn_message_item {
	struct tcn_str id, source, title;
	struct tcn_str url; /* http or https, or empty */
	int64_t ts_ms;
};

struct tcn_message_content {
	const struct tcn_event *event; /* with terms and evidence */
	const char *severity;
	struct tcn_str headline; /* never empty */
	struct tcn_str url; /* of the most central article, or empty */
	struct tcn_str terms; /* "earthquake, coast" */
	const struct tcn_message_item *items; /* originals before copies */
	size_t items_n;
	struct tcn_str report; /* address of the special report, or empty */
	struct tcn_str key; /* EVENT-REVISION-RECEIVER */
	int64_t now_ms; /* when the message was written, by the wall clock */
	bool test; /* it is none: somebody tries a receiver */
};

/*
 * Reads what event rests on from the store. address: what the daemon's own
 * address begins with, for links, or NULL. key, now_ms and test are the
 * caller's to fill in. All of it lives in arena or in event.
 */
TCN_MUST_USE enum tcn_rc tcn_message_gather(struct tcn_store *st,
    const struct tcn_event *event, const char *severity, const char *address,
    struct tcn_arena *arena, struct tcn_message_content *message);

/* A made-up event that says that it is one. */
void tcn_message_sample(struct tcn_event *event,
    struct tcn_message_content *message);

/* "16 items, 12 origins, 14 publishers" */
void tcn_message_counts(const struct tcn_message_content *message,
    struct tcn_buf *out);

/* "New", "Update", "Again", "Closed", and that it is a test. */
const char *tcn_message_label(const struct tcn_message_content *message);

/* All of it as one JSON object: man/tocsin-message.schema.json. */
void tcn_message_json(const struct tcn_message_content *message,
    struct tcn_buf *out);

#endif
