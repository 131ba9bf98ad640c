/*
 * tools/serve/client/ingest.h - sends the lines of files to a running daemon.
 *
 * Each line must be one JSON object; one that is not is rejected alone. Lines
 * are posted in batches, one batch after the other, and each is repeated until
 * it is answered (client.h). If an answer was lost, the daemon answers the
 * repeat with "known" for the articles that it has stored: so each article is
 * stored exactly once. A batch that is too large for the daemon (413) is sent
 * in halves. Memory: one batch and its answer.
 *
 * Order: open, file for each file, close.
 */
#ifndef TCN_TOOLS_SERVE_CLIENT_INGEST_H
#define TCN_TOOLS_SERVE_CLIENT_INGEST_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "tools/base/progress.h"
#include "tools/serve/client/client.h"

struct tcn_ingest_conf {
	struct tcn_client_conf client;
	size_t line_max_bytes; /* see tools/intake/input/input_ndjson.h */
	size_t batch_n; /* most articles of one request; > 0 */
	bool strict; /* stop at the first rejected line */
	bool quiet; /* show no progress */
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
 * Sends a file ("-": standard input). Rejected lines are reported on standard
 * error. TCN_OK also when a signal came (tools/base/stop.h): the counts say
 * what was sent until then. TCN_INVALID: a line was rejected, and strict is
 * set. TCN_IO, TCN_CORRUPT: err says what failed.
 */
TCN_MUST_USE enum tcn_rc tcn_ingest_file(struct tcn_ingest *ingest,
    const char *path, struct tcn_err *err);

/* What became of the lines that were sent so far. */
struct tcn_ingest_counts tcn_ingest_counts(const struct tcn_ingest *ingest);

#endif
