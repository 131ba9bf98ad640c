/*
 * tools/serve/live/feed_rounds.h - fetches the feeds that are due, round after
 * round, and at once when somebody asks for it.
 *
 * A round is one poll (tools/intake/feeds/poll.h): all feeds that are due. The
 * next one begins 5 s after the last has ended, since a feed may have come due
 * or been added. Between steps of a round the loop does other work.
 *
 * A caller (POST /v1/feeds/poll) waits for the whole round that begins after
 * the call, and is answered with what it fetched. A call that comes during a
 * round is served by the next, which then begins at once.
 *
 * One loop, one thread.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_FEED_ROUNDS_H
#define TCN_TOOLS_SERVE_LIVE_FEED_ROUNDS_H

#include <event2/event.h>

#include "engine/base/err.h"
#include "tools/intake/feeds/poll.h"
#include "tools/serve/http/http.h"

struct tcn_feed_rounds;

/* The store has failed: there will be no more rounds. */
typedef void tcn_feed_rounds_failed_fn(void *ctx, enum tcn_rc rc,
    const struct tcn_err *err);

/*
 * Begins the first round as soon as the loop runs. conf, of which now_ms and
 * all do not count, is copied; its was_read is called only when a feed that was
 * sound no longer is, or is again (the first time: when it is not). Its
 * callbacks and texts, pipe and ctx must outlive the rounds.
 */
struct tcn_feed_rounds *tcn_feed_rounds_new(struct event_base *base,
    const struct tcn_poll_conf *conf, struct tcn_pipeline *pipe,
    tcn_feed_rounds_failed_fn *failed, void *ctx);

/* Ends the fetches under way; callers that wait are answered with 503. rounds
 * may be NULL. */
void tcn_feed_rounds_free(struct tcn_feed_rounds *rounds);

/* Replaces conf; a round that is under way begins anew. */
void tcn_feed_rounds_reconfigure(struct tcn_feed_rounds *rounds,
    const struct tcn_poll_conf *conf);

/*
 * Has a round begin and answers the call when it has ended, with its counts
 * and as "fetched" what came of each feed. all: feeds that are not due, too.
 * At most 100 calls wait; a further one is refused with 429.
 */
void tcn_feed_rounds_call(struct tcn_feed_rounds *rounds, bool all,
    struct tcn_http_call *call);

/* Looks at an address with the settings of the rounds
 * (tools/serve/live/feed_looks.h), and answers the call. */
void tcn_feed_rounds_look(struct tcn_feed_rounds *rounds, const char *url,
    struct tcn_http_call *call);

/* The same as tcn_feed_rounds_call() of a round that fetches also this feed,
 * though it is not due or is paused. */
void tcn_feed_rounds_fetch(struct tcn_feed_rounds *rounds, struct tcn_str url,
    struct tcn_http_call *call);

#endif
