/*
 * tools/serve/daemon/reload.h - which settings can change while the daemon
 * runs.
 *
 * Those that decided what is in the window, the address, and who may read the
 * store take effect at the next start; all others can change at a reload.
 */
#ifndef TCN_TOOLS_SERVE_DAEMON_RELOAD_H
#define TCN_TOOLS_SERVE_DAEMON_RELOAD_H

#include "tools/conf/conf.h"

/* Sets each setting of next that cannot change to its value in now, and calls
 * on_fixed with its key if it was different. */
TCN_MUST_USE enum tcn_rc tcn_reload_keep_fixed(const struct tcn_conf *now,
    struct tcn_conf *next, void (*on_fixed)(void *ctx, const char *key),
    void *ctx);

#endif
