/*
 * tools/stop.h - SIGINT and SIGTERM: finish what is at hand, then end.
 */
#ifndef TCN_TOOLS_STOP_H
#define TCN_TOOLS_STOP_H

#include <stdbool.h>

/* From now on the first of these signals only sets a flag; the second ends
 * the process as it would without this. */
void tcn_stop_watch(void);

bool tcn_stop_asked(void);

#endif
