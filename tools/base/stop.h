/*
 * tools/base/stop.h - ending a long run early, but in good order.
 *
 * After tcn_stop_watch() the first interrupt (SIGINT, SIGTERM, SIGHUP) only
 * sets a flag, which the run looks at between two items, commits and ends;
 * a wait for input ends at once (tools/input/input_file.c).
 * The second interrupt ends the process at once, as if never watched.
 */
#ifndef TCN_TOOLS_BASE_STOP_H
#define TCN_TOOLS_BASE_STOP_H

#include <stdbool.h>

void tcn_stop_watch(void);
bool tcn_stop_requested(void);

/* What a program that was stopped by it exits with, as shells have it: 128
 * and the signal's number; 0 when none came. */
int tcn_stop_exit(void);

#endif
