/*
 * tools/serve/api/api.h - the daemon's HTTP interface: the table of its routes.
 *
 * A route is one row of tcn_api_routes and one function, which reads the call,
 * queries the store, and answers. The parts of the daemon that it may use are
 * in struct tcn_api. The row also says what the route takes and answers: the
 * OpenAPI document is made of the rows (tools/serve/api/api_openapi.h).
 *
 * Most routes can also be called without a daemon, on a store that none has
 * open: tools/serve/api/api_local.h.
 *
 * A new route is a row here, a function in an api_*.c, declared in api_impl.h,
 * its schemas in openapi.json, and a test in
 * tests/tools/serve/daemon/test_api.c.
 */
#ifndef TCN_TOOLS_SERVE_API_API_H
#define TCN_TOOLS_SERVE_API_API_H

#include "engine/base/err.h"
#include "engine/facts/facts.h"
#include "tools/conf/rulebook.h"
#include "tools/intake/feeds/feed_schedule.h"
#include "tools/intake/feeds/poll.h"
#include "tools/intake/kafka/lease_log.h"
#include "tools/intake/kafka/log_events.h"
#include "tools/intake/kafka/log_intake.h"
#include "tools/pipeline/collapse_cache.h"
#include "tools/pipeline/pipeline.h"
#include "tools/serve/deliver/dispatch.h"
#include "tools/serve/http/http.h"
#include "tools/serve/live/intake.h"
#include "tools/serve/live/jobs.h"
#include "tools/serve/live/meter.h"
#include "tools/serve/live/minutes.h"
#include "tools/serve/live/now.h"
#include "tools/serve/live/pattern_watch.h"
#include "tools/serve/live/quiet.h"
#include "tools/serve/live/retain.h"
#include "tools/serve/live/slices.h"
#include "tools/serve/live/sse.h"
#include "tools/serve/live/wall.h"
#include "tools/serve/picture/pictures.h"
#include "tools/tell/edition/edition_conf.h"

/* A change that was read from a log: when it was done, and where reading goes
 * on behind it, which is stored with it. */
struct tcn_api_act {
	int64_t at_ms;
	const char *topic;
	int32_t partition;
	int64_t next;
};

/* The clocks that answers have. */
struct tcn_api_clock {
	int64_t stream_ms; /* by which the detector goes */
	int64_t present_ms; /* from which ages count: live/wall.h */
	bool own; /* the stream has a clock of its own */
};

#define TCN_API_COUNTS_MAX 64

/* How many open events each view shows, valid while the rows have this
 * version. */
struct tcn_api_counts {
	uint64_t version; /* of the rows (tools/serve/live/now.h) */
	struct {
		uint64_t view; /* a hash of what it asks for, and of who does */
		size_t matching;
	} at[TCN_API_COUNTS_MAX];
	size_t n;
};

struct tcn_api {
	struct tcn_api_local *local; /* NULL: in a daemon */
	struct tcn_pipeline *pipe; /* this and the next four: in a daemon */
	struct tcn_intake *intake;
	struct tcn_retain *retain;
	struct tcn_sse *sse;
	struct tcn_wall *wall;
	struct tcn_http *http;
	struct tcn_dispatch *dispatch;
	struct tcn_log_intake *log_intake; /* NULL: no log is read; */
	struct tcn_log_events *log_events; /* nor written */
	struct tcn_lease_log *lease; /* NULL: this is the one that sends */
	const struct tcn_api_act *act; /* under way; NULL: none */
	struct tcn_collapse_cache *collapse_cache; /* NULL: without a daemon */
	struct tcn_slices *slices; /* NULL: without a daemon */
	struct tcn_feed_rounds *feeds;
	struct tcn_pictures *pictures; /* NULL: without a daemon */
	struct tcn_minutes *minutes; /* NULL: without a daemon */
	const struct tcn_conf *conf; /* the settings in force */
	struct tcn_jobs *jobs; /* NULL: without a daemon; so are these two: */
	const struct tcn_rulebook *book; /* that `rules` are of */
	const struct tcn_editions *editions; /* NULL: there are none */
	const char *db; /* the path of the store */
	struct tcn_now *now; /* the open events; NULL: not asked for yet */
	struct tcn_api_counts counts; /* of saved views */
	struct tcn_meter *meter; /* what comes in; NULL: the same */
	struct tcn_quiet_limits usual; /* pauses at this hour, */
	int64_t usual_ms; /* looked up then; 0: not yet */
	struct tcn_facts *facts; /* reads figures; NULL: not needed yet */
	struct tcn_report_templates *templates; /* of the settings */
	int64_t started_ms; /* when the daemon started, by the wall clock */
	uint32_t more_than; /* for reports: the settings' rule */
	int64_t within_ms;
	size_t lines_max; /* of a report's summary */
	struct tcn_clusters_conf clusters; /* the settings lsh.* */
	struct tcn_feed_schedule feed_schedule; /* for new feeds */
	struct tcn_linker linker; /* signs links in messages, and checks them */
	struct tcn_link_keys
	    *link_keys; /* its keys; NULL: links are not signed */
	const struct tcn_rule *rules; /* the rules in force */
	size_t rules_n;
	struct tcn_pattern_watch patterns; /* of these rules */
	struct tcn_poll_totals fetches; /* what came of fetches */

	/* Reads the settings again; on an error nothing has changed. */
	enum tcn_rc (*reload)(void *ctx, struct tcn_err *err);
	void *reload_ctx;
};

/*
 * The list of open events, up to date with what is committed: articles that
 * wait for their commit are committed first. Errors: the store's.
 */
TCN_MUST_USE enum tcn_rc tcn_api_now(struct tcn_api *api,
    const struct tcn_store *store, struct tcn_api_clock *clock,
    struct tcn_now **now);

/* The counts of incoming articles, brought up to date. Errors: the store's. */
TCN_MUST_USE enum tcn_rc tcn_api_meter(struct tcn_api *api,
    const struct tcn_store *store, int64_t present_ms);

/* Adds the members "stream_at", "now", "clock_at" and "own_clock". */
void tcn_api_put_clock(struct tcn_buf *out, const struct tcn_api_clock *clock);

/*
 * Adds how long no article has come, "silent_seconds", from how many on that is
 * unusual, and means that something is broken, null: never, and which of these
 * it is, "quiet". Nothing without a daemon. Errors: the store's. Once in ten
 * minutes a query for each day of a week.
 */
TCN_MUST_USE enum tcn_rc tcn_api_put_quiet(struct tcn_api *api,
    const struct tcn_store *store, struct tcn_buf *out);

/* What reads figures and sentences, made at the first call. Its tables of
 * languages stay with the api, whose owner frees it. */
struct tcn_facts *tcn_api_facts(struct tcn_api *api);

/* For tcn_http_new(), with a struct tcn_api as its ctx. */
extern const struct tcn_http_route tcn_api_routes[];

#endif
