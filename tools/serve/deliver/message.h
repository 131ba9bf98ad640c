/*
 * tools/serve/deliver/message.h - the contents of a message about an event, the
 * same for every channel.
 *
 * They are the facts of one revision of the event: the headline, the counts,
 * the terms, some of the items that it rests on, and where to read more. They
 * are read once from the store and their text is made safe to show
 * (tools/base/safe.h); each channel then formats them in its own way, in the
 * language of the receiver (message_words.h).
 *
 * A digest (tools/serve/deliver/digest.h) tells of many events at once. It is a
 * message too, about an event that is made up of them all, so that a channel or
 * a template that knows nothing of digests says something sensible.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_MESSAGE_H
#define TCN_TOOLS_SERVE_DELIVER_MESSAGE_H

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

/* Another event: which this one became part of, or goes on. */
struct tcn_message_merged {
	struct tcn_str event; /* its id; empty: there is none */
	struct tcn_str headline;
	struct tcn_str url; /* of its report, else of its article; or empty */
};

/* The saga that the event is an episode of (tools/pipeline/dossiers.h). */
struct tcn_message_dossier {
	struct tcn_str id; /* empty: it goes on nothing */
	struct tcn_message_merged previous; /* the episode before, if any */
	bool update; /* what the receiver was told of goes on */
};

struct tcn_digest_content;
struct tcn_words;

/* An edition (tools/tell/edition/edition_send.h) in the forms that are sent. */
struct tcn_message_edition {
	struct tcn_str name;
	uint64_t number;
	struct tcn_str summary; /* "3 new, 2 developing, 1 closed" */
	struct tcn_str json; /* a JSON object */
	struct tcn_str text; /* plain */
	struct tcn_str html; /* for mail */
	struct tcn_str page; /* to be printed and attached; or empty */
};

struct tcn_message_content {
	const struct tcn_words *words; /* of who reads it; it has UTC */
	const struct tcn_event *event; /* with terms and evidence */
	const char *severity;
	struct tcn_str headline; /* never empty */
	struct tcn_str url; /* of the most central article, or empty */
	struct tcn_str terms; /* "earthquake, coast" */
	const struct tcn_message_item *items; /* originals before copies */
	size_t items_n;
	struct tcn_str report; /* address of the special report, or empty */
	struct tcn_message_merged merged;
	struct tcn_message_dossier dossier;
	const struct tcn_str *rules; /* of its story, the event's own first */
	size_t rules_n;
	struct tcn_str key; /* EVENT-REVISION-RECEIVER: the idempotency key */
	int64_t now_ms; /* when the message was written, by the wall clock */
	uint32_t step; /* of an escalation, from 1; else 0 */
	bool first; /* the receiver has not heard of the event before */
	bool test; /* there is no such event: somebody tries a receiver */
	const struct tcn_digest_content *digest; /* NULL: of one event */
	const struct tcn_message_edition *edition; /* NULL: of no edition */
};

/*
 * Fills in message from the event, which has its terms and evidence, and from
 * the items that it rests on, which are read from the store. address: the
 * beginning of the daemon's own address, for links, or NULL. The caller fills
 * in words, key, now_ms, first and test. The texts live in arena or in event.
 * The errors of the store.
 */
TCN_MUST_USE enum tcn_rc tcn_message_gather(const struct tcn_store *st,
    const struct tcn_event *event, const char *severity, const char *address,
    struct tcn_arena *arena, struct tcn_message_content *message);

/* Appends "breaking, floods": all the rules. */
void tcn_message_rules(const struct tcn_message_content *message,
    struct tcn_buf *out);

/* Fills in a made-up event, whose headline says that it is a test. */
void tcn_message_sample(const struct tcn_words *words, struct tcn_event *event,
    struct tcn_message_content *message);

/* Appends all as one line of JSON: man/tocsin-message.schema.json. */
void tcn_message_json(const struct tcn_message_content *message,
    struct tcn_buf *out);

struct tcn_channel_outgoing;

/*
 * Appends "EVENT-REVISION-RECEIVER", with a step of an escalation
 * "EVENT-REVISION.STEP-RECEIVER". It is the same at every try, so that a
 * receiver can recognize a repeat (Idempotent Receiver: Hohpe and Woolf 2003,
 * Enterprise Integration Patterns).
 */
void tcn_message_idempotency_key(const struct tcn_channel_outgoing *outgoing,
    struct tcn_buf *out);

#endif
