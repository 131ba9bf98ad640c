/*
 * tools/base/stop.h - ends a long run early, but in good order.
 *
 * After tcn_stop_watch() the first SIGINT, SIGTERM or SIGHUP only sets a
 * flag. The run looks at it between two items, commits and ends; a wait for
 * input ends at once (tools/intake/input/input_file.c). The second such signal
 * ends the process at once, as the system does by default.
 */
#ifndef TCN_TOOLS_BASE_STOP_H
#define TCN_TOOLS_BASE_STOP_H

#include <stdbool.h>

/* Begins to watch for signals; then whether one has come. */
void tcn_stop_watch(void);
bool tcn_stop_requested(void);

/* The exit code of a run that was stopped by a signal, as shells have it: 128
 * and the signal's number; 0 when none came. */
int tcn_stop_exit(void);

#endif
