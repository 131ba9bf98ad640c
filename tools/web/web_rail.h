/*
 * tools/web/web_rail.h - beside the events that are open: what comes in.
 *
 * Of GET /v1/intake?brief=true. The script keeps it true (page.js).
 */
#ifndef TCN_TOOLS_WEB_WEB_RAIL_H
#define TCN_TOOLS_WEB_WEB_RAIL_H

#include "tools/web/web_impl.h"

/* The boxes of the rail: a line of warning when nothing comes in, articles by
 * minute, feeds. Each fails alone. */
void tcn_web_rail(struct tcn_web_page *page);

/* What is known where no event is open: how many articles came, when the latest
 * did, and when the last event fired; so that quiet does not look like broken.
 */
void tcn_web_rail_quiet(struct tcn_web_page *page);

/* Above every page of a daemon that stands by for another: that it does, and
 * who leads. Nothing on others. */
void tcn_web_rail_standby(struct tcn_web_page *page);

#endif
