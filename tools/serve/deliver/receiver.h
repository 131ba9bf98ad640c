/*
 * tools/serve/deliver/receiver.h - reads the file of receivers, and of the
 * desks that group them.
 *
 *	receivers:
 *	  - {name: chat, kind: slack, url_file: /etc/tocsin/slack-url}
 *	  - {name: hook, kind: webhook, url: https://...}
 *	desks:
 *	  world: [chat, hook]
 *
 * The setting deliver.receivers names the YAML file. A receiver's fields are
 * the rows of a table in receiver_check.c; which of them a kind takes and
 * needs is said in the kind's row (tools/serve/deliver/channel.h). Secrets
 * (url_file, secret_file, token_file, password_file) are read from files that
 * only their owner may read, and are wiped from memory when the set is freed.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_RECEIVER_H
#define TCN_TOOLS_SERVE_DELIVER_RECEIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"
#include "tools/base/networks.h"
#include "tools/conf/rulebook.h"
#include "tools/tell/words/words.h"

struct tcn_channel;

/* A list of n words, followed by NULL. */
struct tcn_receiver_strs {
	const char **at;
	size_t n;
};

struct tcn_receiver {
	const char *name;
	const struct tcn_channel *channel; /* its kind; see channel.h */
	const char *url; /* a secret when it was read from url_file */
	const char *secret; /* the key of signatures, or NULL */
	const char *token; /* "Authorization: Bearer ...", or NULL */
	const char *body; /* a template, or NULL: the whole message */
	struct tcn_receiver_strs headers; /* "Name: value" */
	const char *from, *user, *password; /* of mail; or NULL */
	struct tcn_receiver_strs to;
	struct tcn_receiver_strs command;
	const char *path;
	const char *ca_file; /* certificates to trust; NULL: the system's */
	int64_t timeout_ms; /* of one try; > 0 */
	int64_t pause_ms; /* least time between two messages */
	uint64_t cap; /* most messages in an hour; 0: any number */
	unsigned sends; /* states it asks for: TCN_RECEIVER_SENDS_... */
	int language; /* enum tcn_words_language; AUTO: the newsroom's */
	const struct tcn_words *words; /* its language, in UTC */
	struct tcn_networks allowed; /* addresses beside public ones */
	unsigned long line; /* where it begins in the file */
};

struct tcn_receiver_desk {
	const char *name;
	struct tcn_receiver_strs names; /* of its receivers */
	const struct tcn_receiver **receivers; /* names.n of them */
};

struct tcn_receiver_set {
	struct tcn_receiver *at;
	size_t n;
	struct tcn_receiver_desk *desks;
	size_t desks_n;
	struct tcn_str *names; /* of desks and receivers: rules may notify */
	size_t names_n;
	struct tcn_words *words[TCN_WORDS_LANGUAGES]; /* NULL: of none */
	struct tcn_arena arena; /* owns all of the above but words */
};

/*
 * Reads path; *receivers needs tcn_receiver_set_free(). TCN_INVALID, TCN_IO:
 * err says file, line, column, what is wrong and how to mend it.
 */
TCN_MUST_USE enum tcn_rc tcn_receiver_set_read(const char *path,
    struct tcn_receiver_set **receivers, struct tcn_err *err);

/* The same from text, which errors call name. */
TCN_MUST_USE enum tcn_rc tcn_receiver_set_parse(const char *name,
    struct tcn_str yaml, struct tcn_receiver_set **receivers,
    struct tcn_err *err);

/* Sets the language of those that name none, and the zone of all (NULL: UTC):
 * English and UTC, until this is called. AUTO is English, too. */
void tcn_receiver_set_speak(struct tcn_receiver_set *receivers,
    enum tcn_words_language language, const char *zone);

void
tcn_receiver_set_free(struct tcn_receiver_set *receivers); /* may be NULL */

/* The names that rules may notify; they live as long as the receivers. */
static inline struct tcn_rulebook_desks
tcn_receivers_desks(const struct tcn_receiver_set *receivers)
{
	return (struct tcn_rulebook_desks){ receivers->names,
		receivers->names_n };
}

/*
 * Structural validator for tests: TCN_CORRUPT and a reason when a name is
 * missing or there twice, a list is not ended, or a desk names what is not in
 * the set.
 */
TCN_MUST_USE enum tcn_rc
tcn_receiver_set_check(const struct tcn_receiver_set *receivers,
    struct tcn_err *err);

/* By name, or NULL. */
const struct tcn_receiver *
tcn_receiver_find(const struct tcn_receiver_set *receivers,
    struct tcn_str name);
const struct tcn_receiver_desk *
tcn_receiver_desk_find(const struct tcn_receiver_set *receivers,
    struct tcn_str name);

/* The bit of tcn_receiver.sends that stands for this state of an event. */
unsigned tcn_receiver_state_bit(enum tcn_event_state state);

/* In the order of the words open, updated, closed, reopened. */
#define TCN_RECEIVER_SENDS_OPEN     1u
#define TCN_RECEIVER_SENDS_UPDATED  2u
#define TCN_RECEIVER_SENDS_CLOSED   4u
#define TCN_RECEIVER_SENDS_REOPENED 8u
#define TCN_RECEIVER_SENDS_ALL      15u

#endif
