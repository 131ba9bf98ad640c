/*
 * tools/web/web_feeds.h - parts of the pages of feeds: web_feeds.c has the list
 * and one feed, web_opml.c lists that come from other feed readers.
 */
#ifndef TCN_TOOLS_WEB_WEB_FEEDS_H
#define TCN_TOOLS_WEB_WEB_FEEDS_H

#include "tools/web/web_impl.h"

/* A form that takes a list of feeds, folded away; opml: what it holds. */
void tcn_web_feeds_opml_form(struct tcn_web_page *page, struct tcn_str opml,
    bool open);

#endif
