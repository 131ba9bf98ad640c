/*
 * tools/lines.h - every line of every input that a verb was given.
 *
 * Inputs are read one after the other, in the order named. An interrupt (see
 * tools/stop.h) ends the reading between two lines, without an error.
 */
#ifndef TCN_TOOLS_LINES_H
#define TCN_TOOLS_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "engine/rc.h"
#include "engine/str.h"

struct tcn_lines {
	size_t line_max_bytes;
	void *ctx; /* handed to take and reject */

	/* A line; anything but TCN_OK ends the reading and is its outcome. */
	enum tcn_rc (*take)(void *ctx, struct tcn_str line, const char *name,
	    unsigned long number, struct tcn_err *err);

	/* A line over the limit; likewise. */
	enum tcn_rc (*reject)(void *ctx, const char *name, unsigned long number,
	    const struct tcn_err *why);

	/* Kept up to date, for progress: bytes read of all inputs as they lie
	 * on disk, and their sum, 0 when one of them has no known size. */
	uint64_t bytes, bytes_total;
};

TCN_MUST_USE enum tcn_rc tcn_lines_read(struct tcn_lines *lines, int n,
    char *const *paths, struct tcn_err *err);

#endif
