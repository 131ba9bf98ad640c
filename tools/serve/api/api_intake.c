/*
 * What comes in, and what does not.
 */
#include "sql/store_feeds.h"
#include "sql/store_now.h"
#include "tools/base/now.h"
#include "tools/serve/api/api_impl.h"
#include "tools/serve/live/meter.h"

#define SOURCES 21 /* the largest, and all others together */

static void
add_counts(struct tcn_buf *out, const char *key, const uint32_t *counts,
    size_t n)
{
	tcn_json_open(out, key, '[');
	for (size_t i = 0; i < n; i++)
		tcn_json_uint(out, NULL, counts[i]);
	tcn_json_close(out, ']');
}

static void
add_sources(struct tcn_api_answer *a, struct tcn_meter *meter)
{
	struct tcn_meter_source *sources =
	    tcn_arena_zalloc(&a->arena, SOURCES, sizeof *sources);
	size_t n = tcn_meter_sources(meter, sources, SOURCES);

	tcn_json_open(&a->out, "sources", '[');
	for (size_t i = 0; i < n; i++) {
		tcn_json_open(&a->out, NULL, '{');
		if (sources[i].name.n)
			tcn_api_json_text(&a->out, "source", sources[i].name,
			    1000, &a->arena);
		else
			tcn_json_null(&a->out, "source");
		tcn_json_uint(&a->out, "taken", sources[i].taken);
		tcn_json_uint(&a->out, "copies", sources[i].copies);
		add_counts(&a->out, "buckets", sources[i].buckets,
		    TCN_METER_BUCKETS);
		tcn_json_close(&a->out, '}');
	}
	tcn_json_close(&a->out, ']');
}

/* --- what was not taken --- */

void
tcn_api_count_refused(const struct tcn_api *api,
    uint64_t n[static TCN_MINUTES_REFUSED])
{
	const struct tcn_intake_counts *in = tcn_intake_counts(api->intake);
	const struct tcn_pipeline_counts *taken =
	    tcn_pipeline_counts(api->pipe);
	const uint64_t *dates = tcn_window_clock_counts(
	    tcn_detector_window(tcn_pipeline_detector(api->pipe)));

	n[TCN_MINUTES_UNREADABLE] = in->rejected;
	n[TCN_MINUTES_KNOWN] = taken->known;
	n[TCN_MINUTES_PUT_OFF] = in->refused;
	n[TCN_MINUTES_ADDRESS] = taken->urls_refused;
	n[TCN_MINUTES_LATE] = dates[TCN_CLOCK_LATE];
	n[TCN_MINUTES_FUTURE] = dates[TCN_CLOCK_FUTURE];
}

/* The last day by the wall clock, in the buckets of intake; a bucket before the
 * start is 0. The last one ends with the last whole minute. */
static void
add_refused_day(struct tcn_buf *out, const struct tcn_minutes_sample *samples,
    size_t n, size_t why)
{
	size_t skipped = n < TCN_METER_BUCKETS ? TCN_METER_BUCKETS - n : 0;

	tcn_json_open(out, "buckets", '[');
	for (size_t i = 0; i < TCN_METER_BUCKETS; i++)
		tcn_json_uint(out, NULL,
		    i < skipped
			? 0
			: samples[n - TCN_METER_BUCKETS + i].refused[why]);
	tcn_json_close(out, ']');
}

/* What was not taken, or counts for less: since the daemon started, and over
 * its last day. */
static void
add_refused(struct tcn_api_answer *a)
{
	static const struct {
		const char *why, *says;
	} rows[TCN_MINUTES_REFUSED] = {
		{ "unreadable", "could not be read" },
		{ "known", "had come before" },
		{ "put_off", "requests put off, as too many waited" },
		{ "address", "kept without an address: it was no link" },
		{ "late", "too old to count with what is new" },
		{ "future", "dated ahead of the stream" },
	};
	struct tcn_minutes_sample *samples =
	    tcn_arena_zalloc(&a->arena, TCN_METER_BUCKETS, sizeof *samples);
	uint64_t since_start[TCN_MINUTES_REFUSED];
	size_t n;

	n = tcn_minutes_read(a->api->minutes, TCN_METER_BUCKET_MS / 60000,
	    TCN_METER_BUCKETS, samples);
	tcn_api_count_refused(a->api, since_start);
	tcn_json_time(&a->out, "refused_since", a->api->started_ms);
	tcn_json_open(&a->out, "refused", '[');
	for (size_t i = 0; i < TCN_MINUTES_REFUSED; i++) {
		tcn_json_open(&a->out, NULL, '{');
		tcn_json_str(&a->out, "why", tcn_str(rows[i].why));
		tcn_json_str(&a->out, "says", tcn_str(rows[i].says));
		tcn_json_uint(&a->out, "n", since_start[i]);
		add_refused_day(&a->out, samples, n, i);
		tcn_json_close(&a->out, '}');
	}
	tcn_json_close(&a->out, ']');
}

