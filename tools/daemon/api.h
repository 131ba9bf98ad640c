/*
 * tools/daemon/api.h - what the daemon answers: the table of its routes.
 *
 * Every route is one row of tcn_api_routes, and one function that reads the
 * call, asks the store, and answers; the parts it asks hang on one struct.
 * What a route takes and answers stands in its row too, for the description
 * that is made of them (tools/daemon/api_openapi.h).
 */
#ifndef TCN_TOOLS_DAEMON_API_H
#define TCN_TOOLS_DAEMON_API_H

#include "engine/base/err.h"
#include "tools/daemon/desk_watch.h"
#include "tools/daemon/http.h"
#include "tools/daemon/intake.h"
#include "tools/daemon/sse.h"
#include "tools/deliver/dispatch.h"
#include "tools/pipeline/pipeline.h"

struct tcn_api {
	struct tcn_pipeline *pipe;
	struct tcn_intake *intake;
	struct tcn_sse *sse;
	struct tcn_desk_watch *desk_watch;
	struct tcn_http *http;
	struct tcn_dispatch *dispatch;
	int64_t started_ms; /* by the wall clock */
	uint32_t more_than; /* the rule's, for reports */
	int64_t within_ms;
	size_t lines_max; /* of a report's summary */
	const struct tcn_rule *rules; /* those it goes by */
	size_t rules_n;

	/* Reads settings anew; on an error nothing has changed. */
	enum tcn_rc (*reload)(void *ctx, struct tcn_err *err);
	void *reload_ctx;
};

/* For tcn_http_new(), with a struct tcn_api as its ctx. */
extern const struct tcn_http_route tcn_api_routes[];

#endif
