/*
 * tools/base/sd.h - tells systemd the state of the service (sd_notify(3)).
 *
 * Each call sends one datagram to the socket that the environment's
 * NOTIFY_SOCKET names; without that it does nothing. Failures are ignored: the
 * service runs without systemd too.
 */
#ifndef TCN_TOOLS_BASE_SD_H
#define TCN_TOOLS_BASE_SD_H

#include <stdint.h>

/* Tell systemd the state: READY=1, RELOADING=1, STOPPING=1, and the sign of
 * life for its watchdog, WATCHDOG=1. */
void tcn_sd_ready(void);
void tcn_sd_reloading(void); /* then tcn_sd_ready() */
void tcn_sd_stopping(void);
void tcn_sd_alive(void); /* for the watchdog */

/* Milliseconds between two calls of tcn_sd_alive: half of WATCHDOG_USEC; 0:
 * systemd does not watch this process. */
int64_t tcn_sd_watchdog_ms(void);

#endif