/* Whether a desk hears nothing because there is nothing, or because nothing
 * comes in. */
static enum tcn_rc
add_lasts(struct tcn_api_answer *a)
{
	int64_t last_ms = TCN_UNDATED, fired_ms = TCN_UNDATED;
	struct tcn_store_feed_counts feeds;
	enum tcn_rc rc = tcn_store_newest_ms(a->store, &last_ms);

	if (!rc)
		rc = tcn_store_last_fired_ms(a->store, &fired_ms);
	if (!rc)
		rc = tcn_store_count_feeds(a->store, &feeds);
	if (rc)
		return rc;
	tcn_json_time(&a->out, "last_at", last_ms);
	tcn_json_time(&a->out, "last_fired_at", fired_ms);
	tcn_json_open(&a->out, "feeds", '{');
	tcn_json_uint(&a->out, "n", feeds.n);
	tcn_json_uint(&a->out, "failing", feeds.failing);
	tcn_json_uint(&a->out, "paused", feeds.paused);
	tcn_json_close(&a->out, '}');
	return TCN_OK;
}

/* Of several detectors of one log: who leads, and how far this one is behind
 * the log. */
static void
add_lease(struct tcn_api_answer *a)
{
	const struct tcn_log_intake *log = a->api->log_intake;
	struct tcn_lease_status status;
	int64_t behind = 0;

	if (!a->api->lease)
		return;
	status = tcn_lease_log_status(a->api->lease);
	for (size_t i = 0; i < tcn_log_intake_partitions(log); i++) {
		struct tcn_log_place at = tcn_log_intake_place(log, i);

		behind += at.end > at.next ? at.end - at.next : 0;
	}
	tcn_json_open(&a->out, "lease", '{');
	tcn_json_bool(&a->out, "leads", status.leads);
	tcn_json_uint(&a->out, "epoch", status.epoch);
	tcn_json_str(&a->out, "host", tcn_str(status.host));
	tcn_json_str(&a->out, "url", tcn_str(status.url));
	tcn_json_uint(&a->out, "behind", (uint64_t)behind);
	tcn_json_close(&a->out, '}');
}

enum tcn_rc
tcn_api_meter(struct tcn_api *api, const struct tcn_store *store,
    int64_t present_ms)
{
	if (!api->meter)
		api->meter = tcn_meter_new(store);
	return tcn_meter_refresh(api->meter, present_ms);
}

static enum tcn_rc
answer_intake(struct tcn_api_answer *a, bool brief)
{
	struct tcn_meter_totals totals;
	struct tcn_api_clock clock;
	enum tcn_rc rc = tcn_api_settle(a->api, a->store, &clock);

	if (!rc)
		rc = tcn_api_meter(a->api, a->store, clock.present_ms);
	if (rc)
		return rc;
	tcn_meter_totals(a->api->meter, &totals);
	tcn_json_open(&a->out, NULL, '{');
	tcn_api_put_clock(&a->out, &clock);
	rc = add_lasts(a);
	if (!rc)
		rc = tcn_api_put_quiet(a->api, a->store, &a->out);
	if (rc)
		return rc;
	add_lease(a);
	tcn_json_uint(&a->out, "taken", totals.hour_taken);
	tcn_json_uint(&a->out, "copies", totals.hour_copies);
	add_counts(&a->out, "minutes", totals.minutes, TCN_METER_MINUTES);
	if (!brief) {
		/* The day, by source. */
		tcn_json_open(&a->out, "day", '{');
		tcn_json_time(&a->out, "since", totals.since_ms);
		tcn_json_time(&a->out, "until", totals.until_ms);
		tcn_json_uint(&a->out, "bucket_seconds",
		    TCN_METER_BUCKET_MS / 1000);
		tcn_json_uint(&a->out, "taken", totals.taken);
		tcn_json_uint(&a->out, "copies", totals.copies);
		tcn_json_uint(&a->out, "sources_n", totals.sources);
		add_counts(&a->out, "buckets", totals.buckets,
		    TCN_METER_BUCKETS);
		add_sources(a, a->api->meter);
		tcn_json_close(&a->out, '}');
	}
	if (!a->api->local)
		add_refused(a);
	tcn_buf_z(&a->out, "}\n");
	return TCN_OK;
}

void
tcn_api_get_intake(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	bool brief;
	enum tcn_rc rc = tcn_api_answer_flag(&a, "brief", &brief);

	if (!tcn_api_answer_failed(&a, rc))
		tcn_api_answer_send(&a, answer_intake(&a, brief));
}
