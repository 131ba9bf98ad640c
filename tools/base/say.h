/*
 * tools/base/say.h - messages to the person at the terminal.
 *
 * Messages are one line each on standard error, after the program's name.
 * (tools/base/log.h writes the log; results go to standard output.)
 */
#ifndef TCN_TOOLS_BASE_SAY_H
#define TCN_TOOLS_BASE_SAY_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "tools/base/exit.h"

/* Writes "tocsin: ..." and a line feed; control characters become "?". */
void tcn_say(const char *fmt, ...) TCN_PRINTF(1, 2);

/*
 * Says why a call failed, with the place when err names one
 * ("tocsin: FILE:LINE:COLUMN: text"), and returns the exit code that fits rc:
 * TCN_EXIT_USAGE for TCN_INVALID, TCN_EXIT_BUSY for TCN_BUSY, else
 * TCN_EXIT_FAILED. err may be NULL.
 */
int tcn_say_rc(enum tcn_rc rc, const struct tcn_err *err);

/* Writes line (with its line feed) to standard error, in one call. */
void tcn_say_line(struct tcn_str line);

/*
 * Has hook called before each line that is written to standard error from now
 * on; NULL for none. A progress line is taken off the screen this way.
 */
void tcn_say_set_hook(void (*hook)(void));

/* Calls the hook now: for code that writes to the terminal by other means. */
void tcn_say_call_hook(void);

/* Writes buf to standard output; says what went wrong and returns an exit
 * code. */
int tcn_say_out(const struct tcn_buf *buf);

/* Flushes standard output, as the last thing of a run; returns an exit code. */
int tcn_say_flush(void);

#endif
