/*
 * tests/tools/serve/deliver/outgoing.h - a sender with its outbox and its
 * receivers, for tests of what goes out. There is one at a time. HTTP goes to a
 * server that fails, stalls and lies (tests/base/web.h), as the path of the
 * address says.
 *
 * The sender's recheck drops messages about the event "muted".
 */
#ifndef TCN_TESTS_TOOLS_SERVE_DELIVER_OUTGOING_H
#define TCN_TESTS_TOOLS_SERVE_DELIVER_OUTGOING_H

#include "sql/outbox.h"
#include "tests/base/temp.h"
#include "tools/serve/deliver/receiver.h"
#include "tools/serve/deliver/sender.h"

extern char outgoing_dir[TEMP_BYTES];
extern struct tcn_store *outgoing_store;
extern struct tcn_store_tx *outgoing_tx;
extern struct tcn_receiver_set *outgoing_receivers;
extern struct tcn_sender *outgoing_sender;
extern struct tcn_arena outgoing_arena;

void outgoing_open(void);
void outgoing_close(void);

/* Reads the receivers and starts the sender. */
void outgoing_open_with(const char *yaml);

/* One webhook called r, at this path of the server. */
void outgoing_open_hook(const char *path);

/* Puts a pending message, written and due so long from now, or now. */
void outgoing_put_in(const char *event, unsigned revision, const char *receiver,
    int64_t created_ms, int64_t due_ms);
void outgoing_put(const char *event, unsigned revision, const char *receiver);

/* One turn of the loop; the sender is sound before and after it. */
void outgoing_turn(void);

/* Runs until so many messages are open, for at most a minute. */
void outgoing_run_until(size_t n);

struct tcn_outbox_message *outgoing_message(uint64_t id);

#endif
