/*
 * tools/feeds/feed_conf.h - from the settings' section "feeds" to fetching.
 */
#ifndef TCN_TOOLS_FEEDS_FEED_CONF_H
#define TCN_TOOLS_FEEDS_FEED_CONF_H

#include "tools/conf/conf.h"
#include "tools/feeds/feed_schedule.h"
#include "tools/feeds/fetch.h"

/* Texts of conf are referred to: it must outlive *fetch. */
void tcn_feed_conf_set(const struct tcn_conf *conf,
    struct tcn_fetch_conf *fetch, struct tcn_feed_schedule *plan);

#endif
