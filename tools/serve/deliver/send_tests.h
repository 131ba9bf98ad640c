/*
 * tools/serve/deliver/send_tests.h - test messages to the receivers of a
 * daemon, and what came of the last one to each.
 *
 * One message at a time is under way to a receiver. What came of it is kept in
 * memory for as long as the file of receivers names that receiver.
 *
 * One loop, one thread.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_SEND_TESTS_H
#define TCN_TOOLS_SERVE_DELIVER_SEND_TESTS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "tools/serve/deliver/linker.h"
#include "tools/serve/deliver/receiver.h"

#define TCN_SEND_TESTS_ERROR_BYTES 256

/* The last test of a receiver. */
struct tcn_send_tests_last {
	int64_t at_ms; /* wall clock; 0: there was none */
	bool under_way; /* and then the rest is not known yet */
	bool ok;
	int64_t took_ms, status; /* status 0: none */
	char error[TCN_SEND_TESTS_ERROR_BYTES]; /* when not ok */
};

struct event_base;
struct tcn_send_tests;

/* What it is given must outlive it; receivers until they are replaced. */
struct tcn_send_tests *tcn_send_tests_new(struct event_base *base,
    const struct tcn_linker *linker, const struct tcn_receiver_set *receivers);
void tcn_send_tests_free(struct tcn_send_tests *tests); /* may be NULL */

/* Replaces the receivers. Tests under way are given up. */
void tcn_send_tests_set_receivers(struct tcn_send_tests *tests,
    const struct tcn_receiver_set *receivers);

/* Sends a test to the i-th receiver, unless one is under way. It may be over
 * when this returns. */
TCN_MUST_USE enum tcn_rc tcn_send_tests_send(struct tcn_send_tests *tests,
    size_t i, int64_t now_ms);

const struct tcn_send_tests_last *
tcn_send_tests_last(const struct tcn_send_tests *tests, size_t i);

#endif
