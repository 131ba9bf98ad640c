/*
 * tools/serve/live/feed_looks.h - looks at addresses that somebody wants to add
 * as feeds (tools/intake/feeds/look.h), beside the daemon's other work.
 *
 * At most TCN_FEED_LOOKS_MAX at once; a further one is refused with 429. Each
 * is over within the time that a fetch may take, three times over.
 *
 * One loop, one thread.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_FEED_LOOKS_H
#define TCN_TOOLS_SERVE_LIVE_FEED_LOOKS_H

#include <event2/event.h>

#include "tools/intake/feeds/fetch.h"
#include "tools/serve/http/http.h"

#define TCN_FEED_LOOKS_MAX 4

struct tcn_feed_looks;

struct tcn_feed_looks *tcn_feed_looks_new(struct event_base *base);

/* Callers that wait are answered with 503. looks may be NULL. */
void tcn_feed_looks_free(struct tcn_feed_looks *looks);

/* Looks at url and answers the call with what was found. The strings of conf
 * must outlive the looks. */
void tcn_feed_looks_call(struct tcn_feed_looks *looks,
    const struct tcn_fetch_conf *conf, const char *url,
    struct tcn_http_call *call);

#endif
