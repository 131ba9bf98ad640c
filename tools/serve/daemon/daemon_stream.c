/*
 * What the stream of events says of the daemon (tools/serve/live/sse.h).
 */
#include "tools/base/json_out.h"
#include "tools/base/now.h"
#include "tools/serve/daemon/daemon_impl.h"
#include "tools/serve/live/told_json.h"

static enum tcn_rc
write_told(void *of, const struct tcn_store_told *told, enum tcn_sse_view view,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_daemon *d = of;
	const struct tcn_store *store = tcn_pipeline_store(d->api.pipe);
	struct tcn_now *now = NULL;
	struct tcn_api_clock clock;
	enum tcn_rc rc = view == TCN_SSE_ROW
	    ? tcn_api_now(&d->api, store, &clock, &now)
	    : TCN_OK;

	return rc ? rc
		  : tcn_told_json(store, told, view, now, tcn_now_wall_ms(),
			arena, out);
}

static enum tcn_rc
add_status(void *of, struct tcn_buf *out)
{
	struct tcn_daemon *d = of;
	struct tcn_now_counts counts;
	const struct tcn_store *store = tcn_pipeline_store(d->api.pipe);
	struct tcn_api_clock clock;
	struct tcn_now *now;
	enum tcn_rc rc = tcn_api_now(&d->api, store, &clock, &now);

	if (rc)
		return rc;
	counts = tcn_now_counts(now);
	tcn_api_put_clock(out, &clock);
	tcn_json_uint(out, "open", counts.open);
	tcn_json_uint(out, "unacknowledged", counts.unacknowledged);
	return tcn_api_put_quiet(&d->api, store, out);
}

static uint64_t
last_article(void *of)
{
	struct tcn_daemon *d = of;

	return tcn_pipeline_next_seq(d->api.pipe) - 1;
}

static void
on_failed(void *of, enum tcn_rc rc, const struct tcn_err *err)
{
	tcn_daemon_fail(of, rc, err);
}

enum tcn_rc
tcn_daemon_open_stream(struct tcn_daemon *d)
{
	const struct tcn_sse_conf conf = {
		.store = tcn_pipeline_store(d->api.pipe),
		.listeners_max = d->conf->http.listeners_max,
		.boot_ms = d->api.started_ms,
		.version = PACKAGE_VERSION,
		.write = write_told,
		.status = add_status,
		.last_article = last_article,
		.failed = on_failed,
		.ctx = d,
	};
	struct tcn_api_clock clock;
	struct tcn_now *now;

	/* The first readings are the longest: nobody waits for them. */
	enum tcn_rc rc = tcn_api_now(&d->api, conf.store, &clock, &now);

	if (!rc)
		rc = tcn_api_meter(&d->api, conf.store, clock.present_ms);
	return rc ? rc : tcn_sse_new(d->base, &conf, &d->api.sse);
}

static bool
has_lost(void *http, const struct tcn_http_caller *caller, const char *user)
{
	(void)user;
	return !tcn_http_caller_may(http, caller, TCN_HTTP_SCOPE_READ);
}

/* Somebody has logged out, or a token is gone: streams end with them. */
void
tcn_daemon_end_streams(void *of)
{
	struct tcn_daemon *d = of;

	tcn_sse_bye(d->api.sse, "logout", has_lost, d->api.http);
}
