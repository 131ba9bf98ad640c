/*
 * tests/tools/serve/daemon/hostile.h - requests that break the rules, or look
 * as if they did, and what must come of each.
 *
 * A row without a status of an error must be answered: what is odd but right.
 */
#ifndef TCN_TESTS_TOOLS_SERVE_DAEMON_HOSTILE_H
#define TCN_TESTS_TOOLS_SERVE_DAEMON_HOSTILE_H

#include <stdbool.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"

struct hostile {
	/* A byte \x1f stands for `pad` letters. */
	struct tcn_str sent;
	int status; /* of the first answer */
	bool closes; /* the connection after it */
	size_t pad;
};
extern const struct hostile hostile[];
extern const size_t hostile_n;

/* Appends the bytes to send. */
void hostile_bytes(const struct hostile *row, struct tcn_buf *out);

#endif
