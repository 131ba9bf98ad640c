/*
 * tools/client/ingest.h - the lines of files into a running daemon.
 *
 * Lines are checked to be one object each (so that a broken one costs itself
 * alone) and posted in batches, one after the other, each again until it is
 * answered. What was stored though its answer was lost is "known" the second
 * time: nothing is lost and nothing doubled. Memory: one batch and its answer.
 *
 * Order: open, file for each file, close.
 */
#ifndef TCN_TOOLS_CLIENT_INGEST_H
#define TCN_TOOLS_CLIENT_INGEST_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "tools/base/progress.h"
#include "tools/client/client.h"

struct tcn_ingest_conf {
	struct tcn_client_conf client;
	size_t line_max_bytes; /* see tools/input/input_ndjson.h */
	size_t batch_n; /* articles of one request at most, > 0 */
	bool strict; /* the first rejected line ends it */
	bool quiet; /* no progress */
};

struct tcn_ingest_counts {
	uint64_t stored, copies, known, rejected; /* articles */
	uint64_t requests, retries;
};

struct tcn_ingest;

TCN_MUST_USE enum tcn_rc tcn_ingest_open(const struct tcn_ingest_conf *conf,
    struct tcn_ingest **ingest, struct tcn_err *err);
void tcn_ingest_close(struct tcn_ingest *ingest); /* may be NULL */

/*
 * Sends a file ("-": standard input). Rejected lines are said on standard
 * error. TCN_OK also when a signal came (tools/base/stop.h): what was sent by
 * then is counted. TCN_INVALID: a rejected line, under strict. TCN_IO,
 * TCN_CORRUPT, TCN_NOMEM: err says what failed.
 */
TCN_MUST_USE enum tcn_rc tcn_ingest_file(struct tcn_ingest *ingest,
    const char *path, struct tcn_err *err);

struct tcn_ingest_counts tcn_ingest_counts(const struct tcn_ingest *ingest);

#endif
