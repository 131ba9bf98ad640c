/*
 * tools/deliver/receiver.h - who is told: receivers, and the desks they stand
 *on.
 *
 *	receivers:
 *	  - {name: chat, kind: slack, url_file: /etc/tocsin/slack-url}
 *	  - {name: hook, kind: webhook, url: https://...}
 *	desks:
 *	  world: [chat, hook]
 *
 * Read from the YAML file that the setting deliver.receivers names. What each
 * kind of channel takes and needs are rows of tables: the fields here, the
 * channels in tools/deliver/channel.c. Secrets (url_file, secret_file,
 *password_file) are read from files that only their owner may read.
 */
#ifndef TCN_TOOLS_DELIVER_RECEIVER_H
#define TCN_TOOLS_DELIVER_RECEIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"
#include "tools/conf/rulebook.h"

struct tcn_channel;

/* A list of words, NULL behind the last. */
struct tcn_receiver_strs {
	const char **at;
	size_t n;
};

struct tcn_receiver {
	const char *name;
	const struct tcn_channel
	    *channel; /* its kind; tools/deliver/channel.h */
	const char *url; /* a secret, when it came from a file */
	const char *secret; /* to sign with, or NULL */
	const char *token; /* "Authorization: Bearer ...", or NULL */
	const char *body; /* a template, or NULL: the whole message */
	struct tcn_receiver_strs headers; /* "Name: value" */
	const char *from, *user, *password; /* of mail; NULL: none */
	struct tcn_receiver_strs to;
	struct tcn_receiver_strs command;
	const char *path;
	const char *ca_file; /* certificates to trust; NULL: the system's */
	int64_t timeout_ms; /* of one try */
	int64_t pause_ms; /* least time between two messages */
	unsigned sends; /* bits by tcn_receiver_state_bit() */
	bool private_ok; /* addresses of private networks, too */
	unsigned long line; /* of the file */
};

struct tcn_receiver_desk {
	const char *name;
	struct tcn_receiver_strs names; /* of its receivers */
	const struct tcn_receiver **receivers; /* as many */
};

struct tcn_receiver_set {
	struct tcn_receiver *at;
	size_t n;
	struct tcn_receiver_desk *desks;
	size_t desks_n;
	struct tcn_str *names; /* of desks and receivers: whom rules notify */
	size_t names_n;
	struct tcn_arena arena; /* which all of it lives in */
};

/*
 * Reads path; *receivers needs tcn_receiver_set_free(). TCN_INVALID, TCN_IO:
 * err says file, line, column, what is wrong and how to mend it.
 */
TCN_MUST_USE enum tcn_rc tcn_receiver_set_read(const char *path,
    struct tcn_receiver_set **receivers, struct tcn_err *err);

/* The same from text; name is what errors call it. */
TCN_MUST_USE enum tcn_rc tcn_receiver_set_parse(const char *name,
    struct tcn_str yaml, struct tcn_receiver_set **receivers,
    struct tcn_err *err);

void
tcn_receiver_set_free(struct tcn_receiver_set *receivers); /* may be NULL */

/* Whom rules may notify: lives as long as the receivers. */
static inline struct tcn_rulebook_desks
tcn_receivers_desks(const struct tcn_receiver_set *receivers)
{
	return (struct tcn_rulebook_desks){ receivers->names,
		receivers->names_n };
}

/* By name, or NULL. */
const struct tcn_receiver *
tcn_receiver_find(const struct tcn_receiver_set *receivers,
    struct tcn_str name);
const struct tcn_receiver_desk *
tcn_receiver_desk_find(const struct tcn_receiver_set *receivers,
    struct tcn_str name);

/* The bit of tcn_receiver.sends that an event in this state needs. */
unsigned tcn_receiver_state_bit(enum tcn_event_state state);

/* Bits by the words open, updated, closed, reopened. */
#define TCN_RECEIVER_SENDS_OPEN     1u
#define TCN_RECEIVER_SENDS_UPDATED  2u
#define TCN_RECEIVER_SENDS_CLOSED   4u
#define TCN_RECEIVER_SENDS_REOPENED 8u
#define TCN_RECEIVER_SENDS_ALL      15u

#endif
