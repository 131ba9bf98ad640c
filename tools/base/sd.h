/*
 * tools/base/sd.h - telling systemd how it goes (sd_notify(3)), where it asked.
 *
 * A datagram to the socket that NOTIFY_SOCKET names; without one, nothing.
 */
#ifndef TCN_TOOLS_BASE_SD_H
#define TCN_TOOLS_BASE_SD_H

#include <stdint.h>

void tcn_sd_ready(void);
void tcn_sd_reloading(void); /* then tcn_sd_ready() */
void tcn_sd_stopping(void);
void tcn_sd_alive(void); /* for the watchdog */

/* How often it wants to be told: half of WATCHDOG_USEC; 0: never. */
int64_t tcn_sd_watchdog_ms(void);

#endif
