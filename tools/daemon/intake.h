/*
 * tools/daemon/intake.h - articles that are handed in, answered once they are
 * safe.
 *
 * A body holds one JSON object, an array of them, or one a line (NDJSON). Each
 * article goes through the pipeline at once; the answer, with one result for
 * each article in the body's order, waits until all of them are committed.
 * Commits are shared: whatever has come by the next turn of the loop goes
 * into one, and while one is synced to disk the next one's requests pile up.
 * It comes when nothing else is to be done, and after 20 ms whatever there is.
 * Waiting longer (gather_ms) makes commits fewer, and was slower at any number
 * of connections from 1 to 64.
 *
 * Nothing is lost and nothing piles up: the work is done before the next
 * request is read, so what is too much waits in the senders' sockets; when
 * more answers are due than pending_max the request is refused with 429 and
 * Retry-After.
 */
#ifndef TCN_TOOLS_DAEMON_INTAKE_H
#define TCN_TOOLS_DAEMON_INTAKE_H

#include <event2/event.h>

#include "engine/base/err.h"
#include "engine/item/article.h"
#include "tools/daemon/http.h"
#include "tools/pipeline/pipeline.h"

struct tcn_intake_conf {
	struct tcn_article_limits limits;
	int64_t gather_ms; /* how long a commit waits for company */
	size_t pending_max; /* answers that wait for a commit */
	size_t articles_max; /* of one body */

	/* Events that changed, to be told after the commit. */
	void (*changed)(void *ctx, const struct tcn_detector_changes *changes);
	/* After each commit, also one of nothing; rc: how it went. */
	void (*committed)(void *ctx, enum tcn_rc rc);
	void *ctx;
};

struct tcn_intake_counts {
	uint64_t stored, copies, known, rejected; /* articles */
	uint64_t requests, refused; /* 429 */
	uint64_t commits;
};

struct tcn_intake;

TCN_MUST_USE enum tcn_rc tcn_intake_new(struct event_base *base,
    const struct tcn_intake_conf *conf, struct tcn_pipeline *pipe,
    struct tcn_intake **intake);

/* Requests that still wait are answered with 503. intake may be NULL. */
void tcn_intake_free(struct tcn_intake *intake);

/* From now on these limits: gather_ms, pending_max, articles_max. */
void tcn_intake_reconfigure(struct tcn_intake *intake,
    const struct tcn_intake_conf *conf);

/* The request of POST /v1/articles. */
void tcn_intake_call(struct tcn_intake *intake, struct tcn_http_call *call);

/* Commits now and answers all that wait. */
TCN_MUST_USE enum tcn_rc tcn_intake_commit(struct tcn_intake *intake);

/*
 * When nothing has come for a while, what commits left for later is done; to
 * be called by who has committed beside it.
 */
void tcn_intake_compact_later(struct tcn_intake *intake);

/* Would a request be taken now, not refused with 429 or 503? */
bool tcn_intake_ready(const struct tcn_intake *intake);

/* Why the last commit or article failed. */
const struct tcn_err *tcn_intake_error(const struct tcn_intake *intake);

const struct tcn_intake_counts *
tcn_intake_counts(const struct tcn_intake *intake);

#endif
