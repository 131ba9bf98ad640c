/*
 * tools/intake/feeds/feed_conf.h - takes the settings of section "feeds" for
 * fetching.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_FEED_CONF_H
#define TCN_TOOLS_INTAKE_FEEDS_FEED_CONF_H

#include "tools/conf/conf.h"
#include "tools/intake/feeds/feed_schedule.h"
#include "tools/intake/feeds/fetch.h"

/* Of entries with fewer words the page is fetched; 0: of none. */
uint64_t tcn_feed_conf_follow_below(const struct tcn_conf *conf);

/* Fills in *fetch and *plan. Texts of conf are referred to, so it must outlive
 * *fetch. */
void tcn_feed_conf_set(const struct tcn_conf *conf,
    struct tcn_fetch_conf *fetch, struct tcn_feed_schedule *plan);

#endif
