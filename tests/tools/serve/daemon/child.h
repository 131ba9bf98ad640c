/*
 * tests/tools/serve/daemon/child.h - the daemon in a process of its own, and a
 * client.
 *
 * Order: setup, any number of start and stop, teardown; the store stays from
 * one start to the next.
 */
#ifndef TCN_TESTS_TOOLS_SERVE_DAEMON_CHILD_H
#define TCN_TESTS_TOOLS_SERVE_DAEMON_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"
#include "sql/store.h"
#include "tests/base/temp.h"
#include "tools/conf/conf.h"

struct tcn_daemon;

struct child {
	char dir[TEMP_BYTES];
	char db[TEMP_BYTES + 16], secrets[TEMP_BYTES + 16];
	char conf[TEMP_BYTES + 16]; /* the file that a reload reads */
	char log[TEMP_BYTES + 16];
	const char *ca; /* the issuer that the client trusts; NULL: no TLS */
	long tls; /* the client's CURLOPT_SSLVERSION */
	/* Runs in the child before the daemon does; NULL: nothing does. */
	void (*hook)(struct tcn_daemon *daemon);
	unsigned port;
	pid_t pid;
	struct tcn_buf answer; /* to the last call */
	struct tcn_buf head; /* its headers */
};
extern struct child child;

/* Changes settings before a start; runs in the child. */
typedef void child_change(struct tcn_conf *conf);

void child_setup(void);
void child_teardown(void);

/* change may be NULL. Returns when it listens. */
void child_start(child_change *change);

/* For child_start(): keeps the log, from warnings on, for child_logged(). */
void child_keep_log(void);

/* How often text stands in the log that was kept. */
unsigned child_logged(const char *text);

/*
 * Sleeps for a moment in a loop that waits for something to happen; false when
 * it has waited for so long that it will not, however slow the machine is.
 */
bool child_nap(unsigned *naps);

/* By a signal; returns as waitpid() does. */
int child_stop(int number);

/* For child_start(): with the tokens of child.secrets. */
void child_with_tokens(struct tcn_conf *conf);
void child_write_tokens(const char *text, mode_t mode);

/* Writes child.conf. */
void child_write_conf(const char *yaml);

/* The status; header and body may be NULL. 0: no answer at all. */
long child_call(const char *method, const char *path, const char *header,
    const char *body);

/*
 * Opens the daemon's store, as another program would; the caller closes it by
 * tcn_store_close().
 */
struct tcn_store *child_store(void);

/* Posts one text of two sources, of today. */
void child_post_pair(void);

/* For CURLOPT_WRITEFUNCTION: appends to the struct tcn_buf that `to` is. */
size_t child_append(char *bytes, size_t size, size_t n, void *to);

/* A header of the last answer, until the next call; or NULL. */
const char *child_header(const char *name);

/* Fails unless the last answer contains text. */
void child_wants(const char *text);

/* Twenty words that no other number's have, each behind a blank: in an empty
 * window, articles that share one word of a few would be one story. */
#define OWN_WORDS 200
void child_own_words(int number, char words[OWN_WORDS]);

#endif
