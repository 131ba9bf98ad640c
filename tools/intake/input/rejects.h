/*
 * tools/intake/input/rejects.h - reports and counts bad lines.
 *
 * The first 100 are printed on standard error with file and line. The others
 * are only counted, so that a broken feed does not flood the terminal.
 */
#ifndef TCN_TOOLS_INTAKE_INPUT_REJECTS_H
#define TCN_TOOLS_INTAKE_INPUT_REJECTS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

struct tcn_rejects {
	uint64_t n;
	bool strict; /* the first one ends the run */
};

/* Counts and reports a bad line; why->text is the reason. TCN_OK; TCN_INVALID
 * when strict. */
TCN_MUST_USE enum tcn_rc tcn_rejects_add(struct tcn_rejects *rejects,
    const char *name, unsigned long line, const struct tcn_err *why);

#endif
