/*
 * tools/input/rejects.h - bad lines: said one by one, counted, and gone past.
 *
 * The first 100 are named on standard error with file and line; a feed gone
 * bad must not bury the terminal, so the others are only counted.
 */
#ifndef TCN_TOOLS_INPUT_REJECTS_H
#define TCN_TOOLS_INPUT_REJECTS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

struct tcn_rejects {
	uint64_t n;
	bool strict; /* the first one ends the run */
};

/* One more, because of why->text. TCN_OK, or TCN_INVALID under strict. */
TCN_MUST_USE enum tcn_rc tcn_rejects_add(struct tcn_rejects *rejects,
    const char *name, unsigned long line, const struct tcn_err *why);

#endif
