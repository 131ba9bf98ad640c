/*
 * tools/base/say.h - what the program says to the person at the terminal.
 *
 * Complaints are one line each on standard error, after the program's name.
 * (Facts about a run are tools/base/log.h's; results go to standard output.)
 */
#ifndef TCN_TOOLS_BASE_SAY_H
#define TCN_TOOLS_BASE_SAY_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "tools/base/exit.h"

/* "tocsin: ..." with a line feed behind it. */
void tcn_say(const char *fmt, ...) TCN_PRINTF(1, 2);

/*
 * Says why a call failed, with the place when err names one
 * ("tocsin: FILE:LINE:COLUMN: text"), and returns the exit code that fits rc:
 * TCN_EXIT_USAGE for TCN_INVALID, else TCN_EXIT_FAILED. err may be NULL.
 */
int tcn_say_rc(enum tcn_rc rc, const struct tcn_err *err);

/* Writes line (with its line feed) to standard error, in one call. */
void tcn_say_line(struct tcn_str line);

/*
 * Called before each line written to standard error from now on; NULL for
 * none. This is how a progress line gets out of the way.
 */
void tcn_say_set_hook(void (*hook)(void));

/* Calls it now, for who writes to the terminal by another way. */
void tcn_say_call_hook(void);

/* Writes buf to standard output; an exit code. Says what went wrong. */
int tcn_say_out(const struct tcn_buf *buf);

/* Flushes standard output: the last thing to do. An exit code. */
int tcn_say_flush(void);

#endif
