/*
 * tools/serve/live/meter.h - what came in over the last day, by source.
 *
 * It counts the stored items by their dates as the stream took them, in buckets
 * of 15 minutes for each source and of one minute for all, so that it knows the
 * day also after a restart. It is brought up to date when it is asked: items
 * that are new since are read once.
 *
 * One thread. Memory: some 400 bytes a source, 1,000 at most; what comes from
 * others is counted together. Cost: about a microsecond an item; the first time
 * those of the last day, 50,000 at most.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_METER_H
#define TCN_TOOLS_SERVE_LIVE_METER_H

#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "sql/store.h"

#define TCN_METER_BUCKETS   96 /* of 15 minutes: a day */
#define TCN_METER_BUCKET_MS ((int64_t)15 * 60 * 1000)
#define TCN_METER_MINUTES   60
#define TCN_METER_SOURCES   1000
#define TCN_METER_FIRST_MAX 50000 /* items that are read at first */

struct tcn_meter;

/* What came from a source; copies are among those taken. */
struct tcn_meter_source {
	struct tcn_str name; /* empty: of all others */
	uint64_t taken, copies; /* in the last day */
	uint32_t buckets[TCN_METER_BUCKETS]; /* taken, the latest last */
};

struct tcn_meter_totals {
	uint64_t taken, copies; /* in the last day */
	uint64_t hour_taken, hour_copies; /* in the last 60 minutes */
	uint32_t minutes[TCN_METER_MINUTES]; /* taken, the latest last */
	uint32_t buckets[TCN_METER_BUCKETS];
	int64_t until_ms; /* where the last bucket ends */
	int64_t since_ms; /* what came before is not counted */
	size_t sources; /* how many there are */
};

/* store must outlive it and is only read. */
struct tcn_meter *tcn_meter_new(const struct tcn_store *store);
void tcn_meter_free(struct tcn_meter *meter); /* may be NULL */

/* Counts what is new; stream_ms: the stream's time. The store's errors. */
TCN_MUST_USE enum tcn_rc tcn_meter_refresh(struct tcn_meter *meter,
    int64_t stream_ms);

/* Sets *totals to the counts of all sources, as of the last refresh. */
void tcn_meter_totals(const struct tcn_meter *meter,
    struct tcn_meter_totals *totals);

/*
 * The sources of the last day, those of most items first, then by name: at most
 * n. If there are more, the last of these is all others together. Returns how
 * many. The names live until the next refresh.
 */
size_t tcn_meter_sources(struct tcn_meter *meter,
    struct tcn_meter_source *sources, size_t n);

#endif
