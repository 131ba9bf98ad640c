/*
 * tools/daemon/reload.h - settings read anew by who is running.
 *
 * What the window was filled with, and where the daemon listens, holds until
 * the next start; all else may change while it runs.
 */
#ifndef TCN_TOOLS_DAEMON_RELOAD_H
#define TCN_TOOLS_DAEMON_RELOAD_H

#include "tools/conf/conf.h"

/*
 * Puts back into next what differs from now and cannot change, and tells the
 * key of each. TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_reload_keep_fixed(const struct tcn_conf *now,
    struct tcn_conf *next, void (*tell)(void *ctx, const char *key), void *ctx);

#endif
