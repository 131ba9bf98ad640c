/*
 * What time it is, and whether it is quiet.
 */
#include "engine/base/duration.h"
#include "sql/store_latest.h"
#include "tools/base/now.h"
#include "tools/serve/api/api_impl.h"

enum tcn_rc
tcn_api_settle(struct tcn_api *api, const struct tcn_store *store,
    struct tcn_api_clock *clock)
{
	enum tcn_rc rc = TCN_OK;

	*clock = (struct tcn_api_clock){ 0 };
	if (api->local) {
		rc = tcn_store_newest_ms(store, &clock->stream_ms);
		clock->present_ms = clock->stream_ms;
		return rc;
	}
	if (tcn_store_is_writing(store))
		rc = tcn_intake_commit(api->intake);
	clock->stream_ms = tcn_pipeline_stream_ms(api->pipe);
	clock->present_ms = clock->stream_ms;
	if (api->wall) { /* not yet at the first reading of a start */
		clock->present_ms = tcn_wall_present_ms(api->wall);
		clock->own = tcn_wall_is_apart(api->wall);
	}
	return rc;
}

void
tcn_api_put_clock(struct tcn_buf *out, const struct tcn_api_clock *clock)
{
	tcn_json_time(out, "stream_at", clock->stream_ms);
	tcn_json_time(out, "now", tcn_now_wall_ms());
	tcn_json_time(out, "clock_at", clock->present_ms);
	tcn_json_bool(out, "own_clock", clock->own);
}

#define LOOK_MS (10 * TCN_MINUTE_MS) /* between two looks at the days before */

/* How many articles came at this hour on the days before; where there is no
 * such day, on the last day as a whole. */
static enum tcn_rc
look_back(const struct tcn_store *store, int64_t now_ms,
    struct tcn_quiet_limits *limits)
{
	uint64_t sum = 0, n;
	size_t days = 0;
	bool around;
	enum tcn_rc rc = TCN_OK;

	for (int i = 1; !rc && i <= TCN_QUIET_DAYS; i++) {
		int64_t at_ms = now_ms - i * TCN_DAY_MS;

		rc = tcn_store_count_arrivals(store, at_ms - TCN_HOUR_MS / 2,
		    at_ms + TCN_HOUR_MS / 2, &n, &around);
		sum += rc ? 0 : n;
		days += !rc && around;
	}
	*limits = tcn_quiet_limits(sum, days, TCN_HOUR_MS);
	if (rc || days)
		return rc;
	rc = tcn_store_count_arrivals(store, now_ms - TCN_DAY_MS, now_ms, &n,
	    &around);
	*limits = tcn_quiet_limits(rc ? 0 : n, 1, TCN_DAY_MS);
	return rc;
}

static void
put_limit(struct tcn_buf *out, const char *key, int64_t ms)
{
	if (ms)
		tcn_json_seconds(out, key, ms);
	else
		tcn_json_null(out, key);
}

enum tcn_rc
tcn_api_put_quiet(struct tcn_api *api, const struct tcn_store *store,
    struct tcn_buf *out)
{
	static const struct tcn_quiet_limits never;
	const struct tcn_quiet_limits *limits = &api->usual;
	int64_t now_ms = tcn_now_wall_ms(), silent_ms;
	enum tcn_rc rc = TCN_OK;

	if (api->local)
		return rc;
	if (tcn_wall_is_apart(api->wall)) {
		limits = &never; /* a day that is replayed may end */
	} else if (now_ms < api->usual_ms ||
	    now_ms >= api->usual_ms + LOOK_MS) {
		rc = look_back(store, now_ms, &api->usual);
		if (rc)
			return rc;
		api->usual_ms = now_ms;
	}
	silent_ms = tcn_wall_silent_ms(api->wall);
	tcn_json_seconds(out, "silent_seconds", silent_ms);
	put_limit(out, "usual_seconds", limits->gap_ms);
	put_limit(out, "silence_seconds", limits->unusual_ms);
	put_limit(out, "broken_seconds", limits->broken_ms);
	tcn_json_str(out, "quiet",
	    tcn_str(tcn_quiet_names[tcn_quiet_judge(limits, silent_ms)]));
	return rc;
}
