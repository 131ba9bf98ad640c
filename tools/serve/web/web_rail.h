/*
 * tools/serve/web/web_rail.h - what stands beside events: what comes in, and
 * what does not.
 */
#ifndef TCN_TOOLS_SERVE_WEB_WEB_RAIL_H
#define TCN_TOOLS_SERVE_WEB_WEB_RAIL_H

#include "tools/serve/web/web_impl.h"

/* Sets "intake", and "failing": feeds that fail, if any do
 * (templates/rail.html). */
void tcn_web_rail_set(struct tcn_web_page *page);

/* Sets "standby", above every page of a daemon that stands by for another:
 * which one that is. */
void tcn_web_rail_set_standby(struct tcn_web_page *page);

#endif
